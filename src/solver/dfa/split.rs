//! A state of a store divided by another.

use std::sync::atomic::Ordering;

use super::Error;
use super::keys::{Keys, Value};
use super::set::{ALL, NONE};
use super::store::{CHUNK, Store, Taken, in_chunks, rounds};

/// Which parts of a division to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Inside,
    Outside,
    Both,
}

/// Both parts of a division, of which those not wanted have no meaning.
type Parts = [u32; 2];
const INSIDE: usize = 0;
const OUTSIDE: usize = 1;

/// Divides what a state of layer 0 accepts into what another accepts too and what it does not: [inside, outside]. One walk down over the
/// pairs met, and one up.
pub(super) fn split(store: &mut Store, set: u32, by: u32, want: Want) -> Result<Parts, Error> {
    if let Some(parts) = known(set, by, want) {
        return Ok(parts);
    }
    let layers = store.shape.len();
    let mut keys: Vec<Keys<2, 2>> = (0..layers).map(|_| Keys::new()).collect();
    keys[0].reserve(0, 1, 1)?;
    let mut met = vec![Vec::new()];
    let root = keys[0].find([set, by], &mut Taken::default(), &mut met[0]);
    // For each layer, the parts below each pair and symbol, by task.
    let mut below: Vec<Vec<Vec<[Value; 2]>>> = Vec::new();
    for layer in 0..layers {
        let symbols = store.shape.symbols(layer);
        let (mut all_values, mut all_fresh) = (Vec::new(), Vec::new());
        for (round, left) in rounds(met[layer].len()) {
            if let Some(next) = keys.get_mut(layer + 1) {
                next.reserve(layer + 1, round.len() * symbols, left)?;
            }
            let (level, here, next) = (&store.levels[layer], &keys[layer], keys.get(layer + 1));
            let results = in_chunks(round, |chunk| {
                let (mut taken, mut fresh) = (Taken::default(), Vec::new());
                let mut values = Vec::with_capacity(chunk.len() * symbols);
                let (mut asked, mut places) = (Vec::new(), Vec::new());
                for &number in &met[layer][chunk] {
                    let [set, by] = here.key(number);
                    for (set, by) in level.row(set).iter().zip(level.row(by)) {
                        let (set, by) = (set.load(Ordering::Relaxed), by.load(Ordering::Relaxed));
                        let parts = known(set, by, want);
                        if parts.is_none() {
                            asked.push([set, by]);
                            places.push(values.len());
                        }
                        values.push(parts.unwrap_or([NONE; 2]).map(Value));
                    }
                }
                if let Some(next) = next {
                    next.find_all(&asked, &mut taken, &mut fresh, |i, number| {
                        values[places[i]] = [Value::of_key(number); 2];
                    });
                }
                (values, fresh)
            });
            for (values, fresh) in results {
                all_values.push(values);
                if let Some(next) = keys.get_mut(layer + 1) {
                    next.note(fresh.len());
                }
                all_fresh.extend(fresh);
            }
        }
        if let Some(next) = keys.get_mut(layer + 1) {
            next.close();
        }
        below.push(all_values);
        met.push(all_fresh);
    }
    let wanted: &[usize] = match want {
        Want::Inside => &[INSIDE],
        Want::Outside => &[OUTSIDE],
        Want::Both => &[INSIDE, OUTSIDE],
    };
    for layer in (0..layers).rev() {
        for (round, left) in rounds(met[layer].len()) {
            store.levels[layer].reserve(layer, round.len() * wanted.len(), left)?;
            let (level, here, next) = (&store.levels[layer], &keys[layer], keys.get(layer + 1));
            in_chunks(round, |chunk| {
                let mut taken = Taken::default();
                let values = &below[layer][chunk.start / CHUNK];
                for &part in wanted {
                    let rows: Vec<_> = match next {
                        Some(next) => values.iter().map(|value| next.state(value[part], part)).collect(),
                        None => values.iter().map(|value| value[part].0).collect(),
                    };
                    let mut numbers = met[layer][chunk.clone()].iter();
                    level.states(&rows, &mut taken, |state| {
                        numbers.next().into_iter().for_each(|&number| here.set(number, part, state));
                    });
                }
            });
        }
        below.pop();
    }
    Ok([INSIDE, OUTSIDE].map(|part| keys[0].state(Value::of_key(root), part)))
}

/// The parts where they are plain.
#[inline]
fn known(set: u32, by: u32, want: Want) -> Option<Parts> {
    match (set, by) {
        (NONE, _) | (_, NONE) => Some([NONE, set]),
        (_, ALL) => Some([set, NONE]),
        _ if set == by => Some([set, NONE]),
        (ALL, _) if want == Want::Inside => Some([by, NONE]),
        _ => None,
    }
}
