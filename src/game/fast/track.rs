//! A game under way, as fast play keeps it.

use super::super::board_view::View;
use super::super::kind::ByKind;
use super::super::owner::ByOwner;
use super::super::rules::{ByPlayer, Player};
use super::super::state::{NOWHERE, State};
use crate::board::{CellId, CellSet};

/// The most ways in which pieces may step.
pub(super) const MAX_WAYS: usize = 12;

/// The pieces, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces<const W: usize> {
    pub owned: ByOwner<CellSet<W>>,
    pub mover: Player,
}

impl<const W: usize> Default for Pieces<W> {
    fn default() -> Self {
        Pieces { owned: ByOwner::default(), mover: Player::White }
    }
}

impl<const W: usize> Pieces<W> {
    #[inline(always)]
    pub(super) fn occupied(&self) -> CellSet<W> {
        self.owned.union()
    }

    #[inline(always)]
    pub(super) fn view<'a>(&'a self, all: &CellSet<W>) -> View<'a, W> {
        let empty = all.minus(&self.occupied());
        View { owned: &self.owned, empty, last: NOWHERE, continuing: false, first_move: false }
    }
}

/// What of a game under way only [`Turns`](super::turns::Turns) need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn<const W: usize> {
    /// By type: the cells, if types differ.
    pub kinds: ByKind<CellSet<W>>,
    pub hash: u64,
    pub captured: ByPlayer<ByKind<u8>>,
    pub moved: ByPlayer<bool>,
    pub continuing: bool,
    pub since: u32,
}

/// Moves found: those of a rule along one path, or from one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<const W: usize> {
    pub rule: u16,
    /// The number of the path, or the cell.
    pub at: CellId,
    pub size: u32,
    /// The origins along the path; else the destinations.
    pub set: CellSet<W>,
}

/// What movement and watches keep for themselves.
#[derive(Debug, Default)]
pub(super) struct Workspace<const W: usize> {
    /// By way of moving: the cells that may move so, or for drops be dropped on.
    pub found: [CellSet<W>; MAX_WAYS],
    /// The empty cells in any order, where moves are drops on any of them.
    pub free: Vec<CellId>,
    /// By player and line: the player's pieces along it.
    pub lines: Vec<u32>,
    /// By cell: the cell before it in its chain's tree; a root is its own.
    pub parent: Vec<CellId>,
    /// By cell, valid for roots: the regions its chain touches and its number of cells.
    pub touched: Vec<(u16, u16)>,
    /// The moves found in [`Turns`](super::turns::Turns).
    pub list: Vec<Found<W>>,
    /// The numbers of those that begin a longest turn, and lists for looking ahead for it.
    pub longest: Vec<u32>,
    pub deeper: Vec<Vec<Found<W>>>,
    /// For the general engine to look at.
    pub scratch: Option<Box<State<W>>>,
}

/// A game under way.
#[derive(Debug, Default)]
pub(in super::super) struct Track<const W: usize> {
    pub(super) pieces: Pieces<W>,
    pub(super) turn: Turn<W>,
    pub(super) plies: u32,
    pub(super) from: CellId,
    pub(super) to: CellId,
    pub(super) memory: Workspace<W>,
}

impl<const W: usize> Track<W> {
    /// Moves made since a state was put in place.
    pub fn plies(&self) -> u32 {
        self.plies
    }
}
