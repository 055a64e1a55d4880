//! The rules engine: typed [`Rules`] compiled to a [`Game`] that plays them.
#![doc = include_str!("semantics.md")]

pub mod lower;
pub mod rules;

pub use lower::{LowerError, lower};
pub use rules::{Player, Rules};
