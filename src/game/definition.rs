//! Compiled move definitions: how the moves of each are found and made.

use super::end::{Atom, Clauses, Tree};
use super::keyed_cells::KeyedCells;
use super::kind::Kind;
use super::mask::{CellCondition, Mask};
use super::owner::Owner;
use super::predicate::{CellExpr, Filter, Num, Pred, Variable};
use super::prospects::Prospects;
use super::rules::{CaptureType, EffectKind};
use super::slide::Slide;
use super::state::Move;
use super::topology::{Shifts, Topology};
use crate::board::{CellId, CellSet};

/// One part of what a move does.
#[derive(Clone, Debug)]
pub(super) enum ActionStep {
    Pop(CellExpr, usize),
    Push { cell: CellExpr, count: usize, owner: Option<Owner>, trail: bool },
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
    pub owner: Option<Owner>,
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

/// The types of pieces, as bits, that effects capture.
pub(super) fn captured_kinds<const W: usize>(post: &[EffectStep<W>]) -> u16 {
    let captures = post.iter().filter(|effect| matches!(effect.kind, EffectKind::Capture { .. }));
    captures.fold(0, |all, effect| all | effect.lowered.filter.kinds)
}

/// A path from cell to cell.
#[derive(Clone, Debug)]
pub(super) struct Path<const W: usize> {
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
    pub ways: Vec<Path<W>>,
}

impl<const W: usize> PathGroup<W> {
    /// The cells to which the paths lead from some cells.
    pub fn ends(&self, from: CellSet<W>) -> CellSet<W> {
        self.ways.iter().fold(CellSet::EMPTY, |ends, way| ends | way.shifts.image(from))
    }
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
    /// A set of cells to take from: what the cell has no part in, and what it has; whether that is about the cell as the origin alone.
    Remove { gate: Pred<W>, on_cell: Pred<W>, of_origin: bool },
}

impl<const W: usize> Kernel<W> {
    /// The moves from cell to cell under a condition, found for each `from`: what does not depend on `to` is tested once a `from`, what does not
    /// depend on `from` once altogether.
    pub fn from_to(pre: Pred<W>, topology: &Topology<W>) -> Self {
        let (mut on_from, mut on_to, mut on_both) = (Vec::new(), Vec::new(), Vec::new());
        for p in pre.conjuncts().iter().cloned() {
            match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                (_, false) => on_from.push(p),
                (false, true) => on_to.push(p),
                (true, true) => on_both.push(p),
            }
        }
        Kernel::FromTo {
            slide: Slide::of(&on_both.iter().collect::<Vec<_>>(), &CellExpr::From, topology),
            on_from: CellCondition::new(Pred::And(on_from), Variable::From, topology),
            on_to: CellCondition::new(Pred::And(on_to), Variable::To, topology),
            on_both: Pred::And(on_both),
        }
    }
}

/// How the moves of a definition are found in turns of one sort: those that go on or those that do not.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(super) enum TurnKernel<const W: usize> {
    /// There are none.
    Never,
    /// As in all turns.
    Usual,
    /// In a faster way.
    Special(Kernel<W>),
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

/// What a move may change on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// A piece goes from `from` to `to` and keeps its type and owner; what stood on `to` goes.
    OwnPiece,
    /// Only cells that its actions and effects name are touched.
    Named,
    /// Any cells.
    Anything,
}

/// What is known of the drops of a definition that do no more than to put one piece on `to`.
#[derive(Clone, Debug)]
pub(super) struct QuietDrops {
    /// The captures that others of its drops make: how, and of whose pieces, as bits.
    pub captures: Vec<(CaptureType, u8)>,
    /// The cells, by what a piece on them adds to the hash.
    pub cells: KeyedCells,
}

/// A compiled move definition.
#[derive(Clone, Debug)]
pub(super) struct Def<const W: usize> {
    pub class: u16,
    pub kind: Kind,
    /// Who owns a new piece.
    pub owner: Owner,
    /// Moves of a greater urgency number are legal only if none of a smaller is.
    pub urgency: u16,
    pub kernel: Kernel<W>,
    /// By whether the turn goes on: how the same moves are found faster, if they can be.
    pub by_turn: Option<Box<[TurnKernel<W>; 2]>>,
    pub plan: Plan,
    /// All that its actions do is to carry a piece from `from` to `to`: where cells hold one piece.
    pub carries: bool,
    /// Its moves always take a piece that they pass over: where cells hold one piece.
    pub jumps: bool,
    /// The enemy on `to` goes before the piece comes: where cells hold one piece.
    pub replace_first: bool,
    pub changes: Extent,
    /// Where the pieces of a drop land, seen from `to`, if that is a matter of `to` alone and there is room wherever there is a cell.
    pub landings: Option<Vec<Shifts<W>>>,
    /// The cells that a drop touches, seen from `to`, if it touches those that it names alone.
    pub touched: Vec<Shifts<W>>,
    /// What is known of drops that do no more than to put a piece down, where that helps to tell which positions come again.
    pub quiet: Option<Box<QuietDrops>>,
    /// All that its moves do to who owns what is that the mover gets a piece on `to` and that pieces go.
    pub gains: bool,
    /// Its moves may let the turn go on.
    pub repeats: bool,
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
    /// What it takes to make a move, as [`meter`](super::meter) counts.
    pub weight: u64,
    /// The same in looks, as searches count.
    pub looks: u32,
}

impl<const W: usize> Def<W> {
    /// How its moves are found in a fresh turn or in one that goes on; `None` if there are none.
    #[inline]
    pub fn kernel_in(&self, continuing: bool) -> Option<&Kernel<W>> {
        match self.by_turn.as_ref().map(|kernels| &kernels[continuing as usize]) {
            None | Some(TurnKernel::Usual) => Some(&self.kernel),
            Some(TurnKernel::Special(kernel)) => Some(kernel),
            Some(TurnKernel::Never) => None,
        }
    }

    #[inline]
    pub fn move_of(&self, from: CellId, to: CellId, choice: u8) -> Move {
        Move { class: self.class, from, to, choice }
    }
}

/// What one player may do, and when the game ends for that player.
#[derive(Clone, Debug)]
pub(super) struct Side<const W: usize> {
    pub defs: Vec<Def<W>>,
    /// By class: the place of its first definition; `u16::MAX` for none.
    pub by_class: Vec<u16>,
    pub one_urgency: bool,
    pub clauses: Clauses<W>,
    /// What must not hold after the player's own move: conditions, and how they are combined.
    pub never: Option<(Vec<Atom<W>>, Tree)>,
    /// What it takes to test that, as [`meter`](super::meter) counts.
    pub never_weight: u64,
    pub attacks: Attacks<W>,
    /// What its pieces might do, where random moves are drawn from that.
    pub prospects: Option<Box<Prospects<W>>>,
}

/// Captures by replacement of which nothing is asked but who stands on the two ends of the move and, for slides, between.
#[derive(Clone, Debug, Default)]
pub(super) struct Replacements<const W: usize> {
    /// Which pieces capture: a type, and owners as bits.
    pub attackers: Vec<(Kind, u8)>,
    pub steps: Vec<Steps<W>>,
    pub rays: Vec<Ray>,
    /// The definitions whose captures are not told here, each with the types that it captures, as bits.
    pub others: Vec<(usize, u16)>,
}

/// What is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Victims {
    /// Whose pieces, as bits.
    pub owners: u8,
    /// Of which types, as bits.
    pub kinds: u16,
}

/// Captures by pieces that stand on cells which the target alone decides.
#[derive(Clone, Debug)]
pub(super) struct Steps<const W: usize> {
    pub attacker: usize,
    pub victims: Victims,
    /// By target: where the attackers stand.
    pub origins: Vec<CellSet<W>>,
}

/// Captures by pieces that slide along a direction until a piece stops them.
#[derive(Clone, Debug)]
pub(super) struct Ray {
    /// As bits.
    pub attackers: u32,
    pub victims: Victims,
    /// From the target towards the attacker.
    pub back: usize,
}

/// What can be told of a player's captures without making moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Attacks<const W: usize> {
    /// Types of pieces, as bits, that some move captures otherwise than by going where they stand.
    pub indirect: u16,
    /// Types for which more decides whether they are taken than what stands on the two cells and between them.
    pub unsteady: u16,
    /// What of them is looked up from the victim.
    pub replacements: Replacements<W>,
}

impl<const W: usize> Side<W> {
    /// The definition that a move is by; none for passes, exchanges of colours and moves of others.
    #[inline]
    pub fn def_of(&self, m: Move) -> Option<&Def<W>> {
        self.defs.get(usize::from(*self.by_class.get(usize::from(m.class))?))
    }

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
