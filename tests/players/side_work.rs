//! Side work: what was done earlier on a thread has no part in a search, and a unit of work is as much of it in every game.

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
