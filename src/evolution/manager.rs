//! The population manager: begins or continues a run, has children made in parallel and takes them in, one by one.

use super::events::{Event, Stop};
use super::life::Life;
use super::ordered::{self, Line};
use super::recipe::{Recipe, RecipeError};
use super::view::{Growing, Member, View};
use crate::store::{
    CandidateRecord, ChildRecord, Entry, Fate, GameId, Measurement, MemberRow, Reader, RunInfo, SeedGame, Step,
    StoreError, Writer,
};
use crate::streams::{self, Purpose};
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to stop. Without any limit the run goes on until it is interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Stop when the population has had that many children, those of earlier sessions included.
    pub children: Option<u64>,
    /// Begin no more children after that many hours of this session.
    pub hours: Option<f64>,
    /// Stop when the population has that many candidates: children viable at the closer look too. Counted in the order of
    /// admission, so that the population ends with the same child on every machine.
    pub viable: Option<u64>,
}

/// Everything about a run but how children are made.
#[derive(Clone, Debug)]
pub struct EvolveOptions {
    /// The database; made, with its folder, when it is not there.
    pub population: PathBuf,
    /// The games to begin with. When a run is continued the population keeps its own, and may be given none.
    pub seeds: Vec<SeedGame>,
    /// The recipe.
    pub recipe: Recipe,
    /// The recipe as its author wrote it, to be kept with the population; may be empty.
    pub recipe_source: String,
    /// The run's seed.
    pub seed: u64,
    /// The name of the profile the life scores with.
    pub profile: String,
    /// Its version or date.
    pub profile_version: String,
    /// When to stop.
    pub limits: Limits,
    /// How many children are made at once; 0 for one per processor. Does not change the outcome.
    pub threads: usize,
    /// Raised by someone else to stop the run; see [`on_ctrl_c`](super::on_ctrl_c).
    pub stop: Arc<AtomicBool>,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Why it stopped.
    pub stop: Stop,
    /// How many seed games are members.
    pub seed_games: u64,
    /// How many children were made, in all sessions.
    pub children: u64,
    /// How many of them were admitted.
    pub admitted: u64,
    /// How many are candidates.
    pub candidates: u64,
}

/// Why a run could not go on. What was stored before stays stored.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// Trouble with the database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A number of the recipe is out of range.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The population belongs to another run.
    #[error(
        "{path}: this population was begun with another {what}: {stored} there, {given} here; continue it with its own, or begin another population"
    )]
    OtherRun {
        /// The database.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the population was begun with.
        stored: String,
        /// What was asked for now.
        given: String,
    },
    /// The seed games cannot be used.
    #[error("seed games: {0}")]
    Seeds(String),
    /// A limit or another option makes no sense.
    #[error("{0}")]
    Options(String),
}

/// What the population at `path` was begun with; `None` when there is none yet.
///
/// For callers who continue a run and need to know its recipe, seed and profile first.
pub fn stored_run(path: &Path) -> Result<Option<RunInfo>, StoreError> {
    match Reader::open(path) {
        Ok(reader) => reader.run(),
        Err(StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Begins the run, or continues it where it was left, until a limit is reached or `options.stop` is raised.
///
/// The same seed games, recipe, seed and profile give the same population, whatever the threads, and whether or not the
/// process was interrupted or killed in between. Every game is one transaction; at any moment the population holds the seed
/// games and an unbroken row of children. Everything worth telling is told to `listener`, in this thread.
///
/// A child whose making panics is recorded as rejected with the reason `internal error`, and the run goes on.
pub fn evolve(
    options: &EvolveOptions,
    life: &dyn Life,
    listener: &mut dyn FnMut(&Event),
) -> Result<Summary, EvolveError> {
    let deadline = deadline(options)?;
    options.recipe.validate("recipe")?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        // Search and the rule tree recurse.
        .stack_size(16 << 20)
        .build()
        .map_err(|e| EvolveError::Options(format!("cannot start {} threads: {e}", options.threads)))?;
    let mut nursery = Nursery::open(options, life, listener)?;

    let halt = || {
        if options.stop.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else {
            deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Stop::Hours)
        }
    };
    let seeds = nursery.seeds.clone();
    let run_seed = options.seed;

    let mut stop = None;
    if nursery.made < seeds.len() as u64 {
        let work = |number: u64, ()| {
            let game = &seeds[number as usize - 1];
            let seed = streams::seed(run_seed, Purpose::SeedGame, number);
            let record = catch(|| life.seed(&game.name, &game.text, seed));
            record.unwrap_or_else(|why| {
                let mut record = ChildRecord::new(&game.name, &game.text);
                record.reject(Step::Safety, why);
                record
            })
        };
        let (first, last) = (nursery.made + 1, seeds.len() as u64);
        stop = ordered::run(&pool, &mut Seeding(&mut nursery), first, Some(last), &work, &halt)?;
    }
    if stop.is_none() {
        nursery.check_seeds()?;
        let first = nursery.children() + 1;
        stop = nursery.enough();
        if stop.is_none() && first <= options.limits.children.unwrap_or(u64::MAX) {
            let work = |k: u64, view: View| {
                let seed = streams::seed(run_seed, Purpose::Child, k);
                let record = catch(|| life.child(k, &view, seed));
                let mut record = match record {
                    Ok(record) => sound_child(record),
                    Err(why) => {
                        let mut record = ChildRecord::new("", "");
                        record.reject(Step::Safety, why);
                        record
                    }
                };
                let mut candidate = None;
                if record.fate == Fate::Admitted && record.viable == Some(true) {
                    let seed = streams::seed(run_seed, Purpose::Candidate, k);
                    match catch(|| life.candidate(&record, &view, seed)).and_then(sound_candidate) {
                        Ok(look) => candidate = Some(look),
                        Err(why) => record.reject(Step::Candidate, why),
                    }
                }
                Born { record, candidate }
            };
            stop = ordered::run(&pool, &mut Breeding(&mut nursery), first, options.limits.children, &work, &halt)?;
        }
    }
    let summary = nursery.summary(stop.unwrap_or(Stop::Children));
    let Summary { stop: why, children, admitted, candidates, .. } = summary.clone();
    (nursery.listener)(&Event::Stopped { why, children, admitted, candidates });
    Ok(summary)
}

fn deadline(options: &EvolveOptions) -> Result<Option<Instant>, EvolveError> {
    let Some(hours) = options.limits.hours else { return Ok(None) };
    // A century is long enough to be never.
    let seconds = (hours * 3_600.0).min(3.2e9);
    let duration = Duration::try_from_secs_f64(seconds)
        .map_err(|_| EvolveError::Options(format!("{hours} is not a number of hours")))?;
    Ok(Instant::now().checked_add(duration))
}

/// A child that comes out of the pool.
struct Born {
    record: ChildRecord,
    candidate: Option<CandidateRecord>,
}

/// The population in the making.
struct Nursery<'a> {
    options: &'a EvolveOptions,
    life: &'a dyn Life,
    listener: &'a mut dyn FnMut(&Event),
    writer: Writer,
    seeds: Vec<SeedGame>,
    growing: Growing,
    /// The names of all games, by number from 1.
    names: Vec<String>,
    /// The games made so far, seed games and children.
    made: u64,
    seed_members: u64,
    admitted: u64,
    candidates: u64,
    /// The populations after the last children, the newest last; as many as the lag asks for.
    views: VecDeque<View>,
    /// The members among the last children, with the number of each.
    recent: VecDeque<(u64, Arc<Member>)>,
}

impl<'a> Nursery<'a> {
    fn open(
        options: &'a EvolveOptions,
        life: &'a dyn Life,
        listener: &'a mut dyn FnMut(&Event),
    ) -> Result<Self, EvolveError> {
        let path = &options.population;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| StoreError::io(path, e))?;
        }
        let mut writer = Writer::open(path)?;
        let wanted = RunInfo {
            seed: options.seed,
            recipe: options.recipe.print(),
            recipe_source: options.recipe_source.clone(),
            profile: options.profile.clone(),
            profile_version: options.profile_version.clone(),
            program: env!("CARGO_PKG_VERSION").into(),
            criteria: life.criteria(),
        };
        let mut warnings = Vec::new();
        match writer.run()? {
            None => {
                check_names(&options.seeds)?;
                writer.begin(&wanted, &options.seeds)?;
            }
            Some(stored) => {
                same_run(path, &stored, &wanted)?;
                if stored.program != wanted.program {
                    warnings.push(format!(
                        "this population was begun by version {} of ludogen, this is {}: children may be judged differently",
                        stored.program, wanted.program
                    ));
                }
                if !options.seeds.is_empty() && writer.seeds()? != options.seeds {
                    warnings
                        .push("the seed games have changed since this population was begun; it keeps its own".into());
                }
            }
        }
        let seeds = writer.seeds()?;
        let rows = writer.members()?;
        let mut nursery = Nursery {
            options,
            life,
            listener,
            writer,
            seeds,
            growing: Growing::default(),
            names: Vec::new(),
            made: 0,
            seed_members: 0,
            admitted: 0,
            candidates: 0,
            views: VecDeque::new(),
            recent: VecDeque::new(),
        };
        nursery.replay(rows)?;
        let event = Event::Started {
            population: path.clone(),
            seed: options.seed,
            seed_games: nursery.seeds.len(),
            seed_games_left: nursery.seeds.len().saturating_sub(nursery.made as usize),
            children: nursery.children(),
            candidates: nursery.candidates,
            profile: options.profile.clone(),
            limit: options.limits.children,
        };
        (nursery.listener)(&event);
        for message in warnings {
            (nursery.listener)(&Event::Warning { message });
        }
        Ok(nursery)
    }

    /// Takes in what an earlier session made.
    fn replay(&mut self, rows: Vec<MemberRow>) -> Result<(), StoreError> {
        if self.seeds.is_empty() {
            self.views.push_back(self.growing.view());
        }
        for row in rows {
            let number = self.made + 1;
            let child = number.checked_sub(self.seeds.len() as u64).filter(|&k| k > 0);
            if row.id.0 != number || row.child != child || (row.fate == Fate::Seed && child.is_some()) {
                let why = format!("game {number} is not where it should be");
                return Err(StoreError::damaged(&self.options.population, why));
            }
            self.take(row);
        }
        Ok(())
    }

    /// The children made so far.
    fn children(&self) -> u64 {
        self.made.saturating_sub(self.seeds.len() as u64)
    }

    /// Keeps the books of one more game, new or replayed.
    fn take(&mut self, row: MemberRow) {
        self.made += 1;
        self.names.push(row.name.clone());
        let (child, candidate) = (row.child, row.candidate);
        let member = self.growing.add(row);
        match (child, member) {
            (None, Some(_)) => self.seed_members += 1,
            (Some(k), Some(member)) => {
                self.admitted += 1;
                self.candidates += u64::from(candidate);
                self.recent.push_back((k, member));
            }
            _ => {}
        }
        if self.made >= self.seeds.len() as u64 {
            self.views.push_back(self.growing.view());
            // The next order is for a child no earlier than the one after the last made.
            while self.views.len() as u64 > u64::from(self.options.recipe.lag) {
                self.views.pop_front();
            }
            let oldest = (self.children() + 1).saturating_sub(self.options.recipe.lag.into());
            while self.recent.front().is_some_and(|(k, _)| *k <= oldest) {
                self.recent.pop_front();
            }
        }
    }

    /// Whether a limit on the outcome is reached.
    fn enough(&self) -> Option<Stop> {
        self.options.limits.viable.filter(|&viable| self.candidates >= viable).map(|_| Stop::Viable)
    }

    fn check_seeds(&self) -> Result<(), EvolveError> {
        if self.seed_members >= 2 {
            return Ok(());
        }
        let mut message = format!(
            "breeding takes at least two games, but {} of the {} given can be used",
            self.seed_members,
            self.seeds.len()
        );
        let reader = Reader::open(&self.options.population)?;
        let rejected = reader.games()?.into_iter().filter(|game| !game.fate.is_member());
        for game in rejected.take(3) {
            message.push_str(&format!("; {}: {}", game.name, game.reason));
        }
        Err(EvolveError::Seeds(message))
    }

    fn summary(&self, stop: Stop) -> Summary {
        Summary {
            stop,
            seed_games: self.seed_members,
            children: self.children(),
            admitted: self.admitted,
            candidates: self.candidates,
        }
    }

    /// Stores a game, then takes it in.
    fn store(&mut self, entry: Entry) -> Result<(), EvolveError> {
        self.writer.append(&entry)?;
        let Entry { id, child, record, candidate } = entry;
        if record.reason.starts_with(INTERNAL) {
            (self.listener)(&Event::Warning { message: format!("{}: {}", record.name, record.reason) });
        }
        let score = candidate.as_ref().map(|c| c.score).or(record.score).map_or(0.0, |score| score.value);
        let policy = candidate.as_ref().filter(|c| !c.policy.is_empty()).map_or(record.policy, |c| c.policy.clone());
        self.take(MemberRow {
            id,
            child,
            name: record.name,
            fate: record.fate,
            text: record.text,
            fingerprint: record.fingerprint,
            generation: record.generation,
            score,
            candidate: candidate.is_some_and(|c| c.viable),
            niche: record.niche,
            policy,
        });
        Ok(())
    }
}

/// Takes in the seed games.
struct Seeding<'a, 'n>(&'n mut Nursery<'a>);

impl Line for Seeding<'_, '_> {
    type Order = ();
    type Good = ChildRecord;
    type Error = EvolveError;

    fn order(&mut self, _: u64) -> Option<()> {
        Some(())
    }

    fn admit(&mut self, number: u64, mut record: ChildRecord) -> Result<ControlFlow<Stop>, EvolveError> {
        if record.fate == Fate::Admitted {
            record.fate = Fate::Seed;
        }
        let mut record = sound(record);
        record.name.clone_from(&self.0.seeds[number as usize - 1].name);
        record.parents = None;
        record.nearest = None;
        let event = Event::SeedGame {
            game: record.name.clone(),
            score: record.score.map(|score| score.value),
            viable: record.viable,
            reason: record.reason.clone(),
        };
        self.0.store(Entry { id: GameId(number), child: None, record, candidate: None })?;
        (self.0.listener)(&event);
        Ok(ControlFlow::Continue(()))
    }
}

/// Takes in the children.
struct Breeding<'a, 'n>(&'n mut Nursery<'a>);

impl Line for Breeding<'_, '_> {
    type Order = View;
    type Good = Born;
    type Error = EvolveError;

    fn order(&mut self, k: u64) -> Option<View> {
        let nursery = &*self.0;
        // The newest view is that after the last child made; child k wants that after child k − lag, or after the seed games.
        let wanted = k.saturating_sub(nursery.options.recipe.lag.into());
        let back = nursery.children().checked_sub(wanted)? as usize;
        let place = nursery.views.len().checked_sub(back + 1)?;
        nursery.views.get(place).cloned()
    }

    fn admit(&mut self, k: u64, born: Born) -> Result<ControlFlow<Stop>, EvolveError> {
        let nursery = &mut *self.0;
        let Born { mut record, mut candidate } = born;
        let id = GameId(nursery.seeds.len() as u64 + k);
        let known = |game: GameId| game.0 > 0 && game < id;
        if record.parents.is_some_and(|parents| !parents.into_iter().all(known))
            || record.nearest.is_some_and(|nearest| !known(nearest.game))
        {
            record.parents = None;
            record.nearest = None;
            record.reject(Step::Parents, format!("{INTERNAL}: a relative that does not exist"));
        }
        // Children admitted since this one's population was drawn are strangers to it.
        if record.fate == Fate::Admitted {
            let drawn = k.saturating_sub(nursery.options.recipe.lag.into());
            let met = nursery.recent.iter().filter(|(other, _)| *other > drawn);
            let why = met.into_iter().find_map(|(_, member)| nursery.life.too_close(&record, member));
            if let Some(why) = why {
                record.reject(Step::Inbreeding, why);
            }
        }
        if !record.fate.is_member() {
            candidate = None;
        }
        if record.name.is_empty() {
            record.name = format!("child-{k}");
        }
        let name = nursery.growing.free_name(&record.name);
        if name != record.name {
            record.log.push(format!("baptism: {} was taken meanwhile, so {name}", record.name));
            if !record.text.is_empty() {
                record.text = nursery.life.rename(&record.text, &name);
            }
            record.name = name;
        }
        let parents = record.parents.into_iter().flatten();
        let event = Event::Child {
            child: k,
            game: record.name.clone(),
            parents: parents.filter_map(|parent| nursery.names.get(parent.0 as usize - 1).cloned()).collect(),
            fate: record.fate.name(),
            step: record.fate.step(),
            reason: record.reason.clone(),
            score: candidate.as_ref().map(|c| c.score).or(record.score).map(|score| score.value),
            viable: candidate.as_ref().map(|c| c.viable).or(record.viable),
            candidate: candidate.as_ref().is_some_and(|c| c.viable),
        };
        nursery.store(Entry { id, child: Some(k), record, candidate })?;
        (nursery.listener)(&event);
        Ok(match nursery.enough() {
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(()),
        })
    }
}

/// How the reasons of lives begin that ended by a fault of ours.
const INTERNAL: &str = "internal error";

/// Runs a part of a life; a panic becomes a reason for rejection.
fn catch<T>(part: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(part)).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        format!("{INTERNAL}: {}", message.unwrap_or("panicked"))
    })
}

fn are_sound(measurements: &mut [Measurement]) -> bool {
    measurements.sort_by_key(|m| m.criterion);
    measurements.is_sorted_by(|a, b| a.criterion < b.criterion)
        && measurements.iter().all(|m| m.value.is_finite() && m.standard_error.is_finite())
}

fn is_policy(policy: &[(String, f64)]) -> bool {
    policy.iter().all(|(_, weight)| weight.is_finite())
}

/// Refuses to store what is not a number: a member needs a sound score, policy and measurements.
fn sound(mut record: ChildRecord) -> ChildRecord {
    let leads = record.trials.iter().flat_map(|trial| &trial.leads).all(|lead| lead.is_finite());
    let measured = are_sound(&mut record.measurements) && is_policy(&record.policy) && leads;
    let scored = record.score.map_or(!record.fate.is_member(), |score| score.is_sound());
    let distances = record.parent_distances.into_iter().flatten().chain(record.nearest.map(|n| n.distance));
    if !measured || !scored || !distances.into_iter().all(f64::is_finite) {
        record.policy.retain(|(_, weight)| weight.is_finite());
        record.parent_distances = None;
        record.nearest = None;
        record.reject(Step::Measurement, format!("{INTERNAL}: a measurement is missing or not a number"));
    }
    record.costs.retain(|cost| cost.milliseconds.is_finite());
    record
}

fn sound_child(mut record: ChildRecord) -> ChildRecord {
    if record.fate == Fate::Seed {
        record.fate = Fate::Admitted;
    }
    sound(record)
}

fn sound_candidate(mut look: CandidateRecord) -> Result<CandidateRecord, String> {
    let leads = look.trials.iter().flat_map(|trial| &trial.leads).all(|lead| lead.is_finite());
    look.costs.retain(|cost| cost.milliseconds.is_finite());
    if are_sound(&mut look.measurements) && is_policy(&look.policy) && leads && look.score.is_sound() {
        Ok(look)
    } else {
        Err(format!("{INTERNAL}: a measurement of the closer look is not a number"))
    }
}

fn check_names(seeds: &[SeedGame]) -> Result<(), EvolveError> {
    let mut seen = HashSet::new();
    for seed in seeds {
        if seed.name.is_empty() {
            return Err(EvolveError::Seeds("a game without a name".into()));
        }
        if !seen.insert(&seed.name) {
            return Err(EvolveError::Seeds(format!("two games are named `{}`", seed.name)));
        }
    }
    if seeds.len() < 2 {
        let message = format!("breeding takes at least two games, but {} were given", seeds.len());
        return Err(EvolveError::Seeds(message));
    }
    Ok(())
}

/// Whether a stored run is the wanted one; the error says what differs.
fn same_run(path: &Path, stored: &RunInfo, wanted: &RunInfo) -> Result<(), EvolveError> {
    let differ = |what, stored: String, given: String| {
        if stored == given {
            Ok(())
        } else {
            Err(EvolveError::OtherRun { path: path.to_path_buf(), what, stored, given })
        }
    };
    differ("seed", stored.seed.to_string(), wanted.seed.to_string())?;
    differ("profile", stored.profile.clone(), wanted.profile.clone())?;
    differ("version of its profile", stored.profile_version.clone(), wanted.profile_version.clone())?;
    // Recipes are compared as recipes: a field that a later version adds has its default in older populations.
    let stored_recipe = match Recipe::parse(&stored.recipe, "stored recipe") {
        Ok(recipe) => recipe.print(),
        Err(error) => return Err(StoreError::damaged(path, error.to_string()).into()),
    };
    let lines = stored_recipe.lines().zip(wanted.recipe.lines());
    if let Some((there, here)) = lines.into_iter().find(|(there, here)| there != here) {
        let quoted = |line: &str| format!("`{}`", line.trim().trim_end_matches(','));
        differ("recipe", quoted(there), quoted(here))?;
    }
    if stored.criteria != wanted.criteria {
        differ("set of criteria", stored.criteria.join(" "), wanted.criteria.join(" "))?;
    }
    Ok(())
}
