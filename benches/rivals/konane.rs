//! Konane on 8×8: a word a player, all jumps of one length in two directions in one word.

use super::{Rival, label, select};
use ludogen::game::{Outcome, Player};

/// The cells of each player's stones at the start, and the ones that White's first stone may leave.
const PHASE: [u64; 2] = [0xaa55_aa55_aa55_aa55, 0x55aa_55aa_55aa_55aa];
const FIRST: u64 = 0x8000_0018_1800_0081 & PHASE[0];

const LEFT: u64 = 0x0101_0101_0101_0101;
/// The two columns on the right, on the left.
const RIGHT_TWO: u64 = 0xc0 * LEFT;
const LEFT_TWO: u64 = 3 * LEFT;

/// By axis and number of captives: the captives, seen from the lower end of the jump.
const CAPTIVES: [[u64; 3]; 2] = [[0x2, 0xa, 0x2a], [0x100, 0x100_0100, 0x100_0100_0100]];

/// Of jumps of one length along one axis: the stones that can make them upwards, and, a row further on, where none of that
/// player's stones are, those that can make them downwards.
#[inline]
fn both(up: u64, down: u64) -> u64 {
    up | down.rotate_left(8)
}

/// The stones, whose turn it is, how many stones are still to be taken off, and the legal moves: words of [`both`] by length
/// of the jump and axis.
#[derive(Clone)]
pub struct Konane {
    stones: [u64; 2],
    mover: Player,
    opening: u8,
    jumps: [u64; 6],
}

impl Default for Konane {
    #[inline]
    fn default() -> Self {
        Konane { stones: PHASE, mover: Player::White, opening: 2, jumps: [FIRST, 0, 0, 0, 0, 0] }
    }
}

/// All jumps. A jump is possible from where an enemy is next and then a gap; a longer one goes on from where the first one ends.
#[inline]
fn jumps(own: u64, other: u64) -> [u64; 6] {
    let empty = !(own | other);
    let right = (other >> 1) & (empty >> 2) & !RIGHT_TWO;
    let left = (other << 1) & (empty << 2) & !LEFT_TWO;
    let up = (other >> 8) & (empty >> 16);
    let down = (other << 8) & (empty << 16);
    let once = [own & right, own & left, own & up, own & down];
    let twice = [once[0] & right >> 2, once[1] & left << 2, once[2] & up >> 16, once[3] & down << 16];
    let thrice = [twice[0] & right >> 4, twice[1] & left << 4, twice[2] & up >> 32, twice[3] & down << 32];
    let mut words = [0; 6];
    for (i, set) in [once, twice, thrice].into_iter().enumerate() {
        words[2 * i] = both(set[0], set[1]);
        words[2 * i + 1] = both(set[2], set[3]);
    }
    words
}

impl Konane {
    /// The word of a jump and the place in it.
    #[inline]
    fn find(&self, mut index: u32) -> (usize, u32) {
        let (mut passed, mut end) = (0, 0);
        let mut which = 0;
        for word in &self.jumps[..5] {
            end += word.count_ones();
            let beyond = index >= end;
            passed = if beyond { end } else { passed };
            which += beyond as usize;
        }
        index -= passed;
        (which, select(self.jumps[which], index))
    }

    /// Where a jump begins, where it ends, and over which stones it goes.
    #[inline]
    fn jump(&self, (word, place): (usize, u32)) -> (u32, u32, u64) {
        let (axis, captives) = (word % 2, word / 2 + 1);
        let length = (2 * captives as u32) << (3 * axis);
        let up = PHASE[self.mover.index()] >> place & 1 != 0;
        let from = if up { place } else { (place + 56) % 64 };
        let to = if up { from + length } else { from - length };
        (from, to, CAPTIVES[axis][captives - 1] << from.min(to))
    }
}

impl Rival for Konane {
    const GAME: &'static str = "konane";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let found = self.find(choose(self.jumps.iter().map(|word| word.count_ones()).sum()));
        let (own, other) = (self.mover.index(), 1 - self.mover.index());
        if self.opening != 0 {
            self.stones[own] ^= 1 << found.1;
            self.opening -= 1;
        } else {
            let (from, to, over) = self.jump(found);
            self.stones[own] ^= 1 << from | 1 << to;
            self.stones[other] ^= over;
        }
        self.mover = self.mover.opponent();
        if self.opening != 0 {
            let gap = 1u64 << found.1;
            let beside = (gap & !(LEFT << 7)) << 1 | (gap & !LEFT) >> 1 | gap << 8 | gap >> 8;
            self.jumps[0] = self.stones[other] & beside;
            return None;
        }
        self.jumps = jumps(self.stones[other], self.stones[own]);
        (self.jumps == [0; 6]).then_some(Outcome::Win(self.mover.opponent()))
    }

    fn name(&self, index: u32) -> String {
        let cell = |c: u32| label(c % 8, c / 8);
        let found = self.find(index);
        if self.opening != 0 {
            return format!("-{}", cell(found.1));
        }
        let (from, to, _) = self.jump(found);
        format!("{}-{}", cell(from), cell(to))
    }
}
