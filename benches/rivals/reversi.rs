//! Reversi: a word a player, fills along the eight directions.

use super::{Rival, label, select};
use ludogen::game::{Outcome, Player};

const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The board as the mover sees it.
#[derive(Clone)]
pub struct Reversi {
    own: u64,
    other: u64,
    passed: bool,
    mover: Player,
}

impl Default for Reversi {
    fn default() -> Self {
        Reversi { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, passed: false, mover: Player::White }
    }
}

/// The cells reached from `from` over a line of `over`, in the direction of the shift and its opposite.
#[inline]
fn beyond(from: u64, over: u64, by: u32) -> u64 {
    let mut up = over & from << by;
    let mut down = over & from >> by;
    for _ in 0..5 {
        up |= over & up << by;
        down |= over & down >> by;
    }
    up << by | down >> by
}

impl Reversi {
    #[inline]
    fn moves(&self) -> u64 {
        let inner = self.other & INNER;
        let reached = beyond(self.own, inner, 1)
            | beyond(self.own, self.other, 8)
            | beyond(self.own, inner, 7)
            | beyond(self.own, inner, 9);
        reached & !(self.own | self.other)
    }

    /// The discs that turn when the mover places one on a cell.
    #[inline]
    fn turned(&self, cell: u64) -> u64 {
        let inner = self.other & INNER;
        let mut turned = 0;
        for (over, by) in [(inner, 1), (self.other, 8), (inner, 7), (inner, 9)] {
            let (mut up, mut down) = (over & cell << by, over & cell >> by);
            for _ in 0..5 {
                up |= over & up << by;
                down |= over & down >> by;
            }
            turned |= if self.own & up << by != 0 { up } else { 0 };
            turned |= if self.own & down >> by != 0 { down } else { 0 };
        }
        turned
    }
}

impl Rival for Reversi {
    const GAME: &'static str = "reversi";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let moves = self.moves();
        let (mut own, mut other) = (self.own, self.other);
        if moves == 0 {
            choose(1);
            if self.passed {
                let (own, other) = (own.count_ones(), other.count_ones());
                return Some(match own.cmp(&other) {
                    std::cmp::Ordering::Greater => Outcome::Win(self.mover),
                    std::cmp::Ordering::Less => Outcome::Win(self.mover.opponent()),
                    std::cmp::Ordering::Equal => Outcome::Draw,
                });
            }
        } else {
            let cell = 1 << select(moves, choose(moves.count_ones()));
            let turned = self.turned(cell);
            own ^= turned | cell;
            other ^= turned;
        }
        *self = Reversi { own: other, other: own, passed: moves == 0, mover: self.mover.opponent() };
        None
    }

    fn name(&self, index: u32) -> String {
        match self.moves() {
            0 => "pass".into(),
            moves => {
                let cell = select(moves, index);
                label(cell % 8, cell / 8)
            }
        }
    }
}
