//! The questions of one layer that an operation has met, with their answers once these are known: a computed table.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Error;
use super::buffers::Words;
use super::hash_index::{HashIndex, hash};
use super::limit;
use super::rounds::{GROUP, LIMIT, Taken};

/// Marks a [`Value`] that is not known yet: the rest of the word is the number of its key.
const PENDING: u32 = 1 << 31;

/// A state, or the number of a key whose value is that state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Value(pub u32);

impl Value {
    /// The value of a key, which must be below 2³⁰.
    pub fn of_key(key: u32) -> Self {
        Self(PENDING | key)
    }
}

/// The keys of `N` words met in one layer, numbered from 1, each with `V` values. Filled by all threads at once. A key is what is asked of some
/// states, such as a pair to be intersected; a value is the state that answers it.
pub(super) struct ComputedTable<const N: usize, const V: usize> {
    /// For each key, its words and its values.
    words: Words,
    next: AtomicU32,
    count: usize,
    index: HashIndex,
}

impl<const N: usize, const V: usize> ComputedTable<N, V> {
    pub fn new() -> Self {
        Self { words: Words::default(), next: AtomicU32::new(1), count: 0, index: HashIndex::new() }
    }

    /// Makes room for `extra` more keys, met by the tasks of one round, for the items `left` to do: see [`HashIndex::reserve`].
    pub fn reserve(&mut self, layer: usize, extra: usize, left: usize) -> Result<(), Error> {
        let room = Taken::bound(&self.next, extra);
        if room > LIMIT {
            return Err(Error::TooLarge { layer });
        }
        self.words.grow_to(room * (N + V));
        let words = &self.words;
        let key = |number: u32| &words[number as usize * (N + V)..][..N];
        self.index.reserve(self.count, extra, room, left, |number| hash(key(number)));
        limit::check()
    }

    /// Takes note of new keys at the end of a round.
    pub fn note(&mut self, fresh: usize) {
        self.count += fresh;
        limit::add_work(fresh);
    }

    /// Gives back the memory that finding keys takes; none is asked for after this.
    pub fn close(&mut self) {
        self.index = HashIndex::new();
    }

    /// The number of a key, for which there must be room. A new one is added to `fresh`.
    pub fn find(&self, key: [u32; N], taken: &mut Taken, fresh: &mut Vec<u32>) -> u32 {
        self.find_hashed(key, hash(&key), taken, fresh)
    }

    /// Finds keys as [`ComputedTable::find`] does, and tells of each its place in the list and its number.
    #[inline]
    pub fn find_all(
        &self,
        keys: &[[u32; N]],
        taken: &mut Taken,
        fresh: &mut Vec<u32>,
        mut found: impl FnMut(usize, u32),
    ) {
        for (start, group) in (0..).step_by(GROUP).zip(keys.chunks(GROUP)) {
            let mut hashes = [0; GROUP];
            hashes.iter_mut().zip(group).for_each(|(to, key)| *to = hash(key));
            self.index.fetch(&hashes[..group.len()], |number| self.at(number)[0].load(Ordering::Relaxed));
            for (i, (&key, hash)) in group.iter().zip(hashes).enumerate() {
                found(start + i, self.find_hashed(key, hash, taken, fresh));
            }
        }
    }

    #[inline]
    fn find_hashed(&self, key: [u32; N], hash: u64, taken: &mut Taken, fresh: &mut Vec<u32>) -> u32 {
        let make = || {
            let number = taken.take(&self.next);
            self.at(number).iter().zip(key).for_each(|(word, key)| word.store(key, Ordering::Relaxed));
            number
        };
        let (number, new) = self.index.find_or_insert(hash, |number| self.key(number) == key, make);
        if new {
            fresh.push(number);
        }
        number
    }

    /// The words of a key.
    #[inline]
    pub fn key(&self, number: u32) -> [u32; N] {
        let words = self.at(number);
        std::array::from_fn(|i| words[i].load(Ordering::Relaxed))
    }

    /// Gives a key one of its values.
    #[inline]
    pub fn set(&self, number: u32, which: usize, state: u32) {
        self.at(number)[N + which].store(state, Ordering::Relaxed);
    }

    /// The state that a value is; for a key, the one of its values that is asked for.
    #[inline]
    pub fn state(&self, value: Value, which: usize) -> u32 {
        if value.0 & PENDING == 0 { value.0 } else { self.at(value.0 & !PENDING)[N + which].load(Ordering::Relaxed) }
    }

    #[inline]
    fn at(&self, number: u32) -> &[AtomicU32] {
        &self.words[number as usize * (N + V)..][..N + V]
    }
}
