//! `ludogen reach`

use super::exit::Exit;
use super::options::{ByteSize, OutputOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::solver::auto::{self, Failure, Options};
use crate::solver::dfa::{self, Set};
use crate::solver::symbolic::Error;
use crate::with_game;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Count the positions that a game can reach, ply by ply
///
/// Prints CSV as it goes: ply, positions, states. The positions of a ply are a set, held as an automaton of so many states, so that trillions
/// of them can be counted. Ended positions are among them; nothing is solved. A position that can come after different numbers of plies
/// counts for each.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen reach seed-games/connect-four.ludi --size 5 4")]
pub struct Reach {
    /// Rule file; `-` is standard input
    file: String,
    /// The most plies
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// The most memory to use
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    memory: ByteSize,
    /// The most states of automata to visit, pairs and unions of states included
    #[arg(long, value_name = "N")]
    states: Option<u64>,
    /// Write the positions of each ply here: a run that was stopped goes on from them, and so does `solve --method layered`
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print lines of JSON instead of CSV
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// What is reached in so many plies, which may be more than [`PlyRow`](crate::solver::PlyRow) counts.
#[derive(Serialize)]
struct ReachedRow {
    ply: u32,
    positions: u128,
    states: usize,
}

impl Reach {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.threads.everywhere()?;
        let loaded = load::game(&self.file, &self.rules)?;
        let options =
            Options { bytes: self.memory.0, states: self.states, folder: self.folder.clone(), ..Options::default() };
        let most_plies = self.plies.unwrap_or(u32::MAX);
        let row = |ply, set: &Set| self.row(ply, set, out);
        match with_game!(&loaded.game, game => auto::reach(game, &options, most_plies, row)) {
            Ok(_) => Ok(Exit::Done),
            // As such, so that a broken pipe is known for that.
            Err(Failure::Sets(Error::Sets(dfa::Error::Io(error)))) => Err(error.into()),
            Err(failure) => Err(loaded.not_solved(failure)),
        }
    }

    fn row(&self, ply: u32, set: &Set, out: &mut dyn Write) -> Result<(), dfa::Error> {
        let row = ReachedRow { ply, positions: set.count()?, states: set.states() };
        if self.json {
            output::json(out, &row)?;
        } else {
            if ply == 0 {
                writeln!(out, "ply,positions,states")?;
            }
            writeln!(out, "{},{},{}", row.ply, row.positions, row.states)?;
        }
        Ok(out.flush()?)
    }
}
