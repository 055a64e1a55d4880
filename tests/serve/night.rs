//! Runs that are started, stopped and continued here.

use super::studio::{Studio, made, quick};
use super::synthetic::dump;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

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

    let path = studio.folder.path().join("b.db");
    made(&path, "human-2024", target);
    let children = studio.get("/api/night").json()["children"].as_u64().unwrap();
    assert_eq!(children, target);
    assert!(dump(&studio.folder.path().join("a.db")) == dump(&path));

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
