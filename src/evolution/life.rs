//! The interface between the population manager and the making of a child: pure functions.

use super::view::{Member, View};
use crate::store::{CandidateRecord, ChildRecord};

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

    /// The second evaluation, of a viable child: tuned policy, slow criteria, fresh trials.
    fn candidate(&self, record: &ChildRecord, population: &View, seed: u64) -> CandidateRecord;

    /// Whether a child is too close to a member that was not yet in the population it was made from; if so, why.
    ///
    /// Called in the order of admission, from one thread.
    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String>;

    /// The same rules under another name.
    fn rename(&self, text: &str, name: &str) -> String;
}
