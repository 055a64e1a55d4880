//! The first screen: the ten to play tonight; and the tables of the other shelves.

use super::card::fragment;
use super::gist::gist;
use super::model::{Candidate, Model, Shelved};
use super::svg::escape;
use super::why::why;
use super::words::fixed;
use crate::judgement::Shelf;
use std::fmt::Write;

/// How many games are shown on the first screen.
const TONIGHT: usize = 10;

/// The ten to play tonight, each with its board, its rules in short, and a sentence why.
pub(super) fn tonight(out: &mut String, model: &Model) {
    let games = &model.candidates[..model.candidates.len().min(TONIGHT)];
    let title = match games.len() {
        0 => return,
        1 => "The one to play tonight".to_owned(),
        n => format!("The {} to play tonight", number(n)),
    };
    let _ = writeln!(out, "<h2>{title}</h2>");
    let judged = model.candidates.iter().any(|game| game.judgement.is_some());
    // By another profile than the run's it does not count how far a game got.
    let again = model.bred_with.is_none() && model.candidates.iter().any(|game| game.heat.is_some());
    let order = order_of(judged && model.candidates.len() > 1, again);
    if !order.is_empty() {
        let _ = writeln!(out, "<p class=\"muted\">{order}</p>");
    }
    out.push_str("<div class=\"tonight\">\n");
    for game in games {
        entry(out, model, game);
    }
    out.push_str("</div>\n");
}

/// What the order of the candidates is by, in a sentence; nothing where there is nothing to say.
fn order_of(judged: bool, again: bool) -> String {
    if !judged {
        return String::new();
    }
    let again = if again { "of these first those measured again in the last round, and " } else { "" };
    format!(
        "In the order of their ranks: first the games that no doubt counts against, {again}then by the score expected of each, less a little for long \
         rules and for every better game that asks for the same."
    )
}

fn number(n: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    n.checked_sub(2).and_then(|i| words.get(i)).map_or_else(|| n.to_string(), |word| word.to_string())
}

fn entry(out: &mut String, model: &Model, game: &Candidate) {
    let _ = writeln!(out, "<article><h3><a href=\"#{}\">{}. {}</a></h3>", game.stem, game.rank, escape(&game.row.name));
    if let Some(board) = &game.board {
        let _ = writeln!(out, "<div class=\"board\">{board}</div>");
    }
    if let Some(english) = &game.english {
        let short = gist(english);
        for (heading, text) in short.sections {
            let heading = if heading.is_empty() { String::new() } else { format!("<b>{heading}.</b> ") };
            let _ = writeln!(out, "<p class=\"english\">{heading}{}</p>", escape(&text));
        }
        if short.cut {
            let _ = writeln!(
                out,
                "<p class=\"muted\">Shortened: <a href=\"#{}\">the full rules</a> are below.</p>",
                game.stem
            );
        }
    }
    if game.judgement.is_some() {
        let _ = writeln!(out, "<p class=\"muted\">{}</p>", escape(&why(model, game)));
    }
    if model.playable {
        let _ = writeln!(out, "<p><a href=\"play.html#{}\">Play it</a></p>", fragment(&game.row.name));
    }
    out.push_str("</article>\n");
}

/// The games of a shelf that are not ranked, with the reasons.
pub(super) fn shelf(out: &mut String, model: &Model, shelf: Shelf) {
    let (title, said) = match shelf {
        Shelf::Candidate => return,
        Shelf::Variant => (
            "Variants worth a try",
            "Known games, and games ranked above, on another board, with another number, or with winning and losing exchanged: never ranked themselves.",
        ),
        Shelf::Unscored => ("Not scored", "Viable, but not measured."),
        Shelf::Flawed => ("Flawed", "Viable at first sight; the reasons tell what is wrong."),
    };
    let games: Vec<&Shelved> = model.shelved.iter().filter(|game| game.row.shelf == Some(shelf)).collect();
    if games.is_empty() {
        return;
    }
    let open = if shelf == Shelf::Variant { " open" } else { "" };
    let _ = write!(
        out,
        "<details{open}><summary>{title} ({})</summary>\n<p class=\"muted\">{said}</p>\n<div class=\"wide\"><table>\
         <tr><th>game</th><th>why</th><th class=\"n\">score</th><th>rules</th></tr>\n",
        games.len()
    );
    for game in games.iter().take(MOST_SHELVED) {
        let reasons = game.judgement.as_ref().map(|j| j.reasons.join("; ")).unwrap_or_default();
        let score = game.row.score.map_or(String::new(), |score| fixed(score.value));
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{score}</td><td><a href=\"rules/{stem}.ludi\">{stem}.ludi</a></td></tr>",
            escape(&game.row.name),
            escape(&reasons),
            stem = game.stem
        );
    }
    out.push_str("</table></div>\n");
    if let Some(more @ 1..) = games.len().checked_sub(MOST_SHELVED) {
        let _ = writeln!(out, "<p class=\"muted\">and {more} more, which are in <code>candidates.csv</code></p>");
    }
    out.push_str("</details>\n");
}

/// As many games of a shelf are listed, the best: of a million games a page of all would be 25 MB long.
const MOST_SHELVED: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_told_as_far_as_it_goes() {
        assert_eq!(order_of(false, false), "");
        let plain = order_of(true, false);
        assert!(plain.starts_with("In the order of their ranks: ") && !plain.contains("last round"), "{plain}");
        assert!(order_of(true, true).contains("of these first those measured again in the last round"));
    }
}
