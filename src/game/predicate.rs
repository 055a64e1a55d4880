//! Compiled conditions and numbers, evaluated for one cell or for a whole set of cells at once.
//!
//! A predicate is compiled for one mover, so players and facings are resolved. [`Context::set`] evaluates it as the set of
//! cells for which it holds, one coordinate (the [`Variable`]) being free; [`Context::holds`] evaluates it with all coordinates
//! fixed. The two agree by construction of `set`, which falls back on `holds` cell by cell where no set form is known.

use super::capture;
use super::context::{Body, Context};
use super::rules::{CaptureType, Cmp, Turtle};
use super::state::{NOWHERE, Piece, UNLIMITED};
use crate::board::{Board, CellId, CellSet};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A direction that may depend on the facing of the moving piece.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heading {
    /// This direction of the board.
    Is(usize),
    /// No direction of this tiling.
    Nowhere,
    /// Relative to the piece's own facing.
    Facing(Turtle),
}

/// A cell, as an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    From,
    To,
    Current,
    Over,
    Last,
    Fixed(CellId),
    Step(Box<Place>, Heading, u32),
}

/// Which pieces: types and owners as masks, with optional state and flags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Filter {
    /// Bit per type.
    pub kinds: u16,
    /// Bits: 1 White, 2 Black, 4 neutral.
    pub owners: u8,
    pub state: Option<u8>,
    pub flags: u8,
    /// Whether the owners alone decide.
    pub by_owner: bool,
}

impl Filter {
    #[inline]
    pub fn matches(&self, piece: Piece) -> bool {
        !piece.is_none()
            && self.owners >> piece.owner() & 1 != 0
            && self.kinds >> piece.kind() & 1 != 0
            && self.state.is_none_or(|s| s == piece.state())
            && piece.flags() & self.flags == self.flags
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    Empty,
    Pieces(Filter),
}

/// By facing (0: the default), then by cell: the cells reached.
pub(super) type Reach<const W: usize> = Arc<Vec<Vec<CellSet<W>>>>;

#[derive(Clone, Debug)]
pub(super) enum Pred<const W: usize> {
    True,
    False,
    And(Vec<Pred<W>>),
    Or(Vec<Pred<W>>),
    Not(Box<Pred<W>>),
    Compare(Cmp, Num, Num),
    Empty(Place),
    Owned(Place, u8),
    /// The second cell is among those reached from the first: lines and steps. Also by base direction, as cell maps.
    Reach(Place, Place, Reach<W>, Arc<Vec<Vec<CellId>>>),
    Adjacent(Place, Place),
    /// Adjacent to a piece of these owners, the piece on `from` not counting.
    NextTo(Place, u8),
    Same(Place, Place),
    OnBoard(Place),
    In(Place, CellSet<W>),
    Matches(Place, Filter),
    Flagged(Place, u8),
    /// Also: who owns a piece that this move drops.
    Captures(CaptureType, usize),
    Attacked(Place),
    FirstMove,
    Continuing,
    /// By `from`: the cells `to` for which it holds.
    Table(Arc<[CellSet<W>]>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Num {
    Const(i32),
    Sum(Vec<Num>),
    Difference(Vec<Num>),
    Product(Vec<Num>),
    Quotient(Box<Num>, Box<Num>),
    Modulo(Box<Num>, Box<Num>),
    Min(Vec<Num>),
    Max(Vec<Num>),
    Abs(Box<Num>),
    Between(Aim, Place, Place),
    WholeLine(Aim),
    Neighbours(Place, Aim),
    Height(Place),
    GroupSize(Place),
    Phase(Place),
    Distance(Place, Place),
    PieceState(Place),
    CellState(Place),
    Value(Place),
    Liberties(Place),
    /// In these directions and against them.
    LineLength(Place, Vec<usize>),
    Row(Place),
    Col(Place),
    Pieces(Aim),
    /// By bits of players.
    Groups(u8),
    LargestGroup(u8, u32),
    Territory(u8),
    InHand(u8, Option<usize>),
    Captured(u8),
    Score(u8),
    MoveNumber,
}

/// Which coordinate ranges over a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    From,
    To,
    Current,
}

impl Place {
    /// Whether the place depends on the variable. Before a move `current` is `to`.
    pub(super) fn depends_on(&self, variable: Variable) -> bool {
        match self {
            Place::From => variable == Variable::From,
            Place::To => variable == Variable::To,
            Place::Current => variable != Variable::From,
            Place::Over => variable != Variable::Current,
            Place::Last | Place::Fixed(_) => false,
            Place::Step(inner, heading, _) => {
                inner.depends_on(variable) || (variable == Variable::From && matches!(heading, Heading::Facing(_)))
            }
        }
    }

    pub(super) fn is(&self, variable: Variable) -> bool {
        match self {
            Place::From => variable == Variable::From,
            Place::To => variable == Variable::To,
            Place::Current => variable != Variable::From,
            _ => false,
        }
    }
}

impl Num {
    /// Whether the number depends on the variable.
    pub(super) fn depends_on(&self, v: Variable) -> bool {
        match self {
            Num::Const(_) | Num::Pieces(_) | Num::Groups(_) | Num::InHand(..) | Num::Captured(_) | Num::Score(_) => {
                false
            }
            Num::MoveNumber | Num::LargestGroup(..) | Num::Territory(_) => false,
            Num::Sum(t) | Num::Difference(t) | Num::Product(t) | Num::Min(t) | Num::Max(t) => {
                t.iter().any(|n| n.depends_on(v))
            }
            Num::Quotient(a, b) | Num::Modulo(a, b) => a.depends_on(v) || b.depends_on(v),
            Num::Abs(a) => a.depends_on(v),
            Num::Between(_, a, b) | Num::Distance(a, b) => a.depends_on(v) || b.depends_on(v),
            Num::WholeLine(_) => v != Variable::Current,
            Num::Neighbours(c, _)
            | Num::Height(c)
            | Num::GroupSize(c)
            | Num::Phase(c)
            | Num::PieceState(c)
            | Num::CellState(c)
            | Num::Value(c)
            | Num::Liberties(c)
            | Num::LineLength(c, _)
            | Num::Row(c)
            | Num::Col(c) => c.depends_on(v),
        }
    }
}

impl<const W: usize> Pred<W> {
    /// The conditions all of which must hold.
    pub(super) fn conjuncts(&self) -> &[Pred<W>] {
        if let Pred::And(ps) = self { ps } else { std::slice::from_ref(self) }
    }

    /// Whether the predicate depends on the variable.
    pub(super) fn depends_on(&self, v: Variable) -> bool {
        match self {
            Pred::True | Pred::False | Pred::FirstMove | Pred::Continuing => false,
            Pred::And(ps) | Pred::Or(ps) => ps.iter().any(|p| p.depends_on(v)),
            Pred::Not(p) => p.depends_on(v),
            Pred::Compare(_, a, b) => a.depends_on(v) || b.depends_on(v),
            Pred::Empty(c)
            | Pred::Owned(c, _)
            | Pred::OnBoard(c)
            | Pred::In(c, _)
            | Pred::Matches(c, _)
            | Pred::Flagged(c, _) => c.depends_on(v),
            // The piece on `from` is left out, so these depend on it whatever the place.
            Pred::NextTo(c, _) => c.depends_on(v) || v == Variable::From,
            // Where a piece's own facing decides, the reach depends on `from` even between other cells.
            Pred::Reach(a, b, tables, _) => {
                a.depends_on(v) || b.depends_on(v) || (v == Variable::From && tables.len() > 1)
            }
            Pred::Adjacent(a, b) | Pred::Same(a, b) => a.depends_on(v) || b.depends_on(v),
            Pred::Captures(..) => v != Variable::Current,
            Pred::Attacked(c) => v == Variable::From || c.depends_on(v),
            Pred::Table(_) => v != Variable::Current,
        }
    }

    /// A rough cost of evaluation, for putting cheap conditions first.
    pub fn cost(&self) -> u32 {
        match self {
            Pred::True | Pred::False | Pred::FirstMove | Pred::Continuing => 0,
            Pred::Empty(_) | Pred::Owned(..) | Pred::In(..) | Pred::OnBoard(_) | Pred::Same(..) | Pred::Table(_) => 1,
            Pred::Reach(..) | Pred::Adjacent(..) => 2,
            Pred::NextTo(..) => 4,
            Pred::Not(p) => p.cost() + 1,
            Pred::And(ps) | Pred::Or(ps) => 1 + ps.iter().map(Pred::cost).sum::<u32>(),
            Pred::Matches(..) | Pred::Flagged(..) => 10,
            Pred::Compare(_, Num::Between(..), Num::Const(_))
            | Pred::Compare(_, Num::Neighbours(..), Num::Const(_)) => 20,
            Pred::Compare(_, a, b) => 40 + heavy(a) + heavy(b),
            Pred::Captures(..) => 200,
            Pred::Attacked(_) => 2_000,
        }
    }
}

fn heavy(n: &Num) -> u32 {
    match n {
        Num::GroupSize(_) | Num::Liberties(_) | Num::Groups(_) | Num::LargestGroup(..) | Num::Territory(_) => 200,
        Num::Sum(t) | Num::Difference(t) | Num::Product(t) | Num::Min(t) | Num::Max(t) => t.iter().map(heavy).sum(),
        Num::Quotient(a, b) | Num::Modulo(a, b) => heavy(a) + heavy(b),
        Num::Abs(a) => heavy(a),
        Num::WholeLine(_) => 30,
        _ => 5,
    }
}

impl<const W: usize> Context<'_, W> {
    fn heading(&self, heading: &Heading) -> Option<usize> {
        match heading {
            Heading::Is(d) => Some(*d),
            Heading::Nowhere => None,
            Heading::Facing(turtle) => self.game.turtle(self.facing(), *turtle),
        }
    }

    pub fn place(&self, place: &Place) -> CellId {
        match place {
            Place::From => self.from,
            Place::To => self.to,
            Place::Current => self.current,
            Place::Last => self.state.last_to,
            Place::Fixed(c) => *c,
            Place::Over => match self.game.topology.line(self.from, self.to) {
                Some((d, _)) => self.game.topology.next(self.to, self.game.topology.opposite[d]),
                None => NOWHERE,
            },
            Place::Step(inner, heading, count) => {
                let Some(d) = self.heading(heading) else { return NOWHERE };
                let mut cell = self.place(inner);
                for _ in 0..*count {
                    if cell == NOWHERE {
                        break;
                    }
                    cell = self.game.topology.next(cell, d);
                }
                cell
            }
        }
    }

    /// The cells that match.
    pub fn aimed(&self, aim: &Aim) -> CellSet<W> {
        match aim {
            Aim::Empty => self.game.topology.all.minus(&self.state.occupied()),
            Aim::Pieces(filter) => self.game.matching(self.state, filter),
        }
    }

    fn aims_at(&self, aim: &Aim, cell: CellId) -> bool {
        match aim {
            Aim::Empty => self.state.owner_of(cell).is_none(),
            Aim::Pieces(f) if f.by_owner => self.state.owner_of(cell).is_some_and(|o| f.owners >> o & 1 != 0),
            Aim::Pieces(f) => f.matches(self.game.top(self.state, cell)),
        }
    }

    /// Whether the predicate holds with every coordinate fixed.
    pub fn holds(&self, pred: &Pred<W>) -> bool {
        let at = |p: &Place| Some(self.place(p)).filter(|&c| c != NOWHERE);
        match pred {
            Pred::True => true,
            Pred::False => false,
            Pred::And(ps) => ps.iter().all(|p| self.holds(p)),
            Pred::Or(ps) => ps.iter().any(|p| self.holds(p)),
            Pred::Not(p) => !self.holds(p),
            Pred::Compare(cmp, a, b) => cmp.holds(self.int(a), self.int(b)),
            Pred::Empty(p) => at(p).is_some_and(|c| self.state.owner_of(c).is_none()),
            Pred::Owned(p, owners) => at(p).and_then(|c| self.state.owner_of(c)).is_some_and(|o| owners >> o & 1 != 0),
            Pred::Reach(a, b, tables, _) => match (at(a), at(b)) {
                (Some(a), Some(b)) => tables[self.facing_slot(tables.len())][a as usize].contains(b),
                _ => false,
            },
            Pred::Adjacent(a, b) => match (at(a), at(b)) {
                (Some(a), Some(b)) => self.game.topology.adjacent[a as usize].contains(b),
                _ => false,
            },
            Pred::NextTo(p, owners) => {
                let mut owned = self.state_owned(*owners);
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
            Pred::Captures(how, owner) => capture::would_capture(self, *how, *owner),
            Pred::Attacked(p) => at(p).is_some_and(|c| self.game.attacked(self, c)),
            Pred::FirstMove => !self.state.moved[self.mover.index()],
            Pred::Continuing => self.continuing,
            Pred::Table(rows) => {
                self.from != NOWHERE && self.to != NOWHERE && rows[self.from as usize].contains(self.to)
            }
        }
    }

    fn state_owned(&self, owners: u8) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for o in 0..3 {
            if owners >> o & 1 != 0 {
                set |= self.state.owned[o];
            }
        }
        set
    }

    /// The cells of `candidates` for which the predicate holds when the variable stands for them.
    pub fn set(&self, pred: &Pred<W>, variable: Variable, candidates: CellSet<W>) -> CellSet<W> {
        if candidates.is_empty() {
            return candidates;
        }
        let topology = &self.game.topology;
        match pred {
            Pred::True => candidates,
            Pred::False => CellSet::EMPTY,
            Pred::Table(rows) if variable == Variable::To && self.from != NOWHERE => {
                candidates & rows[self.from as usize]
            }
            Pred::And(ps) => ps.iter().fold(candidates, |set, p| self.set(p, variable, set)),
            Pred::Or(ps) => {
                let mut found = CellSet::EMPTY;
                for p in ps {
                    found |= self.set(p, variable, candidates.minus(&found));
                }
                found
            }
            Pred::Not(p) => candidates.minus(&self.set(p, variable, candidates)),
            Pred::Empty(p) if p.depends_on(variable) => {
                let empty = topology.all.minus(&self.state.occupied());
                self.stepped(p, variable, empty, candidates)
                    .unwrap_or_else(|| self.one_by_one(pred, variable, candidates))
            }
            Pred::Owned(p, owners) if p.depends_on(variable) => self
                .stepped(p, variable, self.state_owned(*owners), candidates)
                .unwrap_or_else(|| self.one_by_one(pred, variable, candidates)),
            Pred::In(p, set) if p.depends_on(variable) => self
                .stepped(p, variable, *set, candidates)
                .unwrap_or_else(|| self.one_by_one(pred, variable, candidates)),
            Pred::OnBoard(p) if p.depends_on(variable) => self
                .stepped(p, variable, topology.all, candidates)
                .unwrap_or_else(|| self.one_by_one(pred, variable, candidates)),
            Pred::Reach(a, b, tables, _) if b.is(variable) && !a.depends_on(variable) && variable != Variable::From => {
                match self.place(a) {
                    NOWHERE => CellSet::EMPTY,
                    a => candidates & tables[self.facing_slot(tables.len())][a as usize],
                }
            }
            Pred::Adjacent(a, b)
                if (a.is(variable) && !b.depends_on(variable)) || (b.is(variable) && !a.depends_on(variable)) =>
            {
                let other = if a.is(variable) { b } else { a };
                match self.place(other) {
                    NOWHERE => CellSet::EMPTY,
                    c => candidates & topology.adjacent[c as usize],
                }
            }
            Pred::NextTo(p, owners) if p.is(variable) && variable != Variable::From => {
                let mut owned = self.state_owned(*owners);
                if self.from != NOWHERE {
                    owned.remove(self.from);
                }
                let mut near = CellSet::EMPTY;
                for &d in &topology.adjacent_directions {
                    near |= topology.shifts[d].image(owned);
                }
                candidates & near
            }
            Pred::Compare(cmp, Num::Neighbours(p, aim), Num::Const(k)) if p.is(variable) => {
                self.by_neighbours(*cmp, self.aimed(aim), *k, candidates)
            }
            Pred::Compare(cmp, Num::Between(aim, a, b), Num::Const(k))
                if b.is(variable) && !a.depends_on(variable) && candidates.len() > 2 =>
            {
                self.by_between(*cmp, self.aimed(aim), *k, self.place(a), candidates)
            }
            Pred::Compare(cmp, number, Num::WholeLine(aim))
                if variable == Variable::To
                    && topology.has_simple_rays()
                    && self.from != NOWHERE
                    && matches!(number, Num::Const(_) | Num::Distance(Place::From, Place::To)) =>
            {
                self.by_whole_line(*cmp, number, self.aimed(aim), candidates)
            }
            Pred::Captures(CaptureType::Line, _)
                if variable == Variable::To
                    && self.from == NOWHERE
                    && self.body != Body::To
                    && !candidates.meets(&self.state.occupied()) =>
            {
                let (own, victims) = (self.mover.index(), self.mover.opponent().index());
                let owned = &self.state.owned;
                capture::drops_that_capture_lines(topology, owned[own], owned[victims], candidates)
            }
            _ if !pred.depends_on(variable) => {
                if self.holds(pred) {
                    candidates
                } else {
                    CellSet::EMPTY
                }
            }
            _ => self.one_by_one(pred, variable, candidates),
        }
    }

    fn one_by_one(&self, pred: &Pred<W>, variable: Variable, candidates: CellSet<W>) -> CellSet<W> {
        candidates.iter().filter(|&c| self.with(variable, c).holds(pred)).collect()
    }

    /// The candidates that `place` leads into `set`, if it is the variable or some steps from it.
    fn stepped(
        &self,
        place: &Place,
        variable: Variable,
        set: CellSet<W>,
        candidates: CellSet<W>,
    ) -> Option<CellSet<W>> {
        if place.is(variable) {
            return Some(candidates & set);
        }
        match place {
            Place::Step(inner, Heading::Is(d), count) => {
                let mut set = set;
                for _ in 0..*count {
                    set = self.game.topology.shifts[*d].preimage(set);
                }
                self.stepped(inner, variable, set, candidates)
            }
            Place::Step(_, Heading::Nowhere, _) => Some(CellSet::EMPTY),
            _ => None,
        }
    }

    /// Bit-sliced neighbour counts: plane *i* holds bit *i* of every cell's count.
    fn by_neighbours(&self, cmp: Cmp, aimed: CellSet<W>, k: i32, candidates: CellSet<W>) -> CellSet<W> {
        let topology = &self.game.topology;
        if self.game.neighbours_repeat {
            return candidates
                .iter()
                .filter(|&c| cmp.holds((topology.adjacent[c as usize] & aimed).len() as i32, k))
                .collect();
        }
        let mut planes = [CellSet::<W>::EMPTY; 5];
        for &d in &topology.adjacent_directions {
            let mut carry = topology.shifts[d].preimage(aimed);
            for plane in &mut planes {
                let both = *plane & carry;
                *plane ^= carry;
                carry = both;
            }
        }
        let mut found = CellSet::EMPTY;
        for count in 0..=topology.adjacent_directions.len() {
            if cmp.holds(count as i32, k) {
                let equal = planes.iter().enumerate().fold(candidates, |set, (bit, plane)| {
                    if count >> bit & 1 != 0 { set & *plane } else { set.minus(plane) }
                });
                found |= equal;
            }
        }
        found
    }

    /// Counts along every ray from `from` at once, instead of once for every candidate.
    fn by_between(&self, cmp: Cmp, aimed: CellSet<W>, k: i32, from: CellId, candidates: CellSet<W>) -> CellSet<W> {
        let topology = &self.game.topology;
        let off_line = cmp.holds(0, k);
        if from == NOWHERE {
            return if off_line { candidates } else { CellSet::EMPTY };
        }
        if off_line && topology.has_simple_rays() && !cmp.holds(1, k) && !cmp.holds(i32::MAX, k) {
            // All that matters is what is met first on each ray.
            return topology.line_directions.iter().fold(candidates, |clear, &d| {
                match topology.first_on_ray(from, d, &aimed) {
                    Some((_, beyond)) => clear.minus(beyond),
                    None => clear,
                }
            });
        }
        let mut found = if off_line { candidates } else { CellSet::EMPTY };
        // The first line found counts, as in `Topology::line`; a later direction must not overrule it.
        let mut seen = CellSet::<W>::EMPTY;
        for &d in &topology.line_directions {
            let mut count = 0;
            for cell in topology.ray(from, d) {
                if candidates.contains(cell) && !seen.contains(cell) {
                    seen.insert(cell);
                    if cmp.holds(count, k) {
                        found.insert(cell);
                    } else {
                        found.remove(cell);
                    }
                }
                count += aimed.contains(cell) as i32;
            }
        }
        found
    }

    /// Counts along each line through `from` once, instead of once for every candidate.
    fn by_whole_line(&self, cmp: Cmp, number: &Num, aimed: CellSet<W>, candidates: CellSet<W>) -> CellSet<W> {
        let (topology, board) = (&self.game.topology, &self.game.board);
        let mut found = CellSet::EMPTY;
        let mut rest = candidates;
        let value = |cell: CellId| match number {
            Num::Const(n) => *n,
            _ => board.distance(self.from, cell).map_or(999, |d| d as i32),
        };
        let here = aimed.contains(self.from) as u32;
        let by_distance = cmp == Cmp::Eq && matches!(number, Num::Distance(..));
        for &d in topology.line_directions.iter().filter(|&&d| d <= topology.opposite[d]) {
            let rays = (topology.ray_set(self.from, d), topology.ray_set(self.from, topology.opposite[d]));
            let (Some(ray), Some(back)) = rays else { continue };
            let line = *ray | *back;
            let count = (line & aimed).len() + here;
            let met = candidates & line;
            rest = rest.minus(&line);
            found |= match by_distance {
                true => met & topology.ring(board, self.from, count),
                false => met.iter().filter(|&c| cmp.holds(value(c), count as i32)).collect(),
            };
        }
        found | rest.iter().filter(|&c| cmp.holds(value(c), 0)).collect()
    }

    /// The value of a number with every coordinate fixed. Arithmetic saturates.
    pub fn int(&self, num: &Num) -> i32 {
        let topology = &self.game.topology;
        let at = |p: &Place| Some(self.place(p)).filter(|&c| c != NOWHERE);
        match num {
            Num::Const(n) => *n,
            Num::Sum(t) => t.iter().fold(0, |a, n| a.saturating_add(self.int(n))),
            Num::Difference(t) => match t.as_slice() {
                [one] => self.int(one).saturating_neg(),
                [first, rest @ ..] => rest.iter().fold(self.int(first), |a, n| a.saturating_sub(self.int(n))),
                [] => 0,
            },
            Num::Product(t) => t.iter().fold(1, |a, n| a.saturating_mul(self.int(n))),
            Num::Quotient(a, b) => self.int(a).checked_div(self.int(b)).unwrap_or(0),
            Num::Modulo(a, b) => self.int(a).checked_rem_euclid(self.int(b)).unwrap_or(0),
            Num::Min(t) => t.iter().map(|n| self.int(n)).min().unwrap_or(0),
            Num::Max(t) => t.iter().map(|n| self.int(n)).max().unwrap_or(0),
            Num::Abs(a) => self.int(a).saturating_abs(),
            Num::Between(aim, a, b) => match topology.line(self.place(a), self.place(b)) {
                Some((d, steps)) => {
                    let a = self.place(a);
                    topology.ray(a, d).take(steps as usize - 1).filter(|&c| self.aims_at(aim, c)).count() as i32
                }
                None => 0,
            },
            Num::WholeLine(aim) => match topology.line(self.from, self.to) {
                Some((d, _)) => {
                    let back = topology.ray(self.from, topology.opposite[d]);
                    let line = back.chain(topology.ray(self.from, d)).chain(std::iter::once(self.from));
                    line.filter(|&c| self.aims_at(aim, c)).count() as i32
                }
                None => 0,
            },
            Num::Neighbours(p, aim) => at(p).map_or(0, |c| match aim {
                Aim::Pieces(f) if f.by_owner => {
                    (topology.adjacent[c as usize] & self.state_owned(f.owners)).len() as i32
                }
                _ => topology.adjacent[c as usize].iter().filter(|&n| self.aims_at(aim, n)).count() as i32,
            }),
            Num::Height(p) => at(p).map_or(0, |c| self.game.height(self.state, c) as i32),
            Num::GroupSize(p) => at(p).map_or(0, |c| {
                let mut seed = topology.adjacent[c as usize];
                seed.insert(c);
                let own = self.state.owned[self.mover.index()];
                topology.flood(&topology.adjacent, seed, own).len() as i32
            }),
            Num::Phase(p) => at(p).map_or(0, |c| topology.phase[c as usize] as i32),
            Num::Distance(a, b) => match (at(a), at(b)) {
                (Some(a), Some(b)) => self.game.board.distance(a, b).map_or(999, |d| d as i32),
                _ => 0,
            },
            Num::PieceState(p) => at(p).map_or(0, |c| self.game.top(self.state, c).state() as i32),
            Num::CellState(p) => at(p).map_or(0, |c| self.game.cell_state(self.state, c) as i32),
            Num::Value(p) => at(p).map_or(0, |c| {
                let piece = self.game.top(self.state, c);
                if piece.is_none() { 0 } else { self.game.rules.pieces[piece.kind()].value }
            }),
            Num::Liberties(p) => at(p).map_or(0, |c| match self.state.owner_of(c) {
                None => 0,
                Some(o) => {
                    let group = topology.flood(&topology.adjacent, CellSet::of(c), self.state.owned[o]);
                    topology.spread(&topology.adjacent, group).minus(&self.state.occupied()).len() as i32
                }
            }),
            Num::LineLength(p, directions) => at(p).map_or(0, |c| {
                let Some(o) = self.state.owner_of(c) else { return 0 };
                let own = &self.state.owned[o];
                let run = |d: usize| topology.ray(c, d).take_while(|&n| own.contains(n)).count() as i32;
                directions.iter().map(|&d| 1 + run(d) + run(topology.opposite[d])).max().unwrap_or(1)
            }),
            Num::Row(p) => at(p).map_or(0, |c| topology.row[c as usize] as i32 + 1),
            Num::Col(p) => at(p).map_or(0, |c| topology.col[c as usize] as i32 + 1),
            Num::Pieces(aim) => self.aimed(aim).len() as i32,
            Num::Groups(players) => players_of(*players)
                .map(|o| {
                    let mut rest = self.state.owned[o];
                    let mut groups = 0;
                    while let Some(c) = rest.lowest() {
                        rest = rest.minus(&topology.flood(&topology.adjacent, CellSet::of(c), rest));
                        groups += 1;
                    }
                    groups
                })
                .sum(),
            Num::LargestGroup(players, rank) => players_of(*players)
                .map(|o| {
                    let mut rest = self.state.owned[o];
                    let mut sizes: ArrayVec<i32, { Board::MAX_CELLS }> = ArrayVec::new();
                    while let Some(c) = rest.lowest() {
                        let group = topology.flood(&topology.adjacent, CellSet::of(c), rest);
                        rest = rest.minus(&group);
                        sizes.push(group.len() as i32);
                    }
                    sizes.sort_unstable_by(|a, b| b.cmp(a));
                    sizes.get(*rank as usize - 1).copied().unwrap_or(0)
                })
                .sum(),
            Num::Territory(players) => {
                let mut rest = topology.all.minus(&self.state.occupied());
                let mut count = 0;
                while let Some(c) = rest.lowest() {
                    let region = topology.flood(&topology.adjacent, CellSet::of(c), rest);
                    rest = rest.minus(&region);
                    let around = topology.spread(&topology.adjacent, region);
                    let alone = |o: usize| (0..3).all(|p| around.meets(&self.state.owned[p]) == (p == o));
                    if players_of(*players).any(alone) {
                        count += region.len() as i32;
                    }
                }
                count
            }
            Num::InHand(players, kind) => {
                let mut total = 0;
                for o in players_of(*players) {
                    let kinds = 0..self.game.rules.pieces.len();
                    for k in kinds.filter(|&k| kind.is_none_or(|only| only == k)) {
                        match self.state.hands[o][k] {
                            UNLIMITED => return 999,
                            n => total += n as i32,
                        }
                    }
                }
                total
            }
            Num::Captured(players) => {
                players_of(*players).map(|o| self.state.captured[o].iter().map(|&n| n as i32).sum::<i32>()).sum()
            }
            Num::Score(players) => players_of(*players).map(|o| self.state.scores[o]).sum(),
            Num::MoveNumber => self.move_number.min(1_000_000) as i32,
        }
    }
}

fn players_of(bits: u8) -> impl Iterator<Item = usize> {
    (0..2).filter(move |o| bits >> o & 1 != 0)
}
