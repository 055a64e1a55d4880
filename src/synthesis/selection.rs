//! Who becomes a parent: linear ranking and stochastic universal sampling (Browne & Maire, V.A; Baker 1987).

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Among whom parents are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// The whole population, the better games more often.
    Rank,
    /// The best game of every kind, all of them alike: quality-diversity (Mouret & Clune 2015).
    #[default]
    Archive,
}

/// A word that is no way to select.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no way to select parents: `rank` and `archive` are")]
pub struct UnknownSelection(String);

impl FromStr for Selection {
    type Err = UnknownSelection;

    fn from_str(text: &str) -> Result<Self, UnknownSelection> {
        match text {
            "rank" => Ok(Selection::Rank),
            "archive" => Ok(Selection::Archive),
            _ => Err(UnknownSelection(text.to_owned())),
        }
    }
}

/// The weight of rank `rank` (0 = best) among `n` under linear ranking: from `pressure` for the best down to
/// `2 − pressure` for the worst, 1 on average. The pressure is held to [1, 2].
pub fn weight(rank: usize, n: usize, pressure: f64) -> f64 {
    if n < 2 {
        return 1.0;
    }
    let place = rank.min(n - 1) as f64 / (n - 1) as f64;
    1.0 + (pressure.clamp(1.0, 2.0) - 1.0) * (1.0 - 2.0 * place)
}

/// The rank on which a pointer at `point` comes to rest, on a wheel of `n` segments as wide as their weights.
///
/// The weights are linear in the rank, so their running sum is a quadratic; its root gives the rank without a loop over a
/// population of thousands, and the neighbours settle rounding.
fn rank_at(point: f64, n: usize, pressure: f64) -> usize {
    let spread = pressure.clamp(1.0, 2.0) - 1.0;
    let last = (n - 1) as f64;
    let before = |rank: usize| rank as f64 * (1.0 + spread) - spread * rank as f64 * (rank as f64 - 1.0) / last;
    let guess = if spread < 1e-9 {
        point
    } else {
        // rank·(1 + spread) − spread·rank·(rank − 1)/last = point
        let (a, b) = (spread / last, 1.0 + spread + spread / last);
        (b - (b * b - 4.0 * a * point).max(0.0).sqrt()) / (2.0 * a)
    };
    let mut rank = (guess.max(0.0) as usize).min(n - 1);
    while rank > 0 && before(rank) > point {
        rank -= 1;
    }
    while rank + 1 < n && before(rank + 1) <= point {
        rank += 1;
    }
    rank
}

/// Two different parents out of `n` ranks (0 = best), in random order, so that either may be the template.
///
/// One spin of a wheel with two pointers half a turn apart; it is spun again when both point at the same rank. With fewer
/// than two members there is no pair: `(0, 0)`.
///
/// ```
/// use ludogen::{streams, synthesis::select_parents};
///
/// let mut rng = streams::generator(1);
/// let pairs: Vec<(usize, usize)> = (0..1000).map(|_| select_parents(10, 1.8, &mut rng)).collect();
/// let times = |rank| pairs.iter().filter(|&&(a, b)| a == rank || b == rank).count();
/// assert!(times(0) > 2 * times(9) && times(9) > 0);
/// assert!(pairs.iter().all(|(a, b)| a != b));
/// ```
pub fn select_parents<R: Rng + ?Sized>(n: usize, pressure: f64, rng: &mut R) -> (usize, usize) {
    if n < 2 {
        return (0, 0);
    }
    let half = n as f64 / 2.0;
    let mut pair = (0, 1);
    // Two members are always the pair; at full pressure the wheel would show the first one for ever.
    if n > 2 {
        for _ in 0..1000 {
            let point = rng.random::<f64>() * half;
            let spun = (rank_at(point, n, pressure), rank_at(point + half, n, pressure));
            if spun.0 != spun.1 {
                pair = spun;
                break;
            }
        }
    }
    if rng.random_bool(0.5) { (pair.1, pair.0) } else { pair }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    /// The exact distribution of pairs: the wheel is cut at every segment border, seen from either pointer.
    fn exact(n: usize, pressure: f64) -> Vec<Vec<f64>> {
        let half = n as f64 / 2.0;
        let mut borders = vec![0.0];
        for i in 0..n {
            borders.push(borders[i] + 1.0 + (pressure - 1.0) * (1.0 - 2.0 * i as f64 / (n as f64 - 1.0)));
        }
        let segment = |p: f64| borders.windows(2).position(|w| w[0] <= p && p < w[1]).unwrap();
        let mut cuts: Vec<f64> =
            borders.iter().flat_map(|&b| [b, b - half]).filter(|c| (0.0..=half).contains(c)).collect();
        cuts.extend([0.0, half]);
        cuts.sort_by(f64::total_cmp);
        let mut table = vec![vec![0.0; n]; n];
        for w in cuts.windows(2) {
            let middle = (w[0] + w[1]) / 2.0;
            if w[1] - w[0] > 1e-12 {
                table[segment(middle)][segment(middle + half)] += w[1] - w[0];
            }
        }
        for (i, row) in table.iter_mut().enumerate() {
            row[i] = 0.0;
        }
        let sum: f64 = table.iter().flatten().sum();
        table.iter_mut().flatten().for_each(|p| *p /= sum);
        table
    }

    #[test]
    fn weights_fall_linearly_and_average_one() {
        assert_eq!([0, 1, 2].map(|i| weight(i, 3, 1.8)), [1.8, 1.0, 1.0 - 0.8]);
        for n in 2..50 {
            let sum: f64 = (0..n).map(|i| weight(i, n, 1.7)).sum();
            assert!((sum - n as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn a_pointer_rests_on_the_segment_found_by_adding_up() {
        for n in [3, 4, 17, 500] {
            for pressure in [1.0, 1.3, 1.8, 2.0] {
                for k in 0..1000 {
                    let point = n as f64 * (k as f64 + 0.5) / 1000.0;
                    let mut sum = 0.0;
                    let slow = (0..n).find(|&i| {
                        sum += weight(i, n, pressure);
                        point < sum - 1e-9
                    });
                    assert_eq!(rank_at(point, n, pressure), slow.unwrap_or(n - 1), "{n} {pressure} {point}");
                }
            }
        }
    }

    #[test]
    fn small_cases_by_hand() {
        // sp = 2, n = 3: weights 2, 1, 0; pointers u and u + 1.5 with u in [0, 1.5): both on rank 0 for u < 0.5, else 0 and 1.
        assert_eq!(exact(3, 2.0)[0], vec![0.0, 1.0, 0.0]);
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..100 {
            let (a, b) = select_parents(3, 2.0, &mut rng);
            assert_eq!(a.max(b), 1);
            assert_eq!(a.min(b), 0);
            let (a, b) = select_parents(2, 2.0, &mut rng);
            assert_eq!(a + b, 1);
        }
        assert_eq!(select_parents(1, 1.8, &mut rng), (0, 0));
        assert_eq!(select_parents(0, 1.8, &mut rng), (0, 0));
    }

    #[test]
    fn pairs_come_as_often_as_the_wheel_says() {
        let samples = 40_000;
        for (n, pressure, seed) in [(3, 1.8, 1), (5, 1.8, 2), (5, 1.0, 3), (10, 1.5, 4), (12, 2.0, 5)] {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut seen = vec![vec![0u32; n]; n];
            for _ in 0..samples {
                let (a, b) = select_parents(n, pressure, &mut rng);
                assert_ne!(a, b);
                seen[a.min(b)][a.max(b)] += 1;
            }
            let expected = exact(n, pressure);
            let (mut chi, mut cells) = (0.0, 0);
            for i in 0..n {
                for j in i + 1..n {
                    let e = (expected[i][j] + expected[j][i]) * samples as f64;
                    let o = f64::from(seen[i][j]);
                    if e > 1e-6 {
                        chi += (o - e) * (o - e) / e;
                        cells += 1;
                    } else {
                        assert_eq!(o, 0.0, "{i} {j} never meet");
                    }
                }
            }
            if cells > 1 {
                let p = 1.0 - ChiSquared::new(f64::from(cells - 1)).unwrap().cdf(chi);
                assert!(p > 1e-3, "n {n}, pressure {pressure}: chi-square {chi} on {cells} cells, p = {p}");
            }
        }
    }

    #[test]
    fn either_parent_is_the_template_half_the_time() {
        let mut rng = Pcg64Mcg::seed_from_u64(9);
        let first = (0..10_000)
            .filter(|_| {
                let (a, b) = select_parents(20, 1.8, &mut rng);
                a < b
            })
            .count();
        assert!((4_800..5_200).contains(&first), "{first}");
    }
}
