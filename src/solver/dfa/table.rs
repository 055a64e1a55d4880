//! A hash table of numbers that many threads fill at once.

use std::sync::atomic::{AtomicU64, Ordering};

/// Finds the number of a record by its contents. The records live elsewhere; a slot holds 32 bits of the hash and the record's number,
/// which is never 0. Linear probing from the position that the hash bits give, so that growing needs no record to be hashed again.
pub(super) struct Table {
    slots: Vec<AtomicU64>,
}

impl Table {
    /// A table with room for `records` before it must grow.
    pub fn with_room(records: usize) -> Self {
        Self { slots: empty_slots(slots_for(records)) }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }

    /// Makes room for `records` in all, keeping what is there.
    pub fn reserve(&mut self, records: usize) {
        let needed = slots_for(records);
        if needed > self.slots.len() {
            let old = std::mem::replace(&mut self.slots, empty_slots(needed));
            for slot in old.into_iter().map(AtomicU64::into_inner).filter(|&slot| slot != 0) {
                let mut place = self.home((slot >> 32) as u32);
                while *self.slots[place].get_mut() != 0 {
                    place = self.next(place);
                }
                *self.slots[place].get_mut() = slot;
            }
        }
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
        ((u64::from(tag) * self.slots.len() as u64) >> 32) as usize
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }
}

/// Slots for so many records: a power of two, at most 5/8 full.
fn slots_for(records: usize) -> usize {
    (records + records / 2 + records / 8 + 8).next_power_of_two()
}

fn empty_slots(count: usize) -> Vec<AtomicU64> {
    (0..count).map(|_| AtomicU64::new(0)).collect()
}

/// Mixes a word into a hash whose upper half is then well spread.
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ ((product >> 64) as u64)
}
