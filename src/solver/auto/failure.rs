//! Why a game is not solved.

use std::error::Error as _;
use std::path::PathBuf;

use crate::solver::SolveError;
use crate::solver::dfa;
use crate::solver::encode::Refusal;
use crate::solver::symbolic::Error;

/// Why a game is not solved.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A method that takes positions one by one has no value.
    #[error(transparent)]
    Positions(#[from] SolveError),
    /// The rules cannot be compiled.
    #[error(transparent)]
    Refusal(#[from] Refusal),
    /// A method on sets or arrays has failed.
    #[error(transparent)]
    Sets(#[from] Error),
    /// A method on sets has used up its limit, and what it has done is kept.
    #[error("stopped; what is done is kept in {} for a run with more", folder.display())]
    Stopped {
        /// Where it is kept.
        folder: PathBuf,
        /// The limit.
        source: dfa::Error,
    },
    /// Both methods on sets have failed.
    #[error("layered: {}; retrograde: {}", layered.in_full(), retrograde.in_full())]
    BothOnSets {
        /// Why the one has.
        layered: Box<Failure>,
        /// Why the other has.
        retrograde: Box<Failure>,
    },
    /// The last of several methods has failed after others.
    #[error("{last}")]
    Last {
        /// Why the last has.
        last: Box<Failure>,
        /// Why those before have.
        source: Box<Failure>,
    },
}

impl From<dfa::Error> for Failure {
    fn from(error: dfa::Error) -> Self {
        Failure::Sets(error.into())
    }
}

impl Failure {
    /// This failure, of a method that was tried because of an earlier one.
    pub(super) fn after(self, earlier: Failure) -> Failure {
        Failure::Last { last: Box::new(self), source: Box::new(earlier) }
    }

    /// Whether a budget of positions or bytes was used up.
    pub(super) fn is_out_of_budget(&self) -> bool {
        matches!(self, Failure::Positions(SolveError::Budget { .. }))
    }

    /// Whether more states to visit may help.
    pub(super) fn wants_states(&self) -> bool {
        let stopped = match self {
            Failure::Sets(Error::Sets(error)) | Failure::Stopped { source: error, .. } => error,
            _ => return false,
        };
        matches!(stopped, dfa::Error::States { .. })
    }

    /// What in the rules cannot be compiled, if that is among the reasons.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Failure::Refusal(refusal) => Some(refusal),
            Failure::Last { last, source } => last.refusal().or_else(|| source.refusal()),
            _ => None,
        }
    }

    /// The message with those of its causes.
    fn in_full(&self) -> String {
        let mut all = self.to_string();
        let mut cause = self.source();
        while let Some(error) = cause {
            all = format!("{all}: {error}");
            cause = error.source();
        }
        all
    }
}
