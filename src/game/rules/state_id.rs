//! The state of a piece or of a cell.

use std::fmt;

/// The state of a piece or of a cell, a number from 0 to [`StateId::MAX`]; what it means is up to the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u8);

impl StateId {
    /// What pieces and cells are in if nothing else is said.
    pub const ZERO: StateId = StateId(0);

    /// The greatest state.
    pub const MAX: StateId = StateId(99);

    /// The state of that number, or the nearest there is.
    ///
    /// ```
    /// use ludogen::game::StateId;
    ///
    /// assert_eq!([-1, 7, 100].map(|n| StateId::nearest(n).number()), [0, 7, 99]);
    /// ```
    #[inline]
    pub fn nearest(number: i32) -> StateId {
        StateId(number.clamp(0, StateId::MAX.0.into()) as u8)
    }

    /// The state that a byte stands for, as states and solutions keep it.
    #[inline]
    pub const fn from_byte(byte: u8) -> StateId {
        StateId(byte)
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
