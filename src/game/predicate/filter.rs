//! Which pieces and cells a condition is about.

use super::super::context::Context;
use super::super::rules::StateId;
use super::super::state::Piece;
use crate::board::{CellId, CellSet};

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

impl<const W: usize> Context<'_, W> {
    /// The cells that match.
    pub fn targets(&self, filter: &TargetFilter) -> CellSet<W> {
        match filter {
            TargetFilter::Empty => self.game.topology.all.minus(&self.state.occupied()),
            TargetFilter::Pieces(filter) => self.game.matching(self.state, filter),
        }
    }

    /// Whether a cell matches.
    pub(super) fn is_target(&self, filter: &TargetFilter, cell: CellId) -> bool {
        match filter {
            TargetFilter::Empty => self.state.owner_of(cell).is_none(),
            TargetFilter::Pieces(f) if f.by_owner => self.state.owner_of(cell).is_some_and(|o| o.is_among(f.owners)),
            TargetFilter::Pieces(f) => f.matches(self.game.top(self.state, cell)),
        }
    }
}
