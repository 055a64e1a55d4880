//! The states an operation works on: one hash table of rows per layer, filled by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::limit;
use super::memory::Words;
use super::set::{ALL, FIRST, NONE};
use super::table::{GROUP, Table, hash};
use super::{Error, Set, Shape};

/// Items one task works through.
pub(super) const CHUNK: usize = 1024;
/// Items between two looks at whether the tables must grow.
pub(super) const ROUND: usize = 8 * CHUNK;
/// Numbers a task takes at once.
const BLOCK: u32 = 32;
/// Numbers of states and keys stay below this, which leaves two bits to mark what a number is of.
pub(super) const LIMIT: usize = 1 << 30;

/// Runs `work` over `range` in chunks, in parallel where it pays, and returns the results in order.
pub(super) fn in_chunks<T: Send>(range: Range<usize>, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let chunks = range.len().div_ceil(CHUNK);
    let chunk = |i: usize| work(range.start + i * CHUNK..range.end.min(range.start + (i + 1) * CHUNK));
    if chunks < 2 || limit::threads() == 1 {
        (0..chunks).map(chunk).collect()
    } else {
        each(chunks, &chunk)
    }
}

/// What `work` makes of the numbers below `count`, in parallel: through a table of functions, so that the machinery of threads is compiled
/// once for each kind of result and not once more for each caller. A call is for a thousand items.
fn each<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().map(work).collect()
}

/// Cuts `0..items` into rounds, each with how many items are left when it begins.
pub(super) fn rounds(items: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
    (0..items).step_by(ROUND).map(move |start| (start..items.min(start + ROUND), items - start))
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
    rows: Words,
    next: AtomicU32,
    table: Table,
}

impl Level {
    fn new(symbols: usize) -> Self {
        let mut rows = Words::default();
        rows.grow_to(FIRST as usize * symbols);
        for (i, word) in rows[..FIRST as usize * symbols].iter().enumerate() {
            word.store((i / symbols) as u32, Ordering::Relaxed);
        }
        Self { symbols, rows, next: AtomicU32::new(FIRST), table: Table::new() }
    }

    /// The state of the next layer after `symbol`.
    #[inline]
    pub fn step(&self, state: u32, symbol: usize) -> u32 {
        self.rows[state as usize * self.symbols + symbol].load(Ordering::Relaxed)
    }

    /// The states of the next layer after each symbol.
    #[inline]
    pub fn row(&self, state: u32) -> &[AtomicU32] {
        &self.rows[state as usize * self.symbols..][..self.symbols]
    }

    /// One more than the greatest state.
    pub fn end(&self) -> usize {
        self.next.load(Ordering::Relaxed) as usize
    }

    /// Makes room for `extra` more states, for the items `left` to do: see [`Table::reserve`].
    pub fn reserve(&mut self, layer: usize, extra: usize, left: usize) -> Result<(), Error> {
        let room = Taken::bound(&self.next, extra);
        if room > LIMIT {
            return Err(Error::TooLarge { layer });
        }
        self.rows.grow_to(room * self.symbols);
        let (rows, symbols) = (&self.rows, self.symbols);
        let row = |state: u32| &rows[state as usize * symbols..][..symbols];
        self.table.reserve(self.next.load(Ordering::Relaxed) as usize, extra, room, left, |state| hash(row(state)));
        limit::check()
    }

    /// The states with these rows, one after another, for which there must be room; `found` is told of each in order.
    #[inline]
    pub fn states(&self, rows: &[u32], taken: &mut Taken, mut found: impl FnMut(u32)) {
        for group in rows.chunks(GROUP * self.symbols) {
            let mut hashes = [0; GROUP];
            let rows = group.chunks_exact(self.symbols);
            hashes.iter_mut().zip(rows.clone()).for_each(|(to, row)| *to = hash(row));
            self.table.fetch(&hashes[..rows.len()], |state| self.row(state)[0].load(Ordering::Relaxed));
            rows.zip(hashes).for_each(|(row, hash)| found(self.state(row, hash, taken)));
        }
    }

    #[inline]
    fn state(&self, row: &[u32], hash: u64, taken: &mut Taken) -> u32 {
        if row[0] < FIRST && row.iter().all(|&state| state == row[0]) {
            return row[0];
        }
        let same = |state| self.row(state).iter().zip(row).all(|(a, &b)| a.load(Ordering::Relaxed) == b);
        let make = || {
            let state = taken.take(&self.next);
            self.row(state).iter().zip(row).for_each(|(a, &b)| a.store(b, Ordering::Relaxed));
            state
        };
        self.table.find_or_insert(hash, same, make).0
    }
}

/// States of all layers.
pub(super) struct Store {
    pub shape: Shape,
    pub levels: Vec<Level>,
}

impl Store {
    /// A store without states.
    pub fn new(shape: &Shape) -> Self {
        let levels = (0..shape.len()).map(|layer| Level::new(shape.symbols(layer))).collect();
        Self { shape: shape.clone(), levels }
    }

    /// Adds the states of a set; returns its root.
    pub fn load(&mut self, set: &Set) -> Result<u32, Error> {
        let mut below = vec![NONE, ALL];
        for (layer, level) in self.levels.iter_mut().enumerate().rev() {
            let symbols = level.symbols;
            let rows = set.rows(layer);
            let mut states = Vec::with_capacity(rows.len() / symbols + 2);
            states.extend([NONE, ALL]);
            let count = rows.len() / symbols;
            for (round, left) in rounds(count) {
                limit::look(round.len());
                level.reserve(layer, round.len(), left)?;
                let level = &*level;
                let below = &below;
                let made = in_chunks(round, |chunk| {
                    let mut taken = Taken::default();
                    let mut made = Vec::with_capacity(chunk.len());
                    let old = &rows[chunk.start * symbols..chunk.end * symbols];
                    let new: Vec<_> = old.iter().map(|&old| below[old as usize]).collect();
                    level.states(&new, &mut taken, |state| made.push(state));
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
        for (layer, level) in self.levels.iter().enumerate() {
            // Rows lie scattered, so that threads can wait for them together; only the numbering is one after the other.
            let mut rows = in_chunks(0..states.len(), |chunk| {
                let rows = states[chunk].iter().flat_map(|&state| level.row(state));
                rows.map(|below| below.load(Ordering::Relaxed)).collect::<Vec<_>>()
            })
            .concat();
            let mut next = Vec::new();
            let mut number = vec![NONE; self.levels.get(layer + 1).map_or(0, Level::end)];
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
