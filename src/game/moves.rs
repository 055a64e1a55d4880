//! Legal moves, listed and counted.

use super::Game;
use super::context::Context;
use super::definition::Def;
use super::longest::TurnLengths;
use super::mask::CellCondition;
use super::rules::Player;
use super::state::{Move, NOWHERE, State};
use crate::board::CellSet;
use std::ops::ControlFlow;

impl<const W: usize> Game<W> {
    /// All legal moves of the player to move, in a fixed order. A player who must pass has [`Move::PASS`] alone.
    /// Empty if and only if the game is over.
    ///
    /// `past` holds the keys of all positions so far, this one last, as [`Game::apply`] keeps it.
    pub fn moves(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>) {
        self.list(state, past, out, &mut TurnLengths::default());
    }

    /// As [`Game::moves`], looking ahead in the memory given where only the longest turns count.
    pub(super) fn list(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>, lengths: &mut TurnLengths) {
        self.within_account(|| self.list_all(state, past, out, lengths));
    }

    fn list_all(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>, lengths: &mut TurnLengths) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if let (true, Some((def, on_to))) = (self.plays_plainly, self.sides[state.mover].lone_drop()) {
            self.drop_cells(state, def, on_to).iter().for_each(|cell| out.push(def.move_of(NOWHERE, cell, 0)));
            if out.is_empty() {
                out.push(Move::PASS);
            }
            return;
        }
        let foresight = self.may_forbid(state, past).then(|| self.foresee(state));
        let _ = self.each_batch(state, |batch| {
            match &foresight {
                Some(foresight) => self.list_allowed(foresight, state, past, &batch, out),
                None => batch.list(out),
            }
            ControlFlow::Continue(())
        });
        if self.rules.longest {
            self.keep_longest(state, past, out, lengths);
        }
        if self.rules.can_pass && !state.continuing {
            out.push(Move::PASS);
        }
        if self.may_swap(state) {
            out.push(Move::SWAP);
        }
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    /// How many legal moves a player would have if it were that player's turn, forced passes not counted.
    pub fn mobility(&self, state: &State<W>, player: Player, past: &[u64]) -> u32 {
        self.within_account(|| state.in_turn_of(player, |state| self.count_moves(state, past)))
    }

    fn count_moves(&self, state: &State<W>, past: &[u64]) -> u32 {
        let mut batches = Vec::new();
        self.batches(state, &mut batches);
        let extra = (self.rules.can_pass && !state.continuing) as u32;
        if self.rules.longest {
            let mut moves = Vec::new();
            self.moves(&State { outcome: None, ..state.clone() }, past, &mut moves);
            return moves.iter().filter(|m| m.class < Move::SWAP.class).count() as u32 + extra;
        }
        if !self.may_forbid(state, past) {
            return extra + batches.iter().map(|b| b.size).sum::<u32>();
        }
        let foresight = self.foresee(state);
        extra + batches.iter().map(|b| self.count_allowed(&foresight, state, past, b)).sum::<u32>()
    }

    /// Whether the player to move has a legal move, a voluntary pass included.
    pub fn has_move(&self, state: &State<W>, past: &[u64]) -> bool {
        if self.plays_plainly
            && let Some((def, on_to)) = self.sides[state.mover].lone_drop()
        {
            return !self.drop_cells(state, def, on_to).is_empty();
        }
        if (self.rules.can_pass && !state.continuing) || self.may_swap(state) {
            return true;
        }
        self.within_account(|| match self.may_forbid(state, past) {
            false => self.any_batch(state),
            true => self.some_batch(state, |b| (0..b.size).any(|k| self.is_allowed(state, past, b.nth(k)))),
        })
    }

    /// Where a definition that only drops may be used.
    #[inline]
    pub(super) fn drop_cells(&self, state: &State<W>, def: &Def<W>, on_to: &CellCondition<W>) -> CellSet<W> {
        if !self.may_push(state, def) {
            return CellSet::EMPTY;
        }
        on_to.select(&Context::before(self, state, state.mover), self.topology.all)
    }

    pub(super) fn may_swap(&self, state: &State<W>) -> bool {
        self.rules.swap && state.move_number == 1 && !state.moved[state.mover]
    }
}
