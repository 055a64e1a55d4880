//! The run of a server: in a thread, with how it stands.

use crate::evolution::{self, Breeder, Event, EvolveOptions, Stop, Tally};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

/// The most warnings that are kept to be shown.
const WARNINGS: usize = 20;
/// How a run of this server stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// What it has done.
    pub tally: Tally,
    /// When the stage at hand began.
    pub since: Instant,
    /// Whether it is going on.
    pub running: bool,
    /// Why it ended, or what is wrong.
    pub ended: Option<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Status {
    fn begun() -> Status {
        Status { tally: Tally::default(), since: Instant::now(), running: true, ended: None, warnings: Vec::new() }
    }

    fn note(&mut self, event: &Event) {
        if self.tally.count(event) {
            self.since = Instant::now();
        }
        let warning = match event {
            Event::Warning { message } => message.clone(),
            Event::SeedGame { game, reason, .. } if !reason.is_empty() => format!("{game} cannot be used: {reason}"),
            _ => return,
        };
        if self.warnings.len() < WARNINGS {
            self.warnings.push(warning);
        }
    }
}

/// The run of this server: one at a time.
#[derive(Debug, Default)]
pub struct Night {
    stop: Option<Arc<AtomicBool>>,
    thread: Option<JoinHandle<()>>,
    status: Option<Arc<Mutex<Status>>>,
}

impl Night {
    /// How the run stands; `None` when none was started here.
    pub fn status(&self) -> Option<Status> {
        self.status.as_ref().map(|status| status.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Whether a run is going on.
    pub fn running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Whether the run has been asked to stop.
    pub fn stopping(&self) -> bool {
        self.running() && self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Asks the run to stop where it can be continued.
    pub fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Asks the run to stop; returns its thread, to be waited for.
    pub fn end(&mut self) -> Option<JoinHandle<()>> {
        self.stop();
        self.thread.take()
    }

    /// Begins a run in a thread of its own.
    pub fn begin(&mut self, mut options: EvolveOptions, breeder: Breeder) -> std::io::Result<()> {
        let stop = Arc::new(AtomicBool::new(false));
        options.stop = Arc::clone(&stop);
        let status = Arc::new(Mutex::new(Status::begun()));
        let told = Arc::clone(&status);
        let thread = std::thread::Builder::new().name("night".into()).spawn(move || {
            let note = |change: &dyn Fn(&mut Status)| change(&mut told.lock().unwrap_or_else(PoisonError::into_inner));
            let mut listen = |event: &Event| note(&|status| status.note(event));
            let run = AssertUnwindSafe(|| evolution::evolve(&options, &breeder, &mut listen));
            let ended = match catch_unwind(run) {
                Ok(Ok(summary)) => words(summary.stop).to_owned(),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "an internal error ended the run; everything stored before stays stored".to_owned(),
            };
            note(&|status| {
                status.running = false;
                status.ended = Some(ended.clone());
            });
        })?;
        *self = Night { stop: Some(stop), thread: Some(thread), status: Some(status) };
        Ok(())
    }
}

fn words(stop: Stop) -> &'static str {
    match stop {
        Stop::Children => "the number of children is reached",
        Stop::Hours => "the time is up",
        Stop::Viable => "the number of candidates is reached",
        Stop::Interrupted => "stopped; it can be continued",
    }
}
