//! The shapes that paths of steps cover: what a pattern is, however its path is told.

use super::facing::turtle;
use super::rules::Turtle;
use crate::board::{Board, CellId};
use std::collections::{BTreeMap, BTreeSet};

/// Longer paths than any that people write are not looked at.
const LONGEST: usize = 64;
/// Nor are shapes of more cells: their subsets are counted in a search for a shorter path.
const MOST_CELLS: usize = 12;

/// The cells of a path from a cell, its first direction given, in order and each once; `None` where it leaves the board.
pub(crate) fn covered(board: &Board, path: &[Turtle], start: CellId, base: usize) -> Option<Vec<CellId>> {
    let (mut cell, mut facing) = (start, base);
    let mut cells = vec![cell];
    for &step in path {
        if matches!(step, Turtle::L | Turtle::R) {
            facing = turtle(board, Some(facing), step)?;
        } else {
            cell = board.neighbour(cell, turtle(board, Some(facing), step)?)?;
            cells.push(cell);
        }
    }
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}

/// The sets of cells that a path covers on a board, begun on any cell in any direct direction, and in how many of these ways it covers each.
fn shapes(board: &Board, path: &[Turtle]) -> BTreeMap<Vec<CellId>, usize> {
    let mut shapes = BTreeMap::new();
    for base in (0..board.directions()).filter(|&d| board.is_direct(d)) {
        for cells in board.cells().filter_map(|start| covered(board, path, start, base)) {
            *shapes.entry(cells).or_default() += 1;
        }
    }
    shapes
}

/// The cells of a path on a board, in the first of the ways in which it can be put there.
pub(crate) fn first(board: &Board, path: &[Turtle]) -> Option<Vec<CellId>> {
    shapes(board, path).into_keys().next()
}

/// How many cells the shape of a path has, if it has five or more and neither a rotation nor a reflection takes it to itself.
pub(crate) fn lopsided_cells(board: &Board, path: &[Turtle]) -> Option<usize> {
    if path.len() > LONGEST {
        return None;
    }
    let own = shapes(board, path);
    let (cells, ways) = own.first_key_value()?;
    let mirrored: Vec<Turtle> = path.iter().map(|&step| mirror(step)).collect();
    let kept = *ways > 1 || shapes(board, &mirrored).contains_key(cells);
    (cells.len() >= 5 && !kept).then_some(cells.len())
}

fn mirror(step: Turtle) -> Turtle {
    match step {
        Turtle::F => Turtle::F,
        Turtle::B => Turtle::B,
        Turtle::L => Turtle::R,
        Turtle::R => Turtle::L,
        Turtle::Fl => Turtle::Fr,
        Turtle::Fr => Turtle::Fl,
        Turtle::Bl => Turtle::Br,
        Turtle::Br => Turtle::Bl,
    }
}

/// A shortest path over the same cells, wherever the path fits on the board, if it is shorter; the same one for the same path and board. It turns and takes such steps as the path does.
pub(crate) fn shorter(board: &Board, path: &[Turtle]) -> Option<Vec<Turtle>> {
    if path.len() > LONGEST {
        return None;
    }
    let own = shapes(board, path);
    let (cells, _) = own.first_key_value()?;
    if cells.len() > MOST_CELLS {
        return None;
    }
    let may = |step: &Turtle| matches!(step, Turtle::L | Turtle::R) || path.contains(step);
    let steps: Vec<Turtle> = Turtle::ALL.into_iter().filter(may).collect();
    let place = |cell: CellId| cells.binary_search(&cell).ok();
    let whole = (1u16 << cells.len()) - 1;
    // Breadth first over where a path stands, which way it faces, and what it has covered.
    let mut seen: BTreeSet<(usize, usize, u16)> = BTreeSet::new();
    let mut front: Vec<((usize, usize, u16), Vec<Turtle>)> = Vec::new();
    for start in 0..cells.len() {
        for base in (0..board.directions()).filter(|&d| board.is_direct(d)) {
            front.push(((start, base, 1 << start), Vec::new()));
        }
    }
    for _ in 1..path.len() {
        let mut next = Vec::new();
        for ((at, facing, done), told) in &front {
            for &step in &steps {
                let Some(way) = turtle(board, Some(*facing), step) else { continue };
                let to = if matches!(step, Turtle::L | Turtle::R) {
                    Some((*at, way, *done))
                } else {
                    board.neighbour(cells[*at], way).and_then(place).map(|to| (to, *facing, done | 1 << to))
                };
                let Some(to) = to.filter(|&to| seen.insert(to)) else { continue };
                let told = [told.as_slice(), &[step]].concat();
                // On boards whose directions differ from cell to cell another path may cover other cells elsewhere.
                if to.2 == whole && shapes(board, &told).keys().eq(own.keys()) {
                    return Some(told);
                }
                next.push((to, told));
            }
        }
        front = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::{Condition, Node};
    use crate::game::{AnyGame, lower};
    use crate::language::parse;

    fn with<T>(tiling: &str, path: &str, what: impl Fn(&Board, &[Turtle]) -> T) -> T {
        let rules = format!("(game G (board (tiling {tiling}) (size 7 7)) (end (All win (pattern {path}))))");
        let game = AnyGame::new(lower(&parse(&rules).unwrap()).unwrap()).unwrap();
        let mut found = None;
        Node::Condition(&game.rules().end[0].condition).for_each(|node| {
            if let Node::Condition(Condition::Pattern { path, .. }) = node {
                found = Some(what(game.board(), path));
            }
        });
        found.unwrap()
    }

    fn told(tiling: &str, path: &str) -> Option<String> {
        let word = |step: &Turtle| format!("{step:?}").to_lowercase();
        let path = with(tiling, path, shorter)?;
        Some(path.iter().map(word).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_path_that_goes_over_its_cells_again_is_told_shorter() {
        assert_eq!(told("square i-nbors", "f r f r f r f r r f").unwrap(), "f r f r f");
        assert_eq!(told("square i-nbors", "f f l l f f l l l f").unwrap().len(), "f f r f".len());
        assert_eq!(told("square", "f b f").unwrap(), "f");
        // As people write them: a square, and the triangle and the ring of Hexade.
        assert_eq!(told("square i-nbors", "f r f r f"), None);
        assert_eq!([told("hex", "f f l l f f l l f"), told("hex", "f r f r f r f r f")], [None, None]);
    }

    #[test]
    fn a_shape_of_five_cells_has_form_if_a_symmetry_keeps_it() {
        let odd = |tiling: &str, path: &str| with(tiling, path, lopsided_cells);
        assert_eq!([odd("square", "f f f r f"), odd("square", "f f r f f r f")], [Some(5), Some(6)]);
        // L of four, V, W, U, Z of five, and Hexade's.
        for path in ["f f r f", "f f r f f", "f r f l f r f", "r f l f f l f", "f r f f l f"] {
            assert_eq!(odd("square", path), None, "{path}");
        }
        assert_eq!([odd("hex", "f f l l f f l l f"), odd("hex", "f r f r f r f r f")], [None, None]);
        assert_eq!(odd("square", "f f f f f f f f r f"), None, "too large for the board");
    }
}
