//! The numbers of a board as the engine reads them: neighbours, straight lines and directions, whatever the size of its sets.

use super::state::NOWHERE;
use crate::board::{Board, CellId};

/// The largest board on which the lines between all cells are tabled.
const MAX_TABLED: usize = 384;

/// Neighbours and lines of a board.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// How many cells there are.
    pub cells: usize,
    /// How many directions.
    pub directions: usize,
    next: Vec<CellId>,
    /// From cell to cell: the direction plus one and the number of steps; empty on large boards.
    lines: Vec<(u8, u8)>,
    /// From cell to cell there is one straight line at most.
    pub simple_lines: bool,
    /// The number of cells of the longest ray.
    pub longest: usize,
    /// By direction: whether the numbers of the cells rise along it; empty on large boards.
    pub rising: Vec<bool>,
    /// The directions that count as adjacent.
    pub adjacent_directions: Vec<usize>,
    /// All directions in the order in which lines are looked for: direct ones first.
    pub line_directions: Vec<usize>,
    /// By direction: the opposite one.
    pub opposite: Vec<usize>,
    pub phase: Vec<u8>,
    pub row: Vec<u16>,
    pub col: Vec<u16>,
}

impl Grid {
    pub fn of(board: &Board) -> Self {
        let (cells, directions) = (board.len(), board.directions());
        let each = 0..cells as CellId;
        let mut next = Vec::with_capacity(cells * directions);
        for cell in each.clone() {
            next.extend((0..directions).map(|d| board.neighbour(cell, d).unwrap_or(NOWHERE)));
        }
        let mut grid = Grid {
            cells,
            directions,
            next,
            lines: Vec::new(),
            simple_lines: false,
            longest: 0,
            rising: Vec::new(),
            adjacent_directions: board.adjacent_directions().to_vec(),
            line_directions: [board.directions_of(true, false), board.directions_of(false, true)].concat(),
            opposite: (0..directions).map(|d| board.opposite(d)).collect(),
            phase: each.clone().map(|c| board.phase(c)).collect(),
            row: each.clone().map(|c| board.row(c) as u16).collect(),
            col: each.map(|c| board.col(c) as u16).collect(),
        };
        grid.longest = grid.origins().map(|(c, d)| grid.ray(c, d).count()).max().unwrap_or(0);
        if cells <= MAX_TABLED
            && let Some(rising) = grid.monotonic()
        {
            grid.rising = rising;
            grid.draw_lines();
        }
        grid
    }

    /// Every cell with every direction.
    fn origins(&self) -> impl Iterator<Item = (CellId, usize)> + use<> {
        let (cells, directions) = (self.cells, self.directions);
        (0..cells * directions).map(move |i| ((i / directions) as CellId, i % directions))
    }

    /// Whether the numbers of the cells rise along each direction; `None` if along one they go both up and down. All boards are numbered
    /// so that they do not; if one were, there is the slow way.
    fn monotonic(&self) -> Option<Vec<bool>> {
        let mut rising = vec![true; self.directions];
        let mut falling = rising.clone();
        for (cell, direction) in self.origins() {
            match self.next(cell, direction) {
                NOWHERE => {}
                next if next > cell => falling[direction] = false,
                _ => rising[direction] = false,
            }
        }
        rising.iter().zip(falling).all(|(&rising, falling)| rising || falling).then_some(rising)
    }

    /// Works out the straight lines between cells.
    fn draw_lines(&mut self) {
        let (mut lines, mut simple) = (vec![(0u8, 0u8); self.cells * self.cells], true);
        for &d in &self.line_directions {
            for c in 0..self.cells as CellId {
                for (i, to) in self.ray(c, d).enumerate() {
                    let line = &mut lines[c as usize * self.cells + to as usize];
                    if line.0 == 0 {
                        *line = (d as u8 + 1, i as u8 + 1);
                    } else {
                        simple = false;
                    }
                }
            }
        }
        (self.lines, self.simple_lines) = (lines, simple);
    }

    /// Whether the lines between all cells are known.
    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The neighbour of a cell in a direction, or [`NOWHERE`].
    #[inline]
    pub fn next(&self, cell: CellId, direction: usize) -> CellId {
        self.next[cell as usize * self.directions + direction]
    }

    /// The neighbours of all cells in a direction.
    pub fn along(&self, direction: usize) -> Vec<CellId> {
        (0..self.cells as CellId).map(|c| self.next(c, direction)).collect()
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
        if let Some(&(direction, steps)) = self.lines.get(from as usize * self.cells + to as usize) {
            return Some(((direction as usize).checked_sub(1)?, steps as u32));
        }
        self.line_directions.iter().find_map(|&d| self.ray(from, d).position(|c| c == to).map(|i| (d, i as u32 + 1)))
    }
}

/// A map `cell → map[cell]`, where [`NOWHERE`] is outside its domain, as shifts: the cells whose numbers change by each.
pub(crate) fn shifts(map: &[CellId]) -> Vec<(i32, Vec<CellId>)> {
    let mut parts: Vec<(i32, Vec<CellId>)> = Vec::new();
    for (cell, &image) in map.iter().enumerate().filter(|(_, image)| **image != NOWHERE) {
        let by = image as i32 - cell as i32;
        match parts.iter_mut().find(|(b, _)| *b == by) {
            Some((_, cells)) => cells.push(cell as CellId),
            None => parts.push((by, vec![cell as CellId])),
        }
    }
    parts
}
