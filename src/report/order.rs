//! The order of the candidates of a population, and the shelves of the others.

use crate::criticism::{Profile, Score};
use crate::judgement::Judgement;
use crate::order;
use crate::store::{Fate, GameRow, Reader, StoreError, VerdictRow};

/// The rank of a candidate, and what it follows from.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its score.
    pub score: Score,
    /// From 1 on.
    pub rank: usize,
    /// The number of the group of games that the data cannot tell from the best of the group; from 1 on.
    pub tied: usize,
    /// The verdicts on its flaws.
    pub verdicts: Vec<VerdictRow>,
    /// What is thought of it.
    pub judgement: Option<Judgement>,
}

/// The viable games of a population.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The candidates, the best first.
    pub ranked: Vec<(GameRow, Place)>,
    /// The games that are not ranked: variants, then those without a score, then flawed ones; of each the best first.
    pub shelved: Vec<(GameRow, Option<Judgement>)>,
}

impl Order {
    /// That of these games, whose scores are by the profile that is named; `profile` is that profile where the games were scored again.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn of(reader: &Reader, rows: &[GameRow], named: &str, profile: Option<&Profile>) -> Result<Order, StoreError> {
        let doubting = profile.map(Profile::error).or_else(|| Profile::shipped(named).map(|p| p.error()));
        let mut ranked: Vec<(GameRow, Score, Place)> = Vec::new();
        let mut shelved = Vec::new();
        for game in rows.iter().filter(|game| game.fate == Fate::Admitted && game.evaluated_twice) {
            let judgement = if game.shelf.is_some() { reader.judgement(game.id)? } else { None };
            let Some(score) = game.score.filter(|_| game.viable == Some(true) || judgement.is_some()) else { continue };
            if !game.is_candidate() {
                shelved.push((game.clone(), judgement));
                continue;
            }
            // Each kind of sign against a game takes from its score, whichever profile that is by.
            let less = judgement.as_ref().map_or(0.0, |j| j.doubt(doubting));
            let doubted = Score { value: score.value - less, low: score.low - less, high: score.high - less };
            let place = Place { score, rank: 0, tied: 0, verdicts: reader.verdicts(game.id)?, judgement };
            ranked.push((game.clone(), doubted, place));
        }
        // Games with a fatal flaw come after all others.
        let fatal = |place: &Place| place.verdicts.iter().any(VerdictRow::is_fatal);
        order::sort_by(&mut ranked, |(a, x, v), (b, y, w)| {
            fatal(v).cmp(&fatal(w)).then(y.value.total_cmp(&x.value)).then(a.id.cmp(&b.id))
        });
        let worth = ranked.partition_point(|(_, _, place)| !fatal(place));
        let scores: Vec<Score> = ranked.iter().map(|(_, score, _)| *score).collect();
        let mut groups = ties(&scores[..worth]);
        let before = groups.last().copied().unwrap_or(0);
        groups.extend(ties(&scores[worth..]).into_iter().map(|group| before + group));
        let placed = ranked.into_iter().zip(groups).enumerate();
        let ranked = placed.map(|(i, ((row, _, place), tied))| (row, Place { rank: i + 1, tied, ..place })).collect();
        let value = |row: &GameRow| row.score.map_or(f64::NEG_INFINITY, |score| score.value);
        order::sort_by(&mut shelved, |(a, _), (b, _)| {
            a.shelf.cmp(&b.shelf).then(value(b).total_cmp(&value(a))).then(a.id.cmp(&b.id))
        });
        Ok(Order { ranked, shelved })
    }
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
