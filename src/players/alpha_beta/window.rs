//! Windows and the values of nodes.

use crate::players::arena::Outcome;
use crate::players::value::WIN;

/// Beyond every value.
pub(super) const INFINITE: i32 = WIN + 1;

/// The values that matter to a node, for its mover: at `alpha` or less and at `beta` or more only a bound is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The null window, which no value lies in: it asks only whether the value is greater than alpha.
    pub(super) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    pub(super) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether a value within the window is exact, no bound.
    pub(super) fn contains(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }
}

/// The value of a node for its mover, exact or a bound as the window has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeValue {
    pub(super) value: i32,
    /// No evaluation had a part in the value.
    pub(super) proven: bool,
}

impl NodeValue {
    /// What a search returns that ran out of nodes; never looked at.
    pub(super) const NOTHING: NodeValue = NodeValue { value: 0, proven: false };
    pub(super) const WORST: NodeValue = NodeValue { value: -INFINITE, proven: false };
    pub(super) const DRAW: NodeValue = NodeValue { value: 0, proven: true };
}

/// The value of a finished game for a player, `ply` plies below the root.
pub(super) fn outcome_value(outcome: Outcome, player: usize, ply: u32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
    }
}
