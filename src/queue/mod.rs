//! A run on many machines: what is sent, who does it, and how what comes back is admitted.
//!
//! A piece of a run's work is a pure function of the run (recipe, profile, seed, program) and of the population at one moment
//! ([`Task`](crate::evolution::Task)). So a piece is told by the run, a number and the mark of a population: the hash over all its games in order. Whoever
//! has the games up to there, by whatever way they came, does the piece, and its outcome is that of a thread beside the database, byte for byte. The
//! coordinator admits outcomes in order, whoever sends them and however often.
//!
//! | files | what they hold |
//! |---|---|
//! | `wire` | documents packed with a checksum, and unpacked within bounds |
//! | `documents` | the run, pieces of work, outcomes |
//! | `population` | the games that a piece is made from: told on one side, replayed on the other |
//! | `books` | a coordinator's side: the run, and outcomes as they may be admitted |
//! | `desk` | a worker's side: runs it works for, pieces done |
//! | `batch` | pieces and outcomes in plain files, for an array of jobs |
//! | `nats` | pieces and outcomes through a broker (feature `queue`) |
//!
//! Nothing that arrives is trusted: it is bounded in size, checked, and rules are parsed and budgeted as from anyone.

mod batch;
mod books;
mod desk;
mod documents;
#[cfg(feature = "queue")]
pub mod nats;
mod population;
mod wire;

pub use batch::{Batch, BatchHands, Results, evaluate};
pub use desk::Desk;
pub use documents::{Done, Piece, Run, Work};
pub use population::{Mark, Row, Stretch};
pub use wire::{WireError, pack, unpack};
