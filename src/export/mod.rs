//! Games for other programs: as JSON, and in the language of Ludii.
//!
//! [`to_json`] says all of a game, its rules as a tree and its board cell by cell. [`to_ludii`] writes a game that Ludii 1.3 compiles and plays alike;
//! what cannot be said there is an [`Unsaid`] that names the ludeme.

mod json;
mod ludii;

pub use json::{FORMAT, to_json};
pub use ludii::{Unsaid, to_ludii};

/// A form that other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON.
    Json,
    /// The language of Ludii 1.3; a draw by repetition is left out, with a comment, and so is what it does not notice of passes.
    Ludii,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 2] = [Form::Json, Form::Ludii];

    /// How the name of such a file ends.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Json => "json",
            Form::Ludii => "lud",
        }
    }

    /// The game that a rule file holds, in this form.
    ///
    /// # Errors
    /// Why it cannot be written so, in a sentence.
    pub fn write(self, text: &str) -> Result<String, String> {
        let meaningless = || "These rules have no meaning.".to_string();
        let tree = crate::language::parse(text).map_err(|_| meaningless())?;
        match self {
            Form::Json => to_json(&tree).map(|value| format!("{value}\n")).map_err(|_| meaningless()),
            Form::Ludii => to_ludii(&tree, true).map_err(|e| format!("{e}.")),
        }
    }
}
