//! Reversi: a word a player, fills along the eight directions.

use super::search::Searcher;
use super::{Rival, bits, label, select};
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

    #[inline]
    fn place(&self, cell: u64) -> Self {
        let turned = self.turned(cell);
        let (own, other) = (self.own ^ (turned | cell), self.other ^ turned);
        Reversi { own: other, other: own, passed: false, mover: self.mover.opponent() }
    }

    /// The second pass in succession ends the game.
    #[inline]
    fn pass(&self) -> (Self, Option<Outcome>) {
        let after = Reversi { own: self.other, other: self.own, passed: true, mover: self.mover.opponent() };
        let outcome = self.passed.then(|| match self.own.count_ones().cmp(&self.other.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(self.mover),
            std::cmp::Ordering::Less => Outcome::Win(self.mover.opponent()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        });
        (after, outcome)
    }
}

impl Rival for Reversi {
    const GAME: &'static str = "reversi";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let moves = self.moves();
        if moves == 0 {
            choose(1);
            let (after, outcome) = self.pass();
            *self = after;
            return outcome;
        }
        *self = self.place(1 << select(moves, choose(moves.count_ones())));
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

impl Searcher for Reversi {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let moves = self.moves();
        if moves == 0 {
            let (mut after, outcome) = self.pass();
            f(&mut after, outcome);
        }
        for cell in bits(moves) {
            if f(&mut self.place(1 << cell), None) {
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
