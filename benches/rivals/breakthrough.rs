//! Breakthrough on 8×8: a word a player, all moves in one direction at once.

use super::search::Searcher;
use super::{Rival, bits, label, select};
use ludogen::game::{Outcome, Player};

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
const FAR_ROW: u64 = 0xff << 56;

/// The board as the mover sees it, pawns going up; it is turned over after every move.
#[derive(Clone)]
pub struct Breakthrough {
    own: u64,
    other: u64,
    mover: Player,
}

impl Default for Breakthrough {
    fn default() -> Self {
        Breakthrough { own: 0xffff, other: 0xffff << 48, mover: Player::White }
    }
}

impl Breakthrough {
    /// The destinations straight ahead, up and to the left, up and to the right.
    #[inline]
    fn targets(&self) -> [u64; 3] {
        let Self { own, other, .. } = *self;
        [own << 8 & !(own | other), (own & !LEFT_FILE) << 7 & !own, (own & !(LEFT_FILE << 7)) << 9 & !own]
    }

    /// Where the move of an index goes, and by how much.
    #[inline]
    fn find([ahead, left, right]: [u64; 3], mut index: u32) -> (u32, u32) {
        let (mut set, mut by) = (ahead, 8);
        for (next, way) in [(left, 7), (right, 9)] {
            let count = set.count_ones();
            if index < count {
                break;
            }
            index -= count;
            (set, by) = (next, way);
        }
        (select(set, index), by)
    }

    /// The board after a move, turned over.
    #[inline]
    fn moved(&self, to: u32, by: u32) -> (Self, Option<Outcome>) {
        let target = 1 << to;
        let own = self.own ^ (target | target >> by);
        let other = self.other & !target;
        let won = target & FAR_ROW != 0 || other == 0;
        let after = Breakthrough { own: other.swap_bytes(), other: own.swap_bytes(), mover: self.mover.opponent() };
        (after, won.then_some(Outcome::Win(self.mover)))
    }
}

impl Rival for Breakthrough {
    const GAME: &'static str = "breakthrough";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let targets = self.targets();
        // There always is a move: nothing of the mover's stands diagonally in front of the foremost pawn.
        let count = targets.iter().map(|set| set.count_ones()).sum();
        let (to, by) = Self::find(targets, choose(count));
        let (after, outcome) = self.moved(to, by);
        *self = after;
        outcome
    }

    fn name(&self, index: u32) -> String {
        let (to, by) = Self::find(self.targets(), index);
        let taken = self.other >> to & 1 != 0;
        let cell = |c: u32| label(c % 8, if self.mover == Player::White { c / 8 } else { 7 - c / 8 });
        format!("{}{}{}", cell(to - by), if taken { 'x' } else { '-' }, cell(to))
    }
}

impl Searcher for Breakthrough {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let [ahead, left, right] = self.targets();
        // The engine numbers the cells from below, whoever moves, and begins with what is to the left of the mover.
        let (ways, turn) = match self.mover {
            Player::White => ([(ahead, 8), (left, 7), (right, 9)], 0),
            Player::Black => ([(ahead, 8), (right, 9), (left, 7)].map(|(set, by)| (set.swap_bytes(), by)), 56),
        };
        for (set, by) in ways {
            for cell in bits(set) {
                let (mut after, outcome) = self.moved(cell ^ turn, by);
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

    #[inline]
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}
