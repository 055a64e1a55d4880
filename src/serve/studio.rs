//! What the parts of the server share.

use super::assets::Engine;
use super::catalogue::Snapshot;
use super::pace::Pace;
use super::pictures::Pictures;
use super::queue::Jobs;
use super::run::Night;
use super::solutions::Solutions;
use crate::evolution::Cache;
use crate::store::SeedGame;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::watch;

/// What the parts of the server share.
#[derive(Debug)]
pub struct Studio {
    /// The known games.
    pub known: Vec<SeedGame>,
    /// Where measurements of known games are kept between runs.
    pub cache: Option<Cache>,
    /// What a browser must know.
    pub token: Option<String>,
    /// Whether there is a survey here and nothing else.
    pub survey: bool,
    /// The engine of pages.
    pub engine: Engine,
    /// The population that is shown.
    pub path: RwLock<PathBuf>,
    /// The newest snapshot of it.
    pub snapshot: RwLock<Arc<Snapshot>>,
    /// The run.
    pub night: Mutex<Night>,
    /// What is told of the night, as JSON; whoever watches is told each time it changes.
    pub feed: watch::Sender<Arc<str>>,
    /// Held while a profile is fitted.
    pub fitting: Mutex<()>,
    /// What was asked to be judged or bred from.
    pub jobs: Jobs,
    /// Pictures of boards.
    pub pictures: Pictures,
    /// Solutions of games.
    pub solutions: Solutions,
    /// How often may be written.
    pub pace: Pace,
    /// The threads of a run that names no number.
    pub threads: usize,
    /// How long the rest of a request that changes something may take.
    pub arrival: Duration,
    /// Raised when the server ends.
    pub ending: watch::Sender<bool>,
}

impl Studio {
    /// The newest snapshot.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the snapshot.
    pub fn show(&self, snapshot: Snapshot) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }

    /// The population that is shown.
    pub fn population(&self) -> PathBuf {
        self.path.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The run, for as long as the caller keeps it.
    pub fn night(&self) -> std::sync::MutexGuard<'_, Night> {
        self.night.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
