//! The survey: pairs of games, which of them is the more interesting, and the rankings and profiles that follow.

use super::answer::{answer, aside, wrong};
use super::catalogue::{KNOWN, Snapshot};
use super::night::fitted;
use super::studio::Studio;
use crate::judgement::Shelf;
use crate::order;
use crate::ranking::bradley_terry::BradleyTerry;
use crate::ranking::comparisons::Comparison;
use crate::ranking::rank::rank_text;
use crate::ranking::sample::{Sample, Sources};
use crate::ranking::{Comparisons, FitOptions, RankOptions, Ranking, fit, ratings};
use crate::report::Dossier;
use crate::store::{Answer, ComparisonRow, GameId, Reader, ShownPair, Survey};
use crate::streams::generator;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rand::RngExt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// How many pairs a subject is asked about.
const PAIRS: u32 = 12;
/// The most candidates that are asked about, and the most known games among them.
const CANDIDATES: usize = 12;
const ANCHORS: usize = 8;
/// Among so many of the most informative pairs the next is drawn.
const AMONG: usize = 3;
/// The longest reason that is kept, in letters.
const REASON: usize = 2000;

/// What a subject agrees to.
const CONSENT: &str = "You will be shown pairs of board games. Play a few moves of each, then say which is the more interesting, and why if \
    you like. Kept are your answers, how many moves you made, how long you took, the date, and a code in place of your name; nothing else. \
    You may stop at any time. The answers are used to find out what makes games interesting, and may be published.";

/// Who asks.
#[derive(Debug, Deserialize)]
pub struct Who {
    /// The code of a subject.
    code: String,
}

/// Somebody who wants to take part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// Whether the text was read and agreed to.
    consent: bool,
}

/// What a subject says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The subject.
    code: String,
    /// The pair.
    pair: i64,
    /// `left`, `right` or `neither`.
    preferred: String,
    /// How many moves were made in each.
    moves: [u32; 2],
    /// How long the pair was on the screen.
    seconds: f64,
    /// Why.
    #[serde(default)]
    reason: String,
}

/// A profile that is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Its name.
    name: String,
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Today, as `2026-01-31`.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    // The civil calendar from a count of days: Howard Hinnant, chrono-compatible low-level date algorithms.
    let z = days as i64 + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// What the survey is, and whether it is all that there is here.
pub async fn about(State(studio): State<Arc<Studio>>) -> Response {
    let begun = studio.snapshot().path.is_some();
    Json(json!({ "consent": CONSENT, "pairs": PAIRS, "alone": studio.survey, "begun": begun })).into_response()
}

fn population(snapshot: &Snapshot) -> Result<&Path, String> {
    snapshot.path.as_deref().ok_or_else(|| "there is no population yet: answers are kept in one".to_owned())
}

/// Enters a subject, who gets a code.
pub async fn enter(State(studio): State<Arc<Studio>>, Json(enter): Json<Enter>) -> Response {
    let snapshot = studio.snapshot();
    answer(move || {
        if !enter.consent {
            return Err("without your consent nothing is kept, and nothing asked".into());
        }
        // The system's own randomness: a code is not to be guessed.
        let random = || RandomState::new().hash_one(0u8);
        const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let mut rest = random();
        let code: String = (0..10)
            .map(|_| {
                let letter = LETTERS[(rest % 32) as usize];
                rest /= 32;
                char::from(letter)
            })
            .collect();
        Survey::open(population(&snapshot)?).and_then(|s| s.enter(&code, random(), &today())).map_err(text)?;
        Ok(json!({ "code": code }))
    })
    .await
}

/// The pair that a subject is at: the one shown last, until it is answered.
pub async fn next(State(studio): State<Arc<Studio>>, Query(who): Query<Who>) -> Response {
    let snapshot = studio.snapshot();
    answer(move || {
        let survey = Survey::open(population(&snapshot)?).map_err(text)?;
        let seed = survey.subject(&who.code).map_err(text)?.ok_or("there is no such code")?;
        let shown = survey.pairs(&who.code).map_err(text)?;
        let done = shown.iter().filter(|pair| pair.answered).count();
        let mut told = json!({ "done": done, "of": PAIRS, "pair": null });
        let pair = match shown.iter().find(|pair| !pair.answered) {
            Some(pair) => Some(pair.clone()),
            None if shown.len() < PAIRS as usize => choose(&snapshot, &survey, &who.code, seed, &shown)?,
            None => None,
        };
        if let Some(pair) = pair {
            let game = |id: GameId| {
                let entry = snapshot.entry(id.0).ok_or("a game of the pair is gone")?;
                Ok::<Value, String>(json!({ "id": id.0, "name": entry.name, "text": entry.text }))
            };
            told["pair"] =
                json!({ "id": pair.id, "number": pair.number, "games": [game(pair.games[0])?, game(pair.games[1])?] });
        }
        Ok(told)
    })
    .await
}

/// The games that are asked about: the best candidates, and known games from the best to the worst.
fn pool(snapshot: &Snapshot) -> Vec<(GameId, String)> {
    let candidates = snapshot.entries.iter().filter(|e| e.shelf == Shelf::Candidate.word()).take(CANDIDATES);
    let mut known: Vec<_> = snapshot.entries.iter().filter(|e| e.shelf == KNOWN && e.score.is_some()).collect();
    order::sort_by(&mut known, |a, b| {
        b.score.map(|s| s[0]).partial_cmp(&a.score.map(|s| s[0])).unwrap_or(std::cmp::Ordering::Equal)
    });
    let step = (known.len() / ANCHORS).max(1);
    let anchors = known.into_iter().step_by(step).take(ANCHORS);
    candidates.chain(anchors).map(|entry| (GameId(entry.id), entry.name.clone())).collect()
}

/// The next pair of a subject: one of those of which the ranking so far knows the least.
fn choose(
    snapshot: &Snapshot,
    survey: &Survey,
    code: &str,
    seed: u64,
    shown: &[ShownPair],
) -> Result<Option<ShownPair>, String> {
    let number = shown.len() as u32 + 1;
    let mut random = generator(seed.wrapping_add(number.into()));
    let mut pool = pool(snapshot);
    // Of pairs that tell equally much, the first is chosen: so that this is another for each subject.
    for i in (1..pool.len()).rev() {
        pool.swap(i, random.random_range(0..=i as u64) as usize);
    }
    let answers = survey.comparisons().map_err(text)?;
    let comparisons = among(&pool, &answers);
    let posterior = BradleyTerry::default().posterior(pool.len(), &comparisons.pairs());
    let mut fresh = posterior.next_pairs(shown.len() + AMONG + 1);
    fresh.retain(|&[i, j]| {
        let pair = [pool[i].0, pool[j].0];
        !shown.iter().any(|s| s.games == pair || s.games == [pair[1], pair[0]])
    });
    fresh.truncate(AMONG);
    if fresh.is_empty() {
        return Ok(None);
    }
    let [mut i, mut j] = fresh[random.random_range(0..fresh.len() as u64) as usize];
    if random.random_range(0..2u64) == 1 {
        (i, j) = (j, i);
    }
    survey.show(code, number, [pool[i].0, pool[j].0]).map(Some).map_err(text)
}

/// The answers about games of the pool.
fn among(pool: &[(GameId, String)], answers: &[ComparisonRow]) -> Comparisons {
    let places: BTreeMap<&str, usize> = order::map(pool.iter().enumerate().map(|(i, (_, name))| (name.as_str(), i)));
    let comparison = |row: &ComparisonRow| {
        let (preferred, other) = (*places.get(row.preferred.as_str())?, *places.get(row.other.as_str())?);
        Some(Comparison { subject: 0, preferred, other, draw: row.draw })
    };
    Comparisons {
        games: pool.iter().map(|(_, name)| name.clone()).collect(),
        subjects: vec![String::new()],
        all: answers.iter().filter_map(comparison).collect(),
    }
}

/// Stores an answer.
pub async fn say(State(studio): State<Arc<Studio>>, Json(said): Json<Said>) -> Response {
    let snapshot = studio.snapshot();
    answer(move || {
        let preferred = match said.preferred.as_str() {
            "left" => Some(0),
            "right" => Some(1),
            "neither" => None,
            other => return Err(format!("`{other}` is not left, right or neither")),
        };
        let mut survey = Survey::open(population(&snapshot)?).map_err(text)?;
        survey.subject(&said.code).map_err(text)?.ok_or("there is no such code")?;
        if !survey.pairs(&said.code).map_err(text)?.iter().any(|pair| pair.id == said.pair) {
            return Err("that pair was not shown under this code".into());
        }
        let answer = Answer {
            pair: said.pair,
            preferred,
            moves: said.moves,
            seconds: if said.seconds.is_finite() { said.seconds.clamp(0.0, 1e6) } else { 0.0 },
            reason: said.reason.chars().take(REASON).collect(),
            date: today(),
        };
        Ok(json!({ "new": survey.answer(&said.code, &answer).map_err(text)? }))
    })
    .await
}

/// The answers as the table that `ludogen rank` reads.
fn table(rows: &[ComparisonRow]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["subject", "preferred", "other", "date", "answer"]).map_err(text)?;
    for row in rows {
        let answer = if row.draw { "draw" } else { "" };
        writer.write_record([&row.subject, &row.preferred, &row.other, &row.date, answer]).map_err(text)?;
    }
    String::from_utf8(writer.into_inner().map_err(text)?).map_err(text)
}

/// The answers as a file.
pub async fn export(State(studio): State<Arc<Studio>>) -> Response {
    let snapshot = studio.snapshot();
    let read = aside(move || {
        let rows = Reader::open(population(&snapshot)?).and_then(|reader| reader.comparisons()).map_err(text)?;
        table(&rows)
    });
    match read.await {
        Ok(Ok(table)) => {
            let about = [
                (CONTENT_TYPE, "text/csv; charset=utf-8"),
                (CONTENT_DISPOSITION, "attachment; filename=\"comparisons.csv\""),
            ];
            (about, table).into_response()
        }
        Ok(Err(words)) => wrong(StatusCode::UNPROCESSABLE_ENTITY, words),
        Err(response) => response,
    }
}

fn ranked(rows: &[ComparisonRow]) -> Result<Ranking, String> {
    rank_text("the answers", &table(rows)?, &RankOptions::default()).map_err(text)
}

/// The profiles that were fitted to answers and lie beside the population.
pub fn fitted_profiles(population: &Path) -> Vec<String> {
    let folder = population.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |file: PathBuf| Some(file.file_name()?.to_str()?.strip_suffix(".profile.ron")?.to_owned());
    let names: BTreeSet<String> = entries.filter_map(|entry| name(entry.path())).collect();
    names.into_iter().filter(|name| fitted(population, name).is_some()).collect()
}

/// The ranking that the answers make.
pub async fn ranking(State(studio): State<Arc<Studio>>) -> Response {
    let snapshot = studio.snapshot();
    answer(move || {
        let path = population(&snapshot)?;
        let rows = Reader::open(path).and_then(|reader| reader.comparisons()).map_err(text)?;
        let subjects: BTreeSet<&str> = rows.iter().map(|row| row.subject.as_str()).collect();
        let ids: BTreeMap<&str, u64> = order::map(snapshot.entries.iter().map(|e| (e.name.as_str(), e.id)));
        let ranking = if rows.is_empty() { None } else { Some(ranked(&rows)?) };
        Ok(json!({
            "answers": rows.len(), "subjects": subjects.len(), "ranking": ranking, "ids": ids, "profiles": fitted_profiles(path),
        }))
    })
    .await
}

/// Fits a profile to the answers, and keeps it beside the population.
pub async fn fit_profile(State(studio): State<Arc<Studio>>, Json(wanted): Json<Wanted>) -> Response {
    let snapshot = studio.snapshot();
    answer(move || {
        let Ok(_turn) = studio.fitting.try_lock() else { return Err("a profile is being fitted; wait for it".into()) };
        let path = population(&snapshot)?;
        let file = fitted(path, &wanted.name).ok_or("a name has up to 60 letters, digits and hyphens")?;
        if file.exists() || crate::criticism::Profile::shipped(&wanted.name).is_some() {
            return Err(format!("there is a profile `{}` already", wanted.name));
        }
        let reader = Reader::open(path).map_err(text)?;
        let run = snapshot.run.as_ref().ok_or("there is no run yet")?;
        let rows = reader.comparisons().map_err(text)?;
        let ranking = ranked(&rows)?;
        let rankings = ranking.games.iter().fold(String::from("game,strength,low,high\n"), |table, game| {
            format!("{table}{},{},{},{}\n", game.game, game.strength, game.low, game.high)
        });
        let mut criteria = csv::Writer::from_writer(Vec::new());
        let head = std::iter::once("game").chain(run.criteria.iter().map(String::as_str));
        criteria.write_record(head).map_err(text)?;
        for game in &ranking.games {
            let Some(entry) = snapshot.entries.iter().find(|entry| entry.name == game.game) else { continue };
            let id = GameId(entry.id);
            let measured = Dossier::criteria(&reader, run, id, snapshot.heats.get(&id).copied()).map_err(text)?;
            let value = |n: usize| measured.iter().find(|m| usize::from(m.criterion) == n).map(|m| m.value.to_string());
            let values = (0..run.criteria.len()).map(|n| value(n).unwrap_or_default());
            criteria.write_record(std::iter::once(game.game.clone()).chain(values)).map_err(text)?;
        }
        let criteria = String::from_utf8(criteria.into_inner().map_err(text)?).map_err(text)?;
        let sample = Sample::parse(&Sources {
            criteria: ("the criteria", &criteria),
            rankings: ("the ranking", &rankings),
            names: None,
            controls: &[],
            vote_deviation: ratings::VOTE_DEVIATION,
        })
        .map_err(text)?;
        let found = fit(&sample, &FitOptions::default()).map_err(text)?;
        let source = format!("{} answers about {} games", rows.len(), sample.games.len());
        found.profile(&wanted.name, &source, &today()).save(&file).map_err(text)?;
        Ok(json!({ "name": wanted.name, "verdict": found.verdict(), "summary": found.summary() }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_become_what_rank_reads() {
        let row = |preferred: &str, other: &str, draw| ComparisonRow {
            subject: "abc".into(),
            preferred: preferred.into(),
            other: other.into(),
            draw,
            date: "2026-01-31".into(),
        };
        let rows = [row("A", "B", false), row("B", "C", true), row("A", "C", false)];
        let read = Comparisons::parse("answers", &table(&rows).unwrap()).unwrap();
        assert_eq!(read.games, ["A", "B", "C"]);
        assert_eq!(
            read.all.iter().map(|c| (c.preferred, c.other, c.draw)).collect::<Vec<_>>(),
            [(0, 1, false), (1, 2, true), (0, 2, false)]
        );
        assert_eq!(ranked(&rows).unwrap().games[0].game, "A");
    }

    #[test]
    fn today_is_a_date_of_this_century() {
        let today = today();
        assert!(today.len() == 10 && today.starts_with("20") && today[5..7].parse::<u8>().unwrap() <= 12, "{today}");
    }
}
