//! Images of sets under relations.

use super::difference::difference;
use super::product::product;
use super::relation::NODE_BITS;
use super::set::ALL;
use super::store::Store;
use super::{Error, Relation, Set};

/// A set divided by membership in an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The strings of the set that are in the image.
    pub hit: Set,
    /// The strings of the set that are not.
    pub miss: Set,
}

/// The strings to which some string of a set is related, for any of the (set, relation) pairs. With one pair this is the image of a set;
/// with [`Relation::identity`] throughout it is a union.
///
/// # Errors
/// [`Error::Mismatch`] if shapes differ, [`Error::Operands`] for none or more than 128, [`Error::TooLarge`] beyond 2³¹ states in a layer.
pub fn image(operands: &[(&Set, &Relation)]) -> Result<Set, Error> {
    let (mut store, roots, relations, _) = load(operands, None)?;
    let root = product(&mut store, &roots, &relations, ALL)?;
    Ok(store.extract(root))
}

/// The part of the image of the operands, as for [`image`], that lies in a set. Only what may lie within is worked on, so this is cheaper
/// than the image and an intersection.
///
/// # Errors
/// As [`image`].
pub fn image_within(operands: &[(&Set, &Relation)], within: &Set) -> Result<Set, Error> {
    let (mut store, roots, relations, within) = load(operands, Some(within))?;
    let hit = product(&mut store, &roots, &relations, within)?;
    Ok(store.extract(hit))
}

/// Divides a set into what lies in the image of the operands, as for [`image`], and what does not.
///
/// # Errors
/// As [`image`].
pub fn divide(set: &Set, operands: &[(&Set, &Relation)]) -> Result<Image, Error> {
    let (mut store, roots, relations, set) = load(operands, Some(set))?;
    let hit = product(&mut store, &roots, &relations, set)?;
    let miss = difference(&mut store, set, hit)?;
    Ok(Image { hit: store.extract(hit), miss: store.extract(miss) })
}

/// What operands are in a store: each root with the index of its relation, the relations, and the root of the limit.
type Loaded<'a> = (Store, Vec<(u32, usize)>, Vec<&'a Relation>, u32);

fn load<'a>(operands: &[(&Set, &'a Relation)], within: Option<&Set>) -> Result<Loaded<'a>, Error> {
    let Some(&(first, _)) = operands.first() else { return Err(Error::Operands { found: 0 }) };
    if operands.len() > 1 << (31 - NODE_BITS) {
        return Err(Error::Operands { found: operands.len() });
    }
    if operands.iter().any(|(_, relation)| relation.shape() != first.shape()) {
        return Err(Error::Mismatch);
    }
    let sets: Vec<_> = operands.iter().map(|&(set, _)| set).chain(within).collect();
    let mut store = Store::new(first.shape(), &sets)?;
    let roots: Vec<_> = sets.iter().map(|set| store.load(set)).collect::<Result<_, _>>()?;
    let within = within.map_or(ALL, |_| roots[operands.len()]);
    let relations = operands.iter().map(|&(_, relation)| relation).collect();
    Ok((
        store,
        roots.into_iter().take(operands.len()).enumerate().map(|(i, root)| (root, i)).collect(),
        relations,
        within,
    ))
}
