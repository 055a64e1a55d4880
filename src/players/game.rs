//! Every game of rules is an [`Arena`], so the players play it.

use super::arena::{Arena, Outcome, SIDE_WORK_A_NODE};
use crate::game::{Game, LOOKS_A_NODE, Move, Playout, Position, looks};
use rand::Rng;

/// Looks ahead are the side work of games.
const _: () = assert!(LOOKS_A_NODE == SIDE_WORK_A_NODE);

/// How many bits a move key has: enough that few moves of one position share a key, few enough for a small history.
const KEY_BITS: u32 = 12;

/// Player 0 is the person who began as White. After a swap that person has Black, so numbers here are persons, not colours:
/// else a search would take the swap for a second move of the same side.
impl<const W: usize> Arena for Game<W> {
    type Position = Position<W>;
    type Move = Move;

    #[inline]
    fn mover(&self, position: &Position<W>) -> usize {
        let state = position.state();
        state.mover.index() ^ state.swapped as usize
    }

    #[inline]
    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.outcome().map(|outcome| person(outcome, position.state().swapped))
    }

    fn moves(&self, position: &Position<W>, out: &mut Vec<Move>) {
        position.legal(self, out);
    }

    fn apply(&self, position: &mut Position<W>, mv: Move) {
        position.apply(self, mv);
    }

    fn undo(&self, position: &mut Position<W>) {
        position.undo();
    }

    fn hash(&self, position: &Position<W>) -> u64 {
        self.search_key(position.state())
    }

    fn path_dependent(&self) -> bool {
        self.tracks_repetition()
    }

    #[inline]
    fn move_key(&self, mv: Move) -> usize {
        // Multiplying by the golden ratio spreads neighbouring cells evenly over the keys.
        let cells = mv.to as u64 ^ (mv.from as u64) << 16 ^ (mv.class as u64) << 32;
        (cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - KEY_BITS)) as usize
    }

    fn move_keys(&self) -> usize {
        1 << KEY_BITS
    }

    #[inline]
    fn capture_order(&self, position: &Position<W>, mv: Move) -> u32 {
        self.order_of_capture(position.state(), mv)
    }

    fn side_work(&self) -> u64 {
        looks()
    }

    fn side_work_a_node(&self) -> u64 {
        LOOKS_A_NODE * self.node_cost() / 100
    }

    fn random_playout<R: Rng>(
        &self,
        position: &mut Position<W>,
        rng: &mut R,
        max_plies: u32,
    ) -> (Option<Outcome>, u32) {
        let mut playout = Playout::from(self, position.state(), position.past());
        let (outcome, moves) = playout.run(rng, max_plies);
        (outcome.map(|outcome| person(outcome, playout.swapped())), moves)
    }
}

fn person(outcome: crate::game::Outcome, swapped: bool) -> Outcome {
    match outcome {
        crate::game::Outcome::Win(colour) => Outcome::Win(colour.index() ^ swapped as usize),
        crate::game::Outcome::Draw => Outcome::Draw,
    }
}
