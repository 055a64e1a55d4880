//! One walk over all parts of the rules, for whoever looks for something in them.
//!
//! What is below a word stands beside its declaration, in matches that name every word, so that a new one does not compile until
//! it says so.

use super::cells::{Cells, Coord};
use super::condition::Bool;
use super::end::Condition;
use super::moves::{Action, Effect, MoveDef};
use super::number::Int;
use super::piece::PieceDef;
use super::record::PieceRecord;
use super::{Rules, Target};

/// A part of the rules.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Node<'r> {
    Move(&'r MoveDef),
    Action(&'r Action),
    Effect(&'r Effect),
    Bool(&'r Bool),
    Condition(&'r Condition),
    Int(&'r Int),
    Coord(&'r Coord),
    Cells(&'r Cells),
    Pieces(&'r PieceRecord),
}

/// Where a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// With what is below the node.
    Into,
    /// With what comes after all that is below the node.
    Past,
    /// Nowhere.
    Stop,
}

/// What a walk is shown the nodes by.
type Visitor<'f, 'r> = &'f mut dyn FnMut(Node<'r>) -> Walk;

/// What the parts of a node are asked.
pub(super) type Question<'f, 'r> = &'f mut dyn FnMut(Node<'r>) -> bool;

impl<'r> Node<'r> {
    /// Shows `visit` the node and then what is below it, in the order in which it is written. Returns whether it was stopped.
    pub fn walk(self, visit: Visitor<'_, 'r>) -> bool {
        match visit(self) {
            Walk::Stop => true,
            Walk::Past => false,
            Walk::Into => self.any_child(&mut |child| child.walk(visit)),
        }
    }

    /// Shows `visit` the node and all that is below it.
    pub fn for_each(self, mut visit: impl FnMut(Node<'r>)) {
        self.walk(&mut |node| {
            visit(node);
            Walk::Into
        });
    }

    /// Whether the node or something below it is wanted.
    pub fn any(self, wanted: impl Fn(Node<'r>) -> bool) -> bool {
        self.walk(&mut |node| if wanted(node) { Walk::Stop } else { Walk::Into })
    }

    /// Whether the node or something below it is wanted that is not under a negation.
    pub fn any_affirmed(self, wanted: impl Fn(Node<'r>) -> bool) -> bool {
        self.walk(&mut |node| match node {
            Node::Bool(Bool::Not(_)) | Node::Condition(Condition::Not(_)) => Walk::Past,
            node if wanted(node) => Walk::Stop,
            _ => Walk::Into,
        })
    }

    /// Whether `f` holds of one of the parts of the node; they are asked in order until it does.
    fn any_child(self, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
        match self {
            Node::Move(MoveDef {
                pre,
                actions,
                post,
                priority: _,
                mandatory: _,
                label: _,
                directions: _,
                owner: _,
            }) => {
                f(Node::Bool(pre))
                    || actions.iter().any(|a| f(Node::Action(a)))
                    || post.iter().any(|e| f(Node::Effect(e)))
            }
            Node::Action(action) => match action {
                Action::Pass => false,
                Action::Pop(cell, _) | Action::Push { cell, .. } => f(Node::Coord(cell)),
            },
            Node::Effect(Effect { kind, guard, optional: _ }) => f(Node::Bool(guard)) || kind.any_part(f),
            Node::Bool(condition) => condition.any_part(f),
            Node::Condition(condition) => condition.any_part(f),
            Node::Int(number) => number.any_part(f),
            Node::Coord(coord) => match coord {
                Coord::Step(base, _, _) => f(Node::Coord(base)),
                Coord::From | Coord::To | Coord::Current | Coord::Over | Coord::Last | Coord::Label(_) => false,
            },
            Node::Cells(_) | Node::Pieces(_) => false,
        }
    }
}

pub(super) fn any_of_cells<'r>(cells: &'r [Cells], f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    cells.iter().any(|c| f(Node::Cells(c)))
}

pub(super) fn any_of_target<'r>(target: &'r Target, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    match target {
        Target::Empty => false,
        Target::Pieces(pieces) => f(Node::Pieces(pieces)),
    }
}

impl Bool {
    /// The conditions without parts that it is combined from, left to right.
    pub fn leaves(&self) -> Vec<&Bool> {
        let mut leaves = Vec::new();
        Node::Bool(self).for_each(|node| match node {
            Node::Bool(Bool::And(_) | Bool::Or(_) | Bool::Not(_)) => {}
            Node::Bool(leaf) => leaves.push(leaf),
            _ => {}
        });
        leaves
    }
}

impl Condition {
    /// The conditions without parts that it is combined from, left to right: the order in which they are compiled.
    pub fn leaves(&self) -> Vec<&Condition> {
        let mut leaves = Vec::new();
        Node::Condition(self).for_each(|node| match node {
            Node::Condition(Condition::And(_) | Condition::Or(_) | Condition::Not(_)) => {}
            Node::Condition(leaf) => leaves.push(leaf),
            _ => {}
        });
        leaves
    }
}

impl Rules {
    /// The move definitions of all pieces.
    pub fn moves(&self) -> impl Iterator<Item = &MoveDef> {
        self.pieces.iter().flat_map(|PieceDef { moves, .. }| moves)
    }

    /// The conditions of the end clauses, and of what must never be.
    pub fn end_conditions(&self) -> impl Iterator<Item = &Condition> {
        self.end.iter().map(|clause| &clause.condition).chain(&self.never)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Cmp;

    #[test]
    fn a_walk_shows_every_part_once_and_in_order() {
        let last = || Coord::Step(Box::new(Coord::Last), crate::game::rules::Dir::All, 1);
        let compare = Bool::Compare(Cmp::Eq, Int::Sum(vec![Int::Height(last()), Int::Const(2)]), Int::MoveNumber);
        let condition = Bool::And(vec![Bool::Not(Box::new(Bool::Empty(Coord::To))), compare]);
        let mut names = Vec::new();
        Node::Bool(&condition).for_each(|node| {
            let text = match node {
                Node::Bool(b) => format!("{b:?}"),
                Node::Int(n) => format!("{n:?}"),
                Node::Coord(c) => format!("{c:?}"),
                node => format!("{node:?}"),
            };
            names.push(text.split(['(', ' ']).next().unwrap_or_default().to_string());
        });
        let expected = "And Not Empty To Compare Sum Height Step Last Const MoveNumber";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn what_is_denied_is_not_affirmed() {
        let is_empty = |node: Node| matches!(node, Node::Bool(Bool::Empty(Coord::To)));
        let denied = Bool::And(vec![Bool::True, Bool::Not(Box::new(Bool::Empty(Coord::To)))]);
        assert!(Node::Bool(&denied).any(is_empty) && !Node::Bool(&denied).any_affirmed(is_empty));
        let affirmed = Bool::Or(vec![denied, Bool::Empty(Coord::To)]);
        assert!(Node::Bool(&affirmed).any_affirmed(is_empty));
    }
}
