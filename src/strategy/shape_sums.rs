//! The advisor `pattern` in searches: how the shapes are filled, carried from one position to the next.
//!
//! As with lines, the logarithms of the factors are added as numbers with a fixed point.

use super::fixed_point::{self, FULL, MAX_TERMS};
use super::shapes::Shapes;
use crate::board::{CellId, CellSet};

/// Which shapes have a cell, and what they are worth.
pub(super) struct ShapeSums {
    /// By cell: where its shapes begin in the list, and where the last ends.
    starts: Vec<u32>,
    shapes: Vec<u16>,
    /// By shape: how many cells it has.
    sizes: Vec<u16>,
    /// The doubt of a shape, by how many pieces it lacks.
    doubt: Vec<u64>,
}

/// How the shapes are filled in the position before the last move.
pub(super) struct ShapeMemory<const W: usize> {
    own: CellSet<W>,
    others: CellSet<W>,
    /// By shape: own and others' pieces.
    filled: Vec<[u16; 2]>,
    total: u64,
}

impl<const W: usize> ShapeMemory<W> {
    pub fn new() -> Self {
        ShapeMemory { own: CellSet::EMPTY, others: CellSet::EMPTY, filled: Vec::new(), total: 0 }
    }
}

impl ShapeSums {
    /// `None` if there are too many shapes, or shapes without cells.
    pub fn new<const W: usize>(cells: usize, shapes: &Shapes<W>) -> Option<Self> {
        let sets = shapes.sets();
        if sets.len() > MAX_TERMS || sets.iter().any(|(_, size)| *size == 0) {
            return None;
        }
        let mut sums = ShapeSums { starts: vec![0], shapes: Vec::new(), sizes: Vec::new(), doubt: vec![FULL] };
        for cell in 0..cells as CellId {
            let having = sets.iter().enumerate().filter(|(_, (set, _))| set.contains(cell));
            sums.shapes.extend(having.map(|(i, _)| i as u16));
            sums.starts.push(sums.shapes.len() as u32);
        }
        sums.sizes = sets.iter().map(|(_, size)| *size as u16).collect();
        let most = sums.sizes.iter().copied().max().unwrap_or(0);
        sums.doubt.extend((1..=most as usize).map(|missing| fixed_point::of(Shapes::<W>::factor(missing).ln())));
        Some(sums)
    }

    /// As [`Shapes::worth`], but for an [error](fixed_point::ERROR). Quick for a position that differs little from the last one.
    pub fn worth<const W: usize>(
        &self,
        known: &mut ShapeMemory<W>,
        own: CellSet<W>,
        others: CellSet<W>,
        last: CellId,
    ) -> f64 {
        known.filled.resize(self.sizes.len(), [0; 2]);
        let changes = [own ^ known.own, others ^ known.others];
        let mut lasting = changes[0] | changes[1];
        let tried = (last as usize) + 1 < self.starts.len() && lasting.contains(last);
        if tried {
            lasting.remove(last);
        }
        if !lasting.is_empty() {
            known.own ^= changes[0] & lasting;
            known.others ^= changes[1] & lasting;
            for cell in lasting {
                let steps = steps([known.own, known.others], &changes, cell);
                for &shape in self.having(cell) {
                    let filled = &mut known.filled[shape as usize];
                    let old = self.doubt(shape, *filled);
                    *filled = added(*filled, steps);
                    known.total = known.total.wrapping_sub(old).wrapping_add(self.doubt(shape, *filled));
                }
            }
        }
        let mut total = known.total;
        if tried {
            let steps = steps([own, others], &changes, last);
            for &shape in self.having(last) {
                let filled = known.filled[shape as usize];
                let new = self.doubt(shape, added(filled, steps));
                total = total.wrapping_sub(self.doubt(shape, filled)).wrapping_add(new);
            }
        }
        fixed_point::worth(total)
    }

    fn having(&self, cell: CellId) -> &[u16] {
        &self.shapes[self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize]
    }

    fn doubt(&self, shape: u16, [own, others]: [u16; 2]) -> u64 {
        let counts = own > 0 && others == 0;
        if counts { self.doubt[(self.sizes[shape as usize] - own) as usize] } else { 0 }
    }
}

/// What a change on a cell adds to own and others' pieces of a shape there: 1, 0 or −1.
fn steps<const W: usize>(now: [CellSet<W>; 2], changes: &[CellSet<W>; 2], cell: CellId) -> [u16; 2] {
    let each = |i: usize| match (changes[i].contains(cell), now[i].contains(cell)) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => u16::MAX,
    };
    [each(0), each(1)]
}

fn added(filled: [u16; 2], steps: [u16; 2]) -> [u16; 2] {
    [filled[0].wrapping_add(steps[0]), filled[1].wrapping_add(steps[1])]
}
