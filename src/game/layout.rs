//! How states hold what stands on the cells, and how that is changed; the hash is kept along with it.

use super::kind::Kind;
use super::owner::{ByOwner, Owner};
use super::rules::StateId;
use super::state::{MAX_HEIGHT, Piece, State};
use super::zobrist::{Tally, piece_key};
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// What a game keeps of each cell.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub cells: usize,
    /// Words of [`State::extra`] a cell.
    pub stride: usize,
    /// Whether cells have states of their own.
    pub cell_states: bool,
    /// The types of pieces whose cells are kept as sets: all, unless owners tell or there is one type.
    kinds: usize,
    /// Cells hold one piece at most, and its owner says all about it.
    pub plain: bool,
    /// If the game is plain: each owner's piece.
    pub plain_piece: ByOwner<Piece>,
    /// By cell, if the game is plain: what an owner's piece adds to the hash of a position.
    plain_keys: Vec<ByOwner<u64>>,
}

impl Layout {
    /// The layout for so many cells and types of pieces. Pieces are given by owner for a game in which the owner says all about
    /// a piece.
    pub fn new(
        cells: usize,
        kinds: usize,
        stacks: bool,
        cell_states: bool,
        plain: bool,
        plain_piece: ByOwner<Piece>,
    ) -> Layout {
        let keys = |cell| ByOwner::of(|owner| piece_key(cell, 0, plain_piece[owner]));
        let keyed = if plain { cells } else { 0 };
        Layout {
            cells,
            stride: if stacks { MAX_HEIGHT + 1 } else { 1 },
            cell_states,
            kinds: if plain || kinds == 1 { 0 } else { kinds },
            plain,
            plain_piece,
            plain_keys: (0..keyed as CellId).map(keys).collect(),
        }
    }

    /// Whether cells may hold more than one piece.
    #[inline]
    pub fn stacks(&self) -> bool {
        self.stride > 1
    }

    /// What [`State::extra`] is of an empty board of so many words a set.
    pub fn empty<const W: usize>(&self) -> Vec<u32> {
        if self.plain { Vec::new() } else { vec![0; self.kinds_begin() + self.kinds * 2 * W] }
    }

    /// Where the sets of cells by type begin in [`State::extra`].
    #[inline]
    fn kinds_begin(&self) -> usize {
        self.cells * self.stride + if self.cell_states { self.cells } else { 0 }
    }

    /// The cells whose top piece is of a type, where there is more than one and owners do not tell.
    #[inline]
    pub fn of_kind<const W: usize>(&self, state: &State<W>, kind: Kind) -> CellSet<W> {
        let begin = self.kinds_begin() + kind.index() * 2 * W;
        let halves = state.extra.get(begin..begin + 2 * W).unwrap_or(&[]);
        let mut set = CellSet::EMPTY;
        for (word, half) in set.0.iter_mut().zip(halves.chunks_exact(2)) {
            *word = u64::from(half[0]) | u64::from(half[1]) << 32;
        }
        set
    }

    /// Notes that the top piece of a cell is of this type now, or is so no more; nothing is noted of no piece.
    #[inline]
    fn turn_kind<const W: usize>(&self, state: &mut State<W>, cell: CellId, piece: Piece) {
        if self.kinds > 0 && !piece.is_none() {
            let word = self.kinds_begin() + piece.kind().index() * 2 * W + cell as usize / 32;
            state.extra[word] ^= 1 << (cell % 32);
        }
    }

    /// The key of a plain game's piece on a cell.
    #[inline]
    pub fn plain_key(&self, cell: CellId, owner: Owner) -> u64 {
        self.plain_keys[cell as usize][owner]
    }

    /// Puts a piece on an empty cell of a plain game.
    #[inline]
    pub fn put_plain<const W: usize>(&self, state: &mut State<W>, cell: CellId, owner: Owner) {
        state.owned[owner].insert(cell);
        state.hash ^= self.plain_key(cell, owner);
    }

    /// Takes the piece of an owner off a cell of a plain game.
    #[inline]
    pub fn take_plain<const W: usize>(&self, state: &mut State<W>, cell: CellId, owner: Owner) {
        state.owned[owner].remove(cell);
        state.hash ^= self.plain_key(cell, owner);
    }

    /// Gives the pieces on some cells of a plain game to an owner.
    pub fn turn_plain<const W: usize>(&self, state: &mut State<W>, cells: CellSet<W>, owner: Owner) {
        for from in Owner::ALL.into_iter().filter(|&from| from != owner) {
            let turned = cells & state.owned[from];
            state.owned[from] = state.owned[from].minus(&turned);
            state.owned[owner] |= turned;
            turned.iter().for_each(|cell| state.hash ^= self.plain_key(cell, from) ^ self.plain_key(cell, owner));
        }
    }

    /// How many pieces a cell holds.
    #[inline]
    pub fn height<const W: usize>(&self, state: &State<W>, cell: CellId) -> usize {
        if self.stride == 1 {
            return state.owner_of(cell).is_some() as usize;
        }
        state.extra[cell as usize * self.stride + MAX_HEIGHT] as usize
    }

    /// The piece of a cell at a height from 0.
    #[inline]
    pub fn piece_at<const W: usize>(&self, state: &State<W>, cell: CellId, height: usize) -> Piece {
        if self.plain {
            return state.owner_of(cell).map_or(Piece::NONE, |o| self.plain_piece[o]);
        }
        Piece(state.extra[cell as usize * self.stride + height])
    }

    /// The top piece of a cell.
    #[inline]
    pub fn top<const W: usize>(&self, state: &State<W>, cell: CellId) -> Piece {
        if self.stride == 1 {
            return self.piece_at(state, cell, 0);
        }
        match self.height(state, cell) {
            0 => Piece::NONE,
            h => self.piece_at(state, cell, h - 1),
        }
    }

    /// Puts a piece on top of a cell; false if the stack is full.
    pub fn put<const W: usize>(&self, state: &mut State<W>, cell: CellId, piece: Piece) -> bool {
        let height = self.height(state, cell);
        if height >= if self.stride == 1 { 1 } else { MAX_HEIGHT } {
            return false;
        }
        if let Some(o) = state.owner_of(cell) {
            state.owned[o].remove(cell);
            self.turn_kind(state, cell, self.top(state, cell));
        }
        state.owned[piece.owner()].insert(cell);
        state.hash ^= piece_key(cell, height, piece);
        if !self.plain {
            self.turn_kind(state, cell, piece);
            state.extra[cell as usize * self.stride + height] = piece.0;
            if self.stride > 1 {
                state.extra[cell as usize * self.stride + MAX_HEIGHT] = height as u32 + 1;
            }
        }
        true
    }

    /// Writes down a piece on each of some empty cells of a game without stacks in which owners do not say all; what belongs to whom and the hash
    /// are the caller's.
    pub fn write<const W: usize>(&self, state: &mut State<W>, cells: CellSet<W>, piece: Piece) {
        for cell in cells {
            state.extra[cell as usize] = piece.0;
            self.turn_kind(state, cell, piece);
        }
    }

    /// Takes the top piece off a cell.
    pub fn take<const W: usize>(&self, state: &mut State<W>, cell: CellId) -> Piece {
        let piece = self.top(state, cell);
        if piece.is_none() {
            return piece;
        }
        let height = self.height(state, cell) - 1;
        state.owned[piece.owner()].remove(cell);
        state.hash ^= piece_key(cell, height, piece);
        if !self.plain {
            self.turn_kind(state, cell, piece);
            state.extra[cell as usize * self.stride + height] = 0;
            if self.stride > 1 {
                state.extra[cell as usize * self.stride + MAX_HEIGHT] = height as u32;
                if height > 0 {
                    let below = self.piece_at(state, cell, height - 1);
                    state.owned[below.owner()].insert(cell);
                    self.turn_kind(state, cell, below);
                }
            }
        }
        piece
    }

    /// Takes all pieces off a cell, lowest first.
    pub fn take_all<const W: usize>(&self, state: &mut State<W>, cell: CellId) -> ArrayVec<Piece, MAX_HEIGHT> {
        let mut all = ArrayVec::new();
        for height in 0..self.height(state, cell) {
            all.push(self.piece_at(state, cell, height));
        }
        while !self.take(state, cell).is_none() {}
        all
    }

    /// Puts a piece in the place of the top piece of a cell.
    pub fn replace_top<const W: usize>(&self, state: &mut State<W>, cell: CellId, piece: Piece) {
        // A plain game has one piece an owner, so its type is settled by the owner.
        let piece = if self.plain { self.plain_piece[piece.owner()] } else { piece };
        self.take(state, cell);
        self.put(state, cell, piece);
    }

    /// The state of a cell itself.
    pub fn cell_state<const W: usize>(&self, state: &State<W>, cell: CellId) -> StateId {
        if !self.cell_states {
            return StateId::ZERO;
        }
        StateId::from_byte(state.extra[self.cells * self.stride + cell as usize] as u8)
    }

    /// Sets the state of a cell itself.
    pub fn set_cell_state<const W: usize>(&self, state: &mut State<W>, cell: CellId, value: StateId) {
        let before = self.cell_state(state, cell);
        state.hash ^= Tally::CellState(cell).change(before.number().into(), value.number().into());
        state.extra[self.cells * self.stride + cell as usize] = value.number().into();
    }

    /// What the board adds to the hash, worked out from nothing.
    pub fn hash_of_board<const W: usize>(&self, state: &State<W>) -> u64 {
        let mut hash = 0;
        for cell in 0..self.cells as CellId {
            for height in 0..self.height(state, cell) {
                hash ^= piece_key(cell, height, self.piece_at(state, cell, height));
            }
            hash ^= Tally::CellState(cell).change(0, self.cell_state(state, cell).number().into());
        }
        hash
    }
}
