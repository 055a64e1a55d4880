//! Where each node of a child comes from.
//!
//! While a child is made, its nodes carry their origin in their otherwise unused source spans, so that every cut and
//! splice takes it along; `take` reads the origins off and empties the spans.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use crate::language::tree::{Kind, Span, Tree};

/// Where a node comes from. Numbers count the nodes of a parent in pre-order (the root is 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// This node of the template.
    Template(u32),
    /// This node of the donor.
    Donor(u32),
    /// The mutation of that number in the child's list of mutations, from 0.
    Mutation(u32),
    /// Put there by repair.
    Repair,
}

/// As a letter with a number: `t7`, `d7`, `m0`, `r`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Template(i) => write!(f, "t{i}"),
            Origin::Donor(i) => write!(f, "d{i}"),
            Origin::Mutation(i) => write!(f, "m{i}"),
            Origin::Repair => f.write_str("r"),
        }
    }
}

/// A word that is not the origin of a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no origin of a node: `t7`, `d7`, `m0` and `r` are")]
pub struct UnknownOrigin(String);

impl FromStr for Origin {
    type Err = UnknownOrigin;

    fn from_str(text: &str) -> Result<Self, UnknownOrigin> {
        let unknown = || UnknownOrigin(text.to_owned());
        let (kind, number) = text.split_at_checked(1).ok_or_else(unknown)?;
        match (kind, number.parse()) {
            ("t", Ok(i)) => Ok(Origin::Template(i)),
            ("d", Ok(i)) => Ok(Origin::Donor(i)),
            ("m", Ok(i)) => Ok(Origin::Mutation(i)),
            ("r", _) if number.is_empty() => Ok(Origin::Repair),
            _ => Err(unknown()),
        }
    }
}

impl Origin {
    pub(super) fn span(self) -> Span {
        let (start, end) = match self {
            Origin::Repair => (0, 0),
            Origin::Template(i) => (1, i),
            Origin::Donor(i) => (2, i),
            Origin::Mutation(i) => (3, i),
        };
        Span { start, end }
    }

    fn of(span: Span) -> Self {
        match span.start {
            1 => Origin::Template(span.end),
            2 => Origin::Donor(span.end),
            3 => Origin::Mutation(span.end),
            _ => Origin::Repair,
        }
    }
}

/// Marks every node of a parent with its own number.
pub(super) fn mark(tree: &mut Tree, origin: fn(u32) -> Origin) {
    let mut next = 0;
    each(tree, &mut |node| {
        node.span = origin(next).span();
        next += 1;
    });
}

/// Marks every node of a subtree with the same origin.
pub(super) fn stamp(mut tree: Tree, origin: Origin) -> Tree {
    each(&mut tree, &mut |node| node.span = origin.span());
    tree
}

/// Marks the word, or the head of the bracketed element.
pub(super) fn stamp_head(tree: &mut Tree, origin: Origin) {
    match &mut tree.kind {
        Kind::List(items) => {
            if let Some(head) = items.first_mut() {
                head.span = origin.span();
            }
        }
        _ => tree.span = origin.span(),
    }
}

/// The origins of all nodes in pre-order; the tree is left without spans.
pub(super) fn take(tree: &mut Tree) -> Vec<Origin> {
    let mut origins = Vec::new();
    each(tree, &mut |node| {
        origins.push(Origin::of(node.span));
        node.span = Span::default();
    });
    origins
}

/// Calls `visit` for every node in pre-order.
pub(super) fn each(tree: &mut Tree, visit: &mut impl FnMut(&mut Tree)) {
    visit(tree);
    if let Kind::List(items) = &mut tree.kind {
        for item in items {
            each(item, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_survive_being_written() {
        for origin in [Origin::Template(0), Origin::Donor(u32::MAX), Origin::Mutation(7), Origin::Repair] {
            assert_eq!(origin.to_string().parse(), Ok(origin));
        }
        for text in ["", "t", "r1", "x3", "d-1", "m99999999999", "é1", "t1 "] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
