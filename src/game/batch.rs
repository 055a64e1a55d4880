//! Sets of moves of one definition.

use super::definition::{Def, Kernel, Path};
use super::state::{Move, NOWHERE};
use crate::board::{CellId, CellSet};

/// A set of moves of one definition.
pub(super) struct Batch<'g, const W: usize> {
    pub def: &'g Def<W>,
    /// The common origin, or [`NOWHERE`] if every cell of the set has its own.
    pub from: CellId,
    /// The destinations; for paths and removals, the origins.
    pub set: CellSet<W>,
    pub way: Option<&'g Path<W>>,
    pub size: u32,
}

impl<const W: usize> Batch<'_, W> {
    pub fn get(&self, cell: CellId, choice: u8) -> Move {
        let (from, to) = match (self.way, &self.def.kernel) {
            (Some(way), _) => (cell, way.map[cell as usize]),
            (None, Kernel::Remove { .. }) => (cell, cell),
            (None, Kernel::Pass(_)) => (NOWHERE, NOWHERE),
            _ => (self.from, cell),
        };
        self.def.move_of(from, to, choice)
    }

    /// Adds all moves to a list, in order.
    pub fn list(&self, out: &mut Vec<Move>) {
        let Batch { def, from, set, way, .. } = *self;
        if matches!(def.kernel, Kernel::Pass(_)) {
            return out.extend(def.choices.iter().map(|&c| self.get(NOWHERE, c)));
        }
        if def.choices.len() > 1 {
            return out.extend(set.iter().flat_map(|cell| def.choices.iter().map(move |&c| self.get(cell, c))));
        }
        // What kind of moves they are is asked once, not move by move.
        match way {
            Some(way) => set.iter().for_each(|cell| out.push(def.move_of(cell, way.map[cell as usize], 0))),
            None if matches!(def.kernel, Kernel::Remove { .. }) => {
                set.iter().for_each(|cell| out.push(def.move_of(cell, cell, 0)));
            }
            None => set.iter().for_each(|cell| out.push(def.move_of(from, cell, 0))),
        }
    }

    pub(super) fn nth(&self, k: u32) -> Move {
        let choices = self.def.choices.len() as u32;
        match &self.def.kernel {
            Kernel::Pass(_) => self.get(NOWHERE, self.def.choices[k as usize]),
            // The index is below `size`, so the cell exists.
            _ if choices == 1 => self.get(self.set.nth(k).unwrap_or(NOWHERE), 0),
            _ => self.get(self.set.nth(k / choices).unwrap_or(NOWHERE), self.def.choices[(k % choices) as usize]),
        }
    }
}
