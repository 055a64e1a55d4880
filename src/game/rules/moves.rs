//! What a move does, and what follows from it.

use super::cells::{Cells, Coord, Dir};
use super::condition::{Bool, CaptureType};
use super::number::Int;
use super::player::Who;
use super::record::PieceRecord;
use crate::language::schema::{Ludeme, Word, word};

/// How many pieces of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// So many, or as many as there are.
    Count(u32),
    /// The whole stack.
    All,
}

/// One part of what a move does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    Pass,
    /// Take pieces off a cell.
    Pop(Coord, Amount),
    /// Put what was taken, or new pieces, on a cell.
    Push {
        /// Where.
        cell: Coord,
        /// How many new pieces; what was taken is put down whole.
        count: u32,
        /// The owner that the pieces get; unchanged (or the mover) if `None`.
        owner: Option<Who>,
        /// Drop one on each cell of the way from `from` to the cell.
        trail: bool,
    },
}

/// What happens after a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum EffectKind {
    Capture {
        how: CaptureType,
        pieces: PieceRecord,
        victim: Who,
        subsume: bool,
        recycle: bool,
        size: Option<(u32, u32)>,
    },
    Convert {
        how: Option<CaptureType>,
        pieces: Option<PieceRecord>,
        owner: Who,
        size: Option<(u32, u32)>,
    },
    /// Direct turns to the right; `None`: the mover chooses.
    Rotate(Option<i32>),
    Face(Dir),
    Displace {
        direction: Dir,
        pieces: PieceRecord,
        count: u32,
    },
    SetCellState(Coord, Int),
    SetPieceState(Coord, Int),
    IncState {
        cell: Coord,
        amount: i32,
        modulus: Option<i32>,
    },
    AddFlag(Coord, u8),
    RemoveFlag(Coord, u8),
    Score(Int),
    Repeat,
    Swap,
    SetCellStates(Int),
    Shift,
    /// The neighbours of a cell, by so many direct turns to the right.
    Spin(Coord, i32),
    #[cfg(test)]
    Whirl(Coord, i32),
    /// Along a track; and what is then taken, unless it would clear the cells.
    Sow {
        track: Vec<Coord>,
        reap: Option<(Bool, Vec<Cells>)>,
    },
}

/// An effect with its conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// What happens.
    pub kind: EffectKind,
    /// Where, or whether, it happens.
    pub guard: Bool,
    /// Whether the mover may do without.
    pub optional: bool,
}

/// One kind of move of a piece type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveDef {
    /// Smaller numbers come first; `u8::MAX` if none is given.
    pub priority: u8,
    /// Whether it must be made if it can be.
    pub mandatory: bool,
    /// Its name.
    pub label: Option<String>,
    /// The directions of `line` and `steps`; empty for the defaults.
    pub directions: Vec<Dir>,
    /// Who may make it; the piece's owner if `None`.
    pub owner: Option<Who>,
    /// What must hold before.
    pub pre: Bool,
    /// What is done, in order.
    pub actions: Vec<Action>,
    /// What happens after, in order.
    pub post: Vec<Effect>,
}

impl MoveDef {
    /// Whether the move takes a piece from a cell (it then has a `from`).
    pub fn pops(&self) -> bool {
        self.actions.iter().any(|a| matches!(a, Action::Pop(..)))
    }

    /// Whether the move puts a piece on a cell.
    pub fn pushes(&self) -> bool {
        self.actions.iter().any(|a| matches!(a, Action::Push { .. }))
    }

    /// Whether the move is a pass.
    pub fn passes(&self) -> bool {
        self.actions.iter().all(|a| matches!(a, Action::Pass))
    }
}

/// What an effect can do to pieces other than change them where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Pieces leave the board, or so it may seem from a cell.
    pub removes: bool,
    /// Pieces that did not make the move go from one cell to another, several at once.
    pub moves_many: bool,
}

impl EffectKind {
    /// Its entry in the schema.
    pub fn ludeme(&self) -> &'static Ludeme {
        use word::Effect as W;
        let word = match self {
            EffectKind::Capture { .. } => W::Capture,
            EffectKind::Convert { .. } => W::Convert,
            EffectKind::Rotate(_) => W::Rotate,
            EffectKind::Face(_) => W::ChangeDirn,
            EffectKind::Displace { .. } => W::Displace,
            EffectKind::SetCellState(..) => W::CellState,
            EffectKind::SetPieceState(..) => W::PieceState,
            EffectKind::IncState { .. } => W::IncState,
            EffectKind::AddFlag(..) => W::AddFlags,
            EffectKind::RemoveFlag(..) => W::RemoveFlags,
            EffectKind::Score(_) => W::Score,
            EffectKind::Repeat => W::Repeat,
            EffectKind::Swap => W::Swap,
            EffectKind::SetCellStates(_) => W::CellStates,
            EffectKind::Shift => W::Shift,
            EffectKind::Spin(..) => W::Spin,
            #[cfg(test)]
            EffectKind::Whirl(..) => W::Whirl,
            EffectKind::Sow { .. } => W::Sow,
        };
        word.ludeme()
    }

    /// Its word, by which it is refused where it is not known.
    pub fn word(&self) -> &'static str {
        self.ludeme().word
    }

    /// What it can do to pieces other than change them where they stand.
    pub fn consequences(&self) -> Consequences {
        let (removes, moves_many) = match self {
            EffectKind::Capture { .. } => (true, false),
            EffectKind::Shift | EffectKind::Sow { .. } => (true, true),
            EffectKind::Spin(..) => (false, true),
            #[cfg(test)]
            EffectKind::Whirl(..) => (false, true),
            EffectKind::Convert { .. }
            | EffectKind::Rotate(_)
            | EffectKind::Face(_)
            | EffectKind::Displace { .. }
            | EffectKind::SetCellState(..)
            | EffectKind::SetPieceState(..)
            | EffectKind::IncState { .. }
            | EffectKind::AddFlag(..)
            | EffectKind::RemoveFlag(..)
            | EffectKind::Score(_)
            | EffectKind::Repeat
            | EffectKind::Swap
            | EffectKind::SetCellStates(_) => (false, false),
        };
        Consequences { removes, moves_many }
    }
}
