//! Moves that what they lead to makes illegal: positions seen before, and what may never be.

use super::Game;
use super::batch::Batch;
use super::context::Context;
use super::definition::{ActionStep, Def, Extent, Kernel, Side};
use super::end::{Test, Tree};
use super::meter;
use super::predicate::{CellExpr, Variable};
use super::rules::{Player, Repetition};
use super::state::{Move, NOWHERE, State};
use super::topology::Shifts;
use crate::board::{Board, CellId, CellSet};

/// A route along which a condition on paths holds before a move: it holds after the move too if the route is still open.
#[derive(Clone, Copy)]
struct Route<const W: usize> {
    start: CellId,
    cells: CellSet<W>,
}

/// What is known of a condition before a move is made.
#[derive(Clone, Copy)]
enum Known<const W: usize> {
    Nothing,
    /// It holds as long as the route is open.
    Path(Route<W>),
    /// It asks for a threat. There is none, nor will there be one by a move of a piece that stands on none of these cells.
    Unthreatened(CellSet<W>),
}

/// Conditions of which something may be known.
const MOST_KNOWN: usize = 4;

/// What is known of the first conditions of what may never be. Worked out once for all moves of a position, as few moves make a
/// difference.
#[derive(Clone, Copy)]
pub(super) struct Foresight<const W: usize>([Known<W>; MOST_KNOWN]);

impl<const W: usize> Foresight<W> {
    const NONE: Self = Foresight([Known::Nothing; MOST_KNOWN]);
}

impl<const W: usize> Known<W> {
    /// Whether the condition holds after a move that changes these cells and perhaps does no more than to carry an own piece from one to
    /// another, if that is known.
    fn after(&self, m: Move, carries_own: bool, touched: &CellSet<W>) -> Option<bool> {
        match self {
            Known::Path(route) if !route.cells.meets(touched) && !touched.contains(route.start) => Some(true),
            Known::Unthreatened(watched) if carries_own && !watched.contains(m.from) => Some(false),
            _ => None,
        }
    }
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
        self.is_allowed_with(&Foresight::NONE, state, past, m)
    }

    /// The same, with what is known of the position, which makes no difference but in time.
    pub(super) fn is_allowed_with(&self, foresight: &Foresight<W>, state: &State<W>, past: &[u64], m: Move) -> bool {
        if m.to == NOWHERE {
            return true;
        }
        let recent = state.recent(past);
        let long_enough = recent.len() >= self.least_to_repeat();
        meter::spend(1);
        if self.forbids_repeats() && long_enough && recent.contains(&self.key_after(state, m)) {
            return false;
        }
        let Some((atoms, tree)) = &self.sides[state.mover].never else { return true };
        if let Some(holds) = self.foreseen(foresight, atoms.len(), tree, state, m) {
            return !holds;
        }
        let side = &self.sides[state.mover];
        meter::spend(side.never_weight);
        side.defs.iter().find(|d| d.class == m.class).into_iter().for_each(|def| self.spend_on_try(def, state));
        if meter::is_spent() {
            return true;
        }
        state.on_copy(|after| {
            self.change(after, m);
            !tree.holds(&mut |i| {
                let test = &atoms[i].test;
                match foresight.0.get(i) {
                    Some(Known::Path(route)) => self.leads_on(test, after, *route),
                    _ => self.holds_now(test, after, &[], state.mover, &mut Some(true)),
                }
            })
        })
    }

    /// Whether what may never be holds after a move, if all that it asks for is known without making the move.
    fn foreseen(
        &self,
        foresight: &Foresight<W>,
        conditions: usize,
        tree: &Tree,
        state: &State<W>,
        m: Move,
    ) -> Option<bool> {
        let known = foresight.0.get(..conditions)?;
        if known.iter().any(|known| matches!(known, Known::Nothing)) {
            return None;
        }
        let def = self.sides[state.mover].defs.iter().find(|d| d.class == m.class)?;
        let carries_own = def.changes == Extent::OwnPiece && state.owned[state.mover].contains(m.from);
        let touched = self.touched(def, state, m)?;
        let mut held = [false; MOST_KNOWN];
        for (held, known) in held.iter_mut().zip(known) {
            *held = known.after(m, carries_own, &touched)?;
        }
        Some(tree.holds(&mut |i| held.get(i).copied().unwrap_or(false)))
    }

    /// The same game with what drops touch, where that may settle what may never be.
    pub(super) fn with_places(self) -> Self {
        let asks_for_paths = |side: &Side<W>| {
            side.never.iter().flat_map(|(atoms, _)| atoms).any(|atom| matches!(atom.test, Test::Path { .. }))
        };
        let places = Player::each(|player| {
            let asks = asks_for_paths(&self.sides[player]);
            let drops = |def: &Def<W>| asks && matches!(def.kernel, Kernel::Drop(_)) && def.changes <= Extent::Named;
            let touched = |def: &Def<W>| if drops(def) { self.places(def, player) } else { Vec::new() };
            self.sides[player].defs.iter().map(touched).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, places) in sides.iter_mut().zip(places) {
            side.defs.iter_mut().zip(places).for_each(|(def, touched)| def.touched = touched);
        }
        Game { sides, ..self }
    }

    /// The cells that a drop names, seen from `to`.
    fn places(&self, def: &Def<W>, player: Player) -> Vec<Shifts<W>> {
        let context = Context::before(self, &self.start, player);
        let map = |place: &CellExpr| {
            let cell = |to: CellId| context.with(Variable::To, to).cell(place);
            Shifts::of(&(0..self.topology.cells as CellId).map(cell).collect::<Vec<_>>())
        };
        let actions = def.actions.iter().map(|action| {
            let (ActionStep::Pop(place, _) | ActionStep::Push { cell: place, .. }) = action;
            map(place)
        });
        actions.chain(def.post.iter().map(|effect| map(&effect.lowered.place))).collect()
    }

    /// The cells that a move changes, if they are those that it names.
    fn touched(&self, def: &Def<W>, state: &State<W>, m: Move) -> Option<CellSet<W>> {
        let context = Context::of_move(self, state, state.mover, m);
        let mut touched = CellSet::EMPTY;
        let mut touch = |place| {
            let cell = context.cell(place);
            if cell != NOWHERE {
                touched.insert(cell);
            }
        };
        if def.changes == Extent::Anything {
            return None;
        }
        for action in &def.actions {
            let (ActionStep::Pop(place, _) | ActionStep::Push { cell: place, .. }) = action;
            touch(place);
        }
        def.post.iter().for_each(|effect| touch(&effect.lowered.place));
        Some(touched)
    }

    /// The part of a batch all of whose moves are known to be allowed.
    fn cleared(&self, foresight: &Foresight<W>, state: &State<W>, past: &[u64], batch: &Batch<W>) -> CellSet<W> {
        let Some((atoms, tree)) = &self.sides[state.mover].never else { return CellSet::EMPTY };
        if self.forbids_repeats() && state.recent(past).len() >= self.least_to_repeat() {
            return CellSet::EMPTY;
        }
        if let (Tree::Atom(0), [_], Known::Unthreatened(watched)) = (tree, &atoms[..], &foresight.0[0]) {
            return self.unwatched(watched, state, batch);
        }
        // Drops that leave all routes alone leave all conditions on paths as they are.
        let known = foresight.0.get(..atoms.len()).unwrap_or(&[]);
        let route = |known: &Known<W>| match known {
            Known::Path(route) => Some(route.cells | CellSet::of(route.start)),
            _ => None,
        };
        let routes: Option<CellSet<W>> =
            known.iter().map(route).try_fold(CellSet::EMPTY, |all, route| Some(all | route?));
        match routes {
            Some(routes) if !known.is_empty() && !batch.def.touched.is_empty() && !tree.holds(&mut |_| true) => {
                let touching = |all, place: &Shifts<W>| all | place.preimage(routes);
                batch.set.minus(&batch.def.touched.iter().fold(CellSet::EMPTY, touching))
            }
            _ => CellSet::EMPTY,
        }
    }

    /// The part of a batch whose moves carry an own piece from a cell that is not watched.
    fn unwatched(&self, watched: &CellSet<W>, state: &State<W>, batch: &Batch<W>) -> CellSet<W> {
        if batch.def.changes != Extent::OwnPiece {
            return CellSet::EMPTY;
        }
        let free = state.owned[state.mover].minus(watched);
        match batch.way {
            Some(_) => batch.set & free,
            None if free.contains(batch.from) => batch.set,
            None => CellSet::EMPTY,
        }
    }

    /// Adds the moves of a batch that are allowed to a list.
    pub(super) fn list_allowed(
        &self,
        foresight: &Foresight<W>,
        state: &State<W>,
        past: &[u64],
        batch: &Batch<W>,
        out: &mut Vec<Move>,
    ) {
        let first = out.len();
        batch.list(out);
        if self.cleared(foresight, state, past, batch) == batch.set && !batch.set.is_empty() {
            return;
        }
        let mut kept = first;
        for i in first..out.len() {
            let m = out[i];
            if self.is_allowed_with(foresight, state, past, m) {
                out[kept] = m;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// How many moves of a batch are allowed.
    pub(super) fn count_allowed(
        &self,
        foresight: &Foresight<W>,
        state: &State<W>,
        past: &[u64],
        batch: &Batch<W>,
    ) -> u32 {
        let cleared = self.cleared(foresight, state, past, batch);
        if cleared.is_empty() {
            let allowed = |&k: &u32| self.is_allowed_with(foresight, state, past, batch.nth(k));
            return (0..batch.size).filter(allowed).count() as u32;
        }
        let allowed = |cell: CellId| {
            let of_choice = |&&choice: &&u8| self.is_allowed_with(foresight, state, past, batch.get(cell, choice));
            batch.def.choices.iter().filter(of_choice).count()
        };
        let tried: usize = batch.set.minus(&cleared).iter().map(allowed).sum();
        cleared.len() * batch.def.choices.len() as u32 + tried as u32
    }

    /// What is known of a position, to be asked about its moves.
    pub(super) fn foresee(&self, state: &State<W>) -> Foresight<W> {
        let mut foresight = Foresight::NONE;
        if let Some((atoms, _)) = &self.sides[state.mover].never {
            for (known, atom) in foresight.0.iter_mut().zip(atoms) {
                *known = match &atom.test {
                    Test::Threatened { kinds } => {
                        self.unthreatened(state, *kinds).map_or(Known::Nothing, Known::Unthreatened)
                    }
                    test => self.route(test, state).map_or(Known::Nothing, Known::Path),
                };
            }
        }
        foresight
    }

    /// Whether a condition on paths holds, when most of a route is probably still open: what is left of the route at its end need only
    /// be reached.
    fn leads_on(&self, test: &Test<W>, state: &State<W>, route: Route<W>) -> bool {
        let Test::Path { goal, pieces } = test else { return false };
        let (own, open) = self.field(state, pieces);
        let adjacent = &self.topology.adjacent;
        let target = *goal | self.topology.flood(adjacent, route.cells & *goal, route.cells & open);
        let (mut seen, mut frontier) = (own, own);
        while !frontier.meets(&target) {
            if frontier.is_empty() {
                return false;
            }
            frontier = (self.topology.spread(adjacent, frontier) & open).minus(&seen);
            seen |= frontier;
        }
        true
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
