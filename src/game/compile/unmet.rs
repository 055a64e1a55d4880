//! Why a move is not legal: which parts of its definition's condition do not hold.

use super::super::Game;
use super::super::context::Context;
use super::super::rules::{Bool, Who};
use super::super::state::{NOWHERE, State};
use super::compiler::Compiler;
use super::terms::Terms;
use crate::board::CellId;

/// The parts of a condition that all have to hold, in the order in which the rules have them.
fn conjuncts<'b>(condition: &'b Bool, out: &mut Vec<&'b Bool>) {
    match condition {
        Bool::And(parts) => parts.iter().for_each(|part| conjuncts(part, out)),
        part => out.push(part),
    }
}

impl<const W: usize> Game<W> {
    /// The parts of the condition of a piece's move that do not hold for the player to move, on the way from one cell (if it leaves one) to
    /// another: whether each part holds. Piece and definition are numbered as in the rules.
    ///
    /// This compiles the condition anew: it is for explaining, not for play.
    pub fn parts_met(
        &self,
        state: &State<W>,
        piece: usize,
        definition: usize,
        from: Option<CellId>,
        to: CellId,
    ) -> Vec<bool> {
        let def = &self.rules.pieces[piece].moves[definition];
        let compiler = Compiler::new(&self.rules, &self.board, &self.topology).of(state.mover);
        let neutral = self.rules.pieces[piece].owner == Who::Neutral;
        let compiler = compiler.with(Terms { neutral, ..compiler.terms });
        let context =
            Context { from: from.unwrap_or(NOWHERE), to, current: to, ..Context::before(self, state, state.mover) };
        let mut parts = Vec::new();
        conjuncts(&def.pre, &mut parts);
        parts.iter().map(|part| context.holds(&compiler.pred(part, Some(def)))).collect()
    }
}
