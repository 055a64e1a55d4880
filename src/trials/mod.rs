//! Self-play trials: games played and measurements taken along the way. Knows nothing of scores.

pub mod playouts;
pub mod record;
mod run;
mod slow;

pub use playouts::{Amount, Tally, random_games};
pub use record::{Ending, MatchRecord, PlyRecord, Puzzle, RecordError, SlowRecord, Trial};
pub use run::{Series, TrialPlayer, TrialSettings, lead_of, play_trials, worth};
pub use slow::{SlowSettings, slow};
