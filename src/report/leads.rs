//! What the trials of a game tell: how they ended, who led, and what more work is worth.

use super::plot::{self, Interval, thousands};
use super::svg::Svg;
use super::words::things;
use crate::criticism::share_interval;
use crate::order;
use crate::store::TrialRow;
use crate::trials::{Ending, Rung};

/// How many trials are told move by move.
const TOLD: usize = 8;

/// The trials of a game in short.
#[derive(Clone, Debug, Default)]
pub struct Leads {
    /// The leads of the winners of decided trials.
    pub winners: Vec<Vec<f32>>,
    /// The decided trial of median length.
    pub typical: Option<TrialRow>,
    /// The moves of the first decided trials.
    pub told: Vec<String>,
    /// How the trials ended, in the order of [`Ending::ALL`].
    pub endings: [usize; 4],
}

impl Leads {
    /// That of these trials.
    pub fn of(mut trials: Vec<TrialRow>) -> Leads {
        let endings = Ending::ALL.map(|ending| trials.iter().filter(|trial| trial.ending == ending).count());
        trials.retain(|trial| matches!(trial.ending, Ending::White | Ending::Black));
        let sign = |ending| if ending == Ending::White { 1.0 } else { -1.0 };
        let winners =
            trials.iter().map(|trial| trial.leads.iter().map(|lead| lead * sign(trial.ending)).collect()).collect();
        // On a page White makes the first move.
        let told =
            trials.iter().filter(|trial| trial.first_mover == 0).take(TOLD).map(|trial| trial.moves.clone()).collect();
        order::sort_by_key(&mut trials, |trial| trial.leads.len());
        let middle = trials.len() / 2;
        Leads { winners, typical: trials.into_iter().nth(middle), told, endings }
    }

    /// Plots of all decided trials, and of one of them.
    pub fn plots(&self) -> Option<(Svg, Svg)> {
        let typical = self.typical.as_ref()?;
        let title = things(self.winners.len(), "game", "games");
        let one = format!("One game, won by {}", if typical.ending == Ending::White { "White" } else { "Black" });
        Some((plot::winners_lead(&title, &self.winners), plot::lead_history(&one, &typical.leads)))
    }
}

/// What more work is worth to a player: the share of the points at each rung of the ladder. `None` without matches.
pub(super) fn ladder(rungs: &[Rung]) -> Option<Svg> {
    let row = |rung: &Rung| {
        let value = rung.result.score()?;
        let (low, high) = share_interval(value, rung.result.games);
        let label = format!("{} : {}", thousands(&rung.stronger.to_string()), thousands(&rung.weaker.to_string()));
        Some(Interval { label, value, low, high, group: 0 })
    };
    let rows: Vec<Interval> = rungs.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| {
        plot::intervals("More work a move against less", "share of the points, 95 % interval", &rows, Some(0.5), 360.0)
    })
}
