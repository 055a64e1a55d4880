//! The seed library: every file is a game, says what it is, and is listed; the perft tables speak of files that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ludogen::game::{AnyGame, Player, Position, lower};
use ludogen::language::{self, Kind, Tree};
use ludogen::{streams, with_game};
use rand::RngExt;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games")
}

/// Every game that a population starts from, by file name.
fn games() -> BTreeMap<String, Tree> {
    games_in(&folder())
}

/// Every game of a folder by file name.
fn games_in(folder: &Path) -> BTreeMap<String, Tree> {
    let mut games = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder of seed games") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "ludi") {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("text");
        match language::parse_with_warnings(&source) {
            Ok((tree, warnings)) => {
                assert!(warnings.is_empty(), "{name}: {warnings:?}");
                games.insert(name, tree);
            }
            Err(problems) => panic!("{name}: {problems:?}"),
        }
    }
    games
}

fn has_text(game: &Tree, section: &str) -> bool {
    let texts = game.child(section).map_or(&[][..], Tree::args);
    !texts.is_empty() && texts.iter().all(|t| matches!(&t.kind, Kind::Text(s) if !s.is_empty()))
}

/// Whether `word` heads an element anywhere in the tree.
fn uses(tree: &Tree, word: &str) -> bool {
    tree.is(word) || tree.items().iter().any(|t| uses(t, word))
}

#[test]
fn every_seed_game_is_named_after_its_file_and_explains_itself() {
    for (file, game) in games().into_iter().chain(games_in(&folder().join("long"))) {
        let name = game.args().first().and_then(Tree::as_word).unwrap_or_default();
        assert_eq!(format!("{}.ludi", name.to_lowercase()), file);
        assert!(has_text(&game, "aim"), "{file} has no aim");
        assert!(has_text(&game, "description"), "{file} has no description");
    }
}

#[test]
fn the_readme_lists_every_game_once() {
    for folder in [folder(), folder().join("long")] {
        let readme = std::fs::read_to_string(folder.join("README.md")).expect("the README");
        let listed: Vec<&str> = readme.lines().filter_map(|l| l.strip_prefix("| [")?.split(']').next()).collect();
        let expected: BTreeSet<String> =
            games_in(&folder).keys().map(|f| f.trim_end_matches(".ludi").to_string()).collect();
        assert_eq!(listed.len(), expected.len());
        assert_eq!(listed.into_iter().map(String::from).collect::<BTreeSet<_>>(), expected);
    }
}

/// What an independent system is called in the notes of `perft.csv`, and in the tables of the games.
const SYSTEMS: [[&str; 2]; 12] = [
    ["Ludii 1.3.12", "Ludii"],
    ["OpenSpiel", "OpenSpiel"],
    ["C++ program", "a C++ program"],
    ["Python program", "a Python program"],
    ["Fairy-Stockfish", "Fairy-Stockfish"],
    ["shogi programs", "shogi programs"],
    ["xiangqi programs", "xiangqi programs"],
    ["Othello programs", "Othello programs"],
    ["Tak programs", "Tak programs"],
    ["known perft of chess", "chess programs"],
    ["independent program by the published rules", "a program by the rules"],
    ["by hand", "by hand"],
];

/// Words of a note by which the counts are not quite those of Ludii.
const OTHERS: [&str; 2] = ["Ludii 1.3.12 has", "Ludii 1.3.12 without the pass"];

#[test]
fn the_readme_says_whose_counts_agree() {
    let mut agree: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for row in csv::Reader::from_path("tests/data/perft.csv").expect("the counts").records() {
        let row = row.expect("a row");
        let (file, note) = (&row[0], &row[2]);
        let named = (0..SYSTEMS.len()).filter(|&n| note.contains(SYSTEMS[n][0]));
        let named: Vec<usize> = named.collect();
        assert!(!named.is_empty(), "{file}: whose counts are these? {note}");
        let other = OTHERS.iter().any(|words| note.contains(words));
        agree.entry(file.to_string()).or_default().extend(named.into_iter().filter(|&n| n > 0 || !other));
    }
    for prefix in ["", "long/"] {
        let readme = std::fs::read_to_string(folder().join(prefix).join("README.md")).expect("the README");
        for line in readme.lines().filter(|line| line.starts_with("| [")) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let name = cells[0].trim_start_matches('[').split(']').next().expect("a name");
            let systems = agree.get(&format!("{prefix}{name}.ludi")).into_iter().flatten();
            let systems: Vec<&str> = systems.map(|&n| SYSTEMS[n][1]).collect();
            assert_eq!(cells.get(4), Some(&systems.join(", ").as_str()), "{name}");
        }
    }
}

#[test]
fn no_two_seed_games_have_the_same_rules() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (file, game) in games() {
        let rules: Vec<String> = game.args()[1..]
            .iter()
            .filter(|t| !["players", "aim", "description"].iter().any(|w| t.is(w)))
            .map(language::print)
            .collect();
        if let Some(other) = seen.insert(rules.join("\n"), file.clone()) {
            panic!("{file} and {other} differ in words only");
        }
    }
}

#[test]
fn the_library_is_varied() {
    let games = games();
    assert!(games.len() >= 75);
    // The original library had 79 games, 29 % of them with a line to make; games that people rate have fewer.
    let lines = games.values().filter(|g| uses(g, "in-a-row")).count();
    assert!((lines as f64 / games.len() as f64 - 0.25).abs() < 0.05, "{lines} of {}", games.len());
    let boards: Vec<&Tree> = games.values().filter_map(|g| g.child("board")).collect();
    for tiling in ["tri", "square", "hex", "trunc-square"] {
        assert!(boards.iter().any(|b| b.child("tiling").is_some_and(|t| t.args()[0].is(tiling))), "tiling {tiling}");
    }
    for shape in ["tri", "square", "hex", "rhombus", "trapezium", "boardless"] {
        assert!(boards.iter().any(|b| b.child("shape").is_some_and(|t| t.args()[0].is(shape))), "shape {shape}");
    }
}

#[test]
fn the_perft_tables_are_well_formed() {
    let mut games = games();
    let long = games_in(&folder().join("long"));
    games.extend(long.into_iter().map(|(file, game)| (format!("long/{file}"), game)));
    let mut seen = BTreeSet::new();
    for (table, range) in [("perft.csv", 0..=50_000_000u64), ("perft_slow.csv", 50_000_001..=u64::MAX)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(table);
        let mut reader = csv::Reader::from_path(path).expect("the table");
        assert_eq!(reader.headers().expect("a header"), vec!["file", "size", "source_note", "depth", "nodes", "unit"]);
        for row in reader.records() {
            let row = row.expect("six fields");
            assert!(games.contains_key(&row[0]), "no such game: {}", &row[0]);
            assert!(row[1].split_whitespace().all(|n| n.parse::<u32>().is_ok_and(|n| n > 0)), "size {}", &row[1]);
            assert!(row[3].parse::<u32>().is_ok_and(|d| d > 0), "depth {}", &row[3]);
            assert!(row[4].parse::<u64>().is_ok_and(|n| range.contains(&n)), "nodes {}", &row[4]);
            assert!(["turn", "action"].contains(&&row[5]), "unit {}", &row[5]);
            // Two sources may speak of the same number; they must agree.
            let key = (row[0].to_string(), row[1].to_string(), row[3].to_string(), row[5].to_string());
            seen.insert((key, row[4].to_string()));
        }
    }
    let keys: BTreeSet<_> = seen.iter().map(|(key, _)| key).collect();
    assert_eq!(keys.len(), seen.len(), "two rows contradict each other");
}

#[test]
fn moves_are_written_alike_one_by_one_and_together_and_can_be_read() {
    let long = games_in(&folder().join("long"));
    for (number, (file, tree)) in games().into_iter().chain(long).enumerate() {
        let game = AnyGame::new(lower(&tree).expect("rules")).expect("a game");
        let mut rng = streams::stream(number as u64, streams::Purpose::Trials, 0);
        with_game!(&game, game => {
            let mut position = Position::new(game, Player::White);
            let mut legal = Vec::new();
            for _ in 0..24 {
                position.legal(game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let together = game.notations(position.state(), &legal);
                assert_eq!(together.iter().collect::<BTreeSet<_>>().len(), legal.len(), "{file}: two moves are written alike");
                for (&m, written) in legal.iter().zip(&together).take(40) {
                    assert_eq!(&game.notation(position.state(), m, &legal), written, "{file}");
                }
                let chosen = rng.random_range(0..legal.len() as u32) as usize;
                assert_eq!(game.read_move(&position, &together[chosen]), Ok(legal[chosen]), "{file}");
                position.apply(game, legal[chosen]);
            }
        });
    }
}
