//! The first screen: the ten to play tonight; and the tables of the other shelves.

use super::card::fragment;
use super::model::{Candidate, Model, Shelved};
use super::svg::escape;
use super::words::fixed;
use crate::judgement::{Judgement, Shelf};
use std::fmt::Write;

/// How many games are shown on the first screen.
const TONIGHT: usize = 10;

/// The sections of the rules that are shown there, and the most words of each: the picture shows the rest of the board.
const SECTIONS: [(&str, usize); 3] = [("Board", 15), ("Play", 60), ("End", 45)];

/// The most words of rules that have no such sections.
const WORDS: usize = 90;

/// The ten to play tonight, each with its board, its rules in short, and a sentence why.
pub(super) fn tonight(out: &mut String, model: &Model) {
    let games = &model.candidates[..model.candidates.len().min(TONIGHT)];
    let title = match games.len() {
        0 => return,
        1 => "The one to play tonight".to_owned(),
        n => format!("The {} to play tonight", number(n)),
    };
    let _ = write!(out, "<h2>{title}</h2>\n<div class=\"tonight\">\n");
    for game in games {
        entry(out, model, game);
    }
    out.push_str("</div>\n");
}

fn number(n: usize) -> String {
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    n.checked_sub(2).and_then(|i| words.get(i)).map_or_else(|| n.to_string(), |word| word.to_string())
}

fn entry(out: &mut String, model: &Model, game: &Candidate) {
    let _ = writeln!(
        out,
        "<article><h3><a href=\"#{}\">{}. {}</a> <small>{}</small></h3>",
        game.stem,
        game.rank,
        escape(&game.row.name),
        fixed(game.doubted)
    );
    if let Some(board) = &game.board {
        let _ = writeln!(out, "<div class=\"board\">{board}</div>");
    }
    if let Some(english) = &game.english {
        for (heading, text) in gist(english) {
            let heading = if heading.is_empty() { String::new() } else { format!("<b>{heading}.</b> ") };
            let _ = writeln!(out, "<p class=\"english\">{heading}{}</p>", escape(&text));
        }
    }
    if let Some(judgement) = &game.judgement {
        let _ = writeln!(out, "<p class=\"muted\">{}</p>", escape(&why(judgement, game.heat)));
    }
    if model.playable {
        let _ = writeln!(out, "<p><a href=\"play.html#{}\">Play it</a></p>", fragment(&game.row.name));
    }
    out.push_str("</article>\n");
}

/// The rules in short: of each section that matters here whole sentences, as many as fit.
fn gist(english: &str) -> Vec<(&'static str, String)> {
    let section = |heading: &str| {
        let mut sections = english.split("\n\n").map(|part| part.trim().split_once('\n').unwrap_or((part, "")));
        let (_, body) = sections.find(|(first, body)| *first == heading && !body.is_empty())?;
        // Of a list of one, what leads up to it goes without saying.
        let lines: Vec<&str> = body.lines().collect();
        let one = lines.iter().filter(|line| line.starts_with("- ")).count() == 1;
        let kept = lines.into_iter().filter(|line| !(one && line.ends_with(':')));
        Some(kept.map(|line| if one { line.trim_start_matches("- ") } else { line }).collect::<Vec<_>>().join("\n"))
    };
    let found = SECTIONS.iter().filter_map(|&(heading, most)| Some((heading, shortened(&section(heading)?, most))));
    let found: Vec<(&'static str, String)> = found.collect();
    if found.is_empty() { vec![("", shortened(english.trim(), WORDS))] } else { found }
}

/// A text of so many words at most: whole sentences, as many as fit, and one at least.
fn shortened(text: &str, most: usize) -> String {
    let mut kept = String::new();
    for sentence in text.split_inclusive(". ").flat_map(|part| part.split_inclusive('\n')) {
        let count = |text: &str| text.split_whitespace().count();
        if !kept.is_empty() && count(&kept) + count(sentence) > most {
            return format!("{} …", kept.trim_end());
        }
        kept.push_str(sentence);
    }
    kept
}

/// A sentence on why a game is worth a look: what it is near to, how long it is, what strength tells, and what nobody knows.
fn why(judgement: &Judgement, heat: Option<(u32, u32)>) -> String {
    let mut parts = Vec::new();
    if let Some((name, distance)) = judgement.nearest.rules.first() {
        parts.push(format!(
            "nearest known game: {name}, {} % of the way to having nothing in common",
            percent(*distance)
        ));
    }
    parts.push(format!("a game takes {:.0} turns", judgement.habits.turns));
    if let [_, .., span] = &judgement.ladder[..]
        && let Some(share) = span.result.score()
    {
        let times = span.stronger / span.weaker.max(1);
        parts.push(format!("thinking {times} times as hard wins {} % of the points", percent(share)));
    }
    let mut text = parts.join("; ");
    if let Some(first) = text.get(..1) {
        text.replace_range(..1, &first.to_uppercase());
    }
    text.push('.');
    if let Some((_, times)) = heat {
        let _ = write!(text, " Measured again with {times} times the work.");
    }
    for flag in &judgement.flags {
        let _ = write!(text, " A doubt: {}.", flag.text);
    }
    text
}

fn percent(share: f64) -> i64 {
    (100.0 * share).round() as i64
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
    fn the_gist_is_what_players_do_and_how_it_ends() {
        let english = "G\n\nPlayers\nTwo.\n\nBoard\nThe board is square.\n\nPlay\nOn a turn a player makes this move:\n- Place a stone. Then flip.\nNobody passes.\n\nEnd\nA player wins by four.\nOr so.\n";
        let expected = [
            ("Board", "The board is square."),
            ("Play", "Place a stone. Then flip.\nNobody passes."),
            ("End", "A player wins by four.\nOr so."),
        ];
        assert_eq!(gist(english), expected.map(|(heading, text)| (heading, text.to_string())));
        let two = english.replace("Nobody", "- Nobody");
        assert_eq!(
            gist(&two)[1].1,
            "On a turn a player makes this move:\n- Place a stone. Then flip.\n- Nobody passes."
        );
        assert_eq!(gist("In short: play."), [("", "In short: play.".to_string())]);
    }

    #[test]
    fn long_rules_end_after_a_sentence() {
        let text = "One two three. Four five.\nSix seven eight. Nine.";
        assert_eq!(shortened(text, 100), text);
        assert_eq!(shortened(text, 5), "One two three. Four five. …");
        assert_eq!(shortened(text, 1), "One two three. …");
        assert_eq!(shortened("", 5), "");
    }
}
