//! Conditions on a move, compiled: how they are put together, what they depend on and what they cost.

use super::super::owner::Owner;
use super::super::rules::{CaptureType, Cmp};
use super::{CellExpr, Filter, Num, Variable};
use crate::board::{CellId, CellSet};
use std::sync::Arc;

/// By facing (0: the default), then by cell: the cells reached.
pub(crate) type Reach<const W: usize> = Arc<Vec<Vec<CellSet<W>>>>;

#[derive(Clone, Debug)]
pub(crate) enum Pred<const W: usize> {
    True,
    False,
    And(Vec<Pred<W>>),
    Or(Vec<Pred<W>>),
    Not(Box<Pred<W>>),
    Compare(Cmp, Num, Num),
    Empty(CellExpr),
    Owned(CellExpr, u8),
    /// The second cell is among those reached from the first: lines and steps. Also by base direction, as cell maps.
    Reach(CellExpr, CellExpr, Reach<W>, Arc<Vec<Vec<CellId>>>),
    Adjacent(CellExpr, CellExpr),
    #[cfg(test)]
    Abutting(CellExpr, CellExpr),
    /// Adjacent to a piece of these owners, the piece on `from` not counting.
    NextTo(CellExpr, u8),
    Same(CellExpr, CellExpr),
    OnBoard(CellExpr),
    In(CellExpr, CellSet<W>),
    Matches(CellExpr, Filter),
    Flagged(CellExpr, u8),
    /// Also: who owns a piece that this move drops.
    Captures(CaptureType, Owner),
    Attacked(CellExpr),
    FirstMove,
    Onward,
    Continuing,
    /// By `from`: the cells `to` for which it holds.
    Table(Arc<[CellSet<W>]>),
}

impl<const W: usize> Pred<W> {
    /// The conditions all of which must hold.
    pub(crate) fn conjuncts(&self) -> &[Pred<W>] {
        if let Pred::And(ps) = self { ps } else { std::slice::from_ref(self) }
    }

    /// All conditions together, cheap ones first.
    pub(crate) fn all(conditions: &mut dyn Iterator<Item = Pred<W>>) -> Pred<W> {
        let mut all = Vec::new();
        for condition in conditions {
            match condition {
                Pred::True => {}
                Pred::False => return Pred::False,
                Pred::And(inner) => all.extend(inner),
                p => all.push(p),
            }
        }
        let mut all = Pred::cheap_first(all);
        match all.len() {
            0 => Pred::True,
            1 => all.remove(0),
            _ => Pred::And(all),
        }
    }

    /// One condition or another, cheap ones first.
    pub(crate) fn any(conditions: &mut dyn Iterator<Item = Pred<W>>) -> Pred<W> {
        let mut all = Vec::new();
        for condition in conditions {
            match condition {
                Pred::False => {}
                Pred::True => return Pred::True,
                Pred::Or(inner) => all.extend(inner),
                p => all.push(p),
            }
        }
        let mut all = Pred::cheap_first(all);
        match all.len() {
            0 => Pred::False,
            1 => all.remove(0),
            _ => Pred::Or(all),
        }
    }

    /// The same conditions, cheap ones first; of equally cheap ones, those that stood first.
    fn cheap_first(all: Vec<Pred<W>>) -> Vec<Pred<W>> {
        let mut order: Vec<(u32, usize)> = all.iter().map(Pred::cost).zip(0..).collect();
        order.sort_unstable();
        let mut all: Vec<Option<Pred<W>>> = all.into_iter().map(Some).collect();
        order.into_iter().filter_map(|(_, i)| all[i].take()).collect()
    }

    /// Each of some lists of conditions together with each of others.
    pub(crate) fn products<'p>(lists: &[Vec<&'p Self>], others: &[Vec<&'p Self>]) -> Vec<Vec<&'p Self>> {
        let mut all = Vec::with_capacity(lists.len() * others.len());
        for list in lists {
            all.extend(others.iter().map(|other| [&list[..], other].concat()));
        }
        all
    }

    /// That it does not hold.
    pub(crate) fn negated(self) -> Pred<W> {
        match self {
            Pred::True => Pred::False,
            Pred::False => Pred::True,
            Pred::Not(inner) => *inner,
            p => Pred::Not(Box::new(p)),
        }
    }

    /// What it comes to where it is known whether the turn goes on.
    pub(crate) fn in_turn(&self, continuing: bool) -> Pred<W> {
        match self {
            Pred::Continuing if continuing => Pred::True,
            Pred::Continuing => Pred::False,
            Pred::And(ps) => Pred::all(&mut ps.iter().map(|p| p.in_turn(continuing))),
            Pred::Or(ps) => Pred::any(&mut ps.iter().map(|p| p.in_turn(continuing))),
            Pred::Not(p) => p.in_turn(continuing).negated(),
            p => p.clone(),
        }
    }

    /// Whether the predicate asks if the turn continues.
    pub(crate) fn asks_for_turn(&self) -> bool {
        match self {
            Pred::Continuing => true,
            Pred::And(ps) | Pred::Or(ps) => ps.iter().any(Pred::asks_for_turn),
            Pred::Not(p) => p.asks_for_turn(),
            _ => false,
        }
    }

    /// Whether the predicate depends on the variable.
    pub(crate) fn depends_on(&self, v: Variable) -> bool {
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
            #[cfg(test)]
            Pred::Abutting(a, b) => a.depends_on(v) || b.depends_on(v),
            Pred::Captures(..) | Pred::Onward => v != Variable::Current,
            Pred::Attacked(c) => v == Variable::From || c.depends_on(v),
            Pred::Table(_) => v != Variable::Current,
        }
    }

    /// Whether the cells of a move alone decide, whatever the position.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            Pred::True | Pred::False | Pred::Table(_) => true,
            Pred::And(ps) | Pred::Or(ps) => ps.iter().all(Pred::is_static),
            Pred::Not(p) => p.is_static(),
            Pred::Compare(_, a, b) => a.is_static() && b.is_static(),
            Pred::Adjacent(a, b) | Pred::Same(a, b) => a.is_static() && b.is_static(),
            #[cfg(test)]
            Pred::Abutting(a, b) => a.is_static() && b.is_static(),
            // With more than one table, the facing of a piece decides.
            Pred::Reach(a, b, tables, _) => tables.len() == 1 && a.is_static() && b.is_static(),
            Pred::OnBoard(p) | Pred::In(p, _) => p.is_static(),
            Pred::Empty(_) | Pred::Owned(..) | Pred::NextTo(..) | Pred::Matches(..) | Pred::Flagged(..) => false,
            Pred::Captures(..) | Pred::Attacked(_) | Pred::FirstMove | Pred::Onward | Pred::Continuing => false,
        }
    }

    /// A rough cost of evaluation, for putting cheap conditions first.
    pub fn cost(&self) -> u32 {
        match self {
            Pred::True | Pred::False | Pred::FirstMove | Pred::Continuing => 0,
            Pred::Empty(_) | Pred::Owned(..) | Pred::In(..) | Pred::OnBoard(_) | Pred::Same(..) | Pred::Table(_) => 1,
            Pred::Reach(..) | Pred::Adjacent(..) | Pred::Onward => 2,
            #[cfg(test)]
            Pred::Abutting(..) => 2,
            Pred::NextTo(..) => 4,
            Pred::Not(p) => p.cost() + 1,
            Pred::And(ps) | Pred::Or(ps) => 1 + ps.iter().map(Pred::cost).sum::<u32>(),
            Pred::Matches(..) | Pred::Flagged(..) => 10,
            Pred::Compare(_, Num::Between(..), Num::Const(_))
            | Pred::Compare(_, Num::Neighbours(..), Num::Const(_)) => 20,
            Pred::Compare(_, a, b) => 40 + a.cost() + b.cost(),
            Pred::Captures(..) => 200,
            Pred::Attacked(_) => 2_000,
        }
    }
}
