//! Why a game is not compiled.

use crate::language::definitions::expand;
use crate::language::{Span, Tree};
use crate::solver::dfa;

/// Why a game is not compiled.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It uses something that no automaton here keeps.
    #[error("{what}{} cannot be compiled to sets of positions", in_move(.of))]
    Ludeme {
        /// The ludeme, in backquotes where it is a keyword, with what stands around it.
        what: String,
        /// The piece in a move of which it stands, and which of the piece's moves that is, the first being 1.
        of: Option<(String, usize)>,
    },
    /// Some set or relation grows too large.
    #[error(transparent)]
    Size(#[from] dfa::Error),
}

impl Refusal {
    /// Where the ludeme stands in the source of the rules, if it is a ludeme and was read from a source.
    pub fn span(&self, rules: &Tree) -> Option<Span> {
        let Refusal::Ludeme { what, of } = self else { return None };
        let expansion = expand(rules).ok()?;
        let rules = &expansion.tree;
        let of = of.as_ref().and_then(|(piece, number)| {
            let piece = rules.child("pieces")?.child(piece)?;
            Some(piece.child("moves").and_then(|moves| moves.args().get(number - 1)).unwrap_or(piece))
        });
        let keywords = what.split('`').skip(1).step_by(2);
        let heads = keywords.filter_map(|keyword| keyword.trim_matches(['(', ')']).split(' ').next());
        // In a turn of several moves it may stand in a later one than that named.
        let found = |head| of.and_then(|of| first(of, head)).or_else(|| first(rules, head));
        let found = heads.into_iter().find_map(found).or(of)?;
        let span = expansion.place(found.span).0;
        (span != Span::default()).then_some(span)
    }
}

/// The first element or word with this head.
fn first<'t>(tree: &'t Tree, head: &str) -> Option<&'t Tree> {
    if tree.is(head) { Some(tree) } else { tree.items().iter().skip(1).find_map(|item| first(item, head)) }
}

/// The result of compiling a part of a game.
pub(super) type Result<T> = std::result::Result<T, Refusal>;

/// Says in which move of which piece something stands.
fn in_move(of: &Option<(String, usize)>) -> String {
    of.as_ref().map_or(String::new(), |(piece, number)| format!(", in move {number} of `{piece}`,"))
}

/// Refuses a game for what it uses.
pub(super) fn refuse<T>(what: impl Into<String>) -> Result<T> {
    Err(Refusal::Ludeme { what: what.into(), of: None })
}
