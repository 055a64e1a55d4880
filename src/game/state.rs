//! The state of a game: flat, small and cheap to copy.

use super::kind::{ByKind, Kind};
use super::owner::{ByOwner, Owner};
use super::rules::StateId;
use super::rules::{ByPlayer, Player};
use crate::board::{CellId, CellSet};
use std::cell::{Cell, RefCell};

/// No cell: after a pass, at the start, off the board.
pub const NOWHERE: CellId = CellId::MAX;

/// The most pieces a stack may hold.
pub const MAX_HEIGHT: usize = 15;

/// How often the actions of a move may take pieces off.
pub(super) const MAX_POPS: usize = 8;

/// More directions than any board has.
pub(super) const MAX_DIRECTIONS: usize = 32;

/// A number in hand that never runs out.
pub const UNLIMITED: u8 = u8::MAX;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody did.
    Draw,
}

/// A move, by the ludemes that allow it and the cells it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Which move definition, as an index into [`Game::classes`](super::Game::classes); or one of the two special ones.
    pub class: u16,
    /// Where the moving piece starts; [`NOWHERE`] for a drop or pass.
    pub from: CellId,
    /// Where it ends; [`NOWHERE`] for a pass.
    pub to: CellId,
    /// The mover's choices, as bits in the order of the effects: one for each optional effect (1: it happens), three for the
    /// turns of each `(rotate any)`.
    pub choice: u8,
}

impl Move {
    /// A pass that the rules allow or force, rather than one a piece makes.
    pub const PASS: Move = Move { class: u16::MAX, from: NOWHERE, to: NOWHERE, choice: 0 };
    /// The second player changes sides.
    pub const SWAP: Move = Move { class: u16::MAX - 1, from: NOWHERE, to: NOWHERE, choice: 0 };
}

/// One piece, packed: type, owner, facing, state and flags. Zero is no piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Piece(pub u32);

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);

    /// A piece of a type, of an owner, in the default facing.
    #[inline]
    pub fn new(kind: Kind, owner: Owner, state: StateId, flags: u8) -> Piece {
        Piece((kind.index() as u32 + 1) | (owner as u32) << 8 | (state.number() as u32) << 16 | (flags as u32) << 24)
    }

    /// Whether there is no piece.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Its type; meaningless for no piece.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::new((self.0 as u8).wrapping_sub(1).into())
    }

    /// Its owner; meaningless for no piece.
    #[inline]
    pub fn owner(self) -> Owner {
        match self.0 >> 8 & 3 {
            0 => Owner::White,
            1 => Owner::Black,
            _ => Owner::Nobody,
        }
    }

    /// Its own facing as a direction of the board, or `None` for its owner's.
    #[inline]
    pub fn facing(self) -> Option<usize> {
        (self.0 >> 10 & 31).checked_sub(1).map(|d| d as usize)
    }

    /// Its state.
    #[inline]
    pub fn state(self) -> StateId {
        StateId::from_byte((self.0 >> 16) as u8)
    }

    /// Its flags.
    #[inline]
    pub fn flags(self) -> u8 {
        (self.0 >> 24) as u8
    }

    pub(super) fn with_kind(self, kind: Kind) -> Piece {
        Piece(self.0 & !0xff | (kind.index() as u32 + 1))
    }

    /// A piece that changes its owner faces as the new one does.
    pub(super) fn with_owner(self, owner: Owner) -> Piece {
        if owner == self.owner() { self } else { Piece(self.0 & !0x7f00 | (owner as u32) << 8) }
    }

    pub(super) fn with_facing(self, direction: Option<usize>) -> Piece {
        Piece(self.0 & !(31 << 10) | direction.map_or(0, |d| d as u32 + 1) << 10)
    }

    pub(super) fn with_state(self, state: StateId) -> Piece {
        Piece(self.0 & !0xff_0000 | (state.number() as u32) << 16)
    }

    pub(super) fn with_flags(self, flags: u8) -> Piece {
        Piece(self.0 & 0xff_ffff | (flags as u32) << 24)
    }
}

/// The state of a game on a board of at most `64 * W` cells.
///
/// Equality is of everything, the last move included; [`Game::key`](super::Game::key) says when two states are the same position.
#[derive(Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    /// The cells whose top piece is White's, Black's, and nobody's.
    pub owned: ByOwner<CellSet<W>>,
    /// Everything that makes a position but the mover, hashed.
    pub(super) hash: u64,
    /// Pieces in hand by type; [`UNLIMITED`] never runs out.
    pub hands: ByPlayer<ByKind<u8>>,
    /// Pieces captured by a player, by type of captive.
    pub captured: ByPlayer<ByKind<u8>>,
    /// Scores.
    pub scores: ByPlayer<i32>,
    /// Moves made so far, passes included.
    pub move_number: u32,
    /// How many of the keys of past positions are of positions that cannot come again.
    pub(super) since: u32,
    /// Where the last move started.
    pub last_from: CellId,
    /// Where the last move ended.
    pub last_to: CellId,
    /// Whose turn it is.
    pub mover: Player,
    /// Passes made in succession.
    pub passes: u8,
    /// Whether the turn goes on after a `repeat`.
    pub continuing: bool,
    /// Whether the second player changed sides.
    pub swapped: bool,
    /// Whether the position is only supposed, to look one move ahead.
    pub(super) supposed: bool,
    /// Whether each player has moved yet.
    pub moved: ByPlayer<bool>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// In games that need more than the owner of each cell: the pieces of each cell from the bottom up (and the height of
    /// the stack in the last place of its stride), then the cell states. Empty otherwise.
    pub(super) extra: Vec<u32>,
}

impl<const W: usize> Clone for State<W> {
    fn clone(&self) -> Self {
        State { extra: self.extra.clone(), ..*self }
    }

    /// Reuses the allocation of `self`, so that copying along a search allocates nothing.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        // Field by field, as a whole state would be put together elsewhere and copied once more. No field can be forgotten.
        let &State {
            owned,
            hash,
            hands,
            captured,
            scores,
            move_number,
            since,
            last_from,
            last_to,
            mover,
            passes,
            continuing,
            swapped,
            supposed,
            moved,
            outcome,
            ref extra,
        } = source;
        (self.owned, self.hash, self.hands, self.captured, self.scores) = (owned, hash, hands, captured, scores);
        (self.move_number, self.since, self.last_from, self.last_to) = (move_number, since, last_from, last_to);
        (self.mover, self.passes, self.continuing, self.swapped) = (mover, passes, continuing, swapped);
        (self.supposed, self.moved, self.outcome) = (supposed, moved, outcome);
        if self.extra.len() + extra.len() > 0 {
            self.extra.clone_from(extra);
        }
    }
}

thread_local! {
    /// What copies of states that are no more have left to be used again: as many as there were at a time.
    static SPARE: RefCell<Vec<Vec<u32>>> = const { RefCell::new(Vec::new()) };
    /// Looks ahead: copies made to see what a move leads to, and places looked at for whether a move can be carried out.
    static LOOKS: Cell<u64> = const { Cell::new(0) };
}

/// Looks that cost about as much as a node of a search in the cheapest games.
pub(crate) const LOOKS_A_NODE: u64 = 32;

/// Takes note of looks ahead.
#[inline]
pub(super) fn count_looks(looks: u64) {
    LOOKS.set(LOOKS.get() + looks);
}

/// Looks ahead so far on this thread.
pub(crate) fn looks() -> u64 {
    LOOKS.get()
}

/// Runs `work` and tells, in nodes of a search, what looking ahead took in it that rules ask for: games are told apart by it in which every
/// move must be tried, and all answers to it, to see whether it is legal. What other threads do is not counted.
pub(crate) fn counting_looks<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = LOOKS.get();
    let result = work();
    (result, (LOOKS.get() - before) / LOOKS_A_NODE)
}

impl<const W: usize> State<W> {
    /// How many words of 32 bits a copy has.
    #[inline]
    pub(super) fn words(&self) -> u64 {
        (size_of::<Self>() / size_of::<u32>() + self.extra.len()) as u64
    }

    /// How many bytes a copy has.
    pub fn bytes(&self) -> usize {
        size_of::<u32>() * self.words() as usize
    }

    /// Every cell with a piece.
    #[inline]
    pub fn occupied(&self) -> CellSet<W> {
        self.owned.union()
    }

    /// The memory that the state takes, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        (size_of::<Self>() + self.extra.capacity() * size_of::<u32>()) as u64
    }

    /// What `f` makes of a copy, which counts as a look ahead.
    pub(super) fn on_copy<T>(&self, f: impl FnOnce(&mut State<W>) -> T) -> T {
        count_looks(1);
        self.copied(f)
    }

    /// What `f` makes of a copy. Copies of states larger than their fixed part share a few allocations.
    fn copied<T>(&self, f: impl FnOnce(&mut State<W>) -> T) -> T {
        if self.extra.is_empty() {
            return f(&mut State { extra: Vec::new(), ..*self });
        }
        let mut extra = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
        extra.clone_from(&self.extra);
        let mut copy = State { extra, ..*self };
        let result = f(&mut copy);
        SPARE.with_borrow_mut(|spare| spare.push(copy.extra));
        result
    }

    /// What `f` makes of the state as if it were that player's turn, a fresh one if it is the other's.
    pub(super) fn in_turn_of<T>(&self, player: Player, f: impl FnOnce(&State<W>) -> T) -> T {
        if self.mover == player {
            return f(self);
        }
        self.copied(|turned| {
            (turned.mover, turned.continuing) = (player, false);
            f(turned)
        })
    }

    /// What of the keys of past positions is of positions that may come again.
    #[inline]
    pub(super) fn recent<'a>(&self, past: &'a [u64]) -> &'a [u64] {
        recent(self.since, past)
    }

    /// The owner of the top piece of a cell.
    #[inline]
    pub fn owner_of(&self, cell: CellId) -> Option<Owner> {
        self.owned.owner_of(cell)
    }
}

/// The keys of past positions but for the first so many.
#[inline]
pub(super) fn recent(since: u32, past: &[u64]) -> &[u64] {
    &past[(since as usize).min(past.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two colours on 19×19 needs six words a set. What lies outside the state is for stacks and piece states alone.
    #[test]
    fn a_state_of_a_large_board_is_small() {
        let state = std::mem::size_of::<State<6>>();
        assert!(state <= 256, "{state} bytes");
    }
}
