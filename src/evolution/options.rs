//! The options of a run, its summary, and its errors.

use super::events::Stop;
use super::recipe::{Recipe, RecipeError};
use crate::store::{SeedGame, StoreError};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// When to stop. Without any limit the run goes on until it is interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Stop when the population has had that many children, those of earlier sessions included.
    pub children: Option<u64>,
    /// Begin no more children after that many hours of this session.
    pub hours: Option<f64>,
    /// Stop when the population has that many candidates: children viable in the second evaluation too. Counted in the order of
    /// admission, so that the population ends with the same child on every machine.
    pub viable: Option<u64>,
}

/// Everything about a run but how children are made.
#[derive(Clone, Debug)]
pub struct EvolveOptions {
    /// The database; made, with its folder, when it is not there.
    pub population: PathBuf,
    /// The seed games. A continued run keeps its own, and this may be empty.
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
    /// A flag that stops the run when it is set; see [`on_ctrl_c`](super::on_ctrl_c).
    pub stop: Arc<AtomicBool>,
}

/// The result of a run.
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

/// Why a run ended with an error. Everything stored before stays stored.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// An error of the database.
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
    /// A limit or another option is out of range.
    #[error("{0}")]
    Options(String),
    /// Those who do the work cannot be reached, or do not do it.
    #[error("{0}")]
    Hands(String),
}
