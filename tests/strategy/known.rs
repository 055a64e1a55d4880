//! Values and puzzles that are known from elsewhere, found by search alone.

use crate::{game, seed_game};
use ludogen::game::{AnyGame, Position};
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Blind, SearchResult, Uct, UctOptions, value};
use ludogen::with_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn search(game: &AnyGame, depth: u32) -> (SearchResult<ludogen::game::Move>, String) {
    with_game!(game, g => {
        let mut position = Position::new(g, ludogen::game::Player::White);
        let options = AlphaBetaOptions { depth, table_bits: 18, ..AlphaBetaOptions::default() };
        let found = AlphaBeta::new(options).search(g, &Blind, &mut position).expect("a move");
        let mut legal = Vec::new();
        position.legal(g, &mut legal);
        let notation = g.notation(position.state(), found.best, &legal);
        (found, notation)
    })
}

#[test]
fn four_in_a_row_on_four_by_four_is_a_draw() {
    let rules =
        "(game Four (players White Black) (board (tiling square i-nbors) (size 4 4)) (end (All win (in-a-row 4))))";
    let (found, _) = search(&game(rules), 16);
    assert!(found.exact && found.value == 0, "{found:?}");
}

#[test]
fn the_first_player_wins_in_a_cube_of_three_from_the_middle() {
    let cube = seed_game("tic-tac-toe-3d", None);
    let (found, first) = search(&cube, 7);
    assert_eq!((value::plies_to_end(found.value), first.as_str()), (Some(7), "b2-2"));
    assert!(found.exact && found.value > 0);
    assert_eq!(search(&cube, 6).0.value, 0, "and not sooner");
}

/// Chess from another position.
fn chess(start: &str) -> AnyGame {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games/chess.ludi");
    let source = std::fs::read_to_string(path).expect("chess");
    let begin = source.find("(start").expect("a start");
    let mut depth = 0;
    let length = source[begin..].find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let end = begin + length.expect("its end") + 1;
    game(&format!("{}(start {start}){}", &source[..begin], &source[end..]))
}

#[test]
fn mates_in_one_and_two_are_found() {
    // The back rank; Paul Morphy's problem of 1856.
    for (moves, first, start) in [
        (
            1,
            "a1-a8",
            "(place (King White) G1) (place (Rook White) A1) (place (King Black) G8) (place (Pawn Black) F7 G7 H7)",
        ),
        (
            2,
            "a1-a6",
            "(place (King White) C8) (place (Rook White) A1) (place (Pawn White) B6)
             (place (King Black) A8) (place (Bishop Black) B8) (place (Pawn Black) A7 B7)",
        ),
    ] {
        let game = chess(start);
        let plies = 2 * moves - 1;
        let (found, best) = search(&game, plies);
        assert_eq!((value::plies_to_end(found.value), best.as_str()), (Some(plies), first), "{start}");
        if moves > 1 {
            assert_eq!(value::plies_to_end(search(&game, plies - 1).0.value), None, "and not sooner");
        }
        // What alpha-beta proves UCT finds.
        let uct = with_game!(&game, g => {
            let mut position = Position::new(g, ludogen::game::Player::White);
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            let options = UctOptions { playouts: 20_000, playout_plies: 60, ..UctOptions::default() };
            let found = Uct::new(options).search(g, &mut position, &mut rng).expect("a move");
            let mut legal = Vec::new();
            position.legal(g, &mut legal);
            g.notation(position.state(), found.best, &legal)
        });
        assert_eq!(uct, first);
    }
}
