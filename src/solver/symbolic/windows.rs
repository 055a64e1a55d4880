//! A set divided in two, so that the halves can be worked on at once.

use std::borrow::Borrow;

use crate::solver::dfa::{Error, Root, Session, Set, Shape};

/// The cut is at most so far from the middle, in parts of the length.
const REACH: usize = 8;

/// The strings with some character at some place, which divide the union of some sets into two halves, those within and those without, about
/// equally hard to work on.
///
/// What leads to each half's strings is worked out from all of the ply beside it, with no need of the other half, in half the memory. Behind
/// the character that tells them apart two halves share few states, so that together they are little more work than the whole: a tenth more
/// on Breakthrough 4×6, a quarter on Connect Four 5×5, a third on boards three cells wide. The idea is known of decision diagrams as
/// partitioning by windows (Narayan and others, 1996).
///
/// # Errors
/// None that can happen with characters of the shape.
pub(super) fn window(shape: &Shape, parts: &[Set]) -> Result<Set, Error> {
    let (middle, reach) = (shape.len() / 2, shape.len() / REACH);
    let cuts = (middle - reach..=middle + reach).flat_map(|layer| {
        let mut sides = vec![[0; 2]; shape.symbols(layer)];
        for part in parts {
            for (sum, [with, without]) in sides.iter_mut().zip(part.divisions(layer)) {
                *sum = [sum[0] + with, sum[1] + without];
            }
        }
        (0..).zip(sides).map(move |(symbol, [with, without])| (with.max(without), layer, symbol))
    });
    let (_, layer, symbol) = cuts.min().unwrap_or_default();
    Set::cube(shape, &[(layer, vec![symbol])])
}

/// The union of some sets, in a session.
///
/// # Errors
/// Those of a [`Session`].
pub(super) fn load_all(session: &mut Session, parts: &[impl Borrow<Set>]) -> Result<Root, Error> {
    let roots = parts.iter().map(|part| session.load(part.borrow())).collect::<Result<Vec<_>, _>>()?;
    session.union(&roots)
}

/// The union of some sets.
///
/// # Errors
/// Those of a [`Session`].
pub(super) fn unite(shape: &Shape, parts: &[&Set]) -> Result<Set, Error> {
    let parts: Vec<_> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    if let [part] = parts[..] {
        return Ok(part.clone());
    }
    let mut session = Session::new(shape)?;
    let all = load_all(&mut session, &parts)?;
    Ok(session.extract(all))
}
