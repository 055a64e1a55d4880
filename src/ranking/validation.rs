//! Procedures that turn a sample into weights, and what such a procedure is worth on games it has not seen.
//!
//! A left-out prediction is unbiased for fixed criteria only. A procedure that chooses criteria, or a penalty, by left-out predictions
//! has seen every game. [`nested`] therefore repeats the whole procedure, choice and standardisation included, without the games
//! that are to be predicted; [`null`] repeats it on shuffled strengths and gives the distribution of its result where there is nothing to find.

use super::correlation::pearson;
use super::regression::{Basis, Design};
use super::sample::Sample;
use super::streams::{Purpose, deal, stream};
use super::subset::SubsetSearch;
use crate::parallel;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Procedure {
    /// Least squares on all criteria that do not depend on those before them.
    LeastSquares,
    /// Ridge regression on all criteria with the penalty of the least left-out error.
    Ridge,
    /// Least squares on the criteria that a search chooses.
    Subset(SubsetSearch),
}

/// Penalties that ridge regression chooses from, for each game: 10⁻³ to 10³ in steps of a quarter of a power of ten.
fn penalties() -> impl Iterator<Item = f64> {
    (-12..=12).map(|i| 10f64.powf(f64::from(i) / 4.0))
}

/// Weights that a procedure found.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The criteria that weigh something, by their number in the sample, rising.
    pub criteria: Vec<usize>,
    /// Their weights for a standard deviation.
    pub weights: Vec<f64>,
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
}

impl Model {
    /// The strength that the model predicts for a game of the sample.
    pub fn predict(&self, sample: &Sample, game: usize) -> f64 {
        let part =
            |(i, &c): (usize, &usize)| self.weights[i] * (sample.values[c][game] - self.centres[i]) / self.scales[i];
        self.bias + self.criteria.iter().enumerate().map(part).sum::<f64>()
    }

    fn new(design: &Design, criteria: Vec<usize>, penalty: f64, basis: &Basis) -> Self {
        Model {
            weights: design.coefficients(&criteria, penalty),
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

/// The part of a sample that a procedure may use.
#[derive(Clone, Copy, Debug)]
pub struct Task<'s> {
    /// The whole sample.
    pub sample: &'s Sample,
    /// The criteria that it may use, by their number in the sample.
    pub criteria: &'s [usize],
}

impl Task<'_> {
    /// Carries a procedure out on some games. `None` if these are too few for it: least squares needs two games more than criteria.
    pub fn train(&self, procedure: &Procedure, strengths: &[f64], games: &[usize], rng: &mut Pcg64) -> Option<Model> {
        let design = Design::new(&self.sample.values, strengths, games);
        match procedure {
            Procedure::LeastSquares => {
                let mut basis = Basis::new(&design, 0.0);
                let criteria: Vec<usize> = self.criteria.iter().copied().filter(|&c| basis.push(c)).collect();
                (criteria.len() + 2 <= games.len()).then(|| Model::new(&design, criteria, 0.0, &basis))
            }
            Procedure::Ridge => {
                let fit = |each: f64| {
                    let mut basis = Basis::new(&design, each * games.len() as f64);
                    let criteria: Vec<usize> = self.criteria.iter().copied().filter(|&c| basis.push(c)).collect();
                    (basis, criteria)
                };
                let error = |each: f64| (fit(each).0.left_out_error(), each);
                let (_, each) = penalties().map(error).min_by(|a, b| a.0.total_cmp(&b.0))?;
                let (basis, criteria) = fit(each);
                Some(Model::new(&design, criteria, each * games.len() as f64, &basis))
            }
            Procedure::Subset(search) => {
                let chosen = search.search(&design, self.criteria, rng);
                let mut basis = Basis::new(&design, 0.0);
                chosen.iter().for_each(|&c| {
                    basis.push(c);
                });
                Some(Model::new(&design, chosen, 0.0, &basis))
            }
        }
    }
}

/// What a procedure is worth on games it has not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested {
    /// The correlation of predictions with strengths, averaged over the repeats.
    pub r: f64,
    /// The same of ranks.
    pub rho: f64,
    /// The root of the mean squared error as a share of the standard deviation of the strengths; predicting the mean of the
    /// other games gives a little over 1.
    pub error: f64,
    /// The prediction of each game, averaged over the repeats.
    pub predictions: Vec<f64>,
    /// How often each criterion of the sample was chosen, as a share of all trainings.
    pub chosen: Vec<f64>,
}

/// Cross-validates a procedure as a whole: the games are dealt into folds, and each fold is predicted by what the procedure makes of
/// the others. `repeats` deals are averaged to reduce the variance. `None` if a training set is too small.
pub fn nested(task: &Task, procedure: &Procedure, folds: usize, repeats: usize, seed: u64) -> Option<Nested> {
    let n = task.sample.games.len();
    let strengths = &task.sample.strengths;
    let repeats = repeats.max(1);
    let dealt: Vec<(usize, Vec<usize>)> = (0..repeats)
        .flat_map(|repeat| {
            let hands = deal(n, folds.max(2), &mut stream(seed, Purpose::Folds, 1 + repeat as u64));
            hands.into_iter().map(move |hand| (repeat, hand))
        })
        .collect();
    let trained = parallel::map(0..dealt.len() as u32, &|i| {
        let (_, hand) = &dealt[i as usize];
        let rest: Vec<usize> = (0..n).filter(|game| !hand.contains(game)).collect();
        task.train(procedure, strengths, &rest, &mut stream(seed, Purpose::Nested, i.into()))
    });
    let mut predictions = vec![vec![0.0; n]; repeats];
    let mut chosen = vec![0.0; task.sample.values.len()];
    for ((repeat, hand), model) in dealt.iter().zip(&trained) {
        let model = model.as_ref()?;
        hand.iter().for_each(|&game| predictions[*repeat][game] = model.predict(task.sample, game));
        model.criteria.iter().for_each(|&c| chosen[c] += 1.0);
    }
    let average = |of: &dyn Fn(&[f64]) -> f64| predictions.iter().map(|p| of(p)).sum::<f64>() / repeats as f64;
    let mean = strengths.iter().sum::<f64>() / n as f64;
    let variance = strengths.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>();
    Some(Nested {
        r: average(&|p| pearson(p, strengths).unwrap_or(0.0)),
        rho: average(&|p| pearson(&super::correlation::ranks(p), &super::correlation::ranks(strengths)).unwrap_or(0.0)),
        error: average(&|p| (p.iter().zip(strengths).map(|(p, s)| (p - s) * (p - s)).sum::<f64>() / variance).sqrt()),
        predictions: (0..n).map(|game| predictions.iter().map(|p| p[game]).sum::<f64>() / repeats as f64).collect(),
        chosen: chosen.into_iter().map(|times| times / dealt.len() as f64).collect(),
    })
}

/// The left-out correlations that a procedure arrives at when the strengths are dealt to the games at random, sorted.
pub fn null(task: &Task, procedure: &Procedure, permutations: usize, seed: u64) -> Vec<f64> {
    let games: Vec<usize> = (0..task.sample.games.len()).collect();
    let found = parallel::map(0..permutations as u32, &|i| {
        let mut rng = stream(seed, Purpose::Null, i.into());
        let mut shuffled = task.sample.strengths.clone();
        shuffled.shuffle(&mut rng);
        let model = task.train(procedure, &shuffled, &games, &mut rng)?;
        Some(model.left_out.and_then(|p| pearson(&p, &shuffled)).unwrap_or(-1.0))
    });
    let mut found: Vec<f64> = found.into_iter().flatten().collect();
    found.sort_by(f64::total_cmp);
    found
}
