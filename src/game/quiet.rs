//! Drops that do nothing but put a piece on a cell: which they are, and which of them make a position that has been.

use super::Game;
use super::batch::Batch;
use super::capture::{self, Scene};
use super::definition::{ActionStep, Def, Kernel, QuietDrops};
use super::keyed_cells::KeyedCells;
use super::owner::Owner;
use super::predicate::CellExpr;
use super::rules::{CaptureType, Cmp, EffectKind, Player};
use super::state::{NOWHERE, Piece, State, UNLIMITED};
use super::zobrist::{Tally, piece_key};
use crate::board::{CellId, CellSet};

impl<const W: usize> Game<W> {
    /// The same game with what is known of drops, where positions must not come again.
    pub(super) fn with_quiet_drops(self) -> Self {
        if !self.tracks || !self.rules.repetition.forbids() {
            return self;
        }
        let quiet = Player::each(|player| {
            self.sides[player].defs.iter().map(|def| self.quiet_drops(player, def)).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, quiet) in sides.iter_mut().zip(quiet) {
            side.defs.iter_mut().zip(quiet).for_each(|(def, quiet)| def.quiet = quiet.map(Box::new));
        }
        Game { sides, ..self }
    }

    fn quiet_drops(&self, player: Player, def: &Def<W>) -> Option<QuietDrops> {
        let one =
            matches!(def.actions[..], [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]);
        if !one || !matches!(def.kernel, Kernel::Drop(_)) || self.has_stacks() || def.choices.len() != 1 {
            return None;
        }
        let capture = |kind: &EffectKind, owners: u8| match kind {
            // Where lines may come back to where they begin, or a player's own groups may be taken, the cells are not looked for.
            EffectKind::Capture { how: CaptureType::Line, subsume: false, .. } if self.topology.has_simple_rays() => {
                Some((CaptureType::Line, owners))
            }
            EffectKind::Capture { how: CaptureType::Surround, subsume: false, .. } if owners & player.bit() == 0 => {
                Some((CaptureType::Surround, owners))
            }
            _ => None,
        };
        let captures = def.post.iter().map(|effect| capture(&effect.kind, effect.lowered.victims));
        let captures = captures.collect::<Option<Vec<_>>>()?;
        let key = |cell| piece_key(cell as CellId, 0, self.dropped(def));
        let cells = KeyedCells::of((0..self.topology.cells).map(key));
        Some(QuietDrops { captures, cells })
    }

    /// The piece that a drop puts down.
    fn dropped(&self, def: &Def<W>) -> Piece {
        if self.layout.plain {
            return self.layout.plain_piece[def.owner];
        }
        let piece = &self.rules.pieces[def.kind.index()];
        Piece::new(def.kind, def.owner, piece.state, piece.flags)
    }

    /// The drops of a batch that do no more than to put a piece on an empty cell and make no position that has been.
    pub(super) fn unrepeated(&self, state: &State<W>, past: &[u64], batch: &Batch<W>) -> CellSet<W> {
        let Some(quiet) = &batch.def.quiet else { return CellSet::EMPTY };
        let (mover, victims) = (state.mover, |owners: u8| state.owned.among(owners));
        let mut cells = batch.set.minus(&state.occupied());
        for &(how, owners) in &quiet.captures {
            let taking = match how {
                CaptureType::Line => {
                    let own = state.owned[mover];
                    capture::drops_that_capture_lines(&self.topology, own, victims(owners), cells)
                }
                _ => self.last_liberties(state, owners, cells),
            };
            cells = cells.minus(&taking);
        }
        let key = self.key_but_for_drop(state, batch.def);
        // Keys are exclusive ors of what each piece adds.
        let repeated = state.recent(past).iter().filter_map(|known| quiet.cells.get(known ^ key));
        repeated.for_each(|cell| cells.remove(cell));
        cells
    }

    /// The key of the position after a drop of a definition, but for what the piece adds to it.
    fn key_but_for_drop(&self, state: &State<W>, def: &Def<W>) -> u64 {
        let mover = state.mover;
        let after = match state.hands[mover][def.kind] {
            UNLIMITED => state.hash,
            n => state.hash ^ Tally::Hand(mover, def.kind).change(n.into(), n.saturating_sub(1).into()),
        };
        self.key_of(after, mover.opponent(), false)
    }

    /// The key of the position after a drop, if that is known to do no more than to put a piece on an empty cell.
    pub(super) fn key_after_drop(&self, state: &State<W>, def: &Def<W>, to: CellId) -> Option<u64> {
        let quiet = def.quiet.as_ref()?;
        if state.occupied().contains(to) {
            return None;
        }
        let mut owned = state.owned;
        owned[def.owner].insert(to);
        let captures = quiet.captures.iter().any(|&(how, owners)| {
            let victims = owned.among(owners);
            let scene = Scene { from: NOWHERE, to, victims, owners, mover: state.mover, owned };
            !scene.captured(&self.topology, how, None).is_empty()
        });
        (!captures).then(|| self.key_but_for_drop(state, def) ^ piece_key(to, 0, self.dropped(def)))
    }

    /// The cells of `near`, all of them empty, that are the only empty cell beside some group of one of these owners, as bits.
    pub(super) fn last_liberties(&self, state: &State<W>, owners: u8, near: CellSet<W>) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let beside = self.topology.spread_adjacent(near);
        self.each_group_of(state, owners, beside, |_, liberties| {
            if liberties.len() == 1 {
                found |= liberties;
            }
        });
        near & found
    }

    /// The pieces of a player that some piece on an empty cell of `drops` would leave without an empty cell beside their group, where groups of
    /// that size count.
    pub(super) fn surrounded_by_drops(
        &self,
        state: &State<W>,
        player: Player,
        drops: CellSet<W>,
        size: Option<(u32, u32)>,
    ) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let beside = self.topology.spread_adjacent(drops);
        self.each_group_of(state, player.bit(), beside, |group, liberties| {
            if liberties.len() == 1 && liberties.meets(&drops) && capture::fits(size, group.len()) {
                found |= group;
            }
        });
        found
    }

    /// The pieces of those groups that have a piece in `near` and whose number of empty cells beside them compares so.
    pub(super) fn with_liberties(&self, state: &State<W>, cmp: Cmp, number: i32, near: CellSet<W>) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        self.each_group_of(state, u8::MAX, near, |group, liberties| {
            if cmp.holds(liberties.len() as i32, number) {
                found |= group;
            }
        });
        found
    }

    /// Shows the groups of these owners that have a piece in `near`, and the empty cells beside each.
    fn each_group_of(
        &self,
        state: &State<W>,
        owners: u8,
        near: CellSet<W>,
        mut see: impl FnMut(CellSet<W>, CellSet<W>),
    ) {
        let (topology, occupied) = (&self.topology, state.occupied());
        for owner in Owner::among(owners & 7) {
            let owned = state.owned[owner];
            let mut rest = owned & near;
            while let Some(seed) = rest.lowest() {
                let group = topology.flood_adjacent(CellSet::of(seed), owned);
                rest = rest.minus(&group);
                see(group, topology.spread_adjacent(group).minus(&occupied));
            }
        }
    }
}
