//! The language from text to text: good games, bad games, and text that is neither.

use std::path::PathBuf;

use ludogen::describe::describe;
use ludogen::game::lower;
use ludogen::language::schema::LUDEMES;
use ludogen::language::{Kind, Tree, canonical, check, diagnostic, normal, parse, parse_with_warnings, print};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Name and text of every rule file in a directory of `tests/games`, in order of name.
fn games(directory: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(directory);
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)
        .expect("the directory of games")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ludi"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a rule file"))
        })
        .collect()
}

#[test]
fn every_good_game_parses_without_a_warning() {
    let games = games("good");
    assert!(games.len() >= 20);
    for (name, source) in games {
        match parse_with_warnings(&source) {
            Ok((_, warnings)) => {
                assert!(warnings.is_empty(), "{}", diagnostic::render(&warnings, &name, &source, false))
            }
            Err(problems) => panic!("{}", diagnostic::render(&problems, &name, &source, false)),
        }
    }
}

#[test]
fn printing_and_parsing_gives_the_canonical_tree_back() {
    for (name, source) in games("good") {
        let tree = parse(&source).expect("good");
        let text = print(&tree);
        let again = parse(&text).unwrap_or_else(|p| panic!("{}", diagnostic::render(&p, &name, &text, false)));
        assert_eq!(again, normal(&tree), "{name}");
        assert_eq!(canonical(&again), canonical(&tree), "{name}");
        assert_eq!(print(&again), text, "{name}: printing is not a fixed point");
        assert_eq!(normal(&again), again, "{name}: normal is not a fixed point");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{name}: {text}");
        assert!(check(&canonical(&tree)).is_empty(), "{name}");
    }
}

/// The tree with `current` for each `to` outside guards.
fn respelled(tree: &Tree) -> Tree {
    let kind = match &tree.kind {
        Kind::Word(word) if word == "to" => Kind::Word("current".into()),
        Kind::List(items) if !tree.is("if") && !tree.is("reap") => Kind::List(items.iter().map(respelled).collect()),
        kind => kind.clone(),
    };
    Tree { kind, span: tree.span }
}

#[test]
fn the_cell_under_consideration_is_the_target_outside_guards() {
    let mut met = 0;
    for (name, source) in games("../../seed-games") {
        let tree = canonical(&parse(&source).expect("good"));
        let other = respelled(&tree);
        if other == tree {
            continue;
        }
        met += 1;
        assert_eq!(canonical(&other), tree, "{name}");
        assert_eq!(format!("{:?}", lower(&other)), format!("{:?}", lower(&tree)), "{name}");
    }
    assert!(met > 100, "{met}");
    let guarded = "(game G (players White Black) (board (tiling square) (size 3 3)) (pieces (Man All (moves (move (pre (empty current))
        (action (push)) (post (capture d-nbors (if (enemy current)))))))) (end (All win (full))))";
    let text = print(&parse(guarded).expect("rules"));
    assert!(text.contains("(empty to)") && text.contains("(if (enemy current))"), "{text}");
}

#[test]
fn good_games_print_as_expected() {
    let text: Vec<String> = games("good").iter().map(|(_, source)| print(&parse(source).expect("good"))).collect();
    insta::assert_snapshot!("printed", text.join("\n"));
}

#[test]
fn bad_games_are_explained() {
    let games = games("bad");
    assert!(games.len() >= 25);
    for (name, source) in games {
        let problems = parse(&source).expect_err(&name);
        assert!(problems.iter().any(|p| p.is_error()), "{name}");
        assert!(problems.iter().all(|p| p.span.end as usize <= source.len()), "{name}");
        let rendered = diagnostic::render(&problems, &format!("{name}.ludi"), &source, false);
        insta::with_settings!({ snapshot_path => "snapshots/bad", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, format!("{source}\n{rendered}"));
        });
    }
}

#[test]
fn good_games_are_told_in_english() {
    let text: Vec<String> =
        games("good").iter().map(|(_, source)| describe(&parse(source).expect("good")).expect("rules")).collect();
    insta::assert_snapshot!("english", text.join("\n\n"));
}

#[test]
fn the_reference_is_as_committed() {
    insta::assert_snapshot!("reference", ludogen::language::reference());
}

/// One change to a text: at a place (a fraction of its length), of a length, with something else.
#[derive(Clone, Debug)]
enum Change {
    Truncate(f64),
    Delete(f64, usize),
    Repeat(f64, usize, f64),
    Insert(f64, String),
    Replace(f64, usize, String),
}

/// What fingers and other programs leave in rule files.
fn scrap() -> impl Strategy<Value = String> {
    const SCRAPS: &[&str] = &[
        "(",
        ")",
        "((((",
        "))))",
        "()",
        "\"",
        "\\",
        ";",
        "\n",
        " ",
        "\t",
        "\r\n",
        "\0",
        "“",
        "–",
        "（",
        "\u{a0}",
        "é",
        "😀",
        "0",
        "-1",
        "3x3",
        "99999999999999999999",
        "1e999",
        "0.5",
        "-",
        "All",
        "White",
        "Stone",
        "A1",
        "win",
        "(win",
        "phase",
        "(any White)",
        "(region 9)",
        "(not (not (not",
        "in-a-row",
        "(pieces (Stone All))",
        "{",
        "]",
        ",",
        "any",
        "all",
        "none",
        "(game X)",
        "(size 400)",
        "(flags a b c)",
        "(and)",
        "(end)",
        "(board)",
        "(move)",
        "current",
        "(add-flags to to)",
    ];
    prop_oneof![
        proptest::sample::select(SCRAPS).prop_map(String::from),
        any::<char>().prop_map(String::from),
        "\\PC{0,8}"
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let place = || 0.0..1.0f64;
    prop_oneof![
        1 => place().prop_map(Change::Truncate),
        3 => (place(), 1usize..20).prop_map(|(at, n)| Change::Delete(at, n)),
        2 => (place(), 1usize..60, place()).prop_map(|(at, n, to)| Change::Repeat(at, n, to)),
        4 => (place(), scrap()).prop_map(|(at, s)| Change::Insert(at, s)),
        4 => (place(), 1usize..12, scrap()).prop_map(|(at, n, s)| Change::Replace(at, n, s)),
    ]
}

fn apply(text: &str, change: &Change) -> String {
    let place = |at: f64| text.floor_char_boundary((at * text.len() as f64) as usize);
    let stretch = |at: f64, n: usize| {
        let start = place(at);
        start..text.ceil_char_boundary((start + n).min(text.len()))
    };
    let mut text_ = text.to_string();
    match change {
        Change::Truncate(at) => text_.truncate(place(*at)),
        Change::Delete(at, n) => text_.replace_range(stretch(*at, *n), ""),
        Change::Repeat(at, n, to) => text_.insert_str(place(*to), &text[stretch(*at, *n)]),
        Change::Insert(at, scrap) => text_.insert_str(place(*at), scrap),
        Change::Replace(at, n, scrap) => text_.replace_range(stretch(*at, *n), scrap),
    }
    text_
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        rng_seed: RngSeed::Fixed(61_004),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn damaged_games_are_read_or_explained(
        which in any::<proptest::sample::Index>(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        static GOOD: std::sync::LazyLock<Vec<(String, String)>> = std::sync::LazyLock::new(|| games("good"));
        let mut source = which.get(&GOOD).1.clone();
        for change in &changes {
            source = apply(&source, change);
        }
        match parse_with_warnings(&source) {
            Ok((tree, warnings)) => {
                prop_assert!(warnings.iter().all(|p| !p.is_error()));
                let text = print(&tree);
                prop_assert_eq!(parse(&text).ok(), Some(normal(&tree)), "{}", text);
                prop_assert!(describe(&tree).is_ok_and(|text| !text.is_empty()) || ludogen::game::lower(&tree).is_err());
            }
            Err(problems) => {
                prop_assert!(problems.iter().any(|p| p.is_error()));
                prop_assert!(problems.len() <= 100);
                for problem in &problems {
                    let (start, end) = (problem.span.start as usize, problem.span.end as usize);
                    prop_assert!(start <= end && source.get(start..end).is_some(), "{:?} in {:?}", problem, source);
                    for (span, _) in &problem.secondary {
                        prop_assert!(span.start <= span.end && span.end as usize <= source.len(), "{:?}", problem);
                    }
                    let json: serde_json::Value = serde_json::from_str(&diagnostic::json_line(problem, "x", &source)).expect("JSON");
                    let line = json["line"].as_u64().expect("a line") as usize;
                    prop_assert!(line >= 1 && line <= source.lines().count().max(1) + 1);
                }
                prop_assert!(diagnostic::render(&problems, "x.ludi", &source, false).contains("error"));
            }
        }
    }
}

/// A place for each category, in rules that are sound but for what is put there.
const PLACES: [&str; 18] = [
    "(board @ (size 3 3))",
    "(board (tiling square) @ (size 3 3))",
    "(pieces (Stone @))",
    "(pieces (Stone All @))",
    "(pieces (Stone All (moves @)))",
    "(pieces (Stone All (moves (move @))))",
    "(pieces (Stone All (moves (move (pre @) (action (push))))))",
    "(pieces (Stone All (moves (move (pre (and (empty to) @)) (action (push))))))",
    "(pieces (Stone All (moves (move (pre (empty @)) (action (push))))))",
    "(pieces (Stone All (moves (move (pre (= 1 @)) (action (push))))))",
    "(pieces (Stone All (moves (move (dirn @) (pre (line)) (action (push))))))",
    "(pieces (Stone All (moves (move (action @)))))",
    "(pieces (Stone All (moves (move (action (push)) (post @)))))",
    "(pieces (Stone All (moves (move (action (push)) (post (capture @))))))",
    "(start @)",
    "(play @)",
    "(end (All win @))",
    "(end (All win (connect @ (side n))))",
];

#[test]
fn every_word_in_every_place_is_accepted_or_refused_with_words_and_a_place() {
    let (mut refused, mut helped) = (0, 0);
    for place in PLACES {
        let missing = |section: &str, rules: &str| if place.starts_with(section) { "" } else { rules }.to_string();
        let board = missing("(board", "(board (tiling square) (size 3 3))");
        let end = missing("(end", "(end (All win (in-a-row 3)))");
        for ludeme in LUDEMES.iter().filter(|ludeme| ludeme.word.is_ascii()) {
            for form in [ludeme.word.to_string(), format!("({})", ludeme.word), format!("({} 1 to)", ludeme.word)] {
                let rules = format!("(game G {board} {} {end})", place.replace('@', &form));
                let Err(problems) = parse(&rules) else { continue };
                assert!(!problems.is_empty(), "{rules}");
                for problem in &problems {
                    let at = rules.get(problem.span.start as usize..problem.span.end as usize);
                    assert!(at.is_some() && !problem.message.is_empty(), "{rules}\n{problem:?}");
                }
                let text = diagnostic::render(&problems, "g.ludi", &rules, false);
                assert!(text.contains("g.ludi:1:"), "{text}");
                refused += 1;
                helped += usize::from(problems.iter().any(|problem| problem.help.is_some()));
            }
        }
    }
    // Most are told what would be accepted.
    assert!(refused > 5_000 && 2 * helped > refused, "{helped} of {refused}");
}
