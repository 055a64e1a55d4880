//! A set of strings.

use std::hash::Hasher;
use std::sync::Arc;

use super::{Error, Shape, Symbol};

/// The uniform state that accepts nothing below it.
pub const NONE: u32 = 0;
/// The uniform state that accepts everything below it.
pub const ALL: u32 = 1;
/// Number of the first stored state of a layer.
pub(super) const FIRST: u32 = 2;

/// A set of strings of one [`Shape`], as a minimal layered automaton. Immutable, cheap to clone; equality costs at most one pass.
///
/// Space: four bytes per transition, so 12 bytes a state for three symbols.
///
/// ```
/// use ludogen::solver::dfa::{Set, Shape};
///
/// let shape = Shape::uniform(8, 2).unwrap();
/// let begins = Set::cube(&shape, &[(0, vec![1])]).unwrap();
/// let ends = Set::cube(&shape, &[(7, vec![1])]).unwrap();
/// let either = begins.union(&ends).unwrap();
/// assert_eq!(either.count().unwrap(), 128 + 128 - 64);
/// assert!(either.contains(&[0, 1, 0, 1, 0, 1, 0, 1]) && !either.contains(&[0, 1, 1, 1, 1, 1, 1, 0]));
///
/// // However a set comes about, it is the same automaton.
/// let neither = begins.complement().intersection(&ends.complement()).unwrap();
/// assert_eq!(neither.complement(), either);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    shape: Shape,
    root: u32,
    /// For each layer, the rows of its states: as many state numbers of the next layer as it has symbols.
    layers: Arc<[Vec<u32>]>,
}

impl Set {
    /// The set without strings.
    pub fn empty(shape: &Shape) -> Self {
        Self::from_parts(shape.clone(), NONE, vec![Vec::new(); shape.len()])
    }

    /// The set of all strings.
    pub fn full(shape: &Shape) -> Self {
        Self::from_parts(shape.clone(), ALL, vec![Vec::new(); shape.len()])
    }

    /// The set of one string.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Symbol`] if the string does not fit the shape.
    pub fn single(shape: &Shape, string: &[Symbol]) -> Result<Self, Error> {
        shape.check(string)?;
        Self::cube(shape, &string.iter().enumerate().map(|(i, &c)| (i, vec![c])).collect::<Vec<_>>())
    }

    /// The strings whose characters at the given indices are among the given symbols; other characters are free.
    /// An index that is named twice must satisfy both.
    ///
    /// # Errors
    /// [`Error::Cell`] or [`Error::Symbol`] outside the shape.
    pub fn cube(shape: &Shape, conditions: &[(usize, Vec<Symbol>)]) -> Result<Self, Error> {
        let length = shape.len();
        let mut allowed: Vec<Vec<bool>> = (0..length).map(|l| vec![true; shape.symbols(l)]).collect();
        for (cell, symbols) in conditions {
            let Some(layer) = allowed.get_mut(*cell) else {
                return Err(Error::Cell { cell: *cell, layers: length });
            };
            if let Some(&symbol) = symbols.iter().find(|&&c| usize::from(c) >= layer.len()) {
                return Err(Error::Symbol { layer: *cell, symbol, symbols: layer.len() });
            }
            for (symbol, ok) in layer.iter_mut().enumerate() {
                *ok &= symbols.iter().any(|&c| usize::from(c) == symbol);
            }
        }
        if allowed.iter().any(|layer| !layer.contains(&true)) {
            return Ok(Self::empty(shape));
        }
        let mut below = ALL;
        let mut layers = vec![Vec::new(); length];
        for (layer, ok) in allowed.iter().enumerate().rev() {
            if below != ALL || ok.contains(&false) {
                layers[layer] = ok.iter().map(|&ok| if ok { below } else { NONE }).collect();
                below = FIRST;
            }
        }
        Ok(Self::from_parts(shape.clone(), below, layers))
    }

    /// Wraps an automaton that is already minimal and numbered by first visit.
    pub(super) fn from_parts(shape: Shape, root: u32, layers: Vec<Vec<u32>>) -> Self {
        debug_assert_eq!(shape.len(), layers.len());
        Self { shape, root, layers: layers.into() }
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The state of layer 0 that reading starts from.
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The rows of a layer, one after another.
    pub(super) fn rows(&self, layer: usize) -> &[u32] {
        &self.layers[layer]
    }

    /// The state of the next layer after reading `symbol` in `state`.
    pub(super) fn step(&self, layer: usize, state: u32, symbol: usize) -> u32 {
        match state {
            NONE | ALL => state,
            _ => self.layers[layer][(state - FIRST) as usize * self.shape.symbols(layer) + symbol],
        }
    }

    /// Feeds all that makes the set to a hasher.
    pub fn digest(&self, hasher: &mut impl Hasher) {
        hasher.write_usize(self.shape.len());
        hasher.write_u32(self.root);
        for (layer, rows) in self.layers.iter().enumerate() {
            hasher.write_usize(self.shape.symbols(layer));
            hasher.write_usize(rows.len());
            rows.iter().for_each(|&state| hasher.write_u32(state));
        }
    }

    /// Whether this is the same automaton in memory: then the sets are equal, but equal sets need not be the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.layers, &other.layers)
    }

    /// Whether the set has no strings. O(1).
    pub fn is_empty(&self) -> bool {
        self.root == NONE
    }

    /// Whether the set has all strings. O(1).
    pub fn is_full(&self) -> bool {
        self.root == ALL
    }

    /// Whether a string belongs to the set; false if it does not fit the shape. O(length).
    pub fn contains(&self, string: &[Symbol]) -> bool {
        self.shape.check(string).is_ok()
            && string.iter().enumerate().fold(self.root, |state, (layer, &c)| self.step(layer, state, usize::from(c)))
                == ALL
    }

    /// States of the automaton, the uniform ones not counted.
    pub fn states(&self) -> usize {
        (0..self.shape.len()).map(|layer| self.layer_states(layer)).sum()
    }

    /// States of one layer, the uniform ones not counted.
    pub fn layer_states(&self, layer: usize) -> usize {
        self.layers[layer].len() / self.shape.symbols(layer)
    }

    /// For each symbol of a layer, in how many of its states it may be read.
    pub fn readings(&self, layer: usize) -> Vec<usize> {
        let symbols = self.shape.symbols(layer);
        let read =
            |symbol| self.layers[layer].iter().skip(symbol).step_by(symbols).filter(|&&state| state != NONE).count();
        (0..symbols).map(read).collect()
    }

    /// For each number from 1 to `places`: how many states behind so many first places are read after strings that have the symbol there so often
    /// at least, and how many after strings that have it less often. This measures how hard it is to work on the strings of either
    /// kind. Numbers above 63 are not told apart, uniform states not counted.
    pub fn divisions(&self, symbol: Symbol, places: usize) -> Vec<[usize; 2]> {
        const MOST: usize = u64::BITS as usize - 1;
        // States by how often the symbol is read before them at least, and at most.
        let (mut fewest, mut most) = ([0; MOST + 1], [0; MOST + 1]);
        // For each state of a layer, a bit for each number of times.
        let mut times = vec![0u64; FIRST as usize + 1];
        times[self.root as usize] = 1;
        for (layer, rows) in self.layers.iter().enumerate() {
            let next = self.layers.get(layer + 1).map_or(0, |_| self.layer_states(layer + 1));
            let mut times_next = vec![0; FIRST as usize + next];
            for (&here, row) in times[FIRST as usize..].iter().zip(rows.chunks_exact(self.shape.symbols(layer))) {
                if layer >= places && here != 0 {
                    fewest[here.trailing_zeros() as usize] += 1;
                    most[here.ilog2() as usize] += 1;
                }
                for (read, &state) in row.iter().enumerate() {
                    let counts = layer < places && read == usize::from(symbol);
                    times_next[state as usize] |= if counts { here << 1 | here & 1 << MOST } else { here };
                }
            }
            times = times_next;
        }
        (1..=places.min(MOST)).map(|least| [most[least..].iter().sum(), fewest[..least].iter().sum()]).collect()
    }

    /// Bytes of its transitions in memory.
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(|rows| size_of_val(&rows[..])).sum()
    }

    /// How many strings the set has. One pass, in memory for two layers.
    ///
    /// # Errors
    /// [`Error::Count`] from 2¹²⁸ − 1 strings.
    pub fn count(&self) -> Result<u128, Error> {
        let mut below = vec![0, 1];
        for layer in (0..self.shape.len()).rev() {
            below = self.layer_counts(layer, &below);
        }
        match below[self.root as usize] {
            u128::MAX => Err(Error::Count),
            count => Ok(count),
        }
    }

    /// Strings accepted from each state of a layer, uniform states first, given those of the next layer. Saturates: what is counted on
    /// the way may be larger than the set.
    pub(super) fn layer_counts(&self, layer: usize, below: &[u128]) -> Vec<u128> {
        let symbols = self.shape.symbols(layer);
        let all = below[ALL as usize].saturating_mul(symbols as u128);
        let row_count = |row: &[u32]| row.iter().fold(0u128, |sum, &state| sum.saturating_add(below[state as usize]));
        [0, all].into_iter().chain(self.layers[layer].chunks_exact(symbols).map(row_count)).collect()
    }
}
