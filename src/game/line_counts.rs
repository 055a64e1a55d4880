//! Comparisons of how many cells of a straight path hold something, for all origins of the path at once.

use super::board_view::View;
use super::predicate::{CellExpr, Num, Pred, TargetFilter};
use super::state::NOWHERE;
use super::topology::{Shifts, Topology};
use crate::board::{Board, CellId, CellSet};

/// The most cells that are counted on a path: as many as fit into the bits of [`LineCount::counts`] and its planes.
const MAX_BETWEEN: usize = 15;

/// A straight path: by origin its end, and its length, which is the same from everywhere.
pub(super) struct StraightPath<'a> {
    pub map: &'a [CellId],
    /// The distance of its ends on the board, if it is the same from everywhere.
    pub distance: Option<i32>,
}

impl<'a> StraightPath<'a> {
    /// The path of a map, with the distance of its ends.
    pub fn of(map: &'a [CellId], board: &Board) -> Self {
        let ends = (0..).zip(map).filter(|(_, to)| **to != NOWHERE);
        let mut distances = ends.map(|(from, &to)| board.distance(from, to).map(|d| d as i32));
        let first = distances.next().flatten();
        StraightPath { map, distance: first.filter(|_| distances.all(|d| d == first)) }
    }
}

/// So many of the cells between the ends of a path must hold something.
#[derive(Clone, Debug)]
pub(super) struct LineCount<const W: usize> {
    /// From the origin to each of the cells between.
    between: Vec<Shifts<W>>,
    /// What is counted, as contents.
    content: u8,
    /// The counts for which the comparison holds, as bits.
    counts: u32,
}

impl<const W: usize> LineCount<W> {
    /// The comparison in this form, if it is one of numbers of one content between the ends of a path, of its length and of constants.
    pub fn of(pred: &Pred<W>, path: &StraightPath, topology: &Topology<W>) -> Option<Self> {
        let Pred::Compare(cmp, a, b) = pred else { return None };
        if !topology.has_simple_rays() {
            return None;
        }
        let mut content = None;
        if !is_of_path(a, path, &mut content) || !is_of_path(b, path, &mut content) {
            return None;
        }
        let between = cells_between(path.map, topology)?;
        let holds = |count: usize| cmp.holds(value(a, count as i32, path), value(b, count as i32, path));
        let counts = (0..=between.len()).filter(|&count| holds(count)).fold(0, |bits, count| bits | 1 << count);
        let between = between.iter().map(|map| Shifts::of(map)).collect();
        Some(LineCount { between, content: content?, counts })
    }

    /// Whether it holds nowhere.
    pub fn is_never(&self) -> bool {
        self.counts == 0
    }

    /// How many cells it looks at.
    pub fn length(&self) -> usize {
        self.between.len()
    }

    /// The cells of `candidates` from which the path has one of the counts.
    pub fn restrict(&self, view: &View<W>, candidates: CellSet<W>) -> CellSet<W> {
        if candidates.is_empty() {
            return candidates;
        }
        let counted = view.holding(self.content);
        if self.counts == 1 {
            return self.between.iter().fold(candidates, |left, step| left.minus(&step.preimage(counted)));
        }
        // Bit-sliced: plane i holds bit i of the count of every origin.
        let mut planes = [CellSet::<W>::EMPTY; MAX_BETWEEN.ilog2() as usize + 1];
        let needed = self.between.len().checked_ilog2().map_or(0, |log| log as usize + 1);
        let planes = &mut planes[..needed];
        for step in &self.between {
            let mut carry = step.preimage(counted);
            for plane in planes.iter_mut() {
                let both = *plane & carry;
                *plane ^= carry;
                carry = both;
            }
        }
        let equal = |count: usize| {
            planes.iter().enumerate().fold(candidates, |set, (bit, plane)| {
                if count >> bit & 1 != 0 { set & *plane } else { set.minus(plane) }
            })
        };
        let counts = (0..=self.between.len()).filter(|count| self.counts >> count & 1 != 0);
        counts.fold(CellSet::EMPTY, |found, count| found | equal(count))
    }
}

/// Whether a number is one of a path: a constant, its length, how much of one content there is between its ends, or a product of these.
fn is_of_path(number: &Num, path: &StraightPath, content: &mut Option<u8>) -> bool {
    match number {
        Num::Const(_) => true,
        Num::Distance(CellExpr::From, CellExpr::To) => path.distance.is_some(),
        Num::Between(filter, CellExpr::From, CellExpr::To) if filter.is_of_sets() => {
            let this = match filter {
                TargetFilter::Empty => 8,
                TargetFilter::Pieces(filter) => filter.owners & 7,
            };
            *content.get_or_insert(this) == this
        }
        Num::Product(factors) => factors.iter().all(|n| is_of_path(n, path, content)),
        _ => false,
    }
}

/// What such a number comes to, where so much is between the ends.
fn value(number: &Num, count: i32, path: &StraightPath) -> i32 {
    match number {
        Num::Const(n) => *n,
        Num::Distance(..) => path.distance.unwrap_or(0),
        Num::Product(factors) => factors.iter().fold(1, |all, n| all.saturating_mul(value(n, count, path))),
        _ => count,
    }
}

/// For each step of a straight path but the last: where it leads, by origin. `None` if the path is not straight or its length is not the same from
/// everywhere.
fn cells_between<const W: usize>(map: &[CellId], topology: &Topology<W>) -> Option<Vec<Vec<CellId>>> {
    let mut between: Option<Vec<Vec<CellId>>> = None;
    for (from, &to) in (0..).zip(map).filter(|(_, to)| **to != NOWHERE) {
        let (direction, steps) = topology.line(from, to)?;
        let count = steps as usize - 1;
        let maps = between.get_or_insert_with(|| vec![vec![NOWHERE; map.len()]; count]);
        if maps.len() != count || count > MAX_BETWEEN {
            return None;
        }
        for (map, cell) in maps.iter_mut().zip(topology.ray(from, direction)) {
            map[from as usize] = cell;
        }
    }
    between
}

/// Whether a condition compares how much is between the ends of a move.
pub(super) fn counts_between<const W: usize>(pred: &Pred<W>) -> bool {
    fn counts(number: &Num) -> bool {
        match number {
            Num::Between(..) => true,
            Num::Product(factors) => factors.iter().any(counts),
            _ => false,
        }
    }
    matches!(pred, Pred::Compare(_, a, b) if counts(a) || counts(b))
}
