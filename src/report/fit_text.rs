//! A fit as text for a terminal.

use crate::ranking::Fit;
use crate::ranking::correlation::Correlation;
use crate::ranking::fitted::Summary;
use std::fmt::{self, Write};

/// The fit as text.
pub fn text(fit: &Fit) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(fit, &mut out);
    out
}

fn write_text(fit: &Fit, out: &mut String) -> fmt::Result {
    let summary = fit.summary();
    writeln!(out, "{}\n", summary.verdict)?;
    writeln!(out, "{} games, {} criteria to choose from", summary.games, summary.criteria)?;
    writeln!(out, "in sample    r = {}", shown(&fit.in_sample))?;
    match &fit.left_out {
        Some(found) => writeln!(out, "left out     r = {}", shown(found))?,
        None => writeln!(
            out,
            "left out     not defined: some criterion is about one game alone, which decides its own prediction"
        )?,
    }
    if let Some(null) = summary.null_r_95 {
        writeln!(out, "  by chance  r = {null:.3} or more once in 20 times")?;
    }
    let (rho, error) = (summary.nested_rho, summary.nested_error);
    writeln!(out, "nested       r = {}, rank correlation {rho:.3}, error {error:.3}", shown(&fit.nested_r))?;
    if let (Some(r), Some(error)) = (&summary.beside_nested, summary.beside_nested_error) {
        writeln!(out, "{} games beside, nested r = {}, error {error:.3}", r.games, shown(r))?;
    }
    if let (Some(words), Some(both), Some(error)) =
        (&summary.words_nested, &summary.both_nested, summary.both_nested_error)
    {
        writeln!(out, "words alone  r = {}, of {} games with rules", shown(words), words.games)?;
        writeln!(out, "with words   r = {}, error {error:.3}", shown(both))?;
    }
    for compared in &summary.compared {
        let r = compared.r.as_ref().map_or("undefined".into(), shown);
        writeln!(out, "profile `{}`: r = {r}", compared.profile)?;
        if !compared.missing.is_empty() {
            let names: Vec<&str> = compared.missing.iter().map(|c| c.name()).collect();
            writeln!(out, "  without {}", names.join(", "))?;
        }
    }
    if let Some(share) = summary.controlled {
        writeln!(out, "controls explained {share:.3} of the variance of the strengths")?;
    }
    if let Some(error) = summary.measurement_error {
        writeln!(out, "scores are measured with a standard error of {error:.3} of their spread")?;
    }
    if !summary.table.is_empty() {
        write_table(fit, &summary, out)?;
    }
    if !summary.notes.is_empty() {
        writeln!(out)?;
    }
    for note in &summary.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn write_table(fit: &Fit, summary: &Summary, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "\n{:<18} {:<14} {:>8} {:>10} {:>10} {:>25}",
        "set", "method", "criteria", "in sample", "left out", "nested"
    )?;
    let number = |c: &Option<Correlation>| c.map_or("–".into(), |c| format!("{:.3}", c.r));
    for row in &summary.table {
        let criteria = row.criteria.map_or("–".into(), |n| n.to_string());
        let nested = row.nested.as_ref().map_or("–".into(), shown);
        writeln!(
            out,
            "{:<18} {:<14} {criteria:>8} {:>10} {:>10} {nested:>25}",
            row.set,
            row.method,
            number(&row.in_sample),
            number(&row.left_out)
        )?;
    }
    writeln!(out, "\n{:<24} {:>9} {:>9} {:>14} {:>12}", "criterion", "weight", "bend", "error without", "chosen")?;
    for part in &summary.importance {
        let chosen = 100.0 * part.chosen;
        writeln!(
            out,
            "{:<24} {:>9.3} {:>9.3} {:>14.3} {chosen:>10.0} %",
            part.criterion.name(),
            part.weight,
            part.bend,
            part.error_without
        )?;
    }
    writeln!(out, "{:<24} {:>9} {:>9} {:>14.3}", "all of them", "", "", fit.baseline())
}

fn shown(c: &Correlation) -> String {
    format!("{:.3} [{:.3}, {:.3}]", c.r, c.low, c.high)
}
