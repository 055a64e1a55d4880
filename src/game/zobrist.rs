//! Zobrist hashing: a position's hash is the exclusive or of a key for each thing in it, so that a move changes it by the keys
//! of what the move changes.
//!
//! Keys are mixed from what they stand for instead of looked up in a table of random numbers; plain games keep theirs in a
//! table all the same, as [`Layout`](super::layout::Layout) says.

use super::kind::Kind;
use super::rules::Player;
use super::state::Piece;
use crate::board::CellId;
use crate::streams::mix;

const MOVER_KEY: u64 = 0x5bf0_3635_dd3a_9c11;
const CONTINUING_KEY: u64 = 0x27d4_eb2f_1656_67c5;

/// The key of whose turn it is.
#[inline]
pub(super) fn mover_key(mover: Player) -> u64 {
    if mover == Player::Black { MOVER_KEY } else { 0 }
}

/// The hash of a position with that mover, given the hash of all else.
#[inline]
pub(super) fn with_turn(hash: u64, mover: Player, continuing: bool) -> u64 {
    hash ^ mover_key(mover) ^ if continuing { CONTINUING_KEY } else { 0 }
}

/// The key of a piece at a height of a cell.
#[inline]
pub(super) fn piece_key(cell: CellId, height: usize, piece: Piece) -> u64 {
    mix((cell as u64) << 48 | (height as u64) << 40 | piece.0 as u64)
}

/// A number that belongs to a position.
#[derive(Clone, Copy)]
pub(super) enum Tally {
    /// Pieces in a player's hand of a type.
    Hand(Player, Kind),
    /// A player's score.
    Score(Player),
    /// The state of a cell.
    CellState(CellId),
}

impl Tally {
    /// The change of a hash when the number changes.
    pub fn change(self, before: i32, after: i32) -> u64 {
        self.key(before) ^ self.key(after)
    }

    fn key(self, value: i32) -> u64 {
        let (what, a, b) = match self {
            Tally::Hand(player, kind) => (1, player.index(), kind.index()),
            Tally::Score(player) => (2, player.index(), 0),
            Tally::CellState(cell) => (3, cell as usize, 0),
        };
        mix(what << 60 | (a as u64) << 44 | (b as u64) << 40 | value as u32 as u64)
    }
}
