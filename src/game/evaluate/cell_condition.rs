//! The cells for which a condition on one cell of a move holds.

use super::super::board_view::View;
use super::super::context::{Body, Context};
use super::super::mask::CellCondition;
use super::super::state::NOWHERE;
use crate::board::{CellId, CellSet};

impl<const W: usize> CellCondition<W> {
    /// The cells of `candidates` for which the condition holds.
    #[inline]
    pub fn select(&self, context: &Context<W>, candidates: CellSet<W>) -> CellSet<W> {
        self.select_in(context, &View::of(context), candidates)
    }

    /// As [`select`](CellCondition::select), for a caller who has the view of the context already.
    #[inline]
    pub fn select_in(&self, context: &Context<W>, view: &View<W>, candidates: CellSet<W>) -> CellSet<W> {
        match &self.mask {
            Some((mask, None)) if self.simple => candidates & mask.contents(view),
            _ => self.select_beyond(context, self.select_quickly(context, view, candidates)),
        }
    }

    /// Whether the condition holds for a cell.
    #[inline]
    pub fn holds_at(&self, context: &Context<W>, view: &View<W>, cell: CellId) -> bool {
        !self.select_in(context, view, CellSet::of(cell)).is_empty()
    }

    /// The cells of `candidates` for which that part of the condition holds that is arithmetic on sets.
    pub fn select_quickly(&self, context: &Context<W>, view: &View<W>, candidates: CellSet<W>) -> CellSet<W> {
        if candidates.is_empty() || self.gate.as_ref().is_some_and(|gate| !context.holds(gate)) {
            return CellSet::EMPTY;
        }
        match &self.mask {
            // After a move the turn is another.
            Some((mask, slide)) if context.body == Body::From => {
                let (game, state) = (context.game, context.state);
                let selected = mask.select(view, candidates);
                match (slide, state.last_to) {
                    (None, _) => selected,
                    (_, NOWHERE) => CellSet::EMPTY,
                    (Some(slide), last) => slide.ends(&game.board, &game.topology, &state.owned, last, selected),
                }
            }
            Some(_) => context.set(&self.rest, self.variable, candidates),
            None => candidates,
        }
    }

    /// The cells of those selected quickly for which the rest of the condition holds too.
    #[inline]
    pub fn select_beyond(&self, context: &Context<W>, selected: CellSet<W>) -> CellSet<W> {
        match &self.beyond {
            Some(beyond) if !selected.is_empty() => context.set(beyond, self.variable, selected),
            _ => selected,
        }
    }
}
