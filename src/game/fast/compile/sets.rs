//! Which end conditions the sets of cells say all about.

use super::super::super::Game;
use super::super::super::end::Test;
use super::super::super::owner::Owner;
use super::super::super::predicate::{Filter, Num, TargetFilter};
use super::super::super::rules::{ByPlayer, Player, ReachCount};
use super::super::super::state::UNLIMITED;
use super::super::sets::{Count, Gains, SetTest, SetWatch, Whose};

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
