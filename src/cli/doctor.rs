//! `ludogen doctor`

use super::exit::Exit;
use super::options::OutputOptions;
use super::output;
use crate::store::{back_up, examine, repair};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Examine a population, and mend what can be mended
///
/// Checks the file from end to end and reads every part of every game. With `--repair`, a new file with the games up to the first that cannot be read
/// takes its place, and the damaged one is kept beside it: `evolve` makes the others again, the same. What cannot be made again, as answers of people,
/// is kept as far as it can be read, and what is lost is said. Exits with 1 if something is wrong and not mended.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen doctor populations/night.db --backup populations/night-backup.db")]
pub struct Doctor {
    /// The population
    population: PathBuf,
    /// Mend it
    #[arg(long)]
    repair: bool,
    /// Write a copy to this new file first; this alone can be done while a run is going on
    #[arg(long, value_name = "FILE")]
    backup: Option<PathBuf>,
    /// Print what is found as a line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Doctor {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if let Some(copy) = &self.backup {
            back_up(&self.population, copy).context("no copy was made")?;
            if !self.json {
                writeln!(out, "a copy is in {}", copy.display())?;
            }
        }
        let found = examine(&self.population)?;
        let sound = found.faults.is_empty();
        let mended = (self.repair && !sound).then(|| repair(&self.population)).transpose()?;
        if self.json {
            output::json(out, &json!({"found": found, "repair": mended}))?;
            return Ok(if sound || mended.is_some() { Exit::Done } else { Exit::Failed });
        }
        let path = self.population.display();
        if sound {
            writeln!(out, "{path}: sound, {} games", found.games)?;
            if let Some(format) = found.older {
                writeln!(
                    out,
                    "made by an older ludogen (format {format}): `ludogen evolve` on it brings it up to date"
                )?;
            }
            return Ok(Exit::Done);
        }
        writeln!(out, "{path}: damaged; {} of {} games can be read from the first on", found.sound, found.games)?;
        for fault in &found.faults {
            writeln!(out, "  {fault}")?;
        }
        let Some(mended) = mended else {
            writeln!(out, "mend it with: ludogen doctor {path} --repair")?;
            return Ok(Exit::Failed);
        };
        writeln!(out, "mended: {} games kept, {} to be made again by evolve", mended.kept, mended.dropped)?;
        for lost in &mended.lost {
            writeln!(out, "  lost: {lost}")?;
        }
        writeln!(out, "the damaged file is {}", mended.damaged.display())?;
        Ok(Exit::Done)
    }
}
