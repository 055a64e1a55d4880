//! Resampling: how surely something is known from so many trials.
//!
//! A resample draws as many trials as there are, with replacement, and is kept as the number of times each trial was drawn. All
//! criteria of a game see the same resamples, so errors that go together in the criteria stay together in the score.

use crate::streams::Generator;
use rand::RngExt;
use rand_distr::{Binomial, Distribution};

/// How many resamples are drawn.
pub const RESAMPLES: usize = 200;

/// For each resample, how often each of `items` was drawn.
pub(super) fn draws(items: usize, mut rng: Generator) -> Vec<Vec<f64>> {
    let resample = |_| {
        let mut counts = vec![0.0; items];
        for _ in 0..items {
            counts[rng.random_range(0..items)] += 1.0;
        }
        counts
    };
    (0..RESAMPLES).map(resample).collect()
}

/// How often an event of probability `hits / trials` happens in as many trials, drawn once.
pub(super) fn binomial(trials: u32, hits: f64, rng: &mut Generator) -> u32 {
    let p = if trials == 0 { 0.0 } else { (hits / f64::from(trials)).clamp(0.0, 1.0) };
    // p is within 0 and 1, for which no error exists.
    Binomial::new(u64::from(trials), p).map_or(0, |d| d.sample(rng) as u32)
}

/// The standard deviation of the values; 0 for none.
pub(super) fn spread(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::generator;

    #[test]
    fn every_resample_draws_as_many_as_there_are() {
        let draws = draws(17, generator(3));
        assert_eq!(draws.len(), RESAMPLES);
        assert!(draws.iter().all(|counts| counts.len() == 17 && counts.iter().sum::<f64>() == 17.0));
        assert!(super::draws(0, generator(3)).iter().all(Vec::is_empty));
    }

    #[test]
    fn the_spread_is_the_sample_standard_deviation() {
        // Mean 5, squares 9 1 1 1 0 0 4 16, sum 32, over 7.
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert!((spread(&values) - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!([spread(&[]), spread(&[3.0])], [0.0, 0.0]);
    }
}
