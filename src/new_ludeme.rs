//! What a new ludeme takes, shown by two that exist in tests only: `row-copy`, a copy of the number `row`, and `whirl`, a copy of the
//! effect `spin`. They are declared and given a meaning in the files that ARCHITECTURE.md lists, none of which compiles without
//! its part, and nowhere else.

use std::collections::BTreeSet;
use std::path::Path;

use crate::game::{AnyGame, lower, perft};
use crate::language::{Tree, parse};
use crate::with_game;

const ARCHITECTURE: &str = include_str!("../ARCHITECTURE.md");

/// The files of the row that begins with a kind of ludeme in ARCHITECTURE.md's table.
fn listed(kind: &str) -> BTreeSet<String> {
    let row = ARCHITECTURE.lines().find(|line| line.starts_with(&format!("| {kind} |")));
    let cells = row.expect("a row for the kind").split('`').skip(1).step_by(2);
    cells.map(String::from).collect()
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

#[test]
fn the_architecture_lists_the_files_that_a_new_ludeme_touches() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kind, word) in [("number", "RowCopy"), ("effect", "Whirl")] {
        let mut touched = BTreeSet::new();
        naming(word, &root.join("src"), &root.join("src"), &mut touched);
        let listed = listed(kind);
        // The reference implementation of the tests sees the library as users do, without its test-only words.
        let in_src: BTreeSet<String> = listed.iter().filter(|f| !f.starts_with("tests/")).cloned().collect();
        assert_eq!(touched, in_src, "{kind}");
        assert!(listed.len() <= 8, "{kind}: {listed:?}");
        for file in listed.iter().filter(|f| f.starts_with("tests/")) {
            assert!(root.join(file).is_file(), "{file}");
        }
    }
}

fn game(pre: &str, post: &str) -> Tree {
    parse(&format!(
        "(game Copy (board (tiling square i-nbors) (size 3 3))
          (pieces (Stone All (moves (move (pre (and (empty to) {pre})) (action (push)) (post {post})))))
          (start (place (Stone White) A1) (place (Stone Black) A2))
          (end (All win (in-a-row 3))))"
    ))
    .expect("a game")
}

fn sequences(tree: &Tree) -> Vec<[u64; 4]> {
    let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
    let rows = with_game!(&game, game => perft(game, 3, false));
    rows.iter().map(|r| [r.nodes, r.first_wins, r.second_wins, r.draws]).collect()
}

#[test]
fn a_copy_of_a_ludeme_is_played_and_told_as_the_original() {
    for (own, other) in [
        (game("(> (row to) 1)", ""), game("(> (row-copy to) 1)", "")),
        (game("(empty to)", "(spin to 1)"), game("(empty to)", "(whirl to 1)")),
    ] {
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
fn the_solver_knows_a_copy_or_refuses_it_by_name() {
    let encoded = |tree: &Tree| {
        let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
        with_game!(&game, game => crate::solver::encode::encode(game).map(|e| e.cells()).map_err(|e| e.to_string()))
    };
    assert_eq!(encoded(&game("(> (row-copy to) 1)", "")), encoded(&game("(> (row to) 1)", "")));
    let refused = encoded(&game("(empty to)", "(whirl to 1)")).expect_err("refused");
    assert!(refused.contains("whirl"), "{refused}");
}
