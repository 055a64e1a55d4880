//! Random play of simple games: no states, no list of moves, no hash; only what the rules at hand can ask about.
//!
//! A game qualifies if cells hold one piece that its owner says all about, its moves are drops or steps under conditions that
//! are [masks](super::mask), nothing repeats or passes, and its end is about lines, chains or sets of cells. Then a move is
//! a few operations on sets, and the end is watched rather than tested: a watch says when a condition may have become true.
//! What happens then, and everything that is rare, is left to the general engine.
//!
//! The rule that makes it sound is that of [`end`](super::end): a *fresh* condition was false before, so it need only be
//! looked for where something changed.

mod chains;
mod lines;
mod movement;
mod sets;

use super::Game;
use super::end::{Change, Tree};
use super::moves::below;
use super::rules::{Player, Verdict};
use super::state::{MAX_KINDS, NOWHERE, Outcome, State};
use crate::board::{CellId, CellSet};
use chains::Chains;
use lines::Lines;
use movement::{Drops, Flips, FreeDrops, MAX_WAYS, Movement, Steps};
use sets::SetWatch;

/// With more conditions than this a table of all their truths would be large.
const MAX_TABLED: usize = 6;

/// Watches for one kind of condition: lines, chains, or nothing but what the sets of cells say.
pub(super) trait Watch<const W: usize> {
    /// A piece of a player came to a cell, which is in `own` already. Returns the conditions of the player that may be true
    /// now, as bits.
    fn placed(&self, memory: &mut Memory<W>, own: &CellSet<W>, player: usize, cell: CellId) -> u64;

    /// A piece of a player left a cell.
    fn removed(&self, memory: &mut Memory<W>, player: usize, cell: CellId);
}

/// No condition needs more than the sets.
struct Unwatched;

impl<const W: usize> Watch<W> for Unwatched {
    #[inline(always)]
    fn placed(&self, _: &mut Memory<W>, _: &CellSet<W>, _: usize, _: CellId) -> u64 {
        0
    }

    #[inline]
    fn removed(&self, _: &mut Memory<W>, _: usize, _: CellId) {}
}

#[derive(Clone, Debug)]
enum AnyMovement<const W: usize> {
    Free(FreeDrops),
    Drops(Drops<W>),
    Steps(Steps<W>),
    Flips(Flips<W>),
}

#[derive(Clone, Debug)]
enum AnyWatch {
    Nothing,
    /// Lines along up to three, four and 13 axes.
    Lines3(Lines<3>),
    Lines4(Lines<4>),
    Lines13(Lines<13>),
    Chains(Chains),
}

/// How a game is played fast.
#[derive(Clone, Debug)]
pub(super) struct Fast<const W: usize> {
    movement: AnyMovement<W>,
    watch: AnyWatch,
    /// By mover: what that player's moves may make true of the sets of cells.
    sets: [Vec<SetWatch<W>>; 2],
    /// By player and by the truth of the conditions as bits: the verdict. `None` if there are too many.
    verdicts: Option<[Vec<Option<Verdict>>; 2]>,
    /// Whether pieces that a player loses are captives.
    captures: bool,
    /// The type of each player's pieces.
    kinds: [usize; 2],
    /// Who cannot move ends the game: nobody can.
    stuck_is_drawn: bool,
    start: Track<W>,
}

/// The pieces, and whose turn it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pieces<const W: usize> {
    owned: [CellSet<W>; 3],
    mover: usize,
}

/// What movement and watches keep for themselves.
#[derive(Debug, Default)]
pub(super) struct Memory<const W: usize> {
    /// By way of moving: the cells that may move so, or for drops be dropped on.
    found: [CellSet<W>; MAX_WAYS],
    /// The empty cells in any order, where moves are drops on any of them.
    free: Vec<CellId>,
    /// By player and line: the player's pieces along it.
    lines: Vec<u32>,
    /// By cell: the cell before it in its chain's tree; a root is its own.
    parent: Vec<CellId>,
    /// By cell, valid for roots: the regions its chain touches and its number of cells.
    touched: Vec<(u16, u16)>,
}

/// A game under way.
#[derive(Debug, Default)]
pub(super) struct Track<const W: usize> {
    pieces: Pieces<W>,
    plies: u32,
    from: CellId,
    to: CellId,
    memory: Memory<W>,
}

impl<const W: usize> Clone for Track<W> {
    fn clone(&self) -> Self {
        let mut track = Track::default();
        track.clone_from(self);
        track
    }

    /// Reuses the memory of `self`.
    fn clone_from(&mut self, source: &Self) {
        self.pieces = source.pieces;
        (self.plies, self.from, self.to) = (source.plies, source.from, source.to);
        self.memory.free.clone_from(&source.memory.free);
        self.memory.lines.clone_from(&source.memory.lines);
        self.memory.parent.clone_from(&source.memory.parent);
        self.memory.touched.clone_from(&source.memory.touched);
    }
}

/// A game, and where it was begun.
#[derive(Clone, Copy)]
struct Begun<'a, const W: usize> {
    game: &'a Game<W>,
    state: &'a State<W>,
}

/// Where a game has come, without what is kept for play.
struct Moved<const W: usize> {
    pieces: Pieces<W>,
    plies: u32,
    from: CellId,
    to: CellId,
}

/// How fast play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    Over(Outcome),
    /// As many moves as allowed were made.
    Limit,
    /// The player to move has no move.
    Stuck,
}

impl<const W: usize> Fast<W> {
    /// The fast way of playing a game, if there is one.
    pub fn of(game: &Game<W>) -> Option<Box<Fast<W>>> {
        let simple = game.plain && game.plays_plainly && !game.tracks && !game.rules.opp_turn;
        if !simple || game.start.owned[2] != CellSet::EMPTY {
            return None;
        }
        let movement = movement::of(game)?;
        let (stays, lands_alone) = match &movement {
            AnyMovement::Free(_) | AnyMovement::Drops(_) => (true, true),
            AnyMovement::Steps(_) => (false, true),
            AnyMovement::Flips(_) => (false, false),
        };
        let (mut watched, mut of_sets) = ([0u64; 2], [0u64; 2]);
        for player in 0..2 {
            (of_sets[player], watched[player]) = sets::of_atoms(game, player)?;
        }
        if watched != [0, 0] && !lands_alone {
            return None;
        }
        let watch = if watched == [0, 0] {
            AnyWatch::Nothing
        } else if let Some(lines) = Lines::of(game, watched) {
            AnyWatch::Lines3(lines)
        } else if let Some(lines) = Lines::of(game, watched) {
            AnyWatch::Lines4(lines)
        } else if let Some(lines) = Lines::of(game, watched) {
            AnyWatch::Lines13(lines)
        } else {
            AnyWatch::Chains(Chains::of(game, watched).filter(|_| stays)?)
        };
        // While none of the watched conditions holds, no clause may.
        let mut complete = true;
        for player in 0..2 {
            let known = of_sets[player] | watched[player];
            let clauses = &game.sides[player].clauses;
            if clauses.clauses.iter().any(|(_, tree)| may_hold(tree, game, player, known) != Some(false)) {
                return None;
            }
            complete &= clauses.atoms.len() <= MAX_TABLED && known.count_ones() as usize == clauses.atoms.len();
        }
        let table = |player: usize| -> Vec<Option<Verdict>> {
            let clauses = &game.sides[player].clauses;
            (0u64..1 << clauses.atoms.len()).map(|truth| game.verdict_of(clauses, truth)).collect()
        };
        let mut fast = Fast {
            stuck_is_drawn: matches!(movement, AnyMovement::Free(_)) && !game.uses_no_move && !game.uses_all_passed,
            captures: !matches!(&movement, AnyMovement::Flips(flips) if flips.converts),
            sets: [0, 1].map(|mover| sets::by_mover(game, mover, of_sets, lands_alone)),
            verdicts: complete.then(|| [table(0), table(1)]),
            kinds: [0, 1].map(|player: usize| game.plain_piece[player].kind().min(MAX_KINDS - 1)),
            movement,
            watch,
            start: Track::default(),
        };
        let mut start = Track::default();
        fast.place(game, &game.start, &mut start);
        fast.start = start;
        Some(Box::new(fast))
    }

    /// Puts a state in place.
    pub fn place(&self, game: &Game<W>, state: &State<W>, track: &mut Track<W>) {
        (track.plies, track.from, track.to) = (0, NOWHERE, NOWHERE);
        track.pieces = Pieces { owned: [CellSet::EMPTY; 3], mover: state.mover.index() };
        let memory = &mut track.memory;
        match &self.watch {
            AnyWatch::Nothing => {}
            AnyWatch::Lines3(lines) => lines.prepare(memory),
            AnyWatch::Lines4(lines) => lines.prepare(memory),
            AnyWatch::Lines13(lines) => lines.prepare(memory),
            AnyWatch::Chains(chains) => chains.prepare(memory),
        }
        for player in 0..2 {
            for cell in state.owned[player] {
                let own = &mut track.pieces.owned[player];
                own.insert(cell);
                match &self.watch {
                    AnyWatch::Nothing => 0,
                    AnyWatch::Lines3(lines) => lines.placed(memory, own, player, cell),
                    AnyWatch::Lines4(lines) => lines.placed(memory, own, player, cell),
                    AnyWatch::Lines13(lines) => lines.placed(memory, own, player, cell),
                    AnyWatch::Chains(chains) => chains.placed(memory, own, player, cell),
                };
            }
        }
        memory.free.clear();
        if let AnyMovement::Free(_) = self.movement {
            memory.free.extend(game.topology.all.minus(&state.occupied()));
        }
    }

    /// Puts the start in place.
    pub fn restart(&self, track: &mut Track<W>, first: Player) {
        track.clone_from(&self.start);
        track.pieces.mover = first.index();
    }

    /// Plays random moves from `state`, of which `track` was made, until the game ends, the player to move has none, or so
    /// many are made.
    pub fn run(
        &self,
        game: &Game<W>,
        state: &State<W>,
        track: &mut Track<W>,
        rng: &mut impl rand::Rng,
        max_plies: u32,
    ) -> Finish {
        let begun = Begun { game, state };
        match &self.movement {
            AnyMovement::Free(m) => self.watched(m, begun, track, rng, max_plies),
            AnyMovement::Drops(m) => self.watched(m, begun, track, rng, max_plies),
            AnyMovement::Steps(m) => self.watched(m, begun, track, rng, max_plies),
            AnyMovement::Flips(m) => self.watched(m, begun, track, rng, max_plies),
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
        match &self.watch {
            AnyWatch::Nothing => self.play(movement, &Unwatched, begun, track, rng, max_plies),
            AnyWatch::Lines3(w) => self.play(movement, w, begun, track, rng, max_plies),
            AnyWatch::Lines4(w) => self.play(movement, w, begun, track, rng, max_plies),
            AnyWatch::Lines13(w) => self.play(movement, w, begun, track, rng, max_plies),
            AnyWatch::Chains(chains) => self.play(movement, chains, begun, track, rng, max_plies),
        }
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
        let game = begun.game;
        let all = &game.topology.all;
        let Track { memory, .. } = track;
        let (mut pieces, mut plies, mut from, mut to) = (track.pieces, track.plies, track.from, track.to);
        let finish = loop {
            if plies >= max_plies {
                break Finish::Limit;
            }
            let by = pieces.mover;
            let count = movement.find(game, &pieces, memory);
            if count == 0 {
                break if self.stuck_is_drawn { Finish::Over(Outcome::Draw) } else { Finish::Stuck };
            }
            (from, to) = movement.choose(&pieces, memory, below(rng, count));
            if M::TAKES {
                let other = 1 - by;
                pieces.owned[by].remove(from);
                watch.removed(memory, by, from);
                if pieces.owned[other].contains(to) {
                    pieces.owned[other].remove(to);
                    watch.removed(memory, other, to);
                }
            }
            pieces.owned[by].insert(to);
            movement.finish(game, &mut pieces, to);
            pieces.mover = 1 - by;
            plies += 1;
            let mut truth = [0; 2];
            truth[by] = watch.placed(memory, &pieces.owned[by], by, to);
            for set in &self.sets[by] {
                truth[set.player] |= (set.holds(&pieces.owned, all, to) as u64) << set.bit;
            }
            if truth != [0, 0] {
                let moved = Moved { pieces, plies, from, to };
                if let Some(outcome) = self.outcome(begun, &moved, truth) {
                    break Finish::Over(outcome);
                }
            }
        };
        (track.pieces, track.plies, track.from, track.to) = (pieces, plies, from, to);
        finish
    }

    #[inline]
    fn outcome(&self, begun: Begun<W>, moved: &Moved<W>, truth: [u64; 2]) -> Option<Outcome> {
        let game = begun.game;
        let by = Player::from_index(1 - moved.pieces.mover);
        match &self.verdicts {
            Some([white, black]) => game.weighed(white[truth[0] as usize], black[truth[1] as usize], by),
            None => {
                let mut state = begun.state.clone();
                self.copy_to(moved, &mut state);
                game.decide(&state, &[], Change { by, gained: Some(moved.to) }, None)
            }
        }
    }

    /// Makes of the state that play began from the one that it came to, but for the hash and the outcome; that is where play
    /// goes on from.
    pub fn put_back(&self, track: &mut Track<W>, state: &mut State<W>) {
        let Track { pieces, plies, from, to, .. } = *track;
        self.copy_to(&Moved { pieces, plies, from, to }, state);
        track.plies = 0;
    }

    fn copy_to(&self, moved: &Moved<W>, state: &mut State<W>) {
        let (pieces, made) = (&moved.pieces, moved.plies);
        if made == 0 {
            return;
        }
        for player in 0..2 {
            // Pieces that drop never go, and pieces that step never come; those that are flipped are no captives.
            let lost = state.owned[player].len().saturating_sub(pieces.owned[player].len());
            if lost > 0 && self.captures {
                let count = &mut state.captured[1 - player][self.kinds[player]];
                *count = count.saturating_add(lost.min(255) as u8);
            }
            state.moved[player] |= made > 1 || pieces.mover != player;
        }
        state.owned = pieces.owned;
        state.mover = Player::from_index(pieces.mover);
        state.move_number += made;
        (state.last_from, state.last_to) = (moved.from, moved.to);
        state.passes = 0;
    }
}

impl<const W: usize> Track<W> {
    /// Moves made since a state was put in place.
    pub fn plies(&self) -> u32 {
        self.plies
    }
}

/// Whether a clause holds while the conditions in `known` do not, both can move and nobody has passed: `None` if it depends.
fn may_hold<const W: usize>(tree: &Tree, game: &Game<W>, player: usize, known: u64) -> Option<bool> {
    let of = |t: &Tree| may_hold(t, game, player, known);
    match tree {
        Tree::And(ts) => {
            let all: Vec<_> = ts.iter().map(of).collect();
            if all.contains(&Some(false)) { Some(false) } else { all.iter().all(|v| *v == Some(true)).then_some(true) }
        }
        Tree::Or(ts) => {
            let all: Vec<_> = ts.iter().map(of).collect();
            if all.contains(&Some(true)) { Some(true) } else { all.iter().all(|v| *v == Some(false)).then_some(false) }
        }
        Tree::Not(t) => of(t).map(|v| !v),
        Tree::Atom(i) if known >> i & 1 != 0 => Some(false),
        Tree::Atom(i) => game.sides[player].clauses.atoms[*i].test.is_about_moving().then_some(false),
    }
}
