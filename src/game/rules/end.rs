//! What ends a game: conditions on a position, and what they give.

use super::cells::{Cells, Coord, Turtle};
use super::number::{Cmp, Int};
use super::player::Who;
use super::record::PieceRecord;
use super::visit::{Node, Question, any_of_cells};

/// What a clause gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Lose,
    Draw,
}

/// What decides when a move ends the game for both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Both {
    MoverWins,
    MoverLoses,
    Draw,
}

/// Which neighbours count in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Adjacency {
    Direct,
    Indirect,
    All,
}

/// How many pieces must reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReachCount {
    /// At least so many.
    Count(u32),
    /// Every piece of the player (one at least).
    AllPieces,
    /// Every cell of the goal.
    Fill,
}

/// A condition on a position, tested for one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    Compare(Cmp, Int, Int),
    Connect {
        regions: Vec<Cells>,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    Cycle {
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
    },
    Group {
        size: Option<u32>,
        /// No larger than that.
        exactly: bool,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    InARow {
        length: u32,
        exactly: bool,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    Pattern {
        path: Vec<Turtle>,
        pieces: PieceRecord,
    },
    Reach {
        goal: Vec<Cells>,
        count: ReachCount,
        pieces: PieceRecord,
        buried: bool,
    },
    Capture {
        count: u32,
        pieces: PieceRecord,
    },
    /// Pieces of these types, by the opponent.
    Threatened(PieceRecord),
    Path {
        goal: Vec<Cells>,
        pieces: PieceRecord,
    },
    Eliminate {
        player: Who,
        pieces: PieceRecord,
    },
    /// `None`: more than the opponent.
    Score(Option<i32>),
    Stack {
        height: u32,
        /// No higher than that.
        exactly: bool,
        pieces: PieceRecord,
        own_only: bool,
    },
    State {
        state: u8,
        cell: Option<Coord>,
        pieces: Option<PieceRecord>,
    },
    NoMove,
    AllPassed,
    Full,
}

/// One clause of the end section.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// For whom it is tested.
    pub who: Who,
    /// What the player gets.
    pub verdict: Verdict,
    /// When.
    pub condition: Condition,
}

impl Condition {
    /// Whether the answer is yes for one of the parts; they are asked in order until it is.
    pub(super) fn any_part<'r>(&'r self, f: Question<'_, 'r>) -> bool {
        match self {
            Condition::And(all) | Condition::Or(all) => all.iter().any(|c| f(Node::Condition(c))),
            Condition::Not(one) => f(Node::Condition(one)),
            Condition::Compare(_, a, b) => f(Node::Int(a)) || f(Node::Int(b)),
            Condition::Connect { regions: cells, pieces, .. }
            | Condition::Reach { goal: cells, pieces, .. }
            | Condition::Path { goal: cells, pieces } => any_of_cells(cells, f) || f(Node::Pieces(pieces)),
            Condition::Cycle { pieces, .. }
            | Condition::Group { pieces, .. }
            | Condition::InARow { pieces, .. }
            | Condition::Pattern { pieces, .. }
            | Condition::Capture { pieces, .. }
            | Condition::Threatened(pieces)
            | Condition::Eliminate { pieces, .. }
            | Condition::Stack { pieces, .. } => f(Node::Pieces(pieces)),
            Condition::State { cell, pieces, state: _ } => {
                cell.iter().any(|c| f(Node::Coord(c))) || pieces.iter().any(|p| f(Node::Pieces(p)))
            }
            Condition::Score(_) | Condition::NoMove | Condition::AllPassed | Condition::Full => false,
        }
    }
}
