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
    assert!(games.len() > 170, "{}", games.len());
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
            Err(e) => match to_ludii(&tree, true) {
                Ok(_) => ("yes", format!("{} left out", e.ludeme)),
                Err(e) => ("no", e.ludeme),
            },
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
        "(game G (board (tiling square) (size 3 3)) (play (repetition draw) longest) (end (All win (in-a-row 3))))";
    let unsaid = to_ludii(&parse(source).unwrap(), true).unwrap_err();
    let span = unsaid.span.unwrap();
    assert_eq!((unsaid.ludeme.as_str(), &source[span.start as usize..span.end as usize]), ("longest", "longest"));
}

/// What of a game is not said: nothing, or a ludeme. The draw by repetition may be left out.
fn not_said(source: &str) -> String {
    let tree = parse(source).unwrap_or_else(|e| panic!("{source}: {e:?}"));
    to_ludii(&tree, true).map_or_else(|e| e.ludeme, |_| String::new())
}

/// A game of stones with these moves, on 5 by 5 squares, each ten in hand or without limit.
fn stones(moves: &str, rest: &str) -> String {
    format!("(game G (board (tiling square i-nbors) (size 5 5)) (pieces (Stone All (moves {moves}))) {rest})")
}

#[test]
fn moves_are_said_by_what_their_cells_fulfil() {
    let end = "(play (repetition draw)) (end (All lose (no-move)))";
    let step = |pre: &str, more: &str| {
        let moves = format!("(move (pre (empty to)) (action (push))) (move {pre} (action (pop) {more}))");
        not_said(&stones(&moves, &format!("(start (in-hand (Stone All) 5)) {end}")))
    };
    for pre in [
        "(pre (and (empty to) (connected)))",
        "(dirn f fl) (pre (and (empty to) (steps f f r f)))",
        "(pre (and (empty to) (line) (= (num-between any) 0) (not (empty (step to (step to n))))))",
        "(pre (and (empty to) (line) (= (distance) (num-line any)) (= (num-between enemy) 0)))",
        "(pre (and (empty to) (line e w) (friend middle) (not (on-board (ahead to)))))",
        "(pre (and (empty to) (adjacent to C3) (>= (line-length from) 2)))",
    ] {
        let pre = pre.replace("(step to (step to n))", "(step (step to n) e)");
        assert_eq!(step(&pre, "(push)"), "", "{pre}");
    }
    assert_eq!(step("(pre (and (empty to) (onward)))", "(push)"), "onward");
    assert_eq!(step("(pre (and (empty to) (= (value to) (/ (row to) 2))))", "(push)"), "/");
    // An enemy piece is taken off, but not moved; of a stack, nothing.
    assert_eq!(step("(pre (enemy from))", ""), "");
    assert_eq!(step("(pre (and (enemy from) (empty to) (connected)))", "(push)"), "enemy from");
    assert_eq!(step("(pre (friend from))", "(pop (step from e))"), "");
    assert_eq!(
        step("(pre (and (empty to) (connected)))", "(pop (step from e)) (push)"),
        "push on a cell that may be occupied"
    );
}

#[test]
fn pieces_of_others_are_put_down_and_neutral_ones_move() {
    let end = "(play (repetition draw)) (end (All win (in-a-row 3)))";
    let drop = |push: &str| not_said(&stones(&format!("(move (pre (empty to)) (action ({push})))"), end));
    assert_eq!(drop("push to Black"), "");
    assert_eq!(drop("push to neutral"), "push of another's piece");
    let neutral = |start: &str, moves: &str| {
        not_said(&format!(
            "(game G (board (tiling square) (size 4 4)) (pieces (Coin neutral (moves {moves}))) (start {start}) {}",
            "(play (repetition draw)) (end (All lose (no-move))))"
        ))
    };
    let slide = "(move (dirn w) (pre (and (empty to) (line) (= (num-between any) 0))) (action (pop) (push)))";
    assert_eq!(neutral("(place (Coin neutral) (side e))", slide), "");
    let drop = "(move (pre (empty to)) (action (push)))";
    assert_eq!(neutral("(in-hand (Coin neutral) 4)", drop), "in-hand of neutral pieces");
}

#[test]
fn what_follows_a_move_is_said_in_order_or_not_at_all() {
    let after = |post: &str, end: &str| {
        let moves = format!("(move (pre (empty to)) (action (push)) (post {post}))");
        not_said(&stones(&moves, &format!("(play (repetition draw)) (end (All win {end}))")))
    };
    assert_eq!(after("(capture line (size 2))", "(capture 6)"), "");
    assert_eq!(after("(capture line (size 2) recycle)", "(capture 6)"), "capture");
    assert_eq!(after("(capture d-nbors (if (= (num-nbors current friend) 3)))", "(no-move)"), "");
    assert_eq!(after("(capture approach)", "(no-move)"), "capture");
    assert_eq!(after("(capture d-nbors (if (same current last)))", "(no-move)"), "last of an effect");
    assert_eq!(after("(piece-state to 1)", "(in-a-row 3 (Stone (state 1)))"), "");
    assert_eq!(after("(inc-state)", "(no-move)"), "inc-state");
    assert_eq!(after("(cell-state C3 1)", "(> (cell-state C3) 0)"), "");
    assert_eq!(after("(cell-state C3 2)", "(> (cell-state C3) 0)"), "cell-state");
    assert_eq!(after("", "(> (largest-group) 4)"), "");
    assert_eq!(after("", "(> (largest-group current 2) 4)"), "largest-group");
}

#[test]
fn a_position_that_comes_again_is_one_there_or_the_game_is_not_said() {
    let game = |moves: &str, play: &str| {
        not_said(&stones(moves, &format!("(start (in-hand (Stone All) 9)) (play {play}) (end (All lose (no-move)))")))
    };
    let drop = "(move (pre (and (not (continuing)) (empty to))) (action (push)))";
    let jump = "(move (dirn all) (pre (and (empty to) (steps f f) (enemy over))) (action (pop) (push)) (post (capture over) (repeat)))";
    let both = format!("{drop} {jump}");
    assert_eq!(game(&both, "(repetition draw)"), "");
    assert_eq!(game(&both, "(repetition forbid)"), "repetition beside repeat");
    assert_eq!(game(&both, "(repetition draw) swap"), "swap beside repeat");
    let step = "(move (pre (and (empty to) (connected))) (action (pop) (push)))";
    let both = format!("{drop} {step}");
    assert_eq!(game(&both, "(repetition forbid)"), "");
    let passes = stones(&both, "(end (All win (in-a-row 4)))");
    assert_eq!(not_said(&passes), "");
    assert_eq!(to_ludii(&parse(&passes).unwrap(), false).unwrap_err().ludeme, "repetition beside a pass");
    assert_eq!(game(&both, "(repetition forbid) swap"), "");
    assert_eq!(game(&both, "(repetition forbid) can-pass"), "repetition beside a pass");
}

#[test]
fn boards_of_all_kinds_are_said_with_what_can_be_said_of_their_lines() {
    let game = |board: &str, pre: &str, end: &str| {
        not_said(&format!(
            "(game G (board {board}) (pieces (Stone All (moves (move (pre {pre}) (action (push)))))) (end (All win {end})))"
        ))
    };
    assert_eq!(game("(tiling square) (size 4 4) (without A1 D4)", "(empty to)", "(in-a-row 3)"), "");
    assert_eq!(game("(tiling square i-nbors) (size 3 3 3)", "(empty to)", "(in-a-row 3)"), "");
    assert_eq!(
        game("(tiling square i-nbors) (size 3 3 3)", "(and (empty to) (not (empty (step to d))))", "(full)"),
        ""
    );
    assert_eq!(game("(tiling square i-nbors) (size 3 3 3)", "(empty to)", "(in-a-row 3 exactly)"), "in-a-row exactly");
    // Rows of triangles bend.
    assert_eq!(game("(tiling tri) (shape tri) (size 5)", "(empty to)", "(in-a-row 4)"), "");
    assert_eq!(game("(tiling tri) (shape tri) (size 5)", "(empty to)", "(in-a-row 4 exactly)"), "in-a-row exactly");
    assert_eq!(game("(tiling square) (shape boardless) (size 9)", "(empty to)", "(in-a-row 4)"), "boardless");
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
