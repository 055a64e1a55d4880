//! Solving games on compressed sets of positions.
//!
//! A [`Problem`] is a game reduced to sets and relations of strings. [`retrograde`] solves all strings of its shape, [`middle`] those that
//! can be reached from the start, [`indexed`] and [`filling`] these too, with arrays in place of sets. [`timed`] tells
//! how soon positions are won that [`middle`] has solved.
//!
//! The source is Considine, "Compressed Game Solving" (2024), sections 2 and 3.

pub mod filling;
pub mod indexed;
mod marks;
pub mod middle;
mod problem;
mod region;
pub mod retrograde;
mod shelf;
pub mod timed;
mod windows;

pub use problem::{Moves, Parts, Problem, Side};
pub use region::{Patterns, Region};
