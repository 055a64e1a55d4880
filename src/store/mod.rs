//! The population database: every game of a run, how its life went and what was measured, in one SQLite file.
//!
//! A [`Writer`] is the only one of its kind on a population and appends one [`Entry`] a transaction; any number of
//! [`Reader`]s may read meanwhile. The views `run`, `game`, `measurement`, `trial`, `policy`, `cost`, `verdict`,
//! `comparison`, `ranking` and `remeasured` are open to any SQLite tool. The store knows nothing of how a child is made.
//!
//! Write-ahead logging with `synchronous = NORMAL`: a killed process loses nothing that was committed, a power cut at most
//! the last few children, which come out the same when they are made again. Network file systems do not support this.

mod doctor;
mod error;
mod lock;
mod query;
mod read;
mod record;
mod rows;
mod schema;
mod survey;
mod write;

pub use doctor::{Diagnosis, Repair, back_up, examine, repair};
pub use error::StoreError;
pub use lock::Lock;
pub use read::Reader;
pub use record::{
    CandidateRecord, ChildRecord, Cost, Entry, Fate, GameId, Measurement, PLAYER, Relative, Remeasured, RunInfo,
    SeedGame, Step, TrialRow, VerdictRow,
};
pub use rows::{GameRow, MemberRow, Stage};
pub use schema::FORMAT;
pub use survey::{Answer, ComparisonRow, ShownPair, Survey};
pub use write::Writer;
