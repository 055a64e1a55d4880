//! Looking one move of the opponent ahead: what could be captured.

use super::Game;
use super::moves::Batch;
use super::predicate::Context;
use super::rules::{CaptureType, EffectKind, Player};
use super::state::{NOWHERE, State};
use crate::board::CellId;

impl<const W: usize> Game<W> {
    /// Whether, were it the opponent's turn, one of its moves would capture a piece of these types. `never`, the repetition
    /// rule and the end are not looked at.
    pub(super) fn threatened(&self, state: &State<W>, player: Player, kinds: u16) -> bool {
        let supposed = State { mover: player.opponent(), continuing: false, supposed: true, ..state.clone() };
        self.could_capture(&supposed, kinds)
    }

    /// Whether the top piece of `from`, if it stood alone on `cell`, could be captured by the mover's opponent; false within
    /// such a look ahead, which would have no end.
    pub(super) fn attacked(&self, context: &Context<W>, cell: CellId) -> bool {
        let (from, state) = (context.from, context.state);
        if state.supposed || from == NOWHERE || state.owner_of(from).is_none() {
            return false;
        }
        let mut supposed =
            State { mover: context.mover.opponent(), continuing: false, supposed: true, ..state.clone() };
        let piece = self.take(&mut supposed, from);
        while !self.take(&mut supposed, cell).is_none() {}
        self.put(&mut supposed, cell, piece);
        self.could_capture(&supposed, 1 << piece.kind())
    }

    /// Whether a move of the player to move captures a piece of these types.
    fn could_capture(&self, state: &State<W>, kinds: u16) -> bool {
        let by = state.mover.index();
        let taken = |s: &State<W>| -> u32 {
            (0..self.rules.pieces.len()).filter(|k| kinds >> k & 1 != 0).map(|k| u32::from(s.captured[by][k])).sum()
        };
        let before = taken(state);
        let mut batches = Vec::new();
        self.batches(state, &mut batches);
        let mut after = state.clone();
        batches.iter().filter(|b| captures(b, kinds)).any(|batch| {
            // Where cells hold one piece, what is replaced stands on `to`.
            let on_to = self.has_stacks() || !only_replaces(batch);
            (0..batch.size).map(|k| batch.nth(k)).any(|m| {
                if !on_to && (m.to == NOWHERE || kinds >> self.top(state, m.to).kind().min(15) & 1 == 0) {
                    return false;
                }
                after.clone_from(state);
                self.change(&mut after, m);
                taken(&after) > before
            })
        })
    }
}

/// Whether a move of the batch may capture a piece of these types.
fn captures<const W: usize>(batch: &Batch<W>, kinds: u16) -> bool {
    let takes = |kind: &EffectKind, of: u16| matches!(kind, EffectKind::Capture { .. }) && of & kinds != 0;
    batch.def.post.iter().any(|e| takes(&e.kind, e.lowered.filter.kinds))
}

/// Whether the moves of the batch capture on their target alone.
fn only_replaces<const W: usize>(batch: &Batch<W>) -> bool {
    let elsewhere = |kind: &EffectKind| matches!(kind, EffectKind::Capture { how, .. } if *how != CaptureType::Replace);
    !batch.def.post.iter().any(|e| elsewhere(&e.kind))
}
