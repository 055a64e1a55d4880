//! Rules with the game that they make.

use crate::game::rules::Rules;
use crate::game::{AnyGame, lower};
use crate::language::check::IDLE_DIRECTIONS;
use crate::language::{Problem, Tree, check};

/// Rules that no game can be played by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotPlayable(pub String);

/// Rules that can be played.
pub(super) struct Subject {
    pub tree: Tree,
    pub game: AnyGame,
    /// What the rules mean, as text.
    pub meaning: String,
    pub warnings: usize,
}

impl Subject {
    pub fn of(tree: Tree) -> Result<Subject, NotPlayable> {
        let (rules, warnings) = checked(&tree)?;
        let meaning = format!("{rules:?}");
        let game = AnyGame::new(rules).map_err(|e| NotPlayable(e.message))?;
        Ok(Subject { tree, game, meaning, warnings })
    }
}

/// The game of some rules.
pub(super) fn playable(tree: &Tree) -> Result<AnyGame, NotPlayable> {
    AnyGame::new(checked(tree)?.0).map_err(|e| NotPlayable(e.message))
}

/// What some rules mean, and how many warnings there are of them.
fn checked(tree: &Tree) -> Result<(Rules, usize), NotPlayable> {
    let problems = check(tree);
    if let Some(problem) = problems.iter().find(|p| Problem::is_error(p)) {
        return Err(NotPlayable(problem.message.clone()));
    }
    let rules = lower(tree).map_err(|e| NotPlayable(e.message))?;
    // Directions that nothing reads any more are left out next.
    Ok((rules, problems.iter().filter(|p| p.message != IDLE_DIRECTIONS).count()))
}
