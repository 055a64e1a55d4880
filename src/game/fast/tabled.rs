//! Watching small boards: what each set of a player's cells makes true, worked out once.

use super::super::Game;
use super::super::owner::ByOwner;
use super::super::rules::{ByPlayer, Player};
use super::super::state::State;
use super::{Watch, Workspace};
use crate::board::{CellId, CellSet};

/// The most cells of a board of which there is a table.
const MAX_CELLS: usize = 10;

/// By player and by set of cells: the conditions that hold, as bits.
#[derive(Clone, Debug)]
pub(super) struct Tabled(ByPlayer<Vec<u64>>);

impl Tabled {
    /// The watch for the conditions of both players that are given as bits, all of which depend on the player's own cells
    /// alone, if the board is small.
    pub fn of<const W: usize>(game: &Game<W>, watched: ByPlayer<u64>) -> Option<Tabled> {
        if game.topology.cells > MAX_CELLS {
            return None;
        }
        let mut state = game.start.clone();
        let mut truth = |player: Player, cells: u64| {
            state.owned = ByOwner::default();
            state.owned[player].0[0] = cells;
            held(game, &state, player, watched[player])
        };
        Some(Tabled(ByPlayer::of(|player| (0..1 << game.topology.cells).map(|cells| truth(player, cells)).collect())))
    }

    /// The conditions that a set of cells makes true for its player.
    #[inline(always)]
    pub fn truth<const W: usize>(&self, player: Player, own: &CellSet<W>) -> u64 {
        self.0[player][own.0[0] as usize]
    }
}

/// Which of the conditions of a player hold, as bits.
fn held<const W: usize>(game: &Game<W>, state: &State<W>, player: Player, watched: u64) -> u64 {
    let atoms = game.sides[player].clauses.atoms.iter().enumerate();
    atoms
        .filter(|(bit, _)| watched >> bit & 1 != 0)
        .fold(0, |held, (bit, atom)| held | (game.holds_now(&atom.test, state, &[], player, &mut None) as u64) << bit)
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
