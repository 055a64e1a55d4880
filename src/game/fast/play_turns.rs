//! Random play where pieces have types, slide, hop, take, change or move again: still no states and no lists of moves, but more
//! to keep than in simpler games.

use super::super::Game;
use super::super::board_view::View;
use super::super::capture::Scene;
use super::super::draw::below;
use super::super::kind::{ByKind, Kind};
use super::super::longest::{LONGEST_BUDGET, LONGEST_TURN};
use super::super::mask::Mask;
use super::super::owner::Owner;
use super::super::rules::{ByPlayer, Player, Repetition, StateId};
use super::super::state::{NOWHERE, Outcome, Piece, State, count_looks, recent};
use super::play::{Begun, Finish, Moved};
use super::tables::{Fast, NONE};
use super::track::{Found, Pieces, Track, Turn, Workspace};
use super::turns::{Effect, Find, Turns, Victims};
use crate::board::{CellId, CellSet};

/// How many moves may be tried in one game to find the longest turns: about a second. Then it is left, as at the limit of its plies.
const MOST_TRIES: u32 = 4 << 20;

impl<const W: usize> Turns<W> {
    /// Plays random moves, as [`Fast::run`] says.
    pub fn play(
        &self,
        fast: &Fast<W>,
        begun: Begun<W>,
        track: &mut Track<W>,
        past: &mut Vec<u64>,
        rng: &mut impl rand::Rng,
        max_plies: u32,
    ) -> Finish {
        let game = begun.game;
        let forbids = game.forbids();
        let draws = game.tracks && game.rules.repetition == Repetition::Draw;
        let mut at = Standing { pieces: track.pieces, turn: track.turn, from: track.from, to: track.to };
        let mut plies = track.plies;
        // How many moves there are, if they have been found already.
        let mut ready: Option<u32> = None;
        // How many moves have been tried to find the longest turns.
        let mut tries = 0;
        let finish = loop {
            if plies >= max_plies || tries >= MOST_TRIES {
                break Finish::Limit;
            }
            let count = ready.take().unwrap_or_else(|| self.find(game, &at, &mut track.memory.list));
            if count == 0 {
                break Finish::Stuck;
            }
            let before = at;
            let by = at.pieces.mover;
            let chosen = match self.longest {
                true => self.draw_longest(game, &at, &mut track.memory, count, &mut tries, rng),
                false => below(rng, count),
            };
            self.make(game, &mut at, &track.memory.list, chosen);
            if forbids && self.is_forbidden(game, &before, &at, past) {
                // Rare: the draw is repeated from all that is allowed, so that it stays uniform.
                at = before;
                let Some(chosen) = self.draw_allowed(game, &at, &track.memory.list, past, rng) else {
                    break Finish::Stuck;
                };
                self.make(game, &mut at, &track.memory.list, chosen);
            }
            plies += 1;
            if game.tracks {
                if game.one_way && at.pieces.occupied().len() != before.pieces.occupied().len() {
                    at.turn.since = past.len() as u32;
                }
                past.push(self.key(game, &at));
            }
            if at.turn.continuing {
                let count = self.find(game, &at, &mut track.memory.list);
                let allowed = |k| !forbids || self.is_allowed(game, &at, &track.memory.list, past, k);
                if (0..count).any(allowed) {
                    ready = Some(count);
                } else {
                    at.turn.continuing = false;
                    at.pieces.mover = by.opponent();
                    if game.tracks {
                        past.push(self.key(game, &at));
                    }
                }
            }
            let made = begun.state.move_number + plies;
            let truth = self.made_true(fast, game, &mut track.memory, &before, &at, made);
            if truth != NONE {
                let moved = Moved { pieces: at.pieces, turn: &at.turn, plies, from: at.from, to: at.to, by };
                if let Some(outcome) = fast.outcome(begun, &moved, truth, past, &mut track.memory.scratch) {
                    break Finish::Over(outcome);
                }
            }
            if draws {
                let key = self.key(game, &at);
                if recent(at.turn.since, past).iter().filter(|k| **k == key).count() >= 3 {
                    break if game.uses_no_move { Finish::Repeated } else { Finish::Over(Outcome::Draw) };
                }
            }
        };
        (track.pieces, track.turn, track.plies, track.from, track.to) = (at.pieces, at.turn, plies, at.from, at.to);
        finish
    }

    /// Draws one of the moves just found that begin a longest turn.
    fn draw_longest(
        &self,
        game: &Game<W>,
        at: &Standing<W>,
        memory: &mut Workspace<W>,
        count: u32,
        tries: &mut u32,
        rng: &mut impl rand::Rng,
    ) -> u32 {
        let Workspace { list, longest, deeper, .. } = memory;
        let rules = &self.rules[at.pieces.mover][at.turn.continuing as usize];
        if count < 2 || !list.iter().any(|found| rules[found.rule as usize].repeats) {
            return below(rng, count);
        }
        let mut ahead = Ahead { turns: self, game, deeper, budget: LONGEST_BUDGET };
        longest.clear();
        let mut most = 0;
        for k in 0..count {
            let Some(length) = ahead.turn_length(at, list, k, 1) else {
                longest.clear();
                break;
            };
            if length > most {
                longest.clear();
                most = length;
            }
            if length == most {
                longest.push(k);
            }
        }
        let tried = LONGEST_BUDGET - ahead.budget;
        *tries += tried;
        count_looks(tried.into());
        match longest.len() as u32 {
            0 => below(rng, count),
            n => longest[below(rng, n) as usize],
        }
    }

    /// Whether the turn may go on after a move of a list.
    fn repeats(&self, at: &Standing<W>, list: &[Found<W>], index: u32) -> bool {
        let rules = &self.rules[at.pieces.mover][at.turn.continuing as usize];
        found_at(list, index).is_some_and(|(found, _)| rules[found.rule as usize].repeats)
    }

    /// Draws one of the moves just found that are allowed; `None` if none is.
    #[cold]
    fn draw_allowed(
        &self,
        game: &Game<W>,
        at: &Standing<W>,
        list: &[Found<W>],
        past: &[u64],
        rng: &mut impl rand::Rng,
    ) -> Option<u32> {
        let count = list.iter().map(|found| found.size).sum();
        let allowed = |&k: &u32| self.is_allowed(game, at, list, past, k);
        let legal = (0..count).filter(allowed).count() as u32;
        if legal == 0 {
            return None;
        }
        (0..count).filter(allowed).nth(below(rng, legal) as usize)
    }

    /// The conditions of each player that a move may have made true, as bits, `made` moves having been made.
    #[inline]
    fn made_true(
        &self,
        fast: &Fast<W>,
        game: &Game<W>,
        memory: &mut Workspace<W>,
        before: &Standing<W>,
        at: &Standing<W>,
        made: u32,
    ) -> ByPlayer<u64> {
        let mut truth = ByPlayer([0; 2]);
        if let Some(watch) = fast.watch.any() {
            for player in Player::BOTH {
                let (was, is) = (before.pieces.owned[player], at.pieces.owned[player]);
                was.minus(&is).iter().for_each(|c| watch.removed(memory, player, c));
                for cell in is.minus(&was) {
                    truth[player] |= watch.placed(memory, &is, player, cell);
                }
            }
        }
        for set in &fast.sets[before.pieces.mover] {
            truth[set.player] |=
                (set.holds(&game.topology, &at.pieces, &at.turn.kinds.0, at.to, made) as u64) << set.bit;
        }
        truth
    }

    /// Finds all moves, the repetition rule aside. Returns their number.
    #[inline]
    fn find(&self, game: &Game<W>, at: &Standing<W>, list: &mut Vec<Found<W>>) -> u32 {
        let (topology, pieces) = (&game.topology, &at.pieces);
        let view = View { last: at.to, ..pieces.view(&topology.all) };
        let mut count = 0;
        let mut urgency = 0;
        list.clear();
        for (rule, number) in self.rules[pieces.mover][at.turn.continuing as usize].iter().zip(0..) {
            if count > 0 && rule.urgency != urgency {
                break;
            }
            urgency = rule.urgency;
            let mut add = |at: CellId, set: CellSet<W>| {
                let size = set.len();
                if size > 0 {
                    count += size;
                    list.push(Found { rule: number, at, size, set });
                }
            };
            let own = pieces.owned[pieces.mover];
            let own = if self.typed { own & at.turn.kinds[rule.kind] } else { own };
            match &rule.find {
                Find::Drop(on_to, slide) => {
                    let to = on_to.select(&view, topology.all);
                    match slide {
                        None => add(NOWHERE, to),
                        Some(_) if at.to == NOWHERE => {}
                        Some(slide) => add(NOWHERE, slide.ends(&game.board, topology, &pieces.owned, at.to, to)),
                    }
                }
                Find::Paths(..) | Find::Slides(..) | Find::Stays(_) if own.is_empty() => {}
                Find::Paths(paths, ways) => {
                    for (on_from, on_to, numbers) in paths {
                        let from = on_from.select(&view, own);
                        if from.is_empty() {
                            continue;
                        }
                        let to = on_to.select(&view, topology.all);
                        for (way, number) in ways[numbers.clone()].iter().zip(numbers.start..) {
                            add(number as CellId, way.on_path.select(&view, from & way.shifts.preimage(to)));
                        }
                    }
                }
                Find::Slides(on_from, on_to, slide) => {
                    let to = on_to.select(&view, topology.all);
                    for from in on_from.select(&view, own) {
                        add(from, slide.ends(&game.board, topology, &pieces.owned, from, to));
                    }
                }
                Find::Stays(on_from) => add(NOWHERE, on_from.select(&view, own)),
            }
        }
        count
    }

    /// Makes the move of an index, of those just found.
    #[inline]
    fn make(&self, game: &Game<W>, at: &mut Standing<W>, list: &[Found<W>], index: u32) {
        let by = at.pieces.mover;
        let rules = &self.rules[by][at.turn.continuing as usize];
        let mut again = false;
        if let Some((found, index)) = found_at(list, index) {
            let rule = &rules[found.rule as usize];
            // The index is below the number found, so the cell exists.
            let cell = found.set.nth(index).unwrap_or(0);
            (at.from, at.to) = match &rule.find {
                Find::Drop(..) => (NOWHERE, cell),
                Find::Paths(_, ways) => (cell, ways[found.at as usize].map[cell as usize]),
                Find::Slides(..) => (found.at, cell),
                Find::Stays(_) => (cell, cell),
            };
            if rule.replaces && at.pieces.owned[by.opponent()].contains(at.to) {
                self.capture(at, by, at.to);
            }
            if at.from != NOWHERE {
                self.take(at, by.into(), rule.kind, at.from);
            }
            self.put(at, rule.owner, rule.kind, at.to);
            for effect in &rule.effects {
                again |= self.effect(game, at, effect);
            }
        }
        at.turn.moved[by] = true;
        at.turn.continuing = again;
        if !again {
            at.pieces.mover = by.opponent();
        }
    }

    /// What happens after a move. Returns whether the turn goes on.
    fn effect(&self, game: &Game<W>, at: &mut Standing<W>, effect: &Effect<W>) -> bool {
        let by = at.pieces.mover;
        let caught = |at: &Standing<W>, v: &Victims| {
            let owned = at.pieces.owned;
            let mut victims = owned.among(v.filter);
            if let Some(kinds) = v.kinds {
                let of_kinds = at.turn.kinds.iter().filter(|(kind, _)| kinds & kind.bit() != 0);
                victims &= of_kinds.fold(CellSet::EMPTY, |all, (_, set)| all | *set);
            }
            let scene = Scene { from: at.from, to: at.to, victims, owners: v.owners, mover: by, owned };
            scene.captured(&game.topology, v.how, v.size)
        };
        let holds = |at: &Standing<W>, guard: &Option<Mask<W>>| match guard {
            None => true,
            Some(guard) => !guard.select(&at.pieces.view(&game.topology.all), CellSet::of(at.to)).is_empty(),
        };
        match effect {
            Effect::Capture(victims) => {
                for cell in caught(at, victims) {
                    self.capture(at, by, cell);
                }
            }
            Effect::Convert { caught: Some(victims), kind, owner, .. } => {
                for cell in caught(at, victims) {
                    self.convert(at, cell, *kind, *owner);
                }
            }
            Effect::Convert { caught: None, kind, owner, guard } => {
                if holds(at, guard) {
                    self.convert(at, at.to, *kind, *owner);
                }
            }
            Effect::Repeat(guard) => return holds(at, guard),
        }
        false
    }

    #[inline]
    fn put(&self, at: &mut Standing<W>, owner: Owner, kind: Kind, cell: CellId) {
        at.pieces.owned[owner].insert(cell);
        if self.typed {
            at.turn.kinds[kind].insert(cell);
        }
        at.turn.hash ^= self.piece_key(owner, kind, cell);
    }

    #[inline]
    fn take(&self, at: &mut Standing<W>, owner: Owner, kind: Kind, cell: CellId) {
        at.pieces.owned[owner].remove(cell);
        if self.typed {
            at.turn.kinds[kind].remove(cell);
        }
        at.turn.hash ^= self.piece_key(owner, kind, cell);
    }

    /// Takes off what stands on a cell, if anything: its owner and type.
    #[inline]
    fn take_any(&self, at: &mut Standing<W>, cell: CellId) -> Option<(Owner, Kind)> {
        let owner = at.pieces.owned.owner_of(cell)?;
        let kind = match self.typed {
            true => at.turn.kinds.iter().find(|(_, set)| set.contains(cell))?.0,
            false => self.kinds[owner],
        };
        self.take(at, owner, kind, cell);
        Some((owner, kind))
    }

    #[inline]
    fn capture(&self, at: &mut Standing<W>, by: Player, cell: CellId) {
        if let Some((_, kind)) = self.take_any(at, cell) {
            let count = &mut at.turn.captured[by][kind];
            *count = count.saturating_add(1);
        }
    }

    fn convert(&self, at: &mut Standing<W>, cell: CellId, kind: Option<Kind>, owner: Option<Owner>) {
        if let Some((was, old)) = self.take_any(at, cell) {
            let owner = owner.unwrap_or(was);
            let kind = if self.typed { kind.unwrap_or(old) } else { self.kinds[owner] };
            self.put(at, owner, kind, cell);
        }
    }

    #[inline]
    fn piece_key(&self, owner: Owner, kind: Kind, cell: CellId) -> u64 {
        if self.keys.is_empty() {
            0
        } else {
            self.keys[(owner as usize * self.types + kind.index()) * self.cells + cell as usize]
        }
    }

    #[inline]
    fn key(&self, game: &Game<W>, at: &Standing<W>) -> u64 {
        game.key_of(at.turn.hash, at.pieces.mover, at.turn.continuing)
    }

    /// Whether a move has led to a position that was there before and must not come again.
    #[inline]
    fn is_forbidden(&self, game: &Game<W>, before: &Standing<W>, after: &Standing<W>, past: &[u64]) -> bool {
        let past = recent(before.turn.since, past);
        past.len() >= game.least_to_repeat() && past.contains(&self.key(game, after))
    }

    fn is_allowed(&self, game: &Game<W>, at: &Standing<W>, list: &[Found<W>], past: &[u64], index: u32) -> bool {
        let mut after = *at;
        self.make(game, &mut after, list, index);
        !self.is_forbidden(game, at, &after, past)
    }

    /// What is to be known of a state.
    pub fn turn(&self, game: &Game<W>, state: &State<W>) -> Turn<W> {
        let mut kinds: ByKind<CellSet<W>> = ByKind::default();
        if self.typed {
            for kind in Kind::first(game.rules.pieces.len()) {
                kinds[kind] = game.of_kind(state, state.occupied(), kind);
            }
        }
        let &State { hash, captured, moved, continuing, since, .. } = state;
        Turn { kinds, hash, captured, moved, continuing, since }
    }

    /// Makes the pieces of a state those of a game under way.
    pub fn copy_to(&self, game: &Game<W>, moved: &Moved<W>, state: &mut State<W>) {
        let turn = moved.turn;
        (state.captured, state.moved, state.continuing) = (turn.captured, turn.moved, turn.continuing);
        (state.since, state.hash) = (turn.since, turn.hash);
        if !self.typed {
            return;
        }
        state.extra.fill(0);
        for owner in Owner::ALL {
            for (kind, of_kind) in turn.kinds.iter() {
                let cells = moved.pieces.owned[owner] & *of_kind;
                game.layout.write(state, cells, Piece::new(kind, owner, StateId::ZERO, 0));
            }
        }
    }
}

/// Of which moves found the one of an index is, and the index among these.
#[inline]
fn found_at<const W: usize>(list: &[Found<W>], mut index: u32) -> Option<(&Found<W>, u32)> {
    for found in list {
        if index < found.size {
            return Some((found, index));
        }
        index -= found.size;
    }
    None
}

/// A look ahead for the longest turns, as [`keep_longest`](Game::keep_longest) does.
struct Ahead<'a, const W: usize> {
    turns: &'a Turns<W>,
    game: &'a Game<W>,
    deeper: &'a mut Vec<Vec<Found<W>>>,
    /// How many moves may still be tried.
    budget: u32,
}

impl<const W: usize> Ahead<'_, W> {
    /// The most moves that a turn can have which goes on with a move of a list; `None` if that is too much to find out.
    fn turn_length(&mut self, at: &Standing<W>, list: &[Found<W>], index: u32, depth: u32) -> Option<u32> {
        self.budget = self.budget.checked_sub(1)?;
        if !self.turns.repeats(at, list, index) {
            return Some(1);
        }
        let mut after = *at;
        self.turns.make(self.game, &mut after, list, index);
        if !after.turn.continuing {
            return Some(1);
        }
        if depth == LONGEST_TURN {
            return None;
        }
        let mut next = self.deeper.pop().unwrap_or_default();
        let count = self.turns.find(self.game, &after, &mut next);
        let mut lengths = (0..count).map(|k| self.turn_length(&after, &next, k, depth + 1));
        let most = lengths.try_fold(0, |most, length| length.map(|length| most.max(length)));
        self.deeper.push(next);
        most.map(|most| 1 + most)
    }
}

/// Where a game stands, and the ends of the last move.
#[derive(Clone, Copy)]
struct Standing<const W: usize> {
    pieces: Pieces<W>,
    turn: Turn<W>,
    from: CellId,
    to: CellId,
}
