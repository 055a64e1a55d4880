//! What it costs to value a position under the default policy: the mean over the positions of random games.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::language::parse;
use ludogen::strategy::{Evaluator, Policy};
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn main() {
    divan::main();
}

fn positions<const W: usize>(game: &Game<W>) -> Vec<Position<W>> {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let mut position = Position::new(game, Player::White);
        for _ in 0..80 {
            position.legal(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            found.push(position.clone());
            position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
        }
    }
    found
}

#[divan::bench(args = [
    "tic-tac-toe", "yavalath", "hex", "breakthrough", "lines-of-action", "gomoku", "havannah", "y", "pente", "reversi",
    "english-draughts", "towers", "isolation", "three-musketeers",
])]
fn default_policy(bencher: Bencher, name: &str) {
    let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path).expect("a seed game");
    let rules = lower(&parse(&source).expect("a game")).expect("rules");
    with_game!(&AnyGame::new(rules).expect("a board"), game => {
        let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
        let positions = positions(game);
        bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
            positions.iter().map(|p| evaluator.lead(black_box(p.state()))).sum::<f64>()
        });
    });
}
