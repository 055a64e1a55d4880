//! Self-play trials: what was played and what was measured on the way. Knows nothing of scores.

pub mod record;

pub use record::{Ending, Match, PlyRecord, Puzzle, RecordError, SlowRecord, Trial};
