//! The ways of moving in [`Turns`], read off a compiled game.

use super::super::super::Game;
use super::super::super::definition::{ActionStep, Def, EffectStep, Kernel, Path};
use super::super::super::kind::Kind;
use super::super::super::mask::{self, Mask};
use super::super::super::owner::{ByOwner, Owner};
use super::super::super::predicate::{CellExpr, Pred, Variable};
use super::super::super::rules::{ByPlayer, CaptureType, EffectKind, PieceRecord, Player, StateId};
use super::super::super::state::{Piece, UNLIMITED};
use super::super::super::zobrist::piece_key;
use super::super::turns::{Effect, Find, Rule, Turns, Victims};
use crate::board::CellId;

impl<const W: usize> Turns<W> {
    /// The moves of a game, if they are all of this kind.
    pub fn of(game: &Game<W>) -> Option<Turns<W>> {
        let rules = &game.rules;
        let simple = game.layout.stride == 1
            && !(game.layout.cell_states || game.boardless || game.nevers)
            && !(rules.can_pass || rules.swap || rules.longest && game.forbids())
            && rules.pieces.iter().all(|p| p.state == StateId::ZERO && p.flags == 0)
            && rules.places.iter().all(|p| p.piece.is_plain());
        if !simple {
            return None;
        }
        let sides = Player::each(|player| [of_player(game, player, false), of_player(game, player, true)]);
        let [[Some(a), Some(b)], [Some(c), Some(d)]] = sides else { return None };
        let rules = ByPlayer([[a, b], [c, d]]);
        let own = |player: Player, rule: &Rule<W>| {
            let converts = |e: &Effect<W>| match e {
                Effect::Convert { caught: None, owner: None, .. } => false,
                Effect::Convert { owner, .. } => *owner != Some(player.into()),
                _ => false,
            };
            rule.owner == player && !rule.effects.iter().any(converts)
        };
        let own_gains =
            Player::BOTH.into_iter().all(|player| rules[player].iter().flatten().all(|rule| own(player, rule)));
        let (cells, types) = (game.topology.cells, game.rules.pieces.len());
        let key = |i: usize| {
            let (owner, kind, cell) = (Owner::ALL[i / cells / types], i / cells % types, i % cells);
            piece_key(cell as CellId, 0, Piece::new(Kind::new(kind), owner, StateId::ZERO, 0))
        };
        Some(Turns {
            rules,
            typed: !game.layout.plain,
            kinds: ByOwner::of(|owner| game.layout.plain_piece[owner].kind()),
            keys: if game.tracks { (0..3 * types * cells).map(key).collect() } else { Vec::new() },
            cells,
            types,
            longest: game.rules.longest,
            own_gains,
        })
    }
}

/// What a player may do, in a new turn or in one that goes on; `None` if that is not of the kinds known here.
fn of_player<const W: usize>(game: &Game<W>, player: Player, continuing: bool) -> Option<Vec<Rule<W>>> {
    let mut rules = Vec::new();
    for def in &game.sides[player].defs {
        if def.choices.len() != 1 || def.checked && !stands(def) {
            return None;
        }
        let (find, owner) = if stands(def) {
            (stays(game, def, player, continuing)?, player.into())
        } else if def.pops {
            (walks(game, def, player, continuing)?, player.into())
        } else {
            (drops(game, def, player, continuing)?, def.owner)
        };
        // In a plain game the owner says the type.
        let piece = game.layout.plain_piece[owner];
        let never = game.layout.plain && (piece.is_none() || piece.kind() != def.kind);
        let Some(find) = find.filter(|_| !never) else { continue };
        let post = match (def.replace_first, &def.post[..]) {
            (false, post) => post,
            (true, [first, rest @ ..]) if matches!(first.kind, EffectKind::Capture { recycle: false, .. }) => rest,
            _ => return None,
        };
        let effects = post.iter().map(|e| effect(game, e)).collect::<Option<_>>()?;
        let (kind, urgency, replaces) = (def.kind, def.urgency, def.replace_first);
        rules.push(Rule { kind, owner, urgency, find, replaces, effects, repeats: def.repeats });
    }
    Some(rules)
}

/// How a definition that places pieces is found; `Some(None)` if it is never used in such a turn.
fn drops<const W: usize>(game: &Game<W>, def: &Def<W>, player: Player, continuing: bool) -> Option<Option<Find<W>>> {
    let onto =
        matches!(def.actions[..], [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]);
    let endless = game.start.hands[player][def.kind] == UNLIMITED;
    let (Kernel::Drop(on_to), true, true) = (&def.kernel, onto, endless) else { return None };
    let (on_to, slide) = mask::mask_and_slide(&on_to.pred, Variable::To, &game.topology)?;
    let Some(on_to) = on_to.in_turn(continuing) else { return Some(None) };
    on_to.is_about_cells_and_last().then_some(Some(Find::Drop(on_to, slide)))
}

/// Whether a definition lifts a piece and puts it back.
fn stands<const W: usize>(def: &Def<W>) -> bool {
    let back = matches!(
        def.actions[..],
        [
            ActionStep::Pop(CellExpr::From, 1..),
            ActionStep::Push { cell: CellExpr::From, owner: None, trail: false, .. }
        ]
    );
    back && matches!(def.kernel, Kernel::Remove { of_origin: true, .. })
}

/// How a definition that lifts a player's own pieces and puts them back is found; `Some(None)` if it is never used in such a turn.
fn stays<const W: usize>(game: &Game<W>, def: &Def<W>, player: Player, continuing: bool) -> Option<Option<Find<W>>> {
    let Kernel::Remove { gate, on_cell, .. } = &def.kernel else { return None };
    if !on_cell.conjuncts().iter().any(|p| is_own(p, player)) {
        return None;
    }
    let whole = Pred::all(&mut [gate, on_cell].into_iter().cloned());
    let mask = in_turn(Mask::of(&whole, Variable::From, &game.topology)?.given(player.bit()), continuing)?;
    Some(mask.map(Find::Stays))
}

/// Whether a condition says that the piece that moves is the player's own.
fn is_own<const W: usize>(pred: &Pred<W>, player: Player) -> bool {
    matches!(pred, Pred::Owned(CellExpr::From, owners) if *owners == player.bit())
}

/// A condition in turns of one sort, if it is then about what cells hold and where the last move ended; `Some(None)` if it never holds.
fn in_turn<const W: usize>(mask: Mask<W>, continuing: bool) -> Option<Option<Mask<W>>> {
    match mask.in_turn(continuing) {
        Some(mask) => mask.is_about_cells_and_last().then_some(Some(mask)),
        None => Some(None),
    }
}

/// How a definition that moves a player's own pieces is found; `Some(None)` if it is never used in such a turn.
fn walks<const W: usize>(game: &Game<W>, def: &Def<W>, player: Player, continuing: bool) -> Option<Option<Find<W>>> {
    let carries = matches!(
        def.actions[..],
        [ActionStep::Pop(CellExpr::From, 1..), ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }]
    );
    if !carries {
        return None;
    }
    let simple = |mask: Mask<W>| in_turn(mask, continuing);
    let ends = |from: &Pred<W>, to: &Pred<W>| {
        if !from.conjuncts().iter().any(|p| is_own(p, player)) {
            return None;
        }
        // What moves is the player's own.
        let from = simple(Mask::of(from, Variable::From, &game.topology)?.given(player.bit()))?;
        let to = simple(Mask::of(to, Variable::To, &game.topology)?)?;
        Some(from.zip(to))
    };
    match &def.kernel {
        Kernel::Paths(groups) => {
            let (mut paths, mut all) = (Vec::new(), Vec::new());
            for group in groups {
                let Some((from, to)) = ends(&group.on_from.pred, &group.on_to.pred)? else { continue };
                let first = all.len();
                for way in &group.ways {
                    if let Some(on_path) = simple(way.on_path.clone())? {
                        all.push(Path { on_path, ..way.clone() });
                    }
                }
                paths.push((from, to, first..all.len()));
            }
            Some((!all.is_empty()).then_some(Find::Paths(paths, all)))
        }
        Kernel::FromTo { on_from, on_to, slide: Some(slide), .. } => {
            let ends = ends(&on_from.pred, &on_to.pred)?;
            Some(ends.map(|(from, to)| Find::Slides(from, to, slide.clone())))
        }
        _ => None,
    }
}

fn effect<const W: usize>(game: &Game<W>, step: &EffectStep<W>) -> Option<Effect<W>> {
    let guard = match &step.guard {
        Pred::True => None,
        guard => Some(Mask::of(guard, Variable::To, &game.topology).filter(Mask::is_about_cells)?),
    };
    let parts = &step.lowered;
    let victims = |how: CaptureType, size| {
        let filter = &parts.filter;
        let by_type = !filter.by_owner && filter.state.is_none() && filter.flags == 0 && !game.layout.plain;
        let known = how != CaptureType::Replace && (filter.by_owner || by_type) && guard.is_none();
        let kinds = by_type.then_some(filter.kinds);
        known.then_some(Victims { how, size, filter: filter.owners, kinds, owners: parts.victims })
    };
    if step.optional.is_some() || step.turn.is_some() {
        return None;
    }
    match &step.kind {
        EffectKind::Capture { how, subsume: false, recycle: false, size, .. } => {
            Some(Effect::Capture(victims(*how, *size)?))
        }
        EffectKind::Convert { how, pieces, size, .. } if pieces.as_ref().is_none_or(PieceRecord::is_plain) => {
            let caught = match how {
                Some(how) => Some(victims(*how, *size)?),
                None => None,
            };
            let kind = pieces.as_ref().and_then(|p| p.kind).map(Kind::new);
            Some(Effect::Convert { caught, kind, owner: parts.owner, guard })
        }
        EffectKind::Repeat => Some(Effect::Repeat(guard)),
        _ => None,
    }
}
