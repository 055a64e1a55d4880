//! The alpha-beta searcher.

use super::memory::SearchMemory;
use super::options::{AlphaBetaOptions, MAX_DEPTH};
use super::result::{RootValues, SearchResult};
use super::search::Search;
use crate::players::arena::{Arena, Evaluate};
use rand::Rng;
use rand::seq::SliceRandom;

/// An alpha-beta searcher with its memory.
///
/// One searcher serves one game and one evaluation; [`clear`](AlphaBeta::clear) it before it turns to others. What it
/// remembers never changes a value, but it can change which of several equal moves is returned: clear it as well where a
/// result must not depend on earlier searches.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position, lower};
/// use ludogen::language::parse;
/// use ludogen::players::{AlphaBeta, AlphaBetaOptions};
/// use ludogen::strategy::{Evaluator, Policy};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
///     let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth: 9, ..AlphaBetaOptions::default() });
///     let mut position = Position::new(game, Player::White);
///     let found = searcher.search(game, &evaluator, &mut position).expect("a legal move");
///     assert!(found.exact && found.value == 0, "tic-tac-toe is a draw");
///     assert_eq!(found.principal_variation[0], found.best);
/// });
/// ```
pub struct AlphaBeta<M> {
    memory: SearchMemory<M>,
}

impl<M: Copy + Eq> AlphaBeta<M> {
    /// A searcher with these options; out-of-range options are brought into range.
    pub fn new(options: AlphaBetaOptions) -> Self {
        AlphaBeta { memory: SearchMemory::new(options.in_range()) }
    }

    /// The options in use.
    pub fn options(&self) -> &AlphaBetaOptions {
        &self.memory.options
    }

    /// Changes the limits of the searches to come (see [`AlphaBetaOptions`]); what is remembered stays and is of use.
    pub fn limit(&mut self, depth: u32, nodes: Option<u64>) {
        self.memory.options.depth = depth.clamp(1, MAX_DEPTH);
        self.memory.options.nodes = nodes;
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Searches a position; `None` if the game is over there. Among moves of equal value the first one listed is
    /// preferred, unless the order of search brings another one up first. The position is unchanged afterwards.
    pub fn search<A, E>(&mut self, arena: &A, evaluate: &E, position: &mut A::Position) -> Option<SearchResult<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
    {
        Search::new(&mut self.memory, arena, &evaluate, position).deepen(&mut |_| ())
    }

    /// As [`search`](AlphaBeta::search), but the moves at the root are shuffled first, so that each of several equal moves may be
    /// returned.
    pub fn search_shuffled<A, E, R>(
        &mut self,
        arena: &A,
        evaluate: &E,
        position: &mut A::Position,
        rng: &mut R,
    ) -> Option<SearchResult<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
        R: Rng,
    {
        Search::new(&mut self.memory, arena, &evaluate, position).deepen(&mut |moves| moves.shuffle(rng))
    }

    /// The value of every legal move at the given depth (1 to [`MAX_DEPTH`] plies, the move itself the first), each
    /// searched with the full window; `None` if the game is over. The beam, if any, narrows all nodes but the root. If the budget in
    /// nodes runs out, the values are those of the last depth completed, at least 1.
    pub fn root_values<A, E>(
        &mut self,
        arena: &A,
        evaluate: &E,
        position: &mut A::Position,
        depth: u32,
    ) -> Option<RootValues<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
    {
        Search::new(&mut self.memory, arena, &evaluate, position).root_values(depth.clamp(1, MAX_DEPTH))
    }

    /// The value of every legal move as deep as a budget allows, up to `depth` plies: see [`RootValues::depth`]. `nodes` counts moves made
    /// in the search and what finding legal moves takes ([`Arena::side_work`]); a look at every move comes before it, so up to twice
    /// as many are used where there are more moves than that. `None` if the game is over.
    ///
    /// One ply is searched for all moves, then even depths. What the budget does not suffice for is searched in part: every move
    /// gets an equal share, within which the most promising replies are searched. Values so depend on what is remembered of
    /// earlier searches too, though on nothing else.
    pub fn root_values_within<A, E>(
        &mut self,
        arena: &A,
        evaluate: &E,
        position: &mut A::Position,
        depth: u32,
        nodes: u64,
    ) -> Option<RootValues<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
    {
        let depth = depth.clamp(1, MAX_DEPTH);
        Search::new(&mut self.memory, arena, &evaluate, position).root_values_within(depth, nodes)
    }
}
