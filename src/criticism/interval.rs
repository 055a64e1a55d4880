//! Confidence intervals of shares.

use crate::strategy::Contest;
use statrs::distribution::{ContinuousCDF, Normal};

/// Wilson's score interval for a share of which `hits` in `trials` were seen; all of 0 to 1 without trials.
///
/// ```
/// use ludogen::criticism::wilson;
///
/// // 10 of 20: ½ ± 0.2007.
/// let (low, high) = wilson(10, 20, 0.95);
/// assert!((low - 0.2993).abs() < 5e-5 && (high - 0.7007).abs() < 5e-5);
/// assert_eq!(wilson(0, 0, 0.95), (0.0, 1.0));
/// ```
pub fn wilson(hits: u64, trials: u64, confidence: f64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (trials as f64, normal_quantile(confidence));
    let p = (hits as f64 / n).min(1.0);
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// How many standard deviations around its mean hold this share of a normal distribution.
fn normal_quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(upper(confidence))
}

/// The upper end of the middle `confidence` of a distribution, kept away from certainty.
pub(super) fn upper(confidence: f64) -> f64 {
    let confidence = if confidence.is_nan() { 0.95 } else { confidence.clamp(0.0, 0.999_999) };
    0.5 + confidence / 2.0
}

/// The 95 % interval of the first side's share of the points of a match. A draw counts as half a win, so it is a little wide where
/// there are many.
///
/// ```
/// use ludogen::criticism::{contest_interval, wilson};
/// use ludogen::strategy::Contest;
///
/// // Seven wins and six draws in twenty games are ten points.
/// let result = Contest { wins: 7, losses: 7, draws: 6, unfinished: 0 };
/// assert_eq!(contest_interval(&result), wilson(10, 20, 0.95));
/// ```
pub fn contest_interval(result: &Contest) -> (f64, f64) {
    share_interval(result.score(), result.games())
}

/// The 95 % interval of a share of the points of so many games, half points being rounded.
pub(crate) fn share_interval(share: f64, games: u32) -> (f64, f64) {
    wilson((share * f64::from(games)).round() as u64, games.into(), 0.95)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 hits of 20: centre ½, half-width z/(1 + z²/20) · √(¼/20 + z²/1600) = 1.64411 · 0.12206 = 0.2007. None of 10: 0 to
    /// z²/(n + z²) = 3.8415/13.8415.
    #[test]
    fn wilson_agrees_with_worked_values() {
        let (low, high) = wilson(10, 20, 0.95);
        assert!((low - 0.2993).abs() < 5e-5 && (high - 0.7007).abs() < 5e-5, "{low} {high}");
        let (low, high) = wilson(0, 10, 0.95);
        assert!(low.abs() < 1e-12 && (high - 3.841_458_8 / 13.841_458_8).abs() < 1e-6, "{high}");
        assert_eq!(wilson(0, 0, 0.95), (0.0, 1.0));
    }

    /// The interval is the set of p for which the hits lie within z standard deviations of their mean: both ends solve
    /// (h − np)² = z² n p (1 − p).
    #[test]
    fn the_ends_of_wilson_solve_its_equation() {
        for (hits, trials) in [(1, 7), (5, 9), (40, 100), (99, 100)] {
            let (low, high) = wilson(hits, trials, 0.95);
            for p in [low, high] {
                let n = trials as f64;
                let left = (hits as f64 - n * p).powi(2);
                assert!((left - 1.959_963_985_f64.powi(2) * n * p * (1.0 - p)).abs() < 1e-6, "{hits}/{trials}");
            }
        }
    }
}
