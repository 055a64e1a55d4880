//! Whole numbers computed from a state, and comparisons of them.

use super::cells::{Coord, Dir};
use super::player::Who;
use super::record::Target;
use crate::language::schema::{Ludeme, Word, word};

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

    /// The comparison that says the same of the numbers in the other order.
    pub fn turned(self) -> Cmp {
        match self {
            Cmp::Eq | Cmp::Ne => self,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
        }
    }

    /// Its entry in the schema among conditions of moves; that among conditions of the end says the same.
    pub fn ludeme(self) -> &'static Ludeme {
        use word::Bool as W;
        let word = match self {
            Cmp::Eq => W::Eq,
            Cmp::Ne => W::Ne,
            Cmp::Lt => W::Lt,
            Cmp::Le => W::Le,
            Cmp::Gt => W::Gt,
            Cmp::Ge => W::Ge,
        };
        word.ludeme()
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        self.ludeme().word
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
    RowCopy(Coord),
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
    /// Its entry in the schema; none for a constant.
    pub fn ludeme(&self) -> Option<&'static Ludeme> {
        use word::Int as W;
        let word = match self {
            Int::Const(_) => return None,
            Int::Sum(_) => W::Sum,
            Int::Difference(_) => W::Difference,
            Int::Product(_) => W::Product,
            Int::Quotient(..) => W::Quotient,
            Int::Modulo(..) => W::Mod,
            Int::Min(_) => W::Min,
            Int::Max(_) => W::Max,
            Int::Abs(_) => W::Abs,
            Int::Between(..) => W::NumBetween,
            Int::WholeLine(_) => W::NumLine,
            Int::Neighbours(..) => W::NumNbors,
            Int::Height(_) => W::Height,
            Int::GroupSize(_) => W::GroupSize,
            Int::Phase(_) => W::Phase,
            Int::Distance(..) => W::Distance,
            Int::PieceState(_) => W::PieceState,
            Int::CellState(_) => W::CellState,
            Int::Value(_) => W::Value,
            Int::Liberties(_) => W::Liberties,
            Int::LineLength(..) => W::LineLength,
            #[cfg(test)]
            Int::RowCopy(_) => W::RowCopy,
            Int::Row(_) => W::Row,
            Int::Col(_) => W::Col,
            Int::Pieces(_) => W::NumPieces,
            Int::Groups(_) => W::NumGroups,
            Int::LargestGroup(..) => W::LargestGroup,
            Int::Territory(_) => W::Territory,
            Int::InHand(..) => W::NumInHand,
            Int::Captured(_) => W::NumCaptured,
            Int::Score(_) => W::Score,
            Int::MoveNumber => W::MoveNumber,
        };
        Some(word.ludeme())
    }

    /// Its word, by which it is refused where it is not known.
    pub fn word(&self) -> &'static str {
        self.ludeme().map_or("a number", |ludeme| ludeme.word)
    }
}
