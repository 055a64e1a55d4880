//! Changes and ends put together.

use super::changes::{Compiler, MOST_TRIED};
use super::draft::{Draft, Related, related, stuck};
use super::end::{Ends, Outcomes};
use super::refusal::Refusal;
use super::view::{Extra, Setting};
use crate::game::rules::Player;
use crate::solver::Wdl;
use crate::solver::dfa::{Session, Set, Shape};
use crate::solver::symbolic::{Moves, Side};

/// Puts the parts together; `None` if what happens before the second move matters and is not told.
pub(super) fn assemble(
    setting: &Setting,
    shape: &Shape,
    start: &[u8],
    drafts: &[Draft; 2],
) -> Result<Option<[Side; 2]>, Refusal> {
    let [white, black] = drafts;
    let turns = [related(shape, white)?, related(shape, black)?];
    let can_pass = setting.rules.can_pass;
    let stuck = match can_pass {
        true => [Set::empty(shape), Set::empty(shape)],
        false => [stuck(shape, &turns[0])?, stuck(shape, &turns[1])?],
    };
    let ends = Ends::new(setting, shape, stuck.each_ref())?;
    let mut sides = Vec::new();
    for (player, turns) in Player::BOTH.into_iter().zip(turns) {
        let s = player.index();
        let Outcomes { won, lost, drawn, lost_first } = ends.of(player)?;
        let mut moves = Vec::new();
        let mut can = Set::empty(shape);
        for Related { relation, events, from } in turns {
            // A move is legal only where no more urgent one is.
            let rest = can.complement();
            can = can.union(&from)?;
            let of = Moves::related(relation, events);
            moves.push(if rest.is_full() { of } else { of.only_from(rest) });
        }
        let passes = Compiler::new(setting, MOST_TRIED).passes(player)?;
        if can_pass {
            moves.push(Moves::new(shape, &passes)?);
        } else {
            // The cheapest first: it leaves hardly any.
            let mut session = Session::new(shape)?;
            let mut forced = session.load(&stuck[s])?;
            for region in [&drawn, &won, &lost] {
                forced = region.divide(&mut session, forced)?.miss;
            }
            let forced = session.extract(forced);
            if !forced.is_empty() {
                moves.push(Moves::new(shape, &passes)?.only_from(forced));
            }
        }
        let ended = [&won, &lost, &drawn].iter().any(|region| region.contains(start));
        if s == 0 && ended && setting.layer_of(Extra::Moves).is_none() {
            return Ok(None);
        }
        sides.push(Side { moves, won, lost, drawn, lost_first, no_move: Wdl::Draw });
    }
    let sides: [Side; 2] =
        sides.try_into().map_err(|_| Refusal::Ludeme { what: "a game of other than two".into(), of: None })?;
    if !ends.spares_the_first_moves(start, &sides[0])? {
        return Ok(None);
    }
    Ok(Some(sides))
}
