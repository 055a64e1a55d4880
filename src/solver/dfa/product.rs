//! The image of states under relations, within a state: the relational product of decision diagrams.

use std::sync::atomic::Ordering;

use super::apply::{Apply, Wave, ascend, descend};
use super::computed_table::{ComputedTable, Value};
use super::relation::{IDENTITY, NODE_BITS};
use super::rounds::{GROUP, Taken, in_chunks, rounds};
use super::set::{ALL, NONE};
use super::store::Store;
use super::union::{Union, Unions};
use super::unique_table::UniqueTable;
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
    let tables = (0..store.shape.len()).map(|_| ComputedTable::new()).collect();
    let mut images = Images { relations, unions: &mut *unions, tables };
    images.tables[0].reserve(0, operands.len(), 1)?;
    let (mut fresh, mut taken) = (Vec::new(), Taken::default());
    let roots: Vec<_> = operands
        .iter()
        .filter(|&&(_, relation)| !relations[relation].is_empty())
        .map(|&(state, relation)| {
            let node = relations[relation].root();
            let node = if node == IDENTITY { IDENTITY } else { (relation as u32) << NODE_BITS | node };
            let key = [state, node, within];
            known(key).map_or_else(|| Value::of_key(images.tables[0].find(key, &mut taken, &mut fresh)), Value)
        })
        .collect();
    let waves = descend(&mut images, store, 0, fresh)?;
    ascend(&mut images, store, 0, waves)?;
    let Images { tables, .. } = images;
    let mut states: Vec<_> = roots.into_iter().map(|root| tables[0].state(root, 0)).collect();
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

/// Images of single states, each asked for as a [`Key`].
struct Images<'a> {
    relations: &'a [&'a Relation],
    unions: &'a mut Unions,
    /// By layer.
    tables: Vec<ComputedTable<3, 1>>,
}

/// What the images asked for by a task are made of.
struct Kept {
    /// For each key and symbol: the values of the states that the image is the union of, one at least, the last marked.
    parts: Vec<u32>,
    /// The most values that an image is the union of.
    most: usize,
    /// For each key and symbol, that union, once it is asked for; the parts are gone then.
    unions: Vec<Union>,
}

impl Apply for Images<'_> {
    type Kept = Kept;

    fn reserve_below(&mut self, _store: &Store, layer: usize, questions: &[u32], left: usize) -> Result<(), Error> {
        let Some(next) = self.tables.get_mut(layer + 1) else { return Ok(()) };
        next.reserve(layer + 1, questions.len() * degree(self.relations, layer), left)
    }

    fn expand(&self, store: &Store, layer: usize, questions: &[u32]) -> (Kept, Vec<u32>) {
        let (states, here) = (&store.tables[layer], &self.tables[layer]);
        let room = questions.len() * (store.shape.symbols(layer) + degree(self.relations, layer));
        let mut parts = PartsInTheMaking::new(room, self.tables.get(layer + 1));
        for &question in questions {
            if parts.asked.len() >= GROUP {
                parts.find();
            }
            let [state, node, within] = here.key(question);
            let row = states.row(state);
            let limits = states.row(within).iter().map(|limit| limit.load(Ordering::Relaxed));
            if node == IDENTITY {
                for (state, within) in row.iter().zip(limits) {
                    let start = parts.words.len();
                    parts.add([state.load(Ordering::Relaxed), IDENTITY, within]);
                    parts.close(start);
                }
                continue;
            }
            let (mark, node) = (node >> NODE_BITS << NODE_BITS, node & ((1 << NODE_BITS) - 1));
            let mut arcs = self.relations[(mark >> NODE_BITS) as usize].arcs(layer, node);
            for (symbol, within) in limits.enumerate() {
                let start = parts.words.len();
                while let [(after, before, below), rest @ ..] = arcs {
                    if usize::from(*after) != symbol {
                        break;
                    }
                    arcs = rest;
                    let below = if *below == IDENTITY { IDENTITY } else { mark | below };
                    parts.add([row[usize::from(*before)].load(Ordering::Relaxed), below, within]);
                }
                parts.close(start);
            }
        }
        parts.done()
    }

    fn note(&mut self, layer: usize, fresh: usize) {
        self.tables.get_mut(layer).into_iter().for_each(|table| table.note(fresh));
    }

    fn close(&mut self, layer: usize) {
        self.tables.get_mut(layer).into_iter().for_each(ComputedTable::close);
    }

    /// Asks for the unions that images are, and has them answered, all of a layer together.
    fn prepare(&mut self, store: &mut Store, layer: usize, wave: &mut Wave<Kept>) -> Result<(), Error> {
        let symbols = store.shape.symbols(layer);
        let most = wave.kept.iter().map(|kept| kept.most).max().unwrap_or(0);
        let (mut unions, mut fresh) = (Vec::with_capacity(wave.kept.len()), Vec::new());
        for (round, left) in rounds(wave.questions.len()) {
            self.unions.reserve(layer + 1, round.len() * symbols, most, left)?;
            let (this, store, asked) = (&*self, &*store, &*wave);
            let gathered = in_chunks(round, |chunk| {
                let parts = &asked.kept_of(chunk.start).parts;
                this.gather(store, layer, &asked.questions[chunk], parts)
            });
            for (chunk_unions, chunk_fresh) in gathered {
                unions.push(chunk_unions);
                self.unions.note(layer + 1, chunk_fresh.len());
                fresh.extend(chunk_fresh);
            }
        }
        for (kept, unions) in wave.kept.iter_mut().zip(unions) {
            *kept = Kept { parts: Vec::new(), most, unions };
        }
        if layer + 1 < store.shape.len() {
            self.unions.answer(store, layer + 1, fresh)?;
        }
        Ok(())
    }

    fn build(&self, states: &UniqueTable, layer: usize, questions: &[u32], kept: &Kept) {
        let rows: Vec<_> = kept.unions.iter().map(|&union| self.unions.state(layer + 1, union)).collect();
        let here = &self.tables[layer];
        states.make(&rows, questions, &mut Taken::default(), |question, state| here.set(question, 0, state));
    }

    fn finish(&mut self, layer: usize) {
        self.tables.truncate(layer + 1);
    }
}

/// The most arcs of a node of a layer, over all relations.
fn degree(relations: &[&Relation], layer: usize) -> usize {
    relations.iter().map(|relation| relation.degree(layer)).max().unwrap_or(0)
}

/// [`Kept::parts`] while a task collects them.
struct PartsInTheMaking<'a> {
    words: Vec<u32>,
    /// Where the keys of the next layer are found; none below the last.
    next: Option<&'a ComputedTable<3, 1>>,
    taken: Taken,
    fresh: Vec<u32>,
    /// Keys that are not found yet, and their places among the words.
    asked: Vec<Key>,
    places: Vec<usize>,
    most: usize,
}

impl<'a> PartsInTheMaking<'a> {
    fn new(room: usize, next: Option<&'a ComputedTable<3, 1>>) -> Self {
        let (words, taken, fresh) = (Vec::with_capacity(room), Taken::default(), Vec::new());
        Self { words, next, taken, fresh, asked: Vec::new(), places: Vec::new(), most: 1 }
    }

    /// Adds a part: the image that a key asks for.
    #[inline]
    fn add(&mut self, key: Key) {
        match known(key) {
            Some(NONE) => {}
            Some(state) => self.words.push(state),
            None if self.next.is_none() => {}
            None => {
                self.asked.push(key);
                self.places.push(self.words.len());
                self.words.push(NONE);
            }
        }
    }

    /// Ends the parts of one symbol, which began at `start`.
    #[inline]
    fn close(&mut self, start: usize) {
        self.most = self.most.max(self.words.len() - start);
        match self.words[start..].last_mut() {
            Some(last) => *last |= LAST,
            None => self.words.push(NONE | LAST),
        }
    }

    /// Finds the keys that are asked for.
    fn find(&mut self) {
        let Self { words, next, taken, fresh, asked, places, .. } = self;
        if let Some(next) = next {
            next.find_all(asked, taken, fresh, |i, number| words[places[i]] |= Value::of_key(number).0);
        }
        asked.clear();
        places.clear();
    }

    fn done(mut self) -> (Kept, Vec<u32>) {
        self.find();
        self.words.shrink_to_fit();
        (Kept { parts: self.words, most: self.most, unions: Vec::new() }, self.fresh)
    }
}

impl Images<'_> {
    /// Asks for the unions that the images of some keys need below each symbol.
    fn gather(&self, store: &Store, layer: usize, questions: &[u32], parts: &[u32]) -> (Vec<Union>, Vec<u32>) {
        let (rows, here, next) = (&store.tables[layer], &self.tables[layer], self.tables.get(layer + 1));
        let (mut pending, mut states) = (self.unions.pending(layer + 1), Vec::new());
        let state = |value: u32| {
            let value = value & !LAST;
            next.map_or(value, |next| next.state(Value(value), 0))
        };
        let mut parts = Parts(parts);
        for &question in questions {
            let [_, _, within] = here.key(question);
            for (within, values) in rows.row(within).iter().zip(&mut parts) {
                let within = within.load(Ordering::Relaxed);
                match *values {
                    [value] => pending.known(state(value)),
                    [left, right] => {
                        let (left, right) = (state(left), state(right));
                        // Where nothing that is kept is missing, the other does not matter.
                        if left == within || right == within {
                            pending.known(within);
                        } else {
                            pending.two(left, right);
                        }
                    }
                    _ => {
                        states.clear();
                        states.extend(values.iter().map(|&value| state(value)));
                        if states.contains(&within) {
                            pending.known(within);
                        } else {
                            pending.many(&mut states);
                        }
                    }
                }
            }
        }
        pending.done()
    }
}

/// Reads [`Kept::parts`].
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
