//! Criteria 16 to 22, 34 and 35: what the mover can choose from, and what hangs on the choice.
//!
//! The paper cites interaction and clarity as attributes that a game should have and names convergence and clarity (variance);
//! the other names are the author's later ones. Every function measures one trial; `None` means that nothing of it was usable.

use crate::trials::{PlyRecord, Trial};

/// As many legal moves as this are the most that criterion 16 tells apart.
const MANY_MOVES: f64 = 200.0;

/// **16** Branching factor: ln b̄ / ln 200, at most 1, for the mean number b̄ of legal moves.
pub fn branching(trial: &Trial) -> Option<f64> {
    let mean = mean(trial.plies.iter().map(|p| f64::from(p.branching)))?;
    Some((mean.max(1.0).ln() / MANY_MOVES.ln()).min(1.0))
}

/// **17** Convergence: (1 − σ) / 2, where σ, within −1 and 1, is the least-squares slope of the number of legal moves, as a share
/// of its maximum, over the course of the trial from 0 to 1. 0.5 is a constant choice.
pub fn convergence(trial: &Trial) -> Option<f64> {
    let most = trial.plies.iter().map(|p| p.branching).max()?;
    if most <= 1 {
        return Some(0.5);
    }
    let length = trial.plies.len() as f64;
    // The mean of 1/M, 2/M, …, M/M.
    let centre = (length + 1.0) / (2.0 * length);
    let (mut covariance, mut variance) = (0.0, 0.0);
    for (n, ply) in (1..).zip(&trial.plies) {
        let x = f64::from(n) / length - centre;
        covariance += x * f64::from(ply.branching) / f64::from(most);
        variance += x * x;
    }
    let slope = if variance > 0.0 { covariance / variance } else { 0.0 };
    Some((1.0 - slope.clamp(-1.0, 1.0)) / 2.0)
}

/// **18** Interaction (mobility): mean relative change, at most 1, that a ply makes to the number of moves the opponent would
/// have if it were its turn.
pub fn interaction_mobility(trial: &Trial) -> Option<f64> {
    mean(trial.plies.iter().map(|p| {
        let [before, after] = p.opponent_mobility.map(f64::from);
        ((after - before).abs() / before.max(1.0)).min(1.0)
    }))
}

/// **19** Interaction (contact): the share of plies that capture, convert or displace an enemy piece or end next to one.
pub fn interaction_contact(trial: &Trial) -> Option<f64> {
    mean(trial.plies.iter().map(|p| f64::from(u8::from(p.contact))))
}

/// **20** Clarity (narrowness): mean share of the moves that are worth more than μ + 0.75 (max − μ), for the mean μ and the
/// maximum of the move values; all of them when they are all alike. Plies without a choice are skipped. Lower is clearer.
pub fn clarity_narrowness(trial: &Trial) -> Option<f64> {
    mean(choices(trial).map(|p| {
        let (best, mu) = (best(p), average(p));
        let threshold = mu + 0.75 * (best - mu);
        let promising = values(p).filter(|&v| v > threshold).count();
        // Equal values average to themselves up to rounding.
        if best - mu < 1e-9 { 1.0 } else { promising as f64 / p.move_values.len() as f64 }
    }))
}

/// **21** Clarity (variance): four times the mean population variance of the move values; 4 maps the greatest variance to 1.
/// Plies without a choice are skipped.
pub fn clarity_variance(trial: &Trial) -> Option<f64> {
    mean(choices(trial).map(|p| {
        let mu = average(p);
        4.0 * values(p).map(|v| (v - mu) * (v - mu)).sum::<f64>() / p.move_values.len() as f64
    }))
}

/// **22** Coolness: mean of what the mover would gain by passing instead of its best move, 0 if nothing. 0 is a hot game in which
/// every tempo counts; zugzwang makes it cool.
pub fn coolness(trial: &Trial) -> Option<f64> {
    mean(trial.plies.iter().filter(|p| !p.move_values.is_empty()).filter_map(|p| {
        let pass = clean(p.pass_value?);
        Some((pass - best(p)).max(0.0))
    }))
}

/// **34** Control: the share of plies that leave the opponent exactly one reply that avoids a loss within two plies, out of two
/// or more. The last ply has no reply and is not counted.
pub fn control(trial: &Trial) -> Option<f64> {
    mean(open_plies(trial).filter_map(|p| p.forced_reply).map(|forced| f64::from(u8::from(forced))))
}

/// **35** Foul-up factor: mean loss, by a deep search, from choosing each move by a search of one ply. The last ply is not counted.
pub fn foul_up(trial: &Trial) -> Option<f64> {
    mean(open_plies(trial).filter_map(|p| p.shallow_loss).map(clean))
}

/// The plies before the last.
fn open_plies(trial: &Trial) -> impl Iterator<Item = &PlyRecord> {
    trial.plies.iter().take(trial.plies.len().saturating_sub(1))
}

/// The plies with two measured moves or more.
fn choices(trial: &Trial) -> impl Iterator<Item = &PlyRecord> {
    trial.plies.iter().filter(|p| p.move_values.len() >= 2)
}

fn values(ply: &PlyRecord) -> impl Iterator<Item = f64> + '_ {
    ply.move_values.iter().map(|&v| clean(v))
}

fn best(ply: &PlyRecord) -> f64 {
    values(ply).fold(0.0, f64::max)
}

fn average(ply: &PlyRecord) -> f64 {
    values(ply).sum::<f64>() / ply.move_values.len() as f64
}

/// Unsound records must not poison a whole game's measurements.
fn clean(value: f32) -> f64 {
    if value.is_nan() { 0.5 } else { f64::from(value.clamp(0.0, 1.0)) }
}

/// The mean; `None` of nothing.
pub(in crate::criticism) fn mean(items: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = items.fold((0.0, 0u32), |(sum, count), item| (sum + item, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
