//! The directions of each tiling.
//!
//! A tiling has two kinds of cell at most, and a direction leads from each kind by a fixed step on the lattice, or nowhere.
//! The lattices:
//!
//! * square: column and row (and level);
//! * hex: `x` runs east and `y` north-east, so a step north-west is (-1, 1);
//! * tri: `y` is the horizontal strip and `x` counts triangles of either kind along it; a triangle points up when `x + y` is
//!   even;
//! * trunc-square: octagons at even `x` and `y`, the small squares at odd ones.

use super::{Compass, Tiling};

/// A place on the lattice of the tiling: `x`, `y` and level.
pub(super) type Point = [i32; 3];

/// A way out of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// A short name: a compass point, a point half-way between two (`ene`), two steps along a strip of triangles (`e-e`),
    /// or a way between levels (`u`, `un`, `dse`).
    pub name: &'static str,
    /// Whether it leads across an edge of the cell.
    pub direct: bool,
    /// The step from the first kind of cell: any square or hexagon, a triangle pointing up, an octagon.
    even: Option<Point>,
    /// The step from the second kind: a triangle pointing down, a small square of trunc-square.
    odd: Option<Point>,
}

impl Direction {
    /// The compass point it is named after.
    pub fn compass(&self) -> Option<Compass> {
        Compass::from_word(self.name)
    }

    /// The place that it leads to.
    pub(super) fn step(&self, tiling: Tiling, from: Point) -> Option<Point> {
        let by = if is_odd(tiling, from) { self.odd } else { self.even }?;
        Some([from[0] + by[0], from[1] + by[1], from[2] + by[2]])
    }
}

/// Whether a cell is of the second kind: a triangle pointing down, or a small square of trunc-square.
pub(super) fn is_odd(tiling: Tiling, [x, y, _]: Point) -> bool {
    match tiling {
        Tiling::Tri => (x + y) & 1 == 1,
        Tiling::TruncSquare => x & 1 == 1,
        _ => false,
    }
}

fn both(name: &'static str, direct: bool, dx: i32, dy: i32, dz: i32) -> Direction {
    let by = Some([dx, dy, dz]);
    Direction { name, direct, even: by, odd: by }
}

/// A direction of a graph, whose lines say where it leads.
pub(super) fn of_line(name: &'static str) -> Direction {
    Direction { name, direct: true, even: None, odd: None }
}

/// The directions of a tiling of the plane, those in the plane first, clockwise from north.
///
/// The plane directions are a whole number of turns of the same pattern, so that a turn by one direct direction adds
/// [`turn_stride`] to the index, and the opposite is half-way round.
pub(super) fn directions(tiling: Tiling, levels: u32) -> Vec<Direction> {
    match tiling {
        Tiling::Square if levels > 1 => {
            let mut all = square_plane(["n", "ne", "e", "se", "s", "sw", "w", "nw"], 0);
            all.push(both("u", true, 0, 0, 1));
            all.extend(square_plane(["un", "une", "ue", "use", "us", "usw", "uw", "unw"], 1));
            all.push(both("d", true, 0, 0, -1));
            all.extend(square_plane(["dn", "dne", "de", "dse", "ds", "dsw", "dw", "dnw"], -1));
            all
        }
        Tiling::Square => square_plane(["n", "ne", "e", "se", "s", "sw", "w", "nw"], 0),
        Tiling::Hex => vec![
            both("n", false, -1, 2, 0),
            both("ne", true, 0, 1, 0),
            both("ene", false, 1, 1, 0),
            both("e", true, 1, 0, 0),
            both("ese", false, 2, -1, 0),
            both("se", true, 1, -1, 0),
            both("s", false, 1, -2, 0),
            both("sw", true, 0, -1, 0),
            both("wsw", false, -1, -1, 0),
            both("w", true, -1, 0, 0),
            both("wnw", false, -2, 1, 0),
            both("nw", true, -1, 1, 0),
        ],
        Tiling::Tri => {
            let point = |name, up: Option<(i32, i32)>, down: Option<(i32, i32)>| Direction {
                name,
                direct: false,
                even: up.map(|(x, y)| [x, y, 0]),
                odd: down.map(|(x, y)| [x, y, 0]),
            };
            let strip = |name, up: (i32, i32), down: (i32, i32)| Direction {
                name,
                direct: true,
                even: Some([up.0, up.1, 0]),
                odd: Some([down.0, down.1, 0]),
            };
            vec![
                point("n", Some((0, 1)), None),
                strip("ne", (1, 0), (0, 1)),
                both("ne-ne", false, 1, 1, 0),
                point("ene", None, Some((2, 1))),
                strip("e", (1, 0), (1, 0)),
                both("e-e", false, 2, 0, 0),
                point("ese", Some((2, -1)), None),
                strip("se", (0, -1), (1, 0)),
                both("se-se", false, 1, -1, 0),
                point("s", None, Some((0, -1))),
                strip("sw", (0, -1), (-1, 0)),
                both("sw-sw", false, -1, -1, 0),
                point("wsw", Some((-2, -1)), None),
                strip("w", (-1, 0), (-1, 0)),
                both("w-w", false, -2, 0, 0),
                point("wnw", None, Some((-2, 1))),
                strip("nw", (-1, 0), (0, 1)),
                both("nw-nw", false, -1, 1, 0),
            ]
        }
        Tiling::TruncSquare => {
            let across = |name, x, y| Direction { name, direct: true, even: Some([x, y, 0]), odd: None };
            vec![
                across("n", 0, 2),
                both("ne", true, 1, 1, 0),
                across("e", 2, 0),
                both("se", true, 1, -1, 0),
                across("s", 0, -2),
                both("sw", true, -1, -1, 0),
                across("w", -2, 0),
                both("nw", true, -1, 1, 0),
            ]
        }
        _ => Vec::new(),
    }
}

/// The eight horizontal steps, all of them also going up by `dz` levels.
fn square_plane(names: [&'static str; 8], dz: i32) -> Vec<Direction> {
    let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    names.into_iter().zip(steps).map(|(name, (x, y))| both(name, dz == 0 && x * y == 0, x, y, dz)).collect()
}

/// How many directions lie in the plane; they come first.
pub(super) fn plane_directions(tiling: Tiling) -> usize {
    match tiling {
        Tiling::Hex => 12,
        Tiling::Tri => 18,
        _ => 8,
    }
}

/// How far apart in the list two direct directions of the plane next to each other are.
pub(super) fn turn_stride(tiling: Tiling) -> usize {
    match tiling {
        Tiling::Tri => 3,
        Tiling::TruncSquare => 1,
        _ => 2,
    }
}
