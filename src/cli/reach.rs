//! `ludogen reach`

use super::options::{Memory, RuleOptions};
use super::{Exit, load, output};
use crate::game::Game;
use crate::solver::dfa::{Error, Limit, Set, with_limit};
use crate::solver::encode::encode;
use crate::solver::symbolic::middle::{self, Options};
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
    memory: Memory,
    /// The most states of automata to look at, pairs and unions of states included
    #[arg(long, value_name = "N")]
    states: Option<u64>,
    /// Write the positions of each ply here: a run that was stopped goes on from them, and so does `solve --method middle`
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print lines of JSON instead of CSV
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleOptions,
}

/// What is reached in so many plies.
#[derive(Serialize)]
struct Row {
    ply: u32,
    positions: u128,
    states: usize,
}

impl Reach {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        with_game!(&loaded.game, game => self.reach(game, out)).map_err(|error| loaded.placed(error))?;
        Ok(Exit::Done)
    }

    fn reach<const W: usize>(&self, game: &Game<W>, out: &mut dyn Write) -> anyhow::Result<()> {
        let limit = Limit { bytes: self.memory.0 as usize, states: self.states.unwrap_or(u64::MAX) };
        let most_plies = self.plies.unwrap_or(u32::MAX);
        let options = Options { most_plies, folder: self.folder.clone(), limit, ..Options::default() };
        with_limit(limit, || {
            let problem = encode(game)?.problem;
            match middle::reach(&problem, &options, |ply, set| self.row(ply, set, out)) {
                // As such, so that output nobody reads is known for that.
                Err(Error::Io(error)) => Err(error.into()),
                reached => Ok(reached.map(|_| ())?),
            }
        })
    }

    fn row(&self, ply: u32, set: &Set, out: &mut dyn Write) -> Result<(), Error> {
        let row = Row { ply, positions: set.count()?, states: set.states() };
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
