//! Whole numbers computed from a state, and comparisons of them.

use super::cells::{Coord, Dir};
use super::player::Who;
use super::record::Target;

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
