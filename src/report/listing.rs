//! The candidates among the known games: one list, by what profiles expect of each.
//!
//! A profile knows the games that it is fitted to by heart, so these have the scores that fits without them predict; the others it has never
//! seen. Candidates have their scores less what speaks against them. A profile that is fitted to new games alone names the one that scores known games in this list, and in no other place.

use super::games::Games;
use crate::criticism::{Measurement, Profile, score_stored};
use crate::order;
use crate::store::GameId;

/// A game in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its number.
    pub id: GameId,
    /// Its name.
    pub name: String,
    /// Whether it is a known game.
    pub known: bool,
    /// The score that it is placed by.
    pub score: f64,
    /// Whether the profile was fitted to it, so that the score is what fits without it predict.
    pub left_out: bool,
}

impl Listed {
    /// A candidate with its score less what speaks against it.
    pub fn candidate(id: GameId, name: String, score: f64) -> Listed {
        Listed { id, name, known: false, score, left_out: false }
    }
}

/// Candidates and viable known games by falling score; equal ones in the order of their numbers. `measured` says what was measured of a known game.
///
/// ```
/// use ludogen::report::{Games, Listed, listed};
/// use ludogen::store::GameId;
///
/// let game = |id, name: &str, score| Listed::candidate(GameId(id), name.into(), score);
/// let bred = [game(3, "Lomi", 5.5), game(2, "Tavi", 6.0), game(1, "Ruko", 5.5)];
/// let list = listed(&Games::default(), bred.into_iter(), None, |_game| Vec::new());
/// let names: Vec<&str> = list.iter().map(|game| game.name.as_str()).collect();
/// assert_eq!(names, ["Tavi", "Ruko", "Lomi"]);
/// ```
pub fn listed(
    games: &Games,
    candidates: impl Iterator<Item = Listed>,
    profile: Option<&Profile>,
    measured: impl Fn(GameId) -> Vec<Measurement>,
) -> Vec<Listed> {
    let of_known = profile.and_then(Profile::of_known_games);
    let by = of_known.as_ref().or(profile);
    let left_out = |name: &str| by.and_then(|profile| profile.left_out.get(name)).copied();
    let known = games.seed_games().filter(|game| game.viable == Some(true)).filter_map(|game| {
        let left_out = left_out(&game.name);
        let score = left_out.or_else(|| match &of_known {
            Some(profile) => Some(score_stored(profile, &measured(game.id)).value),
            None => game.score.map(|score| score.value),
        })?;
        Some(Listed { id: game.id, name: game.name.clone(), known: true, score, left_out: left_out.is_some() })
    });
    let mut all: Vec<Listed> = known.chain(candidates).collect();
    order::sort_by(&mut all, |a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    all
}
