//! Self-play trials: what was played and what was measured on the way. Knows nothing of scores.

pub mod playouts;
pub mod record;
mod run;
mod slow;

pub use playouts::{Amount, Tally, random_games};
pub use record::{Ending, Match, PlyRecord, Puzzle, RecordError, SlowRecord, Trial};
pub use run::{Series, TrialPlayer, TrialSettings, lead_of, play_trials, worth};
pub use slow::{SlowSettings, slow};
