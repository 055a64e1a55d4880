//! Sets of cells as bits: the currency of the rules engine.

use super::CellId;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells of a board of at most `64 * W` cells; bit *i* stands for cell *i*.
///
/// Complement sets the bits beyond the board too; intersect with [`CellSet::first`] of the board's size where that matters.
/// ```
/// use ludogen::board::CellSet;
///
/// let row: CellSet<1> = CellSet::first(3);
/// let moved = row.shifted(1);
/// assert_eq!((row & moved).iter().collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(row.minus(&moved).lowest(), Some(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet<const W: usize>(pub [u64; W]);

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = CellSet([0; W]);

    /// The set of the cells `0..n`. Cells beyond `64 * W` are left out.
    pub fn first(n: usize) -> Self {
        let mut set = Self::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            *word = match n.saturating_sub(64 * i) {
                0 => 0,
                k if k >= 64 => !0,
                k => (1 << k) - 1,
            };
        }
        set
    }

    /// The set of one cell.
    #[inline]
    pub fn of(cell: CellId) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: CellId) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: CellId) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: CellId) {
        self.0[cell as usize / 64] &= !(1 << (cell % 64));
    }

    /// How many cells the set has.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether the set has no cells.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |a, w| a | w) == 0
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The cells that are not in `other`.
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        let mut out = *self;
        for (o, w) in out.0.iter_mut().zip(&other.0) {
            *o &= !w;
        }
        out
    }

    /// The lowest cell.
    #[inline]
    pub fn lowest(&self) -> Option<CellId> {
        let (i, word) = self.0.iter().enumerate().find(|(_, w)| **w != 0)?;
        Some((64 * i as u32 + word.trailing_zeros()) as CellId)
    }

    /// The highest cell.
    #[inline]
    pub fn highest(&self) -> Option<CellId> {
        let (i, word) = self.0.iter().enumerate().rev().find(|(_, w)| **w != 0)?;
        Some((64 * i as u32 + 63 - word.leading_zeros()) as CellId)
    }

    /// All cells up to the lowest of the set and that one; all there are if the set is empty.
    #[inline(always)]
    pub fn through_lowest(&self) -> Self {
        let mut out = Self::EMPTY;
        let mut borrow = 1;
        for (through, &word) in out.0.iter_mut().zip(&self.0) {
            *through = word ^ word.wrapping_sub(borrow);
            borrow &= (word == 0) as u64;
        }
        out
    }

    /// All cells from the highest of the set on; all there are if the set is empty.
    #[inline(always)]
    pub fn from_highest(&self) -> Self {
        let mut out = Self::EMPTY;
        let mut found = false;
        for (from, &word) in out.0.iter_mut().zip(&self.0).rev() {
            *from = if found { 0 } else { !0 << (63 - (word | 1).leading_zeros()) };
            found |= word != 0;
        }
        out
    }

    /// The `k`-th cell in ascending order, from 0.
    #[inline]
    pub fn nth(&self, mut k: u32) -> Option<CellId> {
        for (i, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if k < ones {
                return Some((64 * i as u32 + select(word, k)) as CellId);
            }
            k -= ones;
        }
        None
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> Cells<W> {
        Cells { rest: *self, word: 0 }
    }

    /// The set moved up by `by` cells, for a caller who masks what leaves the range: that may come in at the other end.
    #[inline(always)]
    pub fn turned(&self, by: i32) -> Self {
        if W == 1 {
            let mut out = Self::EMPTY;
            out.0[0] = self.0[0].rotate_left(by as u32);
            return out;
        }
        self.shifted(by)
    }

    /// The set moved up by `by` cells (down if negative); what leaves the range is lost.
    #[inline(always)]
    pub fn shifted(&self, by: i32) -> Self {
        let mut out = Self::EMPTY;
        if W == 2 {
            let bits = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
            let far = by.unsigned_abs();
            let moved = if by >= 0 { bits.checked_shl(far) } else { bits.checked_shr(far) }.unwrap_or(0);
            (out.0[0], out.0[1]) = (moved as u64, (moved >> 64) as u64);
            return out;
        }
        let bits = by.unsigned_abs();
        if bits >= 64 {
            return self.shifted_far(by);
        }
        // Word by word without a branch; what comes from the word beside is shifted in two steps, as by 64 at once it cannot be.
        if by >= 0 {
            for i in 0..W {
                let beside = if i > 0 { self.0[i - 1] } else { 0 };
                out.0[i] = self.0[i] << bits | beside >> 1 >> (63 - bits);
            }
        } else {
            for i in 0..W {
                let beside = if i + 1 < W { self.0[i + 1] } else { 0 };
                out.0[i] = self.0[i] >> bits | beside << 1 << (63 - bits);
            }
        }
        out
    }

    /// As [`shifted`](CellSet::shifted), by any number of cells.
    #[cold]
    fn shifted_far(&self, by: i32) -> Self {
        let mut out = Self::EMPTY;
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let near = CellSet(self.0).shifted(if by >= 0 { bits as i32 } else { -(bits as i32) });
        for i in 0..W.saturating_sub(words) {
            let (from, to) = if by >= 0 { (i, i + words) } else { (i + words, i) };
            out.0[to] = near.0[from];
        }
        out
    }
}

const BYTES: u64 = 0x0101_0101_0101_0101;

/// The place of the `k`-th set bit of `word`, which has more than `k`: running sums of the bits of its bytes, all at once,
/// then a table for the byte.
#[inline]
fn select(word: u64, k: u32) -> u32 {
    let pairs = word - (word >> 1 & (0x55 * BYTES));
    let fours = (pairs & (0x33 * BYTES)) + (pairs >> 2 & (0x33 * BYTES));
    let sums = ((fours + (fours >> 4)) & (0x0f * BYTES)).wrapping_mul(BYTES);
    let passed = ((k as u64 * BYTES) | (0x80 * BYTES)) - sums;
    let shift = ((passed >> 7 & BYTES).wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = (sums << 8) >> shift & 0xff;
    shift + SELECT[(word >> shift & 0xff) as usize][(k as u64 - before) as usize & 7] as u32
}

/// By byte: the places of its set bits.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The cells of a set in ascending order.
#[derive(Clone)]
pub struct Cells<const W: usize> {
    rest: CellSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = CellId;

    #[inline]
    fn next(&mut self) -> Option<CellId> {
        while self.word < W {
            let word = self.rest.0[self.word];
            if word != 0 {
                self.rest.0[self.word] = word & (word - 1);
                return Some((64 * self.word as u32 + word.trailing_zeros()) as CellId);
            }
            self.word += 1;
        }
        None
    }

    /// Word by word, with nothing to remember in between.
    #[inline]
    fn fold<B, F: FnMut(B, CellId) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (i, mut word) in self.rest.0.into_iter().enumerate() {
            while word != 0 {
                folded = f(folded, (64 * i as u32 + word.trailing_zeros()) as CellId);
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const W: usize> Default for CellSet<W> {
    /// The empty set.
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<CellId> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = CellId>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }
}

impl<const W: usize> IntoIterator for CellSet<W> {
    type Item = CellId;
    type IntoIter = Cells<W>;
    fn into_iter(self) -> Cells<W> {
        self.iter()
    }
}

impl<const W: usize> std::fmt::Debug for CellSet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! wordwise {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt),*) => {$(
        impl<const W: usize> $trait for CellSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
        impl<const W: usize> $assign_trait for CellSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (a, b) in self.0.iter_mut().zip(&other.0) {
                    *a $op *b;
                }
            }
        }
    )*};
}
wordwise!(BitAnd bitand BitAndAssign bitand_assign &=, BitOr bitor BitOrAssign bitor_assign |=, BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const W: usize> Not for CellSet<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
