//! The moves of fast play.

use super::super::Game;
use super::super::board_view::View;
use super::super::capture;
use super::super::definition::{ActionStep, Def, Kernel, Plan};
use super::super::mask::{Mask, Opener};
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Pred, Variable};
use super::super::rules::{ByPlayer, CaptureType, EffectKind, Player};
use super::super::state::{NOWHERE, UNLIMITED};
use super::super::topology::Shifts;
use super::{AnyMovement, Pieces, Workspace};
use crate::board::{CellId, CellSet};

/// The most ways in which pieces may step.
pub(super) const MAX_WAYS: usize = 12;

/// Finds and chooses moves.
pub(super) trait Movement<const W: usize> {
    /// Whether pieces leave cells.
    const TAKES: bool;

    /// Finds the moves of the player to move. Returns their number.
    fn find(&self, game: &Game<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32;

    /// The move of an index below that number, of those just found: where from and where to.
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId);

    /// What else happens once the piece has come to `to`.
    #[inline(always)]
    fn finish(&self, _: &Game<W>, _: &mut Pieces<W>, _to: CellId) {}
}

/// A piece may be placed on any empty cell: these are kept as a list, from which the one that is taken is dropped.
#[derive(Clone, Debug)]
pub(super) struct FreeDrops;

impl<const W: usize> Movement<W> for FreeDrops {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, _: &Game<W>, _: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        memory.free.len() as u32
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.free.swap_remove(index as usize))
    }
}

/// A piece may be placed on cells each of which is open from the beginning or opened by the piece on one other cell: these are
/// kept as a list, in which a cell gives way to the one that its piece opens.
#[derive(Clone, Debug)]
pub(super) struct Falls<const W: usize> {
    on_to: Mask<W>,
    /// By cell: the one that is opened.
    opened: Vec<CellId>,
}

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

    /// The cells on which a piece may be placed.
    pub fn open(&self, game: &Game<W>, pieces: &Pieces<W>) -> CellSet<W> {
        self.on_to.select(&pieces.view(&game.topology.all), game.topology.all)
    }
}

impl<const W: usize> Movement<W> for Falls<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, _: &Game<W>, _: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        memory.free.len() as u32
    }

    #[inline(always)]
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        let cell = memory.free[index as usize];
        match self.opened[cell as usize] {
            // Pieces may have been put in place at the start with nothing below.
            next if next != NOWHERE && !pieces.occupied().contains(next) => memory.free[index as usize] = next,
            _ => {
                memory.free.swap_remove(index as usize);
            }
        }
        (NOWHERE, cell)
    }
}

/// A piece may be placed where a condition holds.
#[derive(Clone, Debug)]
pub(super) struct Drops<const W: usize>(ByPlayer<Mask<W>>);

impl<const W: usize> Movement<W> for Drops<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, game: &Game<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let all = &game.topology.all;
        memory.found[0] = self.0[pieces.mover].select(&pieces.view(all), *all);
        memory.found[0].len()
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.found[0].nth(index).unwrap_or(0))
    }
}

/// A piece may be placed where a condition holds, and what it hems in along lines changes sides or is taken.
#[derive(Clone, Debug)]
pub(super) struct Flips<const W: usize> {
    on_to: ByPlayer<Mask<W>>,
    /// Whether nothing may be placed that does not.
    must: bool,
    /// Whether what is hemmed in changes sides.
    pub converts: bool,
    size: Option<(u32, u32)>,
}

impl<const W: usize> Movement<W> for Flips<W> {
    const TAKES: bool = false;

    #[inline(always)]
    fn find(&self, game: &Game<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let (topology, mover) = (&game.topology, pieces.mover);
        let mut found = self.on_to[mover].select(&pieces.view(&topology.all), topology.all);
        if self.must && !found.is_empty() {
            found =
                capture::drops_that_capture_lines(topology, pieces.owned[mover], pieces.owned[mover.opponent()], found);
        }
        memory.found[0] = found;
        found.len()
    }

    #[inline(always)]
    fn choose(&self, _: &Pieces<W>, memory: &mut Workspace<W>, index: u32) -> (CellId, CellId) {
        (NOWHERE, memory.found[0].nth(index).unwrap_or(0))
    }

    #[inline(always)]
    fn finish(&self, game: &Game<W>, pieces: &mut Pieces<W>, to: CellId) {
        let (own, other) = (pieces.mover, pieces.mover.opponent());
        let taken = capture::lines(&game.topology, to, &pieces.owned[other], &pieces.owned[own], self.size);
        pieces.owned[other] = pieces.owned[other].minus(&taken);
        if self.converts {
            pieces.owned[own] |= taken;
        }
    }
}

/// Pieces go along paths.
#[derive(Clone, Debug)]
pub(super) struct Steps<const W: usize>(ByPlayer<Vec<StepPath<W>>>);

/// One path of the pieces.
#[derive(Clone, Debug)]
struct StepPath<const W: usize> {
    on_from: Mask<W>,
    on_to: Mask<W>,
    on_path: Mask<W>,
    shifts: Shifts<W>,
    map: Vec<CellId>,
}

impl<const W: usize> Movement<W> for Steps<W> {
    const TAKES: bool = true;

    #[inline(always)]
    fn find(&self, game: &Game<W>, pieces: &Pieces<W>, memory: &mut Workspace<W>) -> u32 {
        let all = &game.topology.all;
        let own = pieces.owned[pieces.mover];
        let view = pieces.view(all);
        let mut count = 0;
        for (way, found) in self.0[pieces.mover].iter().zip(&mut memory.found) {
            let from = way.on_from.select(&view, own);
            let to = way.on_to.select(&view, *all);
            *found = way.on_path.select(&view, from & way.shifts.preimage(to));
            count += found.len();
        }
        count
    }

    #[inline(always)]
    fn choose(&self, pieces: &Pieces<W>, memory: &mut Workspace<W>, mut index: u32) -> (CellId, CellId) {
        for (origins, way) in memory.found.iter().zip(&self.0[pieces.mover]) {
            let count = origins.len();
            if index < count {
                let from = origins.nth(index).unwrap_or(0);
                return (from, way.map[from as usize]);
            }
            index -= count;
        }
        // The index is below the number found.
        (NOWHERE, 0)
    }
}

impl<const W: usize> Pieces<W> {
    #[inline(always)]
    pub(super) fn view<'a>(&'a self, all: &CellSet<W>) -> View<'a, W> {
        let empty = all.minus(&self.occupied());
        View { owned: &self.owned, empty, last: NOWHERE, continuing: false, first_move: false }
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
