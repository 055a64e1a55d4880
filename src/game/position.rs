//! A position in a game being played: the state with everything that led to it, moves made and unmade.

use super::Game;
use super::rules::Player;
use super::state::{Move, Outcome, State};
#[cfg(test)]
use rand::{RngExt, SeedableRng};

/// A state with its history. Making a move copies the flat state onto a stack, so taking it back is a pop; once the stack has
/// grown to the depth of a search nothing is allocated.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let mut position = Position::new(game, Player::White);
///     let mut legal = Vec::new();
///     position.legal(game, &mut legal);
///     assert_eq!(legal.len(), 9);
///     position.apply(game, legal[0]);
///     assert_eq!((position.made(), position.state().mover), (&legal[..1], Player::Black));
///     assert!(position.undo() && !position.undo());
///     assert_eq!((position.made(), position.state().mover), (&[][..], Player::White));
/// });
/// ```
#[derive(Debug)]
pub struct Position<const W: usize> {
    states: Vec<State<W>>,
    depth: usize,
    past: Vec<u64>,
    pasts: Vec<usize>,
    moves: Vec<Move>,
}

impl<const W: usize> Clone for Position<W> {
    fn clone(&self) -> Self {
        Position {
            states: self.states[..=self.depth].to_vec(),
            depth: self.depth,
            past: self.past.clone(),
            pasts: self.pasts.clone(),
            moves: self.moves.clone(),
        }
    }
}

impl<const W: usize> Position<W> {
    /// The start of a game, with `first` to move.
    pub fn new(game: &Game<W>, first: Player) -> Self {
        let start = game.initial(first);
        let past = vec![game.key(&start)];
        let mut position = Position { past, ..Position::at(start) };
        game.settle(&mut position.states[0], &position.past);
        position
    }

    /// A position as if nothing had come before it.
    pub(super) fn at(state: State<W>) -> Self {
        Position { states: vec![state], depth: 0, past: Vec::new(), pasts: Vec::new(), moves: Vec::new() }
    }

    /// A position with that state, after what it has the keys of.
    pub(super) fn after(state: State<W>, past: Vec<u64>) -> Self {
        Position { past, ..Position::at(state) }
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State<W> {
        &self.states[self.depth]
    }

    /// The keys of the positions so far, as [`Game::moves`] wants them.
    #[inline]
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// The moves made so far.
    pub fn made(&self) -> &[Move] {
        &self.moves
    }

    /// How the game ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state().outcome
    }

    /// All legal moves in a fixed order; empty if and only if the game is over.
    pub fn legal(&self, game: &Game<W>, out: &mut Vec<Move>) {
        game.moves(self.state(), &self.past, out);
    }

    /// Makes a legal move.
    pub fn apply(&mut self, game: &Game<W>, m: Move) {
        if self.states.len() == self.depth + 1 {
            let copy = self.states[self.depth].clone();
            self.states.push(copy);
        } else {
            let (before, after) = self.states.split_at_mut(self.depth + 1);
            after[0].clone_from(&before[self.depth]);
        }
        self.depth += 1;
        self.pasts.push(self.past.len());
        self.moves.push(m);
        game.apply(&mut self.states[self.depth], &mut self.past, m);
    }

    /// The position as it would be if the mover could pass; `None` if the turn continues or the game is over.
    pub fn passed(&self, game: &Game<W>) -> Option<Self> {
        let state = self.state();
        if state.outcome.is_some() || state.continuing {
            return None;
        }
        let turned = State { mover: state.mover.opponent(), ..state.clone() };
        let mut position = Position { past: self.past.clone(), ..Position::at(turned) };
        game.settle(&mut position.states[0], &position.past);
        Some(position)
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        match (self.pasts.pop(), self.moves.pop()) {
            (Some(past), Some(_)) => {
                self.depth -= 1;
                self.past.truncate(past);
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
impl<const W: usize> Position<W> {
    /// Shows the positions of a random game, so many at most.
    pub(super) fn along(game: &Game<W>, seed: u64, plies: usize, mut see: impl FnMut(&Self)) {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let mut position = Position::new(game, Player::White);
        let mut moves = Vec::new();
        for _ in 0..plies {
            see(&position);
            position.legal(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
        }
    }
}

impl<const W: usize> Game<W> {
    /// Whether a player can begin: the rules may have first moves for one of them only, so that the other could but pass.
    pub fn may_begin(&self, player: Player) -> bool {
        let mut legal = Vec::new();
        Position::new(self, player).legal(self, &mut legal);
        legal.iter().any(|&m| m != Move::PASS)
    }
}
