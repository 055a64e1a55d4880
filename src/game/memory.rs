//! What of its past a position still depends on, as a key for tables of positions.

use super::Game;
use super::rules::{Node, Player, Rules};
use super::state::State;
use crate::board::CellId;
use crate::language::schema::Past;
use crate::streams::mix;

/// Which parts of the past the rest of a game can depend on, the repetition rule aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Where the last move ended.
    pub last: bool,
    /// Where it began.
    pub way: bool,
    /// What was captured.
    pub captured: bool,
    /// Whether a player has moved yet.
    pub moved: bool,
    /// How many moves were made.
    pub count: bool,
}

impl Memory {
    /// Finds what the rules mention.
    pub fn of(rules: &Rules) -> Memory {
        let mut memory = Memory::default();
        rules.moves().for_each(|def| Node::Move(def).for_each(|node| memory.note(node)));
        // The end is judged as a move is made, so only numbers that grow over many moves outlast it.
        let mut end = Memory::default();
        rules.end_conditions().for_each(|condition| Node::Condition(condition).for_each(|node| end.note(node)));
        memory.captured |= end.captured;
        memory.count |= end.count;
        memory
    }

    fn note(&mut self, node: Node) {
        match node.reads() {
            Past::Nothing => {}
            Past::LastCell => self.last = true,
            Past::LastMove => (self.last, self.way) = (true, true),
            Past::Captures => self.captured = true,
            Past::FirstMoves => self.moved = true,
            Past::MoveNumber => self.count = true,
        }
    }
}

impl<const W: usize> State<W> {
    /// The memory that the state takes, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        (size_of::<Self>() + self.extra.capacity() * size_of::<u32>()) as u64
    }
}

impl<const W: usize> Game<W> {
    /// Which parts of the past the rest of a game can depend on, the repetition rule aside.
    pub(crate) fn memory(&self) -> Memory {
        self.memory
    }

    /// Whether the owner of a cell says all about what stands there.
    pub(crate) fn owners_say_all(&self) -> bool {
        self.layout.plain
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
}
