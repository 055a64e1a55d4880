//! How a game is to be solved.

use std::path::PathBuf;

use super::method::Method;
use crate::solver::Budget;
use crate::solver::dfa::Limit;

/// How to solve a game, and with what means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// By this method alone; else by the first that can.
    pub method: Option<Method>,
    /// The most positions to enumerate, or nodes to search.
    pub positions: Option<u64>,
    /// The most memory to use, in bytes.
    pub bytes: u64,
    /// The most states of automata to visit, pairs and unions of states included.
    pub states: Option<u64>,
    /// Whether [`Method::Layered`] also finds in how many moves every position is won.
    pub plies: bool,
    /// Whether the values of all positions are to be returned.
    pub values: bool,
    /// Where methods that keep checkpoints write finished plies, and go on from those of an earlier run.
    pub folder: Option<PathBuf>,
}

impl Options {
    /// What methods that take positions one by one may use.
    pub(super) fn budget(&self) -> Budget {
        Budget { positions: self.positions.unwrap_or(u64::MAX), bytes: self.bytes }
    }

    /// What methods on sets may use.
    pub(super) fn limit(&self) -> Limit {
        Limit { bytes: self.bytes as usize, states: self.states.unwrap_or(u64::MAX) }
    }
}
