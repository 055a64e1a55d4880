//! A piece of a run's work, and what comes of it: pure, so that anybody may do it.

use super::life::{Finalist, Life};
use super::soundness::{catch, sound, sound_candidate, sound_child};
use super::view::View;
use crate::game::TooDear;
use crate::language::parse;
use crate::store::{CandidateRecord, ChildRecord, Fate, Remeasured, Step};
use crate::streams::{self, Purpose};
use crate::synthesis::Genome;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A piece of a run's work.
#[derive(Clone, Debug)]
pub enum Task {
    /// A known game is measured.
    Seed {
        /// Its name.
        name: String,
        /// Its rules.
        text: String,
    },
    /// A child lives, from its parents to the second evaluation.
    Child {
        /// Its number, from 1.
        child: u64,
        /// What it is made from.
        view: View,
    },
    /// A candidate goes through a heat of the last round.
    Again {
        /// The number of the child.
        child: u64,
        /// What is known of it.
        finalist: Finalist,
        /// The population at the end of the run.
        view: View,
    },
}

/// What came of a piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Of a known game.
    Seed(Box<ChildRecord>),
    /// Of a child: its life, and the second evaluation if there was one.
    Child(Box<ChildRecord>, Option<Box<CandidateRecord>>),
    /// Of a heat; or why the game cannot be measured.
    Again(Result<Box<Remeasured>, String>),
}

impl Task {
    /// The population that it is done with; none is needed to measure a known game.
    pub fn view(&self) -> Option<&View> {
        match self {
            Task::Seed { .. } => None,
            Task::Child { view, .. } | Task::Again { view, .. } => Some(view),
        }
    }

    /// Does the work, in this thread. A panic becomes an outcome that says so.
    pub fn perform(&self, life: &dyn Life, run_seed: u64) -> Outcome {
        match self {
            Task::Seed { name, text } => {
                let record = catch(|| life.seed(name, text, seed_of(text)));
                Outcome::Seed(Box::new(record.unwrap_or_else(|why| deadly(name, text, why))))
            }
            Task::Child { child, view } => judged_child(life, *child, view, run_seed),
            Task::Again { child, finalist, view } => {
                let seed = streams::seed(run_seed, Purpose::Candidate, *child);
                Outcome::Again(catch(|| life.again(finalist, view, seed)).flatten().map(Box::new))
            }
        }
    }

    /// The outcome for a piece of work that those who try it do not survive. Of a child the rules are kept, if it can be bred again.
    pub fn deadly(&self, life: &dyn Life, run_seed: u64, why: &str) -> Outcome {
        match self {
            Task::Seed { name, text } => Outcome::Seed(Box::new(deadly(name, text, why))),
            Task::Child { child, view } => {
                let seed = streams::seed(run_seed, Purpose::Child, *child);
                let mut record = catch(|| life.bred(view, seed)).unwrap_or_else(|_| ChildRecord::new("", ""));
                record.reject(Step::Safety, why);
                Outcome::Child(Box::new(sound_child(record)), None)
            }
            Task::Again { .. } => Outcome::Again(Err(why.into())),
        }
    }
}

impl Outcome {
    /// The outcome as it may be admitted, whoever sends it: with numbers that are finite and criteria that there are. `None` if it does not
    /// answer the task.
    pub fn sound(self, task: &Task, criteria: usize) -> Option<Outcome> {
        let counted = |rows: &[crate::store::Measurement]| rows.iter().all(|m| usize::from(m.criterion) < criteria);
        match (task, self) {
            (Task::Seed { .. }, Outcome::Seed(record)) if counted(&record.measurements) => {
                Some(Outcome::Seed(Box::new(sound(*record))))
            }
            (Task::Child { .. }, Outcome::Child(record, look)) if counted(&record.measurements) => {
                let record = sound_child(*record);
                // The second evaluation is of viable children alone.
                let wanted = record.fate == Fate::Admitted && record.viable == Some(true);
                let look = match look.filter(|_| wanted) {
                    Some(look) if !counted(&look.measurements) => return None,
                    Some(look) => Some(Box::new(sound_candidate(*look).ok()?)),
                    None if wanted => return None,
                    None => None,
                };
                Some(Outcome::Child(Box::new(record), look))
            }
            (Task::Again { finalist, .. }, Outcome::Again(found)) => {
                let fits = |found: &Remeasured| {
                    (found.game, found.heat, found.times) == (finalist.game, finalist.heat, finalist.times)
                        && counted(&found.measurements)
                };
                found.as_deref().map_or(true, fits).then_some(Outcome::Again(found))
            }
            _ => None,
        }
    }
}

/// The seed that a known game is measured with: alike in every run, so that runs can be compared and measurements kept, and however its rules are written.
pub(crate) fn seed_of(text: &str) -> u64 {
    let rules = parse(text).map_or_else(|_| digest(text), |tree| Genome::new(&tree).fingerprint() as u64);
    streams::seed(rules, Purpose::SeedGame, 0)
}

/// A number that depends on a text alone.
fn digest(text: &str) -> u64 {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The record of a game that its evaluation does not survive.
fn deadly(name: &str, text: &str, why: impl Into<String>) -> ChildRecord {
    let mut record = ChildRecord::new(name, text);
    record.reject(Step::Safety, why);
    record
}

/// The whole life of a child: made, measured, and evaluated a second time if it is viable.
fn judged_child(life: &dyn Life, k: u64, view: &View, run_seed: u64) -> Outcome {
    let seed = streams::seed(run_seed, Purpose::Child, k);
    let mut record = match catch(|| life.child(k, view, seed)) {
        Ok(record) => sound_child(record),
        Err(why) if why == TooDear.to_string() => {
            let mut record = catch(|| life.bred(view, seed)).unwrap_or_else(|_| ChildRecord::new("", ""));
            record.reject(Step::Speed, why);
            sound_child(record)
        }
        Err(why) => deadly("", "", why),
    };
    let mut candidate = None;
    if record.fate == Fate::Admitted && record.viable == Some(true) {
        let seed = streams::seed(run_seed, Purpose::Candidate, k);
        match catch(|| life.candidate(&record, view, seed)).and_then(sound_candidate) {
            Ok(found) => candidate = Some(Box::new(found)),
            Err(why) => record.reject(Step::Candidate, why),
        }
    }
    Outcome::Child(Box::new(record), candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_game_is_measured_alike_however_it_is_written() {
        let [short, full, other] = [
            "(game Row (board (square 3 3)) (win (in-a-row 3)) (aim \"Three.\"))",
            "(game Row (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))))",
            "(game Row (board (square 3 3)) (lose (in-a-row 3)))",
        ]
        .map(seed_of);
        assert!(short == full && short != other);
    }
}
