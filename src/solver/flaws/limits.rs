//! What the checks of a game may use.

use crate::solver::Budget;
use serde::{Deserialize, Serialize};

/// What the checks of a game may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Positions enumerated for one board or one strategy.
    pub positions: u64,
    /// Nodes of one proof search.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { positions: 200_000, nodes: 20_000 }
    }
}

impl Limits {
    /// What one enumeration may use.
    pub(super) fn budget(&self) -> Budget {
        // A position with its successors rarely takes more than a few hundred bytes.
        Budget { positions: self.positions, bytes: self.positions.saturating_mul(4096).max(64 << 20) }
    }
}
