//! Breakthrough as sets and events.

use ludogen::solver::Wdl;
use ludogen::solver::dfa::{Error, Event, Set, Shape, Symbol};
use ludogen::solver::symbolic::{Moves, Problem, Region, Side};

/// Breakthrough on a board of `width` columns with two full rows a side. The cell of a column and row, counted from the first player's home
/// row, is given by `cell`. A side whose home row holds an enemy piece has lost.
pub fn breakthrough(width: usize, height: usize, cell: impl Fn(usize, usize) -> usize) -> Result<Problem, Error> {
    let shape = Shape::uniform(width * height, 3)?;
    let mut start = vec![0; width * height];
    for column in 0..width {
        for row in 0..2 {
            start[cell(column, row)] = 1;
            start[cell(column, height - 1 - row)] = 2;
        }
    }
    let side = |own: Symbol| {
        let enemy = 3 - own;
        let home = if own == 1 { 0 } else { height - 1 };
        let mut events = Vec::new();
        for row in 0..height {
            let to = if own == 1 { row + 1 } else { row.wrapping_sub(1) };
            if to >= height {
                continue;
            }
            for column in 0..width {
                for target in column.saturating_sub(1)..width.min(column + 2) {
                    let onto = if target == column { vec![(0, own)] } else { vec![(0, own), (enemy, own)] };
                    events.push(Event::new().changing(cell(column, row), own, 0).with(cell(target, to), &onto));
                }
            }
        }
        let safe: Vec<_> = (0..width).map(|column| (cell(column, home), vec![0, own])).collect();
        Ok::<_, Error>(Side {
            moves: vec![Moves::new(&shape, &events)?],
            won: Region::Nothing,
            lost: Region::Set(Set::cube(&shape, &safe)?.complement()),
            drawn: Region::Nothing,
            lost_first: false,
            no_move: Wdl::Loss,
        })
    };
    Problem::new(&shape, &start, [side(1)?, side(2)?])
}
