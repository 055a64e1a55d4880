//! Chess: sets of 64 cells, the slides of all pieces in one direction at once, and legal moves alone from the pins and checks.

use super::{Rival, label, select};
use ludogen::game::{Outcome, Player};

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// By direction: where a step in that direction can end.
const ENTERED: [u64; 8] = [!LEFT, !LEFT, !0, !RIGHT, !RIGHT, !RIGHT, !0, !LEFT];
/// By direction: how far on the next cell is, modulo 64.
const STEP: [u32; 8] = [1, 9, 8, 7, 63, 55, 56, 57];

/// By direction of a knight: how far on it lands, modulo 64, and where it can land.
const LEAPS: [(u32, u64); 8] = [
    (17, !(LEFT | 0xffff)),
    (15, !(RIGHT | 0xffff)),
    (10, !(LEFT | LEFT << 1 | 0xff)),
    (6, !(RIGHT | RIGHT >> 1 | 0xff)),
    (47, !(RIGHT | 0xffff << 48)),
    (49, !(LEFT | 0xffff << 48)),
    (54, !(RIGHT | RIGHT >> 1 | 0xff << 56)),
    (58, !(LEFT | LEFT << 1 | 0xff << 56)),
];

const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;
const NONE: usize = 6;

/// By direction and cell: the cells up to the edge.
static RAYS: [[u64; 64]; 8] = super::rays_of_words();

/// By player, kind of piece and cell; nothing for none.
static KEYS: [[[u64; 64]; 8]; 2] = {
    let random = super::keys::<12>();
    let mut keys = [[[0; 64]; 8]; 2];
    let mut i = 0;
    while i < 12 {
        keys[i / 6][i % 6] = random[i];
        i += 1;
    }
    keys
};

#[inline]
fn shift<const D: usize>(set: u64, times: u32) -> u64 {
    if D < 4 { set << (STEP[D] * times) } else { set >> ((64 - STEP[D]) * times) }
}

/// Where all of some pieces come to in a direction, over free cells, and to one that is not.
#[inline]
fn slide<const D: usize>(pieces: u64, free: u64) -> u64 {
    if D == 0 {
        // To take away the double of a bit changes all further ones up to the next that is set.
        let stops = !free | LEFT;
        return (stops ^ stops.wrapping_sub(pieces << 1)) & !LEFT;
    }
    let once = free & ENTERED[D];
    let twice = once & shift::<D>(once, 1);
    let fourfold = twice & shift::<D>(twice, 2);
    let mut set = pieces;
    set |= once & shift::<D>(set, 1);
    set |= twice & shift::<D>(set, 2);
    set |= fourfold & shift::<D>(set, 4);
    shift::<D>(set, 1) & ENTERED[D]
}

/// By direction: where pieces that go straight and diagonally come to, but for those that may not go along an axis.
#[inline(always)]
fn slides([straight, diagonal]: [u64; 2], pins: [u64; 4], free: u64) -> [u64; 8] {
    let mut to = [0; 8];
    if straight != 0 {
        let [east, north] = [straight & !pins[0], straight & !pins[2]];
        (to[0], to[4]) = (slide::<0>(east, free), slide::<4>(east, free));
        (to[2], to[6]) = (slide::<2>(north, free), slide::<6>(north, free));
    }
    if diagonal != 0 {
        let [north_east, north_west] = [diagonal & !pins[1], diagonal & !pins[3]];
        (to[1], to[5]) = (slide::<1>(north_east, free), slide::<5>(north_east, free));
        (to[3], to[7]) = (slide::<3>(north_west, free), slide::<7>(north_west, free));
    }
    to
}

#[inline]
fn leap(knights: u64, d: usize) -> u64 {
    knights.rotate_left(LEAPS[d].0) & LEAPS[d].1
}

/// The cells to the left and to the right.
#[inline]
fn beside(set: u64) -> u64 {
    (set & !LEFT) >> 1 | (set & !RIGHT) << 1
}

/// The cells around one.
#[inline]
fn around(cell: u64) -> u64 {
    let wide = cell | (cell & !RIGHT) << 1 | (cell & !LEFT) >> 1;
    (wide | wide << 8 | wide >> 8) & !cell
}

/// The nearest cell of a set that is in that direction, as a set.
#[inline]
fn nearest(set: u64, d: usize) -> u64 {
    if d < 4 { set & set.wrapping_neg() } else { (set != 0) as u64 * (1 << 63 >> (set | 1).leading_zeros()) }
}

/// Ways to move, after the slides and the leaps in eight directions each: steps and double steps of pawns, what they take to
/// the left and to the right of the board, also in passing, steps of the king, castling, and pawns' promotions.
const LEAP: usize = 8;
const PUSH: usize = 16;
const TAKE: usize = 17;
const WALK: usize = 19;
const DOUBLE: usize = 20;
const PASSING: usize = 21;
const CASTLE: usize = 23;
const PROMOTION: usize = 24;
const PROMOTION_TAKE: usize = 25;
const ALL: usize = 27;

/// The pieces by kind and by player, and kinds by cell; the kings and rooks that have not moved, the pawn that has just made a
/// double step, whose turn it is, and where the legal moves end, by way.
#[derive(Clone)]
struct Board {
    kinds: [u64; 8],
    own: [u64; 2],
    cells: [u8; 64],
    unmoved: u64,
    doubled: u64,
    key: u64,
    mover: Player,
    to: [u64; ALL],
}

/// The board, the keys of the positions since the last move that cannot be taken back, and how many of them end in the same
/// bits.
#[derive(Clone)]
pub struct Chess {
    board: Board,
    past: Vec<u64>,
    seen: [u8; 1024],
}

/// Where the opponent attacks, the king itself being no hindrance, and whether it is attacked; where other pieces may go, which
/// of them are pinned to the king, and by axis those that may not go along it.
struct Threats {
    danger: u64,
    check: bool,
    allowed: u64,
    pinned: u64,
    pins: [u64; 4],
}

const START: Board = {
    let mut board = Board {
        kinds: [0; 8],
        own: [0xffff, 0xffff << 48],
        cells: [NONE as u8; 64],
        unmoved: 0x91 | 0x91 << 56,
        doubled: 0,
        key: 0,
        mover: Player::White,
        to: [0; ALL],
    };
    let row = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    let mut col = 0;
    while col < 8 {
        let mut i = 0;
        while i < 4 {
            let (cell, kind) = [(col, row[col]), (8 + col, PAWN), (48 + col, PAWN), (56 + col, row[col])][i];
            board.kinds[kind] |= 1 << cell;
            board.cells[cell] = kind as u8;
            i += 1;
        }
        col += 1;
    }
    board
};

impl Default for Chess {
    fn default() -> Self {
        let mut past = Vec::with_capacity(256);
        past.push(0);
        let mut seen = [0; 1024];
        seen[0] = 1;
        let mut board = START;
        board.find_legal();
        Chess { board, past, seen }
    }
}

impl Board {
    /// Whether a cell is attacked by the opponent, were these cells taken.
    fn attacked(&self, cell: u64, taken: u64) -> bool {
        let other = self.own[1 - self.mover.index()] & taken;
        let at = cell.trailing_zeros() as usize % 64;
        let met = |d: usize| nearest(RAYS[d][at] & taken, d);
        let (straight, diagonal) = (self.kinds[ROOK] | self.kinds[QUEEN], self.kinds[BISHOP] | self.kinds[QUEEN]);
        let slid = (0..8).any(|d| met(d) & other & if d % 2 == 0 { straight } else { diagonal } != 0);
        let leapt = (0..8).any(|d| leap(cell, d) & other & self.kinds[KNIGHT] != 0);
        slid || leapt || beside(cell).rotate_left(self.forwards()) & other & self.kinds[PAWN] != 0
    }

    /// Those of some pieces that go straight, and those that go diagonally.
    #[inline]
    fn sliders(&self, pieces: u64) -> [u64; 2] {
        [ROOK, BISHOP].map(|kind| pieces & (self.kinds[kind] | self.kinds[QUEEN]))
    }

    /// How far a pawn goes, modulo 64.
    #[inline]
    fn forwards(&self) -> u32 {
        if self.mover == Player::White { 8 } else { 56 }
    }

    /// What the opponent's pieces stop.
    #[inline(always)]
    fn threats(&self) -> Threats {
        let mover = self.mover.index();
        let (own, other) = (self.own[mover], self.own[1 - mover]);
        let taken = own | other;
        let king = own & self.kinds[KING];
        // The king is no hindrance: where it could go on the same line is attacked as well.
        let attacks = slides(self.sliders(other), [0; 4], !(taken ^ king));
        let pawns = beside(other & self.kinds[PAWN]).rotate_right(self.forwards());
        let knights = other & self.kinds[KNIGHT];
        let leaps = if knights == 0 { 0 } else { (0..8).fold(0, |all, d| all | leap(knights, d)) };
        let slid = attacks.iter().fold(0, |all, set| all | set);
        let danger = slid | leaps | pawns | around(other & self.kinds[KING]);
        // What stands first before the king is pinned if it is attacked from the other side.
        let at = king.trailing_zeros() as usize % 64;
        let mut pinned = [0; 4];
        if slid != 0 {
            for d in 0..4 {
                let near = nearest(RAYS[d][at] & taken, d) & attacks[d + 4];
                let far = nearest(RAYS[d + 4][at] & taken, d + 4) & attacks[d];
                pinned[d] = (near | far) & own;
            }
        }
        let all = pinned[0] | pinned[1] | pinned[2] | pinned[3];
        let check = danger & king != 0;
        let allowed = if check { self.answers(king, &attacks) & !own } else { !own };
        Threats { danger, check, allowed, pinned: all, pins: pinned.map(|set| all & !set) }
    }

    /// Finds the legal moves. Returns whether there is any, and whether the king is attacked.
    #[inline]
    fn find_legal(&mut self) -> (bool, bool) {
        let threats = self.threats();
        let Threats { danger, check, allowed, pinned, pins } = threats;
        let mover = self.mover.index();
        let own = self.own[mover];
        let taken = own | self.own[1 - mover];
        let slid = slides(self.sliders(own), pins, !taken);
        let mut all = 0;
        for (to, set) in self.to.iter_mut().zip(slid) {
            *to = set & allowed;
            all |= *to;
        }
        let knights = own & self.kinds[KNIGHT] & !pinned;
        self.to[LEAP..PUSH].fill(0);
        if knights != 0 {
            for d in 0..8 {
                self.to[LEAP + d] = leap(knights, d) & allowed;
                all |= self.to[LEAP + d];
            }
        }
        let king = own & self.kinds[KING];
        self.to[WALK] = around(king) & !own & !danger;
        self.to[CASTLE] = 0;
        if self.unmoved & king != 0 && !check {
            // The king is on its cell.
            let home = 56 * mover;
            let rooks = (self.unmoved & own & self.kinds[ROOK]) >> home;
            let (taken, danger) = (taken >> home, danger >> home);
            let short = rooks & 0x80 != 0 && (taken | danger) & 0x60 == 0;
            let long = rooks & 1 != 0 && (taken & 0x0e) | (danger & 0x0c) == 0;
            self.to[CASTLE] = ((short as u64) << 6 | (long as u64) << 2) << home;
        }
        all |= self.to[WALK] | self.to[CASTLE] | self.find_pawns(&threats);
        (all != 0, check)
    }

    /// Finds the moves of pawns. Returns where they end.
    #[inline(always)]
    fn find_pawns(&mut self, threats: &Threats) -> u64 {
        let Threats { allowed, pins, .. } = threats;
        let (mover, ahead) = (self.mover.index(), self.forwards());
        let other = self.own[1 - mover];
        let (empty, pawns) = (!(self.own[0] | self.own[1]), self.own[mover] & self.kinds[PAWN]);
        let [third, last] = [[0xff << 16, 0xff << 56], [0xff << 40, 0xff]][mover];
        let step = (pawns & !pins[2]).rotate_left(ahead) & empty;
        let double = (step & third).rotate_left(ahead) & empty & allowed;
        let step = step & allowed;
        let to_left = pins[[3, 1][mover]];
        let to_right = pins[[1, 3][mover]];
        let left = ((pawns & !to_left & !LEFT) >> 1).rotate_left(ahead) & other & allowed;
        let right = ((pawns & !to_right & !RIGHT) << 1).rotate_left(ahead) & other & allowed;
        let to = &mut self.to;
        (to[PUSH], to[PROMOTION]) = (step & !last, step & last);
        (to[TAKE], to[PROMOTION_TAKE]) = (left & !last, left & last);
        (to[TAKE + 1], to[PROMOTION_TAKE + 1]) = (right & !last, right & last);
        to[DOUBLE] = double;
        (to[PASSING], to[PASSING + 1]) = (0, 0);
        let all = step | double | left | right;
        if self.doubled == 0 { all } else { all | self.find_passing(pawns) }
    }

    /// Finds the captures in passing. Returns where they end.
    #[inline(never)]
    fn find_passing(&mut self, pawns: u64) -> u64 {
        let end = self.doubled.rotate_left(self.forwards());
        let king = self.own[self.mover.index()] & self.kinds[KING];
        let takers = [(self.doubled & !RIGHT) << 1 & pawns, (self.doubled & !LEFT) >> 1 & pawns];
        for (side, taker) in takers.into_iter().enumerate() {
            let taken = (self.own[0] | self.own[1]) ^ taker ^ end ^ self.doubled;
            if taker != 0 && !self.attacked(king, taken) {
                self.to[PASSING + side] = end;
            }
        }
        self.to[PASSING] | self.to[PASSING + 1]
    }

    /// Where a piece other than the king may go when the king is attacked.
    #[inline(never)]
    fn answers(&self, king: u64, attacks: &[u64; 8]) -> u64 {
        let (other, taken) = (self.own[1 - self.mover.index()], self.own[0] | self.own[1]);
        let at = king.trailing_zeros() as usize % 64;
        let leaps = (0..8).fold(0, |all, d| all | leap(king, d)) & other & self.kinds[KNIGHT];
        let pawns = beside(king).rotate_left(self.forwards()) & other & self.kinds[PAWN];
        let mut checks = leaps | pawns;
        let mut answers = checks;
        for d in 0..8 {
            if attacks[(d + 4) % 8] & king != 0 {
                let checker = nearest(RAYS[d][at] & taken, d);
                checks |= checker;
                answers |= RAYS[d][at] & !RAYS[d][checker.trailing_zeros() as usize % 64];
            }
        }
        if checks & (checks - 1) == 0 { answers } else { 0 }
    }

    /// How many legal moves there are.
    #[inline]
    fn count(&self) -> u32 {
        let plain: u32 = self.to[..PROMOTION].iter().map(|set| set.count_ones()).sum();
        let promotions: u32 = self.to[PROMOTION..].iter().map(|set| set.count_ones()).sum();
        plain + 4 * promotions
    }

    /// The way of a move, where it begins and ends, and what a pawn becomes.
    #[inline]
    fn find(&self, mut index: u32) -> (usize, u32, u32, usize) {
        for (way, &set) in self.to[..PROMOTION].iter().enumerate() {
            let count = set.count_ones();
            if index < count {
                let to = select(set, index);
                return (way, self.origin(way, to), to, NONE);
            }
            index -= count;
        }
        let into = [QUEEN, ROOK, BISHOP, KNIGHT][index as usize % 4];
        index /= 4;
        for way in PROMOTION..ALL {
            let count = self.to[way].count_ones();
            if index < count {
                let to = select(self.to[way], index);
                return (way, self.origin(way, to), to, into);
            }
            index -= count;
        }
        (0, 0, 0, NONE)
    }

    #[inline]
    fn origin(&self, way: usize, to: u32) -> u32 {
        let ahead = self.forwards();
        let back = match way {
            0..LEAP => {
                let d = (way + 4) % 8;
                let met = RAYS[d][to as usize % 64] & (self.own[0] | self.own[1]);
                return if d < 4 { met.trailing_zeros() } else { 63 - (met | 1).leading_zeros() };
            }
            LEAP..PUSH => LEAPS[way - LEAP].0,
            PUSH | PROMOTION => ahead,
            DOUBLE => 2 * ahead,
            WALK | CASTLE => {
                return (self.own[self.mover.index()] & self.kinds[KING]).trailing_zeros();
            }
            TAKE | PASSING | PROMOTION_TAKE => ahead + 63,
            _ => ahead + 1,
        };
        to.wrapping_sub(back) % 64
    }
}

impl Chess {
    #[inline]
    fn go(&mut self, way: usize, from: u32, to: u32, into: usize) -> Option<Outcome> {
        let board = &mut self.board;
        let mover = board.mover.index();
        let (from, to) = (from as usize % 64, to as usize % 64);
        let (kind, met) = (board.cells[from] as usize % 8, board.cells[to] as usize % 8);
        let (start, end) = (1u64 << from, 1u64 << to);
        board.own[mover] ^= start | end;
        board.own[1 - mover] &= !end;
        board.kinds[met] ^= end;
        board.kinds[kind] ^= start | end;
        board.kinds[NONE] = 0;
        board.cells[from] = NONE as u8;
        board.cells[to] = kind as u8;
        board.key ^= KEYS[mover][kind][from] ^ KEYS[mover][kind][to] ^ KEYS[1 - mover][met][to];
        let lasting = kind == PAWN || met != NONE || board.unmoved & start != 0;
        board.unmoved &= !(start | end);
        board.doubled = 0;
        if way >= DOUBLE {
            self.finish(way, from, to, into);
        }
        let board = &mut self.board;
        board.mover = board.mover.opponent();
        let (any, check) = board.find_legal();
        if !any {
            return Some(if check { Outcome::Win(board.mover.opponent()) } else { Outcome::Draw });
        }
        if lasting {
            self.past.drain(..).for_each(|key| self.seen[key as usize % 1024] = 0);
        }
        let key = board.key ^ board.mover.index() as u64;
        self.past.push(key);
        let seen = &mut self.seen[key as usize % 1024];
        *seen += 1;
        (*seen >= 3 && self.past.iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }

    /// What a move in a rarer way does besides.
    #[inline(never)]
    fn finish(&mut self, way: usize, from: usize, to: usize, into: usize) {
        let board = &mut self.board;
        let mover = board.mover.index();
        match way {
            DOUBLE => board.doubled = 1 << to,
            CASTLE => {
                let (corner, passed) = if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
                board.own[mover] ^= 1 << corner | 1 << passed;
                board.kinds[ROOK] ^= 1 << corner | 1 << passed;
                board.cells[corner] = NONE as u8;
                board.cells[passed] = ROOK as u8;
                board.key ^= KEYS[mover][ROOK][corner] ^ KEYS[mover][ROOK][passed];
                // The rook counts as one that has not moved.
                board.unmoved = board.unmoved & !(1 << corner) | 1 << passed;
            }
            PROMOTION.. => {
                board.kinds[PAWN] ^= 1 << to;
                board.kinds[into] ^= 1 << to;
                board.cells[to] = into as u8;
                board.key ^= KEYS[mover][PAWN][to] ^ KEYS[mover][into][to];
                board.unmoved |= if into == ROOK { 1 << to } else { 0 };
            }
            _ => {
                let taken = if mover == 0 { to - 8 } else { to + 8 };
                board.own[1 - mover] ^= 1 << taken;
                board.kinds[PAWN] ^= 1 << taken;
                board.cells[taken] = NONE as u8;
                board.key ^= KEYS[1 - mover][PAWN][taken];
            }
        }
    }
}

impl Rival for Chess {
    const GAME: &'static str = "chess";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let (way, from, to, into) = self.board.find(choose(self.board.count()));
        self.go(way, from, to, into)
    }

    fn name(&self, index: u32) -> String {
        let (_, from, to, into) = self.board.find(index);
        let cell = |c: u32| label(c % 8, c / 8);
        let taken = self.board.cells[to as usize] as usize != NONE;
        let name = format!("{}{}{}", cell(from), if taken { 'x' } else { '-' }, cell(to));
        let chosen = [(QUEEN, "queen"), (ROOK, "rook"), (BISHOP, "bishop"), (KNIGHT, "knight")];
        match chosen.iter().find(|(kind, _)| *kind == into) {
            Some((_, chosen)) => format!("Pawn@{name}#{chosen}"),
            None => name,
        }
    }
}
