//! One type for all players.

use super::alpha_beta::{AlphaBeta, AlphaBetaOptions};
use super::arena::{Arena, Evaluate, pick};
use super::rote::Recollection;
use super::uct::{Uct, UctOptions};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// A kind of player with its settings, as recipes name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PlayerKind {
    /// Plays any legal move, all equally likely.
    Random,
    /// Alpha-beta search with static evaluation.
    AlphaBeta(AlphaBetaOptions),
    /// UCT, which needs no evaluation.
    Uct(UctOptions),
}

/// A move chosen, and what the search found.
///
/// ```
/// use ludogen::game::{AnyGame, Player as Colour, Position};
/// use ludogen::language::parse;
/// use ludogen::players::{AlphaBetaOptions, Blind, Player, PlayerKind};
/// use ludogen::{streams, with_game};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let kind = PlayerKind::AlphaBeta(AlphaBetaOptions { depth: 9, ..AlphaBetaOptions::default() });
///     let start = Position::new(game, Colour::White);
///     let choice = Player::new(&kind, Blind).choose(game, &start, &mut streams::generator(1)).unwrap();
///     assert!(choice.exact && choice.value == Some(0.0), "a draw, to the end of the game");
///     assert_eq!(choice.principal_variation[0], choice.mv);
/// });
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the player expects, for the one to move, on its own scale: alpha-beta a search value (see
    /// [`value`](super::value)), UCT an expected score of 0 to 1, the random player nothing.
    pub value: Option<f64>,
    /// Plies searched: the depth completed by alpha-beta, the length of UCT's principal variation, 0 for the random player.
    pub depth: u32,
    /// The work done: moves made in the search by alpha-beta, playouts by UCT, 0 for the random player.
    pub nodes: u64,
    /// The principal variation, the chosen move first.
    pub principal_variation: Vec<M>,
    /// The value is proven: no evaluation had a part in it.
    pub exact: bool,
}

/// A player with its memory and its evaluation (which only alpha-beta uses).
pub struct Player<M, E> {
    searcher: Searcher<M>,
    evaluate: E,
}

enum Searcher<M> {
    Random { moves: Vec<M> },
    AlphaBeta(Box<AlphaBeta<M>>),
    Uct(Box<Uct<M>>),
}

impl<M: Copy + Eq, E> Player<M, E> {
    /// A player of this kind.
    pub fn new(kind: &PlayerKind, evaluate: E) -> Self {
        let searcher = match kind {
            PlayerKind::Random => Searcher::Random { moves: Vec::new() },
            PlayerKind::AlphaBeta(options) => Searcher::AlphaBeta(Box::new(AlphaBeta::new(options.clone()))),
            PlayerKind::Uct(options) => Searcher::Uct(Box::new(Uct::new(options.clone()))),
        };
        Player { searcher, evaluate }
    }

    /// Chooses a move; `None` if the game is over. Ties are broken by `rng`.
    pub fn choose<A, R>(&mut self, arena: &A, position: &A::Position, rng: &mut R) -> Option<Choice<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A>,
        R: Rng,
    {
        match &mut self.searcher {
            Searcher::Random { moves } => {
                moves.clear();
                if arena.outcome(position).is_none() {
                    arena.moves(position, moves);
                }
                let mv = pick(moves, rng)?;
                Some(Choice { mv, value: None, depth: 0, nodes: 0, principal_variation: vec![mv], exact: false })
            }
            Searcher::AlphaBeta(searcher) => {
                let found = searcher.search_shuffled(arena, &self.evaluate, &mut position.clone(), rng)?;
                Some(Choice {
                    mv: found.best,
                    value: Some(f64::from(found.value)),
                    depth: found.depth,
                    nodes: found.nodes,
                    principal_variation: found.principal_variation,
                    exact: found.exact,
                })
            }
            Searcher::Uct(searcher) => {
                let found = searcher.search(arena, &mut position.clone(), rng)?;
                Some(Choice {
                    mv: found.best,
                    value: Some(found.value),
                    depth: found.principal_variation.len() as u32,
                    nodes: found.playouts.into(),
                    principal_variation: found.principal_variation,
                    exact: found.proven.is_some(),
                })
            }
        }
    }

    /// What rote learning keeps of a choice of this player: the value of an alpha-beta search; `None` for other players, whose
    /// values are on other scales.
    pub fn recollection<A: Arena<Move = M>>(&self, arena: &A, choice: &Choice<M>) -> Option<Recollection> {
        let (Searcher::AlphaBeta(_), Some(value)) = (&self.searcher, choice.value) else { return None };
        Some(Recollection {
            value: value as i32,
            depth: choice.depth.min(u8::MAX.into()) as u8,
            // What is certain along one path may be forbidden along another.
            exact: choice.exact && !arena.path_dependent(),
        })
    }

    /// The evaluation. [Clear](Player::clear) the player if it is changed.
    pub fn evaluation(&mut self) -> &mut E {
        &mut self.evaluate
    }

    /// Forgets earlier searches, as needed before another game or where a choice must not depend on what was played before.
    pub fn clear(&mut self) {
        if let Searcher::AlphaBeta(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }
}
