//! What is said of a game as a whole: the shelf, the reasons, and what they rest on.

use ludogen::criticism::Profile;
use ludogen::judgement::{ForcedSettings, JudgeSettings, Knowledge, Shelf, judge};
use ludogen::language::parse;
use ludogen::trials::{LadderSettings, TrialSettings};
use rayon::prelude::*;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

fn seed(name: &str) -> String {
    format!("seed-games/{name}.ludi")
}

/// A folder of a few known games.
fn known(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        std::fs::copy(seed(name), folder.path().join(format!("{name}.ludi"))).unwrap();
    }
    folder
}

fn judged(files: &[PathBuf], games: &tempfile::TempDir, more: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_ludogen"))
        .arg("judge")
        .args(files)
        .arg("--games")
        .arg(games.path())
        .args(["--trials", "10", "--work", "300"])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn write(folder: &tempfile::TempDir, name: &str, rules: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, rules).unwrap();
    path
}

const FAT_HEX: &str =
    "(game Fat (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (or (connect own-regions) (> -1 17)))))";

#[test]
fn each_game_has_its_shelf_with_the_reason() {
    let games = known(&["hex", "tic-tac-toe", "yavalath", "breakthrough"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let quick = write(
        &elsewhere,
        "quick.ludi",
        "(game Quick (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 3))))",
    );
    let larger = write(
        &elsewhere,
        "larger.ludi",
        "(game Larger (board (tiling square i-nbors) (size 4 4)) (end (All win (in-a-row 4))))",
    );
    let lines = judged(&[quick, larger, PathBuf::from(seed("breakthrough"))], &games, &["--json"]);
    let lines: Vec<Value> =
        String::from_utf8(lines).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let [quick, larger, breakthrough] = &lines[..] else { panic!("{lines:?}") };

    // Who begins makes three in a row on 5×5; the reason says so with a line of play.
    assert_eq!(quick["shelf"], "flawed");
    let reasons = quick["reasons"].as_array().unwrap();
    assert!(reasons.iter().any(|r| r.as_str().unwrap().starts_with("whoever begins wins in 5 plies: ")), "{reasons:?}");
    assert_eq!(quick["opening"]["start"]["plies"], 5);

    assert_eq!((&larger["variant_of"][0]["game"], larger["reduced"].is_string()), (&"Tic-Tac-Toe".into(), true));

    // A known game beside itself is not its own variant.
    assert_eq!(breakthrough["game"], "Breakthrough");
    assert!(breakthrough["variant_of"].as_array().unwrap().is_empty());
    assert_ne!(breakthrough["shelf"], "variant");
    for field in [
        "game",
        "shelf",
        "viable",
        "reasons",
        "score",
        "score_low",
        "score_high",
        "reduced",
        "removed",
        "variant_of",
        "nearest",
        "surprise",
        "flags",
        "flaws",
        "ladder",
        "words",
    ] {
        assert!(breakthrough.get(field).is_some(), "{field}");
    }
    let ladder = breakthrough["ladder"].as_array().unwrap();
    assert!(ladder.len() > 1, "{ladder:?}");
}

#[test]
fn a_page_of_text_tells_the_rules_and_what_was_left_out() {
    let games = known(&["hex", "tic-tac-toe"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let fat = write(&elsewhere, "fat.ludi", FAT_HEX);
    let text = judged(std::slice::from_ref(&fat), &games, &[]);
    assert!(judged(std::slice::from_ref(&fat), &games, &["--threads", "1"]) == text, "threads change nothing");
    let text = String::from_utf8(text).unwrap();
    for part in ["Fat: ", "\nRules (", "\nLeft out as dead (", "(> -1 17)", "\nPlay\n", "\nKin\n", "Hex", "\nFlaws\n"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let games = known(&["hex"]);
    let path = write(&games, "broken.txt", "(game Broken (board (tiling sqare) (size 3)))");
    let output = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_ludogen")).arg("judge").args(args).output().unwrap();
    let broken = output(&[path.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(broken.status.code() == Some(1) && said.contains("did you mean `square`"), "{said}");
    let missing = output(&[&seed("hex"), "--games", "nowhere"]);
    assert!(missing.status.code() == Some(1) && String::from_utf8_lossy(&missing.stderr).contains("nowhere"));
    assert_eq!(output(&[]).status.code(), Some(2));
    assert_eq!(output(&[&seed("hex"), "--trials", "1"]).status.code(), Some(2));
}

/// The rule files of a folder, by name.
fn rules(folder: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "ludi")).collect();
    files.sort();
    let read = |path: &PathBuf| {
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

/// Less of everything than a night has, so that a game takes a second.
fn quickly() -> JudgeSettings {
    JudgeSettings {
        positions: 8_000,
        trials: 24,
        play: TrialSettings { work: 1_000, ..TrialSettings::default() },
        forced: ForcedSettings { start: 100_000, openings: 12, ..ForcedSettings::default() },
        ladder: LadderSettings { rungs: 4, total: 500_000, ..LadderSettings::default() },
        ..JudgeSettings::default()
    }
}

#[test]
fn a_game_of_which_trials_take_too_much_is_not_viable() {
    let (_, text) = rules("seed-games").into_iter().find(|(name, _)| name == "yavalath").unwrap();
    let judged = |trial_nodes| {
        let settings = JudgeSettings { trial_nodes, ..quickly() };
        judge(&parse(&text).unwrap(), &Knowledge::of(&[]), &Profile::default(), &settings, 1).unwrap()
    };
    assert!(judged(1_000_000).viable);
    let dear = judged(100);
    let why = "a game takes too much search: 2 of 24 trials could be played";
    assert!(!dear.viable && dear.reasons.iter().any(|reason| reason == why), "{:?}", dear.reasons);
}

/// Junk that the judge does not tell: wins that nobody plays for, and men who need never leave home.
const NOT_TOLD: [&str; 3] = ["accident-sudden-row", "chance-even-groups", "shuffle-stay-at-home"];

#[test]
fn junk_is_no_candidate() {
    let known: Vec<String> = rules("seed-games").into_iter().map(|(_, text)| text).collect();
    let (knowledge, profile, settings) = (Knowledge::of(&known), Profile::default(), quickly());
    let junk = rules("tests/games/junk");
    assert!(junk.len() >= 60, "{}", junk.len());
    // What passes a quick look has the look that a user's judgement takes.
    let settings = [settings, JudgeSettings::default()];
    let wrong: Vec<String> = junk
        .par_iter()
        .filter(|(name, _)| !NOT_TOLD.contains(&name.as_str()))
        .filter_map(|(name, text)| {
            let disguised = name.starts_with("disguise");
            let mut said = String::new();
            for settings in &settings {
                let judgement = judge(&parse(text).unwrap(), &knowledge, &profile, settings, 1).unwrap();
                let right = match judgement.shelf {
                    Shelf::Variant => disguised,
                    Shelf::Flawed => !disguised || !judgement.variant_of.is_empty(),
                    Shelf::Candidate | Shelf::Unscored => false,
                };
                if right {
                    return None;
                }
                said = format!("{name}: {} {:?}", judgement.shelf.word(), judgement.reasons);
            }
            Some(said)
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
