//! Plays a game: two searching players at Yavalath, move by move.
//!
//! `cargo run --release --example play`

use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::players::{AlphaBeta, AlphaBetaOptions};
use ludogen::strategy::{Evaluator, Policy};
use ludogen::{language, with_game};
use std::error::Error;

const YAVALATH: &str = "
(game Yavalath
  (players White Black)
  (board (tiling hex) (shape hex) (size 5))
  (end
    (All win (in-a-row 4))
    (All lose (and (in-a-row 3) (not (in-a-row 4))))))";

/// Plays one game and prints its moves, the board at the end and who won.
pub fn main() -> Result<(), Box<dyn Error>> {
    // Text, tree, rules, game: each step has errors of its own, those of the first two with their place in the text.
    let tree = language::parse(YAVALATH).map_err(|problems| format!("{problems:?}"))?;
    let game = AnyGame::new(lower(&tree)?)?;
    with_game!(&game, game => play(game));
    Ok(())
}

fn play<const W: usize>(game: &Game<W>) {
    let policy = Policy::default_for(game.rules());
    let evaluator = Evaluator::new(game, &policy);
    let mut search = AlphaBeta::new(AlphaBetaOptions { depth: 2, ..AlphaBetaOptions::default() });
    let mut position = Position::new(game, Player::White);
    let (mut legal, mut number) = (Vec::new(), 0);
    // A search finds nothing where the game is over.
    while let Some(found) = search.search(game, &evaluator, &mut position) {
        position.legal(game, &mut legal);
        number += 1;
        println!("{number:>3}. {:<6} {:+}", game.notation(position.state(), found.best, &legal), found.value);
        position.apply(game, found.best);
    }
    println!("{}", game.status(position.state()));
}
