//! Criteria 46 to 56: outcomes only.
//!
//! Completion and duration are in the paper (eqs. 2 and 3), the others known by name.

use super::conventions::Conventions;
use crate::trials::{Ending, MatchRecord, Trial};

/// How many nodes the nominal machine of criterion 56 searches in a millisecond. Nodes, unlike milliseconds, are the same
/// everywhere.
pub const NODES_PER_MS: f64 = 100.0;
/// The slowest response, in milliseconds, that criterion 56 tells apart.
const SLOWEST_MS: f64 = 15_000.0;

/// **46** Completion: the share of trials that somebody wins. Paper, eq. 2. This is one trial's part.
pub fn completion(trial: &Trial) -> f64 {
    f64::from(u8::from(trial.winner().is_some()))
}

/// **47** Balance: 1 − |W_White − W_Black| / W over the W won trials, by colour; 1 if there are none.
pub fn balance(white_wins: f64, black_wins: f64) -> f64 {
    let wins = white_wins + black_wins;
    if wins > 0.0 { 1.0 - (white_wins - black_wins).abs() / wins } else { 1.0 }
}

/// **48** Advantage: |W₁ − W/2| / (W/2) for the W₁ of the W won trials that the first mover won; 0 if there are none.
pub fn advantage(first_mover_wins: f64, wins: f64) -> f64 {
    if wins > 0.0 { (first_mover_wins - wins / 2.0).abs() / (wins / 2.0) } else { 0.0 }
}

/// **49** Drawishness: the share of trials drawn by the rules. This is one trial's part.
pub fn drawishness(trial: &Trial) -> f64 {
    f64::from(u8::from(trial.winner().is_none() && trial.ending != Ending::Timeout))
}

/// **50** Timeouts: the share of trials abandoned for their length. This is one trial's part.
pub fn timeouts(trial: &Trial) -> f64 {
    f64::from(u8::from(trial.ending == Ending::Timeout))
}

/// **51** Duration: |M_pref − M| / M_pref for the M turns of the trial, opening included, and the preferred 60; at most 1. Paper, eq. 3.
pub fn duration(trial: &Trial, conventions: &Conventions) -> f64 {
    let preferred = f64::from(conventions.preferred_plies.max(1));
    ((preferred - trial.turns() as f64).abs() / preferred).min(1.0)
}

/// **52** Resilience (random): the standard player's score against a random one, a draw being a half.
pub fn resilience_random(played: &MatchRecord) -> Option<f64> {
    played.score()
}

/// **53, 54** Resilience (defensive, obstructive): the share of games that the standard player wins against one who only spoils.
pub fn resilience(played: &MatchRecord) -> Option<f64> {
    (played.games > 0).then(|| (f64::from(played.wins) / f64::from(played.games)).min(1.0))
}

/// **55** Decision rate: the share of measured plies with two legal moves or more. `None` for a trial without plies.
pub fn decision_rate(trial: &Trial) -> Option<f64> {
    let choices = trial.plies.iter().filter(|p| p.branching >= 2).count();
    (!trial.plies.is_empty()).then(|| choices as f64 / trial.plies.len() as f64)
}

/// **56** Response time: log₁₀(1 + ms) / log₁₀ 15001, at most 1, for the milliseconds that the nominal machine takes for a move at
/// depth 3.
pub fn response_time(nodes_per_move: f64) -> f64 {
    let ms = nodes_per_move.max(0.0) / NODES_PER_MS;
    ((1.0 + ms).log10() / (1.0 + SLOWEST_MS).log10()).min(1.0)
}
