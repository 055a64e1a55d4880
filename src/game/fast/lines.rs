//! Watching for lines: each player's pieces along every line of the board, as bits.

use super::super::definition::Side;
use super::super::end::Test;
use super::super::grid::Grid;
use super::super::rules::{ByPlayer, Player};
use super::super::state::NOWHERE;
use super::super::topology::Topology;
use super::track::Workspace;
use super::watch::Watch;
use crate::board::{CellId, CellSet};

/// The longest line for which there is a table of what it may hold.
const TABLED: usize = 10;

/// A place on a line.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    line: u32,
    bit: u32,
}

/// One condition on the length of lines.
#[derive(Clone, Copy, Debug)]
struct Run {
    length: u32,
    exactly: bool,
    atom: usize,
}

/// The most axes of a board.
const MAX_AXES: usize = 13;

/// The lengths asked for.
#[derive(Clone, Debug)]
struct Lengths {
    /// The shifts that leave the beginnings of lines of the shortest length asked for.
    least: [u32; 5],
    runs: ByPlayer<Vec<Run>>,
    /// By player and by the pieces along a line: the conditions that hold, as bits. Empty if lines are long.
    table: ByPlayer<Vec<u64>>,
}

/// The lines of a board that are long enough to matter, whatever the number of axes.
pub(super) struct Drawn {
    /// How many axes there are.
    pub axes: usize,
    cells: usize,
    /// By axis and by cell: its place on a line. Line 0 is none.
    marks: Vec<Vec<Mark>>,
    /// With line 0, which stays empty.
    lines: usize,
    lengths: Lengths,
}

impl Drawn {
    /// The lines for the conditions of both players that are given as bits, if all are of this kind.
    pub fn of<const W: usize>(
        sides: &ByPlayer<Side<W>>,
        topology: &Topology<W>,
        watched: ByPlayer<u64>,
    ) -> Option<Drawn> {
        let mut runs: ByPlayer<Vec<Run>> = ByPlayer::default();
        let mut along: Option<&Vec<usize>> = None;
        for player in Player::BOTH {
            for (atom, a) in sides[player].clauses.atoms.iter().enumerate() {
                if watched[player] >> atom & 1 == 0 {
                    continue;
                }
                let Test::InARow { length: length @ 1..=32, exactly, axes, .. } = &a.test else { return None };
                if along.is_some_and(|known| known != axes) {
                    return None;
                }
                along = Some(axes);
                runs[player].push(Run { length: *length, exactly: *exactly, atom });
            }
        }
        Drawn::along(topology, along.filter(|axes| axes.len() <= MAX_AXES)?, runs)
    }

    fn along(grid: &Grid, axes: &[usize], runs: ByPlayer<Vec<Run>>) -> Option<Drawn> {
        let least = runs.iter().flatten().map(|r| r.length).min()?;
        let mut marks = vec![vec![Mark::default(); grid.cells]; axes.len()];
        let (mut lines, mut longest) = (1, 0);
        for (marks, &direction) in marks.iter_mut().zip(axes) {
            let back = grid.opposite[direction];
            for start in (0..grid.cells as CellId).filter(|&c| grid.next(c, back) == NOWHERE) {
                let cells: Vec<CellId> = std::iter::once(start).chain(grid.ray(start, direction)).collect();
                if cells.len() > 32 {
                    return None;
                }
                if cells.len() >= least as usize {
                    for (i, &cell) in cells.iter().enumerate() {
                        marks[cell as usize] = Mark { line: lines, bit: 1 << i };
                    }
                    lines += 1;
                    longest = longest.max(cells.len());
                }
            }
        }
        let table = |player: Player| match longest {
            0..=TABLED => (0..1 << longest).map(|line| truth(line, &runs[player])).collect(),
            _ => Vec::new(),
        };
        let lengths = Lengths { least: shifts(least), table: ByPlayer::of(table), runs };
        Some(Drawn { axes: axes.len(), cells: grid.cells, marks, lines: lines as usize, lengths })
    }

    /// The watch for them, which has room for `A` axes.
    pub fn watch<const A: usize>(self) -> Lines<A> {
        let mut marks = vec![[Mark::default(); A]; self.cells];
        for (axis, along) in self.marks.iter().enumerate() {
            marks.iter_mut().zip(along).for_each(|(marks, mark)| marks[axis] = *mark);
        }
        Lines { marks, lines: self.lines, lengths: self.lengths }
    }
}

/// The lines of a board along at most `A` axes that are long enough to matter, and the lengths asked for.
#[derive(Clone, Debug)]
pub(super) struct Lines<const A: usize> {
    /// By cell: its place on a line along each axis. Line 0 is none.
    marks: Vec<[Mark; A]>,
    /// With line 0, which stays empty.
    lines: usize,
    lengths: Lengths,
}

impl<const A: usize> Lines<A> {
    /// The conditions that hold by virtue of the lines through a cell.
    #[cold]
    fn truth(&self, lines: &[u32], player: Player, marks: &[Mark; A]) -> u64 {
        marks.iter().fold(0, |all, mark| all | truth(lines[mark.line as usize], &self.lengths.runs[player]))
    }
}

/// The conditions that a line fulfils.
fn truth(line: u32, runs: &[Run]) -> u64 {
    runs.iter().fold(0, |all, run| {
        let starts = starts(line, &shifts(run.length));
        // A longer line has starts side by side.
        let found = if run.exactly { starts & !(starts << 1) & !(starts >> 1) } else { starts };
        all | ((found != 0) as u64) << run.atom
    })
}

/// By how much to shift a line onto itself, again and again, until the beginnings of lines of that length are left.
fn shifts(length: u32) -> [u32; 5] {
    let mut reached = 1;
    [(); 5].map(|()| {
        let by = reached.min(length - reached);
        reached += by;
        by.min(31)
    })
}

#[inline(always)]
fn starts(line: u32, shifts: &[u32; 5]) -> u32 {
    shifts.iter().fold(line, |starts, by| starts & starts >> by)
}

impl<const W: usize, const A: usize> Watch<W> for Lines<A> {
    fn prepare(&self, memory: &mut Workspace<W>) {
        memory.lines.clear();
        memory.lines.resize(2 * self.lines, 0);
    }

    #[inline(always)]
    fn placed(&self, memory: &mut Workspace<W>, _: &CellSet<W>, player: Player, cell: CellId) -> u64 {
        self.mark(&mut memory.lines, player, cell)
    }

    #[inline(always)]
    fn removed(&self, memory: &mut Workspace<W>, player: Player, cell: CellId) {
        for mark in &self.marks[cell as usize] {
            memory.lines[player.index() * self.lines + mark.line as usize] &= !mark.bit;
        }
    }
}

impl<const A: usize> Lines<A> {
    /// Marks a player's piece along all lines through a cell, and tells which conditions hold by virtue of them.
    #[inline(always)]
    fn mark(&self, lines: &mut [u32], player: Player, cell: CellId) -> u64 {
        let lines = &mut lines[player.index() * self.lines..][..self.lines];
        let (marks, table) = (&self.marks[cell as usize], &self.lengths.table[player]);
        if !table.is_empty() {
            let mut truth = 0;
            for mark in marks {
                let line = &mut lines[mark.line as usize];
                *line |= mark.bit;
                truth |= table[*line as usize];
            }
            return truth;
        }
        let mut found = 0;
        for mark in marks {
            let line = &mut lines[mark.line as usize];
            *line |= mark.bit;
            found |= starts(*line, &self.lengths.least);
        }
        if found == 0 { 0 } else { self.truth(lines, player, marks) }
    }
}
