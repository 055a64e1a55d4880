//! The changes of a side before they are put together with ends.

use super::refusal::Result;
use crate::solver::dfa::{self, Event, Relation, Set, Shape};

/// The changes that turns of a player make, by the urgency of the first move.
pub(super) type Draft = Vec<(u16, Vec<Event>)>;

/// Turns of one urgency.
pub(super) struct Related<'d> {
    pub relation: Relation,
    pub events: &'d [Event],
    /// The positions in which there is such a turn.
    pub from: Set,
}

/// The turns of a player as relations, the most urgent first.
pub(super) fn related<'d>(shape: &Shape, draft: &'d Draft) -> Result<Vec<Related<'d>>> {
    let full = Set::full(shape);
    let of = |(_, events): &'d (u16, Vec<Event>)| {
        let relation = Relation::new(shape, events)?;
        let from = dfa::image(&[(&full, &relation.inverse())])?;
        Ok(Related { relation, events, from })
    };
    draft.iter().map(of).collect()
}

/// The positions in which a player has none of these turns.
pub(super) fn stuck(shape: &Shape, turns: &[Related]) -> Result<Set> {
    let mut can = Set::empty(shape);
    for turns in turns {
        can = can.union(&turns.from)?;
    }
    Ok(can.complement())
}
