//! Criteria 26 to 31: drama, killer moves and how the lead moves about.
//!
//! None of them uses the final position, whose lead is the result.

use super::history::LeadHistory;

/// **26** Drama (average): mean of √(E_loser − E_winner) over the plies after which the eventual winner is behind; 0 if there are
/// none. Paper, eq. 4. `None` for a trial without a winner.
pub fn drama_average(history: &LeadHistory) -> Option<f64> {
    let (sum, count) = deficits(history)?.fold((0.0, 0), |(sum, count), d| (sum + d.sqrt(), count + 1));
    Some(if count == 0 { 0.0 } else { sum / f64::from(count) })
}

/// **27** Drama (maximum): the greatest √(E_loser − E_winner) of those plies; 0 if there are none. `None` without a winner.
pub fn drama_maximum(history: &LeadHistory) -> Option<f64> {
    Some(deficits(history)?.fold(0.0, f64::max).sqrt())
}

/// How far the eventual winner is behind after each open ply after which it is behind.
fn deficits(history: &LeadHistory) -> Option<impl Iterator<Item = f64> + '_> {
    let winner = history.winner_sign()?;
    Some(history.open()[1..].iter().map(move |lead| -winner * lead).filter(|&deficit| deficit > 0.0))
}

/// **28** Killer moves: the mover's greatest gain in the trial, within 0 and 1.
pub fn killer_moves(history: &LeadHistory) -> f64 {
    history.gains().fold(0.0, f64::max).min(1.0)
}

/// **29** Permanence: 1 less the mean size, per ply from the second, of the difference between successive changes of the lead; not
/// below 0. A strong move that the reply undoes makes two large opposite changes.
pub fn permanence(history: &LeadHistory) -> f64 {
    let open = history.open();
    if open.len() < 3 {
        return 1.0;
    }
    let jolts = open.windows(3).map(|w| ((w[2] - w[1]) - (w[1] - w[0])).abs());
    (1.0 - jolts.sum::<f64>() / (open.len() - 2) as f64).clamp(0.0, 1.0)
}

/// **30** Lead change: the share of plies, from the second, after which the other player leads. A lead smaller than `level`
/// belongs to whoever led before; until somebody leads, nobody's lead can change.
pub fn lead_change(history: &LeadHistory, level: f64) -> f64 {
    let open = history.open();
    if open.len() < 3 {
        return 0.0;
    }
    let mut leader = 0.0;
    let mut changes = 0u32;
    for (n, &lead) in open.iter().enumerate() {
        if lead.abs() < level {
            continue;
        }
        changes += u32::from(n >= 2 && leader * lead < 0.0);
        leader = lead.signum();
    }
    f64::from(changes) / (open.len() - 2) as f64
}

/// **31** Stability: 1 less half the mean change of the lead per ply.
pub fn stability(history: &LeadHistory) -> f64 {
    let (sum, count) = history.changes().fold((0.0, 0u32), |(sum, count), c| (sum + c.abs(), count + 1));
    if count == 0 { 1.0 } else { 1.0 - sum / f64::from(count) / 2.0 }
}

/// The other known reading of coolness (criterion 22): the share of open plies by which the mover loses more than `level`. It has
/// no column; it is for comparing the two readings.
pub fn harmful_moves(history: &LeadHistory, level: f64) -> f64 {
    let (harmful, count) = history.gains().fold((0u32, 0u32), |(h, n), gain| (h + u32::from(gain < -level), n + 1));
    if count == 0 { 0.0 } else { f64::from(harmful) / f64::from(count) }
}
