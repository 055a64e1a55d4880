//! Effects that rearrange what stands on many cells at once.

use super::Game;
use super::context::Context;
use super::definition::EffectStep;
use super::predicate::{Pred, Variable};
use super::rules::StateId;
use super::state::{MAX_DIRECTIONS, MAX_HEIGHT, Move, NOWHERE, Piece, State};
use crate::board::{Board, CellId, CellSet};
use arrayvec::ArrayVec;

impl<const W: usize> Game<W> {
    /// Sets the state of every cell for which the guard holds.
    pub(super) fn set_cell_states(&self, state: &mut State<W>, m: Move, effect: &EffectStep<W>) {
        let context = Context::of_effects(self, state, m);
        let value = StateId::nearest(context.int(&effect.lowered.number));
        let cells = context.set(&effect.guard, Variable::Current, self.topology.all);
        for cell in cells {
            self.layout.set_cell_state(state, cell, value);
        }
    }

    /// Moves what lies on the line of a move one cell back, into `from`; of `to`, only what is below the pieces pushed.
    pub(super) fn shift(&self, state: &mut State<W>, m: Move, pushed: usize) {
        let Some((d, steps)) = self.topology.line(m.from, m.to) else { return };
        if state.owner_of(m.from).is_some() {
            return;
        }
        let mut free = m.from;
        for cell in self.topology.ray(m.from, d).take(steps as usize) {
            let keep = if cell == m.to { pushed.min(self.height(state, cell)) } else { 0 };
            let all = self.layout.take_all(state, cell);
            let moved = all.len() - keep;
            for (i, piece) in all.into_iter().enumerate() {
                self.layout.put(state, if i < moved { free } else { cell }, piece);
            }
            free = cell;
        }
    }

    /// Turns the stacks on the neighbours of a cell about it.
    pub(super) fn spin(&self, state: &mut State<W>, centre: CellId, turn: i32) {
        let around: ArrayVec<CellId, MAX_DIRECTIONS> =
            (0..self.topology.directions).map(|d| self.topology.next(centre, d)).collect();
        let mut seen = CellSet::<W>::EMPTY;
        for &cell in &around {
            // A neighbour missing, or reached twice as on triangles: there is no ring to turn.
            if cell == NOWHERE || seen.contains(cell) {
                return;
            }
            seen.insert(cell);
        }
        let stacks: ArrayVec<ArrayVec<Piece, MAX_HEIGHT>, MAX_DIRECTIONS> =
            around.iter().map(|&c| self.layout.take_all(state, c)).collect();
        for (d, stack) in stacks.into_iter().enumerate() {
            for piece in stack {
                self.layout.put(state, around[self.board.turn(d, turn)], piece);
            }
        }
    }

    /// Deals the state of the piece on `to` out along the track, and scores what is reaped.
    pub(super) fn sow(&self, state: &mut State<W>, m: Move, effect: &EffectStep<W>) {
        let mut track: ArrayVec<CellId, { Board::MAX_CELLS }> = ArrayVec::new();
        for place in &effect.track {
            let cell = Context::of_effects(self, state, m).cell(place);
            if cell != NOWHERE && !track.contains(&cell) && state.owner_of(cell).is_some() {
                track.push(cell);
            }
        }
        let Some(at) = track.iter().position(|&c| c == m.to) else { return };
        track.rotate_left(at);
        track.remove(0);
        if track.is_empty() {
            return;
        }
        let seeds = usize::from(self.top(state, m.to).state().number());
        self.set_top_state(state, m.to, StateId::ZERO);
        for (i, &cell) in track.iter().enumerate() {
            let dealt = (seeds + track.len() - 1 - i) / track.len();
            let sum = usize::from(self.top(state, cell).state().number()) + dealt;
            self.set_top_state(state, cell, StateId::nearest(sum as i32));
        }
        if let (Some(reap), 1..) = (&effect.reap, seeds) {
            // From the last cell sown back to the one after it.
            let last = (seeds - 1) % track.len();
            track.rotate_left(last + 1);
            track.reverse();
            self.reap(state, m, reap, &track);
        }
    }

    /// Scores the states of the cells, in order, as long as the condition holds of them.
    fn reap(&self, state: &mut State<W>, m: Move, reap: &(Pred<W>, CellSet<W>), cells: &[CellId]) {
        let (condition, spared) = reap;
        let context = Context::of_effects(self, state, m);
        let ripe = |c: &CellId| Context { current: *c, ..context }.holds(condition);
        let (taken, _) = cells.split_at(cells.iter().take_while(|c| ripe(c)).count());
        let left = spared.iter().filter(|c| !taken.contains(c)).any(|c| self.top(state, c).state() > StateId::ZERO);
        if !spared.is_empty() && !left {
            return;
        }
        let points: i32 = taken.iter().map(|&c| i32::from(self.top(state, c).state().number())).sum();
        for &cell in taken {
            self.set_top_state(state, cell, StateId::ZERO);
        }
        self.add_score(state, state.mover, points);
    }

    /// Sets the state of the top piece of a cell, if there is one.
    fn set_top_state(&self, state: &mut State<W>, cell: CellId, value: StateId) {
        let piece = self.top(state, cell);
        if !piece.is_none() {
            self.layout.replace_top(state, cell, piece.with_state(value));
        }
    }
}
