//! That the derived policy has something to say of every known game.

use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::language;
use ludogen::strategy::{Evaluator, Policy};
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Random games of each that are looked at.
const PLAYOUTS: u64 = 4;
/// Plies of each.
const PLIES: usize = 60;

/// Known games of which the derived policy says nothing.
///
/// In Notakto all crosses are White's, and whose a row of them is the number of the move alone tells.
const SILENT: [&str; 1] = ["notakto"];

/// The share of the unfinished positions of random games, those after two plies at the earliest, whose lead is not 0.
fn share_with_a_lead<const W: usize>(game: &Game<W>) -> f64 {
    let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
    let (mut seen, mut led) = (0, 0);
    let mut moves = Vec::new();
    for seed in 0..PLAYOUTS {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut position = Position::new(game, Player::from_index(seed as usize));
        for ply in 0..PLIES {
            position.legal(game, &mut moves);
            if position.outcome().is_some() || moves.is_empty() {
                break;
            }
            if ply >= 2 {
                seen += 1;
                led += usize::from(evaluator.lead(position.state()).abs() > 1e-9);
            }
            position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
        }
    }
    led as f64 / seen.max(1) as f64
}

#[test]
fn no_known_game_is_without_a_lead_throughout() {
    let mut silent = Vec::new();
    for entry in std::fs::read_dir("seed-games").expect("the seed games") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "ludi") {
            let source = std::fs::read_to_string(&path).expect("a file");
            let game = AnyGame::new(lower(&language::parse(&source).expect("a game")).expect("rules")).expect("a game");
            let share = with_game!(&game, g => share_with_a_lead(g));
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if share < 0.5 {
                println!("{name} has a lead in {share:.2} of the positions");
            }
            if share == 0.0 {
                silent.push(name);
            }
        }
    }
    silent.sort_unstable();
    assert_eq!(silent, SILENT);
}
