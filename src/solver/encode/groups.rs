//! Groups of connected cells, recognised cell by cell: what is remembered is which of the cells with neighbours to come belong
//! together, as in counting by transfer matrices.

use super::refusal::Result;
use super::view::Setting;
use crate::board::CellId;
use crate::game::rules::Adjacency;
use crate::solver::dfa::{Reading, Set, Shape};

/// Memories of one layer while a condition is compiled.
pub(super) const MOST_MEMORIES: usize = 400_000;

/// Which groups are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One that touches so many regions.
    Touching(u32),
    /// One of at least this size.
    Size(u8),
    /// One that touches nothing.
    Enclosed,
    /// Everything in one, two cells at least.
    One,
}

impl Wanted {
    /// Whether a group is one, though more may be added to it.
    fn found(self, part: &Part) -> bool {
        match self {
            Wanted::Touching(least) => part.touches.count_ones() >= least,
            Wanted::Size(n) => part.size >= n,
            Wanted::Enclosed | Wanted::One => false,
        }
    }
}

/// A group as far as it has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    touches: u16,
    size: u8,
}

/// What must be remembered of the cells read: which of those with neighbours to come belong to which group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Front {
    cells: Vec<(CellId, u8)>,
    parts: Vec<Part>,
    /// Groups complete, and cells in groups; both only as far as that matters.
    complete: u8,
    size: u8,
}

impl Front {
    fn add(&mut self, cell: CellId, near: &[CellId], touches: u16) {
        let mut joined: Vec<u8> = self.cells.iter().filter(|(c, _)| near.contains(c)).map(|&(_, part)| part).collect();
        joined.sort_unstable();
        joined.dedup();
        let mut part = Part { touches, size: 1 };
        for &i in joined.iter().rev() {
            let other = self.parts.remove(i as usize);
            part.touches |= other.touches;
            part.size = part.size.saturating_add(other.size);
        }
        let new = self.parts.len() as u8;
        for (_, of) in &mut self.cells {
            *of = if joined.contains(of) { new } else { *of - joined.iter().filter(|j| **j < *of).count() as u8 };
        }
        self.parts.push(part);
        self.cells.push((cell, new));
        self.size = (self.size + 1).min(2);
    }

    /// Numbers the groups in the order of their cells and forgets what does not matter.
    fn tidy(&mut self, wanted: Wanted) {
        let mut order: Vec<u8> = Vec::new();
        for (_, part) in &self.cells {
            if !order.contains(part) {
                order.push(*part);
            }
        }
        self.parts = order.iter().map(|&i| self.parts[i as usize]).collect();
        for (_, part) in &mut self.cells {
            *part = order.iter().position(|o| o == part).unwrap_or(0) as u8;
        }
        if !matches!(wanted, Wanted::Size(_)) {
            self.parts.iter_mut().for_each(|part| part.size = 0);
        }
        if wanted != Wanted::One {
            (self.size, self.complete) = (0, 0);
        }
    }
}

/// The strings whose groups of own cells are as wanted.
pub(super) fn groups(
    setting: &Setting,
    shape: &Shape,
    own: &[bool],
    adjacency: Option<Adjacency>,
    touches: impl Fn(CellId) -> u16,
    wanted: Wanted,
) -> Result<Set> {
    let board = setting.board;
    let near = |c: CellId| -> Vec<CellId> {
        match adjacency {
            None => board.adjacent(c).to_vec(),
            Some(Adjacency::Direct) => board.direct(c).to_vec(),
            Some(Adjacency::Indirect) => board.indirect(c).to_vec(),
            Some(Adjacency::All) => board.direct(c).iter().chain(board.indirect(c)).copied().collect(),
        }
    };
    let near: Vec<Vec<CellId>> = board.cells().map(near).collect();
    let order = setting.order;
    // By cell: the layer after which it has no neighbours to come.
    let last_use: Vec<usize> = board
        .cells()
        .map(|c| near[c as usize].iter().chain([&c]).map(|&c| order.layer(c)).max().unwrap_or(0))
        .collect();
    let cells = board.len();
    let read = |layer: usize, front: &Front, symbol: u8| {
        // A board of groups is judged at its last cell.
        let Some(cell) = order.cell(layer) else { return Reading::Reject };
        let mut front = front.clone();
        if own[symbol as usize] {
            front.add(cell, &near[cell as usize], touches(cell));
        }
        if front.parts.iter().any(|part| wanted.found(part)) {
            return Reading::Accept;
        }
        // Cells without neighbours to come are forgotten, and with its last cell a group is complete.
        front.cells.retain(|&(c, _)| last_use[c as usize] > layer);
        let complete: Vec<usize> =
            (0..front.parts.len()).filter(|&i| !front.cells.iter().any(|&(_, part)| part as usize == i)).collect();
        for &i in complete.iter().rev() {
            let part = front.parts[i];
            match wanted {
                Wanted::Enclosed if part.touches == 0 => return Reading::Accept,
                Wanted::One => front.complete = (front.complete + 1).min(2),
                _ => {}
            }
            front.parts.remove(i);
            front.cells.iter_mut().for_each(|(_, part)| *part -= (*part as usize > i) as u8);
        }
        if wanted == Wanted::One && (front.complete > 1 || front.complete == 1 && !front.parts.is_empty()) {
            return Reading::Reject;
        }
        if layer + 1 == cells {
            let one = wanted == Wanted::One && front.complete == 1 && front.size >= 2;
            return if one { Reading::Accept } else { Reading::Reject };
        }
        front.tidy(wanted);
        Reading::Open(front)
    };
    Ok(Set::recognised(shape, Front::default(), MOST_MEMORIES, read)?)
}
