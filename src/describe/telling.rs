//! A move with what is needed to tell it.

use super::book::Book;
use super::template::Teller;
use crate::game::rules::{MoveDef, PieceDef};
use crate::language::Tree;

/// What the actions of a move come to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A new piece is placed on `to`.
    Drop,
    /// Pieces go from `from` to `to`.
    Step,
    /// Pieces are taken off `from`, and that is all.
    Remove,
    Pass,
    Other,
}

/// A move with what is needed to tell it.
pub(super) struct Telling<'a, 'b> {
    pub book: &'b Book<'a>,
    pub piece: &'b PieceDef,
    pub def: &'b MoveDef,
    pub tree: &'b Tree,
    pub shape: Shape,
    pub teller: Teller<'b>,
    /// Whose pieces are taken from `from`: an adjective.
    pub whose: &'static str,
}

/// The parts of a condition that all have to hold. What is not open is one part.
pub(super) fn conjuncts<'t>(tree: &'t Tree, open: &dyn Fn(&Tree) -> bool, out: &mut Vec<&'t Tree>) {
    if tree.is("and") && open(tree) {
        for arg in tree.args() {
            conjuncts(arg, open, out);
        }
    } else {
        out.push(tree);
    }
}

/// A text without the capital that a sentence begins with.
pub(super) fn uncapital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// How many words there are in all.
pub(super) fn words(texts: &[String]) -> usize {
    texts.iter().map(|t| t.split(' ').count()).sum()
}

/// The numbers that a comparison for equality is about: what is counted, and how many.
pub(super) fn equals(tree: &Tree) -> Option<(&Tree, i64)> {
    let [a, b] = tree.args() else { return None };
    match (tree.is("="), a.as_int(), b.as_int()) {
        (true, None, Some(n)) => Some((a, n)),
        (true, Some(n), None) => Some((b, n)),
        _ => None,
    }
}
