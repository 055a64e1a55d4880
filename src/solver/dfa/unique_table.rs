//! The states of one layer, each made once (hash consing), by many threads at once.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Error;
use super::buffers::Words;
use super::hash_index::{HashIndex, hash};
use super::limit;
use super::rounds::{GROUP, LIMIT, Taken};
use super::set::FIRST;

/// The states of one layer: rows of states of the next, each row once.
pub(super) struct UniqueTable {
    pub symbols: usize,
    rows: Words,
    next: AtomicU32,
    index: HashIndex,
}

impl UniqueTable {
    /// A table with the uniform states alone.
    pub fn new(symbols: usize) -> Self {
        let mut rows = Words::default();
        rows.grow_to(FIRST as usize * symbols);
        for (i, word) in rows[..FIRST as usize * symbols].iter().enumerate() {
            word.store((i / symbols) as u32, Ordering::Relaxed);
        }
        Self { symbols, rows, next: AtomicU32::new(FIRST), index: HashIndex::new() }
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

    /// Makes room for `extra` more states, for the items `left` to do: see [`HashIndex::reserve`].
    pub fn reserve(&mut self, layer: usize, extra: usize, left: usize) -> Result<(), Error> {
        let room = Taken::bound(&self.next, extra);
        if room > LIMIT {
            return Err(Error::TooLarge { layer });
        }
        self.rows.grow_to(room * self.symbols);
        let (rows, symbols) = (&self.rows, self.symbols);
        let row = |state: u32| &rows[state as usize * symbols..][..symbols];
        self.index.reserve(self.next.load(Ordering::Relaxed) as usize, extra, room, left, |state| hash(row(state)));
        limit::check()
    }

    /// Makes the states with these rows, for which there must be room, one for each question; `answer` is told of each.
    #[inline]
    pub fn make(&self, rows: &[u32], questions: &[u32], taken: &mut Taken, mut answer: impl FnMut(u32, u32)) {
        let mut questions = questions.iter();
        self.states(rows, taken, |state| questions.next().into_iter().for_each(|&question| answer(question, state)));
    }

    /// The states with these rows, one after another, for which there must be room; `found` is told of each in order.
    #[inline]
    pub fn states(&self, rows: &[u32], taken: &mut Taken, mut found: impl FnMut(u32)) {
        for group in rows.chunks(GROUP * self.symbols) {
            let mut hashes = [0; GROUP];
            let rows = group.chunks_exact(self.symbols);
            hashes.iter_mut().zip(rows.clone()).for_each(|(to, row)| *to = hash(row));
            self.index.fetch(&hashes[..rows.len()], |state| self.row(state)[0].load(Ordering::Relaxed));
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
        self.index.find_or_insert(hash, same, make).0
    }
}
