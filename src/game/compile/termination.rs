//! Whether positions can come again.

use super::super::Game;
use super::super::moves::{ActionStep, Def, EffectStep, Kernel};
use super::super::predicate::{Place, Pred};
use super::super::rules::EffectKind;
use super::super::state::NOWHERE;
use crate::board::{CellId, Compass};

impl<const W: usize> Game<W> {
    /// Whether no move adds pieces to the board, or none removes any, where cells hold one piece: a position with another
    /// number of pieces than those before is none of them, nor will any be that comes after.
    pub(super) fn never_adds_and_removes(&self) -> bool {
        let defs = || self.sides.iter().flat_map(|s| &s.defs);
        let pushes = |d: &Def<W>| d.actions.iter().any(|a| matches!(a, ActionStep::Push { .. }));
        let adds = |d: &Def<W>| !d.pops && pushes(d);
        let removes = |d: &Def<W>| {
            let captures = d.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }));
            captures || d.pops && !pushes(d) || d.replace_first
        };
        let moves_many = |d: &Def<W>| {
            d.post.iter().any(|e| matches!(e.kind, EffectKind::Shift | EffectKind::Spin(..) | EffectKind::Sow { .. }))
        };
        self.stride == 1 && !defs().any(moves_many) && !(defs().any(adds) && defs().any(removes))
    }

    /// Whether a position can come again: not if every move adds a piece, or every one takes an enemy or one of its own off or
    /// goes forwards.
    pub(super) fn may_repeat(&self) -> bool {
        let harmless = |e: &EffectStep<W>| matches!(e.kind, EffectKind::Score(_) | EffectKind::Repeat);
        let removes = |e: &EffectStep<W>| {
            matches!(e.kind, EffectKind::Capture { .. } | EffectKind::Shift | EffectKind::Sow { .. })
        };
        let adds_only = self
            .sides
            .iter()
            .flat_map(|s| &s.defs)
            .all(|d| !d.pops && if d.actions.is_empty() { d.post.is_empty() } else { !d.post.iter().any(removes) });
        if adds_only {
            return false;
        }
        if self.topology.cells > 400 {
            return true;
        }
        let goes = |d: &Def<W>| {
            let taking = |e: &EffectStep<W>| harmless(e) || matches!(e.kind, EffectKind::Capture { .. });
            // Pieces leave the board or go from `from` to `to`, nowhere else.
            let goes = matches!(
                d.actions.as_slice(),
                [ActionStep::Pop(Place::From, 1..)]
                    | [
                        ActionStep::Pop(Place::From, 1..),
                        ActionStep::Push { cell: Place::To, owner: None, trail: false, .. }
                    ]
            );
            goes && d.post.iter().all(taking) && self.stride == 1
        };
        let takes = |player: usize, d: &Def<W>| {
            let enemy = |p: &Pred<W>| matches!(p, Pred::Owned(Place::To, o) if *o == 1 << (1 - player));
            let on_enemies = |p: &Pred<W>| enemy(p) || matches!(p, Pred::And(ps) if ps.iter().any(enemy));
            let onto = match &d.kernel {
                Kernel::Paths(groups) => groups.iter().all(|g| on_enemies(&g.on_to.pred)),
                Kernel::FromTo { on_to, .. } => on_enemies(&on_to.pred),
                _ => false,
            };
            onto && d.replace_first && goes(d)
        };
        let forwards = |player: usize, d: &Def<W>| {
            if d.actions.is_empty() {
                return d.post.is_empty();
            }
            if !goes(d) {
                return false;
            }
            let progress = |c: CellId| {
                let (row, col) = (self.topology.row[c as usize] as i32, self.topology.col[c as usize] as i32);
                match self.rules.players[player].facing {
                    Compass::N => row,
                    Compass::S => -row,
                    Compass::E => col,
                    Compass::W => -col,
                    _ => 0,
                }
            };
            match &d.kernel {
                Kernel::Remove(_) => true,
                Kernel::Paths(groups) => groups.iter().all(|g| {
                    let own = |p: &Pred<W>| matches!(p, Pred::Owned(Place::From, o) if *o == 1 << player);
                    let ahead = |(c, &t): (usize, &CellId)| t == NOWHERE || progress(t) > progress(c as CellId);
                    matches!(&g.on_from.pred, Pred::And(ps) if ps.iter().any(own))
                        && g.ways.iter().all(|w| w.map.iter().enumerate().all(ahead))
                }),
                _ => false,
            }
        };
        !(0..2).all(|p| self.sides[p].defs.iter().all(|d| takes(p, d) || forwards(p, d)))
    }
}
