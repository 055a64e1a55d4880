//! Solutions as files.

use crate::games::seed;
use ludogen::game::{Game, Player, Position};
use ludogen::solver::solution::{FileError, Oracle, Saved};
use ludogen::solver::{Budget, Value, explicit};
use ludogen::with_game;

fn solved(file: &str) -> (ludogen::game::AnyGame, Vec<u8>) {
    let game = seed(file, "", "");
    let (solution, _) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    let rules = std::fs::read_to_string(format!("seed-games/{file}")).unwrap();
    let mut bytes = Vec::new();
    Saved { rules, solution }.write(&mut bytes).unwrap();
    (game, bytes)
}

fn same_answers<const W: usize>(game: &Game<W>, bytes: &[u8]) {
    let (own, _) = explicit::solve(game, &Budget::default()).unwrap();
    let read = Saved::read(&mut &bytes[..]).unwrap();
    let (mut a, mut b) = (Oracle::new(game, &own), Oracle::new(game, &read.solution));
    let mut position = Position::new(game, Player::White);
    while position.outcome().is_none() && position.made().len() < 12 {
        let moves = a.moves(&position);
        assert_eq!(moves, b.moves(&position));
        position.apply(game, moves[moves.len() / 2].m);
    }
}

#[test]
fn a_solution_is_read_as_it_was_written() {
    for file in ["tic-tac-toe.ludi", "dodgem.ludi", "three-mens-morris.ludi"] {
        let (game, bytes) = solved(file);
        with_game!(&game, game => same_answers(game, &bytes));
    }
}

#[test]
fn the_first_moves_of_noughts_and_crosses_are_draws() {
    let (game, bytes) = solved("tic-tac-toe.ludi");
    let saved = Saved::read(&mut &bytes[..]).unwrap();
    with_game!(&game, game => {
        let mut position = Position::new(game, Player::White);
        assert!(Oracle::new(game, &saved.solution).moves(&position).iter().all(|r| r.worth.unwrap().value == Value::Draw));
        // Beside the centre, an edge is a mistake.
        for text in ["b2", "a2"] {
            let m = game.read_move(&position, text).unwrap();
            position.apply(game, m);
        }
        let worth = Oracle::new(game, &saved.solution).worth(position.state()).unwrap();
        assert_eq!((worth.value, worth.plies), (Value::First, Some(5)));
    });
}

#[test]
fn a_damaged_file_is_refused() {
    let game = seed("tic-tac-toe.ludi", "2 2", "(All win (in-a-row 2))");
    let (solution, _) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    let mut bytes = Vec::new();
    Saved { rules: "(game X)".into(), solution }.write(&mut bytes).unwrap();
    assert!(Saved::read(&mut &bytes[..]).is_ok());
    for length in 0..bytes.len() {
        assert!(Saved::read(&mut &bytes[..length]).is_err(), "cut at {length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Saved::read(&mut &flipped[..]).is_err(), "bit {bit}");
    }
    let foreign = Saved::read(&mut &b"PK\x03\x04 something else"[..]);
    assert!(matches!(foreign, Err(FileError::Foreign)));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(matches!(Saved::read(&mut &newer[..]), Err(FileError::Version { found: 9 })));
}
