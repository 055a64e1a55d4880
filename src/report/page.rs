//! The page: everything about a run in one self-contained HTML file.

use super::beside::beside;
use super::card::card;
use super::model::{Candidate, Model};
use super::plot::{self, Interval};
use super::run_plots::{coverage, fates, population, scores};
use super::svg::{Svg, escape};
use super::tables;
use super::tonight::{shelf, tonight};
use super::words::{count, fixed, percent, things};
use crate::evolution::Recipe;
use crate::judgement::Shelf;
use crate::order;
use crate::store::{Fate, GameRow};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The plots about the run as a whole, by file name.
pub(super) fn plots(model: &Model) -> Vec<(String, Svg)> {
    let mut plots = vec![
        ("fates".to_owned(), fates(&model.games)),
        ("scores".to_owned(), scores(&model.games)),
        ("population".to_owned(), population(&model.games)),
        ("niches".to_owned(), coverage(&model.games)),
    ];
    if !model.candidates.is_empty() {
        plots.insert(0, ("ranking".to_owned(), ranking(model)));
    }
    for candidate in &model.candidates {
        if let Some((winners, typical)) = candidate.leads.plots() {
            plots.push((format!("{}-winners", candidate.stem), winners));
            plots.push((format!("{}-game", candidate.stem), typical));
        }
        if let Some(ladder) = candidate.ladder() {
            plots.push((format!("{}-ladder", candidate.stem), ladder));
        }
    }
    plots
}

fn ranking(model: &Model) -> Svg {
    let row = |c: &Candidate| Interval {
        label: format!("{}  {}", c.rank, c.row.name),
        value: c.score.value,
        low: c.score.low,
        high: c.score.high,
        group: c.tied,
    };
    let rows: Vec<Interval> = model.candidates.iter().map(row).collect();
    plot::intervals(
        "Scores of the candidates",
        "aesthetic score with its 95 % interval; a band joins what is statistically tied",
        &rows,
        None,
        680.0,
    )
}

/// A plot that keeps its size on a narrow screen and scrolls there.
fn wide(plot: &Svg) -> String {
    format!("<div class=\"wide large\">{}</div>\n", plot.inline())
}

/// The whole page.
pub(super) fn page(model: &Model) -> String {
    let mut out = String::with_capacity(1 << 20);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>Evolved games</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n",
        sheet()
    );
    overview(&mut out, model);
    tonight(&mut out, model);
    if !model.candidates.is_empty() {
        let _ = write!(out, "<h2>Ranking</h2>\n{}", wide(&ranking(model)));
        if model.candidates.len() > 1 {
            out.push_str(
                "<p class=\"muted\">The ranks are those above; the scores are as measured, before anything is taken from them. Games on \
                 a common band are statistically tied: the 95 % interval of the difference to the best of them reaches zero.</p>\n",
            );
        }
        beside(&mut out, model);
        out.push_str("<h2>The candidates</h2>\n");
        for candidate in &model.candidates {
            card(&mut out, model, candidate);
        }
    }
    if !model.shelved.is_empty() {
        out.push_str("<h2>Not ranked</h2>\n");
        for kind in Shelf::ALL {
            shelf(&mut out, model, kind);
        }
    }
    let _ = write!(
        out,
        "<h2>The run</h2>\n{}{}{}{}",
        wide(&fates(&model.games)),
        wide(&population(&model.games)),
        wide(&coverage(&model.games)),
        wide(&scores(&model.games))
    );
    reasons(&mut out, model);
    kinds(&mut out, model);
    members(&mut out, model);
    let _ = write!(
        out,
        "<details><summary>The recipe</summary>\n<pre>{}</pre></details>\n</main>\n</body>\n</html>\n",
        escape(if model.run.recipe_source.trim().is_empty() { &model.run.recipe } else { &model.run.recipe_source })
    );
    out
}

/// The style sheet: the palette for light and dark, the page, the plots.
fn sheet() -> String {
    format!("{}{}", super::svg::sheet(":root"), include_str!("page.css"))
}

fn overview(out: &mut String, model: &Model) {
    let children = model.games.children().count();
    let admitted = model.games.children().filter(|game| game.fate == Fate::Admitted).count();
    let candidates = model.candidates.len();
    out.push_str("<h1>Evolved games</h1>\n");
    let seeds = model.games.seed_games().count();
    let _ = writeln!(
        out,
        "<p>From {}, {} bred; {} of them ({}) joined the gene pool, and <b>{}</b> ({}) {} viable: the candidates.</p>",
        things(seeds, "known game", "known games"),
        things(children, "child was", "children were"),
        count(admitted),
        percent(admitted, children),
        count(candidates),
        percent(candidates, children),
        if candidates == 1 { "is" } else { "are" }
    );
    let generations = model.games.rows.iter().filter(|g| g.fate.is_member()).map(|g| g.generation).max().unwrap_or(0);
    out.push_str("<div class=\"tiles\">\n");
    let best = model.candidates.iter().map(|candidate| candidate.score.value).reduce(f64::max);
    let best = best.map_or("–".into(), fixed);
    let tiles = [
        ("seed games", count(seeds)),
        ("children", count(children)),
        ("admitted", count(admitted)),
        ("candidates", count(candidates)),
        ("generations", generations.to_string()),
        ("best score", best),
    ];
    for (label, value) in tiles {
        let _ = writeln!(out, "<div class=\"tile\"><b>{value}</b><span>{label}</span></div>");
    }
    let _ = writeln!(
        out,
        "</div>\n<p class=\"muted\">Seed {}, profile {}{}, ludogen {}. Tables: <a href=\"candidates.csv\">candidates</a>, \
         <a href=\"children.csv\">children</a>, <a href=\"criteria.csv\">criteria</a>, <a href=\"ancestry.csv\">ancestry</a>, <a href=\"niches.csv\">niches</a>.</p>",
        model.run.seed,
        escape(&tables::profile(model)),
        escape(&model.bred_with.as_ref().map_or(String::new(), |bred| format!(" (scored again; bred with {bred})"))),
        escape(&model.run.program)
    );
    if let Ok(recipe) = Recipe::parse(&model.run.recipe, "the recipe of the run") {
        let _ = writeln!(
            out,
            "<p class=\"muted\">The players have a work of {} nodes a move, and of {} where a game must stand stronger players.</p>",
            count(recipe.trials.work as usize),
            count(recipe.viability.work as usize)
        );
    }
    if children == 0 {
        out.push_str("<p>No child has been made yet.</p>\n");
    } else if candidates == 0 {
        out.push_str("<p>No child is viable yet. About one in seventy was in the original; go on breeding.</p>\n");
    }
}

/// The fates of the children with their reasons, the commonest first.
fn reasons(out: &mut String, model: &Model) {
    let mut fates: BTreeMap<(String, String), usize> = BTreeMap::new();
    for game in model.games.children() {
        let (fate, reason) = match game.fate {
            Fate::Rejected(step) => (format!("rejected at {step}"), gist(&game.reason)),
            _ if game.is_candidate() => ("candidate".into(), String::new()),
            _ if game.viable == Some(true) && game.evaluated_twice => {
                (game.shelf.map_or("not ranked", Shelf::words).into(), String::new())
            }
            _ if game.evaluated_twice => {
                ("not viable on a closer look".into(), gist(&game.viability_reasons.join("; ")))
            }
            _ => ("not viable".into(), gist(&game.viability_reasons.join("; "))),
        };
        *fates.entry((fate, reason)).or_insert(0) += 1;
    }
    let mut rows: Vec<_> = fates.into_iter().collect();
    order::sort_by(&mut rows, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    out.push_str(
        "<details><summary>Fates and reasons</summary>\n<div class=\"wide\"><table>\
         <tr><th>fate</th><th>reason</th><th class=\"n\">children</th><th class=\"n\">share</th></tr>\n",
    );
    let all = model.games.children().count();
    for ((fate, reason), n) in rows {
        let (fate, reason, share) = (escape(&fate), escape(&reason), percent(n, all));
        let _ = writeln!(
            out,
            "<tr><td>{fate}</td><td>{reason}</td><td class=\"n\">{}</td><td class=\"n\">{share}</td></tr>",
            count(n)
        );
    }
    out.push_str("</table></div></details>\n");
}

/// A reason without its particulars, so that similar reasons count together: numbers become `#`, and names of relatives are left out.
fn gist(reason: &str) -> String {
    let reason =
        ["the same game as ", "the same as "].iter().find(|s| reason.starts_with(**s)).map_or(reason, |s| s.trim_end());
    let reason = match (reason.starts_with("distance "), reason.split_once(", below")) {
        (true, Some((_, limit))) => format!("a distance below{limit}"),
        _ => reason.to_owned(),
    };
    let mut gist = String::new();
    for c in reason.chars() {
        match c {
            '0'..='9' if gist.ends_with('#') => {}
            '0'..='9' => gist.push('#'),
            c => gist.push(c),
        }
    }
    gist
}

/// How many games there are of each kind, and the best of them.
fn kinds(out: &mut String, model: &Model) {
    let mut niches: BTreeMap<&str, (usize, usize, &GameRow)> = BTreeMap::new();
    let value = |game: &GameRow| game.score.map_or(f64::NEG_INFINITY, |score| score.value);
    for game in model.games.rows.iter().filter(|game| game.fate.is_member() && !game.niche.is_empty()) {
        let (games, candidates, best) = niches.entry(&game.niche).or_insert((0, 0, game));
        *games += 1;
        *candidates += usize::from(game.is_candidate());
        if value(game) > value(best) {
            *best = game;
        }
    }
    if niches.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<details><summary>The {}</summary>\n<p class=\"muted\">By board, goal, mean length in plies and mean \
         number of legal moves.</p>\n<div class=\"wide\"><table><tr><th>kind</th><th class=\"n\">games</th>\
         <th class=\"n\">candidates</th><th>best</th><th class=\"n\">score</th></tr>",
        things(niches.len(), "kind of games", "kinds of games")
    );
    for (niche, (games, candidates, best)) in niches {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{games}</td><td class=\"n\">{candidates}</td><td>{}</td><td class=\"n\">{}</td></tr>",
            escape(niche),
            escape(&best.name),
            fixed(value(best))
        );
    }
    out.push_str("</table></div></details>\n");
}

/// The seed games, the best first.
fn members(out: &mut String, model: &Model) {
    let mut seeds: Vec<&GameRow> = model.games.seed_games().collect();
    let value = |game: &GameRow| game.score.map_or(f64::NEG_INFINITY, |score| score.value);
    order::sort_by(&mut seeds, |a, b| value(b).total_cmp(&value(a)).then(a.id.cmp(&b.id)));
    out.push_str(
        "<details><summary>The seed games</summary>\n<div class=\"wide\"><table>\
         <tr><th>game</th><th class=\"n\">score</th><th class=\"n\">95 % interval</th><th>viable</th></tr>\n",
    );
    for game in seeds {
        let Some(score) = game.score else { continue };
        let viable = match game.viable {
            Some(true) => "yes".to_owned(),
            Some(false) => format!("no: {}", game.viability_reasons.join("; ")),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{} – {}</td><td>{}</td></tr>",
            escape(&game.name),
            fixed(score.value),
            fixed(score.low),
            fixed(score.high),
            escape(&viable)
        );
    }
    out.push_str("</table></div></details>\n");
}
