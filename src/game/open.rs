//! From a rule tree to a game, with errors that say where in the file they are.

use super::{AnyGame, lower};
use crate::language::{Problem, Span, Tree};

impl AnyGame {
    /// The game of a rule tree.
    ///
    /// # Errors
    /// If its rules cannot be played on their board; the problem is shown at the word it is about, or at the name of the game.
    pub fn of(tree: &Tree) -> Result<AnyGame, Problem> {
        let rules = lower(tree).map_err(|e| Problem::error(e.message, e.span))?;
        AnyGame::new(rules).map_err(|e| match e.word.and_then(|word| span_of(tree, &word)) {
            Some(span) => Problem::error(e.message, span),
            None => {
                // What is nowhere in particular is shown at the name of the game.
                let name = tree.args().first().map_or(Span::default(), |name| name.span);
                Problem::error(e.message, name).label("in this game")
            }
        })
    }
}

/// Where a word stands first.
fn span_of(tree: &Tree, word: &str) -> Option<Span> {
    if tree.as_word() == Some(word) { Some(tree.span) } else { tree.items().iter().find_map(|t| span_of(t, word)) }
}
