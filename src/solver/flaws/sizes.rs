//! Boards of other sizes.

use crate::board::BoardSpec;
use crate::game::{AnyGame, Rules};

/// The sizes of a board and of smaller ones, each one less in every direction.
pub(super) fn smaller(board: &BoardSpec) -> impl Iterator<Item = Vec<u32>> {
    let sizes = board.sizes.clone();
    let least = sizes.iter().copied().min().unwrap_or(1);
    // Nothing is to be learnt from boards one cell across that are not meant to be.
    let steps = least.saturating_sub(1).max(1);
    (0..steps).map(move |less| sizes.iter().map(|n| n - less).collect())
}

/// The sizes that are one more in one direction, as far as those of the game's own board allow.
pub(super) fn larger(sizes: &[u32], own: &[u32]) -> Vec<Vec<u32>> {
    let grown = |i: usize| sizes.iter().enumerate().map(|(k, n)| n + u32::from(k == i)).collect::<Vec<_>>();
    let fits = |more: &Vec<u32>| more.iter().zip(own).all(|(a, b)| a <= b);
    (0..sizes.len()).map(grown).filter(fits).collect()
}

/// The rules on a board of other sizes, if they can be played there.
pub(super) fn resized(rules: &Rules, sizes: &[u32]) -> Option<AnyGame> {
    let mut rules = rules.clone();
    rules.board.sizes = sizes.to_vec();
    AnyGame::new(rules).ok()
}
