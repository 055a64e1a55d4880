//! Reports on a fit: tables and plots.
//!
//! | file | what it holds |
//! |---|---|
//! | `table.csv` | what each set of criteria is worth: Table I of the paper |
//! | `importance.csv`, `importance.svg` | the error when a criterion is removed: Fig. 10 of the paper |
//! | `predictions.csv`, `predictions.svg` | what nested cross-validation predicts, the plot against the strengths |
//! | `beside.csv`, `beside.svg` | the same of games beside, on their own scale, if there are any |
//!
//! The tables do not repeat the strengths, which may not be free to publish.

use super::error::ReportError;
use super::files::Folder;
use super::plot::{Bar, Spot, bars, spots};
use crate::ranking::Fit;
use crate::ranking::correlation::Correlation;
use crate::ranking::fitted::Prediction;
use std::path::Path;

/// Writes the tables and plots of a fit into the folder, which is made when it is not there.
///
/// # Errors
/// A file cannot be written.
pub fn write(fit: &Fit, folder: &Path) -> Result<(), ReportError> {
    let folder = Folder::open(folder, &[])?;
    folder.write("table.csv", &table(fit))?;
    folder.write("importance.csv", &importance(fit))?;
    folder.write("predictions.csv", &predictions(fit.predictions()))?;
    if let Some(beside) = &fit.nested.beside {
        folder.write("beside.csv", &predictions(fit.predictions_beside()))?;
        folder.write("beside.svg", scatter(fit.predictions_beside(), beside.r).as_bytes())?;
    }
    folder.write("importance.svg", chart(fit).as_bytes())?;
    folder.write("predictions.svg", scatter(fit.predictions(), fit.nested_r.r).as_bytes())
}

/// Rows as CSV. Writing to memory cannot fail, and every row has as many cells as the head.
fn rows<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let written = table.write_record(head);
    debug_assert!(written.is_ok(), "{written:?}");
    for row in rows {
        let written = table.write_record(row);
        debug_assert!(written.is_ok(), "{written:?}");
    }
    table.into_inner().unwrap_or_default()
}

fn rounded(x: f64) -> String {
    if x.is_finite() { format!("{x:.4}") } else { String::new() }
}

fn table(fit: &Fit) -> Vec<u8> {
    let head = [
        "set",
        "method",
        "available",
        "criteria",
        "in_sample_r",
        "loo_r",
        "loo_low",
        "loo_high",
        "nested_r",
        "nested_low",
        "nested_high",
        "nested_error",
    ];
    let maybe =
        |c: &Option<Correlation>, of: fn(&Correlation) -> f64| c.as_ref().map_or(String::new(), |c| rounded(of(c)));
    rows(
        head,
        fit.table.iter().map(|row| {
            [
                row.set.to_owned(),
                row.method.to_owned(),
                row.available.to_string(),
                row.criteria.map_or(String::new(), |n| n.to_string()),
                maybe(&row.in_sample, |c| c.r),
                maybe(&row.left_out, |c| c.r),
                maybe(&row.left_out, |c| c.low),
                maybe(&row.left_out, |c| c.high),
                maybe(&row.nested, |c| c.r),
                maybe(&row.nested, |c| c.low),
                maybe(&row.nested, |c| c.high),
                row.nested_error.map_or(String::new(), rounded),
            ]
        }),
    )
}

fn importance(fit: &Fit) -> Vec<u8> {
    let whole = ["".to_owned(), "".to_owned(), "".to_owned(), rounded(fit.baseline()), "".to_owned()];
    let each = fit.importance.iter().map(|part| {
        let numbers = [part.weight, part.bend, part.error_without, part.chosen].map(rounded);
        let [weight, bend, error_without, chosen] = numbers;
        [part.criterion.name().to_owned(), weight, bend, error_without, chosen]
    });
    rows(["criterion", "weight", "bend", "error_without", "chosen"], each.chain([whole]))
}

fn predictions(all: Vec<Prediction>) -> Vec<u8> {
    let row = |p: Prediction| [p.game, rounded(p.predicted), rounded(p.low), rounded(p.high)];
    rows(["game", "predicted", "low", "high"], all.into_iter().map(row))
}

fn chart(fit: &Fit) -> String {
    let bar = |label: String, value: f64, colour| {
        let note = if value.is_finite() { format!("{:.1} %", 100.0 * value) } else { "no prediction".into() };
        Bar { label, value: if value.is_finite() { value } else { 0.0 }, note, colour }
    };
    let mut all: Vec<Bar> = fit
        .importance
        .iter()
        .map(|part| {
            let colour = if part.weight > 0.0 { "first" } else { "second" };
            let sign = if part.weight > 0.0 { '+' } else { '−' };
            bar(format!("{} {sign}", part.criterion.info().title), part.error_without, colour)
        })
        .collect();
    all.push(bar("Baseline (all)".into(), fit.baseline(), "muted"));
    bars("Left-out error when a criterion is removed, in standard deviations of strength", &all).standalone()
}

fn scatter(predictions: Vec<Prediction>, r: f64) -> String {
    let all: Vec<Spot> = predictions
        .into_iter()
        .map(|p| Spot {
            x: p.predicted,
            y: p.strength,
            x_interval: Some((p.low, p.high)),
            y_interval: p.strength_interval,
        })
        .collect();
    let title = format!("Predicted without the game against human strength: r = {r:.2}");
    spots(&title, "predicted strength (nested cross-validation)", "human strength", &all).standalone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::sample::{Sample, Sources};
    use crate::ranking::validation::Procedure;
    use crate::ranking::{FitOptions, fit};

    #[test]
    fn a_report_has_every_file_and_none_of_the_strengths() {
        let mut criteria = String::from("game,completion,duration,lead_change\n");
        let mut rankings = String::from("game,strength\n");
        for i in 0..12 {
            let (a, b, c) = (f64::from(i) / 12.0, f64::from(i * 7 % 12) / 12.0, f64::from(i * 5 % 12) / 12.0);
            criteria += &format!("<g{i}>,{a},{b},{c}\n");
            rankings += &format!("<g{i}>,{}\n", 3.0 + a + 0.987_654_321 * b);
        }
        let sources = Sources {
            criteria: ("c", &criteria),
            rankings: ("r", &rankings),
            names: None,
            controls: &[],
            vote_deviation: 1.5,
        };
        let sample = Sample::parse(&sources).unwrap();
        let options = FitOptions { procedure: Procedure::Ridge, permutations: 5, repeats: 1, ..FitOptions::default() };
        let fit = fit(&sample, &options).unwrap();
        let folder = tempfile::tempdir().unwrap();
        write(&fit, folder.path()).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("table.csv").lines().count(), fit.table.len() + 1);
        let bars = read("importance.csv");
        assert_eq!(bars.lines().count(), 5);
        assert!(bars.lines().last().unwrap().starts_with(",,"), "{bars}");
        assert_eq!(read("predictions.csv").lines().count(), 13);
        for plot in ["importance.svg", "predictions.svg"] {
            let text = read(plot);
            assert!(text.starts_with("<svg") && !text.contains("NaN") && !text.contains("inf"), "{text}");
        }
        // A line for the interval of each of twelve predictions; the style sheet does not contain these words.
        assert!(read("predictions.svg").matches("thin s-muted").count() >= 12);
    }
}
