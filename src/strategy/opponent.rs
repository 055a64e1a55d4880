//! Opponents: players of one game with everything they know of it, that is, a policy, a solution, and remembered positions.

use super::evaluator::{Evaluator, SCALE};
use super::policy::{Policy, suits_alpha_beta};
use crate::game::{Game, Move, Position, Rules};
use crate::players::{AlphaBetaOptions, Arena, Player, PlayerKind, Recall, Rote, UctOptions};
use crate::solver::encode::Refusal;
use crate::solver::solution::{Oracle, Saved};
use crate::solver::{Value, Wdl};
use crate::streams::Generator;

/// A kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentKind {
    /// Alpha-beta or UCT, as suits the rules (see [`suits_alpha_beta`]).
    Auto,
    /// Plays any legal move.
    Random,
    /// Alpha-beta search with a policy.
    AlphaBeta,
    /// UCT.
    Uct,
    /// Plays by a solution; alpha-beta where that has no value.
    Solution,
}

impl OpponentKind {
    /// The player of this kind for some rules, with one of these settings. A solution that has no value for a position leaves
    /// it to alpha-beta.
    pub fn player(self, rules: &Rules, alpha_beta: AlphaBetaOptions, uct: UctOptions) -> PlayerKind {
        match self {
            OpponentKind::Random => PlayerKind::Random,
            OpponentKind::Uct => PlayerKind::Uct(uct),
            OpponentKind::Auto if !suits_alpha_beta(rules) => PlayerKind::Uct(uct),
            OpponentKind::Auto | OpponentKind::AlphaBeta | OpponentKind::Solution => PlayerKind::AlphaBeta(alpha_beta),
        }
    }
}

/// How much an opponent searches for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The depth of alpha-beta in plies.
    pub depth: u32,
    /// The most nodes of alpha-beta, or playouts of UCT.
    pub nodes: u32,
    /// So much work for a move instead, in nodes of the cheapest games ([`Game::nodes_for`]), of either kind of player, however deep.
    pub work: Option<u64>,
}

impl Strength {
    fn player<const W: usize>(self, kind: OpponentKind, game: &Game<W>) -> PlayerKind {
        let (depth, nodes, uct) = match self.work.map(|work| game.nodes_for(work)) {
            Some(nodes) => {
                (u32::MAX, nodes, UctOptions { playouts: u32::MAX, nodes: Some(nodes), ..UctOptions::default() })
            }
            None => (self.depth, self.nodes.into(), UctOptions { playouts: self.nodes, ..UctOptions::default() }),
        };
        let alpha_beta = AlphaBetaOptions { depth, nodes: Some(nodes), ..AlphaBetaOptions::default() };
        kind.player(game.rules(), alpha_beta, uct)
    }
}

/// How an opponent values the move that it advises, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Assessment {
    /// It has no opinion.
    None,
    /// A search proves it.
    Proven(Wdl),
    /// A solution has it, with the plies to the end where the solution counts them.
    Solved(Wdl, Option<u32>),
    /// The expected share of the points, 0 to 1, after so many playouts.
    Expected {
        /// The share of the points.
        share: f64,
        /// The playouts made.
        playouts: u64,
    },
    /// An evaluation after a search of so many plies; 0 is even.
    Value {
        /// In units of the policy's sum.
        value: f64,
        /// The depth completed.
        depth: u32,
    },
}

/// A move with what its player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The move.
    pub m: Move,
    /// How the player values it.
    pub assessment: Assessment,
}

/// A player of one game with all that it knows.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::solver::Wdl;
/// use ludogen::strategy::{Assessment, Opponent, OpponentKind, Policy, Strength};
/// use ludogen::{streams, with_game};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let policy = Policy::default_for(game.rules());
///     let strength = Strength { depth: 2, nodes: 1_000, work: None };
///     let mut opponent = Opponent::new(game, OpponentKind::AlphaBeta, strength, &policy, None, None).unwrap();
///     let mut position = Position::new(game, Player::White);
///     for m in ["a1", "a3", "b1", "b3"] {
///         position.apply(game, game.read_move(&position, m).unwrap());
///     }
///     let advice = opponent.choose(&position, &mut streams::generator(1)).unwrap();
///     assert_eq!(advice.m, game.read_move(&position, "c1").unwrap());
///     assert_eq!(advice.assessment, Assessment::Proven(Wdl::Win));
/// });
/// ```
pub struct Opponent<'a, const W: usize> {
    game: &'a Game<W>,
    player: Player<Move, Recall<Evaluator<'a, W>, Rote>>,
    oracle: Option<Oracle<'a, W>>,
    /// Whether values found are remembered.
    learns: bool,
    /// Whether it is UCT.
    is_uct: bool,
}

impl<'a, const W: usize> Opponent<'a, W> {
    /// A player of this kind and strength. [`OpponentKind::Solution`] plays by the solution, and searches where it has no value.
    /// With remembered positions it uses these and adds to them.
    ///
    /// # Errors
    /// As [`Oracle::of`].
    pub fn new(
        game: &'a Game<W>,
        kind: OpponentKind,
        strength: Strength,
        policy: &Policy,
        remembered: Option<Rote>,
        solution: Option<&'a Saved>,
    ) -> Result<Self, Refusal> {
        let learns = remembered.is_some();
        let inner = Evaluator::new(game, policy);
        let evaluate = Recall { inner, memory: remembered.unwrap_or_default() };
        let by_solution = solution.filter(|_| kind == OpponentKind::Solution);
        let oracle = by_solution.map(|saved| Oracle::of(game, saved)).transpose()?;
        let kind = strength.player(kind, game);
        let is_uct = matches!(kind, PlayerKind::Uct(_));
        Ok(Opponent { game, player: Player::new(&kind, evaluate), oracle, learns, is_uct })
    }

    /// What it would play; `None` if the game is over.
    pub fn choose(&mut self, position: &Position<W>, rng: &mut Generator) -> Option<Advice> {
        if let Some(advice) = self.by_solution(position) {
            return Some(advice);
        }
        let choice = self.player.choose(self.game, position, rng)?;
        let assessment = match choice.value {
            // UCT expects from 0 to 1, alpha-beta values are around 0.
            Some(value) if choice.exact => match value - if self.is_uct { 0.5 } else { 0.0 } {
                0.0 => Assessment::Proven(Wdl::Draw),
                v if v > 0.0 => Assessment::Proven(Wdl::Win),
                _ => Assessment::Proven(Wdl::Loss),
            },
            Some(share) if self.is_uct => Assessment::Expected { share, playouts: choice.nodes },
            Some(value) => Assessment::Value { value: value / SCALE, depth: choice.depth },
            None => Assessment::None,
        };
        if self.learns
            && let Some(found) = self.player.recollection(self.game, &choice)
        {
            self.player.evaluation().memory.learn(self.game.hash(position), found);
            self.player.clear();
        }
        Some(Advice { m: choice.mv, assessment })
    }

    /// A best move by the solution: a quick win, a draw, or a slow loss.
    fn by_solution(&mut self, position: &Position<W>) -> Option<Advice> {
        if position.outcome().is_some() {
            return None;
        }
        let mover = self.game.mover(position);
        let rated = self.oracle.as_mut()?.moves(position);
        let known = rated.into_iter().filter_map(|r| Some((r.m, r.worth?)));
        let (m, worth) = known.max_by_key(|(_, worth)| worth.rank(mover))?;
        let prospect = match worth.value {
            Value::Draw => Wdl::Draw,
            value if value == Value::win(mover) => Wdl::Win,
            _ => Wdl::Loss,
        };
        Some(Advice { m, assessment: Assessment::Solved(prospect, worth.plies) })
    }

    /// The positions that it remembers.
    pub fn remembered(&mut self) -> &Rote {
        &self.player.evaluation().memory
    }
}
