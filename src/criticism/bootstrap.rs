//! Resampling: how surely something is known from so many trials.
//!
//! A resample draws as many trials as there are, with replacement, and is kept as the number of times each trial was drawn. All
//! criteria of a game see the same resamples, so errors that go together in the criteria stay together in the score.

use rand::RngExt;
use rand_distr::{Binomial, Distribution};
use rand_pcg::Pcg64;

/// How many resamples are drawn.
pub const RESAMPLES: usize = 200;

/// What a generator is for; each purpose has a stream of its own.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Trials = 1,
    Depth,
    Puzzles,
    Deepening,
    Random,
    Defensive,
    Obstructive,
}

/// The generator of a purpose under a seed.
pub(super) fn generator(seed: u64, purpose: Purpose) -> Pcg64 {
    Pcg64::new(u128::from(seed), purpose as u128)
}

/// For each resample, how often each of `items` was drawn.
pub(super) fn draws(items: usize, mut rng: Pcg64) -> Vec<Vec<f64>> {
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
pub(super) fn binomial(trials: u32, hits: f64, rng: &mut Pcg64) -> u32 {
    let p = if trials == 0 { 0.0 } else { (hits / f64::from(trials)).clamp(0.0, 1.0) };
    // p is within 0 and 1, for which no error exists.
    Binomial::new(u64::from(trials), p).map_or(0, |d| d.sample(rng) as u32)
}

/// The standard deviation of the values; 0 for none.
pub(super) fn spread(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_resample_draws_as_many_as_there_are() {
        let draws = draws(17, generator(3, Purpose::Trials));
        assert_eq!(draws.len(), RESAMPLES);
        assert!(draws.iter().all(|counts| counts.len() == 17 && counts.iter().sum::<f64>() == 17.0));
        assert!(super::draws(0, generator(3, Purpose::Trials)).iter().all(Vec::is_empty));
    }

    #[test]
    fn purposes_and_seeds_have_streams_of_their_own() {
        let first = |seed, purpose| generator(seed, purpose).random::<u64>();
        assert_eq!(first(1, Purpose::Depth), first(1, Purpose::Depth));
        assert_ne!(first(1, Purpose::Depth), first(1, Purpose::Puzzles));
        assert_ne!(first(1, Purpose::Depth), first(2, Purpose::Depth));
    }

    #[test]
    fn the_spread_is_the_sample_standard_deviation() {
        // Mean 5, squares 9 1 1 1 0 0 4 16, sum 32, over 7.
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert!((spread(&values) - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!([spread(&[]), spread(&[3.0])], [0.0, 0.0]);
    }
}
