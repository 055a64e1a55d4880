//! What is stored of measurements, trials, verdicts and costs.

use crate::criticism::{self, Measured};
use crate::solver::flaws::Check;
use crate::store::{Cost, Measurement, Step, TrialRow, VerdictRow};
use crate::trials::Trial;
use serde_json::json;
use std::time::Instant;

/// The measurements as they are stored.
pub(super) fn measurement_rows(measured: &Measured) -> Vec<Measurement> {
    let row = |m: &criticism::Measurement| Measurement {
        criterion: m.criterion.number() as u8,
        value: m.value,
        standard_error: m.standard_error,
        samples: m.samples,
    };
    measured.measurements().iter().map(row).collect()
}

/// A trial as it is stored.
pub(super) fn trial_row(trial: &Trial) -> TrialRow {
    let leads = std::iter::once(trial.opening_lead).chain(trial.plies.iter().map(|p| p.lead));
    TrialRow {
        seed: trial.seed,
        first_mover: trial.first_mover,
        ending: trial.ending,
        moves: trial.moves.join(" "),
        leads: leads.map(|l| l as f32).collect(),
    }
}

/// What a step cost that was begun then and ends now.
pub(super) fn cost(step: Step, nodes: u64, started: Instant) -> Cost {
    Cost { step, nodes, milliseconds: started.elapsed().as_secs_f64() * 1e3 }
}

/// The verdicts on the flaws of a game as they are stored.
pub(super) fn verdict_rows(checks: &[Check]) -> Vec<VerdictRow> {
    let row = |check: &Check| VerdictRow {
        flaw: check.check.name().into(),
        verdict: if check.fatal { VerdictRow::FATAL } else { check.verdict.word() }.into(),
        evidence: json!({"board": check.board, "found": check.evidence}).to_string(),
        budget: json!(check.budget).to_string(),
    };
    checks.iter().map(row).collect()
}
