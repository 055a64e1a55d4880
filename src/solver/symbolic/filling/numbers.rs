//! Positions of one frame as numbers, and sets of them as bits of words.
//!
//! A number has a coordinate for each free cell, in order: 1 if it is filled. The first six are within a word, the others make the number
//! of the word.

use super::frame_moves::Terms;
use super::frames::{Cells, ones, place};

/// Coordinates of a number within a word.
pub(super) const INNER: u32 = 6;
/// For each of these, the bits whose coordinate is 0.
const LOW: [u64; INNER as usize] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// For each number of ones, the bits whose place has so many.
pub(super) const WITH_ONES: [u64; INNER as usize + 1] = {
    let mut bits = [0; INNER as usize + 1];
    let mut place = 0u32;
    while place < 64 {
        bits[place.count_ones() as usize] |= 1 << place;
        place += 1;
    }
    bits
};

/// Positions given by their numbers under one frame that are to be numbered under another.
pub(super) struct Change {
    pub free: Cells,
    /// Cells that are free no longer, and those of them that must have been filled.
    pub away: Cells,
    pub away_filled: Cells,
}

impl Change {
    /// Leaves out the positions whose cells are not as they must be, and numbers the others anew, with more free cells, of which some are
    /// filled.
    pub fn make(self, bits: &mut Vec<u64>, other: &mut Vec<u64>, more: Cells, more_filled: Cells) {
        let mut free = self.free;
        let mut coordinates = free.count_ones();
        for cell in ones(self.away) {
            let value = self.away_filled >> cell & 1;
            without(bits, other, coordinates, place(cell, free), value);
            std::mem::swap(bits, other);
            free &= !(1 << cell);
            coordinates -= 1;
        }
        for cell in ones(more) {
            coordinates += 1;
            with(bits, other, coordinates, place(cell, free), more_filled >> cell & 1);
            std::mem::swap(bits, other);
            free |= 1 << cell;
        }
    }
}

/// Words for numbers of so many coordinates.
pub(super) fn words_of(coordinates: u32) -> usize {
    1 << coordinates.saturating_sub(INNER)
}

/// A word's number with a coordinate put in.
#[inline]
fn widened(word: usize, coordinate: u32, value: u32) -> usize {
    let low = (1 << coordinate) - 1;
    word & low | (value as usize) << coordinate | (word & !low) << 1
}

/// Those numbers that have a value at a coordinate, which is then left out.
fn without(from: &[u64], to: &mut [u64], coordinates: u32, coordinate: u32, value: u32) {
    let count = words_of(coordinates - 1);
    if let Some(outer) = coordinate.checked_sub(INNER) {
        (0..count).for_each(|word| to[word] = from[widened(word, outer, value)]);
        return;
    }
    let half = |word: u64| {
        let word = word >> (value << coordinate) & LOW[coordinate as usize];
        (coordinate as usize..INNER as usize - 1).fold(word, |word, i| (word | word >> (1 << i)) & LOW[i + 1])
    };
    if coordinates > INNER {
        (0..count).for_each(|word| to[word] = half(from[word * 2]) | half(from[word * 2 + 1]) << 32);
    } else {
        to[0] = half(from[0]);
    }
}

/// Numbers with a coordinate put in that has a value; there are `coordinates` with it.
fn with(from: &[u64], to: &mut [u64], coordinates: u32, coordinate: u32, value: u32) {
    let count = words_of(coordinates - 1);
    if let Some(outer) = coordinate.checked_sub(INNER) {
        to[..count * 2].fill(0);
        (0..count).for_each(|word| to[widened(word, outer, value)] = from[word]);
        return;
    }
    let spread = |half: u64| {
        let word = half & LOW[INNER as usize - 1];
        let spread = |word: u64, i: usize| (word | word << (1 << i)) & LOW[i];
        (coordinate as usize..INNER as usize - 1).rev().fold(word, spread) << (value << coordinate)
    };
    if coordinates > INNER {
        for word in 0..count {
            to[word * 2] = spread(from[word]);
            to[word * 2 + 1] = spread(from[word] >> 32);
        }
    } else {
        to[0] = spread(from[0]);
    }
}

/// [`Terms`] for the numbers of one frame.
pub(super) struct Mask {
    /// Bits of a word that fit.
    pub inner: u64,
    /// Bits of a word's number that are asked for, and what they must be.
    outer: usize,
    outer_values: usize,
    words: usize,
    /// By how many words, and bits, numbers grow.
    pub shift: (usize, u32),
}

impl Mask {
    /// Of the numbers of the frame after a move, those that the positions before it would have if the cells that become free were empty.
    #[inline]
    pub fn new(terms: &Terms, entering: Cells, free: Cells, words: usize) -> Self {
        let mut mask = Mask { inner: u64::MAX, outer: 0, outer_values: 0, words, shift: (0, 0) };
        for (cells, value) in [((terms.empty | entering) & free, 0), (terms.filled & free, 1)] {
            for cell in ones(cells) {
                let coordinate = place(cell, free);
                match coordinate.checked_sub(INNER) {
                    None if value == 0 => mask.inner &= LOW[coordinate as usize],
                    None => mask.inner &= !LOW[coordinate as usize],
                    Some(outer) => {
                        mask.outer |= 1 << outer;
                        mask.outer_values |= value << outer;
                    }
                }
            }
        }
        let shift = compress(terms.fill, free);
        mask.shift = (shift / 64, shift as u32 % 64);
        mask
    }

    /// The words that may have numbers that fit.
    #[inline]
    pub fn words(&self) -> impl Iterator<Item = usize> {
        let (fixed, values, limit) = (self.outer, self.outer_values, self.words - 1);
        std::iter::successors(Some(values), move |&word| {
            let next = ((word | fixed) + 1) & !fixed & limit;
            (next != 0).then_some(next | values)
        })
    }
}

/// The number with ones at the places of some of the cells of a set.
#[inline]
pub(super) fn compress(some: Cells, cells: Cells) -> usize {
    ones(some & cells).fold(0, |number, cell| number | 1 << place(cell, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers in a set, of so many coordinates.
    fn members(bits: &[u64], coordinates: u32) -> Vec<usize> {
        (0..1 << coordinates).filter(|number| bits[number / 64] >> (number % 64) & 1 != 0).collect()
    }

    #[test]
    fn numbers_change_with_the_free_cells() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            random ^ random >> 29
        };
        for _ in 0..3000 {
            let free = (next() as Cells) & 0x3ff;
            let coordinates = free.count_ones();
            let away = (next() as Cells) & free;
            let more = (next() as Cells) & !free & 0x3ff;
            let (away_filled, more_filled) = (away & next() as Cells, more & next() as Cells);
            let mut bits: Vec<u64> = (0..16).map(|_| next()).collect();
            let cells = |number: usize, free: Cells| {
                ones(free)
                    .filter(move |&cell| number >> place(cell, free) & 1 != 0)
                    .fold(0, |cells, cell| cells | 1 << cell)
            };
            let after = free & !away | more;
            let mut expected: Vec<usize> = (members(&bits, coordinates).into_iter().map(|number| cells(number, free)))
                .filter(|filled: &Cells| filled & away == away_filled)
                .map(|filled| compress(filled & !away | more_filled, after))
                .collect();
            expected.sort_unstable();
            Change { free, away, away_filled }.make(&mut bits, &mut vec![0; 16], more, more_filled);
            assert_eq!(members(&bits, after.count_ones()), expected, "{free:b} {away:b} {more:b}");
        }
    }
}
