//! Doubts, the logarithms of the complements of chances, as numbers with a fixed point: their sum is the same in any order, so what
//! a move changes can be taken away and added.

/// Bits after the point.
const FRACTION: u32 = 48;

/// The doubt of what is certain, whose complement is 0 as far as a number shows.
pub(super) const FULL: u64 = 40 << FRACTION;

/// So many doubts can be added.
pub(super) const MAX_TERMS: usize = 1500;

/// A bound for the error of a worth: each of the terms is rounded by 2⁻⁴⁹, and the same worth worked out with floating point has a
/// rounding for each, too.
pub(super) const ERROR: f64 = 1e-10;

/// A doubt from the natural logarithm of a complement.
pub(super) fn of(ln: f64) -> u64 {
    (-ln * (1u64 << FRACTION) as f64).round() as u64
}

/// The chance whose doubt is known; 0 just for no doubt at all.
pub(super) fn worth(sum: u64) -> f64 {
    if sum == 0 { 0.0 } else { 1.0 - (-(sum as f64) / (1u64 << FRACTION) as f64).exp() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubts_add_up_to_the_union_of_chances() {
        let chances = [0.25, 1.0 / 16.0, 1.0 / 1024.0];
        let complement: f64 = chances.iter().map(|chance| 1.0 - chance).product();
        let doubts = chances.map(|chance| of((-chance).ln_1p()));
        assert!((worth(doubts.iter().sum()) - (1.0 - complement)).abs() < ERROR);
        assert_eq!(worth(0), 0.0);
        assert_eq!(worth(FULL), 1.0);
        assert_eq!(worth(FULL * MAX_TERMS as u64), 1.0);
    }
}
