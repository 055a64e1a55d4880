//! The words of the rule language, for an editor.

use crate::language::schema::LUDEMES;
use crate::language::syntax;
use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Every word with the kind of thing that it is, how it is written and what it means; those with several meanings several times.
pub async fn words() -> Response {
    let words: Vec<Value> = LUDEMES
        .iter()
        .map(|ludeme| json!({ "word": ludeme.word, "kind": ludeme.category.noun(), "usage": syntax::usage(ludeme), "meaning": ludeme.meaning }))
        .collect();
    Json(json!({ "words": words })).into_response()
}
