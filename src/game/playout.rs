//! Uniformly random games.

use super::Game;
use super::moves::Batch;
use super::rules::Player;
use super::state::{Move, Outcome, State};

/// Plays random games, reusing its memory from one to the next.
pub struct Playout<'g, const W: usize> {
    game: &'g Game<W>,
    batches: Vec<Batch<'g, W>>,
    /// The state played from; after a playout, the one it ended in.
    pub state: State<W>,
    /// The keys of the positions so far.
    pub past: Vec<u64>,
    start: [State<W>; 2],
}

impl<'g, const W: usize> Playout<'g, W> {
    /// A player of random games of `game`.
    pub fn new(game: &'g Game<W>) -> Self {
        let start = Player::BOTH.map(|p| game.initial(p));
        Playout { game, batches: Vec::new(), state: start[0].clone(), past: Vec::new(), start }
    }

    /// Puts the initial state in place, with `first` to move.
    pub fn restart(&mut self, first: Player) {
        self.state.clone_from(&self.start[first.index()]);
        self.past.clear();
        if self.game.tracks_repetition() {
            self.past.push(self.game.key(&self.state));
        }
    }

    /// Plays random moves from the state in place until the game ends or `max_plies` moves are made. Returns the outcome,
    /// `None` if the limit came first, and the number of moves.
    pub fn run(&mut self, rng: &mut impl rand::Rng, max_plies: u32) -> (Option<Outcome>, u32) {
        let game = self.game;
        let mut plies = 0;
        while self.state.outcome.is_none() && plies < max_plies {
            let m = match game.random_move(&self.state, &self.past, &mut self.batches, rng) {
                Some(m) => m,
                None => {
                    game.settle(&mut self.state, &self.past);
                    if self.state.outcome.is_some() {
                        break;
                    }
                    Move::PASS
                }
            };
            game.make(&mut self.state, &mut self.past, m);
            plies += 1;
        }
        if self.state.outcome.is_none() && plies >= max_plies {
            game.settle(&mut self.state, &self.past);
        }
        (self.state.outcome, plies)
    }
}
