//! The rules engine: typed [`Rules`] compiled to a [`Game`] that plays them.
//!
//! A [`Game`] is immutable and shared between threads; a [`State`] is small and flat. Predicates of the rules are evaluated as
//! sets of cells, sized to the board (`W` words of 64 bits) at compile time; [`AnyGame`] hides the size where it does not matter.
#![doc = include_str!("semantics.md")]

mod apply;
mod arrange;
mod batch;
mod batches;
mod board_view;
mod capture;
mod compile;
mod context;
mod definition;
mod draw;
mod effects;
pub(crate) mod end;
pub mod facts;
mod fast;
mod grid;
mod keyed_cells;
mod kind;
mod layout;
mod line_counts;
mod longest;
pub mod lower;
mod mask;
pub(crate) mod memory;
mod meter;
mod moves;
mod never;
mod notation;
mod open;
mod owner;
mod perft;
mod picture;
mod places;
mod playout;
mod position;
pub(crate) mod predicate;
mod quiet;
mod replacements;
pub mod rules;
mod set_up;
pub(crate) mod shape;
mod slide;
mod state;
mod tabulate;
mod threat;
mod three_valued;
pub(crate) mod topology;
mod turn_kernels;
pub(crate) mod view;
mod zobrist;

pub use kind::{ByKind, Kind, MAX_KINDS};
pub use lower::{LowerError, lower};
pub(crate) use meter::Ahead;
pub(crate) use meter::quietly;
pub use meter::{TooDear, within_means};
pub use notation::MoveError;
pub use owner::{ByOwner, Owner};
pub use perft::{PerftRow, perft, perft_merged};
pub use playout::Playout;
pub use position::Position;
pub use rules::{ByPlayer, Player, Rules, StateId};
pub use set_up::{Placed, SetUp, SetUpError};
pub(crate) use state::{LOOKS_A_NODE, counting_looks, looks};
pub use state::{MAX_HEIGHT, Move, NOWHERE, Outcome, Piece, State, UNLIMITED};

use crate::board::{Board, CellId, CellSet};
use definition::Side;
use layout::Layout;
use predicate::Filter;
use rules::{Turtle, Who};
use std::sync::atomic::AtomicU64;
use topology::Topology;

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
    rules: Rules,
    board: Board,
    pub(crate) topology: Topology<W>,
    sides: ByPlayer<Side<W>>,
    layout: Layout,
    classes: Vec<Class>,
    start: State<W>,
    /// Which way pieces face that were not turned, as a direction of the board.
    pub(crate) facing: ByPlayer<Option<usize>>,
    /// Some neighbour is reached by two adjacent directions.
    neighbours_repeat: bool,
    /// Every line condition looks at the same pieces along the same axes.
    same_lines: bool,
    boardless: bool,
    /// No passes, swaps, stacks, repetition or missing edges: a move is what a definition says and no more.
    plays_plainly: bool,
    uses_no_move: bool,
    /// Clauses are about having no move, and none about having one: fewer hold while it is granted that there is one.
    may_grant_moves: bool,
    uses_all_passed: bool,
    /// Positions may repeat, and the rules care.
    tracks: bool,
    /// The number of pieces on the board only rises or only falls.
    one_way: bool,
    /// Some condition must not hold after a move.
    nevers: bool,
    memory: memory::Memory,
    /// What a move leads to, or what could be captured, decides something.
    looks_ahead: bool,
    /// What looking ahead took beyond what a position may take.
    account: AtomicU64,
    /// How random games are played, where there is a faster way than move by move.
    fast: Option<Box<fast::Fast<W>>>,
}

impl<const W: usize> Game<W> {
    /// Compiles rules.
    ///
    /// # Errors
    /// If the board is too large for `W`, or the rules ask for what the board does not have.
    pub fn new(rules: Rules, board: Board) -> Result<Self, CompileError> {
        compile::compile(rules, board)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The classes of moves, by [`Move::class`].
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Whether a player can begin: the rules may have first moves for one of them only, so that the other could but pass.
    pub fn may_begin(&self, player: Player) -> bool {
        let mut legal = Vec::new();
        Position::new(self, player).legal(self, &mut legal);
        legal.iter().any(|&m| m != Move::PASS)
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

    /// What random games are played with, by name, if that is faster than move by move; else nothing.
    pub fn fast_parts(&self) -> Vec<&'static str> {
        self.fast.as_ref().map_or(Vec::new(), |fast| fast.parts())
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
    fn facing_of(&self, piece: Piece, mover: Player) -> Option<usize> {
        let owner = if piece.is_none() { None } else { piece.owner().player() };
        piece.facing().or(self.facing[owner.unwrap_or(mover)])
    }

    /// A piece turned to face a direction; the direction of its owner is the same as none of its own.
    fn faced(&self, piece: Piece, direction: usize) -> Piece {
        let default = piece.owner().player().and_then(|player| self.facing[player]);
        piece.with_facing((default != Some(direction)).then_some(direction))
    }

    fn turtle(&self, facing: Option<usize>, turtle: Turtle) -> Option<usize> {
        self::turtle(&self.board, facing, turtle)
    }
}

/// The direction of the board that a turtle direction is, for a piece facing this way.
pub(crate) fn turtle(board: &Board, facing: Option<usize>, turtle: Turtle) -> Option<usize> {
    let d = facing?;
    Some(match turtle {
        Turtle::F => d,
        Turtle::B => board.opposite(d),
        Turtle::L => board.turn(d, -1),
        Turtle::R => board.turn(d, 1),
        Turtle::Fl => board.beside(d, false),
        Turtle::Fr => board.beside(d, true),
        Turtle::Bl => board.opposite(board.beside(d, true)),
        Turtle::Br => board.opposite(board.beside(d, false)),
    })
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
    /// Compiles rules for the smallest set size that holds their board.
    ///
    /// ```
    /// use ludogen::game::{AnyGame, Player, Position, lower};
    /// use ludogen::language::parse;
    /// use ludogen::with_game;
    ///
    /// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    /// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    /// with_game!(&game, game => {
    ///     let mut position = Position::new(game, Player::White);
    ///     for label in ["b2", "a1", "a2", "a3", "c2"] {
    ///         let m = game.read_move(&position, label).expect("a legal move");
    ///         position.apply(game, m);
    ///     }
    ///     assert_eq!(game.status(position.state()), "White has won after 5 moves.");
    /// });
    /// ```
    ///
    /// # Errors
    /// If the board does not exist or has more than [`Board::MAX_CELLS`] cells, or the rules ask for what it does not have.
    pub fn new(rules: Rules) -> Result<Self, CompileError> {
        let board = Board::new(&rules.board).map_err(|e| CompileError { message: e.to_string(), word: None })?;
        Ok(match board.len() {
            0..=64 => AnyGame::W1(Game::new(rules, board)?),
            65..=128 => AnyGame::W2(Game::new(rules, board)?),
            129..=256 => AnyGame::W4(Game::new(rules, board)?),
            257..=384 => AnyGame::W6(Game::new(rules, board)?),
            _ => AnyGame::W16(Game::new(rules, board)?),
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        with_game!(self, g => g.rules())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        with_game!(self, g => g.board())
    }
}
