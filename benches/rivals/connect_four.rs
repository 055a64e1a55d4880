//! Connect Four: columns of seven bits, the seventh always empty, so that shifts find lines; adding a bit below a column of
//! discs gives the cell on top.

use super::search::Searcher;
use super::{Nibbles, Rival, bits, label};
use ludogen::game::{Outcome, Player};

const BOTTOM: u64 = 0x40810204081;
const TOP: u64 = BOTTOM << 5;
const BOARD: u64 = BOTTOM * 0x3f;

/// The open columns are kept as a list, so that there is nothing to search.
#[derive(Clone)]
pub struct ConnectFour {
    own: u64,
    other: u64,
    open: Nibbles,
    mover: Player,
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour { own: 0, other: 0, open: Nibbles::new(7), mover: Player::White }
    }
}

impl ConnectFour {
    #[inline]
    fn landing(&self, column: u32) -> u64 {
        ((self.own | self.other) + BOTTOM) & (0x7f << (7 * column))
    }
}

#[inline]
fn four(discs: u64) -> bool {
    let line = |by: u32| {
        let pairs = discs & discs >> by;
        pairs & pairs >> (2 * by)
    };
    line(1) | line(6) | line(7) | line(8) != 0
}

impl Rival for ConnectFour {
    const GAME: &'static str = "connect-four";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let index = choose(self.open.len);
        let disc = self.landing(self.open.get(index));
        let own = self.own | disc;
        if four(own) {
            return Some(Outcome::Win(self.mover));
        }
        if disc & TOP != 0 {
            self.open.remove(index);
            if self.open.len == 0 {
                return Some(Outcome::Draw);
            }
        }
        (self.own, self.other, self.mover) = (self.other, own, self.mover.opponent());
        None
    }

    fn name(&self, index: u32) -> String {
        let column = self.open.get(index);
        label(column, self.landing(column).trailing_zeros() % 7)
    }
}

/// The list of open columns is left alone: the sets say as much.
impl Searcher for ConnectFour {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let landing = ((self.own | self.other) + BOTTOM) & BOARD;
        for cell in (0..6).flat_map(|row| bits(landing & BOTTOM << row)) {
            let own = self.own | 1 << cell;
            let outcome = match () {
                _ if four(own) => Some(Outcome::Win(self.mover)),
                _ if own | self.other == BOARD => Some(Outcome::Draw),
                _ => None,
            };
            let mover = self.mover.opponent();
            if f(&mut ConnectFour { own: self.other, other: own, mover, open: self.open }, outcome) {
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
