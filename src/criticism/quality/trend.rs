//! Criteria 36 to 41: whether changes of the lead go on, and whether the trailing player comes back.
//!
//! The paper names momentum (1) and correction (1); reading the number as a lag, and the definitions, are ours. A fair random
//! walk has 0.5 of either. The final position, whose lead is the result, is not used.

use super::history::LeadHistory;

/// **36–38** Momentum at lag `k`: of the plies that changed the lead by more than `level`, the share after which the lead moved
/// the same way over the next `k` plies. `None` when no ply can tell.
pub fn momentum(history: &LeadHistory, k: usize, level: f64) -> Option<f64> {
    let open = history.open();
    let cases = (1..open.len().saturating_sub(k)).map(|n| (open[n] - open[n - 1], open[n + k] - open[n]));
    share(cases.filter(|(change, _)| change.abs() > level).map(|(change, next)| change * next > 0.0))
}

/// **39–41** Correction at lag `k`: of the plies after which somebody leads by more than `level`, the share after which the
/// trailing player gained over the next `k` plies. `None` when no ply can tell.
pub fn correction(history: &LeadHistory, k: usize, level: f64) -> Option<f64> {
    let open = history.open();
    let cases = (1..open.len().saturating_sub(k)).map(|n| (open[n], open[n + k] - open[n]));
    share(cases.filter(|(lead, _)| lead.abs() > level).map(|(lead, next)| lead * next < 0.0))
}

fn share(cases: impl Iterator<Item = bool>) -> Option<f64> {
    let (hits, count) = cases.fold((0u32, 0u32), |(hits, count), hit| (hits + u32::from(hit), count + 1));
    (count > 0).then(|| f64::from(hits) / f64::from(count))
}
