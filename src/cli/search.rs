//! `ludogen search`

use super::exit::{Exit, UsageError};
use super::opponents::PolicyOptions;
use super::options::{ChanceOptions, MoveOptions, OutputOptions, RuleOptions};
use super::{load, output};
use crate::game::{Game, Move, Position};
use crate::language::Tree;
use crate::players::alpha_beta::MAX_DEPTH;
use crate::players::value::plies_to_end;
use crate::players::variation::notated;
use crate::players::{AlphaBeta, AlphaBetaOptions, Uct, UctOptions};
use crate::strategy::{Evaluator, SCALE};
use crate::streams;
use crate::with_game;
use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Number;
use std::io::Write;
use std::time::Instant;

/// The moves of a principal variation that are printed as text.
const SHORT_LINE: usize = 16;

/// Find the best move in a position
///
/// The value is for the player to move. Alpha-beta: 0 is even, 1,000,000,000 - n a win in n moves, the negative a loss;
/// others are 100,000 times the evaluation of the policy. UCT: the expected score, 0 to 1.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("budget").required(true)))]
#[command(after_help = "Example: ludogen search seed-games/tic-tac-toe.ludi --moves \"a1 b1 a2\" --depth 4 --json")]
pub struct Search {
    /// Rule file; `-` is standard input
    file: String,
    #[command(flatten)]
    moves: MoveOptions,
    /// Search so many moves deep (alpha-beta only)
    #[arg(long, value_name = "D", group = "budget", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Search so many nodes (alpha-beta) or playouts (UCT)
    #[arg(long, value_name = "N", group = "budget", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search as much as `measure` does for a move at so much --work, in nodes of the cheapest games
    #[arg(long, value_name = "N", group = "budget", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: Option<u64>,
    /// The kind of search
    #[arg(long, value_enum, default_value_t = Searcher::AlphaBeta)]
    player: Searcher,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Searcher {
    AlphaBeta,
    Uct,
}

/// What a search of either kind found.
struct Found {
    line: Vec<Move>,
    best: Move,
    value: Number,
    /// The value in words.
    meaning: String,
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Report {
    #[serde(rename = "move")]
    best: String,
    value: Number,
    depth: u32,
    nodes: u64,
    nodes_per_second: f64,
    line: Vec<String>,
}

impl Search {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.player == Searcher::Uct && self.depth.is_some() {
            return Err(UsageError("UCT knows no --depth; give it --nodes or --work".into()).into());
        }
        let loaded = load::game(&self.file, &self.rules)?;
        with_game!(&loaded.game, game => self.search(game, &loaded.tree, out))
    }

    fn search<const W: usize>(&self, game: &Game<W>, tree: &Tree, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut position = self.moves.position(game)?;
        let evaluator = self.policy.evaluator(game, tree)?;
        let bar = output::progress("searching", None);
        let begun = Instant::now();
        let found = match self.player {
            Searcher::AlphaBeta => self.alpha_beta(game, &evaluator, &mut position),
            Searcher::Uct => self.uct(game, &mut position),
        };
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        bar.finish_and_clear();
        let Some(found) = found else { bail!("there is no move to find: {}", game.status(position.state())) };
        let report = Report {
            best: notated(game, &mut position.clone(), &[found.best]).concat(),
            value: found.value,
            depth: found.depth,
            nodes: found.nodes,
            nodes_per_second: found.nodes as f64 / seconds,
            line: notated(game, &mut position, &found.line),
        };
        if self.json {
            output::json(out, &report)?;
            return Ok(Exit::Done);
        }
        writeln!(out, "move   {}", report.best)?;
        writeln!(out, "value  {}", found.meaning)?;
        let (line, more) = report.line.split_at(report.line.len().min(SHORT_LINE));
        writeln!(out, "line   {}{}", line.join(" "), if more.is_empty() { "" } else { " …" })?;
        writeln!(out, "depth  {}", report.depth)?;
        writeln!(out, "nodes  {} ({:.0} per second)", report.nodes, report.nodes_per_second)?;
        Ok(Exit::Done)
    }

    fn alpha_beta<const W: usize>(
        &self,
        game: &Game<W>,
        evaluator: &Evaluator<W>,
        position: &mut Position<W>,
    ) -> Option<Found> {
        let depth = self.depth.unwrap_or(MAX_DEPTH);
        let nodes = self.nodes.or(self.work.map(|work| game.nodes_for(work)));
        let options = AlphaBetaOptions { depth, nodes, table_bits: 20, ..AlphaBetaOptions::default() };
        let found = AlphaBeta::new(options).search(game, evaluator, position)?;
        let meaning = match plies_to_end(found.value) {
            Some(plies) if found.value > 0 => format!("a win in {plies}"),
            Some(plies) => format!("a loss in {plies}"),
            None if found.exact => "a draw".to_string(),
            None => format!("{:+.3}", f64::from(found.value) / SCALE),
        };
        let (depth, nodes) = (found.depth, found.nodes);
        Some(Found {
            best: found.best,
            line: found.principal_variation,
            value: found.value.into(),
            meaning,
            depth,
            nodes,
        })
    }

    fn uct<const W: usize>(&self, game: &Game<W>, position: &mut Position<W>) -> Option<Found> {
        let playouts = self.nodes.map_or(u32::MAX, |n| n.try_into().unwrap_or(u32::MAX));
        let nodes = self.work.map(|work| game.nodes_for(work));
        let options = UctOptions { playouts, nodes, ..UctOptions::default() };
        let mut rng = streams::generator(self.chance.seed);
        let found = Uct::new(options).search(game, position, &mut rng)?;
        let meaning = match found.proven {
            Some(_) if found.value == 1.0 => "a sure win".to_string(),
            Some(_) if found.value == 0.0 => "a sure loss".to_string(),
            Some(_) => "a sure draw".to_string(),
            None => format!("an expected score of {:.3}", found.value),
        };
        Some(Found {
            best: found.best,
            depth: found.principal_variation.len() as u32,
            line: found.principal_variation,
            value: Number::from_f64(found.value)?,
            meaning,
            nodes: found.playouts.into(),
        })
    }
}
