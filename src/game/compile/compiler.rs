//! What every part of the rules is compiled with.

use super::super::rules::{Player, Rules};
use super::super::topology::Topology;
use crate::board::Board;

/// Rules on their board, as one player sees them.
pub(super) struct Compiler<'a, const W: usize> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub topology: &'a Topology<W>,
    pub facing: [Option<usize>; 2],
    /// Whether pieces may come to face elsewhere than their owner.
    pub turns: bool,
    pub player: Player,
    /// Whether the move being compiled is that of a neutral piece.
    pub neutral: bool,
}

impl<const W: usize> Clone for Compiler<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Compiler<'_, W> {}

impl<const W: usize> Compiler<'_, W> {
    /// Which way the player's pieces face that were not turned.
    pub fn facing(&self) -> Option<usize> {
        self.facing[self.player.index()]
    }
}
