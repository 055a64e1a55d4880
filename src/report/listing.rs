//! The candidates among the known games: one list, by one score.
//!
//! A profile knows the games that it is fitted to by heart, so these have the scores that fits without them predict; the others it has never
//! seen. Candidates have their scores less what speaks against them.

use super::games::Games;
use crate::criticism::Profile;
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

/// Candidates and viable known games by falling score; equal ones in the order of their numbers.
pub fn listed(games: &Games, candidates: impl Iterator<Item = Listed>, profile: Option<&Profile>) -> Vec<Listed> {
    let left_out = |name: &str| profile.and_then(|profile| profile.left_out.get(name)).copied();
    let known = games.seed_games().filter(|game| game.viable == Some(true)).filter_map(|game| {
        let left_out = left_out(&game.name);
        let score = left_out.or(game.score.map(|score| score.value))?;
        Some(Listed { id: game.id, name: game.name.clone(), known: true, score, left_out: left_out.is_some() })
    });
    let mut all: Vec<Listed> = known.chain(candidates).collect();
    order::sort_by(&mut all, |a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    all
}
