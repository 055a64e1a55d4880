//! Streams of random numbers: every chance in a run is derived from its seed here.
//!
//! A stream has a parent seed, a [`Purpose`] and a number. Streams of one parent have nothing in common unless both purpose and
//! number agree, so each step of a child's life, each trial and each playout has chance of its own: what one of them draws, or
//! whether it happens at all, does not touch the others.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The generator that all streams use: small, fast, and the same on every machine.
pub type Generator = Pcg64Mcg;

/// What a stream is for. The numbers decide what is drawn, so they stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Purpose {
    /// A game to begin with; the parent is a digest of its rules, so that it is measured alike in every run.
    SeedGame = 1,
    /// A child, by its number.
    Child = 2,
    /// The closer look at a child, by its number.
    Candidate = 3,
    /// Parents, crossover, mutation, repair and the name.
    Breeding = 4,
    /// The playouts of the safety test, by number.
    Safety = 5,
    /// The sampled positions of the speed test, by number.
    Speed = 6,
    /// The matches of a round robin or of a tuning, by number.
    Match = 7,
    /// The pairs of games of a match, by number.
    Pair = 8,
    /// A series of trials.
    Trials = 9,
    /// The trials of a series, by number.
    Trial = 10,
    /// The random games that a policy's scale is read off.
    Scale = 11,
    /// The trials with stronger players.
    Strength = 12,
    /// The tuning of a policy.
    Tuning = 13,
    /// The slow runs.
    Slow = 14,
    /// The sampled positions of the slow runs, by number.
    Sample = 15,
    /// A depth against the next, by depth.
    Deepening = 16,
    /// The standard player against a random one.
    Random = 17,
    /// The standard player against an overly defensive one.
    Defensive = 18,
    /// The standard player against an obstructive one.
    Obstructive = 19,
    /// The games of a match of the slow runs, by number.
    Game = 20,
    /// The measurement of the criteria.
    Criteria = 21,
    /// The resamples of trials.
    ResampleTrials = 22,
    /// The resamples of depths.
    ResampleDepths = 23,
    /// The resamples of puzzles.
    ResamplePuzzles = 24,
    /// The resamples of matches.
    ResampleMatches = 25,
    /// Random games, by number.
    Playout = 26,
    /// The comparison of a game with itself less a ludeme.
    Ablation = 27,
    /// The games from which a policy learns, by round.
    Lesson = 28,
    /// The games that an opening book is made of, by number.
    Book = 29,
    /// The choice of the player that measures a game: what is learnt for it, then the matches, by challenger.
    Choice = 30,
    /// The games of a fingerprint of play, by number.
    Fingerprint = 31,
    /// The games along which rules are compared with reduced ones, by number.
    Reduction = 32,
    /// The openings of two plies after which wins are searched for.
    Openings = 33,
    /// Whether a child is rejected for its length.
    Parsimony = 34,
    /// The matches of the ladder of skill, by rung.
    Ladder = 35,
    /// A heat of the last round, by its number; the parent is the candidate's seed.
    LastRound = 36,
    /// Whether a child is a variation of a candidate, and which.
    Polish = 37,
}

/// The seed of the stream of that purpose and number under a parent seed.
///
/// ```
/// use ludogen::streams::{Purpose, seed};
///
/// assert_eq!(seed(7, Purpose::Trial, 3), seed(7, Purpose::Trial, 3));
/// assert_ne!(seed(7, Purpose::Trial, 3), seed(7, Purpose::Trial, 4));
/// assert_ne!(seed(7, Purpose::Trial, 3), seed(7, Purpose::Playout, 3));
/// ```
pub fn seed(parent: u64, purpose: Purpose, number: u64) -> u64 {
    mix(mix(mix(parent) ^ purpose as u64) ^ number)
}

/// The random numbers of a seed.
///
/// ```
/// use ludogen::streams::generator;
/// use rand::RngExt;
///
/// let number = |seed| generator(seed).random::<u64>();
/// assert_eq!(number(3), number(3));
/// assert_ne!(number(3), number(4));
/// ```
pub fn generator(seed: u64) -> Generator {
    Pcg64Mcg::seed_from_u64(seed)
}

/// The random numbers of the stream of that purpose and number under a parent seed.
///
/// ```
/// use ludogen::streams::{Purpose, stream};
/// use rand::RngExt;
///
/// let number = |playout| stream(7, Purpose::Playout, playout).random::<u64>();
/// assert_eq!(number(3), number(3));
/// assert_ne!(number(3), number(4));
/// ```
pub fn stream(parent: u64, purpose: Purpose, number: u64) -> Generator {
    generator(seed(parent, purpose, number))
}

/// A well-mixed number from another: the finaliser of SplitMix64 (Steele, Lea & Flood 2014), a bijection on 64 bits.
///
/// ```
/// // The first output of the reference implementation for this state.
/// assert_eq!(ludogen::streams::mix(1_234_567), 6_457_827_717_110_365_317);
/// ```
#[inline]
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use std::collections::HashSet;

    #[test]
    fn the_mixer_is_splitmix64() {
        // The first outputs of the reference implementation for the state 1234567.
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(mix(1_234_567u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn streams_do_not_meet() {
        let purposes = [Purpose::SeedGame, Purpose::Child, Purpose::Candidate, Purpose::Trial, Purpose::Ablation];
        let (mut seeds, mut firsts) = (HashSet::new(), HashSet::new());
        for parent in 0..20 {
            for number in 0..500 {
                for purpose in purposes {
                    assert!(seeds.insert(seed(parent, purpose, number)));
                    assert!(firsts.insert(stream(parent, purpose, number).next_u64()));
                }
            }
        }
    }

    #[test]
    fn the_same_stream_draws_the_same() {
        let draw = |number| stream(7, Purpose::Trial, number).next_u64();
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
    }
}
