//! Which cells of a tiling a shape consists of.

use super::cells::MAX_CELLS;
use super::tiling::Point;
use super::{BoardError, BoardSpec, Shape, Tiling};

/// A cell's place: on the lattice, and in rows and files as labels count them, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// Where it is on the lattice of the tiling.
    pub point: Point,
    /// The row, from the bottom.
    pub row: u32,
    /// The file.
    pub col: u32,
}

impl Site {
    /// The level, from 0. Points of a graph have one level.
    pub fn level(&self) -> u32 {
        self.point[2] as u32
    }
}

/// The shape with sizes made definite: `a` along a row, `b` rows, `c` levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The shape; boardless is resolved to the window's.
    pub shape: Shape,
    pub a: i32,
    pub b: i32,
    pub c: i32,
}

/// Checks the spec and fills in what it leaves out.
pub(super) fn extent(spec: &BoardSpec) -> Result<Extent, BoardError> {
    let BoardSpec { tiling, shape, ref sizes, .. } = *spec;
    if !tiling.shapes().contains(&shape) {
        return Err(BoardError::Shape { tiling, shape });
    }
    let (window, default): (Shape, &[u32]) = match (shape, tiling) {
        (Shape::Boardless, Tiling::Hex) => (Shape::Hex, &[6]),
        (Shape::Boardless, _) => (Shape::Square, &[9]),
        (other, _) => (other, &[]),
    };
    let sizes = if sizes.is_empty() { default } else { sizes };
    let (most, wanted) = match (window, tiling) {
        (Shape::Square, Tiling::Square) if shape == Shape::Square => (3, "one to three sizes"),
        (Shape::Square | Shape::Rhombus | Shape::Trapezium, _) => (2, "one or two sizes"),
        _ => (1, "one size"),
    };
    if sizes.is_empty() || sizes.len() > most {
        return Err(BoardError::SizeCount { tiling, shape, wanted, found: sizes.len() });
    }
    if sizes.contains(&0) {
        return Err(BoardError::ZeroSize);
    }
    let a = sizes[0];
    let (b, c) = (sizes.get(1).copied().unwrap_or(a), sizes.get(2).copied().unwrap_or(1));
    let cells = count(tiling, window, a.into(), b.into(), c.into());
    if cells > MAX_CELLS as u128 {
        return Err(BoardError::TooManyCells { cells: cells.min(u64::MAX.into()) as u64 });
    }
    Ok(Extent { shape: window, a: a as i32, b: b as i32, c: c as i32 })
}

/// How many cells there will be, by formula, so that absurd sizes cost nothing. Sizes are below 2^32.
fn count(tiling: Tiling, shape: Shape, a: u128, b: u128, c: u128) -> u128 {
    match (tiling, shape) {
        (Tiling::TruncSquare, _) => a * b + (a - 1) * (b - 1),
        (Tiling::Tri, Shape::Tri) => a * a,
        (Tiling::Tri, Shape::Hex) => 6 * a * a,
        (Tiling::Tri, Shape::Rhombus) => 2 * a * b,
        (Tiling::Tri, Shape::Trapezium) => 2 * a * b + b * b,
        (_, Shape::Tri) => a * (a + 1) / 2,
        (_, Shape::Hex) => 3 * a * (a - 1) + 1,
        (_, Shape::Trapezium) => a * b + b * (b - 1) / 2,
        // Three sizes below 2^32 multiply to less than 2^96.
        (_, Shape::Square | Shape::Rhombus | Shape::Boardless) => a * b * c,
    }
}

/// The cells in the order of their numbers: level by level, row by row from the bottom, left to right.
pub(super) fn sites(tiling: Tiling, extent: Extent) -> Vec<Site> {
    let Extent { shape, a, b, c } = extent;
    let rows = match (tiling, shape) {
        (Tiling::TruncSquare, _) => 2 * b - 1,
        (Tiling::Tri, Shape::Tri) | (Tiling::Hex, Shape::Tri) => a,
        (Tiling::Tri, Shape::Hex) => 2 * a,
        (_, Shape::Hex) => 2 * a - 1,
        _ => b,
    };
    let mut sites = Vec::new();
    for z in 0..c {
        for y in 0..rows {
            // The row's first cell, the step from cell to cell, how many there are, and the file of the first.
            let (x, step, len, col) = match (tiling, shape) {
                (Tiling::TruncSquare, _) => (y & 1, 2, a - (y & 1), y & 1),
                (Tiling::Tri, Shape::Tri) => (y, 1, 2 * (a - y) - 1, 0),
                (Tiling::Tri, Shape::Hex) if y < a => (-1 - y, 1, 2 * (a + y) + 1, 0),
                (Tiling::Tri, Shape::Hex) => (y - 2 * a, 1, 6 * a - 2 * y - 1, 2 * (y - a) + 1),
                (Tiling::Tri, Shape::Rhombus) => (y, 1, 2 * a, 0),
                (Tiling::Tri, Shape::Trapezium) => (y, 1, 2 * (a + b - y) - 1, 0),
                (Tiling::Hex, Shape::Square) => (-(y / 2), 1, a, 0),
                (_, Shape::Tri) => (0, 1, a - y, 0),
                (_, Shape::Hex) if y < a => (-y, 1, a + y, 0),
                (_, Shape::Hex) => (1 - a, 1, 3 * a - 2 - y, y - a + 1),
                (_, Shape::Trapezium) => (0, 1, a + b - 1 - y, 0),
                (_, Shape::Square | Shape::Rhombus | Shape::Boardless) => (0, 1, a, 0),
            };
            for i in 0..len {
                sites.push(Site { point: [x + step * i, y, z], row: y as u32, col: (col + step * i) as u32 });
            }
        }
    }
    sites
}
