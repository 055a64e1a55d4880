//! Pieces and outcomes in plain files: for arrays of jobs that share a file system and nothing else.
//!
//! The coordinator writes the pieces that can be begun, as many as the lag of the recipe allows; each job does a share of them; the
//! coordinator admits the outcomes and writes the next pieces.

use super::books::Books;
use super::desk::Desk;
use super::documents::{Done, Piece, Run};
use super::population::{Stretch, stretch};
use super::wire::{FILE, WireError, pack, unpack};
use crate::evolution::{Cache, EvolveError, Hands, Life, Outcome, Task, pool};
use crate::files;
use crate::parallel;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The pieces of a run that can be done now.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::evolution::{Recipe, Task};
/// use ludogen::queue::{Batch, Piece, Run, Stretch};
///
/// let run = Run::new(&Recipe::default(), &Profile::of_new_games(), 1, [("Hex", "(game Hex …)")]).unwrap();
/// let task = Task::Seed { name: "Hex".into(), text: "(game Hex …)".into() };
/// let piece = Piece::new(&run.id(), &task, None);
/// let batch = Batch { run, population: Stretch { after: 0, rows: Vec::new() }, pieces: vec![piece] };
///
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("night.batch");
/// batch.write(&file).unwrap();
/// assert_eq!(Batch::read(&file).unwrap(), batch);
/// // A file that was cut short is none.
/// let bytes = std::fs::read(&file).unwrap();
/// std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
/// assert!(Batch::read(&file).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The run.
    pub run: Run,
    /// The population.
    pub population: Stretch,
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// Outcomes of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The run.
    pub run: Run,
    /// The outcomes.
    pub done: Vec<Done>,
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<T> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE).read_to_end(&mut bytes)?;
    unpack(&bytes, FILE).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

fn write<T: Serialize>(path: &Path, document: &T) -> io::Result<()> {
    files::replace(path, &pack(document).map_err(io::Error::other)?)
}

impl Batch {
    /// Reads a batch.
    ///
    /// # Errors
    /// If the file cannot be read or holds none.
    pub fn read(path: &Path) -> io::Result<Batch> {
        read(path)
    }

    /// Writes the batch; the file is replaced whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write(path, self)
    }
}

impl Results {
    /// Reads outcomes.
    ///
    /// # Errors
    /// If the file cannot be read or holds none.
    pub fn read(path: &Path) -> io::Result<Results> {
        read(path)
    }

    /// Writes the outcomes; the file is replaced whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write(path, self)
    }
}

/// Does the pieces of a batch that fall to shard `shard` of `shards` (from 1), on so many threads (0: one per processor).
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::evolution::{Outcome, Recipe, Task};
/// use ludogen::queue::{Batch, Piece, Run, Stretch, evaluate};
///
/// let game = |name: &str, goal: u32| {
///     let rules = format!("(game {name} (board (tiling square) (size 3 3)) (end (All win (in-a-row {goal}))))");
///     (name.to_string(), rules)
/// };
/// let games = [game("Two", 2), game("Three", 3)];
/// // Little of everything, so that a game takes a moment.
/// let recipe = "(safety: (playouts: 5), trials: (games: 4), viability: (trials: 4))";
/// let recipe = Recipe::parse(recipe, "recipe").unwrap();
/// let known = games.iter().map(|(name, text)| (name.as_str(), text.as_str()));
/// let run = Run::new(&recipe, &Profile::of_new_games(), 1, known).unwrap();
/// let piece = |(name, text): (String, String)| Piece::new(&run.id(), &Task::Seed { name, text }, None);
/// let pieces: Vec<Piece> = games.into_iter().map(piece).collect();
/// let second = pieces[1].id();
/// let batch = Batch { run, population: Stretch { after: 0, rows: Vec::new() }, pieces };
///
/// // The second of two shards has the second of two pieces.
/// let results = evaluate(batch, 2, 2, 1, None).unwrap();
/// assert_eq!((results.done.len(), &results.done[0].piece), (1, &second));
/// assert!(matches!(&results.done[0].outcome, Outcome::Seed(record) if record.score.is_some()));
/// ```
///
/// # Errors
/// If the batch is another program's, or is not consistent.
pub fn evaluate(
    batch: Batch,
    shard: u64,
    shards: u64,
    threads: usize,
    cache: Option<Cache>,
) -> Result<Results, WireError> {
    let desk = Desk::new(&batch.run, cache)?;
    desk.tell(batch.population)?;
    let mine = |(at, _): &(usize, &Piece)| shards > 0 && *at as u64 % shards == shard.wrapping_sub(1);
    let pieces: Vec<&Piece> = batch.pieces.iter().enumerate().filter(mine).map(|(_, piece)| piece).collect();
    let pool = pool(threads).map_err(WireError::Malformed)?;
    let numbers = 0..u32::try_from(pieces.len()).unwrap_or(u32::MAX);
    let done = pool.install(|| parallel::map(numbers, &|at| desk.perform(pieces[at as usize])));
    Ok(Results { run: batch.run, done: done.into_iter().collect::<Result<_, _>>()? })
}

/// Hands that find outcomes among those given, and list the pieces that are left.
pub struct BatchHands<'a> {
    run: Run,
    books: Books<'a>,
    given: HashMap<String, Outcome>,
    ready: VecDeque<(u64, Option<Outcome>)>,
    /// The pieces that nobody has done, with the number of each in its pipeline.
    left: BTreeMap<u64, Piece>,
    /// Raised when nothing more can be admitted, which ends the run for now.
    stop: Arc<AtomicBool>,
}

impl<'a> BatchHands<'a> {
    /// Hands for a run with these outcomes; `stop` is the flag of the run's options.
    pub fn new(run: Run, life: &'a dyn Life, done: Vec<Done>, stop: Arc<AtomicBool>) -> BatchHands<'a> {
        let given = done.into_iter().map(|done| (done.piece, done.outcome)).collect();
        let books = Books::new(&run, life);
        BatchHands { run, books, given, ready: VecDeque::new(), left: BTreeMap::new(), stop }
    }

    /// The pieces that are left to do, once the run has stopped; `None` if there are none.
    pub fn batch(self) -> Option<Batch> {
        if self.left.is_empty() {
            return None;
        }
        let nothing = Stretch { after: 0, rows: Vec::new() };
        let population = self.books.newest().map_or(nothing, |view| stretch(view, 0, u64::MAX));
        Some(Batch { run: self.run, population, pieces: self.left.into_values().collect() })
    }
}

impl Hands<Task, Outcome, EvolveError> for BatchHands<'_> {
    fn most(&self) -> usize {
        usize::MAX
    }

    fn begin(&mut self, number: u64, task: Task) -> Result<(), EvolveError> {
        if let Some(kept) = self.books.recall(&task) {
            self.ready.push_back((number, Some(kept)));
            return Ok(());
        }
        let piece = self.books.piece(&task);
        match self.given.remove(&piece.id()) {
            Some(outcome) => {
                let Some(outcome) = self.books.accept(&task, outcome) else {
                    return Err(EvolveError::Hands(format!("the outcome of {} cannot be used", piece.name())));
                };
                self.ready.push_back((number, Some(outcome)));
            }
            None => {
                self.books.leave(&task);
                self.left.insert(number, piece);
            }
        }
        Ok(())
    }

    fn finished(&mut self, _: Duration) -> Result<Option<(u64, Option<Outcome>)>, EvolveError> {
        if let Some(ready) = self.ready.pop_front() {
            return Ok(Some(ready));
        }
        // All that can be begun has been: what is left is for others.
        self.stop.store(true, Ordering::Relaxed);
        self.ready.extend(self.left.keys().map(|&number| (number, None)));
        Ok(self.ready.pop_front())
    }

    fn close(&mut self) {}
}
