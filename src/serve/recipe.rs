//! The fields of a recipe, explained: what a form shows.
//!
//! What a field means is said once, where it is declared: the form has it from the sources, which the program carries.

use super::studio::Studio;
use crate::criticism::Profile;
use crate::evolution::Recipe;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The files that declare the sections of a recipe.
const SOURCES: [&str; 10] = [
    include_str!("../evolution/recipe.rs"),
    include_str!("../synthesis/breeding.rs"),
    include_str!("../synthesis/steering.rs"),
    include_str!("../synthesis/parsimony.rs"),
    include_str!("../synthesis/polish.rs"),
    include_str!("../trials/choice.rs"),
    include_str!("../criticism/verdict.rs"),
    include_str!("../judgement/forced.rs"),
    include_str!("../trials/ladder.rs"),
    include_str!("../trials/regression.rs"),
];

/// A number, switch or word of a recipe.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its sections and its name, as in `viability.limits.balance`.
    pub path: String,
    /// What it means, with its range.
    pub words: String,
    /// What it is by default.
    pub default: Value,
}

/// A declared field: the type it belongs to, its name, its type, its words.
type Declared = (String, String, String, String);

/// Every public field of every structure of a source, with its documentation.
fn declared(source: &str) -> Vec<Declared> {
    let (mut fields, mut owner, mut words) = (Vec::new(), None, String::new());
    for line in source.lines() {
        let line = line.trim();
        if let Some(said) = line.strip_prefix("/// ") {
            words = format!("{words} {said}");
            continue;
        }
        if let Some(rest) = line.strip_prefix("pub struct ") {
            owner = rest.strip_suffix(" {").map(str::to_owned);
        } else if line == "}" {
            owner = None;
        } else if let (Some(owner), Some((name, kind))) =
            (&owner, line.strip_prefix("pub ").and_then(|rest| rest.strip_suffix(',')?.split_once(": ")))
        {
            // A word in the documentation may be a link to its declaration.
            let plain = words.trim().replace("[`", "`").replace("`]", "`").replace('*', "");
            fields.push((owner.clone(), name.to_owned(), kind.to_owned(), plain));
        }
        words.clear();
    }
    fields
}

/// Every field of a recipe, in the order in which a recipe is printed; after the words on a section those on its fields.
pub fn explained() -> Vec<Field> {
    let all: Vec<Declared> = SOURCES.iter().flat_map(|source| declared(source)).collect();
    // A recipe is numbers, switches and words, which JSON has too.
    let default = serde_json::to_value(Recipe::default()).unwrap_or_default();
    let mut fields = Vec::new();
    walk(&all, "Recipe", "", &default, &mut fields);
    fields
}

fn walk(all: &[Declared], owner: &str, path: &str, value: &Value, out: &mut Vec<Field>) {
    for (_, name, kind, words) in all.iter().filter(|(of, ..)| of == owner) {
        let Some(value) = value.get(name) else { continue };
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if value.is_object() {
            let words = words.clone();
            out.push(Field { path: path.clone(), words, default: Value::Null });
            walk(all, kind, &path, value, out);
        } else {
            out.push(Field { path, words: words.clone(), default: value.clone() });
        }
    }
}

/// The fields, and the profiles that a run may score by.
pub async fn fields(State(studio): State<Arc<Studio>>) -> Response {
    let mut profiles: Vec<String> = Profile::names().map(str::to_owned).collect();
    profiles.extend(super::survey::fitted_profiles(&studio.population()));
    Json(json!({ "fields": explained(), "profiles": profiles, "profile": Profile::of_new_games().name }))
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn leaves(value: &Value, path: &str, out: &mut BTreeSet<String>) {
        match value.as_object() {
            Some(fields) => {
                for (name, value) in fields {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    leaves(value, &path, out);
                }
            }
            None => {
                out.insert(path.to_owned());
            }
        }
    }

    #[test]
    fn every_field_of_a_recipe_is_explained() {
        let mut wanted = BTreeSet::new();
        leaves(&serde_json::to_value(Recipe::default()).unwrap(), "", &mut wanted);
        let fields = explained();
        let told: BTreeSet<String> =
            fields.iter().filter(|field| !field.default.is_null()).map(|field| field.path.clone()).collect();
        assert_eq!(told, wanted);
        for field in &fields {
            assert!(field.words.split_whitespace().count() >= 2, "{field:?}");
        }
        let lag = fields.iter().find(|field| field.path == "lag").unwrap();
        assert!(lag.words.contains("1 to 4096") && lag.default == 64, "{lag:?}");
    }
}
