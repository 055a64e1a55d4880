//! All moves of a position, found as sets.

use super::Game;
use super::batch::Batch;
use super::board_view::View;
use super::context::Context;
use super::definition::{ActionStep, Def, Kernel, Path};
use super::predicate::{Pred, Variable};
use super::slide::Slide;
use super::state::{MAX_HEIGHT, NOWHERE, State, UNLIMITED, count_looks};
use crate::board::{Board, CellId, CellSet};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// What it takes to see whether pieces can be put down one by one on the way.
const LOOKS_ALONG_A_TRAIL: u64 = 8;

impl<const W: usize> Game<W> {
    /// Whether the hand has the new pieces that a move takes.
    pub(super) fn may_push(&self, state: &State<W>, def: &Def<W>) -> bool {
        if def.pushes == 0 {
            return true;
        }
        // A neutral piece comes from the mover's own supply.
        let hand = state.hands[state.mover][def.kind];
        hand == UNLIMITED || hand >= def.pushes
    }

    /// The cells on which a push is possible at all.
    pub(super) fn open_cells(&self, state: &State<W>) -> CellSet<W> {
        let occupied = state.occupied();
        if !self.boardless || occupied.is_empty() {
            return self.topology.all;
        }
        self.topology.spread(&self.topology.around, occupied) | occupied
    }

    /// Whether there is a move at all. What must be done first is rarely possible, so that is looked for last.
    pub(super) fn any_batch(&self, state: &State<W>) -> bool {
        let defs = self.sides[state.mover].defs.chunk_by(|a, b| a.urgency == b.urgency).rev().flatten();
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
    pub(super) fn each_batch<'g>(
        &'g self,
        state: &State<W>,
        f: impl FnMut(Batch<'g, W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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
        self.each_batch_of(self.sides[state.mover].defs.iter(), state, onto, f)
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
        let context = Context::before(self, state, state.mover);
        let view = View::of(&context);
        let occupied = state.occupied();
        let side = &self.sides[state.mover];
        let near = self.open_cells(state);
        let (mut urgency, mut found) = (None, false);
        for def in defs {
            if !side.one_urgency && found && urgency.is_some_and(|u| u != def.urgency) {
                break;
            }
            urgency = Some(def.urgency);
            let Some(wanted) = (if side.one_urgency { onto(def) } else { Some(self.topology.all) }) else { continue };
            let open = if def.lands { near & wanted } else { wanted };
            let mut emit = |from: CellId, set: CellSet<W>, way: Option<&'g Path<W>>| {
                let set =
                    if self.layout.stride > 1 || def.checked { self.possible(state, def, from, set, way) } else { set };
                let size = set.len() * def.choices.len() as u32;
                if size == 0 {
                    return ControlFlow::Continue(());
                }
                found = true;
                f(Batch { def, from, set, way, size })
            };
            let Some(kernel) = def.kernel_in(state.continuing) else { continue };
            let mine = match kernel {
                Kernel::Pass(_) | Kernel::Drop(_) => CellSet::EMPTY,
                _ => match self.of_kind(state, occupied, def.kind) {
                    mine if mine.is_empty() => continue,
                    mine => mine,
                },
            };
            match kernel {
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
                        let from = group.on_from.select_in(&context, &view, mine);
                        if from.is_empty() {
                            continue;
                        }
                        let open = if group.on_to.is_quick() { open } else { open & group.ends(from) };
                        let to = group.on_to.select_in(&context, &view, open);
                        for way in &group.ways {
                            let from = way.on_path.select(&view, from & way.shifts.preimage(to));
                            if !from.is_empty() {
                                emit(NOWHERE, from, Some(way))?;
                            }
                        }
                    }
                }
                Kernel::FromTo { on_from, on_to, on_both, slide } => {
                    let origins = on_from.select_in(&context, &view, mine);
                    if origins.is_empty() {
                        continue;
                    }
                    let targets = on_to.select_in(&context, &view, open);
                    count_looks(origins.len().into());
                    for from in origins {
                        let context = Context { from, ..context };
                        emit(from, context.reached(on_both, slide.as_ref(), targets), None)?;
                    }
                }
                Kernel::Remove { gate, on_cell, of_origin } => {
                    if !context.holds(gate) {
                        continue;
                    }
                    if *of_origin {
                        emit(NOWHERE, context.set(on_cell, Variable::From, mine), None)?;
                        continue;
                    }
                    count_looks(mine.len().into());
                    let holds =
                        |&cell: &CellId| Context { from: cell, to: cell, current: cell, ..context }.holds(on_cell);
                    emit(NOWHERE, mine.iter().filter(holds).collect(), None)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves out moves that would build a stack too high or put something where it cannot be.
    pub(super) fn possible(
        &self,
        state: &State<W>,
        def: &Def<W>,
        from: CellId,
        set: CellSet<W>,
        way: Option<&Path<W>>,
    ) -> CellSet<W> {
        let near = self.open_cells(state);
        if let Some(landings) = &def.landings {
            return landings.iter().fold(set, |set, landing| set & landing.preimage(near));
        }
        let trail = def.actions.iter().any(|action| matches!(action, ActionStep::Push { trail: true, .. }));
        count_looks(u64::from(set.len()) * if trail { LOOKS_ALONG_A_TRAIL } else { 1 });
        let fits = |&cell: &CellId| {
            let (from, to) = match (way, &def.kernel) {
                (Some(way), _) => (cell, way.map[cell as usize]),
                (None, Kernel::Remove { .. }) => (cell, cell),
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
                    for cell in self.landing(from, cell, *trail).take(load) {
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

    /// Where pieces go that are put on a cell one after the other: along a trail to the cells on the way to it first.
    pub(super) fn landing(&self, from: CellId, target: CellId, trail: bool) -> impl Iterator<Item = CellId> + '_ {
        let way = if trail { self.topology.line(from, target) } else { None };
        let before = way.into_iter().flat_map(move |(d, steps)| self.topology.ray(from, d).take(steps as usize - 1));
        before.chain(std::iter::repeat(target))
    }
}

impl<const W: usize> Context<'_, W> {
    /// Which of the targets a move from `from` may end on: all that the condition says of both, a slide says too.
    #[inline]
    fn reached(&self, on_both: &Pred<W>, slide: Option<&Slide>, mut targets: CellSet<W>) -> CellSet<W> {
        targets.remove(self.from);
        match slide {
            Some(slide) => {
                let game = self.game;
                slide.ends(&game.board, &game.topology, &self.state.owned, self.from, targets)
            }
            None => self.set(on_both, Variable::To, targets),
        }
    }
}

/// The heights of the cells that a move touches.
type Heights = ArrayVec<(CellId, usize), { Board::MAX_CELLS }>;
