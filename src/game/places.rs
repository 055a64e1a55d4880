//! The cells that drops name, seen from where they are made: worked out once, so that sets of drops are judged together.

use super::Game;
use super::context::Context;
use super::definition::{ActionStep, Def, Extent, Kernel, Side};
use super::end::Test;
use super::predicate::{CellExpr, Variable};
use super::rules::Player;
use super::state::MAX_HEIGHT;
use super::topology::Shifts;
use crate::board::CellId;

impl<const W: usize> Game<W> {
    /// The same game with where drops land, where they may not land everywhere, and what they touch, where that may settle what may never be.
    pub(super) fn with_places(self) -> Self {
        let asks_for_paths = |side: &Side<W>| {
            side.never.iter().flat_map(|(atoms, _)| atoms).any(|atom| matches!(atom.test, Test::Path { .. }))
        };
        let places = Player::each(|player| {
            let asks = asks_for_paths(&self.sides[player]);
            let drops = |def: &Def<W>| asks && matches!(def.kernel, Kernel::Drop(_)) && def.changes <= Extent::Named;
            let touched = |def: &Def<W>| if drops(def) { self.places(def, player) } else { Vec::new() };
            let of = |def: &Def<W>| (self.landings(def, player), touched(def));
            self.sides[player].defs.iter().map(of).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, places) in sides.iter_mut().zip(places) {
            side.defs.iter_mut().zip(places).for_each(|(def, places)| (def.landings, def.touched) = places);
        }
        Game { sides, ..self }
    }

    /// Where the pieces of a drop land, if that is a matter of `to` alone and cells hold one piece.
    fn landings(&self, def: &Def<W>, player: Player) -> Option<Vec<Shifts<W>>> {
        if self.has_stacks() || !def.checked || !matches!(def.kernel, Kernel::Drop(_)) {
            return None;
        }
        let mut pieces = 1;
        let landing = |action: &ActionStep| match action {
            ActionStep::Push { cell, count, trail: false, .. } if cell.is_static() => {
                pieces += count;
                Some(self.place(cell, player))
            }
            _ => None,
        };
        let landings = def.actions.iter().map(landing).collect::<Option<Vec<_>>>()?;
        (pieces < MAX_HEIGHT).then_some(landings)
    }

    /// By `to`: the cell that a place means.
    fn place(&self, place: &CellExpr, player: Player) -> Shifts<W> {
        let context = Context::before(self, &self.start, player);
        let cell = |to: CellId| context.with(Variable::To, to).cell(place);
        Shifts::of(&(0..self.topology.cells as CellId).map(cell).collect::<Vec<_>>())
    }

    /// The cells that a drop names, seen from `to`.
    fn places(&self, def: &Def<W>, player: Player) -> Vec<Shifts<W>> {
        let map = |place: &CellExpr| self.place(place, player);
        let actions = def.actions.iter().map(|action| {
            let (ActionStep::Pop(place, _) | ActionStep::Push { cell: place, .. }) = action;
            map(place)
        });
        actions.chain(def.post.iter().map(|effect| map(&effect.lowered.place))).collect()
    }
}
