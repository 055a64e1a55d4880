//! Compiled conditions and numbers evaluated in a position, for one cell or for a whole set of cells at once.
//!
//! [`Context::set`](super::context::Context::set) evaluates a predicate as the set of cells for which it holds, one coordinate (the
//! [`Variable`](super::predicate::Variable)) being free; [`Context::holds`](super::context::Context::holds) evaluates it with all coordinates
//! fixed. The two agree by construction of `set`, which falls back on `holds` cell by cell where no set form is known.

mod cell;
mod cell_condition;
mod condition;
mod number;
mod sets;
mod targets;
