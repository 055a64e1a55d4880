//! Yavalath on the hexagon of side 5: a word for each of the 27 lines, and a table of what runs a line holds.

use super::search::Searcher;
use super::{Rival, bits, label};
use ludogen::game::{Outcome, Player};

const CELLS: usize = 61;

/// Lines of each player (along rows, columns and diagonals) as sets of places, and the empty cells as a list in any order.
#[derive(Clone)]
pub struct Yavalath {
    lines: [[u16; 32]; 2],
    empty: [u8; 64],
    left: u32,
    mover: Player,
}

/// The row and the column of each cell, row by row from the bottom. Columns lean to the left: the rows above the middle begin
/// further and further on.
static PLACES: [(u8, u8); 64] = {
    let mut places = [(0, 0); 64];
    let (mut cell, mut row) = (0, 0u8);
    while row < 9 {
        let mut col = row.saturating_sub(4);
        while col < 9 && col < row + 5 {
            places[cell] = (row, col);
            cell += 1;
            col += 1;
        }
        row += 1;
    }
    assert!(cell == CELLS);
    places
};

/// By set of nine places: bit 0 if three follow one another, bit 1 if four do.
static RUNS: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let three = set & set >> 1 & set >> 2;
        table[set] = (three != 0) as u8 | ((three & set >> 3 != 0) as u8) << 1;
        set += 1;
    }
    table
};

impl Default for Yavalath {
    #[inline]
    fn default() -> Self {
        const EMPTY: [u8; 64] = {
            let mut cells = [0; 64];
            let mut i = 0;
            while i < 64 {
                cells[i] = i as u8;
                i += 1;
            }
            cells
        };
        Yavalath { lines: [[0; 32]; 2], empty: EMPTY, left: CELLS as u32, mover: Player::White }
    }
}

impl Rival for Yavalath {
    const GAME: &'static str = "yavalath";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.left) as usize % 64;
        let (row, col) = PLACES[self.empty[index] as usize % 64];
        let lines = &mut self.lines[self.mover.index()];
        let mut mark = |line: u8, place: u8| {
            let set = &mut lines[line as usize % 32];
            *set |= 1 << place;
            RUNS[*set as usize % 512]
        };
        // No run was on the board before, so any run is new.
        match mark(row, col) | mark(9 + col, row) | mark(22 + row - col, col) {
            0 => {}
            1 => return Some(Outcome::Win(self.mover.opponent())),
            _ => return Some(Outcome::Win(self.mover)),
        }
        self.left -= 1;
        if self.left == 0 {
            return Some(Outcome::Draw);
        }
        self.empty[index] = self.empty[self.left as usize % 64];
        self.mover = self.mover.opponent();
        None
    }

    fn name(&self, index: u32) -> String {
        let (row, col) = PLACES[self.empty[index as usize] as usize];
        label(col as u32, row as u32)
    }
}

/// The list of empty cells is left alone: the lines along rows say as much.
impl Searcher for Yavalath {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let mover = self.mover;
        self.left -= 1;
        self.mover = mover.opponent();
        'cells: for row in 0..9u8 {
            let (first, end) = (row.saturating_sub(4), 9.min(row + 5));
            let whole = (1u16 << end) - (1 << first);
            for col in bits((whole & !(self.lines[0][row as usize] | self.lines[1][row as usize])) as u64) {
                let marks = [(row, col as u8), (9 + col as u8, row), (22 + row - col as u8, col as u8)];
                let lines = &mut self.lines[mover.index()];
                let runs = marks.into_iter().fold(0, |runs, (line, place)| {
                    let set = &mut lines[line as usize % 32];
                    *set |= 1 << place;
                    runs | RUNS[*set as usize % 512]
                });
                let outcome = match runs {
                    0 if self.left == 0 => Some(Outcome::Draw),
                    0 => None,
                    1 => Some(Outcome::Win(mover.opponent())),
                    _ => Some(Outcome::Win(mover)),
                };
                let enough = f(self, outcome);
                let lines = &mut self.lines[mover.index()];
                marks.iter().for_each(|&(line, place)| lines[line as usize % 32] &= !(1 << place));
                if enough {
                    break 'cells;
                }
            }
        }
        self.left += 1;
        self.mover = mover;
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }
}
