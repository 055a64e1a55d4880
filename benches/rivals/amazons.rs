//! Amazons on 10×10: 128 bits of what is in the way, tables of rays. A move and a shot are a step each.

use super::search::Searcher;
use super::{Rival, bits, label};
use ludogen::game::{Outcome, Player};

/// By direction and cell: the cells up to the edge. In the first four directions the numbers of the cells rise.
static RAYS: [[u128; 100]; 8] = super::rays(10);

/// The cells of a queen's move.
#[inline]
fn reach(from: u8, blocked: u128) -> u128 {
    let mut all = 0;
    for (d, rays) in RAYS.iter().enumerate() {
        let ray = rays[from as usize];
        let met = ray & blocked;
        all |= match (met, d) {
            (0, _) => ray,
            (_, 0..4) => ray & !rays[met.trailing_zeros() as usize] & !met,
            _ => ray & !rays[127 - met.leading_zeros() as usize] & !met,
        };
    }
    all
}

#[inline]
fn nth(set: u128, k: u32) -> u8 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let below = low.count_ones();
    if k < below { super::select(low, k) as u8 } else { 64 + super::select(high, k - below) as u8 }
}

/// The amazons of both, all that is in the way, and the amazon that has to shoot, if one has moved.
#[derive(Clone)]
pub struct Amazons {
    amazons: [[u8; 4]; 2],
    blocked: u128,
    shooting: Option<u8>,
    mover: Player,
}

impl Default for Amazons {
    fn default() -> Self {
        let amazons = [[30, 3, 6, 39], [60, 93, 96, 69]];
        let blocked = amazons.iter().flatten().fold(0, |set, &c| set | 1u128 << c);
        Amazons { amazons, blocked, shooting: None, mover: Player::White }
    }
}

impl Amazons {
    #[inline]
    fn reaches(&self) -> [u128; 4] {
        match self.shooting {
            Some(from) => [reach(from, self.blocked), 0, 0, 0],
            None => self.amazons[self.mover.index()].map(|from| reach(from, self.blocked)),
        }
    }

    #[inline]
    fn find(reaches: &[u128; 4], mut index: u32) -> (usize, u8) {
        for (i, &set) in reaches.iter().enumerate() {
            let count = set.count_ones();
            if index < count {
                return (i, nth(set, index));
            }
            index -= count;
        }
        (0, 0)
    }

    /// Moves an amazon of that number, or shoots with the one that has moved.
    #[inline]
    fn make(&mut self, which: usize, to: u8) -> Option<Outcome> {
        match self.shooting {
            None => {
                let amazon = &mut self.amazons[self.mover.index()][which];
                self.blocked ^= 1 << *amazon | 1 << to;
                *amazon = to;
                self.shooting = Some(to);
                None
            }
            Some(_) => {
                self.blocked |= 1 << to;
                self.shooting = None;
                self.mover = self.mover.opponent();
                let free = |&from: &u8| (0..8).any(|d| near(from, d) & !self.blocked != 0);
                let stuck = !self.amazons[self.mover.index()].iter().any(free);
                stuck.then_some(Outcome::Win(self.mover.opponent()))
            }
        }
    }
}

impl Rival for Amazons {
    const GAME: &'static str = "amazons";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let reaches = self.reaches();
        // Who could not move has lost before, and the cell just left can always be shot at.
        let (which, to) = Self::find(&reaches, choose(reaches.iter().map(|r| r.count_ones()).sum()));
        self.make(which, to)
    }

    fn name(&self, index: u32) -> String {
        let (which, to) = Self::find(&self.reaches(), index);
        let cell = |c: u8| label(c as u32 % 10, c as u32 / 10);
        match self.shooting {
            Some(_) => cell(to),
            None => format!("{}-{}", cell(self.amazons[self.mover.index()][which]), cell(to)),
        }
    }
}

/// The neighbour of a cell in a direction, as a set.
#[inline]
fn near(from: u8, d: usize) -> u128 {
    let ray = RAYS[d][from as usize];
    if d < 4 { ray & ray.wrapping_neg() } else { ray & (1u128 << 127 >> (ray | 1).leading_zeros()) }
}

impl Searcher for Amazons {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        // The engine takes the amazons in the order of their cells.
        let mut order = match self.shooting {
            Some(from) => [(from, 0), (100, 0), (100, 0), (100, 0)],
            None => {
                let mut which = 0..;
                self.amazons[self.mover.index()].map(|from| (from, which.next().unwrap_or(0)))
            }
        };
        order.sort_unstable();
        for (from, which) in order.into_iter().filter(|(from, _)| *from < 100) {
            let reached = reach(from, self.blocked);
            for to in bits(reached as u64).chain(bits((reached >> 64) as u64).map(|bit| bit + 64)) {
                let mut after = self.clone();
                let outcome = after.make(which, to as u8);
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

    /// Amazons are never taken.
    #[inline]
    fn lead(&self) -> i32 {
        0
    }
}
