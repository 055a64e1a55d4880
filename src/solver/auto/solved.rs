//! What a method finds.

use super::method::Method;
use crate::solver::solution::Values;
use crate::solver::{PlyRow, Value};

/// A game solved, in the same form for every method.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Who wins.
    pub value: Value,
    /// Moves to the win if the winner is as quick and the loser as slow as possible; none for a draw, or where the method does not tell.
    pub plies: Option<u32>,
    /// The method that found it.
    pub method: Method,
    /// Positions reached, or nodes searched.
    pub positions: u64,
    /// The most states that the automata of one ply have, for methods on sets.
    pub states: Option<u64>,
    /// About the most memory that positions took at any time, in bytes.
    pub peak_bytes: u64,
    /// The positions by ply; empty for a search.
    pub table: Vec<PlyRow>,
    /// The values of all positions, if they are asked for and the method finds them.
    pub values: Option<Values>,
}
