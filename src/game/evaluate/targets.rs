//! The cells that a condition is about.

use super::super::context::Context;
use super::super::predicate::TargetFilter;
use crate::board::{CellId, CellSet};

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
