//! End conditions: compiled once a player, tested after every move.
//!
//! A condition that could not have been true before the move needs a look only where the move changed the board. Which
//! conditions these are follows from the clauses: an atom is *fresh* if, whenever it holds, some clause ends the game; so while
//! the game goes on it was false. Fresh atoms that only grow with the player's own cells are tested around the last cell alone.

mod around;
mod clauses;
mod test;
mod verdict;
mod whole;

pub(super) use around::Seen;
pub(crate) use clauses::{Atom, Clauses, Tree};
pub(crate) use test::{Near, Selector, Test};
pub(super) use verdict::Change;
