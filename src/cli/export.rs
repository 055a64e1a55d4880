//! `ludogen export`

use super::exit::Exit;
use super::load;
use super::options::{OutputOptions, RuleOptions};
use crate::export::{to_json, to_ludii};
use clap::{Args, ValueEnum};
use std::io::Write;

/// Write a game for other programs: as JSON, or in the language of Ludii
///
/// JSON has the rules as a tree, the board cell by cell with its lines, and what is told of the game. A game for Ludii 1.3 plays alike there; what its
/// language cannot say is an error that names the ludeme.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen export --to ludii seed-games/breakthrough.ludi -o breakthrough.lud")]
pub struct Export {
    /// Rule file; `-` is standard input
    file: String,
    /// The form
    #[arg(long, value_enum, value_name = "FORM")]
    to: Form,
    /// For Ludii: leave out the draw when a position arises for the third time, and what is not noticed there of positions that come again where
    /// somebody had to pass, and say so in a comment
    #[arg(long)]
    loose: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A form that other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// JSON
    Json,
    /// The language of Ludii 1.3
    Ludii,
}

impl Export {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        match self.to {
            Form::Json => {
                let value = to_json(&loaded.tree).map_err(|e| loaded.error(e.message, e.span))?;
                serde_json::to_writer_pretty(&mut *out, &value)?;
                writeln!(out)?;
            }
            Form::Ludii => {
                let text = to_ludii(&loaded.tree, self.loose).map_err(|e| match e.span {
                    Some(span) => loaded.error(e.to_string(), span),
                    None => e.into(),
                })?;
                write!(out, "{text}")?;
            }
        }
        Ok(Exit::Done)
    }
}
