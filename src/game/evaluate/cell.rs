//! Cells and directions, found with every coordinate fixed.

use super::super::context::Context;
use super::super::predicate::{CellExpr, Direction};
use super::super::state::NOWHERE;
use crate::board::CellId;

impl<const W: usize> Context<'_, W> {
    fn direction(&self, direction: &Direction) -> Option<usize> {
        match direction {
            Direction::Is(d) => Some(*d),
            Direction::Nowhere => None,
            Direction::Facing(turtle) => self.game.turtle(self.facing(), *turtle),
        }
    }

    pub fn cell(&self, expr: &CellExpr) -> CellId {
        match expr {
            CellExpr::From => self.from,
            CellExpr::To => self.to,
            CellExpr::Current => self.current,
            CellExpr::Last => self.state.last_to,
            CellExpr::Fixed(c) => *c,
            CellExpr::Over => match self.game.topology.line(self.from, self.to) {
                Some((d, _)) => self.game.topology.next(self.to, self.game.topology.opposite[d]),
                None => NOWHERE,
            },
            CellExpr::Middle => match self.game.topology.line(self.from, self.to) {
                Some((d, steps)) if steps.is_multiple_of(2) => self.stepped_from(self.from, d, steps / 2),
                _ => NOWHERE,
            },
            CellExpr::Step(inner, direction, count) => match self.direction(direction) {
                Some(d) => self.stepped_from(self.cell(inner), d, *count),
                None => NOWHERE,
            },
            CellExpr::Ahead(inner, count) => match self.game.topology.line(self.from, self.to) {
                Some((d, _)) => self.stepped_from(self.cell(inner), d, *count),
                None => NOWHERE,
            },
        }
    }

    fn stepped_from(&self, mut cell: CellId, d: usize, count: u32) -> CellId {
        for _ in 0..count {
            if cell == NOWHERE {
                break;
            }
            cell = self.game.topology.next(cell, d);
        }
        cell
    }
}
