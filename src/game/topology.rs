//! The board as the engine reads it: neighbour tables, masks and shifts sized to the board.

use super::grid::{self, Grid};
use super::owner::{ByOwner, Owner};
use super::rules::Player;
use crate::board::{Board, CellId, CellSet};
use std::ops::Deref;
use std::sync::OnceLock;

/// A map from cells to cells as a handful of shifts, so that whole sets move at once.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<const W: usize> {
    /// Cells of the mask move by the number. Most maps of regular boards are one shift.
    first: (i32, CellSet<W>),
    more: Vec<(i32, CellSet<W>)>,
}

impl<const W: usize> Shifts<W> {
    /// The map `cell → map[cell]`, where [`NOWHERE`](super::state::NOWHERE) is outside its domain.
    pub fn of(map: &[CellId]) -> Self {
        let mut parts: Vec<(i32, CellSet<W>)> =
            grid::shifts(map).into_iter().map(|(by, cells)| (by, cells.into_iter().collect())).collect();
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

/// Neighbour tables of a board: its [`Grid`], and sets of cells.
#[derive(Clone, Debug)]
pub(crate) struct Topology<const W: usize> {
    grid: Grid,
    /// All cells.
    pub all: CellSet<W>,
    /// By cell and direction: the cells up to the edge; empty on large boards.
    rays: Vec<CellSet<W>>,
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
    /// Cells on the edge of the board.
    pub edge: CellSet<W>,
}

/// What a function says of each cell of a board, as sets.
fn sets<const W: usize>(board: &Board, cells_of: fn(&Board, CellId) -> &[CellId]) -> Vec<CellSet<W>> {
    (0..board.len() as CellId).map(|c| cells_of(board, c).iter().copied().collect()).collect()
}

impl<const W: usize> Deref for Topology<W> {
    type Target = Grid;

    #[inline(always)]
    fn deref(&self) -> &Grid {
        &self.grid
    }
}

impl<const W: usize> Topology<W> {
    pub fn of(board: &Board) -> Self {
        let grid = Grid::of(board);
        let each = 0..grid.cells as CellId;
        let (direct, indirect) = (sets(board, Board::direct), sets(board, Board::indirect));
        let shifts: Vec<Shifts<W>> = (0..grid.directions).map(|d| Shifts::of(&grid.along(d))).collect();
        let mut rays = Vec::new();
        if grid.has_lines() {
            for cell in each.clone() {
                rays.extend((0..grid.directions).map(|d| grid.ray(cell, d).collect::<CellSet<W>>()));
            }
        }
        Topology {
            all: CellSet::first(grid.cells),
            rays,
            rings: OnceLock::new(),
            regular: shifts.iter().all(|s| s.more.is_empty()),
            shifts,
            adjacent: sets(board, Board::adjacent),
            around: direct.iter().zip(&indirect).map(|(direct, indirect)| *direct | *indirect).collect(),
            direct,
            indirect,
            edge: board.edge().into_iter().collect(),
            grid,
        }
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

    /// The cells of `within` connected to those of `seed` through neighbours given by `masks`.
    pub fn flood(&self, masks: &[CellSet<W>], seed: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        fill(seed, within, |frontier| self.spread(masks, frontier))
    }

    /// The cells of `within` connected to those of `seed` through adjacent ones.
    pub fn flood_adjacent(&self, seed: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        fill(seed, within, |frontier| self.spread_adjacent(frontier))
    }

    /// By owner: the empty cells of all regions that have one of the owner's pieces beside them.
    pub fn regions_beside(&self, owned: &ByOwner<CellSet<W>>) -> ByOwner<CellSet<W>> {
        let empty = self.all.minus(&owned.union());
        ByOwner::of(|owner| match owned[owner] {
            none if none.is_empty() => none,
            pieces => self.flood_adjacent(self.spread_adjacent(pieces), empty),
        })
    }

    /// The cells that a set's cells are adjacent to.
    #[inline]
    pub fn spread_adjacent(&self, set: CellSet<W>) -> CellSet<W> {
        // A few cells are looked at one by one; many are moved at once.
        if !self.regular || set.len() <= 2 * W as u32 {
            return self.spread(&self.adjacent, set);
        }
        self.adjacent_directions.iter().fold(CellSet::EMPTY, |out, &d| out | self.shifts[d].image(set))
    }

    /// The cells to which some cell of a set is adjacent.
    #[inline]
    pub fn beside(&self, set: CellSet<W>) -> CellSet<W> {
        self.adjacent_directions.iter().fold(CellSet::EMPTY, |out, &d| out | self.shifts[d].preimage(set))
    }

    /// A cell of a set from which another is adjacent.
    pub fn before(&self, cell: CellId, set: &CellSet<W>) -> Option<CellId> {
        let back = self.adjacent[cell as usize] & *set;
        back.iter().find(|&c| self.adjacent[c as usize].contains(cell))
    }

    /// The cells that are neighbours of a set's cells, by `masks`.
    pub fn spread(&self, masks: &[CellSet<W>], set: CellSet<W>) -> CellSet<W> {
        set.iter().fold(CellSet::EMPTY, |out, c| out | masks[c as usize])
    }
}

/// The empty cells of regions that touch the pieces of one of these players and of nobody else, by what
/// [lies beside](Topology::regions_beside) whose pieces.
pub(crate) fn territory<const W: usize>(beside: &ByOwner<CellSet<W>>, players: u8) -> i32 {
    let alone = |player: Player| {
        let others = Owner::ALL.into_iter().filter(|&o| o != player).fold(CellSet::EMPTY, |all, o| all | beside[o]);
        beside[player].minus(&others).len() as i32
    };
    Player::among(players).map(alone).sum()
}

/// The cells of `within` that are reached from `seed` step by step.
#[inline]
fn fill<const W: usize>(seed: CellSet<W>, within: CellSet<W>, spread: impl Fn(CellSet<W>) -> CellSet<W>) -> CellSet<W> {
    let mut group = seed & within;
    let mut frontier = group;
    while !frontier.is_empty() {
        frontier = (spread(frontier) & within).minus(&group);
        group |= frontier;
    }
    group
}
