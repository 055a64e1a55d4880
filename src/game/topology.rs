//! The board as the engine reads it: neighbour tables, masks and shifts sized to the board.

use super::state::NOWHERE;
use crate::board::{Board, CellId, CellSet};
use std::sync::OnceLock;

/// The largest board on which the lines between all cells are tabled.
const MAX_TABLED: usize = 256;

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
        let moved = |(by, mask): &(i32, CellSet<W>)| (set & *mask).turned(*by);
        self.more.iter().fold(moved(&self.first), |out, part| out | moved(part))
    }

    /// The cells whose image is in a set.
    #[inline(always)]
    pub fn preimage(&self, set: CellSet<W>) -> CellSet<W> {
        let moved = |(by, mask): &(i32, CellSet<W>)| set.turned(-by) & *mask;
        self.more.iter().fold(moved(&self.first), |out, part| out | moved(part))
    }

    /// The cells of `own` from which the map, again and again, leads over so many cells of it, the first one counted.
    #[inline(always)]
    pub fn runs(&self, own: CellSet<W>, length: u32) -> CellSet<W> {
        (1..length).fold(own, |run, _| own & self.preimage(run))
    }

    /// The cells of `start`, and those from which the map, again and again, leads to one of these over cells of `open` alone:
    /// over so many at most.
    #[inline(always)]
    pub fn followed_back(&self, start: CellSet<W>, open: CellSet<W>, most: usize) -> CellSet<W> {
        let mut reached = start;
        if self.more.is_empty() {
            // Twice as far every time: what is open is open all along so many steps.
            let (mut step, mask) = self.first;
            let (mut open, mut length) = (open & mask, 1);
            while length <= most {
                reached |= reached.turned(-step) & open;
                open &= open.turned(-step);
                (step, length) = (2 * step, 2 * length);
            }
            return reached;
        }
        for _ in 0..most {
            reached |= self.preimage(reached) & open;
        }
        reached
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
    /// From cell to cell: the direction plus one and the number of steps; empty on large boards.
    lines: Vec<(u8, u8)>,
    /// From cell to cell there is one straight line at most.
    simple_lines: bool,
    /// By cell and direction: the cells up to the edge; empty on large boards.
    rays: Vec<CellSet<W>>,
    /// The number of cells of the longest ray.
    longest: usize,
    /// By direction: whether the numbers of the cells rise along it.
    rising: Vec<bool>,
    /// By cell and distance, as many as [`Self::ring`] says: the cells so far away. Worked out when first asked for.
    rings: OnceLock<(usize, Vec<CellSet<W>>)>,
    /// Every direction is a single shift.
    pub regular: bool,
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
        let shifts: Vec<Shifts<W>> = (0..directions)
            .map(|d| Shifts::of(&(0..cells).map(|c| next[c * directions + d]).collect::<Vec<_>>()))
            .collect();
        let mut topology = Topology {
            all: CellSet::first(cells),
            cells,
            directions,
            lines: Vec::new(),
            simple_lines: false,
            rays: Vec::new(),
            longest: 0,
            rising: Vec::new(),
            rings: OnceLock::new(),
            regular: shifts.iter().all(|s| s.more.is_empty()),
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
        };
        topology.longest = each()
            .flat_map(|c| (0..directions).map(move |d| (c, d)))
            .map(|(c, d)| topology.ray(c, d).count())
            .max()
            .unwrap_or(0);
        topology.draw_lines();
        topology
    }

    /// Works out the straight lines between cells.
    fn draw_lines(&mut self) {
        let cells = 0..self.cells as CellId;
        let each = || cells.clone().flat_map(|c| (0..self.directions).map(move |d| (c, d)));
        let steps = || each().map(|(c, d)| (c, d, self.next(c, d))).filter(|(_, _, next)| *next != NOWHERE);
        let rising: Vec<bool> =
            (0..self.directions).map(|d| steps().filter(|s| s.1 == d).all(|(c, _, next)| next > c)).collect();
        // All boards are numbered so that a direction goes up or down throughout; if not, there is the slow way.
        if self.cells > MAX_TABLED || steps().any(|(c, d, next)| (next > c) != rising[d]) {
            return;
        }
        let rays: Vec<CellSet<W>> = each().map(|(c, d)| self.ray(c, d).collect()).collect();
        let (mut lines, mut simple) = (vec![(0u8, 0u8); self.cells * self.cells], true);
        for &d in &self.line_directions {
            for c in cells.clone() {
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
        (self.rays, self.lines, self.simple_lines, self.rising) = (rays, lines, simple, rising);
    }

    /// The cells from `cell` in a direction up to the edge, as a set; `None` on large boards.
    #[inline]
    pub fn ray_set(&self, cell: CellId, direction: usize) -> Option<&CellSet<W>> {
        self.rays.get(cell as usize * self.directions + direction)
    }

    /// The cells of a ray beyond the first one that is in `stops`, and that one; nothing on large boards.
    #[inline]
    pub fn first_on_ray(&self, cell: CellId, direction: usize, stops: &CellSet<W>) -> Option<(CellId, &CellSet<W>)> {
        let met = *self.ray_set(cell, direction)? & *stops;
        let first = if self.rising[direction] { met.lowest()? } else { met.highest()? };
        Some((first, self.ray_set(first, direction)?))
    }

    /// The cells from which a direction leads over cells of `over`, one at least, to one of `to`.
    #[inline(always)]
    pub fn before_run(&self, direction: usize, over: &CellSet<W>, to: CellSet<W>) -> CellSet<W> {
        let shifts = &self.shifts[direction];
        let last = shifts.preimage(to) & *over;
        shifts.preimage(shifts.followed_back(last, *over, self.longest.saturating_sub(2)))
    }

    /// The cells of a ray up to the first one that is in `stops`, and that one. Rays must be known as sets.
    #[inline(always)]
    pub fn ray_through(&self, cell: CellId, direction: usize, stops: &CellSet<W>) -> CellSet<W> {
        let ray = self.rays[cell as usize * self.directions + direction];
        let met = ray & *stops;
        ray & if self.rising[direction] { met.through_lowest() } else { met.from_highest() }
    }

    /// The cells at a distance from a cell.
    pub fn ring(&self, board: &Board, cell: CellId, distance: u32) -> CellSet<W> {
        let (count, rings) = self.rings.get_or_init(|| {
            let count = board.diameter() as usize + 1;
            let mut rings = vec![CellSet::EMPTY; self.cells * count];
            for (from, rings) in (0..).zip(rings.chunks_mut(count)) {
                for to in self.all {
                    if let Some(distance) = board.distance(from, to) {
                        rings[distance as usize].insert(to);
                    }
                }
            }
            (count, rings)
        });
        if distance as usize >= *count { CellSet::EMPTY } else { rings[cell as usize * count + distance as usize] }
    }

    /// Whether rays are known as sets.
    #[inline]
    pub fn has_rays(&self) -> bool {
        !self.rays.is_empty()
    }

    /// Whether rays are known as sets and meet nowhere but where they begin.
    #[inline]
    pub fn has_simple_rays(&self) -> bool {
        self.simple_lines
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
        if let Some(&(direction, steps)) = self.lines.get(from as usize * self.cells + to as usize) {
            return Some(((direction as usize).checked_sub(1)?, steps as u32));
        }
        self.line_directions.iter().find_map(|&d| self.ray(from, d).position(|c| c == to).map(|i| (d, i as u32 + 1)))
    }

    /// The cells of `within` connected to those of `seed` through neighbours given by `masks`.
    pub fn flood(&self, masks: &[CellSet<W>], seed: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut group = seed & within;
        let mut frontier = group;
        while !frontier.is_empty() {
            frontier = (self.spread(masks, frontier) & within).minus(&group);
            group |= frontier;
        }
        group
    }

    /// The cells that are neighbours of a set's cells, by `masks`.
    pub fn spread(&self, masks: &[CellSet<W>], set: CellSet<W>) -> CellSet<W> {
        set.iter().fold(CellSet::EMPTY, |out, c| out | masks[c as usize])
    }
}
