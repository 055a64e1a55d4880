//! Keys of positions: what the repetition rule compares, and what tables of positions go by.

use super::Game;
use super::kind::Kind;
use super::memory::Memory;
use super::rules::{Player, Repetition};
use super::state::State;
use super::zobrist::{self, Tally};
use crate::board::CellId;
use crate::streams::mix;

impl<const W: usize> Game<W> {
    /// What the repetition rule compares: the board, hands, scores and states and, unless the rule is positional, whose turn
    /// it is.
    #[inline]
    pub fn key(&self, state: &State<W>) -> u64 {
        self.key_of(state.hash, state.mover, state.continuing)
    }

    /// What [`Game::key`] is of a state with that hash.
    #[inline]
    pub(super) fn key_of(&self, hash: u64, mover: Player, continuing: bool) -> u64 {
        let mover = if self.rules.repetition == Repetition::Positional { Player::White } else { mover };
        zobrist::with_turn(hash, mover, continuing)
    }

    /// A hash of everything that decides how the game goes on, but for the positions that may not be repeated.
    #[inline]
    pub fn full_key(&self, state: &State<W>) -> u64 {
        zobrist::with_turn(state.hash, state.mover, state.continuing)
    }

    /// A hash of everything that the rest of the game and its result depend on, but for the positions that may not be
    /// repeated: what [`full_key`](Game::full_key) covers and, where the rules mention them, the last cell, the captures, the
    /// number of moves and whether a player has moved; also passes and the chance to swap.
    ///
    /// A table of positions can use it where [`tracks_repetition`](Game::tracks_repetition) is false.
    pub fn search_key(&self, state: &State<W>) -> u64 {
        let Memory { last, way, captured, moved, count } = self.memory;
        // The number of moves matters for its first two to swapping and to elimination.
        let made = if count { state.move_number } else { state.move_number.min(2) };
        let mut past = made as u64 | (state.passes as u64) << 32 | (state.swapped as u64) << 40;
        if moved {
            past |= (state.moved[Player::White] as u64) << 41 | (state.moved[Player::Black] as u64) << 42;
        }
        let mut key = self.full_key(state) ^ mix(past);
        if last {
            key ^= mix(1 << 63 | (state.last_to as CellId) as u64);
        }
        if way {
            key ^= mix(3 << 62 | (state.last_from as CellId) as u64);
        }
        if captured {
            for (player, taken) in state.captured.iter().enumerate() {
                key ^= mix(1 << 62 | (player as u64) << 48 | mix(u64::from_le_bytes(taken.0)) >> 16);
            }
        }
        key
    }

    /// The hash worked out from nothing, for checking the one kept along the way.
    pub fn hash_from_scratch(&self, state: &State<W>) -> u64 {
        let mut hash = self.layout.hash_of_board(state);
        for player in Player::BOTH {
            for kind in Kind::first(self.rules.pieces.len()) {
                let (start, now) = (self.start.hands[player][kind], state.hands[player][kind]);
                hash ^= Tally::Hand(player, kind).change(start.into(), now.into());
            }
            hash ^= Tally::Score(player).change(0, state.scores[player]);
        }
        hash
    }
}
