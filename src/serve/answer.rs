//! How requests are answered: work done aside, its value as JSON, and what is wrong in words.

use axum::Json;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of words about what is wrong.
const WORDS: usize = 1 << 12;

/// An answer with what is wrong, as JSON.
pub fn wrong(status: StatusCode, words: impl std::fmt::Display) -> Response {
    (status, Json(json!({ "error": words.to_string() }))).into_response()
}

/// Gives what is wrong with a request one form, whoever has found it: below `/api/`, JSON with the words under `error`.
pub async fn alike(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    let (mut parts, body) = response.into_parts();
    let is_text = parts.headers.get(CONTENT_TYPE).is_some_and(|form| form.as_bytes().starts_with(b"text/plain"));
    if !is_api || !is_text || !(parts.status.is_client_error() || parts.status.is_server_error()) {
        return Response::from_parts(parts, body);
    }
    let words = to_bytes(body, WORDS).await.unwrap_or_default();
    let answer = wrong(parts.status, String::from_utf8_lossy(&words));
    for (name, value) in answer.headers() {
        parts.headers.insert(name, value.clone());
    }
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, answer.into_body())
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
