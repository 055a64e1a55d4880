//! Cells and directions, as expressions.

use super::super::rules::Turtle;
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
