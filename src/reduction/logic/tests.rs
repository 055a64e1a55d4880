//! What follows from what, on conditions written out.

use super::super::subject::playable;
use super::*;
use crate::language::print::one_line;
use crate::language::reader;

fn read(text: &str) -> Tree {
    let (trees, problems, _) = reader::read_loosely(text);
    assert!(problems.is_empty());
    trees.into_iter().next().unwrap()
}

fn truth(text: &str) -> Option<bool> {
    let names = Names::of(&read("(game A (board (tiling square) (size 3)) (end (All win (full))))"));
    let logic = Logic::new(&names, None);
    let end = text.contains("in-a-row") || text.contains("group ");
    logic.truth(&read(text), if end { Category::Condition } else { Category::Bool }, &[])
}

#[test]
fn what_always_holds_holds() {
    for text in [
        "(> (num-nbors to empty) -1)",
        "(= (/ -1 0) 0)",
        "(>= (+ 1 (height to)) 1)",
        "(or (empty to) (not (empty)))",
        "(not (> -1 17))",
        "(<= (row to) (row))",
        "(not (and (empty to) (friend to)))",
        "(or (> (num-nbors to any) 3) (<= (num-nbors any) 3))",
        "(not (and (in-a-row 9) (not (in-a-row 4))))",
        "(not (and (in-a-row 5 exactly) (not (in-a-row 4))))",
        "(or (not (group 5)) (group 4))",
        "(not (and (or (friend to) (enemy to)) (empty)))",
    ] {
        assert_eq!(truth(text), Some(true), "{text}");
    }
}

#[test]
fn what_may_hold_or_not_is_left_open() {
    for text in [
        "(> (num-nbors to empty) 0)",
        "(and (empty to) (empty from))",
        "(or (friend to) (enemy to))",
        "(not (and (friend to) (on-board to)))",
        "(or (empty to) (friend to) (enemy to) (neutral to))",
        "(and (in-a-row 4) (not (in-a-row 9)))",
        "(and (in-a-row 5) (not (in-a-row 4 exactly)))",
        "(and (in-a-row 9 i-nbors) (not (in-a-row 4)))",
        "(and (group 5 any) (not (group 4 d-nbors)))",
        "(= (score) (score enemy))",
        "(< (- (height to) 3) 0)",
    ] {
        assert_eq!(truth(text), None, "{text}");
    }
}

#[test]
fn numbers_lie_within_their_ranges() {
    let names = Names::default();
    let logic = Logic::new(&names, None);
    for (text, range) in [
        ("(min 50)", (50, 50)),
        ("(+ 1 2 (mod (height to) 4))", (3, 6)),
        ("(* -2 (piece-state to))", (-198, 0)),
        ("(- 5)", (-5, -5)),
        ("(max 3 (height to))", (3, GREATEST)),
        ("(mod -7 4)", (1, 1)),
        ("(abs (value to))", (0, 99)),
    ] {
        assert_eq!(logic.range(&read(text)), range, "{text}");
    }
}

/// What a condition says of one cell, where pieces may be neutral and where not.
#[test]
fn one_test_of_a_cell_says_what_several_do() {
    let game = read("(game A (board (tiling square) (size 3)) (end (All win (full))))");
    let names = Names::of(&game);
    let ground = Ground::of(&game, &playable(&game).unwrap());
    let single = |ground: Option<&Ground>, text: &str| {
        Logic::new(&names, ground).single_test(&read(text)).map(|tree| one_line(&tree))
    };
    let beside = "(friend (step to w)) (enemy (step to w))";
    for (text, anywhere, here) in [
        (format!("(or {beside} (not (on-board (step to w))))"), None, Some("(not (empty (step to w)))")),
        (format!("(or {beside})"), None, None),
        (format!("(or {beside} (neutral (step to w)))"), None, None),
        (
            format!("(or {beside} (neutral (step to w)) (not (on-board (step to w))))"),
            Some("(not (empty (step to w)))"),
            Some("(not (empty (step to w)))"),
        ),
        ("(and (on-board from) (not (enemy from)) (not (friend from)))".into(), None, Some("(empty from)")),
        (
            "(or (friend to) (in-region to home) (or (enemy to) (empty to)))".into(),
            None,
            Some("(or (on-board to) (in-region to home))"),
        ),
        ("(or (friend to) (enemy from) (not (on-board to)))".into(), None, None),
    ] {
        assert_eq!(single(None, &text).as_deref(), anywhere, "{text}");
        assert_eq!(single(Some(&ground), &text).as_deref(), here, "{text}");
    }
}
