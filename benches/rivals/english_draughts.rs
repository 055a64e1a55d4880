//! English draughts: men and kings as words of the 64 cells, all jumps in one direction at once. Every jump is a step.

use super::search::{Searcher, lead};
use super::{Rival, bits, label, select};
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

/// Each player's pieces, which of all are kings, the piece that must go on jumping, and whose turn it is; `since` says how many
/// of the keys of past positions are from before the last capture or move of a man.
#[derive(Clone, Copy)]
struct Board {
    own: [u64; 2],
    kings: u64,
    jumping: u64,
    key: u64,
    since: usize,
    mover: Player,
}

/// The board, and the keys of the positions so far.
#[derive(Clone)]
pub struct EnglishDraughts {
    board: Board,
    past: Vec<u64>,
}

impl Default for EnglishDraughts {
    fn default() -> Self {
        let dark = 0xaa55_aa55_aa55_aa55u64;
        let own = [dark & 0xff_ffff, dark & 0xffff_ff00_0000_0000];
        let board = Board { own, kings: 0, jumping: 0, key: 0, since: 0, mover: Player::White };
        EnglishDraughts { board, past: vec![0] }
    }
}

/// By direction: the destinations, and how far they lie.
struct Moves {
    to: [u64; 4],
    jumps: bool,
}

impl Moves {
    /// Where the move in a direction to a cell comes from, and over what it jumps.
    #[inline]
    fn origin(&self, d: usize, to: u64) -> (u64, u64) {
        let before = beside(to, (d + 2) % 4);
        if self.jumps { (beside(before, (d + 2) % 4), before) } else { (before, 0) }
    }
}

impl Board {
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
                let (from, over) = moves.origin(d, to);
                return (from, over, to);
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

impl EnglishDraughts {
    #[inline]
    fn go(&mut self, from: u64, over: u64, to: u64) -> Option<Outcome> {
        let board = &mut self.board;
        let mover = board.mover.index();
        let king = board.kings & from != 0;
        board.key ^= board.piece_key(mover, from);
        board.own[mover] ^= from | to;
        if over != 0 {
            board.key ^= board.piece_key(1 - mover, over);
            board.own[1 - mover] ^= over;
        }
        let crowned = !king && to & FAR[mover] != 0;
        board.kings = board.kings & !(from | over) | if king || crowned { to } else { 0 };
        board.key ^= board.piece_key(mover, to);
        if over != 0 || !king {
            board.since = self.past.len();
        }
        board.jumping = if over != 0 && !crowned { to } else { 0 };
        if board.jumping != 0 && board.moves().to != [0; 4] {
            return None;
        }
        board.jumping = 0;
        board.mover = board.mover.opponent();
        if board.moves().to == [0; 4] {
            return Some(Outcome::Win(board.mover.opponent()));
        }
        let key = board.key ^ mover as u64;
        self.past.push(key);
        (self.past[board.since..].iter().filter(|k| **k == key).count() >= 3).then_some(Outcome::Draw)
    }
}

impl Rival for EnglishDraughts {
    const GAME: &'static str = "english-draughts";

    #[inline]
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome> {
        let moves = self.board.moves();
        let count = moves.to.iter().map(|set| set.count_ones()).sum();
        let (from, over, to) = Board::find(&moves, choose(count));
        self.go(from, over, to)
    }

    fn name(&self, index: u32) -> String {
        let (from, _, to) = Board::find(&self.board.moves(), index);
        let cell = |c: u64| label(c.trailing_zeros() % 8, c.trailing_zeros() / 8);
        format!("{}-{}", cell(from), cell(to))
    }
}

impl Searcher for EnglishDraughts {
    #[inline]
    fn children(&mut self, mut f: impl FnMut(&mut Self, Option<Outcome>) -> bool) {
        let (before, length) = (self.board, self.past.len());
        let moves = before.moves();
        // The engine takes men first, to the left of their player and then to the right, and kings in the order of their directions.
        let men = [[1, 0], [3, 2]][before.mover.index()].map(|d| (d, !before.kings));
        let kings = [0, 1, 2, 3].map(|d| (d, before.kings));
        for (d, able) in men.into_iter().chain(kings) {
            for to in bits(moves.to[d]).map(|cell| 1 << cell) {
                let (from, over) = moves.origin(d, to);
                if able & from == 0 {
                    continue;
                }
                let outcome = self.go(from, over, to);
                let enough = f(self, outcome);
                self.board = before;
                self.past.truncate(length);
                if enough {
                    return;
                }
            }
        }
    }

    #[inline]
    fn mover(&self) -> Player {
        self.board.mover
    }

    #[inline]
    fn lead(&self) -> i32 {
        lead(self.board.own, self.board.mover)
    }
}
