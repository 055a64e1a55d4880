//! Legal moves drawn at random.

use super::Game;
use super::batch::Batch;
use super::board_view::View;
use super::context::Context;
use super::definition::{Def, Side};
use super::longest::TurnLengths;
use super::mask::CellCondition;
use super::never::{Foresight, Kept};
use super::predicate::{Pred, Variable};
use super::prospects::Credit;
use super::state::{Move, NOWHERE, State};

/// What it takes to draw moves, used again and again.
#[derive(Default)]
pub(super) struct Draw<'g, const W: usize> {
    batches: Vec<Batch<'g, W>>,
    moves: Vec<Move>,
    lengths: TurnLengths,
    /// How often in this game no cell drawn early was a legal move's.
    missed: u32,
    pub credit: Credit,
    /// The move drawn, if it has been made.
    pub kept: Kept<W>,
}

/// How many cells are drawn early.
const EARLY_DRAWS: u32 = 4;

/// How often in one game none of them may be a legal move's before all legal moves are found at once, as in other games.
const MOST_MISSED: u32 = 4;

impl<const W: usize> Draw<'_, W> {
    /// Forgets what was seen in the last game, so that no game depends on those before it.
    pub(super) fn begin(&mut self) {
        (self.missed, self.credit) = (0, Credit::default());
    }
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
        draw.kept.clear();
        if let Some(early) = self.drawn_early(state, past, draw, rng) {
            return Some(early);
        }
        let mut foresight = None;
        if let Some(prospects) = &self.sides[state.mover].prospects {
            match self.drawn_among_prospects(prospects, state, past, draw, rng) {
                Ok(m) => return Some(m),
                Err(known) => foresight = known,
            }
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
        let special = |m: Move| m == Move::PASS || m == Move::SWAP;
        let known = foresight.as_ref().unwrap_or(&Foresight::NONE);
        if special(first) || !self.may_forbid(state, past) || self.is_allowed_with(known, state, past, first) {
            return Some(first);
        }
        // What is not allowed is drawn again, so that the draw stays uniform, and at last all that is allowed is found.
        let foresight = foresight.unwrap_or_else(|| self.foresee(state));
        let legal = |m: &Move| special(*m) || self.is_allowed_with(&foresight, state, past, *m);
        for _ in 0..EARLY_DRAWS {
            let again = pick(below(rng, total));
            if legal(&again) {
                return Some(again);
            }
        }
        moves.clear();
        moves.extend((0..total).map(pick).filter(legal));
        if moves.is_empty() { None } else { Some(moves[below(rng, moves.len() as u32) as usize]) }
    }
}

impl<const W: usize> Game<W> {
    /// The lone drop of a side that is drawn before all moves are found, with its condition and that part of it which is asked of a cell
    /// at a time.
    pub(super) fn early_drop<'s>(&self, side: &'s Side<W>) -> Option<(&'s Def<W>, &'s CellCondition<W>, &'s Pred<W>)> {
        let (def, on_to) = side.lone_drop()?;
        let beyond = on_to.beyond.as_ref().filter(|_| self.layout.stride == 1)?;
        Some((def, on_to, beyond))
    }

    /// A legal move, drawn from the cells that the quick part of a lone drop's condition leaves: what is not arithmetic on sets is asked of
    /// the cell drawn alone. Cells on which it does not hold are drawn again, which leaves all legal moves the same probability.
    /// `None` if all moves have to be found.
    fn drawn_early(
        &self,
        state: &State<W>,
        past: &[u64],
        draw: &mut Draw<W>,
        rng: &mut impl rand::Rng,
    ) -> Option<Move> {
        let (def, on_to, beyond) = self.early_drop(&self.sides[state.mover])?;
        if draw.missed >= MOST_MISSED || self.may_swap(state) || !self.may_push(state, def) {
            return None;
        }
        let context = Context::before(self, state, state.mover);
        let open = if def.lands { self.open_cells(state) } else { self.topology.all };
        let cells = on_to.select_quickly(&context, &View::of(&context), open);
        let pass = (self.rules.can_pass && !state.continuing) as u32;
        let count = cells.len();
        for _ in 0..EARLY_DRAWS {
            let k = below(rng, count + pass);
            let Some(to) = cells.nth(k) else { return (k < count + pass).then_some(Move::PASS) };
            let m = def.move_of(NOWHERE, to, 0);
            if context.with(Variable::To, to).holds(beyond)
                && (!self.may_forbid(state, past) || self.is_allowed(state, past, m))
            {
                return Some(m);
            }
        }
        draw.missed += 1;
        None
    }
}

/// A number below `n`, by multiplication: the bias is below n/2^32.
#[inline]
pub(super) fn below(rng: &mut impl rand::Rng, n: u32) -> u32 {
    ((rng.next_u32() as u64 * n as u64) >> 32) as u32
}
