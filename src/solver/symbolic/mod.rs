//! Solving games on compressed sets of positions.
//!
//! A [`Problem`] is a game reduced to sets and relations of strings. [`layered`] solves what can be reached from the start, [`retrograde`] all
//! strings of its shape, both on sets as automata (symbolic model checking would call it so); [`indexed`] and [`filling`] solve what can be
//! reached with arrays in place of sets. [`timed`] tells how soon positions are won that [`layered`] has solved.
//!
//! The source is Considine, "Compressed Game Solving" (2024), sections 2 and 3.

mod alike;
mod checkpoint;
mod error;
pub mod filling;
pub mod indexed;
pub mod layered;
mod problem;
mod ranked_bitmap;
mod region;
pub mod retrograde;
mod split_heuristic;
pub mod timed;

pub use alike::{Possible, Turns};
pub use error::Error;
pub use problem::{Moves, Parts, Problem, Side};
pub use region::{Patterns, Region};
