//! `ludogen worker`

use super::exit::Exit;
use super::options::{BrokerArgs, CacheOptions, OutputOptions, ThreadOptions};
use super::{inputs, output};
use crate::evolution;
use crate::files;
use crate::queue::nats::{WorkerEvent, WorkerOptions, work};
use anyhow::anyhow;
use clap::Args;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Work for runs on other machines
///
/// Takes pieces of work from a NATS broker with JetStream, for every run that `evolve --queue` has going there, and sends the outcomes back. It may be
/// killed at any moment: what it had taken is given to another. Ctrl-C ends it when what it has taken is done. Runs of another version are refused, with
/// a message that says which.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen worker nats://host:4222 --threads 16")]
pub struct Worker {
    /// The broker: nats://host:4222, or tls://host:4222
    broker: String,
    /// End after so many seconds without work
    #[arg(long, value_name = "SECONDS", value_parser = inputs::positive)]
    idle: Option<f64>,
    /// Print what happens as JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    access: BrokerArgs,
    #[command(flatten)]
    cache: CacheOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Worker {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let stop = evolution::on_ctrl_c()?;
        let options = WorkerOptions {
            broker: self.access.broker(&self.broker)?,
            threads: self.threads.count(),
            // A century is long enough to be never.
            idle: self.idle.map(|seconds| Duration::from_secs_f64(seconds.min(3.2e9))),
            name: machine(),
            cache: self.cache.open()?,
            stop: stop.clone(),
        };
        // The events come from several threads, and are written by this one.
        let (sender, events) = mpsc::channel();
        let worker = thread::spawn(move || {
            work(&options, move |event| {
                // Nobody listens any more once the output is closed.
                let _ = sender.send(event.clone());
            })
        });
        for event in events {
            let written = if self.json { output::json(out, &event) } else { say(out, &event) };
            if written.and_then(|()| out.flush()).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        worker.join().map_err(|_| anyhow!("the worker has ended in the middle of its work"))??;
        Ok(Exit::Done)
    }
}

fn say(out: &mut dyn Write, event: &WorkerEvent) -> io::Result<()> {
    match event {
        WorkerEvent::Connected { broker } => files::say(&format!("connected to {broker}")),
        WorkerEvent::Run { run } => files::say(&format!("works for run {run}")),
        WorkerEvent::Refused { run, why } => files::say(&format!("warning: does not work for run {run}: {why}")),
        WorkerEvent::Done { .. } => {}
        WorkerEvent::Trouble { message } => files::say(&format!("warning: {message}")),
        WorkerEvent::Stopped { done } => writeln!(out, "{done} pieces of work done.")?,
    }
    Ok(())
}

/// What this machine is called.
fn machine() -> String {
    let told = || std::env::var("HOSTNAME").ok();
    let read = || std::fs::read_to_string("/etc/hostname").ok();
    let name = told().or_else(read).unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| c.is_ascii_graphic()).take(64).collect();
    format!("{} ({})", if name.is_empty() { "a machine" } else { &name }, std::process::id())
}
