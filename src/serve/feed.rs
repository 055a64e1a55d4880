//! What is told of the night as it goes on. It is read from the population, so that a run of another process is told of too.

use super::answer::{aside, wrong};
use super::catalogue::Snapshot;
use super::studio::Studio;
use crate::judgement::Shelf;
use crate::report::run_plots;
use crate::store::{Fate, GameRow};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::{ReceiverStream, WatchStream};

/// How often the population is looked at.
const EVERY: Duration = Duration::from_millis(500);
/// The time that the children a minute are counted over.
const WINDOW: Duration = Duration::from_secs(120);
/// How many of the best and of the newest are told.
const TOLD: usize = 12;

/// Looks at the population once.
pub async fn look(studio: &Arc<Studio>) -> bool {
    let shared = Arc::clone(studio);
    let looked = aside(move || {
        let before = shared.snapshot();
        match before.newer(&shared.population(), &shared.known) {
            Ok(Some(snapshot)) => {
                shared.show(snapshot);
                true
            }
            Ok(None) => false,
            Err(error) => {
                let trouble = Some(error.to_string());
                let news = before.trouble != trouble;
                if news {
                    shared.show(Snapshot { trouble, ..(*before).clone() });
                }
                news
            }
        }
    });
    looked.await.unwrap_or(false)
}

/// Looks at the population for the first time, so that whoever asks at once is told of it.
pub async fn begin(studio: &Arc<Studio>) {
    look(studio).await;
    let told = tell(studio, &studio.snapshot(), None).to_string();
    studio.feed.send_replace(told.into());
}

/// Looks at the population again and again, and tells what has changed.
pub async fn publish(studio: Arc<Studio>) {
    let mut pace: VecDeque<(Instant, u64)> = VecDeque::new();
    loop {
        look(&studio).await;
        let snapshot = studio.snapshot();
        let children = snapshot.games.rows.last().and_then(|row| row.child).unwrap_or(0);
        let now = Instant::now();
        // Another population begins anew.
        if pace.back().is_some_and(|(_, before)| *before > children) {
            pace.clear();
        }
        pace.push_back((now, children));
        while pace.front().is_some_and(|(then, _)| now.duration_since(*then) > WINDOW) {
            pace.pop_front();
        }
        let rate = pace
            .front()
            .filter(|(then, _)| now.duration_since(*then) > EVERY)
            .map(|(then, before)| (children - before) as f64 / now.duration_since(*then).as_secs_f64() * 60.0);
        let told = tell(&studio, &snapshot, rate).to_string();
        studio.feed.send_if_modified(|feed| {
            let news = **feed != *told;
            if news {
                *feed = told.into();
            }
            news
        });
        tokio::time::sleep(EVERY).await;
    }
}

/// The night in numbers.
fn tell(studio: &Studio, snapshot: &Snapshot, rate: Option<f64>) -> Value {
    let (status, running, stopping) = {
        let night = studio.night();
        (night.status(), night.running(), night.stopping())
    };
    let children = snapshot.games.children().count();
    let measured = snapshot.games.rows.len() - children;
    let line = status.as_ref().filter(|status| status.running).map(|status| status.tally.line(status.since.elapsed()));
    let told = |row: &GameRow| {
        json!({ "id": row.id.0, "name": row.name, "fate": row.fate.name(), "step": row.fate.step().map(|s| s.name()),
            "reason": row.reason, "score": row.score.map(|s| s.value), "shelf": row.shelf.map(Shelf::word) })
    };
    let newest: Vec<Value> =
        snapshot.games.rows.iter().rev().filter(|row| row.child.is_some()).take(TOLD).map(told).collect();
    let best: Vec<&super::catalogue::Entry> =
        snapshot.entries.iter().filter(|entry| entry.rank.is_some()).take(TOLD).collect();
    json!({
        "population": studio.population().display().to_string(), "begun": snapshot.run.is_some(),
        "seed": snapshot.run.as_ref().map(|run| run.seed), "profile": snapshot.run.as_ref().map(|run| run.profile.clone()),
        "running": running, "stopping": stopping,
        "ended": status.as_ref().and_then(|s| s.ended.clone()), "warnings": status.map(|s| s.warnings).unwrap_or_default(),
        "trouble": snapshot.trouble, "line": line, "known": snapshot.seeds, "measured": measured, "children": children,
        "admitted": snapshot.games.children().filter(|row| row.fate == Fate::Admitted).count(),
        "candidates": snapshot.entries.iter().filter(|entry| entry.rank.is_some()).count(),
        "per_minute": rate.map(|rate| (rate * 10.0).round() / 10.0),
        "niches": niches(snapshot), "best": best, "newest": newest,
    })
}

/// The archive: of each niche how many games there are, and the best.
fn niches(snapshot: &Snapshot) -> Vec<Value> {
    let mut niches: BTreeMap<&str, (usize, usize, &GameRow)> = BTreeMap::new();
    let value = |row: &GameRow| row.score.map_or(f64::NEG_INFINITY, |score| score.value);
    for row in snapshot.games.rows.iter().filter(|row| row.fate.is_member() && !row.niche.is_empty()) {
        let (games, candidates, best) = niches.entry(&row.niche).or_insert((0, 0, row));
        *games += 1;
        *candidates += usize::from(row.is_candidate());
        if value(row) > value(best) {
            *best = row;
        }
    }
    let told = |(niche, (games, candidates, best)): (&str, (usize, usize, &GameRow))| {
        json!({ "niche": niche, "games": games, "candidates": candidates, "id": best.id.0, "name": best.name,
            "score": best.score.map(|s| s.value) })
    };
    niches.into_iter().map(told).collect()
}

/// The night as it is.
pub async fn now(State(studio): State<Arc<Studio>>) -> Response {
    let told = studio.feed.borrow().clone();
    ([(CONTENT_TYPE, "application/json")], told.to_string()).into_response()
}

/// The night as it goes on, as server-sent events: one whenever something has changed, each with everything.
pub async fn events(State(studio): State<Arc<Studio>>) -> Response {
    let told = newest(studio.feed.subscribe(), studio.ending.subscribe());
    let events = told.map(|told| Ok::<Event, Infallible>(Event::default().event("night").data(&told)));
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

/// What is told, until the server ends, which waits for no client. Whoever takes little is told what is newest when it takes something again:
/// nothing piles up for it.
fn newest(told: watch::Receiver<Arc<str>>, mut ending: watch::Receiver<bool>) -> ReceiverStream<Arc<str>> {
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        let mut told = std::pin::pin!(WatchStream::new(told));
        loop {
            // First a place for it, then what is to be told by then.
            let place = tokio::select! {
                place = sender.reserve() => place,
                () = ended(&mut ending) => break,
            };
            // A client that is gone takes nothing more.
            let Ok(place) = place else { break };
            tokio::select! {
                next = told.next() => match next {
                    Some(event) => place.send(event),
                    None => break,
                },
                () = ended(&mut ending) => break,
                () = sender.closed() => break,
            }
        }
    });
    ReceiverStream::new(receiver)
}

/// Waits until the server ends.
async fn ended(ending: &mut watch::Receiver<bool>) {
    // Without a sender the server has ended.
    let _ = ending.wait_for(|ending| *ending).await;
}

/// A figure about the run, by name.
pub async fn figure(State(studio): State<Arc<Studio>>, Path(name): Path<String>) -> Response {
    let plot = match name.as_str() {
        "fates" => run_plots::fates,
        "scores" => run_plots::scores,
        "population" => run_plots::population,
        _ => return wrong(StatusCode::NOT_FOUND, "there is no such figure"),
    };
    let snapshot = studio.snapshot();
    match aside(move || plot(&snapshot.games).inline()).await {
        Ok(figure) => Json(json!([figure])).into_response(),
        Err(response) => response,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn for_a_client_that_takes_nothing_only_the_newest_is_kept() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let feed = watch::Sender::new(Arc::from("0"));
            let ending = watch::Sender::new(false);
            let mut told = newest(feed.subscribe(), ending.subscribe());
            let mut texts = Vec::new();
            for n in 1..=10_000 {
                let text: Arc<str> = n.to_string().into();
                texts.push(Arc::downgrade(&text));
                feed.send_replace(text);
                tokio::task::yield_now().await;
            }
            // What is held: the newest in the feed, and what waits for the client.
            assert!(texts.iter().filter(|text| text.strong_count() > 0).count() <= 3);
            let mut heard = Vec::new();
            while heard.last().is_none_or(|last| *last != "10000") {
                heard.push(told.next().await.unwrap().to_string());
            }
            assert!(heard.len() <= 3, "{heard:?}");
            // A client that is gone ends it, and so does the end of the server.
            drop(told);
            let told = newest(feed.subscribe(), ending.subscribe());
            ending.send_replace(true);
            let rest: Vec<_> = told.collect().await;
            assert!(rest.len() <= 1);
            while feed.receiver_count() > 0 {
                tokio::task::yield_now().await;
            }
        });
    }
}
