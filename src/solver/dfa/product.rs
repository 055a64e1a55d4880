//! The image of states under relations, within a state.

use std::sync::atomic::Ordering;

use super::keys::{Keys, Value};
use super::relation::{IDENTITY, NODE_BITS};
use super::set::{ALL, NONE};
use super::store::{CHUNK, Store, Taken, in_chunks, rounds};
use super::table::GROUP;
use super::union::{Union, Unions};
use super::{Error, Relation};

/// Marks the last of the values that an image is the union of.
const LAST: u32 = 1 << 30;

/// (state of an operand, node of a relation, state of what the image is kept within). A node is marked with its relation.
type Key = [u32; 3];

/// The union of the images of states of layer 0, each under a relation given by its index, within a state (`ALL` for no limit).
pub(super) fn product(
    store: &mut Store,
    unions: &mut Unions,
    operands: &[(u32, usize)],
    relations: &[&Relation],
    within: u32,
) -> Result<u32, Error> {
    let layers = store.shape.len();
    let mut walk = Walk { relations, keys: (0..layers).map(|_| Keys::new()).collect(), waves: Vec::new() };
    walk.keys[0].reserve(0, operands.len(), 1)?;
    let (mut fresh, mut taken) = (Vec::new(), Taken::default());
    let roots: Vec<_> = operands
        .iter()
        .filter(|&&(_, relation)| !relations[relation].is_empty())
        .map(|&(state, relation)| {
            let node = relations[relation].root();
            let node = if node == IDENTITY { IDENTITY } else { (relation as u32) << NODE_BITS | node };
            known([state, node, within])
                .map_or_else(|| Value::of_key(walk.keys[0].find([state, node, within], &mut taken, &mut fresh)), Value)
        })
        .collect();
    if !fresh.is_empty() {
        walk.down(store, fresh)?;
        walk.up(store, unions)?;
    }
    let mut states: Vec<_> = roots.into_iter().map(|root| walk.keys[0].state(root, 0)).collect();
    unions.union(store, &mut states)
}

/// The image where it is plain.
#[inline]
fn known([state, node, within]: Key) -> Option<u32> {
    if state == NONE || within == NONE {
        Some(NONE)
    } else if node != IDENTITY {
        None
    } else if within == ALL || state == within {
        Some(state)
    } else if state == ALL {
        Some(within)
    } else {
        None
    }
}

/// The keys met in one layer.
struct Wave {
    keys: Vec<u32>,
    /// By task, for each key and symbol: the values of the states that the image is the union of, one at least, the last marked.
    parts: Vec<Vec<u32>>,
    /// The most values that an image is the union of.
    most: usize,
}

/// A walk down from the roots over all keys met, and up again.
struct Walk<'a> {
    relations: &'a [&'a Relation],
    keys: Vec<Keys<3, 1>>,
    waves: Vec<Wave>,
}

impl Walk<'_> {
    fn down(&mut self, store: &Store, mut met: Vec<u32>) -> Result<(), Error> {
        for layer in 0..store.shape.len() {
            let degree = self.relations.iter().map(|relation| relation.degree(layer)).max().unwrap_or(0);
            let (mut parts, mut all_fresh, mut most) = (Vec::new(), Vec::new(), 0);
            for (round, left) in rounds(met.len()) {
                if let Some(next) = self.keys.get_mut(layer + 1) {
                    next.reserve(layer + 1, round.len() * degree, left)?;
                }
                for (chunk_parts, chunk_most, fresh) in
                    in_chunks(round, |chunk| self.expand(store, layer, degree, &met[chunk]))
                {
                    most = most.max(chunk_most);
                    parts.push(chunk_parts);
                    if let Some(next) = self.keys.get_mut(layer + 1) {
                        next.note(fresh.len());
                    }
                    all_fresh.extend(fresh);
                }
            }
            if let Some(next) = self.keys.get_mut(layer + 1) {
                next.close();
            }
            self.waves.push(Wave { keys: met, parts, most });
            met = all_fresh;
        }
        Ok(())
    }

    /// What the images of some keys are made of, as kept in [`Wave::parts`], the most values of one, and the keys of the next layer that are new.
    fn expand(&self, store: &Store, layer: usize, degree: usize, numbers: &[u32]) -> (Vec<u32>, usize, Vec<u32>) {
        let (level, here, next) = (&store.levels[layer], &self.keys[layer], self.keys.get(layer + 1));
        let symbols = store.shape.symbols(layer);
        let (mut taken, mut fresh) = (Taken::default(), Vec::new());
        let mut parts = Vec::with_capacity(numbers.len() * (symbols + degree));
        let (mut asked, mut places) = (Vec::new(), Vec::new());
        let part = |parts: &mut Vec<u32>, asked: &mut Vec<Key>, places: &mut Vec<usize>, key: Key| match known(key) {
            Some(NONE) => {}
            Some(state) => parts.push(state),
            None if next.is_none() => {}
            None => {
                asked.push(key);
                places.push(parts.len());
                parts.push(NONE);
            }
        };
        let mut find = |parts: &mut Vec<u32>, asked: &mut Vec<Key>, places: &mut Vec<usize>| {
            if let Some(next) = next {
                next.find_all(asked, &mut taken, &mut fresh, |i, number| parts[places[i]] |= Value::of_key(number).0);
            }
            asked.clear();
            places.clear();
        };
        let mut most = 1;
        let mut close = |parts: &mut Vec<u32>, start: usize| {
            most = most.max(parts.len() - start);
            match parts[start..].last_mut() {
                Some(last) => *last |= LAST,
                None => parts.push(NONE | LAST),
            }
        };
        for &number in numbers {
            if asked.len() >= GROUP {
                find(&mut parts, &mut asked, &mut places);
            }
            let [state, node, within] = here.key(number);
            let (row, limits) = (level.row(state), level.row(within).iter().map(|limit| limit.load(Ordering::Relaxed)));
            if node == IDENTITY {
                for (state, within) in row.iter().zip(limits) {
                    let start = parts.len();
                    part(&mut parts, &mut asked, &mut places, [state.load(Ordering::Relaxed), IDENTITY, within]);
                    close(&mut parts, start);
                }
                continue;
            }
            let (mark, node) = (node >> NODE_BITS << NODE_BITS, node & ((1 << NODE_BITS) - 1));
            let mut arcs = self.relations[(mark >> NODE_BITS) as usize].arcs(layer, node);
            for (symbol, within) in limits.enumerate() {
                let start = parts.len();
                while let [(after, before, below), rest @ ..] = arcs {
                    if usize::from(*after) != symbol {
                        break;
                    }
                    arcs = rest;
                    let below = if *below == IDENTITY { IDENTITY } else { mark | below };
                    part(
                        &mut parts,
                        &mut asked,
                        &mut places,
                        [row[usize::from(*before)].load(Ordering::Relaxed), below, within],
                    );
                }
                close(&mut parts, start);
            }
        }
        find(&mut parts, &mut asked, &mut places);
        parts.shrink_to_fit();
        (parts, most, fresh)
    }

    fn up(&mut self, store: &mut Store, unions: &mut Unions) -> Result<(), Error> {
        for layer in (0..store.shape.len()).rev() {
            let Some(Wave { keys, parts, most }) = self.waves.pop() else { return Ok(()) };
            let symbols = store.shape.symbols(layer);
            let (mut below, mut fresh) = (Vec::new(), Vec::new());
            for (round, left) in rounds(keys.len()) {
                unions.reserve(layer + 1, round.len() * symbols, most, left)?;
                let (store, unions_now) = (&*store, &*unions);
                let gathered = in_chunks(round, |chunk| {
                    let parts = &parts[chunk.start / CHUNK];
                    self.gather(store, unions_now, layer, &keys[chunk], parts)
                });
                for (chunk_below, chunk_fresh) in gathered {
                    below.push(chunk_below);
                    unions.note(layer + 1, chunk_fresh.len());
                    fresh.extend(chunk_fresh);
                }
            }
            drop(parts);
            if layer + 1 < store.shape.len() {
                unions.answer(store, layer + 1, fresh)?;
            }
            for (round, left) in rounds(keys.len()) {
                store.levels[layer].reserve(layer, round.len(), left)?;
                let (level, unions, here) = (&store.levels[layer], &*unions, &self.keys[layer]);
                in_chunks(round, |chunk| {
                    let below = &below[chunk.start / CHUNK];
                    let rows: Vec<_> = below.iter().map(|&union| unions.state(layer + 1, union)).collect();
                    let mut numbers = keys[chunk].iter();
                    level.states(&rows, &mut Taken::default(), |state| {
                        numbers.next().into_iter().for_each(|&number| here.set(number, 0, state));
                    });
                });
            }
            self.keys.truncate(layer + 1);
        }
        Ok(())
    }

    /// Asks for the unions that the images of some keys need below each symbol.
    fn gather(
        &self,
        store: &Store,
        unions: &Unions,
        layer: usize,
        numbers: &[u32],
        parts: &[u32],
    ) -> (Vec<Union>, Vec<u32>) {
        let (level, here, next) = (&store.levels[layer], &self.keys[layer], self.keys.get(layer + 1));
        let (mut asking, mut states) = (unions.asking(layer + 1), Vec::new());
        let state = |value: u32| {
            let value = value & !LAST;
            next.map_or(value, |next| next.state(Value(value), 0))
        };
        let mut parts = Parts(parts);
        for &number in numbers {
            let [_, _, within] = here.key(number);
            for (within, values) in level.row(within).iter().zip(&mut parts) {
                let within = within.load(Ordering::Relaxed);
                match *values {
                    [value] => asking.known(state(value)),
                    [left, right] => {
                        let (left, right) = (state(left), state(right));
                        // Where nothing that is kept is missing, the other does not matter.
                        if left == within || right == within {
                            asking.known(within);
                        } else {
                            asking.two(left, right);
                        }
                    }
                    _ => {
                        states.clear();
                        states.extend(values.iter().map(|&value| state(value)));
                        if states.contains(&within) {
                            asking.known(within);
                        } else {
                            asking.many(&mut states);
                        }
                    }
                }
            }
        }
        asking.done()
    }
}

/// Reads [`Wave::parts`] of a task.
struct Parts<'a>(&'a [u32]);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u32];

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let last = self.0.iter().position(|value| value & LAST != 0)?;
        let (values, rest) = self.0.split_at(last + 1);
        self.0 = rest;
        Some(values)
    }
}
