//! The interface between the population manager and the making of a child: pure functions.

use super::view::{Member, View};
use crate::store::{CandidateRecord, ChildRecord, GameId, Measurement, Remeasured};
use serde::{Deserialize, Serialize};

/// A candidate that is to be measured again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finalist {
    /// Its number.
    pub game: GameId,
    /// Its rules, reduced.
    pub text: String,
    /// The player that measured it, as in [`CandidateRecord::policy`].
    pub policy: Vec<(String, f64)>,
    /// The criteria as they were measured for the candidate.
    pub measurements: Vec<Measurement>,
    /// The heat, from 1.
    pub heat: u32,
    /// The work of the heat as a multiple of that of the run.
    pub times: u32,
}

/// How children are made and judged.
///
/// Every method is pure: its outcome depends on its arguments (and the recipe and profile the implementor was made with)
/// and on nothing else, in particular not on the clock, on other children in the making or on the number of threads. All
/// random numbers derive from the `seed` argument, which differs for every game. Methods are called from several threads
/// at once, in any order.
pub trait Life: Sync {
    /// The names of the criteria, by number. They head the columns of reports.
    fn criteria(&self) -> Vec<String>;

    /// Measures a seed game. One that cannot be used is returned as [`Rejected`](crate::store::Fate::Rejected).
    fn seed(&self, name: &str, text: &str, seed: u64) -> ChildRecord;

    /// Makes and judges child number `k` (from 1 on) from the population as it stood after child `k − lag`.
    ///
    /// The fate is `Admitted` or `Rejected`. The manager changes a name that another child has taken meanwhile.
    fn child(&self, k: u64, population: &View, seed: u64) -> ChildRecord;

    /// The child that [`child`](Self::child) makes and judges, before it is judged: what its rules are. For a child that nobody survives judging.
    fn bred(&self, population: &View, seed: u64) -> ChildRecord;

    /// What was found of a seed game the last time, if that is kept: what [`seed`](Self::seed) would find.
    fn recall(&self, _name: &str, _text: &str, _seed: u64) -> Option<ChildRecord> {
        None
    }

    /// Under which key it is kept, which says all that it depends on, the program too; `None` if nothing is kept.
    fn kept_under(&self, _name: &str, _text: &str, _seed: u64) -> Option<String> {
        None
    }

    /// Keeps what was found of a seed game, for [`recall`](Self::recall).
    fn keep(&self, _name: &str, _text: &str, _seed: u64, _found: &ChildRecord) {}

    /// The second evaluation, of a viable child: tuned policy, slow criteria, fresh trials.
    fn candidate(&self, record: &ChildRecord, population: &View, seed: u64) -> CandidateRecord;

    /// A heat of the last round for one candidate. What it finds replaces what was thought of the game.
    ///
    /// # Errors
    /// Why it cannot be measured, in words.
    fn again(&self, finalist: &Finalist, population: &View, seed: u64) -> Result<Remeasured, String>;

    /// Whether a child is too close to a member that was not yet in the population it was made from; if so, why.
    ///
    /// Called in the order of admission, from one thread.
    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String>;

    /// The same rules under another name.
    fn rename(&self, text: &str, name: &str) -> String;
}
