//! Cells by what a piece on them adds to the hash of a position.

use crate::board::CellId;

/// Cells by keys, with open addressing; at most a quarter of the slots is taken.
#[derive(Clone, Debug)]
pub(super) struct KeyedCells {
    slots: Vec<Option<(u64, CellId)>>,
}

impl KeyedCells {
    /// The cells in order, with the key of each.
    pub fn of(keys: impl ExactSizeIterator<Item = u64>) -> Self {
        let count = (4 * keys.len()).next_power_of_two();
        let mut slots = vec![None; count];
        for (cell, key) in (0..).zip(keys) {
            let mut slot = key as usize & (count - 1);
            while slots[slot].is_some() {
                slot = (slot + 1) & (count - 1);
            }
            slots[slot] = Some((key, cell));
        }
        KeyedCells { slots }
    }

    /// The cell of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<CellId> {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while let Some((known, cell)) = self.slots[slot] {
            if known == key {
                return Some(cell);
            }
            slot = (slot + 1) & mask;
        }
        None
    }
}
