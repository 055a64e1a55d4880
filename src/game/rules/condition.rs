//! Conditions on a move.

use super::cells::{Cells, Coord, Dir, Turtle};
use super::number::{Cmp, Int};
use super::player::Who;
use super::record::PieceRecord;
use crate::language::schema::{Ludeme, Word, word};

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
    #[cfg(test)]
    Abutting(Coord, Coord),
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

impl Bool {
    /// Its entry in the schema; none where nothing is asked.
    pub fn ludeme(&self) -> Option<&'static Ludeme> {
        use word::Bool as W;
        let word = match self {
            // Nothing is asked, which takes no word.
            Bool::True => return None,
            Bool::And(_) => W::And,
            Bool::Or(_) => W::Or,
            Bool::Not(_) => W::Not,
            Bool::Compare(cmp, ..) => return Some(cmp.ludeme()),
            Bool::Empty(_) => W::Empty,
            Bool::Owner(..) => W::Owner,
            Bool::Line(..) => W::Line,
            Bool::Connected(..) => W::Connected,
            Bool::Adjacent(..) => W::Adjacent,
            #[cfg(test)]
            Bool::Abutting(..) => W::Abutting,
            Bool::Steps(_) => W::Steps,
            Bool::Same(..) => W::Same,
            Bool::OnBoard(_) => W::OnBoard,
            Bool::InRegion(..) => W::InRegion,
            Bool::IsPiece(..) => W::IsPiece,
            Bool::Flagged(..) => W::Flagged,
            Bool::Captures(_) => W::Captures,
            Bool::Attacked(_) => W::Attacked,
            Bool::FirstMove => W::FirstMove,
            Bool::Onward => W::Onward,
            Bool::Continuing => W::Continuing,
        };
        Some(word.ludeme())
    }

    /// Its word, by which it is refused where it is not known.
    pub fn word(&self) -> &'static str {
        self.ludeme().map_or("nothing", |ludeme| ludeme.word)
    }
}
