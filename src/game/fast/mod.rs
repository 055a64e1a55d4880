//! Random play of simple games: no states, no list of moves, no hash unless positions may repeat; only what the rules at hand
//! can ask about.
//!
//! A game qualifies if cells hold one piece of which owner and type say all, its moves are drops, steps, hops or slides under
//! conditions that are [masks](super::mask), and its end is about lines, chains or sets of cells. Then a move is a few
//! operations on sets, and the end is watched rather than tested: a watch says when a condition may have become true. What
//! happens then, and everything that is rare, is left to the general engine. The simplest movements, in which no position
//! comes again and no turn goes on, share one loop with the moves of each compiled into it; [`turns`] holds all others.
//!
//! The rule that makes it sound is that of [`end`](super::end): a *fresh* condition was false before, so it need only be
//! looked for where something changed.

mod chains;
mod lines;
mod movement;
mod rules;
mod sets;
mod tabled;
mod turns;

use super::Game;
use super::draw::below;
use super::end::{Change, Tree};
use super::kind::Kind;
use super::owner::ByOwner;
use super::rules::{ByPlayer, Player, Verdict};
use super::state::{Outcome, State};
use super::three_valued::{all_hold, some_holds};
use crate::board::{CellId, CellSet};
use chains::Chains;
use lines::{Drawn, Lines};
use movement::{Drops, Falls, Flips, FreeDrops, MAX_WAYS, Movement, Steps};
use sets::{Gains, SetWatch};
use tabled::Tabled;
use turns::{Found, Turn, Turns};

/// No condition of either player.
const NONE: ByPlayer<u64> = ByPlayer([0; 2]);

/// With more conditions than this a table of all their truths would be large.
const MAX_TABLED: usize = 6;

/// Watches for one kind of condition: lines, chains, what is tabled, or nothing but what the sets of cells say.
pub(super) trait Watch<const W: usize> {
    /// Sets up an empty board.
    fn prepare(&self, memory: &mut Workspace<W>);

    /// A piece of a player came to a cell, which is in `own` already. Returns the conditions of the player that may be true
    /// now, as bits.
    fn placed(&self, memory: &mut Workspace<W>, own: &CellSet<W>, player: Player, cell: CellId) -> u64;

    /// A piece of a player left a cell.
    fn removed(&self, memory: &mut Workspace<W>, player: Player, cell: CellId);
}

/// No condition needs more than the sets.
#[derive(Clone, Debug)]
struct Unwatched;

impl<const W: usize> Watch<W> for Unwatched {
    fn prepare(&self, _: &mut Workspace<W>) {}

    #[inline(always)]
    fn placed(&self, _: &mut Workspace<W>, _: &CellSet<W>, _: Player, _: CellId) -> u64 {
        0
    }

    #[inline]
    fn removed(&self, _: &mut Workspace<W>, _: Player, _: CellId) {}
}

#[derive(Clone, Debug)]
enum AnyMovement<const W: usize> {
    Free(FreeDrops),
    Falls(Falls<W>),
    Drops(Drops<W>),
    Steps(Steps<W>),
    Flips(Flips<W>),
    Turns(Turns<W>),
}

#[derive(Clone, Debug)]
enum AnyWatch {
    Nothing(Unwatched),
    Tabled(Tabled),
    /// Lines along up to three, four and 13 axes.
    Lines3(Lines<3>),
    Lines4(Lines<4>),
    Lines13(Lines<13>),
    Chains(Chains),
}

/// Runs the same code on the watch inside an [`AnyWatch`].
macro_rules! with_watch {
    ($any:expr, $watch:ident => $body:expr) => {
        match $any {
            AnyWatch::Nothing($watch) => $body,
            AnyWatch::Tabled($watch) => $body,
            AnyWatch::Lines3($watch) => $body,
            AnyWatch::Lines4($watch) => $body,
            AnyWatch::Lines13($watch) => $body,
            AnyWatch::Chains($watch) => $body,
        }
    };
}

impl AnyWatch {
    /// The watch, if there is anything to watch for.
    fn any<const W: usize>(&self) -> Option<&dyn Watch<W>> {
        match self {
            AnyWatch::Nothing(_) => None,
            watch => Some(with_watch!(watch, w => w)),
        }
    }
}

/// How a game is played fast.
#[derive(Debug)]
pub(super) struct Fast<const W: usize> {
    movement: AnyMovement<W>,
    watch: AnyWatch,
    /// The conditions of each player that the watch is for, as bits.
    watched: ByPlayer<u64>,
    /// By mover: what that player's moves may make true of the sets of cells.
    sets: ByPlayer<Vec<SetWatch<W>>>,
    /// By player and by the truth of the conditions as bits: the verdict while both can move and nobody has passed. `None` if
    /// there are too many.
    verdicts: Option<ByPlayer<Vec<Option<Verdict>>>>,
    /// Whether pieces that a player loses are captives.
    captures: bool,
    /// The type of each player's pieces.
    kinds: ByPlayer<Kind>,
    /// Who cannot move ends the game: nobody can.
    stuck_is_drawn: bool,
    start: Track<W>,
}

/// The pieces, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces<const W: usize> {
    owned: ByOwner<CellSet<W>>,
    mover: Player,
}

impl<const W: usize> Default for Pieces<W> {
    fn default() -> Self {
        Pieces { owned: ByOwner::default(), mover: Player::White }
    }
}

impl<const W: usize> Pieces<W> {
    #[inline(always)]
    fn occupied(&self) -> CellSet<W> {
        self.owned.union()
    }
}

/// What movement and watches keep for themselves.
#[derive(Debug, Default)]
pub(super) struct Workspace<const W: usize> {
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
    /// The moves found in [`Turns`].
    list: Vec<Found<W>>,
    /// For the general engine to look at.
    scratch: Option<Box<State<W>>>,
}

/// A game under way.
#[derive(Debug, Default)]
pub(super) struct Track<const W: usize> {
    pieces: Pieces<W>,
    turn: Turn<W>,
    plies: u32,
    from: CellId,
    to: CellId,
    memory: Workspace<W>,
}

/// A game, and where it was begun.
#[derive(Clone, Copy)]
pub(super) struct Begun<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub state: &'a State<W>,
}

/// Where a game has come, without what is kept for play.
struct Moved<'a, const W: usize> {
    pieces: Pieces<W>,
    turn: &'a Turn<W>,
    plies: u32,
    from: CellId,
    to: CellId,
    /// Who moved last.
    by: Player,
}

/// How fast play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    Over(Outcome),
    /// A position came for the third time, which draws unless a condition about having no move decides.
    Repeated,
    /// As many moves as allowed were made.
    Limit,
    /// The player to move has no move.
    Stuck,
}

impl<const W: usize> Fast<W> {
    /// The fast way of playing a game, if there is one.
    pub fn of(game: &Game<W>) -> Option<Box<Fast<W>>> {
        if game.rules.opp_turn {
            return None;
        }
        let movement = movement::of(game).or_else(|| Turns::of(game).map(AnyMovement::Turns))?;
        let stays = matches!(movement, AnyMovement::Free(_) | AnyMovement::Falls(_) | AnyMovement::Drops(_));
        let gains = match &movement {
            AnyMovement::Free(_) | AnyMovement::Falls(_) | AnyMovement::Drops(_) | AnyMovement::Steps(_) => {
                Gains { lands_alone: true, own: true, takes_one: true }
            }
            AnyMovement::Flips(_) => Gains { lands_alone: false, own: true, takes_one: false },
            AnyMovement::Turns(turns) => Gains { lands_alone: false, own: turns.own_gains, takes_one: false },
        };
        let (mut watched, mut of_sets) = (ByPlayer([0u64; 2]), ByPlayer([0u64; 2]));
        for player in Player::BOTH {
            (of_sets[player], watched[player]) = sets::of_atoms(game, player)?;
        }
        if watched != NONE && matches!(movement, AnyMovement::Flips(_)) {
            return None;
        }
        let watch = if watched == NONE {
            AnyWatch::Nothing(Unwatched)
        } else if let Some(tabled) = Tabled::of(game, watched) {
            AnyWatch::Tabled(tabled)
        } else if let Some(drawn) = Drawn::of(game, watched) {
            match drawn.axes {
                0..=3 => AnyWatch::Lines3(drawn.watch()),
                4 => AnyWatch::Lines4(drawn.watch()),
                _ => AnyWatch::Lines13(drawn.watch()),
            }
        } else {
            AnyWatch::Chains(Chains::of(game, watched).filter(|_| stays)?)
        };
        // While none of the watched conditions holds, no clause may.
        for player in Player::BOTH {
            let known = of_sets[player] | watched[player];
            let clauses = &game.sides[player].clauses;
            if clauses.clauses.iter().any(|(_, tree)| may_hold(tree, game, player, known) != Some(false)) {
                return None;
            }
        }
        let verdicts = verdicts(game, ByPlayer::of(|player| of_sets[player] | watched[player]));
        if let Some(tables) = &verdicts {
            // A condition that makes no difference need not be looked at.
            for (of_sets, table) in of_sets.iter_mut().zip(tables.iter()) {
                let matters = |bit: usize| (0..table.len()).any(|truth| table[truth] != table[truth & !(1 << bit)]);
                *of_sets =
                    (0..64).filter(|&bit| *of_sets >> bit & 1 != 0 && matters(bit)).fold(0, |all, bit| all | 1 << bit);
            }
        }
        let mut fast = Fast {
            stuck_is_drawn: matches!(movement, AnyMovement::Free(_)) && !game.uses_no_move && !game.uses_all_passed,
            captures: !matches!(&movement, AnyMovement::Flips(flips) if flips.converts),
            sets: ByPlayer::of(|mover| sets::by_mover(game, mover, of_sets, gains)),
            verdicts,
            kinds: ByPlayer::of(|player| game.layout.plain_piece[player].kind()),
            movement,
            watched,
            watch,
            start: Track::default(),
        };
        let mut start = Track::default();
        fast.place(game, &game.start, &mut start);
        fast.start = start;
        Some(Box::new(fast))
    }

    /// What moves and ends are found with, by name.
    pub fn parts(&self) -> Vec<&'static str> {
        let mut parts = match &self.movement {
            AnyMovement::Free(_) => vec!["free drops"],
            AnyMovement::Falls(_) => vec!["falls"],
            AnyMovement::Drops(_) => vec!["drops"],
            AnyMovement::Steps(_) => vec!["steps"],
            AnyMovement::Flips(_) => vec!["flips"],
            AnyMovement::Turns(turns) => turns.parts(),
        };
        parts.push(match &self.watch {
            AnyWatch::Nothing(_) => "sets alone",
            AnyWatch::Tabled(_) => "tabled sets",
            AnyWatch::Lines3(_) | AnyWatch::Lines4(_) | AnyWatch::Lines13(_) => "lines",
            AnyWatch::Chains(_) => "chains",
        });
        parts
    }

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
            AnyMovement::Falls(falls) => memory.free.extend(falls.open(game, &track.pieces)),
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

    /// Whether a move changes nothing but that the mover's piece comes to a cell, perhaps in place of another.
    pub fn lands_alone(&self) -> bool {
        !matches!(self.movement, AnyMovement::Flips(_) | AnyMovement::Turns(_))
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
        let game = begun.game;
        let Track { memory, turn, .. } = track;
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
                let other = by.opponent();
                pieces.owned[by].remove(from);
                watch.removed(memory, by, from);
                if pieces.owned[other].contains(to) {
                    pieces.owned[other].remove(to);
                    watch.removed(memory, other, to);
                }
            }
            pieces.owned[by].insert(to);
            movement.finish(game, &mut pieces, to);
            pieces.mover = by.opponent();
            plies += 1;
            let mut truth = ByPlayer([0; 2]);
            truth[by] = watch.placed(memory, &pieces.owned[by], by, to);
            for set in &self.sets[by] {
                let made = begun.state.move_number + plies;
                truth[set.player] |= (set.holds(game, &pieces, &turn.kinds.0, to, made) as u64) << set.bit;
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
    fn outcome(
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
                truth[set.player] |= (set.holds(game, &pieces, &[], to, state.move_number) as u64) << set.bit;
            }
        }
        if let AnyWatch::Tabled(tabled) = &self.watch {
            truth[by] |= tabled.truth(by, &state.owned[by]);
        } else {
            let (mut runs, mut rest) = (None, self.watched[by]);
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                let test = &game.sides[by].clauses.atoms[bit].test;
                truth[by] |= (game.holds_around(test, state, change.by, to, &mut runs) as u64) << bit;
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

impl<const W: usize> Track<W> {
    /// Moves made since a state was put in place.
    pub fn plies(&self) -> u32 {
        self.plies
    }
}

/// By player and by the truth of the conditions as bits: the verdict while both can move and nobody has passed, if there are few
/// conditions and all others, but for those, are known as given by bits.
fn verdicts<const W: usize>(game: &Game<W>, known: ByPlayer<u64>) -> Option<ByPlayer<Vec<Option<Verdict>>>> {
    let about_moving = |player: Player| {
        let atoms = game.sides[player].clauses.atoms.iter().enumerate();
        atoms.filter(|(_, atom)| atom.test.is_about_moving()).fold(0, |all, (bit, _)| all | 1u64 << bit)
    };
    let count = |player: Player| game.sides[player].clauses.atoms.len();
    if Player::BOTH
        .into_iter()
        .any(|p| count(p) > MAX_TABLED || (known[p] | about_moving(p)).count_ones() as usize != count(p))
    {
        return None;
    }
    let verdict = |player: Player, truth| game.verdict_of(&game.sides[player].clauses, truth & known[player]);
    Some(ByPlayer::of(|player| (0..1 << count(player)).map(|truth| verdict(player, truth)).collect()))
}

/// Whether a clause holds while the conditions in `known` do not, both can move and nobody has passed: `None` if it depends.
fn may_hold<const W: usize>(tree: &Tree, game: &Game<W>, player: Player, known: u64) -> Option<bool> {
    let of = |t: &Tree| may_hold(t, game, player, known);
    match tree {
        Tree::And(ts) => all_hold(ts.iter().map(of)),
        Tree::Or(ts) => some_holds(ts.iter().map(of)),
        Tree::Not(t) => of(t).map(|v| !v),
        Tree::Atom(i) if known >> i & 1 != 0 => Some(false),
        Tree::Atom(i) => game.sides[player].clauses.atoms[*i].test.is_about_moving().then_some(false),
    }
}
