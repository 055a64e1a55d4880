//! Conditions on a single cell as arithmetic on sets: the form that most conditions of move definitions take.

use super::board_view::View;
use super::line_counts::{LineCount, StraightPath};
use super::owner::Owner;
use super::predicate::{CellExpr, Direction, Num, Pred, Variable};
use super::slide::Slide;
use super::state::NOWHERE;
use super::topology::{Shifts, Topology};
use crate::board::{CellId, CellSet};

/// The most clauses and literals that a condition may have in this form.
const LIMIT: usize = 16;

/// A set of cells that a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fact<const W: usize> {
    /// Those with one of these contents.
    Content(u8),
    /// These.
    Fixed(CellSet<W>),
    /// Where the last move ended.
    Last,
    /// All cells if the turn continues, or if it is the player's first; else none.
    Continuing,
    FirstMove,
}

/// One fact about a cell, or about the cell some steps from it.
#[derive(Clone, Debug)]
struct Literal<const W: usize> {
    fact: Fact<W>,
    /// From the cell itself to the one that is looked at.
    path: Option<Shifts<W>>,
    negated: bool,
}

/// What a cell may hold, as bits: 1 White's, 2 Black's, 4 nobody's piece, 8 nothing.
pub(super) const ANYTHING: u8 = 15;

/// The same of cells that are not empty.
pub(super) const SOMETHING: u8 = 7;

/// What opens a cell that must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    /// It is open.
    Nothing,
    /// A piece on that cell.
    Piece(CellId),
    Never,
}

/// A condition on one cell: on what it holds and where it is, and clauses of each of which one literal must hold.
#[derive(Clone, Debug)]
pub(super) struct Mask<const W: usize> {
    content: u8,
    within: Option<CellSet<W>>,
    clauses: Vec<Vec<Literal<W>>>,
    counts: Vec<LineCount<W>>,
    /// Whether more may be asked than what the cell holds: one look tells most conditions from the others.
    asks_more: bool,
}

/// A path from its beginning to `path`'s end: the last cell before that, by where it begins, and what is known of conditions on it.
pub(super) struct PathSubject<'a, const W: usize> {
    pub path: StraightPath<'a>,
    pub over: &'a [CellId],
    pub settled: &'a Settled<'a, W>,
}

impl<const W: usize> Mask<W> {
    /// The condition in this form, if the variable is all that it depends on and it is simple enough.
    pub fn of(pred: &Pred<W>, variable: Variable, topology: &Topology<W>) -> Option<Mask<W>> {
        Mask::build(pred, &Subject { variable, path: None, topology })
    }

    /// A condition on a whole path as one on where it begins.
    pub fn of_path(pred: &Pred<W>, path: &PathSubject<W>, topology: &Topology<W>) -> Option<Mask<W>> {
        Mask::build(pred, &Subject { variable: Variable::From, path: Some(path), topology })
    }

    fn build(pred: &Pred<W>, subject: &Subject<W>) -> Option<Mask<W>> {
        let topology = subject.topology;
        let (mut all, mut counts) = (Vec::new(), Vec::new());
        conjunction(pred, subject, &mut all, &mut counts)?;
        if all.len() > LIMIT || all.iter().any(|c| c.len() > LIMIT) {
            return None;
        }
        let mut mask = Mask { content: ANYTHING, within: None, clauses: Vec::new(), counts, asks_more: false };
        for clause in all {
            let content = |l: &Literal<W>| match (l.fact, &l.path) {
                (Fact::Content(content), None) => Some(if l.negated { !content & ANYTHING } else { content }),
                _ => None,
            };
            if let Some(contents) = clause.iter().map(content).collect::<Option<Vec<u8>>>() {
                mask.content &= contents.into_iter().fold(0, |a, b| a | b);
            } else if let [Literal { fact: Fact::Fixed(fixed), path: None, negated }] = clause[..] {
                let known = mask.within(topology.all);
                mask.within = Some(if negated { known.minus(&fixed) } else { known & fixed });
            } else {
                mask.clauses.push(clause);
            }
        }
        mask.asks_more = !mask.is_about_contents();
        Some(mask)
    }

    /// Whether all that is asked of the cell is that it be empty.
    pub fn is_empty_cell(&self) -> bool {
        self.content == 8 && self.is_about_contents()
    }

    /// Whether all that is asked of the cell is what it holds.
    fn is_about_contents(&self) -> bool {
        self.within.is_none() && self.is_about_one_cell()
    }

    /// The cells that hold what is asked for.
    #[inline(always)]
    pub(super) fn contents(&self, view: &View<W>) -> CellSet<W> {
        match self.content {
            8 => view.empty,
            content => view.holding(content),
        }
    }

    /// Whether it holds for no cell that is not empty.
    pub fn is_of_empty_cells(&self) -> bool {
        self.content == 8
    }

    /// The cells of a board that it may be about: it holds of no other.
    pub fn within(&self, all: CellSet<W>) -> CellSet<W> {
        self.within.unwrap_or(all)
    }

    /// The same condition for cells that are known to hold no more than this.
    pub fn given(mut self, content: u8) -> Self {
        if self.content & content == content {
            self.content = ANYTHING;
        }
        self
    }

    /// Whether all that is asked is what the cell holds and where it is.
    pub fn is_about_one_cell(&self) -> bool {
        self.clauses.is_empty() && self.counts.is_empty()
    }

    /// How many cells of a path are looked at to count what they hold; `None` if the condition never holds.
    pub fn counted(&self) -> Option<usize> {
        let never = self.counts.iter().any(LineCount::is_never);
        (!never).then(|| self.counts.iter().map(LineCount::length).sum())
    }

    /// The cells for which it holds, if that does not depend on what they hold.
    pub fn fixed(&self, topology: &Topology<W>) -> Option<CellSet<W>> {
        let fixed = self.is_about_one_cell() && self.content == ANYTHING;
        fixed.then(|| self.within(topology.all))
    }

    /// Whether the condition is about what the cells hold alone.
    pub fn is_about_cells(&self) -> bool {
        let about = |l: &Literal<W>| matches!(l.fact, Fact::Content(_) | Fact::Fixed(_));
        self.clauses.iter().all(|clause| clause.iter().all(about))
    }

    /// Whether it is about what the cells hold and where the last move ended, and nothing else.
    pub fn is_about_cells_and_last(&self) -> bool {
        self.clauses.iter().all(|clause| clause.iter().all(|l| !matches!(l.fact, Fact::Continuing | Fact::FirstMove)))
    }

    /// Whether it asks if the turn continues.
    pub fn asks_for_turn(&self) -> bool {
        self.clauses.iter().flatten().any(|literal| matches!(literal.fact, Fact::Continuing))
    }

    /// The same condition where it is known whether the turn continues; `None` if it never holds then.
    pub fn in_turn(mut self, continuing: bool) -> Option<Self> {
        let settled = |l: &Literal<W>| matches!(l.fact, Fact::Continuing).then_some(continuing != l.negated);
        self.clauses.retain(|clause| !clause.iter().any(|l| settled(l) == Some(true)));
        self.clauses.iter_mut().for_each(|clause| clause.retain(|l| settled(l).is_none()));
        (!self.clauses.iter().any(Vec::is_empty)).then_some(self)
    }

    /// By cell: what must happen before the condition holds there, where it asks that the cell be empty and at most one other
    /// not be so; `None` if it is not of this form.
    pub fn openers(&self, topology: &Topology<W>) -> Option<Vec<Opener>> {
        let ([clause], [], 8) = (&self.clauses[..], &self.counts[..], self.content) else { return None };
        let of_cell = |cell: CellId| {
            if self.within.is_some_and(|within| !within.contains(cell)) {
                return Some(Opener::Never);
            }
            let mut opener = Opener::Never;
            for literal in clause {
                let at = match &literal.path {
                    None => Some(cell),
                    Some(path) => path.image(CellSet::of(cell)).lowest(),
                };
                opener = match (literal.fact, at, opener) {
                    (_, _, Opener::Nothing) => return Some(Opener::Nothing),
                    (Fact::Fixed(set), at, _) if at.is_some_and(|c| set.contains(c)) != literal.negated => {
                        Opener::Nothing
                    }
                    (Fact::Fixed(_), _, opener) => opener,
                    (Fact::Content(8), None, _) if literal.negated => Opener::Nothing,
                    (Fact::Content(8), Some(by), Opener::Never) if literal.negated && by != cell => Opener::Piece(by),
                    (Fact::Content(7), None, opener) if !literal.negated => opener,
                    (Fact::Content(7), Some(by), Opener::Never) if !literal.negated && by != cell => Opener::Piece(by),
                    _ => return None,
                };
            }
            Some(opener)
        };
        (0..topology.cells as CellId).map(of_cell).collect()
    }

    /// The cells of `candidates`, which are on the board, for which the condition holds.
    #[inline(always)]
    pub fn select(&self, view: &View<W>, candidates: CellSet<W>) -> CellSet<W> {
        let mut selected = match self.content {
            ANYTHING => candidates,
            8 => candidates & view.empty,
            13 => candidates.minus(&view.owned[Owner::Black]),
            14 => candidates.minus(&view.owned[Owner::White]),
            content => candidates & view.holding(content),
        };
        if !self.asks_more {
            return selected;
        }
        if let Some(within) = &self.within {
            selected &= *within;
        }
        for clause in &self.clauses {
            selected = match clause.as_slice() {
                [literal] => literal.restrict(view, selected),
                literals => {
                    literals.iter().fold(CellSet::EMPTY, |found, literal| found | literal.restrict(view, selected))
                }
            };
        }
        self.counts.iter().fold(selected, |selected, count| count.restrict(view, selected))
    }
}

impl<const W: usize> Literal<W> {
    #[inline]
    fn restrict(&self, view: &View<W>, cells: CellSet<W>) -> CellSet<W> {
        let when = |holds: bool| if holds { cells } else { CellSet::EMPTY };
        let mut set = match &self.fact {
            Fact::Content(8) => view.empty,
            Fact::Content(content) => view.holding(*content),
            Fact::Fixed(fixed) => *fixed,
            Fact::Last if view.last == NOWHERE => CellSet::EMPTY,
            Fact::Last => CellSet::of(view.last),
            Fact::Continuing => when(view.continuing),
            Fact::FirstMove => when(view.first_move),
        };
        if let Some(path) = &self.path {
            set = path.preimage(set);
        }
        if self.negated { cells.minus(&set) } else { cells & set }
    }
}

/// What a condition on a path comes to.
pub(super) enum Settlement<const W: usize> {
    /// It holds from these cells.
    From(CellSet<W>),
    /// It holds where the cell seen from the beginning of the path, by cell, holds one of these contents.
    Content(Vec<CellId>, u8),
}

/// What a condition comes to, if that is known.
pub(super) type Settled<'a, const W: usize> = dyn Fn(&Pred<W>) -> Option<Settlement<W>> + 'a;

/// The cell that a condition is about, and what else follows from it.
struct Subject<'a, const W: usize> {
    variable: Variable,
    /// Where a move from the cell leads, and over what.
    path: Option<&'a PathSubject<'a, W>>,
    topology: &'a Topology<W>,
}

/// By cell that the variable may be: the place that is some steps from it; `None` for other places and where a piece decides the steps.
pub(super) fn places<const W: usize>(
    place: &CellExpr,
    variable: Variable,
    topology: &Topology<W>,
) -> Option<Vec<CellId>> {
    Subject { variable, path: None, topology }.map(place)
}

impl<const W: usize> Subject<'_, W> {
    /// Where a place is, for every cell that the subject may be.
    fn map(&self, place: &CellExpr) -> Option<Vec<CellId>> {
        if let Some(subject) = self.path {
            match place {
                CellExpr::To | CellExpr::Current => return Some(subject.path.map.to_vec()),
                CellExpr::Over => return Some(subject.over.to_vec()),
                _ => {}
            }
        }
        if place.is(self.variable) {
            return Some((0..self.topology.cells as CellId).collect());
        }
        let CellExpr::Step(inner, Direction::Is(direction), count) = place else { return None };
        let mut map = self.map(inner)?;
        for cell in &mut map {
            for _ in 0..*count {
                if *cell != NOWHERE {
                    *cell = self.topology.next(*cell, *direction);
                }
            }
        }
        Some(map)
    }

    fn literal(&self, place: &CellExpr, fact: Fact<W>) -> Option<Literal<W>> {
        let map = self.map(place)?;
        let plain = map.iter().enumerate().all(|(cell, &to)| to as usize == cell);
        Some(Literal { fact, path: (!plain).then(|| Shifts::of(&map)), negated: false })
    }
}

fn conjunction<const W: usize>(
    pred: &Pred<W>,
    subject: &Subject<W>,
    out: &mut Vec<Vec<Literal<W>>>,
    counts: &mut Vec<LineCount<W>>,
) -> Option<()> {
    let counted = |path: &PathSubject<W>| LineCount::of(pred, &path.path, subject.topology);
    match pred {
        Pred::True => {}
        Pred::And(ps) => {
            for p in ps {
                conjunction(p, subject, out, counts)?;
            }
        }
        Pred::Compare(..) if let Some(count) = subject.path.and_then(counted) => counts.push(count),
        // Not one of several is none of them.
        Pred::Not(inner) if matches!(**inner, Pred::Or(_)) => {
            let mut literals = Vec::new();
            disjunction(inner, subject, &mut literals)?;
            out.extend(literals.into_iter().map(|l| vec![Literal { negated: !l.negated, ..l }]));
        }
        pred => {
            let mut clause = Vec::new();
            disjunction(pred, subject, &mut clause)?;
            out.push(clause);
        }
    }
    Some(())
}

fn disjunction<const W: usize>(pred: &Pred<W>, subject: &Subject<W>, out: &mut Vec<Literal<W>>) -> Option<()> {
    let of_turn = |fact| Literal { fact, path: None, negated: false };
    out.push(match pred {
        Pred::False => of_turn(Fact::Fixed(CellSet::EMPTY)),
        Pred::Or(ps) => {
            for p in ps {
                disjunction(p, subject, out)?;
            }
            return Some(());
        }
        Pred::Not(inner) if !matches!(**inner, Pred::And(_) | Pred::Or(_) | Pred::Not(_)) => {
            let mut one = Vec::new();
            disjunction(inner, subject, &mut one)?;
            let [literal] = <[Literal<W>; 1]>::try_from(one).ok()?;
            Literal { negated: !literal.negated, ..literal }
        }
        Pred::Empty(place) => subject.literal(place, Fact::Content(8))?,
        Pred::Owned(place, owners) if owners & 7 != 0 => subject.literal(place, Fact::Content(owners & 7))?,
        Pred::In(place, set) => subject.literal(place, Fact::Fixed(*set))?,
        Pred::OnBoard(place) => subject.literal(place, Fact::Fixed(subject.topology.all))?,
        Pred::Same(place, CellExpr::Last) | Pred::Same(CellExpr::Last, place) => subject.literal(place, Fact::Last)?,
        Pred::Continuing => of_turn(Fact::Continuing),
        Pred::FirstMove => of_turn(Fact::FirstMove),
        pred => match (subject.path?.settled)(pred)? {
            Settlement::From(cells) => of_turn(Fact::Fixed(cells)),
            Settlement::Content(map, content) => {
                Literal { fact: Fact::Content(content), path: Some(Shifts::of(&map)), negated: false }
            }
        },
    });
    Some(())
}

/// A condition on one of the cells of a move, in the fastest form there is.
#[derive(Clone, Debug)]
pub(super) struct CellCondition<const W: usize> {
    /// The condition as it was.
    pub pred: Pred<W>,
    /// The cell that it is about.
    pub variable: Variable,
    /// What does not depend on the cell, if anything.
    pub gate: Option<Pred<W>>,
    /// What does; as far as possible as a mask and a line from where the last move ended; and what of it is neither.
    pub rest: Pred<W>,
    pub mask: Option<(Mask<W>, Option<Slide>)>,
    pub beyond: Option<Pred<W>>,
    /// All that is asked is what the cell holds.
    pub simple: bool,
}

/// A condition as a mask and, if it also says how to come from where the last move ended to `to` along a line, that line.
pub(super) fn mask_and_slide<const W: usize>(
    pred: &Pred<W>,
    variable: Variable,
    topology: &Topology<W>,
) -> Option<(Mask<W>, Option<Slide>)> {
    if let Some(mask) = Mask::of(pred, variable, topology) {
        return Some((mask, None));
    }
    let of_line = |p: &&Pred<W>| {
        matches!(p, Pred::Reach(CellExpr::Last, ..) | Pred::Compare(_, Num::Between(_, CellExpr::Last, _), _))
    };
    let (line, others): (Vec<_>, Vec<_>) = pred.conjuncts().iter().partition(of_line);
    if variable != Variable::To || line.is_empty() {
        return None;
    }
    let others = Pred::And(others.into_iter().cloned().collect());
    Some((Mask::of(&others, variable, topology)?, Some(Slide::of(&line, &CellExpr::Last, topology)?)))
}

impl<const W: usize> CellCondition<W> {
    /// The condition `pred` on a cell.
    pub fn new(pred: Pred<W>, variable: Variable, topology: &Topology<W>) -> Self {
        let (mut gate, mut rest) = (Vec::new(), Vec::new());
        for p in pred.conjuncts() {
            if p.depends_on(variable) { rest.push(p.clone()) } else { gate.push(p.clone()) }
        }
        let rest = Pred::And(rest);
        let gate = (!gate.is_empty()).then_some(Pred::And(gate));
        let (mask, beyond) = match mask_and_slide(&rest, variable, topology) {
            Some(whole) => (Some(whole), None),
            None => {
                let masked = |p: &&Pred<W>| Mask::of(p, variable, topology).is_some();
                let (masked, beyond): (Vec<_>, Vec<_>) = rest.conjuncts().iter().partition(masked);
                let of = |parts: Vec<&Pred<W>>| Pred::And(parts.into_iter().cloned().collect());
                match Mask::of(&of(masked), variable, topology) {
                    Some(mask) => (Some((mask, None)), Some(of(beyond))),
                    None => (None, Some(rest.clone())),
                }
            }
        };
        let simple =
            gate.is_none() && beyond.is_none() && matches!(&mask, Some((mask, None)) if mask.is_about_contents());
        CellCondition { mask, beyond, gate, rest, variable, pred, simple }
    }

    /// Whether it is arithmetic on sets, however many cells there are to look at.
    #[inline]
    pub fn is_quick(&self) -> bool {
        self.beyond.is_none()
    }

    /// What the cell may hold, as contents, and which cells it may be, if that is all that is asked.
    pub fn as_content(&self, topology: &Topology<W>) -> Option<(u8, CellSet<W>)> {
        match &self.mask {
            Some((mask, None)) if self.is_about_one_cell() => Some((mask.content, mask.within(topology.all))),
            _ => None,
        }
    }

    /// What the cell must hold at least one of, as contents.
    pub fn contents(&self) -> u8 {
        self.mask.as_ref().map_or(ANYTHING, |(mask, _)| mask.content)
    }

    /// The cells of a board that it may be about: it holds of no other.
    pub fn within(&self, all: CellSet<W>) -> CellSet<W> {
        self.mask.as_ref().map_or(all, |(mask, _)| mask.within(all))
    }

    /// Whether what the cell holds and where it is are all that it asks.
    pub fn is_about_one_cell(&self) -> bool {
        let plain = matches!(&self.mask, Some((mask, None)) if mask.is_about_one_cell());
        self.gate.is_none() && self.beyond.is_none() && plain
    }
}
