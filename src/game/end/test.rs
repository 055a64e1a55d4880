//! Conditions on a position, compiled.

use super::super::predicate::{CellExpr, Filter, Num};
use super::super::rules::{Cmp, ReachCount, StateId};
use super::super::topology::Topology;
use crate::board::CellSet;

/// Which neighbours a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    Direct,
    Indirect,
    All,
    Adjacent,
}

impl Near {
    /// By cell: its neighbours.
    pub(crate) fn masks<const W: usize>(self, topology: &Topology<W>) -> &[CellSet<W>] {
        match self {
            Near::Direct => &topology.direct,
            Near::Indirect => &topology.indirect,
            Near::Adjacent => &topology.adjacent,
            Near::All => &topology.around,
        }
    }
}

/// Which cells a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Selector {
    pub filter: Filter,
    /// Pieces at any height of a stack count.
    pub buried: bool,
}

/// A condition without parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test<const W: usize> {
    Compare(Cmp, Num, Num),
    Connect {
        regions: Vec<CellSet<W>>,
        pieces: Selector,
        near: Near,
    },
    Cycle {
        pieces: Selector,
    },
    Group {
        size: Option<u32>,
        exactly: bool,
        pieces: Selector,
        near: Near,
    },
    InARow {
        length: u32,
        exactly: bool,
        pieces: Selector,
        axes: Vec<usize>,
    },
    /// Cell maps of each embedding: the cells of the pattern by first cell.
    Pattern {
        embeddings: Vec<Vec<Option<CellSet<W>>>>,
        pieces: Selector,
    },
    Reach {
        goal: CellSet<W>,
        count: ReachCount,
        pieces: Selector,
    },
    Capture {
        count: u32,
        kinds: u16,
    },
    Threatened {
        kinds: u16,
    },
    Path {
        goal: CellSet<W>,
        pieces: Selector,
    },
    Eliminate {
        filter: Filter,
    },
    Score(Option<i32>),
    Stack {
        height: u32,
        exactly: bool,
        filter: Filter,
        own_only: bool,
    },
    #[cfg(test)]
    Heap {
        height: u32,
        exactly: bool,
        filter: Filter,
        own_only: bool,
    },
    CellState {
        state: StateId,
        cell: CellExpr,
    },
    PieceState {
        state: StateId,
        filter: Filter,
    },
    NoMove,
    AllPassed,
    Full,
}

impl<const W: usize> Test<W> {
    /// Whether the condition is about who cannot move or passed: false after a move, while the other player has one too.
    pub(crate) fn is_about_moving(&self) -> bool {
        matches!(self, Test::NoMove | Test::AllPassed)
    }
}
