//! `ludogen reference`

use super::exit::Exit;
use super::options::OutputOptions;
use crate::language;
use clap::Args;
use std::io::Write;

/// Print the reference of the rule language, as Markdown
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen reference > language.md")]
pub struct Reference {
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Reference {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        write!(out, "{}", language::reference())?;
        Ok(Exit::Done)
    }
}
