//! Games for other programs: move counts of exported games in Ludii are ours, what cannot be said is named, and JSON says what the board is.

use ludogen::board::Board;
use ludogen::export::{to_json, to_ludii};
use ludogen::game::{AnyGame, lower, perft};
use ludogen::language::{Tree, canonical, parse};
use ludogen::with_game;
use std::collections::BTreeMap;

/// The most sequences that are counted, unless `LUDOGEN_PERFT_LIMIT` says more.
fn limit() -> u64 {
    std::env::var("LUDOGEN_PERFT_LIMIT").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

fn tree(file: &str) -> Tree {
    parse(&std::fs::read_to_string(format!("seed-games/{file}")).unwrap()).unwrap()
}

#[derive(serde::Deserialize)]
struct Count {
    file: String,
    depth: u32,
    nodes: u64,
}

#[derive(serde::Deserialize)]
struct Listed {
    game: String,
    exported: String,
    not_said: String,
    equal_to_depth: Option<u32>,
}

fn counts() -> BTreeMap<String, Vec<Count>> {
    let mut games: BTreeMap<String, Vec<Count>> = BTreeMap::new();
    for row in csv::Reader::from_path("tests/data/ludii.csv").unwrap().deserialize() {
        let row: Count = row.unwrap();
        games.entry(row.file.clone()).or_default().push(row);
    }
    games
}

#[test]
fn exported_games_have_as_many_moves_in_ludii() {
    let games = counts();
    assert!(games.len() > 80, "{}", games.len());
    for (file, rows) in games {
        let game = AnyGame::new(lower(&tree(&file)).unwrap()).unwrap();
        for row in rows.iter().filter(|row| row.nodes <= limit()) {
            let counted = with_game!(&game, g => perft(g, row.depth, true));
            assert_eq!(counted[row.depth as usize - 1].nodes, row.nodes, "{file} to depth {}", row.depth);
        }
    }
}

#[test]
fn the_table_says_which_games_are_exported_and_what_the_others_have_that_is_not_said() {
    let counts = counts();
    let mut listed = 0;
    for row in csv::Reader::from_path("reports/exchange/games.csv").unwrap().deserialize() {
        let row: Listed = row.unwrap();
        let file = format!("{}.ludi", row.game);
        let tree = tree(&file);
        let (exported, not_said) = match to_ludii(&tree, false) {
            Ok(_) => ("yes", String::new()),
            Err(e) if e.ludeme == "repetition draw" && to_ludii(&tree, true).is_ok() => {
                ("yes", "repetition draw left out".to_string())
            }
            Err(e) if e.ludeme == "repetition draw" => ("no", to_ludii(&tree, true).unwrap_err().ludeme),
            Err(e) => ("no", e.ludeme),
        };
        assert_eq!((exported, not_said.as_str()), (row.exported.as_str(), row.not_said.as_str()), "{file}");
        let depth = counts.get(&file).and_then(|rows| rows.iter().map(|r| r.depth).max());
        assert_eq!(row.equal_to_depth, depth.filter(|_| exported == "yes"), "{file}");
        listed += 1;
    }
    let games = std::fs::read_dir("seed-games")
        .unwrap()
        .filter(|e| e.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|e| e == "ludi")));
    assert_eq!(listed, games.count());
}

#[test]
fn what_cannot_be_said_is_named_with_its_place() {
    let awari = tree("awari.ludi");
    let unsaid = to_ludii(&awari, true).unwrap_err();
    assert!(unsaid.to_string().contains("cannot be said in the language of Ludii"), "{unsaid}");
    let source =
        "(game G (board (tiling square) (size 3 3)) (play (repetition draw) swap) (end (All win (in-a-row 3))))";
    let unsaid = to_ludii(&parse(source).unwrap(), true).unwrap_err();
    let span = unsaid.span.unwrap();
    assert_eq!((unsaid.ludeme.as_str(), &source[span.start as usize..span.end as usize]), ("swap", "swap"));
}

#[test]
fn json_has_the_rules_and_the_board_cell_by_cell() {
    for file in ["hex.ludi", "breakthrough.ludi", "score-four.ludi", "havannah.ludi"] {
        let tree = tree(file);
        let value = to_json(&tree).unwrap();
        assert_eq!(value["format"], 1);
        assert_eq!(value["rules"][0], "game");
        let again = parse(value["source"].as_str().unwrap()).unwrap();
        assert_eq!(canonical(&again), canonical(&tree), "{file}");
        let board = Board::new(&lower(&tree).unwrap().board).unwrap();
        let cells = value["board"]["cells"].as_array().unwrap();
        assert_eq!(cells.len(), board.len());
        for (c, cell) in board.cells().zip(cells) {
            assert_eq!(cell["label"], board.label(c));
            assert_eq!(cell["adjacent"].as_array().unwrap().len(), board.adjacent(c).len());
            let ways = (0..board.directions()).filter(|&d| board.neighbour(c, d).is_some()).count();
            assert_eq!(cell["neighbours"].as_object().unwrap().len(), ways, "{file} {}", board.label(c));
        }
        // A line that is walked from its first cell leads over all of its cells.
        for line in value["board"]["lines"].as_array().unwrap() {
            let cells = line["cells"].as_array().unwrap();
            let d = (0..board.directions()).find(|&d| board.direction_name(d) == line["direction"]).unwrap();
            let mut at = board.cell(cells[0].as_str().unwrap()).unwrap();
            for next in &cells[1..] {
                at = board.neighbour(at, d).unwrap();
                assert_eq!(board.label(at), next.as_str().unwrap());
            }
        }
    }
}
