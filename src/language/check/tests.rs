use super::*;
use crate::language::{diagnostic, print};

fn game(rest: &str) -> String {
    format!("(game G (board (tiling square) (size 5 5)) (end (All win (in-a-row 3))) {rest})")
}

fn messages(source: &str) -> Vec<String> {
    parse(source).err().unwrap_or_default().into_iter().map(|p| p.message).collect()
}

#[test]
fn all_errors_of_a_file_are_found_at_once() {
    let found =
        messages("(game G (board (tiling sqare) (size 0)) (play now) (start (place Rook A1)) (win (in-a-row)))");
    let expected = [
        "unknown word `sqare` in `(tiling …)`",
        "0 is out of range for `size`",
        "unknown word `now` in `(play …)`",
        "no piece is called `Rook`",
        "`in-a-row` needs a number from 2 to 25",
    ];
    assert_eq!(found, expected);
}

#[test]
fn lines_and_distances_are_about_two_cells() {
    let with =
        |condition: &str| game(&format!("(pieces (Stone All (moves (move (pre {condition}) (action (push))))))"));
    assert_eq!(messages(&with("(and (line) (line last to) (= (distance from last) (num-between any A1)))")), [""; 0]);
    assert_eq!(messages(&with("(line from last to)")), ["`line` is about two cells"]);
    assert_eq!(messages(&with("(= (distance from last to) 1)")), ["`distance` is about two cells"]);
}

#[test]
fn flags_may_be_declared_by_the_effect_that_gives_them() {
    let piece = |pre: &str| {
        game(&format!(
            "(pieces (Stone All (moves (move (pre {pre}) (action (pop) (push)) (post (add-flags to moved))))))"
        ))
    };
    assert_eq!(messages(&piece("(not (flagged from moved))")), [""; 0]);
    assert_eq!(messages(&piece("(not (flagged from royal))")), ["no flag is called `royal`"]);
}

#[test]
fn arguments_decide_between_a_plain_word_and_an_element() {
    let with = |target: &str| {
        game(&format!("(pieces (Stone All (moves (move (pre (> (num-nbors to {target}) 1)) (action (push))))))"))
    };
    for target in ["any", "(any)", "(any White)", "(any White (state 1))", "Stone", "(Stone enemy)"] {
        assert_eq!(messages(&with(target)), [""; 0], "{target}");
    }
    assert_eq!(messages(&with("(empty White)")).len(), 1);
}

#[test]
fn repeats_and_problems_have_limits() {
    let many = |word: &str, n: usize| format!("{word} ").repeat(n);
    let pieces = (0..=MAX_REPEATS).map(|i| format!("(P-{i} neutral)")).collect::<String>();
    assert_eq!(messages(&game(&format!("(pieces {pieces})"))), ["`pieces` has too many pieces: at most 8"]);
    assert_eq!(messages(&game(&format!("(play {})", many("nonsense", 500)))).len(), MAX_PROBLEMS);
    let condition = |n: usize| {
        game(&format!("(pieces (Stone All (moves (move (pre (and {})) (action (push))))))", many("(empty to)", n)))
    };
    assert_eq!(messages(&condition(MAX_REPEATS)), [""; 0]);
    assert_eq!(messages(&condition(MAX_REPEATS + 1)), ["`and` has too many conditions: at most 64"]);
}

#[test]
fn what_is_wrong_with_a_choice_is_told_of_the_piece_that_is_wrong() {
    let with = |promotion: &str, pre: &str| {
        game(&format!(
            "(pieces (Pawn All (moves (move (pre {pre}) (action (pop) (push)) (post (convert {promotion})))))
               (Queen All (moves (move Slide))) (Rook All (moves (move Slide))))"
        ))
    };
    let step = "(and (empty to) (connected))";
    assert_eq!(messages(&with("(any Queen Rook)", step)), [""; 0]);
    let of = |source: &str| parse(source).unwrap_err().remove(0);
    let misspelt = of(&with("(any Queen Rok)", step));
    assert_eq!(misspelt.message, "no piece is called `Rok`");
    assert!(misspelt.help.unwrap().starts_with("did you mean `Rook`? The pieces are"));
    assert_eq!(messages(&with("(any Queen)", step)), ["a choice among pieces has two of them at least"]);
    assert_eq!(messages(&with("Queen", "(is-piece to (any Queen Rook))")), ["nobody chooses a piece here"]);
}

#[test]
fn a_loop_has_a_word_of_its_own() {
    let with = |body: &str, used: &str| {
        game(&format!(
            "(define Near (way) {body}) (pieces (Stone All (moves (move (pre (and (empty to) {used})) (action (push))))))"
        ))
    };
    let taken = ["`way` stands for something here already: a parameter, or the value of a loop around this one"];
    assert_eq!(messages(&with("(or (each way (n e) (friend (step to way))))", "(Near e)")), taken);
    let loops = |inner: &str| {
        with(
            "(friend (step to way))",
            &format!("(or (each way (n e) (each {inner} (s w) (and (friend (step to {inner})) (Near way)))))"),
        )
    };
    assert_eq!(messages(&loops("way")), taken);
    assert_eq!(messages(&loops("other")), [""; 0]);
}

#[test]
fn directions_that_nothing_reads_and_diagonals_of_lines_are_warned_of() {
    let warned = |source: &str| {
        let (_, warnings) = parse_with_warnings(source).unwrap();
        warnings.into_iter().map(|p| p.message).collect::<Vec<_>>()
    };
    let pawn = |pre: &str| game(&format!("(pieces (Pawn All (moves (move (dirn fl fr) (pre {pre}) Take))))"));
    assert_eq!(warned(&pawn("(enemy to)")), [IDLE_DIRECTIONS]);
    assert_eq!(warned(&pawn("(and (enemy to) (connected))")), [""; 0]);
    assert_eq!(warned(&pawn("(steps f)")), [""; 0]);
    let board = |tiling: &str, row: &str| {
        format!(
            "(game G (board (tiling {tiling}) (size 5 5)) (pieces (Man All (moves (move (dirn diagonal) Step)))) (win (in-a-row 3{row})))"
        )
    };
    let never = "no direction of this board is diagonal";
    assert_eq!(warned(&board("alquerque", "")), [never]);
    assert_eq!(warned(&board("alquerque", " i-nbors")), [never; 2]);
    assert_eq!(warned(&board("square i-nbors", " i-nbors")), [""; 0]);
}

#[test]
fn directions_are_written_in_letters() {
    let problem = parse(&game("(pieces (Man All (moves (move (dirn north-east) Step))))")).unwrap_err().remove(0);
    assert_eq!(problem.help.as_deref(), Some("write `ne`"));
    let several = parse(&game("(lose (no-move) (group))")).unwrap_err().remove(0);
    assert!(
        several.help.unwrap().contains("several are joined by `and` where all must hold, by `or` where one will do")
    );
}

#[test]
fn deep_and_long_rules_are_no_trouble() {
    let deep = format!("{}(empty to){}", "(not ".repeat(57), ")".repeat(57));
    let source = game(&format!("(pieces (Stone All (moves (move (pre {deep}) (action (push))))))"));
    let tree = parse(&source).unwrap();
    assert!(parse(&print(&tree)).unwrap() == crate::language::canonical(&tree));
    for word in [
        "(Rook All)",
        "nonsense-word-of-many-letters",
        "(place Rook A1)",
        "(x",
        "(White win (in-a-row 3 3 3))",
        "\"",
        "({",
    ] {
        for place in ["(pieces ", "(end ", "(start ", "(board ", "(play (and ", ""] {
            let source = game(&format!("{place}{}", word.repeat(90_000 / word.len())));
            let problems = parse(&source).unwrap_err();
            assert!(!diagnostic::render(&problems[..3.min(problems.len())], "x", &source, false).is_empty());
        }
    }
}
