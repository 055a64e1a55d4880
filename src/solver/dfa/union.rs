//! Unions of states, all that a layer asks for answered together.

use std::sync::atomic::{AtomicU32, Ordering};

use super::apply::{Apply, ascend, descend};
use super::buffers::Words;
use super::hash_index::{HashIndex, hash};
use super::limit;
use super::rounds::{GROUP, Taken, tasks};
use super::set::{ALL, FIRST, NONE};
use super::store::Store;
use super::unique_table::UniqueTable;
use super::{Error, Shape};

/// Marks a [`Union`] that is not known yet: the rest of the word is the place of its record.
const PENDING: u32 = 1 << 31;

/// The union of some states of a layer: a state, or the record of a request for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Union(u32);

impl Union {
    /// The union of nothing.
    pub const NONE: Self = Self(NONE);
}

impl From<u32> for Union {
    /// The union of one state.
    fn from(state: u32) -> Self {
        Self(state)
    }
}

/// Words that a task has taken for records and not used yet.
#[derive(Default)]
struct Page {
    next: u32,
    end: u32,
}

/// Words in a page.
const PAGE: u32 = 256;

/// The requests of one layer, a computed table whose keys are of any length. A record is a header (how many operands), one word for each symbol (the unions below, the first of which
/// gives way to the answer), and the operands.
struct ComputedUnions {
    symbols: usize,
    words: Words,
    next: AtomicU32,
    records: usize,
    index: HashIndex,
}

impl ComputedUnions {
    fn word(&self, place: u32) -> u32 {
        self.words[place as usize].load(Ordering::Relaxed)
    }

    fn operands(&self, record: u32) -> &[AtomicU32] {
        operands_of(&self.words, self.symbols, record)
    }

    /// The words for what is below each symbol.
    fn below(&self, record: u32) -> &[AtomicU32] {
        &self.words[record as usize + 1..][..self.symbols]
    }
}

/// The operands of a record among the words of its layer.
#[inline]
fn operands_of(words: &[AtomicU32], symbols: usize, record: u32) -> &[AtomicU32] {
    let count = words[record as usize].load(Ordering::Relaxed) as usize;
    &words[record as usize + 1 + symbols..][..count]
}

/// All unions asked for in a session, each answered once.
pub(super) struct Unions {
    layers: Vec<ComputedUnions>,
}

impl Unions {
    pub fn new(shape: &Shape) -> Self {
        let requests = |layer| ComputedUnions {
            symbols: shape.symbols(layer),
            words: Words::default(),
            // Place 0 is no record: the index does not take it.
            next: AtomicU32::new(1),
            records: 0,
            index: HashIndex::new(),
        };
        Self { layers: (0..shape.len()).map(requests).collect() }
    }

    /// Makes room for `extra` more requests in a layer, of at most `operands` states each, asked by the tasks of one round, for the items
    /// `left` to do: see [`HashIndex::reserve`].
    pub fn reserve(&mut self, layer: usize, extra: usize, operands: usize, left: usize) -> Result<(), Error> {
        let Some(requests) = self.layers.get_mut(layer) else {
            return Ok(());
        };
        // A page is left when the next record does not fit, so at worst half empty; a large record has a page for itself.
        let record = 1 + operands + requests.symbols;
        let words = if record * 2 <= PAGE as usize { record * 2 } else { record.max(PAGE as usize) };
        let room = requests.next.load(Ordering::Relaxed) as usize + extra * words + tasks() * PAGE as usize;
        if room > PENDING as usize {
            return Err(Error::TooLarge { layer });
        }
        requests.words.grow_to(room);
        let ComputedUnions { words, symbols, records, index, .. } = requests;
        index.reserve(*records, extra, room, left, |record| hash(operands_of(words, *symbols, record)));
        limit::check()
    }

    /// Asks for unions of states of a layer, one after the other; there must be room for them.
    pub fn pending(&self, layer: usize) -> PendingUnions<'_> {
        PendingUnions { requests: self.layers.get(layer), ..PendingUnions::default() }
    }

    /// The state that a union is, once it is answered.
    #[inline]
    pub fn state(&self, layer: usize, union: Union) -> u32 {
        if union.0 & PENDING == 0 {
            return union.0;
        }
        self.layers[layer].below(union.0 & !PENDING)[0].load(Ordering::Relaxed)
    }

    /// The union of some states of layer 0.
    pub fn union(&mut self, store: &mut Store, states: &mut Vec<u32>) -> Result<u32, Error> {
        self.reserve(0, 1, states.len(), 1)?;
        let mut pending = self.pending(0);
        pending.many(states);
        let (unions, fresh) = pending.done();
        self.note(0, fresh.len());
        self.answer(store, 0, fresh)?;
        Ok(self.state(0, unions[0]))
    }

    /// Answers the fresh requests of a layer.
    pub fn answer(&mut self, store: &mut Store, layer: usize, fresh: Vec<u32>) -> Result<(), Error> {
        let waves = descend(self, store, layer, fresh)?;
        ascend(self, store, layer, waves)
    }
}

/// A question is the record of a request. What it leads to is kept in the record itself, so that nothing is remembered beside it, and stays there,
/// so that later unions of the same session find it.
impl Apply for Unions {
    type Kept = ();

    fn reserve_below(&mut self, store: &Store, layer: usize, questions: &[u32], left: usize) -> Result<(), Error> {
        let operands = questions.iter().map(|&record| self.layers[layer].word(record)).max().unwrap_or(0);
        self.reserve(layer + 1, questions.len() * store.shape.symbols(layer), operands as usize, left)
    }

    fn expand(&self, store: &Store, layer: usize, questions: &[u32]) -> ((), Vec<u32>) {
        let (rows, here) = (&store.tables[layer], &self.layers[layer]);
        let symbols = store.shape.symbols(layer);
        let (mut pending, mut states) = (self.pending(layer + 1), Vec::new());
        for &record in questions {
            let operands = here.operands(record);
            if let [left, right] = operands {
                let left = rows.row(left.load(Ordering::Relaxed));
                let right = rows.row(right.load(Ordering::Relaxed));
                for (left, right) in left.iter().zip(right) {
                    pending.two(left.load(Ordering::Relaxed), right.load(Ordering::Relaxed));
                }
                continue;
            }
            for symbol in 0..symbols {
                states.clear();
                states.extend(operands.iter().map(|state| rows.step(state.load(Ordering::Relaxed), symbol)));
                pending.many(&mut states);
            }
        }
        let (unions, fresh) = pending.done();
        for (&record, unions) in questions.iter().zip(unions.chunks_exact(symbols)) {
            here.below(record).iter().zip(unions).for_each(|(below, union)| below.store(union.0, Ordering::Relaxed));
        }
        ((), fresh)
    }

    fn note(&mut self, layer: usize, fresh: usize) {
        if let Some(requests) = self.layers.get_mut(layer) {
            requests.records += fresh;
            limit::add_work(fresh);
        }
    }

    fn build(&self, states: &UniqueTable, layer: usize, questions: &[u32], (): &()) {
        let here = &self.layers[layer];
        let below = questions.iter().flat_map(|&record| here.below(record));
        let state = |below: &AtomicU32| self.state(layer + 1, Union(below.load(Ordering::Relaxed)));
        let rows: Vec<_> = below.map(state).collect();
        states.make(&rows, questions, &mut Taken::default(), |record, state| {
            here.below(record)[0].store(state, Ordering::Relaxed);
        });
    }
}

/// Unions that one task asks for, pending until their layer is answered.
#[derive(Default)]
pub(super) struct PendingUnions<'a> {
    requests: Option<&'a ComputedUnions>,
    page: Page,
    /// The unions asked for so far.
    unions: Vec<Union>,
    /// Records of new requests.
    fresh: Vec<u32>,
    /// Unions not found yet: their places in `unions` and their operands, which begin where those of the one before end.
    places: Vec<usize>,
    ends: Vec<usize>,
    operands: Vec<u32>,
}

impl PendingUnions<'_> {
    /// Asks for a union that is known.
    pub fn known(&mut self, union: u32) {
        self.unions.push(Union(union));
    }

    /// Asks for the union of some states, which are sorted by the call.
    pub fn many(&mut self, states: &mut Vec<u32>) {
        match states[..] {
            [] => self.known(NONE),
            [state] => self.known(state),
            [left, right] => self.two(left, right),
            _ => {
                states.sort_unstable();
                states.dedup();
                let uniform = states.iter().take_while(|&&state| state < FIRST).count();
                match states[uniform..] {
                    _ if states[..uniform].contains(&ALL) => self.known(ALL),
                    [] => self.known(NONE),
                    [state] => self.known(state),
                    _ => self.ask(&states[uniform..]),
                }
            }
        }
    }

    /// Asks for the union of two states.
    #[inline]
    pub fn two(&mut self, left: u32, right: u32) {
        let (low, high) = (left.min(right), left.max(right));
        match low {
            NONE => self.known(high),
            ALL => self.known(ALL),
            _ if low == high => self.known(low),
            _ => self.ask(&[low, high]),
        }
    }

    /// Asks for the union of different states that are not uniform, in order.
    #[inline]
    fn ask(&mut self, states: &[u32]) {
        self.places.push(self.unions.len());
        self.unions.push(Union::NONE);
        self.operands.extend(states);
        self.ends.push(self.operands.len());
        if self.places.len() == GROUP {
            self.find();
        }
    }

    /// Finds the records of what is asked.
    fn find(&mut self) {
        let Some(requests) = self.requests else { return };
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let wanted = starts.zip(&self.ends).map(|(start, &end)| &self.operands[start..end]);
        let mut hashes = [0; GROUP];
        hashes.iter_mut().zip(wanted.clone()).for_each(|(to, states)| *to = hash(states));
        requests.index.fetch(&hashes[..self.places.len()], |record| requests.word(record));
        for ((states, hash), &place) in wanted.zip(hashes).zip(&self.places) {
            let same = |record| {
                let operands = requests.operands(record);
                operands.len() == states.len()
                    && operands.iter().zip(states).all(|(a, &b)| a.load(Ordering::Relaxed) == b)
            };
            let page = &mut self.page;
            let make = || {
                let size = (1 + states.len() + requests.symbols) as u32;
                if page.end - page.next < size {
                    let page_size = PAGE.max(size);
                    page.next = requests.next.fetch_add(page_size, Ordering::Relaxed);
                    page.end = page.next + page_size;
                }
                let record = page.next;
                page.next += size;
                requests.words[record as usize].store(states.len() as u32, Ordering::Relaxed);
                requests.operands(record).iter().zip(states).for_each(|(a, &b)| a.store(b, Ordering::Relaxed));
                record
            };
            let (record, new) = requests.index.find_or_insert(hash, same, make);
            if new {
                self.fresh.push(record);
            }
            self.unions[place] = Union(PENDING | record);
        }
        self.places.clear();
        self.ends.clear();
        self.operands.clear();
    }

    /// The unions asked for, in order, and the records of new requests, which are answered by [`Unions::answer`].
    pub fn done(mut self) -> (Vec<Union>, Vec<u32>) {
        self.find();
        (self.unions, self.fresh)
    }
}
