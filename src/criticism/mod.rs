//! Criticism: what 57 criteria say of a game, how surely, and what they add up to.

pub mod criterion;

pub use criterion::{Criterion, Family, Info, UnknownCriterion};
pub mod intrinsic;
pub use intrinsic::{BoardFigures, intrinsic};
