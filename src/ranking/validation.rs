//! Procedures that turn a sample into weights, and what such a procedure is worth on games it has not seen.
//!
//! A left-out prediction is unbiased for fixed criteria only. A procedure that chooses criteria, or a penalty, by left-out predictions
//! has seen every game. [`nested`] therefore repeats the whole procedure, choice and standardisation included, without the games
//! that are to be predicted; [`null`] repeats it on shuffled strengths and gives the distribution of its result where there is nothing to find.

use super::correlation::pearson;
use super::curves;
use super::model::penalties;
use super::regression::{Basis, Design};
use super::sample::Sample;
use super::streams::{Purpose, deal, stream};
use super::subset::SubsetSearch;
use crate::parallel;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

pub use super::model::{Model, Part};

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Procedure {
    /// Least squares on all criteria that do not depend on those before them.
    LeastSquares,
    /// Ridge regression on all criteria with the penalty of the least left-out error.
    Ridge,
    /// Least squares on the criteria that a search chooses.
    Subset(SubsetSearch),
    /// Ridge regression on all criteria and their squares; see [`curves`]. The only procedure that learns from a sample
    /// [beside](Sample::beside) the one it is put to.
    Curves,
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
    /// Carries a procedure out on some games, and on some of those beside them. `None` if the former are too few for it: least squares needs two
    /// games more than criteria.
    pub fn train(&self, procedure: &Procedure, own: Part, beside: Option<Part>, rng: &mut Pcg64) -> Option<Model> {
        let Part { strengths, games } = own;
        let design = Design::new(&self.sample.values, strengths, games);
        match procedure {
            Procedure::Curves => curves::train(self.sample, self.criteria, own, beside),
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
    /// The same of the sample beside, whose games are left out in the same trainings; `None` without one that is learnt from.
    pub beside: Option<Beside>,
}

/// What a procedure is worth on games of the sample beside that it has not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The correlation of predictions with strengths, averaged over the repeats.
    pub r: f64,
    /// The root of the mean squared error as a share of the standard deviation of the strengths.
    pub error: f64,
    /// The prediction of each game on its own scale, averaged over the repeats.
    pub predictions: Vec<f64>,
    /// The same on the scale of the first sample: its score by a profile that has not seen it.
    pub scores: Vec<f64>,
}

/// The games of a sample left out of one training.
fn rest(games: usize, hand: &[usize]) -> Vec<usize> {
    (0..games).filter(|game| !hand.contains(game)).collect()
}

/// The root of the mean squared error as a share of the standard deviation.
pub(super) fn share_of_spread(predictions: &[f64], strengths: &[f64]) -> f64 {
    let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
    let variance = strengths.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>();
    (predictions.iter().zip(strengths).map(|(p, s)| (p - s) * (p - s)).sum::<f64>() / variance).sqrt()
}

/// Cross-validates a procedure as a whole: the games are dealt into folds, and each fold is predicted by what the procedure makes of
/// the others. `repeats` deals are averaged to reduce the variance. Games beside are dealt into as many folds, and left out along with
/// these. `None` if a training set is too small.
pub fn nested(task: &Task, procedure: &Procedure, folds: usize, repeats: usize, seed: u64) -> Option<Nested> {
    let sample = task.sample;
    let n = sample.games.len();
    let other = sample.beside.as_deref().filter(|_| *procedure == Procedure::Curves);
    let m = other.map_or(0, |other| other.games.len());
    let strengths = &sample.strengths;
    let (folds, repeats) = (folds.max(2), repeats.max(1));
    let dealt: Vec<(usize, Vec<usize>, Vec<usize>)> = (0..repeats)
        .flat_map(|repeat| {
            let hands = deal(n, folds, &mut stream(seed, Purpose::Folds, 1 + repeat as u64));
            let mut beside = deal(m, folds, &mut stream(seed, Purpose::Beside, 1 + repeat as u64)).into_iter();
            hands.into_iter().map(move |hand| (repeat, hand, beside.next().unwrap_or_default())).collect::<Vec<_>>()
        })
        .collect();
    let trained = parallel::map(0..dealt.len() as u32, &|i| {
        let (_, hand, hand_beside) = &dealt[i as usize];
        let (games, games_beside) = (rest(n, hand), rest(m, hand_beside));
        let own = Part { strengths, games: &games };
        let beside = other.map(|other| Part { strengths: &other.strengths, games: &games_beside });
        task.train(procedure, own, beside, &mut stream(seed, Purpose::Nested, i.into()))
    });
    let mut predictions = vec![vec![0.0; n]; repeats];
    let mut scores = vec![vec![0.0; m]; repeats];
    let mut on_own_scale = scores.clone();
    let mut chosen = vec![0.0; sample.values.len()];
    for ((repeat, hand, hand_beside), model) in dealt.iter().zip(&trained) {
        let model = model.as_ref()?;
        hand.iter().for_each(|&game| predictions[*repeat][game] = model.predict(sample, game));
        if let Some((other, (zero, unit))) = other.zip(model.beside) {
            for &game in hand_beside {
                scores[*repeat][game] = model.predict(other, game);
                on_own_scale[*repeat][game] = zero + unit * scores[*repeat][game];
            }
        }
        model.criteria.iter().for_each(|&c| chosen[c] += 1.0);
    }
    let average = |of: &dyn Fn(usize) -> f64| (0..repeats).map(of).sum::<f64>() / repeats as f64;
    let each = |all: &[Vec<f64>], games: usize| (0..games).map(|game| average(&|r| all[r][game])).collect::<Vec<_>>();
    let ranks = super::correlation::ranks;
    Some(Nested {
        r: average(&|i| pearson(&predictions[i], strengths).unwrap_or(0.0)),
        rho: average(&|i| pearson(&ranks(&predictions[i]), &ranks(strengths)).unwrap_or(0.0)),
        error: average(&|i| share_of_spread(&predictions[i], strengths)),
        predictions: each(&predictions, n),
        chosen: chosen.into_iter().map(|times| times / dealt.len() as f64).collect(),
        beside: other.map(|other| Beside {
            r: average(&|i| pearson(&on_own_scale[i], &other.strengths).unwrap_or(0.0)),
            error: average(&|i| share_of_spread(&on_own_scale[i], &other.strengths)),
            predictions: each(&on_own_scale, m),
            scores: each(&scores, m),
        }),
    })
}

/// The left-out correlations that a procedure arrives at when the strengths are dealt to the games at random, those beside too, sorted.
pub fn null(task: &Task, procedure: &Procedure, permutations: usize, seed: u64) -> Vec<f64> {
    let every = |sample: &Sample| (0..sample.games.len()).collect::<Vec<usize>>();
    let games = every(task.sample);
    let other = task.sample.beside.as_deref();
    let games_beside = other.map(every).unwrap_or_default();
    let found = parallel::map(0..permutations as u32, &|i| {
        let mut rng = stream(seed, Purpose::Null, i.into());
        let mut shuffled = task.sample.strengths.clone();
        shuffled.shuffle(&mut rng);
        let mut shuffled_beside = other.map(|other| other.strengths.clone()).unwrap_or_default();
        shuffled_beside.shuffle(&mut rng);
        let own = Part { strengths: &shuffled, games: &games };
        let beside = other.map(|_| Part { strengths: &shuffled_beside, games: &games_beside });
        let model = task.train(procedure, own, beside, &mut rng)?;
        Some(model.left_out.and_then(|p| pearson(&p, &shuffled)).unwrap_or(-1.0))
    });
    let mut found: Vec<f64> = found.into_iter().flatten().collect();
    found.sort_by(f64::total_cmp);
    found
}
