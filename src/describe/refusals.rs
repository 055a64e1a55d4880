//! What is said of moves that are not legal.

use super::book::Book;
use crate::language::{Kind, Tree};

/// A move, and what is the case where it is not legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What the move does, such as “move a man to an adjacent empty cell”.
    pub r#move: String,
    /// For each part of its condition: what is the case where that does not hold.
    pub parts: Vec<String>,
}

/// For each move of each piece, as the rules number them, why it is not legal; and what holds for all moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// By piece and move.
    pub moves: Vec<Vec<Refusal>>,
    /// What forbids moves whatever their own conditions say, a sentence each.
    pub constraints: Vec<String>,
}

impl Book<'_> {
    pub(super) fn refusals(&self) -> Refusals {
        let pieces: Vec<&Tree> = self.items("pieces").iter().filter(|t| matches!(t.kind, Kind::List(_))).collect();
        let of_piece = |(i, piece): (usize, &crate::game::rules::PieceDef)| match pieces.get(i) {
            Some(tree) => {
                let trees = tree.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args);
                trees.zip(&piece.moves).map(|(tree, def)| self.refusal(piece, def, tree)).collect()
            }
            // The piece of games that declare none.
            None => {
                vec![Refusal {
                    r#move: "place a stone on an empty cell".into(),
                    parts: vec!["the target cell is not empty".into()],
                }]
            }
        };
        Refusals {
            moves: self.rules.pieces.iter().enumerate().map(of_piece).collect(),
            constraints: self.prohibitions(),
        }
    }
}
