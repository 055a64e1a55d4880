//! The advisor `in-a-row` in searches: the doubt of whole lines of the board, remembered by what stands on them and carried from one
//! position to the next.
//!
//! The worth of all windows is 1 − ∏(1 − worth), so the logarithms of the factors, the doubts, are added: as numbers with a
//! [fixed point](super::fixed_point), line by line.

use super::fixed_point::{self, FULL, MAX_TERMS};
use super::lines::Lines;
use crate::board::{CellId, CellSet};
use crate::game::end::Selector;
use crate::game::topology::Topology;
use crate::game::{Game, State};

/// Conditions that share lines.
const MAX_GOALS: usize = 4;
/// Bits of a key for each set: a cell each, and one beyond the end of the line.
const FIELD: u32 = 21;
const CELLS: u64 = (1 << FIELD) - 1;
/// Lines remembered for each group, as a power of two.
const TABLE_BITS: u32 = 12;
/// A place on no line.
const NONE: u16 = u16::MAX;

/// The doubts of the conditions of a group.
type Sums = [u64; MAX_GOALS];

/// The conditions of a game on lines, in groups that look at the same lines.
pub(super) struct LineSums<const W: usize> {
    groups: Vec<Group<W>>,
    slots: usize,
}

/// Conditions on lines along the same axes for two sets of pieces at most.
struct Group<const W: usize> {
    axes: Vec<usize>,
    selectors: Vec<Selector>,
    goals: Vec<Windows>,
    /// By cell and axis: the line, and the place on it.
    places: Vec<(u16, u8)>,
    /// By line: its key while it is empty.
    empty: Vec<u64>,
}

/// What one condition counts.
#[derive(PartialEq)]
struct Windows {
    slot: usize,
    /// Which of the sets of pieces of the group.
    set: usize,
    length: u32,
    exactly: bool,
    /// By own pieces and closed ends.
    doubt: Vec<[u64; 3]>,
}

/// What is known of the lines of the position evaluated last.
pub(super) struct LineMemory<const W: usize> {
    groups: Vec<GroupMemory<W>>,
    /// By slot: how near the condition is.
    worths: Vec<f64>,
}

struct GroupMemory<const W: usize> {
    /// The pieces of the first and second selector, and all.
    sets: [CellSet<W>; 3],
    /// By line: what stands on it, and its doubts.
    lines: Vec<(u64, Sums)>,
    total: Sums,
    /// A hash table of lines: the newest of those with one place stays.
    table: Vec<(u64, Sums)>,
}

impl<const W: usize> LineSums<W> {
    pub fn new() -> Self {
        LineSums { groups: Vec::new(), slots: 0 }
    }

    /// Takes in a condition: the slot that has its worth; `None` where lines are too long, or branch, or there are none.
    pub fn slot(&mut self, topology: &Topology<W>, lines: &Lines<W>, pieces: Selector) -> Option<usize> {
        let axes: Vec<usize> = lines.axes().collect();
        if axes.is_empty() {
            return None;
        }
        let (length, exactly) = (lines.length() as u32, lines.is_exact());
        let doubt = lines.doubt().iter().map(|by_ends| by_ends.map(fixed_point::of)).collect();
        let mut found = None;
        for (i, group) in self.groups.iter_mut().enumerate().filter(|(_, group)| group.axes == axes) {
            let known = group.selectors.iter().position(|s| *s == pieces);
            let same = |g: &&Windows| Some(g.set) == known && g.length == length && g.exactly == exactly;
            if let Some(goal) = group.goals.iter().find(same) {
                return Some(goal.slot);
            }
            if group.goals.len() < MAX_GOALS && (known.is_some() || group.selectors.len() < 2) {
                found = Some(i);
            }
        }
        let index = match found {
            Some(i) => i,
            None => {
                self.groups.push(Group::new(topology, axes)?);
                self.groups.len() - 1
            }
        };
        let group = &mut self.groups[index];
        let set = group.selectors.iter().position(|s| *s == pieces).unwrap_or_else(|| {
            group.selectors.push(pieces);
            group.selectors.len() - 1
        });
        let slot = self.slots;
        self.slots += 1;
        group.goals.push(Windows { slot, set, length, exactly, doubt });
        Some(slot)
    }

    /// What there is to know before the first position.
    pub fn memory(&self) -> LineMemory<W> {
        LineMemory { groups: self.groups.iter().map(Group::memory).collect(), worths: vec![0.0; self.slots] }
    }

    /// Whether there are no conditions on lines.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Works out how near each condition is, as [`Lines::worth`] but for an [error](fixed_point::ERROR). Quick for a position that
    /// differs little from the last one.
    pub fn look(&self, memory: &mut LineMemory<W>, game: &Game<W>, state: &State<W>) {
        for (group, known) in self.groups.iter().zip(&mut memory.groups) {
            let mut sets = [CellSet::EMPTY, CellSet::EMPTY, state.occupied()];
            for (set, selector) in sets.iter_mut().zip(&group.selectors) {
                *set = game.selected(state, selector);
            }
            let total = group.total(known, sets, state.last_to);
            for (goal, sum) in group.goals.iter().zip(total) {
                memory.worths[goal.slot] = fixed_point::worth(sum);
            }
        }
    }
}

impl<const W: usize> LineMemory<W> {
    /// By slot: how near each condition is.
    pub fn worths(&self) -> &[f64] {
        &self.worths
    }
}

impl<const W: usize> Group<W> {
    fn new(topology: &Topology<W>, axes: Vec<usize>) -> Option<Self> {
        let cells = topology.cells;
        if axes.len() * cells > MAX_TERMS {
            return None;
        }
        let mut group = Group {
            places: vec![(NONE, 0); cells * axes.len()],
            axes,
            selectors: vec![],
            goals: vec![],
            empty: vec![],
        };
        for (axis, &d) in group.axes.iter().enumerate() {
            let follows: CellSet<W> = topology.shifts[d].image(topology.all);
            for first in topology.all.minus(&follows) {
                let line = group.empty.len() as u16;
                let mut length = 0;
                for cell in std::iter::once(first).chain(topology.ray(first, d)) {
                    let place = &mut group.places[cell as usize * group.axes.len() + axis];
                    if place.0 != NONE || length + 1 >= FIELD {
                        return None;
                    }
                    *place = (line, length as u8);
                    length += 1;
                }
                // Beyond the end both players' pieces stand where there are none: told apart from all cells, and no room.
                group.empty.push(1 << length | 1 << (FIELD + length));
            }
        }
        group.places.iter().all(|place| place.0 != NONE).then_some(group)
    }

    fn memory(&self) -> GroupMemory<W> {
        GroupMemory {
            sets: [CellSet::EMPTY; 3],
            lines: self.empty.iter().map(|&key| (key, [0; MAX_GOALS])).collect(),
            total: [0; MAX_GOALS],
            table: vec![(0, [0; MAX_GOALS]); 1 << TABLE_BITS],
        }
    }

    /// The doubts of a position. What differs from the last one stays changed, but for the cell of the last move: in a search the
    /// next position has the same moves but this one.
    fn total(&self, known: &mut GroupMemory<W>, sets: [CellSet<W>; 3], last: CellId) -> Sums {
        let changes: [CellSet<W>; 3] = std::array::from_fn(|i| sets[i] ^ known.sets[i]);
        let mut lasting = changes[0] | changes[1] | changes[2];
        let tried = (last as usize) < self.places.len() / self.axes.len() && lasting.contains(last);
        if tried {
            lasting.remove(last);
        }
        let axes = self.axes.len();
        if !lasting.is_empty() {
            for (set, change) in known.sets.iter_mut().zip(&changes) {
                *set ^= *change & lasting;
            }
            for cell in lasting {
                let toggle = toggled(&changes, cell);
                for &(line, bit) in &self.places[cell as usize * axes..][..axes] {
                    let (key, old) = known.lines[line as usize];
                    let key = key ^ toggle << bit;
                    let new = self.sums(&mut known.table, key);
                    known.lines[line as usize] = (key, new);
                    exchange(&mut known.total, &old, &new);
                }
            }
        }
        let mut total = known.total;
        if tried {
            let toggle = toggled(&changes, last);
            for &(line, bit) in &self.places[last as usize * axes..][..axes] {
                let (key, old) = known.lines[line as usize];
                let new = self.sums(&mut known.table, key ^ toggle << bit);
                exchange(&mut total, &old, &new);
            }
        }
        total
    }

    /// The doubts of a line, remembered.
    #[inline(always)]
    fn sums(&self, table: &mut [(u64, Sums)], key: u64) -> Sums {
        let entry = &mut table[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize];
        if entry.0 != key {
            *entry = (key, self.count(key));
        }
        entry.1
    }

    /// The doubts of a line, window by window.
    #[cold]
    #[inline(never)]
    fn count(&self, key: u64) -> Sums {
        let each = |shift| key >> shift & CELLS;
        let [first, second, occupied] = [each(0), each(FIELD), each(2 * FIELD)];
        let end = first & second & !occupied;
        let length = end.trailing_zeros();
        let mut sums = [0; MAX_GOALS];
        for (sum, goal) in sums.iter_mut().zip(&self.goals) {
            let own = [first, second][goal.set] & !end;
            let others = occupied & !own;
            for start in 0..(length + 1).saturating_sub(goal.length) {
                let window = ((1 << goal.length) - 1) << start;
                let count = (own & window).count_ones();
                if count == 0 || others & window != 0 {
                    continue;
                }
                // The cells before and after the window; the shifts are by one more, since there may be none before.
                let ends = |set: u64| (set << 1 >> start & 1) + (set >> (start + goal.length) & 1);
                *sum += match goal.doubt.get(count as usize) {
                    Some(by_ends) => by_ends[ends(others) as usize],
                    None if goal.exactly && ends(own) > 0 => 0,
                    None => FULL,
                };
            }
        }
        sums
    }
}

/// What changes on a cell, as bits of the key of a line.
#[inline(always)]
fn toggled<const W: usize>(changes: &[CellSet<W>; 3], cell: CellId) -> u64 {
    let bit = |set: &CellSet<W>| set.contains(cell) as u64;
    bit(&changes[0]) | bit(&changes[1]) << FIELD | bit(&changes[2]) << (2 * FIELD)
}

/// Takes a line's doubts away and adds others.
#[inline(always)]
fn exchange(total: &mut Sums, old: &Sums, new: &Sums) {
    for ((sum, old), new) in total.iter_mut().zip(old).zip(new) {
        *sum = sum.wrapping_sub(*old).wrapping_add(*new);
    }
}
