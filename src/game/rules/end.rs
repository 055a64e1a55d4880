//! What ends a game: conditions on a position, and what they give.

use super::cells::{Cells, Coord, Turtle};
use super::number::{Cmp, Int};
use super::player::Who;
use super::record::PieceRecord;
use super::state_id::StateId;
use crate::language::schema::{Ludeme, Word, word};

/// What a clause gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        /// So many of the regions suffice; without it, all are needed.
        count: Option<u32>,
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
    #[cfg(test)]
    Heap {
        height: u32,
        exactly: bool,
        pieces: PieceRecord,
        own_only: bool,
    },
    State {
        state: StateId,
        cell: Option<Coord>,
        pieces: Option<PieceRecord>,
    },
    NoMove,
    AllPassed,
    Full,
}

impl Condition {
    /// Its entry in the schema.
    pub fn ludeme(&self) -> &'static Ludeme {
        use word::Condition as W;
        let word = match self {
            Condition::And(_) => W::And,
            Condition::Or(_) => W::Or,
            Condition::Not(_) => W::Not,
            Condition::Compare(cmp, ..) => return cmp.ludeme(),
            Condition::Connect { .. } => W::Connect,
            Condition::Cycle { .. } => W::Cycle,
            Condition::Group { .. } => W::Group,
            Condition::InARow { .. } => W::InARow,
            Condition::Pattern { .. } => W::Pattern,
            Condition::Reach { .. } => W::Reach,
            Condition::Capture { .. } => W::Capture,
            Condition::Threatened(_) => W::Threatened,
            Condition::Path { .. } => W::Path,
            Condition::Eliminate { .. } => W::Eliminate,
            Condition::Score(_) => W::Score,
            Condition::Stack { .. } => W::Stack,
            #[cfg(test)]
            Condition::Heap { .. } => W::Heap,
            Condition::State { .. } => W::State,
            Condition::NoMove => W::NoMove,
            Condition::AllPassed => W::AllPassed,
            Condition::Full => W::Full,
        };
        word.ludeme()
    }

    /// Its word, by which it is refused where it is not known.
    pub fn word(&self) -> &'static str {
        self.ludeme().word
    }
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
