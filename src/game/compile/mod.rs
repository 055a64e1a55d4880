//! [`Rules`](super::Rules) → [`Game`](super::Game): names become numbers, conditions become predicates over sets, and what is
//! static is worked out once.
//!
//! [`assembly`] goes through the steps in order: what the rules need of a state ([`analysis`]), which move definitions are the
//! same ([`classes`]), the moves and ends of each player ([`moves`], [`kernels`], [`ends`], of [`expressions`]), the start ([`setup`]), and
//! whether positions can come again ([`termination`], [`jumps`]).

mod analysis;
mod assembly;
mod classes;
mod compiler;
mod ends;
mod expressions;
mod jumps;
mod kernels;
mod labels;
mod moves;
mod setup;
mod termination;
mod terms;
mod unmet;

use super::{AnyGame, CompileError, Game, Rules};
use crate::board::Board;

impl<const W: usize> Game<W> {
    /// Compiles rules.
    ///
    /// # Errors
    /// If the board is too large for `W`, or the rules ask for what the board does not have.
    pub fn new(rules: Rules, board: Board) -> Result<Self, CompileError> {
        assembly::compile(rules, board)
    }
}

impl AnyGame {
    /// Compiles rules for the smallest set size that holds their board.
    ///
    /// ```
    /// use ludogen::game::{AnyGame, Player, Position, lower};
    /// use ludogen::language::parse;
    /// use ludogen::with_game;
    ///
    /// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    /// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    /// with_game!(&game, game => {
    ///     let mut position = Position::new(game, Player::White);
    ///     for label in ["b2", "a1", "a2", "a3", "c2"] {
    ///         let m = game.read_move(&position, label).expect("a legal move");
    ///         position.apply(game, m);
    ///     }
    ///     assert_eq!(game.status(position.state()), "White has won after 5 moves.");
    /// });
    /// ```
    ///
    /// # Errors
    /// If the board does not exist or has more than [`Board::MAX_CELLS`] cells, or the rules ask for what it does not have.
    pub fn new(rules: Rules) -> Result<Self, CompileError> {
        let board = Board::new(&rules.board)
            .map_err(|e| CompileError { message: e.to_string(), word: Some("board".into()) })?;
        Ok(match board.len() {
            0..=64 => AnyGame::W1(Game::new(rules, board)?),
            65..=128 => AnyGame::W2(Game::new(rules, board)?),
            129..=256 => AnyGame::W4(Game::new(rules, board)?),
            257..=384 => AnyGame::W6(Game::new(rules, board)?),
            _ => AnyGame::W16(Game::new(rules, board)?),
        })
    }
}
