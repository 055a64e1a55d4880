//! Conditions on a move.

use super::cells::{Cells, Coord, Dir, Turtle};
use super::number::{Cmp, Int};
use super::player::Who;
use super::record::PieceRecord;
use super::visit::{Node, Question, any_of_cells};

/// How pieces are captured (or converted). See the schema for what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CaptureType {
    Replace,
    Surround,
    Direct,
    Indirect,
    AllNeighbours,
    Over,
    Line,
    Approach,
    Withdraw,
    Everywhere,
}

/// A condition on a move. Coordinates default as the schema says; an absent cell satisfies nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Bool {
    True,
    And(Vec<Bool>),
    Or(Vec<Bool>),
    Not(Box<Bool>),
    Compare(Cmp, Int, Int),
    Empty(Coord),
    Owner(Coord, Who),
    /// From, to, directions (all adjacent ones if none, or the move's `dirn`).
    Line(Coord, Coord, Vec<Dir>),
    /// `None`: the default reading, which depends on whether the move has a `from`.
    Connected(Option<Coord>, Who),
    Adjacent(Coord, Coord),
    Steps(Vec<Turtle>),
    Same(Coord, Coord),
    OnBoard(Coord),
    InRegion(Coord, Vec<Cells>),
    IsPiece(Coord, PieceRecord),
    Flagged(Coord, u8),
    Captures(CaptureType),
    Attacked(Coord),
    FirstMove,
    Continuing,
}

impl Bool {
    /// Whether the answer is yes for one of the parts; they are asked in order until it is.
    pub(super) fn any_part<'r>(&'r self, f: Question<'_, 'r>) -> bool {
        match self {
            Bool::And(all) | Bool::Or(all) => all.iter().any(|b| f(Node::Bool(b))),
            Bool::Not(one) => f(Node::Bool(one)),
            Bool::Compare(_, a, b) => f(Node::Int(a)) || f(Node::Int(b)),
            Bool::Empty(c)
            | Bool::Owner(c, _)
            | Bool::Connected(Some(c), _)
            | Bool::OnBoard(c)
            | Bool::Flagged(c, _)
            | Bool::Attacked(c) => f(Node::Coord(c)),
            Bool::Line(a, b, _) | Bool::Adjacent(a, b) | Bool::Same(a, b) => f(Node::Coord(a)) || f(Node::Coord(b)),
            Bool::InRegion(c, cells) => f(Node::Coord(c)) || any_of_cells(cells, f),
            Bool::IsPiece(c, pieces) => f(Node::Coord(c)) || f(Node::Pieces(pieces)),
            Bool::True
            | Bool::Connected(None, _)
            | Bool::Steps(_)
            | Bool::Captures(_)
            | Bool::FirstMove
            | Bool::Continuing => false,
        }
    }
}
