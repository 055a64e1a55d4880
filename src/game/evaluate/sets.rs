//! Conditions evaluated for a whole set of cells at once.

use super::super::capture;
use super::super::context::{Body, Context};
use super::super::predicate::{CellExpr, Direction, Num, Pred, Variable};
use super::super::rules::{CaptureType, Cmp};
use super::super::state::{NOWHERE, count_looks};
use super::number::UNREACHED;
use crate::board::{CellId, CellSet};

/// What a comparison for a set of cells takes, in looks.
const LOOKS_OF_A_COMPARISON: u64 = 3;

/// A comparison may cost so much without being counted for it: known games have none that costs more.
const FREE_COST: u32 = 1_000;
/// What costs as much as a look.
const COST_OF_A_LOOK: u32 = 16;

/// What evaluating a predicate takes beyond what one usually does, in looks: numbers may be of thousands of terms.
fn looks_beyond<const W: usize>(pred: &Pred<W>) -> u64 {
    match pred {
        Pred::Compare(_, a, b) => (a.cost().saturating_add(b.cost()).saturating_sub(FREE_COST) / COST_OF_A_LOOK).into(),
        _ => 0,
    }
}

impl<const W: usize> Context<'_, W> {
    /// The cells of `candidates` for which the predicate holds when the variable stands for them.
    pub fn set(&self, pred: &Pred<W>, variable: Variable, candidates: CellSet<W>) -> CellSet<W> {
        if candidates.is_empty() {
            return candidates;
        }
        match pred {
            Pred::True => candidates,
            Pred::False => CellSet::EMPTY,
            Pred::Table(rows) if variable == Variable::To && self.from != NOWHERE => {
                candidates & rows[self.from as usize]
            }
            Pred::And(ps) => ps.iter().fold(candidates, |set, p| self.set(p, variable, set)),
            Pred::Or(ps) => {
                count_looks(ps.len() as u64 / 4);
                let mut found = CellSet::EMPTY;
                for p in ps {
                    found |= self.set(p, variable, candidates.minus(&found));
                }
                found
            }
            Pred::Not(p) => candidates.minus(&self.set(p, variable, candidates)),
            _ => match self.set_form(pred, variable, candidates) {
                Some(set) => set,
                None if pred.depends_on(variable) => self.one_by_one(pred, variable, candidates),
                None if self.asked(pred) => candidates,
                None => CellSet::EMPTY,
            },
        }
    }

    /// The same for a predicate without parts, if it has a form as a set.
    #[inline]
    fn set_form(&self, pred: &Pred<W>, variable: Variable, candidates: CellSet<W>) -> Option<CellSet<W>> {
        let topology = &self.game.topology;
        match pred {
            Pred::Empty(p) if p.depends_on(variable) => {
                let empty = topology.all.minus(&self.state.occupied());
                self.stepped(p, variable, empty, candidates)
            }
            Pred::Owned(p, owners) if p.depends_on(variable) => {
                self.stepped(p, variable, self.state.owned.among(*owners), candidates)
            }
            Pred::In(p, set) if p.depends_on(variable) => self.stepped(p, variable, *set, candidates),
            Pred::OnBoard(p) if p.depends_on(variable) => self.stepped(p, variable, topology.all, candidates),
            Pred::Reach(a, b, tables, _) if b.is(variable) && !a.depends_on(variable) && variable != Variable::From => {
                Some(match self.cell(a) {
                    NOWHERE => CellSet::EMPTY,
                    a => candidates & tables[self.facing_slot(tables.len())][a as usize],
                })
            }
            Pred::Adjacent(a, b)
                if (a.is(variable) && !b.depends_on(variable)) || (b.is(variable) && !a.depends_on(variable)) =>
            {
                Some(match self.cell(if a.is(variable) { b } else { a }) {
                    NOWHERE => CellSet::EMPTY,
                    c => candidates & topology.adjacent[c as usize],
                })
            }
            Pred::Same(a, b)
                if (a.is(variable) && !b.depends_on(variable)) || (b.is(variable) && !a.depends_on(variable)) =>
            {
                Some(match self.cell(if a.is(variable) { b } else { a }) {
                    NOWHERE => CellSet::EMPTY,
                    c => candidates & CellSet::of(c),
                })
            }
            Pred::NextTo(p, owners) if p.is(variable) && variable != Variable::From => {
                let mut owned = self.state.owned.among(*owners);
                if self.from != NOWHERE {
                    owned.remove(self.from);
                }
                let image = |near, &d: &usize| near | topology.shifts[d].image(owned);
                Some(candidates & topology.adjacent_directions.iter().fold(CellSet::EMPTY, image))
            }
            Pred::Compare(cmp, a, b) => self.compared(*cmp, a, b, variable, candidates),
            Pred::Captures(CaptureType::Line, _)
                if variable == Variable::To
                    && self.from == NOWHERE
                    && self.body != Body::To
                    && !candidates.meets(&self.state.occupied()) =>
            {
                let (own, victims) = (self.mover, self.mover.opponent());
                let owned = &self.state.owned;
                Some(capture::drops_that_capture_lines(topology, owned[own], owned[victims], candidates))
            }
            Pred::Captures(CaptureType::Surround, _)
                if variable == Variable::To
                    && self.from == NOWHERE
                    && self.body != Body::To
                    && !candidates.meets(&self.state.occupied()) =>
            {
                Some(self.game.last_liberties(self.state, self.mover.opponent().bit(), candidates))
            }
            _ => None,
        }
    }

    /// The candidates, ends of moves, for which a comparison holds of what lies on the line from `from`: each line is looked at once.
    fn by_line(&self, cmp: Cmp, a: &Num, b: &Num, candidates: CellSet<W>) -> CellSet<W> {
        let topology = &self.game.topology;
        let (mut found, mut rest) = (CellSet::EMPTY, candidates);
        for &d in &topology.line_directions {
            let Some(ray) = topology.ray_set(self.from, d) else { continue };
            let met = candidates & *ray;
            for to in met {
                let Some(beyond) = topology.ray_set(to, d) else { continue };
                let mut between = ray.minus(beyond);
                between.remove(to);
                if cmp.holds(self.on_line(a, &between, to), self.on_line(b, &between, to)) {
                    found.insert(to);
                }
            }
            rest = rest.minus(&met);
        }
        let compared = |&to: &CellId| {
            let context = self.with(Variable::To, to);
            cmp.holds(context.int(a), context.int(b))
        };
        found | rest.iter().filter(compared).collect()
    }

    /// A number of a line, given the cells between its ends.
    fn on_line(&self, number: &Num, between: &CellSet<W>, to: CellId) -> i32 {
        let on = |n: &Num| self.on_line(n, between, to);
        match number {
            Num::Const(n) => *n,
            Num::Between(filter, ..) => (self.targets(filter) & *between).len() as i32,
            Num::Distance(..) => self.game.board.distance(self.from, to).map_or(UNREACHED, |d| d as i32),
            Num::Product(factors) => factors.iter().fold(1, |all, n| all.saturating_mul(on(n))),
            // `is_of_line` lets through no others.
            number => self.with(Variable::To, to).int(number),
        }
    }

    /// The candidates for which a comparison holds of numbers that can be counted for all of them at once.
    fn compared(&self, cmp: Cmp, a: &Num, b: &Num, variable: Variable, candidates: CellSet<W>) -> Option<CellSet<W>> {
        count_looks(LOOKS_OF_A_COMPARISON);
        match (a, b) {
            (Num::Neighbours(p, filter), Num::Const(k)) if p.is(variable) => {
                Some(self.by_neighbours(cmp, self.targets(filter), *k, candidates))
            }
            (Num::Liberties(p), Num::Const(k)) => {
                let near = self.led(p, variable, candidates)?;
                let groups = self.game.with_liberties(self.state, cmp, *k, near);
                let mut found = self.stepped(p, variable, groups, candidates)?;
                if cmp.holds(0, *k) {
                    found |= candidates.minus(&self.stepped(p, variable, self.state.occupied(), candidates)?);
                }
                Some(found)
            }
            (Num::Between(filter, a, b), Num::Const(k))
                if b.is(variable) && !a.depends_on(variable) && candidates.len() > 2 =>
            {
                Some(self.by_between(cmp, self.targets(filter), *k, self.cell(a), candidates))
            }
            (Num::Const(_) | Num::Distance(CellExpr::From, CellExpr::To), Num::WholeLine(filter))
                if variable == Variable::To && self.game.topology.has_simple_rays() && self.from != NOWHERE =>
            {
                Some(self.by_whole_line(cmp, a, self.targets(filter), candidates))
            }
            _ if variable == Variable::To
                && self.from != NOWHERE
                && self.game.topology.has_simple_rays()
                && is_of_line(a)
                && is_of_line(b) =>
            {
                Some(self.by_line(cmp, a, b, candidates))
            }
            _ => None,
        }
    }

    /// Whether a predicate holds that is the same for all candidates.
    fn asked(&self, pred: &Pred<W>) -> bool {
        count_looks(looks_beyond(pred));
        self.holds(pred)
    }

    fn one_by_one(&self, pred: &Pred<W>, variable: Variable, candidates: CellSet<W>) -> CellSet<W> {
        count_looks(u64::from(candidates.len()) * (1 + looks_beyond(pred)));
        candidates.iter().filter(|&c| self.with(variable, c).holds(pred)).collect()
    }

    /// The candidates that `place` leads into `set`, if it is the variable or some steps from it.
    fn stepped(
        &self,
        place: &CellExpr,
        variable: Variable,
        set: CellSet<W>,
        candidates: CellSet<W>,
    ) -> Option<CellSet<W>> {
        if place.is(variable) {
            return Some(candidates & set);
        }
        match place {
            CellExpr::Step(inner, Direction::Is(d), count) => {
                let mut set = set;
                for _ in 0..*count {
                    set = self.game.topology.shifts[*d].preimage(set);
                }
                self.stepped(inner, variable, set, candidates)
            }
            CellExpr::Step(_, Direction::Nowhere, _) => Some(CellSet::EMPTY),
            _ => None,
        }
    }

    /// Where `place` leads from some cells, if it is the variable or some steps from it.
    fn led(&self, place: &CellExpr, variable: Variable, cells: CellSet<W>) -> Option<CellSet<W>> {
        if place.is(variable) {
            return Some(cells);
        }
        match place {
            CellExpr::Step(inner, Direction::Is(d), count) => {
                let begin = self.led(inner, variable, cells)?;
                Some((0..*count).fold(begin, |set, _| self.game.topology.shifts[*d].image(set)))
            }
            CellExpr::Step(_, Direction::Nowhere, _) => Some(CellSet::EMPTY),
            _ => None,
        }
    }

    /// Bit-sliced neighbour counts: plane *i* holds bit *i* of every cell's count.
    fn by_neighbours(&self, cmp: Cmp, targets: CellSet<W>, k: i32, candidates: CellSet<W>) -> CellSet<W> {
        let topology = &self.game.topology;
        if self.game.neighbours_repeat {
            return candidates
                .iter()
                .filter(|&c| cmp.holds((topology.adjacent[c as usize] & targets).len() as i32, k))
                .collect();
        }
        let mut planes = [CellSet::<W>::EMPTY; 5];
        for &d in &topology.adjacent_directions {
            let mut carry = topology.shifts[d].preimage(targets);
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
    fn by_between(&self, cmp: Cmp, targets: CellSet<W>, k: i32, from: CellId, candidates: CellSet<W>) -> CellSet<W> {
        let topology = &self.game.topology;
        let off_line = cmp.holds(0, k);
        if from == NOWHERE {
            return if off_line { candidates } else { CellSet::EMPTY };
        }
        if off_line && topology.has_simple_rays() && !cmp.holds(1, k) && !cmp.holds(i32::MAX, k) {
            // All that matters is what is met first on each ray.
            return topology.line_directions.iter().fold(candidates, |clear, &d| {
                match topology.first_on_ray(from, d, &targets) {
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
                count += targets.contains(cell) as i32;
            }
        }
        found
    }

    /// Counts along each line through `from` once, instead of once for every candidate.
    fn by_whole_line(&self, cmp: Cmp, number: &Num, targets: CellSet<W>, candidates: CellSet<W>) -> CellSet<W> {
        let (topology, board) = (&self.game.topology, &self.game.board);
        let mut found = CellSet::EMPTY;
        let mut rest = candidates;
        let value = |cell: CellId| match number {
            Num::Const(n) => *n,
            _ => board.distance(self.from, cell).map_or(UNREACHED, |d| d as i32),
        };
        let here = targets.contains(self.from) as u32;
        let by_distance = cmp == Cmp::Eq && matches!(number, Num::Distance(..));
        for &d in topology.line_directions.iter().filter(|&&d| d <= topology.opposite[d]) {
            let rays = (topology.ray_set(self.from, d), topology.ray_set(self.from, topology.opposite[d]));
            let (Some(ray), Some(back)) = rays else { continue };
            let line = *ray | *back;
            let count = (line & targets).len() + here;
            let met = candidates & line;
            rest = rest.minus(&line);
            found |= match by_distance {
                true => met & topology.ring(board, self.from, count),
                false => met.iter().filter(|&c| cmp.holds(value(c), count as i32)).collect(),
            };
        }
        found | rest.iter().filter(|&c| cmp.holds(value(c), 0)).collect()
    }
}

/// Whether a number is about the line from `from` to `to` and nothing else.
fn is_of_line(number: &Num) -> bool {
    match number {
        Num::Const(_) | Num::Distance(CellExpr::From, CellExpr::To) => true,
        Num::Between(filter, CellExpr::From, CellExpr::To) => filter.is_of_sets(),
        Num::Product(factors) => factors.iter().all(is_of_line),
        _ => false,
    }
}
