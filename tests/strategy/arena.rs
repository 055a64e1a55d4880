//! Games of rules as arenas: searches agree with plain minimax, and positions with one key are the same.

use crate::seed_game;
use ludogen::game::{Game, Player, Position};
use ludogen::players::value::{WIN, WIN_BOUND};
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Arena, Evaluate, Outcome};
use ludogen::strategy::{Evaluator, Policy};
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;

fn minimax<const W: usize>(
    game: &Game<W>,
    evaluator: &Evaluator<W>,
    position: &mut Position<W>,
    depth: u32,
    ply: i32,
) -> i32 {
    let mover = game.mover(position);
    match game.outcome(position) {
        Some(Outcome::Win(p)) => return if p == mover { WIN - ply } else { ply - WIN },
        Some(Outcome::Draw) => return 0,
        None if depth == 0 => return evaluator.evaluate(game, position),
        None => {}
    }
    let mut moves = Vec::new();
    position.legal(game, &mut moves);
    let values = moves.into_iter().map(|m| {
        position.apply(game, m);
        let value = minimax(game, evaluator, position, depth - 1, ply + 1);
        let value = if game.mover(position) == mover { value } else { -value };
        position.undo();
        value
    });
    values.max().expect("a move")
}

#[test]
fn searches_find_the_minimax_value() {
    for (name, size, depth) in [
        ("tic-tac-toe", None, 4),
        ("yavalath-swap", Some("3"), 3),
        ("hex-swap", Some("3 3"), 4),
        ("isolation", Some("4 8"), 3),
        ("breakthrough", Some("5 5"), 3),
        ("three-musketeers", None, 3),
        ("mu-torere", None, 4),
        ("atari-go", Some("3 3"), 3),
        ("nim", None, 3),
    ] {
        with_game!(&seed_game(name, size), g => {
            let evaluator = Evaluator::new(g, &Policy::default_for(g.rules()));
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            for opening in [0, 1, 2, 5] {
                let mut position = Position::new(g, Player::White);
                let mut moves = Vec::new();
                for _ in 0..opening {
                    position.legal(g, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.apply(g, moves[rng.random_range(0..moves.len() as u32) as usize]);
                }
                if position.outcome().is_some() {
                    continue;
                }
                let options = AlphaBetaOptions { depth, ..Default::default() };
                let found = AlphaBeta::new(options).search(g, &evaluator, &mut position).expect("a move");
                let wanted = minimax(g, &evaluator, &mut position, found.depth, 0);
                assert_eq!(found.value, wanted, "{name} after {opening} plies");
            }
        });
    }
}

#[test]
fn taking_the_other_side_turns_the_value_round() {
    // Hex on three by three is won for whoever has the centre, so the second player takes it over.
    with_game!(&seed_game("hex-swap", Some("3 3")), g => {
        let evaluator = Evaluator::new(g, &Policy::default_for(g.rules()));
        let mut position = Position::new(g, Player::White);
        let centre = g.read_move(&position, "b2").expect("a move");
        position.apply(g, centre);
        let options = AlphaBetaOptions { depth: 9, ..Default::default() };
        let found = AlphaBeta::new(options).search(g, &evaluator, &mut position).expect("a move");
        assert_eq!(g.notation(position.state(), found.best, &[]), "swap");
        assert!(found.value >= WIN_BOUND);
    });
}

#[test]
fn one_key_means_one_future() {
    for name in [
        "isolation",
        "tic-tac-toe",
        "english-draughts",
        "atari-go",
        "chameleon",
        "hex-swap",
        "three-mens-morris",
        "dodgem",
    ] {
        with_game!(&seed_game(name, None), g => {
            let mut seen: HashMap<u64, (Vec<_>, Option<Outcome>, usize)> = HashMap::new();
            let mut rng = Pcg64Mcg::seed_from_u64(11);
            for _ in 0..60 {
                let mut position = Position::new(g, Player::White);
                for _ in 0..12 {
                    let mut moves = Vec::new();
                    // Without the past, which the key leaves out.
                    g.moves(position.state(), &[], &mut moves);
                    let now = (moves.clone(), g.outcome(&position), g.mover(&position));
                    let known = seen.entry(Arena::hash(g, &position)).or_insert_with(|| now.clone());
                    assert_eq!(*known, now, "{name}");
                    assert!(moves.iter().all(|&m| g.move_key(m) < g.move_keys()));
                    position.legal(g, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.apply(g, moves[rng.random_range(0..moves.len() as u32) as usize]);
                }
            }
        });
    }
}
