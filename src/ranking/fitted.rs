//! A fit and how far to trust it: the figures, the predictions and the profile.

use super::correlation::Correlation;
use super::forest::WordFit;
use super::quantiles::quantile;
use super::sample::Sample;
use super::validation::{Model, Nested, share_of_spread};
use crate::criticism::{Criterion, Profile, Term};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A row of Table I: the result of a procedure on a set of criteria.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitRow {
    /// The set of criteria.
    pub set: &'static str,
    /// The procedure.
    pub method: &'static str,
    /// How many criteria there were to choose from.
    pub available: usize,
    /// How many weigh something; `None` if there are too few games for the procedure.
    pub criteria: Option<usize>,
    /// The correlation of the strengths with the fitted ones.
    pub in_sample: Option<Correlation>,
    /// The correlation with predictions of each game without it, the paper's measure. Criteria and penalty were chosen with it.
    pub left_out: Option<Correlation>,
    /// The correlation under nested cross-validation, in which nothing was.
    pub nested: Option<Correlation>,
    /// The error under nested cross-validation as a share of the standard deviation of the strengths.
    pub nested_error: Option<f64>,
}

/// What one criterion does for the fit. Paper, Fig. 10.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Importance {
    /// The criterion.
    pub criterion: Criterion,
    /// Its weight for a standard deviation.
    pub weight: f64,
    /// What the square of its standardised value weighs, less 1; 0 for a straight line.
    pub bend: f64,
    /// The left-out error without it, as a share of the standard deviation of the strengths; infinite if some game then cannot be
    /// left out.
    pub error_without: f64,
    /// How often it was chosen under nested cross-validation, as a share.
    pub chosen: f64,
}

/// A game, and what nested cross-validation predicts for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The game.
    pub game: String,
    /// Its strength, less what controls explain.
    pub strength: f64,
    /// The 95 % interval of the strength, if it is known.
    pub strength_interval: Option<(f64, f64)>,
    /// The prediction by models that had not seen the game.
    pub predicted: f64,
    /// The lower end of the 95 % interval of the prediction.
    pub low: f64,
    /// The upper end of the 95 % interval of the prediction.
    pub high: f64,
}

/// How a given profile does on the same strengths, to which it was not fitted here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Its name.
    pub profile: String,
    /// The correlation of its scores with the strengths; `None` if its scores do not differ.
    pub r: Option<Correlation>,
    /// The same of ranks.
    pub rho: Option<Correlation>,
    /// The criteria it weighs that the sample does not have.
    pub missing: Vec<Criterion>,
}

/// What the words of rules tell, by themselves and along with the criteria; under nested cross-validation, of the games with rules.
#[derive(Clone, Debug, PartialEq)]
pub struct WithWords {
    /// The trees, and what they say of games that they have not seen.
    pub fitted: WordFit,
    /// How many games have rules.
    pub games: usize,
    /// The correlation of what words say with the strengths.
    pub words: Correlation,
    /// The same of the mean of what words and criteria say.
    pub both: Correlation,
    /// The root of the mean squared error of that mean as a share of the standard deviation of the strengths.
    pub both_error: f64,
}

impl WithWords {
    pub(super) fn of(fitted: WordFit, nested: &Nested, strengths: &[f64]) -> WithWords {
        let told: Vec<[f64; 3]> = (fitted.predictions.iter().zip(&nested.predictions).zip(strengths))
            .filter_map(|((words, &criteria), &strength)| {
                words.map(|words| [words, f64::midpoint(words, criteria), strength])
            })
            .collect();
        let column = |i: usize| told.iter().map(|row| row[i]).collect::<Vec<f64>>();
        let (words, both, strengths) = (column(0), column(1), column(2));
        let correlate = |told: &[f64]| {
            Correlation::pearson(told, &strengths).unwrap_or_else(|| Correlation::new(0.0, strengths.len()))
        };
        let (words, of_both) = (correlate(&words), correlate(&both));
        WithWords { games: told.len(), words, both: of_both, both_error: share_of_spread(&both, &strengths), fitted }
    }
}

/// A fit and how far to trust it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// How many criteria there were to choose from.
    pub available: usize,
    /// What it was made of.
    pub sample: Sample,
    /// The weights.
    pub model: Model,
    /// The correlation of the strengths with the fitted ones.
    pub in_sample: Correlation,
    /// The correlation with predictions of each game without it. A search for criteria has seen the game nevertheless. `None` where some game alone decides its own
    /// prediction, as one does that a criterion is about and no other.
    pub left_out: Option<Correlation>,
    /// The correlation under nested cross-validation: what to expect of new games.
    pub nested_r: Correlation,
    /// The rank correlation under nested cross-validation.
    pub nested_rho: f64,
    /// The details of nested cross-validation.
    pub nested: Nested,
    /// The left-out correlations that the procedure finds in shuffled strengths, sorted.
    pub null: Vec<f64>,
    /// What the words of rules tell; `None` where no rules were given.
    pub words: Option<WithWords>,
    /// Table I.
    pub table: Vec<FitRow>,
    /// What each chosen criterion does, the most important one first.
    pub importance: Vec<Importance>,
    /// Other profiles on the same strengths.
    pub compared: Vec<Compared>,
}

/// The figures of a fit as `ludogen fit --json` prints them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many games.
    pub games: usize,
    /// How many criteria there were to choose from.
    pub criteria: usize,
    /// See [`Fit::in_sample`].
    pub in_sample_r: f64,
    /// See [`Fit::left_out`].
    pub loo_r: Option<f64>,
    /// See [`Fit::nested_r`].
    pub nested_r: f64,
    /// The left-out correlation that chance alone exceeds once in 20 times; `None` if it was not computed.
    pub null_r_95: Option<f64>,
    /// The criteria that weigh something.
    pub chosen: Vec<Criterion>,
    /// The 95 % interval of the left-out correlation, by the number of games.
    pub loo_interval: Option<(f64, f64)>,
    /// The 95 % interval of the nested correlation, by the number of games.
    pub nested_interval: (f64, f64),
    /// The rank correlation under nested cross-validation.
    pub nested_rho: f64,
    /// The error under nested cross-validation as a share of the standard deviation of the strengths.
    pub nested_error: f64,
    /// The share of the variance of strengths that controls explained.
    pub controlled: Option<f64>,
    /// How many games there are beside, if any are learnt from.
    pub beside_games: Option<usize>,
    /// The correlation on games beside under nested cross-validation, with its interval.
    pub beside_nested: Option<Correlation>,
    /// The error there as a share of the standard deviation of their strengths.
    pub beside_nested_error: Option<f64>,
    /// The correlation of what words of rules say under nested cross-validation, with its interval; `None` where no rules were given.
    pub words_nested: Option<Correlation>,
    /// The same of the mean of what words and criteria say.
    pub both_nested: Option<Correlation>,
    /// The error of that mean as a share of the standard deviation of the strengths.
    pub both_nested_error: Option<f64>,
    /// See [`Fit::measurement_error`].
    pub measurement_error: Option<f64>,
    /// The result in a sentence.
    pub verdict: String,
    /// Table I.
    pub table: Vec<FitRow>,
    /// What each chosen criterion does.
    pub importance: Vec<Importance>,
    /// Other profiles on the same strengths.
    pub compared: Vec<Compared>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

impl Fit {
    /// The left-out correlation that the procedure exceeds once in 20 times where there is nothing to find; `None` if that was not
    /// computed.
    pub fn null_r_95(&self) -> Option<f64> {
        (!self.null.is_empty()).then(|| quantile(&self.null, 0.95))
    }

    /// The left-out error of the whole model as a share of the standard deviation of the strengths.
    pub fn baseline(&self) -> f64 {
        self.model.left_out_error
    }

    /// How well the scores are measured: the root mean square of their standard errors as a share of their standard deviation. Takes
    /// the errors of criteria for independent of each other. `None` if these are not known or scores do not differ.
    pub fn measurement_error(&self) -> Option<f64> {
        let errors = self.sample.errors.as_ref()?;
        let model = &self.model;
        let n = self.sample.games.len() as f64;
        let part = |i: usize| {
            let term = self.term(i);
            let values = self.sample.values[model.criteria[i]].iter();
            values.zip(&errors[model.criteria[i]]).map(|(v, e)| (term.slope(*v) * e).powi(2)).sum::<f64>()
        };
        let noise = (0..model.criteria.len()).map(part).sum::<f64>() / n;
        let mean = model.fitted.iter().sum::<f64>() / n;
        let spread = model.fitted.iter().map(|f| (f - mean).powi(2)).sum::<f64>() / n;
        (spread > 0.0).then(|| (noise / spread).sqrt())
    }

    /// The criteria that weigh something.
    pub fn chosen(&self) -> Vec<Criterion> {
        self.model.criteria.iter().map(|&c| self.sample.criteria[c]).collect()
    }

    /// The result in a sentence.
    pub fn verdict(&self) -> String {
        let (r, low) = (self.nested_r.r, self.nested_r.low);
        match self.null_r_95().zip(self.left_out.map(|found| found.r)) {
            Some((null, loo)) if loo <= null => format!(
                "A null result: the same procedure finds a left-out correlation of up to {null:.3} in shuffled strengths (95 % of the \
                 time), and no more than {loo:.3} in these."
            ),
            _ if low <= 0.0 => format!(
                "A null result: on games that it has not seen the procedure reaches r = {r:.3}, which may be chance (95 % interval from \
                 {low:.3})."
            ),
            _ => {
                format!("On games that it has not seen the procedure reaches r = {r:.3} (95 % interval from {low:.3}).")
            }
        }
    }

    /// Each game with its strength and its prediction.
    pub fn predictions(&self) -> Vec<Prediction> {
        intervals(&self.sample, &self.nested.predictions, self.nested.error)
    }

    /// The same of the games beside, on their own scale; empty without any.
    pub fn predictions_beside(&self) -> Vec<Prediction> {
        let beside = self.sample.beside.as_deref().zip(self.nested.beside.as_ref());
        beside.map_or(Vec::new(), |(other, found)| intervals(other, &found.predictions, found.error))
    }

    /// The figures.
    pub fn summary(&self) -> Summary {
        Summary {
            games: self.sample.games.len(),
            criteria: self.available,
            in_sample_r: self.in_sample.r,
            loo_r: self.left_out.map(|found| found.r),
            nested_r: self.nested_r.r,
            null_r_95: self.null_r_95(),
            chosen: self.chosen(),
            loo_interval: self.left_out.map(|found| (found.low, found.high)),
            nested_interval: (self.nested_r.low, self.nested_r.high),
            nested_rho: self.nested_rho,
            nested_error: self.nested.error,
            controlled: self.sample.controlled,
            beside_games: self.nested.beside.as_ref().map(|b| b.predictions.len()),
            beside_nested: self.nested.beside.as_ref().map(|b| Correlation::new(b.r, b.predictions.len())),
            beside_nested_error: self.nested.beside.as_ref().map(|b| b.error),
            words_nested: self.words.as_ref().map(|w| w.words),
            both_nested: self.words.as_ref().map(|w| w.both),
            both_nested_error: self.words.as_ref().map(|w| w.both_error),
            measurement_error: self.measurement_error(),
            verdict: self.verdict(),
            table: self.table.clone(),
            importance: self.importance.clone(),
            compared: self.compared.clone(),
            notes: self.sample.notes.clone(),
        }
    }

    /// What a profile says of the criterion at that place of the model.
    fn term(&self, i: usize) -> Term {
        let model = &self.model;
        Term {
            criterion: self.sample.criteria[model.criteria[i]],
            weight: model.weights[i],
            centre: model.centres[i],
            scale: model.scales[i],
            bend: model.bends[i],
            limit: model.limit,
        }
    }

    /// The weights as a profile: its score of a game is the strength that the model predicts.
    pub fn profile(&self, name: &str, source: &str, date: &str) -> Profile {
        let model = &self.model;
        let mut figures: BTreeMap<String, f64> = [
            ("games", self.sample.games.len() as f64),
            ("criteria", self.available as f64),
            ("in_sample_r", self.in_sample.r),
            ("nested_r", self.nested_r.r),
            ("nested_r_low", self.nested_r.low),
            ("nested_r_high", self.nested_r.high),
            ("nested_rho", self.nested_rho),
            ("nested_error", self.nested.error),
        ]
        .map(|(name, value)| (name.to_string(), value))
        .into();
        if let Some(found) = self.left_out {
            let told = [("loo_r", found.r), ("loo_r_low", found.low), ("loo_r_high", found.high)];
            figures.extend(told.map(|(name, value)| (name.to_string(), value)));
        }
        figures.extend(self.null_r_95().map(|r| ("null_r_95".to_string(), r)));
        figures.extend(self.measurement_error().map(|error| ("measurement_error".to_string(), error)));
        figures.extend(self.sample.controlled.map(|share| ("controlled".to_string(), share)));
        if let (Some(other), Some(found)) = (self.sample.beside.as_deref(), &self.nested.beside) {
            figures.insert("beside_games".into(), other.games.len() as f64);
            figures.insert("beside_nested_r".into(), found.r);
            figures.insert("beside_nested_error".into(), found.error);
        }
        if let Some(words) = &self.words {
            figures.insert("words_games".into(), words.games as f64);
            figures.insert("words_nested_r".into(), words.words.r);
            figures.insert("both_nested_r".into(), words.both.r);
            figures.insert("both_nested_error".into(), words.both_error);
        }
        let seen = self.sample.games.iter().zip(&self.nested.predictions);
        let beside = self.sample.beside.as_deref().zip(self.nested.beside.as_ref());
        let seen_beside = beside.into_iter().flat_map(|(other, found)| other.games.iter().zip(&found.scores));
        Profile {
            name: name.into(),
            source: source.into(),
            date: date.into(),
            description: self.verdict(),
            bias: model.bias,
            figures,
            left_out: seen_beside.chain(seen).map(|(game, score)| (game.clone(), *score)).collect(),
            known: String::new(),
            words: self.words.as_ref().map(|words| Arc::new(words.fitted.wording.clone())),
            terms: (0..model.criteria.len()).map(|i| self.term(i)).collect(),
        }
    }
}

/// Predictions with the intervals that an error as a share of the spread makes.
fn intervals(sample: &Sample, predictions: &[f64], error: f64) -> Vec<Prediction> {
    let n = sample.games.len() as f64;
    let mean = sample.strengths.iter().sum::<f64>() / n;
    let squares: f64 = sample.strengths.iter().map(|s| (s - mean) * (s - mean)).sum();
    let free = (n - 2.0).max(1.0);
    // A sample has games enough for the distribution to exist.
    let quantile = StudentsT::new(0.0, 1.0, free).map_or(2.0, |t| t.inverse_cdf(0.975));
    let half = quantile * error * (squares / n).sqrt();
    let of = |i: usize| {
        let predicted = predictions[i];
        Prediction {
            game: sample.games[i].clone(),
            strength: sample.strengths[i],
            strength_interval: sample.intervals.as_ref().map(|all| all[i]),
            predicted,
            low: predicted - half,
            high: predicted + half,
        }
    };
    (0..sample.games.len()).map(of).collect()
}
