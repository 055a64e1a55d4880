//! Moves that what they lead to makes illegal: positions seen before, and what may never be.

use super::Game;
use super::end::Test;
use super::rules::Repetition;
use super::state::{Move, NOWHERE, State};
use crate::board::{Board, CellId, CellSet};

/// A route along which a condition on paths holds before a move: it holds after the move too if the route is still open.
#[derive(Clone, Copy)]
struct Route<const W: usize> {
    start: CellId,
    cells: CellSet<W>,
}

/// Conditions whose routes are kept.
const MOST_ROUTES: usize = 4;

/// For each of the first conditions of what may never be, a route if it asks for one and there is one. Looked for once for all
/// moves of a position, as few moves touch it.
#[derive(Clone, Copy)]
pub(super) struct Routes<const W: usize>([Option<Route<W>>; MOST_ROUTES]);

impl<const W: usize> Routes<W> {
    const NONE: Self = Routes([None; MOST_ROUTES]);
}

impl<const W: usize> Game<W> {
    /// Whether what a move leads to can make it illegal.
    #[inline]
    pub(super) fn forbids(&self) -> bool {
        self.nevers || self.forbids_repeats()
    }

    /// Whether what a move leads to can make it illegal, after these positions.
    #[inline]
    pub(super) fn may_forbid(&self, state: &State<W>, past: &[u64]) -> bool {
        self.nevers || self.forbids_repeats() && state.recent(past).len() >= self.least_to_repeat()
    }

    #[inline]
    fn forbids_repeats(&self) -> bool {
        self.tracks && self.rules.repetition.forbids()
    }

    /// How many positions there must be before one of them can come again by the next move: from where it is a game cannot go
    /// to where it is if the mover counts, as it is another's turn then.
    #[inline]
    pub(super) fn least_to_repeat(&self) -> usize {
        if self.rules.repetition == Repetition::Positional { 1 } else { 2 }
    }

    /// Whether a move leads to a position not seen before and free of what must never be, or is a pass, which may.
    pub(super) fn is_allowed(&self, state: &State<W>, past: &[u64], m: Move) -> bool {
        self.is_allowed_with(&Routes::NONE, state, past, m)
    }

    /// The same, with the routes of the position, which make no difference but in time.
    pub(super) fn is_allowed_with(&self, routes: &Routes<W>, state: &State<W>, past: &[u64], m: Move) -> bool {
        if m.to == NOWHERE {
            return true;
        }
        let recent = state.recent(past);
        let long_enough = recent.len() >= self.least_to_repeat();
        if self.forbids_repeats() && long_enough && recent.contains(&self.key_after(state, m)) {
            return false;
        }
        let Some((atoms, tree)) = &self.sides[state.mover].never else { return true };
        state.on_copy(|after| {
            self.change(after, m);
            !tree.holds(&mut |i| {
                let test = &atoms[i].test;
                let route = routes.0.get(i).copied().flatten();
                route.is_some_and(|route| self.is_open(test, after, route))
                    || self.holds_now(test, after, &[], state.mover, &mut Some(true))
            })
        })
    }

    /// The routes of a position, to be asked about its moves.
    pub(super) fn routes(&self, state: &State<W>) -> Routes<W> {
        let mut routes = Routes::NONE;
        if let Some((atoms, _)) = &self.sides[state.mover].never {
            for (route, atom) in routes.0.iter_mut().zip(atoms) {
                *route = self.route(&atom.test, state);
            }
        }
        routes
    }

    fn is_open(&self, test: &Test<W>, state: &State<W>, route: Route<W>) -> bool {
        let Test::Path { pieces, .. } = test else { return false };
        let (own, open) = self.field(state, pieces);
        own.contains(route.start) && route.cells.is_subset(&open)
    }

    /// A shortest route from a piece to the goal.
    fn route(&self, test: &Test<W>, state: &State<W>) -> Option<Route<W>> {
        let Test::Path { goal, pieces } = test else { return None };
        let (own, open) = self.field(state, pieces);
        let adjacent = &self.topology.adjacent;
        let mut steps = [u16::MAX; Board::MAX_CELLS];
        let (mut seen, mut frontier, mut step) = (own, own, 0);
        while !frontier.meets(goal) {
            if frontier.is_empty() {
                return None;
            }
            frontier.iter().for_each(|cell| steps[cell as usize] = step);
            frontier = (self.topology.spread(adjacent, frontier) & open).minus(&seen);
            seen |= frontier;
            step += 1;
        }
        let mut cell = (frontier & *goal).iter().next()?;
        let mut cells = CellSet::of(cell);
        while step > 0 {
            step -= 1;
            cell = adjacent[cell as usize].iter().find(|&c| steps[c as usize] == step)?;
            cells.insert(cell);
        }
        Some(Route { start: cell, cells })
    }
}
