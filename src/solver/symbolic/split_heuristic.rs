//! The split heuristic: sets divided in two, so that the halves can be worked on in parallel.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::game::rules::Player;
use crate::order;
use crate::solver::dfa::{Error, Reading, Set, Shape, Symbol, in_parallel};

/// Symbols to be tried: those that may be read in most states.
const SYMBOLS: usize = 4;

/// To divide anew pays if the larger half shrinks to less than this.
const WORTHWHILE: f64 = 0.9;

/// The strings with some symbol at least so often in their first half.
///
/// They divide a set in two, those within and those without, and what leads to each half's strings is worked out from all of the ply beside it,
/// with no need of the other half, in half the memory. What may follow the first half of a string depends on how much of what there is stands in
/// it, so that two halves share few states, and together are at most a quarter more work than the whole, two fifths where they are split by what is
/// in one cell. The idea is known of decision diagrams as partitioning by windows (Narayan and others, 1996).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    symbol: Symbol,
    least: usize,
}

impl Window {
    fn set(self, shape: &Shape) -> Result<Set, Error> {
        let places = shape.len() / 2;
        Set::recognised(shape, 0, places, |layer, &times, read| match times + usize::from(read == self.symbol) {
            times if times >= self.least => Reading::Accept,
            _ if layer + 1 >= places => Reading::Reject,
            times => Reading::Open(times),
        })
    }
}

/// A way to divide some sets in two.
pub(super) struct Split {
    window: Window,
    mover: Player,
    /// States of the sets within the window and without.
    states: [f64; 2],
    /// How hard the larger half is likely to be, in states.
    larger: f64,
}

impl Split {
    /// What is in the one half, and what in the other.
    ///
    /// # Errors
    /// None that can happen with sets of the shape.
    pub fn halves(&self, shape: &Shape) -> Result<[Set; 2], Error> {
        let window = self.window.set(shape)?;
        Ok([window.clone(), window.complement()])
    }
}

/// What working on halves has taught about how much more work it is within a window than without, beyond what the states tell: a factor for each
/// player to move and symbol.
#[derive(Debug, Default)]
pub(super) struct SplitHeuristic {
    factors: BTreeMap<(Player, Symbol), f64>,
}

impl SplitHeuristic {
    /// The split whose halves are likely to be equally hard to work on. None if strings have no two halves.
    ///
    /// # Errors
    /// As [`in_parallel`].
    pub fn best(&self, shape: &Shape, mover: Player, sets: &[Set]) -> Result<Option<Split>, Error> {
        Ok(self.splits(shape, mover, sets)?.into_iter().min_by(|a, b| a.larger.total_cmp(&b.larger)))
    }

    /// The split whose first half is `before`, if it is among those tried, unless another is so much better that it is worth dividing anew: then
    /// that one, and true.
    ///
    /// # Errors
    /// As [`in_parallel`].
    pub fn again(
        &self,
        shape: &Shape,
        mover: Player,
        before: &Set,
        sets: &[Set],
    ) -> Result<(Option<Split>, bool), Error> {
        let mut splits = self.splits(shape, mover, sets)?;
        order::sort_by(&mut splits, |a, b| a.larger.total_cmp(&b.larger));
        let mut now = None;
        for (i, split) in splits.iter().enumerate() {
            if split.window.set(shape)? == *before {
                now = Some(i);
            }
        }
        let all = sets.iter().map(Set::states).sum::<usize>() as f64;
        let larger = now.map_or(all, |i| splits[i].larger);
        let better = splits.first().is_some_and(|best| best.larger < WORTHWHILE * larger);
        let chosen = if better { Some(0) } else { now };
        Ok((chosen.map(|i| splits.swap_remove(i)), better))
    }

    /// Each split that may be.
    fn splits(&self, shape: &Shape, mover: Player, sets: &[Set]) -> Result<Vec<Split>, Error> {
        let symbols = frequent(shape, sets);
        let splits = in_parallel(symbols.len(), |i| {
            let symbol = symbols[i];
            let mut sums: Vec<[usize; 2]> = Vec::new();
            for set in sets {
                let divisions = set.divisions(symbol, shape.len() / 2);
                sums.resize(divisions.len(), [0; 2]);
                for ([with, without], [more_with, more_without]) in sums.iter_mut().zip(divisions) {
                    (*with, *without) = (*with + more_with, *without + more_without);
                }
            }
            let factor = self.factors.get(&(mover, symbol)).copied().unwrap_or(1.0);
            let split = |(least, states): (usize, [usize; 2])| {
                let states @ [with, without] = states.map(|states| states as f64);
                let hard = with * factor;
                let larger = (with + without) * hard.max(without) / (hard + without).max(1.0);
                Split { window: Window { symbol, least }, mover, states, larger }
            };
            Ok((1..).zip(sums).map(split).collect::<Vec<_>>())
        });
        Ok(splits?.into_iter().flatten().collect())
    }

    /// Takes note of the work that each half was.
    pub fn learn(&mut self, split: &Split, work: [u64; 2]) {
        let [expected, found] = [split.states, work.map(|states| states as f64)].map(|[with, without]| with / without);
        if (found / expected).is_normal() {
            self.factors.insert((split.mover, split.window.symbol), found / expected);
        }
    }
}

/// The symbols that may be read in the most states of the layer in the middle.
fn frequent(shape: &Shape, sets: &[Set]) -> Vec<Symbol> {
    let middle = shape.len() / 2;
    let mut read = vec![0; shape.symbols(middle)];
    for set in sets {
        read.iter_mut().zip(set.readings(middle)).for_each(|(sum, states)| *sum += states);
    }
    let mut symbols: Vec<Symbol> = (0..=Symbol::MAX).take(read.len()).collect();
    order::sort_by_key(&mut symbols, |&symbol| Reverse(read[usize::from(symbol)]));
    symbols.truncate(SYMBOLS);
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(shape: &Shape, strings: &[[Symbol; 4]]) -> Vec<Set> {
        strings.iter().map(|string| Set::single(shape, string).unwrap()).collect()
    }

    #[test]
    fn a_window_counts_a_symbol_in_the_first_half() {
        let shape = Shape::uniform(5, 3).unwrap();
        for (symbol, least) in [(0, 1), (1, 1), (2, 2)] {
            let window = Window { symbol, least };
            let halves = Split { window, mover: Player::White, states: [1.0; 2], larger: 1.0 }.halves(&shape).unwrap();
            for string in Set::full(&shape).iter() {
                let often = string[..2].iter().filter(|&&read| read == symbol).count() >= least;
                assert_eq!(halves.each_ref().map(|half| half.contains(&string)), [often, !often]);
            }
        }
    }

    #[test]
    fn a_cut_may_be_by_any_of_256_symbols_and_divides_evenly() {
        let shape = Shape::uniform(4, 256).unwrap();
        let sets = singles(&shape, &[[255, 0, 255, 0], [0, 255, 255, 1], [254, 254, 254, 0], [3, 3, 3, 0]]);
        let split = SplitHeuristic::default().best(&shape, Player::White, &sets).unwrap().unwrap();
        assert_eq!((split.window, split.states), (Window { symbol: 255, least: 1 }, [4.0, 4.0]));
        assert!(SplitHeuristic::default().best(&Shape::uniform(1, 2).unwrap(), Player::White, &[]).unwrap().is_none());
    }

    #[test]
    fn what_was_hard_is_cut_elsewhere() {
        let shape = Shape::uniform(4, 3).unwrap();
        // Of eight strings, four have symbol 1 in the first half, three symbol 2, one symbol 0.
        let first = [1, 1, 1, 1, 2, 2, 2, 0];
        let sets = singles(&shape, &first.map(|symbol| [symbol, symbol, 0, 0]));
        let mut heuristic = SplitHeuristic::default();
        let split = heuristic.best(&shape, Player::White, &sets).unwrap().unwrap();
        assert_eq!((split.window, split.states), (Window { symbol: 1, least: 1 }, [8.0, 8.0]));
        let before = split.window.set(&shape).unwrap();
        let again = |heuristic: &SplitHeuristic, mover: Player, before: &Set| {
            let (split, again) = heuristic.again(&shape, mover, before, &sets).unwrap();
            (split.map(|split| split.window), again)
        };
        assert_eq!(again(&heuristic, Player::White, &before), (Some(split.window), false));
        // The window was three times as hard as what is without.
        heuristic.learn(&split, [300, 100]);
        let other = Window { symbol: 2, least: 1 };
        assert_eq!(heuristic.best(&shape, Player::White, &sets).unwrap().unwrap().window, other);
        assert_eq!(again(&heuristic, Player::White, &before), (Some(other), true));
        // For the other side to move, nothing is known; nor are there halves that need not be split again.
        assert_eq!(again(&heuristic, Player::Black, &before), (Some(split.window), false));
        assert_eq!(again(&heuristic, Player::Black, &Set::full(&shape)), (Some(split.window), true));
        // Without work nothing is learnt.
        heuristic.learn(&split, [0, 100]);
        assert_eq!(heuristic.best(&shape, Player::White, &sets).unwrap().unwrap().window, other);
    }
}
