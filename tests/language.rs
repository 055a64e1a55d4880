//! The language from text to text: good games, bad games, and text that is neither.

use std::path::PathBuf;

use ludogen::language::{canonical, check, diagnostic, parse, parse_with_warnings, print};

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
        assert_eq!(again, canonical(&tree), "{name}");
        assert_eq!(print(&again), text, "{name}: printing is not a fixed point");
        assert_eq!(canonical(&again), again, "{name}: canonical is not a fixed point");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{name}: {text}");
        assert!(check(&canonical(&tree)).is_empty(), "{name}");
    }
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
        games("good").iter().map(|(_, source)| ludogen::language::describe(&parse(source).expect("good"))).collect();
    insta::assert_snapshot!("english", text.join("\n\n"));
}
