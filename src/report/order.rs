//! The order of the candidates of a population, and the shelves of the others.

use crate::criticism::{Profile, Score, score_stored};
use crate::evolution::{self, Recipe, Relative, read_measurements};
use crate::judgement::{Gist, Judgement, Shelf, placing, varied, words};
use crate::language::parse;
use crate::order;
use crate::store::{Fate, GameId, GameRow, Measurement, Reader, Remeasured, StoreError, VerdictRow};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The rank of a candidate, and what it follows from.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its score.
    pub score: Score,
    /// The score less what speaks against it.
    pub doubted: f64,
    /// From 1 on.
    pub rank: usize,
    /// The number of the group of games that the data cannot tell from the best of the group; from 1 on.
    pub tied: usize,
    /// The verdicts on its flaws.
    pub verdicts: Vec<VerdictRow>,
    /// What is thought of it.
    pub judgement: Option<Judgement>,
    /// How it was measured in the last round, if it was in it.
    pub heat: Option<Heat>,
}

/// The last heat of a game in the last round.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Which one, from 1.
    pub number: u32,
    /// Its work as a multiple of that of the run.
    pub times: u32,
}

/// The viable games of a population.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The candidates, the best first.
    pub ranked: Vec<(GameRow, Place)>,
    /// The games that are not ranked: variants, then those without a score, then flawed ones; of each the best first.
    pub shelved: Vec<(GameRow, Option<Judgement>)>,
    /// The games of the last round, each with the heat that counts.
    pub heats: BTreeMap<GameId, u32>,
    /// The games that are left out for one of their family that is ranked, each with the name of that.
    pub variation_of: BTreeMap<GameId, String>,
    /// What that heat measured of each; nothing if there was nothing left to measure.
    pub measured: BTreeMap<GameId, Vec<Measurement>>,
}

impl Order {
    /// That of these games, whose scores are by the profile that is named; `profile` is that profile where the games were scored again.
    ///
    /// Games that something speaks against come after all others. Of each kind, games that were in the last round come first, and of these
    /// what has the higher score and the shorter rules ([`placing`]), unless better games ask for the same ([`varied`]); what it found counts instead of what was found before. By another profile than the
    /// run's, heats won by the scores of the run's tell nothing, and only what was found counts.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn of(reader: &Reader, rows: &[GameRow], named: &str, profile: Option<&Profile>) -> Result<Order, StoreError> {
        let shipped = if profile.is_none() { Profile::shipped(named) } else { None };
        let doubting = profile.or(shipped.as_ref());
        let mut again = last_round(reader, rows)?;
        let heats = again.iter().map(|(&game, found)| (game, found.heat)).collect();
        let measured = again.iter().map(|(&game, found)| (game, found.measurements.clone())).collect();
        let mut ranked: Vec<(GameRow, Score, Place)> = Vec::new();
        let mut shelved: Vec<(GameRow, Option<Judgement>)> = Vec::new();
        for game in rows.iter().filter(|game| game.fate == Fate::Admitted && game.evaluated_twice) {
            let mut game = game.clone();
            let mut judgement = if game.shelf.is_some() { reader.judgement(game.id)? } else { None };
            let heat = again.remove(&game.id).map(|found| {
                game.shelf = Some(found.judgement.shelf);
                game.score = match profile {
                    Some(profile) if !found.measurements.is_empty() => Some(rescored(profile, &found.measurements)),
                    Some(_) => game.score,
                    None => found.score().or(game.score),
                };
                judgement = Some(*found.judgement);
                Heat { number: found.heat, times: found.times }
            });
            // The English that is shown is this program's, whichever judged the game.
            if let Some(judgement) = &mut judgement
                && let Ok(tree) = parse(&judgement.reduced)
            {
                judgement.words = words(&tree);
            }
            let Some(score) = game.score.filter(|_| game.viable == Some(true) || judgement.is_some()) else { continue };
            if !game.is_candidate() {
                shelved.push((game, judgement));
                continue;
            }
            // Each kind of sign against a game takes from its score, whichever profile that is by.
            let doubted = judgement.as_ref().map_or(score, |j| j.doubted(score, doubting));
            let verdicts = reader.verdicts(game.id)?;
            ranked.push((
                game,
                doubted,
                Place { score, doubted: doubted.value, rank: 0, tied: 0, verdicts, judgement, heat },
            ));
        }
        // Games with a fatal flaw come last, before them those with a sign against them.
        let tier = |place: &Place| {
            // How far they got there tells no more: in seven nights the first ten in this order are rated 0.1 higher than in that of the heats (`reports/readings`).
            let again = place.heat.is_some() && profile.is_none();
            let doubtful = place.judgement.as_ref().is_some_and(|judgement| judgement.weighing_signs() > 0);
            (place.verdicts.iter().any(VerdictRow::is_fatal), doubtful, Reverse(again))
        };
        order::sort_by(&mut ranked, |(a, x, v), (b, y, w)| {
            tier(v).cmp(&tier(w)).then(y.value.total_cmp(&x.value)).then(a.id.cmp(&b.id))
        });
        let left = leave_families(&mut ranked, rows, doubting.map_or(0.0, Profile::error), &|place| tier(place));
        let variation_of = order::map(left.iter().map(|(game, _, head)| (game.id, head.clone())));
        shelved.extend(left.into_iter().map(|(game, judgement, _)| (game, judgement)));
        let mut groups: Vec<usize> = Vec::new();
        for tier in ranked.chunk_by(|(_, _, v), (_, _, w)| tier(v) == tier(w)) {
            let scores: Vec<Score> = tier.iter().map(|(_, score, _)| *score).collect();
            let before = groups.last().copied().unwrap_or(0);
            groups.extend(ties(&scores).into_iter().map(|group| before + group));
        }
        let grouped = ranked.into_iter().zip(groups).map(|((row, score, place), tied)| {
            let judgement = place.judgement.as_ref();
            let placed = placing(score.value, judgement.map_or(usize::MAX, |j| j.words));
            let gist = judgement.map_or_else(Gist::default, |j| Gist::of(&j.reduced));
            (row, Place { tied, ..place }, placed, gist)
        });
        let mut grouped: Vec<_> = grouped.collect();
        for alike in grouped.chunk_by_mut(|(_, v, ..), (_, w, ..)| tier(v) == tier(w)) {
            order::sort_by(alike, |(a, _, x, _), (b, _, y, _)| y.total_cmp(x).then(a.id.cmp(&b.id)));
            varied(alike, |(_, _, placed, gist)| (*placed, gist));
        }
        let ranked = grouped.into_iter().enumerate();
        let ranked = ranked.map(|(i, (row, place, ..))| (row, Place { rank: i + 1, ..place })).collect();
        let value = |row: &GameRow| row.score.map_or(f64::NEG_INFINITY, |score| score.value);
        order::sort_by(&mut shelved, |(a, _), (b, _)| {
            a.shelf.cmp(&b.shelf).then(value(b).total_cmp(&value(a))).then(a.id.cmp(&b.id))
        });
        Ok(Order { ranked, shelved, heats, variation_of, measured })
    }

    /// The games of the last round, as they are after it.
    pub fn again(&self) -> impl Iterator<Item = &GameRow> {
        let rows = self.ranked.iter().map(|(row, _)| row).chain(self.shelved.iter().map(|(row, _)| row));
        rows.filter(|row| self.heats.contains_key(&row.id))
    }
}

/// Takes out of a ranking all of a family but the game that stands for it: the shortest of those that are as good as the best, in the best's tier, with a goal to win by if any has one.
/// Those that are left out come with the name of that game.
fn leave_families<T: PartialEq>(
    ranked: &mut Vec<(GameRow, Score, Place)>,
    rows: &[GameRow],
    error: f64,
    tier: &dyn Fn(&Place) -> T,
) -> Vec<(GameRow, Option<Judgement>, String)> {
    let mut families: BTreeMap<GameId, Vec<usize>> = BTreeMap::new();
    let rules = ranked.iter().map(|(game, _, place)| (game.id, place.judgement.as_ref().map(|j| j.reduced.as_str())));
    let games: Vec<(GameId, Option<&str>)> = rules.collect();
    for (i, family) in evolution::families(rows, &games).into_iter().enumerate() {
        families.entry(family).or_default().push(i);
    }
    // The place of the game that stands for each game.
    let mut heads = vec![0; ranked.len()];
    for places in families.into_values() {
        let best = tier(&ranked[places[0]].2);
        let level = places.iter().map(|&i| &ranked[i]).take_while(|(_, _, place)| tier(place) == best);
        let level: Vec<_> = level.map(|(_, score, place)| Relative::of(*score, place.judgement.as_ref())).collect();
        let head = places[evolution::head_of_family(&level, error)];
        places.into_iter().for_each(|i| heads[i] = head);
    }
    let names: Vec<String> = heads.iter().map(|&head| ranked[head].0.name.clone()).collect();
    let mut left = Vec::new();
    for (i, (mut game, score, place)) in std::mem::take(ranked).into_iter().enumerate() {
        if heads[i] == i {
            ranked.push((game, score, place));
            continue;
        }
        game.shelf = Some(Shelf::Variant);
        let judgement = place.judgement.map(|mut judgement| {
            judgement.shelf = Shelf::Variant;
            judgement.reasons.insert(0, format!("{} with little changed, which is ranked", names[i]));
            judgement
        });
        left.push((game, judgement, names[i].clone()));
    }
    left
}

/// What the last round found of the games in it, as far as it has been played.
fn last_round(reader: &Reader, rows: &[GameRow]) -> Result<BTreeMap<GameId, Remeasured>, StoreError> {
    let recipe = reader.run()?.and_then(|run| Recipe::parse(&run.recipe, "the recipe of the run").ok());
    let Some(recipe) = recipe else { return Ok(BTreeMap::new()) };
    Ok(evolution::played(reader, rows, &recipe.last_round)?.results)
}

/// Stored measurements scored by a profile.
fn rescored(profile: &Profile, rows: &[Measurement]) -> Score {
    score_stored(profile, &read_measurements(rows))
}

/// The groups of statistically tied games among scores in falling order.
///
/// A group is led by its best game and goes on as long as the data cannot tell the next one from it.
fn ties(scores: &[Score]) -> Vec<usize> {
    let mut groups = Vec::with_capacity(scores.len());
    let (mut group, mut leader) = (0, None);
    for score in scores {
        if leader.is_none_or(|leader: &Score| !leader.ties_with(score)) {
            group += 1;
            leader = Some(score);
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_judged_by_the_interval_of_the_difference() {
        let score = |value: f64, half: f64| Score { value, low: value - half, high: value + half };
        // With equal half-widths h the difference of two is uncertain by h·√2: 0.14 for 0.1.
        let scores = [score(1.0, 0.1), score(0.9, 0.1), score(0.86, 0.1), score(0.85, 0.1), score(0.5, 0.0)];
        assert_eq!(ties(&scores), [1, 1, 1, 2, 3]);
        assert_eq!(ties(&[]), Vec::<usize>::new());
    }
}
