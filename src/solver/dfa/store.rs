//! The states an operation works on: one hash table of rows per layer, filled by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::set::{ALL, FIRST, NONE};
use super::table::{Table, mix};
use super::{Error, Set, Shape};

/// Items one task works through.
pub(super) const CHUNK: usize = 1024;
/// Items between two looks at whether the tables must grow.
const ROUND: usize = 8 * CHUNK;
/// Numbers a task takes at once.
const BLOCK: u32 = 32;
/// Numbers stay below this, which leaves a bit to mark what a number is of.
pub(super) const LIMIT: usize = 1 << 31;

/// Runs `work` over `range` in chunks, in parallel where it pays, and returns the results in order.
pub(super) fn in_chunks<T: Send>(range: Range<usize>, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let chunks = range.len().div_ceil(CHUNK);
    let chunk = |i: usize| work(range.start + i * CHUNK..range.end.min(range.start + (i + 1) * CHUNK));
    if chunks < 2 || rayon::current_num_threads() == 1 {
        (0..chunks).map(chunk).collect()
    } else {
        (0..chunks).into_par_iter().map(chunk).collect()
    }
}

/// Cuts `0..items` into rounds.
pub(super) fn rounds(items: usize) -> impl Iterator<Item = Range<usize>> {
    (0..items).step_by(ROUND).map(move |start| start..items.min(start + ROUND))
}

/// The most tasks in one round, each of which may leave what it took partly unused.
pub(super) fn tasks() -> usize {
    ROUND / CHUNK
}

/// Numbers that a task has taken from a shared counter, a block at a time, and not used yet.
#[derive(Default)]
pub(super) struct Taken {
    next: u32,
    end: u32,
}

impl Taken {
    /// A number that no other task has.
    #[inline]
    pub fn take(&mut self, counter: &AtomicU32) -> u32 {
        if self.next == self.end {
            self.next = counter.fetch_add(BLOCK, Ordering::Relaxed);
            self.end = self.next + BLOCK;
        }
        self.next += 1;
        self.next - 1
    }

    /// The end of the numbers that may be taken in a round by tasks that need `count` in all.
    pub fn bound(counter: &AtomicU32, count: usize) -> usize {
        counter.load(Ordering::Relaxed) as usize + count + tasks() * BLOCK as usize
    }
}

/// The states of one layer.
pub(super) struct Level {
    symbols: usize,
    rows: Vec<AtomicU32>,
    next: AtomicU32,
    table: Table,
}

impl Level {
    fn new(symbols: usize, room: usize) -> Self {
        let uniform = [NONE, ALL].into_iter().flat_map(|state| (0..symbols).map(move |_| AtomicU32::new(state)));
        Self { symbols, rows: uniform.collect(), next: AtomicU32::new(FIRST), table: Table::with_room(room) }
    }

    /// The state of the next layer after `symbol`.
    #[inline]
    pub fn step(&self, state: u32, symbol: usize) -> u32 {
        self.rows[state as usize * self.symbols + symbol].load(Ordering::Relaxed)
    }

    /// One more than the greatest state.
    pub fn end(&self) -> usize {
        self.next.load(Ordering::Relaxed) as usize
    }

    /// Makes room for `extra` more states.
    pub fn reserve(&mut self, layer: usize, extra: usize) -> Result<(), Error> {
        let room = Taken::bound(&self.next, extra);
        if room > LIMIT {
            return Err(Error::TooLarge { layer });
        }
        if self.rows.len() < room * self.symbols {
            self.rows.resize_with(room * self.symbols, AtomicU32::default);
        }
        self.table.reserve(self.end() + extra);
        Ok(())
    }

    /// The state with this row. There must be room for it.
    #[inline]
    pub fn state(&self, row: &[u32], taken: &mut Taken) -> u32 {
        if row[0] < FIRST && row.iter().all(|&state| state == row[0]) {
            return row[0];
        }
        let hash = row.iter().fold(0x5bd1_e995, |hash, &state| mix(hash, u64::from(state)));
        let at = |state: u32| &self.rows[state as usize * self.symbols..][..self.symbols];
        let same = |state| at(state).iter().zip(row).all(|(a, &b)| a.load(Ordering::Relaxed) == b);
        let make = || {
            let state = taken.take(&self.next);
            at(state).iter().zip(row).for_each(|(a, &b)| a.store(b, Ordering::Relaxed));
            state
        };
        self.table.find_or_insert(hash, same, make).0
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + self.table.bytes()
    }
}

/// States of all layers.
pub(super) struct Store {
    pub shape: Shape,
    pub levels: Vec<Level>,
}

impl Store {
    /// A store for operations on the given sets.
    pub fn new(shape: &Shape, sets: &[&Set]) -> Result<Self, Error> {
        if sets.iter().any(|set| set.shape() != shape) {
            return Err(Error::Mismatch);
        }
        let room = |layer| 2 * sets.iter().map(|set| set.layer_states(layer)).sum::<usize>();
        let levels = (0..shape.len()).map(|layer| Level::new(shape.symbols(layer), room(layer))).collect();
        Ok(Self { shape: shape.clone(), levels })
    }

    /// Adds the states of a set; returns its root.
    pub fn load(&mut self, set: &Set) -> Result<u32, Error> {
        let mut below = vec![NONE, ALL];
        for (layer, level) in self.levels.iter_mut().enumerate().rev() {
            let symbols = level.symbols;
            let rows = set.rows(layer);
            let mut states = vec![NONE, ALL];
            for round in rounds(rows.len() / symbols) {
                level.reserve(layer, round.len())?;
                let level = &*level;
                let below = &below;
                states.extend(
                    in_chunks(round, |chunk| {
                        let mut taken = Taken::default();
                        let mut row = vec![NONE; symbols];
                        let mut made = Vec::with_capacity(chunk.len());
                        for old in rows[chunk.start * symbols..chunk.end * symbols].chunks_exact(symbols) {
                            row.iter_mut().zip(old).for_each(|(new, &old)| *new = below[old as usize]);
                            made.push(level.state(&row, &mut taken));
                        }
                        made
                    })
                    .into_iter()
                    .flatten(),
                );
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
        for (layer, level) in self.levels.iter().enumerate() {
            let mut rows = Vec::with_capacity(states.len() * level.symbols);
            let mut next = Vec::new();
            let mut number = vec![NONE; self.levels.get(layer + 1).map_or(0, Level::end)];
            for &state in &states {
                for symbol in 0..level.symbols {
                    let below = level.step(state, symbol);
                    rows.push(if below < FIRST {
                        below
                    } else {
                        let number = &mut number[below as usize];
                        if *number == NONE {
                            *number = next.len() as u32 + FIRST;
                            next.push(below);
                        }
                        *number
                    });
                }
            }
            extracted.push(rows);
            states = next;
        }
        Set::from_parts(self.shape.clone(), root.min(FIRST), extracted)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum()
    }
}
