//! The players that measure games: alpha-beta by a policy, or UCT. Both say of every move what it is worth.

use super::worth;
use crate::game::{Game, Move, Outcome, Player, Position};
use crate::players::value::WIN_BOUND;
use crate::players::{AlphaBeta, AlphaBetaOptions, Uct, UctOptions};
use crate::strategy::{Evaluator, Policy};
use crate::streams::Generator;
use rand::RngExt;

/// How a player finds its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta by the policy.
    #[default]
    AlphaBeta,
    /// UCT with fast random playouts, which asks the policy nothing.
    Uct,
}

/// A player of trials, both sides of which it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialPlayer {
    /// How it finds its moves.
    pub method: Method,
    /// The policy: what alpha-beta goes by, and static estimates in any case.
    pub policy: Policy,
}

impl From<&Policy> for TrialPlayer {
    /// Alpha-beta by the policy.
    fn from(policy: &Policy) -> Self {
        TrialPlayer { method: Method::AlphaBeta, policy: *policy }
    }
}

/// What a search says of the moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub moves: Vec<Looked>,
    /// The index of the move to play.
    pub best: usize,
    /// The index of the move that a hasty player would play.
    pub hasty: usize,
    /// The depth completed by alpha-beta.
    pub depth: u32,
}

/// What a search says of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looked {
    pub mv: Move,
    /// What it is worth to its mover, 0 to 1.
    pub worth: f64,
    /// Whether it is known to lose.
    pub lost: bool,
}

/// A player of trials at work on one game.
pub(super) struct Search<'g, const W: usize> {
    evaluator: &'g Evaluator<'g, W>,
    /// The scale of the policy's values.
    kappa: f64,
    depth: u32,
    /// The nodes that a move may take.
    budget: u64,
    method: Searcher,
    /// Nodes searched so far.
    pub nodes: u64,
}

enum Searcher {
    AlphaBeta(Box<AlphaBeta<Move>>),
    Uct(Box<Uct<Move>>),
}

impl<'g, const W: usize> Search<'g, W> {
    /// A player with the policy of the evaluator and so many nodes a move.
    pub fn new(evaluator: &'g Evaluator<'g, W>, method: Method, kappa: f64, depth: u32, budget: u64) -> Self {
        let method = match method {
            Method::AlphaBeta => {
                let options = AlphaBetaOptions { table_bits: 12, cache_bits: 12, ..AlphaBetaOptions::default() };
                Searcher::AlphaBeta(Box::new(AlphaBeta::new(options)))
            }
            Method::Uct => {
                let options = UctOptions { playouts: u32::MAX, ..UctOptions::default() };
                Searcher::Uct(Box::new(Uct::new(options)))
            }
        };
        Search { evaluator, kappa, depth, budget, method, nodes: 0 }
    }

    fn game(&self) -> &'g Game<W> {
        self.evaluator.game()
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        if let Searcher::AlphaBeta(search) = &mut self.method {
            search.clear();
        }
    }

    /// Values every legal move for the mover and chooses one; `None` if the game is over.
    pub fn look(&mut self, position: &mut Position<W>, rng: &mut Generator) -> Option<Look> {
        let (game, kappa) = (self.game(), self.kappa);
        match &mut self.method {
            Searcher::AlphaBeta(search) => {
                let found = search.root_values_within(game, self.evaluator, position, self.depth, self.budget)?;
                self.nodes += found.nodes;
                let highest = found.values.iter().map(|v| v.value).max()?;
                let ties = found.values.iter().enumerate().filter(|(_, v)| v.value == highest);
                let ties: Vec<usize> = ties.map(|(i, _)| i).collect();
                let best = ties[rng.random_range(0..ties.len() as u32) as usize];
                let moves = found.values.iter();
                let moves =
                    moves.map(|v| Looked { mv: v.mv, worth: worth(v.value, kappa), lost: v.value <= -WIN_BOUND });
                Some(Look { moves: moves.collect(), best, hasty: found.first, depth: found.depth })
            }
            Searcher::Uct(search) => {
                let found = search.root_values_within(game, position, self.budget, rng)?;
                self.nodes += found.nodes;
                // Of moves tried less often, chance makes some look better than the one that UCT trusts.
                let most = found.values[found.best].value;
                let moves = found.values.iter();
                let moves =
                    moves.map(|v| Looked { mv: v.mv, worth: v.value.min(most), lost: v.proven && v.value == 0.0 });
                Some(Look { moves: moves.collect(), best: found.best, hasty: found.early, depth: 0 })
            }
        }
    }

    /// What the position would be worth to the mover if the turn were passed. Alpha-beta searches as deep as it did the moves: the pass
    /// takes the place of one; UCT has the budget of a move.
    pub fn pass_worth(&mut self, position: &Position<W>, depth: u32, rng: &mut Generator) -> Option<f64> {
        let game = self.game();
        let mut passed = position.passed(game)?;
        let mover = position.state().mover;
        if let Some(outcome) = passed.outcome() {
            return Some(worth_of(outcome, mover));
        }
        let opponents = match &mut self.method {
            Searcher::AlphaBeta(search) => {
                search.limit(depth.saturating_sub(1).max(1), Some(self.budget));
                let found = search.search(game, self.evaluator, &mut passed)?;
                self.nodes += found.nodes;
                worth(found.value, self.kappa)
            }
            Searcher::Uct(search) => {
                let found = search.root_values_within(game, &mut passed, self.budget, rng)?;
                self.nodes += found.nodes;
                // The mean of all playouts, as the moves have the means of theirs.
                found.mean
            }
        };
        Some(1.0 - opponents)
    }

    /// The static estimates of White and Black.
    pub fn estimates(&self, position: &Position<W>) -> [f64; 2] {
        match position.outcome() {
            Some(Outcome::Win(Player::White)) => [1.0, 0.0],
            Some(Outcome::Win(Player::Black)) => [0.0, 1.0],
            Some(Outcome::Draw) => [0.5, 0.5],
            None => self.evaluator.value(position).map(|v| 1.0 / (1.0 + (-v / self.kappa).exp())),
        }
    }
}

/// The value of an outcome for a player.
fn worth_of(outcome: Outcome, player: Player) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from((winner == player) as u8),
    }
}
