//! Lines of Action: a word a player, tables of rays.

use super::{Rival, STEPS, label};
use ludogen::game::{Outcome, Player};

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;

/// By direction and cell: the cells up to the edge.
static RAYS: [[u64; 64]; 8] = {
    let wide = super::rays::<64>(8);
    let mut rays = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        rays[i / 64][i % 64] = wide[i / 64][i % 64] as u64;
        i += 1;
    }
    rays
};

/// By owner and cell.
static KEYS: [[u64; 64]; 2] = super::keys();

/// The men, and the keys of the positions since the last capture: what was captured does not come back.
#[derive(Clone)]
pub struct LinesOfAction {
    men: [u64; 2],
    key: u64,
    past: Vec<u64>,
    passed: bool,
    mover: Player,
}

impl Default for LinesOfAction {
    fn default() -> Self {
        let men = [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100];
        LinesOfAction { men, key: 0, past: vec![0], passed: false, mover: Player::White }
    }
}

/// Whether all men are joined, or there are none.
#[inline]
fn joined(men: u64) -> bool {
    let mut group = men & men.wrapping_neg();
    loop {
        let wide = group | (group & !(LEFT_FILE << 7)) << 1 | (group & !LEFT_FILE) >> 1;
        let grown = men & (wide | wide << 8 | wide >> 8);
        if grown == group {
            return group == men;
        }
        group = grown;
    }
}

impl LinesOfAction {
    /// All moves, as from and to.
    #[inline]
    fn moves(&self, list: &mut [(u8, u8); 128]) -> u32 {
        let mover = self.mover.index();
        let (own, other) = (self.men[mover], self.men[1 - mover]);
        let all = own | other;
        let mut count = 0;
        let mut rest = own;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for axis in 0..4 {
                let on_line = ((RAYS[axis][from] | RAYS[axis + 4][from]) & all).count_ones() as usize + 1;
                let shift = on_line as i32 * (8 * STEPS[axis].1 + STEPS[axis].0);
                for (d, by) in [(axis, shift), (axis + 4, -shift)] {
                    if (RAYS[d][from].count_ones() as usize) < on_line {
                        continue;
                    }
                    let to = (from as i32 + by) as usize % 64;
                    let between = RAYS[d][from] & RAYS[(d + 4) % 8][to];
                    if between & other == 0 && own >> to & 1 == 0 {
                        list[count] = (from as u8, to as u8);
                        count += 1;
                    }
                }
            }
        }
        count as u32
    }
}

impl Rival for LinesOfAction {
    const GAME: &'static str = "lines-of-action";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let mut list = [(0, 0); 128];
        let count = self.moves(&mut list);
        let mover = self.mover.index();
        if count == 0 {
            choose(1);
            if self.passed {
                return Some(Outcome::Draw);
            }
        } else {
            let (from, to) = list[choose(count) as usize % 128];
            self.men[mover] ^= 1 << from | 1 << to;
            self.key ^= KEYS[mover][from as usize % 64] ^ KEYS[mover][to as usize % 64];
            if self.men[1 - mover] >> to & 1 != 0 {
                self.men[1 - mover] ^= 1 << to;
                self.key ^= KEYS[1 - mover][to as usize % 64];
                self.past.clear();
            }
        }
        self.passed = count == 0;
        self.mover = self.mover.opponent();
        match (joined(self.men[0]), joined(self.men[1])) {
            (true, true) => return Some(Outcome::Draw),
            (true, false) => return Some(Outcome::Win(Player::White)),
            (false, true) => return Some(Outcome::Win(Player::Black)),
            _ => {}
        }
        let key = self.key ^ self.mover.index() as u64;
        self.past.push(key);
        (self.past.iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }

    fn name(&self, index: u32) -> String {
        let mut list = [(0, 0); 128];
        if self.moves(&mut list) == 0 {
            return "pass".into();
        }
        let (from, to) = list[index as usize];
        let cell = |c: u8| label(c as u32 % 8, c as u32 / 8);
        let taken = self.men[1 - self.mover.index()] >> to & 1 != 0;
        format!("{}{}{}", cell(from), if taken { 'x' } else { '-' }, cell(to))
    }
}
