//! The command line, called as other programs call it: what it prints, in which fields, and with which exit code.

#[path = "cli/comparing.rs"]
mod comparing;
#[path = "cli/counting.rs"]
mod counting;
#[path = "cli/playing.rs"]
mod playing;
#[path = "cli/solving.rs"]
mod solving;

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
        &["search", &hex, "--work", "5", "--nodes", "5"],
        &["match", &hex, "--work", "5", "--nodes", "5"],
        &["play", &hex, "--work", "5", "--depth", "2"],
        &["tune", &hex, "--work", "0"],
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
fn a_game_that_is_over_before_it_begins_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let stuck = folder.path().join("stuck.ludi").display().to_string();
    for end in ["(lose (no-move))", "(win (in-a-row 3))"] {
        let pieces = "(pieces (Man (move (pre (friend to)) (action (push)))))";
        std::fs::write(&stuck, format!("(game Stuck (board (square 3)) {pieces} {end})")).expect("a file");
        let text = prints(&["check", &stuck]);
        assert!(text.starts_with("warning: the game is over before the first move\n"), "{text}");
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
    assert_eq!((&problem["line"], &problem["column"]), (&1.into(), &13.into()));
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
    assert_eq!(cell("work"), &object["work"].to_string());
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
