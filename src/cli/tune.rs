//! `ludogen tune`

use super::options::{ChanceOptions, RuleOptions, ThreadOptions};
use super::{Exit, load};
use crate::strategy::{Policy, TuneSettings, tune};
use anyhow::Context;
use clap::Args;
use std::io::Write;

/// Improve a game's policy by self-play and print it as RON
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen tune seed-games/yavalath.ludi --iterations 50 --seed 3")]
pub struct Tune {
    /// Rule file; `-` is standard input
    file: String,
    /// Challengers to try
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    iterations: u32,
    /// Games of each challenge
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    games: u32,
    /// Depth of the players, in plies
    #[arg(long, value_name = "D", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=6))]
    depth: u32,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Tune {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let start = match Policy::of_game(&loaded.tree) {
            Some(policy) => policy?,
            None => Policy::default_for(loaded.game.rules()),
        };
        let mut settings = TuneSettings { iterations: self.iterations, ..TuneSettings::default() };
        settings.contest.games = self.games;
        settings.contest.depth = self.depth;
        let tuned = self.threads.pool()?.install(|| tune(&loaded.game, &start, &settings, self.chance.seed));
        let text = ron::ser::to_string_pretty(&tuned.policy, ron::ser::PrettyConfig::default().new_line("\n"))
            .context("cannot write the policy as RON")?;
        writeln!(
            out,
            "// {}: {} of {} challengers took over",
            loaded.game.rules().name,
            tuned.accepted,
            self.iterations
        )?;
        writeln!(out, "{text}")?;
        Ok(Exit::Done)
    }
}
