//! A candidate on the page: rules, lead plots, criteria, ancestry.

use super::checks::{Finding, SMALLER, asked, findings};
use super::model::{Candidate, Model};
use super::rules;
use super::svg::{decimals, escape};
use super::words::{about, count, fixed, percent, things};
use crate::export::Form;
use crate::language::syntax::capital;
use crate::order;
use crate::store::{GameRow, PLAYER};
use crate::trials::Rung;
use std::fmt::Write;

/// A name as the fragment of an address.
pub(super) fn fragment(name: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    name.bytes().map(escaped).collect()
}

/// A candidate with everything about it.
pub(super) fn card(out: &mut String, model: &Model, candidate: &Candidate) {
    let game = &candidate.row;
    let tied = match model.candidates.iter().filter(|c| c.tied == candidate.tied).count() {
        0 | 1 => String::new(),
        group => format!(" <small>tied with {}</small>", group - 1),
    };
    let score = candidate.score;
    let _ = write!(
        out,
        "<article class=\"card\" id=\"{stem}\">\n<header><span class=\"rank\">{rank}{tied}</span><h3>{name}</h3>\
         <span class=\"score\">score {value} <small>[{low}, {high}]</small></span></header>\n",
        stem = candidate.stem,
        rank = candidate.rank,
        name = escape(&game.name),
        value = fixed(score.value),
        low = fixed(score.low),
        high = fixed(score.high)
    );
    let _ = write!(out, "<p class=\"muted\">{}", escape(&lineage(model, game)));
    if let Some(nearest) = game.nearest {
        let name = escape(model.games.name(nearest.game));
        let _ = write!(out, " Nearest relative: {name}, at distance {}.", fixed(nearest.distance));
    }
    out.push_str("</p>\n");
    if let Some(board) = &candidate.board {
        let _ = writeln!(out, "<div class=\"board\">{board}</div>");
    }
    if let Some(english) = &candidate.english {
        let _ = writeln!(out, "<p class=\"english\">{}</p>", escape(english.trim()));
    }
    judgement(out, candidate);
    if model.playable {
        let _ = writeln!(out, "<p><a href=\"play.html#{}\">Play it</a></p>", fragment(&game.name));
    }
    let open = if candidate.english.is_some() { "" } else { " open" };
    if candidate.judgement.is_some() {
        let _ = writeln!(out, "<details><summary>Rules</summary>\n<pre>{}</pre>", escape(candidate.text.trim_end()));
        removed(out, candidate);
        let _ = writeln!(out, "</details>");
    }
    let _ = writeln!(out, "<details{open}><summary>Rules as they were bred, and where they come from</summary>");
    rules::annotated(out, model, candidate);
    let _ = write!(out, "<p><a href=\"rules/{stem}.ludi\">rules/{stem}.ludi</a>", stem = candidate.stem);
    for (form, _) in &candidate.exports {
        let what = match form {
            Form::Json => "as JSON",
            Form::Ludii => "for Ludii",
        };
        let _ = write!(out, " · <a href=\"rules/{}.{}\" download>{what}</a>", candidate.stem, form.ending());
    }
    let _ = writeln!(out, "</p></details>");
    let _ = writeln!(
        out,
        "<p class=\"muted\">In the folder of this report: <code>ludogen play rules/{stem}.ludi</code>, or \
         <code>ludogen measure rules/{stem}.ludi --slow</code> to measure it again.</p>",
        stem = candidate.stem
    );
    if let Some((winners, typical)) = candidate.leads.plots() {
        let [white, black, draws, timeouts] = candidate.leads.endings;
        let total = white + black + draws + timeouts;
        let _ = writeln!(
            out,
            "<div class=\"pair\">{}{}</div>\n<p class=\"muted\">Of {} trials White won {}, Black {}; {} were drawn and {} \
             abandoned.</p>",
            winners.inline(),
            typical.inline(),
            count(total),
            percent(white, total),
            percent(black, total),
            percent(draws, total),
            percent(timeouts, total)
        );
    }
    if let Some(ladder) = candidate.ladder() {
        let _ = writeln!(out, "<div class=\"pair\">{}</div>", ladder.inline());
    }
    flaws(out, candidate);
    criteria(out, model, candidate);
    heritage(out, candidate);
    out.push_str("</article>\n");
}

fn lineage(model: &Model, game: &GameRow) -> String {
    let child = game.child.map(|child| format!("Child {child}, generation {}", game.generation)).unwrap_or_default();
    match game.parents {
        Some([a, b]) => {
            let distance =
                |i: usize| game.parent_distances.map(|d| format!(" (at distance {})", fixed(d[i]))).unwrap_or_default();
            format!("{child}, of {}{} and {}{}.", model.games.name(a), distance(0), model.games.name(b), distance(1))
        }
        None => format!("{child}."),
    }
}

/// What speaks for and against it besides the score.
fn judgement(out: &mut String, candidate: &Candidate) {
    let Some(judgement) = &candidate.judgement else { return };
    if fixed(candidate.doubted) != fixed(candidate.score.value) {
        let _ = writeln!(
            out,
            "<p class=\"muted\">Expected of it: {}, by its score, what readers think of such rules, and what speaks against it.</p>",
            fixed(candidate.doubted)
        );
    }
    for flag in &judgement.flags {
        let _ = writeln!(out, "<p><b>A doubt</b> about {}: {}.</p>", about(flag.sign), escape(&flag.text));
    }
    let near = |list: &[(String, f64)]| {
        let names = list.iter().map(|(name, distance)| format!("{} {}", escape(name), fixed(*distance)));
        names.collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(
        out,
        "<p class=\"muted\">Known games nearest in rules: {}; in play: {}.</p>",
        near(&judgement.nearest.rules),
        near(&judgement.nearest.play)
    );
    let share = |r: &Rung| r.result.score().map_or(String::new(), |share| decimals(100.0 * share, 0));
    if let [rungs @ .., span] = &judgement.ladder[..]
        && !rungs.is_empty()
    {
        let _ = writeln!(
            out,
            "<p class=\"muted\">With twice the work a player gets {} % of the points, from a work of {} up; the strongest gets {} % against the \
             weakest, and then whoever begins wins {} of {} games.</p>",
            rungs.iter().map(share).collect::<Vec<_>>().join(", "),
            span.weaker,
            share(span),
            span.first_wins,
            span.result.games
        );
    }
    let nodes = things(judgement.opening.nodes as usize, "position", "positions");
    let _ = writeln!(
        out,
        "<p class=\"muted\">Who wins with perfect play is not known: a search of {nodes} from the start and from openings does not tell.</p>"
    );
}

/// What was left out of the rules.
fn removed(out: &mut String, candidate: &Candidate) {
    let Some(judgement) = candidate.judgement.as_ref().filter(|j| !j.removed.is_empty()) else { return };
    let evidence = escape(&judgement.evidence);
    let _ =
        writeln!(out, "<p>Left out, since the game plays the same without it ({evidence}):</p>\n<ul class=\"log\">");
    for r in &judgement.removed {
        let after = if r.after.is_empty() { String::new() } else { format!(" → <code>{}</code>", escape(&r.after)) };
        let _ = writeln!(out, "<li><code>{}</code>{after}: {}</li>", escape(&r.before), escape(&r.why));
    }
    out.push_str("</ul>\n");
}

/// What the checks for flaws found.
fn flaws(out: &mut String, candidate: &Candidate) {
    if candidate.verdicts.is_empty() {
        return;
    }
    let fatal = candidate.verdicts.iter().filter(|v| v.is_fatal());
    let fatal: Vec<&str> = fatal.map(|v| asked(&v.flaw).unwrap_or(&v.flaw)).collect();
    if !fatal.is_empty() {
        let fatal = fatal.join(", ");
        let _ = writeln!(out, "<p><b>Not worth playing</b> ({}): ranked below all games that are.</p>", escape(&fatal));
    }
    let all: Vec<Finding> = candidate.verdicts.iter().map(Finding::from).collect();
    let (told, smaller) = findings(&all);
    out.push_str("<details><summary>Is it trivially solved?</summary>\n");
    if smaller {
        let _ = writeln!(out, "<p class=\"muted\">{}</p>", escape(SMALLER));
    }
    out.push_str("<ul>\n");
    for (asked, found) in told {
        let _ = writeln!(out, "<li>{}: {}</li>", escape(&capital(&asked)), escape(&found));
    }
    out.push_str("</ul></details>\n");
}

fn criteria(out: &mut String, model: &Model, candidate: &Candidate) {
    let Some(measured) = model.measurements.get(&candidate.row.id) else { return };
    let mut measured = measured.clone();
    order::sort_by_key(&mut measured, |m| m.criterion);
    out.push_str("<details><summary>Criteria</summary>\n<div class=\"criteria\">\n");
    for m in &measured {
        let Some(name) = model.run.criteria.get(usize::from(m.criterion)) else { continue };
        let width = decimals(100.0 * m.value.clamp(0.0, 1.0), 0);
        let error = if m.standard_error > 0.0 {
            format!(" <span class=\"muted\">± {}</span>", fixed(m.standard_error))
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "<div><span>{}</span><span class=\"gauge\"><i style=\"width:{width}%\"></i></span><span class=\"v\">{}{error}</span></div>",
            escape(&name.replace('_', " ")),
            fixed(m.value)
        );
    }
    out.push_str("</div></details>\n");
}

fn heritage(out: &mut String, candidate: &Candidate) {
    out.push_str("<details><summary>Ancestry and policy</summary>\n");
    if !candidate.ancestors.is_empty() {
        let shown = candidate.ancestors.iter().take(8).map(|(name, share)| {
            format!("{} {} %", escape(name), decimals(100.0 * share, if *share < 0.1 { 1 } else { 0 }))
        });
        let mut line = shown.collect::<Vec<_>>().join(", ");
        if candidate.ancestors.len() > 8 {
            let _ = write!(line, " and {}", things(candidate.ancestors.len() - 8, "other", "others"));
        }
        let _ = writeln!(out, "<h4>Descends from</h4><p>{line}</p>");
    }
    if !candidate.log.is_empty() {
        out.push_str("<h4>How it was made</h4><ul class=\"log\">\n");
        for line in &candidate.log {
            let _ = writeln!(out, "<li>{}</li>", escape(line));
        }
        out.push_str("</ul>\n");
    }
    let player = |row: &(String, f64)| Some((row.0.strip_prefix(PLAYER)?.to_owned(), row.1));
    if let Some((name, share)) = candidate.policy.iter().find_map(player) {
        let name = match name.as_str() {
            "policy" => "alpha-beta by the policy that won the round robin",
            "reweighted" => "alpha-beta by that policy with its advisors weighed anew from play",
            "learnt" => "alpha-beta by a policy learnt from play",
            "uct" => "UCT",
            other => other,
        };
        let share = decimals(100.0 * share, 0);
        let _ = writeln!(
            out,
            "<h4>Measured by</h4><p>{}, with {share} % of the points against the player that came nearest to it.</p>",
            escape(name)
        );
    }
    let mut advisors = candidate.policy.iter().filter(|(name, _)| !name.starts_with(PLAYER)).peekable();
    if advisors.peek().is_some() {
        out.push_str(
            "<h4>Policy</h4><div class=\"wide\"><table><tr><th>advisor</th><th class=\"n\">weight</th></tr>\n",
        );
        for (advisor, weight) in advisors.filter(|(_, weight)| *weight != 0.0) {
            let advisor = escape(advisor);
            let _ = writeln!(out, "<tr><td>{advisor}</td><td class=\"n\">{}</td></tr>", fixed(*weight));
        }
        out.push_str("</table></div>\n");
    }
    out.push_str("</details>\n");
}
