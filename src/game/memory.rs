//! What of its past a position still depends on, as a key for tables of positions.

use super::Game;
use super::rules::{Action, Bool, Condition, Coord, Effect, EffectKind, Int, Rules};
use super::state::State;
use crate::board::CellId;
use crate::streams::mix;

/// Which parts of the past the rest of a game can depend on, the repetition rule aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Where the last move ended.
    pub last: bool,
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
        for def in rules.pieces.iter().flat_map(|p| &p.moves) {
            memory.condition(&def.pre);
            for action in &def.actions {
                match action {
                    Action::Pop(cell, _) | Action::Push { cell, .. } => memory.coord(cell),
                    Action::Pass => {}
                }
            }
            def.post.iter().for_each(|e| memory.effect(e));
        }
        for condition in rules.end.iter().map(|c| &c.condition).chain(&rules.never) {
            // The end is judged as a move is made, so only numbers that grow over many moves outlast it.
            let mut end = Memory::default();
            end.end(condition);
            memory.captured |= end.captured;
            memory.count |= end.count;
        }
        memory
    }

    fn coord(&mut self, coord: &Coord) {
        match coord {
            Coord::Last => self.last = true,
            Coord::Step(inner, ..) => self.coord(inner),
            _ => {}
        }
    }

    fn effect(&mut self, effect: &Effect) {
        self.condition(&effect.guard);
        match &effect.kind {
            EffectKind::SetCellState(c, n) | EffectKind::SetPieceState(c, n) => {
                self.coord(c);
                self.number(n);
            }
            EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
                self.coord(cell)
            }
            EffectKind::Score(n) | EffectKind::SetCellStates(n) => self.number(n),
            EffectKind::Spin(c, _) => self.coord(c),
            EffectKind::Sow { track, reap } => {
                track.iter().for_each(|c| self.coord(c));
                if let Some((condition, _)) = reap {
                    self.condition(condition);
                }
            }
            _ => {}
        }
    }

    fn condition(&mut self, condition: &Bool) {
        match condition {
            Bool::And(cs) | Bool::Or(cs) => cs.iter().for_each(|c| self.condition(c)),
            Bool::Not(c) => self.condition(c),
            Bool::Compare(_, a, b) => {
                self.number(a);
                self.number(b);
            }
            Bool::Empty(c)
            | Bool::Owner(c, _)
            | Bool::Connected(Some(c), _)
            | Bool::OnBoard(c)
            | Bool::InRegion(c, _)
            | Bool::IsPiece(c, _)
            | Bool::Flagged(c, _)
            | Bool::Attacked(c) => self.coord(c),
            Bool::Line(a, b, _) | Bool::Adjacent(a, b) | Bool::Same(a, b) => {
                self.coord(a);
                self.coord(b);
            }
            Bool::FirstMove => self.moved = true,
            Bool::True | Bool::Connected(None, _) | Bool::Steps(_) | Bool::Captures(_) | Bool::Continuing => {}
        }
    }

    fn number(&mut self, number: &Int) {
        match number {
            Int::Sum(ns) | Int::Difference(ns) | Int::Product(ns) | Int::Min(ns) | Int::Max(ns) => {
                ns.iter().for_each(|n| self.number(n))
            }
            Int::Quotient(a, b) | Int::Modulo(a, b) => {
                self.number(a);
                self.number(b);
            }
            Int::Abs(n) => self.number(n),
            Int::Between(_, a, b) | Int::Distance(a, b) => {
                self.coord(a);
                self.coord(b);
            }
            Int::Neighbours(c, _)
            | Int::Height(c)
            | Int::GroupSize(c)
            | Int::Phase(c)
            | Int::PieceState(c)
            | Int::CellState(c)
            | Int::Value(c)
            | Int::Liberties(c)
            | Int::LineLength(c, _)
            | Int::Row(c)
            | Int::Col(c) => self.coord(c),
            Int::Captured(_) => self.captured = true,
            Int::MoveNumber => self.count = true,
            Int::Const(_)
            | Int::WholeLine(_)
            | Int::Pieces(_)
            | Int::Groups(_)
            | Int::LargestGroup(..)
            | Int::Territory(_)
            | Int::InHand(..)
            | Int::Score(_) => {}
        }
    }

    fn end(&mut self, condition: &Condition) {
        match condition {
            Condition::And(cs) | Condition::Or(cs) => cs.iter().for_each(|c| self.end(c)),
            Condition::Not(c) => self.end(c),
            Condition::Compare(_, a, b) => {
                self.number(a);
                self.number(b);
            }
            Condition::Capture { .. } => self.captured = true,
            _ => {}
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
        self.plain
    }

    /// A hash of everything that the rest of the game and its result depend on, but for the positions that may not be
    /// repeated: what [`full_key`](Game::full_key) covers and, where the rules mention them, the last cell, the captures, the
    /// number of moves and whether a player has moved; also passes and the chance to swap.
    ///
    /// A table of positions can use it where [`tracks_repetition`](Game::tracks_repetition) is false.
    pub fn search_key(&self, state: &State<W>) -> u64 {
        let Memory { last, captured, moved, count } = self.memory;
        // The number of moves matters for its first two to swapping and to elimination.
        let made = if count { state.move_number } else { state.move_number.min(2) };
        let mut past = made as u64 | (state.passes as u64) << 32 | (state.swapped as u64) << 40;
        if moved {
            past |= (state.moved[0] as u64) << 41 | (state.moved[1] as u64) << 42;
        }
        let mut key = self.full_key(state) ^ mix(past);
        if last {
            key ^= mix(1 << 63 | (state.last_to as CellId) as u64);
        }
        if captured {
            for (player, taken) in state.captured.iter().enumerate() {
                key ^= mix(1 << 62 | (player as u64) << 48 | mix(u64::from_le_bytes(*taken)) >> 16);
            }
        }
        key
    }
}
