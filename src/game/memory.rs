//! What of its past a position still depends on.

use super::rules::{Node, Rules};
use crate::language::schema::Past;

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
