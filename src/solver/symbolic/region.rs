//! Where a game has ended.

use std::hash::Hasher;

use crate::solver::dfa::{Error, Event, Image, Relation, Root, Session, Set, Shape, Symbol};

/// A set of strings, in the form that costs least.
#[derive(Clone, Debug)]
pub enum Region {
    /// No strings.
    Nothing,
    /// The strings of a set.
    Set(Set),
    /// The strings that have one of some patterns. Their automaton, which may be far larger than what a solver needs of it, is not made
    /// unless all strings are asked for.
    Patterns(Patterns),
}

/// Conditions, of which one at least holds.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// Each condition as an event that changes nothing.
    events: Vec<Event>,
    relation: Relation,
}

impl Region {
    /// The strings that have one of some patterns, each given as (index, symbols allowed there) conditions.
    ///
    /// # Errors
    /// As [`Relation::new`].
    pub fn patterns(shape: &Shape, patterns: &[Vec<(usize, Vec<Symbol>)>]) -> Result<Self, Error> {
        let event = |conditions: &Vec<(usize, Vec<Symbol>)>| {
            conditions.iter().fold(Event::new(), |event, (cell, symbols)| event.keeping(*cell, symbols))
        };
        if patterns.is_empty() {
            return Ok(Self::Nothing);
        }
        let events: Vec<_> = patterns.iter().map(event).collect();
        Ok(Self::Patterns(Patterns { relation: Relation::new(shape, &events)?, events }))
    }

    /// Whether a string lies in the region.
    pub fn contains(&self, string: &[Symbol]) -> bool {
        match self {
            Self::Nothing => false,
            Self::Set(set) => set.contains(string),
            Self::Patterns(patterns) => patterns.events.iter().any(|event| {
                event.cells().iter().all(|(cell, pairs)| string.get(*cell).is_some_and(|&symbol| allow(pairs, symbol)))
            }),
        }
    }

    /// Divides a set into what lies in the region and what does not.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn divide(&self, session: &mut Session, set: Root) -> Result<Image<Root>, Error> {
        match self {
            Self::Nothing => Ok(Image { hit: Root::NONE, miss: set }),
            Self::Set(region) => {
                let region = session.load(region)?;
                session.divide(set, region)
            }
            Self::Patterns(Patterns { relation, .. }) => {
                let hit = session.image(&[(set, relation)], set)?;
                Ok(Image { hit, miss: session.difference(set, hit)? })
            }
        }
    }

    /// Adds what tells the region from others to a hash.
    pub(super) fn digest(&self, hasher: &mut impl Hasher) {
        match self {
            Self::Nothing => hasher.write_u8(0),
            Self::Set(set) => set.digest(hasher),
            Self::Patterns(patterns) => patterns.relation.digest(hasher),
        }
    }
}

impl Patterns {
    /// The conditions, each as an event that changes nothing.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The relation of strings that have a pattern to themselves.
    pub(super) fn relation(&self) -> &Relation {
        &self.relation
    }

    /// Whether these are the same conditions.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.events == other.events
    }

    /// Whether a string may have one of the patterns after an event that had none of them before.
    pub(super) fn may_come_of(&self, event: &Event) -> bool {
        let comes = |(cell, pairs): &(usize, Vec<(Symbol, Symbol)>)| {
            let conditions = self.events.iter().flat_map(Event::cells).filter(|condition| condition.0 == *cell);
            let mut allowed = conditions.map(|(_, allowed)| allowed);
            allowed.any(|allowed| pairs.iter().any(|&(before, after)| allow(allowed, after) && !allow(allowed, before)))
        };
        event.cells().iter().any(comes)
    }
}

/// Whether a condition on a cell allows a symbol there.
fn allow(condition: &[(Symbol, Symbol)], symbol: Symbol) -> bool {
    condition.contains(&(symbol, symbol))
}
