//! Tic-tac-toe: nine bits a player, and a table of the sets that hold a line.

use super::search::Searcher;
use super::{Nibbles, Rival, bits, label};
use ludogen::game::{Outcome, Player};

/// Cells are numbered row by row from the lower left.
#[derive(Clone)]
pub struct TicTacToe {
    own: u32,
    other: u32,
    empty: Nibbles,
    mover: Player,
}

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe { own: 0, other: 0, empty: Nibbles::new(9), mover: Player::White }
    }
}

/// A bit for each set of cells.
static LINED: [u64; 8] = {
    let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [0; 8];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < lines.len() {
            if set & lines[i] == lines[i] {
                table[set / 64] |= 1 << (set % 64);
            }
            i += 1;
        }
        set += 1;
    }
    table
};

#[inline]
fn lined(set: u32) -> bool {
    LINED[set as usize / 64 % 8] >> (set % 64) & 1 != 0
}

impl Rival for TicTacToe {
    const GAME: &'static str = "tic-tac-toe";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.empty.len);
        let own = self.own | 1 << self.empty.get(index);
        if lined(own) {
            return Some(Outcome::Win(self.mover));
        }
        self.empty.remove(index);
        if self.empty.len == 0 {
            return Some(Outcome::Draw);
        }
        (self.own, self.other, self.mover) = (self.other, own, self.mover.opponent());
        None
    }

    fn name(&self, index: u32) -> String {
        let cell = self.empty.get(index);
        label(cell % 3, cell / 3)
    }
}

/// The list of empty cells is left alone: the sets say as much.
impl Searcher for TicTacToe {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let free = 0o777 & !(self.own | self.other);
        for cell in bits(free as u64) {
            let own = self.own | 1 << cell;
            let outcome = match () {
                _ if lined(own) => Some(Outcome::Win(self.mover)),
                _ if own | self.other == 0o777 => Some(Outcome::Draw),
                _ => None,
            };
            let mover = self.mover.opponent();
            if f(&mut TicTacToe { own: self.other, other: own, mover, empty: self.empty }, outcome) {
                return;
            }
        }
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}
