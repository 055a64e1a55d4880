//! Graphs that people know: the boards of Morris, Alquerque and Mancala, wheels, rings and stars.

use super::cells::MAX_CELLS;
use super::graph::{Graph, Node, UNIT};
use super::label::letters;
use super::{BoardError, BoardSpec, Tiling};

/// The graph of the spec, whose tiling is none of the plane.
pub(super) fn graph(spec: &BoardSpec) -> Result<Graph, BoardError> {
    let BoardSpec { tiling, shape, ref sizes, .. } = *spec;
    if shape != super::Shape::Square {
        return Err(BoardError::GraphShape { tiling, shape });
    }
    let diagonals = matches!(tiling, Tiling::Morris | Tiling::Alquerque);
    let flags = [(spec.indirect && !diagonals, "i-nbors"), (spec.no_direct, "no-d-nbors")];
    if let Some((_, flag)) = flags.into_iter().find(|(wrong, _)| *wrong) {
        return Err(BoardError::GraphFlag { tiling, flag });
    }
    if sizes.contains(&0) {
        return Err(BoardError::ZeroSize);
    }
    let wanted = wanted(tiling);
    let wrong = Err(BoardError::GraphSize { tiling, wanted });
    let cells = |cells: u64| match cells > MAX_CELLS as u64 {
        true => Err(BoardError::TooManyCells { cells }),
        false => Ok(()),
    };
    let wide = |i: usize, default: u32| u64::from(sizes.get(i).copied().unwrap_or(default));
    let (a, b) = (wide(0, 0), wide(1, 1));
    match (tiling, sizes.len()) {
        (Tiling::Graph, 0) => spec.graph.as_deref().cloned().ok_or(BoardError::GraphSize { tiling, wanted }),
        (Tiling::Morris, 1) => cells(a.saturating_mul(8)).map(|()| morris(a as i32, spec.indirect)),
        (Tiling::Alquerque, 1 | 2) => {
            let b = wide(1, sizes[0]);
            cells(a * b).map(|()| alquerque(a as i32, b as i32, spec.indirect))
        }
        (Tiling::Pits, 2) => cells(a * b).map(|()| pits(a as i32, b as i32, false)),
        (Tiling::Pits, 3) if sizes[2] == 2 => cells((a * b).saturating_add(2)).map(|()| pits(a as i32, b as i32, true)),
        (Tiling::Wheel, 1 | 2) if a >= 3 => {
            cells((a * b).saturating_add(1)).map(|()| rings(b as usize, a as usize, true))
        }
        (Tiling::Rings, 2) if b >= 3 => cells(a * b).map(|()| rings(a as usize, b as usize, false)),
        (Tiling::Star, 1) if a >= 5 => cells(2 * a).map(|()| star(a as usize)),
        _ => wrong,
    }
}

/// The sizes that a graph takes, in words.
fn wanted(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::Morris => "one size: the number of its squares",
        Tiling::Alquerque => "one or two sizes: points in a row, and rows",
        Tiling::Pits => "two sizes, pits in a row and rows, and a third of 2 if it has stores",
        Tiling::Wheel => "one or two sizes: three spokes or more, and the number of its rings",
        Tiling::Rings => "two sizes: the number of its rings, and three spokes or more",
        Tiling::Star => "one size: five points or more",
        _ => "no size: its points are listed",
    }
}

/// A graph that is being drawn.
#[derive(Default)]
struct Drawing(Graph);

impl Drawing {
    /// Adds a point; its place.
    fn point(&mut self, label: String, x: f64, y: f64) -> u16 {
        // Points of a circle that lie level come out level in hundredths.
        let [x, y] = [x, y].map(|x| (x * 100.0).round() as i32 * (UNIT / 100));
        self.0.nodes.push(Node { label, x, y });
        (self.0.nodes.len() - 1) as u16
    }

    /// Adds a line, unless it is too short to be one.
    fn line(&mut self, points: Vec<u16>) {
        if points.len() > 1 {
            self.0.lines.push(points);
        }
    }
}

/// A point of a lattice by its file and row.
fn name(x: i32, y: i32) -> String {
    format!("{}{}", letters(x as u32), y + 1)
}

/// Squares of eight points, joined at the middles of their sides, and at their corners if `diagonals`.
fn morris(squares: i32, diagonals: bool) -> Graph {
    let mut drawing = Drawing::default();
    // Around the middle, from the lower left corner on.
    const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let mut at = |out: i32, (x, y): (i32, i32)| {
        let (x, y) = (squares + out * x, squares + out * y);
        drawing.point(name(x, y), x.into(), y.into())
    };
    let points: Vec<Vec<u16>> = (1..=squares).map(|out| AROUND.iter().map(|&p| at(out, p)).collect()).collect();
    for square in &points {
        for side in 0..4 {
            drawing.line((0..3).map(|i| square[(2 * side + i) % 8]).collect());
        }
    }
    for spoke in (0..8).filter(|spoke| diagonals || spoke % 2 == 1) {
        drawing.line(points.iter().map(|square| square[spoke]).collect());
    }
    drawing.0
}

/// A lattice with diagonals through the points of the colour of `A1`, or through all.
fn alquerque(width: i32, height: i32, all: bool) -> Graph {
    let mut drawing = Drawing::default();
    for y in 0..height {
        for x in 0..width {
            drawing.point(name(x, y), x.into(), y.into());
        }
    }
    let on = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for y in 0..height {
            for x in 0..width {
                let drawn = dx * dy == 0 || all || (x + y) % 2 == 0;
                if drawn && !on(x - dx, y - dy) {
                    let along = (0..).map(|i| (x + i * dx, y + i * dy)).take_while(|&(x, y)| on(x, y));
                    drawing.line(along.map(|(x, y)| (y * width + x) as u16).collect());
                }
            }
        }
    }
    drawing.0
}

/// Rows of pits. The stores stand at the ends, half-way up.
fn pits(width: i32, height: i32, stores: bool) -> Graph {
    let mut drawing = Drawing::default();
    let first = i32::from(stores);
    for y in 0..height {
        for x in 0..width {
            drawing.point(name(first + x, y), (first + x).into(), y.into());
        }
    }
    let pit = |x: i32, y: i32| (y * width + x) as u16;
    for y in 0..height {
        drawing.line((0..width).map(|x| pit(x, y)).collect());
    }
    for x in 0..width {
        drawing.line((0..height).map(|y| pit(x, y)).collect());
    }
    if stores {
        let middle = f64::from(height - 1) / 2.0;
        for (file, end) in [(0, 0), (width + 1, width - 1)] {
            let store = drawing.point(name(file, 0), file.into(), middle);
            (0..height).for_each(|y| drawing.line(vec![store, pit(end, y)]));
        }
    }
    drawing.0
}

/// Rings of points, numbered clockwise from the top, the inner ring first; with a centre, `A1`, it comes before them. Spokes are straight
/// lines, through the centre where two are opposite. From point to point of a ring each step is a line of its own.
fn rings(rings: usize, spokes: usize, centre: bool) -> Graph {
    let mut drawing = Drawing::default();
    let middle = centre.then(|| drawing.point("A1".into(), 0.0, 0.0));
    // Points of the inner ring are a step apart, or a step from the centre.
    let step = std::f64::consts::PI / spokes as f64;
    let inner = (0.5 / step.sin()).max(1.0);
    let mut points: Vec<Vec<u16>> = Vec::new();
    for ring in 0..rings {
        let letter = letters((ring + usize::from(centre)) as u32);
        let place = |spoke: usize| (2.0 * step * spoke as f64).sin_cos();
        let out = inner + ring as f64;
        let mut at = |spoke: usize| {
            let (x, y) = place(spoke);
            drawing.point(format!("{letter}{}", spoke + 1), out * x, out * y)
        };
        points.push((0..spokes).map(&mut at).collect());
    }
    let spoke = |i: usize| points.iter().map(move |ring| ring[i]).collect::<Vec<_>>();
    for i in 0..spokes {
        match middle {
            Some(middle) if spokes.is_multiple_of(2) => {
                if i < spokes / 2 {
                    let before: Vec<u16> = spoke(i + spokes / 2).into_iter().rev().collect();
                    drawing.line([before, vec![middle], spoke(i)].concat());
                }
            }
            Some(middle) => drawing.line([vec![middle], spoke(i)].concat()),
            None => drawing.line(spoke(i)),
        }
    }
    for ring in &points {
        (0..spokes).for_each(|i| drawing.line(vec![ring[i], ring[(i + 1) % spokes]]));
    }
    drawing.0
}

/// A star whose lines join every second point: its crossings in the ring `A`, its points in the ring `B`.
fn star(points: usize) -> Graph {
    let mut drawing = Drawing::default();
    let step = std::f64::consts::PI / points as f64;
    // The crossings are a step apart.
    let inner = (0.5 / step.sin()).max(1.0);
    let outer = inner * step.cos() / (2.0 * step).cos();
    let mut ring = |letter: char, out: f64, turn: f64| -> Vec<u16> {
        let mut at = |i: usize| {
            let (x, y) = (step * (2.0 * i as f64 + turn)).sin_cos();
            drawing.point(format!("{letter}{}", i + 1), out * x, out * y)
        };
        (0..points).map(&mut at).collect()
    };
    let (crossings, tips) = (ring('A', inner, 1.0), ring('B', outer, 0.0));
    for i in 0..points {
        let next = |by: usize| (i + by) % points;
        drawing.line(vec![tips[i], crossings[i], crossings[next(1)], tips[next(2)]]);
    }
    drawing.0
}
