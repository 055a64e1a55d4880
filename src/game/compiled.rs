//! What rules are compiled to: a [`Game`], its classes of moves, and the error where there is none.

use super::definition::Side;
use super::facing;
use super::facts;
use super::fast::Fast;
use super::kind::Kind;
use super::layout::Layout;
use super::memory::Memory;
use super::owner::Owner;
use super::predicate::Filter;
use super::rules::{ByPlayer, Player, Rules, StateId, Turtle, Who};
use super::state::{Piece, State};
use super::topology::Topology;
use crate::board::{Board, CellId, CellSet};
use std::sync::atomic::AtomicU64;

/// The move definitions of a piece that make the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Index of the piece type in [`Rules::pieces`].
    pub piece: usize,
    /// Index of the first such definition in its moves.
    pub definition: usize,
}

/// Rules that cannot be played on their board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompileError {
    /// What stands in the way.
    pub message: String,
    /// The word of the rules that it is about, as it is written there.
    pub word: Option<String>,
}

/// Rules compiled for a board of at most `64 * W` cells.
#[derive(Debug)]
pub struct Game<const W: usize> {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(crate) topology: Topology<W>,
    pub(super) sides: ByPlayer<Side<W>>,
    pub(super) layout: Layout,
    pub(super) classes: Vec<Class>,
    pub(super) start: State<W>,
    /// Which way pieces face that were not turned, as a direction of the board.
    pub(crate) facing: ByPlayer<Option<usize>>,
    /// Some neighbour is reached by two adjacent directions.
    pub(super) neighbours_repeat: bool,
    /// Every line condition looks at the same pieces along the same axes.
    pub(super) same_lines: bool,
    pub(super) boardless: bool,
    /// No passes, swaps, stacks, repetition or missing edges: a move is what a definition says and no more.
    pub(super) plays_plainly: bool,
    pub(super) uses_no_move: bool,
    /// Clauses are about having no move, and none about having one: fewer hold while it is granted that there is one.
    pub(super) may_grant_moves: bool,
    pub(super) uses_all_passed: bool,
    /// Positions may repeat, and the rules care.
    pub(super) tracks: bool,
    /// The number of pieces on the board only rises or only falls.
    pub(super) one_way: bool,
    /// Some condition must not hold after a move.
    pub(super) nevers: bool,
    pub(super) memory: Memory,
    /// What a move leads to, or what could be captured, decides something.
    pub(super) looks_ahead: bool,
    /// What looking ahead took beyond what a position may take.
    pub(super) account: AtomicU64,
    /// How random games are played, where there is a faster way than move by move.
    pub(super) fast: Option<Box<Fast<W>>>,
}

impl<const W: usize> Game<W> {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The classes of moves, by [`Move::class`](super::Move::class).
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Whether only a match of two games with sides changed is fair, by design: the sides are unequal, and one of them alone can begin.
    pub fn needs_change_of_sides(&self) -> bool {
        self.has_unequal_sides() && !self.may_begin(Player::Black)
    }

    /// Whether the sides are unequal by design: of different numbers of pieces at the start, or with goals of their own that the other
    /// side has no counterpart to.
    pub fn has_unequal_sides(&self) -> bool {
        let start = self.initial(Player::White);
        let hands = facts::hands(&self.rules);
        let side = |player: Player| {
            let in_hand: u32 = hands[player].iter().map(|(_, &count)| u32::from(count)).sum();
            let goals = self.rules.end.iter().filter(|clause| clause.who == Who::Player(player)).count();
            (start.owned[player].len(), in_hand, goals)
        };
        side(Player::White) != side(Player::Black)
    }

    /// The state before the first move, with `first` to move.
    pub fn initial(&self, first: Player) -> State<W> {
        State { mover: first, ..self.start.clone() }
    }

    /// Whether the rule about repeated positions can ever matter, so that [`Game::apply`] keeps the keys of the past.
    pub fn tracks_repetition(&self) -> bool {
        self.tracks
    }

    /// What random games are played with, by name, if that is faster than finding all moves one by one; else nothing.
    pub fn fast_parts(&self) -> Vec<&'static str> {
        match &self.fast {
            Some(fast) => fast.parts(),
            None if self.sides.iter().any(|side| self.early_drop(side).is_some()) => vec!["cells drawn early"],
            None if self.sides.iter().any(|side| side.prospects.is_some()) => vec!["moves drawn early"],
            None => Vec::new(),
        }
    }

    /// Which parts of the past the rest of a game can depend on, the repetition rule aside.
    pub(crate) fn memory(&self) -> Memory {
        self.memory
    }

    /// Whether the owner of a cell says all about what stands there.
    pub(crate) fn owners_say_all(&self) -> bool {
        self.layout.plain
    }

    /// Whether some end clause is about having no move.
    pub fn uses_no_move(&self) -> bool {
        self.uses_no_move
    }

    /// The cells whose top piece matches.
    pub(crate) fn matching(&self, state: &State<W>, filter: &Filter) -> CellSet<W> {
        let set = state.owned.among(filter.owners);
        if filter.by_owner || set.is_empty() {
            return set;
        }
        if filter.state.is_none() && filter.flags == 0 {
            return self.of_kinds(state, set, filter.kinds);
        }
        set.iter().filter(|&c| filter.matches(self.top(state, c))).collect()
    }

    /// The cells of a set whose top piece is of a type.
    #[inline]
    pub(crate) fn of_kind(&self, state: &State<W>, set: CellSet<W>, kind: Kind) -> CellSet<W> {
        if self.rules.pieces.len() == 1 {
            return set;
        }
        if self.layout.plain {
            let of = |piece: Piece| piece.kind() == kind && !piece.is_none();
            let owners = Owner::ALL.into_iter().filter(|&o| of(self.layout.plain_piece[o]));
            return owners.fold(CellSet::EMPTY, |all, o| all | (set & state.owned[o]));
        }
        set & self.layout.of_kind(state, kind)
    }

    /// The cells of a set whose top piece is of one of these types, as bits.
    pub(super) fn of_kinds(&self, state: &State<W>, set: CellSet<W>, kinds: u16) -> CellSet<W> {
        let all = Kind::first(self.rules.pieces.len());
        all.filter(|kind| kinds & kind.bit() != 0).fold(CellSet::EMPTY, |found, k| found | self.of_kind(state, set, k))
    }

    /// How many pieces a cell holds.
    #[inline]
    pub fn height(&self, state: &State<W>, cell: CellId) -> usize {
        self.layout.height(state, cell)
    }

    /// The piece of a cell at a height from 0.
    #[inline]
    pub fn piece_at(&self, state: &State<W>, cell: CellId, height: usize) -> Piece {
        self.layout.piece_at(state, cell, height)
    }

    /// The top piece of a cell.
    #[inline]
    pub fn top(&self, state: &State<W>, cell: CellId) -> Piece {
        self.layout.top(state, cell)
    }

    /// The state of a cell itself.
    #[inline]
    pub fn cell_state(&self, state: &State<W>, cell: CellId) -> StateId {
        self.layout.cell_state(state, cell)
    }

    /// Which way a piece faces, for a mover: its own way if it was turned, its owner's, or the mover's if it has none.
    pub(super) fn facing_of(&self, piece: Piece, mover: Player) -> Option<usize> {
        let owner = if piece.is_none() { None } else { piece.owner().player() };
        piece.facing().or(self.facing[owner.unwrap_or(mover)])
    }

    /// A piece turned to face a direction; the direction of its owner is the same as none of its own.
    pub(super) fn faced(&self, piece: Piece, direction: usize) -> Piece {
        let default = piece.owner().player().and_then(|player| self.facing[player]);
        piece.with_facing((default != Some(direction)).then_some(direction))
    }

    pub(super) fn turtle(&self, facing: Option<usize>, turtle: Turtle) -> Option<usize> {
        facing::turtle(&self.board, facing, turtle)
    }
}

/// A game whatever the size of its board. One is made a game, so its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
pub enum AnyGame {
    /// Up to 64 cells.
    W1(Game<1>),
    /// Up to 128 cells.
    W2(Game<2>),
    /// Up to 256 cells.
    W4(Game<4>),
    /// Up to 384 cells.
    W6(Game<6>),
    /// Up to 1024 cells.
    W16(Game<16>),
}

/// Runs the same code on the [`Game`](crate::game::Game) inside an [`AnyGame`](crate::game::AnyGame).
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::game::AnyGame::W1($game) => $body,
            $crate::game::AnyGame::W2($game) => $body,
            $crate::game::AnyGame::W4($game) => $body,
            $crate::game::AnyGame::W6($game) => $body,
            $crate::game::AnyGame::W16($game) => $body,
        }
    };
}

impl AnyGame {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        with_game!(self, g => g.rules())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        with_game!(self, g => g.board())
    }
}
