//! End conditions that the sets of cells say all about.

use super::super::Game;
use super::super::end::{Selector, Test};
use super::super::predicate::Filter;
use super::super::rules::ReachCount;
use super::super::state::UNLIMITED;
use crate::board::{CellId, CellSet};

#[derive(Clone, Debug)]
enum SetTest<const W: usize> {
    /// The piece that moved stands in the goal.
    Arrive(CellSet<W>),
    Reach(CellSet<W>, u32),
    Within(CellSet<W>),
    Fill(CellSet<W>),
    /// No piece of these owners is left.
    None(u8),
    Full,
}

/// A condition of a player, to be tested after moves.
#[derive(Clone, Debug)]
pub(super) struct SetWatch<const W: usize> {
    pub player: usize,
    pub bit: usize,
    test: SetTest<W>,
}

impl<const W: usize> SetWatch<W> {
    /// Whether the condition holds after a move to a cell.
    #[inline]
    pub fn holds(&self, owned: &[CellSet<W>; 3], all: &CellSet<W>, to: CellId) -> bool {
        let own = &owned[self.player];
        match &self.test {
            SetTest::Arrive(goal) => goal.contains(to),
            SetTest::Reach(goal, count) => (*own & *goal).len() >= *count,
            SetTest::Within(goal) => !own.is_empty() && own.is_subset(goal),
            SetTest::Fill(goal) => goal.is_subset(own),
            SetTest::None(owners) => (0..3).all(|o| owners >> o & 1 == 0 || owned[o].is_empty()),
            SetTest::Full => (owned[0] | owned[1] | owned[2]) == *all,
        }
    }
}

/// The conditions of a player that are about sets, and those that need a watch of their own, as bits; `None` if there are
/// too many. Others may matter only once somebody cannot move.
pub(super) fn of_atoms<const W: usize>(game: &Game<W>, player: usize) -> Option<(u64, u64)> {
    let (mut sets, mut local) = (0, 0);
    let atoms = &game.sides[player].clauses.atoms;
    if atoms.len() > 64 {
        return None;
    }
    for (i, atom) in atoms.iter().enumerate() {
        if test(game, player, i).is_some() {
            sets |= 1 << i;
        } else if atom.fresh && atom.local {
            local |= 1 << i;
        }
    }
    Some((sets, local))
}

/// What a move of `mover` may make true, of the conditions given as bits by player. `lands_alone` says that the cell a move
/// ends on is all that the mover gains by it.
pub(super) fn by_mover<const W: usize>(
    game: &Game<W>,
    mover: usize,
    of_sets: [u64; 2],
    lands_alone: bool,
) -> Vec<SetWatch<W>> {
    let mut watches = Vec::new();
    for (player, atoms) in of_sets.into_iter().enumerate() {
        for bit in (0..64).filter(|i| atoms >> i & 1 != 0) {
            let atom = &game.sides[player].clauses.atoms[bit];
            let own = player == mover;
            let (may_gain, test) = match test(game, player, bit) {
                Some(SetTest::Reach(goal, 1)) if atom.fresh && own && lands_alone => (true, SetTest::Arrive(goal)),
                Some(t @ (SetTest::Reach(..) | SetTest::Fill(_))) => (own, t),
                // A player's own pieces become fewer by the opponent's moves.
                Some(SetTest::None(owners)) => (owners >> (1 - mover) & 1 != 0, SetTest::None(owners)),
                Some(t) => (true, t),
                None => continue,
            };
            // What did not have to end the game may hold from before.
            if may_gain || !atom.fresh {
                watches.push(SetWatch { player, bit, test });
            }
        }
    }
    watches
}

fn test<const W: usize>(game: &Game<W>, player: usize, atom: usize) -> Option<SetTest<W>> {
    let plain = |s: &Selector| s.filter.by_owner && !s.buried && s.filter.owners == 1 << player;
    match &game.sides[player].clauses.atoms[atom].test {
        Test::Reach { goal, count, pieces } if plain(pieces) => Some(match count {
            ReachCount::Count(n) => SetTest::Reach(*goal, *n),
            ReachCount::AllPieces => SetTest::Within(*goal),
            ReachCount::Fill if goal.is_empty() => return None,
            ReachCount::Fill => SetTest::Fill(*goal),
        }),
        // Before the second move nobody counts as eliminated; who began with two pieces has one left then.
        Test::Eliminate { filter: Filter { owners, by_owner: true, .. } } => {
            let placed = (0..3).all(|o| owners >> o & 1 == 0 || game.start.owned[o].len() >= 2);
            let in_hand = |o: usize| game.start.hands[o].iter().any(|&n| n != 0 && n != UNLIMITED);
            let held = (0..2).any(|o| owners >> o & 1 != 0 && in_hand(o));
            (placed && !held && owners & 3 != 0).then_some(SetTest::None(*owners))
        }
        Test::Full => Some(SetTest::Full),
        _ => None,
    }
}
