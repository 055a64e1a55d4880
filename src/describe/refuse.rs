//! What is said of moves that are not legal, worked out.

use super::book::Book;
use super::refusals::{Refusal, Refusals};
use crate::language::{Kind, Tree};

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
