//! `ludogen describe`

use super::options::RuleOptions;
use super::{Exit, load};
use crate::language;
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
}

impl Describe {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        write!(out, "{}", language::describe(&loaded.tree))?;
        Ok(Exit::Done)
    }
}
