//! The choice of criteria: the search for a subset by the cross-entropy method (Rubinstein), as in the paper.
//!
//! Each criterion has a probability of being in. Subsets are drawn by these and judged by the correlation of left-out predictions of
//! least squares with the strengths; the probabilities move towards the best subsets.
//!
//! The search tries tens of thousands of subsets, so the correlation of the best one says little about other games:
//! see [`validation`](super::validation).

use super::regression::{Basis, Design};
use crate::order;
use rand::{Rng, RngExt};
use std::collections::HashMap;

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubsetSearch {
    /// The probability with which a criterion is in at first (default 0.3).
    pub start: f64,
    /// Subsets an iteration (default 500).
    pub samples: usize,
    /// The share of them that the probabilities move towards (default 0.05).
    pub elite: f64,
    /// How far they move (default 0.7).
    pub smoothing: f64,
    /// How near to 0 and 1 probabilities get (default 0.01).
    pub margin: f64,
    /// A restart ends when all probabilities are that near, or after so many iterations (default 60).
    pub iterations: usize,
    /// How often to start afresh (default 10).
    pub restarts: usize,
    /// How many games there must be for each criterion chosen (default 3). With fewer, left-out predictions can be good by chance
    /// alone.
    pub games_each: usize,
}

impl Default for SubsetSearch {
    fn default() -> Self {
        SubsetSearch {
            start: 0.3,
            samples: 500,
            elite: 0.05,
            smoothing: 0.7,
            margin: 0.01,
            iterations: 60,
            restarts: 10,
            games_each: 3,
        }
    }
}

/// A set of criteria, the first one in the highest bit: sorted sets that begin alike are neighbours.
type Subset = u64;

fn bit(criterion: usize) -> Subset {
    1 << (63 - criterion)
}

fn members(subset: Subset) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&c| subset & bit(c) != 0)
}

/// Scores subsets, and caches the scores.
struct Scorer<'d> {
    basis: Basis<'d>,
    /// The criteria that the basis holds, in order.
    held: Vec<usize>,
    /// The largest subset allowed.
    most: usize,
    known: HashMap<Subset, f64>,
}

impl<'d> Scorer<'d> {
    fn new(design: &'d Design, most: usize) -> Self {
        Scorer { basis: Basis::new(design, 0.0), held: Vec::new(), most, known: HashMap::new() }
    }

    /// The correlation of a subset; below −1 if it is too large, the more the larger.
    fn value(&mut self, subset: Subset) -> f64 {
        let size = subset.count_ones() as usize;
        if size > self.most {
            return -1.0 - (size - self.most) as f64;
        }
        if let Some(&value) = self.known.get(&subset) {
            return value;
        }
        let common = members(subset).zip(&self.held).take_while(|(a, b)| a == *b).count();
        while self.held.len() > common {
            self.held.pop();
            self.basis.pop();
        }
        let mut value = None;
        for criterion in members(subset).skip(common) {
            if !self.basis.push(criterion) {
                // It adds nothing to those before it: a smaller subset does the same.
                value = Some(-1.0);
                break;
            }
            self.held.push(criterion);
        }
        let value = value.unwrap_or_else(|| self.basis.left_out_r());
        self.known.insert(subset, value);
        value
    }
}

impl SubsetSearch {
    /// The best subset of these criteria that was found, in the order of the criteria. Of equally good ones it is the smallest.
    ///
    /// # Panics
    /// The design has more than 64 criteria.
    pub fn search(&self, design: &Design, among: &[usize], rng: &mut impl Rng) -> Vec<usize> {
        assert!(design.criteria() <= 64, "a subset is a word of 64 bits");
        let criteria: Vec<usize> = among.iter().copied().filter(|&c| design.varies(c)).collect();
        let most = (design.games() / self.games_each.max(1)).max(1);
        let mut scorer = Scorer::new(design, most);
        let mut best = (-1.0, 0);
        for _ in 0..self.restarts.max(1) {
            let found = self.climb(&criteria, &mut scorer, rng);
            if better(found, best) {
                best = found;
            }
        }
        members(best.1).collect()
    }

    fn climb(&self, criteria: &[usize], scorer: &mut Scorer, rng: &mut impl Rng) -> (f64, Subset) {
        let mut chances = vec![self.start; criteria.len()];
        let elite = ((self.samples as f64 * self.elite).round() as usize).clamp(1, self.samples.max(1));
        let mut best = (-1.0, 0);
        for _ in 0..self.iterations {
            let mut drawn: Vec<Subset> = (0..self.samples.max(1))
                .map(|_| {
                    let chosen = criteria.iter().zip(&chances).filter(|(_, p)| rng.random::<f64>() < **p);
                    chosen.fold(0, |subset, (&c, _)| subset | bit(c))
                })
                .collect();
            // In this order each subset shares the most with the one before it.
            drawn.sort_unstable();
            let mut judged: Vec<(f64, Subset)> = drawn.iter().map(|&s| (scorer.value(s), s)).collect();
            order::sort_by(&mut judged, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            judged.truncate(elite);
            if better(judged[0], best) {
                best = judged[0];
            }
            for (p, &c) in chances.iter_mut().zip(criteria) {
                let share = judged.iter().filter(|s| s.1 & bit(c) != 0).count() as f64 / elite as f64;
                *p = (*p + self.smoothing * (share - *p)).clamp(self.margin, 1.0 - self.margin);
            }
            let settled = |p: &f64| *p <= 1.5 * self.margin || *p >= 1.0 - 1.5 * self.margin;
            if chances.iter().all(settled) {
                break;
            }
        }
        best
    }
}

fn better(a: (f64, Subset), b: (f64, Subset)) -> bool {
    a.0 > b.0 || (a.0 == b.0 && a.1.count_ones() < b.1.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_distr::{Distribution, StandardNormal};
    use rand_pcg::Pcg64;

    fn noise(rng: &mut Pcg64, n: usize) -> Vec<f64> {
        (0..n).map(|_| StandardNormal.sample(rng)).collect()
    }

    #[test]
    fn the_best_of_all_subsets_is_found() {
        for seed in 0..5 {
            let mut rng = Pcg64::seed_from_u64(seed);
            let values: Vec<Vec<f64>> = (0..10).map(|_| noise(&mut rng, 36)).collect();
            let y: Vec<f64> = noise(&mut rng, 36).iter().zip(&values[2]).map(|(e, x)| e + x).collect();
            let design = Design::new(&values, &y, &(0..36).collect::<Vec<_>>());
            let value = |chosen: &[usize]| {
                let mut basis = Basis::new(&design, 0.0);
                chosen.iter().for_each(|&c| assert!(basis.push(c)));
                basis.left_out_r()
            };
            let all = (0u32..1 << 10).map(|set| (0..10).filter(|c| set >> c & 1 == 1).collect::<Vec<_>>());
            let most = all.map(|chosen| value(&chosen)).fold(-1.0, f64::max);
            let found = SubsetSearch::default().search(&design, &(0..10).collect::<Vec<_>>(), &mut rng);
            assert!((value(&found) - most).abs() < 1e-12, "{} {most}", value(&found));
        }
    }

    #[test]
    fn subsets_are_judged_alike_in_any_order() {
        let mut rng = Pcg64::seed_from_u64(1);
        let mut values: Vec<Vec<f64>> = (0..6).map(|_| noise(&mut rng, 20)).collect();
        values.push(values[0].iter().zip(&values[1]).map(|(a, b)| a - b).collect());
        let y = noise(&mut rng, 20);
        let design = Design::new(&values, &y, &(0..20).collect::<Vec<_>>());
        let subsets: Vec<Subset> = (0..128u64).map(|s| s << 57).collect();
        let alone: Vec<f64> = subsets.iter().map(|&s| Scorer::new(&design, 6).value(s)).collect();
        let mut scorer = Scorer::new(&design, 6);
        let together: Vec<f64> = subsets.iter().rev().map(|&s| scorer.value(s)).collect();
        assert_eq!(alone, together.into_iter().rev().collect::<Vec<_>>());
        // The first, the second and their difference are dependent; seven are too many.
        assert_eq!((alone[0b110_0001], alone[127]), (-1.0, -2.0));
    }

    #[test]
    fn nothing_to_choose_from_is_no_reason_to_fail() {
        let values = [vec![1.0; 8], vec![2.0; 8]];
        let y: Vec<f64> = (0..8).map(f64::from).collect();
        let design = Design::new(&values, &y, &(0..8).collect::<Vec<_>>());
        assert!(SubsetSearch::default().search(&design, &[0, 1], &mut Pcg64::seed_from_u64(1)).is_empty());
    }
}
