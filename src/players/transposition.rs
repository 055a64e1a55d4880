//! What a search remembers of positions: the transposition table and the cache of static evaluations.
//!
//! Both have a fixed size and replace by fixed rules, so the same searches in the same order give the same contents.

/// Slots of one bucket of the transposition table.
const BUCKET: usize = 4;

/// The largest accepted size, as a power of two of slots.
pub(super) const MAX_BITS: u8 = 26;

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<M> {
    pub key: u64,
    /// The best move or the one that refuted; `None` if none stood out.
    pub best: Option<M>,
    /// For the mover, win distances counted from this position.
    pub value: i32,
    pub depth: u8,
    pub bound: Bound,
    /// The value rests on finished games only, not on evaluations: it is the same at any greater depth.
    pub proven: bool,
    pub generation: u8,
}

/// A transposition table of buckets of four slots.
pub(super) struct TranspositionTable<M> {
    slots: Vec<Option<Entry<M>>>,
    /// Shift that brings a scattered hash down to a bucket number; meaningless when there are no slots.
    shift: u32,
    generation: u8,
}

/// Spreads a hash over the top bits, so that weak hashes do not crowd one bucket (Fibonacci hashing).
fn scatter(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<M: Copy> TranspositionTable<M> {
    /// A table of `2^bits` slots, at least one bucket and at most `2^26` slots; 0 bits is no table at all.
    pub fn new(bits: u8) -> Self {
        let bits = match bits {
            0 => return TranspositionTable { slots: Vec::new(), shift: 0, generation: 0 },
            n => u32::from(n).clamp(BUCKET.ilog2() + 1, u32::from(MAX_BITS)),
        };
        TranspositionTable { slots: vec![None; 1 << bits], shift: 64 - (bits - BUCKET.ilog2()), generation: 0 }
    }

    /// Marks all that is stored as belonging to an earlier search: still usable, first to be replaced.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.generation = 0;
    }

    pub fn get(&self, key: u64) -> Option<Entry<M>> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.bucket(key)..][..BUCKET].iter().flatten().find(|e| e.key == key).copied()
    }

    /// Stores an entry under the present generation. It takes the slot of the same position unless that one is of this
    /// search and deeper; else an empty slot, else that of the shallowest entry, older searches first.
    pub fn put(&mut self, mut entry: Entry<M>) {
        if self.slots.is_empty() {
            return;
        }
        entry.generation = self.generation;
        let start = self.bucket(entry.key);
        let bucket = &mut self.slots[start..][..BUCKET];
        if let Some(same) = bucket.iter_mut().find(|s| s.is_some_and(|e| e.key == entry.key)) {
            if same.is_none_or(|old| old.generation != entry.generation || old.depth <= entry.depth) {
                // A move worth trying first outlives a search that found none.
                entry.best = entry.best.or(same.and_then(|old| old.best));
                *same = Some(entry);
            }
            return;
        }
        let worth = |slot: &Option<Entry<M>>| slot.map(|e| (e.generation == entry.generation, e.depth));
        if let Some(victim) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *victim = Some(entry);
        }
    }

    fn bucket(&self, key: u64) -> usize {
        (scatter(key) >> self.shift) as usize * BUCKET
    }
}

/// A cache of static evaluations: one slot per place, the newest wins.
pub(super) struct EvaluationCache {
    slots: Vec<Option<(u64, i32)>>,
    shift: u32,
}

impl EvaluationCache {
    /// A cache of `2^bits` slots, at most `2^26`; 0 bits is none.
    pub fn new(bits: u8) -> Self {
        match u32::from(bits.min(MAX_BITS)) {
            0 => EvaluationCache { slots: Vec::new(), shift: 0 },
            bits => EvaluationCache { slots: vec![None; 1 << bits], shift: 64 - bits },
        }
    }

    pub fn is_off(&self) -> bool {
        self.slots.is_empty()
    }

    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// The stored value of the position, else the one that `evaluate` gives, which is then stored.
    pub fn get_or(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let Some(slot) = self.slots.get_mut((scatter(key) >> self.shift) as usize) else { return evaluate() };
        match *slot {
            Some((k, value)) if k == key => value,
            _ => slot.insert((key, evaluate())).1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8) -> Entry<u32> {
        Entry { key, best: Some(depth.into()), value: 1, depth, bound: Bound::Exact, proven: false, generation: 0 }
    }

    /// Keys that share the bucket of key 0 in a table of two buckets.
    fn crowd() -> Vec<u64> {
        (0..200).filter(|&k| scatter(k) >> 63 == 0).collect()
    }

    #[test]
    fn the_shallowest_entry_of_a_full_bucket_gives_way() {
        let (mut table, keys) = (TranspositionTable::new(3), crowd());
        for (i, depth) in [5, 2, 7, 4].into_iter().enumerate() {
            table.put(entry(keys[i], depth));
        }
        table.put(entry(keys[4], 1));
        let kept: Vec<bool> = keys[..5].iter().map(|&k| table.get(k).is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
    }

    #[test]
    fn entries_of_older_searches_go_first_however_deep() {
        let (mut table, keys) = (TranspositionTable::new(3), crowd());
        table.put(entry(keys[0], 9));
        table.age();
        for &key in &keys[1..5] {
            table.put(entry(key, 1));
        }
        assert!(table.get(keys[0]).is_none());
        assert!(keys[1..5].iter().all(|&key| table.get(key).is_some()));
    }

    #[test]
    fn a_deeper_entry_of_the_same_search_stays_and_an_old_best_move_is_kept() {
        let mut table = TranspositionTable::new(8);
        table.put(entry(1, 4));
        table.put(entry(1, 3));
        assert_eq!(table.get(1).map(|e| e.depth), Some(4));
        table.put(Entry { best: None, ..entry(1, 5) });
        assert_eq!(table.get(1).map(|e| (e.depth, e.best)), Some((5, Some(4))));
        table.age();
        table.put(entry(1, 2));
        assert_eq!(table.get(1).map(|e| e.depth), Some(2));
        table.clear();
        assert!(table.get(1).is_none());
    }

    #[test]
    fn a_cache_answers_from_memory_and_without_slots_it_evaluates_each_time() {
        let mut calls = 0;
        for (bits, expected) in [(4, 1), (0, 3)] {
            let mut cache = EvaluationCache::new(bits);
            calls = 0;
            for _ in 0..3 {
                let value = cache.get_or(77, || {
                    calls += 1;
                    42
                });
                assert_eq!(value, 42);
            }
            assert_eq!(calls, expected);
        }
        assert_eq!(calls, 3);
    }
}
