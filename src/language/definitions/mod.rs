//! Definitions: elements of a rule file that have a name.
//!
//! `(define Mill (cell) (>= (line-length cell) 3))` gives a name to one element or to several; wherever `(Mill to)` stands, they stand, with
//! `to` for `cell`. `(each way (n e s w) element…)` stands for its elements once for each value. Both are [expanded](expand()) before anything
//! else is done with a game: the checker, the typed rules, the canonical form, distances and digests see the game written in full, in which
//! every node remembers where it was written. [`fold`](fold::fold) is the way back. What many games say has a name that
//! [all games share](shared()).

mod choices;
mod collect;
mod expand;
pub mod fold;
mod marks;
mod shared;

pub use collect::Definition;
pub(crate) use collect::{Part, parts_of_phrase};
pub(crate) use expand::Phrased;
pub use expand::{Expansion, MAX_EXPANDED, expand};
pub(crate) use shared::used;
pub use shared::{meaning, shared};

use super::schema::{self, Category};
use super::tree::{Kind, Tree};

/// The word that begins a definition.
pub(crate) const DEFINE: &str = "define";
/// The word that begins a loop.
pub(crate) const EACH: &str = "each";

/// Whether the game `tree` has and uses no definitions, loops and choices, so that it is its own expansion.
pub fn is_plain(tree: &Tree) -> bool {
    fn loops(tree: &Tree) -> bool {
        let stands = |t: &Tree| t.is(EACH) || choices::is_choice(t) || loops(t);
        tree.items().iter().any(|t| matches!(t.kind, Kind::List(_)) && stands(t))
    }
    !tree.args().iter().any(is_definition) && !loops(tree) && used(tree).is_empty()
}

/// Whether a section of a game is a definition.
pub(crate) fn is_definition(section: &Tree) -> bool {
    section.is(DEFINE) && matches!(section.kind, Kind::List(_))
}

/// Whether a section of a game has no effect on play, so that it may hold words of any kind. Definitions are none.
pub(crate) fn is_cosmetic(section: &Tree) -> bool {
    let known = section.head().and_then(|head| schema::find(head, Category::Section));
    !is_definition(section) && known.is_some_and(|ludeme| ludeme.facts.cosmetic)
}

/// Writes definitions down before the other sections of a game.
pub(crate) fn write_down(game: &mut Tree, sections: impl IntoIterator<Item = Tree>) {
    if let Kind::List(items) = &mut game.kind {
        let at = items.len().min(2);
        items.splice(at..at, sections);
    }
}

/// The game `tree` written in full, its nodes with the places where they were written; the tree itself if its definitions are wrong.
pub fn plain(tree: &Tree) -> std::borrow::Cow<'_, Tree> {
    if is_plain(tree) {
        return std::borrow::Cow::Borrowed(tree);
    }
    match expand(tree) {
        Ok(expansion) => std::borrow::Cow::Owned(expansion.into_plain()),
        Err(_) => std::borrow::Cow::Borrowed(tree),
    }
}

/// The names of the definitions that a game has, and of the shared ones that it uses.
pub(crate) fn names_of(tree: &Tree) -> Vec<String> {
    let names = tree.args().iter().filter(|t| is_definition(t)).filter_map(|t| t.args().first()?.as_word());
    names.chain(used(tree).into_iter().map(|d| d.name.as_str())).map(String::from).collect()
}

/// Whether a node stands for other elements: a use of one of the definitions, or a loop.
pub(crate) fn stands_for_others(tree: &Tree, defined: &[String]) -> bool {
    let Some(head) = tree.head() else { return false };
    head == EACH && matches!(tree.kind, Kind::List(_)) || defined.iter().any(|name| name == head)
}

#[cfg(test)]
mod tests;
