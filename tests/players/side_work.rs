//! Side work done earlier on a thread has no part in a search.

use ludogen::game::{AnyGame, Player, Position, lower};
use ludogen::language::parse;
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Arena, Blind, SIDE_WORK_A_NODE, Uct, UctOptions};
use ludogen::streams;
use ludogen::with_game;

#[test]
fn what_was_looked_at_before_does_not_count() {
    let text = std::fs::read_to_string("seed-games/cram.ludi").unwrap();
    let game = AnyGame::new(lower(&parse(&text).unwrap()).unwrap()).unwrap();
    with_game!(&game, game => {
        let search = |budget: u64| {
            let mut position = Position::new(game, Player::White);
            let mut alpha_beta = AlphaBeta::new(AlphaBetaOptions::default());
            let mut uct = Uct::new(UctOptions { playouts: u32::MAX, ..UctOptions::default() });
            (
                alpha_beta.root_values_within(game, &Blind, &mut position, 40, budget).map(|found| found.nodes),
                uct.root_values_within(game, &mut position, budget, &mut streams::generator(1)),
            )
        };
        let mut legal = Vec::new();
        for budget in [50, 333, 1_000] {
            let first = search(budget);
            for plies in 0..12 {
                // Legal moves of another position leave the count of looks anywhere between two whole nodes.
                let mut position = Position::new(game, Player::White);
                for _ in 0..plies {
                    position.legal(game, &mut legal);
                    let Some(&m) = legal.first() else { break };
                    position.apply(game, m);
                }
                position.legal(game, &mut legal);
                assert_eq!(search(budget), first);
            }
        }
    });
}

#[test]
fn so_much_work_buys_the_same_looks_in_every_game() {
    const WORK: u64 = 1_000_000;
    for name in ["breakthrough", "hex", "konane", "chess", "hexagonal-chess", "quoridor"] {
        let text = std::fs::read_to_string(format!("seed-games/{name}.ludi")).unwrap();
        let game = AnyGame::new(lower(&parse(&text).unwrap()).unwrap()).unwrap();
        let looks = with_game!(&game, game => game.nodes_for(WORK) * game.side_work_a_node());
        let share = looks as f64 / (WORK * SIDE_WORK_A_NODE) as f64;
        assert!((share - 1.0).abs() < 0.02, "{name}: {share}");
    }
}

#[test]
fn captures_are_tried_by_victim_and_then_by_attacker() {
    let rules = "(game Test (players White Black) (board (tiling square i-nbors) (size 5 5))
        (pieces
          (Pawn All (value 1) (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture)))))
          (Queen All (value 9) (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture))))))
        (start (place (Pawn White) B2) (place (Queen White) D2) (place (Pawn Black) B3) (place (Queen Black) C3))
        (end (All win (eliminate enemy))))";
    let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    with_game!(&game, game => {
        let position = Position::new(game, Player::White);
        let order = |text: &str| game.capture_order(&position, game.read_move(&position, text).unwrap());
        let best_first = ["b2xc3", "d2xc3", "b2xb3"].map(order);
        assert!(best_first.is_sorted_by(|a, b| a > b) && best_first[2] > 0, "{best_first:?}");
        assert_eq!(["b2-b1", "d2-e3"].map(order), [0; 2]);
    });
}
