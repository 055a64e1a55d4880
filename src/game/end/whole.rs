//! Conditions tested on the whole board.

use super::super::Game;
use super::super::context::Context;
use super::super::kind::Kind;
use super::super::owner::Owner;
use super::super::predicate::Filter;
use super::super::rules::{Player, ReachCount};
use super::super::state::{NOWHERE, State, UNLIMITED};
use super::super::topology::Shifts;
use super::{Near, Selector, Test};
use crate::board::{CellId, CellSet};

impl<const W: usize> Game<W> {
    /// The cells that a condition looks at.
    pub(crate) fn selected(&self, state: &State<W>, selector: &Selector) -> CellSet<W> {
        if !selector.buried {
            return self.matching(state, &selector.filter);
        }
        let any =
            |c: &CellId| (0..self.height(state, *c)).any(|i| selector.filter.matches(self.piece_at(state, *c, i)));
        state.occupied().iter().filter(any).collect()
    }

    /// Where paths begin, and the cells that they may go through.
    pub(crate) fn field(&self, state: &State<W>, pieces: &Selector) -> (CellSet<W>, CellSet<W>) {
        let own = self.selected(state, pieces);
        (own, self.topology.all.minus(&state.owned[Owner::Nobody]) | own)
    }

    /// Whether a condition holds for a player, looking at the whole board.
    pub(in super::super) fn holds_now(
        &self,
        test: &Test<W>,
        state: &State<W>,
        past: &[u64],
        player: Player,
        mobile: &mut Option<bool>,
    ) -> bool {
        match test {
            Test::Compare(cmp, a, b) => {
                let context = Context::at_the_end(self, state, player);
                cmp.holds(context.int(a), context.int(b))
            }
            Test::Connect { regions, pieces, near } => self.connects(self.selected(state, pieces), regions, *near),
            Test::Cycle { pieces } => self.encloses(self.selected(state, pieces)),
            Test::Group { size, exactly, pieces, near } => {
                let own = self.selected(state, pieces);
                match size {
                    None => own.len() >= 2 && self.is_one_group(own, *near),
                    Some(size) => self.has_group(own, *size, *exactly, *near),
                }
            }
            Test::InARow { length, exactly, pieces, axes } => {
                let own = self.selected(state, pieces);
                axes.iter().any(|&d| has_row(&self.topology.shifts[d], own, *length, *exactly))
            }
            Test::Pattern { embeddings, pieces } => {
                let own = self.selected(state, pieces);
                embeddings
                    .iter()
                    .any(|by_cell| own.iter().any(|c| by_cell[c as usize].is_some_and(|cells| cells.is_subset(&own))))
            }
            Test::Reach { goal, count, pieces } => {
                let own = self.selected(state, pieces);
                match count {
                    ReachCount::Count(n) => (own & *goal).len() >= *n,
                    ReachCount::AllPieces => !own.is_empty() && own.is_subset(goal),
                    ReachCount::Fill => !goal.is_empty() && goal.is_subset(&own),
                }
            }
            Test::Capture { count, kinds } => {
                let taken = state.captured[player].iter();
                taken.filter(|(kind, _)| kinds & kind.bit() != 0).map(|(_, &n)| u32::from(n)).sum::<u32>() >= *count
            }
            Test::Threatened { kinds } => self.threatened(state, player, *kinds),
            Test::Path { goal, pieces } => {
                let (own, open) = self.field(state, pieces);
                self.topology.flood_adjacent(own, open).meets(goal)
            }
            Test::Eliminate { filter } => self.is_eliminated(state, filter),
            Test::Score(target) => {
                let [own, other] = [state.scores[player], state.scores[player.opponent()]];
                match target {
                    Some(n) => own >= *n,
                    None => own > other,
                }
            }
            Test::Stack { height, exactly, filter, own_only } => {
                let tall = |c| reaches(self.counted_height(state, c, *own_only), *height, *exactly);
                self.matching(state, filter).iter().any(tall)
            }
            #[cfg(test)]
            Test::Heap { height, exactly, filter, own_only } => {
                let tall = |c| reaches(self.counted_height(state, c, *own_only), *height, *exactly);
                self.matching(state, filter).iter().any(tall)
            }
            Test::CellState { state: wanted, cell } => match Context::at_the_end(self, state, player).cell(cell) {
                NOWHERE => false,
                c => self.cell_state(state, c) == *wanted,
            },
            Test::PieceState { state: wanted, filter } => {
                let stands = |c: CellId| self.top(state, c).state() == *wanted;
                self.matching(state, filter).iter().any(stands)
            }
            Test::NoMove => {
                player == state.mover && !state.continuing && !*mobile.get_or_insert_with(|| self.has_move(state, past))
            }
            Test::AllPassed => state.passes >= 2,
            Test::Full => state.occupied() == self.topology.all,
        }
    }

    /// Whether a group of `own` touches all regions. Nothing connects no regions.
    fn connects(&self, own: CellSet<W>, regions: &[CellSet<W>], near: Near) -> bool {
        let masks = near.masks(&self.topology);
        let Some(first) = regions.first() else { return false };
        let mut seeds = own & *first;
        while let Some(seed) = seeds.lowest() {
            let group = self.topology.flood(masks, CellSet::of(seed), own);
            if regions.iter().all(|r| r.meets(&group)) {
                return true;
            }
            seeds = seeds.minus(&group);
        }
        false
    }

    /// Whether `own` is one group.
    fn is_one_group(&self, own: CellSet<W>, near: Near) -> bool {
        own.lowest().is_some_and(|c| self.topology.flood(near.masks(&self.topology), CellSet::of(c), own) == own)
    }

    /// Whether a group of `own` is of that size, or at least of it.
    fn has_group(&self, own: CellSet<W>, size: u32, exactly: bool, near: Near) -> bool {
        let masks = near.masks(&self.topology);
        let mut rest = own;
        while rest.len() >= size {
            let Some(c) = rest.lowest() else { break };
            let group = self.topology.flood(masks, CellSet::of(c), rest);
            if reaches(group.len(), size, exactly) {
                return true;
            }
            rest = rest.minus(&group);
        }
        false
    }

    /// Whether no such piece is left, on the board or in hand. Nobody is eliminated before the second move.
    fn is_eliminated(&self, state: &State<W>, filter: &Filter) -> bool {
        let none_in_hand = |o: Player| {
            let kinds = Kind::first(self.rules.pieces.len());
            kinds
                .filter(|kind| filter.kinds & kind.bit() != 0)
                .all(|kind| matches!(state.hands[o][kind], 0 | UNLIMITED))
        };
        state.move_number >= 2
            && self.matching(state, filter).is_empty()
            && Player::among(filter.owners).all(none_in_hand)
    }

    /// How many pieces of a stack count: all of them, or those of the owner of the top piece.
    fn counted_height(&self, state: &State<W>, cell: CellId, own_only: bool) -> u32 {
        let owner = self.top(state, cell).owner();
        let counts = |i: &usize| !own_only || self.piece_at(state, cell, *i).owner() == owner;
        (0..self.height(state, cell)).filter(counts).count() as u32
    }

    /// Whether `own` encloses a cell: one that is not own, or is own with all its neighbours, cut off from the edge.
    pub(in super::super) fn encloses(&self, own: CellSet<W>) -> bool {
        let topology = &self.topology;
        let inner: CellSet<W> =
            own.iter().filter(|&c| !topology.edge.contains(c) && topology.direct[c as usize].is_subset(&own)).collect();
        if !inner.is_empty() {
            return true;
        }
        let open = topology.all.minus(&own);
        topology.flood(&topology.direct, open & topology.edge, open) != open
    }
}

/// Whether a number is at least another, or just that.
pub(super) fn reaches(number: u32, least: u32, exactly: bool) -> bool {
    if exactly { number == least } else { number >= least }
}

/// Whether the map leads over so many cells of `own` in a row, or over just so many.
fn has_row<const W: usize>(shifts: &Shifts<W>, own: CellSet<W>, length: u32, exactly: bool) -> bool {
    let mut run = own;
    if run.is_empty() {
        return false;
    }
    for _ in 1..length {
        run = own & shifts.preimage(run);
        if run.is_empty() {
            return false;
        }
    }
    if !exactly {
        return true;
    }
    let starts = run.minus(&shifts.image(own));
    !starts.minus(&shifts.preimage(run)).is_empty()
}
