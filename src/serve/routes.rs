//! Which address is answered by whom.

use super::answer::{self, wrong};
use super::studio::Studio;
use super::{assets, feed, gallery, guard, jobs, module, night, recipe, survey, words};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use std::sync::Arc;

async fn missing() -> Response {
    wrong(StatusCode::NOT_FOUND, "there is nothing at this address")
}

/// The whole studio.
pub fn router(studio: Arc<Studio>) -> Router {
    let shared = Router::new()
        .route("/survey", get(|| async { assets::document("survey", None) }))
        .route("/web/{*name}", get(assets::file))
        .route("/engine.wasm", get(module::module))
        .route("/view/{name}", get(assets::script))
        .route("/style.css", get(assets::style))
        .route("/api/survey", get(survey::about))
        .route("/api/survey/enter", post(survey::enter))
        .route("/api/survey/next", get(survey::next))
        .route("/api/survey/answer", post(survey::say));
    // Who takes part in a study sees the survey and nothing else.
    let all = if studio.survey {
        shared.route("/", get(|| async { Redirect::to("/survey") }))
    } else {
        shared.merge(workshop())
    };
    all.fallback(missing)
        .layer(DefaultBodyLimit::max(guard::MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&studio), guard::guard))
        .layer(middleware::from_fn(answer::alike))
        .with_state(studio)
}

/// What only the owner of a population sees.
fn workshop() -> Router<Arc<Studio>> {
    let views =
        [("/", "gallery"), ("/compare", "compare"), ("/night", "night"), ("/ranking", "ranking"), ("/write", "write")];
    let shown = |view: &'static str| get(move || async move { assets::document(view, None) });
    let router = views.into_iter().fold(Router::new(), |router, (at, view)| router.route(at, shown(view)));
    router
        .route("/game/{id}", get(gallery::document))
        .route("/api/games", get(gallery::games))
        .route("/api/games/{id}", get(gallery::game))
        .route("/api/games/{id}/board.svg", get(gallery::board))
        .route("/api/games/{id}/english", get(gallery::english))
        .route("/api/games/{id}/export/{form}", get(gallery::export))
        .route("/api/games/{id}/leads", get(gallery::leads))
        .route("/api/games/{id}/trials", get(gallery::trials))
        .route("/api/games/{id}/solution", get(gallery::solution))
        .route("/api/words", get(words::words))
        .route("/api/jobs", post(jobs::begin))
        .route("/api/jobs/{id}", get(jobs::result))
        .route("/api/recipe", get(recipe::fields))
        .route("/api/night", get(feed::now))
        .route("/api/night/events", get(feed::events))
        .route("/api/night/figures/{name}", get(feed::figure))
        .route("/api/night/start", post(night::start))
        .route("/api/night/continue", post(night::go_on))
        .route("/api/night/stop", post(night::stop))
        .route("/api/survey/comparisons.csv", get(survey::export))
        .route("/api/ranking", get(survey::ranking))
        .route("/api/ranking/fit", post(survey::fit_profile))
}
