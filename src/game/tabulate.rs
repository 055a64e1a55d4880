//! Conditions on two cells that the board alone decides, looked up instead of evaluated.
//!
//! What a condition on `from` and `to` says of distances, rows, regions or steps does not change during play. Such parts of a
//! condition become tables: for each `from` the cells `to` for which they hold.

use super::Game;
use super::context::Context;
use super::definition::Kernel;
use super::mask::CellCondition;
use super::predicate::{CellExpr, Pred, Variable};
use super::rules::Player;
use crate::board::{CellId, CellSet};

/// How many pairs of cells a game may have in its tables. Beyond this, conditions are evaluated as they come up.
const MAX_PAIRS: usize = 4 << 20;
/// What is as cheap as a table is left as it is.
const CHEAP: u32 = 2;

impl<const W: usize> Game<W> {
    /// The same game with tables in the place of what does not change.
    pub(super) fn tabulated(self) -> Self {
        let mut pairs = MAX_PAIRS;
        let mut tabulated = Player::each(|player| {
            let mut tabulator = Tabulator { game: &self, player, pairs: &mut pairs };
            self.sides[player].defs.iter().map(|def| tabulator.kernel(&def.kernel)).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, tabulated) in sides.iter_mut().zip(&mut tabulated) {
            for (def, kernel) in side.defs.iter_mut().zip(tabulated) {
                if let Some(kernel) = kernel.take() {
                    def.kernel = kernel;
                }
            }
        }
        Game { sides, ..self }
    }
}

struct Tabulator<'g, const W: usize> {
    game: &'g Game<W>,
    player: Player,
    /// How many more pairs there may be.
    pairs: &'g mut usize,
}

impl<const W: usize> Tabulator<'_, W> {
    /// The same kernel with tables, if it has any use for them.
    fn kernel(&mut self, kernel: &Kernel<W>) -> Option<Kernel<W>> {
        match kernel {
            Kernel::FromTo { on_from, on_to, on_both, slide } => Some(Kernel::FromTo {
                on_from: self.on_cell(on_from, Variable::From).unwrap_or_else(|| on_from.clone()),
                on_to: self.on_cell(on_to, Variable::To).unwrap_or_else(|| on_to.clone()),
                on_both: self.pred(on_both.clone()),
                slide: slide.clone(),
            }),
            Kernel::Drop(on_to) => self.on_cell(on_to, Variable::To).map(Kernel::Drop),
            Kernel::Pass(_) | Kernel::Paths(_) | Kernel::Remove { .. } => None,
        }
    }

    /// A condition on one cell with the cells for which its fixed parts hold in their place, if it has parts that take time.
    fn on_cell(&self, condition: &CellCondition<W>, variable: Variable) -> Option<CellCondition<W>> {
        let other = if variable == Variable::To { Variable::From } else { Variable::To };
        let fixed = |p: &&Pred<W>| p.is_static() && p.depends_on(variable) && !p.depends_on(other) && p.cost() > CHEAP;
        let (fixed, rest): (Vec<_>, Vec<_>) = condition.pred.conjuncts().iter().partition(fixed);
        if fixed.is_empty() {
            return None;
        }
        let context = Context::before(self.game, &self.game.start, self.player);
        let holds = |&c: &CellId| fixed.iter().all(|p| context.with(variable, c).holds(p));
        let cells = (0..self.game.topology.cells as CellId).filter(holds).collect();
        let place = if variable == Variable::To { CellExpr::To } else { CellExpr::From };
        let all = Pred::all(&mut std::iter::once(Pred::In(place, cells)).chain(rest.into_iter().cloned()));
        Some(CellCondition::new(all, variable, &self.game.topology))
    }

    fn pred(&mut self, pred: Pred<W>) -> Pred<W> {
        match pred {
            pred if pred.is_static() => self.table(pred),
            Pred::And(parts) => Pred::And(self.parts(parts, Pred::And)),
            Pred::Or(parts) => Pred::Or(self.parts(parts, Pred::Or)),
            Pred::Not(part) => Pred::Not(Box::new(self.pred(*part))),
            pred => pred,
        }
    }

    /// The parts with those that do not change joined in one table, which comes first.
    fn parts(&mut self, parts: Vec<Pred<W>>, join: fn(Vec<Pred<W>>) -> Pred<W>) -> Vec<Pred<W>> {
        let (fixed, changing): (Vec<_>, Vec<_>) = parts.into_iter().partition(Pred::is_static);
        let table = (!fixed.is_empty()).then(|| self.table(join(fixed)));
        table.into_iter().chain(changing.into_iter().map(|p| self.pred(p))).collect()
    }

    fn table(&mut self, pred: Pred<W>) -> Pred<W> {
        let cells = self.game.topology.cells;
        let by_both = pred.depends_on(Variable::From) || pred.depends_on(Variable::To);
        if !by_both || pred.cost() <= CHEAP || *self.pairs < cells * cells {
            return pred;
        }
        *self.pairs -= cells * cells;
        let context = Context::before(self.game, &self.game.start, self.player);
        let row = |from: CellId| Context { from, ..context }.set(&pred, Variable::To, self.game.topology.all);
        Pred::Table((0..cells as CellId).map(row).collect::<Vec<CellSet<W>>>().into())
    }
}
