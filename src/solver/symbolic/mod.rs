//! Solving games on compressed sets of positions.
//!
//! A [`Problem`] is a game reduced to sets and relations of strings. [`retrograde`] solves all strings of its shape, [`middle`] those that
//! can be reached from the start, [`indexed`] and [`filling`] these too, with arrays in place of sets. [`horizon`] tells how soon a game is won that [`middle`] has solved.
//!
//! The source is Considine, "Compressed Game Solving" (2024), sections 2 and 3.

pub mod filling;
pub mod horizon;
pub mod indexed;
mod marks;
pub mod middle;
mod problem;
pub mod retrograde;
mod shelf;

pub use problem::{Moves, Outcome, Parts, Problem, Region, Side};
