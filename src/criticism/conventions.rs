//! The conventions that the criteria share.

use serde::{Deserialize, Serialize};

/// Where the lead of a position comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeadSource {
    /// The value of a search, as recorded with the ply.
    #[default]
    Searched,
    /// The difference of the two static estimates.
    Static,
}

/// What the definitions of the paper leave open. The defaults are the conventions this project compares games by; scores measured under
/// different conventions are not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conventions {
    /// Trials with fewer measured plies are skipped by the quality criteria. Default 3; 2 at least.
    pub min_plies: usize,
    /// A lead, or a change of it, smaller than this counts as 0. Default 0.001.
    pub level: f64,
    /// The length, in plies, at which a game should end. The paper's 60.
    pub preferred_plies: u32,
    /// Whether drawn trials count in the uncertainty criteria as trials with a lead of 0 throughout; else they are skipped.
    pub draws_flat: bool,
    /// Which share of the trials the decisive lead of criterion 32 must cover. Default 0.95, since a single trial decides a
    /// maximum; 1 gives the maximum, as in the original.
    pub threshold_share: f64,
    /// Where leads come from.
    pub leads: LeadSource,
}

impl Default for Conventions {
    fn default() -> Self {
        Conventions {
            min_plies: 3,
            level: 1e-3,
            preferred_plies: 60,
            draws_flat: true,
            threshold_share: 0.95,
            leads: LeadSource::Searched,
        }
    }
}
