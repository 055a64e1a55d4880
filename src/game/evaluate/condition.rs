//! Conditions on a move, tested with every coordinate fixed.

use super::super::capture::Scene;
use super::super::context::{Body, Context};
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Pred};
use super::super::rules::CaptureType;
use super::super::state::NOWHERE;

impl<const W: usize> Context<'_, W> {
    /// Whether the move goes in the direction of the last one.
    fn goes_onward(&self) -> bool {
        let way = |from, to| self.game.topology.line(from, to).map(|(direction, _)| direction);
        let now = way(self.from, self.to);
        now.is_some() && now == way(self.state.last_from, self.state.last_to)
    }

    /// Whether the predicate holds with every coordinate fixed.
    pub fn holds(&self, pred: &Pred<W>) -> bool {
        let at = |p: &CellExpr| Some(self.cell(p)).filter(|&c| c != NOWHERE);
        match pred {
            Pred::True => true,
            Pred::False => false,
            Pred::And(ps) => ps.iter().all(|p| self.holds(p)),
            Pred::Or(ps) => ps.iter().any(|p| self.holds(p)),
            Pred::Not(p) => !self.holds(p),
            Pred::Compare(cmp, a, b) => cmp.holds(self.int(a), self.int(b)),
            Pred::Empty(p) => at(p).is_some_and(|c| self.state.owner_of(c).is_none()),
            Pred::Owned(p, owners) => at(p).and_then(|c| self.state.owner_of(c)).is_some_and(|o| o.is_among(*owners)),
            Pred::Reach(a, b, tables, _) => match (at(a), at(b)) {
                (Some(a), Some(b)) => tables[self.facing_slot(tables.len())][a as usize].contains(b),
                _ => false,
            },
            Pred::Adjacent(a, b) => match (at(a), at(b)) {
                (Some(a), Some(b)) => self.game.topology.adjacent[a as usize].contains(b),
                _ => false,
            },
            #[cfg(test)]
            Pred::Abutting(a, b) => match (at(a), at(b)) {
                (Some(a), Some(b)) => self.game.topology.adjacent[a as usize].contains(b),
                _ => false,
            },
            Pred::NextTo(p, owners) => {
                let mut owned = self.state.owned.among(*owners);
                if self.from != NOWHERE {
                    owned.remove(self.from);
                }
                at(p).is_some_and(|c| self.game.topology.adjacent[c as usize].meets(&owned))
            }
            Pred::Same(a, b) => match (at(a), at(b)) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
            Pred::OnBoard(p) => at(p).is_some(),
            Pred::In(p, set) => at(p).is_some_and(|c| set.contains(c)),
            Pred::Matches(p, filter) => at(p).is_some_and(|c| filter.matches(self.game.top(self.state, c))),
            Pred::Flagged(p, flag) => at(p).is_some_and(|c| self.game.top(self.state, c).flags() & flag != 0),
            Pred::Captures(how, owner) => would_capture(self, *how, *owner),
            Pred::Attacked(p) => at(p).is_some_and(|c| self.game.attacked(self, c)),
            Pred::FirstMove => !self.state.moved[self.mover],
            Pred::Onward => self.goes_onward(),
            Pred::Continuing => self.continuing,
            Pred::Table(rows) => {
                self.from != NOWHERE && self.to != NOWHERE && rows[self.from as usize].contains(self.to)
            }
        }
    }
}

/// Whether the move of the context would capture an opponent's piece, as if its piece had left `from` and stood on `to`; after
/// the move, whether one would be captured on the board as it is. `dropped` owns the piece if it comes from a hand.
fn would_capture<const W: usize>(context: &Context<W>, how: CaptureType, dropped: Owner) -> bool {
    let Context { game, state, from, to, .. } = *context;
    if to == NOWHERE {
        return false;
    }
    let (mover, enemy) = (context.mover, context.mover.opponent());
    if how == CaptureType::Replace {
        return (0..game.height(state, to)).any(|i| game.piece_at(state, to, i).owner() == enemy);
    }
    let mut owned = state.owned;
    if context.body != Body::To {
        let owner = if from == NOWHERE { Some(dropped) } else { state.owner_of(from) };
        if from != NOWHERE
            && let Some(owner) = owner
        {
            owned[owner].remove(from);
            if let Some(level) = game.height(state, from).checked_sub(2) {
                owned[game.piece_at(state, from, level).owner()].insert(from);
            }
        }
        if let Some(owner) = owner {
            owned.iter_mut().for_each(|set| set.remove(to));
            owned[owner].insert(to);
        }
    }
    let victims = owned[enemy];
    let scene = Scene { from, to, victims, owners: enemy.bit(), mover, owned };
    !scene.captured(&game.topology, how, None).is_empty()
}
