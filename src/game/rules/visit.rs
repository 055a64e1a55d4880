//! One walk over all parts of the rules, for whoever looks for something in them.
//!
//! The matches name every word of the rules, so that a new one does not compile until it says what is below it.

use super::cells::{Cells, Coord};
use super::condition::Bool;
use super::end::Condition;
use super::moves::{Action, Effect, EffectKind, MoveDef};
use super::number::Int;
use super::piece::PieceDef;
use super::record::PieceRecord;
use super::{Rules, Target};
use crate::language::schema::{Ludeme, Past};

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

    /// Its entry in the schema; none for a move, an action, cells and pieces, which have no facts of their own, and for what takes no word.
    pub fn ludeme(self) -> Option<&'static Ludeme> {
        match self {
            Node::Effect(effect) => Some(effect.kind.ludeme()),
            Node::Bool(condition) => condition.ludeme(),
            Node::Condition(condition) => Some(condition.ludeme()),
            Node::Int(number) => number.ludeme(),
            Node::Coord(coord) => Some(coord.ludeme()),
            Node::Move(_) | Node::Action(_) | Node::Cells(_) | Node::Pieces(_) => None,
        }
    }

    /// What of the past the node itself reads.
    pub fn reads(self) -> Past {
        self.ludeme().map_or(Past::Nothing, |ludeme| ludeme.facts.reads)
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
            Node::Effect(Effect { kind, guard, optional: _ }) => f(Node::Bool(guard)) || any_of_effect(kind, f),
            Node::Bool(condition) => any_of_bool(condition, f),
            Node::Condition(condition) => any_of_condition(condition, f),
            Node::Int(number) => any_of_int(number, f),
            Node::Coord(coord) => match coord {
                Coord::Step(base, _, _) | Coord::Ahead(base, _) => f(Node::Coord(base)),
                Coord::From
                | Coord::To
                | Coord::Current
                | Coord::Over
                | Coord::Middle
                | Coord::Last
                | Coord::Label(_) => false,
            },
            Node::Cells(_) | Node::Pieces(_) => false,
        }
    }
}

fn any_of_effect<'r>(kind: &'r EffectKind, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    match kind {
        EffectKind::Capture { pieces, .. } | EffectKind::Displace { pieces, .. } => f(Node::Pieces(pieces)),
        EffectKind::Convert { pieces, .. } => pieces.iter().any(|p| f(Node::Pieces(p))),
        EffectKind::SetCellState(cell, number) | EffectKind::SetPieceState(cell, number) => {
            f(Node::Coord(cell)) || f(Node::Int(number))
        }
        EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
            f(Node::Coord(cell))
        }
        EffectKind::Score(number) | EffectKind::SetCellStates(number) => f(Node::Int(number)),
        EffectKind::Spin(cell, _) => f(Node::Coord(cell)),
        #[cfg(test)]
        EffectKind::Whirl(cell, _) => f(Node::Coord(cell)),
        EffectKind::Sow { track, reap } => {
            let of_reap = |(condition, spared): &'r (Bool, Vec<Cells>), f: &mut dyn FnMut(Node<'r>) -> bool| {
                f(Node::Bool(condition)) || any_of_cells(spared, f)
            };
            track.iter().any(|c| f(Node::Coord(c))) || reap.as_ref().is_some_and(|reap| of_reap(reap, f))
        }
        EffectKind::Rotate(_) | EffectKind::Face(_) | EffectKind::Repeat | EffectKind::Swap | EffectKind::Shift => {
            false
        }
    }
}

fn any_of_bool<'r>(condition: &'r Bool, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    match condition {
        Bool::And(all) | Bool::Or(all) => all.iter().any(|b| f(Node::Bool(b))),
        Bool::Not(one) => f(Node::Bool(one)),
        Bool::Compare(_, a, b) => f(Node::Int(a)) || f(Node::Int(b)),
        Bool::Empty(c)
        | Bool::Owner(c, _)
        | Bool::Connected(Some(c), _)
        | Bool::OnBoard(c)
        | Bool::Flagged(c, _)
        | Bool::Attacked(c) => f(Node::Coord(c)),
        Bool::Line(a, b, _) | Bool::Adjacent(a, b) | Bool::Same(a, b) => f(Node::Coord(a)) || f(Node::Coord(b)),
        #[cfg(test)]
        Bool::Abutting(a, b) => f(Node::Coord(a)) || f(Node::Coord(b)),
        Bool::InRegion(c, cells) => f(Node::Coord(c)) || any_of_cells(cells, f),
        Bool::IsPiece(c, pieces) => f(Node::Coord(c)) || f(Node::Pieces(pieces)),
        Bool::True
        | Bool::Connected(None, _)
        | Bool::Steps(_)
        | Bool::Captures(_)
        | Bool::FirstMove
        | Bool::Onward
        | Bool::Continuing => false,
    }
}

fn any_of_condition<'r>(condition: &'r Condition, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().any(|c| f(Node::Condition(c))),
        Condition::Not(one) => f(Node::Condition(one)),
        Condition::Compare(_, a, b) => f(Node::Int(a)) || f(Node::Int(b)),
        Condition::Connect { regions: cells, pieces, .. }
        | Condition::Reach { goal: cells, pieces, .. }
        | Condition::Path { goal: cells, pieces } => any_of_cells(cells, f) || f(Node::Pieces(pieces)),
        Condition::Cycle { pieces, .. }
        | Condition::Group { pieces, .. }
        | Condition::InARow { pieces, .. }
        | Condition::Pattern { pieces, .. }
        | Condition::Capture { pieces, .. }
        | Condition::Threatened(pieces)
        | Condition::Eliminate { pieces, .. }
        | Condition::Stack { pieces, .. } => f(Node::Pieces(pieces)),
        #[cfg(test)]
        Condition::Heap { pieces, .. } => f(Node::Pieces(pieces)),
        Condition::State { cell, pieces, state: _ } => {
            cell.iter().any(|c| f(Node::Coord(c))) || pieces.iter().any(|p| f(Node::Pieces(p)))
        }
        Condition::Score(_) | Condition::NoMove | Condition::AllPassed | Condition::Full => false,
    }
}

fn any_of_int<'r>(number: &'r Int, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    match number {
        Int::Sum(all) | Int::Difference(all) | Int::Product(all) | Int::Min(all) | Int::Max(all) => {
            all.iter().any(|n| f(Node::Int(n)))
        }
        Int::Quotient(a, b) | Int::Modulo(a, b) => f(Node::Int(a)) || f(Node::Int(b)),
        Int::Abs(one) => f(Node::Int(one)),
        Int::Between(target, a, b) => any_of_target(target, f) || f(Node::Coord(a)) || f(Node::Coord(b)),
        Int::WholeLine(target) | Int::Pieces(target) => any_of_target(target, f),
        Int::Neighbours(c, target) => f(Node::Coord(c)) || any_of_target(target, f),
        Int::Distance(a, b) => f(Node::Coord(a)) || f(Node::Coord(b)),
        Int::Height(c)
        | Int::GroupSize(c)
        | Int::Phase(c)
        | Int::PieceState(c)
        | Int::CellState(c)
        | Int::Value(c)
        | Int::Liberties(c)
        | Int::LineLength(c, _)
        | Int::Row(c)
        | Int::Col(c) => f(Node::Coord(c)),
        #[cfg(test)]
        Int::RowCopy(c) => f(Node::Coord(c)),
        Int::Const(_)
        | Int::Groups(_)
        | Int::LargestGroup(..)
        | Int::Territory(_)
        | Int::InHand(..)
        | Int::Captured(_)
        | Int::Score(_)
        | Int::MoveNumber => false,
    }
}

fn any_of_cells<'r>(cells: &'r [Cells], f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
    cells.iter().any(|c| f(Node::Cells(c)))
}

fn any_of_target<'r>(target: &'r Target, f: &mut dyn FnMut(Node<'r>) -> bool) -> bool {
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
