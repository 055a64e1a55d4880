//! Regions that every board has: sides, corners, centre, home rows, and where they are mirrored.

use super::cells::sorted;
use super::{Board, CellId, Compass, Shape, Side, Tiling, tiling};
use std::collections::BTreeSet;

impl Board {
    /// The sides, clockwise from the northernmost; none if boardless.
    ///
    /// | shape | sides |
    /// |---|---|
    /// | square, rhombus, trapezium | n e s w |
    /// | hex | n ne se s sw nw |
    /// | tri | ne s nw |
    /// | graphs | n e s w: the points farthest out that way |
    ///
    /// With levels, a side goes through all of them. On trunc-square the sides are the outer octagons.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The sides that face each other, two by two.
    pub fn opposite_sides(&self) -> Vec<[&Side; 2]> {
        let across = |side: &Side| self.sides.iter().position(|s| s.name == side.name.opposite());
        let pairs = self.sides.iter().enumerate().filter_map(|(i, side)| Some((i, side, across(side)?)));
        pairs.filter(|&(i, _, j)| i < j).map(|(_, side, j)| [side, &self.sides[j]]).collect()
    }

    /// The side that faces a point of the compass.
    ///
    /// Sides that lean answer to the nearest points: `e` of a rhombus also to `se`, `w` to `nw`; `e` and `w` of a trapezium also
    /// to `ne` and `nw`; `ne` and `nw` of a triangle also to `e` and `w`. Otherwise the name must be exact.
    pub fn side(&self, c: Compass) -> Option<&[CellId]> {
        use Compass::*;
        let name = match (self.extent.shape, c) {
            (Shape::Rhombus, Se) | (Shape::Trapezium, Ne) => E,
            (Shape::Rhombus | Shape::Trapezium, Nw) => W,
            (Shape::Tri, E) => Ne,
            (Shape::Tri, W) => Nw,
            _ => c,
        };
        self.sides.iter().find(|s| s.name == name).map(|s| &*s.cells)
    }

    /// The cells at the edge of the board, in order: those with fewer direct neighbours than the endless tiling would give
    /// them; of a graph, those on the smallest convex outline around all. Boardless boards have none.
    pub fn edge(&self) -> Vec<CellId> {
        self.edge.clone()
    }

    /// The cells at the corners of the outline, in order. Where two triangles meet at a blunt corner, both of them.
    pub fn corners(&self) -> &[CellId] {
        &self.corners
    }

    /// The cell nearest to the middle of the board (the mean of all cells), or all of the nearest, in order.
    pub fn centre(&self) -> &[CellId] {
        &self.centre
    }

    /// The sides that a player owns if the rules do not say: with four sides, n and s for player 0 and e and w for player 1;
    /// with six, every second one, n first; of a triangle both players own all three. None for other players and boardless.
    pub fn own_sides(&self, player: usize) -> Option<Vec<Vec<CellId>>> {
        if player > 1 || self.sides.is_empty() {
            return None;
        }
        let mine = self.sides.iter().enumerate().filter(|(i, _)| self.sides.len() == 3 || i % 2 == player);
        Some(mine.map(|(_, s)| s.cells.clone()).collect())
    }

    /// The `k`-th row, from 1, counted from the edge behind a player who faces that way; empty beyond the board, and always if
    /// boardless.
    ///
    /// Rows run across the way faced. For `n` and `s` they are the rows of the board; for `e` and `w` the files of a square
    /// board, and lines parallel to the side behind on a rhombus, trapezium or triangle; on hexagonal boards, and for the
    /// diagonal points, the lines of cells square to the way faced, which may begin with a single cell in a corner. On
    /// trunc-square a row of small squares counts as a row; on triangles a row is a strip.
    pub fn home(&self, facing: Compass, k: u32) -> Vec<CellId> {
        if self.spec.shape == Shape::Boardless || k == 0 {
            return Vec::new();
        }
        let depths: Vec<i32> = self.cells().map(|c| self.depth(c, facing)).collect();
        let ranks: BTreeSet<i32> = depths.iter().copied().collect();
        match ranks.into_iter().nth(k as usize - 1) {
            Some(rank) => self.cells().filter(|&c| depths[c as usize] == rank).collect(),
            None => Vec::new(),
        }
    }

    /// How far forward a cell lies for a player who faces that way; cells level with each other have the same depth.
    fn depth(&self, c: CellId, facing: Compass) -> i32 {
        if !self.spec.tiling.is_lattice() {
            return self.spot_depth(c, facing);
        }
        let site = &self.sites[c as usize];
        let [x, y, _] = site.point;
        // `slash` is constant along the lattice lines that run north-east, `back` along those that run north-west; both grow
        // to the east.
        let (slash, back) = match self.spec.tiling {
            Tiling::Hex => (x, x + y),
            Tiling::Tri => ((x - y).div_euclid(2), (x + y + 1).div_euclid(2)),
            _ => (x - y, x + y),
        };
        let across = match (self.spec.tiling, self.extent.shape) {
            (Tiling::Hex, Shape::Hex) => 2 * x + y,
            (Tiling::Tri, Shape::Hex) => x,
            _ => site.col as i32,
        };
        match (facing, self.extent.shape) {
            (Compass::N, _) => y,
            (Compass::S, _) => -y,
            (Compass::Ne, _) => back,
            (Compass::Sw, _) => -back,
            (Compass::Se, _) | (Compass::E, Shape::Rhombus | Shape::Trapezium | Shape::Tri) => slash,
            (Compass::Nw, _) | (Compass::W, Shape::Rhombus) => -slash,
            (Compass::W, Shape::Trapezium | Shape::Tri) => -back,
            (Compass::E, _) => across,
            (Compass::W, _) => -across,
        }
    }

    /// The cell mirrored from top to bottom: the row from the other end, the same place in the row, the same level.
    ///
    /// On trapezia and triangles, whose rows differ in length, the nearest place; two cells may then mirror to the same.
    pub fn mirrored(&self, c: CellId) -> CellId {
        if !self.spec.tiling.is_lattice() {
            return self.mirrored_spot(c);
        }
        let (level, row) = (self.level(c), self.row(c));
        let (here, there) = (self.row_cells(level, row), self.row_cells(level, self.rows - 1 - row));
        let place = c - here.start;
        if here.len() == there.len() && self.spec.without.is_empty() {
            return there.start + place;
        }
        let x = self.centre_of(c).0;
        let off = |c: &CellId| ((self.centre_of(*c).0 - x).abs() * 1e6).round() as i64;
        there.min_by_key(off).unwrap_or(c)
    }

    /// The cell turned by 180° about the middle of the board, within its level; none if the board does not look the same then.
    pub fn half_turn(&self, c: CellId) -> Option<CellId> {
        if !self.spec.tiling.is_lattice() {
            return self.turned_spot(c);
        }
        let (level, row) = (self.level(c), self.row(c));
        self.has_half_turn().then(|| {
            let (here, there) = (self.row_cells(level, row), self.row_cells(level, self.rows - 1 - row));
            there.end - 1 - (c - here.start)
        })
    }

    /// Whether the board looks the same upside down.
    fn has_half_turn(&self) -> bool {
        if !self.spec.without.is_empty() {
            let middle = self.cells().map(|c| self.place(c)).fold([0.0; 2], |[x, y], p| [x + p[0], y + p[1]]);
            let [x, y] = middle.map(|sum| 2.0 * sum / self.len() as f64);
            let places: Vec<_> = self.cells().map(|c| self.place(c)).collect();
            return places.iter().all(|p| {
                let across = |q: &&[f64; 3]| (p[0] + q[0] - x).abs() + (p[1] + q[1] - y).abs() < 1e-6 && p[2] == q[2];
                places.iter().find(across).is_some()
            });
        }
        match (self.spec.tiling, self.extent.shape) {
            (_, Shape::Tri | Shape::Trapezium) => {
                self.len() == 1 || (self.rows == 1 && self.spec.tiling == Tiling::Hex)
            }
            // Rows of hexagons and of triangles are offset by turns, so that two rows across must be offset differently for
            // hexagons, and a triangle pointing up must come to lie on one pointing down.
            (Tiling::Hex, Shape::Square) => self.rows.is_multiple_of(2) || self.rows == 1,
            (Tiling::Tri, Shape::Square) => (self.extent.a + self.extent.b) % 2 == 1 || self.len() == 1,
            _ => true,
        }
    }
}

/// The sides by shape. Cells of triangular tilings are left out if they touch the side with a corner only.
pub(super) fn sides(board: &Board) -> Vec<Side> {
    use Compass::*;
    if board.spec.shape == Shape::Boardless {
        return Vec::new();
    }
    let names: &[Compass] = match board.extent.shape {
        Shape::Tri => &[Ne, S, Nw],
        Shape::Hex => &[N, Ne, Se, S, Sw, Nw],
        _ => &[N, E, S, W],
    };
    let (rows, hexagons) = (board.rows, board.spec.tiling == Tiling::Hex);
    // The rows of the lower and the upper half of a hexagon; of hexagons the longest row is in both.
    let lower = |row: u32| if hexagons { row <= rows / 2 } else { row < rows / 2 };
    let upper = |row: u32| row >= rows / 2;
    let octagon = |c: &CellId| {
        board.spec.tiling != Tiling::TruncSquare || !tiling::is_odd(Tiling::TruncSquare, board.sites[*c as usize].point)
    };
    let side = |name: Compass| {
        let mut cells = Vec::new();
        for level in 0..board.levels {
            for row in 0..rows {
                let run = board.row_cells(level, row);
                let on_side = match name {
                    N => row == rows - 1,
                    S => row == 0,
                    Ne | Nw => board.extent.shape == Shape::Tri || upper(row),
                    Se | Sw => lower(row),
                    E | W => true,
                };
                if !on_side {
                    continue;
                }
                match name {
                    N | S => {
                        let across = if name == N { 1 } else { 0 };
                        cells.extend(run.filter(|&c| board.spec.tiling != Tiling::Tri || board.phase(c) == across));
                    }
                    Ne | E | Se => cells.extend(run.last().filter(octagon)),
                    Nw | W | Sw => cells.extend(run.min().filter(octagon)),
                }
            }
        }
        Side { name, cells: sorted(cells) }
    };
    names.iter().map(|&n| side(n)).collect()
}

/// The cells that lack a direct neighbour.
pub(super) fn edge(board: &Board) -> Vec<CellId> {
    if board.spec.shape == Shape::Boardless {
        return Vec::new();
    }
    let full = |c: CellId| match board.spec.tiling {
        Tiling::Tri => 3,
        Tiling::Hex => 6,
        Tiling::Square if board.levels > 1 => 6,
        Tiling::Square => 4,
        Tiling::TruncSquare if board.phase(c) == 0 => 4,
        _ => 8,
    };
    board.cells().filter(|&c| board.direct(c).len() < full(c)).collect()
}

/// The ends of the outer rows (and of the longest, on hexagons), one cell or two deep as the corner is sharp or blunt.
pub(super) fn corners(board: &Board) -> Vec<CellId> {
    if board.spec.shape == Shape::Boardless {
        return Vec::new();
    }
    let mut cells = Vec::new();
    let last = board.rows - 1;
    let blunt = if board.spec.tiling == Tiling::Tri { 2 } else { 1 };
    // (row, cells from the left end, cells from the right end)
    let ends: Vec<(u32, usize, usize)> = match board.extent.shape {
        Shape::Hex => vec![(0, blunt, blunt), ((last) / 2, 1, 1), (last.div_ceil(2), 1, 1), (last, blunt, blunt)],
        Shape::Rhombus => vec![(0, 1, blunt), (last, blunt, 1)],
        Shape::Trapezium => vec![(0, 1, 1), (last, blunt, blunt)],
        _ => vec![(0, 1, 1), (last, 1, 1)],
    };
    for level in [0, board.levels - 1] {
        for &(row, left, right) in &ends {
            let run = board.row_cells(level, row);
            cells.extend(run.clone().take(left));
            cells.extend(run.rev().take(right));
        }
    }
    sorted(cells)
}

/// The cells nearest to the mean of all cells.
pub(super) fn centre(board: &Board) -> Vec<CellId> {
    let places: Vec<[f64; 3]> = board.cells().map(|c| board.place(c)).collect();
    let mean = |i: usize| places.iter().map(|p| p[i]).sum::<f64>() / places.len() as f64;
    let middle = [mean(0), mean(1), mean(2)];
    let squared = |p: &[f64; 3]| (0..3).map(|i| (p[i] - middle[i]).powi(2)).sum::<f64>();
    let distance = |p: &[f64; 3]| squared(p).sqrt();
    let least = places.iter().map(distance).fold(f64::INFINITY, f64::min);
    // Points of graphs lie on hundredths.
    let alike = if board.spec().tiling.is_lattice() { 1e-6 } else { 0.02 };
    board.cells().filter(|&c| distance(&places[c as usize]) < least + alike).collect()
}
