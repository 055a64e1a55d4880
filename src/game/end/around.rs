//! Conditions tested around the one cell that can have made them true.

use super::super::Game;
use super::super::rules::Player;
use super::super::state::{NOWHERE, State};
use super::super::topology::Topology;
use super::whole::reaches;
use super::{Near, Selector, Test};
use crate::board::{CellId, CellSet};

/// What conditions of one player have seen around a cell, for others that ask the same.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Seen<const W: usize> {
    /// The lengths of the lines through the cell, as bits.
    runs: Option<u32>,
    /// Of which pieces, by which neighbours, the chain is.
    of: Option<(Selector, Near)>,
    chain: Chain<W>,
}

/// The chain through a cell that was gained, as far as somebody has asked.
#[derive(Clone, Copy, Default)]
struct Chain<const W: usize> {
    /// Whether it may have joined chains that were apart.
    joins: Option<bool>,
    cells: Option<CellSet<W>>,
}

impl<const W: usize> Seen<W> {
    /// The chain of these pieces, by these neighbours.
    fn chain(&mut self, pieces: &Selector, near: Near) -> &mut Chain<W> {
        if self.of != Some((*pieces, near)) {
            (self.of, self.chain) = (Some((*pieces, near)), Chain::default());
        }
        &mut self.chain
    }
}

impl<const W: usize> Game<W> {
    /// Whether a fresh, local condition holds, given that it can only through `cell`. Where several ask, they share what they have seen.
    #[inline]
    pub(in super::super) fn holds_around(
        &self,
        test: &Test<W>,
        state: &State<W>,
        player: Player,
        cell: CellId,
        seen: Option<&mut Seen<W>>,
    ) -> bool {
        match test {
            // In a single word all lines of the board are found sooner than those through a cell.
            Test::InARow { length, exactly: false, pieces, axes } if W == 1 && self.topology.regular => {
                let own = self.selected(state, pieces);
                let lines = |all, &d: &usize| all | self.topology.shifts[d].runs(own, *length);
                !axes.iter().fold(CellSet::EMPTY, lines).is_empty()
            }
            _ => self.looks_around(test, state, player, cell, seen),
        }
    }

    /// As [`holds_around`](Game::holds_around), looking at what is near the cell.
    fn looks_around(
        &self,
        test: &Test<W>,
        state: &State<W>,
        player: Player,
        cell: CellId,
        seen: Option<&mut Seen<W>>,
    ) -> bool {
        let topology = &self.topology;
        match test {
            Test::InARow { length, exactly, pieces, axes } => {
                // Conditions on lines of several lengths share one look at the lines through the cell.
                let look = || {
                    let own = self.selected(state, pieces);
                    if own.contains(cell) { runs_through(topology, &own, cell, axes) } else { 0 }
                };
                let shared = match seen.filter(|_| self.same_lines) {
                    Some(seen) => *seen.runs.get_or_insert_with(look),
                    None => look(),
                };
                let length = (*length).min(31);
                if *exactly { shared >> length & 1 != 0 } else { shared >> length != 0 }
            }
            Test::Connect { regions, pieces, near } => {
                let own = self.selected(state, pieces);
                if !own.contains(cell) {
                    return false;
                }
                let masks = near.masks(topology);
                let touches = regions.iter().filter(|r| r.contains(cell)).count();
                if touches == regions.len() {
                    // Nothing connects no regions.
                    return touches > 0;
                }
                let mut alone = Chain::default();
                let chain = seen.map_or(&mut alone, |seen| seen.chain(pieces, *near));
                // Nothing new is joined unless the neighbours fall into two chains or more.
                let joins = || {
                    let beside = own & masks[cell as usize];
                    let apart = |first| topology.flood(masks, CellSet::of(first), beside) != beside;
                    beside.len() > 1 && beside.lowest().is_some_and(apart)
                };
                if touches == 0 && !*chain.joins.get_or_insert_with(joins) {
                    return false;
                }
                let cells = chain.cells.get_or_insert_with(|| topology.flood(masks, CellSet::of(cell), own));
                regions.iter().all(|r| r.meets(cells))
            }
            Test::Group { size: Some(size), exactly, pieces, near } => {
                let own = self.selected(state, pieces);
                let group = || topology.flood(near.masks(topology), CellSet::of(cell), own);
                own.contains(cell) && reaches(group().len(), *size, *exactly)
            }
            Test::Cycle { pieces } => {
                let own = self.selected(state, pieces);
                // Whatever counts as adjacent, the cells of a ring touch at least at their corners.
                own.contains(cell) && (own & topology.around[cell as usize]).len() >= 2 && self.encloses(own)
            }
            _ => self.holds_now(test, state, &[], player, &mut None),
        }
    }
}

/// The lengths of the lines of `own` through a cell, as bits; lengths of 31 and more share the last bit.
fn runs_through<const W: usize>(topology: &Topology<W>, own: &CellSet<W>, cell: CellId, axes: &[usize]) -> u32 {
    if !own.meets(&topology.around[cell as usize]) {
        return 1 << 1;
    }
    // Runs are short: a step or two is less than what it takes to find their ends at once.
    let count = |d: usize| {
        let mut n = 0;
        let mut c = topology.next(cell, d);
        while c != NOWHERE && own.contains(c) {
            n += 1;
            c = topology.next(c, d);
        }
        n
    };
    axes.iter().fold(0, |bits, &d| bits | 1 << (1 + count(d) + count(topology.opposite[d])).min(31))
}
