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

/// The rules on a board of other sizes, if they can be played there.
pub(super) fn resized(rules: &Rules, sizes: &[u32]) -> Option<AnyGame> {
    let mut rules = rules.clone();
    rules.board.sizes = sizes.to_vec();
    AnyGame::new(rules).ok()
}
