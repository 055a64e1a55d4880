//! `ludogen query`

use super::exit::Exit;
use super::options::{MoveOptions, OutputOptions};
use super::{load, output};
use crate::game::{AnyGame, Game, lower};
use crate::language::parse;
use crate::solver::Value;
use crate::solver::solution::{Oracle, Saved};
use crate::with_game;
use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// Show the exact value of each move
///
/// Prints CSV: move, value, plies. The value is who wins after the move, `first` being the one who made the first move of the
/// game; plies are the turns to the win, this one included, where the method knows them. Both are empty where a rule that forbids
/// repetition leaves no value.
/// Positions are valued as if nothing had come before them.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen query tic-tac-toe.solution --moves \"a1 b2\"")]
pub struct Query {
    /// A file that `ludogen solve --save` wrote
    solution: String,
    #[command(flatten)]
    moves: MoveOptions,
    /// Print lines of JSON instead of CSV
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A move with its value, as it is printed.
#[derive(Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    notation: String,
    value: Option<Value>,
    plies: Option<u32>,
}

impl Query {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let saved = load::solution(&self.solution)?;
        let foreign = |reason: String| anyhow!("{}: its rules cannot be played: {reason}", self.solution);
        let tree = parse(&saved.rules).map_err(|p| foreign(p.first().map_or(String::new(), |p| p.message.clone())))?;
        let rules = lower(&tree).map_err(|e| foreign(e.to_string()))?;
        let game = AnyGame::new(rules).map_err(|e| foreign(e.to_string()))?;
        with_game!(&game, game => self.query(game, &saved, out))
    }

    fn query<const W: usize>(&self, game: &Game<W>, saved: &Saved, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let position = self.moves.position(game)?;
        if position.outcome().is_some() {
            bail!("there is no move to value: {}", game.status(position.state()));
        }
        let mut legal = Vec::new();
        position.legal(game, &mut legal);
        let rows = Oracle::of(game, saved)?.moves(&position).into_iter().map(|rated| MoveRow {
            notation: game.notation(position.state(), rated.m, &legal),
            value: rated.worth.map(|w| w.value),
            plies: rated.worth.and_then(|w| w.plies),
        });
        let rows: Vec<MoveRow> = rows.collect();
        if self.json {
            rows.iter().try_for_each(|row| output::json(out, row))?;
        } else {
            output::csv(out, &rows)?;
        }
        Ok(Exit::Done)
    }
}
