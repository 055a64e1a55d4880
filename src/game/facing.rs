//! Directions told from the way in which a piece faces.

use super::rules::Turtle;
use crate::board::Board;

/// The direction of the board that a turtle direction is, for a piece facing this way.
pub(crate) fn turtle(board: &Board, facing: Option<usize>, turtle: Turtle) -> Option<usize> {
    let d = facing?;
    Some(match turtle {
        Turtle::F => d,
        Turtle::B => board.opposite(d),
        Turtle::L => board.turn(d, -1),
        Turtle::R => board.turn(d, 1),
        Turtle::Fl => board.beside(d, false),
        Turtle::Fr => board.beside(d, true),
        Turtle::Bl => board.opposite(board.beside(d, true)),
        Turtle::Br => board.opposite(board.beside(d, false)),
    })
}
