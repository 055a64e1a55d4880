//! The positions of one ply, counted.

use serde::Serialize;

/// How many positions there are at one ply and what they are worth to the player to move.
///
/// Most methods count the positions that the start leads to in so many moves, a finished position whose last mover won being lost;
/// `retrograde` counts all those decided within so many moves of the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlyRow {
    /// The number of moves: the least that lead there, where positions are told apart by that.
    pub ply: u32,
    /// Positions.
    pub positions: u64,
    /// States of the automata that hold the positions, if they are held so.
    pub states: Option<u64>,
    /// Those won for the side to move.
    pub won: u64,
    /// Those lost for it.
    pub lost: u64,
    /// The others.
    pub drawn: u64,
}

impl PlyRow {
    /// The positions of both rows, at the ply of this one.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            ply: self.ply,
            positions: self.positions + other.positions,
            states: self.states,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}
