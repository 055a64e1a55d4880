//! Legal moves: found as sets, listed or drawn from at random.

use super::Game;
use super::context::Context;
use super::end::{Atom, Clauses, Tree};
use super::mask::{CellCondition, Mask, View};
use super::predicate::{CellExpr, Filter, Num, Pred, Variable};
use super::rules::{EffectKind, Player};
use super::slide::Slide;
use super::state::{MAX_HEIGHT, MAX_KINDS, Move, NOWHERE, State, UNLIMITED, count_looks};
use super::topology::Shifts;
use crate::board::{Board, CellId, CellSet};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// One part of what a move does.
#[derive(Clone, Debug)]
pub(super) enum ActionStep {
    Pop(CellExpr, usize),
    Push { cell: CellExpr, count: usize, owner: Option<usize>, trail: bool },
}

/// The resolved parts of an effect.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub filter: Filter,
    /// Whose pieces are taken, as bits.
    pub victims: u8,
    pub place: CellExpr,
    pub number: Num,
    /// The new owner, if there is one.
    pub owner: Option<usize>,
    /// The directions meant, in order, by the facing of the piece: first for none, then for each direction.
    pub directions: Vec<Vec<usize>>,
}

/// What happens after a move.
#[derive(Clone, Debug)]
pub(super) struct EffectStep<const W: usize> {
    pub kind: EffectKind,
    pub lowered: Parts,
    pub guard: Pred<W>,
    /// The cells of a sowing, in order.
    pub track: Vec<CellExpr>,
    /// What of the cells sown is taken, and the cells that must not be cleared by it.
    pub reap: Option<(Pred<W>, CellSet<W>)>,
    /// The bit of the choice that says whether it happens, if the mover may do without.
    pub optional: Option<u8>,
    /// The lowest of the three bits of the choice that say how far to turn, if that is left to the mover.
    pub turn: Option<u8>,
}

/// A path from cell to cell.
#[derive(Clone, Debug)]
pub(super) struct Way<const W: usize> {
    /// By cell: where it leads.
    pub map: Vec<CellId>,
    pub shifts: Shifts<W>,
    /// The cells from which the path may be taken, as far as that depends on where it leads and over what.
    pub on_path: Mask<W>,
}

/// Paths under the same conditions.
#[derive(Clone, Debug)]
pub(super) struct PathGroup<const W: usize> {
    pub on_from: CellCondition<W>,
    pub on_to: CellCondition<W>,
    pub ways: Vec<Way<W>>,
}

/// How the moves of a definition are found. There are few of these and they stay where they are, so their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(super) enum Kernel<const W: usize> {
    /// Nothing moves.
    Pass(Pred<W>),
    /// A set of cells to place on.
    Drop(CellCondition<W>),
    /// Pieces that go along paths: whole sets move at once.
    Paths(Vec<PathGroup<W>>),
    /// For every `from` a set of cells; `slide` says all that `on_both` does.
    FromTo { on_from: CellCondition<W>, on_to: CellCondition<W>, on_both: Pred<W>, slide: Option<Slide> },
    /// A set of cells to take from.
    Remove(Pred<W>),
}

/// How a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// One piece is placed on an empty cell.
    Drop,
    /// One piece goes to a cell, possibly replacing an enemy.
    Step { replace: bool },
    /// Action by action, effect by effect.
    General,
}

/// A compiled move definition.
#[derive(Clone, Debug)]
pub(super) struct Def<const W: usize> {
    pub class: u16,
    pub piece: usize,
    /// Who owns a new piece.
    pub owner: usize,
    /// Moves of a greater urgency number are legal only if none of a smaller is.
    pub urgency: u16,
    pub kernel: Kernel<W>,
    pub plan: Plan,
    /// The enemy on `to` goes before the piece comes: where cells hold one piece.
    pub replace_first: bool,
    pub pops: bool,
    /// New pieces needed.
    pub pushes: u8,
    /// Every push lands on `to`, and there is one.
    pub lands: bool,
    /// A push may lead off the board or elsewhere than `to`, so each move is tried out before it is shown.
    pub checked: bool,
    /// The choices that the move leaves to the mover; one at least.
    pub choices: Vec<u8>,
    pub actions: Vec<ActionStep>,
    pub post: Vec<EffectStep<W>>,
}

impl<const W: usize> Def<W> {
    #[inline]
    fn move_of(&self, from: CellId, to: CellId, choice: u8) -> Move {
        Move { class: self.class, from, to, choice }
    }
}

/// What one player may do, and when the game ends for that player.
#[derive(Clone, Debug)]
pub(super) struct Side<const W: usize> {
    pub defs: Vec<Def<W>>,
    pub one_urgency: bool,
    pub clauses: Clauses<W>,
    /// What must not hold after the player's own move: conditions, and how they are combined.
    pub never: Option<(Vec<Atom<W>>, Tree)>,
}

impl<const W: usize> Side<W> {
    /// The only definition, if it is a drop without choices, and its condition.
    #[inline]
    pub(super) fn lone_drop(&self) -> Option<(&Def<W>, &CellCondition<W>)> {
        match self.defs.as_slice() {
            [def @ Def { kernel: Kernel::Drop(on_to), .. }] if def.choices.len() == 1 && !def.checked => {
                Some((def, on_to))
            }
            _ => None,
        }
    }
}

/// A set of moves of one definition.
pub(super) struct Batch<'g, const W: usize> {
    pub def: &'g Def<W>,
    /// The common origin, or [`NOWHERE`] if every cell of the set has its own.
    from: CellId,
    /// The destinations; for paths and removals, the origins.
    pub set: CellSet<W>,
    pub way: Option<&'g Way<W>>,
    pub size: u32,
}

impl<const W: usize> Batch<'_, W> {
    pub fn get(&self, cell: CellId, choice: u8) -> Move {
        let (from, to) = match (self.way, &self.def.kernel) {
            (Some(way), _) => (cell, way.map[cell as usize]),
            (None, Kernel::Remove(_)) => (cell, cell),
            (None, Kernel::Pass(_)) => (NOWHERE, NOWHERE),
            _ => (self.from, cell),
        };
        self.def.move_of(from, to, choice)
    }

    /// Adds all moves to a list, in order.
    fn list(&self, out: &mut Vec<Move>) {
        let Batch { def, from, set, way, .. } = *self;
        if matches!(def.kernel, Kernel::Pass(_)) {
            return out.extend(def.choices.iter().map(|&c| self.get(NOWHERE, c)));
        }
        if def.choices.len() > 1 {
            return out.extend(set.iter().flat_map(|cell| def.choices.iter().map(move |&c| self.get(cell, c))));
        }
        // What kind of moves they are is asked once, not move by move.
        match way {
            Some(way) => set.iter().for_each(|cell| out.push(def.move_of(cell, way.map[cell as usize], 0))),
            None if matches!(def.kernel, Kernel::Remove(_)) => {
                set.iter().for_each(|cell| out.push(def.move_of(cell, cell, 0)));
            }
            None => set.iter().for_each(|cell| out.push(def.move_of(from, cell, 0))),
        }
    }

    pub(super) fn nth(&self, k: u32) -> Move {
        let choices = self.def.choices.len() as u32;
        match &self.def.kernel {
            Kernel::Pass(_) => self.get(NOWHERE, self.def.choices[k as usize]),
            // The index is below `size`, so the cell exists.
            _ if choices == 1 => self.get(self.set.nth(k).unwrap_or(NOWHERE), 0),
            _ => self.get(self.set.nth(k / choices).unwrap_or(NOWHERE), self.def.choices[(k % choices) as usize]),
        }
    }
}

/// What it takes to draw moves, used again and again.
#[derive(Default)]
pub(super) struct Draw<'g, const W: usize> {
    batches: Vec<Batch<'g, W>>,
    moves: Vec<Move>,
    looks: Looks,
}

/// What it takes to find the longest turns.
#[derive(Default)]
struct Looks {
    past: Vec<u64>,
    lengths: Vec<u32>,
}

/// How many moves are looked at to find the longest turn, and how long a turn may be.
const LONGEST_BUDGET: u32 = 4_096;
const LONGEST_TURN: u32 = 64;

impl<const W: usize> Game<W> {
    /// All legal moves of the player to move, in a fixed order. A player who must pass has [`Move::PASS`] alone.
    /// Empty if and only if the game is over.
    ///
    /// `past` holds the keys of all positions so far, this one last, as [`Game::apply`] keeps it.
    pub fn moves(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>) {
        self.list(state, past, out, &mut Looks::default());
    }

    /// As [`Game::moves`], looking ahead in the memory given where only the longest turns count.
    fn list(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>, looks: &mut Looks) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if let (true, Some((def, on_to))) = (self.plays_plainly, self.sides[state.mover.index()].lone_drop()) {
            self.drop_cells(state, def, on_to).iter().for_each(|cell| out.push(def.move_of(NOWHERE, cell, 0)));
            if out.is_empty() {
                out.push(Move::PASS);
            }
            return;
        }
        let _ = self.each_batch(state, |batch| {
            batch.list(out);
            ControlFlow::Continue(())
        });
        if self.may_forbid(state, past) {
            let ways = self.ways(state);
            out.retain(|&m| self.is_allowed_with(&ways, state, past, m));
        }
        if self.rules.longest {
            self.keep_longest(state, past, out, looks);
        }
        if self.rules.can_pass && !state.continuing {
            out.push(Move::PASS);
        }
        if self.may_swap(state) {
            out.push(Move::SWAP);
        }
        if out.is_empty() {
            out.push(Move::PASS);
        }
    }

    /// How many legal moves a player would have if it were that player's turn, forced passes not counted.
    pub fn mobility(&self, state: &State<W>, player: Player, past: &[u64]) -> u32 {
        let turned;
        let state = if state.mover == player {
            state
        } else {
            turned = State { mover: player, continuing: false, ..state.clone() };
            &turned
        };
        let mut batches = Vec::new();
        self.batches(state, &mut batches);
        let extra = (self.rules.can_pass && !state.continuing) as u32;
        if self.rules.longest {
            let mut moves = Vec::new();
            self.moves(&State { outcome: None, ..state.clone() }, past, &mut moves);
            return moves.iter().filter(|m| m.class < Move::SWAP.class).count() as u32 + extra;
        }
        if !self.may_forbid(state, past) {
            return extra + batches.iter().map(|b| b.size).sum::<u32>();
        }
        let ways = self.ways(state);
        let legal =
            |b: &Batch<W>| (0..b.size).filter(|&k| self.is_allowed_with(&ways, state, past, b.nth(k))).count() as u32;
        extra + batches.iter().map(legal).sum::<u32>()
    }

    /// Whether the player to move has a legal move, a voluntary pass included.
    pub fn has_move(&self, state: &State<W>, past: &[u64]) -> bool {
        if self.plays_plainly
            && let Some((def, on_to)) = self.sides[state.mover.index()].lone_drop()
        {
            return !self.drop_cells(state, def, on_to).is_empty();
        }
        if (self.rules.can_pass && !state.continuing) || self.may_swap(state) {
            return true;
        }
        if !self.may_forbid(state, past) {
            return self.any_batch(state);
        }
        self.some_batch(state, |b| (0..b.size).any(|k| self.is_allowed(state, past, b.nth(k))))
    }

    /// A legal move, each with the same probability; `None` if the player must pass or the game is over.
    pub(super) fn random_move<'g>(
        &'g self,
        state: &State<W>,
        past: &[u64],
        draw: &mut Draw<'g, W>,
        rng: &mut impl rand::Rng,
    ) -> Option<Move> {
        let side = &self.sides[state.mover.index()];
        if let (true, Some((def, on_to))) = (self.plays_plainly, side.lone_drop()) {
            // One kind of drop and nothing else to consider: the draw is from a set.
            let cells = self.drop_cells(state, def, on_to);
            let count = cells.len();
            if count == 0 {
                return None;
            }
            let to = cells.nth(below(rng, count))?;
            return Some(def.move_of(NOWHERE, to, 0));
        }
        if self.rules.longest {
            self.list(state, past, &mut draw.moves, &mut draw.looks);
            let moves = &draw.moves;
            let stuck = *moves == [Move::PASS] && (state.continuing || !self.rules.can_pass);
            return if stuck { None } else { Some(moves[below(rng, moves.len() as u32) as usize]) };
        }
        let Draw { batches, moves, .. } = draw;
        batches.clear();
        self.batches(state, batches);
        let size: u32 = batches.iter().map(|b| b.size).sum();
        let pass = (self.rules.can_pass && !state.continuing) as u32;
        let swap = self.may_swap(state) as u32;
        let total = size + pass + swap;
        if total == 0 {
            return None;
        }
        let pick = |k: u32| {
            let mut k = k;
            for b in batches.iter() {
                if k < b.size {
                    return b.nth(k);
                }
                k -= b.size;
            }
            if k < pass { Move::PASS } else { Move::SWAP }
        };
        let first = pick(below(rng, total));
        let special = first == Move::PASS || first == Move::SWAP;
        if special || !self.may_forbid(state, past) || self.is_allowed(state, past, first) {
            return Some(first);
        }
        // Rare: filter the whole list, so that the draw stays uniform.
        let ways = self.ways(state);
        let legal = |m: &Move| m.class >= Move::SWAP.class || self.is_allowed_with(&ways, state, past, *m);
        moves.clear();
        moves.extend((0..total).map(pick).filter(legal));
        if moves.is_empty() { None } else { Some(moves[below(rng, moves.len() as u32) as usize]) }
    }

    /// Where a definition that only drops may be used.
    #[inline]
    fn drop_cells(&self, state: &State<W>, def: &Def<W>, on_to: &CellCondition<W>) -> CellSet<W> {
        if !self.may_push(state, def) {
            return CellSet::EMPTY;
        }
        on_to.select(&Context::before(self, state, state.mover), self.topology.all)
    }

    fn may_swap(&self, state: &State<W>) -> bool {
        self.rules.swap && state.move_number == 1 && !state.moved[state.mover.index()]
    }

    /// Leaves only the moves that begin a longest turn, unless finding these would take too long.
    fn keep_longest(&self, state: &State<W>, past: &[u64], out: &mut Vec<Move>, looks: &mut Looks) {
        if out.len() < 2 {
            return;
        }
        looks.past.clear();
        looks.past.extend_from_slice(past);
        looks.lengths.clear();
        let mut budget = LONGEST_BUDGET;
        for &m in &*out {
            let Some(length) = self.turn_length(state, &mut looks.past, m, 1, &mut budget) else { return };
            looks.lengths.push(length);
        }
        let most = looks.lengths.iter().max();
        let mut lengths = looks.lengths.iter();
        out.retain(|_| lengths.next() == most);
    }

    /// The most moves that a turn can have which goes on with this one; `None` if that is too much to find out.
    fn turn_length(&self, state: &State<W>, past: &mut Vec<u64>, m: Move, depth: u32, budget: &mut u32) -> Option<u32> {
        *budget = budget.checked_sub(1)?;
        state.on_copy(|after| {
            self.change(after, m);
            if !after.continuing {
                return Some(1);
            }
            if depth == LONGEST_TURN {
                return None;
            }
            let known = past.len();
            if self.tracks {
                past.push(self.key(after));
            }
            let mut most = 0;
            let too_much = self.some_batch(after, |b| {
                (0..b.size).map(|k| b.nth(k)).any(|m| {
                    if self.may_forbid(after, past) && !self.is_allowed(after, past, m) {
                        return false;
                    }
                    let length = self.turn_length(after, past, m, depth + 1, budget);
                    most = most.max(length.unwrap_or(0));
                    length.is_none()
                })
            });
            past.truncate(known);
            (!too_much).then_some(1 + most)
        })
    }

    fn may_push(&self, state: &State<W>, def: &Def<W>) -> bool {
        if def.pushes == 0 {
            return true;
        }
        // A neutral piece comes from the mover's own supply.
        let hand = state.hands[state.mover.index()][def.piece];
        hand == UNLIMITED || hand >= def.pushes
    }

    /// The cells on which a push is possible at all.
    fn open_cells(&self, state: &State<W>) -> CellSet<W> {
        let occupied = state.occupied();
        if !self.boardless || occupied.is_empty() {
            return self.topology.all;
        }
        self.topology.spread(&self.topology.around, occupied) | occupied
    }

    /// Whether there is a move at all. What must be done first is rarely possible, so that is looked for last.
    fn any_batch(&self, state: &State<W>) -> bool {
        let defs = self.sides[state.mover.index()].defs.chunk_by(|a, b| a.urgency == b.urgency).rev().flatten();
        let found = |_: Batch<W>| ControlFlow::Break(());
        self.each_batch_of(defs, state, |_| Some(self.topology.all), found).is_break()
    }

    /// Whether `f` holds of some non-empty batch of moves.
    pub(super) fn some_batch<'g>(&'g self, state: &State<W>, mut f: impl FnMut(Batch<'g, W>) -> bool) -> bool {
        let check = |batch| if f(batch) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.each_batch(state, check).is_break()
    }

    /// Every legal move, the repetition rule aside, as non-empty batches.
    pub(super) fn batches<'g>(&'g self, state: &State<W>, out: &mut Vec<Batch<'g, W>>) {
        let _ = self.each_batch(state, |batch| {
            out.push(batch);
            ControlFlow::Continue(())
        });
    }

    /// Shows every non-empty batch of moves to `f` until it breaks off.
    #[inline]
    fn each_batch<'g>(&'g self, state: &State<W>, f: impl FnMut(Batch<'g, W>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_batch_onto(state, |_| Some(self.topology.all), f)
    }

    /// As [`each_batch`](Game::each_batch), for moves that end on some cells: `onto` tells these by definition, `None` leaves the
    /// definition out. (Where some moves come before others, all have to be found, so nothing is left out.)
    #[inline]
    pub(super) fn each_batch_onto<'g>(
        &'g self,
        state: &State<W>,
        onto: impl Fn(&Def<W>) -> Option<CellSet<W>>,
        f: impl FnMut(Batch<'g, W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_batch_of(self.sides[state.mover.index()].defs.iter(), state, onto, f)
    }

    /// As [`each_batch_onto`](Game::each_batch_onto), by these of the mover's definitions, in this order.
    #[inline]
    fn each_batch_of<'g>(
        &'g self,
        defs: impl Iterator<Item = &'g Def<W>>,
        state: &State<W>,
        onto: impl Fn(&Def<W>) -> Option<CellSet<W>>,
        mut f: impl FnMut(Batch<'g, W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mover = state.mover;
        let context = Context::before(self, state, mover);
        let view = View::of(&context);
        let occupied = state.occupied();
        let side = &self.sides[mover.index()];
        let near = self.open_cells(state);
        let mut urgency = None;
        let mut found = false;
        let mut kinds = Kinds { sets: [CellSet::EMPTY; MAX_KINDS], known: false, looks: 0 };
        for def in defs {
            if !side.one_urgency && found && urgency.is_some_and(|u| u != def.urgency) {
                break;
            }
            urgency = Some(def.urgency);
            let wanted = if side.one_urgency { onto(def) } else { Some(self.topology.all) };
            let Some(wanted) = wanted else { continue };
            let open = if def.lands { near & wanted } else { wanted };
            let mut emit = |from: CellId, set: CellSet<W>, way: Option<&'g Way<W>>| {
                let set =
                    if self.layout.stride > 1 || def.checked { self.possible(state, def, from, set, way) } else { set };
                let size = set.len() * def.choices.len() as u32;
                if size == 0 {
                    return ControlFlow::Continue(());
                }
                found = true;
                f(Batch { def, from, set, way, size })
            };
            match &def.kernel {
                Kernel::Pass(pred) => {
                    if context.holds(pred) {
                        found = true;
                        let size = def.choices.len() as u32;
                        f(Batch { def, from: NOWHERE, set: CellSet::EMPTY, way: None, size })?;
                    }
                }
                Kernel::Drop(on_to) => {
                    if self.may_push(state, def) {
                        emit(NOWHERE, on_to.select_in(&context, &view, open), None)?;
                    }
                }
                Kernel::Paths(groups) => {
                    for group in groups {
                        let from = group.on_from.select_in(&context, &view, occupied);
                        if from.is_empty() {
                            continue;
                        }
                        let to = group.on_to.select_in(&context, &view, open);
                        for way in &group.ways {
                            let from = way.on_path.select(&view, from & way.shifts.preimage(to));
                            // Types are looked at last: often nothing is left to look at.
                            if !from.is_empty() {
                                emit(NOWHERE, kinds.among(self, state, def.piece, from), Some(way))?;
                            }
                        }
                    }
                }
                Kernel::FromTo { on_from, on_to, on_both, slide } => {
                    let mine = kinds.among(self, state, def.piece, occupied);
                    let origins = on_from.select_in(&context, &view, mine);
                    if origins.is_empty() {
                        continue;
                    }
                    let targets = on_to.select_in(&context, &view, open);
                    for from in origins {
                        let mut targets = targets;
                        targets.remove(from);
                        let targets = match slide {
                            Some(slide) => slide.ends(&self.board, &self.topology, &state.owned, from, targets),
                            None => Context { from, ..context }.set(on_both, Variable::To, targets),
                        };
                        emit(from, targets, None)?;
                    }
                }
                Kernel::Remove(pred) => {
                    let mine = kinds.among(self, state, def.piece, state.occupied());
                    let holds = |&cell: &CellId| Context { from: cell, to: cell, current: cell, ..context }.holds(pred);
                    emit(NOWHERE, mine.iter().filter(holds).collect(), None)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves out moves that would build a stack too high or put something where it cannot be.
    fn possible(
        &self,
        state: &State<W>,
        def: &Def<W>,
        from: CellId,
        set: CellSet<W>,
        way: Option<&Way<W>>,
    ) -> CellSet<W> {
        count_looks(set.len().into());
        let near = self.open_cells(state);
        let fits = |&cell: &CellId| {
            let (from, to) = match (way, &def.kernel) {
                (Some(way), _) => (cell, way.map[cell as usize]),
                (None, Kernel::Remove(_)) => (cell, cell),
                _ => (from, cell),
            };
            self.can_carry_out(state, def, &near, from, to)
        };
        set.iter().filter(fits).collect()
    }

    /// Whether every piece that the actions put down has a cell to go to and room there.
    fn can_carry_out(&self, state: &State<W>, def: &Def<W>, near: &CellSet<W>, from: CellId, to: CellId) -> bool {
        let context = Context { from, to, current: to, ..Context::before(self, state, state.mover) };
        let mut heights = Heights::new();
        let mut carried = 0;
        for action in &def.actions {
            let (ActionStep::Pop(place, _) | ActionStep::Push { cell: place, .. }) = action;
            let cell = context.cell(place);
            match action {
                ActionStep::Pop(_, count) => {
                    if cell != NOWHERE {
                        let height = self.height_of(state, &mut heights, cell);
                        let taken = (*count).min(*height);
                        *height -= taken;
                        carried += taken;
                    }
                }
                ActionStep::Push { count, trail, .. } => {
                    let load = if def.pops { std::mem::take(&mut carried) } else { *count };
                    if load > 0 && cell == NOWHERE {
                        return false;
                    }
                    for i in 0..load {
                        let cell = self.landing(from, cell, *trail, i);
                        let height = self.height_of(state, &mut heights, cell);
                        if *height == MAX_HEIGHT || !near.contains(cell) {
                            return false;
                        }
                        *height += 1;
                    }
                }
            }
        }
        true
    }

    /// The height of a cell on the way through the actions of a move.
    fn height_of<'a>(&self, state: &State<W>, heights: &'a mut Heights, cell: CellId) -> &'a mut usize {
        let known = heights.iter().position(|(c, _)| *c == cell).unwrap_or_else(|| {
            heights.push((cell, self.height(state, cell)));
            heights.len() - 1
        });
        &mut heights[known].1
    }

    /// Where the piece of that number goes, of those put on a cell.
    pub(super) fn landing(&self, from: CellId, target: CellId, trail: bool, number: usize) -> CellId {
        if trail && let Some((d, _)) = self.topology.line(from, target) {
            return self.topology.ray(from, d).take_while(|&c| c != target).nth(number).unwrap_or(target);
        }
        target
    }
}

/// The heights of the cells that a move touches.
type Heights = ArrayVec<(CellId, usize), { Board::MAX_CELLS }>;

/// The cells by the type of their top pieces, worked out when first asked for.
struct Kinds<const W: usize> {
    sets: [CellSet<W>; MAX_KINDS],
    known: bool,
    /// How many pieces have been looked at one by one.
    looks: u32,
}

/// How many pieces are looked at one by one before it pays to look at all of them.
const MAX_LOOKS: u32 = 12;

impl<const W: usize> Kinds<W> {
    /// The cells of a set whose top piece is of a type.
    #[inline]
    fn among(&mut self, game: &Game<W>, state: &State<W>, kind: usize, set: CellSet<W>) -> CellSet<W> {
        if game.layout.plain || game.rules.pieces.len() == 1 {
            return game.of_kind(state, set, kind);
        }
        let looks = self.looks + set.len();
        if !self.known && looks <= MAX_LOOKS {
            self.looks = looks;
            return set.iter().filter(|&c| game.top(state, c).kind() == kind).collect();
        }
        if !self.known {
            for cell in state.occupied() {
                self.sets[game.top(state, cell).kind() % MAX_KINDS].insert(cell);
            }
            self.known = true;
        }
        set & self.sets[kind]
    }
}

/// A number below `n`, by multiplication: the bias is below n/2^32.
#[inline]
pub(super) fn below(rng: &mut impl rand::Rng, n: u32) -> u32 {
    ((rng.next_u32() as u64 * n as u64) >> 32) as u32
}
