//! `ludogen book`

use super::exit::{Exit, UsageError};
use super::opponents::{PolicyOptions, book_beside, read_solution};
use super::options::{ChanceOptions, JsonOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::solver::solution::Oracle;
use crate::strategy::{Book as Pages, BookSettings};
use crate::trials::TrialSettings;
use crate::with_game;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// Make an opening book, by self-play or from a solution
///
/// A book is CSV, a move a row: line, move, games, score, value, plies. It is kept beside the game as NAME.book.csv, where `ludogen
/// play` looks for it.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen book seed-games/yavalath.ludi --games 400 --plies 6")]
pub struct Book {
    /// Rule file
    file: String,
    /// Games of self-play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How many plies go into the book
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    /// Depth of the players, in plies
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Nodes that a player searches at most for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Strength as `measure` has it: the work that a move may take, in nodes of the cheapest games, however deep
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "depth", "solution"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: Option<u64>,
    /// Take the best moves from this file, which `ludogen solve --save` wrote, instead of playing
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
    /// Where the book goes [default: beside the game]; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    json: JsonOptions,
}

impl Book {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let file = match &self.output {
            Some(file) => file.clone(),
            None if self.file == load::STDIN || self.rules.size.is_some() => {
                return Err(UsageError("say with -o where the book of this game goes".into()).into());
            }
            None => book_beside(&self.file),
        };
        let saved = self.solution.as_ref().map(|file| read_solution(&loaded.tree, file)).transpose()?;
        with_game!(&loaded.game, game => {
            let book = match &saved {
                Some(saved) => Pages::of_solution(game, &mut Oracle::of(game, saved)?, self.plies),
                None => {
                    let mut settings = BookSettings { games: self.games, plies: self.plies, ..BookSettings::default() };
                    (settings.contest.depth, settings.contest.nodes) = match self.work {
                        Some(work) => (TrialSettings::default().depth, Some(game.nodes_for(work))),
                        None => (self.depth, Some(self.nodes)),
                    };
                    let evaluator = self.policy.evaluator(game, &loaded.tree)?;
                    self.threads.pool()?.install(|| Pages::of_self_play(game, &evaluator, &settings, self.chance.seed))
                }
            };
            if file.as_os_str() == load::STDIN {
                book.write(game, out)?;
            } else {
                let mut output = File::create(&file).with_context(|| format!("cannot write {}", file.display()))?;
                book.write(game, &mut output).with_context(|| format!("cannot write {}", file.display()))?;
                let (path, positions) = (file.display(), book.positions());
                match self.json.json {
                    true => output::json(out, &json!({ "book": path.to_string(), "positions": positions }))?,
                    false => writeln!(out, "{path}: {positions} positions")?,
                }
            }
        });
        Ok(Exit::Done)
    }
}
