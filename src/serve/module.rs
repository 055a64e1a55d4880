//! The engine of pages, as it is answered.

use super::assets::tagged;
use super::studio::Studio;
use axum::extract::State;
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
        Some(Ok((module, tag))) => tagged(&headers, &tag, "application/wasm", module),
        Some(Err(why)) => (StatusCode::SERVICE_UNAVAILABLE, why.to_string()).into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, "The engine could not be made.").into_response(),
    }
}
