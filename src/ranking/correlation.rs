//! Correlation, and how far it can be trusted.

use crate::order;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// A correlation with its 95 % interval. It is [`None`](Option) where a side does not vary.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlation {
    /// The coefficient, in [−1, 1].
    pub r: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// How many games it rests on.
    pub games: usize,
}

impl Correlation {
    /// A coefficient with its interval by the number of games.
    pub fn new(r: f64, games: usize) -> Self {
        let (low, high) = fisher(r, games as f64, 1.0);
        Correlation { r, low, high, games }
    }

    /// Pearson's correlation; `None` if a side does not vary.
    pub fn pearson(x: &[f64], y: &[f64]) -> Option<Self> {
        Some(Correlation::new(pearson(x, y)?, x.len()))
    }

    /// Spearman's rank correlation; `None` if a side does not vary. Its interval is a little wider than Pearson's: the variance of the
    /// transformed coefficient is 1.06 / (n − 3) (Fieller, Hartley & Pearson 1957).
    pub fn spearman(x: &[f64], y: &[f64]) -> Option<Self> {
        let r = pearson(&ranks(x), &ranks(y))?;
        let (low, high) = fisher(r, x.len() as f64, 1.06);
        Some(Correlation { r, low, high, games: x.len() })
    }
}

/// The 95 % interval of a correlation of `n` pairs by Fisher's transformation: atanh r is about normal with variance
/// `factor` / (n − 3). [−1, 1] for three pairs or fewer.
pub fn fisher(r: f64, n: f64, factor: f64) -> (f64, f64) {
    if n <= 3.0 {
        return (-1.0, 1.0);
    }
    let half = Normal::standard().inverse_cdf(0.975) * (factor / (n - 3.0)).sqrt();
    let z = r.clamp(-1.0, 1.0).atanh();
    ((z - half).tanh(), (z + half).tanh())
}

/// Pearson's coefficient of two equally long series; `None` if one of them does not vary.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = x.len().min(y.len()) as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (a, b) in x.iter().zip(y) {
        let (a, b) = (a - mx, b - my);
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    let r = xy / (xx.sqrt() * yy.sqrt());
    // What is left of a constant series after rounding is no variation.
    let varies = |squares: f64, mean: f64| squares > 1e-24 * n * (mean * mean + 1e-280);
    (varies(xx, mx) && varies(yy, my) && r.is_finite()).then(|| r.clamp(-1.0, 1.0))
}

/// The ranks of the values from 1, equal values sharing the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order::sort_by(&mut order, |&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&i| ranks[i] = rank);
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_agree_with_a_textbook_example() {
        // Anscombe's first set: r = 0.81642.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        assert!((pearson(&x, &y).unwrap() - 0.81642).abs() < 1e-5);
        // Ranks of y: 7 4 6 9 8 10 5 1 11 2 3; Σ d² = 4+1+16+9+4+1+4+0+... summed by hand: 1 − 6·40/1320.
        let squares: f64 = ranks(&x).iter().zip(ranks(&y)).map(|(a, b)| (a - b) * (a - b)).sum();
        let spearman = Correlation::spearman(&x, &y).unwrap().r;
        assert!((spearman - (1.0 - 6.0 * squares / 1320.0)).abs() < 1e-12);
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(pearson(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(pearson(&[], &[]), None);
        assert_eq!(pearson(&[0.1; 10], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]), None);
    }

    /// The paper prints intervals for three correlations. Theirs come out with n = 57 and n = 17, the numbers of criteria, for the
    /// 79 games of Table I, and with n = 19, the number of games, for Fig. 11. (They are off by up to 0.016, all in the direction
    /// of a coefficient that was a little smaller before rounding or averaging.)
    #[test]
    fn the_intervals_of_the_paper_rest_on_these_numbers() {
        for (r, low, high, printed_n) in
            [(0.426, 0.176, 0.611, 57.0), (0.828, 0.562, 0.933, 17.0), (-0.6491, -0.851, -0.274, 19.0)]
        {
            let (l, h) = fisher(r, printed_n, 1.0);
            assert!((l - low).abs() < 0.016 && (h - high).abs() < 0.016, "{r}: {l} {h}");
            // The width on Fisher's scale depends on n alone.
            let width: f64 = f64::atanh(high) - f64::atanh(low);
            let n = 3.0 + (2.0 * 1.959_964 / width).powi(2);
            assert_eq!(n.round(), printed_n, "{r}: {n}");
        }
        // By the number of games, as it should be, Table I is surer than the paper says.
        let games = [(0.426, 0.226, 0.591), (0.828, 0.743, 0.887)];
        for (r, low, high) in games {
            let c = Correlation::new(r, 79);
            assert!((c.low - low).abs() < 1e-3 && (c.high - high).abs() < 1e-3, "{c:?}");
        }
        assert_eq!(fisher(0.5, 3.0, 1.0), (-1.0, 1.0));
        assert_eq!(fisher(1.0, 10.0, 1.0), (1.0, 1.0));
    }
}
