//! Making moves.

use super::Game;
use super::context::{Body, Context};
use super::definition::{ActionStep, Def, Plan};
use super::effects::Made;
use super::end::Change;
use super::facts;
use super::kind::Kind;
use super::never::Kept;
use super::owner::{ByOwner, Owner};
use super::rules::Repetition;
use super::state::{MAX_HEIGHT, MAX_POPS, Move, NOWHERE, Outcome, Piece, State, count_looks};
use super::zobrist;
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// The most pieces that a move can hold: those of so many full stacks.
const MAX_CARRIED: usize = MAX_HEIGHT * MAX_POPS;

impl<const W: usize> Game<W> {
    /// Makes a legal move. `past` gets the key of the new position.
    ///
    /// A move that is not legal in `state` gives a state without meaning, but no panic as long as its cells are on the board.
    pub fn apply(&self, state: &mut State<W>, past: &mut Vec<u64>, m: Move) {
        let mut mobile = None;
        self.make(state, past, m, &mut mobile);
        if state.outcome.is_none() && mobile != Some(true) {
            self.settle(state, past);
        }
    }

    /// Makes a move without looking whether the game can go on. `mobile` says whether the next player has a move, for a caller
    /// who knows; it is filled in where that had to be found out. Returns what changed.
    #[inline]
    pub(super) fn make(&self, state: &mut State<W>, past: &mut Vec<u64>, m: Move, mobile: &mut Option<bool>) -> Change {
        self.make_kept(state, past, m, &mut Kept::default(), mobile)
    }

    /// As [`make`](Game::make), for a move that may have been made already to see whether it is allowed.
    #[inline]
    pub(super) fn make_kept(
        &self,
        state: &mut State<W>,
        past: &mut Vec<u64>,
        m: Move,
        kept: &mut Kept<W>,
        mobile: &mut Option<bool>,
    ) -> Change {
        self.within_account(|| self.make_whole(state, past, m, kept, mobile))
    }

    #[inline]
    fn make_whole(
        &self,
        state: &mut State<W>,
        past: &mut Vec<u64>,
        m: Move,
        kept: &mut Kept<W>,
        mobile: &mut Option<bool>,
    ) -> Change {
        let pieces = if self.one_way { state.occupied().len() } else { 0 };
        let change = kept.take(state).unwrap_or_else(|| self.change(state, m));
        if self.one_way && state.occupied().len() != pieces {
            state.since = past.len() as u32;
        }
        if self.tracks && m != Move::SWAP {
            past.push(self.key(state));
        }
        if state.continuing && !self.has_move(state, past) {
            state.continuing = false;
            state.mover = state.mover.opponent();
            if self.tracks {
                past.push(self.key(state));
            }
        }
        state.outcome = self.decide(state, past, change, mobile);
        if state.outcome.is_none() && state.passes >= 2 {
            state.outcome = Some(Outcome::Draw);
        }
        if state.outcome.is_none() && self.tracks && m != Move::SWAP && self.rules.repetition == Repetition::Draw {
            let key = self.key(state);
            if state.recent(past).iter().filter(|k| **k == key).count() >= 3 {
                state.outcome = Some(Outcome::Draw);
            }
        }
        change
    }

    /// Draws a game in which neither player can move, unless its end depends on passes being made.
    pub(super) fn settle(&self, state: &mut State<W>, past: &[u64]) {
        if state.outcome.is_some() || state.continuing || self.uses_all_passed || self.has_move(state, past) {
            return;
        }
        let other_moves = state.on_copy(|turned| {
            turned.mover = state.mover.opponent();
            self.has_move(turned, past)
        });
        if !other_moves {
            state.outcome = Some(Outcome::Draw);
        }
    }

    /// The key of the position after a move, without making it where that can be worked out.
    pub(super) fn key_after(&self, state: &State<W>, m: Move) -> u64 {
        let def = self.sides[state.mover].def_of(m);
        if let Some(def) = def
            && let Plan::Step { replace } = def.plan
            && !state.continuing
        {
            let owner = state.owner_of(m.from).unwrap_or(Owner::Nobody);
            let mut key = state.hash ^ self.layout.plain_key(m.from, owner) ^ self.layout.plain_key(m.to, owner);
            let enemy = Owner::from(state.mover.opponent());
            if replace && state.owned[enemy].contains(m.to) {
                key ^= self.layout.plain_key(m.to, enemy);
            }
            return match self.rules.repetition {
                Repetition::Positional => key,
                _ => key ^ zobrist::mover_key(state.mover.opponent()),
            };
        }
        if let Some(key) = def.and_then(|def| self.key_after_drop(state, def, m.to)) {
            return key;
        }
        def.into_iter().for_each(|def| self.spend_on_try(def, state));
        state.on_copy(|after| {
            self.change(after, m);
            self.key(after)
        })
    }

    /// Everything a move does but deciding the outcome. A `repeat` goes on with the turn even if there is no move to go on with.
    pub(super) fn change(&self, state: &mut State<W>, m: Move) -> Change {
        let mover = state.mover;
        if m == Move::SWAP {
            state.swapped = true;
            state.move_number += 1;
            state.passes = 0;
            return Change::anything(mover);
        }
        let was_continuing = state.continuing;
        let mut change = Change::anything(mover);
        let mut again = false;
        let mut passed = m == Move::PASS;
        if !passed && let Some(def) = self.sides[mover].def_of(m) {
            match def.plan {
                Plan::Drop => {
                    self.layout.put_plain(state, m.to, def.owner);
                    self.take_from_hand(state, mover, def.kind, 1);
                    change.gained = (def.owner == mover).then_some(m.to);
                }
                Plan::Step { replace } => {
                    let owner = state.owner_of(m.from).unwrap_or(mover.into());
                    self.layout.take_plain(state, m.from, owner);
                    let enemy = Owner::from(mover.opponent());
                    if replace && state.owned[enemy].contains(m.to) {
                        self.layout.take_plain(state, m.to, enemy);
                        self.count_captive(state, mover, self.layout.plain_piece[enemy], false);
                    }
                    self.layout.put_plain(state, m.to, owner);
                    change.gained = (owner == mover).then_some(m.to);
                }
                Plan::General => {
                    passed = def.actions.is_empty();
                    again = self.carry_out(state, def, m);
                    let came = def.gains && m.to != NOWHERE && state.owned[mover].contains(m.to);
                    change.gained = came.then_some(m.to);
                }
            }
        }
        state.passes = if passed && !was_continuing { state.passes.saturating_add(1) } else { 0 };
        state.move_number += 1;
        state.moved[mover] = true;
        state.last_from = m.from;
        state.last_to = m.to;
        state.continuing = again;
        if !again {
            state.mover = mover.opponent();
        }
        change
    }

    /// The actions and effects of a move, one after the other. Returns whether the turn goes on.
    fn carry_out(&self, state: &mut State<W>, def: &Def<W>, m: Move) -> bool {
        let mover = state.mover;
        count_looks(def.looks.into());
        if def.replace_first && m.to != NOWHERE && state.owned[mover.opponent()].contains(m.to) {
            let recycle = def.post.first().is_some_and(|e| facts::returns_captives(&e.kind));
            self.capture_cell(state, mover, m.to, recycle);
        }
        let below = self.act(state, def, m);
        let pushed = if m.to == NOWHERE { 0 } else { self.height(state, m.to).saturating_sub(below) };
        let mut again = false;
        for (i, effect) in def.post.iter().enumerate() {
            let happens = effect.optional.is_none_or(|bit| m.choice >> bit & 1 != 0);
            let turns = effect.turn.map_or(0, |bit| m.choice >> bit & 7);
            if happens {
                let made = Made { m, turns, pushed, replaced: def.replace_first && i == 0 };
                again |= self.effect(state, effect, made);
            }
        }
        again
    }

    /// The actions of a move. Returns how many of the pieces on `to` were there before.
    fn act(&self, state: &mut State<W>, def: &Def<W>, m: Move) -> usize {
        let mover = state.mover;
        let mut below = if m.to == NOWHERE { 0 } else { self.height(state, m.to) };
        if def.carries && m.from != NOWHERE && m.to != NOWHERE {
            let piece = self.layout.take(state, m.from);
            if !piece.is_none() {
                self.layout.put(state, m.to, piece);
            }
            return if m.from == m.to { 0 } else { below };
        }
        // What the piece on `from` faces counts as it was before the piece was taken.
        let facing = Context::of_move(self, state, mover, m).facing();
        let place = |state: &State<W>, place| {
            Context { body: Body::Facing(facing), ..Context::of_move(self, state, mover, m) }.cell(place)
        };
        let mut carried: ArrayVec<Piece, MAX_CARRIED> = ArrayVec::new();
        for action in &def.actions {
            match action {
                ActionStep::Pop(cell, count) => {
                    let cell = place(state, cell);
                    if cell == NOWHERE {
                        continue;
                    }
                    let before = carried.len();
                    for _ in 0..*count {
                        match self.layout.take(state, cell) {
                            Piece::NONE => break,
                            piece => carried.push(piece),
                        }
                    }
                    carried[before..].reverse();
                    if cell == m.to {
                        below = below.min(self.height(state, cell));
                    }
                }
                ActionStep::Push { cell, count, owner, trail } => {
                    let target = place(state, cell);
                    if !def.pops {
                        let piece = &self.rules.pieces[def.kind.index()];
                        let new = Piece::new(def.kind, def.owner, piece.state, piece.flags);
                        for _ in 0..(*count).min(MAX_HEIGHT) {
                            carried.push(new);
                        }
                        self.take_from_hand(state, mover, def.kind, carried.len() as u8);
                    }
                    for (piece, cell) in carried.drain(..).zip(self.landing(m.from, target, *trail)) {
                        let piece = owner.map_or(piece, |o| piece.with_owner(o));
                        if cell != NOWHERE {
                            self.layout.put(state, cell, piece);
                        }
                    }
                }
            }
        }
        below
    }
}

impl<const W: usize> Game<W> {
    /// What is wrong with a state, if its parts contradict each other: a check for the engine itself, not for the rules.
    pub fn fault(&self, state: &State<W>) -> Option<String> {
        let ByOwner([white, black, neutral]) = state.owned;
        if white.meets(&black) || white.meets(&neutral) || black.meets(&neutral) {
            return Some("a cell has two owners".into());
        }
        if !state.occupied().is_subset(&self.topology.all) {
            return Some("a piece stands off the board".into());
        }
        for cell in 0..self.topology.cells as CellId {
            let top = self.top(state, cell);
            if state.owner_of(cell) != (!top.is_none()).then(|| top.owner()) {
                return Some(format!("the owner of {} is not that of its top piece", self.board.label(cell)));
            }
        }
        let kinds = if self.layout.plain { 0 } else { self.rules.pieces.len() };
        for kind in Kind::first(kinds) {
            let tops = state.occupied().iter().filter(|&c| self.top(state, c).kind() == kind).collect::<CellSet<W>>();
            if self.of_kind(state, state.occupied(), kind) != tops {
                return Some(format!("the cells kept of type {} are not those of its pieces", kind.index()));
            }
        }
        (state.hash != self.hash_from_scratch(state)).then(|| "the hash kept is not the hash worked out".into())
    }

    /// How early a capture by replacement is to be tried: the most valuable victim first, of equals the least valuable attacker; 0 for other
    /// moves, and in games of one type of piece, where the order found by searching is as good.
    #[inline]
    pub(crate) fn order_of_capture(&self, state: &State<W>, m: Move) -> u32 {
        if self.layout.plain || m.to == NOWHERE || !state.owned[state.mover.opponent()].contains(m.to) {
            return 0;
        }
        self.sides[state.mover].def_of(m).filter(|def| def.replace_first).map_or(0, |def| {
            let worth =
                |kind: Kind| self.rules.pieces.get(kind.index()).map_or(0, |piece| piece.value.clamp(0, 999) as u32);
            1_000 * worth(self.top(state, m.to).kind()) + 1_000 - worth(def.kind)
        })
    }

    /// The nodes of this game that so much work suffices for: a node of the cheapest games is a unit of work.
    pub fn nodes_for(&self, work: u64) -> u64 {
        (u128::from(work) * 100 / u128::from(self.node_cost())).clamp(1, u128::from(u64::MAX)) as u64
    }

    /// The work that a node takes, in hundredths. Measured over the known games, it grows with the power ¾ of the [class](Game::cost_class).
    pub(crate) fn node_cost(&self) -> u64 {
        /// Of 2⁰, 2¹, ….
        const COST: [u64; 8] = [100, 168, 283, 476, 800, 1345, 2263, 3805];
        COST[(self.cost_class().ilog2() as usize).min(COST.len() - 1)]
    }

    /// How dear a node is, as a power of two that depends on the rules alone; 1 in the simplest games.
    pub fn cost_class(&self) -> u64 {
        let words = W.next_power_of_two() as u64;
        let general = self.sides.iter().any(|side| side.defs.iter().any(|d| d.plan == Plan::General));
        words * if self.layout.plain { 1 } else { 2 } * if general { 2 } else { 1 } * if self.tracks { 2 } else { 1 }
    }
}
