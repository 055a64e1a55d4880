//! What a player needs to know of a game, and nothing more.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The player with this number (0 or 1) won.
    Win(usize),
    /// Nobody won.
    Draw,
}

/// How much [side work](Arena::side_work) costs as much as a node of a search in the cheapest games.
pub const SIDE_WORK_A_NODE: u64 = 32;

/// What finding legal moves takes in one search. What was done on the thread before has no part in it.
pub(super) struct SideWork {
    start: u64,
}

impl SideWork {
    /// Counts from now on.
    pub fn new<A: Arena>(arena: &A) -> Self {
        SideWork { start: arena.side_work() }
    }

    /// The nodes of the game so far.
    pub fn nodes<A: Arena>(&self, arena: &A) -> u64 {
        self.taken(arena) / arena.side_work_a_node()
    }

    /// The side work so far.
    pub fn taken<A: Arena>(&self, arena: &A) -> u64 {
        arena.side_work() - self.start
    }
}

/// A game of two players with perfect information, seen from a player's chair.
///
/// The players here know positions only through this trait, so they can be tested on made-up trees and used on any game.
/// Calls must be pure: the same position gives the same moves in the same order, whatever was searched before.
pub trait Arena {
    /// A position and whatever of its past is needed to go on and to go back.
    type Position: Clone;
    /// A move; small, since searches keep many.
    type Move: Copy + Eq + std::fmt::Debug + Send;

    /// The player to move, 0 or 1. Players need not alternate: a rule may let one move again. Must be 0 or 1 for
    /// finished positions too, though which of them does not matter.
    fn mover(&self, position: &Self::Position) -> usize;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Adds the legal moves to `out`, which is empty on entry. There is at least one (perhaps a pass) while
    /// [`outcome`](Arena::outcome) is `None`; should an implementation break this, players take the game as drawn there.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn apply(&self, position: &mut Self::Position, mv: Self::Move);

    /// Takes back the last move applied.
    fn undo(&self, position: &mut Self::Position);

    /// A hash of all that the rest of the game depends on, the mover included, except for the positions seen before
    /// (see [`path_dependent`](Arena::path_dependent)). Two positions with one hash are taken to be the same.
    fn hash(&self, position: &Self::Position) -> u64;

    /// Whether moves, outcomes or evaluations can depend on earlier positions, as under a superko rule that some line
    /// of play can invoke.
    ///
    /// Then a value found along one path may be wrong along another, even a proven win: its moves may be forbidden there.
    /// Searches therefore remember such positions for the order of moves only. A game in which no position can
    /// come back (pieces are only ever added, say) should answer `false`: it is searched much faster.
    fn path_dependent(&self) -> bool;

    /// A small number for the move, below [`move_keys`](Arena::move_keys): moves with one key share their history of
    /// successes. Any map is correct; (from, to) is a good one.
    fn move_key(&self, mv: Self::Move) -> usize;

    /// How many move keys there are.
    fn move_keys(&self) -> usize;

    /// How early a capture is to be tried, greater for a more valuable victim and, of equals, for a less valuable attacker; 0 for moves that
    /// capture nothing, or of which that is not known at a glance.
    fn capture_order(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// What finding legal moves has taken on this thread so far beyond moves made in searches: where each move must be tried, and all
    /// answers to it, to see whether it is legal, that is most of the work. Only differences matter.
    fn side_work(&self) -> u64 {
        0
    }

    /// How much side work costs as much as a node of this game; at least 1.
    fn side_work_a_node(&self) -> u64 {
        SIDE_WORK_A_NODE
    }

    /// Plays legal moves at random, uniformly, to the end of the game or for `max_plies` plies, and returns the outcome
    /// if the end was reached, and the number of moves made. What `position` is afterwards is unspecified: pass a copy.
    fn random_playout<R: Rng>(
        &self,
        position: &mut Self::Position,
        rng: &mut R,
        max_plies: u32,
    ) -> (Option<Outcome>, u32) {
        let mut moves = Vec::new();
        for made in 0..max_plies {
            if let Some(outcome) = self.outcome(position) {
                return (Some(outcome), made);
            }
            moves.clear();
            self.moves(position, &mut moves);
            let Some(mv) = pick(&moves, rng) else { return (Some(Outcome::Draw), made) };
            self.apply(position, mv);
        }
        (self.outcome(position), max_plies)
    }
}

/// A static evaluation of positions.
pub trait Evaluate<A: Arena> {
    /// The worth of a position that is not finished, for the side to move; 0 is even. Values are kept within
    /// ±([`WIN_BOUND`](super::value::WIN_BOUND) − 1) by the search. The value must not depend on earlier calls.
    fn evaluate(&self, arena: &A, position: &A::Position) -> i32;
}

/// The evaluation that sees nothing: every unfinished position is worth 0.
///
/// With it, alpha-beta is a plain solver: a value other than 0 is a proven win or loss.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blind;

impl<A: Arena> Evaluate<A> for Blind {
    fn evaluate(&self, _: &A, _: &A::Position) -> i32 {
        0
    }
}

impl<A: Arena, E: Evaluate<A> + ?Sized> Evaluate<A> for &E {
    fn evaluate(&self, arena: &A, position: &A::Position) -> i32 {
        (**self).evaluate(arena, position)
    }
}

/// One of the items, uniformly; `None` of none. The same on 32- and 64-bit machines.
pub(super) fn pick<T: Copy, R: Rng + ?Sized>(items: &[T], rng: &mut R) -> Option<T> {
    let count = u32::try_from(items.len()).ok().filter(|&n| n > 0)?;
    Some(items[rng.random_range(0..count) as usize])
}
