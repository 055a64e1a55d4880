//! Hex on 11×11: rows of bits for the neighbours, and union-find for the chains.
//!
//! The board has a border: below and above it White's, left and right of it Black's. A cell is 16 × row + column, from 1.

use super::search::Searcher;
use super::{Rival, bits, label, root};
use ludogen::game::{Outcome, Player};

const SIZE: usize = 11;
const CELLS: usize = SIZE * SIZE;

/// By player: the nodes of the two sides to join. The first of them is the least of all its player's nodes.
const SIDES: [(u8, u8); 2] = [(1, 16 * 12 + 1), (16, 16 + 12)];

/// Around a cell: the neighbours above (left, right), then those left and right, then below (left, right).
const NORTH_WEST: u8 = 15;
const NORTH_EAST: u8 = 16;
const EAST: u8 = 1;
const SOUTH_EAST: u8 = 15u8.wrapping_neg();
const SOUTH_WEST: u8 = 16u8.wrapping_neg();
const WEST: u8 = 1u8.wrapping_neg();

/// By the neighbours that are the mover's: how many arcs they form around the cell, and a neighbour from each. Neighbours in
/// one arc are in one chain already.
///
/// The index has the bits: north-west, north-east, west, (the cell), east, south-west, south-east.
static ARCS: [(u8, [u8; 3]); 128] = {
    let ring = [(0, NORTH_WEST), (1, NORTH_EAST), (4, EAST), (6, SOUTH_EAST), (5, SOUTH_WEST), (2, WEST)];
    let mut table = [(0, [0; 3]); 128];
    let mut own = 0usize;
    while own < 128 {
        let (mut arcs, mut first) = (0, [0; 3]);
        let mut i = 0;
        while i < 6 {
            let (bit, step) = ring[i];
            let (before, _) = ring[(i + 5) % 6];
            if own >> bit & 1 != 0 && own >> before & 1 == 0 {
                first[arcs] = step;
                arcs += 1;
            }
            i += 1;
        }
        if own & 0x77 == 0x77 {
            (arcs, first[0]) = (1, EAST);
        }
        table[own] = (arcs as u8, first);
        own += 1;
    }
    table
};

/// The stones of each player as rows of bits, the chains as trees, and the empty cells as a list in any order.
#[derive(Clone)]
pub struct Hex {
    rows: [[u16; 16]; 2],
    parent: [u8; 256],
    empty: [u8; 128],
    left: u32,
    mover: Player,
}

const START: Hex = {
    let mut start =
        Hex { rows: [[0; 16]; 2], parent: [0; 256], empty: [0; 128], left: CELLS as u32, mover: Player::White };
    start.rows[0][0] = 0xffe;
    start.rows[0][12] = 0xffe;
    let mut i = 1;
    while i <= SIZE {
        start.rows[1][i] = 1 | 1 << 12;
        start.parent[i] = SIDES[0].0;
        start.parent[16 * 12 + i] = SIDES[0].1;
        start.parent[16 * i] = SIDES[1].0;
        start.parent[16 * i + 12] = SIDES[1].1;
        let mut j = 1;
        while j <= SIZE {
            start.empty[SIZE * (i - 1) + j - 1] = (16 * i + j) as u8;
            j += 1;
        }
        i += 1;
    }
    start
};

impl Default for Hex {
    #[inline]
    fn default() -> Self {
        START
    }
}

impl Hex {
    /// Places a stone of the mover.
    #[inline]
    fn place(&mut self, cell: u8) -> Option<Outcome> {
        let (row, col) = (cell as usize / 16, cell % 16);
        let mover = self.mover.index();
        let rows = &mut self.rows[mover];
        let above = rows[(row + 1) % 16] >> (col - 1) & 3;
        let beside = rows[row] >> (col - 1) & 7;
        let below = rows[(row - 1) % 16] >> col & 3;
        rows[row] |= 1 << col;
        let (arcs, first) = ARCS[(above | beside << 2 | below << 5) as usize % 128];
        if arcs == 0 {
            self.parent[cell as usize] = cell;
        } else if arcs == 1 {
            self.parent[cell as usize] = cell.wrapping_add(first[0]);
        } else {
            let mut top = root(&mut self.parent, cell.wrapping_add(first[0]));
            for step in &first[1..arcs as usize] {
                let other = root(&mut self.parent, cell.wrapping_add(*step));
                let (low, high) = (top.min(other), top.max(other));
                self.parent[high as usize] = low;
                top = low;
            }
            self.parent[cell as usize] = top;
            let (near, far) = SIDES[mover];
            if top == near && root(&mut self.parent, far) == near {
                return Some(Outcome::Win(self.mover));
            }
        }
        // A full board always has a winner.
        self.mover = self.mover.opponent();
        None
    }
}

impl Rival for Hex {
    const GAME: &'static str = "hex";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.left) as usize % 128;
        let cell = self.empty[index];
        self.left -= 1;
        self.empty[index] = self.empty[self.left as usize % 128];
        self.place(cell)
    }

    fn name(&self, index: u32) -> String {
        let cell = self.empty[index as usize] as u32;
        label(cell % 16 - 1, cell / 16 - 1)
    }
}

/// The list of empty cells is left alone: the rows say as much.
impl Searcher for Hex {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        for row in 1..=SIZE {
            for col in bits((0xffe & !(self.rows[0][row] | self.rows[1][row])) as u64) {
                let mut after = self.clone();
                let outcome = after.place((16 * row) as u8 + col as u8);
                if f(&mut after, outcome) {
                    return;
                }
            }
        }
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }
}
