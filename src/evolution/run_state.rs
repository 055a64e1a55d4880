//! The state of a run: opened from the database, replayed, and advanced by every game that is stored.

use super::events::{Event, Stop};
use super::last_round::played;
use super::life::{Finalist, Life};
use super::options::{EvolveError, EvolveOptions, Summary};
use super::recipe::Recipe;
use super::soundness::INTERNAL;
use super::view::{Growing, Member, View};
use crate::language::parse;
use crate::store::{Entry, Fate, GameId, MemberRow, Reader, Remeasured, RunInfo, SeedGame, Stage, StoreError, Writer};
use crate::synthesis::Genome;
use crate::version::VERSION;
use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

/// The state of a run: the population so far, and what the next children are made from.
pub(super) struct RunState<'a> {
    pub(super) options: &'a EvolveOptions,
    pub(super) life: &'a dyn Life,
    pub(super) listener: &'a mut dyn FnMut(&Event),
    writer: Writer,
    pub(super) seeds: Vec<SeedGame>,
    pub(super) growing: Growing,
    /// The names of all games, by number from 1.
    pub(super) names: Vec<String>,
    /// The games made so far, seed games and children.
    pub(super) made: u64,
    seed_members: u64,
    admitted: u64,
    candidates: u64,
    /// The populations after the last children, the newest last; as many as the lag asks for.
    pub(super) views: VecDeque<View>,
    /// The members among the last children, with the number of each.
    pub(super) recent: VecDeque<(u64, Arc<Member>)>,
}

impl<'a> RunState<'a> {
    pub(super) fn open(
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
            program: VERSION.into(),
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
        let mut state = RunState {
            options,
            life,
            listener,
            writer,
            seeds,
            growing: Growing::new(&options.recipe.breeding),
            names: Vec::new(),
            made: 0,
            seed_members: 0,
            admitted: 0,
            candidates: 0,
            views: VecDeque::new(),
            recent: VecDeque::new(),
        };
        state.replay(rows)?;
        let event = Event::Started {
            population: path.clone(),
            seed: options.seed,
            seed_games: state.seeds.len(),
            seed_games_left: state.seeds.len().saturating_sub(state.made as usize),
            children: state.children(),
            candidates: state.candidates,
            profile: options.profile.clone(),
            limit: options.limits.children,
        };
        (state.listener)(&event);
        for message in warnings {
            (state.listener)(&Event::Warning { message });
        }
        Ok(state)
    }

    /// Replays what an earlier session made.
    fn replay(&mut self, rows: Vec<MemberRow>) -> Result<(), StoreError> {
        if self.seeds.is_empty() {
            self.views.push_back(self.growing.view());
        }
        // Rules as they were bred come with the rows, reduced ones are asked for.
        let reduced = self.options.recipe.breeding.reduced && !rows.is_empty();
        let reduced = reduced.then(|| Reader::open(&self.options.population)).transpose()?;
        for mut row in rows {
            let number = self.made + 1;
            let child = number.checked_sub(self.seeds.len() as u64).filter(|&k| k > 0);
            if row.id.0 != number || row.child != child || (row.fate == Fate::Seed && child.is_some()) {
                let why = format!("game {number} is not where it should be");
                return Err(StoreError::damaged(&self.options.population, why));
            }
            if let Some(reader) = reduced.as_ref().filter(|_| child.is_some() && row.fate.is_member())
                && let Some(judgement) = reader.judgement(row.id)?
            {
                (row.text, row.fingerprint) = as_parent(judgement.reduced, row.fingerprint);
            }
            self.advance(row);
        }
        Ok(())
    }

    /// The children made so far.
    pub(super) fn children(&self) -> u64 {
        self.made.saturating_sub(self.seeds.len() as u64)
    }

    /// Updates the state by one more game, new or replayed.
    fn advance(&mut self, row: MemberRow) {
        self.made += 1;
        self.names.push(row.name.clone());
        let (child, feasible) = (row.child, row.feasible);
        let member = self.growing.add(row);
        match (child, member) {
            (None, Some(_)) => self.seed_members += 1,
            (Some(k), Some(member)) => {
                self.admitted += 1;
                self.candidates += u64::from(feasible);
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

    /// Whether the number of candidates asked for is reached.
    pub(super) fn enough(&self) -> Option<Stop> {
        self.options.limits.viable.filter(|&viable| self.candidates >= viable).map(|_| Stop::Viable)
    }

    /// Checks that two seed games at least can be used.
    pub(super) fn check_seeds(&self) -> Result<(), EvolveError> {
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

    pub(super) fn summary(&self, stop: Stop) -> Summary {
        Summary {
            stop,
            seed_games: self.seed_members,
            children: self.children(),
            admitted: self.admitted,
            candidates: self.candidates,
        }
    }

    /// The name of a game; empty when there is none.
    pub(super) fn name(&self, game: GameId) -> String {
        self.names.get((game.0 as usize).wrapping_sub(1)).cloned().unwrap_or_default()
    }

    /// The games that the last round wants to be measured, each with the number of the child.
    pub(super) fn finalists(&self) -> Result<Vec<(u64, Finalist)>, EvolveError> {
        let reader = Reader::open(&self.options.population)?;
        let settings = &self.options.recipe.last_round;
        let played = played(&reader, &reader.games()?, settings)?;
        let finalist = |&(game, heat): &(GameId, u32)| -> Result<(u64, Finalist), StoreError> {
            let judgement = reader.judgement(game)?;
            let finalist = Finalist {
                game,
                text: judgement.map_or_else(|| reader.text(game), |judgement| Ok(judgement.reduced))?,
                policy: reader.policy(game, Stage::Candidate)?,
                measurements: reader.measured(game, Stage::Candidate)?,
                heat,
                times: settings.times[heat as usize - 1],
            };
            Ok((game.0 - self.seeds.len() as u64, finalist))
        };
        Ok(played.standing.wanted.iter().map(finalist).collect::<Result<_, _>>()?)
    }

    /// What is known of a candidate that cannot be measured again.
    pub(super) fn as_it_was(&self, finalist: &Finalist) -> Result<Remeasured, EvolveError> {
        let reader = Reader::open(&self.options.population)?;
        let Some(judgement) = reader.judgement(finalist.game)? else {
            let why = format!("game {} is in the last round without a judgement", finalist.game);
            return Err(StoreError::damaged(&self.options.population, why).into());
        };
        let Finalist { game, heat, times, ref measurements, .. } = *finalist;
        let judgement = Box::new(judgement);
        Ok(Remeasured { game, heat, times, judgement, measurements: measurements.clone(), milliseconds: 0.0 })
    }

    /// Stores what a heat of the last round found; so many games of the heat are left.
    pub(super) fn remeasure(&mut self, found: &Remeasured, left: usize) -> Result<(), EvolveError> {
        self.writer.remeasure(found)?;
        let event = Event::Again {
            game: self.name(found.game),
            heat: found.heat,
            times: found.times,
            worth: found.judgement.doubted,
            shelf: found.judgement.shelf.word(),
            left,
        };
        (self.listener)(&event);
        Ok(())
    }

    /// Stores a game, then updates the state.
    pub(super) fn store(&mut self, entry: Entry) -> Result<(), EvolveError> {
        self.writer.append(&entry)?;
        let Entry { id, child, record, candidate } = entry;
        if record.reason.starts_with(INTERNAL) {
            (self.listener)(&Event::Warning { message: format!("{}: {}", record.name, record.reason) });
        }
        let first = record.score.map_or(0.0, |score| score.value);
        let score = candidate.as_ref().map_or(first, |c| c.worth());
        let measured = candidate.as_ref().map(|c| c.score).or(record.score);
        let judgement = candidate.as_ref().and_then(|c| c.judgement.as_ref());
        let reduced = judgement.filter(|_| self.options.recipe.breeding.reduced && record.fate.is_member());
        let (text, fingerprint) = match reduced {
            Some(judgement) => as_parent(judgement.reduced.clone(), record.fingerprint),
            None => (record.text, record.fingerprint),
        };
        let policy = candidate.as_ref().filter(|c| !c.policy.is_empty()).map_or(record.policy, |c| c.policy.clone());
        self.advance(MemberRow {
            id,
            child,
            name: record.name,
            fate: record.fate,
            text,
            fingerprint,
            generation: record.generation,
            score,
            spread: measured.map_or(0.0, |score| score.width() / 2.0),
            feasible: match child {
                Some(_) => candidate.is_some_and(|c| c.is_candidate()),
                None => record.viable == Some(true),
            },
            niche: record.niche,
            policy,
        });
        Ok(())
    }
}

/// Reduced rules of a parent, with their fingerprint; they can be read, but for a damaged population.
fn as_parent(reduced: String, bred: u64) -> (String, u64) {
    let fingerprint = parse(&reduced).map_or(bred, |tree| Genome::new(&tree).fingerprint() as u64);
    (reduced, fingerprint)
}

/// Checks that there are two seed games at least, with names, all different.
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
