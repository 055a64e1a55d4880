//! `ludogen perft`

use super::exit::Exit;
use super::options::{ByteSize, OutputOptions, RuleOptions};
use super::{load, output};
use crate::game;
use crate::with_game;
use anyhow::Context;
use clap::Args;
use std::io::Write;

/// Count the move sequences of a game by length
///
/// Prints CSV: depth, nodes, first_wins, second_wins, draws. The last three count the sequences that end the game at
/// exactly that depth. Positions that several sequences lead to are counted once where the rules allow (transpositions are merged). Turns of several moves count as
/// one, unless --per-action is given.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen perft seed-games/tic-tac-toe.ludi --depth 9")]
pub struct Perft {
    /// Rule file; `-` is standard input
    file: String,
    /// Greatest length
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// Count every move of a turn of several
    #[arg(long)]
    per_action: bool,
    /// The most memory for positions that several sequences lead to; others are looked at as often as they come up
    #[arg(long, value_name = "SIZE", default_value = "256MiB")]
    memory: ByteSize,
    /// Print lines of JSON instead of CSV
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Perft {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let bar = output::progress("counting", None);
        let memory = usize::try_from(self.memory.0).unwrap_or(usize::MAX);
        let rows = with_game!(&loaded.game, game => game::perft_merged(game, self.depth, self.per_action, memory));
        bar.finish_and_clear();
        let rows = rows.context(
            "there are more than 2^64 sequences, or turns that go on and on; ask for a smaller --depth, or for each move with --per-action",
        )?;
        if self.json {
            rows.iter().try_for_each(|row| output::json(out, row))?;
        } else {
            output::csv(out, &rows)?;
        }
        Ok(Exit::Done)
    }
}
