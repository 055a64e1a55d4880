//! Images of sets under relations.

use super::division::Image;
use super::session::{Root, Session};
use super::{Error, Relation, Set};

/// The strings to which some string of a set is related, for any of the (set, relation) pairs. With one pair this is the image of a set;
/// with [`Relation::identity`] throughout it is a union.
///
/// ```
/// use ludogen::solver::dfa::{Error, Event, Relation, Set, Shape, image};
///
/// // On four cells, a frog may hop from the first to the second if that is empty.
/// let shape = Shape::uniform(4, 2).unwrap();
/// let hop = Relation::new(&shape, &[Event::new().changing(0, 1, 0).changing(1, 0, 1)]).unwrap();
/// let before = Set::single(&shape, &[1, 0, 0, 1]).unwrap();
/// let after = image(&[(&before, &hop)]).unwrap();
/// assert_eq!(after, Set::single(&shape, &[0, 1, 0, 1]).unwrap());
/// assert!(image(&[(&after, &hop)]).unwrap().is_empty());
/// assert!(matches!(image(&[]), Err(Error::Operands { found: 0 })));
/// ```
///
/// # Errors
/// [`Error::Mismatch`] if shapes differ, [`Error::Operands`] for none or more than 128; see [`Session`].
pub fn image(operands: &[(&Set, &Relation)]) -> Result<Set, Error> {
    let (mut session, operands) = load(operands)?;
    let image = session.image(&operands, Root::ALL)?;
    Ok(session.extract(image))
}

/// The part of the image of the operands, as for [`image`], that lies in a set. Only what may lie within is worked on, so this is cheaper
/// than the image and an intersection.
///
/// ```
/// use ludogen::solver::dfa::{Event, Relation, Set, Shape, image, image_within};
///
/// let shape = Shape::uniform(4, 2).unwrap();
/// let hop = Relation::new(&shape, &[Event::new().changing(0, 1, 0).changing(1, 0, 1)]).unwrap();
/// let (all, last) = (Set::full(&shape), Set::cube(&shape, &[(3, vec![1])]).unwrap());
/// let within = image_within(&[(&all, &hop)], &last).unwrap();
/// assert_eq!(within, image(&[(&all, &hop)]).unwrap().intersection(&last).unwrap());
/// assert_eq!(within.count().unwrap(), 2);
/// ```
///
/// # Errors
/// As [`image`].
pub fn image_within(operands: &[(&Set, &Relation)], within: &Set) -> Result<Set, Error> {
    let (mut session, operands) = load(operands)?;
    let within = session.load(within)?;
    let hit = session.image(&operands, within)?;
    Ok(session.extract(hit))
}

/// Divides a set into what lies in the image of the operands, as for [`image`], and what does not.
///
/// ```
/// use ludogen::solver::dfa::{Event, Relation, Set, Shape, divide};
///
/// let shape = Shape::uniform(4, 2).unwrap();
/// let hop = Relation::new(&shape, &[Event::new().changing(0, 1, 0).changing(1, 0, 1)]).unwrap();
/// let all = Set::full(&shape);
/// let parts = divide(&all, &[(&all, &hop)]).unwrap();
/// // After a hop the first cell is empty and the second is not.
/// assert_eq!((parts.hit.count().unwrap(), parts.miss.count().unwrap()), (4, 12));
/// assert_eq!(parts.hit.union(&parts.miss).unwrap(), all);
/// ```
///
/// # Errors
/// As [`image`].
pub fn divide(set: &Set, operands: &[(&Set, &Relation)]) -> Result<Image, Error> {
    let (mut session, operands) = load(operands)?;
    let set = session.load(set)?;
    let hit = session.image(&operands, set)?;
    let miss = session.difference(set, hit)?;
    Ok(Image { hit: session.extract(hit), miss: session.extract(miss) })
}

/// A session, and operands in it.
type Loaded<'a> = (Session, Vec<(Root, &'a Relation)>);

/// A session with the operands in it.
fn load<'a>(operands: &[(&Set, &'a Relation)]) -> Result<Loaded<'a>, Error> {
    let Some((first, _)) = operands.first() else { return Err(Error::Operands { found: 0 }) };
    let mut session = Session::new(first.shape())?;
    let loaded =
        operands.iter().map(|&(set, relation)| Ok((session.load(set)?, relation))).collect::<Result<_, Error>>()?;
    Ok((session, loaded))
}
