//! The signature of search: moves, values, node counts and principal variations of fixed searches of fixed positions.
//!
//! A change to the players, the advisors or the engine that is meant to preserve behaviour leaves it alone. A change that alters it updates
//! the snapshot (`INSTA_UPDATE=always cargo test --test search_signature`), and its commit says why.

use ludogen::game::{AnyGame, Game, Move, Player, Position, lower};
use ludogen::language::parse;
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Blind, Evaluate, SearchResult, Uct, UctOptions, UctResult};
use ludogen::strategy::{Evaluator, Policy};
use ludogen::{streams, with_game};
use std::fmt::Write;
use std::path::Path;

/// Games with the depth that alpha-beta searches and the moves that lead to the position searched.
///
/// Between them they have placement, movement, captures, chains of captures, sowing, drops, stacks, connection, patterns,
/// repetition on which outcomes depend, a swap, and turns of several moves by one side.
const GAMES: [(&str, u32, &str); 14] = [
    ("tic-tac-toe", 9, ""),
    ("connect-four", 6, "d1 d2 d3"),
    ("breakthrough", 3, ""),
    ("hex", 2, "f6"),
    ("yavalath-swap", 2, "e5"),
    ("lines-of-action", 2, ""),
    ("reversi", 4, ""),
    ("english-draughts", 5, ""),
    ("chess", 3, ""),
    ("atari-go", 2, ""),
    ("go", 1, ""),
    ("awari", 6, ""),
    ("connect6", 2, ""),
    ("gobblet-gobblers", 3, ""),
];

fn game(name: &str) -> AnyGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games").join(format!("{name}.ludi"));
    let source = std::fs::read_to_string(path).expect("a seed game");
    let rules = lower(&parse(&source).expect("a game")).expect("rules");
    AnyGame::new(rules).expect("a board for the rules")
}

fn position<const W: usize>(game: &Game<W>, moves: &str) -> Position<W> {
    let mut position = Position::new(game, Player::White);
    for text in moves.split_whitespace() {
        let mv = game.read_move(&position, text).expect("a legal move");
        position.apply(game, mv);
    }
    position
}

fn notated<const W: usize>(game: &Game<W>, from: &Position<W>, variation: &[Move]) -> String {
    let mut position = from.clone();
    let mut legal = Vec::new();
    let mut words = Vec::new();
    for &mv in variation {
        position.legal(game, &mut legal);
        words.push(game.notation(position.state(), mv, &legal));
        position.apply(game, mv);
    }
    words.join(" ")
}

fn alpha_beta<const W: usize>(
    game: &Game<W>,
    evaluator: &impl Evaluate<Game<W>>,
    from: &Position<W>,
    options: AlphaBetaOptions,
) -> String {
    let found = AlphaBeta::new(options).search(game, evaluator, &mut from.clone()).expect("a game that goes on");
    let SearchResult { value, depth, nodes, principal_variation, exact, .. } = found;
    let certainty = if exact { " proven" } else { "" };
    format!("depth {depth} nodes {nodes} value {value}{certainty} | {}", notated(game, from, &principal_variation))
}

fn uct<const W: usize>(game: &Game<W>, from: &Position<W>, options: UctOptions) -> String {
    let found = Uct::new(options).search(game, &mut from.clone(), &mut streams::generator(1));
    let UctResult { value, proven, playouts, tree_nodes, principal_variation, .. } =
        found.expect("a game that goes on");
    let outcome = proven.map(|outcome| format!(" {outcome:?}")).unwrap_or_default();
    format!(
        "playouts {playouts} tree {tree_nodes} value {value:.6}{outcome} | {}",
        notated(game, from, &principal_variation)
    )
}

fn signature<const W: usize>(out: &mut String, name: &str, game: &Game<W>, depth: u32, moves: &str) {
    let from = position(game, moves);
    let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
    let options = AlphaBetaOptions { depth, table_bits: 14, cache_bits: 14, ..AlphaBetaOptions::default() };
    let nodes = Some(2000);
    let searches = [
        ("fixed depth", options.clone()),
        ("fixed nodes", AlphaBetaOptions { depth: 20, nodes, ..options.clone() }),
        ("beam", AlphaBetaOptions { depth: 4, nodes, beam: Some(4), ..options.clone() }),
        ("aspiration", AlphaBetaOptions { nodes, aspiration: Some(5000), ..options.clone() }),
        (
            "no heuristics",
            AlphaBetaOptions { nodes, table_bits: 0, killers: false, history: false, scout: false, ..options.clone() },
        ),
    ];
    for (search, options) in searches {
        writeln!(out, "{name}, {search}: {}", alpha_beta(game, &evaluator, &from, options)).expect("a string");
    }
    let values = AlphaBeta::new(AlphaBetaOptions { nodes, ..options.clone() })
        .root_values(game, &evaluator, &mut from.clone(), 2)
        .expect("a game that goes on");
    let sum = values.values.iter().map(|v| i64::from(v.value)).sum::<i64>();
    writeln!(out, "{name}, root values: depth {} nodes {} sum {sum}", values.depth, values.nodes).expect("a string");
    writeln!(out, "{name}, no evaluation: {}", alpha_beta(game, &Blind, &from, AlphaBetaOptions { nodes, ..options }))
        .expect("a string");
    let options = UctOptions { playouts: 300, nodes: Some(10_000), playout_plies: 200, ..UctOptions::default() };
    writeln!(out, "{name}, uct: {}", uct(game, &from, options)).expect("a string");
}

#[test]
fn searches_find_what_they_found_before() {
    let mut out = String::new();
    for (name, depth, moves) in GAMES {
        with_game!(&game(name), g => signature(&mut out, name, g, depth, moves));
    }
    insta::assert_snapshot!("search_signature", out);
}
