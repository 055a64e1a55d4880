//! What is asked of the group that a placed piece joins.

use super::frame::Frame;
use super::telling::{Shape, Telling};
use super::template::Mood;
use super::turning::{Ways, fold, ways};
use super::words::list;
use crate::board::Tiling;
use crate::game::rules::{Action, Who};
use crate::language::Tree;
use crate::language::schema::Category;

/// What a comparison says is at least so much.
fn at_least(tree: &Tree) -> Option<(&Tree, i64)> {
    let [a, b] = tree.args() else { return None };
    match (tree.head()?, a.as_int(), b.as_int()) {
        (">", None, Some(n)) => Some((a, n.checked_add(1)?)),
        (">=", None, Some(n)) => Some((a, n)),
        ("!=", None, Some(0)) => Some((a, 1)),
        ("<", Some(n), None) => Some((b, n.checked_add(1)?)),
        ("<=", Some(n), None) => Some((b, n)),
        ("!=", Some(0), None) => Some((b, 1)),
        _ => None,
    }
}

impl Telling<'_, '_> {
    /// A condition that says case by case that the group of a placed piece will have an empty neighbour: the cell has one, or the group next to it in
    /// some direction has another one. Other cases are told beside it.
    pub(super) fn of_group(&self, part: &Tree, frame: &Frame, mood: Mood) -> Option<String> {
        let own = match self.def.actions[..] {
            [Action::Push { owner, .. }] => owner.is_none_or(|owner| owner == Who::Mover),
            _ => false,
        };
        let nobodys = matches!(self.piece.owner, Who::Neutral | Who::Nobody);
        if self.shape != Shape::Drop || !own || nobodys || frame.to != Some("an empty cell") || !part.is("or") {
            return None;
        }
        let board = &self.book.rules.board;
        let adjacent = match (board.tiling, board.indirect, board.no_direct) {
            (Tiling::Square, false, false) => Ways::Orthogonal,
            (Tiling::Square, true, false) | (Tiling::Hex, false, false) => Ways::All,
            _ => return None,
        };
        let of_cell = |t: &Tree| {
            let counts = |t: &Tree| {
                t.is("num-nbors")
                    && t.args().iter().all(|a| a.is("to") || a.is("empty"))
                    && t.args().iter().any(|a| a.is("empty"))
            };
            at_least(t).is_some_and(|(what, n)| n == 1 && counts(what))
        };
        let cases: Vec<&Tree> = part.args().iter().collect();
        let free = cases.iter().position(|t| of_cell(t))?;
        let circle = self.teller.scene.circle;
        let of_groups = fold(&cases, circle, false).into_iter().find(|fold| {
            let Some(way) = fold.ways.first() else { return false };
            let there =
                |t: &Tree| t.is("step") && t.args().len() == 2 && t.args().iter().all(|a| a.is("to") || a.is(way));
            let friend = |t: &Tree| t.is("friend") && matches!(t.args(), [cell] if there(cell));
            let another = |t: &Tree| {
                at_least(t).is_some_and(|(what, n)| {
                    n == 2 && what.is("liberties") && matches!(what.args(), [cell] if there(cell))
                })
            };
            let both = matches!(fold.tree.args(), [a, b] if friend(a) && another(b) || friend(b) && another(a));
            fold.tree.is("and") && both && ways(&fold.ways, circle) == adjacent
        })?;
        let rest = (0..cases.len()).filter(|i| *i != free && !of_groups.members.contains(i));
        let alone = Mood { joined_by: Some("or"), ..Mood::default() };
        let told = rest.map(|i| self.teller.tell_in(cases[i], Category::Bool, alone));
        let told: Vec<String> =
            std::iter::once("its group then has an empty neighbour".to_string()).chain(told).collect();
        let either = if told.len() > 1 && mood.joined_by == Some("and") { "either " } else { "" };
        Some(format!("{either}{}", list(&told, "or")))
    }
}
