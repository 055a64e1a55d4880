//! Which games have the simplest movements.

use super::super::super::Game;
use super::super::super::definition::{ActionStep, Def, Kernel, Plan};
use super::super::super::mask::{Mask, Opener};
use super::super::super::owner::Owner;
use super::super::super::predicate::{CellExpr, Pred, Variable};
use super::super::super::rules::{ByPlayer, CaptureType, EffectKind, Player};
use super::super::super::state::{NOWHERE, UNLIMITED};
use super::super::movement::{Drops, Falls, Flips, FreeDrops, StepPath, Steps};
use super::super::tables::AnyMovement;
use super::super::track::MAX_WAYS;
use crate::board::CellId;

impl<const W: usize> Falls<W> {
    fn of(game: &Game<W>, ByPlayer([white, black]): &ByPlayer<Mask<W>>) -> Option<Falls<W>> {
        let openers = white.openers(&game.topology)?;
        if black.openers(&game.topology)? != openers {
            return None;
        }
        let mut opened = vec![NOWHERE; game.topology.cells];
        for (cell, opener) in openers.into_iter().enumerate() {
            if let Opener::Piece(by) = opener {
                if opened[by as usize] != NOWHERE {
                    return None;
                }
                opened[by as usize] = cell as CellId;
            }
        }
        Some(Falls { on_to: white.clone(), opened })
    }
}

/// The movement of a game, if it is of one of these kinds and the same for both.
pub(super) fn of<const W: usize>(game: &Game<W>) -> Option<AnyMovement<W>> {
    if !game.layout.plain || !game.plays_plainly || game.tracks || !game.start.owned[Owner::Nobody].is_empty() {
        return None;
    }
    for side in game.sides.iter() {
        if !side.one_urgency || side.defs.iter().any(|d| d.choices.len() != 1 || d.checked) {
            return None;
        }
    }
    if let [Some(white), Some(black)] = Player::each(|player| drop(game, player)) {
        if white.is_empty_cell() && black.is_empty_cell() {
            return Some(AnyMovement::Free(FreeDrops));
        }
        let masks = ByPlayer([white, black]);
        return Some(match Falls::of(game, &masks) {
            Some(falls) => AnyMovement::Falls(falls),
            None => AnyMovement::Drops(Drops(masks)),
        });
    }
    if let (Some(white), Some(black)) = (flips(game, Player::White), flips(game, Player::Black)) {
        let (ByPlayer([first, _]), ByPlayer([_, second])) = (white.on_to, black.on_to);
        return Some(AnyMovement::Flips(Flips { on_to: ByPlayer([first, second]), ..white }));
    }
    Some(AnyMovement::Steps(Steps(ByPlayer([steps(game, Player::White)?, steps(game, Player::Black)?]))))
}

/// The only definition of a player and its condition, if it drops that player's own pieces of which there is no end.
fn lone_drop<const W: usize>(game: &Game<W>, player: Player) -> Option<(&Def<W>, &Pred<W>)> {
    let (def, on_to) = game.sides[player].lone_drop()?;
    let endless = game.start.hands[player][def.kind] == UNLIMITED;
    (def.owner == player && endless).then_some((def, &on_to.pred))
}

fn flips<const W: usize>(game: &Game<W>, player: Player) -> Option<Flips<W>> {
    let (def, pred) = lone_drop(game, player)?;
    let onto =
        matches!(def.actions[..], [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]);
    let ([effect], true) = (&def.post[..], onto) else { return None };
    let enemy = player.opponent().bit();
    let parts = &effect.lowered;
    let plain = matches!(effect.guard, Pred::True) && effect.optional.is_none() && parts.filter.by_owner;
    let (converts, size) = match &effect.kind {
        EffectKind::Convert { how: Some(CaptureType::Line), pieces: None, size, .. }
            if parts.owner == Some(player.into()) =>
        {
            (true, *size)
        }
        EffectKind::Capture { how: CaptureType::Line, subsume: false, recycle: false, size, .. } => (false, *size),
        _ => return None,
    };
    if !plain || parts.filter.owners != enemy || parts.victims != enemy {
        return None;
    }
    let conjuncts = pred.conjuncts();
    let capture = |p: &&Pred<W>| matches!(p, Pred::Captures(CaptureType::Line, owner) if *owner == player);
    let must = conjuncts.iter().any(|p| capture(&p));
    let rest = Pred::And(conjuncts.iter().filter(|p| !capture(p)).cloned().collect());
    let on_to =
        Mask::of(&rest, Variable::To, &game.topology).filter(|m| m.is_about_cells() && m.is_of_empty_cells())?;
    Some(Flips { on_to: ByPlayer([on_to.clone(), on_to]), must, converts, size })
}

fn drop<const W: usize>(game: &Game<W>, player: Player) -> Option<Mask<W>> {
    let (def, pred) = lone_drop(game, player)?;
    let mask = Mask::of(pred, Variable::To, &game.topology)?;
    (def.plan == Plan::Drop && mask.is_about_cells()).then_some(mask)
}

fn steps<const W: usize>(game: &Game<W>, player: Player) -> Option<Vec<StepPath<W>>> {
    let mut ways = Vec::new();
    for def in &game.sides[player].defs {
        let (Plan::Step { .. }, Kernel::Paths(paths)) = (def.plan, &def.kernel) else { return None };
        let piece = game.layout.plain_piece[player];
        if piece.is_none() || piece.kind() != def.kind {
            return None;
        }
        for path in paths {
            let own = |p: &Pred<W>| matches!(p, Pred::Owned(CellExpr::From, o) if *o == player.bit());
            if !matches!(&path.on_from.pred, Pred::And(ps) if ps.iter().any(own)) {
                return None;
            }
            // What moves is the player's own.
            let on_from = Mask::of(&path.on_from.pred, Variable::From, &game.topology)?.given(player.bit());
            let on_to = Mask::of(&path.on_to.pred, Variable::To, &game.topology)?;
            for way in &path.ways {
                let (on_from, on_to, on_path) = (on_from.clone(), on_to.clone(), way.on_path.clone());
                ways.push(StepPath { on_from, on_to, on_path, shifts: way.shifts.clone(), map: way.map.clone() });
            }
        }
    }
    let simple = |w: &StepPath<W>| [&w.on_from, &w.on_to, &w.on_path].iter().all(|m| m.is_about_cells());
    (ways.len() <= MAX_WAYS && ways.iter().all(simple)).then_some(ways)
}
