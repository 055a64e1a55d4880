//! What searches keep of the position valued before, since the next one differs from it by a move or two.

use super::distance_fields::DistanceFields;
use super::line_sums::{LineMemory, LineSums};
use super::shape_sums::ShapeMemory;
use crate::game::{Game, State};
use std::cell::RefCell;

/// The conditions that have something to keep.
pub(super) struct SearchParts<const W: usize> {
    /// The conditions on lines, looked at together.
    pub lines: LineSums<W>,
    networks: usize,
    shapes: usize,
}

/// What is kept for each of them.
pub(super) struct SearchMemory<const W: usize> {
    lines: LineMemory<W>,
    pub networks: Vec<RefCell<DistanceFields<W>>>,
    pub shapes: Vec<RefCell<ShapeMemory<W>>>,
}

impl<const W: usize> SearchParts<W> {
    pub fn new() -> Self {
        SearchParts { lines: LineSums::new(), networks: 0, shapes: 0 }
    }

    /// The number of one more network.
    pub fn add_network(&mut self) -> usize {
        self.networks += 1;
        self.networks - 1
    }

    /// The number of one more list of shapes.
    pub fn add_shapes(&mut self) -> usize {
        self.shapes += 1;
        self.shapes - 1
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.networks + self.shapes == 0
    }

    /// What there is to know before the first position.
    pub fn memory(&self) -> SearchMemory<W> {
        SearchMemory {
            lines: self.lines.memory(),
            networks: (0..self.networks).map(|_| RefCell::new(DistanceFields::new())).collect(),
            shapes: (0..self.shapes).map(|_| RefCell::new(ShapeMemory::new())).collect(),
        }
    }
}

impl<const W: usize> SearchMemory<W> {
    /// Works out what conditions look at together.
    pub fn look(&mut self, parts: &SearchParts<W>, game: &Game<W>, state: &State<W>) {
        parts.lines.look(&mut self.lines, game, state);
    }

    /// By slot: how near the conditions on lines are.
    pub fn line_worths(&self) -> &[f64] {
        self.lines.worths()
    }
}
