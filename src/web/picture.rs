//! Pictures of games for pages and reports.

use crate::board::draw::SvgOptions;
use crate::describe::describe;
use crate::game::{AnyGame, Player, Position, lower};
use crate::language::parse;
use crate::with_game;

/// The board at the start of the game with these rules, as SVG; `None` if they cannot be played.
pub fn board(text: &str) -> Option<String> {
    let game = AnyGame::new(lower(&parse(text).ok()?).ok()?).ok()?;
    let options = SvgOptions { coordinates: false, ..SvgOptions::default() };
    Some(with_game!(&game, game => game.svg(Position::new(game, Player::White).state(), &[], &options)))
}

/// The rules in plain English; `None` if they cannot be played.
pub fn english(text: &str) -> Option<String> {
    describe(&parse(text).ok()?).ok()
}
