//! A network between a broker and the others that loses messages and lets them wait.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What it does to messages.
#[derive(Default)]
pub struct Toll {
    /// Every message of so many is lost; 0: none.
    pub lost: AtomicU64,
    /// A message in eight waits for up to so many milliseconds, and those behind it with it.
    pub late: AtomicU64,
    /// How many were lost, and how many came late.
    pub counts: [AtomicU64; 2],
    over: AtomicBool,
}

/// A proxy before a broker.
pub struct Proxy {
    pub port: u16,
    pub toll: Arc<Toll>,
}

impl Proxy {
    /// Stands before the broker of a port until it is dropped.
    pub fn before(broker: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let toll = Arc::new(Toll::default());
        let shared = Arc::clone(&toll);
        std::thread::spawn(move || {
            let mut seed = 0;
            for client in listener.incoming() {
                if shared.over.load(Ordering::Relaxed) {
                    return;
                }
                let (Ok(client), Ok(server)) = (client, TcpStream::connect(("127.0.0.1", broker))) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    seed += 1;
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let (toll, rng) = (Arc::clone(&shared), Pcg64Mcg::seed_from_u64(seed));
                    std::thread::spawn(move || {
                        // Either side may go at any moment.
                        let _ = carry(BufReader::new(from.try_clone().unwrap()), &to, &toll, rng);
                        let _ = from.shutdown(std::net::Shutdown::Both);
                        let _ = to.shutdown(std::net::Shutdown::Both);
                    });
                }
            }
        });
        Proxy { port, toll }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.toll.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

/// Carries what one side says to the other, message by message.
fn carry(mut from: BufReader<TcpStream>, mut to: &TcpStream, toll: &Toll, mut rng: Pcg64Mcg) -> std::io::Result<()> {
    loop {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = std::str::from_utf8(&line).unwrap_or_default().split_whitespace().collect();
        let length = match words[..] {
            ["PUB" | "HPUB" | "MSG" | "HMSG", .., length] => length.parse().unwrap_or(0),
            _ => {
                to.write_all(&line)?;
                continue;
            }
        };
        // The message, and the end of its line.
        let mut message = vec![0; length + 2];
        from.read_exact(&mut message)?;
        let lost = toll.lost.load(Ordering::Relaxed);
        if lost > 0 && rng.random_range(0..lost) == 0 {
            toll.counts[0].fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let late = toll.late.load(Ordering::Relaxed);
        if late > 0 && rng.random_range(0..8) == 0 {
            toll.counts[1].fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(rng.random_range(0..=late)));
        }
        to.write_all(&[line, message].concat())?;
    }
}
