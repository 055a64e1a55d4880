//! Compiled conditions and numbers: what they ask of a position, for one mover, so that players and facings are resolved.
//!
//! [`evaluate`](super::evaluate) answers them.

mod cell;
mod condition;
mod filter;
mod number;

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
