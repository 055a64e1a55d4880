//! Specialised programs for the playouts of single games: what a good programmer would write by hand, as a yardstick for the
//! general engine.
//!
//! Both sides draw one number a move from the same generator, in the same way, uniformly over the legal moves; what is
//! compared is the rest. No tricks that skip moves: a program could draw a whole permutation of the cells at once, or fill the
//! board and look for the winner afterwards, but then it would no longer play the game move by move.
//!
//! A program plays through [`Rival::step`] alone, so the tests see exactly the code that is timed.

// The bench has no use for names of moves and counts of sequences, the tests do.
#![allow(dead_code)]

mod amazons;
mod breakthrough;
mod chess;
mod connect_four;
mod english_draughts;
mod go;
mod gomoku;
mod havannah;
mod hex;
mod international_draughts;
mod konane;
mod lines_of_action;
mod reversi;
pub mod search;
mod tic_tac_toe;
mod yavalath;

pub use amazons::Amazons;
pub use breakthrough::Breakthrough;
pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use english_draughts::EnglishDraughts;
pub use go::Go;
pub use gomoku::Gomoku;
pub use havannah::Havannah;
pub use hex::Hex;
pub use international_draughts::InternationalDraughts;
pub use konane::Konane;
pub use lines_of_action::LinesOfAction;
pub use reversi::Reversi;
pub use tic_tac_toe::TicTacToe;
pub use yavalath::Yavalath;

use ludogen::game::{Outcome, PerftRow, Player};

/// A game in progress; the default value is its start, White to move.
pub trait Rival: Clone + Default {
    /// The seed game it plays.
    const GAME: &'static str;

    /// Makes a move. `choose` gets the number of legal moves and returns the index of one. Returns the outcome if that ends
    /// the game, and must not be called again then.
    fn step(&mut self, choose: impl FnOnce(u32) -> u32) -> Option<Outcome>;

    /// The move of that index, in the notation of the general engine.
    fn name(&self, index: u32) -> String;
}

/// The bits of a word, lowest first.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

/// A number below `n`, by multiplication, as the general engine draws it.
#[inline]
fn below(rng: &mut impl rand::Rng, n: u32) -> u32 {
    ((rng.next_u32() as u64 * n as u64) >> 32) as u32
}

/// Plays a random game. Returns the outcome, `None` if the limit came first, and the number of moves.
#[inline]
pub fn playout<G: Rival>(rng: &mut impl rand::Rng, max_plies: u32) -> (Option<Outcome>, u32) {
    let mut game = G::default();
    for plies in 1..=max_plies {
        if let Some(outcome) = game.step(|n| below(rng, n)) {
            return (Some(outcome), plies);
        }
    }
    (None, max_plies)
}

/// How many legal moves there are.
pub fn count<G: Rival>(game: &G) -> u32 {
    let mut count = 0;
    game.clone().step(|n| {
        count = n;
        0
    });
    count
}

/// Counts the sequences of moves up to a length.
pub fn perft<G: Rival>(depth: u32) -> Vec<PerftRow> {
    let mut rows: Vec<PerftRow> = (1..=depth).map(|depth| PerftRow { depth, ..PerftRow::default() }).collect();
    descend(&G::default(), &mut rows);
    rows
}

fn descend<G: Rival>(game: &G, rows: &mut [PerftRow]) {
    let Some((row, rest)) = rows.split_first_mut() else { return };
    for index in 0..count(game) {
        let mut after = game.clone();
        row.nodes += 1;
        match after.step(|_| index) {
            Some(Outcome::Win(Player::White)) => row.first_wins += 1,
            Some(Outcome::Win(Player::Black)) => row.second_wins += 1,
            Some(Outcome::Draw) => row.draws += 1,
            None => descend(&after, rest),
        }
    }
}

/// The name of a cell by column and row from 0.
fn label(col: u32, row: u32) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

/// Up to 16 small numbers, four bits each, from which any can be taken: the last one takes its place.
#[derive(Clone, Copy)]
struct Nibbles {
    list: u64,
    len: u32,
}

impl Nibbles {
    /// The numbers below `len`.
    const fn new(len: u32) -> Self {
        Nibbles { list: 0xfedc_ba98_7654_3210, len }
    }

    #[inline]
    fn get(&self, index: u32) -> u32 {
        (self.list >> (4 * index)) as u32 & 15
    }

    #[inline]
    fn remove(&mut self, index: u32) {
        self.len -= 1;
        let difference = self.get(index) ^ self.get(self.len);
        self.list ^= (difference as u64) << (4 * index);
    }
}

/// East, north-east, north, north-west; the opposite of each is four further on. Where cells are numbered row by row, the
/// numbers rise in the first four.
const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// By direction and cell of a square board: the cells up to the edge.
const fn rays<const CELLS: usize>(size: i32) -> [[u128; CELLS]; 8] {
    let mut rays = [[0; CELLS]; 8];
    let mut d = 0;
    while d < 8 {
        let mut cell = 0;
        while cell < CELLS as i32 {
            let (mut col, mut row) = (cell % size + STEPS[d].0, cell / size + STEPS[d].1);
            while col >= 0 && col < size && row >= 0 && row < size {
                rays[d][cell as usize] |= 1 << (size * row + col);
                col += STEPS[d].0;
                row += STEPS[d].1;
            }
            cell += 1;
        }
        d += 1;
    }
    rays
}

/// [`rays`] of the board of eight by eight.
const fn rays_of_words() -> [[u64; 64]; 8] {
    let wide = rays::<64>(8);
    let mut rays = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 {
        rays[i / 64][i % 64] = wide[i / 64][i % 64] as u64;
        i += 1;
    }
    rays
}

/// The root of a node's tree; paths are halved on the way.
#[inline]
fn root(parents: &mut [u8; 256], mut node: u8) -> u8 {
    loop {
        let parent = parents[node as usize];
        if parent == node {
            return node;
        }
        let next = parents[parent as usize];
        parents[node as usize] = next;
        node = next;
    }
}

/// By kind of piece and cell: random numbers whose combination stands for a position.
const fn keys<const KINDS: usize>() -> [[u64; 64]; KINDS] {
    let mut keys = [[0; 64]; KINDS];
    let (mut i, mut x) = (0, 0x9e37_79b9_7f4a_7c15u64);
    while i < 64 * KINDS {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        keys[i / 64][i % 64] = x;
        i += 1;
    }
    keys
}

const BYTES: u64 = 0x0101_0101_0101_0101;

/// The place of the `k`-th set bit of `word`, which has more than `k`: running sums of the bits of its bytes, all at once,
/// then a table for the byte.
#[inline]
fn select(word: u64, k: u32) -> u32 {
    let pairs = word - (word >> 1 & (0x55 * BYTES));
    let fours = (pairs & (0x33 * BYTES)) + (pairs >> 2 & (0x33 * BYTES));
    let sums = ((fours + (fours >> 4)) & (0x0f * BYTES)).wrapping_mul(BYTES);
    let passed = ((k as u64 * BYTES) | (0x80 * BYTES)) - sums;
    let shift = ((passed >> 7 & BYTES).wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = (sums << 8) >> shift & 0xff;
    shift + SELECT[(word >> shift & 0xff) as usize][(k as u64 - before) as usize & 7] as u32
}

/// By byte: the places of its set bits.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Checks [`select`] against counting bits one by one.
pub fn select_agrees(word: u64) -> bool {
    let slow = (0..64).filter(|bit| word >> bit & 1 != 0);
    slow.enumerate().all(|(k, bit)| select(word, k as u32) == bit)
}
