//! The rules as `src/game/semantics.md` tells them, one position and one cell at a time.
//!
//! This is what the engine is compared with: slow, obvious, and written from the text alone. Nothing is cached, nothing is
//! a bit set, every candidate move is tried on a copy of the position. Functions carry the sentence that they implement.
#![allow(dead_code, unused_imports)]

pub mod actions;
pub mod build;
pub mod captures;
pub mod cells;
pub mod effects;
pub mod end;
pub mod eval;
pub mod moves;
pub mod position;
pub mod setup;

pub use end::Outcome;
pub use moves::RefMove;
pub use position::{History, Piece, Position, snapshot};

use ludogen::board::Board;
use ludogen::game::rules::Rules;
use std::collections::BTreeSet;

/// Who looks things up in the rules and on the board.
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The board they are played on.
    pub board: &'a Board,
}

/// The start of the game.
pub fn start(rules: &Rules, board: &Board) -> Position {
    Referee { rules, board }.start()
}

/// All legal moves. The forced pass is among them when there is no other; a game that is over is not noticed.
pub fn legal_moves(rules: &Rules, board: &Board, position: &Position, history: &History) -> BTreeSet<RefMove> {
    Referee { rules, board }.legal_moves(position, history)
}

/// Makes a legal move: the position after it, and the outcome if the game is over. `history` gets the new position.
pub fn apply(
    rules: &Rules,
    board: &Board,
    position: &Position,
    chosen: &RefMove,
    history: &mut History,
) -> (Position, Option<Outcome>) {
    Referee { rules, board }.play(position, chosen, history)
}

/// A game being played.
#[derive(Clone)]
pub struct Match<'a> {
    /// Rules and board.
    pub referee: Referee<'a>,
    /// The position now.
    pub position: Position,
    /// The positions so far, this one included.
    pub history: History,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

impl<'a> Match<'a> {
    /// A game at its start.
    pub fn new(rules: &'a Rules, board: &'a Board) -> Self {
        Self::from(rules, board, start(rules, board))
    }

    /// A game that starts from this position.
    pub fn from(rules: &'a Rules, board: &'a Board, position: Position) -> Self {
        let history = History::of(rules, &position);
        let referee = Referee { rules, board };
        let outcome = referee.nobody_can_move(&position, &history).then_some(Outcome::Draw);
        Match { referee, position, history, outcome }
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> BTreeSet<RefMove> {
        match self.outcome {
            None => self.referee.legal_moves(&self.position, &self.history),
            Some(_) => BTreeSet::new(),
        }
    }

    /// Makes a move.
    pub fn play(&mut self, chosen: &RefMove) {
        (self.position, self.outcome) = self.referee.play(&self.position, chosen, &mut self.history);
    }
}

/// The numbers of sequences of 1, 2, … `depth` moves from the start. A game that is over has no continuations.
pub fn perft(rules: &Rules, board: &Board, depth: usize) -> Vec<u64> {
    fn walk(game: &Match, rest: &mut [u64]) {
        let Some((count, deeper)) = rest.split_first_mut() else { return };
        let moves = game.moves();
        *count += moves.len() as u64;
        if !deeper.is_empty() {
            for chosen in &moves {
                let mut next = game.clone();
                next.play(chosen);
                walk(&next, deeper);
            }
        }
    }
    let mut counts = vec![0; depth];
    walk(&Match::new(rules, board), &mut counts);
    counts
}
