//! `ludogen describe`

use super::exit::Exit;
use super::load;
use super::options::{OutputOptions, RuleOptions};
use crate::describe::describe;
use clap::Args;
use std::io::Write;

/// Tell the rules of a game in plain English
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen describe seed-games/breakthrough.ludi --size 6 6")]
pub struct Describe {
    /// Rule file; `-` is standard input
    file: String,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Describe {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let text = describe(&loaded.tree).map_err(|e| loaded.error(e.message, e.span))?;
        write!(out, "{text}")?;
        Ok(Exit::Done)
    }
}
