//! Piece types.

use super::moves::MoveDef;
use super::player::Who;
use super::state_id::StateId;

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceDef {
    /// Its name.
    pub name: String,
    /// Who may own it.
    pub owner: Who,
    /// How it is drawn.
    pub label: Option<String>,
    /// Its worth.
    pub value: i32,
    /// The state of a new piece.
    pub state: StateId,
    /// The flags of a new piece.
    pub flags: u8,
    /// What it may do.
    pub moves: Vec<MoveDef>,
}
