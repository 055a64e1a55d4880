//! Win, draw or loss, from the side of the player to move.

/// What a position is worth to the player to move. The least is the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The player to move loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player to move wins.
    Win,
}
