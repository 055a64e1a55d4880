//! What a new ludeme takes, shown by four that exist in tests only: `row-copy`, a copy of the number `row`, `whirl`, one of the effect
//! `spin`, `abutting`, one of the condition of moves `adjacent`, and `heap`, one of the end condition `stack`. They are declared and
//! given a meaning in the files that ARCHITECTURE.md lists, none of which compiles without its part, and nowhere else. The solver
//! knows the first and the third and refuses the others.

use std::collections::BTreeSet;
use std::path::Path;

use crate::game::{AnyGame, lower, perft};
use crate::language::{Tree, parse};
use crate::with_game;

const ARCHITECTURE: &str = include_str!("../ARCHITECTURE.md");

/// The files of the row that begins with a kind of ludeme in ARCHITECTURE.md's table: those that need it, and the one by which the
/// solver knows it.
fn listed(kind: &str) -> [BTreeSet<String>; 2] {
    let row =
        ARCHITECTURE.lines().find_map(|line| line.strip_prefix(&format!("| {kind} |"))).expect("a row for the kind");
    let columns: Vec<&str> = row.split('|').collect();
    [0, 1].map(|column| columns[column].split('`').skip(1).step_by(2).map(String::from).collect())
}

/// The files below `folder` that name `word` as an identifier, this one apart.
fn naming(word: &str, folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            naming(word, &entry, root, found);
        } else if entry.extension().is_some_and(|e| e == "rs") && !entry.ends_with("new_ludeme.rs") {
            let text = std::fs::read_to_string(&entry).expect("text");
            let here = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
            if here {
                let path = entry.strip_prefix(root).expect("below the root");
                found.insert(path.to_str().expect("text").replace('\\', "/"));
            }
        }
    }
}

/// The kinds of ludemes, the copy of one of each, and whether the solver knows it.
const COPIES: [(&str, &str, bool); 4] = [
    ("number", "RowCopy", true),
    ("effect", "Whirl", false),
    ("move condition", "Abutting", true),
    ("end condition", "Heap", false),
];

#[test]
fn the_architecture_lists_the_files_that_a_new_ludeme_touches() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kind, word, known) in COPIES {
        let mut touched = BTreeSet::new();
        naming(word, &root.join("src"), &root.join("src"), &mut touched);
        let [needed, solver] = listed(kind);
        assert_eq!(touched.intersection(&solver).count(), usize::from(known), "{kind}");
        // The reference implementation of the tests sees the library as users do, without its test-only words.
        let in_src: BTreeSet<String> = needed.iter().filter(|f| !f.starts_with("tests/")).cloned().collect();
        assert_eq!(touched.difference(&solver).cloned().collect::<BTreeSet<_>>(), in_src, "{kind}");
        assert!(needed.len() <= 8 && solver.len() == 1, "{kind}: {needed:?} {solver:?}");
        for file in needed.iter().filter(|f| f.starts_with("tests/")) {
            assert!(root.join(file).is_file(), "{file}");
        }
    }
}

fn game(pre: &str, post: &str, end: &str) -> Tree {
    parse(&format!(
        "(game Copy (board (tiling square i-nbors) (size 3 3))
          (pieces (Stone All (moves (move (pre (and (empty to) {pre})) (action (push)) (post {post})))))
          (start (place (Stone White) A1) (place (Stone Black) A2))
          (end (All win {end})))"
    ))
    .expect("a game")
}

/// A game in which stones may go onto stones of their owner.
fn stacking(end: &str) -> Tree {
    parse(&format!(
        "(game Copy (board (tiling square i-nbors) (size 3 3))
          (pieces (Stone All (moves (move (pre (empty to)) (action (push)))
            (move (pre (and (connected) (friend to))) (action (pop) (push))))))
          (start (place (Stone White) A1) (place (Stone Black) A2))
          (end (All win {end})))"
    ))
    .expect("a game")
}

const ROW: &str = "(in-a-row 3)";

/// A game with each original, and the same with its copy.
fn pairs() -> [[Tree; 2]; 4] {
    [
        ["(> (row to) 1)", "(> (row-copy to) 1)"].map(|pre| game(pre, "", ROW)),
        ["(spin to 1)", "(whirl to 1)"].map(|post| game("(empty to)", post, ROW)),
        ["(adjacent to B2)", "(abutting to B2)"].map(|pre| game(pre, "", ROW)),
        ["(stack 2)", "(heap 2)"].map(stacking),
    ]
}

fn sequences(tree: &Tree) -> Vec<[u64; 4]> {
    let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
    let rows = with_game!(&game, game => perft(game, 4, false));
    rows.iter().map(|r| [r.nodes, r.first_wins, r.second_wins, r.draws]).collect()
}

#[test]
fn a_copy_of_a_ludeme_is_played_and_told_as_the_original() {
    for [own, other] in pairs() {
        assert_ne!(own, other);
        assert_eq!(sequences(&own), sequences(&other));
        assert_eq!(crate::describe::describe(&own), crate::describe::describe(&other));
        assert!(crate::synthesis::distance(&genome(&own), &genome(&other)) > 0.0);
    }
}

fn genome(tree: &Tree) -> crate::synthesis::Genome {
    crate::synthesis::Genome::new(tree)
}

#[test]
fn the_end_comes_by_a_copy_of_an_end_condition() {
    let rows = sequences(&stacking("(heap 2)"));
    assert!(rows.iter().any(|[_, first_wins, ..]| *first_wins > 0), "{rows:?}");
}

#[test]
fn the_solver_knows_a_copy_or_refuses_it_by_name() {
    let encoded = |tree: &Tree| {
        let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
        with_game!(&game, game => crate::solver::encode::encode(game).map(|e| e.cells()).map_err(|e| e.to_string()))
    };
    for pre in ["(> (row to) 1)", "(adjacent to B2)"] {
        let copy = pre.replace("row", "row-copy").replace("adjacent", "abutting");
        let (own, other) = (encoded(&game(pre, "", ROW)), encoded(&game(&copy, "", ROW)));
        assert!(own.is_ok(), "{own:?}");
        assert_eq!(own, other);
    }
    for (tree, word) in
        [(game("(empty to)", "(whirl to 1)", ROW), "`whirl`"), (game("(empty to)", "", "(heap 2)"), "`heap`")]
    {
        let refused = encoded(&tree).expect_err("refused");
        assert!(refused.starts_with(word), "{refused}");
    }
}

#[test]
fn the_language_of_ludii_has_no_words_for_copies() {
    for ([_, tree], word) in pairs().into_iter().zip(["row-copy", "whirl", "abutting", "heap"]) {
        // A game with a stack is refused for that.
        let tree = if word == "heap" { game("(empty to)", "", "(heap 2)") } else { tree };
        let refused = crate::export::to_ludii(&tree, false).expect_err("refused");
        assert_eq!(refused.ludeme, word);
    }
}
