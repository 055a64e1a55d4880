//! Watching for lines: each player's pieces along every line of the board, as bits.

use super::super::Game;
use super::super::end::Test;
use super::super::rules::{ByPlayer, Player};
use super::super::state::NOWHERE;
use super::{Watch, Workspace};
use crate::board::{CellId, CellSet};

/// The longest line for which there is a table of what it may hold.
const TABLED: usize = 10;

/// A place on a line.
#[derive(Clone, Copy, Debug)]
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

/// The lines of a board along at most `A` axes that are long enough to matter, and the lengths asked for.
#[derive(Clone, Debug)]
pub(super) struct Lines<const A: usize> {
    /// By cell: its place on a line along each axis. Line 0 is none.
    marks: Vec<[Mark; A]>,
    /// With line 0, which stays empty.
    lines: usize,
    /// The shifts that leave the beginnings of lines of the shortest length asked for.
    least: [u32; 5],
    runs: ByPlayer<Vec<Run>>,
    /// By player and by the pieces along a line: the conditions that hold, as bits. Empty if lines are long.
    table: ByPlayer<Vec<u64>>,
}

impl<const A: usize> Lines<A> {
    /// The watch for the conditions of both players that are given as bits, if all are of this kind.
    pub fn of<const W: usize>(game: &Game<W>, watched: ByPlayer<u64>) -> Option<Lines<A>> {
        let mut runs: ByPlayer<Vec<Run>> = ByPlayer::default();
        let mut along: Option<&Vec<usize>> = None;
        for player in Player::BOTH {
            for (atom, a) in game.sides[player].clauses.atoms.iter().enumerate() {
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
        let axes = along.filter(|axes| axes.len() <= A)?;
        let topology = &game.topology;
        let least = runs.iter().flatten().map(|r| r.length).min()?;
        let mut marks = vec![[Mark { line: 0, bit: 0 }; A]; topology.cells];
        let (mut lines, mut longest) = (1, 0);
        for (axis, &direction) in axes.iter().enumerate() {
            let back = topology.opposite[direction];
            for start in (0..topology.cells as CellId).filter(|&c| topology.next(c, back) == NOWHERE) {
                let cells: Vec<CellId> = std::iter::once(start).chain(topology.ray(start, direction)).collect();
                if cells.len() > 32 {
                    return None;
                }
                if cells.len() >= least as usize {
                    for (i, &cell) in cells.iter().enumerate() {
                        marks[cell as usize][axis] = Mark { line: lines, bit: 1 << i };
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
        Some(Lines { marks, lines: lines as usize, least: shifts(least), table: ByPlayer::of(table), runs })
    }

    /// The conditions that hold by virtue of the lines through a cell.
    #[cold]
    fn truth(&self, lines: &[u32], player: Player, marks: &[Mark; A]) -> u64 {
        marks.iter().fold(0, |all, mark| all | truth(lines[mark.line as usize], &self.runs[player]))
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
        let lines = &mut memory.lines[player.index() * self.lines..][..self.lines];
        let (marks, table) = (&self.marks[cell as usize], &self.table[player]);
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
            found |= starts(*line, &self.least);
        }
        if found == 0 { 0 } else { self.truth(lines, player, marks) }
    }

    #[inline(always)]
    fn removed(&self, memory: &mut Workspace<W>, player: Player, cell: CellId) {
        for mark in &self.marks[cell as usize] {
            memory.lines[player.index() * self.lines + mark.line as usize] &= !mark.bit;
        }
    }
}
