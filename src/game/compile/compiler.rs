//! What every part of the rules is compiled with.

use super::super::facts;
use super::super::rules::{EffectKind, MoveDef, Player, Rules, Who};
use super::super::topology::Topology;
use crate::board::Board;

/// Rules on their board, as one player sees them.
pub(super) struct Compiler<'a, const W: usize> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub topology: &'a Topology<W>,
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

impl<'a, const W: usize> Compiler<'a, W> {
    /// Rules on their board, as White sees them.
    pub fn new(rules: &'a Rules, board: &'a Board, topology: &'a Topology<W>) -> Self {
        let turned = |m: &MoveDef| m.post.iter().any(|e| matches!(e.kind, EffectKind::Rotate(_) | EffectKind::Face(_)));
        // Only where pieces turn, or other than the mover's own are moved, is a piece on `from` looked at for its facing.
        let turns = rules.moves().any(|m| turned(m) || facts::mentions_owner_of_from(&m.pre))
            || rules.pieces.iter().any(|p| p.owner == Who::Neutral);
        Compiler { rules, board, topology, turns, player: Player::White, neutral: false }
    }

    /// Which way the player's pieces face that were not turned.
    pub fn facing(&self) -> Option<usize> {
        self.board.compass(self.rules.players[self.player.index()].facing)
    }

    /// The same for a player.
    pub fn of(self, player: Player) -> Self {
        Compiler { player, ..self }
    }
}
