//! The lead history of one trial, the raw material of criteria 23 to 33 and 36 to 41.

use crate::criticism::conventions::{Conventions, LeadSource};
use crate::trials::Trial;

/// The lead, White minus Black, after the opening and after each measured ply.
///
/// The last position is over, and its lead is what the result says: 1 or −1 for a win, 0 for a draw. Some criteria use that value
/// ([`full`](Self::full)); the others would see a decisive swing in every won game and stop one ply before
/// ([`open`](Self::open)).
#[derive(Clone, Debug, PartialEq)]
pub struct LeadHistory {
    leads: Vec<f64>,
    movers: Vec<u8>,
    winner: Option<u8>,
}

impl LeadHistory {
    /// The history of a trial; `None` when it is too short to tell anything of quality.
    pub fn of(trial: &Trial, conventions: &Conventions) -> Option<Self> {
        if trial.plies.len() < conventions.min_plies.max(2) {
            return None;
        }
        let difference = |[white, black]: [f64; 2]| white - black;
        let mut leads = Vec::with_capacity(trial.plies.len() + 1);
        match conventions.leads {
            LeadSource::Searched => {
                leads.push(bounded(trial.opening_lead));
                leads.extend(trial.plies.iter().map(|p| bounded(p.lead)));
            }
            LeadSource::Static => {
                leads.push(bounded(difference(trial.opening_estimates)));
                leads.extend(trial.plies.iter().map(|p| bounded(difference(p.estimates))));
            }
        }
        let winner = trial.winner();
        leads[trial.plies.len()] = winner.map_or(0.0, side);
        Some(LeadHistory { leads, movers: trial.plies.iter().map(|p| p.mover).collect(), winner })
    }

    /// M, the number of measured plies.
    pub fn plies(&self) -> usize {
        self.movers.len()
    }

    /// L(0) … L(M), the last by the result.
    pub fn full(&self) -> &[f64] {
        &self.leads
    }

    /// L(0) … L(M − 1), the positions that were still open.
    pub fn open(&self) -> &[f64] {
        &self.leads[..self.leads.len() - 1]
    }

    /// The eventual winner's sign: 1 for White, −1 for Black; `None` for a draw. Times L it is λ, the winner's lead.
    pub fn winner_sign(&self) -> Option<f64> {
        self.winner.map(side)
    }

    /// What the mover of each open ply gained by it, in [−2, 2].
    pub fn gains(&self) -> impl Iterator<Item = f64> + '_ {
        self.changes().zip(&self.movers).map(|(change, &mover)| side(mover) * change)
    }

    /// L(n) − L(n − 1) for each open ply.
    pub fn changes(&self) -> impl Iterator<Item = f64> + '_ {
        self.open().windows(2).map(|pair| pair[1] - pair[0])
    }
}

/// 1 for White, −1 for Black.
fn side(player: u8) -> f64 {
    if player == 0 { 1.0 } else { -1.0 }
}

/// A lead within −1 and 1, so that an unsound record does not spoil the measurements of the whole game.
fn bounded(lead: f64) -> f64 {
    if lead.is_nan() { 0.0 } else { lead.clamp(-1.0, 1.0) }
}
