//! What is seen of a position where conditions on single cells are judged for sets of cells.

use super::owner::ByOwner;
use crate::board::{CellId, CellSet};

/// What conditions on single cells look at.
pub(super) struct View<'a, const W: usize> {
    pub owned: &'a ByOwner<CellSet<W>>,
    pub empty: CellSet<W>,
    /// Where the last move ended, and what of the turn conditions may ask about.
    pub last: CellId,
    pub continuing: bool,
    pub first_move: bool,
}

impl<const W: usize> View<'_, W> {
    /// The cells that hold one of these contents, as bits: 1 White's, 2 Black's, 4 nobody's piece, 8 nothing.
    #[inline]
    pub fn holding(&self, content: u8) -> CellSet<W> {
        let owned = self.owned.among(content);
        if content & 8 != 0 { owned | self.empty } else { owned }
    }
}
