//! Criteria 32 and 33: the lead that decides, and how soon the game ends once it is reached.
//!
//! Both are properties of all trials together and use the final position.

use super::history::LeadHistory;

/// What criteria 32 and 33 need of a decided trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The greatest lead that the eventual loser ever had.
    pub deficit: f64,
    /// The winner's greatest lead up to each ply, from the first; never falls and ends with 1.
    best: Vec<f64>,
}

impl Decision {
    /// `None` for a trial without a winner.
    pub fn of(history: &LeadHistory) -> Option<Self> {
        let winner = history.winner_sign()?;
        let leads = history.full()[1..].iter().map(|lead| winner * lead);
        let deficit = leads.clone().map(|lead| -lead).fold(0.0, f64::max);
        let mut greatest = f64::NEG_INFINITY;
        let best = leads.map(|lead| {
            greatest = greatest.max(lead);
            greatest
        });
        Some(Decision { deficit, best: best.collect() })
    }

    /// The share of the trial that is left, first decided ply included, when the winner's lead first reaches `threshold`; taken
    /// from 1. A trial that ends at once when decided has 1.
    fn promptness(&self, threshold: f64) -> f64 {
        let plies = self.best.len();
        let first = (self.best.partition_point(|&lead| lead < threshold) + 1).min(plies);
        1.0 - (plies - first) as f64 / plies as f64
    }
}

/// **32** Decisiveness (threshold): the least lead that at least the `share` of the trials never let slip; with a share of 1 the
/// greatest lead from which anybody came back, as in the original. `trials` are the decided trials by rising deficit, each with
/// how often it counts. `None` if nothing counts.
pub fn threshold(trials: &[(f64, &Decision)], share: f64) -> Option<f64> {
    let total: f64 = trials.iter().map(|(count, _)| count).sum();
    let mut covered = 0.0;
    let mut last = None;
    for (count, trial) in trials.iter().filter(|(count, _)| *count > 0.0) {
        covered += count;
        last = Some(trial.deficit);
        // A whole number of trials against a product that may be rounded up.
        if covered >= share * total - 1e-9 {
            break;
        }
    }
    last
}

/// **33** Decisiveness (moves): 1 less the mean share of a trial that is still to come when the winner's lead first reaches the
/// threshold of criterion 32. `None` if nothing counts.
pub fn moves(trials: &[(f64, &Decision)], threshold: f64) -> Option<f64> {
    let counted = trials.iter().filter(|(count, _)| *count > 0.0);
    let (sum, total) = counted
        .fold((0.0, 0.0), |(sum, total), (count, trial)| (sum + count * trial.promptness(threshold), total + count));
    (total > 0.0).then(|| sum / total)
}
