//! `ludogen show`

use super::exit::Exit;
use super::load;
use super::options::{MoveOptions, OutputOptions, RuleOptions};
use crate::board::SvgOptions;
use crate::with_game;
use clap::Args;
use std::io::Write;

/// Draw the board and a position
///
/// Square cells are named by file letter and row number, a1 at the lower left. Elsewhere the number is the row, too,
/// and the letter runs along a line of cells; levels of a board are added: a1-2.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen show seed-games/yavalath.ludi --moves \"e5 d4\" --svg > yavalath.svg")]
pub struct Show {
    /// Rule file; `-` is standard input
    file: String,
    #[command(flatten)]
    moves: MoveOptions,
    /// Draw an SVG picture instead of text
    #[arg(long)]
    svg: bool,
    /// Mark the cells where the player to move can move from or place a piece
    #[arg(long)]
    hint: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Show {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let picture = with_game!(&loaded.game, game => {
            let position = self.moves.position(game)?;
            let mut hints = Vec::new();
            if self.hint {
                position.legal(game, &mut hints);
            }
            match self.svg {
                true => game.svg(position.state(), &hints, &SvgOptions::default()),
                false => game.picture(position.state(), &hints),
            }
        });
        write!(out, "{picture}")?;
        Ok(Exit::Done)
    }
}
