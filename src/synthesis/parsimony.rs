//! Parsimony: long rules are bred and bred from less often, without taking anything from a score.
//!
//! Length is the number of nodes of the canonical rules ([`length`]): words of English tell no more, and are dearer to count. Children longer than
//! most known games are rejected before they are played, with a chance that grows with their length (the Tarpeian method: Poli 2003). Genes
//! come from short games: the chance of a game to be a parent falls with its length. Of two games of a niche whose scores cannot
//! be told apart the shorter one stands for it.

use super::genome::Genome;
use crate::language::definitions::plain;
use crate::language::tree::Tree;
use serde::{Deserialize, Serialize};

/// What is done for short rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parsimony {
    /// The share of the known games, 0 to 1, default 0.6, whose length no child is rejected for.
    pub share: f64,
    /// How strictly longer children are rejected before they are played, 0 (not at all) to 10, default 2: with the chance
    /// 1 − (*limit* / *length*)^*strictness*.
    pub strictness: f64,
    /// How much the length of a game counts against it as a parent, 0 (nothing) to 10, default 2: the others' chances being equal,
    /// its chance is (*median* / (*median* + *length*))^*brevity*, with the median length of the known games.
    pub brevity: f64,
    /// Whether, of two games of a niche with scores that lie within each other's 95 % intervals, the shorter one is kept in the archive;
    /// default true.
    pub ties: bool,
}

impl Default for Parsimony {
    fn default() -> Self {
        Parsimony { share: 0.6, strictness: 2.0, brevity: 2.0, ties: true }
    }
}

impl Parsimony {
    /// The chance that a child is rejected for its length.
    pub fn rejection(&self, length: usize, limit: usize) -> f64 {
        if length <= limit || self.strictness <= 0.0 {
            return 0.0;
        }
        1.0 - (limit.max(1) as f64 / length as f64).powf(self.strictness)
    }

    /// The chance that a game which is drawn as a parent stays one.
    pub fn parenthood(&self, length: usize, median: usize) -> f64 {
        if self.brevity <= 0.0 {
            return 1.0;
        }
        let median = median.max(1) as f64;
        (median / (median + length as f64)).powf(self.brevity)
    }
}

/// The length of rules in nodes: elements, numbers and names, without what says nothing of play. What has a name is counted where it is
/// defined, and by its name where it is used.
pub fn length(tree: &Tree) -> usize {
    let in_full = Genome::new(tree).nodes.len();
    let saved = plain(tree).size().saturating_sub(tree.size());
    in_full.saturating_sub(saved).max(1)
}

/// The length that this share of the games does not exceed; 0 without games.
pub fn length_at(lengths: &[usize], share: f64) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let place = (share.clamp(0.0, 1.0) * sorted.len() as f64).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn longer_children_are_rejected_more_often_and_longer_games_are_parents_less_often() {
        for strength in [0.3, 1.0, 2.5] {
            let parsimony = Parsimony { strictness: strength, brevity: strength, ..Parsimony::default() };
            assert_eq!(parsimony.rejection(100, 100), 0.0);
            let rejections: Vec<f64> = (101..2_000).map(|n| parsimony.rejection(n, 100)).collect();
            assert!(rejections.windows(2).all(|w| w[0] < w[1]) && rejections[0] > 0.0 && rejections[1_898] < 1.0);
            let chances: Vec<f64> = (0..2_000).map(|n| parsimony.parenthood(n, 60)).collect();
            assert!(chances.windows(2).all(|w| w[0] > w[1]) && chances[0] == 1.0 && chances[1_999] > 0.0);
        }
        let usual = Parsimony::default();
        assert_eq!((usual.rejection(200, 100), usual.rejection(400, 100)), (0.75, 0.9375));
        assert_eq!((usual.parenthood(60, 60), usual.parenthood(180, 60)), (0.25, 0.0625));
        let off = Parsimony { strictness: 0.0, brevity: 0.0, ..usual };
        assert_eq!((off.rejection(1_000, 1), off.parenthood(1_000, 1)), (0.0, 1.0));
    }

    #[test]
    fn length_counts_what_matters_for_play() {
        let game = |name: &str, rest: &str| {
            parse(&format!("(game {name} (board (tiling square) (size 4 4)) (end (All win (in-a-row 3))) {rest})"))
                .unwrap()
        };
        let plain = length(&game("A", ""));
        assert_eq!(plain, length(&game("Other", "(aim \"A line of three.\") (description \"Short.\")")));
        assert!(length(&game("A", "(play can-pass)")) > plain);
        let lengths = [50, 10, 40, 20, 30];
        assert_eq!([0.0, 0.2, 0.5, 0.9, 1.0].map(|share| length_at(&lengths, share)), [10, 10, 30, 50, 50]);
        assert_eq!(length_at(&[], 0.5), 0);
    }
}
