//! What is repaired, and that it stays repaired.

use super::*;
use crate::board::{Board, Tiling};
use crate::game::lower;
use crate::synthesis::reader::read;

/// Repairs a game, checks that a second repair finds nothing, and returns the named section.
fn repaired(game: &str, section: &str) -> Tree {
    let (tree, log) = repair(read(game));
    assert!(!log.is_empty(), "{game}");
    let (again, more) = repair(tree.clone());
    assert_eq!((&again, more), (&tree, vec![]));
    tree.child(section).unwrap_or_else(|| panic!("no {section} in {tree:?}")).clone()
}

#[test]
fn shapes_and_sizes_suit_the_tiling() {
    for (bad, good) in [
        ("(board (tiling trunc-square) (shape hex) (size 3))", "(board (tiling trunc-square) (shape square) (size 3))"),
        ("(board (tiling tri) (shape boardless) (size 3 4))", "(board (tiling tri) (shape hex) (size 3))"),
        ("(board (tiling hex) (shape hex) (size 25))", "(board (tiling hex) (shape hex) (size 12))"),
        ("(board (tiling square) (size 25 25))", "(board (tiling square) (size 20 20))"),
        ("(board (tiling square) (size 1))", "(board (tiling square) (size 2))"),
        ("(board (tiling square) (size 0 90))", "(board (tiling square) (size 1 25))"),
        ("(board (size 4))", "(board (tiling square) (size 4))"),
        ("(board (tiling hex))", "(board (tiling hex) (size 5))"),
    ] {
        assert_eq!(repaired(&format!("(game A {bad} (end (All win (full))))"), "board"), read(good));
    }
}

#[test]
fn boards_of_any_size_become_boards_that_fit() {
    let enormous = i64::MAX / 2;
    let sizes =
        ["1", "300", "3 400", "400 3", "200 200", "1000 1000", "1 1 1000", "-5 0", &format!("{enormous} {enormous}")];
    let tilings = Tiling::ALL.iter().filter(|&&tiling| tiling != Tiling::Graph);
    for (tiling, size) in tilings.flat_map(|tiling| sizes.iter().map(move |size| (tiling, size))) {
        let game = format!("(game A (board (tiling {tiling}) (size {size})) (end (All win (full))))");
        let (tree, _) = repair(read(&game));
        let outline = Outline::of(&tree).unwrap_or_else(|| panic!("{game}: {tree:?}"));
        let rules = lower(&tree).unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
        let board = Board::new(&rules.board).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(board.len() as i64, outline.cells(), "{game}");
        assert!(
            (outline::FEWEST_CELLS..=outline::MOST_CELLS).contains(&outline.cells()),
            "{game}: {}",
            outline.cells()
        );
    }
}

#[test]
fn lines_fit_the_board() {
    let end = |board: &str, length: i64| {
        repaired(&format!("(game A (board {board}) (end (All win (in-a-row {length}))))"), "end").args()[0].args()[1]
            .args()[0]
            .as_int()
    };
    assert_eq!(end("(tiling square) (size 3 5)", 9), Some(5));
    assert_eq!(end("(tiling hex) (shape hex) (size 3)", 6), Some(5));
    assert_eq!(end("(tiling hex) (shape trapezium) (size 3 3)", 25), Some(5));
    assert_eq!(end("(tiling square) (size 5 5)", 99), Some(5));
}

#[test]
fn names_are_declared() {
    let pieces = "(pieces (Man All (moves (move (pre (empty to)) (action (push))))) (Man White (moves (move (pre (is-piece to Ghost)) (action (push))))))";
    let game = format!(
        "(game A (players White Black) (board (tiling square) (size 5)) {pieces} (end (Green win (eliminate (Ghost All)))))"
    );
    let (tree, _) = repair(read(&game));
    assert_eq!(tree.child("end"), Some(&read("(end (White win (eliminate (Man All))))")));
    assert_eq!(
        tree.child("pieces").unwrap().args()[1],
        read("(Guard White (moves (move (pre (is-piece to Man)) (action (push)))))")
    );
}

#[test]
fn regions_exist_and_own_regions_mean_something() {
    let end = |board: &str, regions: &str| {
        repaired(&format!("(game A (board {board}) (end (All win (connect {regions}))))"), "end").args()[0].args()[1]
            .clone()
    };
    assert_eq!(end("(tiling square) (size 4)", "(region 3)"), read("(connect sides)"));
    assert_eq!(
        end("(tiling square) (size 4) (regions (region A1) (region B2))", "(region 3)"),
        read("(connect (region 2))")
    );
    assert_eq!(end("(tiling hex) (shape tri) (size 4)", "own-regions"), read("(connect all-sides)"));
    assert_eq!(end("(tiling hex) (shape tri) (size 4)", ""), read("(connect all-sides)"));
    assert_eq!(end("(tiling hex) (shape boardless) (size 4)", "sides"), read("(group)"));
    assert_eq!(
        end("(tiling square) (size 4) (regions (region White home))", "own-regions"),
        read("(connect all-sides)")
    );
    let circular = repaired(
        "(game A (board (tiling square) (size 4) (regions (region (region 1)) (region own-regions A1))) (end (All win (full))))",
        "board",
    );
    assert_eq!(circular.child("regions"), Some(&read("(regions (region sides) (region A1))")));
}

#[test]
fn a_game_ends_a_move_acts_and_a_piece_comes_into_play() {
    assert_eq!(repaired("(game A (board (tiling square) (size 4)))", "end"), read("(end (All lose (no-move)))"));
    assert_eq!(
        repaired("(game A (board (tiling square) (size 4)) (end mover-loses))", "end"),
        read("(end mover-loses (All lose (no-move)))")
    );
    let board = "(board (tiling square) (size 4)) (end (All win (full)))";
    let pieces = repaired(
        &format!("(game A {board} (pieces (Man All (moves (move (pre (empty to))) (move (pre (line)) (action))))))"),
        "pieces",
    );
    assert_eq!(
        pieces,
        read(
            "(pieces (Man All (moves (move (pre (empty to)) (action (push))) (move (pre (line)) (action (pop) (push))))))"
        )
    );
    let step = "(moves (move (pre (connected)) (action (pop) (push))))";
    let drop = "(moves (move (pre (empty to)) (action (push))))";
    let start = |pieces: &str, start: &str| repaired(&format!("(game A {board} (pieces {pieces}) {start})"), "start");
    assert_eq!(start(&format!("(Man All {step})"), ""), read("(start (place (Man All) home))"));
    assert_eq!(
        start(&format!("(Man All {step}) (King All {step})"), "(start (place (Man All) home))"),
        read("(start (place (Man All) home) (place (King All) (home 2)))")
    );
    assert_eq!(
        start(&format!("(Man All {drop}) (King All {drop})"), "(start (in-hand (Man All) 3))"),
        read("(start (in-hand (Man All) 3) (in-hand (King All) 5))")
    );
    assert_eq!(
        start(&format!("(Man All {drop})"), "(start (in-hand (Man All) 0))"),
        read("(start (in-hand (Man All) 5))")
    );
}

#[test]
fn what_is_only_useless_stays() {
    let game = read(
        "(game A (board (tiling square) (size 4)) (pieces (Man All (moves (move (pre (and (empty to) (not (empty to)))) (action (push)))
           (move (pre (or (empty to) (empty to))) (action (push))))) (Queen All (moves)) (Hen All (moves (move (pre (empty to)) (action (push)) (post (convert Queen))))))
           (end (All win (and (full) (not (full)))) (All win (no-move)) (All win (no-move))))",
    );
    assert_eq!(repair(game.clone()), (game, vec![]));
}
