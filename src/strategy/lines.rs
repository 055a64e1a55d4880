//! The advisor `in-a-row`: open lines, all of an axis at once, on bit planes.

use super::chance::nearness;
use crate::board::CellSet;
use crate::game::Game;

/// Bit planes of a count up to 31, the greatest length of a line.
const PLANES: usize = 5;

/// Windows of so many cells in a line.
pub(super) struct Lines<const W: usize> {
    length: usize,
    /// A line must be of exactly the length.
    exactly: bool,
    /// Directions with the cells where a window in that direction begins.
    axes: Vec<(usize, CellSet<W>)>,
    /// ln(1 − worth), by own pieces in the window and ends closed by others.
    doubt: Vec<[f64; 3]>,
}

impl<const W: usize> Lines<W> {
    pub fn new(game: &Game<W>, length: u32, exactly: bool, axes: &[usize]) -> Self {
        let length = length.clamp(1, 31) as usize;
        let starts = |d: usize| (1..length).fold(game.topology.all, |set, _| game.topology.shifts[d].preimage(set));
        let worth = |own: usize, closed: i32| nearness(length - own) / 2f64.powi(closed);
        let doubt = (0..length)
            .map(|own| {
                let each = |closed| (-worth(own, closed)).ln_1p();
                [each(0), each(1), each(2)]
            })
            .collect();
        Lines { length, exactly, axes: axes.iter().map(|&d| (d, starts(d))).collect(), doubt }
    }

    /// How many cells a window has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether longer lines do not count.
    pub fn is_exact(&self) -> bool {
        self.exactly
    }

    /// The directions of windows.
    pub fn axes(&self) -> impl Iterator<Item = usize> {
        self.axes.iter().map(|(d, _)| *d)
    }

    /// ln(1 − worth) of a window, by own pieces and ends closed by others.
    pub fn doubt(&self) -> &[[f64; 3]] {
        &self.doubt
    }

    /// The worth of a player's windows without others' pieces; 1 for a full one, if longer lines count as well.
    pub fn worth(&self, game: &Game<W>, own: CellSet<W>, others: CellSet<W>) -> f64 {
        if own.is_empty() {
            return 0.0;
        }
        let planes_used = (usize::BITS - self.length.leading_zeros()) as usize;
        let mut doubt = 0.0;
        for (d, starts) in &self.axes {
            let shifts = &game.topology.shifts[*d];
            let mut open = *starts;
            let mut planes = [CellSet::EMPTY; PLANES];
            let (mut mine, mut theirs) = (own, others);
            for i in 0..self.length {
                if i > 0 {
                    mine = shifts.preimage(mine);
                    theirs = shifts.preimage(theirs);
                }
                open = open.minus(&theirs);
                let mut carry = mine;
                for plane in &mut planes[..planes_used] {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            let any = planes[..planes_used].iter().fold(CellSet::EMPTY, |any, plane| any | *plane);
            open &= any;
            if open.is_empty() {
                continue;
            }
            let (after, before) = (shifts.preimage(theirs), shifts.image(others));
            let (either, both) = (after ^ before, after & before);
            for count in (1..=self.length).rev() {
                let mut windows = open;
                for (bit, plane) in planes[..planes_used].iter().enumerate() {
                    windows = if count >> bit & 1 != 0 { windows & *plane } else { windows.minus(plane) };
                }
                if windows.is_empty() {
                    continue;
                }
                match self.doubt.get(count) {
                    Some(by_ends) => {
                        let (one, two) = ((windows & either).len(), (windows & both).len());
                        let none = windows.len() - one - two;
                        doubt += by_ends[0] * none as f64 + by_ends[1] * one as f64 + by_ends[2] * two as f64;
                    }
                    // Where the length must be exact, a window within a longer line is worth nothing.
                    None if self.exactly => {}
                    None => return 1.0,
                }
            }
        }
        -doubt.exp_m1()
    }
}
