//! The words of the rule language, for an editor.

use crate::language::definitions::{meaning, shared};
use crate::language::schema::LUDEMES;
use crate::language::syntax;
use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Every word, and every name that all games share, with the kind of thing that it is, how it is written and what it means; those with several meanings several times.
pub async fn words() -> Response {
    let ludemes = LUDEMES.iter().map(
        |ludeme| json!({ "word": ludeme.word, "kind": ludeme.category.noun(), "usage": syntax::usage(ludeme), "meaning": ludeme.meaning }),
    );
    let shared = shared().iter().map(
        |definition| json!({ "word": definition.name, "kind": "name", "usage": definition.usage(), "meaning": meaning(&definition.name) }),
    );
    let words: Vec<Value> = ludemes.chain(shared).collect();
    Json(json!({ "words": words })).into_response()
}
