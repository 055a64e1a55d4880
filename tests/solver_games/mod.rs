//! Games built by hand as sets and events, for the tests and measurements of the solver.

mod breakthrough;

pub use breakthrough::breakthrough;
use ludogen::solver::Wdl;
use ludogen::solver::dfa::{Error, Event, Shape, Symbol};
use ludogen::solver::symbolic::{Moves, Problem, Region, Side};

/// Lines of `length` cells on a board, as cell numbers.
fn lines(width: usize, height: usize, length: usize, cell: impl Fn(usize, usize) -> usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for column in 0..width as isize {
        for row in 0..height as isize {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let place = |i: isize| (column + i * dx, row + i * dy);
                let (x, y) = place(length as isize - 1);
                if (0..width as isize).contains(&x) && (0..height as isize).contains(&y) {
                    lines.push((0..length as isize).map(|i| cell(place(i).0 as usize, place(i).1 as usize)).collect());
                }
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// A side that puts its pieces on the board by `events` and has lost when the other has finished a line; a full board is a draw.
fn line_side(shape: &Shape, own: Symbol, events: &[Event], lines: &[Vec<usize>]) -> Result<Side, Error> {
    let finished: Vec<_> =
        lines.iter().map(|line| line.iter().map(|&cell| (cell, vec![3 - own])).collect::<Vec<_>>()).collect();
    Ok(Side {
        moves: vec![Moves::new(shape, events)?],
        won: Region::Nothing,
        lost: Region::patterns(shape, &finished)?,
        drawn: Region::Nothing,
        lost_first: false,
        no_move: Wdl::Draw,
    })
}

/// Players put pieces on empty cells in turn; `length` in a row wins. Cells row by row.
pub fn in_a_row(width: usize, height: usize, length: usize) -> Result<Problem, Error> {
    let shape = Shape::uniform(width * height, 3)?;
    let lines = lines(width, height, length, |column, row| row * width + column);
    let side = |own: Symbol| {
        let events: Vec<_> = (0..width * height).map(|cell| Event::new().changing(cell, 0, own)).collect();
        line_side(&shape, own, &events, &lines)
    };
    Problem::new(&shape, &vec![0; width * height], [side(1)?, side(2)?])
}

/// Connect Four: pieces fall to the lowest empty cell of a column. Cells column by column, bottom first.
pub fn connect_four(width: usize, height: usize) -> Result<Problem, Error> {
    let shape = Shape::uniform(width * height, 3)?;
    let lines = lines(width, height, 4, |column, row| column * height + row);
    let side = |own: Symbol| {
        let mut events = Vec::new();
        for column in 0..width {
            for row in 0..height {
                let cell = column * height + row;
                let mut event = Event::new().changing(cell, 0, own);
                if row > 0 {
                    event = event.keeping(cell - 1, &[1, 2]);
                }
                if row + 1 < height {
                    event = event.keeping(cell + 1, &[0]);
                }
                events.push(event);
            }
        }
        line_side(&shape, own, &events, &lines)
    };
    Problem::new(&shape, &vec![0; width * height], [side(1)?, side(2)?])
}

/// Nim with `heaps` heaps of `objects` each: take any number from one heap; the last to take wins. One character per heap.
pub fn nim(heaps: usize, objects: usize) -> Result<Problem, Error> {
    let shape = Shape::uniform(heaps, objects + 1)?;
    let fewer: Vec<_> = (0..=objects as Symbol).flat_map(|from| (0..from).map(move |to| (from, to))).collect();
    let events: Vec<_> = (0..heaps).map(|heap| Event::new().with(heap, &fewer)).collect();
    let side = Side {
        moves: vec![Moves::new(&shape, &events)?],
        won: Region::Nothing,
        lost: Region::Nothing,
        drawn: Region::Nothing,
        lost_first: false,
        no_move: Wdl::Loss,
    };
    Problem::new(&shape, &vec![objects as Symbol; heaps], [side.clone(), side])
}
