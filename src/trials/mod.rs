//! Self-play trials: games played and measurements taken along the way. Knows nothing of scores.

mod choice;
mod ladder;
mod player;
pub mod playouts;
pub mod record;
mod regression;
mod run;
mod slow;
mod worth;

pub use choice::{Candidate, ChoiceSettings, Chosen, candidates, choose_player, play_match};
pub use ladder::{LadderSettings, Rung, Skill, ladder};
pub use player::{Method, TrialPlayer};
pub use playouts::{Amount, Tally, random_games};
pub use record::{Ending, MatchRecord, PlyRecord, Puzzle, RecordError, SlowRecord, Trial};
pub use regression::{RegressionSettings, policy_from_outcomes};
pub use run::{Series, TrialSettings, play_trials, play_trials_within};
pub use slow::{SlowSettings, slow};
pub use worth::{lead_of, worth};
