//! International draughts: men and kings as words with a gap after every two rows, so that a step in a direction is the same
//! shift everywhere. Every jump is a step, and so is the end of a capture.

use super::{Rival, bits, label, select};
use ludogen::game::{Outcome, Player};

/// The 50 cells. Bits 0 to 4 are the lowest row, 6 to 10 the next, and so on in steps of 11.
const BOARD: u64 = {
    let (mut board, mut rows) = (0, 0);
    while rows < 5 {
        board |= 0x7df << (11 * rows);
        rows += 1;
    }
    board
};
const HOME: [u64; 2] = [BOARD & ((1 << 22) - 1), BOARD & !((1 << 33) - 1)];
const FAR: [u64; 2] = [0x1f << 50, 0x1f];

/// The most moves that are looked at to find a longest capture. If there are more, any will do.
const BUDGET: u32 = 4096;

/// The cells diagonally next to a set: up right, up left, down left, down right.
#[inline]
fn beside(set: u64, d: usize) -> u64 {
    BOARD
        & match d {
            0 => set << 6,
            1 => set << 5,
            2 => set >> 6,
            _ => set >> 5,
        }
}

/// By direction and cell: the cells up to the edge.
static RAYS: [[u64; 64]; 4] = {
    let mut rays = [[0; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        let (d, cell) = (i / 64, i % 64);
        let mut at = 1u64 << cell & BOARD;
        while at != 0 {
            at = BOARD & [at << 6, at << 5, at >> 6, at >> 5][d];
            rays[d][cell] |= at;
        }
        i += 1;
    }
    rays
};

/// By kind of piece (a man of either player, a king) and cell.
static KEYS: [[u64; 64]; 4] = super::keys();

#[inline]
fn place(cell: u64) -> usize {
    cell.trailing_zeros() as usize % 64
}

/// The first cell of a set that is met in a direction, as a set.
#[inline]
fn nearest(set: u64, d: usize) -> u64 {
    if d < 2 { set & set.wrapping_neg() } else { (set != 0) as u64 * (1 << 63 >> (set | 1).leading_zeros()) }
}

/// Where a king can land that jumps from a cell over an enemy, and the enemy.
#[inline]
fn landings(from: u64, d: usize, other: u64, empty: u64) -> (u64, u64) {
    let over = nearest(RAYS[d][place(from)] & !empty, d) & other;
    if over == 0 {
        return (0, 0);
    }
    (slide(over, d, empty), over)
}

/// The empty cells in a direction up to the first that is not.
#[inline]
fn slide(from: u64, d: usize, empty: u64) -> u64 {
    let ray = RAYS[d][place(from)];
    let stop = nearest(ray & !empty, d);
    if stop == 0 { ray } else { ray & !RAYS[d][place(stop)] & !stop }
}

/// The most jumps that a piece can make. Counts the moves on the way, with the end of the capture.
fn longest(king: bool, from: u64, other: u64, empty: u64, looked: &mut u32) -> u32 {
    let (mut most, mut jumps) = (0, 0);
    for d in 0..4 {
        let (to, over) = if king {
            landings(from, d, other, empty)
        } else {
            let over = beside(from, d) & other;
            (beside(over, d) & empty, over)
        };
        for to in bits(to) {
            if *looked > BUDGET {
                return 0;
            }
            jumps += 1;
            *looked += 1;
            most = most.max(1 + longest(king, 1 << to, other ^ over, empty, looked));
        }
    }
    *looked += (jumps == 0) as u32;
    most
}

/// What the legal moves are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Jump,
    /// The end of a capture alone.
    Stop,
}

/// Each player's pieces, which of all are kings, what has been captured in this turn, the piece that is capturing, whose turn it
/// is, and by direction where the legal moves end.
#[derive(Clone, Copy)]
struct Board {
    own: [u64; 2],
    kings: u64,
    ghosts: u64,
    jumping: u64,
    key: u64,
    mover: Player,
    kind: Kind,
    to: [u64; 4],
}

/// The board, and the keys of the positions since the last capture or move of a man.
#[derive(Clone)]
pub struct InternationalDraughts {
    board: Board,
    past: Vec<u64>,
}

impl Default for InternationalDraughts {
    fn default() -> Self {
        let mut board = Board {
            own: HOME,
            kings: 0,
            ghosts: 0,
            jumping: 0,
            key: 0,
            mover: Player::White,
            kind: Kind::Plain,
            to: [0; 4],
        };
        board.find_moves();
        InternationalDraughts { board, past: Vec::with_capacity(128) }
    }
}

impl Board {
    #[inline]
    fn empty(&self) -> u64 {
        BOARD & !(self.own[0] | self.own[1] | self.ghosts)
    }

    /// Where a plain move in a direction to a cell comes from; for a jump, over what it goes.
    #[inline]
    fn before(&self, to: u64, d: usize) -> u64 {
        let back = (d + 2) % 4;
        nearest(RAYS[back][place(to)] & !self.empty(), back)
    }

    #[inline]
    fn jumps(&self, movers: u64) -> [u64; 4] {
        let (other, empty) = (self.own[1 - self.mover.index()], self.empty());
        let men = movers & !self.kings;
        let mut to = [0, 1, 2, 3].map(|d| beside(beside(men, d) & other, d) & empty);
        for king in bits(movers & self.kings) {
            for (d, to) in to.iter_mut().enumerate() {
                *to |= landings(1 << king, d, other, empty).0;
            }
        }
        to
    }

    /// Of several jumps those that begin a longest capture.
    #[inline(never)]
    fn keep_longest(&mut self) {
        let (mut kept, mut most, mut looked) = ([0; 4], 0, 0);
        for d in 0..4 {
            for to in bits(self.to[d]) {
                let over = self.before(1 << to, d);
                let from = self.before(over, d);
                let other = self.own[1 - self.mover.index()] ^ over;
                looked += 1;
                let jumps = longest(self.kings & from != 0, 1 << to, other, self.empty() | from, &mut looked);
                if looked > BUDGET {
                    return;
                }
                if jumps > most {
                    (most, kept) = (jumps, [0; 4]);
                }
                kept[d] |= ((jumps == most) as u64) << to;
            }
        }
        self.to = kept;
    }

    #[inline]
    fn find_moves(&mut self) {
        let own = self.own[self.mover.index()];
        self.to = self.jumps(if self.jumping != 0 { self.jumping } else { own });
        let count: u32 = self.to.iter().map(|set| set.count_ones()).sum();
        if count != 0 {
            self.kind = Kind::Jump;
            if count > 1 {
                self.keep_longest();
            }
        } else if self.jumping != 0 {
            self.kind = Kind::Stop;
        } else {
            self.kind = Kind::Plain;
            let empty = self.empty();
            let forwards = 2 * self.mover.index();
            for d in [forwards, forwards + 1] {
                self.to[d] = beside(own & !self.kings, d) & empty;
            }
            for king in bits(own & self.kings) {
                for d in 0..4 {
                    self.to[d] |= slide(1 << king, d, empty);
                }
            }
        }
    }

    /// Where a move begins, over what it goes and where it ends.
    #[inline]
    fn find(&self, mut index: u32) -> (u64, u64, u64) {
        for d in 0..4 {
            let count = self.to[d].count_ones();
            if index < count {
                let to = 1 << select(self.to[d], index);
                let before = self.before(to, d);
                return if self.kind == Kind::Jump { (self.before(before, d), before, to) } else { (before, 0, to) };
            }
            index -= count;
        }
        (0, 0, 0)
    }

    #[inline]
    fn piece_key(&self, player: usize, cell: u64) -> u64 {
        KEYS[2 * (self.kings & cell != 0) as usize + player][place(cell)]
    }
}

impl InternationalDraughts {
    /// Ends the turn of a piece that now stands there. `lasting` says that earlier positions cannot come again.
    #[inline]
    fn turn(&mut self, at: u64, lasting: bool) -> Option<Outcome> {
        let board = &mut self.board;
        let mover = board.mover.index();
        board.kings |= at & FAR[mover];
        board.key ^= board.piece_key(mover, at);
        board.mover = board.mover.opponent();
        board.find_moves();
        if board.to == [0; 4] {
            return Some(Outcome::Win(board.mover.opponent()));
        }
        if lasting {
            self.past.clear();
        }
        let key = board.key ^ mover as u64;
        self.past.push(key);
        (self.past.iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }
}

impl Rival for InternationalDraughts {
    const GAME: &'static str = "international-draughts";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let board = &mut self.board;
        if board.kind == Kind::Stop {
            choose(1);
            let at = std::mem::take(&mut board.jumping);
            board.ghosts = 0;
            return self.turn(at, true);
        }
        let (from, over, to) = board.find(choose(board.to.iter().map(|set| set.count_ones()).sum()));
        let mover = board.mover.index();
        if board.jumping == 0 {
            board.key ^= board.piece_key(mover, from);
        }
        let king = board.kings & from != 0;
        let captured = if over != 0 { board.piece_key(1 - mover, over) } else { 0 };
        board.own[mover] ^= from | to;
        board.kings = board.kings & !(from | over) | if king { to } else { 0 };
        if over == 0 {
            return self.turn(to, !king);
        }
        board.key ^= captured;
        board.own[1 - mover] ^= over;
        board.ghosts |= over;
        board.jumping = to;
        board.find_moves();
        None
    }

    fn name(&self, index: u32) -> String {
        let cell = |c: u64| {
            let (rows, rest) = (c.trailing_zeros() / 11, c.trailing_zeros() % 11);
            if rest < 5 { label(2 * rest, 2 * rows) } else { label(2 * rest - 11, 2 * rows + 1) }
        };
        if self.board.kind == Kind::Stop {
            return format!("-{}", cell(self.board.jumping));
        }
        let (from, _, to) = self.board.find(index);
        format!("{}-{}", cell(from), cell(to))
    }
}
