//! Who may ask, and how much: hosts, origins, tokens, paths, bodies, and clients that are slow or take nothing.

use super::studio::{Studio, quick, two_games};
use ludogen::serve::{ServeError, ServeOptions, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
        // What the policy forbids is not there either; what a game begins with is no markup.
        let markup = page.body.split("<script type=\"application/json\"").next().unwrap();
        assert!(!markup.contains(" style=") && !markup.contains(" on") && !markup.contains("<style"), "{markup}");
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
    let night = studio.get("/api/night").json();
    assert_eq!(night["running"], false, "{night}");
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
    // Writing takes the token and the origin.
    assert_eq!(studio.post("/api/night/stop", &json!({})).status, 401);
    let writing = |origin: &str| {
        let head = format!(
            "POST /api/night/stop HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n\
             Cookie: ludogen=long-enough-1"
        );
        studio.raw(&head, "{}").status
    };
    assert_eq!(writing("http://evil.example"), 403);
    assert_eq!(writing(&format!("http://{address}")), 409, "let in, and there is nothing to stop");
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
fn bodies_that_never_end_are_given_up() {
    let studio = Studio::new(|options, _| options.arrival = Duration::from_millis(300));
    let address = studio.address;
    let head = format!(
        "POST /api/night/stop HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n"
    );
    let sent = |rest: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server may have answered, and closed, before everything is sent.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(rest.as_bytes()));
        let mut buffer = [0; 64];
        let n = stream.read(&mut buffer).unwrap_or(0);
        String::from_utf8_lossy(&buffer[..n]).split(' ').nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(sent("Content-Length: 100\r\n\r\n{"), "408");
    // One that does not say how large it is, and is too large.
    let piece = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    assert_eq!(sent(&format!("Transfer-Encoding: chunked\r\n\r\n{}", piece.repeat(20))), "413");
    // A head without end.
    let long = (0..2000).map(|n| format!("X-{n}: {}\r\n", "y".repeat(100))).collect::<String>();
    assert!(matches!(sent(&long).as_str(), "431" | ""), "a head is not kept beyond its bounds");
    assert_eq!(studio.get("/").status, 200);
}

/// What the process takes of the machine's memory, in bytes.
#[cfg(target_os = "linux")]
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[cfg(target_os = "linux")]
#[test]
fn clients_that_take_nothing_hold_neither_memory_nor_others() {
    const SIZE: usize = 48 << 20;
    const CLIENTS: usize = 40;
    let studio = Studio::new(|options, _| {
        options.stall = Duration::from_millis(1500);
        let mut engine = b"\0asm\x01\0\0\0".to_vec();
        engine.resize(SIZE, 7);
        std::fs::write(options.engine.as_ref().unwrap(), engine).unwrap();
    });
    assert_eq!(studio.raw(&format!("HEAD /engine.wasm HTTP/1.1\r\nHost: {}", studio.address), "").status, 200);
    let before = memory();
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(studio.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", studio.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    let stuck: Vec<TcpStream> = (0..CLIENTS).map(|_| ask("/engine.wasm")).collect();
    let watching: Vec<TcpStream> = (0..CLIENTS).map(|_| ask("/api/night/events")).collect();
    let begin = json!({ "seed": 5, "profile": "human-2024", "recipe": quick(), "bounds": { "children": 30 } });
    assert_eq!(studio.post("/api/night/start", &begin).status, 200);
    // Whoever takes what it asks for is answered meanwhile, the large file included.
    let start = Instant::now();
    assert_eq!(studio.get("/").status, 200);
    assert!(start.elapsed() < Duration::from_secs(5));
    let mut whole = 0;
    let mut taker = ask("/engine.wasm");
    let mut buffer = vec![0; 1 << 20];
    while whole < SIZE {
        let n = taker.read(&mut buffer).unwrap();
        assert!(n > 0, "{whole} bytes of {SIZE}");
        whole += n;
    }
    studio.wait("/api/night", |night| night["running"] == false && night["children"] == 30);
    let grown = memory().saturating_sub(before);
    assert!(grown < CLIENTS * SIZE / 4, "{} MB for clients that take nothing", grown >> 20);
    // They are let go: what they have not taken by then never comes.
    std::thread::sleep(Duration::from_millis(2500));
    for mut stream in stuck {
        let mut taken = 0;
        while let Ok(n @ 1..) = stream.read(&mut buffer) {
            taken += n;
        }
        assert!(taken < SIZE, "a client that came back later got all {taken} bytes");
    }
    drop(watching);
    assert_eq!(studio.get("/").status, 200);
}
