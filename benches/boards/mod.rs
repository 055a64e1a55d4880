//! Boards of seed games.

use std::error::Error;

use ludogen::game::{AnyGame, lower};
use ludogen::language::parse;

/// A seed game on a board of these sizes, such as `4 5`.
pub fn seed_game(name: &str, sizes: &str) -> Result<AnyGame, Box<dyn Error>> {
    let text = std::fs::read_to_string(format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR")))?;
    let mut rules = lower(&parse(&text).map_err(|problems| problems[0].message.clone())?)?;
    rules.board.sizes = sizes.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    Ok(AnyGame::new(rules)?)
}
