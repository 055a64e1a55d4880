//! From what people prefer to weights of the criteria. Paper, sections IV.E and VI.
//!
//! Two steps, each of which says how far it can be trusted:
//!
//! 1. **A ranking.** Paired comparisons ([`Comparisons`]) become strengths by [Bradley–Terry](bradley_terry) or by
//!    [cross-entropy](cross_entropy) as in the paper; averages of a rating site become strengths by a [Bayesian mean](ratings).
//!    [`rank()`] does either and checks it on comparisons that were held back.
//! 2. **A fit.** The strengths of games whose criteria were measured are regressed on these criteria ([`mod@fit`]): least squares, ridge, or
//!    least squares on a subset that a [search](subset) chooses. What counts is [nested cross-validation](validation), in which the whole
//!    procedure is repeated without the games to be predicted, beside the same procedure on shuffled strengths.
//!
//! Everything here is a function of its input and a seed. Each piece of work has a random stream of its own, so the number of
//! threads does not matter.

pub mod bradley_terry;
pub mod comparisons;
pub mod correlation;
pub mod cross_entropy;
mod error;
pub mod fit;
pub mod rank;
pub mod ratings;
pub mod regression;
pub mod sample;
pub mod subset;
mod table;
pub mod validation;

pub use comparisons::Comparisons;
pub use correlation::Correlation;
pub use error::RankingError;
pub use fit::{Fit, FitOptions, fit};
pub use rank::{RankOptions, Ranking, rank};
pub use sample::Sample;

use rand_pcg::Pcg64;

/// What a random stream is for. Streams of different purposes and numbers are independent of each other.
#[derive(Clone, Copy)]
enum Purpose {
    Restart = 1,
    Bootstrap,
    Folds,
    Search,
    Nested,
    Null,
}

/// The random stream number `index` of a purpose.
fn stream(seed: u64, purpose: Purpose, index: u64) -> Pcg64 {
    Pcg64::new(u128::from(seed) << 64 | u128::from(index), purpose as u128)
}

/// The value below which a share of the sorted values lies, by linear interpolation. The values must not be empty.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

/// The middle 95 % of the values, which must not be empty.
fn middle_95(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (quantile(&values, 0.025), quantile(&values, 0.975))
}

/// The items 0 to `items` − 1 dealt at random into at most `folds` hands that differ by one item at most.
fn deal(items: usize, folds: usize, rng: &mut Pcg64) -> Vec<Vec<usize>> {
    use rand::seq::SliceRandom;
    let mut order: Vec<usize> = (0..items).collect();
    order.shuffle(rng);
    let folds = folds.clamp(1, items.max(1));
    (0..folds).map(|fold| order.iter().skip(fold).step_by(folds).copied().collect()).collect()
}
