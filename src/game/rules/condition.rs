//! Conditions on a move.

use super::cells::{Cells, Coord, Dir, Turtle};
use super::number::{Cmp, Int};
use super::player::Who;
use super::record::PieceRecord;

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
    Onward,
    Continuing,
}
