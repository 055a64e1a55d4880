//! Lines of Action: a word a player, tables of rays.

use super::search::{Searcher, lead};
use super::{Rival, STEPS, bits, label};
use ludogen::game::{Outcome, Player};

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;

/// By direction and cell: the cells up to the edge.
static RAYS: [[u64; 64]; 8] = super::rays_of_words();

/// By owner and cell.
static KEYS: [[u64; 64]; 2] = super::keys();

/// The men, whose turn it is and what goes with it; `since` says how many of the keys of past positions are from before the
/// last capture: what was captured does not come back.
#[derive(Clone, Copy)]
struct Board {
    men: [u64; 2],
    key: u64,
    since: usize,
    passed: bool,
    mover: Player,
}

/// The board, and the keys of the positions so far.
#[derive(Clone)]
pub struct LinesOfAction {
    board: Board,
    past: Vec<u64>,
}

impl Default for LinesOfAction {
    fn default() -> Self {
        let men = [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100];
        LinesOfAction { board: Board { men, key: 0, since: 0, passed: false, mover: Player::White }, past: vec![0] }
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

impl Board {
    /// Where a man of the mover can go.
    #[inline]
    fn targets(&self, from: usize) -> u64 {
        let mover = self.mover.index();
        let (own, other) = (self.men[mover], self.men[1 - mover]);
        let all = own | other;
        let mut targets = 0;
        for axis in 0..4 {
            let on_line = ((RAYS[axis][from] | RAYS[axis + 4][from]) & all).count_ones() as usize + 1;
            let shift = on_line as i32 * (8 * STEPS[axis].1 + STEPS[axis].0);
            for (d, by) in [(axis, shift), (axis + 4, -shift)] {
                if (RAYS[d][from].count_ones() as usize) < on_line {
                    continue;
                }
                let to = (from as i32 + by) as usize % 64;
                let between = RAYS[d][from] & RAYS[(d + 4) % 8][to];
                if between & other == 0 {
                    targets |= 1 << to;
                }
            }
        }
        targets & !own
    }

    /// All moves, as from and to.
    #[inline]
    fn moves(&self, list: &mut [(u8, u8); 128]) -> u32 {
        let mut count = 0;
        for from in bits(self.men[self.mover.index()]) {
            for to in bits(self.targets(from as usize)) {
                list[count] = (from as u8, to as u8);
                count += 1;
            }
        }
        count as u32
    }
}

impl LinesOfAction {
    #[inline]
    fn go(&mut self, from: u8, to: u8) -> Option<Outcome> {
        let board = &mut self.board;
        let mover = board.mover.index();
        board.men[mover] ^= 1 << from | 1 << to;
        board.key ^= KEYS[mover][from as usize % 64] ^ KEYS[mover][to as usize % 64];
        if board.men[1 - mover] >> to & 1 != 0 {
            board.men[1 - mover] ^= 1 << to;
            board.key ^= KEYS[1 - mover][to as usize % 64];
            board.since = self.past.len();
        }
        board.passed = false;
        self.turn()
    }

    /// The second pass in succession ends the game.
    #[inline]
    fn pass(&mut self) -> Option<Outcome> {
        if std::mem::replace(&mut self.board.passed, true) {
            return Some(Outcome::Draw);
        }
        self.turn()
    }

    #[inline]
    fn turn(&mut self) -> Option<Outcome> {
        let board = &mut self.board;
        board.mover = board.mover.opponent();
        match (joined(board.men[0]), joined(board.men[1])) {
            (true, true) => return Some(Outcome::Draw),
            (true, false) => return Some(Outcome::Win(Player::White)),
            (false, true) => return Some(Outcome::Win(Player::Black)),
            _ => {}
        }
        let key = board.key ^ board.mover.index() as u64;
        self.past.push(key);
        (self.past[board.since..].iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }
}

impl Rival for LinesOfAction {
    const GAME: &'static str = "lines-of-action";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let mut list = [(0, 0); 128];
        let count = self.board.moves(&mut list);
        if count == 0 {
            choose(1);
            return self.pass();
        }
        let (from, to) = list[choose(count) as usize % 128];
        self.go(from, to)
    }

    fn name(&self, index: u32) -> String {
        let mut list = [(0, 0); 128];
        if self.board.moves(&mut list) == 0 {
            return "pass".into();
        }
        let (from, to) = list[index as usize];
        let cell = |c: u8| label(c as u32 % 8, c as u32 / 8);
        let taken = self.board.men[1 - self.board.mover.index()] >> to & 1 != 0;
        format!("{}{}{}", cell(from), if taken { 'x' } else { '-' }, cell(to))
    }
}

impl Searcher for LinesOfAction {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let (before, length) = (self.board, self.past.len());
        let mut stuck = true;
        for from in bits(before.men[before.mover.index()]) {
            for to in bits(before.targets(from as usize)) {
                stuck = false;
                let outcome = self.go(from as u8, to as u8);
                let enough = f(self, outcome);
                self.board = before;
                self.past.truncate(length);
                if enough {
                    return;
                }
            }
        }
        if stuck {
            let outcome = self.pass();
            f(self, outcome);
            self.board = before;
            self.past.truncate(length);
        }
    }

    #[inline]
    fn mover(&self) -> Player {
        self.board.mover
    }

    #[inline]
    fn lead(&self) -> i32 {
        lead(self.board.men, self.board.mover)
    }
}
