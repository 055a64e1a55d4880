//! Where the pieces stand.

use crate::solver::symbolic::ranked_bitmap::Bits;

/// The most kinds of pieces.
pub(super) const KINDS: usize = 4;
/// The most cells.
pub(super) const CELLS: usize = 30;

/// A set of cells.
pub(super) type Cells = u32;
/// The cells of each kind of piece.
pub(super) type Frame = [Cells; KINDS];

/// All frames with so many pieces of each kind, numbered.
pub(super) struct Frames {
    cells: usize,
    counts: [usize; KINDS],
    /// For each kind, the ways to put its pieces on the cells that those before it leave.
    sizes: [usize; KINDS],
    binomials: Vec<[usize; CELLS + 1]>,
    /// How many there are; too many to count are as many as can be counted.
    pub count: usize,
    /// Cells without a piece.
    pub free: u32,
}

impl Frames {
    /// The frames with as many pieces as one on at most 30 cells.
    pub fn new(cells: usize, like: &Frame) -> Self {
        let counts = like.map(|pieces| pieces.count_ones() as usize);
        let binomials = binomials();
        let mut left = cells;
        let sizes = counts.map(|count| {
            left -= count;
            binomials[left + count][count]
        });
        let count = sizes.iter().fold(1, |all: usize, &size| all.saturating_mul(size));
        Self { cells, counts, sizes, binomials, count, free: left as u32 }
    }

    /// The cells without a piece.
    pub fn free_cells(&self, frame: &Frame) -> Cells {
        frame.iter().fold((1 << self.cells) - 1, |free, pieces| free & !pieces)
    }

    /// The number of a frame: those of one kind after another, by their places among the cells that are left.
    pub fn number(&self, frame: &Frame) -> usize {
        let mut left: Cells = (1 << self.cells) - 1;
        let mut number = 0;
        for (&pieces, size) in frame.iter().zip(self.sizes) {
            number *= size;
            for (cell, i) in ones(pieces).zip(1..) {
                number += self.binomials[place(cell, left) as usize][i];
            }
            left &= !pieces;
        }
        number
    }

    /// The frame with a number.
    pub fn frame(&self, number: usize) -> Frame {
        let mut rest = number;
        let mut numbers = [0; KINDS];
        for (number, size) in numbers.iter_mut().zip(self.sizes).rev() {
            *number = rest % size;
            rest /= size;
        }
        let mut left: Cells = (1 << self.cells) - 1;
        let mut frame = Frame::default();
        for ((pieces, &count), mut number) in frame.iter_mut().zip(&self.counts).zip(numbers) {
            let (mut wanted, mut places) = (count, left.count_ones() as usize);
            let mut rest = left;
            while wanted > 0 {
                let cell = Cells::BITS - 1 - rest.leading_zeros();
                rest &= !(1 << cell);
                places -= 1;
                if self.binomials[places][wanted] <= number {
                    number -= self.binomials[places][wanted];
                    *pieces |= 1 << cell;
                    wanted -= 1;
                }
            }
            left &= !*pieces;
        }
        frame
    }
}

/// The cells of a set.
#[inline]
pub(super) fn ones(cells: Cells) -> impl Iterator<Item = u32> {
    Bits(cells.into()).map(|cell| cell as u32)
}

/// How many cells of a set come before a cell.
#[inline]
pub(super) fn place(cell: u32, cells: Cells) -> u32 {
    (cells & ((1 << cell) - 1)).count_ones()
}

/// How many ways there are to choose so many of so many.
fn binomials() -> Vec<[usize; CELLS + 1]> {
    let mut rows = vec![[0; CELLS + 1]; CELLS + 1];
    for n in 0..=CELLS {
        rows[n][0] = 1;
        for k in 1..=n {
            rows[n][k] = rows[n - 1][k - 1] + if k < n { rows[n - 1][k] } else { 0 };
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_has_a_number() {
        for (cells, like) in
            [(7, [0b11, 0b100, 0, 0]), (6, [1, 2, 4, 0b11_1000]), (30, [1, 0, 0, 1 << 29]), (3, [0; 4])]
        {
            let frames = Frames::new(cells, &like);
            for number in 0..frames.count {
                let frame = frames.frame(number);
                assert_eq!(frame.map(Cells::count_ones), like.map(Cells::count_ones));
                assert_eq!(frames.free_cells(&frame).count_ones(), frames.free);
                assert_eq!(frames.number(&frame), number);
            }
        }
        assert_eq!(Frames::new(7, &[0b11, 0b100, 0, 0]).count, 21 * 5);
    }
}
