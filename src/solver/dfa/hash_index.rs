//! A hash table of numbers that many threads fill at once: the index under the unique table and the computed tables.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use super::buffers::Slots;
use super::limit;
use super::rounds::{GROUP, ROUND, in_chunks};

/// Finds the number of a record by its contents. The records live elsewhere; a slot holds the record's number, which is never 0, in as many bits
/// as numbers need, and as much of the hash as fits above them. Linear probing from the place that other bits of the hash give.
pub(super) struct HashIndex {
    slots: Slots,
    /// Bits of a slot that hold the number.
    bits: u32,
    /// Whether several threads may fill it at once.
    shared: bool,
    /// What was left to do, and how many records there were, when room was last made.
    last: (usize, usize),
}

impl HashIndex {
    /// A small table.
    pub fn new() -> Self {
        Self { slots: Slots::new(5), bits: 5, shared: true, last: (0, 0) }
    }

    /// Makes room for `extra` more records than the `records` it has, all with numbers below `end`, keeping these, whose hashes `hash` tells. To
    /// be called before each round, from the pool whose threads fill the table, with the items that are `left` to do, this round's included:
    /// a table that must grow is made as large as it will be if these bring as many records as those of the last round did.
    pub fn reserve(&mut self, records: usize, extra: usize, end: usize, left: usize, hash: impl Fn(u32) -> u64 + Sync) {
        self.shared = limit::threads() > 1;
        let (left_before, records_before) = std::mem::replace(&mut self.last, (left, records));
        // Most of what may come turns out to be there already, so a table that would be 7/8 full then is large enough.
        let needed = ((records + extra) * 8 / 7).max(records * 5 / 3) + 1;
        if needed <= self.slots.len() && end <= 1 << self.bits {
            return;
        }
        let same_items = left_before == left + ROUND;
        let fresh = if same_items { records.saturating_sub(records_before) * left / ROUND } else { 0 };
        let expected = (records + fresh).max(records + extra);
        let class = needed.max(self.slots.len()).max((records + fresh) * 5 / 3).next_power_of_two().trailing_zeros();
        // One bit more than is expected, so that the table is not filled anew for numbers alone; there are never more than 31.
        let end = end as u128 * expected as u128 / (records + extra).max(1) as u128;
        let bits = (end.next_power_of_two().trailing_zeros() + 1).max(self.bits).min(31);
        let old = std::mem::replace(
            self,
            Self { slots: Slots::new(class as usize), bits, shared: self.shared, last: self.last },
        );
        let this = &*self;
        in_chunks(0..old.slots.len(), |chunk| {
            for slot in old.slots[chunk].iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&slot| slot != 0) {
                let number = old.number(slot);
                this.insert((hash(number) >> 32) as u32, number);
            }
        });
    }

    /// Puts in a record that is not there.
    fn insert(&self, hash: u32, number: u32) {
        let slot = self.tag(hash) << self.bits | number;
        let is_put = |place: &AtomicU32| {
            if self.shared {
                return place.compare_exchange(0, slot, Ordering::Relaxed, Ordering::Relaxed).is_ok();
            }
            let free = place.load(Ordering::Relaxed) == 0;
            if free {
                place.store(slot, Ordering::Relaxed);
            }
            free
        };
        let mut place = self.home(hash);
        while !is_put(&self.slots[place]) {
            place = self.next(place);
        }
    }

    /// Brings what is likely to be needed to find records with these hashes, at most [`GROUP`], into the cache: all loads go on at once, where
    /// finding one record after the other would wait for each. `touch` reads a word of a record.
    #[inline]
    pub fn fetch(&self, hashes: &[u64], touch: impl Fn(u32) -> u32) {
        let mut numbers = [0; GROUP];
        for (number, &hash) in numbers.iter_mut().zip(hashes) {
            *number = self.number(self.slots[self.home((hash >> 32) as u32)].load(Ordering::Relaxed));
        }
        let numbers = &numbers[..hashes.len().min(GROUP)];
        black_box(numbers.iter().fold(0, |seen, &number| seen ^ touch(number)));
    }

    /// The number of the record with this hash for which `same` holds; else that of the one `make` makes, which is then found by others.
    /// Returns true with it if this call added it. `make` is called at most once; its record is lost if another thread was quicker.
    pub fn find_or_insert(&self, hash: u64, same: impl Fn(u32) -> bool, make: impl FnOnce() -> u32) -> (u32, bool) {
        let hash = (hash >> 32) as u32;
        let tag = self.tag(hash);
        let is_it = |slot: u32| slot >> self.bits == tag && same(self.number(slot));
        let mut place = self.home(hash);
        let mut slot = loop {
            match self.slots[place].load(Ordering::Acquire) {
                0 => break 0,
                slot if is_it(slot) => return (self.number(slot), false),
                _ => place = self.next(place),
            }
        };
        let made = make();
        let mine = tag << self.bits | made;
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
            if is_it(slot) {
                return (self.number(slot), false);
            }
            place = self.next(place);
            slot = self.slots[place].load(Ordering::Acquire);
        }
    }

    /// What a slot holds of a hash.
    #[inline]
    fn tag(&self, hash: u32) -> u32 {
        hash >> self.bits
    }

    #[inline]
    fn number(&self, slot: u32) -> u32 {
        slot & ((1 << self.bits) - 1)
    }

    #[inline]
    fn home(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }
}

/// A word of a record.
pub(super) trait Word {
    /// What it holds.
    fn get(&self) -> u32;
}

impl Word for u32 {
    #[inline]
    fn get(&self) -> u32 {
        *self
    }
}

impl Word for AtomicU32 {
    #[inline]
    fn get(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
}

/// The hash of some words; its upper half is well spread.
#[inline]
pub(super) fn hash(words: &[impl Word]) -> u64 {
    let mut hash = words.len() as u64 ^ 0x2545_f491_4f6c_dd1d;
    let mut pairs = words.chunks_exact(2);
    for pair in &mut pairs {
        hash = mix(hash, u64::from(pair[0].get()) << 32 | u64::from(pair[1].get()));
    }
    match pairs.remainder() {
        [word] => mix(hash, u64::from(word.get())),
        _ => hash,
    }
}

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ ((product >> 64) as u64)
}
