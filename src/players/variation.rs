//! Variations, that is, sequences of moves, in notation.

use crate::game::{Game, Move, Position};

/// The moves of a variation in notation; makes them on `position`, from which the variation starts.
pub fn notated<const W: usize>(game: &Game<W>, position: &mut Position<W>, variation: &[Move]) -> Vec<String> {
    let mut legal = Vec::new();
    let mut words = Vec::with_capacity(variation.len());
    for &m in variation {
        position.legal(game, &mut legal);
        words.push(game.notation(position.state(), m, &legal));
        position.apply(game, m);
    }
    words
}
