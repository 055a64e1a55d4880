//! The population manager: begins or continues a run, has children made in parallel, and admits them in the order of their numbers.

use super::events::{Event, Stop};
use super::life::{Finalist, Life};
use super::options::{EvolveError, EvolveOptions, Summary};
use super::ordered::{self, Hands, Pipeline};
use super::run_state::RunState;
use super::soundness::{INTERNAL, sound};
use super::task::{Outcome, Task};
use crate::store::{CandidateRecord, Entry, Fate, GameId, Reader, RunInfo, SeedGame, Step, StoreError};
use rayon::ThreadPool;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What the population at `path` was begun with; `None` when there is none yet.
///
/// For callers who continue a run and need to know its recipe, seed and profile first.
///
/// ```
/// use ludogen::evolution::stored_run;
/// use ludogen::store::{RunInfo, Writer};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// assert_eq!(stored_run(&path).unwrap(), None);
/// # let run = RunInfo {
/// #     seed: 1,
/// #     recipe: "()".into(),
/// #     recipe_source: String::new(),
/// #     profile: "human-2026".into(),
/// #     profile_version: String::new(),
/// #     program: "0.1.0".into(),
/// #     criteria: vec!["balance".into()],
/// # };
/// Writer::open(&path).unwrap().begin(&run, &[]).unwrap();
/// assert_eq!(stored_run(&path).unwrap(), Some(run));
/// ```
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
/// games and the children from 1 to some number, without gaps. `listener` receives every event, in this thread.
///
/// A child whose making panics is recorded as rejected with the reason `internal error`, and the run goes on.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::evolution::{Breeder, EvolveOptions, Limits, Recipe, evolve};
/// use ludogen::store::SeedGame;
///
/// let game = |name: &str, size: &str, goal: &str| SeedGame {
///     name: name.into(),
///     text: format!("(game {name} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row {goal}))))"),
/// };
/// // Little of everything, so that ten children take a moment.
/// let recipe = "(
///     safety: (playouts: 5),
///     trials: (games: 4),
///     viability: (trials: 4),
///     candidates: (trials: 4, most_trials: 4, tuning: 0, slow: false, flaw_positions: 0),
/// )";
/// let recipe = Recipe::parse(recipe, "recipe").unwrap();
/// let profile = Profile::of_new_games();
/// let folder = tempfile::tempdir().unwrap();
/// let options = EvolveOptions {
///     population: folder.path().join("population.db"),
///     seeds: vec![game("Three", "3 3", "3"), game("Four", "4 4", "4")],
///     recipe: recipe.clone(),
///     recipe_source: String::new(),
///     seed: 1,
///     profile: profile.name.clone(),
///     profile_version: profile.date.clone(),
///     limits: Limits { children: Some(10), ..Limits::default() },
///     threads: 1,
///     stop: Default::default(),
/// };
/// let summary = evolve(&options, &Breeder::new(recipe, profile), &mut |_event| {}).unwrap();
/// assert_eq!((summary.seed_games, summary.children), (2, 10));
/// ```
///
/// # Errors
/// The population belongs to another run, the seed games cannot be used, an option is out of range, or the database fails.
pub fn evolve(
    options: &EvolveOptions,
    life: &dyn Life,
    listener: &mut dyn FnMut(&Event),
) -> Result<Summary, EvolveError> {
    let pool = pool(options.threads).map_err(EvolveError::Options)?;
    evolve_by(options, life, Workforce::Pool(&pool), listener)
}

/// [`evolve`] with other hands than the threads of this process: the same population, byte for byte.
///
/// `life` says here which children are too close to each other, and how they are renamed; whoever works for the hands has one of his own, made with
/// the same recipe and profile.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::evolution::{Breeder, EvolveError, EvolveOptions, Hands, Limits, Outcome, Recipe, Task, evolve, evolve_with};
/// use ludogen::store::SeedGame;
/// use std::{collections::VecDeque, time::Duration};
///
/// /// Does one piece of work after the other, as soon as it is given it.
/// struct OneByOne<'a>(&'a Breeder, VecDeque<(u64, Option<Outcome>)>);
///
/// impl Hands<Task, Outcome, EvolveError> for OneByOne<'_> {
///     fn most(&self) -> usize { 1 }
///     fn begin(&mut self, number: u64, task: Task) -> Result<(), EvolveError> {
///         self.1.push_back((number, Some(task.perform(self.0, 1))));
///         Ok(())
///     }
///     fn finished(&mut self, _wait: Duration) -> Result<Option<(u64, Option<Outcome>)>, EvolveError> {
///         Ok(self.1.pop_front())
///     }
///     fn close(&mut self) {}
/// }
/// # let game = |name: &str, size: &str, goal: &str| SeedGame {
/// #     name: name.into(),
/// #     text: format!("(game {name} (board (tiling square i-nbors) (size {size})) (end (All win (in-a-row {goal}))))"),
/// # };
/// # let recipe = "(
/// #     safety: (playouts: 5),
/// #     trials: (games: 4),
/// #     viability: (trials: 4),
/// #     candidates: (trials: 4, most_trials: 4, tuning: 0, slow: false, flaw_positions: 0),
/// # )";
/// # let recipe = Recipe::parse(recipe, "recipe").unwrap();
/// # let profile = Profile::of_new_games();
/// # let folder = tempfile::tempdir().unwrap();
/// # let options = |name: &str| EvolveOptions {
/// #     population: folder.path().join(name),
/// #     seeds: vec![game("Three", "3 3", "3"), game("Four", "4 4", "4")],
/// #     recipe: recipe.clone(),
/// #     recipe_source: String::new(),
/// #     seed: 1,
/// #     profile: profile.name.clone(),
/// #     profile_version: profile.date.clone(),
/// #     limits: Limits { children: Some(4), ..Limits::default() },
/// #     threads: 1,
/// #     stop: Default::default(),
/// # };
/// // `options` are those of the example of `evolve`, for a population of that name.
/// let life = Breeder::new(recipe.clone(), profile.clone());
/// let mut hands = OneByOne(&life, VecDeque::new());
/// let summary = evolve_with(&options("hands.db"), &life, &mut hands, &mut |_event| {}).unwrap();
/// assert_eq!(summary, evolve(&options("threads.db"), &life, &mut |_event| {}).unwrap());
/// ```
///
/// # Errors
/// Those of [`evolve`], and of the hands.
pub fn evolve_with(
    options: &EvolveOptions,
    life: &dyn Life,
    hands: &mut Crew<'_>,
    listener: &mut dyn FnMut(&Event),
) -> Result<Summary, EvolveError> {
    evolve_by(options, life, Workforce::Crew(hands), listener)
}

fn evolve_by(
    options: &EvolveOptions,
    life: &dyn Life,
    mut force: Workforce<'_, '_>,
    listener: &mut dyn FnMut(&Event),
) -> Result<Summary, EvolveError> {
    let deadline = deadline(options)?;
    options.recipe.validate("recipe")?;
    let force = &mut force;
    let mut state = RunState::open(options, life, listener)?;

    let halt = || {
        if options.stop.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else {
            deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Stop::Hours)
        }
    };
    let mut stop = measure_seeds(force, &mut state, &halt)?;
    if stop.is_none() {
        state.check_seeds()?;
        stop = state.enough();
    }
    if stop.is_none() && state.children() < options.limits.children.unwrap_or(u64::MAX) {
        stop = breed_children(force, &mut state, &halt)?;
    }
    let mut stop = stop.unwrap_or(Stop::Children);
    // Stopped for good, the run ends with its last round; whoever interrupts it waits for nothing.
    if stop != Stop::Interrupted && !play_last_round(force, &mut state)? {
        stop = Stop::Interrupted;
    }
    let summary = state.summary(stop);
    let Summary { stop: why, children, admitted, candidates, .. } = summary.clone();
    (state.listener)(&Event::Stopped { why, children, admitted, candidates });
    Ok(summary)
}

/// Threads that can do a run's work, as many as that, or one for each processor for 0; or why they cannot be started.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, String> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    // Search and the rule tree recurse.
    builder.stack_size(16 << 20).build().map_err(|e| format!("cannot start {threads} threads: {e}"))
}

/// Who does the work of a run, as [`evolve_with`] takes it.
pub type Crew<'a> = dyn Hands<Task, Outcome, EvolveError> + 'a;

/// Who does the work of a run.
enum Workforce<'a, 'c> {
    /// Threads of this process.
    Pool(&'a ThreadPool),
    /// Somebody else.
    Crew(&'a mut Crew<'c>),
}

impl Workforce<'_, '_> {
    /// Has the pieces of a pipeline done.
    fn run<P: Pipeline<Input = Task, Output = Outcome, Error = EvolveError>>(
        &mut self,
        life: &dyn Life,
        run_seed: u64,
        pipeline: &mut P,
        first: u64,
        last: Option<u64>,
        halt: &dyn Fn() -> Option<Stop>,
    ) -> Result<Option<Stop>, EvolveError> {
        let work = |_: u64, task: Task| task.perform(life, run_seed);
        match self {
            Workforce::Pool(pool) => ordered::run(pool, pipeline, first, last, &work, halt),
            Workforce::Crew(crew) => ordered::drive(&mut **crew, pipeline, first, last, halt),
        }
    }
}

/// An outcome of another kind of work than was asked for.
fn other_outcome() -> EvolveError {
    EvolveError::Hands("an outcome of another kind of work".into())
}

/// Measures the seed games that an earlier session has not measured.
fn measure_seeds(
    force: &mut Workforce<'_, '_>,
    state: &mut RunState<'_>,
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, EvolveError> {
    let (first, last) = (state.made + 1, state.seeds.len() as u64);
    if first > last {
        return Ok(None);
    }
    let (life, run_seed) = (state.life, state.options.seed);
    force.run(life, run_seed, &mut Seeding(state), first, Some(last), halt)
}

/// Makes and judges children until a limit is reached.
fn breed_children(
    force: &mut Workforce<'_, '_>,
    state: &mut RunState<'_>,
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, EvolveError> {
    let (life, run_seed) = (state.life, state.options.seed);
    let (first, last) = (state.children() + 1, state.options.limits.children);
    force.run(life, run_seed, &mut Breeding(state), first, last, halt)
}

/// Plays the last round to its end, or as far as it gets before the run is interrupted; whether it is over.
fn play_last_round(force: &mut Workforce<'_, '_>, state: &mut RunState<'_>) -> Result<bool, EvolveError> {
    if !state.options.recipe.judgement.on || state.options.recipe.last_round.games == 0 {
        return Ok(true);
    }
    let (life, run_seed, stop) = (state.life, state.options.seed, &state.options.stop);
    let halt = || stop.load(Ordering::Relaxed).then_some(Stop::Interrupted);
    loop {
        let finalists = state.finalists()?;
        if finalists.is_empty() {
            return Ok(true);
        }
        let last = Some(finalists.len() as u64);
        let mut heat = Heat { state: &mut *state, finalists: &finalists };
        if force.run(life, run_seed, &mut heat, 1, last, &halt)?.is_some() {
            return Ok(false);
        }
    }
}

/// A heat of the last round: what it finds of each game is stored.
struct Heat<'a, 'f, 'n> {
    state: &'n mut RunState<'a>,
    finalists: &'f [(u64, Finalist)],
}

impl Pipeline for Heat<'_, '_, '_> {
    type Input = Task;
    type Output = Outcome;
    type Error = EvolveError;

    fn input(&mut self, number: u64) -> Option<Task> {
        let (child, finalist) = self.finalists.get(number as usize - 1)?.clone();
        Some(Task::Again { child, finalist, view: self.state.growing.view() })
    }

    fn admit(&mut self, number: u64, outcome: Outcome) -> Result<ControlFlow<Stop>, EvolveError> {
        let (_, finalist) = &self.finalists[number as usize - 1];
        let Outcome::Again(found) = outcome else { return Err(other_outcome()) };
        let found = match found {
            Ok(found) => *found,
            Err(why) => {
                let name = self.state.name(finalist.game);
                (self.state.listener)(&Event::Warning { message: format!("{name} cannot be measured again: {why}") });
                self.state.as_it_was(finalist)?
            }
        };
        self.state.remeasure(&found, self.finalists.len() - number as usize)?;
        Ok(ControlFlow::Continue(()))
    }
}

fn deadline(options: &EvolveOptions) -> Result<Option<Instant>, EvolveError> {
    let Some(hours) = options.limits.hours else { return Ok(None) };
    // A century is long enough to be never.
    let seconds = (hours * 3_600.0).min(3.2e9);
    let duration = Duration::try_from_secs_f64(seconds)
        .map_err(|_| EvolveError::Options(format!("{hours} is not a number of hours")))?;
    Ok(Instant::now().checked_add(duration))
}

/// The seed games: each is measured and stored.
struct Seeding<'a, 'n>(&'n mut RunState<'a>);

impl Pipeline for Seeding<'_, '_> {
    type Input = Task;
    type Output = Outcome;
    type Error = EvolveError;

    fn input(&mut self, number: u64) -> Option<Task> {
        let SeedGame { name, text } = self.0.seeds.get(number as usize - 1)?.clone();
        Some(Task::Seed { name, text })
    }

    fn admit(&mut self, number: u64, outcome: Outcome) -> Result<ControlFlow<Stop>, EvolveError> {
        let Outcome::Seed(record) = outcome else { return Err(other_outcome()) };
        let mut record = *record;
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

/// The children: each is made from a view of the population, and admitted or rejected.
struct Breeding<'a, 'n>(&'n mut RunState<'a>);

impl Pipeline for Breeding<'_, '_> {
    type Input = Task;
    type Output = Outcome;
    type Error = EvolveError;

    fn input(&mut self, k: u64) -> Option<Task> {
        let state = &*self.0;
        // The newest view is that after the last child made; child k wants that after child k − lag, or after the seed games.
        let wanted = k.saturating_sub(state.options.recipe.lag.into());
        let back = state.children().checked_sub(wanted)? as usize;
        let place = state.views.len().checked_sub(back + 1)?;
        Some(Task::Child { child: k, view: state.views.get(place)?.clone() })
    }

    fn admit(&mut self, k: u64, outcome: Outcome) -> Result<ControlFlow<Stop>, EvolveError> {
        let Outcome::Child(record, candidate) = outcome else { return Err(other_outcome()) };
        let state = &mut *self.0;
        let (mut record, mut candidate) = (*record, candidate.map(|candidate| *candidate));
        let id = GameId(state.seeds.len() as u64 + k);
        let known = |game: GameId| game.0 > 0 && game < id;
        if record.parents.is_some_and(|parents| !parents.into_iter().all(known))
            || record.nearest.is_some_and(|nearest| !known(nearest.game))
        {
            record.parents = None;
            record.nearest = None;
            record.reject(Step::Parents, format!("{INTERNAL}: a relative that does not exist"));
        }
        // The child was tested against its view; members admitted since are tested here.
        if record.fate == Fate::Admitted {
            let drawn = k.saturating_sub(state.options.recipe.lag.into());
            let met = state.recent.iter().filter(|(other, _)| *other > drawn);
            let why = met.into_iter().find_map(|(_, member)| state.life.too_close(&record, member));
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
        let name = state.growing.free_name(&record.name);
        if name != record.name {
            record.log.push(format!("naming: {} was taken meanwhile, so {name}", record.name));
            if !record.text.is_empty() {
                record.text = state.life.rename(&record.text, &name);
            }
            if let Some(judgement) = candidate.as_mut().and_then(|c| c.judgement.as_mut()) {
                judgement.reduced = state.life.rename(&judgement.reduced, &name);
                judgement.game.clone_from(&name);
            }
            record.name = name;
        }
        let parents = record.parents.into_iter().flatten();
        let event = Event::Child {
            child: k,
            game: record.name.clone(),
            parents: parents.filter_map(|parent| state.names.get(parent.0 as usize - 1).cloned()).collect(),
            fate: record.fate.name(),
            step: record.fate.step(),
            reason: record.reason.clone(),
            score: candidate.as_ref().map(|c| c.score).or(record.score).map(|score| score.value),
            viable: candidate.as_ref().map(|c| c.viable).or(record.viable),
            candidate: candidate.as_ref().is_some_and(CandidateRecord::is_candidate),
        };
        state.store(Entry { id, child: Some(k), record, candidate })?;
        (state.listener)(&event);
        Ok(match state.enough() {
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(()),
        })
    }
}
