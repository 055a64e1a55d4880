//! Snapshots of the population: its games, on their shelves.

use crate::criticism::{Measurement, Profile};
use crate::judgement::{Judgement, Shelf};
use crate::order;
use crate::report::{Dossier, Games, Listed, Order, listed};
use crate::store::{Fate, GameId, GameRow, Reader, RunInfo, SeedGame, StoreError, Survey};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The shelf of the known games, beside those of [`Shelf`].
pub const KNOWN: &str = "known";
/// The word by which candidates and known games are asked for together, the best first.
pub const LISTED: &str = "listed";

/// A game in the gallery.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its number in the population; without one, its place among the known games from 1.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The word of its shelf.
    pub shelf: &'static str,
    /// Its rank among the candidates.
    pub rank: Option<usize>,
    /// The group of candidates that the data cannot tell apart.
    pub tied: Option<usize>,
    /// Its place among candidates and viable known games together, and the score that it has there: of a known game that a profile was fitted to, what
    /// fits without it predict; of a candidate, what is left of its score after what speaks against it.
    pub place: Option<(usize, f64)>,
    /// Its score, and the 95 % interval.
    pub score: Option<[f64; 3]>,
    /// Board, goal, length and branching; empty where it was not measured.
    pub niche: String,
    /// Why it is on its shelf, or what speaks against it.
    pub why: Vec<String>,
    /// The rules that are shown and played.
    #[serde(skip)]
    pub text: String,
    /// What a search looks through, in small letters.
    #[serde(skip)]
    searched: String,
}

impl Entry {
    fn new(id: u64, name: &str, shelf: &'static str, text: String) -> Entry {
        let searched = format!("{} {}", name.replace('-', " "), text).to_lowercase();
        Entry {
            id,
            name: name.to_owned(),
            shelf,
            rank: None,
            tied: None,
            place: None,
            score: None,
            niche: String::new(),
            why: Vec::new(),
            text,
            searched,
        }
    }

    fn of(row: &GameRow, shelf: &'static str, text: String, judgement: Option<&Judgement>) -> Entry {
        let mut entry = Entry::new(row.id.0, &row.name, shelf, text);
        entry.score = row.score.map(|s| [s.value, s.low, s.high]);
        entry.niche.clone_from(&row.niche);
        if let Some(judgement) = judgement {
            entry.why.clone_from(&judgement.reasons);
            entry.why.extend(judgement.flags.iter().map(|flag| flag.text.clone()));
        }
        entry
    }

    /// Whether all these words, in small letters, occur in its name.
    pub fn is_named(&self, words: &[&str]) -> bool {
        let name = self.name.replace('-', " ").to_lowercase();
        words.iter().all(|word| name.contains(word))
    }

    /// Whether all these words, in small letters, occur in its name or its rules.
    pub fn matches(&self, words: &[&str]) -> bool {
        words.iter().all(|word| self.searched.contains(word))
    }
}

/// A criterion over the known games: the least value, the quarters and the greatest.
pub type Spread = [f64; 5];

/// The population at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The database, once its run has begun.
    pub path: Option<PathBuf>,
    /// The run.
    pub run: Option<RunInfo>,
    /// Every game made so far.
    pub games: Games,
    /// The games on the shelves, in the order in which they are shown.
    pub entries: Vec<Entry>,
    /// By number of the criterion.
    pub spread: BTreeMap<u8, Spread>,
    /// How many known games the population has, measured or not.
    pub seeds: usize,
    /// How many results of the last round there are.
    pub(super) remeasured: u64,
    /// The games of the last round as they were before it.
    pub(super) before_round: Vec<GameRow>,
    /// The heat of the last round that counts for each game in it.
    pub heats: BTreeMap<GameId, u32>,
    /// Why the population cannot be read.
    pub trouble: Option<String>,
    /// Readers that were opened for this snapshot.
    pub readers: Readers,
}

/// Readers of the population of a snapshot that nobody uses just now: opening one takes longer than what it is asked.
#[derive(Debug, Default)]
pub struct Readers(Mutex<Vec<Reader>>);

impl Clone for Readers {
    fn clone(&self) -> Self {
        Readers::default()
    }
}

impl Readers {
    /// Does something with a reader of the population.
    ///
    /// # Errors
    /// If there is none, or what is done fails.
    pub fn with<T>(&self, path: &Path, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let reader = match idle {
            Some(reader) => reader,
            None => Reader::open(path)?,
        };
        let done = work(&reader)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
        Ok(done)
    }
}

impl Snapshot {
    /// The known games alone.
    pub fn of_known(known: &[SeedGame]) -> Snapshot {
        let entry = |(i, game): (usize, &SeedGame)| Entry::new(i as u64 + 1, &game.name, KNOWN, game.text.clone());
        Snapshot { entries: known.iter().enumerate().map(entry).collect(), seeds: known.len(), ..Snapshot::default() }
    }

    /// The population at `path` as it is now, if it differs from this snapshot of it.
    ///
    /// # Errors
    /// If the population is there and cannot be read.
    pub fn newer(&self, path: &Path, known: &[SeedGame]) -> Result<Option<Snapshot>, StoreError> {
        // After trouble everything is read again.
        let same = self.path.as_deref() == Some(path) && self.trouble.is_none();
        if !same {
            // Before anybody reads it, so that answers can be written while it is read.
            let _ = Survey::open(path);
        }
        let reader = match Reader::open(path) {
            Ok(reader) => reader,
            Err(StoreError::Missing { .. }) if self.path.is_none() && self.trouble.is_none() => return Ok(None),
            Err(StoreError::Missing { .. }) => return Ok(Some(Snapshot::of_known(known))),
            Err(error) => return Err(error),
        };
        let remeasured = reader.remeasured_count()?;
        let same_round = remeasured == self.remeasured;
        if same && same_round && reader.count()? == self.games.rows.len() as u64 {
            return Ok(None);
        }
        let Some(run) = reader.run()? else {
            return Ok(self.path.is_some().then(|| Snapshot::of_known(known)));
        };
        let mut rows = if same { self.games.rows.clone() } else { Vec::new() };
        let kept_round = if same { self.before_round.clone() } else { Vec::new() };
        let last = rows.last().map_or(GameId(0), |row| row.id);
        let new = reader.games_after(last)?;
        let unshelved = |row: &GameRow| row.child.is_some() && !row.evaluated_twice;
        let kept = same && same_round && new.iter().all(unshelved);
        rows.extend(new);
        let mut snapshot = Snapshot {
            path: Some(path.to_path_buf()),
            games: Games::new(rows),
            run: Some(run),
            remeasured,
            ..Snapshot::default()
        };
        if kept {
            snapshot.entries.clone_from(&self.entries);
            snapshot.spread.clone_from(&self.spread);
            snapshot.seeds = self.seeds;
            snapshot.before_round = kept_round;
            snapshot.heats.clone_from(&self.heats);
        } else {
            kept_round.into_iter().for_each(|row| drop(snapshot.games.replace(row)));
            snapshot.shelve(&reader)?;
        }
        Ok(Some(snapshot))
    }

    /// Puts the games on their shelves, and works out how the criteria of the known games are spread.
    fn shelve(&mut self, reader: &Reader) -> Result<(), StoreError> {
        let Some(run) = &self.run else { return Ok(()) };
        let seeds = reader.seeds()?;
        self.seeds = seeds.len();
        let order = Order::of(reader, &self.games.rows, &run.profile, None)?;
        self.heats.clone_from(&order.heats);
        self.before_round = order.again().filter_map(|row| self.games.replace(row.clone())).collect();
        let rules = |row: &GameRow, judgement: Option<&Judgement>| {
            judgement.map_or_else(|| reader.text(row.id), |j| Ok(j.reduced.clone()))
        };
        for (row, place) in &order.ranked {
            let text = rules(row, place.judgement.as_ref())?;
            let mut entry = Entry::of(row, Shelf::Candidate.word(), text, place.judgement.as_ref());
            (entry.rank, entry.tied) = (Some(place.rank), Some(place.tied));
            self.entries.push(entry);
        }
        for (row, judgement) in &order.shelved {
            let shelf = row.shelf.unwrap_or(Shelf::Flawed).word();
            self.entries.push(Entry::of(row, shelf, rules(row, judgement.as_ref())?, judgement.as_ref()));
        }
        let mut values: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
        let mut of_seeds: BTreeMap<GameId, Vec<Measurement>> = BTreeMap::new();
        for (i, seed) in seeds.iter().enumerate() {
            let id = GameId(i as u64 + 1);
            let Some(row) = self.games.game(id) else {
                // Known, and not measured yet.
                self.entries.push(Entry::new(id.0, &seed.name, KNOWN, seed.text.clone()));
                continue;
            };
            self.entries.push(Entry::of(row, KNOWN, seed.text.clone(), None));
            if row.fate == Fate::Seed {
                for measured in Dossier::criteria(reader, run, id, None)? {
                    values.entry(measured.criterion).or_default().push(measured.value);
                    of_seeds.entry(id).or_default().extend(measured.measurement());
                }
            }
        }
        let candidates =
            order.ranked.iter().map(|(row, place)| Listed::candidate(row.id, row.name.clone(), place.doubted));
        let measured = |id: GameId| of_seeds.get(&id).cloned().unwrap_or_default();
        let places = listed(&self.games, candidates, Profile::shipped(&run.profile).as_ref(), measured);
        let places = places.iter().enumerate().map(|(n, game)| (game.id.0, (n + 1, game.score)));
        let places: BTreeMap<u64, (usize, f64)> = order::map(places);
        for entry in &mut self.entries {
            entry.place = places.get(&entry.id).copied();
        }
        self.spread = order::map(values.into_iter().map(|(criterion, values)| (criterion, spread(values))));
        Ok(())
    }

    /// The game of that number on its shelf.
    pub fn entry(&self, id: u64) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

/// The least, the quarters and the greatest of some values, between two neighbours in proportion.
fn spread(mut values: Vec<f64>) -> Spread {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| {
        let at = part * last;
        let below = values.get(at.floor() as usize).copied().unwrap_or_default();
        let above = values.get(at.ceil() as usize).copied().unwrap_or(below);
        below + (above - below) * at.fract()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_sorted_values() {
        assert_eq!(spread(vec![5.0, 1.0, 3.0, 2.0, 4.0]), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(spread(vec![0.0, 1.0]), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(spread(vec![7.0]), [7.0; 5]);
    }

    #[test]
    fn games_are_found_by_words_of_their_name_and_rules() {
        let entry = Entry::new(1, "Lines-of-Action", KNOWN, "(game Lines-of-Action (board (tiling SQUARE)))".into());
        assert!(entry.matches(&["lines of", "square"]) && entry.matches(&[]));
        assert!(!entry.matches(&["hex"]));
    }
}
