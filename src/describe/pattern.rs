//! Patterns of cells as a rulebook shows them: by the name of their shape, or by cells of the board that lie so.

use super::words::{list, number};
use crate::board::{Board, Tiling};
use crate::game;
use crate::game::rules::Turtle;
use std::collections::BTreeSet;

/// A longer path is told step by step: nobody would see the shape in so many cells.
const MOST_STEPS: usize = 40;

/// A cell on a plane of squares or hexagons: on hexagons the second axis is 60° to the left of the first.
type Place = (i32, i32);
/// A shape: its cells, with none to the left of or below the origin.
type Shape = BTreeSet<Place>;

/// The directions of a tiling of which paths are alike everywhere, clockwise. Those at the same angle to each other go by one direct turn.
fn directions(tiling: Tiling) -> Option<&'static [Place]> {
    match tiling {
        Tiling::Square => Some(&[(0, 1), (1, 0), (0, -1), (-1, 0)]),
        Tiling::Hex => Some(&[(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]),
        _ => None,
    }
}

/// The cells of a path, in a plane.
fn cells(path: &[Turtle], around: &[Place]) -> Shape {
    let n = around.len();
    let (mut at, mut heading) = ((0, 0), 0);
    let mut cells = vec![at];
    for step in path {
        let ahead = |turns: usize| around[(heading + turns) % n];
        let aside = |turns: usize, other: usize| match n {
            // Between two directions of squares lies a diagonal.
            4 => (ahead(turns).0 + ahead(other).0, ahead(turns).1 + ahead(other).1),
            _ => ahead(other),
        };
        let (x, y) = match step {
            Turtle::F => ahead(0),
            Turtle::B => ahead(n / 2),
            Turtle::Fr => aside(0, 1),
            Turtle::Fl => aside(0, n - 1),
            Turtle::Br => aside(n / 2, n / 2 - 1),
            Turtle::Bl => aside(n / 2, n / 2 + 1),
            Turtle::R | Turtle::L => {
                heading = (heading + if *step == Turtle::R { 1 } else { n - 1 }) % n;
                continue;
            }
        };
        at = (at.0 + x, at.1 + y);
        cells.push(at);
    }
    at_origin(cells)
}

/// The steps of a path, by their words.
fn steps(path: &[&str]) -> Option<Vec<Turtle>> {
    path.iter().map(|step| Turtle::of(step)).collect()
}

/// The shape that a path has everywhere on a board, and whether it is one of hexagons; nothing where paths differ from place to place.
fn in_plane(path: &[Turtle], board: &Board) -> Option<(Shape, bool)> {
    let tiling = board.spec().tiling;
    let shape = cells(path, directions(tiling).filter(|_| board.levels() == 1)?);
    (shape.len() > 1 && path.len() <= MOST_STEPS).then_some((shape, tiling == Tiling::Hex))
}

/// The shape of some cells, moved to the origin.
fn at_origin(cells: impl IntoIterator<Item = Place>) -> Shape {
    let cells: Vec<Place> = cells.into_iter().collect();
    let least = |of: fn(&Place) -> i32| cells.iter().map(of).min().unwrap_or(0);
    let (x, y) = (least(|p| p.0), least(|p| p.1));
    cells.into_iter().map(|p| (p.0 - x, p.1 - y)).collect()
}

/// The shape in all the ways that it can be turned.
fn turned(shape: &Shape, hexagons: bool) -> Vec<Shape> {
    let quarter = |(x, y): Place| (y, -x);
    let sixth = |(x, y): Place| (x + y, -x);
    let turn = |s: &Shape| at_origin(s.iter().map(|&p| if hexagons { sixth(p) } else { quarter(p) }));
    let mut all = vec![shape.clone()];
    while let Some(next) = all.last().map(turn).filter(|next| !all.contains(next)) {
        all.push(next);
    }
    all
}

/// A block of so many by so many cells along the axes; on hexagons a rhombus.
fn block(wide: i32, high: i32) -> Shape {
    (0..wide).flat_map(|x| (0..high).map(move |y| (x, y))).collect()
}

/// What a shape is called, if it has a name that fits nothing else.
fn name(shape: &Shape, hexagons: bool) -> Option<String> {
    let all = turned(shape, hexagons);
    let is = |other: Shape| all.contains(&at_origin(other));
    let size = i32::try_from(shape.len()).ok()?;
    let n = |k: i32| number(k.into());
    if is(block(1, size)) {
        return Some(format!("a straight line of {}{}", n(size), if hexagons { "" } else { " (not diagonal)" }));
    }
    if hexagons {
        let side = (2..).take_while(|k| k * (k + 1) / 2 <= size).find(|k| k * (k + 1) / 2 == size);
        let triangle = |k: i32| (0..k).flat_map(|x| (0..k - x).map(move |y| (x, y))).collect();
        if side.is_some_and(|k| is(triangle(k))) {
            return Some(format!("a triangle of {}", n(size)));
        }
        let ring = |p: &Place| directions(Tiling::Hex).unwrap_or_default().contains(p);
        let ring = (-1..2).flat_map(|x| (-1..2).map(move |y| (x, y))).filter(ring).collect();
        return is(ring).then(|| "a ring of six".to_string());
    }
    if let Some(high) = (2..).take_while(|k| k * k <= size).find(|k| size % k == 0 && is(block(size / k, *k))) {
        let wide = size / high;
        return Some(format!("a {wide} by {high} {}", if wide == high { "square" } else { "rectangle" }));
    }
    if size % 2 == 1 && size > 2 {
        let arm = (size - 1) / 2;
        let corner = (0..=arm).map(|k| (k, 0)).chain((0..=arm).map(|k| (0, k))).collect();
        if is(corner) {
            return Some(format!("an L of {} with equal arms", n(size)));
        }
    }
    // A bar of three or five, and a stem from its middle.
    for bar in [3, 5] {
        let stem = size - bar;
        let tee = (0..bar).map(|x| (x, 0)).chain((1..=stem).map(|y| (bar / 2, -y))).collect();
        if (stem == 2 || (bar, stem) == (3, 1)) && is(tee) {
            return Some(format!("a T of {}", n(size)));
        }
    }
    let cross = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)].into_iter().collect();
    is(cross).then(|| "an upright cross of five".to_string())
}

/// What the cells of a path look like on a board, wherever it begins and whichever direct direction it begins in; nothing where that is not
/// the same everywhere, or the path has no room.
pub(super) fn shape(path: &[&str], board: &Board) -> Option<String> {
    let path = steps(path)?;
    let (shape, hexagons) = in_plane(&path, board)?;
    if let Some(name) = name(&shape, hexagons) {
        return Some(name);
    }
    let mirrored = at_origin(shape.iter().map(|&(x, y)| if hexagons { (y, x) } else { (-x, y) }));
    let both = turned(&shape, hexagons).contains(&mirrored);
    let labels: Vec<String> = game::shape::first(board, &path)?.into_iter().map(|c| board.label(c)).collect();
    let how = if both { "turned any way" } else { "turned any way, but not mirrored" };
    Some(format!("the shape of {} ({how})", list(&labels, "and")))
}

/// Whether the pattern of a path has a name.
pub(crate) fn has_name(path: &[Turtle], board: &Board) -> bool {
    in_plane(path, board).is_some_and(|(shape, hexagons)| name(&shape, hexagons).is_some())
}

/// The words of a path, in which turns and steps that follow each other are one. A direct turn is so many degrees, if that is known.
pub(super) fn path_in_words(path: &[&str], full_turn: u32, tell: impl Fn(&str) -> String) -> Vec<String> {
    let mut told = Vec::new();
    for run in path.chunk_by(|a, b| a == b) {
        let n = run.len() as i64;
        told.push(match (run[0], full_turn) {
            ("l" | "r", 1..) => {
                format!("{} {}°", tell(run[0]), 360 / i64::from(full_turn) * n)
            }
            (step, _) if n > 1 => {
                format!("{} {}", tell(step), if n == 2 { "twice".into() } else { format!("{} times", number(n)) })
            }
            (step, _) => tell(step),
        });
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::describe;
    use crate::language::parse;

    fn told(board: &str, path: &str) -> String {
        let source = format!("(game Test (board {board}) (end (All win (pattern {path}))))");
        let text = describe(&parse(&source).unwrap()).unwrap();
        let line = text.lines().find(|l| l.starts_with("A player wins if ")).unwrap();
        line.trim_start_matches("A player wins if their stones form ")
            .trim_start_matches("A player wins if their pieces form ")
            .into()
    }

    #[test]
    fn shapes_have_their_names() {
        let (square, hex) = ("(tiling square i-nbors) (size 6 6)", "(tiling hex) (shape hex) (size 5)");
        for (board, path, shape) in [
            (square, "f r f r f", "a 2 by 2 square."),
            (square, "f f r f r f f", "a 3 by 2 rectangle."),
            (square, "f f f", "a straight line of four (not diagonal)."),
            (square, "f f b r f", "a T of four."),
            (square, "f r f", "an L of three with equal arms."),
            (square, "f f r f", "the shape of A1 to C1 and A2 (turned any way, but not mirrored)."),
            (square, "f f l f", "the shape of A1 to C1 and C2 (turned any way, but not mirrored)."),
            (square, "fr fr", "the shape of A1, B2 and C3 (turned any way)."),
            (square, "f r f l f", "the shape of A1, A2, B2 and B3 (turned any way, but not mirrored)."),
            (hex, "f r f r f r f r f", "a ring of six."),
            (hex, "f f l l f f l l f", "a triangle of six."),
            (hex, "f r r f", "a triangle of three."),
            (hex, "f f", "a straight line of three."),
        ] {
            assert_eq!(told(board, path), shape, "{path}");
        }
    }

    /// What is called the same is the same: the sets of cells that the engine looks for are those of the shape on the board, turned.
    #[test]
    fn a_shape_is_on_the_board_as_it_is_in_the_plane() {
        let board = |tiling: &str| {
            let source = format!("(game Test (board (tiling {tiling}) (size 7 7)) (end (All win (in-a-row 3))))");
            Board::new(&crate::game::lower(&parse(&source).unwrap()).unwrap().board).unwrap()
        };
        for (tiling, path) in [
            ("square", "f r f l f"),
            ("square", "fr br bl f"),
            ("square", "f l fl br b"),
            ("hex", "f fr bl l f"),
            ("hex", "f r f br b"),
        ] {
            let (board, path) = (board(tiling), steps(&path.split(' ').collect::<Vec<_>>()).unwrap());
            let found = game::shape::first(&board, &path).unwrap();
            let hexagons = tiling == "hex";
            let plane = cells(&path, directions(board.spec().tiling).unwrap());
            // Distances tell shapes apart up to their reflections.
            let mut there: Vec<u32> = found
                .iter()
                .flat_map(|&a| found.iter().map(move |&b| (a, b)))
                .map(|(a, b)| board.distance(a, b).unwrap())
                .collect();
            let far =
                |(x, y): Place| if hexagons { x.abs().max(y.abs()).max((x + y).abs()) } else { x.abs() + y.abs() };
            let mut here: Vec<u32> = plane
                .iter()
                .flat_map(|a| plane.iter().map(move |b| (b.0 - a.0, b.1 - a.1)))
                .map(|d| far(d) as u32)
                .collect();
            there.sort_unstable();
            here.sort_unstable();
            assert_eq!(there, here, "{tiling} {path:?}");
        }
    }
}
