//! [`Rules`](super::Rules) → [`Game`](super::Game): names become numbers, conditions become predicates over sets, and what is
//! static is worked out once.
//!
//! [`assembly`] goes through the steps in order: what the rules need of a state ([`analysis`]), which move definitions are the
//! same ([`classes`]), the moves and ends of each player ([`moves`], [`kernels`], [`ends`], of [`expressions`]), the start ([`setup`]), and
//! whether positions can come again ([`termination`]).

mod analysis;
mod assembly;
mod classes;
mod compiler;
mod ends;
mod expressions;
mod kernels;
mod labels;
mod moves;
mod setup;
mod termination;
mod terms;
mod unmet;

use super::CompileError;

pub(super) use assembly::compile;

type Result<T> = std::result::Result<T, CompileError>;
