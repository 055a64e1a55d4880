//! The command line, called as other programs call it: what it prints, in which fields, and with which exit code.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn ludogen(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args);
    command
}

fn seed(name: &str) -> String {
    format!("seed-games/{name}.ludi")
}

fn stdout(assert: Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

fn stderr(assert: Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("text")
}

/// What a call prints that must succeed, saying nothing on standard error.
fn prints(args: &[&str]) -> String {
    stdout(ludogen(args).assert().code(0).stderr(""))
}

/// What a call says that must fail with this code, printing nothing.
fn fails(code: i32, args: &[&str]) -> String {
    stderr(ludogen(args).assert().code(code).stdout(""))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The fields of a JSON object in order of the text.
fn fields(text: &str) -> Vec<String> {
    let object = json(text);
    let mut fields: Vec<String> = object.as_object().expect("an object").keys().cloned().collect();
    fields.sort_by_key(|f| text.find(&format!("\"{f}\":")));
    fields
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("text").to_string()
}

const COMMANDS: [&str; 22] = [
    "serve",
    "share",
    "check",
    "describe",
    "export",
    "reference",
    "show",
    "perft",
    "reach",
    "playout",
    "search",
    "play",
    "tune",
    "book",
    "match",
    "distance",
    "reduce",
    "like",
    "judge",
    "solve",
    "query",
    "flaws",
];

#[test]
fn a_turn_without_end_is_no_reason_to_count_without_end() {
    let folder = tempfile::tempdir().unwrap();
    for play in ["(repetition allow)", "(repetition positional)"] {
        let rules = format!(
            "(game Endless (board (tiling square i-nbors) (size 8 8)) (pieces (Man All (moves (move (pre (and (empty to) (connected))) (action (pop) (push)) (post (repeat))))))
                (start (place (Man White) home) (place (Man Black) home)) (play {play}) (end (All win (> (move-number) 999999))))"
        );
        let game = file(&folder, "endless.ludi", &rules);
        let said = fails(1, &["perft", &game, "--depth", "1"]);
        assert!(said.contains("turns that go on and on"), "{said}");
        assert!(prints(&["perft", &game, "--depth", "2", "--per-action"]).starts_with("depth,"));
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let all = prints(&["--help"]);
    for command in COMMANDS {
        assert!(all.contains(&format!("  {command} ")), "{command}");
        let help = prints(&[command, "--help"]);
        assert!(help.contains(&format!("Example: ludogen {command}")), "{help}");
    }
}

#[test]
fn a_game_is_exported_and_what_cannot_be_said_is_shown_in_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("breakthrough.lud");
    prints(&["export", "--to", "ludii", &seed("breakthrough"), "-o", to.to_str().expect("text")]);
    assert!(std::fs::read_to_string(&to).expect("a file").contains("(board (rectangle 8 8))"));
    let json: serde_json::Value =
        serde_json::from_str(&prints(&["export", "--to", "json", &seed("hex"), "--size", "3"])).expect("JSON");
    assert_eq!(json["board"]["cells"].as_array().expect("cells").len(), 9);
    let awari = fails(1, &["export", "--to", "ludii", "--loose", &seed("awari")]);
    assert!(awari.contains("cannot be said in the language of Ludii"), "{awari}");
}

#[test]
fn wrong_calls_are_told_from_failed_work() {
    let hex = seed("hex");
    for args in [
        &[][..],
        &["frobnicate"],
        &["check"],
        &["perft", &hex],
        &["perft", &hex, "--depth", "x"],
        &["perft", &hex, "--depth", "0"],
        &["playout", &hex],
        &["playout", &hex, "--games", "1", "--seconds", "1"],
        &["playout", &hex, "--seconds", "-1"],
        &["playout", &hex, "--seconds", "nan"],
        &["search", &hex],
        &["search", &hex, "--depth", "2", "--nodes", "5"],
        &["search", &hex, "--depth", "2", "--player", "uct"],
        &["show", &hex, "--size", "0"],
        &["show", &hex, "--size", "3", "3", "3"],
        &["show", &hex, "--moves", "a1 a1"],
        &["show", &hex, "--moves", "z9"],
        &["play", "-"],
        &["play", &hex, "--against", "solution"],
        &["play", &hex, "--moves", "a1", "--resume", "x"],
        &["play", &hex, "--book", "x", "--no-book"],
        &["book", &hex, "--size", "3", "3"],
        &["match", &hex, "--first", "solution"],
        &["match"],
        &["tune", &hex, "--method", "prayer"],
        &["distance", "-", "-"],
        &["distance", &hex],
    ] {
        let message = fails(2, args);
        assert!(!message.is_empty() && !message.contains("panicked"), "{args:?}: {message}");
    }
    for args in [
        &["describe", "no-such-file.ludi"][..],
        &["show", "seed-games"],
        &["perft", "tests/games/bad/empty-file.ludi", "--depth", "1"],
        &["search", &seed("tic-tac-toe"), "--moves", "a1 b1 a2 b2 a3", "--depth", "2"],
        &["search", &seed("tic-tac-toe"), "--depth", "2", "--policy", &hex],
    ] {
        let message = fails(1, args);
        let file = if args.contains(&"--policy") { args[5] } else { args[1] };
        let about = if args.contains(&"--moves") { "White has won after 5 moves" } else { file };
        assert!(message.contains(about), "{args:?}: {message}");
    }
}

#[test]
fn an_illegal_move_is_named_with_its_place_and_what_would_be_legal() {
    let message = fails(2, &["show", &seed("tic-tac-toe"), "--moves", "a1,b2 a1"]);
    assert!(message.contains("move 3: `a1` is not a legal move here; legal are b1 c1"), "{message}");
    let message = fails(2, &["show", &seed("tic-tac-toe"), "--moves", "a1 b1 a2 b2 a3 c3"]);
    assert!(message.contains("`c3` comes too late: White has won after 5 moves"), "{message}");
}

#[test]
fn a_size_that_does_not_suit_is_not_blamed_on_the_file() {
    let message = fails(2, &["perft", &seed("hex"), "--size", "3", "3", "3", "--depth", "1"]);
    assert!(message.starts_with("error: --size 3 3 3 does not suit seed-games/hex.ludi:"), "{message}");
    let bad = "tests/games/bad/two-boards.ludi";
    assert!(fails(1, &["perft", bad, "--size", "3", "3", "--depth", "1"]).contains(bad));
}

#[test]
fn every_seed_game_passes_the_check_and_can_be_drawn() {
    let mut games: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games")).expect("the folder") {
        let name = entry.expect("a file").file_name().into_string().expect("text");
        games.extend(name.strip_suffix(".ludi").map(seed));
    }
    let mut args = vec!["check"];
    args.extend(games.iter().map(String::as_str));
    let text = prints(&args);
    assert_eq!(text.lines().count(), games.len());
    assert!(text.lines().all(|line| line.ends_with(": no problems")), "{text}");
    args.push("--json");
    assert_eq!(prints(&args), "");
    for game in &games {
        let text = prints(&["show", game, "--hint"]);
        assert!(text.contains(" to move, move 1.\n") && !text.contains('?'), "{game}: {text}");
        assert!(prints(&["show", game, "--svg"]).ends_with("</svg>\n"), "{game}");
    }
}

#[test]
fn problems_have_carets_for_people_and_fields_for_tools() {
    let bad = "tests/games/bad/misspelt-tiling.ludi";
    let text = stdout(ludogen(&["check", &seed("hex"), bad]).assert().code(1));
    assert!(text.starts_with("seed-games/hex.ludi: no problems\n"), "{text}");
    assert!(text.contains(&format!("--> {bad}:")) && text.contains("^^^"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours unless in a terminal");

    let lines = stdout(ludogen(&["check", "--json", bad, "no-such-file.ludi"]).assert().code(1));
    let lines: Vec<Value> = lines.lines().map(json).collect();
    for line in &lines {
        let mut keys: Vec<&str> = line.as_object().expect("an object").keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["column", "file", "help", "line", "message", "severity"]);
        assert_eq!(line["severity"], "error");
    }
    assert_eq!(lines[0]["file"], bad);
    assert!(lines[0]["line"].as_u64() > Some(0) && lines[0]["column"].as_u64() > Some(0));
    assert_eq!(lines.last().expect("a line")["file"], "no-such-file.ludi");
    // Other commands tell the same on standard error.
    assert!(fails(1, &["describe", bad]).contains(&format!("--> {bad}:")));
}

#[test]
fn rules_that_only_fail_on_their_board_are_problems_too() {
    let folder = tempfile::tempdir().expect("a folder");
    // 25 by 25 by 25 cells: every number is in range, the board is not.
    let huge =
        file(&folder, "huge.ludi", "(game Huge (board (tiling square) (size 25 25 25)) (end (All win (in-a-row 3))))");
    let text = stdout(ludogen(&["check", "--json", &huge]).assert().code(1));
    let problem = json(text.trim());
    assert_eq!((&problem["line"], &problem["column"]), (&1.into(), &7.into()));
    assert!(problem["message"].as_str().expect("text").contains("15625 cells"), "{problem}");
}

#[test]
fn what_is_no_rule_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = file(&folder, "large.ludi", &" ".repeat((1 << 20) + 1));
    assert!(fails(1, &["show", &large]).contains("large.ludi is larger than 1024 KiB"));
    let path = folder.path().join("bytes.ludi");
    std::fs::write(&path, b"(game \xff)").expect("a file");
    let bytes = path.to_str().expect("text");
    assert!(fails(1, &["show", bytes]).contains("bytes.ludi is not a text in UTF-8: byte 7 is wrong"));
}

#[test]
fn rules_can_come_from_standard_input() {
    let hex = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(seed("hex"))).expect("text");
    let with = |args: &[&str]| stdout(ludogen(args).write_stdin(hex.as_str()).assert().code(0).stderr(""));
    assert_eq!(with(&["describe", "-"]), prints(&["describe", &seed("hex")]));
    assert_eq!(with(&["show", "--size", "4", "4", "-"]), prints(&["show", &seed("hex"), "--size", "4", "4"]));
    assert_eq!(with(&["distance", "-", &seed("hex")]), "0\n");
    assert_eq!(with(&["check", "-"]), "-: no problems\n");
    let broken = ludogen(&["check", "-", "--json"]).write_stdin("(game").assert().code(1);
    assert_eq!(json(stdout(broken).lines().next().expect("a line"))["file"], "-");
}

#[test]
fn a_label_that_is_not_on_the_board_is_named() {
    let message = fails(2, &["show", &seed("abalone"), "--size", "2"]);
    assert!(message.contains("--size 2 does not suit seed-games/abalone.ludi"), "{message}");
    assert!(message.contains("no cell `") && message.contains("`corners`"), "{message}");
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "(game Far\n  (board (tiling square) (size 3 3))\n  (end (All win (reach C9))))\n";
    let far = file(&folder, "far.ludi", rules);
    let message = fails(1, &["perft", &far, "--depth", "1"]);
    assert!(message.contains("far.ludi:3:24") && message.contains("no cell `C9`"), "{message}");
}

#[test]
fn the_rules_are_told_in_english_for_the_size_asked_for() {
    let text = prints(&["describe", &seed("breakthrough"), "--size", "5", "6"]);
    assert!(text.starts_with("Breakthrough\n") && text.contains("5 by 6 board"), "{text}");
    let text = prints(&["reference"]);
    assert!(text.starts_with("# ") && text.contains("in-a-row"), "{text}");
}

#[test]
fn positions_are_drawn_as_text() {
    let text = prints(&["show", &seed("tic-tac-toe"), "--moves", "b2 a1", "--hint"]);
    let expected = "3  + + +\n2  + W +\n1  B + +\n   A B C\n\nW White, B Black\nWhite to move, move 3.\n";
    assert_eq!(text, expected);
    // Types by their beginnings, the second player's small; pieces that nobody owns as #.
    let text = prints(&["show", &seed("amazons"), "--moves", "a4-a5 a6"]);
    assert!(text.contains("\n 6  # . ") && text.contains("\n 5  W . "), "{text}");
    assert!(text.contains("W White, B Black, # Arrow\nBlack to move, move 3."), "{text}");
    let text = prints(&["show", &seed("english-draughts")]);
    assert!(text.contains("8  . m . m") && text.contains("M White's Man, m Black's Man"), "{text}");
    // A tower is drawn by its top piece and height, and told from the bottom up.
    let text = prints(&["show", &seed("towers"), "--moves", "a1-a2"]);
    assert!(text.contains("W2") && text.contains("a2: from the bottom up W W\n"), "{text}");
    let text = prints(&["show", &seed("tic-tac-toe-3d"), "--moves", "a1-3"]);
    assert!(text.starts_with("level 3\n3  . . .\n2  . . .\n1  W . .\n"), "{text}");
}

#[test]
fn positions_are_drawn_as_svg() {
    let text = prints(&["show", &seed("yavalath"), "--moves", "e5,d4", "--svg"]);
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    assert_eq!(text.matches("<polygon ").count(), 61);
    // Two discs, each with a ring.
    assert_eq!(text.matches("<circle ").count(), 4);
    let hinted = prints(&["show", &seed("yavalath"), "--moves", "e5,d4", "--svg", "--hint"]);
    assert_eq!(hinted.matches("<circle ").count(), 4 + 59);
}

#[test]
fn perft_of_tic_tac_toe_counts_all_255168_games() {
    let text = prints(&["perft", &seed("tic-tac-toe"), "--depth", "9"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().expect("a header"), vec!["depth", "nodes", "first_wins", "second_wins", "draws"]);
    let rows: Vec<[u64; 5]> = reader.deserialize().map(|row| row.expect("numbers")).collect();
    let column = |i: usize| rows.iter().map(move |row| row[i]);
    assert_eq!((column(2).sum(), column(3).sum(), column(4).sum()), (131_184u64, 77_904u64, 46_080u64));
    let wins: Vec<u64> = rows.iter().map(|row| row[2] + row[3]).collect();
    assert_eq!(wins, [0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 81_792]);
    // Finished games have no continuation, all others one for each empty cell.
    for (i, pair) in rows.windows(2).enumerate() {
        let unfinished = pair[0][1] - pair[0][2] - pair[0][3] - pair[0][4];
        assert_eq!(pair[1][1], unfinished * (8 - i as u64));
    }
    let lines = prints(&["perft", &seed("tic-tac-toe"), "--depth", "9", "--json"]);
    assert_eq!(fields(lines.lines().next().expect("a line")), ["depth", "nodes", "first_wins", "second_wins", "draws"]);
    assert_eq!(json(lines.lines().last().expect("a line"))["draws"], 46_080);
}

/// The published and independently computed counts, as far as they are quick: sizes, turns and actions included.
/// The positions of Connect Four after so many plies, as Tromp counted them (OEIS A212693).
const CONNECT_FOUR: [u64; 11] = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623];

#[test]
fn reach_counts_positions_ply_by_ply_and_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let reach = |plies: &str, more: &[&str]| {
        let game = seed("connect-four");
        let args = [&["reach", &game, "--plies", plies, "--folder", folder], more].concat();
        prints(&args)
    };
    let table = |text: &str, plies: usize| {
        let rows: Vec<Vec<u64>> =
            text.lines().skip(1).map(|row| row.split(',').map(|n| n.parse().unwrap()).collect()).collect();
        let counts: Vec<_> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(counts, CONNECT_FOUR[..=plies]);
        assert!(rows.iter().zip(0..).all(|(row, ply)| row[0] == ply && row[2] > 0));
    };
    let first = reach("6", &[]);
    assert!(first.starts_with("ply,positions,states\n"));
    table(&first, 6);
    let whole = reach("10", &[]);
    table(&whole, 10);
    assert!(whole.starts_with(&first));
    assert_eq!(whole, reach("10", &[]));
    assert_eq!(first, reach("6", &[]));
    let last = reach("10", &["--json"]);
    let last: serde_json::Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert_eq!(last["positions"], 1662623);
    assert!(fails(1, &["reach", &seed("connect-four"), "--states", "10"]).contains("10 states"));
    assert!(fails(1, &["reach", &seed("hex-swap")]).contains("`swap`"));
    // What `reach` has found serves `solve` too.
    let game = seed("connect-four");
    let args = ["solve", &game, "--size", "3", "4", "--method", "layered", "--csv"];
    let folder = tempfile::tempdir().unwrap();
    let folder = ["--folder", folder.path().to_str().unwrap()];
    let counted = prints(&[&["reach", &game, "--size", "3", "4"], &folder[..]].concat());
    let solved = prints(&args);
    assert_eq!(solved, prints(&[&args[..], &folder].concat()));
    let begin = |text: &str| -> Vec<String> {
        text.lines().map(|row| row.split(',').take(3).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(begin(&counted), begin(&solved));
}

#[test]
fn perft_agrees_with_the_table() {
    #[derive(serde::Deserialize)]
    struct Row {
        file: String,
        size: String,
        depth: usize,
        nodes: u64,
        unit: String,
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.csv");
    let rows: Vec<Row> =
        csv::Reader::from_path(table).expect("the table").deserialize().map(|r| r.expect("a row")).collect();
    let mut calls = std::collections::BTreeMap::new();
    for row in rows.iter().filter(|row| row.nodes <= 3_000) {
        let call = calls.entry((&row.file, &row.size, &row.unit)).or_insert_with(Vec::new);
        call.push((row.depth, row.nodes));
    }
    assert!(calls.len() > 60);
    for ((file, size, unit), counts) in calls.iter().step_by(4) {
        let (path, depth) = (format!("seed-games/{file}"), counts.iter().map(|c| c.0).max().unwrap_or(1).to_string());
        let mut args = vec!["perft", &path, "--depth", &depth];
        if !size.is_empty() {
            args.push("--size");
            args.extend(size.split_whitespace());
        }
        if *unit == "action" {
            args.push("--per-action");
        }
        let text = prints(&args);
        let nodes: Vec<&str> = text.lines().skip(1).map(|l| l.split(',').nth(1).expect("nodes")).collect();
        for (depth, expected) in counts {
            assert_eq!(nodes[depth - 1], expected.to_string(), "{args:?} at depth {depth}");
        }
    }
}

const PLAYOUT_FIELDS: [&str; 8] =
    ["games", "seconds", "games_per_second", "moves_per_second", "mean_length", "first_wins", "second_wins", "draws"];

#[test]
fn random_tic_tac_toe_is_within_its_interval() {
    let n = 20_000;
    let text = prints(&["playout", &seed("tic-tac-toe"), "--games", &n.to_string(), "--json"]);
    assert_eq!(fields(&text), PLAYOUT_FIELDS);
    let report = json(&text);
    assert_eq!(report["games"], n);
    for (field, share) in [("first_wins", 0.58492), ("second_wins", 0.28810), ("draws", 0.12698f64)] {
        let found = report[field].as_f64().expect("a number") / f64::from(n);
        let error = (share * (1.0 - share) / f64::from(n)).sqrt();
        assert!((found - share).abs() < 4.0 * error, "{field}: {found}, not {share}");
    }
    // Lengths 5 to 9 with the wins at each, and draws: 7.6 on the average.
    let length = report["mean_length"].as_f64().expect("a number");
    assert!((7.5..7.75).contains(&length), "{length}");
    let rate =
        report["moves_per_second"].as_f64().expect("a number") / report["games_per_second"].as_f64().expect("a number");
    assert!((rate - length).abs() < 1e-6);
}

#[test]
fn random_games_do_not_depend_on_the_number_of_threads() {
    for (game, games) in [("tic-tac-toe", "1000"), ("yavalath-swap", "130"), ("lines-of-action", "20")] {
        let with = |threads: &str, seed_: &str| {
            let args = ["playout", &seed(game), "--games", games, "--json", "--threads", threads, "--seed", seed_];
            let mut report = json(&prints(&args));
            let report = report.as_object_mut().expect("an object");
            ["seconds", "games_per_second", "moves_per_second"].iter().for_each(|f| drop(report.remove(*f)));
            Value::Object(report.clone())
        };
        assert_eq!(with("1", "5"), with("2", "5"), "{game}");
        assert_ne!(with("1", "5"), with("1", "6"), "{game}");
    }
}

#[test]
fn playouts_for_a_time_take_that_time() {
    let report = json(&prints(&["playout", &seed("hex"), "--seconds", "0.1", "--size", "3", "3", "--json"]));
    let seconds = report["seconds"].as_f64().expect("a number");
    assert!((0.1..5.0).contains(&seconds), "{seconds}");
    let count = |field: &str| report[field].as_u64().expect("a count");
    assert!(count("games") > 0 && count("draws") == 0);
    assert_eq!(count("first_wins") + count("second_wins"), count("games"));
    let text = prints(&["playout", &seed("mu-torere"), "--games", "3", "--max-plies", "5"]);
    assert!(text.contains("3 of these were given up after 5 moves"), "{text}");
}

#[test]
fn searches_find_what_is_known() {
    let search = |args: &[&str]| {
        let text = prints(&[&["search", "--json"], args].concat());
        assert_eq!(fields(&text), ["move", "value", "depth", "nodes", "nodes_per_second", "line"]);
        json(&text)
    };
    let tic_tac_toe = seed("tic-tac-toe");
    // Tic-tac-toe is a draw, found at its full depth.
    let found = search(&[&tic_tac_toe, "--depth", "9"]);
    assert_eq!((&found["value"], &found["depth"]), (&0.into(), &9.into()));
    assert_eq!(found["line"].as_array().expect("a line").len(), 9);
    assert_eq!(found["line"][0], found["move"]);
    // White completes a row at once.
    let found = search(&[&tic_tac_toe, "--moves", "a1 b1 a2 b2", "--depth", "3"]);
    assert_eq!((&found["move"], &found["value"]), (&"a3".into(), &999_999_999.into()));
    for player in ["alpha-beta", "uct"] {
        let found = search(&[&tic_tac_toe, "--moves", "a1 b1 a2 b2", "--nodes", "3000", "--player", player]);
        assert_eq!(found["move"], "a3", "{player}");
    }
    // Black is lost: two rows threaten.
    let text = prints(&["search", &tic_tac_toe, "--moves", "a1 b1 b2 c3 a3", "--depth", "5"]);
    assert!(text.contains("value  a loss in 2\n"), "{text}");
    // Three in a row on a cube: the centre wins, the shortest way in seven moves.
    let found = search(&[&seed("tic-tac-toe-3d"), "--moves", "b2-2 a1-1", "--nodes", "200000"]);
    assert!(found["value"].as_i64() > Some(999_000_000), "{found}");
    // A win by Hex on 3 by 3 from the centre, five plies in all.
    let found = search(&[&seed("hex"), "--size", "3", "3", "--depth", "9"]);
    assert_eq!((&found["move"], &found["value"]), (&"b2".into(), &999_999_995.into()));
}

#[test]
fn searches_go_by_a_policy_and_say_what_is_wrong_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let search =
        |policy: &str| ludogen(&["search", &seed("breakthrough"), "--depth", "2", "--policy", policy]).assert();
    let nothing = file(&folder, "nothing.ron", "(white: {}, black: {})");
    let text = stdout(search(&nothing).code(0).stderr(""));
    assert!(text.contains("value  +0.000\n"), "{text}");
    let wrong = file(&folder, "wrong.ron", "(white: {\"courage\": 1.0}, black: {})");
    let message = stderr(search(&wrong).code(1));
    assert!(message.contains("wrong.ron holds no policy") && message.contains("courage"), "{message}");
}

#[test]
fn the_policy_in_a_rule_file_is_gone_by_and_a_wrong_one_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = std::fs::read_to_string(seed("hex")).expect("a seed game");
    let with = |name: &str, said: &str| {
        file(&folder, name, &format!("{}\n  (advisors {said}))\n", rules.trim_end().trim_end_matches(')')))
    };
    // Nothing is worth anything to it; the policy that the rules suggest sees an advantage.
    let calm = with("calm.ludi", "(stack 1)");
    let value = |game: &str| {
        let text = prints(&["search", game, "--depth", "1", "--json"]);
        json(&text)["value"].as_i64().expect("a number")
    };
    assert_eq!(value(&calm), 0);
    assert_ne!(value(&seed("hex")), 0);
    // In a match of alpha-beta, both go by it; UCT plays where the file says so.
    let played = |game: &str, who: &str| {
        prints(&[
            "match",
            game,
            "--first",
            who,
            "--second",
            "random",
            "--games",
            "2",
            "--nodes",
            "300",
            "--max-plies",
            "12",
        ])
    };
    let tree_search = with("uct.ludi", "(player uct) (stack 1)");
    assert_eq!(played(&tree_search, "auto"), played(&calm, "uct"));
    let wrong = with("wrong.ludi", "(courage 1)");
    for command in ["check", "measure", "judge"] {
        let output = ludogen(&[command, &wrong]).assert().code(1);
        let said = String::from_utf8_lossy(&output.get_output().stdout).into_owned() + &stderr(output);
        assert!(said.contains("there is no advisor `courage`") && said.contains("wrong.ludi:"), "{command}: {said}");
    }
}

#[test]
fn a_game_is_played_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("moves.txt");
    let save = format!("save {}", saved.display());
    let script = ["help", "rules", "moves", "hint", "a1", "zz", "undo", "b2", &save, "quit", "frob"].join("\n");
    let args = ["play", &seed("tic-tac-toe"), "--against", "random"];
    let text = stdout(ludogen(&args).write_stdin(script).assert().code(0).stderr(""));
    assert!(text.contains("save F") && text.contains("A player wins with three or more in a row"), "{text}");
    assert!(text.contains("\na1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "{text}");
    assert!(text.contains("3  + + +\n2  + + +\n1  + + +\n"), "{text}");
    assert!(text.contains("`zz` is not a legal move here") && !text.contains("frob"), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 2, "{text}");

    // What was saved is the position that the game goes on from.
    let moves = std::fs::read_to_string(&saved).expect("the moves");
    assert!(moves.starts_with("b2 ") && moves.split_whitespace().count() == 2, "{moves}");
    let board = prints(&["show", &seed("tic-tac-toe"), "--moves", &moves]);
    assert!(text.contains(&board), "{text}");
    // A file that is there is not written over.
    let again = stdout(ludogen(&args).write_stdin(format!("c3\n{save}\n")).assert().code(0));
    assert!(again.contains("Cannot save to"), "{again}");
    assert_eq!(std::fs::read_to_string(&saved).expect("the moves"), moves);
}

#[test]
fn the_players_at_the_table_are_as_asked_for() {
    let play = |args: &[&str], script: &str| {
        stdout(ludogen(&[&["play"], args].concat()).write_stdin(script).assert().code(0).stderr(""))
    };
    let tic_tac_toe = seed("tic-tac-toe");
    // Both sides, with tutorial marks; the end is told and nothing more can be played.
    let text = play(&[&tic_tac_toe, "--side", "both", "--tutorial"], "a1\nb1\na2\nb2\na3\nc3\nundo\nmoves\n");
    assert!(text.contains("3  + + +\n2  + + +\n1  W B +\n"), "{text}");
    assert_eq!(text.matches("White has won after 5 moves.").count(), 2, "{text}");
    assert!(text.ends_with("\nc1 c2 a3 b3 c3\n"), "{text}");
    // Either searcher completes its row, and is not waited for.
    for against in ["alpha-beta", "uct"] {
        let text = play(&[&tic_tac_toe, "--side", "second", "--against", against, "--moves", "a1 b1 a2 b2"], "");
        assert!(text.contains("White plays a3.") && text.contains("White has won"), "{text}");
    }
    // Where a piece can go.
    let text = play(&[&seed("breakthrough"), "--against", "random"], "hint b2\nhint d5\nhint z0\nundo\n");
    assert!(text.contains("3  + + + . . . . .\n"), "{text}");
    assert!(text.contains("Nothing can move from d5.") && text.contains("There is no cell z0."), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    // With the swap the person keeps the chair and changes the colour.
    let text = play(&[&seed("yavalath-swap"), "--side", "second", "--against", "random"], "swap\n");
    assert_eq!(text.matches(" plays ").count(), 2, "{text}");
    assert!(text.contains("The players have changed sides."), "{text}");
}

#[test]
fn a_game_goes_on_with_what_its_players_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = std::fs::read_to_string(seed("tic-tac-toe")).expect("a seed game");
    let game = file(&folder, "ttt.ludi", &rules);
    let play = |args: &[&str], script: &str| {
        stdout(ludogen(&[&["play", &game], args].concat()).write_stdin(script.to_string()).assert().code(0).stderr(""))
    };
    let solution = folder.path().join("ttt.solution").display().to_string();
    prints(&["solve", &game, "--save", &solution]);

    // A saved game goes on.
    let saved = file(&folder, "moves.txt", "a1 b1\n");
    let text = play(&["--resume", &saved, "--side", "both"], "ask solution\nask uct\nask\nask nobody\nbook\n");
    assert!(
        text.contains("1  W B .") && text.contains("There is no solution") && text.contains("Ask random"),
        "{text}"
    );
    assert!(text.contains("(wins for certain)") && text.contains("The book does not know this position."), "{text}");
    let wrong = file(&folder, "wrong.txt", "a1 a1\n");
    assert!(fails(1, &["play", &game, "--resume", &wrong]).contains("is no saved game of Tic-Tac-Toe"));
    assert!(fails(1, &["play", &game, "--resume", "nowhere"]).contains("cannot read nowhere"));

    // The perfect player wins what can be won, as quickly as can be.
    let text =
        play(&["--solution", &solution, "--against", "solution", "--side", "second", "--moves", "b2 b1"], "ask\n");
    assert!(text.contains("(wins in 5)") || text.contains("(loses in 4 at the latest)"), "{text}");
    let other = folder.path().join("other.solution").display().to_string();
    prints(&["solve", &seed("tic-tac-toe-misere"), "--save", &other]);
    assert!(fails(1, &["play", &game, "--solution", &other]).contains("other rules"));

    // The book beside the game is played from, and shown.
    let made = prints(&["book", &game, "--solution", &solution, "--plies", "3"]);
    assert!(made.contains("ttt.book.csv"), "{made}");
    let text = play(&["--side", "second"], "undo\n");
    assert!(text.contains("(from the book)"), "{text}");
    let text = play(&["--side", "both"], "book\n");
    assert_eq!(text.matches(", a draw\n").count(), 9, "{text}");
    assert!(!play(&["--side", "second", "--no-book"], "").contains("book)"));
    file(&folder, "ttt.book.csv", "line,move,games,score,value,plies\n,a9,,,,\n");
    let message = fails(1, &["play", &game]);
    assert!(message.contains("ttt.book.csv is no book of Tic-Tac-Toe"), "{message}");
    let book = prints(&["book", &game, "--games", "20", "--plies", "2", "-o", "-"]);
    assert!(book.starts_with("line,move,games,score,value,plies\n,"), "{book}");

    // Positions learnt by heart are there the next time, and a damaged memory is left alone.
    let rote = folder.path().join("rote").display().to_string();
    let learning = ["--no-book", "--rote", &rote, "--side", "second", "--against", "alpha-beta"];
    play(&learning, "ask\n");
    let first = std::fs::read(&rote).expect("a memory");
    play(&[&learning[..], &["--moves", "b2 a1"]].concat(), "ask\n");
    let second = std::fs::read(&rote).expect("a memory");
    assert!(second.len() > first.len());
    std::fs::write(&rote, &second[1..]).expect("written");
    assert!(fails(1, &[&["play", &game], &learning[..]].concat()).contains("not a memory of positions"));
    assert_eq!(std::fs::read(&rote).expect("still there"), &second[1..]);
}

#[test]
fn policies_are_tuned_and_players_matched() {
    let folder = tempfile::tempdir().expect("a folder");
    let yavalath = seed("yavalath");
    let small = ["--iterations", "2", "--games", "4", "--depth", "1", "--size", "3"];
    for method in ["es", "samuel"] {
        let args = [&["tune", &yavalath, "--method", method, "--trial", "10"], &small[..]].concat();
        let text = prints(&args);
        assert_eq!(text, prints(&[&args[..], &["--threads", "1"]].concat()));
        assert!(text.contains("of 2 challengers took over") && text.contains("in 10 games against"), "{text}");
        let policy = file(&folder, "policy.ron", &text);
        let args = ["match", &yavalath, "--first-policy", &policy, "--nodes", "50", "--games", "6", "--size", "3"];
        let rows = prints(&args);
        assert!(
            rows.starts_with("game,games,won,lost,drawn,unfinished,score,score_low,score_high\nYavalath,6,"),
            "{rows}"
        );
    }
    let args =
        ["match", &seed("tic-tac-toe"), "--first", "uct", "--second", "random", "--nodes", "2000", "--games", "20"];
    let rows = prints(&args);
    assert_eq!(rows, prints(&[&args[..], &["--threads", "1"]].concat()));
    let score: f64 =
        rows.lines().nth(1).and_then(|row| row.split(',').nth(6)).expect("a score").parse().expect("a number");
    assert!(score > 0.8, "{rows}");
}

#[test]
fn distances_are_numbers() {
    let distance =
        |a: &str, b: &str| prints(&["distance", &seed(a), &seed(b)]).trim().parse::<f64>().expect("a number");
    assert_eq!(distance("hex", "hex"), 0.0);
    let (near, far) = (distance("hex", "hex-misere"), distance("hex", "english-draughts"));
    assert!(0.0 < near && near < far && far < 1.0, "{near} {far}");
    assert_eq!(distance("hex", "y"), distance("y", "hex"));
}

#[test]
fn tables_can_be_had_as_json_with_the_same_numbers() {
    let game = seed("tic-tac-toe");
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<String>>();
    let both = |args: &[&str]| (prints(args), json(&prints(&[args, &["--json"]].concat())));
    let close = |text: &str, value: &Value| {
        let (a, b) = (text.parse::<f64>().expect("a number"), value.as_f64().expect("a number"));
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    };
    let (text, object) = both(&["distance", &game, &seed("hex")]);
    close(text.trim(), &object["distance"]);

    let (text, object) = both(&["match", &game, "--second", "random", "--nodes", "50", "--games", "6"]);
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    for (name, cell) in rows[0].iter().zip(&rows[1]).skip(1) {
        close(cell, &object[name]);
    }
    assert_eq!(object["game"], "Tic-Tac-Toe");

    let args = ["measure", &game, "--trials", "6", "--player", "policy", "--work", "50", "--errors"];
    let (text, object) = both(&args);
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    let cell = |name: &str| &rows[1][rows[0].iter().position(|head| head == name).expect(name)];
    close(cell("score"), &object["score"]);
    assert_eq!(cell("player"), object["player"].as_str().expect("a name"));
    let criteria = object["criteria"].as_object().expect("criteria");
    for (name, value) in criteria {
        close(cell(name), value);
        close(cell(&format!("{name}_se")), &object["errors"][name]);
    }
    // What was not measured is empty there, and not in it here.
    let empty = rows[0].iter().zip(&rows[1]).filter(|(head, cell)| cell.is_empty() && !head.ends_with("_se"));
    assert_eq!(empty.filter(|(head, _)| *head != "margin").count() + criteria.len(), 57);

    let tuned =
        json(&prints(&["tune", &game, "--iterations", "1", "--games", "2", "--depth", "1", "--trial", "4", "--json"]));
    assert!(tuned["policy"].is_object() && tuned["trial"]["games"] == 4 && tuned["tried"] == 1, "{tuned}");
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.csv");
    let told = json(&prints(&["book", &game, "--games", "4", "-o", book.to_str().expect("text"), "--json"]));
    assert!(book.exists() && told["positions"].as_u64() > Some(0), "{told}");
}

#[test]
fn threads_change_nothing_but_the_time() {
    let connect = seed("connect-four");
    for args in [
        &["reach", &connect, "--size", "4", "4"][..],
        &["solve", &connect, "--size", "4", "4", "--method", "layered", "--csv"],
        &["like", &seed("tic-tac-toe"), "--budget", "200", "--json"],
    ] {
        let alone = prints(&[args, &["--threads", "1"]].concat());
        assert_eq!(prints(&[args, &["--threads", "3"]].concat()), alone, "{args:?}");
        assert!(!alone.is_empty());
    }
}

/// Whoever reads may stop reading: `ludogen reference | head -1`.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    for args in [
        &["reference"][..],
        &["show", "seed-games/hex.ludi", "--svg"],
        &["perft", "seed-games/hex.ludi", "--depth", "1"],
        // Ends at the first ply, not after all of them.
        &["reach", "seed-games/connect-four.ludi"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludogen"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn solve_finds_the_value_and_query_the_value_of_each_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let solution = file(&folder, "solution", "");
    let text = prints(&["solve", &seed("tic-tac-toe"), "--save", &solution, "--json"]);
    let named = ["value", "plies", "method", "positions", "states", "peak_bytes", "seconds", "table"];
    assert_eq!(fields(&text), named);
    let report = json(&text);
    assert_eq!((report["value"].as_str(), report["positions"].as_u64()), (Some("draw"), Some(5478)));
    assert_eq!(report["table"][9]["lost"].as_u64(), Some(62));
    assert!(prints(&["query", &solution]).starts_with("move,value,plies\na1,draw,\nb1,draw,\n"));
    assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains("\na1,first,5\n"));
    // Sets and arrays can be saved too. Of all positions, `layered` alone does not know how long a win takes.
    for (method, answer) in
        [("layered", "\na1,first,\n"), ("retrograde", "\na1,first,5\n"), ("indexed", "\na1,first,5\n")]
    {
        prints(&["solve", &seed("tic-tac-toe"), "--method", method, "--save", &solution]);
        assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains(answer), "{method}");
        let args = ["play", &seed("tic-tac-toe"), "--solution", &solution, "--moves", "b2 a2", "--against", "solution"];
        let text = stdout(ludogen(&args).write_stdin("ask\n").assert().code(0));
        assert!(text.contains(if method == "layered" { "wins with best play" } else { "wins in 5" }), "{text}");
    }
    prints(&["solve", &seed("tic-tac-toe"), "--method", "layered", "--plies", "--save", &solution]);
    assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains("\na1,first,5\n"));
    let text = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "proof"]);
    assert!(text.starts_with("value      the first player wins\n"), "{text}");
    let text = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "middle", "--plies"]);
    let backwards = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "retrograde"]);
    // The method answers to the name it had.
    assert!(text.contains(" moves\nmethod     layered\n"), "{text}");
    assert_eq!(text.lines().next(), backwards.lines().next());
    let recurring = fails(1, &["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "indexed"]);
    assert!(recurring.contains("as many pieces of each kind"), "{recurring}");
    let moving = fails(1, &["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "filling"]);
    assert!(moving.contains("each turn fills one cell"), "{moving}");
    let text = prints(&["solve", &seed("tic-tac-toe"), "--csv"]);
    assert_eq!(text.lines().nth(1), Some("0,1,,0,0,1"));
}

#[test]
fn amazons_is_solved_64_positions_at_a_time() {
    let rules = std::fs::read_to_string(seed("amazons")).expect("the rules");
    let rules =
        rules.replace("(size 10 10)", "(size 3 4)").replace("A4 D1 G1 J4", "A2 B1").replace("A7 D10 G10 J7", "B4 C3");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("amazons-3x4.ludi").display().to_string();
    std::fs::write(&file, rules).expect("a file");
    let table = |method| prints(&["solve", &file, "--method", method, "--csv"]);
    let found = table("filling");
    assert_eq!(found, table("indexed"));
    assert_eq!((found.lines().nth(1), found.lines().count()), (Some("0,1,,0,1,0"), 10));
    assert!(
        prints(&["solve", &file, "--method", "explicit"]).starts_with("value      the second player wins in 16 moves")
    );
    let text = stdout(ludogen(&["solve", &file, "--method", "filling"]).env("RAYON_NUM_THREADS", "1").assert().code(0));
    assert!(text.starts_with("value      the second player wins\nmethod     filling\npositions  353168\n"), "{text}");
    let save = fails(2, &["solve", &file, "--method", "filling", "--save", &file]);
    assert!(save.contains("--save takes what explicit, layered, retrograde and indexed find"), "{save}");
}

#[test]
fn solving_goes_on_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let breakthrough = seed("breakthrough");
    for method in ["layered", "retrograde"] {
        let plies = folder.path().join(method).display().to_string();
        let args = ["solve", &breakthrough, "--size", "3", "5", "--method", method, "--csv"];
        let with = |more: &[&'static str]| [&args[..], &["--folder", plies.as_str()], more].concat();
        let stopped = fails(1, &with(&["--states", "40000"]));
        assert!(stopped.contains("is kept in") && stopped.contains("40000 states"), "{stopped}");
        assert_eq!(prints(&with(&[])), prints(&args));
        // All is there, so that hardly any states must be looked at again.
        let from_scratch = [&args[..], &["--states", "250000"]].concat();
        fails(1, &from_scratch);
        assert_eq!(prints(&with(&["--states", "250000"])), prints(&args));
        let other = ["solve", &breakthrough, "--size", "3", "4", "--method", method, "--folder", &plies];
        assert!(fails(1, &other).contains("another problem"));
    }
    fails(2, &["solve", &breakthrough, "--method", "explicit", "--folder", "x"]);
}

#[test]
fn what_cannot_be_solved_or_queried_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let tic_tac_toe = seed("tic-tac-toe");
    assert!(fails(1, &["solve", &tic_tac_toe, "--positions", "100"]).contains("not solved within 100 positions"));
    assert!(fails(1, &["solve", &seed("breakthrough"), "--method", "layered", "--states", "10"]).contains("10 states"));
    let refusal = fails(1, &["solve", &seed("hex-swap"), "--method", "layered"]);
    assert!(refusal.contains("`swap`") && refusal.contains("hex-swap.ludi:"), "{refusal}");
    fails(2, &["solve", &tic_tac_toe, "--memory", "lots"]);
    fails(2, &["solve", &tic_tac_toe, "--method", "proof", "--save", "x"]);
    assert!(fails(1, &["query", &tic_tac_toe]).contains("not a solution"));
    let solution = file(&folder, "solution", "");
    prints(&["solve", &tic_tac_toe, "--save", &solution]);
    fails(2, &["query", &solution, "--moves", "z9"]);
    let mut bytes = std::fs::read(&solution).expect("bytes");
    bytes.pop();
    std::fs::write(&solution, bytes).expect("written");
    assert!(fails(1, &["query", &solution]).contains("damaged"));
}

#[test]
fn flaws_are_told_one_a_line() {
    let text = prints(&["flaws", &seed("tic-tac-toe"), "--json"]);
    let checks: Vec<Value> = text.lines().map(json).collect();
    assert_eq!(
        fields(text.lines().next().expect("a line")),
        ["check", "verdict", "fatal", "board", "evidence", "budget"]
    );
    let draw = checks.iter().find(|c| c["check"] == "forced-draw").expect("the check");
    assert_eq!((draw["verdict"].as_str(), draw["fatal"].as_bool()), (Some("flawed"), Some(true)));
    assert!(prints(&["flaws", &seed("tic-tac-toe")]).contains("forced-draw    flawed (fatal) on size 3 3"));
}

/// Stones of a state that nothing reads, and clauses that say the same.
const FAT: &str = "(game Fat
  (board (tiling square i-nbors) (size 3 3))
  (pieces (Stone All (state 39) (moves (move (pre (and (empty to) (> 17 -1))) (action (push))))))
  (end (All win (in-a-row 3)) (All win (in-a-row 9))))
";

#[test]
fn reduce_prints_the_rules_and_what_was_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let fat = file(&folder, "fat.ludi", FAT);
    let text = prints(&["reduce", &fat]);
    let rules = "(game Fat\n  (board (tiling square i-nbors) (size 3 3))\n  (end (All win (in-a-row 3))))\n";
    assert!(text.starts_with(rules), "{text}");
    for said in [
        "; line 3: pieces > Stone > state",
        "nothing reads it (true by algebra)",
        "(and (empty to) (> 17 -1)) → (empty to)",
        "; line 4: end > All 2",
    ] {
        assert!(text.contains(said), "{text}");
    }
    // The account may stay in the file: it is comments.
    let whole = file(&folder, "whole.ludi", &text);
    assert!(prints(&["reduce", &whole]).contains("; nothing can go"));
    let out = folder.path().join("lean.ludi");
    let out = out.to_str().expect("text");
    assert_eq!(prints(&["reduce", &fat, "-o", out]), "");
    assert_eq!(std::fs::read_to_string(out).expect("the reduced rules"), text);
    let line = prints(&["reduce", &fat, "--json", "--budget", "500"]);
    let expected =
        ["game", "rules", "size_before", "size_after", "complete", "evidence", "positions", "removed", "suspects"];
    let object = json(&line);
    for field in expected {
        assert!(object.get(field).is_some(), "{field}");
    }
    assert_eq!(object["rules"], rules);
    assert_eq!(object["removed"][0]["evidence"]["state"], "algebra");
    assert_eq!(object["evidence"]["may_differ"], 0.0);
    let none = file(&folder, "none.ludi", "(game None (board (tiling square) (size 3)))");
    assert!(fails(1, &["reduce", &none]).contains("no end"));
    fails(2, &["reduce", &fat, "--budget", "0"]);
}

#[test]
fn like_says_what_a_game_is_to_known_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let fat = file(&folder, "fat.ludi", FAT);
    for name in ["hex", "tic-tac-toe", "yavalath"] {
        std::fs::copy(seed(name), folder.path().join(format!("{name}.ludi"))).expect("a copy");
    }
    let games = folder.path().to_str().expect("text");
    // Fat lies in the folder itself, and is compared with the others.
    let text = prints(&["like", &fat, "--games", games]);
    assert!(text.starts_with("Fat is the same game as Tic-Tac-Toe\n") && text.contains("nearest in play"), "{text}");
    let larger = file(&folder, "larger.txt", &FAT.replace("3 3", "7 5").replace("in-a-row 9", "in-a-row 5"));
    let object = json(&prints(&["like", &larger, "--games", games, "--json", "--nearest", "2"]));
    assert_eq!(object["variant_of"][0]["relation"], "board");
    assert_eq!(object["nearest_rules"].as_array().expect("a list").len(), 2);
    let hex = prints(&["like", &seed("hex"), "--games", games]);
    assert!(hex.starts_with("Hex is none of the known games, nor a variant of one"), "{hex}");
    assert!(fails(1, &["like", &fat, "--games", "nowhere"]).contains("nowhere"));
}

/// A module that holds nothing; a page does not open it before a browser does.
fn empty_module(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("empty.wasm");
    std::fs::write(&path, b"\0asm\x01\0\0\0").expect("a file");
    path.to_str().expect("text").to_string()
}

#[test]
fn share_writes_one_page_of_the_games_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("games.html");
    let at = page.to_str().expect("text");
    let (hex, yavalath, engine) = (seed("hex"), seed("yavalath"), empty_module(&folder));
    let said = prints(&["share", &hex, &yavalath, "-o", at, "--engine", &engine]);
    assert!(said.starts_with(&format!("{at}: 2 games, ")), "{said}");
    let text = std::fs::read_to_string(&page).expect("a page");
    let games = text.split("id=\"games\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("the games");
    let names: Vec<Value> = json(games).as_array().expect("games").iter().map(|game| game["name"].clone()).collect();
    assert_eq!(names, ["Hex", "Yavalath"]);
}

#[test]
fn share_refuses_what_is_no_engine_and_what_is_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("games.html");
    let at = page.to_str().expect("text");
    let no_engine = file(&folder, "text.wasm", "not a module");
    assert!(
        fails(1, &["share", &seed("hex"), "-o", at, "--engine", &no_engine]).contains("is not a WebAssembly module")
    );
    let no_game = file(&folder, "no.ludi", "(game No");
    let engine = empty_module(&folder);
    assert!(!fails(1, &["share", &no_game, "-o", at, "--engine", &engine]).is_empty());
    assert!(!page.exists());
}

#[test]
fn what_a_command_prints_goes_to_the_file_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (file, votes) = (folder.path().join("out"), folder.path().join("votes.csv"));
    std::fs::write(&votes, "subject,preferred,other\n1,Hex,Nim\n2,Hex,Go\n3,Go,Nim\n").unwrap();
    let (file, votes, game) = (file.to_str().unwrap(), votes.to_str().unwrap(), seed("tic-tac-toe"));
    for args in [
        &["rank", votes, "--json"][..],
        &["check", &game],
        &["distance", &game, &game],
        &["describe", &game],
        &["show", &game],
        &["perft", &game, "--depth", "3"],
        &["search", &game, "--depth", "2", "--json"],
        &["reference"],
        &["reach", &game],
        &["reduce", &game, "--json", "--budget", "200"],
        &["match", &game, "--first", "random", "--second", "random", "--games", "4", "--json"],
        &["tune", &game, "--iterations", "1", "--games", "2", "--depth", "1", "--json"],
        &["measure", &game, "--trials", "4", "--player", "policy", "--work", "50", "--json", "--errors"],
    ] {
        let printed = prints(args);
        assert_eq!(prints(&[args, &["-o", file]].concat()), "", "{args:?}");
        let written = std::fs::read_to_string(file).unwrap();
        // What a search takes depends on the clock.
        let told = |text: &str| text.split("nodes_per_second").next().unwrap_or_default().to_owned();
        assert_eq!(told(&written), told(&printed), "{args:?}");
        assert_eq!(told(&prints(&[args, &["-o", "-"]].concat())), told(&printed), "{args:?}");
    }
    fails(1, &["reference", "-o", "/no/such/folder/file"]);
}
