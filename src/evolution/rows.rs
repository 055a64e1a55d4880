//! What is stored of measurements, trials, verdicts and costs.

use crate::criticism::{self, Criterion, Measured};
use crate::solver::flaws::Check;
use crate::stopwatch::Stopwatch;
use crate::store::{Cost, Measurement, Step, TrialRow, VerdictRow};
use crate::trials::Trial;
use serde_json::json;

/// The measurements as they are stored.
pub(super) fn measurement_rows(measured: &Measured) -> Vec<Measurement> {
    rows_of(measured.measurements())
}

/// Measurements as they are stored.
pub(super) fn rows_of(measured: &[criticism::Measurement]) -> Vec<Measurement> {
    let row = |m: &criticism::Measurement| Measurement {
        criterion: m.criterion.number() as u8,
        value: m.value,
        standard_error: m.standard_error,
        samples: m.samples,
    };
    measured.iter().map(row).collect()
}

/// Stored measurements as those of criteria; what has an unknown number is left out.
pub(crate) fn read_measurements(rows: &[Measurement]) -> Vec<criticism::Measurement> {
    let read = |m: &Measurement| {
        let criterion = *Criterion::ALL.get(usize::from(m.criterion))?;
        let Measurement { value, standard_error, samples, .. } = *m;
        Some(criticism::Measurement { criterion, value, standard_error, samples })
    };
    rows.iter().filter_map(read).collect()
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

/// What a step cost that has been measured until now.
pub(super) fn cost(step: Step, nodes: u64, watch: Stopwatch) -> Cost {
    Cost { step, nodes, milliseconds: watch.stop().as_secs_f64() * 1e3 }
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
