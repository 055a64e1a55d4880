//! Set operations.

use super::difference::difference;
use super::set::{ALL, NONE};
use super::store::Store;
use super::{Error, Event, Image, Relation, Set, Shape, Symbol, divide, image, image_within};

/// Operands that [`image`] takes at once.
const AT_ONCE: usize = 64;

impl Set {
    /// Strings of either set.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if shapes differ, [`Error::TooLarge`] beyond 2³¹ states in a layer.
    pub fn union(&self, other: &Self) -> Result<Self, Error> {
        Self::union_of(self.shape(), &[self, other])
    }

    /// Strings of any of the sets, in one operation.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn union_of(shape: &Shape, sets: &[&Self]) -> Result<Self, Error> {
        let identity = Relation::identity(shape);
        let mut sum = Self::empty(shape);
        for sets in sets.chunks(AT_ONCE) {
            let operands: Vec<_> = [&sum].into_iter().chain(sets.iter().copied()).map(|set| (set, &identity)).collect();
            sum = image(&operands)?;
        }
        Ok(sum)
    }

    /// Strings of both sets.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn intersection(&self, other: &Self) -> Result<Self, Error> {
        image_within(&[(other, &Relation::identity(self.shape()))], self)
    }

    /// Strings of this set that are not in the other.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn difference(&self, other: &Self) -> Result<Self, Error> {
        let mut store = Store::new(self.shape(), &[self, other])?;
        let (left, right) = (store.load(self)?, store.load(other)?);
        let root = difference(&mut store, left, right)?;
        Ok(store.extract(root))
    }

    /// Divides this set into what is in the other and what is not.
    ///
    /// # Errors
    /// As [`Set::union`].
    pub fn divide(&self, other: &Self) -> Result<Image, Error> {
        divide(self, &[(other, &Relation::identity(self.shape()))])
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
