//! Random games played fast, and what the end comes to.

use super::super::Game;
use super::super::draw::below;
use super::super::end::{Change, Seen};
use super::super::rules::{ByPlayer, Player};
use super::super::state::{Outcome, State};
use super::movement::Movement;
use super::tables::{AnyMovement, AnyWatch, Fast, NONE, with_watch};
use super::track::{Pieces, Track, Turn};
use super::watch::{Unwatched, Watch};
use crate::board::{CellId, CellSet};

/// A game, and where it was begun.
#[derive(Clone, Copy)]
pub(in super::super) struct Begun<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub state: &'a State<W>,
}

/// Where a game has come, without what is kept for play.
pub(super) struct Moved<'a, const W: usize> {
    pub pieces: Pieces<W>,
    pub turn: &'a Turn<W>,
    pub plies: u32,
    pub from: CellId,
    pub to: CellId,
    /// Who moved last.
    pub by: Player,
}

/// How fast play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Finish {
    Over(Outcome),
    /// A position came for the third time, which draws unless a condition about having no move decides.
    Repeated,
    /// As many moves as allowed were made.
    Limit,
    /// The player to move has no move.
    Stuck,
}

impl<const W: usize> Fast<W> {
    /// Puts a state in place.
    pub fn place(&self, game: &Game<W>, state: &State<W>, track: &mut Track<W>) {
        (track.plies, track.from, track.to) = (0, state.last_from, state.last_to);
        track.pieces = Pieces { owned: state.owned, mover: state.mover };
        let memory = &mut track.memory;
        if let Some(watch) = self.watch.any() {
            watch.prepare(memory);
            for player in Player::BOTH {
                let mut own = CellSet::EMPTY;
                for cell in state.owned[player] {
                    own.insert(cell);
                    watch.placed(memory, &own, player, cell);
                }
            }
        }
        memory.free.clear();
        match &self.movement {
            AnyMovement::Free(_) => memory.free.extend(game.topology.all.minus(&state.occupied())),
            AnyMovement::Falls(falls) => memory.free.extend(falls.open(&game.topology, &track.pieces)),
            AnyMovement::Turns(turns) => track.turn = turns.turn(game, state),
            _ => {}
        }
    }

    /// Puts the start in place.
    pub fn restart(&self, track: &mut Track<W>, first: Player) {
        let start = &self.start;
        track.pieces = Pieces { mover: first, ..start.pieces };
        (track.plies, track.from, track.to) = (0, start.from, start.to);
        let (memory, start_memory) = (&mut track.memory, &start.memory);
        match &self.movement {
            AnyMovement::Free(_) | AnyMovement::Falls(_) => memory.free.clone_from(&start_memory.free),
            AnyMovement::Turns(_) => track.turn = start.turn,
            AnyMovement::Drops(_) | AnyMovement::Steps(_) | AnyMovement::Flips(_) => {}
        }
        match &self.watch {
            AnyWatch::Lines3(_) | AnyWatch::Lines4(_) | AnyWatch::Lines13(_) => {
                memory.lines.clone_from(&start_memory.lines)
            }
            AnyWatch::Chains(_) => {
                memory.parent.clone_from(&start_memory.parent);
                memory.touched.clone_from(&start_memory.touched);
            }
            AnyWatch::Nothing(_) | AnyWatch::Tabled(_) => {}
        }
    }

    /// Plays random moves from the state at which a game began, of which `track` was made, until the game ends, the player to
    /// move has none, or so many are made. `past` gets the keys of the positions if the game remembers them.
    pub fn run(
        &self,
        begun: Begun<W>,
        track: &mut Track<W>,
        past: &mut Vec<u64>,
        rng: &mut impl rand::Rng,
        max_plies: u32,
    ) -> Finish {
        match &self.movement {
            AnyMovement::Free(m) => self.watched(m, begun, track, rng, max_plies),
            AnyMovement::Falls(m) => self.watched(m, begun, track, rng, max_plies),
            AnyMovement::Drops(m) => self.watched(m, begun, track, rng, max_plies),
            // Nobody watches chains that lose pieces.
            AnyMovement::Steps(m) => match &self.watch {
                AnyWatch::Nothing(w) => self.play(m, w, begun, track, rng, max_plies),
                AnyWatch::Tabled(w) => self.play(m, w, begun, track, rng, max_plies),
                AnyWatch::Lines3(w) => self.play(m, w, begun, track, rng, max_plies),
                AnyWatch::Lines4(w) => self.play(m, w, begun, track, rng, max_plies),
                AnyWatch::Lines13(w) => self.play(m, w, begun, track, rng, max_plies),
                AnyWatch::Chains(_) => unreachable!("chains are watched where pieces stay"),
            },
            // Flips are played with sets alone.
            AnyMovement::Flips(m) => self.play(m, &Unwatched, begun, track, rng, max_plies),
            AnyMovement::Turns(m) => m.play(self, begun, track, past, rng, max_plies),
        }
    }

    fn watched<M: Movement<W>>(
        &self,
        movement: &M,
        begun: Begun<W>,
        track: &mut Track<W>,
        rng: &mut impl rand::Rng,
        max_plies: u32,
    ) -> Finish {
        with_watch!(&self.watch, w => self.play(movement, w, begun, track, rng, max_plies))
    }

    fn play<M: Movement<W>, E: Watch<W>>(
        &self,
        movement: &M,
        watch: &E,
        begun: Begun<W>,
        track: &mut Track<W>,
        rng: &mut impl rand::Rng,
        max_plies: u32,
    ) -> Finish {
        let topology = &begun.game.topology;
        let Track { memory, turn, .. } = track;
        let (mut pieces, mut plies, mut from, mut to) = (track.pieces, track.plies, track.from, track.to);
        let finish = loop {
            if plies >= max_plies {
                break Finish::Limit;
            }
            let by = pieces.mover;
            let count = movement.find(topology, &pieces, memory);
            if count == 0 {
                break if self.stuck_is_drawn { Finish::Over(Outcome::Draw) } else { Finish::Stuck };
            }
            (from, to) = movement.choose(&pieces, memory, below(rng, count));
            if M::TAKES {
                let other = by.opponent();
                pieces.owned[by].remove(from);
                watch.removed(memory, by, from);
                if pieces.owned[other].contains(to) {
                    pieces.owned[other].remove(to);
                    watch.removed(memory, other, to);
                }
            }
            pieces.owned[by].insert(to);
            movement.finish(topology, &mut pieces, to);
            pieces.mover = by.opponent();
            plies += 1;
            let mut truth = ByPlayer([0; 2]);
            truth[by] = watch.placed(memory, &pieces.owned[by], by, to);
            for set in &self.sets[by] {
                let made = begun.state.move_number + plies;
                truth[set.player] |= (set.holds(topology, &pieces, &turn.kinds.0, to, made) as u64) << set.bit;
            }
            if truth != NONE {
                let moved = Moved { pieces, turn, plies, from, to, by };
                if let Some(outcome) = self.outcome(begun, &moved, truth, &[], &mut memory.scratch) {
                    break Finish::Over(outcome);
                }
            }
        };
        (track.pieces, track.plies, track.from, track.to) = (pieces, plies, from, to);
        finish
    }

    #[inline]
    pub(super) fn outcome(
        &self,
        begun: Begun<W>,
        moved: &Moved<W>,
        truth: ByPlayer<u64>,
        past: &[u64],
        scratch: &mut Option<Box<State<W>>>,
    ) -> Option<Outcome> {
        let game = begun.game;
        let by = moved.by;
        let (of_white, of_black) = (truth[Player::White] as usize, truth[Player::Black] as usize);
        match &self.verdicts {
            Some(ByPlayer([white, black])) if !game.uses_no_move => game.weighed(white[of_white], black[of_black], by),
            // If it turns out that the next player has no move, that is looked at then.
            Some(ByPlayer([white, black])) if white[of_white].is_none() && black[of_black].is_none() => None,
            _ => {
                let state = scratch.get_or_insert_with(|| Box::new(begun.state.clone()));
                state.as_mut().clone_from(begun.state);
                self.copy_to(game, moved, state);
                game.decide(state, past, self.change(state), &mut None)
            }
        }
    }

    /// The outcome after a move made by the general engine, if the tables say it.
    #[inline]
    pub fn decided(&self, game: &Game<W>, state: &State<W>, change: Change) -> Option<Option<Outcome>> {
        let (Some(to), Some(ByPlayer([white, black]))) = (change.gained, &self.verdicts) else { return None };
        if game.uses_no_move || !self.lands_alone() {
            return None;
        }
        let by = change.by;
        let mut truth = ByPlayer([0; 2]);
        if !self.sets[by].is_empty() {
            let pieces = Pieces { owned: state.owned, mover: state.mover };
            for set in &self.sets[by] {
                truth[set.player] |= (set.holds(&game.topology, &pieces, &[], to, state.move_number) as u64) << set.bit;
            }
        }
        if let AnyWatch::Tabled(tabled) = &self.watch {
            truth[by] |= tabled.truth(by, &state.owned[by]);
        } else {
            let (mut seen, mut rest) = (Seen::default(), self.watched[by]);
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                let test = &game.sides[by].clauses.atoms[bit].test;
                truth[by] |= (game.holds_around(test, state, change.by, to, Some(&mut seen)) as u64) << bit;
                rest &= rest - 1;
            }
        }
        // No clause holds while none of these conditions does.
        if truth == NONE {
            return Some(None);
        }
        Some(game.weighed(white[truth[Player::White] as usize], black[truth[Player::Black] as usize], by))
    }

    /// What the last move changed.
    pub fn change(&self, state: &State<W>) -> Change {
        let by = if state.continuing { state.mover } else { state.mover.opponent() };
        Change { by, gained: self.lands_alone().then_some(state.last_to) }
    }

    /// Makes of the state that play began from the one that it came to, but for the hash and the outcome; that is where play
    /// goes on from.
    pub fn put_back(&self, game: &Game<W>, track: &mut Track<W>, state: &mut State<W>) {
        let Track { pieces, plies, from, to, ref turn, .. } = *track;
        self.copy_to(game, &Moved { pieces, turn, plies, from, to, by: pieces.mover.opponent() }, state);
        track.plies = 0;
    }

    fn copy_to(&self, game: &Game<W>, moved: &Moved<W>, state: &mut State<W>) {
        let (pieces, made) = (&moved.pieces, moved.plies);
        if made == 0 {
            return;
        }
        if let AnyMovement::Turns(turns) = &self.movement {
            turns.copy_to(game, moved, state);
        } else {
            for player in Player::BOTH {
                // Pieces that drop never go, and pieces that step never come; those that are flipped are no captives.
                let lost = state.owned[player].len().saturating_sub(pieces.owned[player].len());
                if lost > 0 && self.captures {
                    let count = &mut state.captured[player.opponent()][self.kinds[player]];
                    *count = count.saturating_add(lost.min(255) as u8);
                }
                state.moved[player] |= made > 1 || pieces.mover != player;
            }
        }
        state.owned = pieces.owned;
        state.mover = pieces.mover;
        state.move_number += made;
        (state.last_from, state.last_to) = (moved.from, moved.to);
        state.passes = 0;
    }
}
