//! `ludogen evaluate`

use super::exit::{Exit, UsageError};
use super::options::{CacheOptions, OutputOptions, ThreadOptions};
use super::output;
use crate::queue::{self, Batch, WireError};
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Do a share of a batch of work that `evolve --batch` has written
///
/// For arrays of jobs on machines that share a file system: no broker, no network. Each job does one shard and writes its outcomes; `evolve --merge`
/// admits them all, and writes the next batch. Whatever is missing is in the next batch again. The population is the same, byte for byte, as that of
/// one process.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen evaluate --shard 3/200 night.batch night.3.done")]
pub struct Evaluate {
    /// The batch
    batch: PathBuf,
    /// File for the outcomes
    done: PathBuf,
    /// Which share of the pieces, of how many: `3/200` is the third of two hundred
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),
    /// Print what was done as a line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cache: CacheOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(k, n)| (1..=*n).contains(k)).ok_or_else(|| "a shard of so many, as in 3/200".into())
}

impl Evaluate {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let batch = Batch::read(&self.batch).with_context(|| self.batch.display().to_string())?;
        let (shard, shards) = self.shard;
        let (run, all) = (batch.run.id(), batch.pieces.len());
        let bar = output::progress("working", None);
        let results = queue::evaluate(batch, shard, shards, self.threads.count(), self.cache.open()?);
        bar.finish_and_clear();
        let results = results.map_err(|e| match e {
            WireError::OtherRun { .. } => UsageError(format!("{}: {e}", self.batch.display())).into(),
            e => anyhow::Error::from(e).context(self.batch.display().to_string()),
        })?;
        results.write(&self.done).with_context(|| format!("cannot write {}", self.done.display()))?;
        let done = results.done.len();
        if self.json {
            output::json(out, &json!({"run": run, "shard": shard, "shards": shards, "done": done, "pieces": all}))?;
        } else {
            writeln!(out, "{done} of {all} pieces done: {}", self.done.display())?;
        }
        Ok(Exit::Done)
    }
}
