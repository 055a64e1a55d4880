//! Strengths from paired comparisons: P(i is preferred to j) = 1 / (1 + exp(s_j − s_i)) (Bradley & Terry 1952).
//!
//! Strengths have a weak normal prior around 0, which keeps those of games that won or lost every comparison finite and holds
//! unconnected sets of games in place. A draw counts as half a preference either way.

use super::comparisons::{Comparison, Comparisons, Pair, pairs};
use super::quantiles::middle_95;
use super::streams::{Purpose, stream};
use crate::linear::{Cholesky, Matrix, add_scaled, dot, largest};
use crate::parallel;
use rand::RngExt;

/// How strengths are estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BradleyTerry {
    /// The standard deviation of the prior (default 2): of two games at one such distance from the mean on either side, the
    /// stronger is preferred 98 times in 100.
    pub prior: f64,
    /// How many resamples of the comparisons the intervals come from (default 400).
    pub resamples: usize,
}

impl Default for BradleyTerry {
    fn default() -> Self {
        BradleyTerry { prior: 2.0, resamples: 400 }
    }
}

/// What is known of the strengths: about normal around the most likely ones.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// The most likely strengths.
    pub strengths: Vec<f64>,
    /// Their covariances, from the curvature there.
    pub covariance: Matrix,
}

/// Newton's method roughly doubles the digits in each step; more than this is a sign of numbers at the end of their range.
const STEPS: usize = 100;

impl BradleyTerry {
    /// The most likely strengths of `games` games and how surely they are known.
    pub fn posterior(&self, games: usize, pairs: &[Pair]) -> Posterior {
        let (strengths, curvature) = self.climb(pairs, vec![0.0; games]);
        Posterior { strengths, covariance: curvature.inverse() }
    }

    /// The most likely strengths.
    pub fn strengths(&self, games: usize, pairs: &[Pair]) -> Vec<f64> {
        self.climb(pairs, vec![0.0; games]).0
    }

    /// Newton's method with the step halved while it does not help, from a first guess. The logarithm of the posterior is
    /// concave. Returns the maximum and the curvature there.
    fn climb(&self, pairs: &[Pair], mut at: Vec<f64>) -> (Vec<f64>, Cholesky) {
        let precision = 1.0 / (self.prior * self.prior);
        let mut height = self.height(pairs, &at);
        for _ in 0..STEPS {
            let (slope, curvature) = self.slope(pairs, &at);
            let Some(curvature) = curvature.cholesky() else { break };
            let step = curvature.solve(&slope);
            if largest(&step) < 1e-10 {
                return (at, curvature);
            }
            let mut share = 1.0;
            loop {
                let mut next = at.clone();
                add_scaled(&mut next, share, &step);
                let next_height = self.height(pairs, &next);
                if next_height > height {
                    (at, height) = (next, next_height);
                    break;
                }
                share /= 2.0;
                if share < 1e-6 {
                    // No step is higher within rounding errors.
                    return (at, curvature);
                }
            }
        }
        // Comparisons add to the diagonal and take no more off it elsewhere, so the prior alone keeps the matrix positive.
        let prior = || Matrix::diagonal(&vec![precision; at.len()]).cholesky().expect("a diagonal above 0");
        let curvature = self.slope(pairs, &at).1.cholesky().unwrap_or_else(prior);
        (at, curvature)
    }

    /// The logarithm of the posterior, but for a constant.
    fn height(&self, pairs: &[Pair], at: &[f64]) -> f64 {
        let answers = |p: &Pair| {
            let d = at[p.games[0]] - at[p.games[1]];
            -p.wins[0] * softplus(-d) - p.wins[1] * softplus(d)
        };
        pairs.iter().map(answers).sum::<f64>() - dot(at, at) / (2.0 * self.prior * self.prior)
    }

    /// Its slope and the negative of its curvature.
    fn slope(&self, pairs: &[Pair], at: &[f64]) -> (Vec<f64>, Matrix) {
        let precision = 1.0 / (self.prior * self.prior);
        let mut slope: Vec<f64> = at.iter().map(|s| s * -precision).collect();
        let mut curvature = Matrix::diagonal(&vec![precision; at.len()]);
        for p in pairs {
            let [i, j] = p.games;
            let chance = 1.0 / (1.0 + (at[j] - at[i]).exp());
            let pull = p.wins[0] * (1.0 - chance) - p.wins[1] * chance;
            slope[i] += pull;
            slope[j] -= pull;
            let weight = (p.wins[0] + p.wins[1]) * chance * (1.0 - chance);
            curvature[(i, i)] += weight;
            curvature[(j, j)] += weight;
            curvature[(i, j)] -= weight;
            curvature[(j, i)] -= weight;
        }
        (slope, curvature)
    }

    /// For each game the middle 95 % of its strengths in resamples of the comparisons.
    pub fn intervals(&self, comparisons: &Comparisons, seed: u64) -> Vec<(f64, f64)> {
        let games = comparisons.games.len();
        let (centre, _) = self.climb(&comparisons.pairs(), vec![0.0; games]);
        let resampled = parallel::map(0..self.resamples.max(1) as u32, &|i| {
            self.climb(&resample(&comparisons.all, seed, i.into()), centre.clone()).0
        });
        (0..games).map(|game| middle_95(resampled.iter().map(|s| s[game]).collect())).collect()
    }
}

/// ln(1 + eˣ) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// As many comparisons as there are, drawn with replacement, added up by pair.
pub(super) fn resample(all: &[Comparison], seed: u64, index: u64) -> Vec<Pair> {
    let mut rng = stream(seed, Purpose::Bootstrap, index);
    let mut times = vec![0.0; all.len()];
    for _ in 0..all.len() {
        times[rng.random_range(0..all.len() as u64) as usize] += 1.0;
    }
    pairs(all.iter().zip(times))
}

impl Posterior {
    /// By how much the answer to one more question about a pair is expected to lower the total variance of all differences of
    /// strengths, divided by the number of games.
    ///
    /// An answer adds p (1 − p) d dᵀ to the curvature, d being 1 at one game and −1 at the other, which changes the covariance C by
    /// a matrix of rank one: w C d dᵀ C / (1 + w dᵀ C d) with w = p (1 − p).
    pub fn gain(&self, i: usize, j: usize) -> f64 {
        let (direction, weight, variance) = self.question(i, j);
        let mean = direction.iter().sum::<f64>() / direction.len() as f64;
        let spread = dot(&direction, &direction) - direction.len() as f64 * mean * mean;
        weight * spread / (1.0 + weight * variance)
    }

    /// C d, w, and dᵀ C d of a question.
    fn question(&self, i: usize, j: usize) -> (Vec<f64>, f64, f64) {
        let chance = 1.0 / (1.0 + (self.strengths[j] - self.strengths[i]).exp());
        let columns = self.covariance.column(i).iter().zip(self.covariance.column(j));
        let direction: Vec<f64> = columns.map(|(a, b)| a - b).collect();
        let variance = direction[i] - direction[j];
        (direction, chance * (1.0 - chance), variance)
    }

    /// The pairs to compare next, the most informative first; each assumes that those before it have been compared.
    pub fn next_pairs(&self, count: usize) -> Vec<[usize; 2]> {
        let games = self.strengths.len();
        let mut known = self.clone();
        let mut chosen: Vec<[usize; 2]> = Vec::new();
        for _ in 0..count {
            let better = |a: &(f64, [usize; 2]), b: &(f64, [usize; 2])| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
            let gains = parallel::map(0..games as u32, &|i| {
                let i = i as usize;
                let gains = (i + 1..games).filter(|&j| !chosen.contains(&[i, j])).map(|j| (known.gain(i, j), [i, j]));
                gains.max_by(better)
            });
            let Some((_, [i, j])) = gains.into_iter().flatten().max_by(better) else { break };
            let (direction, weight, variance) = known.question(i, j);
            known.covariance.add_outer(-weight / (1.0 + weight * variance), &direction);
            chosen.push([i, j]);
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn pair(a: usize, b: usize, wins: [f64; 2]) -> Pair {
        Pair { games: [a, b], wins }
    }

    #[test]
    fn two_games_have_the_strengths_of_a_logistic_equation() {
        // With a very wide prior the odds are those of the counts: ln 3.
        let wide = BradleyTerry { prior: 1e4, ..BradleyTerry::default() };
        let s = wide.strengths(2, &[pair(0, 1, [30.0, 10.0])]);
        assert!((s[0] - s[1] - 3f64.ln()).abs() < 1e-6 && (s[0] + s[1]).abs() < 1e-6, "{s:?}");
        // A game that always wins stays finite: s solves 2 s / prior² = 2 · wins · P(upset).
        let s = BradleyTerry::default().strengths(2, &[pair(0, 1, [5.0, 0.0])]);
        assert!((s[0] / 4.0 - 5.0 / (1.0 + (2.0 * s[0]).exp())).abs() < 1e-9, "{s:?}");
    }

    #[test]
    fn the_maximum_is_where_gradient_ascent_ends() {
        let mut rng = Pcg64::seed_from_u64(5);
        let games = 7;
        let mut all = Vec::new();
        for a in 0..games {
            for b in a + 1..games {
                all.push(pair(a, b, [f64::from(rng.random_range(0..4u32)), f64::from(rng.random_range(0..4u32))]));
            }
        }
        let method = BradleyTerry::default();
        let fast = method.strengths(games, &all);
        let mut slow = vec![0.0; games];
        for _ in 0..20_000 {
            let slope = method.slope(&all, &slow).0;
            add_scaled(&mut slow, 0.02, &slope);
        }
        for (f, s) in fast.iter().zip(slow.iter()) {
            assert!((f - s).abs() < 1e-8, "{fast:?} {slow:?}");
        }
    }

    #[test]
    fn extreme_counts_neither_panic_nor_overflow() {
        let method = BradleyTerry::default();
        for wins in [[1e9, 0.0], [1e12, 1.0], [0.0, 1e15]] {
            let s = method.strengths(2, &[pair(0, 1, wins)]);
            assert!(s.iter().all(|x| x.is_finite() && x.abs() < 100.0), "{s:?}");
        }
        assert_eq!(method.strengths(3, &[]), [0.0; 3]);
    }

    #[test]
    fn the_expected_gain_is_that_of_asking_and_estimating_again() {
        let all = [pair(0, 1, [3.0, 1.0]), pair(1, 2, [2.0, 2.0]), pair(2, 3, [0.0, 2.0])];
        // A narrow prior keeps the strengths where they are, so that only the information of the answer counts.
        let method = BradleyTerry { prior: 0.5, ..BradleyTerry::default() };
        let before = method.posterior(4, &all);
        let total = |c: &Matrix| (0..4).map(|i| c[(i, i)] - c.column(i).iter().sum::<f64>() / 4.0).sum::<f64>();
        for [i, j] in [[0, 1], [0, 3], [1, 3]] {
            let chance = 1.0 / (1.0 + (before.strengths[j] - before.strengths[i]).exp());
            let mut curvature = before.covariance.clone().cholesky().unwrap().inverse();
            let w = chance * (1.0 - chance);
            for (a, b, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                curvature[(a, b)] += sign * w;
            }
            let slow = total(&before.covariance) - total(&curvature.cholesky().unwrap().inverse());
            assert!((before.gain(i, j) - slow).abs() < 1e-12);
        }
        // Game 4 was never compared; it comes first.
        let five = method.posterior(5, &all);
        let next = five.next_pairs(3);
        assert!(next[0].contains(&4), "{next:?}");
        assert_eq!(five.next_pairs(100).len(), 10);
    }

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let games = 12;
        let (mut inside, mut total) = (0, 0);
        for run in 0..20u64 {
            let mut rng = Pcg64::seed_from_u64(run);
            let truth: Vec<f64> = (0..games).map(|i| (i as f64 - 5.5) / 4.0).collect();
            let comparison = |_| {
                let a = rng.random_range(0..games as u32) as usize;
                let b = (a + 1 + rng.random_range(0..games as u32 - 1) as usize) % games;
                let won = rng.random_bool(1.0 / (1.0 + (truth[b] - truth[a]).exp()));
                let (preferred, other) = if won { (a, b) } else { (b, a) };
                Comparison { subject: 0, preferred, other, draw: false }
            };
            let all: Vec<Comparison> = (0..300).map(comparison).collect();
            let comparisons =
                Comparisons { games: (0..games).map(|i| i.to_string()).collect(), subjects: vec!["s".into()], all };
            let method = BradleyTerry { resamples: 200, ..BradleyTerry::default() };
            for ((low, high), truth) in method.intervals(&comparisons, run).into_iter().zip(&truth) {
                inside += usize::from(low <= *truth && *truth <= high);
                total += 1;
            }
        }
        let coverage = inside as f64 / total as f64;
        assert!((0.90..=0.99).contains(&coverage), "{coverage}");
    }
}
