//! The engine of pages, as it is answered.

use super::assets::{Module, tagged};
use super::studio::Studio;
use axum::extract::State;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderValue, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The module, once it is there.
pub async fn module(State(studio): State<Arc<Studio>>, headers: HeaderMap) -> Response {
    let mut made = studio.engine.0.clone();
    let made = match made.wait_for(Option::is_some).await {
        Ok(made) => made.clone(),
        Err(_) => None,
    };
    match made {
        Some(Ok(module)) => sent(&headers, module),
        Some(Err(why)) => (StatusCode::SERVICE_UNAVAILABLE, why.to_string()).into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, "The engine could not be made.").into_response(),
    }
}

/// The module as gzip where the browser takes that.
fn sent(headers: &HeaderMap, module: Module) -> Response {
    let takes = headers.get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok());
    let takes = takes.is_some_and(|all| all.split(',').any(|one| one.trim() == "gzip"));
    let packed = takes && !module.packed.is_empty();
    let body = if packed { module.packed } else { module.plain };
    // Each form has a tag of its own.
    let tag = if packed { module.tag.replacen('-', "-z", 1) } else { module.tag };
    let mut response = tagged(headers, &tag, "application/wasm", body);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
