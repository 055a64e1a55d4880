//! Rules prepared for play.

use crate::game::{AnyGame, lower};
use crate::language::{self, Tree, check};
use crate::store::Step;

/// A game that is checked and compiled.
pub(super) struct Subject {
    pub(super) tree: Tree,
    pub(super) game: AnyGame,
}

/// Why a child is rejected, and at which step.
pub(super) struct Rejection {
    pub(super) step: Step,
    pub(super) reason: String,
}

impl Rejection {
    pub(super) fn new(step: Step, reason: impl Into<String>) -> Self {
        Rejection { step, reason: reason.into() }
    }
}

impl Subject {
    /// Checks and compiles the rules.
    pub(super) fn of(tree: Tree) -> Result<Subject, Rejection> {
        if let Some(problem) = check(&tree).into_iter().find(language::Problem::is_error) {
            return Err(Rejection::new(Step::Validity, problem.message));
        }
        let rules = lower(&tree).map_err(|e| Rejection::new(Step::Safety, e.message))?;
        let game = AnyGame::new(rules).map_err(|e| Rejection::new(Step::Safety, e.message))?;
        Ok(Subject { tree, game })
    }
}
