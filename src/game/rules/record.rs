//! Which pieces a rule is about.

use super::player::Who;
use super::state_id::StateId;

/// Which pieces are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PieceRecord {
    /// Index into [`Rules::pieces`](super::Rules::pieces); any type if `None`.
    pub kind: Option<usize>,
    /// Whose; anybody's if `None`.
    pub owner: Option<Who>,
    /// In this state.
    pub state: Option<StateId>,
    /// With all of these flags, as bits in the order of [`Rules::flags`](super::Rules::flags).
    pub flags: u8,
}

impl PieceRecord {
    /// Whether the record names nothing but a type and an owner.
    pub fn is_plain(&self) -> bool {
        self.state.is_none() && self.flags == 0
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Cells without a piece.
    Empty,
    /// Cells topped by such a piece.
    Pieces(PieceRecord),
}
