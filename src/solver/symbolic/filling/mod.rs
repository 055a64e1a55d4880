//! Solving games in which pieces move about while the cells that they leave free are filled one by one, such as Amazons: 64 positions at a
//! time.
//!
//! A *frame* tells where the pieces stand. Every other cell is empty or filled, so the positions of a frame are the numbers below 2ᶠ for *f*
//! free cells, and sets of them are bits. A move leads from frame to frame; what it asks of the free cells, and what it fills, is a mask
//! and a shift for all positions of the frame at once. As every turn fills one cell more, each position belongs to one turn, and one array of
//! bits serves all of them: forward for what is reached, backward for what of that is lost.

mod frame_moves;
mod frames;
mod numbers;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::game::rules::{ByPlayer, Player};
use crate::parallel;

use super::error::Error;
use super::indexed::Event as Progress;
use super::layered::mover;
use super::problem::Problem;
use super::region::Region;
use crate::solver::dfa::{self, Limit};
use crate::solver::{PlyRow, Wdl};
use frame_moves::{Alphabet, Content, FrameMoves, Group};
use frames::{CELLS, Cells, Frame, Frames};
use numbers::{Change, Mask, WITH_ONES, compress, words_of};

/// The most cells without a piece: a thread needs buffers for all positions of a frame.
const FREE: u32 = 26;
/// Frames that a thread works through at a time.
const PIECE: usize = 1 << 10;

/// A game solved from its start.
#[derive(Clone, Debug)]
pub struct Filling {
    /// What the start is worth to side 0, which moves first.
    pub value: Wdl,
    /// The positions by ply.
    pub table: Vec<PlyRow>,
    /// The most bytes in use at any time.
    pub peak_bytes: u64,
}

/// Solves all positions that can be reached from the start of a game in which every turn leaves one cell more filled (with one and the same
/// symbol) and one fewer empty (symbol 0), and pieces move but never come or go; and in which those without moves, and nobody else, have lost.
///
/// ```
/// use ludogen::solver::Wdl;
/// use ludogen::solver::dfa::{Event, Limit, Shape};
/// use ludogen::solver::symbolic::{Moves, Problem, Region, Side, filling};
///
/// // Two pieces (1 and 3) on a row of five cells step to an empty one (0), and what they leave is filled (2).
/// let shape = Shape::uniform(5, 4).unwrap();
/// let side = |piece| {
///     let step = |from: usize, to: usize| Event::new().changing(from, piece, 2).changing(to, 0, piece);
///     let steps: Vec<Event> = (0..4).flat_map(|cell| [step(cell, cell + 1), step(cell + 1, cell)]).collect();
///     Side {
///         moves: vec![Moves::new(&shape, &steps).unwrap()],
///         won: Region::Nothing,
///         lost: Region::Nothing,
///         drawn: Region::Nothing,
///         lost_first: false,
///         no_move: Wdl::Loss,
///     }
/// };
/// let problem = Problem::new(&shape, &[1, 0, 0, 0, 3], [side(1), side(3)]).unwrap();
/// let solved = filling::solve(&problem, Limit::NONE, |_| {}).unwrap();
/// assert_eq!((solved.value, solved.table.len()), (Wdl::Win, 4), "the third step leaves none");
/// ```
///
/// # Errors
/// [`Error::NotFilling`] for other games; [`dfa::Error::Memory`] if more bytes are needed than the limit allows; [`Error::Positions`] likewise, for
/// positions reached.
pub fn solve(problem: &Problem, limit: Limit, mut progress: impl FnMut(Progress)) -> Result<Filling, Error> {
    Plan::new(problem, limit.bytes)?.solve(limit.states, &mut progress)
}

/// What a game is made of.
struct Plan {
    frames: Frames,
    start: Frame,
    start_filled: Cells,
    sides: ByPlayer<FrameMoves>,
    /// Words for the positions of a frame.
    words: usize,
    /// For each number of filled cells, the words that may have positions, and which of their bits.
    words_with: Vec<Vec<(usize, u64)>>,
}

impl Plan {
    /// What solving takes, if its arrays fit so many bytes.
    fn new(problem: &Problem, bytes: usize) -> Result<Self, Error> {
        let shape = problem.shape();
        let cells = shape.len();
        if cells > CELLS || (0..cells).any(|cell| shape.symbols(cell) != shape.symbols(0)) {
            return Err(Error::NotFilling("more is to be remembered than what stands on at most 30 cells"));
        }
        if !loses_without_moves(problem, Player::White)? || !loses_without_moves(problem, Player::Black)? {
            return Err(Error::NotFilling("the game ends otherwise than by having no move"));
        }
        let alphabet = Alphabet::new(problem)?;
        let (mut start, mut start_filled) = (Frame::default(), 0);
        for (cell, &symbol) in problem.start().iter().next().ok_or(dfa::Error::Mismatch)?.iter().enumerate() {
            match alphabet.content(symbol) {
                Some(Content::Piece(kind)) => start[kind] |= 1 << cell,
                Some(Content::Free(true)) => start_filled |= 1 << cell,
                _ => {}
            }
        }
        let frames = Frames::new(cells, &start);
        if frames.free > FREE {
            return Err(Error::NotFilling("more than 26 cells have no piece"));
        }
        let words = words_of(frames.free);
        let used = frames.count.saturating_mul(words * size_of::<u64>() + size_of::<u32>());
        if used > bytes {
            return Err(dfa::Error::Memory { used, limit: bytes }.into());
        }
        let with = |ones: u32| {
            let bits = |word: usize| WITH_ONES.get(ones.checked_sub(word.count_ones())? as usize);
            (0..words).filter_map(|word| Some((word, *bits(word)?))).collect()
        };
        let words_with = (0..=frames.free).map(with).collect();
        let sides = ByPlayer([
            FrameMoves::new(problem.side(Player::White), &alphabet)?,
            FrameMoves::new(problem.side(Player::Black), &alphabet)?,
        ]);
        Ok(Self { frames, start, start_filled, sides, words, words_with })
    }

    /// Solves the game, with so many positions at most.
    fn solve(&self, most: u64, progress: &mut impl FnMut(Progress)) -> Result<Filling, Error> {
        let array = Array {
            plan: self,
            first: self.start_filled.count_ones(),
            bits: bytemuck::zeroed_vec(self.frames.count * self.words),
            plies: bytemuck::zeroed_vec(self.frames.count),
        };
        let start = self.frames.number(&self.start);
        let number = compress(self.start_filled, self.frames.free_cells(&self.start));
        let (word, bit) = (&array.bits[start * self.words + number / 64], 1 << (number % 64));
        word.store(bit, Ordering::Relaxed);
        array.plies[start].store(1, Ordering::Relaxed);
        let mut reached = vec![1u64];
        progress(Progress::Reached(0, 1));
        for ply in 0..self.frames.free - array.first {
            let after: u64 = self.for_frames(&|frame, scratch| array.reach(ply, frame, scratch));
            if after == 0 {
                break;
            }
            progress(Progress::Reached(ply + 1, after));
            reached.push(after);
            if reached.iter().sum::<u64>() > most {
                return Err(Error::Positions { limit: most });
            }
        }
        let mut table = Vec::new();
        for (ply, &positions) in (0..reached.len() as u32).zip(&reached).rev() {
            let lost: u64 = self.for_frames(&|frame, scratch| array.decide(ply, frame, scratch));
            let row = PlyRow { ply, positions, states: None, won: positions - lost, lost, drawn: 0 };
            progress(Progress::Solved(row));
            table.push(row);
        }
        table.reverse();
        let value = if word.load(Ordering::Relaxed) & bit != 0 { Wdl::Loss } else { Wdl::Win };
        let peak_bytes = (size_of_val(&array.bits[..]) + size_of_val(&array.plies[..])) as u64;
        Ok(Filling { value, table, peak_bytes })
    }

    /// Runs work for each frame and adds up what it returns.
    fn for_frames(&self, work: &(dyn Fn(usize, &mut Scratch) -> u64 + Sync)) -> u64 {
        let of_piece = |piece: u32| -> u64 {
            let first = piece as usize * PIECE;
            let mut scratch = Scratch::new(self.words);
            (first..self.frames.count.min(first + PIECE)).map(|frame| work(frame, &mut scratch)).sum()
        };
        parallel::map(0..self.frames.count.div_ceil(PIECE) as u32, &of_piece).into_iter().sum()
    }
}

/// Whether those who have no move lose, and nothing else ends the game.
///
/// # Errors
/// Those of a [`Session`](crate::solver::dfa::Session).
fn loses_without_moves(problem: &Problem, player: Player) -> Result<bool, Error> {
    let rules = problem.side(player);
    let so = match (&rules.won, &rules.lost, &rules.drawn) {
        (Region::Nothing, Region::Nothing, Region::Nothing) => rules.no_move == Wdl::Loss,
        (Region::Nothing, Region::Set(lost), Region::Nothing) => lost == problem.stuck(player),
        // What is lost already is not drawn.
        (Region::Nothing, Region::Set(lost), Region::Set(drawn)) => {
            lost == problem.stuck(player) && drawn.difference(lost)?.is_empty()
        }
        _ => false,
    };
    Ok(so && rules.moves.iter().all(|moves| moves.from().is_none()))
}

/// The bits of all positions.
struct Array<'a> {
    plan: &'a Plan,
    /// Cells that are filled at the start.
    first: u32,
    /// Those that are reached; of plies that are solved, those that are lost.
    bits: Vec<AtomicU64>,
    /// For each frame, the plies at which it has positions, as bits.
    plies: Vec<AtomicU32>,
}

impl Array<'_> {
    /// Loads the positions of a frame at a ply, if it has any.
    fn load(&self, ply: u32, frame: usize, to: &mut [u64]) -> bool {
        if self.plies[frame].load(Ordering::Relaxed) >> ply & 1 == 0 {
            return false;
        }
        to.fill(0);
        let words = self.words(frame);
        let mut any = 0;
        for &(word, bits) in &self.plan.words_with[(self.first + ply) as usize] {
            to[word] = words[word].load(Ordering::Relaxed) & bits;
            any |= to[word];
        }
        any != 0
    }

    fn words(&self, frame: usize) -> &[AtomicU64] {
        &self.bits[frame * self.plan.words..][..self.plan.words]
    }

    /// Marks the positions of a frame that are reached one ply after `ply`; returns how many there are.
    fn reach(&self, ply: u32, frame: usize, scratch: &mut Scratch) -> u64 {
        let Plan { frames, sides, words, .. } = self.plan;
        let Scratch { here, other, sum, .. } = scratch;
        let after = frames.frame(frame);
        let free = frames.free_cells(&after);
        sum.fill(0);
        for Group { change, terms } in sides[mover(ply)].leading_to(&after) {
            let Some(before) = change.undone(&after) else { continue };
            let terms = || terms.iter().filter(|terms| terms.fit(&after, free));
            if terms().next().is_none() || !self.load(ply, frames.number(&before), here) {
                continue;
            }
            let renumbering =
                Change { free: frames.free_cells(&before), away: change.leaving, away_filled: change.leaving_filled };
            renumbering.make(here, other, change.entering, 0);
            for mask in terms().map(|terms| Mask::new(terms, change.entering, free, *words)) {
                for word in mask.words() {
                    sum[word + mask.shift.0] |= (here[word] & mask.inner) << mask.shift.1;
                }
            }
        }
        let mut count = 0;
        for (word, &sum) in self.words(frame).iter().zip(&*sum).filter(|&(_, &sum)| sum != 0) {
            count += u64::from(sum.count_ones());
            word.store(word.load(Ordering::Relaxed) | sum, Ordering::Relaxed);
        }
        if count > 0 {
            self.plies[frame].fetch_or(1 << (ply + 1), Ordering::Relaxed);
        }
        count
    }

    /// Leaves only the lost ones of the positions of a frame at a ply, those at the next being decided; returns how many there are.
    fn decide(&self, ply: u32, frame: usize, scratch: &mut Scratch) -> u64 {
        let Plan { frames, sides, words, words_with, .. } = self.plan;
        let Scratch { here, other, sum, open } = scratch;
        if !self.load(ply, frame, open) {
            return 0;
        }
        let before = frames.frame(frame);
        let free_before = frames.free_cells(&before);
        for Group { change, terms } in sides[mover(ply)].leading_from(&before) {
            let Some(after) = change.done(&before) else { continue };
            let terms = || terms.iter().filter(|terms| terms.fit(&before, free_before));
            if terms().next().is_none() || !self.load(ply + 1, frames.number(&after), here) {
                continue;
            }
            let free = frames.free_cells(&after);
            sum.fill(0);
            for mask in terms().map(|terms| Mask::new(terms, change.entering, free, *words)) {
                for word in mask.words() {
                    sum[word] |= here[word + mask.shift.0] >> mask.shift.1 & mask.inner;
                }
            }
            let renumbering = Change { free, away: change.entering, away_filled: 0 };
            renumbering.make(sum, other, change.leaving, change.leaving_filled);
            open.iter_mut().zip(&*sum).for_each(|(open, won)| *open &= !won);
        }
        let mut count = 0;
        for &(word, bits) in &words_with[(self.first + ply) as usize] {
            let place = &self.words(frame)[word];
            place.store(place.load(Ordering::Relaxed) & !bits | open[word], Ordering::Relaxed);
            count += u64::from(open[word].count_ones());
        }
        count
    }
}

/// Buffers of a thread.
struct Scratch {
    here: Vec<u64>,
    other: Vec<u64>,
    sum: Vec<u64>,
    open: Vec<u64>,
}

impl Scratch {
    fn new(words: usize) -> Self {
        let new = || vec![0; words];
        Self { here: new(), other: new(), sum: new(), open: new() }
    }
}
