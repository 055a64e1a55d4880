//! Solves a game: the exact value of tic-tac-toe and of each first move.
//!
//! `cargo run --release --example solve`

use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::solver::solution::Oracle;
use ludogen::solver::{Budget, solve};
use ludogen::{language, with_game};
use std::error::Error;

const TIC_TAC_TOE: &str = "
(game Tic-Tac-Toe
  (board (tiling square i-nbors) (size 3 3))
  (end (All win (in-a-row 3))))";

/// Prints who wins under perfect play, and what each first move leads to.
pub fn main() -> Result<(), Box<dyn Error>> {
    let tree = language::parse(TIC_TAC_TOE).map_err(|problems| format!("{problems:?}"))?;
    let game = AnyGame::new(lower(&tree)?)?;
    with_game!(&game, game => values(game))
}

fn values<const W: usize>(game: &Game<W>) -> Result<(), Box<dyn Error>> {
    // A budget in positions and bytes: a game that needs more gives an error, not a full machine.
    let (solution, account) = solve(game, &Budget { positions: 1_000_000, bytes: 1 << 28 })?;
    println!("value {}, {} positions", solution.start().value.word(), solution.positions());
    for row in &account.table {
        println!("ply {:>2}: {:>5} positions, {:>4} won, {:>4} lost", row.ply, row.positions, row.won, row.lost);
    }
    let position = Position::new(game, Player::White);
    let mut legal = Vec::new();
    position.legal(game, &mut legal);
    for rated in Oracle::new(game, &solution).moves(&position) {
        let worth = rated.worth.ok_or("every position of this game has a value")?;
        println!("{}: {}", game.notation(position.state(), rated.m, &legal), worth.value.word());
    }
    Ok(())
}
