//! What every part of the rules is compiled with.

use super::super::rules::{Player, Rules};
use super::super::topology::Topology;
use super::terms::Terms;
use crate::board::Board;
use std::ops::Deref;

/// Rules on their board, as one player sees them.
pub(super) struct Compiler<'a, const W: usize> {
    pub terms: Terms<'a>,
    pub topology: &'a Topology<W>,
}

impl<'a, const W: usize> Deref for Compiler<'a, W> {
    type Target = Terms<'a>;

    fn deref(&self) -> &Terms<'a> {
        &self.terms
    }
}

impl<'a, const W: usize> Compiler<'a, W> {
    /// Rules on their board, as White sees them.
    pub fn new(rules: &'a Rules, board: &'a Board, topology: &'a Topology<W>) -> Self {
        Compiler { terms: Terms::new(rules, board, topology), topology }
    }

    /// The same, seen otherwise.
    pub fn with(&self, terms: Terms<'a>) -> Self {
        Compiler { terms, topology: self.topology }
    }

    /// The same for a player.
    pub fn of(&self, player: Player) -> Self {
        self.with(Terms { player, ..self.terms })
    }
}
