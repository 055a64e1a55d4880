//! One way in which a string changes.

use super::{Error, Shape, Symbol};

/// A change of some characters: for each cell named, the allowed pairs (before, after); all other characters stay as they are. A cell
/// that must have some symbol and keep it is a pair of equal symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Sorted by cell, each cell once; pairs sorted, each once.
    cells: Vec<(usize, Vec<(Symbol, Symbol)>)>,
}

impl Event {
    /// The event that changes nothing and asks for nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also asks that a cell's characters before and after are one of these pairs. Where the cell is named already, both must hold.
    #[must_use]
    pub fn with(mut self, cell: usize, pairs: &[(Symbol, Symbol)]) -> Self {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        match self.cells.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(place) => self.cells[place].1.retain(|pair| pairs.contains(pair)),
            Err(place) => self.cells.insert(place, (cell, pairs)),
        }
        self
    }

    /// Also asks that a cell has one of these symbols, and keeps it.
    #[must_use]
    pub fn keeping(self, cell: usize, symbols: &[Symbol]) -> Self {
        self.with(cell, &symbols.iter().map(|&symbol| (symbol, symbol)).collect::<Vec<_>>())
    }

    /// Also changes a cell from one symbol to another.
    #[must_use]
    pub fn changing(self, cell: usize, before: Symbol, after: Symbol) -> Self {
        self.with(cell, &[(before, after)])
    }

    /// The same event with its cells renumbered: how well sets compress depends on the order of the cells.
    #[must_use]
    pub fn renumbered(&self, to: impl Fn(usize) -> usize) -> Self {
        self.cells.iter().fold(Self::new(), |event, (cell, pairs)| event.with(to(*cell), pairs))
    }

    /// The cells named, in order, with their pairs.
    pub fn cells(&self) -> &[(usize, Vec<(Symbol, Symbol)>)] {
        &self.cells
    }

    /// The event that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.cells.iter().fold(Self::new(), |event, (cell, pairs)| {
            event.with(*cell, &pairs.iter().map(|&(before, after)| (after, before)).collect::<Vec<_>>())
        })
    }

    /// Whether no string has this event.
    pub(super) fn is_impossible(&self) -> bool {
        self.cells.iter().any(|(_, pairs)| pairs.is_empty())
    }

    /// Checks that cells and symbols lie within a shape.
    pub(super) fn check(&self, shape: &Shape) -> Result<(), Error> {
        for &(cell, ref pairs) in &self.cells {
            if cell >= shape.len() {
                return Err(Error::Cell { cell, layers: shape.len() });
            }
            let symbols = shape.symbols(cell);
            if let Some(symbol) = pairs.iter().flat_map(|&(a, b)| [a, b]).find(|&symbol| usize::from(symbol) >= symbols)
            {
                return Err(Error::Symbol { layer: cell, symbol, symbols });
            }
        }
        Ok(())
    }
}
