//! Solving games in which every turn changes how many pieces of a kind there are, one class of positions after the other.
//!
//! Positions of one class have no moves to each other, so classes can be solved in turn, the last ones first, with a bit for each
//! arrangement of so many pieces, a byte for each that play reaches, and no lists of moves: relations lead from one class to another by
//! number ([`Classes`]). This is the way for small boards whose sets of positions have no structure that an automaton could use,
//! such as Amazons.

use std::collections::{BTreeMap, HashMap};

use crate::game::rules::{ByPlayer, Player};
use crate::order;
use crate::parallel;

use super::error::Error;
use super::problem::Problem;
use super::ranked_bitmap::{RankedBitmap, SharedBitmap};
use super::region::Region;
use crate::solver::dfa::{self, Class, Classes, Counting, Limit, Part, Set};
use crate::solver::{PlyRow, Wdl};

/// What a byte says of a position, greater being better for the player to move: lost in *n* plies is *n* + 1, won in *n* is 255 − *n*.
mod worth {
    pub const NONE: u8 = 0;
    pub const LOST: u8 = 1;
    pub const DRAWN: u8 = 128;
    pub const WON: u8 = 255;
}

/// The longest play: more plies have no room in a byte.
const MOST_PLIES: u32 = 125;
/// Classes that may be met, for both sides.
const MOST_CLASSES: usize = 1 << 15;
/// Bytes that a thread works through at a time.
const PIECE: usize = 1 << 16;

/// The positions of one class with one side to move.
struct Slice {
    mover: Player,
    /// The place of its class.
    class: usize,
    /// The least number of moves that lead there, if any play does.
    ply: u32,
    /// The slices that moves lead to.
    next: Vec<usize>,
}

/// What a solver tells as it goes.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The positions reached in a class whose ply is given.
    Reached(u32, u64),
    /// A class that is solved.
    Solved(PlyRow),
}

/// A game solved from its start.
pub struct Indexed {
    /// What the start is worth to White, who moves first.
    pub value: Wdl,
    /// Plies to the end if the winner is as quick and the loser as slow as possible; none for a draw.
    pub distance: Option<u32>,
    /// The positions by ply, as far as their class tells: that is at the least number of moves that lead to the class.
    pub table: Vec<PlyRow>,
    /// The most bytes in use at any time.
    pub peak_bytes: u64,
    /// The value of every position that can be reached.
    pub values: Values,
}

/// The positions of a class that are reached, and a byte for each.
#[derive(Clone, Debug, Default)]
struct Filled {
    reached: RankedBitmap,
    values: Vec<u8>,
}

/// The values of all positions that can be reached.
#[derive(Clone, Debug)]
pub struct Values {
    classes: Classes,
    /// By player to move and class.
    filled: ByPlayer<Vec<Filled>>,
}

impl Values {
    /// Values as [`Values::parts`] tells them; none if they do not fit.
    pub(in crate::solver) fn new(classes: Classes, parts: [Vec<(Vec<u64>, Vec<u8>)>; 2]) -> Option<Self> {
        let fill = |(class, (words, values)): (usize, (Vec<u64>, Vec<u8>))| {
            let reached = RankedBitmap::from_words(words);
            let fits = reached.len() == values.len() as u64
                && reached.rank_of_all_below(classes.count(class)) == reached.len();
            fits.then_some(Filled { reached, values })
        };
        let fill = |parts: Vec<(Vec<u64>, Vec<u8>)>| {
            let filled: Option<Vec<_>> = parts.into_iter().enumerate().map(fill).collect();
            filled.filter(|filled| filled.len() == classes.len())
        };
        let [white, black] = parts;
        let filled = ByPlayer([fill(white)?, fill(black)?]);
        Some(Self { classes, filled })
    }

    /// The classes; and for each side and class, a bit for each string that is reached, and a byte for each of these.
    pub(in crate::solver) fn parts(&self) -> (&Classes, impl Iterator<Item = (&[u64], &[u8])>) {
        let parts = self.filled.iter().flatten().map(|filled| (filled.reached.words(), &filled.values[..]));
        (&self.classes, parts)
    }

    /// What a string is worth to the side to move, and the plies to the end under best play; none if it cannot be reached.
    pub fn worth(&self, mover: Player, string: &[u8]) -> Option<(Wdl, Option<u32>)> {
        let (class, number) = self.classes.place(string)?;
        let Filled { reached, values } = &self.filled[mover][class];
        read(values[reached.find(number)? as usize])
    }
}

/// What a byte says.
fn read(byte: u8) -> Option<(Wdl, Option<u32>)> {
    match byte {
        worth::NONE => None,
        worth::DRAWN => Some((Wdl::Draw, None)),
        won if won > worth::DRAWN => Some((Wdl::Win, Some((worth::WON - won).into()))),
        lost => Some((Wdl::Loss, Some((lost - worth::LOST).into()))),
    }
}

/// The byte of a position one move before, by that of the position.
const BEFORE: [u8; 256] = {
    let mut before = [worth::NONE; 256];
    let mut byte = 1;
    while byte < 256 {
        before[byte] = match byte as u8 {
            worth::DRAWN => worth::DRAWN,
            won if won > worth::DRAWN => worth::LOST + (worth::WON - won) + 1,
            lost => worth::WON - (lost - worth::LOST) - 1,
        };
        byte += 1;
    }
    before
};

/// Solves all positions that can be reached from the start, counting the symbols of the first `counted` characters of a string together.
///
/// ```
/// use ludogen::game::{AnyGame, Player};
/// use ludogen::language::parse;
/// use ludogen::solver::Wdl;
/// use ludogen::solver::dfa::Limit;
/// use ludogen::solver::encode::encode;
/// use ludogen::solver::symbolic::indexed;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let encoding = with_game!(&game, game => encode(game)).unwrap();
/// let solved = indexed::solve(&encoding.problem, encoding.cells(), Limit::NONE, |_| {}).unwrap();
/// assert_eq!(solved.value, Wdl::Draw);
/// assert_eq!(solved.table.iter().map(|row| row.positions).sum::<u64>(), 5_478);
/// let start = encoding.problem.start().iter().next().unwrap();
/// assert_eq!(solved.values.worth(Player::White, &start), Some((Wdl::Draw, None)));
/// ```
///
/// # Errors
/// [`Error::Recurring`] if moves may lead round in a circle of classes; [`Error::Endless`] if play may last more than 125 plies;
/// [`dfa::Error::Memory`] if more bytes are needed than the limit allows; [`Error::Positions`] likewise, for positions reached;
/// [`dfa::Error::TooLarge`] for more classes than can be told apart.
pub fn solve(
    problem: &Problem,
    counted: usize,
    limit: Limit,
    mut progress: impl FnMut(Event),
) -> Result<Indexed, Error> {
    let plan = Plan::new(problem, counted)?;
    let (filled, peak_bytes) = plan.forward(limit, &mut progress)?;
    Ok(plan.backward(filled, peak_bytes, &mut progress))
}

/// What is to be solved, in order.
struct Plan<'a> {
    problem: &'a Problem,
    classes: Classes,
    /// Those that moves lead to come later; the start's is the first.
    slices: Vec<Slice>,
    start: u64,
}

impl<'a> Plan<'a> {
    fn new(problem: &'a Problem, counted: usize) -> Result<Self, Error> {
        let counting = Counting::new(problem.shape(), counted)?;
        let start = problem.start().iter().next().ok_or(dfa::Error::Mismatch)?;
        let mut gains: ByPlayer<Vec<Vec<i32>>> = Default::default();
        for (player, gains) in Player::BOTH.into_iter().zip(gains.iter_mut()) {
            for moves in &problem.side(player).moves {
                gains.extend(counting.gains(moves.forward())?);
            }
            order::sort(gains);
            gains.dedup();
        }
        let mut met: Vec<(Player, Class)> = vec![(Player::White, counting.class(&start)?)];
        let mut numbers: HashMap<_, _> = [(met[0].clone(), 0)].into();
        let mut slices: Vec<Slice> = Vec::new();
        let mut ply = vec![0];
        while let Some((mover, class)) = met.get(slices.len()).cloned() {
            let here = slices.len();
            let mut next = Vec::new();
            for gain in &gains[mover] {
                let after: Option<Class> =
                    class.iter().zip(gain).map(|(&n, &gain)| u16::try_from(i32::from(n) + gain).ok()).collect();
                let Some(after) = after.filter(|after| counting.has(after)) else { continue };
                let key = (mover.opponent(), after);
                next.push(*numbers.entry(key).or_insert_with_key(|key| {
                    met.push(key.clone());
                    ply.push(ply[here] + 1);
                    met.len() - 1
                }));
            }
            if met.len() > MOST_CLASSES {
                return Err(dfa::Error::TooLarge { layer: 0 }.into());
            }
            slices.push(Slice { mover, class: 0, ply: ply[here], next });
        }
        let mut classes: Vec<Class> = met.iter().map(|(_, class)| class.clone()).collect();
        order::sort(&mut classes);
        classes.dedup();
        for (slice, (_, class)) in slices.iter_mut().zip(&met) {
            slice.class = classes.binary_search(class).map_err(|_| dfa::Error::Mismatch)?;
        }
        let slices = in_order(slices)?;
        let classes = Classes::new(&counting, &classes)?;
        let (_, start) = classes.place(&start).ok_or(dfa::Error::Mismatch)?;
        Ok(Self { problem, classes, slices, start })
    }

    /// The positions reached, by slice, with their worth where the game has ended; and how many bytes are needed to solve them.
    fn forward(&self, limit: Limit, progress: &mut impl FnMut(Event)) -> Result<(Vec<Filled>, u64), Error> {
        let count = |slice: &Slice| self.classes.count(slice.class);
        let bits = self.slices.iter().map(|slice| RankedBitmap::bytes(count(slice))).fold(0, u64::saturating_add);
        let fits = |bytes: u64| match bytes > limit.bytes as u64 {
            true => Err(dfa::Error::Memory { used: bytes as usize, limit: limit.bytes }),
            false => Ok(()),
        };
        fits(bits)?;
        let mut positions = 0;
        let mut peak = bits;
        let mut shared: Vec<Option<SharedBitmap>> = self.slices.iter().map(|_| None).collect();
        let mut filled: Vec<Filled> = Vec::with_capacity(self.slices.len());
        shared[0].insert(SharedBitmap::new(count(&self.slices[0]))).add(self.start);
        for (number, slice) in self.slices.iter().enumerate() {
            let reached = shared[number].take().map(SharedBitmap::ranked).unwrap_or_default();
            progress(Event::Reached(slice.ply, reached.len()));
            positions += reached.len();
            // Working on a slice takes up to two more bytes for each of its positions.
            peak = peak.max(bits.saturating_add(positions + 2 * reached.len()));
            if positions > limit.states {
                return Err(Error::Positions { limit: limit.states });
            }
            fits(peak)?;
            if reached.len() == 0 {
                filled.push(Filled::default());
                continue;
            }
            let mut here = Filled { values: vec![worth::NONE; reached.len() as usize], reached };
            self.mark_ends(slice, &mut here);
            for moves in &self.problem.side(slice.mover).moves {
                let from = moves.from().map(|set| self.members(slice, &here.reached, set));
                for &next in &slice.next {
                    let after = &self.slices[next];
                    let shared = &*shared[next].get_or_insert_with(|| SharedBitmap::new(count(after)));
                    parallel::hand_out(self.classes.parts(slice.class), &|part| {
                        let mut each = |first: u64, first_after: u64, count: u64| {
                            for (index, offset) in here.members(first, count) {
                                if here.values[index] == worth::NONE
                                    && from.as_ref().is_none_or(|from| from[index] != 0)
                                {
                                    shared.add(first_after + offset);
                                }
                            }
                        };
                        let any = |first, count| here.reached.any(first, count);
                        self.classes.pairs(moves.backward(), after.class, (slice.class, &part), &any, &mut each);
                    });
                }
            }
            filled.push(here);
        }
        Ok((filled, peak))
    }

    /// The values of what is reached, and what comes of it.
    fn backward(self, mut filled: Vec<Filled>, peak_bytes: u64, progress: &mut impl FnMut(Event)) -> Indexed {
        let mut rows: BTreeMap<u32, PlyRow> = BTreeMap::new();
        for (number, slice) in self.slices.iter().enumerate().rev() {
            if filled[number].values.is_empty() {
                continue;
            }
            let best = self.best(slice, &filled[number], &filled);
            let stuck = match self.problem.side(slice.mover).no_move {
                Wdl::Loss => worth::LOST,
                Wdl::Draw => worth::DRAWN,
                Wdl::Win => worth::WON,
            };
            let values = &mut filled[number].values;
            let pieces = values.chunks_mut(PIECE).zip(best.chunks(PIECE)).collect();
            parallel::hand_out(pieces, &|(values, best): (&mut [u8], &[u8])| {
                for (value, &best) in values.iter_mut().zip(best).filter(|(value, _)| **value == worth::NONE) {
                    *value = if best == worth::NONE { stuck } else { best };
                }
            });
            let row = PlyRow { ply: slice.ply, ..count(values) };
            progress(Event::Solved(row));
            rows.entry(row.ply).and_modify(|all| *all = all.plus(row)).or_insert(row);
        }
        let start = filled[0].reached.find(self.start).map(|index| filled[0].values[index as usize]);
        let (value, distance) = start.and_then(read).unwrap_or((Wdl::Draw, None));
        let none = || vec![Filled::default(); self.classes.len()];
        let mut by_class = ByPlayer::of(|_| none());
        for (slice, filled) in self.slices.iter().zip(filled) {
            by_class[slice.mover][slice.class] = filled;
        }
        let values = Values { classes: self.classes, filled: by_class };
        Indexed { value, distance, table: rows.into_values().collect(), peak_bytes, values }
    }

    /// For each position of a slice the best that a move leads to, given the values of later slices.
    fn best(&self, slice: &Slice, here: &Filled, filled: &[Filled]) -> Vec<u8> {
        let mut best = vec![worth::NONE; here.values.len()];
        for moves in &self.problem.side(slice.mover).moves {
            let from = moves.from().map(|set| self.members(slice, &here.reached, set));
            for &next in &slice.next {
                let (class_after, after) = (self.slices[next].class, &filled[next]);
                if after.values.is_empty() {
                    continue;
                }
                parallel::hand_out(self.cut(slice, &here.reached, &mut best), &|(part, first_index, best)| {
                    let mut each = |first: u64, first_after: u64, count: u64| {
                        for (index, offset) in here.members(first, count) {
                            if here.values[index] == worth::NONE
                                && from.as_ref().is_none_or(|from| from[index] != 0)
                                && let Some(after_index) = after.reached.find(first_after + offset)
                            {
                                let best = &mut best[index - first_index];
                                *best = BEFORE[usize::from(after.values[after_index as usize])].max(*best);
                            }
                        }
                    };
                    let any = |first, count| here.reached.any(first, count);
                    self.classes.pairs(moves.backward(), class_after, (slice.class, &part), &any, &mut each);
                });
            }
        }
        best
    }

    /// Cuts an array with a byte for each position reached into those of the parts of the class, each with the place of its first byte.
    fn cut<'b>(&self, slice: &Slice, reached: &RankedBitmap, array: &'b mut [u8]) -> Vec<(Part, usize, &'b mut [u8])> {
        let mut rest = array;
        let mut first_index = 0;
        let cut = |part: Part| {
            let end = reached.rank(part.first + part.count) as usize;
            let (array, after) = std::mem::take(&mut rest).split_at_mut(end - first_index);
            rest = after;
            (part, std::mem::replace(&mut first_index, end), array)
        };
        self.classes.parts(slice.class).into_iter().map(cut).collect()
    }

    /// Notes what positions are worth in which the game has ended. One in several regions counts for the first.
    fn mark_ends(&self, slice: &Slice, here: &mut Filled) {
        let side = self.problem.side(slice.mover);
        let Filled { reached, values } = here;
        let regions = side.ends().into_iter().rev().filter(|(region, _)| !matches!(region, Region::Nothing));
        for (region, outcome) in regions {
            let mark = match outcome {
                Wdl::Win => worth::WON,
                Wdl::Loss => worth::LOST,
                Wdl::Draw => worth::DRAWN,
            };
            parallel::hand_out(self.cut(slice, reached, values), &|(part, first_index, values)| {
                let any = |first, count| reached.any(first, count);
                let mut fill = |first: u64, count: u64| {
                    let [begin, end] = [first, first + count].map(|number| reached.rank(number) as usize - first_index);
                    values[begin..end].fill(mark);
                };
                match region {
                    Region::Nothing => {}
                    Region::Set(set) => self.classes.within(set, (slice.class, &part), &any, &mut fill),
                    Region::Patterns(patterns) => {
                        let mut each = |first, _, count| fill(first, count);
                        self.classes.pairs(patterns.relation(), slice.class, (slice.class, &part), &any, &mut each);
                    }
                }
            });
        }
    }

    /// For each position reached whether it is in a set: 1, or 0 if not.
    fn members(&self, slice: &Slice, reached: &RankedBitmap, set: &Set) -> Vec<u8> {
        let mut members = vec![0; reached.len() as usize];
        parallel::hand_out(self.cut(slice, reached, &mut members), &|(part, first_index, members)| {
            let mut fill = |first: u64, count: u64| {
                let [begin, end] = [first, first + count].map(|number| reached.rank(number) as usize - first_index);
                members[begin..end].fill(1);
            };
            self.classes.within(set, (slice.class, &part), &|first, count| reached.any(first, count), &mut fill);
        });
        members
    }
}

impl Filled {
    /// The positions reached among `count` numbers from `first` on: the place of each, and its number less `first`.
    #[inline]
    fn members(&self, first: u64, count: u64) -> impl Iterator<Item = (usize, u64)> {
        let mut index = self.reached.rank(first) as usize;
        self.reached.members(first, count).map(move |number| {
            index += 1;
            (index - 1, number - first)
        })
    }
}

/// How many positions are worth what.
fn count(values: &[u8]) -> PlyRow {
    let of_piece = |piece: u32| {
        let first = piece as usize * PIECE;
        let bytes = &values[first..values.len().min(first + PIECE)];
        bytes.iter().fold(PlyRow::default(), |mut row, &byte| {
            row.positions += 1;
            row.won += u64::from(byte > worth::DRAWN);
            row.lost += u64::from(byte < worth::DRAWN);
            row.drawn += u64::from(byte == worth::DRAWN);
            row
        })
    };
    let rows = parallel::map(0..values.len().div_ceil(PIECE) as u32, &of_piece);
    rows.into_iter().fold(PlyRow::default(), PlyRow::plus)
}

/// Slices put in order, so that moves lead to later ones only.
fn in_order(slices: Vec<Slice>) -> Result<Vec<Slice>, Error> {
    let mut before = vec![0u32; slices.len()];
    slices.iter().flat_map(|slice| &slice.next).for_each(|&next| before[next] += 1);
    let mut order: Vec<usize> = (0..slices.len()).filter(|&slice| before[slice] == 0).collect();
    let mut longest = vec![0u32; slices.len()];
    let mut done = 0;
    while let Some(&slice) = order.get(done) {
        done += 1;
        for &next in &slices[slice].next {
            longest[next] = longest[next].max(longest[slice] + 1);
            before[next] -= 1;
            if before[next] == 0 {
                order.push(next);
            }
        }
    }
    if done < slices.len() {
        return Err(Error::Recurring);
    }
    if longest.iter().any(|&plies| plies > MOST_PLIES) {
        return Err(Error::Endless { plies: MOST_PLIES });
    }
    let mut place = vec![0; slices.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let mut placed: Vec<(usize, Slice)> = place.iter().copied().zip(slices).collect();
    order::sort_by_key(&mut placed, |&(place, _)| place);
    let renumbered = placed
        .into_iter()
        .map(|(_, slice)| Slice { next: slice.next.iter().map(|&next| place[next]).collect(), ..slice });
    Ok(renumbered.collect())
}
