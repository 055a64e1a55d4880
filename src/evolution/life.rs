//! What happens to one child, as the population manager sees it: a pure function.

use super::view::{Member, View};
use crate::store::{CandidateRecord, ChildRecord};

/// How children are made and judged.
///
/// Every method is pure: its outcome depends on its arguments (and the recipe and profile the implementor was made with)
/// and on nothing else, in particular not on the clock, on other children in the making or on the number of threads. Whatever
/// chance is needed comes from the `seed` argument, which differs for every game. Methods are called from several threads
/// at once, in any order.
pub trait Life: Sync {
    /// The names of the criteria, by number. They head the columns of reports.
    fn criteria(&self) -> Vec<String>;

    /// Measures a game to begin with. One that cannot be used is returned as [`Rejected`](crate::store::Fate::Rejected).
    fn seed(&self, name: &str, text: &str, seed: u64) -> ChildRecord;

    /// Makes and judges child number `k` (from 1 on) from the population as it stood after child `k − lag`.
    ///
    /// The fate is `Admitted` or `Rejected`; a name that was given away meanwhile is changed by the manager.
    fn child(&self, k: u64, population: &View, seed: u64) -> ChildRecord;

    /// Looks closer at a viable child: tuned policy, slow criteria, more trials.
    fn candidate(&self, record: &ChildRecord, population: &View, seed: u64) -> CandidateRecord;

    /// Whether a child is too close to a member that was not yet in the population it was made from; if so, why.
    ///
    /// Called in the order of admission, from one thread.
    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String>;

    /// The same rules under another name.
    fn rename(&self, text: &str, name: &str) -> String;
}

/// The seed of the `number`-th draw for a purpose in a run: well mixed, so that neighbours have nothing in common.
pub(crate) fn stream(run: u64, purpose: Purpose, number: u64) -> u64 {
    mix(mix(mix(run) ^ purpose as u64) ^ number)
}

/// What a stream of random numbers is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Seed = 1,
    Child = 2,
    Candidate = 3,
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014), a bijection on 64 bits.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_mixer_is_splitmix64() {
        // The first outputs of the reference implementation for the state 1234567.
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(mix(1_234_567u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn streams_do_not_meet() {
        let mut seen = HashSet::new();
        for run in 0..20 {
            for number in 0..500 {
                for purpose in [Purpose::Seed, Purpose::Child, Purpose::Candidate] {
                    assert!(seen.insert(stream(run, purpose, number)));
                }
            }
        }
    }
}
