//! `ludogen solve`

use super::options::{Memory, RuleOptions};
use super::{Exit, UsageError, load, output};
use crate::game::{Game, Player, Position};
use crate::language::print;
use crate::solver::explicit::PlyRow;
use crate::solver::solution::Saved;
use crate::solver::{self, Budget, SolveError, Value, explicit, proof};
use crate::with_game;
use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

/// Find the exact value of a game
///
/// The value is who wins if both play as well as possible, `first` being the one who moves first; plies are the moves to the win
/// if the winner is as quick and the loser as slow as possible. Play without end is drawn.
///
/// `explicit` enumerates all positions; `proof` searches for the value of the start alone, without plies; `auto` takes the
/// first and, where that does not fit the memory, the other.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen solve seed-games/tic-tac-toe.ludi --save tic-tac-toe.solution")]
pub struct Solve {
    /// Rule file; `-` is standard input
    file: String,
    /// How
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// The most memory to use
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    memory: Memory,
    /// The most positions to enumerate, or nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Save the value of every position, for `ludogen query`
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the positions of each ply as CSV: ply, positions, states, won, lost, drawn, the last three for the side to move
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    rules: RuleOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    Auto,
    Explicit,
    Proof,
}

/// One ply, as it is printed.
#[derive(Serialize)]
struct Row {
    ply: u32,
    positions: u64,
    /// Of the automaton that holds the positions, if there is one.
    states: Option<u64>,
    won: u64,
    lost: u64,
    drawn: u64,
}

impl From<&PlyRow> for Row {
    fn from(row: &PlyRow) -> Row {
        let PlyRow { ply, positions, won, lost, drawn } = *row;
        Row { ply, positions, states: None, won, lost, drawn }
    }
}

#[derive(Serialize)]
struct Report {
    value: Value,
    plies: Option<u32>,
    method: Method,
    /// Positions reached, or nodes searched.
    positions: u64,
    states: Option<u64>,
    peak_bytes: u64,
    seconds: f64,
    table: Vec<Row>,
}

impl Solve {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.save.is_some() && self.method == Method::Proof {
            return Err(UsageError("proof search finds one value and leaves nothing to --save".into()).into());
        }
        let loaded = load::game(&self.file, &self.rules)?;
        let rules = print(&loaded.tree);
        with_game!(&loaded.game, game => self.solve(game, rules, out))
    }

    fn solve<const W: usize>(&self, game: &Game<W>, rules: String, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let budget = Budget { positions: self.positions.unwrap_or(u64::MAX), bytes: self.memory.0 };
        let begun = Instant::now();
        let bar = output::progress("solving", None);
        let report = match self.method {
            Method::Proof => self.proof(game, &budget),
            Method::Explicit => self.explicit(game, rules, &budget),
            Method::Auto => match self.explicit(game, rules, &budget) {
                Err(e) if self.save.is_none() && matches!(e.downcast_ref(), Some(SolveError::Budget { .. })) => {
                    // The first reason says more if the second method cannot do it either.
                    self.proof(game, &budget).map_err(|_| e)
                }
                done => done,
            },
        };
        bar.finish_and_clear();
        let mut report = report?;
        report.seconds = begun.elapsed().as_secs_f64();
        self.print(&report, out)?;
        Ok(Exit::Done)
    }

    fn explicit<const W: usize>(&self, game: &Game<W>, rules: String, budget: &Budget) -> anyhow::Result<Report> {
        let (solution, account) = explicit::solve(game, budget)?;
        let start = solution.start();
        let positions = solution.positions();
        if let Some(file) = &self.save {
            let cannot = || format!("cannot write {file}");
            let mut to = BufWriter::new(File::create(file).with_context(cannot)?);
            let saved = Saved { rules, solution };
            saved.write(&mut to).and_then(|()| to.flush()).with_context(cannot)?;
        }
        Ok(Report {
            value: start.value,
            plies: start.plies,
            method: Method::Explicit,
            positions,
            states: None,
            peak_bytes: account.peak_bytes,
            seconds: 0.0,
            table: account.table.iter().map(Row::from).collect(),
        })
    }

    fn proof<const W: usize>(&self, game: &Game<W>, budget: &Budget) -> anyhow::Result<Report> {
        let start = Position::new(game, Player::White);
        let found: solver::proof::Proof = proof::value(game, start.state(), budget)?;
        Ok(Report {
            value: found.value,
            plies: None,
            method: Method::Proof,
            positions: found.nodes,
            states: None,
            peak_bytes: found.peak_bytes,
            seconds: 0.0,
            table: Vec::new(),
        })
    }

    fn print(&self, report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.json {
            return Ok(output::json(out, report)?);
        }
        if self.csv {
            return output::csv(out, &report.table);
        }
        let value = match (report.value, report.plies) {
            (Value::Draw, _) => "a draw".to_string(),
            (winner, None) => format!("the {} player wins", winner.word()),
            (winner, Some(1)) => format!("the {} player wins in 1 move", winner.word()),
            (winner, Some(plies)) => format!("the {} player wins in {plies} moves", winner.word()),
        };
        writeln!(out, "value      {value}")?;
        let (method, what) = match report.method {
            Method::Proof => ("proof", "nodes    "),
            _ => ("explicit", "positions"),
        };
        writeln!(out, "method     {method}")?;
        writeln!(out, "{what}  {}", report.positions)?;
        writeln!(out, "memory     {:.1} MiB", report.peak_bytes as f64 / (1 << 20) as f64)?;
        writeln!(out, "seconds    {:.2}", report.seconds)?;
        if !report.table.is_empty() {
            writeln!(out, "\n{:>5} {:>12} {:>12} {:>12} {:>12}", "ply", "positions", "won", "lost", "drawn")?;
        }
        for Row { ply, positions, won, lost, drawn, .. } in &report.table {
            writeln!(out, "{ply:>5} {positions:>12} {won:>12} {lost:>12} {drawn:>12}")?;
        }
        Ok(())
    }
}
