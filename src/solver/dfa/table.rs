//! A hash table of numbers that many threads fill at once.

use std::hint::black_box;
use std::sync::atomic::Ordering;

use super::memory::Slots;

/// Records looked for together.
pub(super) const GROUP: usize = 32;

/// Finds the number of a record by its contents. The records live elsewhere; a slot holds 32 bits of the hash and the record's number,
/// which is never 0. Linear probing from the place that the hash bits give, so that growing needs no record to be hashed again.
pub(super) struct Table {
    slots: Slots,
    /// Whether several threads may fill it at once.
    shared: bool,
}

impl Table {
    /// A small table.
    pub fn new() -> Self {
        Self { slots: Slots::new(5), shared: true }
    }

    /// Makes room for `extra` more records than the `records` it has, keeping these. To be called before each round, from the pool whose threads
    /// fill the table.
    pub fn reserve(&mut self, records: usize, extra: usize) {
        self.shared = rayon::current_num_threads() > 1;
        // Most of what may come turns out to be there already, so a table that would be 7/8 full then is large enough.
        let needed = ((records + extra) * 8 / 7).max(records * 5 / 3) + 1;
        if needed <= self.slots.len() {
            return;
        }
        let class = needed.next_power_of_two().trailing_zeros() as usize;
        let old = std::mem::replace(&mut self.slots, Slots::new(class));
        for slot in old.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&slot| slot != 0) {
            let mut place = self.home((slot >> 32) as u32);
            while *self.slots.get_mut()[place].get_mut() != 0 {
                place = self.next(place);
            }
            *self.slots.get_mut()[place].get_mut() = slot;
        }
    }

    /// Brings what is likely to be needed to find records with these hashes, at most [`GROUP`], into the cache: all loads go on at once, where
    /// finding one record after the other would wait for each. `touch` reads a word of a record.
    #[inline]
    pub fn fetch(&self, hashes: &[u64], touch: impl Fn(u32) -> u32) {
        let mut numbers = [0; GROUP];
        for (number, &hash) in numbers.iter_mut().zip(hashes) {
            *number = self.slots[self.home((hash >> 32) as u32)].load(Ordering::Relaxed) as u32;
        }
        let numbers = &numbers[..hashes.len().min(GROUP)];
        black_box(numbers.iter().fold(0, |seen, &number| seen ^ touch(number)));
    }

    /// The number of the record with this hash for which `same` holds; else that of the one `make` makes, which is then found by others.
    /// Returns true with it if this call added it. `make` is called at most once; its record is lost if another thread was quicker.
    pub fn find_or_insert(&self, hash: u64, same: impl Fn(u32) -> bool, make: impl FnOnce() -> u32) -> (u32, bool) {
        let tag = (hash >> 32) as u32;
        let mut place = self.home(tag);
        let mut slot = loop {
            match self.slots[place].load(Ordering::Acquire) {
                0 => break 0,
                slot if (slot >> 32) as u32 == tag && same(slot as u32) => return (slot as u32, false),
                _ => place = self.next(place),
            }
        };
        let made = make();
        let mine = u64::from(tag) << 32 | u64::from(made);
        if !self.shared {
            self.slots[place].store(mine, Ordering::Relaxed);
            return (made, true);
        }
        loop {
            if slot == 0 {
                match self.slots[place].compare_exchange(0, mine, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => return (made, true),
                    Err(other) => slot = other,
                }
            }
            if (slot >> 32) as u32 == tag && same(slot as u32) {
                return (slot as u32, false);
            }
            place = self.next(place);
            slot = self.slots[place].load(Ordering::Acquire);
        }
    }

    fn home(&self, tag: u32) -> usize {
        tag as usize & (self.slots.len() - 1)
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }
}

/// The hash of some words; its upper half is well spread.
#[inline]
pub(super) fn hash(words: &[u32]) -> u64 {
    let mut hash = words.len() as u64 ^ 0x2545_f491_4f6c_dd1d;
    let mut pairs = words.chunks_exact(2);
    for pair in &mut pairs {
        hash = mix(hash, u64::from(pair[0]) << 32 | u64::from(pair[1]));
    }
    match *pairs.remainder() {
        [word] => mix(hash, u64::from(word)),
        _ => hash,
    }
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ ((product >> 64) as u64)
}
