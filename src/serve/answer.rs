//! How requests are answered: work done aside, its value as JSON, and what is wrong in words.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// An answer with what is wrong, as JSON.
pub fn wrong(status: StatusCode, words: impl std::fmt::Display) -> Response {
    (status, Json(json!({ "error": words.to_string() }))).into_response()
}

/// Does work that waits for files in a thread for that.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Response> {
    let made = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&made);
    in_thread(Box::new(move || {
        let value = work();
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }))
    .await;
    let value = made.lock().unwrap_or_else(PoisonError::into_inner).take();
    value.ok_or_else(|| wrong(StatusCode::INTERNAL_SERVER_ERROR, "the server could not answer"))
}

/// Waits until a thread has done this, or has failed to. A function of its own: tasks are compiled once for each kind of work.
async fn in_thread(work: Box<dyn FnOnce() + Send>) {
    // A panic leaves the slot empty, which is answered.
    let _ = tokio::task::spawn_blocking(work).await;
}

/// Does work aside and answers with its value, or with why what was asked cannot be done.
pub async fn answer(work: impl FnOnce() -> Result<Value, String> + Send + 'static) -> Response {
    match aside(work).await {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(words)) => wrong(StatusCode::UNPROCESSABLE_ENTITY, words),
        Err(response) => response,
    }
}
