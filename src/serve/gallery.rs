//! Games: lists, pages, figures.

use super::answer::{aside, wrong};
use super::assets::{self, tagged};
use super::catalogue::{Entry, KNOWN, LISTED, Snapshot};
use super::studio::Studio;
use crate::export::Form;
use crate::judgement::Shelf;
use crate::order;
use crate::report::{Dossier, Leads};
use crate::store::{GameId, Stage, StoreError, TrialRow};
use crate::web::picture;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The most games in one answer.
const PAGE: usize = 60;
/// The most generations of ancestors that are told.
const GENERATIONS: usize = 5;
/// The most games in an ancestry.
const ANCESTORS: usize = 63;

/// Which games are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The word of a shelf; all shelves without.
    shelf: Option<String>,
    /// Words of the name or the rules.
    #[serde(default)]
    q: String,
    /// A kind of board, the first part of a niche.
    board: Option<String>,
    /// A goal, the second part of a niche.
    goal: Option<String>,
    /// How many are left out at the beginning.
    #[serde(default)]
    from: usize,
}

/// The shelves, in the order in which they are shown, with what is said of them.
fn shelves() -> Vec<(&'static str, &'static str)> {
    let mut shelves: Vec<_> = Shelf::ALL.into_iter().map(|shelf| (shelf.word(), shelf.words())).collect();
    shelves.push((KNOWN, "known games"));
    shelves.push((LISTED, "candidates among known games"));
    shelves
}

/// A list of games, with how many there are on each shelf.
pub async fn games(State(studio): State<Arc<Studio>>, Query(wanted): Query<Wanted>) -> Response {
    let snapshot = studio.snapshot();
    let words = wanted.q.to_lowercase();
    let words: Vec<&str> = words.split_whitespace().take(20).collect();
    let part = |entry: &Entry, n: usize, want: &Option<String>| {
        want.as_deref().is_none_or(|want| want.is_empty() || entry.niche.split('/').nth(n) == Some(want))
    };
    let among: Vec<&Entry> = snapshot
        .entries
        .iter()
        .filter(|e| part(e, 0, &wanted.board) && part(e, 1, &wanted.goal) && e.matches(&words))
        .collect();
    let on = |entry: &Entry, shelf: &str| entry.shelf == shelf || shelf == LISTED && entry.place.is_some();
    let count = |word: &str| among.iter().filter(|entry| on(entry, word)).count();
    let counts: Vec<Value> = shelves()
        .into_iter()
        .map(|(word, words)| json!({ "shelf": word, "words": words, "games": count(word) }))
        .collect();
    let kinds = |n: usize| {
        let all = snapshot.entries.iter().filter_map(|e| e.niche.split('/').nth(n)).filter(|part| !part.is_empty());
        all.collect::<std::collections::BTreeSet<_>>()
    };
    let mut chosen: Vec<&&Entry> = among
        .iter()
        .filter(|entry| wanted.shelf.as_deref().is_none_or(|shelf| shelf.is_empty() || on(entry, shelf)))
        .collect();
    if wanted.shelf.as_deref() == Some(LISTED) {
        order::sort_by_key(&mut chosen, |entry| entry.place.map(|(place, _)| place));
    }
    if !words.is_empty() {
        // A name is what is looked for more often than a word of the rules.
        order::sort_by_key(&mut chosen, |entry| !entry.is_named(&words));
    }
    let games: Vec<&&&Entry> = chosen.iter().skip(wanted.from).take(PAGE).collect();
    Json(json!({
        "population": snapshot.path.as_ref().map(|path| path.display().to_string()),
        "trouble": snapshot.trouble,
        "shelves": counts, "boards": kinds(0), "goals": kinds(1),
        "total": chosen.len(), "from": wanted.from, "games": games,
    }))
    .into_response()
}

/// The rules of a game that are shown and played.
fn text(snapshot: &Snapshot, id: u64) -> Result<Option<String>, StoreError> {
    if let Some(entry) = snapshot.entry(id) {
        return Ok(Some(entry.text.clone()));
    }
    let Some(path) = snapshot.path.as_ref().filter(|_| snapshot.games.game(GameId(id)).is_some()) else {
        return Ok(None);
    };
    snapshot.readers.with(path, |reader| reader.text(GameId(id))).map(Some)
}

fn unknown(id: u64) -> Response {
    wrong(StatusCode::NOT_FOUND, format!("there is no game {id}"))
}

fn unreadable(error: &StoreError) -> Response {
    wrong(StatusCode::INTERNAL_SERVER_ERROR, error)
}

/// Everything about one game.
pub async fn game(State(studio): State<Arc<Studio>>, Path(id): Path<u64>) -> Response {
    let snapshot = studio.snapshot();
    let found = aside(move || {
        let Some(text) = text(&snapshot, id)? else { return Ok(None) };
        let solved = studio.solutions.has(&text);
        Ok(Some(page(&snapshot, id, text, solved)?))
    });
    match found.await {
        Ok(Ok(Some(page))) => Json(page).into_response(),
        Ok(Ok(None)) => unknown(id),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

/// A game for other programs, to be saved; why not, if it cannot be said in that form.
pub(super) async fn export(State(studio): State<Arc<Studio>>, Path((id, form)): Path<(u64, String)>) -> Response {
    let Some(form) = Form::ALL.into_iter().find(|f| f.ending() == form) else {
        let forms = Form::ALL.map(|form| format!("`{}`", form.ending())).join(" and ");
        return wrong(StatusCode::NOT_FOUND, format!("there is no form `{form}`: there are {forms}"));
    };
    let snapshot = studio.snapshot();
    let found = aside(move || Ok::<_, StoreError>(text(&snapshot, id)?.map(|text| form.write(&text))));
    match found.await {
        Ok(Ok(Some(Ok(text)))) => {
            ([("content-disposition", "attachment"), ("content-type", "text/plain; charset=utf-8")], text)
                .into_response()
        }
        Ok(Ok(Some(Err(why)))) => wrong(StatusCode::UNPROCESSABLE_ENTITY, why),
        Ok(Ok(None)) => unknown(id),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

fn page(snapshot: &Snapshot, id: u64, text: String, solved: bool) -> Result<Value, StoreError> {
    let entry = snapshot.entry(id);
    let row = snapshot.games.game(GameId(id));
    let mut page = json!({
        "id": id, "text": text, "entry": entry, "solved": solved,
        "name": entry.map(|e| e.name.as_str()).or(row.map(|r| r.name.as_str())),
    });
    let (Some(path), Some(run), Some(row)) = (&snapshot.path, &snapshot.run, row) else { return Ok(page) };
    let heat = snapshot.heats.get(&row.id).copied();
    let dossier = snapshot.readers.with(path, |reader| Dossier::of(reader, run, &snapshot.games, row.id, heat))?;
    page["dossier"] = serde_json::to_value(dossier).unwrap_or_default();
    page["spread"] = json!(snapshot.spread);
    page["fate"] = json!({
        "fate": row.fate.name(), "step": row.fate.step().map(|step| step.name()), "reason": row.reason,
        "viable": row.viable, "reasons": row.viability_reasons, "child": row.child, "generation": row.generation,
        "niche": row.niche, "score": row.score.map(|s| [s.value, s.low, s.high]),
        "nearest": row.nearest.map(|n| json!({ "id": n.game.0, "name": snapshot.games.name(n.game), "distance": n.distance })),
    });
    page["ancestry"] = ancestry(snapshot, row.id);
    Ok(page)
}

/// The ancestors of a game, generation by generation, itself first.
fn ancestry(snapshot: &Snapshot, id: GameId) -> Value {
    let mut told: Vec<Value> = Vec::new();
    let mut generation = vec![id];
    for step in 0..GENERATIONS {
        let mut next = Vec::new();
        for game in generation {
            let Some(row) = snapshot.games.game(game) else { continue };
            if told.len() == ANCESTORS {
                break;
            }
            let parents = row.parents.map(|parents| parents.map(|p| p.0));
            told.push(json!({
                "id": game.0, "name": row.name, "step": step, "known": row.child.is_none(),
                "score": row.score.map(|s| s.value), "parents": parents,
            }));
            next.extend(row.parents.into_iter().flatten());
        }
        next.sort_unstable();
        next.dedup();
        generation = next;
    }
    told.into()
}

/// The page of a game, with what its board is drawn from.
pub async fn document(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Response {
    let snapshot = studio.snapshot();
    // Of what is no game, or cannot be read, the page says so when it asks.
    let found = aside(move || {
        let text = text(&snapshot, id.parse().ok()?).ok()??;
        Some(studio.pictures.opening(&text))
    });
    match found.await {
        Ok(Some(opening)) => assets::document("game", opening.as_ref().map(|(json, _)| &json[..])),
        Ok(None) => (StatusCode::NOT_FOUND, assets::document("game", None)).into_response(),
        Err(response) => response,
    }
}

/// The rules of a game in English.
pub async fn english(State(studio): State<Arc<Studio>>, Path(id): Path<u64>) -> Response {
    let snapshot = studio.snapshot();
    let told = aside(move || Ok(text(&snapshot, id)?.map(|text| picture::english(&text).unwrap_or_default())));
    match told.await {
        Ok(Ok(Some(english))) => Json(english).into_response(),
        Ok(Ok(None)) => unknown(id),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

/// The board of a game at its start.
pub async fn board(State(studio): State<Arc<Studio>>, Path(id): Path<u64>, headers: HeaderMap) -> Response {
    let snapshot = studio.snapshot();
    let drawn = aside(move || Ok(text(&snapshot, id)?.and_then(|text| studio.pictures.board(&text))));
    match drawn.await {
        Ok(Ok(Some((svg, tag)))) => tagged(&headers, &tag, "image/svg+xml", svg),
        Ok(Ok(None)) => unknown(id),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

/// The most trials of a game that are told.
const TRIALS: usize = 24;

/// The trials of a game: their moves, and who led after each; for puzzles, and to compare a game with.
pub async fn trials(State(studio): State<Arc<Studio>>, Path(id): Path<u64>) -> Response {
    let snapshot = studio.snapshot();
    let read = aside(move || -> Result<Value, StoreError> {
        let (Some(path), Some(row)) = (&snapshot.path, snapshot.games.game(GameId(id))) else { return Ok(json!([])) };
        let stage = if row.evaluated_twice { Stage::Candidate } else { Stage::Child };
        let trials = snapshot.readers.with(path, |reader| reader.trials(row.id, stage))?;
        Ok(trials.iter().take(TRIALS).map(told).collect())
    });
    match read.await {
        Ok(Ok(told)) => Json(told).into_response(),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

fn told(trial: &TrialRow) -> Value {
    let moves: Vec<&str> = trial.moves.split_whitespace().collect();
    // A thousandth is more than a line on a screen shows.
    let leads: Vec<f64> = trial.leads.iter().map(|&lead| (f64::from(lead) * 1000.0).round() / 1000.0).collect();
    json!({ "moves": moves, "leads": leads, "first": trial.first_mover })
}

/// The solution of a game, as a file.
pub async fn solution(State(studio): State<Arc<Studio>>, Path(id): Path<u64>, headers: HeaderMap) -> Response {
    let snapshot = studio.snapshot();
    let read = aside(move || -> Result<Option<Bytes>, StoreError> {
        let Some(text) = text(&snapshot, id)? else { return Ok(None) };
        Ok(studio.solutions.of(&text))
    });
    match read.await {
        Ok(Ok(Some(file))) => {
            let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(&file), file.len());
            tagged(&headers, &tag, "application/octet-stream", file)
        }
        Ok(Ok(None)) => wrong(StatusCode::NOT_FOUND, "there is no solution of this game here"),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}

/// Who led in the trials of a game, as two figures.
pub async fn leads(State(studio): State<Arc<Studio>>, Path(id): Path<u64>) -> Response {
    let snapshot = studio.snapshot();
    let drawn = aside(move || -> Result<Option<Value>, StoreError> {
        let (Some(path), Some(row)) = (&snapshot.path, snapshot.games.game(GameId(id))) else { return Ok(None) };
        let stage = if row.evaluated_twice { Stage::Candidate } else { Stage::Child };
        let leads = Leads::of(snapshot.readers.with(path, |reader| reader.trials(row.id, stage))?);
        Ok(leads.plots().map(|(all, one)| json!([all.inline(), one.inline()])))
    });
    match drawn.await {
        Ok(Ok(Some(figures))) => Json(figures).into_response(),
        Ok(Ok(None)) => Json(json!([])).into_response(),
        Ok(Err(error)) => unreadable(&error),
        Err(response) => response,
    }
}
