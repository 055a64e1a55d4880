//! Criteria 16 to 45: trends in play.
//!
//! Each criterion is a function of one trial, averaged over the trials by [`measure_all`](super::measure_all); uncertainty and
//! decisiveness look at all trials together, depth and puzzles at runs of their own. Trials too short to show a trend are
//! skipped, and so are trials without a winner where the winner matters.

pub mod choice;
pub mod decisiveness;
pub mod depth;
pub mod history;
pub mod lead;
pub mod trend;
pub mod uncertainty;

pub use history::LeadHistory;
