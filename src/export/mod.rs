//! Games for other programs: as JSON, and in the language of Ludii.
//!
//! [`to_json`] says all of a game, its rules as a tree and its board cell by cell. [`to_ludii`] writes a game that Ludii 1.3 compiles and plays alike;
//! what cannot be said there is an [`Unsaid`] that names the ludeme.

mod json;
mod ludii;

pub use json::{FORMAT, to_json};
pub use ludii::{Unsaid, to_ludii};
