//! A set divided in two, so that the halves can be worked on at once.

use crate::solver::dfa::{Error, Set, Shape, Symbol};

/// The cut is at most so far from the middle, in parts of the length.
const REACH: usize = 8;

/// The strings with some character at some place, which divide the union of some sets into two halves, those within and those without, about
/// equally hard to work on.
///
/// What leads to each half's strings is worked out from all of the ply beside it, with no need of the other half, in half the memory. Behind
/// the character that tells them apart two halves share few states, so that together they are little more work than the whole: a tenth more
/// on Breakthrough 4×6, a quarter on Connect Four 5×5, a third on boards three cells wide. The idea is known of decision diagrams as
/// partitioning by windows (Narayan and others, 1996).
///
/// # Errors
/// None that can happen with characters of the shape.
pub(super) fn window(shape: &Shape, parts: &[Set]) -> Result<Set, Error> {
    let (middle, reach) = (shape.len() / 2, shape.len() / REACH);
    let cuts = (middle - reach..=middle + reach).flat_map(|layer| {
        let mut sides = vec![[0; 2]; shape.symbols(layer)];
        for part in parts {
            for (sum, [with, without]) in sides.iter_mut().zip(part.divisions(layer)) {
                *sum = [sum[0] + with, sum[1] + without];
            }
        }
        (0..=Symbol::MAX).zip(sides).map(move |(symbol, [with, without])| (with.max(without), layer, symbol))
    });
    let (_, layer, symbol) = cuts.min().unwrap_or_default();
    Set::cube(shape, &[(layer, vec![symbol])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_may_be_at_any_symbol_and_divides_evenly() {
        let shape = Shape::uniform(3, 256).unwrap();
        // Two ends follow the last symbol in the middle, one each two others.
        let strings = [[0, 255, 0], [1, 255, 1], [2, 254, 2], [3, 3, 3]];
        let sets = strings.map(|string| Set::single(&shape, &string).unwrap());
        let cut = window(&shape, &sets).unwrap();
        assert_eq!(cut, Set::cube(&shape, &[(1, vec![255])]).unwrap());
    }
}
