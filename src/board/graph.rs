//! Boards that are graphs: points, and lines through them.
//!
//! A line is what rows, slides and leaps go along, straight or bent. Following a direction runs along a line, so each line has one direction
//! and its opposite, and two lines that meet have different ones: where one ends in a point, nothing goes on along the other.
//!
//! The directions are those of the compass, 45° apart. A line has the nearest one that no nearer line through one of its points has; half-way
//! between two, or where both are taken, one of the eight half-way points (`nne`), and after that a second direction of the same point
//! (`e-2`).

use super::CellId;
use super::cells::{MAX_CELLS, NOWHERE};
use crate::order;
use std::collections::{HashMap, HashSet};

/// Coordinates are whole numbers of this part of the unit.
pub(super) const UNIT: i32 = 1000;
/// How far from the origin a point may lie, in units.
pub(super) const FARTHEST: i32 = 200;
/// How near to each other two points may lie, in parts of the unit.
const NEAREST: i64 = 100;
/// The most points that all lines may pass through together.
const MOST_STOPS: usize = 8 * MAX_CELLS;

/// The names of the directions, clockwise from north: the points of the compass, those half-way between, and second ones.
const NAMES: [[&str; 8]; 3] = [
    ["n", "ne", "e", "se", "s", "sw", "w", "nw"],
    ["nne", "ene", "ese", "sse", "ssw", "wsw", "wnw", "nnw"],
    ["n-2", "ne-2", "e-2", "se-2", "s-2", "sw-2", "w-2", "nw-2"],
];

/// A point of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Its label, in capitals.
    pub label: String,
    /// How far to the right it lies, in thousandths.
    pub x: i32,
    /// How far up.
    pub y: i32,
}

/// Points, and lines through them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The points, in any order.
    pub nodes: Vec<Node>,
    /// Each line as the places in `nodes` of the points that it passes through, in order.
    pub lines: Vec<Vec<u16>>,
}

/// What makes no board of a [`Graph`], and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct GraphError {
    /// What it is.
    pub problem: Problem,
    /// The point that it is about, by its place.
    pub node: Option<usize>,
    /// The line that it is about, by its place, and the place in the line.
    pub line: Option<(usize, usize)>,
}

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("a board needs a point")]
    Empty,
    #[error("{0} points are too many: a board has at most {max}", max = MAX_CELLS)]
    TooManyNodes(usize),
    #[error("two points have the label {0}")]
    SameLabel(String),
    #[error("{0} lies too far out: coordinates go from -{FARTHEST} to {FARTHEST}")]
    TooFar(String),
    #[error("{0} and {1} lie on one spot, or less than a tenth apart")]
    SameSpot(String, String),
    #[error("a line goes through two points or more")]
    ShortLine,
    #[error("a line goes through {0} twice")]
    Twice(String),
    #[error("a line is given that is part of another")]
    SameLine,
    #[error("the lines pass through more than {MOST_STOPS} points")]
    TooManyStops,
    #[error("too many lines meet in {0}: there are twelve directions and their opposites")]
    TooManyMeet(String),
    #[error("{0} and {1} are on no lines that join them: all points of a board hang together")]
    Apart(String, String),
}

impl From<Problem> for GraphError {
    fn from(problem: Problem) -> Self {
        GraphError { problem, node: None, line: None }
    }
}

impl Problem {
    fn at_node(self, node: usize) -> GraphError {
        GraphError { node: Some(node), ..self.into() }
    }

    fn at_line(self, line: usize, place: usize) -> GraphError {
        GraphError { line: Some((line, place)), ..self.into() }
    }
}

/// A line's direction: a name's place in [`NAMES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way {
    layer: usize,
    point: usize,
}

impl Way {
    fn back(self) -> Way {
        Way { point: (self.point + 4) % 8, ..self }
    }

    /// The same for a way and the way back.
    fn axis(self) -> (usize, usize) {
        (self.layer, self.point % 4)
    }
}

/// A graph as a board has it: its points in the order of their numbers, and where each direction leads.
pub(super) struct Layout {
    /// Label and place of each cell.
    pub nodes: Vec<Node>,
    /// The lines, by cells.
    pub lines: Vec<Vec<CellId>>,
    /// The names of the directions.
    pub names: Vec<&'static str>,
    /// Where each leads from each cell, direction by direction.
    pub next: Vec<CellId>,
}

impl Graph {
    /// Whether there is such a board.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn check(&self) -> Result<(), GraphError> {
        self.layout().map(|_| ())
    }

    /// The same graph with its points in the order of their cells, its lines from the lower number to the higher and in order: graphs that are the
    /// same board are then equal.
    pub fn ordered(&self) -> Graph {
        let (order, lines) = self.numbered();
        let mut lines = lines;
        for line in &mut lines {
            if line.first() > line.last() {
                line.reverse();
            }
        }
        lines.sort_unstable();
        Graph { nodes: order.iter().map(|&i| self.nodes[i].clone()).collect(), lines }
    }

    /// The places of the points in the order of their cells, row by row from the bottom, and the lines by cells.
    fn numbered(&self) -> (Vec<usize>, Vec<Vec<u16>>) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order::sort_by_key(&mut order, |&i| (self.nodes[i].y, self.nodes[i].x));
        let mut cell_of = vec![0; order.len()];
        for (cell, &node) in order.iter().enumerate() {
            cell_of[node] = cell as u16;
        }
        let cells = |line: &Vec<u16>| line.iter().map(|&node| cell_of[node as usize]).collect();
        (order, self.lines.iter().map(cells).collect())
    }

    /// Checks the graph, numbers its points row by row from the bottom and gives its lines directions.
    pub(super) fn layout(&self) -> Result<Layout, GraphError> {
        self.check_nodes()?;
        self.check_lines()?;
        self.check_connected()?;
        let (order, lines) = self.numbered();
        let nodes: Vec<Node> = order.iter().map(|&i| self.nodes[i].clone()).collect();
        let ways = ways(&nodes, &lines)?;
        let layers = 1 + ways.iter().map(|way| way.layer).max().unwrap_or(0);
        let mut next = vec![NOWHERE; 8 * layers * nodes.len()];
        for (line, way) in lines.iter().zip(&ways) {
            let mut lead = |from: CellId, way: Way, to: CellId| {
                next[(8 * way.layer + way.point) * nodes.len() + from as usize] = to;
            };
            for pair in line.windows(2) {
                lead(pair[0], *way, pair[1]);
                lead(pair[1], way.back(), pair[0]);
            }
        }
        let names = NAMES[..layers].concat();
        Ok(Layout { nodes, lines, names, next })
    }

    /// The graph without the points of these labels: lines end before them, and go on after them as lines of their own.
    pub(super) fn without(&self, labels: &[String]) -> Graph {
        let stays: Vec<bool> = self.nodes.iter().map(|n| labels.binary_search(&n.label).is_err()).collect();
        let place = |i: usize| stays[..i].iter().filter(|stays| **stays).count() as u16;
        let places: Vec<u16> = (0..stays.len()).map(place).collect();
        let parts = self.lines.iter().flat_map(|line| line.split(|&i| !stays[i as usize]));
        let lines = parts.filter(|part| part.len() > 1).map(|part| part.iter().map(|&i| places[i as usize]).collect());
        Graph {
            nodes: self.nodes.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(n, _)| n.clone()).collect(),
            lines: lines.collect(),
        }
    }

    fn check_nodes(&self) -> Result<(), GraphError> {
        if self.nodes.is_empty() {
            return Err(Problem::Empty.into());
        }
        if self.nodes.len() > MAX_CELLS {
            return Err(Problem::TooManyNodes(self.nodes.len()).at_node(MAX_CELLS));
        }
        let mut labels = HashSet::new();
        // By square of the size of the least distance: points that are too near are in squares that touch.
        let mut squares: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if !labels.insert(&node.label) {
                return Err(Problem::SameLabel(node.label.clone()).at_node(i));
            }
            if [node.x, node.y].iter().any(|x| x.unsigned_abs() > (FARTHEST * UNIT) as u32) {
                return Err(Problem::TooFar(node.label.clone()).at_node(i));
            }
            let (x, y) = (i64::from(node.x), i64::from(node.y));
            let (column, row) = (x.div_euclid(NEAREST), y.div_euclid(NEAREST));
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy)));
            let near = around.filter_map(|square| squares.get(&square)).flatten().find(|&&j| {
                let (dx, dy) = (x - i64::from(self.nodes[j].x), y - i64::from(self.nodes[j].y));
                dx * dx + dy * dy < NEAREST * NEAREST
            });
            if let Some(&j) = near {
                return Err(Problem::SameSpot(self.nodes[j].label.clone(), node.label.clone()).at_node(i));
            }
            squares.entry((column, row)).or_default().push(i);
        }
        Ok(())
    }

    fn check_lines(&self) -> Result<(), GraphError> {
        if self.lines.iter().map(Vec::len).sum::<usize>() > MOST_STOPS {
            return Err(Problem::TooManyStops.into());
        }
        let mut joined = HashSet::new();
        for (i, line) in self.lines.iter().enumerate() {
            if line.len() < 2 {
                return Err(Problem::ShortLine.at_line(i, 0));
            }
            let mut passed = HashSet::new();
            for (place, &node) in line.iter().enumerate() {
                if !passed.insert(node) {
                    return Err(Problem::Twice(self.nodes[node as usize].label.clone()).at_line(i, place));
                }
            }
            for (place, pair) in line.windows(2).enumerate() {
                if !joined.insert((pair[0].min(pair[1]), pair[0].max(pair[1]))) {
                    return Err(Problem::SameLine.at_line(i, place));
                }
            }
        }
        Ok(())
    }

    /// All points hang together.
    fn check_connected(&self) -> Result<(), GraphError> {
        let mut root: Vec<usize> = (0..self.nodes.len()).collect();
        fn find(root: &mut [usize], mut i: usize) -> usize {
            while root[i] != i {
                root[i] = root[root[i]];
                i = root[i];
            }
            i
        }
        for pair in self.lines.iter().flat_map(|line| line.windows(2)) {
            let (a, b) = (find(&mut root, pair[0].into()), find(&mut root, pair[1].into()));
            root[a.max(b)] = a.min(b);
        }
        match (1..root.len()).find(|&i| find(&mut root, i) != 0) {
            Some(i) => Err(Problem::Apart(self.nodes[0].label.clone(), self.nodes[i].label.clone()).at_node(i)),
            None => Ok(()),
        }
    }
}

/// A direction for each line.
fn ways(nodes: &[Node], lines: &[Vec<CellId>]) -> Result<Vec<Way>, GraphError> {
    // How far each line is from a point of the compass, in degrees; the nearest come first.
    let bearing = |line: &[CellId]| {
        let [a, b] = [line[0], line[line.len() - 1]].map(|c| &nodes[c as usize]);
        f64::from(b.x - a.x).atan2(f64::from(b.y - a.y)).to_degrees().rem_euclid(360.0)
    };
    let bearings: Vec<f64> = lines.iter().map(|line| bearing(line)).collect();
    let off = |i: usize| (bearings[i] / 45.0 - (bearings[i] / 45.0).round()).abs();
    let mut order: Vec<usize> = (0..lines.len()).collect();
    // In steps, so that lines that lie alike are treated alike.
    order::sort_by_key(&mut order, |&i| {
        let line = &lines[i];
        let ends = (line[0].min(line[line.len() - 1]), line[0].max(line[line.len() - 1]));
        ((off(i) * 1000.0).round() as i64, ends, line[1].min(line[line.len() - 2]))
    });
    let mut taken: Vec<Vec<(usize, usize)>> = vec![Vec::new(); nodes.len()];
    let mut ways = vec![Way { layer: 0, point: 0 }; lines.len()];
    for i in order {
        let eighths = bearings[i] / 45.0;
        let nearest = |x: f64| x.round().rem_euclid(8.0) as usize % 8;
        let halfway = Way { layer: 1, point: eighths.floor() as usize % 8 };
        let compass = Way { layer: 0, point: nearest(eighths) };
        let second = Way { layer: 2, ..compass };
        let mut choices = Vec::new();
        // Half-way between two points of the compass a line belongs to neither.
        if off(i) < 0.499 {
            choices.push(compass);
        }
        choices.extend([halfway, second]);
        // After these, the nearest of what is left.
        for turn in 1..8_usize {
            let aside = if turn % 2 == 1 { turn.div_ceil(2) } else { 8 - turn / 2 };
            choices.extend([compass, halfway, second].map(|w| Way { point: (w.point + aside) % 8, ..w }));
        }
        let free = |way: &Way| lines[i].iter().all(|&c| !taken[c as usize].contains(&way.axis()));
        let Some(way) = choices.into_iter().find(free) else {
            let crowded = lines[i].iter().max_by_key(|&&c| taken[c as usize].len()).copied().unwrap_or_default();
            return Err(Problem::TooManyMeet(nodes[crowded as usize].label.clone()).at_line(i, 0));
        };
        ways[i] = way;
        lines[i].iter().for_each(|&c| taken[c as usize].push(way.axis()));
    }
    Ok(ways)
}

/// What places are multiplied by so that the two nearest points are a step apart.
pub(super) fn page_scale(nodes: &[Node]) -> f64 {
    let mut least = i64::MAX;
    for (i, a) in nodes.iter().enumerate() {
        for b in &nodes[..i] {
            let (dx, dy) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
            least = least.min(dx * dx + dy * dy);
        }
    }
    if nodes.len() < 2 { 1.0 / f64::from(UNIT) } else { 1.0 / (least as f64).sqrt() }
}
