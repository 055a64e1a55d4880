//! Havannah on the hexagon of side 8: rows of bits for the neighbours, and union-find for the chains, each with the corners and
//! sides that it touches.
//!
//! A cell is 16 × row + column, from 1. Columns lean to the left: the rows above the middle begin further and further on.

use super::{Rival, label, root};
use ludogen::game::{Outcome, Player};

const SIZE: usize = 8;
const WIDTH: usize = 2 * SIZE - 1;
const CELLS: usize = 3 * SIZE * (SIZE - 1) + 1;

/// Around a cell: from a neighbour to the next.
const EAST: u8 = 1;
const NORTH_EAST: u8 = 17;
const NORTH: u8 = 16;
const WEST: u8 = EAST.wrapping_neg();
const SOUTH_WEST: u8 = NORTH_EAST.wrapping_neg();
const SOUTH: u8 = NORTH.wrapping_neg();

/// What the neighbours that are the mover's say: how many arcs they form around the cell and a neighbour from each, and the
/// neighbours that have one on both sides of them.
#[derive(Clone, Copy)]
struct Around {
    arcs: u8,
    first: [u8; 3],
    inner: u8,
    inner_steps: [u8; 6],
}

/// By the neighbours that are the mover's.
///
/// The index has the bits: north, north-east, west, (the cell), east, south-west, south.
static AROUND: [Around; 128] = {
    let ring = [(0, NORTH), (1, NORTH_EAST), (4, EAST), (6, SOUTH), (5, SOUTH_WEST), (2, WEST)];
    let mut table = [Around { arcs: 0, first: [0; 3], inner: 0, inner_steps: [0; 6] }; 128];
    let mut own = 0usize;
    while own < 128 {
        let around = &mut table[own];
        let mut i = 0;
        while i < 6 {
            let (bit, step) = ring[i];
            let before = own >> ring[(i + 5) % 6].0 & 1 != 0;
            let after = own >> ring[(i + 1) % 6].0 & 1 != 0;
            if own >> bit & 1 != 0 && !before {
                around.first[around.arcs as usize] = step;
                around.arcs += 1;
            }
            if own >> bit & 1 != 0 && before && after {
                around.inner_steps[around.inner as usize] = step;
                around.inner += 1;
            }
            i += 1;
        }
        own += 1;
    }
    table
};

/// By cell: bits 0 to 5 for the corners, 8 to 13 for the sides without their corners.
static EDGES: [u16; 256] = {
    let mut edges = [0; 256];
    let mut row = 1;
    while row <= WIDTH {
        let mut col = 1;
        while col <= WIDTH {
            let on = [row == 1, col == 1, row == col + SIZE - 1, row == WIDTH, col == WIDTH, col == row + SIZE - 1];
            let (mut sides, mut side) = (0u16, 0);
            while side < 6 {
                sides |= (on[side] as u16) << side;
                side += 1;
            }
            // A corner is on two sides next to each other.
            edges[16 * row + col] = match sides {
                0b10_0001 => 1,
                0b00_0011 => 2,
                0b00_0110 => 4,
                0b00_1100 => 8,
                0b01_1000 => 16,
                0b11_0000 => 32,
                _ => sides << 8,
            };
            col += 1;
        }
        row += 1;
    }
    edges
};

/// The stones of each player as rows of bits, the chains as trees, what a chain touches by its root, and the empty cells as a
/// list in any order.
#[derive(Clone)]
pub struct Havannah {
    rows: [[u16; 17]; 2],
    parent: [u8; 256],
    edges: [u16; 256],
    empty: [u8; 256],
    left: u32,
    mover: Player,
}

const START: Havannah = {
    let mut start = Havannah {
        rows: [[0; 17]; 2],
        parent: [0; 256],
        edges: [0; 256],
        empty: [0; 256],
        left: CELLS as u32,
        mover: Player::White,
    };
    let (mut cell, mut row) = (0, 1);
    while row <= WIDTH {
        let mut col = if row > SIZE { row - SIZE + 1 } else { 1 };
        while col <= WIDTH && col < row + SIZE {
            start.empty[cell] = (16 * row + col) as u8;
            cell += 1;
            col += 1;
        }
        row += 1;
    }
    assert!(cell == CELLS);
    start
};

impl Default for Havannah {
    #[inline]
    fn default() -> Self {
        START
    }
}

/// The mover's stones on a cell and around it, as in [`AROUND`].
#[inline]
fn around(rows: &[u16; 17], cell: u8) -> usize {
    let (row, col) = (cell as usize / 16, cell % 16);
    let above = rows[row + 1] >> col & 3;
    let beside = rows[row] >> (col - 1) & 7;
    let below = rows[(row - 1) % 16] >> (col - 1) & 3;
    (above | beside << 2 | below << 5) as usize % 128
}

impl Havannah {
    /// Places a stone of the mover. Returns whether that wins.
    #[inline]
    fn place(&mut self, cell: u8) -> bool {
        let mover = self.mover.index();
        let Around { arcs, first, inner, inner_steps } = AROUND[around(&self.rows[mover], cell)];
        self.rows[mover][cell as usize / 16] |= 1 << (cell % 16);
        let edges = EDGES[cell as usize];
        if arcs == 0 {
            self.parent[cell as usize] = cell;
            self.edges[cell as usize] = edges;
            return false;
        }
        // Two arcs of one chain are the ends of a ring, which closes round what is between them on one side or the other. A
        // ring round own stones alone closes round a neighbour.
        let mut won = false;
        if arcs == 1 && edges == 0 {
            self.parent[cell as usize] = cell.wrapping_add(first[0]);
        } else {
            let mut top = root(&mut self.parent, cell.wrapping_add(first[0]));
            let mut touched = edges | self.edges[top as usize];
            for step in &first[1..arcs as usize] {
                let other = root(&mut self.parent, cell.wrapping_add(*step));
                won |= other == top;
                touched |= self.edges[other as usize];
                self.parent[top.max(other) as usize] = top.min(other);
                top = top.min(other);
            }
            self.parent[cell as usize] = top;
            self.edges[top as usize] = touched;
            let (corners, sides) = (touched & 0xff, touched >> 8);
            won |= corners & corners.wrapping_sub(1) != 0 || sides.count_ones() >= 3;
        }
        let rows = &self.rows[mover];
        won || inner_steps[..inner as usize].iter().any(|step| around(rows, cell.wrapping_add(*step)) == 127)
    }
}

impl Rival for Havannah {
    const GAME: &'static str = "havannah";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.left) as usize % 256;
        let cell = self.empty[index];
        self.left -= 1;
        self.empty[index] = self.empty[self.left as usize % 256];
        if self.place(cell) {
            return Some(Outcome::Win(self.mover));
        }
        self.mover = self.mover.opponent();
        (self.left == 0).then_some(Outcome::Draw)
    }

    fn name(&self, index: u32) -> String {
        let cell = self.empty[index as usize] as u32;
        label(cell % 16 - 1, cell / 16 - 1)
    }
}
