//! Move definitions that make the same moves.

use super::super::Class;
use super::super::rules::{Bool, MoveDef, Node, Rules};

/// The move definitions that make the same move are one class.
pub(super) fn classes(rules: &Rules) -> (Vec<Class>, Vec<Vec<usize>>) {
    let mut classes = Vec::new();
    let mut class_of = Vec::new();
    for (piece, def) in rules.pieces.iter().enumerate() {
        let mut of = Vec::new();
        for (i, m) in def.moves.iter().enumerate() {
            let directed = m.post.iter().any(|e| uses_dirn(&e.guard));
            let alike =
                |n: &MoveDef| n.actions == m.actions && n.post == m.post && (!directed || n.directions == m.directions);
            let twin = (0..i).find(|&j| alike(&def.moves[j]));
            of.push(match twin {
                Some(j) => of[j],
                None => {
                    classes.push(Class { piece, definition: i });
                    classes.len() - 1
                }
            });
        }
        class_of.push(of);
    }
    (classes, class_of)
}

/// Whether a guard depends on the directions of its move.
fn uses_dirn(guard: &Bool) -> bool {
    Node::Bool(guard).any(|node| match node {
        Node::Bool(Bool::Line(_, _, own)) => own.is_empty(),
        Node::Bool(Bool::Steps(_) | Bool::Connected(None, _)) => true,
        _ => false,
    })
}
