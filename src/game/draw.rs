//! Legal moves drawn at random.

use super::Game;
use super::batch::Batch;
use super::longest::TurnLengths;
use super::state::{Move, NOWHERE, State};

/// What it takes to draw moves, used again and again.
#[derive(Default)]
pub(super) struct Draw<'g, const W: usize> {
    batches: Vec<Batch<'g, W>>,
    moves: Vec<Move>,
    lengths: TurnLengths,
}

impl<const W: usize> Game<W> {
    /// A legal move, each with the same probability; `None` if the player must pass or the game is over.
    pub(super) fn random_move<'g>(
        &'g self,
        state: &State<W>,
        past: &[u64],
        draw: &mut Draw<'g, W>,
        rng: &mut impl rand::Rng,
    ) -> Option<Move> {
        let side = &self.sides[state.mover];
        if let (true, Some((def, on_to))) = (self.plays_plainly, side.lone_drop()) {
            // One kind of drop and nothing else to consider: the draw is from a set.
            let cells = self.drop_cells(state, def, on_to);
            let count = cells.len();
            if count == 0 {
                return None;
            }
            let to = cells.nth(below(rng, count))?;
            return Some(def.move_of(NOWHERE, to, 0));
        }
        self.within_account(|| self.drawn(state, past, draw, rng))
    }

    fn drawn<'g>(
        &'g self,
        state: &State<W>,
        past: &[u64],
        draw: &mut Draw<'g, W>,
        rng: &mut impl rand::Rng,
    ) -> Option<Move> {
        if self.rules.longest {
            self.list(state, past, &mut draw.moves, &mut draw.lengths);
            let moves = &draw.moves;
            let stuck = *moves == [Move::PASS] && (state.continuing || !self.rules.can_pass);
            return if stuck { None } else { Some(moves[below(rng, moves.len() as u32) as usize]) };
        }
        let Draw { batches, moves, .. } = draw;
        batches.clear();
        self.batches(state, batches);
        let size: u32 = batches.iter().map(|b| b.size).sum();
        let pass = (self.rules.can_pass && !state.continuing) as u32;
        let swap = self.may_swap(state) as u32;
        let total = size + pass + swap;
        if total == 0 {
            return None;
        }
        let pick = |k: u32| {
            let mut k = k;
            for b in batches.iter() {
                if k < b.size {
                    return b.nth(k);
                }
                k -= b.size;
            }
            if k < pass { Move::PASS } else { Move::SWAP }
        };
        let first = pick(below(rng, total));
        let special = first == Move::PASS || first == Move::SWAP;
        if special || !self.may_forbid(state, past) || self.is_allowed(state, past, first) {
            return Some(first);
        }
        // Rare: filter the whole list, so that the draw stays uniform.
        let foresight = self.foresee(state);
        let legal = |m: &Move| m.class >= Move::SWAP.class || self.is_allowed_with(&foresight, state, past, *m);
        moves.clear();
        moves.extend((0..total).map(pick).filter(legal));
        if moves.is_empty() { None } else { Some(moves[below(rng, moves.len() as u32) as usize]) }
    }
}

/// A number below `n`, by multiplication: the bias is below n/2^32.
#[inline]
pub(super) fn below(rng: &mut impl rand::Rng, n: u32) -> u32 {
    ((rng.next_u32() as u64 * n as u64) >> 32) as u32
}
