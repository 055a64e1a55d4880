//! End conditions that the sets of cells say all about.

use super::super::Game;
use super::super::end::{Near, Test};
use super::super::owner::Owner;
use super::super::predicate::{Filter, Num, TargetFilter};
use super::super::rules::{ByPlayer, Cmp, Player, ReachCount};
use super::super::state::UNLIMITED;
use super::Pieces;
use crate::board::{CellId, CellSet};

/// The pieces of some owners and, where the owner does not say it, of some types: as bits.
#[derive(Clone, Copy, Debug)]
struct Whose {
    owners: u8,
    kinds: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum Count {
    Number(i32),
    Pieces(Whose),
    Empty,
    /// Moves made.
    Moves,
}

#[derive(Clone, Debug)]
enum SetTest<const W: usize> {
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
    test: SetTest<W>,
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
    /// The pieces that a filter lets through, if owner and type are all it asks about.
    fn of<const W: usize>(game: &Game<W>, filter: &Filter) -> Option<Whose> {
        if filter.state.is_some() || filter.flags != 0 {
            return None;
        }
        if filter.by_owner || !game.layout.plain {
            return Some(Whose { owners: filter.owners, kinds: (!filter.by_owner).then_some(filter.kinds) });
        }
        let fits = |o: &Owner| filter.matches(game.layout.plain_piece[*o]);
        Some(Whose { owners: Owner::among(filter.owners).filter(fits).fold(0, |all, o| all | o.bit()), kinds: None })
    }

    #[inline]
    fn cells<const W: usize>(&self, pieces: &Pieces<W>, kinds: &[CellSet<W>]) -> CellSet<W> {
        let owned = pieces.owned.among(self.owners);
        self.kinds.map_or(owned, |bits| {
            let named = kinds.iter().enumerate().filter(|(kind, _)| bits >> kind & 1 != 0);
            owned & named.fold(CellSet::EMPTY, |all, (_, set)| all | *set)
        })
    }
}

impl Count {
    fn of<const W: usize>(game: &Game<W>, number: &Num) -> Option<Count> {
        Some(match number {
            Num::Const(n) => Count::Number(*n),
            Num::Pieces(TargetFilter::Empty) => Count::Empty,
            Num::Pieces(TargetFilter::Pieces(filter)) => Count::Pieces(Whose::of(game, filter)?),
            Num::MoveNumber => Count::Moves,
            _ => return None,
        })
    }
}

impl<const W: usize> SetWatch<W> {
    /// Whether the condition holds after a move to a cell, so many having been made since the start. Types are given where the
    /// owner of a piece does not say its type.
    #[inline]
    pub fn holds(&self, game: &Game<W>, pieces: &Pieces<W>, kinds: &[CellSet<W>], to: CellId, made: u32) -> bool {
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
                let (own, near) = (cells(whose), near.masks(&game.topology));
                let Some(first) = own.lowest() else { return false };
                // Most often the first piece stands alone.
                near[first as usize].meets(&own) && game.topology.flood(near, CellSet::of(first), own) == own
            }
            SetTest::None(whose) => made >= 2 && cells(whose).is_empty(),
            SetTest::Compare(cmp, a, b) => {
                let value = |count: &Count| match count {
                    Count::Number(n) => *n,
                    Count::Pieces(whose) => cells(whose).len() as i32,
                    Count::Empty => game.topology.all.minus(&pieces.occupied()).len() as i32,
                    Count::Moves => made.min(1_000_000) as i32,
                };
                cmp.holds(value(a), value(b))
            }
            SetTest::Full => pieces.occupied() == game.topology.all,
        }
    }
}

/// The conditions of a player that are about sets, and those that need a watch of their own, as bits; `None` if there are
/// too many. Others may matter only once somebody cannot move.
pub(super) fn of_atoms<const W: usize>(game: &Game<W>, player: Player) -> Option<(u64, u64)> {
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

/// What a move of `mover` may make true, of the conditions given as bits by player.
pub(super) fn by_mover<const W: usize>(
    game: &Game<W>,
    mover: Player,
    of_sets: ByPlayer<u64>,
    gains: Gains,
) -> Vec<SetWatch<W>> {
    let mut watches = Vec::new();
    let gained = |whose: &Whose| !gains.own || whose.owners & mover.bit() != 0;
    // Nobody counts as eliminated before the second move; who began with two pieces has one left then.
    let many = |player: Player| game.start.owned[player].len() >= 2;
    let lost = |whose: &Whose| {
        let own = whose.owners == mover.bit() && whose.kinds.is_none();
        !(gains.takes_one && own && many(mover))
    };
    for player in Player::BOTH {
        for bit in (0..64).filter(|i| of_sets[player] >> i & 1 != 0) {
            let fresh = game.sides[player].clauses.atoms[bit].fresh;
            let Some(test) = test(game, player, bit) else { continue };
            let test = match test {
                SetTest::Reach(Whose { owners, kinds: None }, goal, 1)
                    if fresh && owners == mover.bit() && gains.lands_alone =>
                {
                    SetTest::Arrive(goal)
                }
                test => test,
            };
            let may_come_true = match &test {
                SetTest::Reach(whose, ..) | SetTest::Fill(whose, _) => gained(whose),
                SetTest::None(whose) => lost(whose),
                _ => true,
            };
            // What did not have to end the game may hold from before.
            if may_come_true || !fresh {
                watches.push(SetWatch { player, bit, test });
            }
        }
    }
    watches
}

fn test<const W: usize>(game: &Game<W>, player: Player, atom: usize) -> Option<SetTest<W>> {
    Some(match &game.sides[player].clauses.atoms[atom].test {
        Test::Reach { goal, count, pieces } => {
            let whose = Whose::of(game, &pieces.filter)?;
            match count {
                ReachCount::Count(n) => SetTest::Reach(whose, *goal, *n),
                ReachCount::AllPieces => SetTest::Within(whose, *goal),
                ReachCount::Fill if goal.is_empty() => return None,
                ReachCount::Fill => SetTest::Fill(whose, *goal),
            }
        }
        Test::Group { size: None, pieces, near, .. } => SetTest::Joined(Whose::of(game, &pieces.filter)?, *near),
        Test::Compare(cmp, a, b) => SetTest::Compare(*cmp, Count::of(game, a)?, Count::of(game, b)?),
        Test::Eliminate { filter } => {
            let in_hand = |player: Player| game.start.hands[player].0.iter().any(|&n| n != 0 && n != UNLIMITED);
            if Player::among(filter.owners).any(in_hand) {
                return None;
            }
            SetTest::None(Whose::of(game, filter)?)
        }
        Test::Full => SetTest::Full,
        _ => return None,
    })
}
