//! The studio answers whom it should, with what the population holds; runs it starts are those of the command line.

mod synthetic;

use ludogen::criticism::Profile;
use ludogen::evolution::{Breeder, EvolveOptions, Limits, Recipe, evolve};
use ludogen::serve::{ServeError, ServeOptions, Server, Solutions, known_games};
use ludogen::store::{Reader, SeedGame};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use synthetic::{Synthetic, dump, options};

/// A server of its own for a test; it ends with the test.
struct Studio {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

/// What came back.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    fn header(&self, name: &str) -> &str {
        let found = self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        });
        found.unwrap_or_default()
    }
}

impl Studio {
    fn new(change: impl FnOnce(&mut ServeOptions, &Path)) -> Studio {
        let folder = tempfile::tempdir().unwrap();
        let engine = folder.path().join("engine.wasm");
        std::fs::write(&engine, b"\0asm\x01\0\0\0").unwrap();
        let mut options = ServeOptions::new(folder.path().join("a.db"), two_games());
        options.engine = Some(engine);
        change(&mut options, folder.path());
        let stop = Arc::clone(&options.stop);
        let server = Server::bind(options).unwrap();
        let address = server.address().unwrap();
        let thread = Some(std::thread::spawn(|| server.run()));
        Studio { address, stop, thread, _folder: folder }
    }

    /// Sends these lines and a body, and reads until the end.
    fn raw(&self, head: &str, body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server may have answered, and closed, before everything is sent.
        let _ = write!(stream, "{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Answer { status, head: head.into(), body: body.into() }
    }

    fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {}", self.address), "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let (address, kind) = (self.address, "application/json");
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: {kind}");
        self.raw(&head, &body.to_string())
    }

    /// Asks until the answer is as wanted.
    fn wait(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let now = self.get(path).json();
            if wanted(&now) {
                return now;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{now}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.expect("a thread").expect("the server ends in order");
        }
    }
}

fn two_games() -> Vec<SeedGame> {
    let game = |name: &str, size: &str, goal: &str| SeedGame {
        name: name.into(),
        text: format!(
            "(game {name} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row {goal}))) (description \"<img src=x onerror=alert(1)>\"))"
        ),
    };
    vec![game("Three", "3 3", "3"), game("Four", "4 4", "4")]
}

/// A population of many made-up games.
fn bred(path: &Path) {
    evolve(&options(path, 2, 800), &Synthetic::default(), &mut |_| {}).unwrap();
}

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
    // Its rules cannot be said there, and the answer says so.
    assert_eq!(studio.get(&format!("/api/games/{hex}/export/lud")).status, 422);
    assert_eq!(studio.get(&format!("/api/games/{hex}/export/pdf")).status, 404);
    assert_eq!(studio.get("/api/games/100000").status, 404);
    assert_eq!(studio.get("/api/games/none").status, 400);
}

#[test]
fn every_view_is_a_document_with_a_strict_policy() {
    let studio = Studio::new(|_, _| {});
    for view in ["/", "/game/1", "/compare?a=1&b=2", "/night", "/survey", "/ranking", "/write"] {
        let page = studio.get(view);
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{view}");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe-inline"), "{policy}");
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        // What the policy forbids is not there either.
        assert!(
            !page.body.contains(" style=") && !page.body.contains(" on") && !page.body.contains("<style"),
            "{}",
            page.body
        );
    }
    assert_eq!(studio.get("/engine.wasm").header("content-type"), "application/wasm");
    assert_eq!(studio.get("/nothing").status, 404);
}

#[test]
fn files_of_the_machine_cannot_be_named() {
    let studio = Studio::new(|_, _| {});
    assert_eq!(studio.get("/web/board.js").status, 200);
    for path in [
        "/web/../Cargo.toml",
        "/web/%2e%2e/Cargo.toml",
        "/web/..%2fCargo.toml",
        "/web//etc/passwd",
        "/web/%2fetc%2fpasswd",
        "/web/studio/../../Cargo.toml",
        "/../../../../etc/passwd",
        "/web/..\\Cargo.toml",
    ] {
        let answer = studio.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("[package]") && !answer.body.contains("root:"), "{path}");
    }
}

#[test]
fn only_its_own_pages_may_change_anything() {
    let studio = Studio::new(|_, _| {});
    let address = studio.address;
    let start = json!({ "seed": 1, "profile": "human-2024" }).to_string();
    for origin in ["", "\r\nOrigin: null", "\r\nOrigin: http://evil.example", "\r\nOrigin: http://localhost:1"] {
        let head =
            format!("POST /api/night/start HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json{origin}");
        assert_eq!(studio.raw(&head, &start).status, 403, "{origin}");
    }
    // A name of another site that leads here.
    let head = "GET /api/games HTTP/1.1\r\nHost: evil.example";
    assert_eq!(studio.raw(head, "").status, 403);
    // A form of another site can send no JSON.
    let head = format!(
        "POST /api/night/start HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: text/plain"
    );
    assert_eq!(studio.raw(&head, &start).status, 415);
    assert_eq!(studio.get("/api/night").json()["running"], false);
}

#[test]
fn beyond_this_machine_a_token_is_wanted() {
    let anywhere = |token: Option<&str>| {
        let mut options = ServeOptions::new(PathBuf::from("none.db"), two_games());
        options.host = [0, 0, 0, 0].into();
        options.token = token.map(str::to_owned);
        Server::bind(options).map(|_| ())
    };
    assert!(matches!(anywhere(None), Err(ServeError::Open(_))));
    for bad in ["short", "with a blank in it", "semi;colon;semi;colon"] {
        assert!(matches!(anywhere(Some(bad)), Err(ServeError::Token)), "{bad}");
    }
    anywhere(Some("long-enough-1")).unwrap();

    let studio = Studio::new(|options, _| options.token = Some("long-enough-1".into()));
    let address = studio.address;
    let with =
        |cookie: &str| studio.raw(&format!("GET /api/games HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}"), "");
    assert_eq!(studio.get("/").status, 401);
    assert_eq!(studio.get("/web/board.js").status, 401);
    assert_eq!(studio.get("/?token=long-enough-2").status, 401);
    assert_eq!(with("ludogen=long-enough-2").status, 401);
    let entered = studio.get("/night?token=long-enough-1");
    assert_eq!((entered.status, entered.header("location")), (303, "/night"));
    let cookie = entered.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(with(cookie.split(';').next().unwrap()).status, 200);
}

#[test]
fn bodies_that_are_too_large_or_wrong_are_refused() {
    let studio = Studio::new(|_, _| {});
    let large = json!({ "seed": 1, "profile": "x".repeat(1 << 20) });
    assert_eq!(studio.post("/api/night/start", &large).status, 413);
    for wrong in
        [json!({}), json!({ "seed": -1, "profile": "p" }), json!({ "seed": 1, "profile": "p", "more": 1 }), json!(7)]
    {
        let answer = studio.post("/api/night/start", &wrong);
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.body);
    }
    let refused = |body: Value| studio.post("/api/night/start", &body).json()["error"].as_str().unwrap().to_owned();
    assert_eq!(refused(json!({ "seed": 1, "profile": "../../etc" })), "there is no profile `../../etc`");
    let pressure = json!({ "seed": 1, "profile": "ludi", "recipe": { "breeding": { "pressure": 3 } } });
    assert_eq!(refused(pressure), "the recipe: `breeding.pressure` is 3, but must be a number from 1 to 2");
    let unknown = json!({ "seed": 1, "profile": "ludi", "recipe": { "lagg": 3 } });
    assert!(refused(unknown).contains("`lagg`"));
    assert_eq!(studio.get("/api/night").json()["running"], false);
}

#[test]
fn many_writes_at_once_are_slowed_down() {
    let studio = Studio::new(|_, _| {});
    let statuses: Vec<u16> = (0..200).map(|_| studio.post("/api/night/stop", &json!({})).status).collect();
    assert!(statuses.contains(&429) && statuses[0] == 409, "{statuses:?}");
    assert_eq!(studio.get("/").status, 200);
}

#[test]
fn slow_clients_hold_nobody_up_and_are_let_go() {
    let studio = Studio::new(|options, _| options.patience = Duration::from_millis(400));
    let slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(studio.address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: loc").unwrap();
            stream
        })
        .collect();
    let start = Instant::now();
    assert_eq!(studio.get("/").status, 200);
    assert!(start.elapsed() < Duration::from_secs(5));
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        // The server closes; it may say why first.
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn the_gallery_holds_what_the_population_holds() {
    let studio = Studio::new(|options, _| bred(&options.population));
    let folder = studio._folder.path();
    let reader = Reader::open(&folder.join("a.db")).unwrap();
    let rows = reader.games().unwrap();
    let answer = studio.get("/api/games?shelf=candidate").json();
    let candidates = rows.iter().filter(|row| row.is_candidate()).count();
    assert!(candidates > 5);
    assert_eq!(answer["total"], candidates);
    let scores: Vec<f64> =
        answer["games"].as_array().unwrap().iter().map(|game| game["score"][0].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
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
    let reader = Reader::open(&studio._folder.path().join("a.db")).unwrap();
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

/// Little of everything, so that a child takes a moment.
fn quick() -> Value {
    json!({
        "lag": 2, "safety": { "playouts": 5 }, "trials": { "games": 4 }, "viability": { "trials": 4 }, "player": { "on": false },
        "candidates": { "trials": 4, "most_trials": 4, "tuning": 0, "slow": false, "flaw_positions": 0 }, "judgement": { "on": false },
    })
}

#[test]
fn a_run_stopped_and_continued_here_is_that_of_the_command_line() {
    let studio = Studio::new(|_, _| {});
    let begin = json!({ "seed": 5, "profile": "human-2024", "recipe": quick(), "bounds": { "threads": 1 } });
    assert_eq!(studio.post("/api/night/start", &begin).status, 200);
    // One at a time.
    assert_eq!(studio.post("/api/night/start", &begin).status, 422);
    studio.wait("/api/night", |night| night["children"].as_u64() >= Some(3));
    assert_eq!(studio.post("/api/night/stop", &json!({})).status, 200);
    let stopped = studio.wait("/api/night", |night| night["running"] == false);
    assert_eq!(stopped["ended"], "stopped; it can be continued");
    // How far it came depends on the machine.
    let target = stopped["children"].as_u64().unwrap() + 20;
    let go_on = json!({ "bounds": { "children": target, "threads": 2 } });
    assert_eq!(studio.post("/api/night/continue", &go_on).status, 200);
    studio.wait("/api/night", |night| night["running"] == false && night["children"].as_u64() >= Some(target));

    let path = studio._folder.path().join("b.db");
    made(&path, "human-2024", target);
    let children = studio.get("/api/night").json()["children"].as_u64().unwrap();
    assert_eq!(children, target);
    assert!(dump(&studio._folder.path().join("a.db")) == dump(&path));

    // A new run gets a population beside it.
    let again = json!({ "seed": 6, "profile": "ludi", "recipe": quick(), "bounds": { "children": 2 } });
    let begun = studio.post("/api/night/start", &again).json();
    assert!(begun["population"].as_str().unwrap().ends_with("a-2.db"), "{begun}");
    studio.wait("/api/night", |night| night["running"] == false && night["seed"] == 6 && night["children"] == 2);
}

#[test]
fn the_night_is_told_as_it_goes_on_and_ends_with_the_server() {
    let studio = Studio::new(|_, _| {});
    let mut stream = TcpStream::connect(studio.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "GET /api/night/events HTTP/1.1\r\nHost: {}\r\n\r\n", studio.address).unwrap();
    let begin = json!({ "seed": 5, "profile": "human-2024", "recipe": quick(), "bounds": { "children": 20 } });
    assert_eq!(studio.post("/api/night/start", &begin).status, 200);
    let mut told = String::new();
    let mut buffer = [0; 65536];
    while !told.contains("\"children\":20,") {
        let n = stream.read(&mut buffer).unwrap();
        assert!(n > 0, "{told}");
        told.push_str(&String::from_utf8_lossy(&buffer[..n]));
    }
    assert!(told.contains("text/event-stream") && told.contains("event: night"), "{told}");
    // The stream is still open; the server ends all the same.
    let start = Instant::now();
    drop(studio);
    assert!(start.elapsed() < Duration::from_secs(10));
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
}

/// A population of two measured games and so many children, made without a server.
fn made(path: &Path, profile: &str, children: u64) {
    let recipe: Recipe = serde_json::from_value(quick()).unwrap();
    let profile = Profile::shipped(profile).unwrap();
    let options = EvolveOptions {
        population: path.into(),
        seeds: two_games(),
        recipe: recipe.clone(),
        recipe_source: String::new(),
        seed: 5,
        profile: profile.name.clone(),
        profile_version: profile.date.clone(),
        limits: Limits { children: Some(children), ..Limits::default() },
        threads: 1,
        stop: Arc::default(),
    };
    evolve(&options, &Breeder::new(recipe, profile), &mut |_| {}).unwrap();
}

/// A population with a few children.
fn small(path: &Path) {
    made(path, "ludi", 2);
}

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
    let connection = rusqlite::Connection::open(studio._folder.path().join("a.db")).unwrap();
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
fn a_game_is_judged_and_bred_from_within_a_budget() {
    let studio = Studio::new(|_, _| {});
    let done = |what: &str| {
        let body = json!({ "what": what, "text": two_games()[0].text, "seed": 1 });
        let job = studio.post("/api/jobs", &body).json()["job"].clone();
        studio.wait(&format!("/api/jobs/{job}"), |job| job["done"] == true)["result"].clone()
    };
    let judged = done("judge");
    assert_eq!((judged["game"].as_str(), judged["shelf"].is_string()), (Some("Three"), true), "{judged}");
    let bred = done("breed");
    let children = bred["children"].as_array().unwrap();
    assert!(!children.is_empty(), "{bred}");
    for child in children {
        ludogen::game::AnyGame::of(&ludogen::language::parse(child["text"].as_str().unwrap()).unwrap()).unwrap();
    }
    assert_eq!(studio.post("/api/jobs", &json!({ "what": "judge", "text": "(game", "seed": 1 })).status, 422);
    assert_eq!(studio.get("/api/jobs/99").status, 404);
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
