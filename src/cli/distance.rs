//! `ludogen distance`

use super::exit::{Exit, UsageError};
use super::options::{JsonOptions, OutputOptions, RuleOptions};
use super::{load, output};
use crate::synthesis::{Genome, distance};
use clap::Args;
use serde_json::json;
use std::io::Write;

/// Measure how far apart the rules of two games are
///
/// Prints a number: 0 for the same rules, 1 for nothing in common. Names, aims and descriptions do not count.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen distance seed-games/hex.ludi seed-games/y.ludi")]
pub struct Distance {
    /// Rule file; `-` is standard input
    a: String,
    /// Another
    b: String,
    #[command(flatten)]
    json: JsonOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Distance {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.a == load::STDIN && self.b == load::STDIN {
            return Err(UsageError("only one file can be read from standard input".into()).into());
        }
        let genome = |file| load::tree(file, &RuleOptions::default()).map(|tree| Genome::new(&tree));
        let distance = distance(&genome(&self.a)?, &genome(&self.b)?);
        match self.json.json {
            true => output::json(out, &json!({ "a": self.a, "b": self.b, "distance": distance }))?,
            false => writeln!(out, "{distance}")?,
        }
        Ok(Exit::Done)
    }
}
