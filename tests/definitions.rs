//! Definitions against the known games: written with names or in full, a game is the same game.

use ludogen::game::{AnyGame, lower, perft};
use ludogen::language::definitions::fold::{fold, repeated};
use ludogen::language::definitions::{Definition, is_plain, shared};
use ludogen::language::{Kind, Tree, canonical, check, parse, print};
use ludogen::synthesis::fingerprint;
use ludogen::with_game;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseError};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The known games in full, with their names.
fn known() -> &'static [(String, Tree)] {
    static KNOWN: OnceLock<Vec<(String, Tree)>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seed-games");
        let entries = std::fs::read_dir(folder).expect("seed-games").map(|entry| entry.expect("an entry").path());
        let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "ludi")).collect();
        files.sort();
        let read = |path: &PathBuf| {
            let tree = parse(&std::fs::read_to_string(path).expect("rules")).expect("a game");
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), canonical(&tree))
        };
        files.iter().map(read).collect()
    })
}

/// The paths of all bracketed elements of the rules.
fn elements(tree: &Tree, path: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    for (i, item) in tree.items().iter().enumerate().skip(1) {
        let apart = path.is_empty() && matches!(item.head(), Some("aim" | "description" | "support" | "players"));
        if apart || !matches!(item.kind, Kind::List(_)) {
            continue;
        }
        path.push(i);
        if path.len() > 2 {
            out.push(path.clone());
        }
        elements(item, path, out);
        path.pop();
    }
}

fn at<'t>(tree: &'t Tree, path: &[usize]) -> &'t Tree {
    path.iter().fold(tree, |t, &i| &t.items()[i])
}

/// The element with the node that is so many items down for a parameter.
fn with_hole(tree: &Tree, choice: &mut u64) -> Tree {
    let items = tree.items();
    if items.len() < 2 {
        return Tree::word("given");
    }
    let at = 1 + (*choice % (items.len() as u64 - 1)) as usize;
    *choice /= 7;
    let mut items = items.to_vec();
    items[at] = if choice.is_multiple_of(3) { Tree::word("given") } else { with_hole(&items[at], choice) };
    Tree::list(items)
}

fn counts(tree: &Tree, depth: u32) -> Vec<[u64; 4]> {
    let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
    let rows = with_game!(&game, game => perft(game, depth, false));
    rows.iter().map(|r| [r.nodes, r.first_wins, r.second_wins, r.draws]).collect()
}

/// That the game with definitions is the same as in full, and is read back as it is printed.
fn assert_same(name: &str, full: &Tree, folded: &Tree) {
    let text = print(folded);
    let again = parse(&text).unwrap_or_else(|p| panic!("{name}: {}\n{text}", p[0].message));
    assert_eq!(print(&again), text, "{name}");
    assert_eq!(&canonical(&again), full, "{name}\n{text}");
    assert_eq!(fingerprint(&again), fingerprint(full), "{name}");
}

#[test]
fn what_all_games_share_changes_no_known_game() {
    let mut named = 0;
    for (name, full) in known() {
        let mut folded = full.clone();
        fold(&mut folded, shared());
        assert_same(name, full, &folded);
        assert!(folded.child("define").is_none(), "{name}: what is shared is not written down");
        named += usize::from(&folded != full);
    }
    assert!(named > 120, "{named}");
}

/// Takes parts of a game into definitions, and compares.
fn fold_parts(which: Index, parts: Vec<(Index, u64)>) -> Result<(), TestCaseError> {
    let (name, full) = &known()[which.index(known().len())];
    let mut paths = Vec::new();
    elements(full, &mut Vec::new(), &mut paths);
    let mut definitions: Vec<Definition> = Vec::new();
    for (k, (part, mut choice)) in parts.into_iter().enumerate() {
        let element = at(full, &paths[part.index(paths.len())]);
        let holed = choice % 2 == 0;
        let body = if holed { with_hole(element, &mut choice) } else { element.clone() };
        if definitions.iter().any(|d| d.body[0] == body) || body.as_word().is_some() {
            continue;
        }
        let params = if holed { vec!["given".to_string()] } else { Vec::new() };
        let name = format!("Part{k}");
        definitions.push(Definition { name, params, phrase: None, body: vec![body], span: Default::default() });
    }
    let mut folded = full.clone();
    fold(&mut folded, &definitions);
    assert_same(name, full, &folded);
    prop_assert!(check(&folded).iter().all(|p| !p.is_error()));
    if full.size() < 120 {
        prop_assert_eq!(counts(&folded, 2), counts(full, 2), "{}", name);
    }
    Ok(())
}

fn cases(seed: u64) -> ProptestConfig {
    ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::default() }
}

// In two tests, which run side by side.
proptest! {
    #![proptest_config(cases(22))]

    #[test]
    fn folding_parts_of_known_games_changes_nothing(which: Index, parts in vec((any::<Index>(), any::<u64>()), 1..5)) {
        fold_parts(which, parts)?;
    }
}

proptest! {
    #![proptest_config(cases(23))]

    #[test]
    fn folding_other_parts_of_known_games_changes_nothing(which: Index, parts in vec((any::<Index>(), any::<u64>()), 1..5)) {
        fold_parts(which, parts)?;
    }
}

#[test]
fn naming_what_every_known_game_repeats_makes_it_shorter_and_no_other() {
    let mut shorter = 0;
    for (name, full) in known() {
        let mut definitions = Vec::new();
        let mut folded = full.clone();
        for k in 0..5 {
            let Some(element) = repeated(&folded).filter(|t| !print_mentions(t, "Part")) else { break };
            definitions.push(Definition {
                name: format!("Part{k}"),
                params: Vec::new(),
                phrase: None,
                body: vec![element],
                span: Default::default(),
            });
            folded = full.clone();
            fold(&mut folded, &definitions);
        }
        assert_same(name, full, &folded);
        assert!(folded.size() <= full.size(), "{name}");
        shorter += usize::from(folded.size() < full.size());
        assert_eq!(is_plain(&folded), definitions.is_empty(), "{name}");
    }
    assert!(shorter > 50, "{shorter}");
}

fn print_mentions(tree: &Tree, stem: &str) -> bool {
    tree.as_word().is_some_and(|w| w.starts_with(stem)) || tree.items().iter().any(|t| print_mentions(t, stem))
}
