//! Exact values of games, by exhaustive methods; and what makes a game trivial.
//!
//! [`explicit`] enumerates the positions of any rule set and works backwards from the ends; [`proof`] answers for one position
//! by depth-first proof-number search. A value is that of the *persons*: [`Value::First`] is the one who makes the first move,
//! also after the swap of sides.
//!
//! Play that never ends is drawn. So is, of necessity, play under `(repetition draw)`: who has a forced win has one
//! in which no position comes twice. Under a rule that forbids repetition a forced win remains one for the same
//! reason, but positions without one have no value of their own: it depends on what has been played before.

mod code;
pub mod dfa;
pub mod encode;
pub mod explicit;
pub mod flaws;
mod graph;
pub mod on_sets;
pub mod proof;
pub mod solution;
pub mod symbolic;

use crate::game::{Outcome, State};
use serde::{Deserialize, Serialize};

pub use explicit::{Solution, solve};

/// Who wins if both play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The person who makes the first move of the game.
    First,
    /// The other person.
    Second,
    /// Nobody.
    Draw,
}

impl Value {
    /// The win of a person: 0 for the first, 1 for the second.
    pub fn win(person: usize) -> Value {
        if person == 0 { Value::First } else { Value::Second }
    }

    /// Its word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Value::First => "first",
            Value::Second => "second",
            Value::Draw => "draw",
        }
    }

    /// The result of a finished game, for persons.
    fn of_outcome(outcome: Outcome, swapped: bool) -> Value {
        match outcome {
            Outcome::Win(colour) => Value::win(colour.index() ^ swapped as usize),
            Outcome::Draw => Value::Draw,
        }
    }
}

/// The value of a position, and how far away the end is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Who wins.
    pub value: Value,
    /// Moves to the win if the winner is as quick and the loser as slow as possible; none for a draw.
    pub plies: Option<u32>,
}

impl Worth {
    /// A draw.
    pub const DRAW: Worth = Worth { value: Value::Draw, plies: None };

    /// The worth of a finished game.
    fn of_outcome(outcome: Outcome, swapped: bool) -> Worth {
        let value = Value::of_outcome(outcome, swapped);
        Worth { value, plies: (value != Value::Draw).then_some(0) }
    }

    /// How much a person, 0 for the first and 1 for the second, likes it: greater is better. A win is to be quick, a loss slow.
    pub fn rank(self, person: usize) -> (u8, i64) {
        match self.value {
            Value::Draw => (1, 0),
            won if won == Value::win(person) => (2, -i64::from(self.plies.unwrap_or(u32::MAX))),
            _ => (0, i64::from(self.plies.unwrap_or(0))),
        }
    }

    /// As one number, for storing.
    fn pack(self) -> u32 {
        match (self.value, self.plies) {
            (Value::Draw, _) | (_, None) => 0,
            (Value::First, Some(plies)) => plies << 2 | 1,
            (Value::Second, Some(plies)) => plies << 2 | 2,
        }
    }

    fn unpack(packed: u32) -> Option<Worth> {
        match packed & 3 {
            0 if packed == 0 => Some(Worth::DRAW),
            1 => Some(Worth { value: Value::First, plies: Some(packed >> 2) }),
            2 => Some(Worth { value: Value::Second, plies: Some(packed >> 2) }),
            _ => None,
        }
    }
}

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

/// The person whose turn it is.
#[inline]
fn person<const W: usize>(state: &State<W>) -> usize {
    state.mover.index() ^ state.swapped as usize
}
