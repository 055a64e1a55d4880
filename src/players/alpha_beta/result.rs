//! What a search returns.

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// The value of the position for its mover: an evaluation, 0 for a draw, or a win or loss with its distance
    /// (see [`plies_to_end`](crate::players::value::plies_to_end)).
    pub value: i32,
    /// The depth completed, in plies. Less than asked for when the budget ran out or the value was exact before.
    pub depth: u32,
    /// Moves made in the search.
    pub nodes: u64,
    /// The principal variation, `best` first. It is shorter than `depth` where the transposition table answered.
    pub principal_variation: Vec<M>,
    /// The value is the true value of the position under perfect play: no evaluation had a part in it.
    pub exact: bool,
}

/// The value of one move at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RootValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: i32,
    /// Whether the value is the true one under perfect play.
    pub exact: bool,
}

/// The values of all moves of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootValues<M> {
    /// One value for each legal move, in the order of the game's move list.
    pub values: Vec<RootValue<M>>,
    /// The index of the move that the first pass prefers, the first of equals. It looks one ply ahead, but for two-ply searches without
    /// a budget, which need but one pass.
    pub first: usize,
    /// The depth completed for all moves, the move itself being the first ply.
    pub depth: u32,
    /// Moves made in the search.
    pub nodes: u64,
}
