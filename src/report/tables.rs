//! The tables of a report as CSV.

use super::ancestry::Source;
use super::model::{Candidate, Model, Shelved};
use crate::criticism::Score;
use crate::judgement::{Judgement, Shelf};
use crate::store::{GameId, GameRow, Measurement};
use crate::trials::{Rung, Skill};
use std::collections::{BTreeMap, HashSet};

/// A table in the making.
struct CsvBuilder(csv::Writer<Vec<u8>>);

impl CsvBuilder {
    fn new(head: Vec<String>) -> CsvBuilder {
        let mut table = CsvBuilder(csv::Writer::from_writer(Vec::new()));
        table.row(head);
        table
    }

    fn row(&mut self, cells: Vec<String>) {
        // Writing to memory cannot fail, and every row has as many cells as the head.
        let written = self.0.write_record(cells);
        debug_assert!(written.is_ok(), "{written:?}");
    }

    fn finish(self) -> Vec<u8> {
        self.0.into_inner().unwrap_or_default()
    }
}

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// A number in full, so that reading it back gives the same number.
fn full(x: f64) -> String {
    (x + 0.0).to_string()
}

fn maybe(x: Option<f64>) -> String {
    x.map(full).unwrap_or_default()
}

fn truth(x: Option<bool>) -> String {
    x.map(|x| x.to_string()).unwrap_or_default()
}

fn score_cells(score: Option<Score>) -> [String; 3] {
    [maybe(score.map(|s| s.value)), maybe(score.map(|s| s.low)), maybe(score.map(|s| s.high))]
}

/// Generation, parents and nearest relative.
const KIN: [&str; 7] =
    ["generation", "parent_1", "parent_2", "parent_1_distance", "parent_2_distance", "nearest", "nearest_distance"];

fn kin_cells(model: &Model, game: &GameRow) -> [String; 7] {
    let parent = |i: usize| game.parents.map(|parents| model.games.name(parents[i]).to_owned()).unwrap_or_default();
    [
        game.generation.to_string(),
        parent(0),
        parent(1),
        maybe(game.parent_distances.map(|d| d[0])),
        maybe(game.parent_distances.map(|d| d[1])),
        game.nearest.map(|nearest| model.games.name(nearest.game).to_owned()).unwrap_or_default(),
        maybe(game.nearest.map(|nearest| nearest.distance)),
    ]
}

/// One cell for each criterion; empty where it was not measured.
fn criteria_cells(model: &Model, game: GameId, of: impl Fn(&Measurement) -> f64) -> Vec<String> {
    let measured = model.measurements.get(&game).map(Vec::as_slice).unwrap_or_default();
    (0..model.run.criteria.len())
        .map(|number| maybe(measured.iter().find(|m| usize::from(m.criterion) == number).map(&of)))
        .collect()
}

/// The flaws of a candidate with a verdict, by name.
fn flaws(candidate: &Candidate, verdict: &str) -> String {
    let found = candidate.verdicts.iter().filter(|v| v.verdict == verdict);
    found.map(|v| v.flaw.as_str()).collect::<Vec<_>>().join(" ")
}

/// The columns about the judgement of a game.
const JUDGED: [&str; 13] = [
    "shelf",
    "reasons",
    "doubted",
    "words",
    "surprise",
    "variant_of",
    "nearest_rules",
    "nearest_play",
    "ladder",
    "elo_per_doubling",
    "elo_error",
    "evidence",
    "reduced",
];

fn judged_cells(judgement: Option<&Judgement>) -> Vec<String> {
    let Some(j) = judgement else {
        let mut cells = vec![String::new(); JUDGED.len()];
        cells[0] = Shelf::Candidate.word().into();
        return cells;
    };
    let near = |list: &[(String, f64)]| list.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let rung = |r: &Rung| r.result.score().map(|share| format!("{}:{} {share:.3}", r.stronger, r.weaker));
    let skill = Skill::of(&j.ladder);
    vec![
        j.shelf.word().into(),
        j.reasons.join("; "),
        maybe(j.doubted),
        j.words.to_string(),
        maybe(j.surprise),
        j.variant_of.iter().map(|v| v.game.as_str()).collect::<Vec<_>>().join("; "),
        near(&j.nearest.rules),
        near(&j.nearest.play),
        j.ladder.iter().filter_map(rung).collect::<Vec<_>>().join("; "),
        maybe(skill.map(|skill| skill.elo)),
        maybe(skill.map(|skill| skill.error)),
        j.evidence.clone(),
        j.reduced.trim_end().into(),
    ]
}

/// Those of a game that is not ranked: where a ranked game stands for it, it is a variant of that.
fn shelved_cells(judgement: Option<&Judgement>, variation_of: Option<&str>) -> Vec<String> {
    let mut cells = judged_cells(judgement);
    if let Some(ranked) = variation_of {
        let known = judgement.into_iter().flat_map(|j| &j.variant_of).map(|variant| variant.game.as_str());
        let games: Vec<&str> = std::iter::once(ranked).chain(known).collect();
        for (cell, name) in cells.iter_mut().zip(JUDGED) {
            match name {
                "shelf" => *cell = Shelf::Variant.word().into(),
                "variant_of" => *cell = games.join("; "),
                _ => {}
            }
        }
    }
    cells
}

/// The ranked candidates, then the viable games that are not ranked, then the viable known games. Places are among candidates and known games together.
pub(super) fn candidates(model: &Model) -> Vec<u8> {
    let mut head = heads(&["game", "rank", "tied", "score", "score_low", "score_high", "viable"]);
    head.extend(heads(&KIN));
    head.extend(model.run.criteria.iter().cloned());
    head.extend(heads(&["niche", "fatal_flaws", "flaws", "profile", "rules"]));
    head.extend(heads(&JUDGED));
    head.extend(heads(&["heat", "heat_work", "place", "place_score", "initial_distance", "final_distance"]));
    let mut table = CsvBuilder::new(head);
    for candidate in &model.candidates {
        let game = &candidate.row;
        let mut row = vec![game.name.clone(), candidate.rank.to_string(), candidate.tied.to_string()];
        row.extend(score_cells(Some(candidate.score)));
        row.push(truth(game.viable));
        row.extend(kin_cells(model, game));
        row.extend(criteria_cells(model, game.id, |m| m.value));
        row.push(game.niche.clone());
        row.push(flaws(candidate, "fatal"));
        row.push(flaws(candidate, "flawed"));
        row.push(profile(model));
        row.push(format!("rules/{}.ludi", candidate.stem));
        row.extend(judged_cells(candidate.judgement.as_ref()));
        let (heat, times) = candidate.heat.unzip();
        row.extend([heat, times].map(|number: Option<u32>| number.map_or_else(String::new, |n| n.to_string())));
        row.extend(place_cells(model, game.id));
        row.extend([candidate.distances.initial, candidate.distances.last].map(maybe));
        table.row(row);
    }
    for Shelved { row: game, stem, judgement, variation_of, .. } in &model.shelved {
        let mut row = vec![game.name.clone(), String::new(), String::new()];
        row.extend(score_cells(game.score));
        row.push(truth(game.viable));
        row.extend(kin_cells(model, game));
        row.extend(criteria_cells(model, game.id, |m| m.value));
        row.extend([game.niche.clone(), String::new(), String::new(), profile(model), format!("rules/{stem}.ludi")]);
        row.extend(shelved_cells(judgement.as_ref(), variation_of.as_deref()));
        row.extend(vec![String::new(); 6]);
        table.row(row);
    }
    for known in model.places.iter().filter(|place| place.known) {
        let Some(game) = model.games.game(known.id) else { continue };
        let mut row = vec![game.name.clone(), String::new(), String::new()];
        row.extend(score_cells(game.score));
        row.push(truth(game.viable));
        row.extend(kin_cells(model, game));
        row.extend(criteria_cells(model, game.id, |m| m.value));
        row.extend([game.niche.clone(), String::new(), String::new(), profile(model), String::new()]);
        let mut judged = vec![String::new(); JUDGED.len()];
        judged[0] = "known".into();
        row.extend(judged);
        row.extend([String::new(), String::new()]);
        row.extend(place_cells(model, game.id));
        row.extend([String::new(), String::new()]);
        table.row(row);
    }
    table.finish()
}

/// The place of a game among candidates and known games, and the score that it is placed by.
fn place_cells(model: &Model, game: GameId) -> [String; 2] {
    let found = model.places.iter().enumerate().find(|(_, place)| place.id == game);
    [found.map_or_else(String::new, |(i, _)| (i + 1).to_string()), maybe(found.map(|(_, place)| place.score))]
}

/// Every element of every candidate's rules and what it goes back to.
pub(super) fn ancestry(model: &Model) -> Vec<u8> {
    let head = ["game", "node", "depth", "element", "source", "from", "generation", "mutation", "vestigial"];
    let mut table = CsvBuilder::new(heads(&head));
    for candidate in &model.candidates {
        for element in &candidate.ancestry.elements {
            let source = &candidate.ancestry.sources[element.source];
            let from = model.games.game(source.game());
            table.row(vec![
                candidate.row.name.clone(),
                element.node.to_string(),
                element.depth.to_string(),
                element.word.clone(),
                source.kind().to_owned(),
                model.games.name(source.game()).to_owned(),
                from.map(|game| game.generation.to_string()).unwrap_or_default(),
                match source {
                    Source::Mutation(_, words) => words.clone(),
                    _ => String::new(),
                },
                truth(element.vestigial),
            ]);
        }
    }
    table.finish()
}

/// The profile with its version, as outputs name it.
pub(super) fn profile(model: &Model) -> String {
    format!("{} {}", model.run.profile, model.run.profile_version).trim().to_owned()
}

/// Every child.
pub(super) fn children(model: &Model) -> Vec<u8> {
    let mut head = heads(&["game", "child", "fate", "step", "reason", "viable", "viability_reasons", "candidate"]);
    head.extend(heads(&["score", "score_low", "score_high"]));
    head.extend(heads(&KIN));
    head.extend(heads(&["niche", "guard_fired"]));
    let mut table = CsvBuilder::new(head);
    for game in model.games.children() {
        let mut row = vec![
            game.name.clone(),
            game.child.unwrap_or_default().to_string(),
            game.fate.name().to_owned(),
            game.fate.step().map(|step| step.name().to_owned()).unwrap_or_default(),
            game.reason.clone(),
            truth(game.viable),
            game.viability_reasons.join("; "),
            game.is_candidate().to_string(),
        ];
        row.extend(score_cells(game.score));
        row.extend(kin_cells(model, game));
        row.push(game.niche.clone());
        row.push(game.guard_fired.to_string());
        table.row(row);
    }
    table.finish()
}

/// What the children of each niche came to, and what they took; those that were rejected before they were measured have none.
pub(super) fn niches(model: &Model) -> Vec<u8> {
    let ranked: HashSet<GameId> = model.candidates.iter().map(|candidate| candidate.row.id).collect();
    let mut niches: BTreeMap<&str, Vec<&GameRow>> = BTreeMap::new();
    for game in model.games.children() {
        niches.entry(&game.niche).or_default().push(game);
    }
    let mut table =
        CsvBuilder::new(heads(&["niche", "children", "admitted", "candidates", "best", "best_score", "nodes"]));
    for (niche, games) in niches {
        let candidates = games.iter().filter(|game| ranked.contains(&game.id)).count();
        let scored = games.iter().filter_map(|game| Some((game, game.score?.value)));
        let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
        table.row(vec![
            niche.to_owned(),
            games.len().to_string(),
            games.iter().filter(|game| game.fate.is_member()).count().to_string(),
            candidates.to_string(),
            best.map(|best| best.0.name.clone()).unwrap_or_default(),
            maybe(best.map(|best| best.1)),
            games.iter().filter_map(|game| model.nodes.get(&game.id)).sum::<u64>().to_string(),
        ]);
    }
    table.finish()
}

/// The criteria of every measured game, then their standard errors.
pub(super) fn criteria(model: &Model) -> Vec<u8> {
    let mut head = vec!["game".to_owned()];
    head.extend(model.run.criteria.iter().cloned());
    head.extend(model.run.criteria.iter().map(|name| format!("{name}_se")));
    let mut table = CsvBuilder::new(head);
    for game in model.games.rows.iter().filter(|game| model.measurements.contains_key(&game.id)) {
        let mut row = vec![game.name.clone()];
        row.extend(criteria_cells(model, game.id, |m| m.value));
        row.extend(criteria_cells(model, game.id, |m| m.standard_error));
        table.row(row);
    }
    table.finish()
}
