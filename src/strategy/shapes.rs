//! The sets of cells that the advisor `pattern` counts: the rings of a cycle, and embeddings of a pattern.

use super::chance::nearness;
use crate::board::CellSet;
use crate::game::Game;
use crate::order;

/// Sets of cells of which one must be filled.
pub(super) struct Shapes<const W: usize> {
    shapes: Vec<(CellSet<W>, u32)>,
}

impl<const W: usize> Shapes<W> {
    /// Each of the sets once.
    pub fn new(sets: impl IntoIterator<Item = CellSet<W>>) -> Self {
        let mut shapes: Vec<(CellSet<W>, u32)> = sets.into_iter().map(|s| (s, s.len())).collect();
        order::sort(&mut shapes);
        shapes.dedup();
        Shapes { shapes }
    }

    /// The rings round one cell inside the board, and round two neighbouring ones: the shortest closed chains.
    pub fn rings(game: &Game<W>) -> Self {
        let topology = &game.topology;
        let inside = topology.all.minus(&topology.edge);
        let around = |c: u16| topology.direct[c as usize];
        let mut rings: Vec<CellSet<W>> = inside.iter().map(around).collect();
        for a in inside {
            rings.extend((around(a) & inside).iter().filter(|b| a < *b).map(|b| {
                let mut ring = around(a) | around(b);
                ring.remove(a);
                ring.remove(b);
                ring
            }));
        }
        Shapes::new(rings)
    }

    /// The sets with their sizes.
    pub fn sets(&self) -> &[(CellSet<W>, u32)] {
        &self.shapes
    }

    /// 1 less the worth of a set that lacks so many pieces.
    pub fn factor(missing: usize) -> f64 {
        1.0 - nearness(missing)
    }

    /// The worth of the sets without others' pieces; 1 for a full one.
    pub fn worth(&self, own: CellSet<W>, others: CellSet<W>) -> f64 {
        let mut doubt = 1.0;
        for (cells, size) in &self.shapes {
            let mine = (own & *cells).len();
            if mine > 0 && !cells.meets(&others) {
                doubt *= Self::factor((size - mine) as usize);
            }
        }
        1.0 - doubt
    }
}
