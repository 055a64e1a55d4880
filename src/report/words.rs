//! Numbers as the page shows them.

use super::plot::thousands;
use super::svg::decimals;
use crate::judgement::Sign;

/// What a sign against a game is about, in words.
pub fn about(sign: Sign) -> &'static str {
    match sign {
        Sign::Lint => "the rules",
        Sign::Play => "the play",
        Sign::Openings => "the openings",
        Sign::Ladder => "the skill it takes",
        Sign::Surprise => "how unusual the rules are",
    }
}

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

/// A number of things with their name, in the singular for one.
///
/// ```
/// use ludogen::report::things;
///
/// assert_eq!([1, 2].map(|n| things(n, "ply", "plies")), ["1 ply", "2 plies"]);
/// ```
pub fn things(n: usize, one: &str, more: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_in_the_singular() {
        let plies = |n| things(n, "ply", "plies");
        assert_eq!([plies(0), plies(1), plies(2)], ["0 plies", "1 ply", "2 plies"]);
    }
}
