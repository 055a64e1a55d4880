//! The candidates among the known games, as the page shows them.

use super::listing::Listed;
use super::model::Model;
use super::svg::escape;
use super::words::fixed;
use std::fmt::Write;

/// How many of the best candidates known games are compared with.
const BEST: usize = 10;

/// Of the pairs of a known game and one of the ten best candidates, how many the known game wins, ties counting half; and how many there are.
fn wins(model: &Model, places: &[Listed]) -> (f64, usize) {
    let best: Vec<f64> = model.candidates.iter().take(BEST).map(|c| c.doubted).collect();
    let known = places.iter().filter(|place| place.known);
    let pairs = known.flat_map(|place| best.iter().map(move |score| place.score.partial_cmp(score)));
    let points = pairs.map(|order| order.map_or(0.0, |order| (f64::from(order as i8) + 1.0) / 2.0));
    points.fold((0.0, 0), |(sum, pairs), point| (sum + point, pairs + 1))
}

/// The list, with the share of pairs that known games win against the best candidates.
pub(super) fn beside(out: &mut String, model: &Model) {
    let places = &model.places;
    let (won, pairs) = wins(model, places);
    if pairs == 0 {
        return;
    }
    let of_known = model.of_known.as_deref().map(escape);
    let of_known = of_known.map_or_else(String::new, |name| format!(", and known games theirs by <code>{name}</code>"));
    let _ = write!(
        out,
        "<details><summary>Among the known games ({})</summary>\n<p class=\"muted\">A viable known game has the higher score in {:.0} of 100 pairs with \
         one of the ten best candidates. Games that a profile is fitted to (marked ∘) have the scores that fits without them predict{of_known}; candidates have the scores expected of them, less what speaks against them. This list is by \
         that alone: ranks look at the length of rules, at the last round and at other candidates too, so candidates may stand here in another order.</p>\n<div class=\"wide\"><table><tr><th class=\"n\">place</th><th>game</th><th></th><th class=\"n\">score</th></tr>\n",
        places.len(),
        100.0 * won / pairs as f64
    );
    for (i, place) in places.iter().enumerate() {
        let name = escape(&place.name);
        let name = if place.known { name.to_string() } else { format!("<b>{name}</b>") };
        let what = match (place.known, place.left_out) {
            (false, _) => match model.candidates.iter().find(|candidate| candidate.row.id == place.id) {
                Some(candidate) => format!("candidate, rank {}", candidate.rank),
                None => "candidate".into(),
            },
            (true, true) => "known ∘".into(),
            (true, false) => "known".into(),
        };
        let score = fixed(place.score);
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td>{name}</td><td>{what}</td><td class=\"n\">{score}</td></tr>",
            i + 1
        );
    }
    out.push_str("</table></div></details>\n");
}
