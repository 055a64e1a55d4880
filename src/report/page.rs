//! The page: everything about a run in one HTML file that needs nothing else.

use super::model::{Candidate, Model};
use super::plot::{self, Bar, Drawn, Interval, Series, thousands};
use super::svg::{PALETTE, SHAPES, Svg, decimals, escape};
use super::tables;
use crate::store::{Fate, GameRow, Step};
use std::fmt::Write;

/// The plots about the run as a whole, by file name.
pub(super) fn plots(model: &Model) -> Vec<(String, Svg)> {
    let mut plots = vec![
        ("fates".to_owned(), fates(model)),
        ("scores".to_owned(), scores(model)),
        ("population".to_owned(), population(model)),
    ];
    if !model.candidates.is_empty() {
        plots.insert(0, ("ranking".to_owned(), ranking(model)));
    }
    for candidate in &model.candidates {
        if let Some((winners, typical)) = leads(candidate) {
            plots.push((format!("{}-winners", candidate.stem), winners));
            plots.push((format!("{}-game", candidate.stem), typical));
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
    )
}

/// Three decimals, as tables show numbers.
fn fixed(x: f64) -> String {
    let text = format!("{x:.3}");
    if text == "-0.000" { "0.000".into() } else { text }
}

/// A share as a percentage, with a decimal where it is small.
fn percent(part: usize, whole: usize) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{} %", decimals(share, if share < 10.0 { 1 } else { 0 }))
}

fn count(n: usize) -> String {
    if n < 10_000 { n.to_string() } else { thousands(&n.to_string()) }
}

fn fates(model: &Model) -> Svg {
    let all = model.children().count();
    let mut bars = Vec::new();
    let mut bar = |label: &str, colour, n: usize| {
        if n > 0 {
            let note = format!("{} · {}", count(n), percent(n, all));
            bars.push(Bar { label: label.into(), value: n as f64, note, colour });
        }
    };
    for step in Step::ALL {
        let n = model.children().filter(|game| game.fate == Fate::Rejected(step)).count();
        bar(&format!("rejected at {step}"), "fourth", n);
    }
    let admitted = |keep: &dyn Fn(&GameRow) -> bool| {
        model.children().filter(|game| game.fate == Fate::Admitted && keep(game)).count()
    };
    bar("not viable", "first", admitted(&|game| !game.looked_at));
    bar("not viable on a closer look", "first", admitted(&|game| game.looked_at && !game.is_candidate()));
    bar("candidates", "second", admitted(&GameRow::is_candidate));
    plot::bars("What became of the children", &bars)
}

fn scores(model: &Model) -> Svg {
    let values = |keep: &dyn Fn(&GameRow) -> bool| -> Vec<f64> {
        model.games.iter().filter(|game| keep(game)).filter_map(|game| Some(game.score?.value)).collect()
    };
    let groups = [
        ("seed games", "third", values(&|game| game.fate == Fate::Seed)),
        ("children in the gene pool", "first", values(&|game| game.fate == Fate::Admitted && !game.is_candidate())),
        ("candidates", "second", values(&GameRow::is_candidate)),
    ];
    plot::histogram("Scores", "aesthetic score", &groups)
}

fn population(model: &Model) -> Svg {
    let (mut pool, mut candidates, mut mean, mut best) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut sum, mut members, mut highest) = (0.0, 0u32, f64::NEG_INFINITY);
    for game in model.games.iter().filter(|game| game.fate.is_member()) {
        let Some(score) = game.score else { continue };
        let at = game.child.unwrap_or(0) as f64;
        sum += score.value;
        members += 1;
        highest = highest.max(score.value);
        if game.child.is_some() {
            if game.is_candidate() { &mut candidates } else { &mut pool }.push((at, score.value));
        }
        for (line, value) in [(&mut mean, sum / f64::from(members)), (&mut best, highest)] {
            // One point a child: the seed games stand together at 0.
            line.pop_if(|last: &mut (f64, f64)| last.0 == at);
            line.push((at, value));
        }
    }
    let series = |name: &str, colour, drawn, points| Series { name: name.into(), colour, drawn, points };
    let series = [
        series("children in the gene pool", "first", Drawn::Dots, pool),
        series("candidates", "second", Drawn::Marks, candidates),
        series("best member", "fourth", Drawn::Line, best),
        series("mean of the population", "third", Drawn::Line, mean),
    ];
    plot::scatter("The population over time", "child", "aesthetic score", &series)
}

/// All decided trials, and one of them.
fn leads(candidate: &Candidate) -> Option<(Svg, Svg)> {
    let typical = candidate.typical.as_ref()?;
    let title = format!("{} games", candidate.winners.len());
    let one =
        format!("One game, won by {}", if typical.ending == crate::store::Ending::White { "White" } else { "Black" });
    Some((plot::winners_lead(&title, &candidate.winners), plot::lead_history(&one, &typical.leads)))
}

/// A plot that keeps its size on a phone and can be pushed aside there.
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
    if !model.candidates.is_empty() {
        let _ = write!(out, "<h2>Ranking</h2>\n{}", wide(&ranking(model)));
        if model.candidates.len() > 1 {
            out.push_str(
                "<p class=\"muted\">Games on a common band are statistically tied: the 95 % interval of the difference to \
                 the best of them reaches zero.</p>\n",
            );
        }
        out.push_str("<h2>The candidates</h2>\n");
        for candidate in &model.candidates {
            card(&mut out, model, candidate);
        }
    }
    let _ =
        write!(out, "<h2>The run</h2>\n{}{}{}", wide(&fates(model)), wide(&population(model)), wide(&scores(model)));
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
    let colours = |pick: fn(&(&str, &'static str, &'static str)) -> &'static str| {
        PALETTE.iter().fold(String::new(), |sheet, entry| format!("{sheet}--{}:{};", entry.0, pick(entry)))
    };
    format!(
        ":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n{}{}",
        colours(|c| c.1),
        colours(|c| c.2),
        include_str!("page.css"),
        SHAPES.trim_start()
    )
}

fn overview(out: &mut String, model: &Model) {
    let children = model.children().count();
    let admitted = model.children().filter(|game| game.fate == Fate::Admitted).count();
    let candidates = model.candidates.len();
    out.push_str("<h1>Evolved games</h1>\n");
    let seeds = model.seed_games().count();
    let _ = writeln!(
        out,
        "<p>From {} known games, {} children were bred; {} of them ({}) joined the gene pool, and <b>{}</b> ({}) {} viable: \
         the candidates.</p>",
        count(seeds),
        count(children),
        count(admitted),
        percent(admitted, children),
        count(candidates),
        percent(candidates, children),
        if candidates == 1 { "is" } else { "are" }
    );
    let generations = model.games.iter().filter(|g| g.fate.is_member()).map(|g| g.generation).max().unwrap_or(0);
    out.push_str("<div class=\"tiles\">\n");
    let best = model.candidates.first().map_or("–".into(), |best| fixed(best.score.value));
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
        "</div>\n<p class=\"muted\">Seed {}, profile {}, ludogen {}. Tables: <a href=\"candidates.csv\">candidates</a>, \
         <a href=\"children.csv\">children</a>, <a href=\"criteria.csv\">criteria</a>.</p>",
        model.run.seed,
        escape(&tables::profile(model)),
        escape(&model.run.program)
    );
    if children == 0 {
        out.push_str("<p>No child has been made yet.</p>\n");
    } else if candidates == 0 {
        out.push_str("<p>No child is viable yet. About one in seventy was in the original; go on breeding.</p>\n");
    }
}

fn card(out: &mut String, model: &Model, candidate: &Candidate) {
    let game = &candidate.row;
    let group: Vec<usize> = model.candidates.iter().filter(|c| c.tied == candidate.tied).map(|c| c.rank).collect();
    let tied = match (group.first(), group.last()) {
        (Some(first), Some(last)) if first != last => format!(" <small>tied {first}–{last}</small>"),
        _ => String::new(),
    };
    let score = candidate.score;
    let _ = write!(
        out,
        "<article class=\"card\" id=\"{stem}\">\n<header><span class=\"rank\">{rank}{tied}</span><h3>{name}</h3>\
         <span class=\"score\">{value} <small>[{low}, {high}]</small></span></header>\n",
        stem = candidate.stem,
        rank = candidate.rank,
        name = escape(&game.name),
        value = fixed(score.value),
        low = fixed(score.low),
        high = fixed(score.high)
    );
    let _ = write!(out, "<p class=\"muted\">{}", escape(&lineage(model, game)));
    if let Some(nearest) = game.nearest {
        let name = escape(model.name(nearest.game));
        let _ = write!(out, " Nearest relative: {name}, at distance {}.", fixed(nearest.distance));
    }
    out.push_str("</p>\n");
    if let Some(board) = &candidate.board {
        let _ = writeln!(out, "<div class=\"board\">{board}</div>");
    }
    if let Some(english) = &candidate.english {
        let _ = writeln!(out, "<p class=\"english\">{}</p>", escape(english.trim()));
    }
    let open = if candidate.english.is_some() { "" } else { " open" };
    let _ = writeln!(
        out,
        "<details{open}><summary>Rules</summary>\n<pre>{}</pre>\n<p><a href=\"rules/{stem}.ludi\">rules/{stem}.ludi</a></p></details>",
        escape(candidate.text.trim_end()),
        stem = candidate.stem
    );
    if let Some((winners, typical)) = leads(candidate) {
        let [white, black, draws, timeouts] = candidate.endings;
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
            format!("{child}, of {}{} and {}{}.", model.name(a), distance(0), model.name(b), distance(1))
        }
        None => format!("{child}."),
    }
}

fn criteria(out: &mut String, model: &Model, candidate: &Candidate) {
    let Some(measured) = model.measurements.get(&candidate.row.id) else { return };
    let mut measured = measured.clone();
    measured.sort_by_key(|m| m.criterion);
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
            let _ = write!(line, " and {} others", candidate.ancestors.len() - 8);
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
    if !candidate.policy.is_empty() {
        out.push_str(
            "<h4>Tuned policy</h4><div class=\"wide\"><table><tr><th>advisor</th><th class=\"n\">weight</th></tr>\n",
        );
        for (advisor, weight) in candidate.policy.iter().filter(|(_, weight)| *weight != 0.0) {
            let advisor = escape(advisor);
            let _ = writeln!(out, "<tr><td>{advisor}</td><td class=\"n\">{}</td></tr>", fixed(*weight));
        }
        out.push_str("</table></div>\n");
    }
    out.push_str("</details>\n");
}

/// The games to begin with, the best first.
fn members(out: &mut String, model: &Model) {
    let mut seeds: Vec<&GameRow> = model.seed_games().collect();
    let value = |game: &GameRow| game.score.map_or(f64::NEG_INFINITY, |score| score.value);
    seeds.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.id.cmp(&b.id)));
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
