//! The survey: subjects, pairs and answers, and what follows from them.

use super::studio::{Studio, bred, quick, small};
use ludogen::store::SeedGame;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_study_shows_its_survey_and_nothing_else() {
    let studio = Studio::new(|options, _| {
        small(&options.population);
        options.survey = true;
    });
    let start = studio.get("/");
    assert_eq!((start.status, start.header("location")), (303, "/survey"));
    for path in
        ["/api/games", "/api/games/1", "/api/night", "/api/ranking", "/api/survey/comparisons.csv", "/night", "/write"]
    {
        assert_eq!(studio.get(path).status, 404, "{path}");
    }
    for path in ["/api/night/start", "/api/ranking/fit", "/api/jobs"] {
        assert_eq!(studio.post(path, &json!({})).status, 404, "{path}");
    }
    assert_eq!(studio.get("/api/survey").json()["alone"], true);
}

#[test]
fn a_subject_who_comes_back_is_where_it_was_and_is_heard_once() {
    let studio = Studio::new(|options, _| small(&options.population));
    assert_eq!(studio.post("/api/survey/enter", &json!({ "consent": false })).status, 422);
    let code =
        studio.post("/api/survey/enter", &json!({ "consent": true })).json()["code"].as_str().unwrap().to_owned();
    let other =
        studio.post("/api/survey/enter", &json!({ "consent": true })).json()["code"].as_str().unwrap().to_owned();
    assert!(code.len() == 10 && code != other);
    assert_eq!(studio.get("/api/survey/next?code=guessed").status, 422);
    let at = format!("/api/survey/next?code={code}");
    let first = studio.get(&at).json();
    assert_eq!(studio.get(&at).json(), first, "the same pair until it is answered");
    let pair = &first["pair"];
    let answer = |code: &str, preferred: &str| {
        let body = json!({
            "code": code, "pair": pair["id"], "preferred": preferred, "moves": [3, 4], "seconds": 12.5,
            "reason": "\"quoted\", and <b>more</b>\n=1+1",
        });
        studio.post("/api/survey/answer", &body)
    };
    assert_eq!(answer(&other, "left").status, 422, "a pair is answered by whom it was shown");
    assert_eq!(answer(&code, "both").status, 422);
    assert_eq!(answer(&code, "right").json()["new"], true);
    assert_eq!(answer(&code, "left").json()["new"], false);
    let table = studio.get("/api/survey/comparisons.csv");
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    let [left, right] = [&pair["games"][0]["name"], &pair["games"][1]["name"]].map(|name| name.as_str().unwrap());
    let rows: Vec<&str> = table.body.lines().collect();
    assert_eq!((rows.len(), rows[0]), (2, "subject,preferred,other,date,answer"));
    assert!(rows[1].starts_with(&format!("{code},{right},{left},2")), "{}", rows[1]);
    let ranking = studio.get("/api/ranking").json();
    assert_eq!((&ranking["answers"], ranking["ranking"]["games"][0]["game"].as_str()), (&json!(1), Some(right)));
    // Two games are too few to fit anything, which is said.
    let fit = studio.post("/api/ranking/fit", &json!({ "name": "mine" }));
    assert!(fit.status == 422 && fit.body.contains("games"), "{}", fit.body);
    assert_eq!(studio.post("/api/ranking/fit", &json!({ "name": "../mine" })).status, 422);
    // What is kept besides can be asked of the database.
    let connection = rusqlite::Connection::open(studio.folder.path().join("a.db")).unwrap();
    let row: (String, u32, f64) = connection
        .query_row("SELECT shown_left, right_moves, seconds FROM comparison", [], |r| {
            Ok((r.get(0)?, r.get(1)?, r.get(2)?))
        })
        .unwrap();
    assert_eq!(row, (left.to_owned(), 4, 12.5));
}

#[test]
fn subjects_are_asked_about_other_pairs_in_another_order() {
    let studio = Studio::new(|options, _| bred(&options.population));
    let pairs: std::collections::BTreeSet<String> = (0..8)
        .map(|_| {
            let code = studio.post("/api/survey/enter", &json!({ "consent": true })).json()["code"].clone();
            let next = studio.get(&format!("/api/survey/next?code={}", code.as_str().unwrap())).json();
            format!("{} {}", next["pair"]["games"][0]["id"], next["pair"]["games"][1]["id"])
        })
        .collect();
    assert!(pairs.len() > 3, "{pairs:?}");
}

#[test]
fn answers_become_a_profile_and_the_profile_a_night() {
    let boards = ["3 3", "4 3", "3 4", "4 4", "5 3", "5 4", "4 5", "5 5"];
    let game = |(i, size): (usize, &&str)| SeedGame {
        name: format!("Row-{i}"),
        text: format!("(game Row-{i} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row 3))))"),
    };
    let studio = Studio::new(|options, _| options.known = boards.iter().enumerate().map(game).collect());
    let begin = json!({ "seed": 5, "profile": "ludi", "recipe": quick(), "bounds": { "children": 1 } });
    assert_eq!(studio.post("/api/night/start", &begin).status, 200);
    studio.wait("/api/night", |night| night["running"] == false && night["children"] == 1);
    let code = studio.post("/api/survey/enter", &json!({ "consent": true })).json()["code"].clone();
    let at = format!("/api/survey/next?code={}", code.as_str().unwrap());
    let mut shown = std::collections::BTreeSet::new();
    loop {
        let pair = studio.get(&at).json()["pair"].clone();
        let Some(number) = pair["number"].as_u64() else { break };
        let mut ids = [&pair["games"][0]["id"], &pair["games"][1]["id"]].map(|id| id.as_u64().unwrap());
        let preferred = if ids[0] > ids[1] { "left" } else { "right" };
        ids.sort_unstable();
        assert!(shown.insert(ids), "a pair is not shown twice: {ids:?}");
        let answer =
            json!({ "code": code, "pair": pair["id"], "preferred": preferred, "moves": [3, 3], "seconds": number });
        assert_eq!(studio.post("/api/survey/answer", &answer).status, 200);
        // Slower than the pace at which may be written.
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(shown.len(), 12);
    let fitted = studio.post("/api/ranking/fit", &json!({ "name": "mine" })).json();
    assert!(
        fitted["verdict"].as_str().is_some_and(|words| words.contains("r = ") || words.contains("null result")),
        "{fitted}"
    );
    assert_eq!(studio.post("/api/ranking/fit", &json!({ "name": "mine" })).status, 422, "it is not written over");
    let profiles = studio.get("/api/recipe").json()["profiles"].clone();
    assert!(profiles.as_array().unwrap().contains(&json!("mine")), "{profiles}");
    let again = json!({ "seed": 6, "profile": "mine", "recipe": quick(), "bounds": { "children": 1 } });
    assert_eq!(studio.post("/api/night/start", &again).status, 200);
    studio
        .wait("/api/night", |night| night["running"] == false && night["profile"] == "mine" && night["children"] == 1);
    // And goes on with it.
    assert_eq!(studio.post("/api/night/continue", &json!({ "bounds": { "children": 2 } })).status, 200);
    studio.wait("/api/night", |night| night["running"] == false && night["children"] == 2);
}
