//! Watching small boards: what each set of a player's cells makes true, worked out once.

use super::super::rules::{ByPlayer, Player};
use super::track::Workspace;
use super::watch::Watch;
use crate::board::{CellId, CellSet};

/// The most cells of a board of which there is a table.
const MAX_CELLS: usize = 10;

/// By player and by set of cells: the conditions that hold, as bits.
#[derive(Clone, Debug)]
pub(super) struct Tabled(ByPlayer<Vec<u64>>);

impl Tabled {
    /// The table of a board of so many cells, if it is small; `truth` says which conditions of a player hold, as bits, where the player has
    /// those cells, as bits.
    pub fn of(cells: usize, mut truth: impl FnMut(Player, u64) -> u64) -> Option<Tabled> {
        if cells > MAX_CELLS {
            return None;
        }
        Some(Tabled(ByPlayer::of(|player| (0..1 << cells).map(|cells| truth(player, cells)).collect())))
    }

    /// The conditions that a set of cells makes true for its player.
    #[inline(always)]
    pub fn truth<const W: usize>(&self, player: Player, own: &CellSet<W>) -> u64 {
        self.0[player][own.0[0] as usize]
    }
}

impl<const W: usize> Watch<W> for Tabled {
    fn prepare(&self, _: &mut Workspace<W>) {}

    #[inline(always)]
    fn placed(&self, _: &mut Workspace<W>, own: &CellSet<W>, player: Player, _: CellId) -> u64 {
        self.truth(player, own)
    }

    #[inline(always)]
    fn removed(&self, _: &mut Workspace<W>, _: Player, _: CellId) {}
}
