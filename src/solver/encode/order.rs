//! Which cell's contents are written where in a string.

use super::draft::Draft;
use crate::board::{Board, CellId};
use crate::order;

/// The cells in the order in which they are written. Numbers that are kept beside the board follow.
#[derive(Clone, Debug)]
pub(super) struct Order {
    cells: Vec<CellId>,
    /// By cell.
    layers: Vec<usize>,
}

impl Order {
    /// Board order, row by row.
    pub fn of_board(board: &Board) -> Self {
        Self::new(board.cells().collect())
    }

    fn new(cells: Vec<CellId>) -> Self {
        let mut layers = vec![0; cells.len()];
        cells.iter().enumerate().for_each(|(layer, &cell)| layers[cell as usize] = layer);
        Self { cells, layers }
    }

    /// An order in which the cells that a change looks at or changes lie close together: what is read of them must be remembered for all cells
    /// between. Board order, unless file by file they lie less than half as far apart, as where pieces fall: sets are smaller too then. The
    /// changes must be given in board order.
    pub fn for_changes(board: &Board, drafts: &[Draft; 2]) -> Self {
        let by_rows = Self::of_board(board);
        let mut cells = by_rows.cells.clone();
        order::sort_by_key(&mut cells, |&cell| (board.level(cell), board.col(cell), board.row(cell)));
        let by_files = Self::new(cells);
        if by_files.reach(drafts) * 2 < by_rows.reach(drafts) { by_files } else { by_rows }
    }

    /// How far the cells of each change lie apart, in all.
    fn reach(&self, drafts: &[Draft; 2]) -> usize {
        let events = drafts.iter().flatten().flat_map(|(_, events)| events);
        let reach = |cells: &mut dyn Iterator<Item = usize>| {
            let (least, most) = cells.fold((usize::MAX, 0), |(least, most), layer| (least.min(layer), most.max(layer)));
            most.saturating_sub(least)
        };
        events
            .map(|event| reach(&mut event.cells().iter().filter_map(|&(cell, _)| self.layers.get(cell).copied())))
            .sum()
    }

    /// Where a cell is written.
    pub fn layer(&self, cell: CellId) -> usize {
        self.layers[cell as usize]
    }

    /// The cell written at a layer; `None` for a number.
    pub fn cell(&self, layer: usize) -> Option<CellId> {
        self.cells.get(layer).copied()
    }

    /// The cells in order.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The layer of what board order would write at a layer.
    pub fn renumbered(&self, layer: usize) -> usize {
        self.layers.get(layer).copied().unwrap_or(layer)
    }
}
