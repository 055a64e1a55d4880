//! Several operations on the same sets, without making a set of each result.

use std::borrow::Borrow;

use super::divide::{Want, divide};
use super::product::product;
use super::relation::NODE_BITS;
use super::set::{ALL, NONE};
use super::store::Store;
use super::union::Unions;
use super::{Error, Image, Relation, Set, Shape};

/// A set within a [`Session`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root(u32);

impl Root {
    /// The set without strings.
    pub const NONE: Self = Self(NONE);
    /// The set of all strings.
    pub const ALL: Self = Self(ALL);

    /// Whether the set has no strings.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// A place to work on sets of one shape. What is loaded or made stays until the session ends, so a session should be short; within it, equal
/// sets have equal roots, and no state is made twice.
///
/// All operations fail with [`Error::Memory`] or [`Error::States`] beyond the limit set by [`super::with_limit`], and with [`Error::TooLarge`] beyond 2³⁰ states in
/// a layer. They run in parallel on the rayon pool of the caller; results do not depend on the number of threads.
///
/// ```
/// use ludogen::solver::dfa::{Session, Set, Shape};
///
/// let shape = Shape::uniform(8, 2).unwrap();
/// let mut session = Session::new(&shape).unwrap();
/// let begins = session.load(&Set::cube(&shape, &[(0, vec![1])]).unwrap()).unwrap();
/// let ends = session.load(&Set::cube(&shape, &[(7, vec![1])]).unwrap()).unwrap();
/// let either = session.union(&[begins, ends]).unwrap();
/// let both = session.intersection(begins, ends).unwrap();
/// let one = session.difference(either, both).unwrap();
/// assert_eq!(session.union(&[one, both]).unwrap(), either);
///
/// // Only what is wanted in the end is made a set.
/// assert_eq!(session.extract(one).count().unwrap(), 128);
/// ```
pub struct Session {
    store: Store,
    unions: Unions,
    /// What was loaded, with its root.
    loaded: Vec<(Set, Root)>,
}

impl Session {
    /// A session without sets.
    ///
    /// # Errors
    /// See [`Session`].
    pub fn new(shape: &Shape) -> Result<Self, Error> {
        let store = Store::new(shape);
        Ok(Self { unions: Unions::new(shape), store, loaded: Vec::new() })
    }

    /// The shape of its sets.
    pub fn shape(&self) -> &Shape {
        &self.store.shape
    }

    /// Brings a set in.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if it has another shape; see [`Session`].
    pub fn load(&mut self, set: &Set) -> Result<Root, Error> {
        if set.shape() != self.shape() {
            return Err(Error::Mismatch);
        }
        if let Some(&(_, root)) = self.loaded.iter().find(|(loaded, _)| loaded.is_same(set)) {
            return Ok(root);
        }
        let root = Root(self.store.load(set)?);
        self.loaded.push((set.clone(), root));
        Ok(root)
    }

    /// Brings the union of some sets in.
    ///
    /// # Errors
    /// As [`Session::load`].
    pub fn load_all(&mut self, sets: &[impl Borrow<Set>]) -> Result<Root, Error> {
        let roots = sets.iter().map(|set| self.load(set.borrow())).collect::<Result<Vec<_>, _>>()?;
        self.union(&roots)
    }

    /// Takes a set out.
    pub fn extract(&self, root: Root) -> Set {
        match self.loaded.iter().find(|&&(_, loaded)| loaded == root) {
            Some((set, _)) => set.clone(),
            None => self.store.extract(root.0),
        }
    }

    /// The strings within a set to which some string of an operand is related, for any of the (set, relation) operands.
    ///
    /// # Errors
    /// [`Error::Mismatch`] for a relation of another shape, [`Error::Operands`] for more than 128; see [`Session`].
    pub fn image(&mut self, operands: &[(Root, &Relation)], within: Root) -> Result<Root, Error> {
        if operands.len() > 1 << (31 - NODE_BITS) {
            return Err(Error::Operands { found: operands.len() });
        }
        if operands.iter().any(|(_, relation)| relation.shape() != self.shape()) {
            return Err(Error::Mismatch);
        }
        let relations: Vec<_> = operands.iter().map(|&(_, relation)| relation).collect();
        let roots: Vec<_> = operands.iter().enumerate().map(|(i, &(root, _))| (root.0, i)).collect();
        let image = product(&mut self.store, &mut self.unions, &roots, &relations, within.0).map(Root);
        // Hardly any of its unions would be asked for again.
        self.unions = Unions::new(self.shape());
        image
    }

    /// Strings of both sets.
    ///
    /// # Errors
    /// See [`Session`].
    pub fn intersection(&mut self, left: Root, right: Root) -> Result<Root, Error> {
        Ok(Root(divide(&mut self.store, left.0, right.0, Want::Inside)?[0]))
    }

    /// Strings of any of the sets.
    ///
    /// # Errors
    /// See [`Session`].
    pub fn union(&mut self, roots: &[Root]) -> Result<Root, Error> {
        let mut states: Vec<_> = roots.iter().map(|root| root.0).collect();
        self.unions.union(&mut self.store, &mut states).map(Root)
    }

    /// Strings of the first set that are not in the second.
    ///
    /// # Errors
    /// See [`Session`].
    pub fn difference(&mut self, left: Root, right: Root) -> Result<Root, Error> {
        Ok(Root(divide(&mut self.store, left.0, right.0, Want::Outside)?[1]))
    }

    /// A set divided by another: the strings that are in both, and those in the first alone.
    ///
    /// # Errors
    /// See [`Session`].
    pub fn divide(&mut self, set: Root, by: Root) -> Result<Image<Root>, Error> {
        let [hit, miss] = divide(&mut self.store, set.0, by.0, Want::Both)?.map(Root);
        Ok(Image { hit, miss })
    }
}
