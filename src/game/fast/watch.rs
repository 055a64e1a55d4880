//! What a watch is: it says when a condition may have become true.

use super::super::rules::Player;
use super::track::Workspace;
use crate::board::{CellId, CellSet};

/// Watches for one kind of condition: lines, chains, what is tabled, or nothing but what the sets of cells say.
pub(super) trait Watch<const W: usize> {
    /// Sets up an empty board.
    fn prepare(&self, memory: &mut Workspace<W>);

    /// A piece of a player came to a cell, which is in `own` already. Returns the conditions of the player that may be true
    /// now, as bits.
    fn placed(&self, memory: &mut Workspace<W>, own: &CellSet<W>, player: Player, cell: CellId) -> u64;

    /// A piece of a player left a cell.
    fn removed(&self, memory: &mut Workspace<W>, player: Player, cell: CellId);
}

/// No condition needs more than the sets.
#[derive(Clone, Debug)]
pub(super) struct Unwatched;

impl<const W: usize> Watch<W> for Unwatched {
    fn prepare(&self, _: &mut Workspace<W>) {}

    #[inline(always)]
    fn placed(&self, _: &mut Workspace<W>, _: &CellSet<W>, _: Player, _: CellId) -> u64 {
        0
    }

    #[inline]
    fn removed(&self, _: &mut Workspace<W>, _: Player, _: CellId) {}
}
