//! Conditions on a single cell as arithmetic on sets: the form that most conditions of move definitions take.

use super::predicate::{Context, Heading, Place, Pred, Variable};
use super::state::NOWHERE;
use super::topology::{Shifts, Topology};
use crate::board::{CellId, CellSet};

/// The most clauses and literals that a condition may have in this form.
const LIMIT: usize = 16;

/// One fact about a cell, or about the cell some steps from it.
#[derive(Clone, Debug)]
struct Literal<const W: usize> {
    /// Whose cells count: 1 White's, 2 Black's, 4 nobody's pieces, 8 empty ones.
    content: u8,
    /// The cells that count whatever they hold.
    fixed: CellSet<W>,
    /// From the cell itself to the one that is looked at.
    path: Option<Shifts<W>>,
    negated: bool,
}

/// What a cell may hold, as bits: 1 White's, 2 Black's, 4 nobody's piece, 8 nothing.
const ANYTHING: u8 = 15;

/// A condition on one cell: on what it holds and where it is, and clauses of each of which one literal must hold.
#[derive(Clone, Debug)]
pub(super) struct Mask<const W: usize> {
    content: u8,
    within: Option<CellSet<W>>,
    clauses: Vec<Vec<Literal<W>>>,
}

impl<const W: usize> Mask<W> {
    /// The condition in this form, if the variable is all that it depends on and it is simple enough.
    pub fn of(pred: &Pred<W>, variable: Variable, topology: &Topology<W>) -> Option<Mask<W>> {
        let mut all = Vec::new();
        conjunction(pred, variable, topology, &mut all)?;
        if all.len() > LIMIT || all.iter().any(|c| c.len() > LIMIT) {
            return None;
        }
        let mut mask = Mask { content: ANYTHING, within: None, clauses: Vec::new() };
        for clause in all {
            if clause.iter().all(|l| l.path.is_none() && l.content != 0) {
                let of = |l: &Literal<W>| if l.negated { !l.content & ANYTHING } else { l.content };
                mask.content &= clause.iter().map(of).fold(0, |a, b| a | b);
            } else if let [Literal { content: 0, fixed, path: None, negated }] = clause[..] {
                let known = mask.within.unwrap_or(topology.all);
                mask.within = Some(if negated { known.minus(&fixed) } else { known & fixed });
            } else {
                mask.clauses.push(clause);
            }
        }
        Some(mask)
    }

    /// Whether all that is asked of the cell is that it be empty.
    pub fn is_empty_cell(&self) -> bool {
        self.content == 8 && self.within.is_none() && self.clauses.is_empty()
    }

    /// The same condition for cells that are known to hold no more than this.
    pub fn given(mut self, content: u8) -> Self {
        if self.content & content == content {
            self.content = ANYTHING;
        }
        self
    }

    /// The cells of `candidates`, which are on the board, for which the condition holds.
    #[inline(always)]
    pub fn select(&self, owned: &[CellSet<W>; 3], empty: &CellSet<W>, candidates: CellSet<W>) -> CellSet<W> {
        let mut selected = match self.content {
            ANYTHING => candidates,
            8 => candidates & *empty,
            13 => candidates.minus(&owned[1]),
            14 => candidates.minus(&owned[0]),
            content => candidates & union(content, owned, empty),
        };
        if let Some(within) = &self.within {
            selected &= *within;
        }
        for clause in &self.clauses {
            selected = match clause.as_slice() {
                [literal] => literal.restrict(owned, empty, selected),
                literals => literals
                    .iter()
                    .fold(CellSet::EMPTY, |found, literal| found | literal.restrict(owned, empty, selected)),
            };
        }
        selected
    }
}

/// The cells that hold one of these contents.
#[inline]
fn union<const W: usize>(content: u8, owned: &[CellSet<W>; 3], empty: &CellSet<W>) -> CellSet<W> {
    let mut set = if content & 8 != 0 { *empty } else { CellSet::EMPTY };
    for (i, owned) in owned.iter().enumerate() {
        if content >> i & 1 != 0 {
            set |= *owned;
        }
    }
    set
}

impl<const W: usize> Literal<W> {
    #[inline]
    fn restrict(&self, owned: &[CellSet<W>; 3], empty: &CellSet<W>, cells: CellSet<W>) -> CellSet<W> {
        let mut set = match self.content {
            8 => *empty,
            0 => self.fixed,
            content => union(content, owned, empty),
        };
        if let Some(path) = &self.path {
            set = path.preimage(set);
        }
        if self.negated { cells.minus(&set) } else { cells & set }
    }
}

fn conjunction<const W: usize>(
    pred: &Pred<W>,
    variable: Variable,
    topology: &Topology<W>,
    out: &mut Vec<Vec<Literal<W>>>,
) -> Option<()> {
    match pred {
        Pred::True => {}
        Pred::And(ps) => {
            for p in ps {
                conjunction(p, variable, topology, out)?;
            }
        }
        // Not one of several is none of them.
        Pred::Not(inner) if matches!(**inner, Pred::Or(_)) => {
            let mut literals = Vec::new();
            disjunction(inner, variable, topology, &mut literals)?;
            out.extend(literals.into_iter().map(|l| vec![Literal { negated: !l.negated, ..l }]));
        }
        pred => {
            let mut clause = Vec::new();
            disjunction(pred, variable, topology, &mut clause)?;
            out.push(clause);
        }
    }
    Some(())
}

fn disjunction<const W: usize>(
    pred: &Pred<W>,
    variable: Variable,
    topology: &Topology<W>,
    out: &mut Vec<Literal<W>>,
) -> Option<()> {
    let literal = |place: &Place, content: u8, fixed: CellSet<W>| {
        let map = steps(place, variable, topology)?;
        let plain = map.iter().enumerate().all(|(cell, &to)| to as usize == cell);
        Some(Literal { content, fixed, path: (!plain).then(|| Shifts::of(&map)), negated: false })
    };
    out.push(match pred {
        Pred::False => Literal { content: 0, fixed: CellSet::EMPTY, path: None, negated: false },
        Pred::Or(ps) => {
            for p in ps {
                disjunction(p, variable, topology, out)?;
            }
            return Some(());
        }
        Pred::Not(inner) if !matches!(**inner, Pred::And(_) | Pred::Or(_) | Pred::Not(_)) => {
            let mut one = Vec::new();
            disjunction(inner, variable, topology, &mut one)?;
            let [literal] = <[Literal<W>; 1]>::try_from(one).ok()?;
            Literal { negated: !literal.negated, ..literal }
        }
        Pred::Empty(place) => literal(place, 8, CellSet::EMPTY)?,
        Pred::Owned(place, owners) if owners & 7 != 0 => literal(place, owners & 7, CellSet::EMPTY)?,
        Pred::In(place, set) => literal(place, 0, *set)?,
        Pred::OnBoard(place) => literal(place, 0, topology.all)?,
        _ => return None,
    });
    Some(())
}

/// Where a place is, for every cell that the variable may stand for.
fn steps<const W: usize>(place: &Place, variable: Variable, topology: &Topology<W>) -> Option<Vec<CellId>> {
    if place.is(variable) {
        return Some((0..topology.cells as CellId).collect());
    }
    let Place::Step(inner, Heading::Is(direction), count) = place else { return None };
    let mut map = steps(inner, variable, topology)?;
    for cell in &mut map {
        for _ in 0..*count {
            if *cell != NOWHERE {
                *cell = topology.next(*cell, *direction);
            }
        }
    }
    Some(map)
}

/// A condition on one of the cells of a move, in the fastest form there is.
#[derive(Clone, Debug)]
pub(super) struct CellCondition<const W: usize> {
    /// The condition as it was.
    pub pred: Pred<W>,
    /// The cell that it is about.
    variable: Variable,
    /// What does not depend on the cell.
    gate: Pred<W>,
    /// What does, as a mask if possible.
    rest: Pred<W>,
    mask: Option<Mask<W>>,
}

impl<const W: usize> CellCondition<W> {
    /// The condition `pred` on a cell.
    pub fn new(pred: Pred<W>, variable: Variable, topology: &Topology<W>) -> Self {
        let (mut gate, mut rest) = (Vec::new(), Vec::new());
        let conjuncts = if let Pred::And(ps) = &pred { ps } else { std::slice::from_ref(&pred) };
        for p in conjuncts {
            if p.depends_on(variable) { rest.push(p.clone()) } else { gate.push(p.clone()) }
        }
        let rest = Pred::And(rest);
        CellCondition { mask: Mask::of(&rest, variable, topology), gate: Pred::And(gate), rest, variable, pred }
    }

    /// The cells of `candidates` for which the condition holds.
    #[inline]
    pub fn select(&self, context: &Context<W>, candidates: CellSet<W>) -> CellSet<W> {
        if candidates.is_empty() || !context.holds(&self.gate) {
            return CellSet::EMPTY;
        }
        match &self.mask {
            Some(mask) => {
                let state = context.state;
                mask.select(&state.owned, &context.game.topology.all.minus(&state.occupied()), candidates)
            }
            None => context.set(&self.rest, self.variable, candidates),
        }
    }
}
