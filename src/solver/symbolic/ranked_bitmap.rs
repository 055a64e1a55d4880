//! A bitmap with ranks: a set of numbers as bits, whose members are numbered in turn, as succinct data structures do.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::parallel;

/// Words between two counts.
const STRIDE: usize = 8;
/// Bits between two counts.
const SPAN: u64 = 64 * STRIDE as u64;
/// Words that a thread counts at a time.
const PIECE: usize = 1024 * STRIDE;

/// Some of the numbers below a limit. Nine bits in memory for every eight numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct RankedBitmap {
    words: Vec<u64>,
    /// Members before every [`SPAN`]th number, and all at the end.
    ranks: Vec<u64>,
}

/// Bits that many threads set.
pub(super) struct SharedBitmap(Vec<AtomicU64>);

impl SharedBitmap {
    /// No numbers, all to come being below `limit`.
    pub fn new(limit: u64) -> Self {
        Self(bytemuck::zeroed_vec(limit.div_ceil(SPAN) as usize * STRIDE))
    }

    /// Adds a number.
    #[inline]
    pub fn add(&self, number: u64) {
        let (word, bit) = (&self.0[(number / 64) as usize], 1 << (number % 64));
        // Many are there already, and to look is cheaper than to write.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// What has been added.
    pub fn ranked(self) -> RankedBitmap {
        RankedBitmap::from_words(self.0.into_iter().map(AtomicU64::into_inner).collect())
    }
}

impl RankedBitmap {
    /// The numbers whose bits are set.
    pub fn from_words(mut words: Vec<u64>) -> Self {
        words.resize(words.len().next_multiple_of(STRIDE), 0);
        let of_piece = |piece: u32| -> Vec<u64> {
            let first = piece as usize * PIECE;
            let words = &words[first..words.len().min(first + PIECE)];
            words.chunks(STRIDE).map(|words| words.iter().map(ones).sum()).collect()
        };
        let counts = parallel::map(0..words.len().div_ceil(PIECE) as u32, &of_piece);
        let mut ranks = Vec::with_capacity(words.len() / STRIDE + 1);
        let mut rank = 0;
        ranks.push(rank);
        for count in counts.iter().flatten() {
            rank += count;
            ranks.push(rank);
        }
        Self { words, ranks }
    }

    /// The bits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many members there are.
    pub fn len(&self) -> u64 {
        self.ranks.last().copied().unwrap_or(0)
    }

    /// Bytes in memory for numbers below a limit.
    pub fn bytes(limit: u64) -> u64 {
        limit.div_ceil(SPAN).saturating_mul(SPAN / 8 + 8)
    }

    /// Members below a number.
    #[inline]
    pub fn rank(&self, number: u64) -> u64 {
        let word = (number / 64) as usize;
        let begin = word - word % STRIDE;
        let whole: u64 = self.words[begin..word].iter().map(ones).sum();
        let part = number % 64;
        // Without this the word after the last would be asked for.
        let rest = if part == 0 { 0 } else { u64::from((self.words[word] & ((1 << part) - 1)).count_ones()) };
        self.ranks[word / STRIDE] + whole + rest
    }

    /// Members below a limit, which may be beyond all numbers there is room for.
    pub fn rank_of_all_below(&self, limit: u64) -> u64 {
        if limit >= self.words.len() as u64 * 64 { self.len() } else { self.rank(limit) }
    }

    /// The rank of a member; none for other numbers.
    #[inline]
    pub fn find(&self, number: u64) -> Option<u64> {
        let word = self.words.get((number / 64) as usize)?;
        (word >> (number % 64) & 1 != 0).then(|| self.rank(number))
    }

    /// Whether any of `count` numbers from `first` on are members.
    #[inline]
    pub fn any(&self, first: u64, count: u64) -> bool {
        if count > 4 * SPAN {
            // Whole spans first, which their counts tell.
            let (begin, end) = (first.div_ceil(SPAN), (first + count) / SPAN);
            if self.ranks[end as usize] > self.ranks[begin as usize] {
                return true;
            }
            return self.any(first, begin * SPAN - first) || self.any(end * SPAN, first + count - end * SPAN);
        }
        self.masked(first, count).any(|(_, bits)| bits != 0)
    }

    /// The members among `count` numbers from `first` on, in order.
    #[inline]
    pub fn members(&self, first: u64, count: u64) -> impl Iterator<Item = u64> {
        self.masked(first, count).flat_map(|(word, bits)| Bits(bits).map(move |bit| word as u64 * 64 + bit))
    }

    /// The words that hold `count` bits from `first` on, other bits blotted out.
    #[inline]
    fn masked(&self, first: u64, count: u64) -> impl Iterator<Item = (usize, u64)> {
        let end = first + count;
        let words = (first / 64) as usize..if count == 0 { (first / 64) as usize } else { end.div_ceil(64) as usize };
        words.map(move |word| {
            let begin = word as u64 * 64;
            let low = if begin < first { u64::MAX << (first - begin) } else { u64::MAX };
            let high = if begin + 64 > end { u64::MAX >> (begin + 64 - end) } else { u64::MAX };
            (word, self.words[word] & low & high)
        })
    }
}

fn ones(word: &u64) -> u64 {
    word.count_ones().into()
}

/// The places of the ones of a word.
pub(super) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_ranked_bitmap_answers_as_a_set_of_numbers_does() {
        let limit = 20_000u64;
        for density in [1u64, 40, 3000] {
            let set: BTreeSet<u64> =
                (0..limit).filter(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48 < 65536 / density).collect();
            let shared = SharedBitmap::new(limit);
            set.iter().chain(&set).for_each(|&n| shared.add(n));
            let bitmap = shared.ranked();
            assert_eq!(bitmap.len(), set.len() as u64);
            for n in 0..limit {
                assert_eq!(bitmap.rank(n), set.range(..n).count() as u64);
                assert_eq!(bitmap.find(n).is_some(), set.contains(&n));
            }
            for first in (0..limit).step_by(617) {
                for count in
                    [0, 1, 63, 64, 65, 511, 512, 513, 3000, 7000].into_iter().filter(|count| first + count <= limit)
                {
                    let expected: Vec<u64> = set.range(first..first + count).copied().collect();
                    assert_eq!(bitmap.members(first, count).collect::<Vec<_>>(), expected);
                    assert_eq!(bitmap.any(first, count), !expected.is_empty(), "{first} {count}");
                }
            }
        }
    }
}
