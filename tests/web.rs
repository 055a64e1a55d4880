//! What a page asks of the engine: positions set up by hand, puzzles, solutions, and which moves a sentence of the rules is about.

use ludogen::web::Desk;
use serde_json::{Value, json};
use std::process::Command;

fn ask(desk: &mut Desk, request: Value) -> Value {
    serde_json::from_str(&desk.ask(&request.to_string())).expect("JSON")
}

fn loaded(text: &str) -> (Desk, Value) {
    let mut desk = Desk::default();
    let answer = ask(&mut desk, json!({ "do": "load", "text": text }));
    assert!(answer["error"].is_null(), "{answer}");
    (desk, answer)
}

fn seed(name: &str) -> String {
    std::fs::read_to_string(format!("seed-games/{name}.ludi")).expect("rules")
}

#[test]
fn a_position_is_set_up_and_played_from() {
    let (mut desk, game) = loaded(&seed("breakthrough"));
    let cells = game["board"]["cells"].as_array().expect("cells");
    let at = |label: &str| cells.iter().position(|cell| cell["label"] == label).expect("a cell");
    let mut board = vec![json!([]); cells.len()];
    board[at("b6")] = json!([[0, 0, 0, 0, null]]);
    board[at("g3")] = json!([[0, 1, 0, 0, null]]);
    let from = json!({ "cells": board, "mover": 1 });
    let position = ask(&mut desk, json!({ "do": "set-up", "from": from }));
    let mut legal: Vec<&str> =
        position["legal"].as_array().expect("moves").iter().map(|m| m["m"].as_str().unwrap()).collect();
    legal.sort_unstable();
    assert_eq!(legal, ["g3-f2", "g3-g2", "g3-h2"]);
    assert_eq!((&position["made"], &position["mover"]), (&json!([]), &json!(1)));
    let later = ask(&mut desk, json!({ "do": "go", "from": from, "moves": ["g3-g2", "b6-b7"] }));
    assert_eq!(later["made"], json!(["g3-g2", "b6-b7"]));
    let over = ask(&mut desk, json!({ "do": "play", "m": "g2-g1" }));
    assert_eq!(over["outcome"]["winner"], 1);
    // Whoever is at the last row has won already; the position stays as it was.
    let mut done = board.clone();
    done[at("a8")] = json!([[0, 0, 0, 0, null]]);
    let refused = ask(&mut desk, json!({ "do": "set-up", "from": { "cells": done, "mover": 1 } }));
    assert!(refused["error"].as_str().unwrap().starts_with("the game would be over here"), "{refused}");
    assert_eq!(ask(&mut desk, json!({ "do": "position" }))["made"].as_array().unwrap().len(), 3);
    let mut twice = board.clone();
    twice[at("b6")] = json!([[0, 0, 0, 0, null], [0, 1, 0, 0, null]]);
    let refused = ask(&mut desk, json!({ "do": "set-up", "from": { "cells": twice, "mover": 0 } }));
    assert_eq!(refused["error"], "b6: at most one piece on one cell in this game");
    for wrong in [json!({ "cells": [], "mover": 0 }), json!({ "cells": board, "mover": 2 })] {
        assert!(ask(&mut desk, json!({ "do": "set-up", "from": wrong }))["error"].is_string());
    }
}

#[test]
fn a_puzzle_of_a_game_is_found_and_its_answer_is_the_best_move() {
    let four = "(game Four (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";
    let (mut desk, _) = loaded(four);
    let game = json!(["b3", "a5", "d3", "e5", "a1", "e1"]);
    let found = ask(&mut desk, json!({ "do": "puzzle", "moves": game, "nodes": 20000 }));
    assert_eq!(found["found"]["moves"], json!(["b3", "a5", "d3", "e5"]), "{found}");
    assert_eq!((&found["found"]["key"], &found["found"]["plies"]), (&json!("c3"), &json!(3)));
    // The analysis of the page says the same.
    ask(&mut desk, json!({ "do": "go", "moves": found["found"]["moves"] }));
    let values = ask(&mut desk, json!({ "do": "analyse", "nodes": 200000 }));
    let key = values["moves"].as_array().unwrap().iter().find(|m| m["m"] == "c3").expect("the move");
    assert_eq!((&key["chance"], &key["plies"]), (&json!(1.0), &json!(3)));
    let later = ask(&mut desk, json!({ "do": "puzzle", "moves": game, "after": 5, "nodes": 2000 }));
    assert!(later["found"].is_null(), "{later}");
    // Without a game the engine plays one; the same seed gives the same.
    let own = || ask(&mut loaded(four).0, json!({ "do": "puzzle", "nodes": 500, "seed": 3 }));
    assert_eq!(own(), own());
}

#[test]
fn by_a_solution_moves_are_valued_exactly_and_the_best_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rules, file) = (folder.path().join("ttt.ludi"), folder.path().join("ttt.solution"));
    let text = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    std::fs::write(&rules, text).expect("a file");
    let run = |arguments: &[&std::ffi::OsStr]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludogen")).args(arguments).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    run(&["solve".as_ref(), rules.as_ref(), "--save".as_ref(), file.as_ref()]);
    let told = run(&["query".as_ref(), file.as_ref(), "--moves".as_ref(), "a1 b1".as_ref(), "--json".as_ref()]);
    let (mut desk, _) = loaded(text);
    let data =
        base64::Engine::encode(&base64::engine::general_purpose::STANDARD, std::fs::read(&file).expect("a file"));
    assert_eq!(ask(&mut desk, json!({ "do": "solution", "data": data }))["solved"], true);
    ask(&mut desk, json!({ "do": "go", "moves": ["a1", "b1"] }));
    let values = ask(&mut desk, json!({ "do": "analyse", "nodes": 1 }));
    for row in told.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let value = values["moves"].as_array().unwrap().iter().find(|m| m["m"] == row["move"]).expect("the move");
        let chance = match row["value"].as_str().unwrap() {
            "first" => 1.0,
            "second" => 0.0,
            _ => 0.5,
        };
        assert_eq!((&value["chance"], &value["plies"]), (&json!(chance), &row["plies"]), "{row}");
    }
    assert_eq!(values["solved"], true);
    let chosen = ask(&mut desk, json!({ "do": "choose", "player": "solution", "nodes": 1 }));
    assert_eq!((&chosen["chance"], &chosen["words"]), (&json!(1.0), &json!("knows that it wins")));
    // Of other rules, or damaged, it is refused.
    let (mut other, _) = loaded(&text.replace("3 3)", "4 3)"));
    assert!(
        ask(&mut other, json!({ "do": "solution", "data": data }))["error"].as_str().unwrap().contains("other rules")
    );
    for wrong in ["", "!", &data[..data.len() / 2], &data.replace('A', "B")] {
        assert!(ask(&mut desk, json!({ "do": "solution", "data": wrong }))["error"].is_string());
    }
}

#[test]
fn each_sentence_about_a_move_has_its_move_in_every_seed_game() {
    let mut seen = 0;
    for file in std::fs::read_dir("seed-games").expect("seed games") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|e| e != "ludi") {
            continue;
        }
        let (_, game) = loaded(&std::fs::read_to_string(&path).expect("rules"));
        // As web/panels.js counts them: the items under Play, or the sentence about stones, each with the moves it tells.
        let english = game["english"].as_str().unwrap();
        let play = english.split("\n\n").find_map(|part| part.strip_prefix("Play\n")).unwrap_or_default();
        let about = |line: &&str| line.starts_with("- ") || line.starts_with("Players take turns placing a stone");
        let told = game["told"].as_array().unwrap();
        assert_eq!(told.len(), play.lines().filter(about).count(), "{path:?}: {play}");
        // Every move is told once.
        let mut moves: Vec<(u64, u64)> = told
            .iter()
            .flat_map(|line| line.as_array().unwrap())
            .map(|pair| (pair[0].as_u64().unwrap(), pair[1].as_u64().unwrap()))
            .collect();
        moves.sort_unstable();
        let pieces = game["pieces"].as_array().unwrap().iter().enumerate();
        let of_piece = |(k, piece): (usize, &serde_json::Value)| {
            (0..piece["moves"].as_array().unwrap().len() as u64).map(move |n| (k as u64, n)).collect::<Vec<_>>()
        };
        assert_eq!(moves, pieces.flat_map(of_piece).collect::<Vec<_>>(), "{path:?}: {play}");
        seen += 1;
    }
    assert!(seen > 100);
}
