//! Looking one move of the opponent ahead: what could be captured.

use super::Game;
use super::context::Context;
use super::definition::Def;
use super::rules::{CaptureType, EffectKind, Player};
use super::state::{NOWHERE, State};
use crate::board::CellId;
use std::ops::ControlFlow;

impl<const W: usize> Game<W> {
    /// Whether, were it the opponent's turn, one of its moves would capture a piece of these types. `never`, the repetition
    /// rule and the end are not looked at.
    pub(super) fn threatened(&self, state: &State<W>, player: Player, kinds: u16) -> bool {
        self.supposing(state, player.opponent(), |supposed| self.could_capture(supposed, kinds))
    }

    /// Whether the top piece of `from`, if it stood alone on `cell`, could be captured by the mover's opponent; false within
    /// such a look ahead, which would have no end.
    pub(super) fn attacked(&self, context: &Context<W>, cell: CellId) -> bool {
        let (from, state) = (context.from, context.state);
        if state.supposed || from == NOWHERE || state.owner_of(from).is_none() {
            return false;
        }
        self.supposing(state, context.mover.opponent(), |supposed| {
            let piece = self.layout.take(supposed, from);
            while !self.layout.take(supposed, cell).is_none() {}
            self.layout.put(supposed, cell, piece);
            self.could_capture(supposed, piece.kind().bit())
        })
    }

    /// What `f` makes of the state as if it were that player's turn.
    fn supposing(&self, state: &State<W>, mover: Player, f: impl FnOnce(&mut State<W>) -> bool) -> bool {
        state.on_copy(|supposed| {
            (supposed.mover, supposed.continuing, supposed.supposed) = (mover, false, true);
            f(supposed)
        })
    }

    /// Whether a move of the player to move captures a piece of these types.
    fn could_capture(&self, state: &State<W>, kinds: u16) -> bool {
        let by = state.mover;
        let taken = |s: &State<W>| -> u32 {
            s.captured[by].iter().filter(|(kind, _)| kinds & kind.bit() != 0).map(|(_, &n)| u32::from(n)).sum()
        };
        let before = taken(state);
        // Where cells hold one piece, what is replaced stands on `to`.
        let targets = match self.has_stacks() {
            true => self.topology.all,
            false => state.occupied().iter().filter(|&c| kinds & self.top(state, c).kind().bit() != 0).collect(),
        };
        let onto = |def: &Def<W>| match captures(def, kinds) {
            false => None,
            true if only_replaces(def) => Some(targets),
            true => Some(self.topology.all),
        };
        state.on_copy(|after| {
            let flow = self.each_batch_onto(state, onto, |batch| {
                let captured = (0..batch.size).any(|k| {
                    after.clone_from(state);
                    self.change(after, batch.nth(k));
                    taken(after) > before
                });
                if captured { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            flow.is_break()
        })
    }
}

/// Whether a move of the definition may capture a piece of these types.
fn captures<const W: usize>(def: &Def<W>, kinds: u16) -> bool {
    let takes = |kind: &EffectKind, of: u16| matches!(kind, EffectKind::Capture { .. }) && of & kinds != 0;
    def.post.iter().any(|e| takes(&e.kind, e.lowered.filter.kinds))
}

/// Whether the moves of the definition capture on their target alone.
fn only_replaces<const W: usize>(def: &Def<W>) -> bool {
    let elsewhere = |kind: &EffectKind| matches!(kind, EffectKind::Capture { how, .. } if *how != CaptureType::Replace);
    !def.post.iter().any(|e| elsewhere(&e.kind))
}
