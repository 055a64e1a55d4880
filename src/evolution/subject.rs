//! Games prepared for the steps of a life: members for comparison, rules for play.

use crate::game::{AnyGame, lower};
use crate::language::{self, Tree, check, parse};
use crate::store::Step;
use crate::synthesis::{Genome, symmetric_fingerprint};

/// What is worked out once for a member: its tree and what distances need.
pub(super) struct Kin {
    pub(super) tree: Option<Tree>,
    pub(super) genome: Option<Genome>,
    pub(super) likeness: u128,
}

impl Kin {
    /// That of a rule text; empty if it cannot be read.
    pub(super) fn of(text: &str) -> Kin {
        match parse(text) {
            Ok(tree) => {
                Kin { genome: Some(Genome::new(&tree)), likeness: symmetric_fingerprint(&tree), tree: Some(tree) }
            }
            Err(_) => Kin { tree: None, genome: None, likeness: 0 },
        }
    }
}

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
