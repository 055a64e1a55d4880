//! The studio answers whom it should, with what the population holds; runs it starts are those of the command line.

mod guard;
mod night;
mod studio;
mod survey;
#[path = "../synthetic/mod.rs"]
mod synthetic;

use ludogen::serve::{Solutions, known_games};
use ludogen::store::Reader;
use serde_json::{Value, json};
use studio::{Studio, bred, small, two_games};

#[test]
fn without_a_population_the_known_games_are_shown() {
    let studio = Studio::new(|options, _| options.known = known_games());
    let games = studio.get("/api/games?shelf=known").json();
    assert_eq!((games["total"].as_u64(), &games["population"]), (Some(known_games().len() as u64), &Value::Null));
    let hex = studio.get("/api/games?q=yavalath").json()["games"][0]["id"].clone();
    let game = studio.get(&format!("/api/games/{hex}")).json();
    assert!(game["text"].as_str().unwrap().starts_with("(game Yavalath"), "{game}");
    let board = studio.get(&format!("/api/games/{hex}/board.svg"));
    assert_eq!((board.status, board.header("content-type")), (200, "image/svg+xml"));
    let json = studio.get(&format!("/api/games/{hex}/export/json")).json();
    assert_eq!(json["board"]["cells"].as_array().unwrap().len(), 61);
    assert_eq!(studio.get(&format!("/api/games/{hex}/export/lud")).status, 200);
    // Rules that cannot be said there are told so.
    let stacks = studio.get("/api/games?q=towers").json()["games"][0]["id"].clone();
    assert_eq!(studio.get(&format!("/api/games/{stacks}/export/lud")).status, 422);
    assert_eq!(studio.get(&format!("/api/games/{hex}/export/pdf")).status, 404);
    let english = studio.get(&format!("/api/games/{hex}/english")).json();
    assert!(english.as_str().unwrap().contains("Players take turns placing a stone"), "{english}");
    assert_eq!(studio.get("/api/games/100000/english").status, 404);
    assert_eq!(studio.get("/api/games/100000").status, 404);
    assert_eq!(studio.get("/api/games/none").status, 400);
}

#[test]
fn the_page_of_a_game_holds_what_its_board_is_drawn_from() {
    let studio = Studio::new(|_, _| {});
    let page = studio.get("/game/1").body;
    let (_, rest) = page.split_once("id=\"opening\">").unwrap();
    let (opening, _) = rest.split_once("</script>").unwrap();
    // The description of the rules looks like markup.
    assert!(!opening.contains('<') && opening.contains("\\u003cimg"), "{opening}");
    let opening: Value = serde_json::from_str(opening).unwrap();
    let text = two_games()[0].text.clone();
    assert_eq!(opening["text"], text.as_str());
    let asked = ludogen::web::Desk::default().ask(&json!({ "do": "load", "text": text }).to_string());
    assert_eq!(opening["loaded"], serde_json::from_str::<Value>(&asked).unwrap(), "what the engine itself says");
    // Nothing else is asked for but a script and a style.
    let asked = page.split(['"', '\'']).filter(|part| part.starts_with('/')).collect::<Vec<_>>();
    assert_eq!(asked, ["/style.css", "/view/game.js"]);
    assert!(asked.iter().all(|path| studio.get(path).status == 200));
    assert_eq!(studio.get("/view/none.js").status, 404);
    // Where there is no such game the page comes all the same, and says so when it has asked.
    for path in ["/game/99", "/game/none"] {
        let page = studio.get(path);
        assert!(page.body.contains("/view/game.js") && !page.body.contains("id=\"opening\""), "{path}");
        assert_eq!(page.status, 404, "{path}");
    }
}

#[test]
fn the_engine_is_sent_packed_to_who_takes_that() {
    let studio = Studio::new(|options, _| {
        let mut engine = b"\0asm\x01\0\0\0".to_vec();
        engine.resize(100_000, 0);
        std::fs::write(options.engine.as_ref().unwrap(), engine).unwrap();
    });
    let asked = |more: &str| studio.raw(&format!("GET /engine.wasm HTTP/1.1\r\nHost: {}{more}", studio.address), "");
    let plain = asked("");
    let packed = asked("\r\nAccept-Encoding: br, gzip");
    assert_eq!((plain.header("content-length"), plain.header("content-encoding")), ("100000", ""));
    assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("gzip", "accept-encoding"));
    assert!(packed.header("content-length").parse::<u32>().unwrap() < 2000);
    assert_ne!(plain.header("etag"), packed.header("etag"));
    let again = asked(&format!("\r\nAccept-Encoding: gzip\r\nIf-None-Match: {}", packed.header("etag")));
    assert_eq!(again.status, 304);
}

#[test]
fn the_gallery_holds_what_the_population_holds() {
    let studio = Studio::new(|options, _| bred(&options.population));
    let folder = studio.folder.path();
    let reader = Reader::open(&folder.join("a.db")).unwrap();
    let rows = reader.games().unwrap();
    let answer = studio.get("/api/games?shelf=candidate").json();
    let candidates = rows.iter().filter(|row| row.is_candidate()).count();
    assert!(candidates > 5);
    assert_eq!(answer["total"], candidates);
    let scores: Vec<f64> =
        answer["games"].as_array().unwrap().iter().map(|game| game["score"][0].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // Candidates among the known games, by one score.
    let listed = studio.get("/api/games?shelf=listed").json();
    let listed = listed["games"].as_array().unwrap();
    let places: Vec<(u64, f64)> =
        listed.iter().map(|g| (g["place"][0].as_u64().unwrap(), g["place"][1].as_f64().unwrap())).collect();
    assert!(places.is_sorted_by(|a, b| a.0 + 1 == b.0 && a.1 >= b.1), "{places:?}");
    let known = rows.iter().filter(|row| row.child.is_none() && row.viable == Some(true)).count();
    assert_eq!(listed.len(), (candidates + known).min(60));
    assert!(listed.iter().all(|g| ["candidate", "known"].contains(&g["shelf"].as_str().unwrap())));
    let first = &answer["games"][0];
    let row = rows.iter().find(|row| row.id.0 == first["id"].as_u64().unwrap()).unwrap();
    assert_eq!((first["name"].as_str(), first["rank"].as_u64()), (Some(row.name.as_str()), Some(1)));
    let page = studio.get(&format!("/api/games/{}", row.id.0)).json();
    assert_eq!(page["dossier"]["bred"], reader.text(row.id).unwrap());
    let [mother, father] = row.parents.unwrap();
    assert_eq!(page["ancestry"][0]["parents"], json!([mother.0, father.0]));
    // A game that was rejected has a page too, which says why.
    let rejected = rows.iter().find(|row| !row.fate.is_member()).unwrap();
    let page = studio.get(&format!("/api/games/{}", rejected.id.0)).json();
    assert_eq!(page["fate"]["reason"], rejected.reason);
    let night = studio.wait("/api/night", |night| night["children"] == 800);
    assert_eq!((&night["running"], &night["candidates"]), (&json!(false), &json!(candidates)));
    for figure in ["population", "fates", "scores"] {
        let drawn = studio.get(&format!("/api/night/figures/{figure}")).json();
        assert!(drawn[0].as_str().unwrap().starts_with("<svg class=\"plot\""), "{drawn}");
    }
}

#[test]
fn trials_and_solutions_are_told_for_the_page_to_use() {
    let studio = Studio::new(|options, folder| {
        small(&options.population);
        let solutions = folder.join("solutions");
        std::fs::create_dir(&solutions).unwrap();
        let rules = folder.join("three.ludi");
        std::fs::write(&rules, &two_games()[0].text).unwrap();
        let mut solve = std::process::Command::new(env!("CARGO_BIN_EXE_ludogen"));
        solve.arg("solve").arg(&rules).arg("--save").arg(solutions.join("three.solution"));
        assert!(solve.output().unwrap().status.success());
        std::fs::write(solutions.join("other.solution"), "no solution at all").unwrap();
        std::fs::write(solutions.join("notes.txt"), "not looked at").unwrap();
        let (found, skipped) = Solutions::of_folder(&solutions).unwrap();
        assert_eq!(skipped.len(), 1, "{skipped:?}");
        assert!(skipped[0].to_string().contains("other.solution: this is not a solution"), "{}", skipped[0]);
        options.solutions = found;
    });
    let reader = Reader::open(&studio.folder.path().join("a.db")).unwrap();
    let three = reader.games().unwrap().into_iter().find(|row| row.name == "Three").unwrap().id.0;
    let told = studio.get(&format!("/api/games/{three}/trials")).json();
    let stored = reader.trials(ludogen::store::GameId(three), ludogen::store::Stage::Child).unwrap();
    assert_eq!(told.as_array().unwrap().len(), stored.len().min(24));
    assert!(!stored.is_empty());
    for (told, stored) in told.as_array().unwrap().iter().zip(&stored) {
        let moves: Vec<&str> = told["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(moves.join(" "), stored.moves);
        assert_eq!(told["leads"].as_array().unwrap().len(), stored.leads.len());
    }
    assert_eq!(studio.get("/api/games/100000/trials").json(), json!([]));
    assert_eq!(studio.get(&format!("/api/games/{three}")).json()["solved"], true);
    let solution = studio.get(&format!("/api/games/{three}/solution"));
    assert_eq!((solution.status, solution.header("content-type")), (200, "application/octet-stream"));
    assert!(solution.body.starts_with("ludogen\u{1a}"));
    let four = three % 2 + 1;
    assert_eq!(studio.get(&format!("/api/games/{four}/solution")).status, 404);
    assert_eq!(studio.get(&format!("/api/games/{four}")).json()["solved"], false);
}

#[test]
fn pictures_are_sent_again_only_where_they_changed() {
    let studio = Studio::new(|_, _| {});
    let first = studio.get("/api/games/1/board.svg");
    let tag = first.header("etag").to_owned();
    assert!(first.status == 200 && tag.len() > 4);
    let head = format!("GET /api/games/1/board.svg HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}", studio.address);
    let again = studio.raw(&head, "");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    // Another game has another picture; the same is drawn as it was.
    assert_ne!(studio.get("/api/games/2/board.svg").header("etag"), tag);
    assert_eq!(studio.get("/api/games/1/board.svg").body, first.body);
}

#[test]
fn a_game_is_judged_and_bred_from_within_a_budget() {
    let studio = Studio::new(|_, _| {});
    let done = |what: &str| {
        let body = json!({ "what": what, "text": two_games()[0].text, "seed": 1 });
        let job = studio.post("/api/jobs", &body).json()["job"].clone();
        studio.wait(&format!("/api/jobs/{job}"), |job| job["done"] == true)["result"].clone()
    };
    let judged = done("judge");
    assert_eq!((judged["game"].as_str(), judged["shelf"].is_string()), (Some("Three"), true), "{judged}");
    // Its criteria are told as those of a bred game are.
    let criteria = judged["criteria"].as_array().expect("criteria");
    let duration = criteria.iter().find(|c| c["name"] == "duration").expect("the duration");
    assert!(criteria.len() > 30 && duration["value"].is_number() && duration["error"].is_number(), "{judged}");
    let bred = done("breed");
    let children = bred["children"].as_array().unwrap();
    assert!(!children.is_empty(), "{bred}");
    for child in children {
        ludogen::game::AnyGame::of(&ludogen::language::parse(child["text"].as_str().unwrap()).unwrap()).unwrap();
    }
    assert_eq!(studio.post("/api/jobs", &json!({ "what": "judge", "text": "(game", "seed": 1 })).status, 422);
    assert_eq!(studio.get("/api/jobs/99").status, 404);
}
