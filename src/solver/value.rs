//! Who wins, and how soon.

use super::wdl::Wdl;
use crate::game::Outcome;
use serde::{Deserialize, Serialize};

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

    /// The value of a position that is worth so much to this person, who is to move: 0 for the first, 1 for the second.
    pub fn of_wdl(wdl: Wdl, person: usize) -> Value {
        match wdl {
            Wdl::Win => Value::win(person),
            Wdl::Loss => Value::win(1 - person),
            Wdl::Draw => Value::Draw,
        }
    }

    /// The result of a finished game, for persons.
    pub(super) fn of_outcome(outcome: Outcome, swapped: bool) -> Value {
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
    /// Turns to the win if the winner is as quick and the loser as slow as possible; none for a draw. A turn of several moves counts once; within it, it has begun.
    pub plies: Option<u32>,
}

impl Worth {
    /// A draw.
    pub const DRAW: Worth = Worth { value: Value::Draw, plies: None };

    /// The worth of a finished game.
    pub(super) fn of_outcome(outcome: Outcome, swapped: bool) -> Worth {
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
    pub(super) fn pack(self) -> u32 {
        match (self.value, self.plies) {
            (Value::Draw, _) | (_, None) => 0,
            (Value::First, Some(plies)) => plies << 2 | 1,
            (Value::Second, Some(plies)) => plies << 2 | 2,
        }
    }

    /// The worth that a number stands for; none for a number that [`Worth::pack`] never returns.
    pub(super) fn unpack(packed: u32) -> Option<Worth> {
        match packed & 3 {
            0 if packed == 0 => Some(Worth::DRAW),
            1 => Some(Worth { value: Value::First, plies: Some(packed >> 2) }),
            2 => Some(Worth { value: Value::Second, plies: Some(packed >> 2) }),
            _ => None,
        }
    }
}
