//! Random play allocates nothing once it is warm, and states are small.

mod allocation;

use allocation::counted;
use ludogen::game::{AnyGame, Game, Player, Playout, Position, lower};
use ludogen::language::{self, Tree};
use ludogen::{synthesis, with_game};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

const MAX_PLIES: u32 = 150;

fn seed_game(name: &str) -> Tree {
    let text = std::fs::read_to_string(format!("seed-games/{name}.ludi")).expect("a seed game");
    language::parse(&text).expect("a seed game is valid")
}

fn seed_games() -> Vec<(String, Tree)> {
    let files = std::fs::read_dir("seed-games").expect("the seed games").map(|entry| entry.expect("an entry").path());
    let names = files.filter(|path| path.extension().is_some_and(|e| e == "ludi"));
    let named = |path: std::path::PathBuf| path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
    names.map(named).map(|name| (name.clone(), seed_game(&name))).collect()
}

/// How many allocations the same random games take when they are played once more.
fn allocations<const W: usize>(game: &Game<W>, mut playout: Playout<W>) -> u64 {
    let mut middle = Position::new(game, Player::White);
    let mut legal = Vec::new();
    for _ in 0..4 {
        middle.legal(game, &mut legal);
        legal.first().into_iter().for_each(|&m| middle.apply(game, m));
    }
    let mut play = || {
        for seed in 0..3 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            playout.restart(Player::from_index(seed as usize));
            playout.run(&mut rng, MAX_PLIES);
            // Games also begin in the middle, as those of a search do.
            playout.place(middle.state(), middle.past());
            playout.run(&mut rng, MAX_PLIES);
        }
    };
    play();
    counted(play).1
}

#[test]
fn a_playout_allocates_nothing_once_it_is_warm() {
    let random = (0..1500)
        .map(|seed| (format!("random game {seed}"), synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(seed))));
    let games: Vec<(String, Tree)> = seed_games().into_iter().chain(random).collect();
    let played = games.into_par_iter().filter_map(|(name, tree)| {
        let game = lower(&tree).ok().and_then(|rules| AnyGame::new(rules).ok())?;
        with_game!(&game, g => {
            let (fast, general) = (allocations(g, Playout::new(g)), allocations(g, Playout::general(g)));
            let rules = || language::print(&tree);
            assert!(fast == 0 && general == 0, "{name}: {fast} and {general} allocations in\n{}", rules());
        });
        Some(())
    });
    let played = played.count();
    assert_eq!(counted(|| Box::new(played)).1, 1, "allocations are counted");
    assert!(played > 1200, "{played} games");
}

/// Two colours on 19×19, as in go and gomoku: 256 bytes and nothing elsewhere.
#[test]
fn a_state_of_a_large_board_is_small() {
    for name in ["gomoku", "go"] {
        let mut rules = lower(&seed_game(name)).expect("rules");
        rules.board.sizes = vec![19, 19];
        let game = AnyGame::new(rules).expect("a game");
        assert_eq!(game.board().len(), 361);
        with_game!(&game, g => {
            let state = g.initial(Player::White);
            let (copy, allocations) = counted(|| state.clone());
            assert!(size_of_val(&copy) <= 256, "{name}: {} bytes", size_of_val(&copy));
            assert_eq!(allocations, 0, "{name}: nothing outside");
        });
    }
}
