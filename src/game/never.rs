//! Moves that what they lead to makes illegal: positions seen before, and what may never be.

use super::Game;
use super::batch::Batch;
use super::context::Context;
use super::definition::{ActionStep, Def, Extent};
use super::end::{Change, Test, Tree};
use super::meter;
use super::rules::{Player, Repetition};
use super::state::{Move, NOWHERE, State, count_looks};
use super::threat::Danger;
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// The longest route that is kept, in steps.
const LONGEST_ROUTE: usize = 128;

/// Steps around the start within which a second route may come near the first.
const NEAR_START: usize = 4;

/// Routes along which a condition on paths holds before a move: it holds after the move too if one of them is still open.
#[derive(Clone, Copy)]
struct Routes<const W: usize> {
    first: Route<W>,
    /// One that shares nothing but the start with the first, if there is one.
    second: Option<Route<W>>,
}

/// A way from a piece to a goal.
#[derive(Clone, Copy)]
struct Route<const W: usize> {
    start: CellId,
    cells: CellSet<W>,
}

impl<const W: usize> Route<W> {
    /// Whether a move that changes these cells leaves it as it is.
    fn is_spared(&self, touched: &CellSet<W>) -> bool {
        !self.cells.meets(touched) && !touched.contains(self.start)
    }

    /// Its cells, the start among them.
    fn all(&self) -> CellSet<W> {
        self.cells | CellSet::of(self.start)
    }
}

/// What is known of a condition before a move is made.
#[derive(Clone, Copy)]
enum Known<const W: usize> {
    Nothing,
    /// It holds as long as one of the routes is open.
    Path(Routes<W>),
    /// It asks for a threat.
    Threat(Danger<W>),
}

/// Conditions of which something may be known.
const MOST_KNOWN: usize = 4;

/// What is known of the first conditions of what may never be. Worked out once for all moves of a position, as few moves make a
/// difference.
#[derive(Clone, Copy)]
pub(super) struct Foresight<const W: usize>([Known<W>; MOST_KNOWN]);

/// A move that was made to see whether it is allowed, so that it need not be made again.
#[derive(Default)]
pub(super) struct Kept<const W: usize> {
    /// The state after it, without an outcome.
    after: Option<Box<State<W>>>,
    /// What it changed, as long as the state is that after the move just drawn.
    made: Option<Change>,
}

impl<const W: usize> Kept<W> {
    /// Forgets the move.
    pub fn clear(&mut self) {
        self.made = None;
    }

    /// Puts the state after the move in the place of that before it, if one is kept, and tells what the move changed.
    pub fn take(&mut self, state: &mut State<W>) -> Option<Change> {
        let change = self.made.take()?;
        std::mem::swap(state, self.after.as_mut()?);
        Some(change)
    }
}

impl<const W: usize> Foresight<W> {
    pub(super) const NONE: Self = Foresight([Known::Nothing; MOST_KNOWN]);
}

impl<const W: usize> Known<W> {
    /// Whether the condition holds after a move that changes these cells and perhaps does no more than to carry an own piece from one to
    /// another, if that is known.
    fn after(&self, m: Move, carries_own: bool, touched: &CellSet<W>) -> Option<bool> {
        match self {
            Known::Path(Routes { first, second })
                if first.is_spared(touched) || second.is_some_and(|second| second.is_spared(touched)) =>
            {
                Some(true)
            }
            Known::Threat(Danger::Unthreatened(watched)) if carries_own && !watched.contains(m.from) => Some(false),
            Known::Threat(Danger::Threatened { targets, remedies })
                if carries_own && !(*targets | *remedies).contains(m.from) && !remedies.contains(m.to) =>
            {
                Some(true)
            }
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
        self.foretold(foresight, state, past, m).unwrap_or_else(|| {
            state.on_copy(|after| {
                self.change(after, m);
                !self.is_never(foresight, after, state.mover)
            })
        })
    }

    /// The same; if the move had to be made to find out, and is allowed, it is kept.
    pub(super) fn is_allowed_keeping(
        &self,
        foresight: &Foresight<W>,
        state: &State<W>,
        past: &[u64],
        m: Move,
        kept: &mut Kept<W>,
    ) -> bool {
        self.foretold(foresight, state, past, m).unwrap_or_else(|| {
            count_looks(1);
            let after = kept.after.get_or_insert_with(|| Box::new(state.clone()));
            (**after).clone_from(state);
            let change = self.change(after, m);
            let allowed = !self.is_never(foresight, after, state.mover);
            kept.made = allowed.then_some(change);
            allowed
        })
    }

    /// Whether a move is allowed, if that is known without making it.
    fn foretold(&self, foresight: &Foresight<W>, state: &State<W>, past: &[u64], m: Move) -> Option<bool> {
        if m.to == NOWHERE {
            return Some(true);
        }
        meter::spend(1);
        if self.forbids_repeats() && self.leads_back(state, state.recent(past), m) {
            return Some(false);
        }
        let side = &self.sides[state.mover];
        let Some((atoms, tree)) = &side.never else { return Some(true) };
        if let Some(holds) = self.foreseen(foresight, atoms.len(), tree, state, m) {
            return Some(!holds);
        }
        meter::spend(side.never_weight);
        side.def_of(m).into_iter().for_each(|def| self.spend_on_try(def, state));
        meter::is_spent().then_some(true)
    }

    /// Whether what may never be after a move of a player is so now, with what was known before the move.
    fn is_never(&self, foresight: &Foresight<W>, after: &State<W>, mover: Player) -> bool {
        let Some((atoms, tree)) = &self.sides[mover].never else { return false };
        tree.holds(&mut |i| {
            let test = &atoms[i].test;
            match foresight.0.get(i) {
                Some(Known::Path(routes)) => self.leads_on(test, after, routes.first),
                _ => self.holds_now(test, after, &[], mover, &mut Some(true)),
            }
        })
    }

    /// Whether a move leads to one of the positions that were there before.
    fn leads_back(&self, state: &State<W>, recent: &[u64], m: Move) -> bool {
        if recent.len() < self.least_to_repeat() {
            return false;
        }
        meter::spend(recent.len() as u64 / 16);
        recent.contains(&self.key_after(state, m))
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
        let def = self.sides[state.mover].def_of(m)?;
        let carries_own = def.changes == Extent::OwnPiece && state.owned[state.mover].contains(m.from);
        let touched = self.touched(def, state, m)?;
        let mut held = [false; MOST_KNOWN];
        for (held, known) in held.iter_mut().zip(known) {
            *held = known.after(m, carries_own, &touched)?;
        }
        Some(tree.holds(&mut |i| held.get(i).copied().unwrap_or(false)))
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
        let cleared = self.cleared_of_never(foresight, state, batch);
        let may_repeat = self.forbids_repeats() && state.recent(past).len() >= self.least_to_repeat();
        if may_repeat && !cleared.is_empty() { cleared & self.unrepeated(state, past, batch) } else { cleared }
    }

    /// The part of a batch all of whose moves are known not to lead to what may never be.
    fn cleared_of_never(&self, foresight: &Foresight<W>, state: &State<W>, batch: &Batch<W>) -> CellSet<W> {
        let Some((atoms, tree)) = &self.sides[state.mover].never else { return batch.set };
        if let (Tree::Atom(0), [_], Known::Threat(Danger::Unthreatened(watched))) = (tree, &atoms[..], &foresight.0[0])
        {
            return self.unwatched(watched, state, batch);
        }
        // Drops that leave a route of each condition on paths alone leave these conditions as they are.
        let known = foresight.0.get(..atoms.len()).unwrap_or(&[]);
        let touched = &batch.def.touched;
        if known.is_empty() || touched.is_empty() || tree.holds(&mut |_| true) {
            return CellSet::EMPTY;
        }
        let touching = |route: &Route<W>| {
            let cells = route.all();
            touched.iter().fold(CellSet::EMPTY, |all, place| all | place.preimage(cells))
        };
        let mut cleared = batch.set;
        for known in known {
            let Known::Path(Routes { first, second }) = known else { return CellSet::EMPTY };
            let on_first = cleared & touching(first);
            let on_both = match second {
                Some(second) if !on_first.is_empty() => on_first & touching(second),
                _ => on_first,
            };
            cleared = cleared.minus(&on_both);
        }
        cleared
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
        let cleared = self.cleared(foresight, state, past, batch);
        if cleared == batch.set && !batch.set.is_empty() {
            return;
        }
        let by_origin = batch.from == NOWHERE && batch.def.pops;
        let mut kept = first;
        for i in first..out.len() {
            let m = out[i];
            let cell = if by_origin { m.from } else { m.to };
            if cell != NOWHERE && cleared.contains(cell) || self.is_allowed_with(foresight, state, past, m) {
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
                    Test::Threatened { kinds } => self.danger(state, *kinds).map_or(Known::Nothing, Known::Threat),
                    test => self.routes(test, state).map_or(Known::Nothing, Known::Path),
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
        let target = *goal | self.topology.flood_adjacent(route.cells & *goal, route.cells & open);
        let (mut seen, mut frontier) = (own, own);
        while !frontier.meets(&target) {
            if frontier.is_empty() {
                return false;
            }
            frontier = (self.topology.spread_adjacent(frontier) & open).minus(&seen);
            seen |= frontier;
        }
        true
    }

    /// A shortest route from a piece to the goal, and another one that is as far from it as can be had cheaply.
    fn routes(&self, test: &Test<W>, state: &State<W>) -> Option<Routes<W>> {
        let Test::Path { goal, pieces } = test else { return None };
        let (own, open) = self.field(state, pieces);
        let first = self.route(own, open, goal)?;
        // What blocks the first route is not to block the second: near it the second begins alone.
        let steps = |cells: CellSet<W>, count: usize| {
            (0..count).fold(cells, |all, _| all | (self.topology.spread_adjacent(all) & open))
        };
        let near = steps(first.cells, 2).minus(&steps(CellSet::of(first.start), NEAR_START)) | first.cells;
        let apart = |closed: CellSet<W>| self.route(own, open.minus(&closed), &goal.minus(&closed));
        Some(Routes { first, second: apart(near).or_else(|| apart(first.cells)) })
    }

    /// A shortest route over open cells from one of its own to the goal.
    fn route(&self, own: CellSet<W>, open: CellSet<W>, goal: &CellSet<W>) -> Option<Route<W>> {
        let topology = &self.topology;
        let mut levels: ArrayVec<CellSet<W>, LONGEST_ROUTE> = ArrayVec::new_const();
        let (mut seen, mut frontier) = (own, own);
        while !frontier.meets(goal) {
            levels.try_push(frontier).ok()?;
            frontier = (topology.spread_adjacent(frontier) & open).minus(&seen);
            if frontier.is_empty() {
                return None;
            }
            seen |= frontier;
        }
        let mut cell = (frontier & *goal).lowest()?;
        let mut cells = CellSet::of(cell);
        while let Some(level) = levels.pop() {
            cell = topology.before(cell, &level)?;
            cells.insert(cell);
        }
        Some(Route { start: cell, cells })
    }
}
