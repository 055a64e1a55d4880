//! How a piece goes: it slides, jumps, leaps or goes some cells straight ahead.

use super::book::Book;
use super::frame::Frame;
use super::telling::{Telling, equals, uncapital};
use super::template::{Bound, Teller, distinct};
use super::turning::{Ways, fold, ways};
use super::words::{list, number, polish};
use crate::board::Tiling;
use crate::language::Tree;
use crate::language::resolve::resolve;
use crate::language::schema::Category;
use std::collections::BTreeSet;

/// Whether a condition says that nothing is in between.
fn nothing_between(tree: &Tree) -> bool {
    equals(tree)
        .is_some_and(|(what, n)| n == 0 && what.is("num-between") && matches!(what.args(), [any] if any.is("any")))
}

/// The turtle's words of a path.
fn path(tree: &Tree) -> Option<Vec<&str>> {
    tree.is("steps").then(|| tree.args().iter().filter_map(Tree::as_word).collect())
}

/// How far a path on squares leads: forwards and to the right.
fn displacement(path: &[&str]) -> Option<(i32, i32)> {
    let (mut x, mut y, mut heading) = (0, 0, (0, 1));
    for step in path {
        let right = (heading.1, -heading.0);
        let (ahead, aside) = match *step {
            "f" => (1, 0),
            "b" => (-1, 0),
            "fl" => (1, -1),
            "fr" => (1, 1),
            "bl" => (-1, -1),
            "br" => (-1, 1),
            "r" => {
                heading = right;
                continue;
            }
            "l" => {
                heading = (-right.0, -right.1);
                continue;
            }
            _ => return None,
        };
        x += ahead * heading.0 + aside * right.0;
        y += ahead * heading.1 + aside * right.1;
    }
    Some((x, y))
}

/// Where the paths of a condition may end on squares, each as so far to the right and so far ahead, if they start in all orthogonal directions,
/// or forwards.
pub(super) fn leaps(part: &Tree, dirn: &[Tree], square: bool, indirect: bool) -> Option<BTreeSet<(i32, i32)>> {
    let direct = |t: &Tree| t.is("direct") || t.is("all") && !indirect;
    let named = |word: &str| dirn.iter().any(|t| t.is(word));
    let compass = dirn.len() == 4 && ["n", "e", "s", "w"].iter().all(|way| named(way));
    let around = !dirn.is_empty() && dirn.iter().all(direct) || compass;
    let ahead = matches!(dirn, [only] if only.is("f")) || dirn.is_empty();
    if !square || !around && !ahead {
        return None;
    }
    let paths: Vec<Vec<&str>> = match part.is("or") {
        true => part.args().iter().map(path).collect::<Option<_>>()?,
        false => vec![path(part)?],
    };
    let mut ends = BTreeSet::new();
    for path in &paths {
        let (mut x, mut y) = displacement(path)?;
        for _ in 0..if around { 4 } else { 1 } {
            ends.insert((x, y));
            (x, y) = (y, -x);
        }
    }
    Some(ends)
}

/// Takes what says where a slide to an empty cell has to end, if something does.
fn end_of_slide(parts: &mut Vec<&Tree>) -> Option<&'static str> {
    fn next(t: &Tree) -> bool {
        t.is("ahead") && t.args().iter().all(|a| a.is("to") || a.as_int() == Some(1))
    }
    fn of_next(t: &Tree, word: &str) -> bool {
        t.is(word) && matches!(t.args(), [cell] if next(cell))
    }
    let to_empty = |t: &&Tree| t.is("empty") && t.args().iter().all(|c| c.is("to"));
    let exists = parts.iter().position(|t| of_next(t, "on-board"));
    let not = |word: &str| parts.iter().position(|t| t.is("not") && t.args().iter().all(|a| of_next(a, word)));
    if !parts.iter().any(to_empty) {
        return None;
    }
    let (taken, text) = match (exists, not("on-board"), not("empty")) {
        (_, Some(i), _) => (vec![i], "as far as the edge"),
        (Some(i), _, Some(j)) => (vec![i.max(j), i.min(j)], "up to another piece"),
        (_, _, Some(i)) => (vec![i], "as far as it goes"),
        _ => return None,
    };
    for i in taken {
        parts.remove(i);
    }
    Some(text)
}

/// Takes what says that there is one piece in between and nothing else.
fn over_one(parts: &mut Vec<&Tree>, frame: &mut Frame) {
    let one = |parts: &[&Tree], target: &str| {
        let counts = |t: &Tree| t.is("num-between") && matches!(t.args(), [only] if only.is(target));
        parts.iter().position(|p| equals(p).is_some_and(|(what, n)| n == 1 && counts(what)))
    };
    let Some(any) = one(parts, "any") else { return };
    let before = |word: &str| parts.iter().position(|t| t.is(word) && matches!(t.args(), [cell] if cell.is("over")));
    let (what, other) = match (one(parts, "enemy"), one(parts, "friend"), before("enemy")) {
        (Some(i), ..) => ("one enemy piece and nothing else", Some(i)),
        (_, Some(i), _) => ("one friendly piece and nothing else", Some(i)),
        (_, _, Some(i)) => {
            frame.just_beyond = true;
            ("one enemy piece and nothing else", Some(i))
        }
        _ => ("exactly one piece", None),
    };
    frame.single = Some(what);
    let mut taken: Vec<usize> = std::iter::once(any).chain(other).collect();
    taken.sort_unstable();
    for i in taken.into_iter().rev() {
        parts.remove(i);
    }
}

impl Book<'_> {
    /// Directions in words, as one where they are all of a kind.
    pub(super) fn directions(&self, directions: &[&Tree], teller: Teller<'_>) -> String {
        let circle = teller.scene.circle;
        let words: Vec<&'static str> =
            directions.iter().filter_map(|d| circle.iter().find(|way| d.is(way)).copied()).collect();
        let free = matches!(teller.scene.bound, Bound::Free) && words.len() == directions.len();
        let board = &self.rules.board;
        let every = match board.tiling {
            Tiling::Square => board.indirect && !board.no_direct,
            Tiling::Hex => !board.indirect,
            _ => false,
        };
        match ways(&words, circle) {
            Ways::All if free && every => "in any direction".into(),
            Ways::Orthogonal if free && teller.scene.square => "orthogonally".into(),
            Ways::Diagonal if free && teller.scene.square => "diagonally".into(),
            _ => list(&distinct(directions.iter().map(|d| teller.tell(d, Category::Direction)).collect()), "or"),
        }
    }
}

impl Telling<'_, '_> {
    /// Takes the conditions that say how a piece goes: it slides, jumps, leaps or goes some cells straight ahead.
    pub(super) fn gait(&self, parts: &mut Vec<&Tree>, frame: &mut Frame) {
        let adjacent = |parts: &[&Tree]| parts.iter().any(|p| p.is("connected") && p.args().is_empty());
        if self.as_far_as_it_goes(parts, frame) {
            return;
        }
        if let Some(i) = parts.iter().position(|p| p.is("line"))
            && self.line(parts[i], frame)
        {
            parts.remove(i);
            let between = parts.iter().position(|p| nothing_between(p));
            if let (Some(i), false) = (between, adjacent(parts)) {
                parts.remove(i);
                frame.slides = true;
                frame.as_far = end_of_slide(parts);
                return;
            }
            let two = parts.iter().position(|p| {
                equals(p).is_some_and(|(what, n)| n == 2 && what.is("distance") && what.args().is_empty())
            });
            let over = |p: &&Tree| match equals(p) {
                Some((what, 1)) if what.is("num-between") => {
                    what.args().first().filter(|_| what.args().len() == 1).cloned()
                }
                _ => None,
            };
            if let (Some(_), Some((j, what))) = (two, parts.iter().enumerate().find_map(|(j, p)| Some((j, over(p)?)))) {
                frame.over = Some(polish_article(&self.teller.argument_of(&what)));
                frame.straight = Some(2);
                parts.remove(j);
                parts.retain(|p| !equals(p).is_some_and(|(what, n)| n == 2 && what.is("distance")));
            } else if !adjacent(parts) {
                over_one(parts, frame);
            }
            return;
        }
        let straight = |p: &&Tree| path(p).filter(|p| p.iter().all(|step| *step == "f")).map(|p| p.len() as i64);
        if let Some((i, n)) = parts.iter().enumerate().find_map(|(i, p)| Some((i, straight(p)?))) {
            parts.remove(i);
            frame.straight = Some(n);
            let over = |p: &&Tree| self.over(p);
            if let (2, Some((j, what))) = (n, parts.iter().enumerate().find_map(|(j, p)| Some((j, over(p)?)))) {
                frame.over = Some(what);
                parts.remove(j);
            }
            return;
        }
        if let Some((i, leap)) = parts.iter().enumerate().find_map(|(i, p)| Some((i, self.leap(p)?))) {
            parts.remove(i);
            frame.leap = Some(leap);
        }
    }

    /// What is jumped over, if a condition says that.
    fn over(&self, part: &Tree) -> Option<String> {
        let of_over = |t: &Tree| t.args().first().is_some_and(|c| c.is("over"));
        match part.head()? {
            "enemy" if of_over(part) => Some("an enemy piece".into()),
            "friend" if of_over(part) => Some("a friendly piece".into()),
            "neutral" if of_over(part) => Some("a neutral piece".into()),
            "empty" if of_over(part) => Some("an empty cell".into()),
            "not" if part.args().first().is_some_and(|t| t.is("empty") && of_over(t)) => Some("any piece".into()),
            "is-piece" if of_over(part) => {
                let record = self.teller.tell(part.args().get(1)?, Category::PieceRecord);
                Some(polish_article(&record))
            }
            _ => None,
        }
    }

    /// The leap that a condition allows: in all its turns and reflections, or forwards.
    fn leap(&self, part: &Tree) -> Option<String> {
        let all = self.tree.child("dirn").map_or(&[][..], Tree::args);
        let ends = leaps(part, all, self.teller.scene.square, self.book.rules.board.indirect)?;
        let &(x, y) = ends.first()?;
        let (a, b) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let of_size = |&(x, y): &(i32, i32)| (x.abs().min(y.abs()), x.abs().max(y.abs())) == (a, b);
        if a <= 0 || a == b || !ends.iter().all(of_size) {
            return None;
        }
        let ahead = ends.iter().all(|(_, y)| *y > 0);
        let (long, short) = (number(b.into()), number(a.into()));
        let cells = |n: i32| format!("{} {}", number(n.into()), if n == 1 { "cell" } else { "cells" });
        Some(match (ends.len(), ahead, (a, b)) {
            (8, _, (1, 2)) => " by a chess knight's leap".into(),
            (8, ..) => format!(" by a leap of {long} cells and {short}"),
            (4, true, (1, 2)) => " by a chess knight's leap forwards".into(),
            (2, true, _) if ends.iter().all(|(_, to)| *to == y) => {
                format!(" by a leap of {} forwards and {} to the side", cells(y), number(x.abs().into()))
            }
            _ => return None,
        })
    }

    /// Takes the conditions of a slide that goes on in its direction until it cannot: for each direction, that the move goes that way and the next
    /// cell that way is not empty.
    fn as_far_as_it_goes(&self, parts: &mut Vec<&Tree>, frame: &mut Frame) -> bool {
        let to_empty = |t: &&Tree| t.is("empty") && t.args().iter().all(|c| c.is("to"));
        let Some(between) = parts.iter().position(|p| nothing_between(p)) else { return false };
        let circle = self.teller.scene.circle;
        let found = parts.iter().enumerate().find_map(|(i, part)| {
            let cases: Vec<&Tree> = part.args().iter().collect();
            let mut folds = if part.is("or") { fold(&cases, circle, false) } else { Vec::new() };
            let one = folds.pop().filter(|one| folds.is_empty() && one.ways.len() > 1)?;
            let way = one.ways[0];
            let next =
                |t: &Tree| t.is("step") && t.args().len() == 2 && t.args().iter().all(|a| a.is("to") || a.is(way));
            let stops = |t: &Tree| {
                t.is("not")
                    && matches!(t.args(), [empty] if empty.is("empty") && matches!(empty.args(), [cell] if next(cell)))
            };
            let goes = |t: &Tree| t.is("line") && matches!(t.args(), [only] if only.is(way));
            let both =
                matches!(one.tree.args(), [a, b] if one.tree.is("and") && (goes(a) && stops(b) || goes(b) && stops(a)));
            both.then_some((i, one.ways))
        });
        let (Some((at, directions)), true) = (found, parts.iter().any(to_empty)) else { return false };
        let words: Vec<Tree> = directions.iter().map(|way| Tree::word(*way)).collect();
        frame.line = Some(self.book.directions(&words.iter().collect::<Vec<_>>(), self.teller));
        frame.slides = true;
        frame.as_far = Some("as far as it goes");
        for i in [at.max(between), at.min(between)] {
            parts.remove(i);
        }
        true
    }

    /// A straight line from `from` to `to`, in the directions that it names or those of the move.
    fn line(&self, part: &Tree, frame: &mut Frame) -> bool {
        let Some(line) = resolve(part, Category::Bool, self.book.names) else { return false };
        let cells: Vec<&str> = line.all("cells").iter().filter_map(|c| c.head()).collect();
        if !matches!(cells[..], [] | ["from"] | ["from", "to"]) {
            return false;
        }
        let told = self.book.directions(line.all("directions"), self.teller);
        frame.line = Some(if told.is_empty() { self.teller.scene.dirn.to_string() } else { told });
        true
    }
}

/// A noun with its article.
fn polish_article(noun: &str) -> String {
    uncapital(&polish(&format!("a {noun}")))
}
