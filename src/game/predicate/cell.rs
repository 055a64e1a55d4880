//! Cells and directions, as expressions.

use super::super::context::Context;
use super::super::rules::Turtle;
use super::super::state::NOWHERE;
use super::Variable;
use crate::board::CellId;

/// A direction that may depend on the facing of the moving piece.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Direction {
    /// This direction of the board.
    Is(usize),
    /// No direction of this tiling.
    Nowhere,
    /// Relative to the piece's own facing.
    Facing(Turtle),
}

/// A cell, as an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CellExpr {
    From,
    To,
    Current,
    Over,
    Middle,
    Last,
    Fixed(CellId),
    Step(Box<CellExpr>, Direction, u32),
    Ahead(Box<CellExpr>, u32),
}

impl CellExpr {
    /// Whether the place depends on the variable. Before a move `current` is `to`.
    pub(crate) fn depends_on(&self, variable: Variable) -> bool {
        match self {
            CellExpr::From => variable == Variable::From,
            CellExpr::To => variable == Variable::To,
            CellExpr::Current => variable != Variable::From,
            CellExpr::Over | CellExpr::Middle => variable != Variable::Current,
            CellExpr::Ahead(inner, _) => variable != Variable::Current || inner.depends_on(variable),
            CellExpr::Last | CellExpr::Fixed(_) => false,
            CellExpr::Step(inner, direction, _) => {
                inner.depends_on(variable) || (variable == Variable::From && matches!(direction, Direction::Facing(_)))
            }
        }
    }

    /// Whether the cells of a move alone decide, whatever the position.
    pub(crate) fn is_static(&self) -> bool {
        match self {
            CellExpr::From
            | CellExpr::To
            | CellExpr::Current
            | CellExpr::Over
            | CellExpr::Middle
            | CellExpr::Fixed(_) => true,
            CellExpr::Ahead(inner, _) => inner.is_static(),
            CellExpr::Last => false,
            CellExpr::Step(inner, direction, _) => inner.is_static() && !matches!(direction, Direction::Facing(_)),
        }
    }

    pub(crate) fn is(&self, variable: Variable) -> bool {
        match self {
            CellExpr::From => variable == Variable::From,
            CellExpr::To => variable == Variable::To,
            CellExpr::Current => variable != Variable::From,
            _ => false,
        }
    }
}

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
