//! Compiled conditions and numbers, evaluated for one cell or for a whole set of cells at once.
//!
//! A predicate is compiled for one mover, so players and facings are resolved. [`Context::set`](super::context::Context::set) evaluates it as the set of
//! cells for which it holds, one coordinate (the [`Variable`]) being free; [`Context::holds`](super::context::Context::holds) evaluates it with all coordinates
//! fixed. The two agree by construction of `set`, which falls back on `holds` cell by cell where no set form is known.

mod cell;
mod condition;
mod filter;
mod number;
mod sets;

pub(crate) use cell::{CellExpr, Direction};
pub(super) use condition::{Pred, Reach};
pub(crate) use filter::{Filter, TargetFilter};
pub(crate) use number::Num;

/// Which coordinate ranges over a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    From,
    To,
    Current,
}
