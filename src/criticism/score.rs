//! The aesthetic score: the weighted sum of the measurements by a profile, with an interval.

use super::bootstrap::{self, RESAMPLES};
use super::criterion::Criterion;
use super::measurement::{Measured, Measurement};
use super::profile::Profile;
use serde::{Deserialize, Serialize};

/// Half the width of a 95 % interval in standard errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// An aesthetic score with its 95 % interval. Higher is better; the unit is the profile's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The score.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Score {
    /// Whether all three are numbers and in order.
    pub fn is_sound(&self) -> bool {
        [self.value, self.low, self.high].iter().all(|x| x.is_finite())
            && self.low <= self.value
            && self.value <= self.high
    }

    /// The width of the interval.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether the data cannot tell this game from a `lower` one: the 95 % interval of the difference reaches zero.
    ///
    /// The interval of a difference is recovered from the intervals of its parts (Zou & Donner 2008), which allows for
    /// intervals that are not symmetric.
    pub fn ties_with(&self, lower: &Score) -> bool {
        self.value - lower.value <= (self.value - self.low).hypot(lower.high - lower.value)
    }
}

/// Bias + Σ w z over the criteria that are both weighed and measured, z being the value less the profile's centre in units of the
/// profile's scale. Paper, eq. 6. A criterion that was not measured counts as average; [`missing`] lists these.
///
/// The interval comes from scoring every resample of the trials as a whole, so that errors which the criteria share are neither
/// counted twice nor taken for independent. It is symmetrical: the spread of the resampled scores is reliable, while their tails
/// and their centre (which criteria such as a maximum shift) are less so.
///
/// ```
/// use ludogen::criticism::score::missing;
/// use ludogen::criticism::{Measured, Profile, score};
///
/// // Of a game of which nothing has been measured little can be said.
/// let (profile, nothing) = (Profile::default(), Measured::default());
/// assert!(!missing(&profile, &nothing).is_empty());
/// assert!(score(&profile, &nothing).is_sound());
/// ```
pub fn score(profile: &Profile, measured: &Measured) -> Score {
    let value = profile.bias + contributions(profile, measured).iter().map(|(_, part)| part).sum::<f64>();
    let mut resampled = vec![0.0; RESAMPLES];
    for term in &profile.terms {
        for (sum, replicate) in resampled.iter_mut().zip(measured.replicates(term.criterion).unwrap_or(&[])) {
            *sum += term.part(*replicate);
        }
    }
    let margin = NORMAL_95 * bootstrap::spread(&resampled);
    Score { value, low: value - margin, high: value + margin }
}

/// As [`score`], from values and standard errors alone: what is left of measurements whose trials are not at hand. The value is the
/// same; the interval takes the errors of the criteria for independent of each other, which they are not quite.
///
/// ```
/// use ludogen::criticism::{Criterion, Measurement, Profile, Term, score_stored};
///
/// let term = Term::straight(Criterion::Completion, 0.5, 0.5, 0.25);
/// let profile = Profile { bias: 5.0, terms: vec![term], ..Profile::default() };
/// let measured = Measurement { criterion: Criterion::Completion, value: 0.75, standard_error: 0.1, samples: 60 };
/// let score = score_stored(&profile, &[measured]);
/// // One scale above the centre; the error is worth 0.2, and the interval 1.96 times that to both sides.
/// assert_eq!(score.value, 5.5);
/// assert!((score.width() - 2.0 * 1.96 * 0.2).abs() < 1e-3);
/// ```
pub fn score_stored(profile: &Profile, measurements: &[Measurement]) -> Score {
    let (mut value, mut variance) = (profile.bias, 0.0);
    for term in profile.terms.iter().filter(|t| t.weighs()) {
        if let Some(m) = measurements.iter().find(|m| m.criterion == term.criterion) {
            value += term.part(m.value);
            variance += (term.slope(m.value) * m.standard_error).powi(2);
        }
    }
    let margin = NORMAL_95 * variance.sqrt();
    Score { value, low: value - margin, high: value + margin }
}

/// What each criterion that is weighed and measured adds to the score, in the order of the criteria.
pub fn contributions(profile: &Profile, measured: &Measured) -> Vec<(Criterion, f64)> {
    let weighed = profile.terms.iter().filter(|t| t.weighs());
    weighed.filter_map(|t| Some((t.criterion, t.part(measured.value(t.criterion)?)))).collect()
}

/// The criteria that the profile weighs and that were not measured.
pub fn missing(profile: &Profile, measured: &Measured) -> Vec<Criterion> {
    profile.weighed().filter(|&c| measured.get(c).is_none()).collect()
}
