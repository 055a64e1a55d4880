//! The last round: the best candidates measured again with more work, by successive halving (Karnin, Koren & Somekh 2013).
//!
//! The best of many noisy scores is overrated, and what a longer search would find wrong with it has not been looked for. So when a run
//! ends, its best candidates meet in heats: each heat has more work for a move than the one before, plays fresh trials, searches for forced wins
//! and flaws as much longer, and sends the better half on. A result depends on the game, the run and the heat alone; which games meet depends on the population alone.

use super::recipe::LastRound;
use crate::criticism::{Profile, Score};
use crate::judgement::{Gist, Judgement, placing, varied};
use crate::language::parse;
use crate::reduction::family_form;
use crate::store::{GameId, GameRow, Reader, Remeasured, StoreError};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where the last round of a population stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The heat that counts for each game of the field, from 1.
    pub heats: BTreeMap<GameId, u32>,
    /// The games that the heat under way wants to be measured, and that heat; empty when the round is over.
    pub wanted: Vec<(GameId, u32)>,
}

/// What a heat found of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What the game is [placed](placing) by.
    pub worth: f64,
    /// Whether it is a candidate still.
    pub candidate: bool,
    /// What it asks for: of games that ask for the same, fewer go on.
    pub gist: Gist,
}

/// How many games go into a heat: half as many as into the one before.
fn places(settings: &LastRound, heat: usize) -> usize {
    (settings.games as usize).div_ceil(1 << heat.min(31))
}

/// Replays a last round from the results that are known. `candidates` are in order, the best first.
///
/// A game that the first heat finds to be no candidate gives its place to the next, so that as many as the settings say go through it; no more than
/// twice as many are looked at.
///
/// ```
/// use ludogen::evolution::{Found, LastRound, last_round};
/// use ludogen::judgement::Gist;
/// use ludogen::store::GameId;
///
/// let settings = LastRound { games: 4, times: vec![2, 10], ..LastRound::default() };
/// let games: Vec<GameId> = (1..=6).map(GameId).collect();
/// let found = |worth| Found { worth, candidate: true, gist: Gist::default() };
/// let results = |game: GameId, heat| (heat == 1).then(|| found(game.0 as f64));
/// // Games 1 to 4 have been through the first heat; the better two go on.
/// assert_eq!(last_round(&games, &settings, results).wanted, [(GameId(4), 2), (GameId(3), 2)]);
/// ```
pub fn last_round(
    candidates: &[GameId],
    settings: &LastRound,
    result: impl Fn(GameId, u32) -> Option<Found>,
) -> Standing {
    let mut standing = Standing::default();
    if settings.games == 0 {
        return standing;
    }
    let mut field: Vec<GameId> = Vec::new();
    let mut passed = 0;
    for &game in candidates.iter().take(2 * settings.games as usize) {
        if passed == settings.games as usize {
            break;
        }
        // What is not known yet may be a candidate.
        passed += usize::from(result(game, 1).is_none_or(|found| found.candidate));
        field.push(game);
    }
    for heat in 1..=settings.times.len() as u32 {
        let mut found: Vec<(GameId, Found)> = Vec::new();
        for &game in &field {
            match result(game, heat) {
                Some(result) => found.push((game, result)),
                None => standing.wanted.push((game, heat)),
            }
        }
        if !standing.wanted.is_empty() {
            return standing;
        }
        standing.heats.extend(field.iter().map(|&game| (game, heat)));
        found.retain(|(_, found)| found.candidate);
        found.sort_by(|(a, x), (b, y)| y.worth.total_cmp(&x.worth).then(a.cmp(b)));
        varied(&mut found, |(_, found)| (found.worth, &found.gist));
        field = found.into_iter().map(|(game, _)| game).take(places(settings, heat as usize)).collect();
    }
    standing
}

/// The game that a game is a variation of, through variations of variations; itself if it is none. `rows` are in the order of their numbers.
///
/// A [variation](crate::synthesis::polish) has the same bred parent twice.
fn family(rows: &[GameRow], game: GameId) -> GameId {
    let mut head = game;
    let row = |id: GameId| rows.binary_search_by_key(&id, |row| row.id).ok().map(|place| &rows[place]);
    while let Some([parent, _]) = row(head).and_then(|row| row.parents).filter(|[a, b]| a == b && *a < head)
        && row(parent).is_some_and(|row| row.child.is_some())
    {
        head = parent;
    }
    head
}

/// The families of some games, each by a game of it: variations of one game, and games with the same reduced rules up to their board and numbers.
/// `rows` are in the order of their numbers; a game without rules is told by its ancestors alone.
///
/// ```
/// use ludogen::evolution::families;
/// use ludogen::store::GameId;
///
/// let row = |length, size| format!("(game Row (board (tiling hex) (size {size})) (end (All win (in-a-row {length}))))");
/// let (small, large) = (row(4, 5), row(5, 6));
/// let games = [(GameId(1), Some(small.as_str())), (GameId(2), Some(large.as_str())), (GameId(3), None)];
/// assert_eq!(families(&[], &games), [GameId(1), GameId(1), GameId(3)]);
/// ```
pub fn families(rows: &[GameRow], games: &[(GameId, Option<&str>)]) -> Vec<GameId> {
    let form = |rules: &str| parse(rules).ok().map(|tree| family_form(&tree));
    let told: Vec<_> = games.iter().map(|&(game, rules)| (family(rows, game), rules.and_then(form))).collect();
    united(&told)
}

/// Families, by the game that each is known by and the form of a game in it, with those of one form made one.
fn united(told: &[(GameId, Option<u128>)]) -> Vec<GameId> {
    let mut of_form: HashMap<u128, GameId> = HashMap::new();
    // What a family is called that turned out to be another.
    let mut other: HashMap<GameId, GameId> = HashMap::new();
    let called = |other: &HashMap<GameId, GameId>, mut family: GameId| {
        while let Some(&first) = other.get(&family) {
            family = first;
        }
        family
    };
    for &(family, form) in told {
        let own = called(&other, family);
        if let Some(form) = form {
            let first = called(&other, *of_form.entry(form).or_insert(own));
            if first != own {
                other.insert(own.max(first), own.min(first));
            }
        }
    }
    told.iter().map(|&(family, _)| called(&other, family)).collect()
}

/// A game of a family, as far as that matters to which of them stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Relative {
    /// What is expected of it.
    pub score: Score,
    /// The words of its reduced rules in English.
    pub words: usize,
    /// Whether there is a goal to win by.
    pub has_goal: bool,
}

impl Relative {
    /// A game with its judgement, if it has been judged.
    pub fn of(score: Score, judgement: Option<&Judgement>) -> Self {
        let has_goal = judgement.is_some_and(|j| Gist::of(&j.reduced).has_goal());
        Relative { score, words: judgement.map_or(usize::MAX, |j| j.words), has_goal }
    }
}

/// Of a family, best first, the game that stands for it: one with a goal to win by, if there is any, and the fewest words among those whose
/// scores people could not tell from the best, being no further from it than half of what the profile's predictions are off by, or than the data can tell.
///
/// ```
/// use ludogen::criticism::Score;
/// use ludogen::evolution::{Relative, head_of_family};
///
/// let game = |value: f64, words, has_goal| Relative { score: Score { value, low: value - 0.05, high: value + 0.05 }, words, has_goal };
/// let family = [game(6.0, 90, true), game(5.98, 60, true), game(5.97, 30, false), game(5.7, 40, true), game(5.2, 20, true)];
/// // The second is tied with the best; the third has nothing to win by; the fourth is within half of the error.
/// assert_eq!(head_of_family(&family, 0.0), 1);
/// assert_eq!(head_of_family(&family, 0.8), 3);
/// ```
pub fn head_of_family(games: &[Relative], error: f64) -> usize {
    let Some(Relative { score: best, .. }) = games.first() else { return 0 };
    let as_good = |score: &Score| best.ties_with(score) || best.value - score.value <= error / 2.0;
    let good = games.iter().enumerate().filter(|(_, game)| as_good(&game.score));
    good.min_by_key(|(i, game)| (!game.has_goal, game.words, *i)).map_or(0, |(i, _)| i)
}

/// A game of the field with what is thought of it.
type Judged = (GameId, Option<Judgement>);

/// The games of a field, best first, that stand for their families, in that order.
fn heads(reader: &Reader, rows: &[GameRow], judged: &[Judged]) -> Result<BTreeSet<GameId>, StoreError> {
    let games: Vec<(GameId, Option<&str>)> =
        judged.iter().map(|(game, judgement)| (*game, judgement.as_ref().map(|j| j.reduced.as_str()))).collect();
    let mut members: BTreeMap<GameId, Vec<usize>> = BTreeMap::new();
    for (place, family) in families(rows, &games).into_iter().enumerate() {
        members.entry(family).or_default().push(place);
    }
    let error = reader.run()?.and_then(|run| Profile::shipped(&run.profile)).map_or(0.0, |profile| profile.error());
    let mut heads = BTreeSet::new();
    for places in members.into_values() {
        let mut known = Vec::new();
        for (game, judgement) in places.iter().map(|&place| &judged[place]) {
            let score = rows.binary_search_by_key(game, |row| row.id).ok().and_then(|place| rows[place].score);
            known.extend(score.map(|score| Relative::of(score, judgement.as_ref())));
        }
        // Without all scores there is nothing to compare.
        let head = if known.len() == places.len() { head_of_family(&known, error) } else { 0 };
        heads.insert(judged[places[head]].0);
    }
    Ok(heads)
}

/// The last round of a population as far as it has been played: where it stands, and the results that count.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Where it stands.
    pub standing: Standing,
    /// The result of the last heat of each game of the field.
    pub results: BTreeMap<GameId, Remeasured>,
}

/// The last round of a population, as far as it has been played. `rows` are in the order of their numbers.
///
/// ```
/// use ludogen::evolution::{LastRound, Standing, played};
/// use ludogen::store::{ChildRecord, Entry, GameId, Reader, RunInfo, Step, Writer};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// # let run = RunInfo {
/// #     seed: 1,
/// #     recipe: "()".into(),
/// #     recipe_source: String::new(),
/// #     profile: "human-2026".into(),
/// #     profile_version: String::new(),
/// #     program: "0.1.0".into(),
/// #     criteria: vec!["balance".into()],
/// # };
/// let mut writer = Writer::open(&path).unwrap();
/// writer.begin(&run, &[]).unwrap();
/// let mut record = ChildRecord::new("Lomi", "(game Lomi …)");
/// record.reject(Step::Safety, "nobody wins");
/// writer.append(&Entry { id: GameId(1), child: Some(1), record, candidate: None }).unwrap();
///
/// // A rejected child is no candidate: there is nothing to measure again.
/// let reader = Reader::open(&path).unwrap();
/// let found = played(&reader, &reader.games().unwrap(), &LastRound::default()).unwrap();
/// assert!(found.standing == Standing::default() && found.results.is_empty());
/// ```
///
/// # Errors
/// If the population cannot be read.
pub fn played(reader: &Reader, rows: &[GameRow], settings: &LastRound) -> Result<Played, StoreError> {
    let candidates: BTreeSet<GameId> =
        rows.iter().filter(|row| row.is_candidate() && row.shelf.is_some()).map(|row| row.id).collect();
    let mut worths = reader.worths()?;
    worths.retain(|(game, _)| candidates.contains(game));
    let mut field: Vec<(f64, Judged)> = Vec::new();
    for (game, worth) in worths {
        let judgement = reader.judgement(game)?;
        field.push((placing(worth, judgement.as_ref().map_or(usize::MAX, |j| j.words)), (game, judgement)));
    }
    field.sort_by(|(x, (a, _)), (y, (b, _))| y.total_cmp(x).then(a.cmp(b)));
    let field: Vec<Judged> = field.into_iter().map(|(_, judged)| judged).collect();
    let heads = heads(reader, rows, &field)?;
    let field: Vec<GameId> = field.into_iter().map(|(game, _)| game).filter(|game| heads.contains(game)).collect();
    let mut results: BTreeMap<(GameId, u32), Remeasured> =
        reader.remeasured()?.into_iter().map(|r| ((r.game, r.heat), r)).collect();
    let standing = last_round(&field, settings, |game, heat| results.get(&(game, heat)).map(Found::of));
    let counted =
        standing.heats.iter().filter_map(|(&game, &heat)| Some((game, results.remove(&(game, heat))?))).collect();
    Ok(Played { standing, results: counted })
}

impl Found {
    fn of(remeasured: &Remeasured) -> Found {
        let gist = Gist::of(&remeasured.judgement.reduced);
        let worth = placing(remeasured.worth(), remeasured.judgement.words);
        Found { worth, candidate: remeasured.is_candidate(), gist }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn families_of_one_form_are_one() {
        let of = |told: &[(u64, u128)]| {
            let told: Vec<_> = told.iter().map(|&(game, form)| (GameId(game), (form > 0).then_some(form))).collect();
            united(&told).into_iter().map(|game| game.0).collect::<Vec<_>>()
        };
        assert_eq!(of(&[(1, 10), (2, 20), (3, 0), (1, 0)]), [1, 2, 3, 1]);
        assert_eq!(of(&[(1, 10), (2, 10), (2, 20), (3, 20), (4, 40)]), [1, 1, 1, 1, 4]);
        // Two families of several, joined at last.
        assert_eq!(of(&[(1, 10), (2, 20), (3, 10), (4, 20), (3, 20)]), [1, 1, 1, 1, 1]);
    }

    #[test]
    fn the_shortest_of_those_that_are_as_good_stands_for_a_family() {
        let with = |value: f64, words: usize, has_goal| {
            let score = Score { value, low: value - 0.05, high: value + 0.05 };
            Relative { score, words, has_goal }
        };
        let game = |value, words| with(value, words, true);
        let family = [game(6.0, 90), game(5.98, 60), game(5.7, 40), game(5.2, 20)];
        assert_eq!(head_of_family(&family, 0.0), 1, "tied");
        assert_eq!(head_of_family(&family, 0.8), 2, "within half of the error");
        assert_eq!(head_of_family(&family[..1], 0.8), 0);
        assert_eq!(head_of_family(&[game(6.0, 50), game(6.0, 50)], 0.0), 0, "the better of two as long");
        let aimless = with(6.0, 20, false);
        assert_eq!(head_of_family(&[aimless, game(5.98, 60)], 0.0), 1, "with a goal to win by");
        assert_eq!(head_of_family(&[aimless, game(5.2, 60)], 0.0), 0, "the other is not as good");
        assert_eq!(head_of_family(&[with(6.0, 30, false), aimless], 0.0), 1, "where none has a goal");
    }

    fn found(worth: f64, candidate: bool) -> Found {
        Found { worth, candidate, gist: Gist::default() }
    }

    fn settings(games: u32, heats: usize) -> LastRound {
        LastRound { games, times: (1..=heats as u32).collect(), ..LastRound::default() }
    }

    /// Plays a whole round: measures what is wanted, again and again.
    fn play(candidates: &[GameId], settings: &LastRound, truth: impl Fn(GameId, u32) -> Found) -> (Standing, u32) {
        let mut known: BTreeMap<(GameId, u32), Found> = BTreeMap::new();
        loop {
            let standing = last_round(candidates, settings, |game, heat| known.get(&(game, heat)).cloned());
            if standing.wanted.is_empty() {
                return (standing, known.len() as u32);
            }
            for (game, heat) in standing.wanted {
                assert!(known.insert((game, heat), truth(game, heat)).is_none(), "measured twice");
            }
        }
    }

    #[test]
    fn the_better_half_of_each_heat_goes_on() {
        let games: Vec<GameId> = (1..=20).map(GameId).collect();
        let (standing, measured) = play(&games, &settings(8, 3), |game, _| found(game.0 as f64, true));
        assert_eq!(measured, 8 + 4 + 2);
        let through = |heat| standing.heats.iter().filter(|(_, h)| **h >= heat).map(|(g, _)| g.0).collect::<Vec<_>>();
        assert_eq!(
            [through(1), through(2), through(3)],
            [(1..=8).collect(), vec![5, 6, 7, 8], vec![7, 8]] as [Vec<u64>; 3]
        );
    }

    #[test]
    fn a_game_that_falls_in_the_first_heat_gives_its_place_to_the_next() {
        let games: Vec<GameId> = (1..=20).map(GameId).collect();
        let (standing, _) = play(&games, &settings(4, 1), |game, _| found(0.0, game.0 % 2 == 0));
        assert_eq!(standing.heats.keys().map(|g| g.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
        // No more than twice as many are looked at.
        let (standing, measured) = play(&games, &settings(4, 2), |_, _| found(0.0, false));
        assert_eq!((standing.heats.len(), measured), (8, 8));
        assert_eq!(last_round(&games, &settings(0, 3), |_, _| None), Standing::default());
        assert_eq!(last_round(&[], &settings(4, 3), |_, _| None), Standing::default());
    }

    proptest! {
        #[test]
        fn results_of_other_games_and_later_heats_change_nothing(
            worths in prop::collection::vec((0u8..6, any::<bool>()), 0..30), games in 1u32..10, heats in 1usize..4, known in any::<u64>()
        ) {
            let ids: Vec<GameId> = (1..=worths.len() as u64).map(GameId).collect();
            let truth = |game: GameId, heat: u32| {
                let (worth, candidate) = worths[game.0 as usize - 1];
                found(f64::from(worth.wrapping_mul(heat as u8 + 3) % 7), candidate)
            };
            let settings = settings(games, heats);
            let (whole, measured) = play(&ids, &settings, truth);
            // A round begun with other results at hand ends the same.
            let begun = |game: GameId, heat: u32| (known >> ((game.0 + u64::from(heat)) % 64) & 1 == 1).then(|| truth(game, heat));
            let mut made = BTreeMap::new();
            let standing = loop {
                let look = |g, h| begun(g, h).or_else(|| made.get(&(g, h)).cloned());
                let standing = last_round(&ids, &settings, look);
                if standing.wanted.is_empty() {
                    break standing;
                }
                made.extend(standing.wanted.iter().map(|&(g, h)| ((g, h), truth(g, h))));
            };
            prop_assert_eq!(&standing, &whole);
            prop_assert!(measured <= 2 * games + games * heats as u32);
        }
    }
}
