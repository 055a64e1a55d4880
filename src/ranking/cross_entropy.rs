//! A ranking that agrees with as many comparisons as possible, found by the cross-entropy method (Rubinstein) as in the paper.
//!
//! Each game has a normal distribution for its strength. Samples of all strengths are scored by the share of comparisons they
//! agree with; the distributions move towards the best samples until they are narrow. Restarts end in different places, because
//! many rankings agree with the same comparisons; the result is their mean rank.

use super::bradley_terry::resample;
use super::comparisons::{Comparisons, Pair};
use super::correlation::ranks;
use super::quantiles::middle_95;
use super::streams::{Purpose, stream};
use crate::order;
use crate::parallel;
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossEntropy {
    /// Samples an iteration (default 1,000).
    pub samples: usize,
    /// The share of the samples that the distributions move towards (default 0.05).
    pub elite: f64,
    /// How far they move (default 0.7).
    pub smoothing: f64,
    /// A restart ends when no distribution has a greater standard deviation (default 0.01).
    pub narrow: f64,
    /// A restart ends after so many iterations in any case (default 300).
    pub iterations: usize,
    /// How often to start afresh (default 20).
    pub restarts: usize,
    /// How many resamples of the comparisons the intervals come from, with one restart each (default 100).
    pub resamples: usize,
}

impl Default for CrossEntropy {
    fn default() -> Self {
        CrossEntropy {
            samples: 1_000,
            elite: 0.05,
            smoothing: 0.7,
            narrow: 0.01,
            iterations: 300,
            restarts: 20,
            resamples: 100,
        }
    }
}

/// The penalty for a distance of 1 from 0, in comparisons: too little to outweigh one, enough to decide what they leave open.
const PENALTY: f64 = 1e-6;

impl CrossEntropy {
    /// For each game the share of the other games that it stands above, by its mean rank over the restarts: 1 for a game that is
    /// always first, 0 for one that is always last.
    pub fn strengths(&self, games: usize, pairs: &[Pair], seed: u64) -> Vec<f64> {
        let places = parallel::map(0..self.restarts.max(1) as u32, &|i| {
            places(&self.climb(games, pairs, &mut stream(seed, Purpose::Restart, i.into())))
        });
        (0..games).map(|game| places.iter().map(|p| p[game]).sum::<f64>() / places.len() as f64).collect()
    }

    /// For each game the middle 95 % of its places in resamples of the comparisons.
    pub fn intervals(&self, comparisons: &Comparisons, seed: u64) -> Vec<(f64, f64)> {
        let games = comparisons.games.len();
        let resampled = parallel::map(0..self.resamples.max(1) as u32, &|i| {
            let mut rng = stream(seed, Purpose::Restart, u64::MAX - u64::from(i));
            places(&self.climb(games, &resample(&comparisons.all, seed, i.into()), &mut rng))
        });
        (0..games).map(|game| middle_95(resampled.iter().map(|p| p[game]).collect())).collect()
    }

    /// One restart: where the centres of the distributions end.
    fn climb(&self, games: usize, pairs: &[Pair], rng: &mut impl Rng) -> Vec<f64> {
        let mut centre = vec![0.0; games];
        let mut spread = vec![1.0; games];
        let elite = ((self.samples as f64 * self.elite).round() as usize).clamp(1, self.samples.max(1));
        let mut samples = vec![0.0; games * self.samples];
        for _ in 0..self.iterations {
            let mut scored: Vec<(f64, usize)> = samples
                .chunks_exact_mut(games)
                .enumerate()
                .map(|(i, sample)| {
                    for (x, (c, s)) in sample.iter_mut().zip(centre.iter().zip(&spread)) {
                        let z: f64 = StandardNormal.sample(rng);
                        *x = c + s * z;
                    }
                    (agreement(pairs, sample) - PENALTY * sample.iter().map(|x| x * x).sum::<f64>().sqrt(), i)
                })
                .collect();
            scored.select_nth_unstable_by(elite - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            // In a fixed order, so that sums do not depend on how the best were found.
            order::sort_by_key(&mut scored[..elite], |s| s.1);
            let best = || scored[..elite].iter().map(|s| &samples[s.1 * games..(s.1 + 1) * games]);
            for game in 0..games {
                let mean = best().map(|s| s[game]).sum::<f64>() / elite as f64;
                let squares = best().map(|s| (s[game] - mean) * (s[game] - mean)).sum::<f64>();
                centre[game] += self.smoothing * (mean - centre[game]);
                spread[game] += self.smoothing * ((squares / elite as f64).sqrt() - spread[game]);
            }
            if spread.iter().all(|s| *s < self.narrow) {
                break;
            }
        }
        centre
    }
}

/// How many comparisons agree with the strengths; draws count half whatever the strengths are.
fn agreement(pairs: &[Pair], strengths: &[f64]) -> f64 {
    pairs.iter().map(|p| p.wins[usize::from(strengths[p.games[0]] <= strengths[p.games[1]])]).sum()
}

/// The share of the other games that each game stands above.
fn places(strengths: &[f64]) -> Vec<f64> {
    let others = (strengths.len() as f64 - 1.0).max(1.0);
    ranks(strengths).into_iter().map(|rank| (rank - 1.0) / others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of `games` games compared once, the higher number preferred.
    fn transitive(games: usize) -> Vec<Pair> {
        let of = |a| (a + 1..games).map(move |b| Pair { games: [a, b], wins: [0.0, 1.0] });
        (0..games).flat_map(of).collect()
    }

    const QUICK: CrossEntropy = CrossEntropy {
        samples: 200,
        elite: 0.05,
        smoothing: 0.7,
        narrow: 0.01,
        iterations: 100,
        restarts: 3,
        resamples: 5,
    };

    #[test]
    fn a_transitive_order_is_found_exactly() {
        let strengths = QUICK.strengths(8, &transitive(8), 1);
        for (i, s) in strengths.iter().enumerate() {
            assert!((s - i as f64 / 7.0).abs() < 1e-12, "{strengths:?}");
        }
    }

    #[test]
    fn it_agrees_with_as_many_comparisons_as_the_best_of_all_orders() {
        // A cycle, an upset and a draw among five games; all 120 orders are tried.
        let p = |a, b, wins| Pair { games: [a, b], wins };
        let pairs = [
            p(0, 1, [2.0, 0.0]),
            p(1, 2, [2.0, 1.0]),
            p(0, 2, [0.0, 1.0]),
            p(2, 3, [3.0, 0.0]),
            p(3, 4, [0.5, 0.5]),
            p(1, 4, [1.0, 0.0]),
            p(0, 4, [0.0, 2.0]),
        ];
        fn best(order: &mut Vec<f64>, left: &mut Vec<f64>, pairs: &[Pair]) -> f64 {
            if left.is_empty() {
                return agreement(pairs, order);
            }
            let mut most = 0f64;
            for i in 0..left.len() {
                order.push(left.remove(i));
                most = most.max(best(order, left, pairs));
                left.insert(i, order.pop().expect("just pushed"));
            }
            most
        }
        let most = best(&mut Vec::new(), &mut (0..5).map(f64::from).collect(), &pairs);
        let found = QUICK.climb(5, &pairs, &mut stream(1, Purpose::Restart, 0));
        assert_eq!(agreement(&pairs, &found), most);
    }

    #[test]
    fn results_do_not_depend_on_the_threads() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| QUICK.strengths(6, &transitive(6)[..9], 7))
        };
        assert_eq!(run(1), run(4));
    }
}
