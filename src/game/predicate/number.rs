//! Numbers, compiled: what they depend on and what they cost.

use super::{CellExpr, TargetFilter, Variable};

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
    Between(TargetFilter, CellExpr, CellExpr),
    WholeLine(TargetFilter),
    Neighbours(CellExpr, TargetFilter),
    Height(CellExpr),
    GroupSize(CellExpr),
    Phase(CellExpr),
    Distance(CellExpr, CellExpr),
    PieceState(CellExpr),
    CellState(CellExpr),
    Value(CellExpr),
    Liberties(CellExpr),
    /// In these directions and against them.
    LineLength(CellExpr, Vec<usize>),
    #[cfg(test)]
    RowCopy(CellExpr),
    Row(CellExpr),
    Col(CellExpr),
    Pieces(TargetFilter),
    /// By bits of players.
    Groups(u8),
    LargestGroup(u8, u32),
    Territory(u8),
    InHand(u8, Option<usize>),
    Captured(u8),
    Score(u8),
    MoveNumber,
}

impl Num {
    /// Whether the number depends on the variable.
    pub(crate) fn depends_on(&self, v: Variable) -> bool {
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
            #[cfg(test)]
            Num::RowCopy(c) => c.depends_on(v),
        }
    }

    /// Whether the cells of a move alone decide, whatever the position.
    pub(super) fn is_static(&self) -> bool {
        match self {
            Num::Const(_) => true,
            Num::Sum(t) | Num::Difference(t) | Num::Product(t) | Num::Min(t) | Num::Max(t) => {
                t.iter().all(Num::is_static)
            }
            Num::Quotient(a, b) | Num::Modulo(a, b) => a.is_static() && b.is_static(),
            Num::Abs(a) => a.is_static(),
            Num::Phase(p) | Num::Row(p) | Num::Col(p) => p.is_static(),
            #[cfg(test)]
            Num::RowCopy(p) => p.is_static(),
            Num::Distance(a, b) => a.is_static() && b.is_static(),
            Num::Between(..) | Num::WholeLine(_) | Num::Neighbours(..) | Num::Height(_) | Num::GroupSize(_) => false,
            Num::PieceState(_) | Num::CellState(_) | Num::Value(_) | Num::Liberties(_) | Num::LineLength(..) => false,
            Num::Pieces(_) | Num::Groups(_) | Num::LargestGroup(..) | Num::Territory(_) | Num::InHand(..) => false,
            Num::Captured(_) | Num::Score(_) | Num::MoveNumber => false,
        }
    }

    /// A rough cost of evaluation within that of a comparison.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Num::GroupSize(_) | Num::Liberties(_) | Num::Groups(_) | Num::LargestGroup(..) | Num::Territory(_) => 200,
            Num::Sum(t) | Num::Difference(t) | Num::Product(t) | Num::Min(t) | Num::Max(t) => {
                t.iter().map(Num::cost).sum()
            }
            Num::Quotient(a, b) | Num::Modulo(a, b) => a.cost() + b.cost(),
            Num::Abs(a) => a.cost(),
            Num::WholeLine(_) => 30,
            Num::Const(_)
            | Num::Between(..)
            | Num::Neighbours(..)
            | Num::Height(_)
            | Num::Phase(_)
            | Num::Distance(..)
            | Num::PieceState(_)
            | Num::CellState(_)
            | Num::Value(_)
            | Num::LineLength(..)
            | Num::Row(_)
            | Num::Col(_)
            | Num::Pieces(_)
            | Num::InHand(..)
            | Num::Captured(_)
            | Num::Score(_)
            | Num::MoveNumber => 5,
            #[cfg(test)]
            Num::RowCopy(_) => 5,
        }
    }
}
