//! Numbers as the page shows them.

use super::plot::thousands;
use super::svg::decimals;

/// Three decimals, as tables show numbers.
pub(super) fn fixed(x: f64) -> String {
    let text = format!("{x:.3}");
    if text == "-0.000" { "0.000".into() } else { text }
}

/// A share as a percentage, with a decimal where it is small.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{} %", decimals(share, if share < 10.0 { 1 } else { 0 }))
}

/// A number of things; large ones with their thousands set off.
pub(super) fn count(n: usize) -> String {
    if n < 10_000 { n.to_string() } else { thousands(&n.to_string()) }
}
