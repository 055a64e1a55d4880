//! What happens after a move: captures, conversions, and what changes states, flags, facings, scores and places.

use super::Game;
use super::capture::Scene;
use super::context::Context;
use super::definition::EffectStep;
use super::kind::Kind;
use super::owner::Owner;
use super::predicate::Variable;
use super::rules::{CaptureType, EffectKind, PieceRecord, Player, StateId};
use super::state::{MAX_DIRECTIONS, Move, NOWHERE, Piece, State, UNLIMITED};
use super::zobrist::Tally;
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// Scores stay within this of 0.
const MAX_SCORE: i32 = 1_000_000;

/// A move whose actions have been carried out.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub m: Move,
    /// How far to turn, where that is left to the mover.
    pub turns: u8,
    /// How many pieces were pushed on `to`.
    pub pushed: usize,
    /// Whether the effect, a replacement, has happened already.
    pub replaced: bool,
}

impl<const W: usize> Game<W> {
    /// One effect. Returns whether it was a `repeat` that took effect.
    pub(super) fn effect(&self, state: &mut State<W>, effect: &EffectStep<W>, made: Made) -> bool {
        let m = made.m;
        match &effect.kind {
            EffectKind::Capture { how: CaptureType::Replace, subsume, recycle, .. } => {
                self.capture_below(state, effect, made, *subsume, *recycle);
            }
            EffectKind::Capture { how, subsume, recycle, size, .. } => {
                let mut last = None;
                for cell in self.caught(state, effect, m, *how, *size) {
                    last = Some(self.capture_cell(state, state.mover, cell, *recycle));
                }
                self.subsume(state, m.to, last.filter(|_| *subsume));
            }
            EffectKind::Convert { how: Some(CaptureType::Replace), pieces, .. } => {
                self.convert_below(state, effect, made, pieces.as_ref());
            }
            EffectKind::Convert { how: Some(how), pieces, size, .. } => {
                let turned = self.caught(state, effect, m, *how, *size);
                self.convert_cells(state, effect, turned, pieces.as_ref());
            }
            EffectKind::Convert { how: None, pieces, .. } => {
                if self.holds_at(state, effect, m, m.to) && state.owner_of(m.to).is_some() {
                    self.change_top(state, m.to, |piece| converted(piece, effect.lowered.owner, pieces.as_ref()));
                }
            }
            EffectKind::Rotate(turn) => self.rotate(state, effect, m, turn.unwrap_or(made.turns.into())),
            EffectKind::Face(_) => self.face(state, effect, m),
            EffectKind::Displace { count, .. } => self.displace(state, effect, m, *count),
            EffectKind::SetCellState(..) => {
                let cell = Context::of_effects(self, state, m).cell(&effect.lowered.place);
                if self.holds_at(state, effect, m, cell) {
                    let value = StateId::nearest(Context::of_effects(self, state, m).int(&effect.lowered.number));
                    self.layout.set_cell_state(state, cell, value);
                }
            }
            EffectKind::SetPieceState(..) => {
                let value = |context: &Context<W>| StateId::nearest(context.int(&effect.lowered.number));
                self.mark(state, effect, m, |piece, context| piece.with_state(value(context)));
            }
            EffectKind::IncState { amount, modulus, .. } => self.mark(state, effect, m, |piece, _| {
                let sum = i32::from(piece.state().number()) + amount;
                piece.with_state(StateId::nearest(modulus.map_or(sum, |n| sum.rem_euclid(n.max(1)))))
            }),
            EffectKind::AddFlag(_, flag) => {
                self.mark(state, effect, m, |piece, _| piece.with_flags(piece.flags() | flag));
            }
            EffectKind::RemoveFlag(_, flag) => {
                self.mark(state, effect, m, |piece, _| piece.with_flags(piece.flags() & !flag));
            }
            EffectKind::Score(_) => {
                if self.holds_for(state, effect, m, m.to) {
                    let points = Context::of_effects(self, state, m).int(&effect.lowered.number);
                    self.add_score(state, state.mover, points);
                }
            }
            EffectKind::Repeat => return self.holds_for(state, effect, m, m.to),
            EffectKind::SetCellStates(_) => self.set_cell_states(state, m, effect),
            EffectKind::Shift => {
                if self.holds_for(state, effect, m, m.to) {
                    self.shift(state, m, made.pushed);
                }
            }
            #[cfg(test)]
            EffectKind::Whirl(_, turn) => {
                let cell = Context::of_effects(self, state, m).cell(&effect.lowered.place);
                if self.holds_at(state, effect, m, cell) {
                    self.spin(state, cell, *turn);
                }
            }
            EffectKind::Spin(_, turn) => {
                let cell = Context::of_effects(self, state, m).cell(&effect.lowered.place);
                if self.holds_at(state, effect, m, cell) {
                    self.spin(state, cell, *turn);
                }
            }
            EffectKind::Sow { .. } => {
                if self.holds_at(state, effect, m, m.to) {
                    self.sow(state, m, effect);
                }
            }
            EffectKind::Swap => self.swap(state, effect, made),
        }
        false
    }

    /// Whether the guard of an effect holds with a cell as `current`.
    fn holds_for(&self, state: &State<W>, effect: &EffectStep<W>, m: Move, cell: CellId) -> bool {
        Context { current: cell, ..Context::of_effects(self, state, m) }.holds(&effect.guard)
    }

    /// Whether there is such a cell and the guard of an effect holds with it as `current`.
    fn holds_at(&self, state: &State<W>, effect: &EffectStep<W>, m: Move, cell: CellId) -> bool {
        cell != NOWHERE && self.holds_for(state, effect, m, cell)
    }

    /// The cells that an effect captures or converts.
    fn caught(
        &self,
        state: &State<W>,
        effect: &EffectStep<W>,
        m: Move,
        how: CaptureType,
        size: Option<(u32, u32)>,
    ) -> CellSet<W> {
        let victims = self.matching(state, &effect.lowered.filter);
        let (owners, mover) = (effect.lowered.victims, state.mover);
        let scene = Scene { from: m.from, to: m.to, victims, owners, mover, owned: state.owned };
        let caught = scene.captured(&self.topology, how, size);
        Context::of_effects(self, state, m).set(&effect.guard, Variable::Current, caught)
    }

    /// How many of the pieces on `to` were there before the move.
    fn below(&self, state: &State<W>, made: Made) -> usize {
        if made.m.to == NOWHERE { 0 } else { self.height(state, made.m.to).saturating_sub(made.pushed) }
    }

    /// Captures what lies below the pieces pushed on `to`. Where cells hold one piece it is gone already.
    fn capture_below(&self, state: &mut State<W>, effect: &EffectStep<W>, made: Made, subsume: bool, recycle: bool) {
        let to = made.m.to;
        if made.replaced || !self.holds_at(state, effect, made.m, to) {
            return;
        }
        let below = self.below(state, made);
        let mut last = None;
        for (i, piece) in self.layout.take_all(state, to).into_iter().enumerate() {
            if i < below && effect.lowered.filter.matches(piece) {
                self.count_captive(state, state.mover, piece, recycle);
                last = Some(piece);
            } else {
                self.layout.put(state, to, piece);
            }
        }
        self.subsume(state, to, last.filter(|_| subsume));
    }

    /// Converts what lies below the pieces pushed on `to`.
    fn convert_below(&self, state: &mut State<W>, effect: &EffectStep<W>, made: Made, record: Option<&PieceRecord>) {
        let (to, parts) = (made.m.to, &effect.lowered);
        if !self.holds_at(state, effect, made.m, to) {
            return;
        }
        let below = self.below(state, made);
        for (i, piece) in self.layout.take_all(state, to).into_iter().enumerate() {
            let turned = i < below && parts.filter.matches(piece);
            let piece = if turned { converted(piece, parts.owner, record) } else { piece };
            self.layout.put(state, to, piece);
        }
    }

    /// Converts the top pieces of some cells.
    fn convert_cells(
        &self,
        state: &mut State<W>,
        effect: &EffectStep<W>,
        cells: CellSet<W>,
        record: Option<&PieceRecord>,
    ) {
        if self.layout.plain {
            if let Some(owner) = effect.lowered.owner {
                self.layout.turn_plain(state, cells, owner);
            }
            return;
        }
        for cell in cells {
            let piece = self.top(state, cell);
            self.layout.replace_top(state, cell, converted(piece, effect.lowered.owner, record));
        }
    }

    /// Turns the piece on `to` by so many direct turns to the right.
    fn rotate(&self, state: &mut State<W>, effect: &EffectStep<W>, m: Move, turn: i32) {
        if self.holds_at(state, effect, m, m.to) {
            let mover = state.mover;
            self.change_top(state, m.to, |piece| match self.facing_of(piece, mover) {
                Some(d) => self.faced(piece, self.board.turn(d, turn)),
                None => piece,
            });
        }
    }

    /// Turns the piece on `to` to a direction.
    fn face(&self, state: &mut State<W>, effect: &EffectStep<W>, m: Move) {
        let directions = &effect.lowered.directions;
        let slot = Context::of_effects(self, state, m).facing_slot(directions.len());
        if let Some(&d) = directions[slot].first()
            && self.holds_at(state, effect, m, m.to)
        {
            self.change_top(state, m.to, |piece| self.faced(piece, d));
        }
    }

    /// Shoves the pieces beside `to` away from it, as far as cells are free but not farther than `count`.
    fn displace(&self, state: &mut State<W>, effect: &EffectStep<W>, m: Move, count: u32) {
        if m.to == NOWHERE {
            return;
        }
        let directions = &effect.lowered.directions;
        let slot = Context::of_effects(self, state, m).facing_slot(directions.len());
        let shoved = |&d: &usize| {
            let start = self.topology.next(m.to, d);
            let meant = start != NOWHERE
                && effect.lowered.filter.matches(self.top(state, start))
                && self.holds_for(state, effect, m, start);
            meant.then_some((start, d))
        };
        let all: ArrayVec<(CellId, usize), MAX_DIRECTIONS> = directions[slot].iter().filter_map(shoved).collect();
        for (start, d) in all {
            let free = |c: &CellId| state.owner_of(*c).is_none();
            let end = self.topology.ray(start, d).take(count as usize).take_while(free).last();
            if let Some(end) = end {
                // On triangles two directions may lead to one neighbour, which has gone by then.
                let piece = self.layout.take(state, start);
                if !piece.is_none() {
                    self.layout.put(state, end, piece);
                }
            }
        }
    }

    /// Changes the state or the flags of the piece that an effect is about.
    fn mark(
        &self,
        state: &mut State<W>,
        effect: &EffectStep<W>,
        m: Move,
        change: impl Fn(Piece, &Context<W>) -> Piece,
    ) {
        let context = Context::of_effects(self, state, m);
        let cell = context.cell(&effect.lowered.place);
        if cell == NOWHERE || !self.holds_for(state, effect, m, cell) {
            return;
        }
        let piece = self.top(state, cell);
        if !piece.is_none() {
            let changed = change(piece, &context);
            if changed != piece {
                self.layout.replace_top(state, cell, changed);
            }
        }
    }

    /// Puts the piece below those pushed on `to` where the move began, if nothing is there.
    fn swap(&self, state: &mut State<W>, effect: &EffectStep<W>, made: Made) {
        let (m, below) = (made.m, self.below(state, made));
        if below > 0 && m.from != NOWHERE && state.owner_of(m.from).is_none() && self.holds_for(state, effect, m, m.to)
        {
            for (i, piece) in self.layout.take_all(state, m.to).into_iter().enumerate() {
                self.layout.put(state, if i < below { m.from } else { m.to }, piece);
            }
        }
    }

    /// Puts what becomes of the top piece of a cell in its place, if there is one.
    fn change_top(&self, state: &mut State<W>, cell: CellId, change: impl FnOnce(Piece) -> Piece) {
        let piece = self.top(state, cell);
        if !piece.is_none() {
            self.layout.replace_top(state, cell, change(piece));
        }
    }

    /// Adds points to a player's score.
    pub(super) fn add_score(&self, state: &mut State<W>, player: Player, points: i32) {
        let before = state.scores[player];
        state.scores[player] = before.saturating_add(points).clamp(-MAX_SCORE, MAX_SCORE);
        state.hash ^= Tally::Score(player).change(before, state.scores[player]);
    }

    /// Gives the top piece of a cell the type of a captive.
    fn subsume(&self, state: &mut State<W>, cell: CellId, captive: Option<Piece>) {
        if let Some(captive) = captive.filter(|_| cell != NOWHERE) {
            self.change_top(state, cell, |piece| piece.with_kind(captive.kind()));
        }
    }

    /// Removes all pieces of a cell as captives of a player; returns the last one.
    pub(super) fn capture_cell(&self, state: &mut State<W>, by: Player, cell: CellId, recycle: bool) -> Piece {
        let mut last = Piece::NONE;
        for piece in self.layout.take_all(state, cell) {
            self.count_captive(state, by, piece, recycle);
            last = piece;
        }
        last
    }

    /// Counts a captive of a player, and returns it to its owner's hand if it is recycled.
    pub(super) fn count_captive(&self, state: &mut State<W>, by: Player, piece: Piece, recycle: bool) {
        let count = &mut state.captured[by][piece.kind()];
        *count = count.saturating_add(1);
        if recycle && let Some(owner) = piece.owner().player() {
            let hand = state.hands[owner][piece.kind()];
            if hand < UNLIMITED - 1 {
                self.set_hand(state, owner, piece.kind(), hand + 1);
            }
        }
    }

    /// Takes new pieces of a type from a player's hand.
    pub(super) fn take_from_hand(&self, state: &mut State<W>, player: Player, kind: Kind, count: u8) {
        let hand = state.hands[player][kind];
        if hand != UNLIMITED {
            self.set_hand(state, player, kind, hand.saturating_sub(count));
        }
    }

    fn set_hand(&self, state: &mut State<W>, player: Player, kind: Kind, count: u8) {
        let before = std::mem::replace(&mut state.hands[player][kind], count);
        state.hash ^= Tally::Hand(player, kind).change(before.into(), count.into());
    }
}

/// A piece as a conversion makes it: of that owner, and with the type, state and flags that a record names.
fn converted(piece: Piece, owner: Option<Owner>, record: Option<&PieceRecord>) -> Piece {
    let piece = owner.map_or(piece, |o| piece.with_owner(o));
    let Some(record) = record else { return piece };
    let piece = record.kind.map_or(piece, |k| piece.with_kind(Kind::new(k)));
    let piece = record.state.map_or(piece, |s| piece.with_state(s));
    piece.with_flags(piece.flags() | record.flags)
}
