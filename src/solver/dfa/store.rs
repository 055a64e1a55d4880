//! The states an operation works on: a unique table for each layer.

use std::sync::atomic::Ordering;

use super::limit;
use super::rounds::{Taken, in_chunks, rounds};
use super::set::{ALL, FIRST, NONE};
use super::unique_table::UniqueTable;
use super::{Error, Set, Shape};

/// States of all layers.
pub(super) struct Store {
    pub shape: Shape,
    /// By layer.
    pub tables: Vec<UniqueTable>,
}

impl Store {
    /// A store without states.
    pub fn new(shape: &Shape) -> Self {
        let tables = (0..shape.len()).map(|layer| UniqueTable::new(shape.symbols(layer))).collect();
        Self { shape: shape.clone(), tables }
    }

    /// Adds the states of a set; returns its root.
    pub fn load(&mut self, set: &Set) -> Result<u32, Error> {
        let mut below = vec![NONE, ALL];
        for (layer, table) in self.tables.iter_mut().enumerate().rev() {
            let symbols = table.symbols;
            let rows = set.rows(layer);
            let mut states = Vec::with_capacity(rows.len() / symbols + 2);
            states.extend([NONE, ALL]);
            let count = rows.len() / symbols;
            for (round, left) in rounds(count) {
                limit::add_work(round.len());
                table.reserve(layer, round.len(), left)?;
                let table = &*table;
                let below = &below;
                let made = in_chunks(round, |chunk| {
                    let mut taken = Taken::default();
                    let mut made = Vec::with_capacity(chunk.len());
                    let old = &rows[chunk.start * symbols..chunk.end * symbols];
                    let new: Vec<_> = old.iter().map(|&old| below[old as usize]).collect();
                    table.states(&new, &mut taken, |state| made.push(state));
                    made
                });
                made.into_iter().for_each(|made| states.extend(made));
            }
            below = states;
        }
        Ok(below[set.root() as usize])
    }

    /// The set that is read from a state of layer 0, numbered by first visit.
    pub fn extract(&self, root: u32) -> Set {
        let layers = self.shape.len();
        let mut extracted = Vec::with_capacity(layers);
        let mut states = if root < FIRST { Vec::new() } else { vec![root] };
        for (layer, table) in self.tables.iter().enumerate() {
            // Rows lie scattered, so that threads can wait for them together; only the numbering is one after the other.
            let mut rows = in_chunks(0..states.len(), |chunk| {
                let rows = states[chunk].iter().flat_map(|&state| table.row(state));
                rows.map(|below| below.load(Ordering::Relaxed)).collect::<Vec<_>>()
            })
            .concat();
            let mut next = Vec::new();
            let mut number = vec![NONE; self.tables.get(layer + 1).map_or(0, UniqueTable::end)];
            for below in rows.iter_mut().filter(|below| **below >= FIRST) {
                let number = &mut number[*below as usize];
                if *number == NONE {
                    *number = next.len() as u32 + FIRST;
                    next.push(*below);
                }
                *below = *number;
            }
            extracted.push(rows);
            states = next;
        }
        Set::from_parts(self.shape.clone(), root.min(FIRST), extracted)
    }
}
