//! Turns that must have as many moves as they can.

use super::Game;
use super::meter;
use super::rules::Player;
use super::state::{Move, State};

/// The memory that it takes to find the longest turns, used again and again.
#[derive(Default)]
pub(super) struct TurnLengths {
    past: Vec<u64>,
    lengths: Vec<u32>,
}

/// How many moves are looked at to find the longest turn, and how long a turn may be.
pub(super) const LONGEST_BUDGET: u32 = 4_096;
pub(super) const LONGEST_TURN: u32 = 64;

impl<const W: usize> Game<W> {
    /// Leaves only the moves that begin a longest turn, unless finding these would take too long.
    pub(super) fn keep_longest(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>, lengths: &mut TurnLengths) {
        // Turns that cannot go on are all as long.
        if out.len() < 2 || !out.iter().any(|&m| self.may_go_on(state.mover, m)) {
            return;
        }
        lengths.past.clear();
        lengths.past.extend_from_slice(past);
        lengths.lengths.clear();
        let mut budget = LONGEST_BUDGET;
        for &m in &*out {
            let Some(length) = self.turn_length(state, &mut lengths.past, m, 1, &mut budget) else { return };
            lengths.lengths.push(length);
        }
        let most = lengths.lengths.iter().max();
        let mut each = lengths.lengths.iter();
        out.retain(|_| each.next() == most);
    }

    /// Whether the turn may go on after a move.
    fn may_go_on(&self, mover: Player, m: Move) -> bool {
        self.sides[mover].defs.iter().find(|def| def.class == m.class).is_some_and(|def| def.repeats)
    }

    /// The most moves that a turn can have which goes on with this one; `None` if that is too much to find out.
    fn turn_length(&self, state: &State<W>, past: &mut Vec<u64>, m: Move, depth: u32, budget: &mut u32) -> Option<u32> {
        *budget = budget.checked_sub(1)?;
        meter::spend(16 * W as u64 + state.words() / 64);
        if meter::is_spent() {
            return None;
        }
        if !self.may_go_on(state.mover, m) {
            return Some(1);
        }
        state.on_copy(|after| {
            self.change(after, m);
            if !after.continuing {
                return Some(1);
            }
            if depth == LONGEST_TURN {
                return None;
            }
            let known = past.len();
            if self.tracks {
                past.push(self.key(after));
            }
            let mut most = 0;
            let too_much = self.some_batch(after, |b| {
                (0..b.size).map(|k| b.nth(k)).any(|m| {
                    if self.may_forbid(after, past) && !self.is_allowed(after, past, m) {
                        return false;
                    }
                    let length = self.turn_length(after, past, m, depth + 1, budget);
                    most = most.max(length.unwrap_or(0));
                    length.is_none()
                })
            });
            past.truncate(known);
            (!too_much).then_some(1 + most)
        })
    }
}
