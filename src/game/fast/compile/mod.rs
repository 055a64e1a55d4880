//! Which games can be played fast, and with what: read off the compiled game.

mod movement;
mod sets;
mod turns;

use super::super::Game;
use super::super::end::Tree;
use super::super::owner::ByOwner;
use super::super::rules::{ByPlayer, Player, Verdict};
use super::super::state::State;
use super::super::three_valued::{all_hold, some_holds};
use super::chains::Chains;
use super::lines::Drawn;
use super::sets::Gains;
use super::tabled::Tabled;
use super::tables::{AnyMovement, AnyWatch, Fast, NONE};
use super::track::Track;
use super::turns::Turns;
use super::watch::Unwatched;

/// With more conditions than this a table of all their truths would be large.
const MAX_TABLED: usize = 6;

impl<const W: usize> Fast<W> {
    /// The fast way of playing a game, if there is one.
    pub fn of(game: &Game<W>) -> Option<Box<Fast<W>>> {
        if game.rules.opp_turn {
            return None;
        }
        let movement = movement::of(game).or_else(|| Turns::of(game).map(AnyMovement::Turns))?;
        let stays = matches!(movement, AnyMovement::Free(_) | AnyMovement::Falls(_) | AnyMovement::Drops(_));
        let gains = match &movement {
            AnyMovement::Free(_) | AnyMovement::Falls(_) | AnyMovement::Drops(_) | AnyMovement::Steps(_) => {
                Gains { lands_alone: true, own: true, takes_one: true }
            }
            AnyMovement::Flips(_) => Gains { lands_alone: false, own: true, takes_one: false },
            AnyMovement::Turns(turns) => Gains { lands_alone: false, own: turns.own_gains, takes_one: false },
        };
        let (mut watched, mut of_sets) = (ByPlayer([0u64; 2]), ByPlayer([0u64; 2]));
        for player in Player::BOTH {
            (of_sets[player], watched[player]) = sets::of_atoms(game, player)?;
        }
        if watched != NONE && matches!(movement, AnyMovement::Flips(_)) {
            return None;
        }
        let watch = if watched == NONE {
            AnyWatch::Nothing(Unwatched)
        } else if let Some(tabled) = tabled(game, watched) {
            AnyWatch::Tabled(tabled)
        } else if let Some(drawn) = Drawn::of(&game.sides, &game.topology, watched) {
            match drawn.axes {
                0..=3 => AnyWatch::Lines3(drawn.watch()),
                4 => AnyWatch::Lines4(drawn.watch()),
                _ => AnyWatch::Lines13(drawn.watch()),
            }
        } else {
            AnyWatch::Chains(Chains::of(&game.sides, &game.topology, watched).filter(|_| stays)?)
        };
        // While none of the watched conditions holds, no clause may.
        for player in Player::BOTH {
            let known = of_sets[player] | watched[player];
            let clauses = &game.sides[player].clauses;
            if clauses.clauses.iter().any(|(_, tree)| may_hold(tree, game, player, known) != Some(false)) {
                return None;
            }
        }
        let verdicts = verdicts(game, ByPlayer::of(|player| of_sets[player] | watched[player]));
        if let Some(tables) = &verdicts {
            // A condition that makes no difference need not be looked at.
            for (of_sets, table) in of_sets.iter_mut().zip(tables.iter()) {
                let matters = |bit: usize| (0..table.len()).any(|truth| table[truth] != table[truth & !(1 << bit)]);
                *of_sets =
                    (0..64).filter(|&bit| *of_sets >> bit & 1 != 0 && matters(bit)).fold(0, |all, bit| all | 1 << bit);
            }
        }
        let mut fast = Fast {
            stuck_is_drawn: matches!(movement, AnyMovement::Free(_)) && !game.uses_no_move && !game.uses_all_passed,
            captures: !matches!(&movement, AnyMovement::Flips(flips) if flips.converts),
            sets: ByPlayer::of(|mover| sets::by_mover(game, mover, of_sets, gains)),
            verdicts,
            kinds: ByPlayer::of(|player| game.layout.plain_piece[player].kind()),
            movement,
            watched,
            watch,
            start: Track::default(),
        };
        let mut start = Track::default();
        fast.place(game, &game.start, &mut start);
        fast.start = start;
        Some(Box::new(fast))
    }
}

/// The watch for the conditions of both players that are given as bits, all of which depend on the player's own cells
/// alone, if the board is small.
fn tabled<const W: usize>(game: &Game<W>, watched: ByPlayer<u64>) -> Option<Tabled> {
    let mut state = game.start.clone();
    Tabled::of(game.topology.cells, |player, cells| {
        state.owned = ByOwner::default();
        state.owned[player].0[0] = cells;
        held(game, &state, player, watched[player])
    })
}

/// Which of the conditions of a player hold, as bits.
fn held<const W: usize>(game: &Game<W>, state: &State<W>, player: Player, watched: u64) -> u64 {
    let atoms = game.sides[player].clauses.atoms.iter().enumerate();
    atoms
        .filter(|(bit, _)| watched >> bit & 1 != 0)
        .fold(0, |held, (bit, atom)| held | (game.holds_now(&atom.test, state, &[], player, &mut None) as u64) << bit)
}

/// By player and by the truth of the conditions as bits: the verdict while both can move and nobody has passed, if there are few
/// conditions and all others, but for those, are known as given by bits.
fn verdicts<const W: usize>(game: &Game<W>, known: ByPlayer<u64>) -> Option<ByPlayer<Vec<Option<Verdict>>>> {
    let about_moving = |player: Player| {
        let atoms = game.sides[player].clauses.atoms.iter().enumerate();
        atoms.filter(|(_, atom)| atom.test.is_about_moving()).fold(0, |all, (bit, _)| all | 1u64 << bit)
    };
    let count = |player: Player| game.sides[player].clauses.atoms.len();
    if Player::BOTH
        .into_iter()
        .any(|p| count(p) > MAX_TABLED || (known[p] | about_moving(p)).count_ones() as usize != count(p))
    {
        return None;
    }
    let verdict = |player: Player, truth| game.verdict_of(&game.sides[player].clauses, truth & known[player]);
    Some(ByPlayer::of(|player| (0..1 << count(player)).map(|truth| verdict(player, truth)).collect()))
}

/// Whether a clause holds while the conditions in `known` do not, both can move and nobody has passed: `None` if it depends.
fn may_hold<const W: usize>(tree: &Tree, game: &Game<W>, player: Player, known: u64) -> Option<bool> {
    let of = |t: &Tree| may_hold(t, game, player, known);
    match tree {
        Tree::And(ts) => all_hold(ts.iter().map(of)),
        Tree::Or(ts) => some_holds(ts.iter().map(of)),
        Tree::Not(t) => of(t).map(|v| !v),
        Tree::Atom(i) if known >> i & 1 != 0 => Some(false),
        Tree::Atom(i) => game.sides[player].clauses.atoms[*i].test.is_about_moving().then_some(false),
    }
}
