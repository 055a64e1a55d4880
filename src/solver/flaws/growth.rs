//! "It's Nim": whether the lost positions follow a short rule.
//!
//! A rule that goes through the board once, remembering little, is a small automaton for the set of lost positions. As the
//! board grows in one direction the positions multiply; the states of the minimal automaton multiply too if the rule is
//! intricate, and grow by a fixed number a row if it is simple (Nim: the running exclusive-or of the heaps).

use super::super::SolveError;
use super::board::lost_of;
use super::limits::Limits;
use super::sizes::resized;
use super::verdict::Verdict;
use crate::game::Rules;
use crate::with_game;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// Boards needed to speak of growth.
const BOARDS: usize = 4;
/// Boards examined.
const MOST: usize = 6;
/// The largest size tried.
const MAX_SIZE: u32 = 12;

/// One board of a family.
#[derive(Clone, Debug, Serialize)]
struct Point {
    sizes: Vec<u32>,
    cells: usize,
    positions: u64,
    /// Positions lost for the first player to move.
    lost: usize,
    /// States of the minimal automaton of these.
    states: usize,
}

/// Measures growth in every direction of the board.
pub(super) fn simple_rule(rules: &Rules, base: &[u32], limits: &Limits) -> (Verdict, Json) {
    let mut families = Vec::new();
    let mut measured = false;
    for direction in 0..base.len() {
        let family = family(rules, base, direction, limits);
        let simple = family.len() >= BOARDS && is_simple(&family);
        measured |= family.len() >= BOARDS;
        families.push(json!({"direction": direction + 1, "simple": simple, "boards": family}));
        if simple {
            return (Verdict::Flawed, json!({"families": families}));
        }
    }
    (if measured { Verdict::Sound } else { Verdict::Open }, json!({"families": families}))
}

/// Boards that grow in one direction only, as far as the budget goes.
fn family(rules: &Rules, base: &[u32], direction: usize, limits: &Limits) -> Vec<Point> {
    let boards = (1..=MAX_SIZE).filter_map(|size| {
        let mut sizes = base.to_vec();
        sizes[direction] = size;
        resized(rules, &sizes).map(|game| (sizes, game))
    });
    let measured = boards.map(|(sizes, game)| {
        let (lost, positions) = with_game!(&game, game => lost_of(game, &limits.budget()))?;
        Ok(Point { sizes, cells: game.board().len(), positions, lost: lost.len(), states: states(lost) })
    });
    // Larger boards than the first that is too large are too large as well; on some the value may hang on repetition.
    let within = measured.take_while(|point| !matches!(point, Err(SolveError::Budget { .. })));
    within.filter_map(Result::ok).take(MOST).collect()
}

/// Whether states grow no faster than cells on the largest boards, while positions multiply.
fn is_simple(family: &[Point]) -> bool {
    let last = &family[family.len() - BOARDS..];
    let slope = |w: &[Point]| (w[1].states as f64 - w[0].states as f64) / (w[1].cells as f64 - w[0].cells as f64);
    let slopes: Vec<f64> = last.windows(2).map(slope).collect();
    let multiply = last.windows(2).all(|w| w[1].positions as f64 >= 1.8 * w[0].positions as f64);
    let more_lost = last.windows(2).all(|w| w[1].lost > w[0].lost);
    multiply && more_lost && slopes.windows(2).all(|s| s[1] <= 1.1 * s[0] + 0.5)
}

/// The states of the minimal automaton of a set of strings: different sets of endings, by place, the empty one left out.
fn states(mut strings: Vec<Vec<u8>>) -> usize {
    strings.sort_unstable();
    strings.dedup();
    let mut known = Known::default();
    known.state(&strings, 0);
    known.0.len()
}

/// Numbers the states by what follows: by place, and by letter the state that comes next.
#[derive(Default)]
struct Known(HashMap<(usize, Vec<(u8, usize)>), usize>);

impl Known {
    fn state(&mut self, strings: &[Vec<u8>], place: usize) -> usize {
        let mut next = Vec::new();
        let mut rest = strings;
        while let Some(letter) = rest.first().and_then(|s| s.get(place)) {
            let run = rest.partition_point(|s| s.get(place).is_some_and(|l| l <= letter));
            next.push((*letter, self.state(&rest[..run], place + 1)));
            rest = &rest[run..];
        }
        let count = self.0.len();
        *self.0.entry((place, next)).or_insert(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_those_of_the_minimal_automaton() {
        let of = |words: &[&str]| states(words.iter().map(|w| w.bytes().collect()).collect());
        assert_eq!(of(&["ab", "bb"]), 3);
        assert_eq!(of(&["ab", "ba"]), 4);
        assert_eq!(of(&["aa", "ab", "ba", "bb"]), 3);
        // Three heaps of up to three: their exclusive-or is nothing.
        let mut nim = Vec::new();
        for (a, b) in (0..4u8).flat_map(|a| (0..4u8).map(move |b| (a, b))) {
            nim.push(vec![a, b, a ^ b]);
        }
        assert_eq!(states(nim), 1 + 4 + 4 + 1);
    }
}
