//! A list of cells for each cell, stored in one piece.

use super::CellId;

/// The most cells that a board may have.
pub(super) const MAX_CELLS: usize = 1024;

/// No cell, in tables.
pub(super) const NOWHERE: CellId = CellId::MAX;

/// For each cell of a board a sorted list of cells without duplicates.
#[derive(Clone, Debug, Default)]
pub(super) struct CellLists {
    starts: Vec<u32>,
    cells: Vec<CellId>,
}

impl CellLists {
    /// Sorts each list and drops its duplicates.
    pub fn new(lists: impl Iterator<Item = Vec<CellId>>) -> Self {
        let mut out = CellLists { starts: vec![0], cells: Vec::new() };
        for list in lists {
            out.cells.extend(sorted(list));
            out.starts.push(out.cells.len() as u32);
        }
        out
    }

    pub fn get(&self, cell: CellId) -> &[CellId] {
        let i = cell as usize;
        &self.cells[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// The cells in ascending order, each once.
pub(super) fn sorted(mut cells: Vec<CellId>) -> Vec<CellId> {
    cells.sort_unstable();
    cells.dedup();
    cells
}
