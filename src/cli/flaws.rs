//! `ludogen flaws`

use super::exit::Exit;
use super::options::{OutputOptions, RuleOptions};
use super::{load, output};
use crate::solver::flaws::{self, Check, Limits};
use anyhow::anyhow;
use clap::Args;
use std::io::Write;

/// Test whether a game is trivially solved
///
/// Looks for a forced win within a few moves, a strategy of mirroring, a short rule for the lost positions, a forced draw,
/// positions in which passing would be better, results settled early, and rules that make no difference: on the game's own board
/// if it can be enumerated, else on the largest smaller one. Verdicts are flawed, sound, or open if the budget does not suffice.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen flaws seed-games/nim.ludi --json")]
pub struct Flaws {
    /// Rule file; `-` is standard input
    file: String,
    /// Enumerate so many positions of a board at most
    #[arg(long, value_name = "N", default_value_t = Limits::default().positions, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Search so many nodes for the value of one position at most
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print a line of JSON for each check: check, verdict, fatal, board, evidence, budget
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Flaws {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let limits = Limits { positions: self.positions, nodes: self.nodes };
        let bar = output::progress("looking for flaws", None);
        let checks = flaws::examine(&loaded.tree, &limits);
        bar.finish_and_clear();
        for check in checks.map_err(|e| anyhow!("{}: {e}", self.file))? {
            if self.json {
                output::json(out, &check)?;
                continue;
            }
            let Check { check, verdict, fatal, board, evidence, .. } = check;
            let sizes = board.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            let fatal = if fatal { " (fatal)" } else { "" };
            writeln!(out, "{:<14} {}{fatal} on size {sizes}: {evidence}", check.name(), verdict.word())?;
        }
        Ok(Exit::Done)
    }
}
