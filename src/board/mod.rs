//! Boards: tilings, shapes, topology and sets of cells. Knows nothing of games.

mod cellset;

pub use cellset::{CellSet, Cells};

/// A cell of a board, numbered from 0 row by row from the bottom left.
pub type CellId = u16;
