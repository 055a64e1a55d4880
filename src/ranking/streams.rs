//! Random streams of this room, and what is dealt with them.

use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// What a random stream is for. Streams of different purposes and numbers are independent of each other.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Restart = 1,
    Bootstrap,
    Folds,
    Search,
    Nested,
    Null,
    Beside,
    Words,
    WordFolds,
}

/// The random stream number `index` of a purpose.
pub(super) fn stream(seed: u64, purpose: Purpose, index: u64) -> Pcg64 {
    Pcg64::new(u128::from(seed) << 64 | u128::from(index), purpose as u128)
}

/// The items 0 to `items` − 1 dealt at random into at most `folds` hands that differ by one item at most.
pub(super) fn deal(items: usize, folds: usize, rng: &mut Pcg64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..items).collect();
    order.shuffle(rng);
    let folds = folds.clamp(1, items.max(1));
    (0..folds).map(|fold| order.iter().skip(fold).step_by(folds).copied().collect()).collect()
}
