//! What a procedure makes of a sample: weights, and what they predict.

use super::regression::{Basis, Design};
use super::sample::Sample;

/// Some games of a sample, with their strengths.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The strengths of all games of the sample.
    pub strengths: &'a [f64],
    /// The games, by their number.
    pub games: &'a [usize],
}

/// Penalties that ridge regression chooses from, for each game: 10⁻³ to 10³ in steps of a quarter of a power of ten.
pub(super) fn penalties() -> impl Iterator<Item = f64> {
    (-12..=12).map(|i| 10f64.powf(f64::from(i) / 4.0))
}

/// Weights that a procedure found.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The criteria that weigh something, by their number in the sample, rising.
    pub criteria: Vec<usize>,
    /// Their weights for a standard deviation.
    pub weights: Vec<f64>,
    /// What their squares weigh, less 1, in standard deviations; 0 for straight lines.
    pub bends: Vec<f64>,
    /// How many standard deviations from the mean a value may count as; infinite for straight lines.
    pub limit: f64,
    /// Their means in the training set.
    pub centres: Vec<f64>,
    /// Their standard deviations in the training set.
    pub scales: Vec<f64>,
    /// The mean strength of the training set.
    pub bias: f64,
    /// The penalty that was used, 0 for least squares.
    pub penalty: f64,
    /// The fitted strengths of the training set.
    pub fitted: Vec<f64>,
    /// What each game of the training set would be predicted without it, as far as the choice of criteria and penalty goes that
    /// was made with it; `None` if some game cannot be left out.
    pub left_out: Option<Vec<f64>>,
    /// The left-out error as a share of the standard deviation of the strengths.
    pub left_out_error: f64,
    /// What a strength of 0 is on the scale of the sample beside, and what a unit; `None` if none was learnt from.
    pub beside: Option<(f64, f64)>,
}

impl Model {
    /// The strength that the model predicts for a game of the sample.
    pub fn predict(&self, sample: &Sample, game: usize) -> f64 {
        let part = |(i, &c): (usize, &usize)| {
            let z = ((sample.values[c][game] - self.centres[i]) / self.scales[i]).clamp(-self.limit, self.limit);
            self.weights[i] * z + self.bends[i] * (z * z - 1.0)
        };
        self.bias + self.criteria.iter().enumerate().map(part).sum::<f64>()
    }

    /// What a regression on some criteria comes to.
    pub(super) fn new(design: &Design, criteria: Vec<usize>, penalty: f64, basis: &Basis) -> Self {
        Model {
            weights: design.coefficients(&criteria, penalty),
            bends: vec![0.0; criteria.len()],
            limit: f64::INFINITY,
            beside: None,
            centres: criteria.iter().map(|&c| design.centres[c]).collect(),
            scales: criteria.iter().map(|&c| design.scales[c]).collect(),
            bias: design.mean,
            penalty,
            fitted: basis.fitted(),
            left_out: basis.left_out(),
            left_out_error: basis.left_out_error(),
            criteria,
        }
    }
}
