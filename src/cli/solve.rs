//! `ludogen solve`

use super::exit::{Exit, UsageError};
use super::options::{ByteSize, OutputOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::language::print;
use crate::solver::auto::{self, Method, Options, Solved};
use crate::solver::solution::Saved;
use crate::solver::{PlyRow, Value};
use crate::with_game;
use anyhow::Context;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find the exact value of a game
///
/// The value is who wins if both play as well as possible, `first` being the one who moves first; plies are the turns to the win
/// if the winner is as quick and the loser as slow as possible; a turn of several moves counts once. Play without end is drawn.
/// Positions are counted once, but by `layered` once for each ply at which they are reached.
///
/// `explicit` enumerates all positions one by one; `layered` and `retrograde` work on sets of positions as automata, from
/// the start forward and back or from all ends backward, where the rules can be compiled; `indexed` keeps a byte for each arrangement of
/// the pieces, where every turn changes how many there are of some kind; `filling` keeps a bit and knows no plies, where pieces move and
/// every turn fills one cell for good; `proof` searches for the value of the start alone, without plies. `auto` takes `explicit` for
/// small games, then `layered` and `retrograde` in turn with more and more states, `indexed` and `filling` before the last of these rounds,
/// then `explicit` as far as memory goes, then `proof`.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen solve seed-games/tic-tac-toe.ludi --save tic-tac-toe.solution")]
pub struct Solve {
    /// Rule file; `-` is standard input
    file: String,
    /// How
    #[arg(long, value_enum, default_value = AUTO)]
    method: MethodChoice,
    /// The most memory to use
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    memory: ByteSize,
    /// The most positions to enumerate, or nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The most states of automata to visit, pairs and unions of states included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// With `layered`, find in how many moves every position is won: takes several times as long
    #[arg(long)]
    plies: bool,
    /// Save the value of every position, for `ludogen query`; with `layered`, no plies to the win but with --plies
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Write finished plies here; a run of `layered` or `retrograde` that was stopped goes on from them, and `layered` needs less memory
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the positions of each ply as CSV: ply, positions, states, won, lost, drawn, the last three for the side to move
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// The word for the choice of a method by the program.
const AUTO: &str = "auto";

/// A method, or none for the first that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MethodChoice(Option<Method>);

impl ValueEnum for MethodChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const CHOICES: [MethodChoice; Method::ALL.len() + 1] = {
            let mut choices = [MethodChoice(None); Method::ALL.len() + 1];
            let mut i = 0;
            while i < Method::ALL.len() {
                choices[i + 1] = MethodChoice(Some(Method::ALL[i]));
                i += 1;
            }
            choices
        };
        &CHOICES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.0.map_or(AUTO, Method::word));
        // The name that it had.
        Some(if self.0 == Some(Method::Layered) { value.alias("middle") } else { value })
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    value: Value,
    plies: Option<u32>,
    method: Method,
    positions: u64,
    states: Option<u64>,
    peak_bytes: u64,
    seconds: f64,
    table: &'a [PlyRow],
}

impl Solve {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.check()?;
        self.threads.everywhere()?;
        let loaded = load::game(&self.file, &self.rules)?;
        let options = Options {
            method: self.method.0,
            positions: self.positions,
            bytes: self.memory.0,
            states: self.states,
            plies: self.plies,
            values: self.save.is_some(),
            folder: self.folder.clone(),
        };
        let begun = Instant::now();
        let bar = output::progress("solving", None);
        let mut progress = |progress: auto::Progress| bar.set_message(progress.to_string());
        let solved = with_game!(&loaded.game, game => auto::solve(game, &options, &mut progress));
        bar.finish_and_clear();
        let mut solved = solved.map_err(|failure| loaded.not_solved(failure))?;
        let seconds = begun.elapsed().as_secs_f64();
        if let (Some(file), Some(values)) = (&self.save, solved.values.take()) {
            let saved = Saved { rules: print(&loaded.tree), values };
            saved.save(Path::new(file)).with_context(|| format!("cannot write {file}"))?;
        }
        self.print(&solved, seconds, out)?;
        Ok(Exit::Done)
    }

    /// Refuses options that the method has no use for.
    fn check(&self) -> Result<(), UsageError> {
        let Some(method) = self.method.0 else { return Ok(()) };
        if self.save.is_some() && !method.values_all() {
            return Err(UsageError(
                "--save takes what explicit, layered, retrograde and indexed find: of filling and proof the start's value is left".into(),
            ));
        }
        if self.folder.is_some() && !method.keeps_checkpoints() {
            return Err(UsageError("--folder is for layered and retrograde: the others work in memory alone".into()));
        }
        Ok(())
    }

    fn print(&self, solved: &Solved, seconds: f64, out: &mut dyn Write) -> anyhow::Result<()> {
        let &Solved { value, plies, method, positions, states, peak_bytes, ref table, .. } = solved;
        if self.json {
            return Ok(output::json(
                out,
                &Report { value, plies, method, positions, states, peak_bytes, seconds, table },
            )?);
        }
        if self.csv {
            return output::csv(out, table);
        }
        let value = match (value, plies) {
            (Value::Draw, _) => "a draw".to_string(),
            (winner, None) => format!("the {} player wins", winner.word()),
            (winner, Some(1)) => format!("the {} player wins in 1 turn", winner.word()),
            (winner, Some(plies)) => format!("the {} player wins in {plies} turns", winner.word()),
        };
        writeln!(out, "value      {value}")?;
        let what = if method == Method::Proof { "nodes    " } else { "positions" };
        writeln!(out, "method     {}", method.word())?;
        writeln!(out, "{what}  {positions}")?;
        if let Some(states) = states {
            writeln!(out, "states     {states} at most in a ply")?;
        }
        writeln!(out, "memory     {:.1} MiB", peak_bytes as f64 / (1 << 20) as f64)?;
        writeln!(out, "seconds    {seconds:.2}")?;
        if !table.is_empty() {
            writeln!(out, "\n{:>5} {:>12} {:>12} {:>12} {:>12}", "ply", "positions", "won", "lost", "drawn")?;
        }
        for PlyRow { ply, positions, won, lost, drawn, .. } in table {
            writeln!(out, "{ply:>5} {positions:>12} {won:>12} {lost:>12} {drawn:>12}")?;
        }
        Ok(())
    }
}
