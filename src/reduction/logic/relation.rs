//! Comparisons of two numbers.

use crate::language::Tree;

/// What two numbers are compared for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Less,
    AtMost,
    Equal,
    Unequal,
}

pub(super) struct Compared<'t> {
    pub(super) word: Relation,
    pub(super) sides: [&'t Tree; 2],
    pub(super) same: bool,
}

impl Compared<'_> {
    pub(super) fn holds_of_equals(&self) -> bool {
        matches!(self.word, Relation::AtMost | Relation::Equal)
    }
}
