//! What takes long and is asked from a page: a game judged, or bred from. One at a time, each with a budget.

use super::answer::wrong;
use super::studio::Studio;
use crate::criticism::{Measurement, Profile};
use crate::game::{AnyGame, TooDear};
use crate::judgement::{ForcedSettings, JudgeSettings, Knowledge, judge_measured};
use crate::language::reader::MAX_SOURCE;
use crate::language::{Tree, parse, print};
use crate::solver::flaws;
use crate::store::SeedGame;
use crate::strategy::Policy;
use crate::streams::generator;
use crate::synthesis::{Breeding, breed, named};
use crate::trials::LadderSettings;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rand::RngExt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};

/// The most jobs that wait, the one under way included.
const WAITING: usize = 4;
/// How many results are kept.
const KEPT: usize = 32;
/// How many children are bred, and how often that is tried.
const CHILDREN: usize = 6;
const TRIES: u64 = 60;

/// What is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// What to do.
    what: Kind,
    /// The rules.
    text: String,
    /// The seed.
    seed: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Judge,
    Breed,
}

/// The rules of a text, if they can be played.
fn playable(text: &str) -> Result<Tree, String> {
    if text.len() > MAX_SOURCE {
        return Err(format!("the rules are larger than {} KiB", MAX_SOURCE >> 10));
    }
    let tree = parse(text).map_err(|_| "the rules cannot be read; the page says what is wrong")?;
    AnyGame::of(&tree).map_err(|problem| problem.message)?;
    match Policy::fault_in(&tree) {
        Some((_, fault)) => Err(fault.to_string()),
        None => Ok(tree),
    }
}

/// Begins a job.
pub async fn begin(State(studio): State<Arc<Studio>>, Json(wanted): Json<Wanted>) -> Response {
    let tree = match playable(&wanted.text) {
        Ok(tree) => tree,
        Err(words) => return wrong(StatusCode::UNPROCESSABLE_ENTITY, words),
    };
    let id = {
        let mut state = studio.jobs.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.results.values().filter(|result| result.is_none()).count() >= WAITING {
            return wrong(StatusCode::TOO_MANY_REQUESTS, "other work is under way; try again later");
        }
        state.last += 1;
        let id = state.last;
        state.results.insert(id, None);
        while state.results.len() > KEPT {
            state.results.pop_first();
        }
        id
    };
    let shared = Arc::clone(&studio);
    let started = std::thread::Builder::new().name("job".into()).stack_size(16 << 20).spawn(move || {
        let jobs = &shared.jobs;
        let turn = jobs.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let work = AssertUnwindSafe(|| match wanted.what {
            Kind::Judge => judged(&shared, &tree, wanted.seed),
            Kind::Breed => Ok(bred(&shared.known, &tree, wanted.seed)),
        });
        let result = catch_unwind(work).unwrap_or_else(|payload| {
            let dear = payload.downcast_ref::<TooDear>().map(TooDear::to_string);
            Err(dear.unwrap_or_else(|| "an internal error ended the work".into()))
        });
        drop(turn);
        jobs.put(id, result.unwrap_or_else(|words| json!({ "error": words })));
    });
    match started {
        Ok(_) => Json(json!({ "job": id })).into_response(),
        Err(error) => {
            studio.jobs.put(id, json!({ "error": error.to_string() }));
            wrong(StatusCode::SERVICE_UNAVAILABLE, error)
        }
    }
}

/// What came of a job.
pub async fn result(State(studio): State<Arc<Studio>>, Path(id): Path<u64>) -> Response {
    let state = studio.jobs.state.lock().unwrap_or_else(PoisonError::into_inner);
    match state.results.get(&id) {
        Some(result) => Json(json!({ "done": result.is_some(), "result": result })).into_response(),
        None => wrong(StatusCode::NOT_FOUND, format!("there is no job {id}")),
    }
}

/// About a tenth of what `ludogen judge` spends.
fn settings() -> JudgeSettings {
    JudgeSettings {
        positions: 5_000,
        trials: 20,
        forced: ForcedSettings { start: 60_000, opening: 6_000, openings: 8 },
        ladder: LadderSettings { rungs: 4, games: 8, total: 400_000, ..LadderSettings::default() },
        flaws: flaws::Limits { positions: 2_000, nodes: 500 },
        ..JudgeSettings::default()
    }
}

/// What is thought of a game, with its criteria and how those of the known games are spread, as the page of a bred game has them.
fn judged(studio: &Studio, tree: &Tree, seed: u64) -> Result<Value, String> {
    let texts = || studio.known.iter().map(|game| game.text.clone()).collect::<Vec<_>>();
    let knowledge = studio.jobs.knowledge.get_or_init(|| Knowledge::of(&texts()));
    let (judgement, measured) =
        judge_measured(tree, knowledge, &Profile::of_new_games(), &settings(), seed).map_err(|e| e.to_string())?;
    let criterion = |m: Measurement| {
        let number = m.criterion.number();
        json!({ "criterion": number, "name": m.criterion.name(), "value": m.value, "error": m.standard_error })
    };
    let mut found = serde_json::to_value(judgement).map_err(|e| e.to_string())?;
    found["criteria"] = measured.into_iter().map(criterion).collect();
    found["spread"] = json!(studio.snapshot().spread);
    Ok(found)
}

/// Children of this game and of known ones drawn by chance, as many as can be played of so many tries.
fn bred(known: &[SeedGame], tree: &Tree, seed: u64) -> Value {
    let name = tree.args().first().and_then(|t| t.as_word()).unwrap_or("Game").to_owned();
    let mut random = generator(seed);
    let mut children: Vec<Value> = Vec::new();
    let settings = Breeding { crossover: 0.15, mutation: 0.1, ..Breeding::default() };
    for _ in 0..TRIES {
        if children.len() == CHILDREN || known.is_empty() {
            break;
        }
        let donor = &known[random.random_range(0..known.len() as u64) as usize];
        let Ok(other) = parse(&donor.text) else { continue };
        let child = breed(tree, &other, &settings, &mut random);
        let text = print(&named(child.tree, &format!("{name}-{}", children.len() + 1)));
        // A child without any change is no child.
        if !child.log.is_empty() && playable(&text).is_ok() {
            children.push(json!({ "text": text, "donor": donor.name, "log": child.log }));
        }
    }
    json!({ "children": children })
}
