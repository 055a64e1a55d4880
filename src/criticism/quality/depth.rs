//! Criteria 42 to 45: depth and puzzles, from the runs beyond the trials.
//!
//! The paper names the group (section IV.D) and puzzle quality (Fig. 10); the definitions are ours, advantage after Althöfer's
//! “deepening positivity”.

use crate::trials::{MatchRecord, Puzzle, SlowRecord};

/// The longest win, in plies, that a puzzle may take.
pub const LONGEST_PUZZLE: u32 = 7;
/// The shortest: a win in one is no puzzle.
pub const SHORTEST_PUZZLE: u32 = 3;

/// **42** Depth (discernment): for one position, (d* − 1) / (D − 1) for the least depth d* from which on the best move no longer
/// changes, of D tried. The criterion is the mean over positions.
pub fn discernment(settled: u32, max_depth: u32) -> f64 {
    match max_depth {
        0 | 1 => 0.0,
        _ => f64::from(settled.clamp(1, max_depth) - 1) / f64::from(max_depth - 1),
    }
}

/// **43** Depth (advantage): 2 (s − ½), within 0 and 1, for the mean score s of depth d + 1 against depth d. `None` if nothing was
/// played.
pub fn advantage(scores: impl Iterator<Item = f64>) -> Option<f64> {
    super::choice::mean(scores).map(|score| (2.0 * (score - 0.5)).clamp(0.0, 1.0))
}

/// The scores of the matches that were played, for [`advantage`].
pub fn deepening_scores(matches: &[MatchRecord]) -> impl Iterator<Item = f64> + '_ {
    matches.iter().filter_map(MatchRecord::score)
}

/// **44** Puzzle frequency: the share of sampled positions that are puzzles. `None` if none was sampled.
pub fn puzzle_frequency(record: &SlowRecord) -> Option<f64> {
    (record.positions > 0).then(|| (record.puzzles.len() as f64 / f64::from(record.positions)).min(1.0))
}

/// **45** Puzzle quality, of one puzzle: the mean of how low the static ordering ranks the winning move, how long the win takes,
/// and 1 if few defences hold out (else ½). The criterion is the mean over puzzles.
pub fn puzzle_quality(puzzle: &Puzzle) -> f64 {
    let surprise = match puzzle.branching {
        0 | 1 => 0.0,
        moves => f64::from(puzzle.key_rank.clamp(1, moves) - 1) / f64::from(moves - 1),
    };
    let length = f64::from(puzzle.length.clamp(SHORTEST_PUZZLE, LONGEST_PUZZLE) - SHORTEST_PUZZLE)
        / f64::from(LONGEST_PUZZLE - SHORTEST_PUZZLE);
    let defence = if puzzle.good_defence { 1.0 } else { 0.5 };
    (surprise + length + defence) / 3.0
}
