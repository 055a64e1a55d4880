//! All that the language can say is told, every parameter of it, in clean English.

use super::describe;
use super::template::{Scene, Teller};
use crate::game::lower;
use crate::language::arbitrary::{element, games};
use crate::language::resolve::resolve;
use crate::language::schema::{Category, LUDEMES};
use crate::language::{Kind, Tree, canonical};
use proptest::prelude::*;

/// Parameters that the engine makes nothing of, so that there is nothing to tell.
const WITHOUT_EFFECT: &[(&str, Category, &str)] = &[
    ("cell-state", Category::Effect, "player"),
    ("piece-state", Category::Effect, "player"),
    ("inc-state", Category::Effect, "player"),
    ("cycle", Category::Condition, "adjacency"),
];

/// What has no place in a sentence, if anything has.
fn blemish(text: &str) -> Option<String> {
    const LEFTOVERS: [&str; 20] = [
        "{", "}", "[", "]", "<", ">", "|", "  ", " ,", " .", " ;", " :", "..", ",.", ",,", "()", "( ", " )", "::",
        "Some(",
    ];
    let doubled = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        words.windows(2).find(|w| w[0] == w[1] && w[0].chars().all(char::is_alphabetic)).map(|w| w.join(" "))
    };
    let leftover = LEFTOVERS.iter().find(|l| text.contains(**l)).map(|l| l.to_string());
    leftover.or_else(|| text.lines().find_map(doubled))
}

/// The tree with harmless words for what the author wrote as text.
fn without_texts(tree: &Tree) -> Tree {
    let kind = match &tree.kind {
        Kind::Text(_) => Kind::Text("words".into()),
        Kind::List(items) => Kind::List(items.iter().map(without_texts).collect()),
        kind => kind.clone(),
    };
    Tree { kind, span: tree.span }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_123),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_has_a_meaning_is_told_in_clean_english(tree in games()) {
        let tree = without_texts(&tree);
        match describe(&tree) {
            Err(_) => prop_assert!(lower(&canonical(&tree)).is_err()),
            Ok(told) => {
                prop_assert_eq!(blemish(&told), None, "{}", told);
                // What is written in two ways is told in one.
                prop_assert_eq!(describe(&canonical(&tree)), Ok(told));
            }
        }
    }
}

#[test]
fn every_ludeme_is_told_with_every_parameter() {
    use Category::*;
    let told = |category: Category| {
        matches!(
            category,
            Bool | Int
                | Coord
                | Target
                | PlayerType
                | PieceRecord
                | RecordItem
                | Effect
                | CaptureType
                | EffectFlag
                | Direction
                | Turtle
                | Condition
                | EndFlag
                | Repetition
                | Cells
                | PlaceFlag
                | TilingFlag
                | Tiling
        )
    };
    let mut untold = Vec::new();
    for ludeme in LUDEMES.iter().filter(|l| told(l.category)) {
        let mut seen = vec![false; ludeme.params.len()];
        for seed in 0..300 {
            let (tree, names) = element(ludeme, seed, 2);
            let scene = Scene { end: ludeme.category == Condition, runs: "runs", ..Scene::default() };
            let teller = Teller { names: &names, scene, terms: None };
            let text = teller.tell(&tree, ludeme.category);
            assert_eq!(blemish(&text.replace("> ", "").replace("< ", "")), None, "{text}\n{tree:?}");
            assert!(!text.is_empty(), "{tree:?}");
            let Some(whole) = resolve(&tree, ludeme.category, &names) else { continue };
            for (i, slot) in whole.slots.iter().enumerate().filter(|(_, slot)| !slot.is_empty()) {
                let rest = tree.args().iter().filter(|a| !slot.iter().any(|s| std::ptr::eq(*s, *a))).cloned();
                let less = Tree::element(tree.head().unwrap(), rest);
                seen[i] |= teller.tell(&less, ludeme.category) != text;
            }
        }
        let unseen = ludeme.params.iter().zip(seen).filter(|(_, seen)| !seen);
        untold.extend(unseen.map(|(param, _)| (ludeme.word, ludeme.category, param.name)));
    }
    assert_eq!(untold, WITHOUT_EFFECT);
}

/// The lines of Play and End of a game with these sections.
fn told(sections: &str) -> String {
    let source = format!("(game Test (board (tiling square i-nbors) (size 8 8)) {sections})");
    let text = describe(&crate::language::parse(&source).unwrap()).unwrap();
    text.split_once("Play\n").unwrap().1.to_string()
}

#[test]
fn common_moves_have_their_names() {
    let text = told(
        "(pieces
          (Man All (moves
            (move (dirn fl fr) (pre (and (empty to) (steps f f) (enemy over))) (action (pop) (push)) (post (capture over)))
            (move (pre (and (line direct) (not (friend to)) (= (num-between any) 0))) (action (pop) (push)) (post (capture)))
            (move (dirn direct) (pre (and (enemy to) (or (steps f f r f) (steps f f l f)))) (action (pop) (push)) (post (capture))))))
        (end (All win (eliminate enemy)))",
    );
    for line in [
        "- Jump a man forward-left or forward-right over an enemy piece to the empty cell beyond, capturing it.",
        "- Slide a man orthogonally over empty cells, capturing any enemy piece it ends on.",
        "- Move a man by a chess knight's leap onto an enemy piece, capturing it.",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn a_start_is_told_for_both_sides_at_once() {
    let told = |board: &str, start: &str| {
        let source = format!(
            "(game Test (board {board}) (pieces (Man All (moves (move (pre (and (enemy to) (connected))) (action (pop) (push))))))
             (start {start}) (end (All lose (no-move))))"
        );
        let text = describe(&crate::language::parse(&source).unwrap()).unwrap();
        text.split_once("Start\n").unwrap().1.split_once("\n\nPlay").unwrap().0.to_string()
    };
    let (squares, hexagons) = ("(tiling square) (size 6 6)", "(tiling hex) (size 10 10)");
    for (board, start, lines) in [
        (hexagons, "(place (Man All) J10 rotate)", "White starts with a man on J10, Black on A1."),
        (squares, "(place (Man All) A1 B2 mirror)", "White starts with men on A1 and B2, Black on B5 and A6."),
        // What each has as seen from their own side.
        (squares, "(place (Man All) home rotate)", "Each player starts with men on the home row."),
        (
            squares,
            "(place (Man All) A1 A2 B1 C1 D2 rotate)",
            "White starts with men on A1, A2, B1, C1 and D2, Black on the same cells turned by half a turn.",
        ),
        (
            squares,
            "(place (Man White) (phase 0) home) (place (Man Black) (phase 1) away)",
            "White starts with men on the dark cells in the home row.\nBlack starts with men on the light cells in the far row.",
        ),
        (hexagons, "(place (Man White) (phase 1))", "White starts with men on the cells of phase 1."),
        // Each cell is the first one's.
        (squares, "(place (Man All) corners)", "White starts with men in the corners."),
    ] {
        assert_eq!(told(board, start), lines, "{board} {start}");
    }
}

#[test]
fn cells_are_dark_and_light_where_nothing_counts_phases() {
    let told = |end: &str| told(&format!("(start (place (Stone White) (phase 0))) (end (All win {end}))"));
    assert!(told("(reach (phase 1))").contains("light cells"));
    assert!(told("(and (reach (phase 1)) (> (phase A1) 0))").contains("cells of phase 1"));
}

#[test]
fn turns_are_told_the_short_way_round() {
    let turn = |n: i32| {
        let moves = format!("(moves (move (pre (empty to)) (action (push)) (post (spin to {n}))))");
        let text = told(&format!("(pieces (Stone All {moves})) (end (All win (in-a-row 4)))"));
        let from = text.find("about it ").map(|at| at + "about it ".len()).unwrap_or_else(|| panic!("{text}"));
        text[from..].split(',').next().unwrap_or_default().to_owned()
    };
    let told = [1, -1, 2, -2, 3, -3, 5, -7].map(turn);
    let [right, left] = ["right", "left"].map(|side| format!("by 90 degrees to the {side}"));
    let half = "by 180 degrees".to_owned();
    assert_eq!(told, [&right, &left, &half, &half, &left, &right, &right, &right].map(Clone::clone));
}

#[test]
fn moves_that_are_alike_are_told_together() {
    let text = told(
        "(pieces
          (Man All (moves
            (move (dirn n) (pre (and (empty to) (connected) (enemy (step to n)))) (action (pop) (push)))
            (move (dirn e) (pre (and (empty to) (connected) (enemy (step to e)))) (action (pop) (push)))
            (move (dirn s) (pre (and (empty to) (connected) (enemy (step to s)))) (action (pop) (push)))
            (move (label \"rook\") (pre (and (empty to) (in-region to away))) (action (pop) (push)) (post (convert Rook)))
            (move (label \"king\") (pre (and (empty to) (in-region to away))) (action (pop) (push)) (post (convert King)))
            (move (pre (and (empty to) (not (in-region to away)))) (action (pop) (push)) (post (piece-state to 1)))))
          (Rook All (moves)) (King All (moves)))
        (end (All win (reach away)))",
    );
    for line in [
        "- Move a man north, east or south to an adjacent empty cell if the cell that way from the target holds an enemy piece.",
        "- Move a man to an empty cell. In the far row, it becomes a rook or king. Outside the far row, put it in state 1.",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn conditions_that_are_alike_are_told_once() {
    let text = told(
        "(end
          (All win (or (connect A1 H1) (connect A1 H8) (connect H1 H8) (in-a-row 5)))
          (All lose (or (reach A1) (reach B1) (reach C1))))",
    );
    assert!(
        text.contains("they have five or more in a row or a chain of theirs connects two of A1, H1 and H8."),
        "{text}"
    );
    assert!(text.contains("A player loses if they have a piece on A1, B1 or C1."), "{text}");
    let text = told(
        "(pieces (Man All (moves (move (pre (and (empty to) (or
            (and (enemy (step to n)) (empty (step to e))) (and (enemy (step to e)) (empty (step to s)))
            (and (enemy (step to s)) (empty (step to w))) (and (enemy (step to w)) (empty (step to n))))))
          (action (push))))))
        (end (All win (no-move)))",
    );
    let told = "in some orthogonal direction both the cell that way from it holds an enemy piece and the cell right of it is empty";
    assert!(text.contains(told), "{text}");
}

#[test]
fn cells_are_called_as_the_board_has_them_whatever_parameters_are_called() {
    let told = |board: &str, define: &str, condition: &str| {
        let source = format!(
            "(game Test {define} (board {board}) (pieces (Man All (moves (move (pre (and (empty to) {condition})) (action (push))))))
             (end (All win (in-a-row 3))))"
        );
        let text = describe(&crate::language::parse(&source).unwrap()).unwrap();
        text.split_once("Terms\n").unwrap().1.split_once("\n\nPlay").unwrap().0.to_string()
    };
    let (square, lines) = ("(tiling square) (size 5 5)", "(tiling alquerque) (size 5 5)");
    for name in ["cell3", "point", "pit2", "where"] {
        let define = format!("(define Far ({name}) \"{{{name}}} is far\" (> (row {name}) 3))");
        assert_eq!(told(square, &define, "(Far to)"), "A cell is far if the row of the cell is more than three.");
        assert_eq!(told(lines, &define, "(Far to)"), "A point is far if the row of the point is more than three.");
    }
    let define = "(define High (cell2 least4) \"{cell2} is high\" (> (row cell2) least4))";
    assert_eq!(
        told(square, define, "(High to 2)"),
        "A cell is high if the row of the cell is more than the least; the least is two."
    );
    let define = "(define Over (one two2) \"{one} is over {two2}\" (> (row one) (row two2)))";
    assert_eq!(
        told(square, define, "(Over to A1)"),
        "The first cell is over the second cell if the row of the first cell is more than the row of the second cell."
    );
}

#[test]
fn what_is_said_twice_is_said_once() {
    let text = told(
        "(pieces (Man All (moves
          (move (pre (and (empty to) (empty to) (or (friend A1) (friend A1)))) (action (push) (push)))
          (move (pre (= (move-number) 0)) (action (push A1) (push B1) (push C1) (push D1) (push D2)))
          (move (pre (and (empty to) (empty (step to n)))) (action (push) (push (step to n)))))))
        (end (All win (or (in-a-row 4) (in-a-row 4))))",
    );
    for line in [
        "- Place two men on a cell if the cell is empty and A1 holds a friendly piece.",
        "- Place a man on a cell and another on the cell north of it if the cell and the cell north of it are empty.",
        "A player wins with four or more in a row.",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
    let text = told(
        "(pieces (Man All (moves (move (pre (= (move-number) 0)) (action (push A1) (push B1) (push C1) (push D1))))))
        (end (All win (in-a-row 4)))",
    );
    assert!(text.contains("lace men on A1 to D1 if it is the first move."), "{text}");
}

/// “In row 1 or in row 2” is in both rows taken as one; to fill row 1 or row 2, to have a piece on each, or to connect them is not.
#[test]
fn sets_of_cells_become_one_only_where_that_is_the_same() {
    for (condition, told) in [
        ("(or (reach (row 1)) (reach (row 2)))", "with a piece on the bottom two rows."),
        ("(reach (row 1) (row 2))", "with a piece on the bottom two rows."),
        ("(or (reach fill home) (reach fill (home 2)))", "every cell of the home row or second row from home holds"),
        ("(reach fill home (home 2))", "every cell of the two rows nearest home holds"),
        ("(or (reach all home) (reach all (home 2)))", "stand on the home row or second row from home."),
        (
            "(or (reach 2 (row 1)) (reach 2 (row 2)))",
            "at least two pieces on either the bottom row or row 2 from the bottom.",
        ),
        ("(and (reach (Man White) (row 1)) (reach (Man White) (row 2)))", "on the bottom row and "),
        ("(connect (row 1) (row 2))", "connects rows 1 and 2 from the bottom."),
    ] {
        let text = told_of(condition);
        assert!(text.contains(told), "{told}\n{text}");
    }
}

fn told_of(condition: &str) -> String {
    told(&format!("(pieces (Man All (moves (move (pre (empty to)) (action (push)))))) (end (All win {condition}))"))
}

/// “All” directions are those in which cells are adjacent; a row goes along them too.
#[test]
fn directions_are_those_of_the_board() {
    let told = |board: &str| {
        let rules =
            "(pieces (Man All (moves (move (dirn all) Slide)))) (start (place (Man White) A1)) (win (in-a-row 3))";
        describe(&crate::language::parse(&format!("(game G (board {board}) {rules})")).unwrap()).unwrap()
    };
    for (board, slide, row) in [
        ("(tiling square) (size 5 5)", "Slide a man orthogonally over", "three or more in an orthogonal row."),
        (
            "(tiling square i-nbors no-d-nbors) (size 5 5)",
            "Slide a man diagonally over",
            "three or more in a diagonal row.",
        ),
        ("(tiling square i-nbors) (size 5 5)", "Slide a man in any direction over", "three or more in a row."),
        ("(tiling hex) (size 5 5)", "Slide a man in any direction over", "three or more in a row."),
    ] {
        let text = told(board);
        assert!(text.contains(slide) && text.contains(row), "{text}");
    }
}

#[test]
fn ends_say_whom_they_are_about() {
    let end = |end: &str| {
        let text = told(&format!("(end {end})"));
        text.split_once("End\n").unwrap().1.lines().next().unwrap().to_string()
    };
    assert_eq!(end("(White draw (in-a-row 4))"), "The game is drawn if White has four or more in a row.");
    assert_eq!(end("(All draw (in-a-row 4))"), "The game is drawn if either player has four or more in a row.");
    let chain = end("(All draw (not (connect all-sides)))");
    assert!(chain.starts_with("The game is drawn if, for either player, no chain of theirs connects"), "{chain}");
    assert_eq!(
        end("(All lose (not (group)))"),
        "A player loses if their pieces are fewer than two or do not form one group."
    );
}

#[test]
fn all_rows_and_columns_have_a_name_together() {
    let lines = |lanes: &str| {
        told(&format!(
            "(end (All lose (or (each lane ({lanes}) (each number (1 2 3 4 5 6 7 8) (reach 3 (lane number)))))))"
        ))
    };
    assert!(lines("row").contains("at least three pieces on any row."), "{}", lines("row"));
    assert!(lines("row col").contains("at least three pieces on any row or column."), "{}", lines("row col"));
    let more =
        told("(end (All lose (or (each number (1 2 3 4 5 6 7 8) (reach 3 (row number))) (reach 3 A1 B2 C3 D4))))");
    assert!(more.contains("on any one of the rows and (A1, B2, C3 and D4)."), "{more}");
}

#[test]
fn common_conditions_have_their_words() {
    let ways = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let stops: String = ways.map(|w| format!("(and (line {w}) (not (empty (step to {w}))))")).concat();
    let groups: String = ways.map(|w| format!("(and (friend (step to {w})) (> (liberties (step to {w})) 1))")).concat();
    let text = told(&format!(
        "(pieces
          (Man All (moves
            (move (pre (and (empty to) (= (num-between any) 0) (or {stops}))) (action (pop) (push)))
            (move (pre (and (empty to) (line) (= (num-between any) 0) (not (on-board (ahead to))))) (action (pop) (push)))
            (move (pre (and (empty to) (line direct) (= (num-between any) 1) (= (num-between enemy) 1))) (action (pop) (push)) (post (capture over)))
            (move (dirn n e s w) (pre (and (not (friend to)) (steps f f r f))) (action (pop) (push)) (post (capture)))
            (move (dirn n e s w) (pre (and (not (friend to)) (steps f f l f))) (action (pop) (push)) (post (capture)))
            (move (dirn f) (pre (and (not (friend to)) (or (steps f f r f) (steps f f l f)))) (action (pop) (push)) (post (capture)))
            (move (dirn f) (pre (and (empty to) (steps f f) (empty over))) (action (pop) (push)))
            (move (pre (and (empty to) (or (> (num-nbors to empty) 0) (captures surround) {groups}))) (action (push)) (post (capture surround)
              (cell-state to (+ (cell-state to) 1)) (piece-state to (height to)) (score (num-nbors to enemy)))))))
        (end (White win (and (= (mod (move-number) 2) 1) (reach corners)))
          (All win (or (= (num-pieces friend) 0) (= (num-pieces enemy) 0)))
          (All lose (in-a-row 5))
          (All draw (no-move)))"
    ));
    for line in [
        "- Slide a man in any direction over empty cells as far as it goes.",
        "- Slide a man in any direction over empty cells as far as the edge.",
        "- Jump a man orthogonally any distance over one enemy piece and nothing else to an empty cell, capturing it.",
        "- Move a man by a chess knight's leap, capturing any enemy piece there.",
        "- Move a man by a leap of two cells forwards and one to the side, capturing any enemy piece there.",
        "- Slide a man two cells forwards over empty cells.",
        "- Place a man on an empty cell if its group then has an empty neighbour or this captures a piece. Then capture every adjacent enemy group without an empty neighbour and raise the mark of the cell by one. Then set its state to the height of the cell. Then score one point for each enemy piece next to it.",
        "White wins if White has just moved and they have a piece in a corner.",
        "A player wins if either player has no pieces on the board.",
        "Otherwise it is a draw if a player cannot move.",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

/// What belongs to whom, what is meant by “it”, and which condition goes with which is said so that it is read in one way.
#[test]
fn sentences_are_read_in_one_way() {
    let text = told(
        "(pieces
          (Man All (moves
            (move (pre (and (empty to) (or (= (move-number) 0) (and (> (num-nbors to any) 0) (< (num-in-hand) 3))))) (action (push)))
            (move (pre (and (not (friend to)) (is-piece (Man enemy)) (connected))) (action (pop) (push)) (post (capture)))
            (move (dirn n) (pre (and (empty to) (line) (> (move-number) 2))) (action (pop) (push))
              (post (capture everywhere friend (if (same current to)) recycle)))
            (move (pre (and (enemy to) (connected) (= (num-in-hand) 0) (= (num-in-hand enemy) 0))) (action (pop) (push))
              (post (capture d-nbors (if (same current last))) (capture line (size 1)) (cell-states 1 (if (same current to))))))))
        (start (in-hand (Man All) 5))
        (play (never (> (largest-group) (num-groups))))
        (end (All win (and (>= (num-groups) 3) (not (reach A1)) (not (reach B1))))
          (All lose (or (= (num-in-hand) 1) (< (num-groups enemy) 2))))",
    );
    for line in [
        "- Place a man on an empty cell if it is the first move, or there is a piece next to it and the mover has at most two pieces in hand.",
        "- Move a man of either player to an adjacent cell that holds no friendly piece, capturing any enemy piece there, provided that its cell holds an enemy man.",
        "- Move a man north any distance to an empty cell, whatever is in between, provided that at least three moves have been made. Then capture any friendly piece on the target, returning it to its owner's hand.",
        "- Move a man to an adjacent cell that holds an enemy piece if both players have no pieces in hand. Then capture any enemy piece on the cell of the last move if that is orthogonally adjacent. Then capture every enemy piece flanked between it and another friendly piece (single pieces only). Then mark the target with 1.",
        "A player may not make a move after which the size of their largest group is larger than the number of their groups.",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

/// What is deeply nested is told once at every level, or a few levels more would take for ever.
#[test]
fn deep_rules_are_told_in_time() {
    let nested = |wrap: &dyn Fn(&str, usize) -> String, innermost: &str| {
        (0..40).fold(innermost.to_string(), |inner, level| wrap(&inner, level))
    };
    let sum = nested(&|inner, n| format!("(+ (col to) {n} {inner})"), "(row to)");
    let product = nested(&|inner, n| format!("(* (col to) {} {inner})", n % 3), "(row to)");
    let conditions = [
        format!("(< {sum} 50)"),
        format!("(= {product} 50)"),
        nested(&|inner, n| format!("({} (empty to) (enemy (step to n)) {inner})", ["and", "or"][n % 2]), "(friend to)"),
        nested(&|inner, _| format!("(not {inner})"), "(empty to)"),
    ];
    for condition in conditions {
        let source = format!(
            "(game G (players White Black) (board (tiling square) (size 5 5)) (pieces (Man All (moves (move (pre (and
             (empty to) {condition})) (action (push)))))) (end (All win (in-a-row 3))))"
        );
        let tree = crate::language::parse(&source).unwrap();
        assert!(describe(&tree).unwrap().contains("lace a man on an empty cell"), "{condition}");
    }
}
