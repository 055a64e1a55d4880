//! Why a game on sets or arrays is not solved.

use crate::solver::dfa;

/// Why a game on sets or arrays is not solved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Sets cannot be made, combined, saved or loaded, or memory or work is used up.
    #[error(transparent)]
    Sets(#[from] dfa::Error),
    /// Positions are left after the most plies a game was said to last.
    #[error("play goes on after {plies} plies")]
    Endless {
        /// The plies after which there was to be an end.
        plies: u32,
    },
    /// A turn may lead back to a class of positions.
    #[error(
        "a turn can lead back to as many pieces of each kind as there were before, so positions cannot be solved one such class after the other"
    )]
    Recurring,
    /// A game in which cells are not filled one by one by pieces that stay.
    #[error("this is no game in which each turn fills one cell and pieces stay: {0}")]
    NotFilling(&'static str),
    /// More positions are reached than allowed.
    #[error("not done within {limit} positions")]
    Positions {
        /// Positions allowed.
        limit: u64,
    },
}
