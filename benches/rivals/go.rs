//! Go on 9×9: sets of 128 bits, a name for each chain, and the stones in atari, from which all legal moves follow at once.
//!
//! A row takes ten bits, the last of which is no cell: what is shifted over an edge falls off.

use super::{Rival, label, select};
use ludogen::game::{Outcome, Player};

const SIZE: usize = 9;

const BOARD: u128 = {
    let (mut board, mut row) = (0, 0);
    while row < SIZE {
        board |= 0x1ff << (10 * row);
        row += 1;
    }
    board
};

/// By player and cell: random numbers whose combination stands for a position. The lowest seven bits are the cell.
static KEYS: [[u64; 128]; 2] = {
    let random = super::keys::<4>();
    let mut keys = [[0; 128]; 2];
    let mut i = 0;
    while i < 256 {
        keys[i / 128][i % 128] = (random[i / 64][i % 64] & !127) | (i as u64 % 128);
        i += 1;
    }
    keys
};

/// How many lists there are of the positions so far.
const LISTS: usize = 1024;

/// The stones, those of them in chains with one liberty, where stones have been captured, the chains' names by stone, their
/// stones and keys by name, whose turn it is, whether the last move was a pass, the legal moves, and the keys of the positions
/// so far, in lists by numbers of stones.
#[derive(Clone)]
pub struct Go {
    stones: [u128; 2],
    weak: [u128; 2],
    lost: [u128; 2],
    names: [u8; 128],
    chains: [u128; 128],
    chain_keys: [u64; 128],
    key: u64,
    mover: Player,
    passed: bool,
    legal: u128,
    /// By list: one more than the place of its last position, or 0.
    last: [u16; LISTS],
    /// With one more than the place of the position before it in the list, or 0.
    past: Vec<(u64, u16)>,
}

impl Default for Go {
    #[inline]
    fn default() -> Self {
        let mut go = Go {
            stones: [0; 2],
            weak: [0; 2],
            lost: [0; 2],
            names: [0; 128],
            chains: [0; 128],
            chain_keys: [0; 128],
            key: 0,
            mover: Player::White,
            passed: false,
            legal: BOARD,
            last: [0; LISTS],
            past: Vec::with_capacity(LISTS),
        };
        go.remember();
        go
    }
}

#[inline]
fn beside(set: u128) -> u128 {
    (set << 1 | set >> 1 | set << 10 | set >> 10) & BOARD
}

#[inline]
fn nth(set: u128, k: u32) -> u32 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let below = low.count_ones();
    if k < below { select(low, k) } else { 64 + select(high, k - below) }
}

/// The list of positions with so many stones each. Others may be in it, too.
#[inline]
fn list(own: u32, other: u32, mover: usize) -> usize {
    let [white, black] = if mover == 0 { [own, other] } else { [other, own] };
    (white + 27 * black) as usize % LISTS
}

/// The numbers of the cells of a set.
#[inline]
fn for_each(mut set: u128, mut f: impl FnMut(usize)) {
    while set != 0 {
        f(set.trailing_zeros() as usize % 128);
        set &= set - 1;
    }
}

impl Go {
    /// The chain of the first stone of a set.
    #[inline]
    fn name(&self, set: u128) -> usize {
        self.names[set.trailing_zeros() as usize % 128] as usize % 128
    }

    #[inline]
    fn remember(&mut self) {
        let list = list(self.stones[0].count_ones(), self.stones[1].count_ones(), 0);
        self.past.push((self.key, self.last[list]));
        self.last[list] = self.past.len() as u16;
    }

    /// Places a stone of the mover, and takes off what that captures.
    #[inline]
    fn place(&mut self, cell: u32) {
        let (own, other) = (self.mover.index(), 1 - self.mover.index());
        let stone = 1u128 << cell;
        let near = beside(stone);
        let stone_key = KEYS[own][cell as usize % 128];
        let (mut chain, mut key, mut name) = (stone, stone_key, cell as usize % 128);
        let mut joined = near & self.stones[own];
        while joined != 0 {
            let old = self.name(joined);
            // The larger chain keeps its name.
            let larger = chain.count_ones() <= self.chains[old].count_ones();
            let (renamed, met) = if larger { (chain, old) } else { (self.chains[old], name) };
            for_each(renamed, |cell| self.names[cell] = met as u8);
            chain |= self.chains[old];
            key ^= self.chain_keys[old];
            name = met;
            joined &= !chain;
        }
        self.names[cell as usize % 128] = name as u8;
        self.stones[own] |= stone;
        self.key ^= stone_key;
        self.chains[name] = chain;
        self.chain_keys[name] = key;
        // A chain in atari has lost its last liberty.
        let mut dead = 0;
        let mut met = near & self.weak[other];
        while met != 0 {
            let name = self.name(met);
            dead |= self.chains[name];
            self.key ^= self.chain_keys[name];
            met &= !dead;
        }
        self.stones[other] &= !dead;
        self.weak[other] &= !dead;
        self.lost[other] |= dead;
        let empty = BOARD & !(self.stones[0] | self.stones[1]);
        let mut met = near & self.stones[other];
        while met != 0 {
            let name = self.name(met);
            let chain = self.chains[name];
            let liberties = beside(chain) & empty;
            self.weak[other] |= if liberties & (liberties - 1) == 0 { chain } else { 0 };
            met &= !chain;
        }
        // What was taken off is a liberty more for its neighbours.
        if dead != 0 {
            let mut freed = beside(dead) & self.weak[own];
            while freed != 0 {
                let name = self.name(freed);
                self.weak[own] &= !self.chains[name];
                freed &= self.weak[own];
            }
        }
        let liberties = beside(chain) & empty;
        let weak = if liberties & liberties.wrapping_sub(1) == 0 { chain } else { 0 };
        self.weak[own] = self.weak[own] & !chain | weak;
        self.remember();
    }

    /// Where the mover may place a stone.
    #[inline]
    fn find_legal(&mut self) {
        let (own, other) = (self.mover.index(), 1 - self.mover.index());
        let empty = BOARD & !(self.stones[0] | self.stones[1]);
        let safe = self.stones[own] & !self.weak[own];
        let captures = empty & beside(self.weak[other]);
        self.legal = captures | empty & beside(empty | safe);
        // An earlier position can come again only by a stone where one was captured since.
        let back = self.legal & self.lost[own];
        if back == 0 {
            return;
        }
        let (mine, yours) = (self.stones[own].count_ones(), self.stones[other].count_ones());
        let mut at = self.last[list(mine + 1, yours, own)];
        while at != 0 {
            let (key, before) = self.past[at as usize - 1];
            let stone = key ^ self.key;
            let cell = stone % 128;
            if KEYS[own][cell as usize] == stone {
                self.legal &= !(1 << cell) | captures;
            }
            at = before;
        }
        let mut left = captures & back;
        while left != 0 {
            let cell = left.trailing_zeros();
            let stone = left & left.wrapping_neg();
            left ^= stone;
            let (mut dead, mut key) = (0, self.key ^ KEYS[own][cell as usize % 128]);
            let mut met = beside(stone) & self.weak[other];
            while met != 0 {
                let name = self.name(met);
                dead |= self.chains[name];
                key ^= self.chain_keys[name];
                met &= !dead;
            }
            let mut at = self.last[list(mine + 1, yours - dead.count_ones(), own)];
            while at != 0 {
                let (old, before) = self.past[at as usize - 1];
                if old == key {
                    self.legal &= !stone;
                    break;
                }
                at = before;
            }
        }
    }

    /// Who has more stones and cells that touch that player's stones alone.
    fn score(&self) -> Outcome {
        let empty = BOARD & !(self.stones[0] | self.stones[1]);
        let reached = self.stones.map(|stones| {
            let mut set = stones;
            loop {
                let wider = set | beside(set) & empty;
                if wider == set {
                    return set;
                }
                set = wider;
            }
        });
        let white = (reached[0] & !reached[1]).count_ones();
        let black = (reached[1] & !reached[0]).count_ones();
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::White),
            std::cmp::Ordering::Less => Outcome::Win(Player::Black),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl Rival for Go {
    const GAME: &'static str = "go";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let count = self.legal.count_ones();
        let index = choose(count + 1);
        if index < count {
            self.passed = false;
            self.place(nth(self.legal, index));
        } else if std::mem::replace(&mut self.passed, true) {
            return Some(self.score());
        }
        self.mover = self.mover.opponent();
        self.find_legal();
        None
    }

    fn name(&self, index: u32) -> String {
        if index == self.legal.count_ones() {
            return "pass".into();
        }
        let cell = nth(self.legal, index);
        label(cell % 10, cell / 10)
    }
}
