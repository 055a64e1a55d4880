//! End conditions that the sets of cells say all about.

use super::super::end::Near;
use super::super::rules::{Cmp, Player};
use super::super::topology::Topology;
use super::track::Pieces;
use crate::board::{CellId, CellSet};

/// The pieces of some owners and, where the owner does not say it, of some types: as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whose {
    pub owners: u8,
    pub kinds: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    Number(i32),
    Pieces(Whose),
    Empty,
    /// Moves made.
    Moves,
}

#[derive(Clone, Debug)]
pub(super) enum SetTest<const W: usize> {
    /// The piece that moved stands in the goal.
    Arrive(CellSet<W>),
    Reach(Whose, CellSet<W>, u32),
    Within(Whose, CellSet<W>),
    Fill(Whose, CellSet<W>),
    /// All these pieces, two at least, are one group.
    Joined(Whose, Near),
    /// No such piece is left.
    None(Whose),
    Compare(Cmp, Count, Count),
    Full,
}

/// A condition of a player, to be tested after moves.
#[derive(Clone, Debug)]
pub(super) struct SetWatch<const W: usize> {
    pub player: Player,
    pub bit: usize,
    pub test: SetTest<W>,
}

/// What a player's own moves can do to the pieces on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gains {
    /// The cell that a move ends on is all that the mover gains by it.
    pub lands_alone: bool,
    /// Nobody but the mover gains anything.
    pub own: bool,
    /// All that anybody loses by it is one piece of the opponent at most.
    pub takes_one: bool,
}

impl Whose {
    #[inline]
    fn cells<const W: usize>(&self, pieces: &Pieces<W>, kinds: &[CellSet<W>]) -> CellSet<W> {
        let owned = pieces.owned.among(self.owners);
        self.kinds.map_or(owned, |bits| {
            let named = kinds.iter().enumerate().filter(|(kind, _)| bits >> kind & 1 != 0);
            owned & named.fold(CellSet::EMPTY, |all, (_, set)| all | *set)
        })
    }
}

impl<const W: usize> SetWatch<W> {
    /// Whether the condition holds after a move to a cell, so many having been made since the start. Types are given where the
    /// owner of a piece does not say its type.
    #[inline]
    pub fn holds(
        &self,
        topology: &Topology<W>,
        pieces: &Pieces<W>,
        kinds: &[CellSet<W>],
        to: CellId,
        made: u32,
    ) -> bool {
        let cells = |whose: &Whose| whose.cells(pieces, kinds);
        match &self.test {
            SetTest::Arrive(goal) => goal.contains(to),
            SetTest::Reach(whose, goal, count) => (cells(whose) & *goal).len() >= *count,
            SetTest::Within(whose, goal) => {
                let own = cells(whose);
                !own.is_empty() && own.is_subset(goal)
            }
            SetTest::Fill(whose, goal) => goal.is_subset(&cells(whose)),
            SetTest::Joined(whose, near) => {
                let (own, near) = (cells(whose), near.masks(topology));
                let Some(first) = own.lowest() else { return false };
                // Most often the first piece stands alone.
                near[first as usize].meets(&own) && topology.flood(near, CellSet::of(first), own) == own
            }
            SetTest::None(whose) => made >= 2 && cells(whose).is_empty(),
            SetTest::Compare(cmp, a, b) => {
                let value = |count: &Count| match count {
                    Count::Number(n) => *n,
                    Count::Pieces(whose) => cells(whose).len() as i32,
                    Count::Empty => topology.all.minus(&pieces.occupied()).len() as i32,
                    Count::Moves => made.min(1_000_000) as i32,
                };
                cmp.holds(value(a), value(b))
            }
            SetTest::Full => pieces.occupied() == topology.all,
        }
    }
}
