//! Uniformly random games.

use super::Game;
use super::draw::Draw;
use super::end::Change;
use super::fast::{Begun, Finish, Track};
use super::rules::Player;
use super::state::{Move, NOWHERE, Outcome, State, looks};

/// What looking ahead may take in a random game, in looks: about a second. Then it is left, as at the limit of its plies.
const MOST_LOOKS: u64 = 32 << 20;

/// Plays random games, reusing its memory from one to the next.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Playout};
/// use ludogen::language::parse;
/// use ludogen::{streams, with_game};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let mut playout = Playout::new(game);
///     let mut rng = streams::generator(1);
///     for first in Player::BOTH {
///         playout.restart(first);
///         let (outcome, plies) = playout.run(&mut rng, 100);
///         assert!(outcome.is_some() && (5..=9).contains(&plies));
///         assert_eq!(playout.state().occupied().len(), plies);
///     }
/// });
/// ```
pub struct Playout<'g, const W: usize> {
    game: &'g Game<W>,
    draw: Draw<'g, W>,
    state: State<W>,
    past: Vec<u64>,
    /// Whether `state` is no longer the start.
    moved_on: bool,
    /// Whether the hash of `state` has not been kept.
    unhashed: bool,
    /// What of the way from `state` on is known to fast play alone.
    ahead: Option<Track<W>>,
}

impl<'g, const W: usize> Playout<'g, W> {
    /// A player of random games of `game`, White to begin.
    pub fn new(game: &'g Game<W>) -> Self {
        let mut playout = Playout::unplaced(game, game.start.clone(), true);
        playout.restart(Player::White);
        playout
    }

    /// One that begins from a state, with the keys of the positions that led to it as [`Game::moves`] wants them.
    pub fn from(game: &'g Game<W>, state: &State<W>, past: &[u64]) -> Self {
        let mut playout = Playout::unplaced(game, state.clone(), true);
        playout.placed(past);
        playout
    }

    /// One that makes every move as all moves are made, whatever faster way there is: slower, and a check on the engine.
    pub fn general(game: &'g Game<W>) -> Self {
        let mut playout = Playout::unplaced(game, game.start.clone(), false);
        playout.restart(Player::White);
        playout
    }

    fn unplaced(game: &'g Game<W>, state: State<W>, fast: bool) -> Self {
        let ahead = game.fast.as_ref().filter(|_| fast).map(|_| Track::default());
        Playout { game, draw: Draw::default(), state, past: Vec::new(), moved_on: false, unhashed: false, ahead }
    }

    /// Puts the initial state in place, with `first` to move.
    pub fn restart(&mut self, first: Player) {
        if std::mem::take(&mut self.moved_on) {
            self.unhashed = false;
            self.state.clone_from(&self.game.start);
        }
        (self.state.mover, self.state.outcome) = (first, None);
        self.draw.begin();
        self.past.clear();
        if self.game.tracks_repetition() {
            self.past.push(self.game.key(&self.state));
        }
        if let (Some(track), Some(fast)) = (&mut self.ahead, &self.game.fast) {
            fast.restart(track, first);
        }
    }

    /// Puts a state in place, with the keys of the positions that led to it as [`Game::moves`] wants them.
    pub fn place(&mut self, state: &State<W>, past: &[u64]) {
        self.state.clone_from(state);
        self.placed(past);
    }

    /// Makes ready to play from the state in place.
    fn placed(&mut self, past: &[u64]) {
        (self.moved_on, self.unhashed) = (true, false);
        self.draw.begin();
        self.past.clear();
        self.past.extend_from_slice(past);
        if let (Some(track), Some(fast)) = (&mut self.ahead, &self.game.fast) {
            fast.place(self.game, &self.state, track);
        }
    }

    /// The state played from; after a playout, the one it ended in.
    pub fn state(&mut self) -> &State<W> {
        self.catch_up();
        if std::mem::take(&mut self.unhashed) {
            self.state.hash = self.game.hash_from_scratch(&self.state);
        }
        &self.state
    }

    /// The keys of the positions so far.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// Whether the players have changed colours.
    pub fn swapped(&self) -> bool {
        self.state.swapped
    }

    /// Brings the state, but for its hash, to where fast play has come.
    fn catch_up(&mut self) {
        if let (Some(track), Some(fast)) = (&mut self.ahead, &self.game.fast)
            && track.plies() > 0
        {
            // A hash is kept where positions are remembered.
            (self.moved_on, self.unhashed) = (true, !self.game.tracks);
            fast.put_back(self.game, track, &mut self.state);
        }
    }

    /// Plays random moves from the state in place until the game ends or `max_plies` moves are made. Returns the outcome,
    /// `None` if the limit came first, and the number of moves.
    pub fn run(&mut self, rng: &mut impl rand::Rng, max_plies: u32) -> (Option<Outcome>, u32) {
        if self.state.outcome.is_some() {
            return (self.state.outcome, 0);
        }
        let game = self.game;
        let mut plies = 0;
        loop {
            let (Some(track), Some(fast)) = (&mut self.ahead, &game.fast) else {
                return self.run_on(rng, plies, max_plies);
            };
            let begun = Begun { game, state: &self.state };
            let finish = fast.run(begun, track, &mut self.past, rng, max_plies - plies);
            plies += track.plies();
            if let Finish::Over(outcome) = finish {
                self.state.outcome = Some(outcome);
                return (self.state.outcome, plies);
            }
            self.moved_on = true;
            self.decide_late();
            if finish == Finish::Repeated && self.state.outcome.is_none() {
                self.state.outcome = Some(Outcome::Draw);
            }
            game.settle(&mut self.state, &self.past);
            if self.state.outcome.is_some() || finish == Finish::Limit || plies == max_plies {
                return (self.state.outcome, plies);
            }
            game.make(&mut self.state, &mut self.past, Move::PASS, &mut None);
            plies += 1;
            if self.state.outcome.is_some() {
                return (self.state.outcome, plies);
            }
            if let (Some(track), Some(fast)) = (&mut self.ahead, &game.fast) {
                fast.place(game, &self.state, track);
            }
        }
    }

    /// Brings the state up to date and looks whether the last move ended the game by leaving the other without one, which
    /// fast play does not see.
    fn decide_late(&mut self) {
        let game = self.game;
        self.catch_up();
        if let Some(fast) = &game.fast
            && game.uses_no_move
            && self.state.last_to != NOWHERE
        {
            self.state.outcome = game.decide(&self.state, &self.past, fast.change(&self.state), &mut None);
        }
    }

    /// Plays on move by move, so many having been made.
    fn run_on(&mut self, rng: &mut impl rand::Rng, mut plies: u32, mut max_plies: u32) -> (Option<Outcome>, u32) {
        let game = self.game;
        self.moved_on = true;
        // That the next player has a move is taken for granted until it is sought; what a move changed, until then.
        let mut unsure: Option<Change> = None;
        let granted = game.may_grant_moves.then_some(true);
        let begun = looks();
        loop {
            if game.looks_ahead && looks() - begun > MOST_LOOKS {
                max_plies = plies;
            }
            if self.state.outcome.is_none()
                && plies < max_plies
                && let Some(m) = game.random_move(&self.state, &self.past, &mut self.draw, rng)
            {
                let kept = &mut self.draw.kept;
                let change = game.make_kept(&mut self.state, &mut self.past, m, kept, &mut { granted });
                unsure = granted.map(|_| change);
                plies += 1;
                continue;
            }
            if let Some(change) = unsure.take() {
                let outcome = game.decide(&self.state, &self.past, change, &mut None);
                if outcome.is_some() {
                    self.state.outcome = outcome;
                }
            }
            if self.state.outcome.is_none() {
                game.settle(&mut self.state, &self.past);
            }
            if self.state.outcome.is_some() || plies >= max_plies {
                return (self.state.outcome, plies);
            }
            game.make(&mut self.state, &mut self.past, Move::PASS, &mut None);
            plies += 1;
        }
    }
}
