//! A server of its own for each test, and populations to serve.

use super::synthetic::{Synthetic, options};
use ludogen::criticism::Profile;
use ludogen::evolution::{Breeder, EvolveOptions, Limits, Recipe, evolve};
use ludogen::serve::{ServeOptions, Server};
use ludogen::store::SeedGame;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server of its own for a test; it ends with the test.
pub struct Studio {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Holds the population, `a.db`.
    pub folder: tempfile::TempDir,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> &str {
        let found = self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        });
        found.unwrap_or_default()
    }
}

impl Studio {
    pub fn new(change: impl FnOnce(&mut ServeOptions, &Path)) -> Studio {
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
        Studio { address, stop, thread, folder }
    }

    /// Sends these lines and a body, and reads until the end.
    pub fn raw(&self, head: &str, body: &str) -> Answer {
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

    pub fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {}", self.address), "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let (address, kind) = (self.address, "application/json");
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: {kind}");
        self.raw(&head, &body.to_string())
    }

    /// Asks until the answer is as wanted.
    pub fn wait(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
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

pub fn two_games() -> Vec<SeedGame> {
    let game = |name: &str, size: &str, goal: &str| SeedGame {
        name: name.into(),
        text: format!(
            "(game {name} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row {goal}))) (description \"<img src=x onerror=alert(1)>\"))"
        ),
    };
    vec![game("Three", "3 3", "3"), game("Four", "4 4", "4")]
}

/// A population of many made-up games.
pub fn bred(path: &Path) {
    evolve(&options(path, 2, 800), &Synthetic::default(), &mut |_| {}).unwrap();
}

/// Little of everything, so that a child takes a moment.
pub fn quick() -> Value {
    json!({
        "lag": 2, "safety": { "playouts": 5 }, "trials": { "games": 4 }, "viability": { "trials": 4 }, "player": { "on": false },
        "candidates": { "trials": 4, "most_trials": 4, "tuning": 0, "slow": false, "flaw_positions": 0 }, "judgement": { "on": false },
    })
}

/// A population of two measured games and so many children, made without a server.
pub fn made(path: &Path, profile: &str, children: u64) {
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
pub fn small(path: &Path) {
    made(path, "ludi", 2);
}
