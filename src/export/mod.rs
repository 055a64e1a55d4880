//! Games for other programs: as JSON, and in the language of Ludii.
//!
//! [`to_json`] says all of a game, its rules as a tree and its board cell by cell. [`to_ludii`] writes a game that Ludii 1.3 compiles and plays alike;
//! what cannot be said there is an [`Unsaid`] that names the ludeme.

mod json;
mod ludii;

pub use json::{FORMAT, to_json};
pub use ludii::{Unsaid, to_ludii};

/// A game in every form that can be written.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    /// As JSON.
    pub json: Option<String>,
    /// In the language of Ludii, if it can be said there.
    pub ludii: Option<String>,
    /// Why it cannot.
    pub unsaid: Option<String>,
}

impl Exports {
    /// The game that a rule file holds; nothing if it holds none.
    pub fn of(text: &str) -> Exports {
        let Ok(tree) = crate::language::parse(text) else { return Exports::default() };
        let (ludii, unsaid) = match to_ludii(&tree, true) {
            Ok(text) => (Some(text), None),
            Err(e) => (None, Some(format!("{e}."))),
        };
        Exports { json: to_json(&tree).ok().map(|value| format!("{value}\n")), ludii, unsaid }
    }
}
