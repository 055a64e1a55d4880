//! Readers and listeners: plain HTTP on connections that stay open, as browsers keep them.

use ludogen::streams::{Generator, generator};
use rand::RngExt;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

/// What a reader asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A document, script or style, unchanged since it was last asked for.
    File,
    /// A shelf of the gallery.
    Shelf,
    /// A search.
    Search,
    /// The picture of a board.
    Picture,
    /// The page of a game, with what its board is drawn from.
    Page,
    /// Everything about a game.
    Game,
    /// The figures of a game.
    Leads,
    /// The night.
    Night,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] =
        [Kind::File, Kind::Shelf, Kind::Search, Kind::Picture, Kind::Page, Kind::Game, Kind::Leads, Kind::Night];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::File => "file, unchanged",
            Kind::Shelf => "shelf of the gallery",
            Kind::Search => "search",
            Kind::Picture => "picture of a board",
            Kind::Page => "page of a game",
            Kind::Game => "all about a game",
            Kind::Leads => "lead histories",
            Kind::Night => "the night",
        }
    }
}

/// One answer, from when it was due to be asked for to its last byte.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What was asked for.
    pub kind: Kind,
    /// How long it took.
    pub time: Duration,
}

/// Who asks whom.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The server.
    pub address: SocketAddr,
    /// How many read.
    pub readers: usize,
    /// How many listen.
    pub streams: usize,
    /// The pause between two views of a reader, in seconds, on average.
    pub pause: f64,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Result {
    /// Every answer.
    pub samples: Vec<Sample>,
    /// Bytes read.
    pub bytes: u64,
    /// Events heard.
    pub events: u64,
    /// Streams that were open to the end.
    pub open: usize,
    /// Answers that did not come, or with another status than 200 and 304.
    pub failures: u64,
}

/// Counts of all readers and listeners.
#[derive(Debug, Default)]
struct Counts {
    bytes: AtomicU64,
    events: AtomicU64,
    failures: AtomicU64,
    open: AtomicUsize,
}

/// Adds what a stream has to the buffer; 0 at its end.
async fn more(stream: &TcpStream, buffer: &mut Vec<u8>) -> io::Result<usize> {
    let mut part = [0; 16 << 10];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut part) {
            Ok(n) => {
                buffer.extend_from_slice(&part[..n]);
                return Ok(n);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Sends all of it.
async fn send(stream: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.writable().await?;
        match stream.try_write(bytes) {
            Ok(n) => bytes = &bytes[n..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Has everybody read and listen for a time.
pub async fn read(load: Load, time: Duration) -> Result {
    let counts = Arc::new(Counts::default());
    let end = Instant::now() + time;
    let listeners: Vec<_> =
        (0..load.streams).map(|_| tokio::spawn(listen(load.address, end, Arc::clone(&counts)))).collect();
    let readers: Vec<_> =
        (0..load.readers).map(|n| tokio::spawn(one(load, n as u64, end, Arc::clone(&counts)))).collect();
    let mut result = Result::default();
    for reader in readers {
        match reader.await {
            Ok(samples) => result.samples.extend(samples),
            Err(_) => result.failures += 1,
        }
    }
    for listener in listeners {
        if listener.await.is_err() {
            result.failures += 1;
        }
    }
    result.bytes = counts.bytes.load(Ordering::Relaxed);
    result.events = counts.events.load(Ordering::Relaxed);
    result.open = counts.open.load(Ordering::Relaxed);
    result.failures += counts.failures.load(Ordering::Relaxed);
    result
}

/// Hears the events of the night.
async fn listen(address: SocketAddr, end: Instant, counts: Arc<Counts>) {
    let Ok(stream) = TcpStream::connect(address).await else { return };
    let request = format!("GET /api/night/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
    if send(&stream, request.as_bytes()).await.is_err() {
        return;
    }
    let mut buffer = Vec::new();
    while let Ok(read) = timeout_at(end, more(&stream, &mut buffer)).await {
        match read {
            Ok(n) if n > 0 => {
                counts.bytes.fetch_add(n as u64, Ordering::Relaxed);
                let heard = buffer.windows(12).filter(|part| part == b"event: night").count();
                counts.events.fetch_add(heard as u64, Ordering::Relaxed);
                // The end of this part may be the beginning of the next word.
                let rest = buffer.len().saturating_sub(11);
                buffer.drain(..rest);
            }
            _ => return,
        }
    }
    counts.open.fetch_add(1, Ordering::Relaxed);
}

/// A reader with its connection, which it makes again where the server has closed it.
struct Reader {
    address: SocketAddr,
    stream: Option<TcpStream>,
    /// The games that it was last shown.
    shown: Vec<u64>,
    /// The tag of what it has already, by address.
    known: BTreeMap<String, String>,
    buffer: Vec<u8>,
    counts: Arc<Counts>,
    samples: Vec<Sample>,
}

async fn one(load: Load, number: u64, end: Instant, counts: Arc<Counts>) -> Vec<Sample> {
    let mut random = generator(number);
    let mut reader = Reader {
        address: load.address,
        stream: None,
        shown: Vec::new(),
        known: BTreeMap::new(),
        buffer: Vec::new(),
        counts,
        samples: Vec::new(),
    };
    // Not all at once.
    let mut due = Instant::now() + Duration::from_secs_f64(random.random_range(0.0..load.pause));
    while due < end {
        sleep_until(due).await;
        let mut asked = VecDeque::from(view(&mut random));
        while let Some((kind, path)) = asked.pop_front() {
            // From when it was due: what waits because the machine is busy counts, too.
            reader.ask(kind, &path, due).await;
            due = Instant::now();
            if matches!(kind, Kind::Shelf | Kind::Search) {
                reader.listed();
                // The pictures that are in view, and often one of the games.
                let seen = reader.shown.iter().take(12).map(|id| (Kind::Picture, format!("/api/games/{id}/board.svg")));
                asked.extend(seen);
                if let Some(id) = reader.shown.get(random.random_range(0..12)) {
                    asked.push_back((Kind::Page, format!("/game/{id}")));
                    asked.push_back((Kind::Game, format!("/api/games/{id}")));
                    asked.push_back((Kind::Leads, format!("/api/games/{id}/leads")));
                }
            }
        }
        due += Duration::from_secs_f64(random.random_range(0.4 * load.pause..1.6 * load.pause));
    }
    reader.samples
}

/// What a person looks at next, as requests in order.
fn view(random: &mut Generator) -> Vec<(Kind, String)> {
    const WORDS: [&str; 10] =
        ["hex", "in-a-row", "square", "capture", "connect", "size 5", "stone", "flip", "king", "hop"];
    const SHELVES: [&str; 3] = ["candidate", "known", "flawed"];
    let mut asked = vec![(Kind::File, "/view/gallery.js".to_owned())];
    let one =
        |words: &[&'static str], random: &mut Generator| words[random.random_range(0..words.len() as u64) as usize];
    match random.random_range(0..100u32) {
        0..60 => {
            let from = 60 * random.random_range(0..3u32);
            asked.push((Kind::Shelf, format!("/api/games?shelf={}&from={from}", one(&SHELVES, random))));
        }
        60..85 => {
            let [word, other] = [one(&WORDS, random), one(&WORDS, random)].map(|word| word.replace(' ', "+"));
            asked.push((Kind::Search, format!("/api/games?q={word}+{other}")));
        }
        _ => asked.push((Kind::Night, "/api/night".to_owned())),
    }
    asked
}

impl Reader {
    /// Takes note of the games in the answer just read.
    fn listed(&mut self) {
        let body = self.buffer.windows(4).position(|part| part == b"\r\n\r\n").map_or(0, |end| end + 4);
        let answer: Value = serde_json::from_slice(&self.buffer[body..]).unwrap_or_default();
        let games = answer["games"].as_array().into_iter().flatten();
        self.shown = games.filter_map(|game| game["id"].as_u64()).collect();
    }

    async fn ask(&mut self, kind: Kind, path: &str, begun: Instant) {
        for again in [true, false] {
            match timeout(Duration::from_secs(30), self.answer(path)).await {
                Ok(Some(200 | 304)) => {
                    self.samples.push(Sample { kind, time: begun.elapsed() });
                    return;
                }
                Ok(Some(_)) | Err(_) => break,
                // A connection that rested for long is closed by the server; a new one is made, once.
                Ok(None) if again => self.stream = None,
                Ok(None) => break,
            }
        }
        self.stream = None;
        self.counts.failures.fetch_add(1, Ordering::Relaxed);
    }

    /// The status of the answer, once all of it is there; `None` if the connection ends.
    async fn answer(&mut self, path: &str) -> Option<u16> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => none.insert(TcpStream::connect(self.address).await.ok()?),
        };
        let known = self.known.get(path).map(|tag| format!("If-None-Match: {tag}\r\n")).unwrap_or_default();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n{known}\r\n", self.address);
        send(stream, request.as_bytes()).await.ok()?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = self.buffer.windows(4).position(|part| part == b"\r\n\r\n") {
                break end + 4;
            }
            if more(stream, &mut self.buffer).await.ok()? == 0 {
                return None;
            }
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).into_owned();
        let header = |name: &str| {
            text.lines().find_map(|line| {
                line.split_once(": ").filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, v)| v)
            })
        };
        let status: u16 = text.split(' ').nth(1)?.parse().ok()?;
        if let Some(tag) = header("etag") {
            self.known.insert(path.to_owned(), tag.to_owned());
        }
        let length: usize = if status == 304 { 0 } else { header("content-length")?.parse().ok()? };
        while self.buffer.len() < head + length {
            if more(stream, &mut self.buffer).await.ok()? == 0 {
                return None;
            }
        }
        self.counts.bytes.fetch_add(self.buffer.len() as u64, Ordering::Relaxed);
        Some(status)
    }
}
