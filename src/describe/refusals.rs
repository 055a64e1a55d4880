//! What is said of moves that are not legal.

/// A move, and what is the case where it is not legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What the move does, such as “move a man to an adjacent empty cell”.
    pub r#move: String,
    /// For each part of its condition: what is the case where that does not hold.
    pub parts: Vec<String>,
}

/// For each move of each piece, as the rules number them, why it is not legal; and what holds for all moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// By piece and move.
    pub moves: Vec<Vec<Refusal>>,
    /// What forbids moves whatever their own conditions say, a sentence each.
    pub constraints: Vec<String>,
}
