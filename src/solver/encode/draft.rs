//! The changes of a side before they are a relation.

use crate::solver::dfa::Event;

/// The changes that turns of a player make, by the urgency of the first move.
pub(super) type Draft = Vec<(u16, Vec<Event>)>;
