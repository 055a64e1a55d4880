//! A coordinator's side: what it knows of its run, whoever does the work.

use super::documents::{Piece, Run};
use super::population::Ledger;
use crate::evolution::{Life, Outcome, Task, View, seed_of};

/// What a coordinator knows of its run.
pub(super) struct Books<'a> {
    run: String,
    life: &'a dyn Life,
    criteria: usize,
    ledger: Ledger,
    newest: Option<View>,
}

impl<'a> Books<'a> {
    /// Those of a run.
    pub fn new(run: &Run, life: &'a dyn Life) -> Books<'a> {
        Books { run: run.id(), life, criteria: life.criteria().len(), ledger: Ledger::default(), newest: None }
    }

    /// The run, by its [id](Run::id).
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The newest population that a piece is left to be made from.
    pub fn newest(&self) -> Option<&View> {
        self.newest.as_ref()
    }

    /// The outcome of a task that need not be done: a known game whose measurement is kept.
    pub fn recall(&self, task: &Task) -> Option<Outcome> {
        let Task::Seed { name, text } = task else { return None };
        self.life.recall(name, text, seed_of(text)).map(|kept| Outcome::Seed(Box::new(kept)))
    }

    /// The key under which the outcome of a task is kept, if it is one that is kept.
    pub fn kept_under(&self, task: &Task) -> Option<String> {
        let Task::Seed { name, text } = task else { return None };
        self.life.kept_under(name, text, seed_of(text))
    }

    /// A task as a piece.
    pub fn piece(&mut self, task: &Task) -> Piece {
        let mark = task.view().map(|view| self.ledger.mark(view));
        Piece::new(&self.run, task, mark)
    }

    /// A task is left to others, who must know its population.
    pub fn leave(&mut self, task: &Task) {
        let newer = |view: &&View| self.newest().is_none_or(|newest| newest.last() < view.last());
        if let Some(view) = task.view().filter(newer) {
            self.newest = Some(view.clone());
        }
    }

    /// An outcome as it may be admitted, if it answers the task; what was found of a known game is kept.
    pub fn accept(&self, task: &Task, outcome: Outcome) -> Option<Outcome> {
        let outcome = outcome.sound(task, self.criteria)?;
        if let (Task::Seed { name, text }, Outcome::Seed(found)) = (task, &outcome) {
            self.life.keep(name, text, seed_of(text), found);
        }
        Some(outcome)
    }
}
