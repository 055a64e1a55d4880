//! How requests are answered: work done aside, its value as JSON, and what is wrong in words.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// An answer with what is wrong, as JSON.
pub fn wrong(status: StatusCode, words: impl std::fmt::Display) -> Response {
    (status, Json(json!({ "error": words.to_string() }))).into_response()
}

/// Does work that waits for files in a thread for that.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Response> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| wrong(StatusCode::INTERNAL_SERVER_ERROR, "the server could not answer"))
}

/// Does work aside and answers with its value, or with why what was asked cannot be done.
pub async fn answer(work: impl FnOnce() -> Result<Value, String> + Send + 'static) -> Response {
    match aside(work).await {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(words)) => wrong(StatusCode::UNPROCESSABLE_ENTITY, words),
        Err(response) => response,
    }
}
