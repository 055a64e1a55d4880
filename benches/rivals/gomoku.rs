//! Gomoku on 15×15, exactly five: a word for each of the 88 lines of each player.

use super::search::Searcher;
use super::{Rival, bits, label};
use ludogen::game::{Outcome, Player};

const SIZE: usize = 15;
const CELLS: usize = SIZE * SIZE;
const LINES: usize = 15 + 15 + 29 + 29;

/// Each player's stones along rows, columns and both kinds of diagonals, and the empty cells as a list in any order.
#[derive(Clone)]
pub struct Gomoku {
    lines: [[u16; LINES]; 2],
    empty: [u8; CELLS],
    left: u32,
    mover: Player,
}

impl Default for Gomoku {
    #[inline]
    fn default() -> Self {
        const EMPTY: [u8; CELLS] = {
            let mut cells = [0; CELLS];
            let mut i = 0;
            while i < CELLS {
                cells[i] = i as u8;
                i += 1;
            }
            cells
        };
        Gomoku { lines: [[0; LINES]; 2], empty: EMPTY, left: CELLS as u32, mover: Player::White }
    }
}

/// Whether some run is of five exactly: one beginning of five, with none beside it.
#[inline]
fn five(line: u16) -> bool {
    let line = line as u32;
    let pairs = line & line >> 1;
    let starts = pairs & pairs >> 2 & line >> 4;
    starts & !(starts << 1) & !(starts >> 1) != 0
}

/// The lines through a cell, and its places on them.
#[inline]
fn marks(row: usize, col: usize) -> [(usize, usize); 4] {
    [(row, col), (15 + col, row), (30 + row + col, row), (59 + row + 14 - col, row)]
}

impl Gomoku {
    /// Marks a stone on its lines, and tells whether it makes five.
    #[inline]
    fn mark(&mut self, player: Player, marks: [(usize, usize); 4]) -> bool {
        let lines = &mut self.lines[player.index()];
        marks.into_iter().fold(false, |won, (line, place)| {
            lines[line] |= 1 << place;
            won | five(lines[line])
        })
    }
}

impl Rival for Gomoku {
    const GAME: &'static str = "gomoku";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.left) as usize;
        let cell = self.empty[index] as usize;
        let (row, col) = (cell / SIZE, cell % SIZE);
        if self.mark(self.mover, marks(row, col)) {
            return Some(Outcome::Win(self.mover));
        }
        self.left -= 1;
        if self.left == 0 {
            return Some(Outcome::Draw);
        }
        self.empty[index] = self.empty[self.left as usize];
        self.mover = self.mover.opponent();
        None
    }

    fn name(&self, index: u32) -> String {
        let cell = self.empty[index as usize] as u32;
        label(cell % SIZE as u32, cell / SIZE as u32)
    }
}

/// The list of empty cells is left alone: the lines along rows say as much.
impl Searcher for Gomoku {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let mover = self.mover;
        self.left -= 1;
        self.mover = mover.opponent();
        'cells: for row in 0..SIZE {
            for col in bits((0x7fff & !(self.lines[0][row] | self.lines[1][row])) as u64) {
                let marks = marks(row, col as usize);
                let outcome = match (self.mark(mover, marks), self.left) {
                    (true, _) => Some(Outcome::Win(mover)),
                    (false, 0) => Some(Outcome::Draw),
                    _ => None,
                };
                let enough = f(self, outcome);
                let lines = &mut self.lines[mover.index()];
                marks.iter().for_each(|&(line, place)| lines[line] &= !(1 << place));
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
