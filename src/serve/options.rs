//! What a server is given.

use super::solutions::Solutions;
use crate::evolution::Cache;
use crate::store::SeedGame;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a server is given.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The population; it need not be there yet.
    pub population: PathBuf,
    /// The known games, which are shown where there is no population and which a new run begins with.
    pub known: Vec<SeedGame>,
    /// The address to listen at. Beyond this machine only with a token.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What a browser must know to be let in; `None` lets everybody in who reaches the address.
    pub token: Option<String>,
    /// Whether there is the survey and nothing else: for a study with many subjects.
    pub survey: bool,
    /// A WebAssembly module built before, instead of having cargo build it.
    pub engine: Option<PathBuf>,
    /// Solutions of games.
    pub solutions: Solutions,
    /// Where measurements of known games are kept between runs.
    pub cache: Option<Cache>,
    /// The threads of a run that names no number, and of what is judged; 0 for one per processor.
    pub threads: usize,
    /// How long a client may take to send the head of a request.
    pub patience: Duration,
    /// How long the rest of a request that changes something may take.
    pub arrival: Duration,
    /// How long a client may take nothing of an answer that is being sent.
    pub stall: Duration,
    /// Ends the server when it is raised; see [`on_ctrl_c`](crate::evolution::on_ctrl_c).
    pub stop: Arc<AtomicBool>,
}

impl ServeOptions {
    /// At this machine's own address and any free port, with this population and these known games.
    pub fn new(population: PathBuf, known: Vec<SeedGame>) -> ServeOptions {
        ServeOptions {
            population,
            known,
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            survey: false,
            engine: None,
            solutions: Solutions::default(),
            cache: None,
            threads: 0,
            patience: Duration::from_secs(10),
            arrival: Duration::from_secs(20),
            stall: Duration::from_secs(30),
            stop: Arc::default(),
        }
    }
}
