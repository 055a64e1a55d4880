//! Criteria 23 to 25: how long the outcome stays open.
//!
//! All three look at c(t), the winner's lead at the share t of the game, averaged over the trials; the final position counts, with
//! the result as its lead. The paper describes the late variant (eq. 5). It divides the game into a hundred samples and takes the
//! minimum with 1 *outside* the mean over games, which only makes sense for a lead with a sign; so c is the eventual winner's
//! lead and negative while it is behind.

use super::history::LeadHistory;

/// How many samples of a game are taken (the paper's S).
pub const SAMPLES: usize = 100;

/// The winner's lead at [`SAMPLES`] evenly spaced moments of the trial, both ends included, linear between plies. A drawn trial
/// has no winner and nobody leads it: all zero.
pub fn lead_curve(history: &LeadHistory) -> [f64; SAMPLES] {
    let Some(winner) = history.winner_sign() else { return [0.0; SAMPLES] };
    let leads = history.full();
    std::array::from_fn(|s| {
        let at = moment(s) * history.plies() as f64;
        let before = (at.floor() as usize).min(history.plies());
        let after = (before + 1).min(history.plies());
        winner * (leads[before] + (at - before as f64) * (leads[after] - leads[before]))
    })
}

/// **23** Uncertainty (early): mean of 1 − |c(t)|, weighted 1 − t. The variant is ours.
pub fn early(curve: &[f64; SAMPLES]) -> f64 {
    let weight = |s| 1.0 - moment(s);
    let open: f64 = curve.iter().enumerate().map(|(s, c)| weight(s) * (1.0 - c.abs())).sum();
    open / (0..SAMPLES).map(weight).sum::<f64>()
}

/// **24** Uncertainty (overall): mean of 1 − |c(t)|.
pub fn overall(curve: &[f64; SAMPLES]) -> f64 {
    1.0 - curve.iter().map(|c| c.abs()).sum::<f64>() / SAMPLES as f64
}

/// **25** Uncertainty (late): mean of min(1, t − c(t)). Paper, eq. 5. 0.5 is a game that is level until its end.
pub fn late(curve: &[f64; SAMPLES]) -> f64 {
    curve.iter().enumerate().map(|(s, c)| (moment(s) - c).min(1.0)).sum::<f64>() / SAMPLES as f64
}

/// When, from 0 to 1, sample `s` is taken.
fn moment(s: usize) -> f64 {
    s as f64 / (SAMPLES - 1) as f64
}
