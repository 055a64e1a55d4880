//! Where pieces might go if nothing stood in their way: what random moves are drawn among (`early`).

use super::kind::Kind;
use crate::board::{CellId, CellSet};

/// A move that a piece might have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub def: u16,
    /// Of paths: which group and which path of it; of slides: the direction.
    pub group: u8,
    pub way: u8,
    pub to: CellId,
    pub choice: u8,
}

/// Where moves come from: a type of piece, on cells that hold one of these contents; `None` for nowhere.
pub(super) type Origin = Option<(Kind, u8)>;

/// Pieces of one type on cells that have about as many prospects each, so that few draws are of none.
#[derive(Clone, Debug)]
pub(super) struct Group<const W: usize> {
    pub origin: Origin,
    pub cells: CellSet<W>,
    /// Where its prospects are in [`Prospects::begins`].
    pub first: usize,
    /// The most prospects from one of the cells.
    pub most: u32,
}

/// What a player's pieces might do in a fresh turn.
#[derive(Clone, Debug)]
pub(super) struct Prospects<const W: usize> {
    pub groups: Vec<Group<W>>,
    /// By origin and cell: where the prospects begin; one more at the end.
    pub begins: Vec<u32>,
    pub all: Vec<Prospect>,
}

impl<const W: usize> Prospects<W> {
    /// The prospects of a group from a cell.
    #[inline]
    pub fn from(&self, group: &Group<W>, cell: CellId) -> &[Prospect] {
        let at = group.first + usize::from(cell);
        &self.all[self.begins[at] as usize..self.begins[at + 1] as usize]
    }
}

/// How often drawing among prospects may still fail in a game; whoever fails too often finds all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Credit(i32);

impl Credit {
    const FAILURE: i32 = 8;
    const MOST: i32 = 4 * Self::FAILURE;

    pub fn succeed(&mut self) {
        self.0 = (self.0 + 1).min(Self::MOST);
    }

    pub fn fail(&mut self) {
        self.0 -= Self::FAILURE;
    }

    pub fn is_spent(self) -> bool {
        self.0 < 0
    }
}

impl Default for Credit {
    fn default() -> Self {
        Credit(2 * Self::FAILURE)
    }
}
