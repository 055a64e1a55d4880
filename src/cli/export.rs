//! `ludogen export`

use super::exit::Exit;
use super::load;
use super::options::{OutputOptions, RuleOptions};
use crate::export::{Unsaid, to_json, to_ludii};
use crate::language::Problem;
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
                let text = to_ludii(&loaded.tree, self.loose).map_err(|unsaid| self.refused(&loaded, unsaid))?;
                write!(out, "{text}")?;
            }
        }
        Ok(Exit::Done)
    }

    /// What cannot be said, where it stands, and what may help.
    fn refused(&self, loaded: &load::Loaded, unsaid: Unsaid) -> anyhow::Error {
        let Some(span) = unsaid.span else { return unsaid.into() };
        let problem = Problem::error(unsaid.to_string(), span);
        let problem = if !self.loose && to_ludii(&loaded.tree, true).is_ok() {
            problem.help("`--loose` leaves it out and says so in a comment")
        } else if unsaid.ludeme.starts_with("repetition") {
            problem.help("no position may come twice unless the rules say otherwise: `(play (repetition allow))`")
        } else {
            problem
        };
        loaded.refuse(problem)
    }
}
