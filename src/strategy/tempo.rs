//! The advisors `parity` and `room`: who will run out of moves where both players move the same pieces, or must not crowd their own.

use super::advisor::{Advisor, leaves};
use super::context::EvaluationContext;
use super::parity::{Parity, crowding_loses};
use crate::board::CellSet;
use crate::game::Game;
use crate::game::end::{Selector, Test};
use crate::game::rules::{Player, ReachCount, Verdict};

/// By how much the value of the surest parity differs from ½.
const SURE: f64 = 0.45;
/// From this worth on a row lacks one piece only.
const ONE_MISSING: f64 = 0.25;

/// What the two advisors need to know of a game.
pub(super) struct Tempo<const W: usize> {
    parity: Option<Parity>,
    /// Who moves last loses.
    misere: bool,
    /// By player: regions, the pieces counted in them, and how many of these lose.
    crowded: [Vec<(CellSet<W>, Selector, u32)>; 2],
}

impl<const W: usize> Tempo<W> {
    pub fn new(game: &Game<W>) -> Self {
        let rules = game.rules();
        let crowded = Player::each(|player| {
            if !crowding_loses(rules, player) {
                return Vec::new();
            }
            let clauses = game.clauses(player);
            let lost = clauses.clauses.iter().filter(|(verdict, _)| *verdict == Verdict::Lose);
            let atoms = lost.flat_map(|(_, tree)| tree.atoms()).filter_map(|i| clauses.atoms.get(i));
            let region = |test: &Test<W>| match test {
                Test::Reach { goal, count: ReachCount::Count(n), pieces } if *n > 1 => Some((*goal, *pieces, *n)),
                _ => None,
            };
            atoms.filter_map(|atom| region(&atom.test)).collect()
        });
        let misere = rules
            .end
            .iter()
            .any(|clause| clause.verdict == Verdict::Win && leaves(&clause.condition).contains(&Some(Advisor::Block)));
        Tempo { parity: Parity::of(rules), misere, crowded }
    }

    /// For both players, how likely the number of moves left is to suit them: the surer the fewer these are.
    ///
    /// `rows` is how near the rows of nobody's pieces are.
    pub fn parity(&self, context: &EvaluationContext<W>, rows: impl Fn() -> f64) -> [f64; 2] {
        let mover = context.state.mover;
        let lead = match self.parity {
            None => 0.0,
            Some(Parity::Rows) => {
                // A row that lacks one piece is the mover's, one that lacks two is a trap.
                let near = rows();
                SURE * if near >= ONE_MISSING { near } else { -near }
            }
            Some(parity) => {
                let moves = context.mobility(mover);
                if parity == Parity::Forwards && context.mobility(mover.opponent()) != moves {
                    return [0.5; 2];
                }
                let suits = (moves % 2.0 == 1.0) != self.misere;
                SURE / moves.max(1.0).sqrt() * if suits { 1.0 } else { -1.0 }
            }
        };
        Player::each(|p| if p == mover { 0.5 + lead } else { 0.5 - lead })
    }

    /// For both players, the share of the empty cells that may be filled without losing.
    pub fn room(&self, context: &EvaluationContext<W>) -> [f64; 2] {
        let (game, state) = (context.game, context.state);
        let empty = game.topology.all.minus(&state.occupied());
        Player::each(|p| {
            let crowded = &self.crowded[p.index()];
            let full =
                crowded.iter().filter(|(region, pieces, n)| (game.selected(state, pieces) & *region).len() + 1 >= *n);
            let safe = full.fold(empty, |safe, (region, ..)| safe.minus(region));
            safe.len() as f64 / empty.len().max(1) as f64
        })
    }
}
