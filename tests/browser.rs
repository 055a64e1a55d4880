//! Pages in a browser, and the engine as WebAssembly. These tests need node, chromium and what `npm ci` brings to `tests/browser`, which `tests/run`
//! installs; so they run when they are asked for: `cargo test --test browser -- --ignored --skip quick`. How quick pages are is measured on a machine that does nothing else:
//! `cargo test --test browser quick -- --ignored`.

use ludogen::web::{Desk, engine};
use rand::RngExt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What the browser plays, and some that it only looks at.
const SHARED: [&str; 14] = [
    "yavalath",
    "yavalath-swap",
    "breakthrough",
    "tri-four",
    "yote",
    "english-draughts",
    "gobblet-gobblers",
    "nine-mens-morris",
    "gomoku",
    "octa-four",
    "tic-tac-toe-3d",
    "gardner-minichess",
    "go",
    "chess",
];
/// A name that a game may have, and that no page may take for markup.
const HOSTILE: &str = "<img/src=x/onerror=hurt=1>";
/// The longest page allowed.
const LARGEST: u64 = 2_000_000;

fn share(files: &[PathBuf], page: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("share").args(files).arg("-o").arg(page);
    assert!(command.status().expect("the program runs").success());
}

/// A page of a small game with its solution.
fn solved(folder: &Path) -> PathBuf {
    let [rules, solution, page] = ["three.ludi", "three.solution", "solved.html"].map(|name| folder.join(name));
    std::fs::write(&rules, "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))")
        .expect("a file");
    let run = |command: &mut Command| assert!(command.status().expect("the program runs").success());
    run(Command::new(env!("CARGO_BIN_EXE_ludogen"))
        .arg("solve")
        .arg(&rules)
        .arg("--save")
        .arg(&solution)
        .stdout(Stdio::null()));
    run(Command::new(env!("CARGO_BIN_EXE_ludogen"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("share")
        .arg(&rules)
        .arg("--solution")
        .arg(&solution)
        .arg("-o")
        .arg(&page));
    page
}

/// A page of a game with many pieces that move, on 19 by 19 cells.
fn wide(folder: &Path) -> PathBuf {
    let (rules, page) = (folder.join("wide.ludi"), folder.join("wide.html"));
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games/breakthrough.ludi")).expect("rules");
    std::fs::write(&rules, text.replacen("square 8 8", "square 19 19", 1)).expect("a file");
    share(&[rules], &page);
    page
}

/// A page of the games that the browser plays.
fn games(folder: &Path) -> PathBuf {
    let page = folder.join("games.html");
    let files: Vec<PathBuf> = SHARED.iter().map(|name| format!("seed-games/{name}.ludi").into()).collect();
    share(&files, &page);
    page
}

/// Node, to be given a file of the folder of tests.
fn node() -> Command {
    let mut node = Command::new("node");
    node.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")).arg("--test");
    node
}

#[test]
#[ignore = "needs node and chromium: see the top of this file"]
fn shared_pages_play_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = games(folder.path());
    let size = page.metadata().expect("a page").len();
    println!("{} games in a page of {size} bytes", SHARED.len());
    assert!(size < LARGEST);
    let hostile = folder.path().join("hostile.ludi");
    let rules = r#"(game <img/src=x/onerror=hurt=1> (board (tiling square) (size 3 3)) (end (All win (in-a-row 3)))
        (description "<img src=x onerror='globalThis.hurt=1'> </script><script>globalThis.hurt=1</script>"))"#;
    std::fs::write(&hostile, rules).expect("a file");
    let hostile_page = folder.path().join("hostile.html");
    share(&[hostile], &hostile_page);
    let status = node()
        .args(["--test-concurrency", "1", "play.test.js", "reach.test.js", "tools.test.js"])
        .env("LUDOGEN_PAGE", &page)
        .env("LUDOGEN_HOSTILE", &hostile_page)
        .env("LUDOGEN_SOLVED", solved(folder.path()))
        .status();
    assert!(status.expect("node runs").success());
}

#[test]
#[ignore = "needs node and chromium, and the machine for itself: see the top of this file"]
fn pages_are_quick() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_served, address) = served(folder.path());
    let status = node()
        .arg("speed.test.js")
        .env("LUDOGEN_PAGE", games(folder.path()))
        .env("LUDOGEN_WIDE", wide(folder.path()))
        .env("LUDOGEN_STUDIO", address)
        .status();
    assert!(status.expect("node runs").success());
}

/// The program serving a folder; it is ended when this is dropped.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program serving three small games in a folder, and its address.
fn served(folder: &Path) -> (Served, String) {
    let games = folder.join("games");
    std::fs::create_dir(&games).expect("a folder");
    for (file, name, size, goal) in
        [("three", "Three", "3 3", 3), ("four", "Four", "4 4", 4), ("hostile", HOSTILE, "4 3", 3)]
    {
        let rules = format!(
            "(game {name} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row {goal}))) \
             (description \"<img src=x onerror='globalThis.hurt=1'>\"))"
        );
        std::fs::write(games.join(format!("{file}.ludi")), rules).expect("a file");
    }
    // Built before the server asks for it, so that the browser does not wait.
    let engine = engine::build().expect("the engine builds");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.arg("serve").arg(folder.join("night.db")).arg("--games").arg(&games).args(["--port", "0", "--engine"]);
    let mut served = Served(command.arg(engine).stdout(Stdio::piped()).spawn().expect("the program runs"));
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().next().expect("an address").trim_end_matches('/').to_owned();
    (served, address)
}

#[test]
#[ignore = "needs node and chromium: see the top of this file"]
fn the_studio_is_used_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_served, address) = served(folder.path());
    let answers = folder.path().join("answers.csv");
    let status = node().arg("studio.test.js").env("LUDOGEN_STUDIO", address).env("LUDOGEN_ANSWERS", &answers).status();
    assert!(status.expect("node runs").success());
    // What the survey collected is what `rank` reads.
    let rank = Command::new(env!("CARGO_BIN_EXE_ludogen")).args(["rank", "--json"]).arg(&answers).output();
    let rank = rank.expect("the program runs");
    assert!(rank.status.success(), "{}", String::from_utf8_lossy(&rank.stderr));
    let ranking: Value = serde_json::from_slice(&rank.stdout).expect("JSON");
    assert_eq!(
        (&ranking["classification"]["comparisons"], &ranking["classification"]["draws"]),
        (&json!(3), &json!(1))
    );
}

#[test]
#[ignore = "needs node: see the top of this file"]
fn texts_of_pages_stand_in_one_place() {
    assert!(node().arg("texts.test.js").status().expect("node runs").success());
}

/// A random game as the native engine answers it, in the form that `replay.mjs` reads.
fn random_game(rules: &str, seed: u64) -> Value {
    const PLIES: usize = 120;
    let mut desk = Desk::default();
    let mut random = ludogen::streams::generator(seed);
    let mut answer = desk.ask(&json!({ "do": "load", "text": rules }).to_string());
    let mut answers = vec![crc32fast::hash(answer.as_bytes())];
    let (mut moves, mut choices) = (Vec::new(), Vec::new());
    let mut position = serde_json::from_str::<Value>(&answer).expect("JSON")["position"].take();
    while position["outcome"].is_null() && moves.len() < PLIES {
        if moves.len() % 20 == 3 {
            let request = json!({ "do": "choose", "player": "auto", "nodes": 100, "seed": seed });
            let chosen: Value = serde_json::from_str(&desk.ask(&request.to_string())).expect("JSON");
            choices.push(json!({ "at": moves.len(), "request": request, "m": chosen["m"] }));
        }
        let legal = position["legal"].as_array().expect("moves");
        let m = legal[random.random_range(0..legal.len())]["m"].clone();
        answer = desk.ask(&json!({ "do": "play", "m": m }).to_string());
        answers.push(crc32fast::hash(answer.as_bytes()));
        position = serde_json::from_str(&answer).expect("JSON");
        assert!(position["error"].is_null(), "{answer}");
        moves.push(m);
    }
    json!({ "rules": rules, "moves": moves, "answers": answers, "choices": choices })
}

#[test]
#[ignore = "needs node: see the top of this file"]
fn random_games_of_all_seed_games_are_the_same_in_webassembly() {
    const EACH: u64 = 3;
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games");
    let mut files: Vec<PathBuf> = seeds.read_dir().expect("seed games").map(|f| f.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "ludi"));
    files.sort();
    let mut lines = String::new();
    for (i, file) in files.iter().enumerate() {
        let rules = std::fs::read_to_string(file).expect("rules");
        for n in 0..EACH {
            lines += &format!("{}\n", random_game(&rules, i as u64 * EACH + n));
        }
    }
    std::fs::write(&games, &lines).expect("a file");
    let module = engine::build().expect("the engine builds");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/replay.mjs");
    let output = Command::new("node").arg(script).arg(module).arg(&games).output().expect("node runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{said}");
    let told: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(told["played"], files.len() as u64 * EACH);
    assert!(files.len() as u64 * EACH >= 500);
}
