//! Set operations.

use super::session::Session;
use super::set::{ALL, NONE};
use super::{Error, Event, Image, Relation, Set, Shape, Symbol, image};

impl Set {
    /// Strings of either set.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if shapes differ, [`Error::TooLarge`] beyond 2³⁰ states in a layer.
    pub fn union(&self, other: &Self) -> Result<Self, Error> {
        if self.shape() == other.shape() {
            if other.is_empty() || self.is_full() {
                return Ok(self.clone());
            }
            if self.is_empty() || other.is_full() {
                return Ok(other.clone());
            }
        }
        Self::union_of(self.shape(), &[self, other])
    }

    /// Strings of any of the sets, in one operation.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn union_of(shape: &Shape, sets: &[&Self]) -> Result<Self, Error> {
        if sets.iter().any(|set| set.shape() != shape) {
            return Err(Error::Mismatch);
        }
        let sets: Vec<_> = sets.iter().copied().filter(|set| !set.is_empty()).collect();
        if let [set] = sets[..] {
            return Ok(set.clone());
        }
        let mut session = Session::new(shape)?;
        let union = session.load_all(&sets)?;
        Ok(session.extract(union))
    }

    /// Strings of both sets.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn intersection(&self, other: &Self) -> Result<Self, Error> {
        let mut session = Session::new(self.shape())?;
        let (left, right) = (session.load(self)?, session.load(other)?);
        let both = session.intersection(left, right)?;
        Ok(session.extract(both))
    }

    /// Strings of this set that are not in the other.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn difference(&self, other: &Self) -> Result<Self, Error> {
        if self.shape() == other.shape() {
            if self.is_empty() || other.is_empty() {
                return Ok(self.clone());
            }
            if other.is_full() {
                return Ok(Self::empty(self.shape()));
            }
        }
        let mut session = Session::new(self.shape())?;
        let (left, right) = (session.load(self)?, session.load(other)?);
        let left_only = session.difference(left, right)?;
        Ok(session.extract(left_only))
    }

    /// Divides this set into what is in the other and what is not.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn divide(&self, other: &Self) -> Result<Image, Error> {
        let mut session = Session::new(self.shape())?;
        let (set, by) = (session.load(self)?, session.load(other)?);
        let Image { hit, miss } = session.divide(set, by)?;
        Ok(Image { hit: session.extract(hit), miss: session.extract(miss) })
    }

    /// All strings that are not in this set. Linear, and exact at once: the automaton is the same with its uniform states exchanged.
    #[must_use]
    pub fn complement(&self) -> Self {
        let exchanged = |state: u32| match state {
            NONE => ALL,
            ALL => NONE,
            other => other,
        };
        let layers =
            (0..self.shape().len()).map(|layer| self.rows(layer).iter().map(|&state| exchanged(state)).collect());
        Self::from_parts(self.shape().clone(), exchanged(self.root()), layers.collect())
    }

    /// The strings of this set that have, at each index named, the symbol to be replaced, after the replacement:
    /// (index, before, after). This is the paper's change operation.
    ///
    /// # Errors
    /// [`Error::Cell`] or [`Error::Symbol`] outside the shape; as [`Set::union`].
    pub fn change(&self, changes: &[(usize, Symbol, Symbol)]) -> Result<Self, Error> {
        let event =
            changes.iter().fold(Event::new(), |event, &(cell, before, after)| event.changing(cell, before, after));
        image(&[(self, &Relation::new(self.shape(), &[event])?)])
    }

    /// Whether all strings of this set are in the other.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn is_subset(&self, other: &Self) -> Result<bool, Error> {
        Ok(self.difference(other)?.is_empty())
    }
}
