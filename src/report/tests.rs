//! A report on a small population that is made up: what its tables and its page say.

use super::{Renderers, report};
use crate::criticism::Score;
use crate::judgement::Judgement;
use crate::store::{
    CandidateRecord, ChildRecord, Entry, Fate, GameId, Measurement, RunInfo, SeedGame, VerdictRow, Writer,
};
use serde_json::json;
use std::path::Path;

/// A judgement of a game that is expected to be worth so much.
fn judged(name: &str, worth: f64) -> Box<Judgement> {
    let judgement = json!({
        "game": name, "shelf": "candidate", "viable": true, "reasons": [], "score": worth, "score_low": worth - 0.1,
        "score_high": worth + 0.1, "doubted": worth, "reduced": format!("(game {name})"), "removed": [], "evidence": "", "variant_of": [],
        "nearest": {"rules": [["Known-1", 0.05]], "play": []}, "surprise": 2.0, "flags": [], "flaws": [], "ladder": [], "words": 9,
        "opening": {"start": null, "openings": 0, "quick": 0, "example": null, "nodes": 1},
        "habits": {"turns": 20.0, "variation": 0.2, "same_cell": 0.0, "repeated": 0.0},
    });
    serde_json::from_value(judgement).unwrap()
}

/// A candidate with a check on a smaller board.
fn candidate(name: &str, worth: f64, score: Score, lead_change: Measurement) -> CandidateRecord {
    let row = |flaw: &str, verdict: &str, evidence: serde_json::Value| VerdictRow {
        flaw: flaw.into(),
        verdict: verdict.into(),
        evidence: evidence.to_string(),
        budget: json!({"positions": 8000}).to_string(),
    };
    CandidateRecord {
        policy: Vec::new(),
        measurements: vec![lead_change],
        score,
        viable: true,
        viability_reasons: Vec::new(),
        vestigial: None,
        judgement: Some(judged(name, worth)),
        verdicts: vec![
            row("forced-draw", "flawed", json!({"board": [3, 2], "found": {"value": "draw", "line": ["a1"]}})),
            row("mirror", "sound", json!({"board": [8, 7], "found": {"strategies": 4, "beyond_the_budget": 0}})),
        ],
        trials: Vec::new(),
        costs: Vec::new(),
        guard_fired: false,
    }
}

/// Five known games, the candidates First and Second, and Larger, a variation of First that is not as good.
fn population(path: &Path) {
    let mut writer = Writer::open(path).unwrap();
    let run = RunInfo {
        seed: 1,
        recipe: String::new(),
        recipe_source: String::new(),
        profile: "p".into(),
        profile_version: String::new(),
        program: "0".into(),
        criteria: vec!["lead_change".into()],
    };
    let seeds: Vec<SeedGame> =
        (1..=5).map(|n| SeedGame { name: format!("Known-{n}"), text: format!("(game Known-{n})") }).collect();
    writer.begin(&run, &seeds).unwrap();
    let mut append = |id: u64, name: &str, worth: f64, lead_change: f64, parents: Option<[u64; 2]>| {
        let score = Score { value: worth, low: worth - 0.1, high: worth + 0.1 };
        let measured = Measurement { criterion: 0, value: lead_change, standard_error: 0.0, samples: 9 };
        let mut record = ChildRecord::new(name, format!("(game {name})"));
        record.score = Some(score);
        record.viable = Some(true);
        record.measurements = vec![measured];
        record.parents = parents.map(|both| both.map(GameId));
        if parents.is_none() {
            record.fate = Fate::Seed;
        }
        let candidate = parents.map(|_| candidate(name, worth, score, measured));
        writer.append(&Entry { id: GameId(id), child: parents.map(|_| id - 5), record, candidate }).unwrap();
    };
    for id in 1..=5 {
        append(id, &format!("Known-{id}"), 4.0, 0.1 * id as f64, None);
    }
    append(6, "First", 9.0, 0.9, Some([1, 2]));
    append(7, "Second", 8.0, 0.2, Some([1, 2]));
    append(8, "Larger", 8.5, 0.2, Some([6, 6]));
}

/// The rows of candidates.csv, by column.
fn column(out: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(out.join("candidates.csv")).unwrap();
    let at = reader.headers().unwrap().iter().position(|head| head == name).unwrap();
    reader.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

#[test]
fn a_variation_says_of_which_game_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    population(&path);
    report(&path, &out, &Renderers::default()).unwrap();
    assert_eq!(column(&out, "game")[..3], ["First", "Second", "Larger"]);
    assert_eq!(column(&out, "shelf")[..3], ["candidate", "candidate", "variant"]);
    assert_eq!(column(&out, "variant_of")[..3], ["", "", "First"]);
}

#[test]
fn the_first_screen_says_what_to_play_in_which_order_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    population(&path);
    let english = |_: &str| {
        let start = "A stone each starts in the middle.\n".repeat(9);
        Some(format!("G\n\nBoard\nThe board.\n\nStart\n{start}\nPlay\nPlace a stone.\n\nEnd\nA player wins by four.\n"))
    };
    report(&path, &out, &Renderers { english: Some(&english), board: None, play: None }).unwrap();
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let (_, tonight) = page.split_once("<div class=\"tonight\">").unwrap();
    let (tonight, _) = tonight.split_once("<h2>Ranking</h2>").unwrap();
    let (first, second) = tonight.split_once("2. Second").unwrap();
    // No number that the order is not by stands beside the name.
    assert!(first.contains("1. First</a></h3>"), "{first}");
    assert!(
        first.contains("<b>Start.</b> A stone each starts in the middle.")
            && first.contains("the full rules</a> are below")
    );
    assert!(first.contains("Close to Known-1; the lead changes often; a game takes about 20 turns."), "{first}");
    assert!(second.contains("Close to Known-1; a game takes about 20 turns."), "{second}");
    // What the order is by is said once, at the list.
    assert_eq!(page.matches("less a little for long rules").count(), 1);
    assert!(page.contains("candidate, rank 2"), "{page}");
}

#[test]
fn the_page_says_in_words_what_the_solver_found() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    population(&path);
    report(&path, &out, &Renderers::default()).unwrap();
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let found = "<li>A draw that both sides can force: found on 3 by 2, the largest smaller board that was searched completely (a1); not known on its own board</li>";
    assert!(page.contains(found), "{page}");
    assert!(page.contains("a search of 1 position from the start"), "{page}");
    for word in ["forced-draw", "flawed", "&quot;positions&quot;", "&quot;found&quot;"] {
        assert!(!page.contains(word), "{word}");
    }
}
