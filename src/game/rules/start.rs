//! Regions of the board, and what stands on it and is held in hand at the start.

use super::cells::Cells;
use super::player::Player;
use super::record::PieceRecord;

/// Pieces on the board at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which piece; an owner of `None` or `All` means each player who may own it.
    pub piece: PieceRecord,
    /// How many, counted from the first cell; all cells if `None`.
    pub count: Option<u32>,
    /// Where: the union of these, filtered by phases.
    pub cells: Vec<Cells>,
    /// The opponent gets the cells mirrored top to bottom.
    pub mirror: bool,
    /// The opponent gets the cells after a half turn.
    pub rotate: bool,
}

/// Pieces in hand at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InHand {
    /// Which piece; an owner of `None` or `All` means each player.
    pub piece: PieceRecord,
    /// How many.
    pub count: u32,
}

/// A declared region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Who owns it; each player if `None`.
    pub owner: Option<Player>,
    /// Its cells.
    pub cells: Vec<Cells>,
}
