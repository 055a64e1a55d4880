//! Conditions on a position, compiled.

use super::super::Game;
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Filter, Num};
use super::super::rules::StateId;
use super::super::rules::{Cmp, ReachCount};
use super::super::state::State;
use crate::board::{CellId, CellSet};

/// Which neighbours a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    Direct,
    Indirect,
    All,
    Adjacent,
}

impl Near {
    pub(crate) fn masks<const W: usize>(self, game: &Game<W>) -> &[CellSet<W>] {
        let t = &game.topology;
        match self {
            Near::Direct => &t.direct,
            Near::Indirect => &t.indirect,
            Near::Adjacent => &t.adjacent,
            Near::All => &t.around,
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

impl<const W: usize> Game<W> {
    /// The cells that a condition looks at.
    pub(crate) fn selected(&self, state: &State<W>, selector: &Selector) -> CellSet<W> {
        if !selector.buried {
            return self.matching(state, &selector.filter);
        }
        let any =
            |c: &CellId| (0..self.height(state, *c)).any(|i| selector.filter.matches(self.piece_at(state, *c, i)));
        state.occupied().iter().filter(any).collect()
    }

    /// Where paths begin, and the cells that they may go through.
    pub(crate) fn field(&self, state: &State<W>, pieces: &Selector) -> (CellSet<W>, CellSet<W>) {
        let own = self.selected(state, pieces);
        (own, self.topology.all.minus(&state.owned[Owner::Nobody]) | own)
    }
}

/// Whether a number is at least another, or just that.
pub(super) fn reaches(number: u32, least: u32, exactly: bool) -> bool {
    if exactly { number == least } else { number >= least }
}
