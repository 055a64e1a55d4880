//! Making moves.

use super::Game;
use super::capture::Scene;
use super::context::{Body, Context};
use super::end::Change;
use super::facts;
use super::moves::{ActionStep, Def, EffectStep, Plan};
use super::predicate::Variable;
use super::rules::{CaptureType, EffectKind, PieceRecord, Player, Repetition};
use super::state::{MAX_DIRECTIONS, MAX_HEIGHT, MAX_POPS, Move, NOWHERE, Outcome, Piece, State, UNLIMITED};
use super::zobrist::{self, Tally};
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// The most pieces that a move can hold: those of so many full stacks.
const MAX_CARRIED: usize = MAX_HEIGHT * MAX_POPS;

impl<const W: usize> Game<W> {
    /// What the repetition rule compares: the board, hands, scores and states and, unless the rule is positional, whose turn
    /// it is.
    #[inline]
    pub fn key(&self, state: &State<W>) -> u64 {
        self.key_of(state.hash, state.mover, state.continuing)
    }

    /// What [`Game::key`] is of a state with that hash.
    #[inline]
    pub(super) fn key_of(&self, hash: u64, mover: Player, continuing: bool) -> u64 {
        let mover = if self.rules.repetition == Repetition::Positional { Player::White } else { mover };
        zobrist::with_turn(hash, mover, continuing)
    }

    /// A hash of everything that decides how the game goes on, but for the positions that may not be repeated.
    #[inline]
    pub fn full_key(&self, state: &State<W>) -> u64 {
        zobrist::with_turn(state.hash, state.mover, state.continuing)
    }

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
        let pieces = if self.one_way { state.occupied().len() } else { 0 };
        let change = self.change(state, m);
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
        let def = self.sides[state.mover.index()].defs.iter().find(|d| d.class == m.class);
        if let Some(def) = def
            && let Plan::Step { replace } = def.plan
            && !state.continuing
        {
            let owner = state.owner_of(m.from).unwrap_or(2);
            let mut key = state.hash ^ self.layout.plain_key(m.from, owner) ^ self.layout.plain_key(m.to, owner);
            let enemy = state.mover.opponent().index();
            if replace && state.owned[enemy].contains(m.to) {
                key ^= self.layout.plain_key(m.to, enemy);
            }
            return match self.rules.repetition {
                Repetition::Positional => key,
                _ => key ^ zobrist::mover_key(state.mover.opponent()),
            };
        }
        state.on_copy(|after| {
            self.change(after, m);
            self.key(after)
        })
    }

    /// Everything a move does but deciding the outcome. A `repeat` is taken at its word.
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
        if !passed && let Some(def) = self.sides[mover.index()].defs.iter().find(|d| d.class == m.class) {
            match def.plan {
                Plan::Drop => {
                    self.layout.put_plain(state, m.to, def.owner);
                    self.take_from_hand(state, mover.index(), def.piece, 1);
                    change.gained = (def.owner == mover.index()).then_some(m.to);
                }
                Plan::Step { replace } => {
                    let owner = state.owner_of(m.from).unwrap_or(mover.index());
                    self.layout.take_plain(state, m.from, owner);
                    let enemy = mover.opponent().index();
                    if replace && state.owned[enemy].contains(m.to) {
                        self.layout.take_plain(state, m.to, enemy);
                        self.count_captive(state, mover.index(), self.layout.plain_piece[enemy], false);
                    }
                    self.layout.put_plain(state, m.to, owner);
                    change.gained = (owner == mover.index()).then_some(m.to);
                }
                Plan::General => {
                    passed = def.actions.is_empty();
                    again = self.carry_out(state, def, m);
                }
            }
        }
        state.passes = if passed && !was_continuing { state.passes.saturating_add(1) } else { 0 };
        state.move_number += 1;
        state.moved[mover.index()] = true;
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
        if def.replace_first && m.to != NOWHERE && state.owned[mover.opponent().index()].contains(m.to) {
            let recycle = def.post.first().is_some_and(|e| facts::returns_captives(&e.kind));
            self.capture_cell(state, mover.index(), m.to, recycle);
        }
        // What the piece on `from` faces counts as it was before the piece was taken.
        let facing = Context::of_move(self, state, mover, m).facing();
        let place = |state: &State<W>, place| {
            Context { body: Body::Facing(facing), ..Context::of_move(self, state, mover, m) }.cell(place)
        };
        let mut carried: ArrayVec<Piece, MAX_CARRIED> = ArrayVec::new();
        // How many of the pieces on `to` were there before.
        let mut below = if m.to == NOWHERE { 0 } else { self.height(state, m.to) };
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
                        let kind = &self.rules.pieces[def.piece];
                        let new = Piece::new(def.piece, def.owner, kind.state, kind.flags);
                        for _ in 0..(*count).min(MAX_HEIGHT) {
                            carried.push(new);
                        }
                        self.take_from_hand(state, mover.index(), def.piece, carried.len() as u8);
                    }
                    for (i, piece) in carried.drain(..).enumerate() {
                        let cell = if *trail { self.landing(m.from, target, true, i) } else { target };
                        let piece = owner.map_or(piece, |o| piece.with_owner(o));
                        if cell != NOWHERE {
                            self.layout.put(state, cell, piece);
                        }
                    }
                }
            }
        }
        let pushed_on_to = if m.to == NOWHERE { 0 } else { self.height(state, m.to).saturating_sub(below) };
        let mut again = false;
        for effect in &def.post {
            let happens = effect.optional.is_none_or(|bit| m.choice >> bit & 1 != 0);
            let turns = effect.turn.map_or(0, |bit| m.choice >> bit & 7);
            if happens {
                again |= self.effect(state, def, effect, m, turns, pushed_on_to);
            }
        }
        again
    }

    /// One effect. Returns whether it was a `repeat` that took effect.
    fn effect(
        &self,
        state: &mut State<W>,
        def: &Def<W>,
        effect: &EffectStep<W>,
        m: Move,
        turns: u8,
        pushed: usize,
    ) -> bool {
        let mover = state.mover.index();
        let parts = &effect.lowered;
        let context = Context::of_effects(self, state, m);
        let at = |place| context.cell(place);
        let once = |cell: CellId| Context { current: cell, ..context }.holds(&effect.guard);
        match &effect.kind {
            EffectKind::Capture { how: CaptureType::Replace, subsume, recycle, .. } => {
                // Where cells hold one piece it is gone already.
                if def.replace_first && std::ptr::eq(effect, &def.post[0]) || m.to == NOWHERE || !once(m.to) {
                    return false;
                }
                let below = self.height(state, m.to).saturating_sub(pushed);
                let mut last = None;
                for (i, piece) in self.layout.take_all(state, m.to).into_iter().enumerate() {
                    if i < below && parts.filter.matches(piece) {
                        self.count_captive(state, mover, piece, *recycle);
                        last = Some(piece);
                    } else {
                        self.layout.put(state, m.to, piece);
                    }
                }
                self.subsume(state, m.to, last.filter(|_| *subsume));
            }
            EffectKind::Capture { how, subsume, recycle, size, .. } => {
                let victims = self.matching(state, &parts.filter);
                let taken = self.scene(state, m, victims, parts.victims).captured(&self.topology, *how, *size);
                let taken = context.set(&effect.guard, Variable::Current, taken);
                let mut last = None;
                for cell in taken {
                    last = Some(self.capture_cell(state, mover, cell, *recycle));
                }
                self.subsume(state, m.to, last.filter(|_| *subsume));
            }
            EffectKind::Convert { how: Some(CaptureType::Replace), pieces, .. } => {
                if m.to == NOWHERE || !once(m.to) {
                    return false;
                }
                let below = self.height(state, m.to).saturating_sub(pushed);
                let all = self.layout.take_all(state, m.to);
                for (i, piece) in all.into_iter().enumerate() {
                    let turned = i < below && parts.filter.matches(piece);
                    let piece = if turned { converted(piece, parts.owner, pieces.as_ref()) } else { piece };
                    self.layout.put(state, m.to, piece);
                }
            }
            EffectKind::Convert { how: Some(how), pieces, size, .. } => {
                let victims = self.matching(state, &parts.filter);
                let turned = self.scene(state, m, victims, parts.victims).captured(&self.topology, *how, *size);
                let turned = context.set(&effect.guard, Variable::Current, turned);
                if self.layout.plain {
                    if let Some(owner) = parts.owner {
                        self.layout.turn_plain(state, turned, owner);
                    }
                    return false;
                }
                for cell in turned {
                    let piece = self.top(state, cell);
                    self.layout.replace_top(state, cell, converted(piece, parts.owner, pieces.as_ref()));
                }
            }
            EffectKind::Convert { how: None, pieces, .. } => {
                if m.to != NOWHERE && once(m.to) && state.owner_of(m.to).is_some() {
                    let piece = self.top(state, m.to);
                    self.layout.replace_top(state, m.to, converted(piece, parts.owner, pieces.as_ref()));
                }
            }
            EffectKind::Rotate(turn) => {
                if m.to != NOWHERE && once(m.to) {
                    let piece = self.top(state, m.to);
                    if let (false, Some(d)) = (piece.is_none(), self.facing_of(piece, state.mover)) {
                        let turned = self.board.turn(d, turn.unwrap_or(turns as i32));
                        self.layout.replace_top(state, m.to, self.faced(piece, turned));
                    }
                }
            }
            EffectKind::Face(_) => {
                let directions = &parts.directions[context.facing_slot(parts.directions.len())];
                if let (true, Some(&d)) = (m.to != NOWHERE && once(m.to), directions.first()) {
                    let piece = self.top(state, m.to);
                    if !piece.is_none() {
                        self.layout.replace_top(state, m.to, self.faced(piece, d));
                    }
                }
            }
            EffectKind::Displace { count, .. } => {
                if m.to == NOWHERE {
                    return false;
                }
                let directions = &parts.directions[context.facing_slot(parts.directions.len())];
                let shoved = |&d: &usize| {
                    let start = self.topology.next(m.to, d);
                    let meant = start != NOWHERE && parts.filter.matches(self.top(state, start)) && once(start);
                    meant.then_some((start, d))
                };
                let all: ArrayVec<(CellId, usize), MAX_DIRECTIONS> = directions.iter().filter_map(shoved).collect();
                for (start, d) in all {
                    let free = |c: &CellId| state.owner_of(*c).is_none();
                    let end = self.topology.ray(start, d).take(*count as usize).take_while(free).last();
                    if let Some(end) = end {
                        // On triangles two directions may lead to one neighbour, which has gone by then.
                        let piece = self.layout.take(state, start);
                        if !piece.is_none() {
                            self.layout.put(state, end, piece);
                        }
                    }
                }
            }
            EffectKind::SetCellState(..) => {
                let cell = at(&parts.place);
                if cell != NOWHERE && once(cell) {
                    let value = context.int(&parts.number).clamp(0, 99);
                    self.layout.set_cell_state(state, cell, value as u8);
                }
            }
            EffectKind::SetPieceState(..)
            | EffectKind::IncState { .. }
            | EffectKind::AddFlag(..)
            | EffectKind::RemoveFlag(..) => {
                let cell = at(&parts.place);
                if cell == NOWHERE || !once(cell) {
                    return false;
                }
                let piece = self.top(state, cell);
                if piece.is_none() {
                    return false;
                }
                let changed = match &effect.kind {
                    EffectKind::IncState { amount, modulus, .. } => {
                        let sum = piece.state() as i32 + amount;
                        let sum = modulus.map_or(sum, |n| sum.rem_euclid(n.max(1)));
                        piece.with_state(sum.clamp(0, 99) as u8)
                    }
                    EffectKind::AddFlag(_, flag) => piece.with_flags(piece.flags() | flag),
                    EffectKind::RemoveFlag(_, flag) => piece.with_flags(piece.flags() & !flag),
                    _ => piece.with_state(context.int(&parts.number).clamp(0, 99) as u8),
                };
                self.layout.replace_top(state, cell, changed);
            }
            EffectKind::Score(_) => {
                if once(m.to) {
                    let points = context.int(&parts.number);
                    self.add_score(state, mover, points);
                }
            }
            EffectKind::Repeat => return once(m.to),
            EffectKind::SetCellStates(_) => self.set_cell_states(state, m, effect),
            EffectKind::Shift => {
                if once(m.to) {
                    self.shift(state, m, pushed);
                }
            }
            EffectKind::Spin(_, turn) => {
                let cell = at(&parts.place);
                if cell != NOWHERE && once(cell) {
                    self.spin(state, cell, *turn);
                }
            }
            EffectKind::Sow { .. } => {
                if m.to != NOWHERE && once(m.to) {
                    self.sow(state, m, effect);
                }
            }
            EffectKind::Swap => {
                let below = if m.to == NOWHERE { 0 } else { self.height(state, m.to).saturating_sub(pushed) };
                if below > 0 && m.from != NOWHERE && state.owner_of(m.from).is_none() && once(m.to) {
                    for (i, piece) in self.layout.take_all(state, m.to).into_iter().enumerate() {
                        self.layout.put(state, if i < below { m.from } else { m.to }, piece);
                    }
                }
            }
        }
        false
    }

    fn scene(&self, state: &State<W>, m: Move, victims: CellSet<W>, owners: u8) -> Scene<W> {
        Scene { from: m.from, to: m.to, victims, owners, mover: state.mover.index(), owned: state.owned }
    }

    pub(super) fn add_score(&self, state: &mut State<W>, player: usize, points: i32) {
        let before = state.scores[player];
        state.scores[player] = before.saturating_add(points).clamp(-1_000_000, 1_000_000);
        state.hash ^= Tally::Score(player).change(before, state.scores[player]);
    }

    fn subsume(&self, state: &mut State<W>, cell: CellId, captive: Option<Piece>) {
        if let Some(captive) = captive.filter(|_| cell != NOWHERE) {
            let piece = self.top(state, cell);
            if !piece.is_none() {
                self.layout.replace_top(state, cell, piece.with_kind(captive.kind()));
            }
        }
    }

    /// Removes all pieces of a cell as captives of a player; returns the last one.
    fn capture_cell(&self, state: &mut State<W>, by: usize, cell: CellId, recycle: bool) -> Piece {
        let mut last = Piece::NONE;
        for piece in self.layout.take_all(state, cell) {
            self.count_captive(state, by, piece, recycle);
            last = piece;
        }
        last
    }

    fn count_captive(&self, state: &mut State<W>, by: usize, piece: Piece, recycle: bool) {
        let count = &mut state.captured[by][piece.kind()];
        *count = count.saturating_add(1);
        let owner = piece.owner();
        if recycle && owner < 2 {
            let hand = state.hands[owner][piece.kind()];
            if hand < UNLIMITED - 1 {
                self.set_hand(state, owner, piece.kind(), hand + 1);
            }
        }
    }

    fn take_from_hand(&self, state: &mut State<W>, player: usize, kind: usize, count: u8) {
        let hand = state.hands[player][kind];
        if hand != UNLIMITED {
            self.set_hand(state, player, kind, hand.saturating_sub(count));
        }
    }

    fn set_hand(&self, state: &mut State<W>, player: usize, kind: usize, count: u8) {
        let before = std::mem::replace(&mut state.hands[player][kind], count);
        state.hash ^= Tally::Hand(player, kind).change(before.into(), count.into());
    }

    /// The hash worked out from nothing, for checking the one kept along the way.
    pub fn hash_from_scratch(&self, state: &State<W>) -> u64 {
        let mut hash = self.layout.hash_of_board(state);
        for player in 0..2 {
            for kind in 0..self.rules.pieces.len() {
                let (start, now) = (self.start.hands[player][kind], state.hands[player][kind]);
                hash ^= Tally::Hand(player, kind).change(start.into(), now.into());
            }
            hash ^= Tally::Score(player).change(0, state.scores[player]);
        }
        hash
    }
}

impl<const W: usize> Game<W> {
    /// What is wrong with a state, if its parts contradict each other: a check for the engine itself, not for the rules.
    pub fn fault(&self, state: &State<W>) -> Option<String> {
        let [white, black, neutral] = state.owned;
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
        (state.hash != self.hash_from_scratch(state)).then(|| "the hash kept is not the hash worked out".into())
    }

    /// How many times as much as in the simplest games a node costs, as a power of two that depends on the rules alone.
    pub fn cost_class(&self) -> u64 {
        let words = W.next_power_of_two() as u64;
        let general = self.sides.iter().flat_map(|s| &s.defs).any(|d| d.plan == Plan::General);
        words * if self.layout.plain { 1 } else { 2 } * if general { 2 } else { 1 } * if self.tracks { 2 } else { 1 }
    }
}

/// A piece as a conversion makes it: of that owner, and with the type, state and flags that a record names.
fn converted(piece: Piece, owner: Option<usize>, record: Option<&PieceRecord>) -> Piece {
    let piece = owner.map_or(piece, |o| piece.with_owner(o));
    let Some(record) = record else { return piece };
    let piece = record.kind.map_or(piece, |k| piece.with_kind(k));
    let piece = record.state.map_or(piece, |s| piece.with_state(s));
    piece.with_flags(piece.flags() | record.flags)
}
