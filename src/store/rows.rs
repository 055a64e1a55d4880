//! What is read back of a game, without its bulk.

use super::record::{Fate, GameId, Relative};
use crate::criticism::Score;
use crate::judgement::Shelf;

/// Which evaluation of a game a row stems from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// The first, which every child gets.
    Child = 0,
    /// The second, which only viable children get.
    Candidate = 1,
}

/// What continuing a run needs to know of a game already made.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberRow {
    /// Its number.
    pub id: GameId,
    /// The number of the child; `None` for seed games.
    pub child: Option<u64>,
    /// Its name.
    pub name: String,
    /// How its life went.
    pub fate: Fate,
    /// The rules; empty for rejected games.
    pub text: String,
    /// The hash of the rules.
    pub fingerprint: u64,
    /// Its generation.
    pub generation: u32,
    /// The score that orders the population: that of the second evaluation where there was one.
    pub score: f64,
    /// Half the width of the score's 95 % interval.
    pub spread: f64,
    /// Whether it is a known game that is viable, or a candidate.
    pub feasible: bool,
    /// The cell of behaviour it falls into; empty for rejected games.
    pub niche: String,
    /// The policy, tuned where it was tuned.
    pub policy: Vec<(String, f64)>,
}

/// A game without its bulk: rules, trials and logs are asked for one by one.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// The number of the child; `None` for seed games.
    pub child: Option<u64>,
    /// Its name, unique in the population.
    pub name: String,
    /// The parents.
    pub parents: Option<[GameId; 2]>,
    /// Its generation.
    pub generation: u32,
    /// How its life went.
    pub fate: Fate,
    /// Why it was rejected; else empty.
    pub reason: String,
    /// The distances to the parents.
    pub parent_distances: Option<[f64; 2]>,
    /// The nearest member when it was made.
    pub nearest: Option<Relative>,
    /// The score, from the second evaluation where there was one.
    pub score: Option<Score>,
    /// Whether it is viable, by the second evaluation where there was one.
    pub viable: Option<bool>,
    /// What makes it non-viable.
    pub viability_reasons: Vec<String>,
    /// Whether there was a second evaluation.
    pub evaluated_twice: bool,
    /// Whether the wall-clock guard fired in its life.
    pub guard_fired: bool,
    /// The cell of behaviour it falls into; empty when it was not measured.
    pub niche: String,
    /// The shelf it belongs on; `None` when nobody judged it.
    pub shelf: Option<Shelf>,
}

impl GameRow {
    /// Whether it is ranked: viable in the first evaluation and in the second, and judged to be a candidate if it was judged.
    pub fn is_candidate(&self) -> bool {
        self.evaluated_twice
            && self.viable == Some(true)
            && self.fate == Fate::Admitted
            && self.shelf.is_none_or(|shelf| shelf == Shelf::Candidate)
    }
}
