//! The board as the engine reads it: neighbour tables, masks and shifts sized to the board.

use super::state::NOWHERE;
use crate::board::{Board, CellId, CellSet};

/// A map from cells to cells as a handful of shifts, so that whole sets move at once.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<const W: usize> {
    /// Cells of the mask move by the number. Most maps of regular boards are one shift.
    first: (i32, CellSet<W>),
    more: Vec<(i32, CellSet<W>)>,
}

impl<const W: usize> Shifts<W> {
    /// The map `cell → map[cell]`, where [`NOWHERE`] is outside its domain.
    pub fn of(map: &[CellId]) -> Self {
        let mut parts: Vec<(i32, CellSet<W>)> = Vec::new();
        for (cell, &image) in map.iter().enumerate().filter(|(_, image)| **image != NOWHERE) {
            let by = image as i32 - cell as i32;
            match parts.iter_mut().find(|(b, _)| *b == by) {
                Some((_, mask)) => mask.insert(cell as CellId),
                None => parts.push((by, CellSet::of(cell as CellId))),
            }
        }
        let first = if parts.is_empty() { (0, CellSet::EMPTY) } else { parts.remove(0) };
        Shifts { first, more: parts }
    }

    /// The images of the cells of a set.
    #[inline(always)]
    pub fn image(&self, set: CellSet<W>) -> CellSet<W> {
        let moved = |(by, mask): &(i32, CellSet<W>)| (set & *mask).shifted(*by);
        self.more.iter().fold(moved(&self.first), |out, part| out | moved(part))
    }

    /// The cells whose image is in a set.
    #[inline(always)]
    pub fn preimage(&self, set: CellSet<W>) -> CellSet<W> {
        let moved = |(by, mask): &(i32, CellSet<W>)| set.shifted(-by) & *mask;
        self.more.iter().fold(moved(&self.first), |out, part| out | moved(part))
    }
}

/// Neighbour tables of a board.
#[derive(Clone, Debug)]
pub(crate) struct Topology<const W: usize> {
    /// All cells.
    pub all: CellSet<W>,
    /// How many cells there are.
    pub cells: usize,
    /// How many directions.
    pub directions: usize,
    next: Vec<CellId>,
    /// The direction maps as shifts.
    pub shifts: Vec<Shifts<W>>,
    /// By cell: its direct, its indirect and its adjacent neighbours.
    pub direct: Vec<CellSet<W>>,
    pub indirect: Vec<CellSet<W>>,
    pub adjacent: Vec<CellSet<W>>,
    /// By cell: its neighbours in any direction.
    pub around: Vec<CellSet<W>>,
    /// The directions that count as adjacent.
    pub adjacent_directions: Vec<usize>,
    /// All directions in the order in which lines are looked for: direct ones first.
    pub line_directions: Vec<usize>,
    /// By direction: the opposite one.
    pub opposite: Vec<usize>,
    /// Cells on the edge of the board.
    pub edge: CellSet<W>,
    pub phase: Vec<u8>,
    pub row: Vec<u16>,
    pub col: Vec<u16>,
}

impl<const W: usize> Topology<W> {
    pub fn of(board: &Board) -> Self {
        let cells = board.len();
        let directions = board.directions();
        let each = || (0..cells).map(|c| c as CellId);
        let next: Vec<CellId> =
            each().flat_map(|c| (0..directions).map(move |d| board.neighbour(c, d).unwrap_or(NOWHERE))).collect();
        let masks = |f: &dyn Fn(CellId) -> Vec<CellId>| each().map(|c| f(c).into_iter().collect()).collect();
        let shifts = (0..directions)
            .map(|d| Shifts::of(&(0..cells).map(|c| next[c * directions + d]).collect::<Vec<_>>()))
            .collect();
        Topology {
            all: CellSet::first(cells),
            cells,
            directions,
            shifts,
            direct: masks(&|c| board.direct(c).to_vec()),
            indirect: masks(&|c| board.indirect(c).to_vec()),
            adjacent: masks(&|c| board.adjacent(c).to_vec()),
            around: masks(&|c| board.direct(c).iter().chain(board.indirect(c)).copied().collect()),
            adjacent_directions: board.adjacent_directions().to_vec(),
            line_directions: [board.directions_of(true, false), board.directions_of(false, true)].concat(),
            opposite: (0..directions).map(|d| board.opposite(d)).collect(),
            edge: board.edge().into_iter().collect(),
            phase: each().map(|c| board.phase(c)).collect(),
            row: each().map(|c| board.row(c) as u16).collect(),
            col: each().map(|c| board.col(c) as u16).collect(),
            next,
        }
    }

    /// The neighbour of a cell in a direction, or [`NOWHERE`].
    #[inline]
    pub fn next(&self, cell: CellId, direction: usize) -> CellId {
        self.next[cell as usize * self.directions + direction]
    }

    /// The cells from `cell` in a direction up to the edge, without `cell` itself.
    pub fn ray(&self, cell: CellId, direction: usize) -> impl Iterator<Item = CellId> + '_ {
        let step = move |c: &CellId| match self.next(*c, direction) {
            NOWHERE => None,
            next => Some(next),
        };
        // A direction never leads round in a circle, but a bound costs nothing.
        std::iter::successors(step(&cell), step).take(self.cells)
    }

    /// The direction and number of steps from one cell to another along a straight line over any direction.
    pub fn line(&self, from: CellId, to: CellId) -> Option<(usize, u32)> {
        if from == NOWHERE || to == NOWHERE || from == to {
            return None;
        }
        self.line_directions.iter().find_map(|&d| self.ray(from, d).position(|c| c == to).map(|i| (d, i as u32 + 1)))
    }

    /// The cells of `within` connected to those of `seed` through neighbours given by `masks`.
    pub fn flood(&self, masks: &[CellSet<W>], seed: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut group = seed & within;
        let mut frontier = group;
        while !frontier.is_empty() {
            let mut grown = CellSet::EMPTY;
            for cell in frontier {
                grown |= masks[cell as usize];
            }
            frontier = (grown & within).minus(&group);
            group |= frontier;
        }
        group
    }

    /// The cells that are neighbours of a set's cells, by `masks`.
    pub fn spread(&self, masks: &[CellSet<W>], set: CellSet<W>) -> CellSet<W> {
        set.iter().fold(CellSet::EMPTY, |out, c| out | masks[c as usize])
    }
}
