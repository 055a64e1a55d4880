//! The events of a run.

use crate::store::Step;
use serde::Serialize;
use std::path::PathBuf;

/// Something that happened in a run. All progress output derives from these.
///
/// As JSON each is an object with its name under `event`. None holds a time of day or a duration, and children come in the
/// order of their numbers, so that two runs with the same outcome send the same events about them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The population is open and the work begins.
    Started {
        /// The database.
        population: PathBuf,
        /// The run's seed.
        seed: u64,
        /// How many seed games there are.
        seed_games: usize,
        /// How many of them still have to be measured.
        seed_games_left: usize,
        /// How many children were made before.
        children: u64,
        /// How many of these are candidates.
        candidates: u64,
        /// The profile's name.
        profile: String,
        /// The number of children to stop at.
        limit: Option<u64>,
    },
    /// A seed game was measured.
    SeedGame {
        /// Its name.
        game: String,
        /// Its score; `None` when it had to be rejected.
        score: Option<f64>,
        /// Whether it is viable.
        viable: Option<bool>,
        /// Why it was rejected; else empty.
        reason: String,
    },
    /// A child was admitted or rejected.
    Child {
        /// Its number.
        child: u64,
        /// Its name.
        game: String,
        /// The parents' names.
        parents: Vec<String>,
        /// `admitted` or `rejected`.
        fate: &'static str,
        /// The step at which it was rejected.
        step: Option<Step>,
        /// Why it was rejected; else empty.
        reason: String,
        /// Its score.
        score: Option<f64>,
        /// Whether it is viable.
        viable: Option<bool>,
        /// Whether it is a candidate: viable in the second evaluation too.
        candidate: bool,
    },
    /// A candidate was measured again in the last round.
    Again {
        /// Its name.
        game: String,
        /// The heat, from 1.
        heat: u32,
        /// Its work as a multiple of that of the run.
        times: u32,
        /// The game's score less what speaks against it; `None` when nothing was left to measure.
        worth: Option<f64>,
        /// The word of the shelf that it belongs on now.
        shelf: &'static str,
        /// Games that the heat has still to measure.
        left: usize,
    },
    /// Work that is left for others was written to a file.
    Batch {
        /// The file.
        file: PathBuf,
        /// How many pieces.
        pieces: usize,
    },
    /// A message to the user about something that does not stop the run.
    Warning {
        /// What.
        message: String,
    },
    /// The run stopped; everything up to here is stored.
    Stopped {
        /// Why.
        why: Stop,
        /// How many children were made in all.
        children: u64,
        /// How many of them were admitted.
        admitted: u64,
        /// How many are candidates.
        candidates: u64,
    },
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The number of children was reached.
    Children,
    /// The time was up.
    Hours,
    /// The number of viable candidates was reached.
    Viable,
    /// The user stopped it.
    Interrupted,
}
