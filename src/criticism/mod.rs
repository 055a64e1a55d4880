//! Criticism: the values of 57 criteria of a game with their standard errors, and the score they add up to.

pub mod bootstrap;
pub mod conventions;
pub mod criterion;
pub mod interval;
pub mod intrinsic;
pub mod measurement;
pub mod profile;
pub mod quality;
pub mod score;
pub mod verdict;
pub mod viability;
pub mod wording;

pub use conventions::{Conventions, LeadSource};
pub use criterion::{Criterion, Family, Info, UnknownCriterion};
pub(crate) use interval::share_interval;
pub use interval::{contest_interval, wilson};
pub use intrinsic::{BoardFigures, intrinsic};
pub use measurement::{Evidence, Measured, Measurement, measure_all};
pub use profile::{Profile, ProfileError, Term};
pub use score::{Score, score, score_stored};
pub use verdict::{Limits, Requirement, Tally, Verdict, judge};
pub use wording::{Wording, WordingError, word_counts};
