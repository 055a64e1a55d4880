//! The plots about a run as a whole.

use super::games::Games;
use super::plot::{self, Bar, Drawn, Series};
use super::svg::Svg;
use super::words::{count, percent};
use crate::judgement::Shelf;
use crate::store::{Fate, GameRow, Step};
use std::collections::BTreeSet;

/// What became of the children.
pub fn fates(games: &Games) -> Svg {
    let all = games.children().count();
    let mut bars = Vec::new();
    let mut bar = |label: &str, colour, n: usize| {
        if n > 0 {
            let note = format!("{} · {}", count(n), percent(n, all));
            bars.push(Bar { label: label.into(), value: n as f64, note, colour });
        }
    };
    for step in Step::ALL {
        let n = games.children().filter(|game| game.fate == Fate::Rejected(step)).count();
        bar(&format!("rejected at {step}"), "fourth", n);
    }
    let admitted = |keep: &dyn Fn(&GameRow) -> bool| {
        games.children().filter(|game| game.fate == Fate::Admitted && keep(game)).count()
    };
    bar("not viable", "first", admitted(&|game| !game.evaluated_twice));
    let failed = |game: &GameRow| game.evaluated_twice && game.viable != Some(true);
    bar("not viable on a closer look", "first", admitted(&failed));
    for shelf in [Shelf::Flawed, Shelf::Unscored, Shelf::Variant] {
        let there = |game: &GameRow| game.viable == Some(true) && game.shelf == Some(shelf);
        bar(shelf.words(), "first", admitted(&there));
    }
    bar("candidates", "second", admitted(&GameRow::is_candidate));
    plot::bars("What became of the children", &bars)
}

/// The scores of known games, children and candidates.
pub fn scores(games: &Games) -> Svg {
    let values = |keep: &dyn Fn(&GameRow) -> bool| -> Vec<f64> {
        games.rows.iter().filter(|game| keep(game)).filter_map(|game| Some(game.score?.value)).collect()
    };
    let groups = [
        ("seed games", "third", values(&|game| game.fate == Fate::Seed)),
        ("children in the gene pool", "first", values(&|game| game.fate == Fate::Admitted && !game.is_candidate())),
        ("candidates", "second", values(&GameRow::is_candidate)),
    ];
    plot::histogram("Scores", "aesthetic score", &groups)
}

/// The scores of the members in the order in which they came.
pub fn population(games: &Games) -> Svg {
    let (mut pool, mut candidates, mut mean, mut best) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut sum, mut members, mut highest) = (0.0, 0u32, f64::NEG_INFINITY);
    for game in games.rows.iter().filter(|game| game.fate.is_member()) {
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

/// How many niches there are games of, and candidates of, in the order in which they came: what is left to find.
pub fn coverage(games: &Games) -> Svg {
    let (mut niches, mut found) = (BTreeSet::new(), BTreeSet::new());
    let (mut filled, mut with_candidate) = (Vec::new(), Vec::new());
    for game in games.rows.iter().filter(|game| game.fate.is_member() && !game.niche.is_empty()) {
        niches.insert(game.niche.as_str());
        if game.is_candidate() {
            found.insert(game.niche.as_str());
        }
        let at = game.child.unwrap_or(0) as f64;
        for (line, count) in [(&mut filled, niches.len()), (&mut with_candidate, found.len())] {
            // One point a child: the seed games stand together at 0.
            line.pop_if(|last: &mut (f64, f64)| last.0 == at);
            line.push((at, count as f64));
        }
    }
    let series = |name: &str, colour, points| Series { name: name.into(), colour, drawn: Drawn::Line, points };
    let series =
        [series("niches with a game", "first", filled), series("niches with a candidate", "second", with_candidate)];
    plot::scatter("Niches over time", "child", "niches", &series)
}
