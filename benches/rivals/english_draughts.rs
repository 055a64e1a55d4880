//! English draughts: men and kings as words of the 64 cells, all jumps in one direction at once. Every jump is a step.

use super::{Rival, label, select};
use ludogen::game::{Outcome, Player};

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const FAR: [u64; 2] = [0xff << 56, 0xff];

/// The cells diagonally next to a set: up right, up left, down left, down right.
#[inline]
fn beside(set: u64, d: usize) -> u64 {
    match d {
        0 => (set & !RIGHT) << 9,
        1 => (set & !LEFT) << 7,
        2 => (set & !LEFT) >> 9,
        _ => (set & !RIGHT) >> 7,
    }
}

/// By kind of piece (a man of either player, a king) and cell.
static KEYS: [[u64; 64]; 4] = super::keys();

/// Each player's pieces, which of all are kings, the piece that must go on jumping, and the keys of the positions since the
/// last capture or move of a man.
#[derive(Clone)]
pub struct EnglishDraughts {
    own: [u64; 2],
    kings: u64,
    jumping: u64,
    key: u64,
    past: Vec<u64>,
    mover: Player,
}

impl Default for EnglishDraughts {
    fn default() -> Self {
        let dark = 0xaa55_aa55_aa55_aa55u64;
        let own = [dark & 0xff_ffff, dark & 0xffff_ff00_0000_0000];
        EnglishDraughts { own, kings: 0, jumping: 0, key: 0, past: vec![0], mover: Player::White }
    }
}

/// By direction: the destinations, and how far they lie.
struct Moves {
    to: [u64; 4],
    jumps: bool,
}

impl EnglishDraughts {
    #[inline]
    fn moves(&self) -> Moves {
        let (own, other) = (self.own[self.mover.index()], self.own[1 - self.mover.index()]);
        let empty = !(own | other);
        let movers = if self.jumping != 0 { self.jumping } else { own };
        let forwards = 2 * self.mover.index();
        let able = [0, 1, 2, 3].map(|d| if d / 2 * 2 == forwards { movers } else { movers & self.kings });
        let jumps = [0, 1, 2, 3].map(|d| beside(beside(able[d], d) & other, d) & empty);
        if self.jumping != 0 || jumps != [0; 4] {
            return Moves { to: jumps, jumps: true };
        }
        Moves { to: [0, 1, 2, 3].map(|d| beside(able[d], d) & empty), jumps: false }
    }

    #[inline]
    fn find(moves: &Moves, mut index: u32) -> (u64, u64, u64) {
        for d in 0..4 {
            let count = moves.to[d].count_ones();
            if index < count {
                let to = 1 << select(moves.to[d], index);
                let over = beside(to, (d + 2) % 4);
                return if moves.jumps { (beside(over, (d + 2) % 4), over, to) } else { (over, 0, to) };
            }
            index -= count;
        }
        (0, 0, 0)
    }

    #[inline]
    fn piece_key(&self, player: usize, cell: u64) -> u64 {
        KEYS[2 * (self.kings & cell != 0) as usize + player][cell.trailing_zeros() as usize % 64]
    }
}

impl Rival for EnglishDraughts {
    const GAME: &'static str = "english-draughts";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let moves = self.moves();
        let count = moves.to.iter().map(|set| set.count_ones()).sum();
        let (from, over, to) = Self::find(&moves, choose(count));
        let mover = self.mover.index();
        let king = self.kings & from != 0;
        self.key ^= self.piece_key(mover, from);
        self.own[mover] ^= from | to;
        if over != 0 {
            self.key ^= self.piece_key(1 - mover, over);
            self.own[1 - mover] ^= over;
        }
        let crowned = !king && to & FAR[mover] != 0;
        self.kings = self.kings & !(from | over) | if king || crowned { to } else { 0 };
        self.key ^= self.piece_key(mover, to);
        if over != 0 || !king {
            self.past.clear();
        }
        self.jumping = if over != 0 && !crowned { to } else { 0 };
        if self.jumping != 0 && self.moves().to != [0; 4] {
            return None;
        }
        self.jumping = 0;
        self.mover = self.mover.opponent();
        if self.moves().to == [0; 4] {
            return Some(Outcome::Win(self.mover.opponent()));
        }
        let key = self.key ^ mover as u64;
        self.past.push(key);
        (self.past.iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }

    fn name(&self, index: u32) -> String {
        let (from, _, to) = Self::find(&self.moves(), index);
        let cell = |c: u64| label(c.trailing_zeros() % 8, c.trailing_zeros() / 8);
        format!("{}-{}", cell(from), cell(to))
    }
}
