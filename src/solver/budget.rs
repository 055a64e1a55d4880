//! How much a solver may use, and why there is no value.

/// How much a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions enumerated, or nodes searched.
    pub positions: u64,
    /// Memory, in bytes.
    pub bytes: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { positions: u64::MAX, bytes: 4 << 30 }
    }
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The budget is used up.
    #[error("not solved within {}{bytes} bytes: {reached} positions were reached", allowed(*positions))]
    Budget {
        /// Positions allowed.
        positions: u64,
        /// Bytes allowed.
        bytes: u64,
        /// Positions reached when it ran out.
        reached: u64,
    },
    /// Nobody can force a win, and the rule that forbids repetition makes the rest depend on the past.
    #[error(
        "who wins depends on the positions that came before, since `(repetition {rule})` forbids to repeat them and nobody \
         has a forced win without that rule; with `(repetition draw)` or `(repetition allow)` there is a value"
    )]
    History {
        /// The rule, as it is written.
        rule: &'static str,
    },
    /// The game asks for more than the solver keeps.
    #[error("{0}")]
    Limit(String),
}

/// A number of positions allowed, if there is a limit.
fn allowed(positions: u64) -> String {
    if positions == u64::MAX { String::new() } else { format!("{positions} positions and ") }
}
