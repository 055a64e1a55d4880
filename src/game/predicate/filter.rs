//! Which pieces and cells a condition is about.

use super::super::rules::StateId;
use super::super::state::Piece;

/// Which pieces: types and owners as masks, with optional state and flags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Filter {
    /// Bit per type.
    pub kinds: u16,
    /// Bits: 1 White, 2 Black, 4 neutral.
    pub owners: u8,
    pub state: Option<StateId>,
    pub flags: u8,
    /// Whether the owners alone decide.
    pub by_owner: bool,
}

impl Filter {
    #[inline]
    pub fn matches(&self, piece: Piece) -> bool {
        !piece.is_none()
            && piece.owner().is_among(self.owners)
            && self.kinds & piece.kind().bit() != 0
            && self.state.is_none_or(|s| s == piece.state())
            && piece.flags() & self.flags == self.flags
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TargetFilter {
    Empty,
    Pieces(Filter),
}

impl TargetFilter {
    /// Whether the cells that match are sets that every state has.
    #[inline]
    pub fn is_of_sets(&self) -> bool {
        match self {
            TargetFilter::Empty => true,
            TargetFilter::Pieces(filter) => filter.by_owner,
        }
    }
}
