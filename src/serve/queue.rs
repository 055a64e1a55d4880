//! The jobs of a server, and their results.

use crate::judgement::Knowledge;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The jobs of a server, by number.
#[derive(Default)]
pub struct Jobs {
    /// What was asked, and what came of it.
    pub state: Mutex<Board>,
    /// Held by the job under way.
    pub turn: Mutex<()>,
    /// What is known of the known games, once somebody asked.
    pub knowledge: OnceLock<Knowledge>,
}

/// The jobs so far.
#[derive(Debug, Default)]
pub struct Board {
    /// The number of the last.
    pub last: u64,
    /// `None` as long as a job waits or is under way.
    pub results: BTreeMap<u64, Option<Value>>,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Jobs {
    pub fn put(&self, id: u64, result: Value) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = state.results.get_mut(&id) {
            *place = Some(result);
        }
    }
}
