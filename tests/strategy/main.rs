//! Advisors against positions worked out by hand and against slow counts, policies, tuning, and games as arenas.

mod advisors;
mod arena;
mod known;
mod leads;
mod learning;
mod play;
mod policies;
mod search_values;
mod slow;

use ludogen::game::{AnyGame, lower};
use ludogen::language::parse;
use std::path::Path;

/// A game from its text.
fn game(source: &str) -> AnyGame {
    let tree = parse(source).unwrap_or_else(|p| panic!("{source}: {p:?}"));
    AnyGame::new(lower(&tree).unwrap_or_else(|e| panic!("{source}: {e:?}"))).unwrap_or_else(|e| panic!("{source}: {e}"))
}

/// A game of the seed library, with another board size if one is given.
fn seed_game(name: &str, size: Option<&str>) -> AnyGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games").join(format!("{name}.ludi"));
    let tree = parse(&std::fs::read_to_string(path).expect("a seed game")).expect("rules");
    let mut rules = lower(&tree).expect("a meaning");
    if let Some(size) = size {
        rules.board.sizes = size.split(' ').map(|n| n.parse().expect("a number")).collect();
    }
    AnyGame::new(rules).expect("a board")
}
