//! Pictures of games for pages and reports, and what a page begins to play with.

use super::Desk;
use crate::board::draw::SvgOptions;
use crate::describe::describe;
use crate::game::{AnyGame, Player, Position, lower};
use crate::language::parse;
use crate::with_game;
use serde_json::{Value, json};

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

/// What the engine answers when a page gives it these rules, as JSON; `None` if they cannot be played. With it a page draws the board before its
/// engine is there.
pub fn loaded(text: &str) -> Option<Value> {
    let answer = Desk::default().ask(&json!({ "do": "load", "text": text }).to_string());
    let answer: Value = serde_json::from_str(&answer).ok()?;
    answer["error"].is_null().then_some(answer)
}

/// Rules with what [`loaded`] says of them.
pub fn opening(text: &str) -> Option<String> {
    Some(json!({ "text": text, "loaded": loaded(text)? }).to_string())
}
