//! What was removed from rules, why, and how sure that is.

use crate::language::tree::{Span, Tree};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// How it is known that rules play the same without what was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// True by algebra, on every board.
    Algebra,
    /// True on this board under these rules: what it asks for is larger than the board, or nothing brings it about.
    Board,
    /// Proved on this board: all reachable positions were compared, so many.
    Proved {
        /// Pairs of positions.
        positions: u64,
    },
    /// Proved on this board: on sets of positions, with all that can be reached among them, by the solver's automata.
    Sets,
    /// No difference was seen.
    Games {
        /// In so many games, random ones and searched ones.
        games: u64,
        /// In so many positions.
        positions: u64,
    },
}

impl Evidence {
    /// The share of such games that may still differ, at 95 % confidence: 3/n, or 0 for what is proved.
    pub fn may_differ(self) -> f64 {
        match self {
            Evidence::Algebra | Evidence::Board | Evidence::Proved { .. } | Evidence::Sets => 0.0,
            Evidence::Games { games, .. } => (3.0 / games.max(1) as f64).min(1.0),
        }
    }

    /// One word: `algebra`, `board`, `proved` or `games`.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Algebra => "algebra",
            Evidence::Board => "board",
            Evidence::Proved { .. } | Evidence::Sets => "proved",
            Evidence::Games { .. } => "games",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Algebra => f.write_str("true by algebra"),
            Evidence::Board => f.write_str("true on this board"),
            Evidence::Proved { positions } => write!(f, "proved on this board, {positions} positions"),
            Evidence::Sets => f.write_str("proved on this board, by sets of positions"),
            Evidence::Games { games, positions } => {
                let share = 100.0 * self.may_differ();
                write!(f, "no difference in {games} games, {positions} positions: under {share:.2} % of games differ")
            }
        }
    }
}

/// As an object: the word, and `games` and `positions` where they belong to it.
impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Evidence", 4)?;
        object.serialize_field("state", self.word())?;
        let (games, positions) = match *self {
            Evidence::Algebra | Evidence::Board | Evidence::Sets => (None, None),
            Evidence::Proved { positions } => (None, Some(positions)),
            Evidence::Games { games, positions } => (Some(games), Some(positions)),
        };
        object.serialize_field("games", &games)?;
        object.serialize_field("positions", &positions)?;
        object.serialize_field("may_differ", &self.may_differ())?;
        object.end()
    }
}

/// One thing that was removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    /// Where it stood: the words of the elements around it, outermost first.
    pub place: String,
    /// Where it stood in the source; empty for rules that were bred.
    pub span: Span,
    /// What stood there, as text on one line.
    pub before: String,
    /// What stands there now; empty if nothing does.
    pub after: String,
    /// Why it can go.
    pub why: &'static str,
    /// How sure that is.
    pub evidence: Evidence,
}

/// The words of the elements from the root to the node at a path, with numbers where several have the same word.
pub(super) fn place(tree: &Tree, path: &[usize]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut node = tree;
    for &index in path {
        let Some(next) = node.items().get(index) else { break };
        let word = next.head().map_or_else(|| crate::language::print::one_line(next), String::from);
        let same = |items: &[Tree]| items.iter().filter(|t| t.head() == next.head()).count();
        let (before, all) = (same(&node.items()[1.min(index)..index]), same(&node.items()[1..]));
        words.push(if all > 1 && next.head().is_some() { format!("{word} {}", before + 1) } else { word });
        node = next;
    }
    words.join(" > ")
}
