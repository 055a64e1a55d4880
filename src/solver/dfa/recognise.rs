//! Sets given by what must be remembered while reading.

use std::collections::HashMap;
use std::hash::Hash;

use super::set::FIRST;
use super::{ALL, Error, NONE, Set, Shape, Symbol, limit};

/// What reading a character leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading<S> {
    /// It depends on the rest; this is to be remembered.
    Open(S),
    /// Every string that begins like this belongs to the set.
    Accept,
    /// No string that begins like this belongs to the set.
    Reject,
}

impl Set {
    /// The strings that an automaton accepts: it starts by remembering `start`, reads one character after the other (`step` is given the
    /// layer, what is remembered, and the symbol), and accepts or rejects at the last one at the latest; what is open then is rejected.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than `most` different memories before some layer, [`Error::States`] beyond the limit of
    /// [`super::with_limit`].
    pub fn recognised<S: Clone + Eq + Hash>(
        shape: &Shape,
        start: S,
        most: usize,
        mut step: impl FnMut(usize, &S, Symbol) -> Reading<S>,
    ) -> Result<Self, Error> {
        // The memories before each layer, and where each symbol leads.
        let mut memories = vec![start];
        let mut arcs: Vec<Vec<u32>> = Vec::with_capacity(shape.len());
        for layer in 0..shape.len() {
            let mut numbers: HashMap<S, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut rows = Vec::with_capacity(memories.len() * shape.symbols(layer));
            let last = layer + 1 == shape.len();
            for memory in &memories {
                for symbol in 0..shape.symbols(layer) {
                    rows.push(match step(layer, memory, symbol as Symbol) {
                        Reading::Accept => ALL,
                        Reading::Open(memory) if !last => *numbers.entry(memory).or_insert_with_key(|memory| {
                            next.push(memory.clone());
                            next.len() as u32 - 1 + FIRST
                        }),
                        _ => NONE,
                    });
                }
                if next.len() > most {
                    return Err(Error::TooLarge { layer: layer + 1 });
                }
            }
            limit::add_work(memories.len());
            limit::check()?;
            arcs.push(rows);
            memories = next;
        }
        let (states, root) = minimised(shape, &arcs);
        Ok(Self::from_parts(shape.clone(), root.min(FIRST), by_first_visit(&states, root)))
    }
}

/// The distinct rows of a layer.
type Rows = Vec<Vec<u32>>;

/// The states of a layered automaton given by its arcs, layer by layer, and the first of them: memories that are followed by the same strings
/// are one state.
fn minimised(shape: &Shape, arcs: &[Vec<u32>]) -> (Vec<Rows>, u32) {
    let mut below: Vec<u32> = Vec::new();
    let mut states: Vec<Rows> = Vec::with_capacity(shape.len());
    for (layer, rows) in arcs.iter().enumerate().rev() {
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut kept = Vec::new();
        let state = |row: &[u32]| {
            let row: Vec<u32> =
                row.iter().map(|&to| if to < FIRST { to } else { below[(to - FIRST) as usize] }).collect();
            if row.iter().all(|&to| to == row[0] && to < FIRST) {
                return row[0];
            }
            *numbers.entry(row).or_insert_with_key(|row| {
                kept.push(row.clone());
                kept.len() as u32 - 1 + FIRST
            })
        };
        below = rows.chunks(shape.symbols(layer)).map(state).collect();
        states.push(kept);
    }
    states.reverse();
    (states, below[0])
}

/// The rows of each layer, with states numbered by first visit from the root.
fn by_first_visit(states: &[Rows], root: u32) -> Vec<Vec<u32>> {
    let mut layers = Vec::with_capacity(states.len());
    let mut visited = if root < FIRST { Vec::new() } else { vec![root] };
    for kept in states {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut next = Vec::new();
        let mut rows = Vec::new();
        for &state in &visited {
            for &to in &kept[(state - FIRST) as usize] {
                rows.push(if to < FIRST {
                    to
                } else {
                    *numbers.entry(to).or_insert_with(|| {
                        next.push(to);
                        next.len() as u32 - 1 + FIRST
                    })
                });
            }
        }
        layers.push(rows);
        visited = next;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recognised_is_the_same_set_as_a_union_of_cubes() {
        let shape = Shape::new(&[3, 2, 3, 4]).unwrap();
        // The symbols add up to three.
        let read = |layer: usize, sum: &u8, symbol: Symbol| match (sum + symbol, layer) {
            (3, 3) => Reading::Accept,
            (sum, 0..3) => Reading::Open(sum),
            _ => Reading::Reject,
        };
        let set = Set::recognised(&shape, 0, 100, read).unwrap();
        let mut singles = Vec::new();
        for (a, b, c, d) in itertools(3, 2, 3, 4).filter(|(a, b, c, d)| a + b + c + d == 3) {
            singles.push(Set::single(&shape, &[a, b, c, d]).unwrap());
        }
        assert_eq!(set, Set::union_of(&shape, &singles.iter().collect::<Vec<_>>()).unwrap());
        assert!(matches!(Set::recognised(&shape, 0, 2, read), Err(Error::TooLarge { .. })));
        assert!(Set::recognised(&shape, (), 1, |_, (), _| Reading::Open(())).unwrap().is_empty());
        assert!(Set::recognised(&shape, (), 1, |_, (), _| Reading::Accept).unwrap().is_full());
    }

    fn itertools(a: u8, b: u8, c: u8, d: u8) -> impl Iterator<Item = (u8, u8, u8, u8)> {
        (0..a).flat_map(move |i| (0..b).flat_map(move |j| (0..c).flat_map(move |k| (0..d).map(move |l| (i, j, k, l)))))
    }
}
