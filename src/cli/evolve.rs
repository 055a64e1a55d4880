//! `ludogen evolve`

use super::exit::{Exit, UsageError};
#[cfg(feature = "queue")]
use super::options::BrokerArgs;
use super::options::{CacheOptions, ChanceOptions, OutputOptions, ThreadOptions};
use super::{inputs, load, output};
use crate::criticism::Profile;
use crate::evolution::{self, Breeder, Event, EvolveOptions, Limits, Progress, Recipe, Stop, Summary};
#[cfg(feature = "queue")]
use crate::queue::nats::{QueueHands, QueueSettings};
use crate::queue::{BatchHands, Results, Run};
use crate::store::Reader;
use crate::synthesis::Selection;
use anyhow::Context;
use clap::Args;
#[cfg(feature = "queue")]
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
#[cfg(feature = "queue")]
use std::time::Duration;

/// Breed games from a folder of known ones
///
/// Measures the known games, then makes child after child until a limit is reached or Ctrl-C is pressed. Everything is stored
/// as it happens: interrupt it at any moment, and the same call continues where it stopped. The outcome depends on the games, the
/// recipe, the seed and the profile alone, not on the number of threads. Children follow the way the games of the folder are written, and long rules
/// are bred less often; `breeding.steering` and `breeding.parsimony` of the recipe say how far.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: ludogen evolve --games seed-games --population populations/night.db --hours 8 --seed 1"
)]
pub struct Evolve {
    /// Folder of known games (*.ludi) to begin with
    #[arg(long, value_name = "DIR", default_value = "seed-games")]
    games: PathBuf,
    /// Population to make or to continue
    #[arg(long, value_name = "DB", default_value = "populations/ludogen.db")]
    population: PathBuf,
    /// Recipe (RON); fields left out have their defaults
    #[arg(long, value_name = "RON")]
    recipe: Option<PathBuf>,
    /// Profile that turns criteria into the score: a file (RON), `readers-2026`, `human-2026`, `human-2024` or `ludi` [default: readers-2026]
    #[arg(long, value_name = "RON")]
    profile: Option<PathBuf>,
    /// Stop when the population has had that many children
    #[arg(long, value_name = "N")]
    children: Option<u64>,
    /// Begin no more children after that many hours
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<f64>,
    /// Stop when that many games are viable in the second evaluation too
    #[arg(long, value_name = "N")]
    viable: Option<u64>,
    /// Draw parents by `rank` or from the `archive` of the best of each kind of game [default: that of the recipe]
    #[arg(long, value_name = "HOW")]
    selection: Option<Selection>,
    /// Do none of the work: write the pieces that can be begun to this file, for `ludogen evaluate`
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Admit these outcomes of `ludogen evaluate` first
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "batch")]
    merge: Vec<PathBuf>,
    /// Have the work done by `ludogen worker`, wherever they are, through this NATS broker with JetStream: nats://host:4222
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with = "batch")]
    queue: Option<String>,
    /// With --queue: a worker that is not heard of for so many seconds is taken for dead
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    ack_wait: u64,
    /// With --queue: after so many deliveries without an outcome a piece of work is given up
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    deliveries: u32,
    #[cfg(feature = "queue")]
    #[command(flatten)]
    access: BrokerArgs,
    /// Print the events as JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cache: CacheOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

fn hours(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(h) if h.is_finite() && h > 0.0 => Ok(h),
        _ => Err("a number of hours above 0".into()),
    }
}

/// Who does the work of the run.
enum Workforce<'a> {
    /// Threads of this process.
    Threads,
    /// Whoever takes the pieces from a file.
    Batch(&'a Path),
    /// Workers, through the broker at an address.
    #[cfg(feature = "queue")]
    Queue(&'a str),
}

impl Evolve {
    fn workforce(&self) -> Workforce<'_> {
        #[cfg(feature = "queue")]
        if let Some(url) = &self.queue {
            return Workforce::Queue(url);
        }
        self.batch.as_deref().map_or(Workforce::Threads, Workforce::Batch)
    }

    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let source = match &self.recipe {
            Some(path) => load::Source::read(&path.display().to_string())?.text,
            None => String::new(),
        };
        let mut recipe = match &self.recipe {
            Some(path) => Recipe::parse(&source, &path.display().to_string())?,
            None => Recipe::default(),
        };
        recipe.breeding.selection = self.selection.unwrap_or(recipe.breeding.selection);
        let profile = inputs::profile(self.profile.as_deref(), Profile::of_new_games)?;
        if let Some(folder) = self.population.parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let options = EvolveOptions {
            population: self.population.clone(),
            seeds: inputs::seed_games(&self.games)?,
            recipe: recipe.clone(),
            recipe_source: source,
            seed: self.chance.seed,
            profile: profile.name.clone(),
            profile_version: profile.date.clone(),
            limits: Limits { children: self.children, hours: self.hours, viable: self.viable },
            threads: self.threads.count(),
            stop: evolution::on_ctrl_c()?,
        };
        let breeder = Breeder::new(recipe, profile.clone()).with_cache(self.cache.open()?);
        let mut progress = Progress::new();
        let mut closed = None;
        let json = self.json;
        let stop = options.stop.clone();
        let (summary, left) = {
            let mut listen = |event: &Event| {
                if json {
                    // The reader of the events has closed the pipe: the run stops as if interrupted.
                    if let Err(e) = output::json(out, event).and_then(|()| out.flush()) {
                        stop.store(true, std::sync::atomic::Ordering::Relaxed);
                        closed = Some(e);
                    }
                } else {
                    progress.show(event);
                }
            };
            match self.workforce() {
                Workforce::Threads => (evolution::evolve(&options, &breeder, &mut listen)?, None),
                Workforce::Batch(file) => self.by_batch(file, &options, &profile, &breeder, &mut listen)?,
                #[cfg(feature = "queue")]
                Workforce::Queue(url) => (self.by_queue(url, &options, &profile, &breeder, &mut listen)?, None),
            }
        };
        if let Some(e) = closed {
            return Err(e.into());
        }
        if !json {
            let why = match summary.stop {
                Stop::Interrupted if left.is_some() => "the rest of the work is for others",
                Stop::Children => "the number of children is reached",
                Stop::Hours => "the time is up",
                Stop::Viable => "the number of viable games is reached",
                Stop::Interrupted => "interrupted; the same call continues",
            };
            let population = self.population.display();
            writeln!(out, "{population}: {why}.")?;
            writeln!(
                out,
                "{} known games, {} children, {} admitted, {} candidates.",
                summary.seed_games, summary.children, summary.admitted, summary.candidates
            )?;
            if let (Some(left), Some(file)) = (left, &self.batch) {
                writeln!(out, "{left} pieces are left to do: ludogen evaluate {}", file.display())?;
                return Ok(Exit::Done);
            }
            writeln!(out, "Look at them with: ludogen report {population}")?;
        }
        Ok(Exit::Done)
    }

    /// Has workers breed, through the broker at `url`.
    #[cfg(feature = "queue")]
    fn by_queue(
        &self,
        url: &str,
        options: &EvolveOptions,
        profile: &Profile,
        breeder: &Breeder,
        listen: &mut dyn FnMut(&Event),
    ) -> anyhow::Result<Summary> {
        let run = distributed(options, profile)?;
        let (ack_wait, deliveries) = (Duration::from_secs(self.ack_wait), self.deliveries);
        let settings = QueueSettings { ack_wait, deliveries };
        let listen = RefCell::new(listen);
        let warn = |message| (listen.borrow_mut())(&Event::Warning { message });
        let mut hands = QueueHands::new(&self.access.broker(url)?, settings, run, breeder, warn)?;
        let summary = evolution::evolve_with(options, breeder, &mut hands, &mut |event| (listen.borrow_mut())(event));
        match &summary {
            Ok(summary) if summary.stop != Stop::Interrupted => hands.finish(),
            // What is done meanwhile is there for the next session.
            _ => hands.leave(),
        }
        Ok(summary?)
    }

    /// Admits the outcomes that are given, and writes what is left to do, or removes the file of it if that is nothing; how many pieces are left.
    fn by_batch(
        &self,
        file: &Path,
        options: &EvolveOptions,
        profile: &Profile,
        breeder: &Breeder,
        listen: &mut dyn FnMut(&Event),
    ) -> anyhow::Result<(Summary, Option<usize>)> {
        let run = distributed(options, profile)?;
        let mut done = Vec::new();
        for path in &self.merge {
            let results = match Results::read(path) {
                Ok(results) => results,
                // A job that lost power leaves such a file; the others' work counts.
                Err(e) if e.kind() == io::ErrorKind::InvalidData => {
                    let message = format!("{}: {e}; its pieces are in the next batch again", path.display());
                    listen(&Event::Warning { message });
                    continue;
                }
                Err(e) => return Err(e).with_context(|| path.display().to_string()),
            };
            results.run.is(&run).map_err(|e| UsageError(format!("{}: {e}", path.display())))?;
            done.extend(results.done);
        }
        let mut hands = BatchHands::new(run, breeder, done, options.stop.clone());
        let summary = evolution::evolve_with(options, breeder, &mut hands, listen)?;
        let left = hands.batch();
        match &left {
            Some(batch) => batch.write(file).with_context(|| format!("cannot write {}", file.display()))?,
            // Whoever waits for the next batch sees that there is none.
            None if file.exists() => std::fs::remove_file(file).with_context(|| file.display().to_string())?,
            None => {}
        }
        let left = left.map(|batch| batch.pieces.len());
        if let Some(pieces) = left {
            listen(&Event::Batch { file: file.to_path_buf(), pieces });
        }
        Ok((summary, left))
    }
}

/// The run as others are told of it. One that is continued has its own known games.
fn distributed(options: &EvolveOptions, profile: &Profile) -> anyhow::Result<Run> {
    let stored = match Reader::open(&options.population) {
        Ok(reader) => reader.seeds()?,
        Err(_) => Vec::new(),
    };
    let games = if stored.is_empty() { &options.seeds } else { &stored };
    let games = games.iter().map(|game| (game.name.as_str(), game.text.as_str()));
    Ok(Run::new(&options.recipe, profile, options.seed, games)?)
}
