//! The board: cells, directions, neighbours, lines and distances.

use super::cells::{CellLists, MAX_CELLS, NOWHERE};
use super::shape::{Extent, Site};
use super::tiling::{self, Direction};
use super::{BoardSpec, CellId, Compass, Tiling};
use crate::order;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// No path, in the table of distances.
const UNREACHABLE: u16 = u16::MAX;
/// No line, in the tables of lines; there are far fewer directions.
const NO_LINE: (u16, u16) = (u16::MAX, 0);

/// A board: an immutable table of cells and how they hang together.
///
/// **Cells** are numbered from 0 without gaps: level by level, row by row from the bottom, left to right. Methods that take a
/// cell or a direction panic if it is not one of the board's; both only ever come from the board itself.
///
/// **Directions** are numbered from 0, clockwise from north. Each is a partial map from cells to cells, one-to-one, and
/// [`opposite`](Board::opposite) undoes it. Following a direction runs along a straight line.
///
/// | tiling | direct directions | indirect directions |
/// |---|---|---|
/// | square | n e s w | ne se sw nw |
/// | square with levels | n e s w u d | the other 20, `dne` = down and north-east |
/// | hex | ne e se sw w nw | n ene ese s wsw wnw: through a corner, two rows (or one and a half columns) away |
/// | tri | ne e se sw w nw, along the strips of triangles | see below |
/// | trunc-square | n e s w between octagons, ne se sw nw between octagon and square | none |
/// | graphs | n ne e se s sw w nw, and where these do not do `nne ene …` and `n-2 ne-2 …` | none |
///
/// Of a graph, each line has a direction and its opposite, by the compass as far as it goes; lines that meet have different ones.
///
/// On triangles each strip holds triangles of both kinds by turns, and the neighbour across an edge lies on two strips. The nine
/// indirect neighbours (a common corner only) are reached by the six directions `n ene ese s wsw wnw`, through a corner to the
/// triangle that points back, which go no further because an edge lies straight ahead; and by `ne-ne e-e se-se sw-sw w-w
/// nw-nw`, to the next triangle of the same kind on the strip.
///
/// In every tiling the cells reached by the direct directions are exactly the cells that share an edge, and those reached by
/// the indirect ones exactly the cells that share no more than a corner (on hexagons, that an edge joins to the cell).
///
/// ```
/// use ludogen::board::{Board, BoardSpec, Compass, Shape, Tiling};
///
/// let board = Board::new(&BoardSpec::new(Tiling::Hex, Shape::Hex, &[5])).unwrap();
/// assert_eq!(board.len(), 61);
/// let (a1, east) = (board.cell("A1").unwrap(), board.compass(Compass::E).unwrap());
/// assert_eq!(board.ray(a1, east).map(|c| board.label(c)).collect::<Vec<_>>(), ["B1", "C1", "D1", "E1"]);
/// assert_eq!(board.distance(a1, board.cell("I9").unwrap()), Some(8));
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) spec: BoardSpec,
    pub(super) extent: Extent,
    pub(super) sites: Vec<Site>,
    /// The labels of the points of a graph; of other boards none.
    pub(super) labels: Vec<String>,
    /// The lines of a graph.
    pub(super) graph_lines: Vec<Vec<CellId>>,
    /// What the places of the points of a graph are multiplied by to lie a step apart on the page.
    pub(super) scale: f64,
    /// The first cell of each row, level by level, and at the end the number of cells.
    pub(super) row_starts: Vec<CellId>,
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) levels: u32,
    pub(super) directions: Vec<Direction>,
    pub(super) opposites: Vec<usize>,
    /// Where each direction leads from each cell: direction by direction.
    pub(super) next: Vec<CellId>,
    pub(super) adjacent_directions: Vec<usize>,
    pub(super) axes: Vec<usize>,
    pub(super) direct: CellLists,
    pub(super) indirect: CellLists,
    pub(super) adjacent: CellLists,
    pub(super) phases: Vec<u8>,
    pub(super) sides: Vec<Side>,
    pub(super) edge: Vec<CellId>,
    pub(super) corners: Vec<CellId>,
    pub(super) centre: Vec<CellId>,
    pub(super) distances: OnceLock<Vec<u16>>,
    pub(super) lines: OnceLock<Vec<(u16, u16)>>,
    pub(super) all_lines: OnceLock<Vec<(u16, u16)>>,
    pub(super) symmetries: OnceLock<Vec<Vec<CellId>>>,
}

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The point of the compass that it faces.
    pub name: Compass,
    /// Its cells in ascending order: those with an edge on this side. Where two sides meet in one cell it belongs to both.
    pub cells: Vec<CellId>,
}

impl Board {
    /// The most cells that a board may have.
    pub const MAX_CELLS: usize = MAX_CELLS;

    /// What it was built from.
    pub fn spec(&self) -> &BoardSpec {
        &self.spec
    }

    /// How many cells it has; at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Its cells in ascending order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = CellId> + Clone + use<> {
        0..self.sites.len() as CellId
    }

    /// How many directions there are.
    pub fn directions(&self) -> usize {
        self.directions.len()
    }

    /// The direction with that number.
    pub fn direction(&self, d: usize) -> &Direction {
        &self.directions[d]
    }

    /// Whether the direction leads across an edge; an indirect one leads through a corner.
    #[inline]
    pub fn is_direct(&self, d: usize) -> bool {
        self.directions[d].direct
    }

    /// The direction that leads back.
    #[inline]
    pub fn opposite(&self, d: usize) -> usize {
        self.opposites[d]
    }

    /// The cell one step away.
    #[inline]
    pub fn neighbour(&self, c: CellId, d: usize) -> Option<CellId> {
        let to = self.next[d * self.sites.len() + c as usize];
        (to != NOWHERE).then_some(to)
    }

    /// The cells along a direction, nearest first, without the cell itself.
    pub fn ray(&self, c: CellId, d: usize) -> impl Iterator<Item = CellId> {
        std::iter::successors(self.neighbour(c, d), move |&c| self.neighbour(c, d))
    }

    /// The direction named after a point of the compass; every tiling has all eight. On hexagons and triangles `ne se sw nw` are
    /// 30° from north or south, and `n` and `s` are indirect.
    pub fn compass(&self, c: Compass) -> Option<usize> {
        self.direction_called(c.word())
    }

    /// The direction of that name, if the board has it.
    pub fn direction_called(&self, name: &str) -> Option<usize> {
        self.directions.iter().position(|d| d.name == name)
    }

    /// The name of the direction, as in the table above.
    pub fn direction_name(&self, d: usize) -> &str {
        self.directions[d].name
    }

    /// The direction turned clockwise by so many direct directions (anticlockwise if negative): 90° each on squares, 60° on
    /// hexagons and triangles, 45° on trunc-square, 90° on graphs. Ways between levels turn within the plane; straight up stays up.
    pub fn turn(&self, d: usize, turns: i32) -> usize {
        let stride = tiling::turn_stride(self.spec.tiling) as i64;
        self.rotate(d, i64::from(turns) * stride)
    }

    /// The next direction to the right or left, as the turtle's `fr` and `fl` go: on squares and trunc-square and graphs 45° away, on
    /// hexagons and triangles the next direct direction.
    pub fn beside(&self, d: usize, right: bool) -> usize {
        let sign = if right { 1 } else { -1 };
        let mut beside = self.rotate(d, sign);
        if matches!(self.spec.tiling, Tiling::Hex | Tiling::Tri) {
            // Every third direction at least is direct, so this ends.
            while !self.is_direct(beside) {
                beside = self.rotate(beside, sign);
            }
        }
        beside
    }

    /// The direction so many places further clockwise in the circle.
    fn rotate(&self, d: usize, by: i64) -> usize {
        let plane = tiling::plane_directions(self.spec.tiling) as i64;
        let first = match d {
            // The directions of graphs come in circles of eight.
            d if !self.spec.tiling.is_lattice() => (d / 8 * 8) as i64,
            d if (d as i64) < plane => 0,
            // A square board with levels: 0–7 in the plane, 8 up, 9–16 up and aside, 17 down, 18–25 down and aside.
            8 | 17 => return d,
            d if d < 17 => 9,
            _ => 18,
        };
        (first + (d as i64 - first + by).rem_euclid(plane)) as usize
    }

    /// The directions that count as adjacency under the flags of the tiling, in order.
    pub fn adjacent_directions(&self) -> &[usize] {
        &self.adjacent_directions
    }

    /// The direct directions, the indirect ones, or both, in order.
    pub fn directions_of(&self, direct: bool, indirect: bool) -> Vec<usize> {
        (0..self.directions()).filter(|&d| if self.is_direct(d) { direct } else { indirect }).collect()
    }

    /// The cells that share an edge with this one, in order.
    #[inline]
    pub fn direct(&self, c: CellId) -> &[CellId] {
        self.direct.get(c)
    }

    /// The cells that share a corner with this one but no edge, in order; on hexagons, those joined to it by an edge.
    #[inline]
    pub fn indirect(&self, c: CellId) -> &[CellId] {
        self.indirect.get(c)
    }

    /// The adjacent cells under the flags of the tiling, in order.
    #[inline]
    pub fn adjacent(&self, c: CellId) -> &[CellId] {
        self.adjacent.get(c)
    }

    /// One direction for each axis along which cells are adjacent.
    pub fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// One direction for each axis of the direct directions, the indirect ones, or both: of each opposite pair the first.
    pub fn axes_of(&self, direct: bool, indirect: bool) -> Vec<usize> {
        let mut axes = self.directions_of(direct, indirect);
        axes.retain(|&d| d < self.opposite(d));
        axes
    }

    /// The phase colour of a cell; no two cells that share an edge have the same.
    ///
    /// Square (and levels): 0 and 1 like a chessboard. Triangles: 0 points up, 1 points down. Hexagons: 0, 1, 2, so that a step
    /// east adds 1 (modulo 3). Trunc-square: 0 for the small squares, 1 and 2 like a chessboard for the octagons. `A1` has
    /// phase 0, on trunc-square phase 1, on a hexagon of triangles phase 1. Graphs: two by turns along the lines; where no two colours
    /// would do, by the sum of row and file, so that the diagonals of Alquerque run through the points of phase 0.
    #[inline]
    pub fn phase(&self, c: CellId) -> u8 {
        self.phases[c as usize]
    }

    /// How many phase colours the tiling has: 2 or 3.
    pub fn phases(&self) -> u8 {
        match self.spec.tiling {
            Tiling::Hex | Tiling::TruncSquare => 3,
            _ => 2,
        }
    }

    /// The row of a cell, from 0 at the bottom.
    #[inline]
    pub fn row(&self, c: CellId) -> u32 {
        self.sites[c as usize].row
    }

    /// The file of a cell, from 0: what the letter of its [label](Board::label) says.
    #[inline]
    pub fn col(&self, c: CellId) -> u32 {
        self.sites[c as usize].col
    }

    /// The level of a cell, from 0.
    #[inline]
    pub fn level(&self, c: CellId) -> u32 {
        self.sites[c as usize].level()
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many files there are.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// How many levels there are.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// The cells of a row, left to right; empty if there is no such row.
    pub fn row_cells(&self, level: u32, row: u32) -> std::ops::Range<CellId> {
        if level >= self.levels || row >= self.rows {
            return 0..0;
        }
        let i = (level * self.rows + row) as usize;
        self.row_starts[i]..self.row_starts[i + 1]
    }

    /// The least number of steps between adjacent cells that leads from one cell to the other, over any cells; none if
    /// adjacency does not join them.
    ///
    /// The first call computes all distances, in time proportional to cells times adjacencies.
    pub fn distance(&self, a: CellId, b: CellId) -> Option<u32> {
        let steps = self.distances()[a as usize * self.len() + b as usize];
        (steps != UNREACHABLE).then_some(steps.into())
    }

    fn distances(&self) -> &[u16] {
        self.distances.get_or_init(|| {
            let n = self.len();
            let mut table = vec![UNREACHABLE; n * n];
            let mut queue = Vec::with_capacity(n);
            for (start, row) in self.cells().zip(table.chunks_mut(n)) {
                queue.clear();
                queue.push(start);
                row[start as usize] = 0;
                let mut head = 0;
                while let Some(&c) = queue.get(head) {
                    head += 1;
                    for &to in self.adjacent(c) {
                        if row[to as usize] == UNREACHABLE {
                            row[to as usize] = row[c as usize] + 1;
                            queue.push(to);
                        }
                    }
                }
            }
            table
        })
    }

    /// The distance from a cell to the farthest cell that adjacency joins it to.
    pub fn eccentricity(&self, c: CellId) -> u32 {
        let n = self.len();
        let row = &self.distances()[c as usize * n..][..n];
        row.iter().copied().filter(|&d| d != UNREACHABLE).max().unwrap_or(0).into()
    }

    /// The greatest distance between two cells.
    pub fn diameter(&self) -> u32 {
        self.cells().map(|c| self.eccentricity(c)).max().unwrap_or(0)
    }

    /// The least distance from which one cell sees all others.
    pub fn radius(&self) -> u32 {
        self.cells().map(|c| self.eccentricity(c)).min().unwrap_or(0)
    }

    /// The straight line from `a` to `b` along one of the adjacent directions: the direction and the number of steps.
    ///
    /// None if there is no such line or the cells are the same. Two triangles that share an edge lie on two strips; the
    /// direction with the lower number is given. Direct directions come before indirect ones.
    pub fn line(&self, a: CellId, b: CellId) -> Option<(usize, u32)> {
        let table = self.lines.get_or_init(|| self.lines_along(&self.adjacent_directions));
        self.line_in(table, a, b)
    }

    /// The straight line from `a` to `b` along any direction, as [`line`](Board::line).
    pub fn line_any(&self, a: CellId, b: CellId) -> Option<(usize, u32)> {
        let table = self.all_lines.get_or_init(|| self.lines_along(&self.directions_of(true, true)));
        self.line_in(table, a, b)
    }

    fn line_in(&self, table: &[(u16, u16)], a: CellId, b: CellId) -> Option<(usize, u32)> {
        let (d, steps) = table[a as usize * self.len() + b as usize];
        (steps != 0).then_some((d.into(), steps.into()))
    }

    fn lines_along(&self, directions: &[usize]) -> Vec<(u16, u16)> {
        let n = self.len();
        let mut table = vec![NO_LINE; n * n];
        let mut order = directions.to_vec();
        order::sort_by_key(&mut order, |&d| !self.is_direct(d));
        for c in self.cells() {
            for &d in &order {
                for (to, steps) in self.ray(c, d).zip(1..) {
                    let entry = &mut table[c as usize * n + to as usize];
                    if *entry == NO_LINE {
                        *entry = (d as u16, steps);
                    }
                }
            }
        }
        table
    }

    /// The map of a direction as moves of whole sets: `neighbour(c, d) == c + delta` for the cells `c` listed with `delta`.
    ///
    /// Each delta comes once, in ascending order, so no plan has fewer groups; cells that the direction leads off the board are
    /// in none.
    pub fn shifts(&self, d: usize) -> Vec<(i32, Vec<CellId>)> {
        let mut groups: BTreeMap<i32, Vec<CellId>> = BTreeMap::new();
        for c in self.cells() {
            if let Some(to) = self.neighbour(c, d) {
                groups.entry(i32::from(to) - i32::from(c)).or_default().push(c);
            }
        }
        groups.into_iter().collect()
    }
}
