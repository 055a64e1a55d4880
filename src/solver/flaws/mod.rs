//! Is a game trivially solved?
//!
//! Each [`Check`] looks for one flaw, on the game's own board if it can be enumerated within the budget, else on the largest
//! smaller board of the same shape that can. Its evidence is something a person can replay: a line of play, a map of the
//! board, a ludeme. "Not found within the budget" is a verdict too. Budgets are positions and nodes, so verdicts do not
//! depend on the machine.

mod ablation;
mod board;
mod examine;
mod growth;
mod limits;
mod mirror;
mod sizes;
mod verdict;

pub use examine::{Check, Unplayable, examine};
pub use limits::Limits;
pub use verdict::{FEW_PLIES, Flaw, Verdict};
