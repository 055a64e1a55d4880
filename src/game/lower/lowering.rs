//! What all of lowering works with: the names that rules declare, words and numbers by parameter, and the error.

use super::super::rules::{Coord, StateId};
use crate::language::resolve::{self, Element};
use crate::language::schema::Word;
use crate::language::{Kind, Names, Span, Tree};
use std::cell::Cell;

/// A rule that cannot be given a meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    /// What is wrong and what would be accepted.
    pub message: String,
    /// Where.
    pub span: Span,
}

pub(super) type Result<T> = std::result::Result<T, LowerError>;

pub(super) fn fail<T>(tree: &Tree, message: impl Into<String>) -> Result<T> {
    Err(LowerError { message: message.into(), span: tree.span })
}

/// Rules that are being given their meaning, by the names that they declare.
pub(super) struct Lowering {
    pub names: Names,
    /// Whether what is lowered is asked of the cells that an effect touches; elsewhere `current` is `to`.
    guarded: Cell<bool>,
}

impl Lowering {
    pub fn new(names: Names) -> Lowering {
        Lowering { names, guarded: Cell::new(false) }
    }

    /// Lowers what is asked of the cells that an effect touches.
    pub fn guard<T>(&self, f: impl FnOnce() -> Result<T>) -> Result<T> {
        let before = self.guarded.replace(true);
        let found = f();
        self.guarded.set(before);
        found
    }

    /// The cell under consideration.
    pub fn current(&self) -> Coord {
        if self.guarded.get() { Coord::Current } else { Coord::To }
    }

    /// The word that `tree` is in its category, and its arguments by parameter.
    pub fn resolve<'a, W: Word>(&self, tree: &'a Tree) -> Result<(W, Element<'a>)> {
        let found = resolve::resolve(tree, W::CATEGORY, &self.names);
        let Some((word, element)) = found.and_then(|e| Some((W::of(e.ludeme.id)?, e))) else {
            return fail(tree, format!("`{}` is not {}", tree.head().unwrap_or("…"), W::CATEGORY.noun()));
        };
        if let Some(extra) = element.surplus.first() {
            return fail(extra, format!("`{}` has no place for this", element.ludeme.word));
        }
        if let Some(missing) = element.missing().next() {
            return fail(tree, format!("`{}` needs its {}", element.ludeme.word, missing.name));
        }
        Ok((word, element))
    }

    /// The word alone, of an element without arguments.
    pub fn word<W: Word>(&self, tree: &Tree) -> Result<W> {
        Ok(self.resolve(tree)?.0)
    }

    pub fn list<T>(&self, trees: &[&Tree], f: impl Fn(&Self, &Tree) -> Result<T>) -> Result<Vec<T>> {
        trees.iter().map(|t| f(self, t)).collect()
    }

    pub fn uint(&self, e: &Element, name: &str) -> Result<Option<u32>> {
        e.get(name).map(|t| self.number(t, 0, 999).map(|n| n as u32)).transpose()
    }

    pub fn state_id(&self, tree: &Tree) -> Result<StateId> {
        self.number(tree, 0, StateId::MAX.number().into()).map(StateId::nearest)
    }

    pub fn number(&self, tree: &Tree, least: i64, most: i64) -> Result<i32> {
        match tree.as_int() {
            Some(n) if (least..=most).contains(&n) => Ok(n as i32),
            _ => fail(tree, format!("a number from {least} to {most} is needed here")),
        }
    }
}

/// What stands in quotes.
pub(super) fn text(tree: Option<&Tree>) -> Option<String> {
    match tree.map(|t| &t.kind) {
        Some(Kind::Text(s)) => Some(s.clone()),
        _ => None,
    }
}
