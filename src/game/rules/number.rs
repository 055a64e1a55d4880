//! Whole numbers computed from a state, and comparisons of them.

use super::cells::{Coord, Dir};
use super::player::Who;
use super::record::Target;
use super::visit::{Node, Question, any_of_target};

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// Whether the comparison holds.
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
}

/// A whole number computed from the state. Arithmetic saturates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Int {
    Const(i32),
    Sum(Vec<Int>),
    Difference(Vec<Int>),
    Product(Vec<Int>),
    Quotient(Box<Int>, Box<Int>),
    Modulo(Box<Int>, Box<Int>),
    Min(Vec<Int>),
    Max(Vec<Int>),
    Abs(Box<Int>),
    Between(Target, Coord, Coord),
    WholeLine(Target),
    Neighbours(Coord, Target),
    Height(Coord),
    GroupSize(Coord),
    Phase(Coord),
    Distance(Coord, Coord),
    PieceState(Coord),
    CellState(Coord),
    Value(Coord),
    Liberties(Coord),
    /// Of the longest line through a cell, in these directions (all adjacent ones if none).
    LineLength(Coord, Vec<Dir>),
    #[cfg(test)]
    Rank(Coord),
    Row(Coord),
    Col(Coord),
    Pieces(Target),
    Groups(Who),
    /// Of the group of that rank by size.
    LargestGroup(Who, u32),
    Territory(Who),
    InHand(Who, Option<usize>),
    Captured(Who),
    Score(Who),
    MoveNumber,
}

impl Int {
    /// Whether the answer is yes for one of the parts; they are asked in order until it is.
    pub(super) fn any_part<'r>(&'r self, f: Question<'_, 'r>) -> bool {
        match self {
            Int::Sum(all) | Int::Difference(all) | Int::Product(all) | Int::Min(all) | Int::Max(all) => {
                all.iter().any(|n| f(Node::Int(n)))
            }
            Int::Quotient(a, b) | Int::Modulo(a, b) => f(Node::Int(a)) || f(Node::Int(b)),
            Int::Abs(one) => f(Node::Int(one)),
            Int::Between(target, a, b) => any_of_target(target, f) || f(Node::Coord(a)) || f(Node::Coord(b)),
            Int::WholeLine(target) | Int::Pieces(target) => any_of_target(target, f),
            Int::Neighbours(c, target) => f(Node::Coord(c)) || any_of_target(target, f),
            Int::Distance(a, b) => f(Node::Coord(a)) || f(Node::Coord(b)),
            Int::Height(c)
            | Int::GroupSize(c)
            | Int::Phase(c)
            | Int::PieceState(c)
            | Int::CellState(c)
            | Int::Value(c)
            | Int::Liberties(c)
            | Int::LineLength(c, _)
            | Int::Row(c)
            | Int::Col(c) => f(Node::Coord(c)),
            #[cfg(test)]
            Int::Rank(c) => f(Node::Coord(c)),
            Int::Const(_)
            | Int::Groups(_)
            | Int::LargestGroup(..)
            | Int::Territory(_)
            | Int::InHand(..)
            | Int::Captured(_)
            | Int::Score(_)
            | Int::MoveNumber => false,
        }
    }
}
