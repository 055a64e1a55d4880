//! From what people prefer to weights of the criteria. Paper, sections IV.E and VI.
//!
//! Two steps, each of which says how far it can be trusted:
//!
//! 1. **A ranking.** Paired comparisons ([`Comparisons`]) become strengths by [Bradley–Terry](bradley_terry) or by
//!    [cross-entropy](cross_entropy) as in the paper; averages of a rating site become strengths by a [Bayesian mean](ratings).
//!    [`rank()`] does either and checks it on comparisons that were held back.
//! 2. **A fit.** The strengths of games whose criteria were measured are regressed on these criteria ([`mod@fit`]): least squares, ridge,
//!    [parabolas](curves), or least squares on a subset that a [search](subset) chooses. What counts is [nested cross-validation](validation), in which the whole
//!    procedure is repeated without the games to be predicted, beside the same procedure on shuffled strengths.
//!
//! Everything here is a function of its input and a seed. Each piece of work has a random stream of its own, so the number of
//! threads does not matter.

pub mod bradley_terry;
pub mod comparisons;
pub mod correlation;
pub mod cross_entropy;
pub mod curves;
mod error;
pub mod fit;
pub mod fitted;
pub mod forest;
pub mod model;
mod quantiles;
pub mod rank;
pub mod ratings;
pub mod regression;
pub mod sample;
mod streams;
pub mod subset;
mod table;
pub mod validation;

pub use comparisons::Comparisons;
pub use correlation::Correlation;
pub use error::RankingError;
pub use fit::{FitOptions, fit};
pub use fitted::Fit;
pub use rank::{RankOptions, Ranking, rank};
pub use sample::Sample;
