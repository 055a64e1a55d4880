//! The moves of fast play.

use super::super::capture;
use super::super::mask::Mask;
use super::super::rules::ByPlayer;
use super::super::state::NOWHERE;
use super::super::topology::{Shifts, Topology};
use super::track::{Pieces, Workspace};
use crate::board::{CellId, CellSet};

/// Finds and chooses moves.
pub(super) trait Movement<const W: usize> {
    /// Whether pieces leave cells.
    const TAKES: bool;

    /// Finds the moves of the player to move. Returns their number.
    fn find(&self, topology: &Topology<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32;

    /// The move of an index below that number, of those just found: where from and where to.
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId);

    /// What else happens once the piece has come to `to`.
    #[inline(always)]
    fn finish(&self, _: &Topology<W>, _: &mut Pieces<W>, _to: CellId) {}
}

/// A piece may be placed on any empty cell: these are kept as a list, from which the one that is taken is dropped.
#[derive(Clone, Debug)]
pub(super) struct FreeDrops;

impl<const W: usize> Movement<W> for FreeDrops {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, _: &Topology<W>, _: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        memory.free.len() as u32
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.free.swap_remove(index as usize))
    }
}

/// A piece may be placed on cells each of which is open from the beginning or opened by the piece on one other cell: these are
/// kept as a list, in which a cell gives way to the one that its piece opens.
#[derive(Clone, Debug)]
pub(super) struct Falls<const W: usize> {
    pub on_to: Mask<W>,
    /// By cell: the one that is opened.
    pub opened: Vec<CellId>,
}

impl<const W: usize> Falls<W> {
    /// The cells on which a piece may be placed.
    pub fn open(&self, topology: &Topology<W>, pieces: &Pieces<W>) -> CellSet<W> {
        self.on_to.select(&pieces.view(&topology.all), topology.all)
    }
}

impl<const W: usize> Movement<W> for Falls<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, _: &Topology<W>, _: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        memory.free.len() as u32
    }

    #[inline(always)]
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        let cell = memory.free[index as usize];
        match self.opened[cell as usize] {
            // Pieces may have been put in place at the start with nothing below.
            next if next != NOWHERE && !pieces.occupied().contains(next) => memory.free[index as usize] = next,
            _ => {
                memory.free.swap_remove(index as usize);
            }
        }
        (NOWHERE, cell)
    }
}

/// A piece may be placed where a condition holds.
#[derive(Clone, Debug)]
pub(super) struct Drops<const W: usize>(pub ByPlayer<Mask<W>>);

impl<const W: usize> Movement<W> for Drops<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, topology: &Topology<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let all = &topology.all;
        memory.found[0] = self.0[pieces.mover].select(&pieces.view(all), *all);
        memory.found[0].len()
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.found[0].nth(index).unwrap_or(0))
    }
}

/// A piece may be placed where a condition holds, and what it hems in along lines changes sides or is taken.
#[derive(Clone, Debug)]
pub(super) struct Flips<const W: usize> {
    pub on_to: ByPlayer<Mask<W>>,
    /// Whether nothing may be placed that does not.
    pub must: bool,
    /// Whether what is hemmed in changes sides.
    pub converts: bool,
    pub size: Option<(u32, u32)>,
}

impl<const W: usize> Movement<W> for Flips<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, topology: &Topology<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let mover = pieces.mover;
        let mut found = self.on_to[mover].select(&pieces.view(&topology.all), topology.all);
        if self.must && !found.is_empty() {
            found =
                capture::drops_that_capture_lines(topology, pieces.owned[mover], pieces.owned[mover.opponent()], found);
        }
        memory.found[0] = found;
        found.len()
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.found[0].nth(index).unwrap_or(0))
    }

    #[inline(always)]
    fn finish(&self, topology: &Topology<W>, pieces: &mut Pieces<W>, to: CellId) {
        let (own, other) = (pieces.mover, pieces.mover.opponent());
        let taken = capture::lines(topology, to, &pieces.owned[other], &pieces.owned[own], self.size);
        pieces.owned[other] = pieces.owned[other].minus(&taken);
        if self.converts {
            pieces.owned[own] |= taken;
        }
    }
}

/// Pieces go along paths.
#[derive(Clone, Debug)]
pub(super) struct Steps<const W: usize>(pub ByPlayer<Vec<StepPath<W>>>);

/// One path of the pieces.
#[derive(Clone, Debug)]
pub(super) struct StepPath<const W: usize> {
    pub on_from: Mask<W>,
    pub on_to: Mask<W>,
    pub on_path: Mask<W>,
    pub shifts: Shifts<W>,
    pub map: Vec<CellId>,
}

impl<const W: usize> Movement<W> for Steps<W> {
    const TAKES: bool = true;

    #[inline(always)]
    fn find(&self, topology: &Topology<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let all = &topology.all;
        let own = pieces.owned[pieces.mover];
        let view = pieces.view(all);
        let mut count = 0;
        for (way, found) in self.0[pieces.mover].iter().zip(&mut memory.found) {
            let from = way.on_from.select(&view, own);
            let to = way.on_to.select(&view, *all);
            *found = way.on_path.select(&view, from & way.shifts.preimage(to));
            count += found.len();
        }
        count
    }

    #[inline(always)]
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, mut index: u32) -> (CellId, CellId) {
        for (origins, way) in memory.found.iter().zip(&self.0[pieces.mover]) {
            let count = origins.len();
            if index < count {
                let from = origins.nth(index).unwrap_or(0);
                return (from, way.map[from as usize]);
            }
            index -= count;
        }
        // The index is below the number found.
        (NOWHERE, 0)
    }
}
