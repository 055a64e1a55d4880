//! Conditions and numbers of the rules as predicates over sets.

use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Pred, Reach};
use super::super::rules::{Bool, Cells, Dir, MoveDef, Player};
use super::compiler::Compiler;
use super::setup::Setup;
use super::terms::Reached;
use crate::board::{CellId, CellSet};
use std::sync::Arc;

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn pred(&self, b: &Bool, def: Option<&MoveDef>) -> Pred<W> {
        let moved: &[Dir] = def.map_or(&[], |d| &d.directions);
        match b {
            Bool::True => Pred::True,
            Bool::And(ps) => Pred::all(&mut ps.iter().map(|p| self.pred(p, def))),
            Bool::Or(ps) => Pred::any(&mut ps.iter().map(|p| self.pred(p, def))),
            Bool::Not(p) => self.pred(p, def).negated(),
            Bool::Compare(cmp, a, b) => Pred::Compare(*cmp, self.num(a), self.num(b)),
            Bool::Empty(c) => Pred::Empty(self.cell(c)),
            Bool::Owner(c, who) => Pred::Owned(self.cell(c), self.owner_bits(*who)),
            Bool::Line(a, b, dirs) => {
                Pred::Reach(self.cell(a), self.cell(b), sets(self.line_reach(dirs, moved)), Arc::default())
            }
            Bool::Steps(path) => {
                let (tables, paths) = self.step_reach(path, moved);
                Pred::Reach(CellExpr::From, CellExpr::To, sets(tables), Arc::new(paths))
            }
            Bool::Connected(None, who) => match def.is_some_and(MoveDef::pops) {
                true => {
                    let (tables, paths) = self.adjacent_reach(moved);
                    Pred::Reach(CellExpr::From, CellExpr::To, sets(tables), Arc::new(paths))
                }
                false => Pred::NextTo(CellExpr::To, self.owner_bits(*who)),
            },
            Bool::Connected(Some(c), who) => Pred::NextTo(self.cell(c), self.owner_bits(*who)),
            Bool::Adjacent(a, b) => Pred::Adjacent(self.cell(a), self.cell(b)),
            #[cfg(test)]
            Bool::Abutting(a, b) => Pred::Abutting(self.cell(a), self.cell(b)),
            Bool::Same(a, b) => Pred::Same(self.cell(a), self.cell(b)),
            Bool::OnBoard(c) => Pred::OnBoard(self.cell(c)),
            Bool::InRegion(c, cells) => Pred::In(self.cell(c), self.cells(cells, self.player)),
            Bool::IsPiece(c, record) => Pred::Matches(self.cell(c), self.filter(record, 7)),
            Bool::Flagged(c, flag) => Pred::Flagged(self.cell(c), *flag),
            Bool::Captures(how) => Pred::Captures(*how, if self.neutral { Owner::Nobody } else { self.player.into() }),
            Bool::Attacked(c) => Pred::Attacked(self.cell(c)),
            Bool::FirstMove => Pred::FirstMove,
            Bool::Onward => Pred::Onward,
            Bool::Continuing => Pred::Continuing,
        }
    }

    /// One step in the adjacent directions, or those of the move.
    /// The union of sets of cells, filtered by the phases among them.
    pub(super) fn cells(&self, cells: &[Cells], player: Player) -> CellSet<W> {
        let setup = Setup { rules: self.rules, board: self.board };
        setup.union(cells, player, 0).into_iter().collect()
    }

    /// The sets of regions of which one is to be connected.
    pub(super) fn regions(&self, count: Option<u32>, cells: &[Cells]) -> Vec<Vec<CellSet<W>>> {
        let set = |region: Vec<CellId>| region.into_iter().collect();
        let all = self.rules.connections(self.board, count, cells, self.player).into_iter();
        all.map(|regions| regions.into_iter().map(set).collect()).collect()
    }
}

fn sets<const W: usize>(reached: Reached) -> Reach<W> {
    let set = |cells: Vec<CellId>| cells.into_iter().collect();
    Arc::new(reached.into_iter().map(|by_cell| by_cell.into_iter().map(set).collect()).collect())
}
