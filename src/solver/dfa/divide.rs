//! A state of a store divided by another: intersection and difference.

use std::sync::atomic::Ordering;

use super::Error;
use super::apply::{Apply, ascend, descend};
use super::computed_table::{ComputedTable, Value};
use super::rounds::Taken;
use super::set::{ALL, NONE};
use super::store::Store;
use super::unique_table::UniqueTable;

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

/// Divides what a state of layer 0 accepts into what another accepts too and what it does not: [inside, outside]. One walk over the
/// pairs of states serves both parts.
pub(super) fn divide(store: &mut Store, set: u32, by: u32, want: Want) -> Result<Parts, Error> {
    if let Some(parts) = known(set, by, want) {
        return Ok(parts);
    }
    let tables = (0..store.shape.len()).map(|_| ComputedTable::new()).collect();
    let mut division = Division { want, tables };
    division.tables[0].reserve(0, 1, 1)?;
    let mut fresh = Vec::new();
    let root = division.tables[0].find([set, by], &mut Taken::default(), &mut fresh);
    let waves = descend(&mut division, store, 0, fresh)?;
    ascend(&mut division, store, 0, waves)?;
    Ok([INSIDE, OUTSIDE].map(|part| division.tables[0].state(Value::of_key(root), part)))
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

/// Divisions of states, each asked for as the pair of a state and what it is divided by.
struct Division {
    want: Want,
    /// By layer.
    tables: Vec<ComputedTable<2, 2>>,
}

impl Division {
    fn wanted(&self) -> &'static [usize] {
        match self.want {
            Want::Inside => &[INSIDE],
            Want::Outside => &[OUTSIDE],
            Want::Both => &[INSIDE, OUTSIDE],
        }
    }
}

impl Apply for Division {
    /// For each pair and symbol, the parts below.
    type Kept = Vec<[Value; 2]>;

    fn reserve_below(&mut self, store: &Store, layer: usize, questions: &[u32], left: usize) -> Result<(), Error> {
        let extra = questions.len() * store.shape.symbols(layer);
        self.tables.get_mut(layer + 1).map_or(Ok(()), |next| next.reserve(layer + 1, extra, left))
    }

    fn expand(&self, store: &Store, layer: usize, questions: &[u32]) -> (Self::Kept, Vec<u32>) {
        let (states, here) = (&store.tables[layer], &self.tables[layer]);
        let (mut taken, mut fresh) = (Taken::default(), Vec::new());
        let mut values = Vec::with_capacity(questions.len() * store.shape.symbols(layer));
        let (mut asked, mut places) = (Vec::new(), Vec::new());
        for &question in questions {
            let [set, by] = here.key(question);
            for (set, by) in states.row(set).iter().zip(states.row(by)) {
                let (set, by) = (set.load(Ordering::Relaxed), by.load(Ordering::Relaxed));
                let parts = known(set, by, self.want);
                if parts.is_none() {
                    asked.push([set, by]);
                    places.push(values.len());
                }
                values.push(parts.unwrap_or([NONE; 2]).map(Value));
            }
        }
        if let Some(next) = self.tables.get(layer + 1) {
            next.find_all(&asked, &mut taken, &mut fresh, |i, number| {
                values[places[i]] = [Value::of_key(number); 2];
            });
        }
        (values, fresh)
    }

    fn note(&mut self, layer: usize, fresh: usize) {
        self.tables.get_mut(layer).into_iter().for_each(|table| table.note(fresh));
    }

    fn close(&mut self, layer: usize) {
        self.tables.get_mut(layer).into_iter().for_each(ComputedTable::close);
    }

    fn answers(&self) -> usize {
        self.wanted().len()
    }

    fn build(&self, states: &UniqueTable, layer: usize, questions: &[u32], kept: &Self::Kept) {
        let (here, next) = (&self.tables[layer], self.tables.get(layer + 1));
        let mut taken = Taken::default();
        for &part in self.wanted() {
            let rows: Vec<_> = match next {
                Some(next) => kept.iter().map(|value| next.state(value[part], part)).collect(),
                None => kept.iter().map(|value| value[part].0).collect(),
            };
            states.make(&rows, questions, &mut taken, |question, state| here.set(question, part, state));
        }
    }
}
