//! Boards: tilings, shapes, topology and sets of cells. Knows nothing of games.
//!
//! A [`Board`] is built once from a [`BoardSpec`] and never changes. The [tiling](Tiling) says what a cell is and which
//! [directions](Direction) lead out of it; the [shape](Shape) and its sizes say which cells of the tiling there are. Other boards are
//! [graphs](Graph): points on lines, listed or of a family. All the rest (neighbours, lines, distances, sides, labels, symmetries,
//! pictures) follows from these.

mod build;
mod cells;
mod cellset;
pub mod draw;
mod draw_graph;
mod families;
mod geometry;
mod graph;
mod graph_regions;
mod label;
mod regions;
mod shape;
mod spec;
mod symmetry;
mod tiling;
mod topology;

pub use cellset::{CellSet, Cells};
pub use draw::{Colour, Mark, SvgOptions};
pub use graph::{Graph, GraphError, Node, Problem as GraphProblem};
pub use spec::{BoardError, BoardSpec, Compass, Shape, Tiling};
pub use tiling::Direction;
pub use topology::{Board, Side};

/// A cell of a board, numbered from 0 row by row from the bottom left.
pub type CellId = u16;
