//! Going through the strings of a set.

use rand::{Rng, RngExt};

use super::set::NONE;
use super::{Error, Set, Symbol};

/// The strings of a set in lexicographic order, made by [`Set::iter`].
pub struct Strings<'a> {
    set: &'a Set,
    /// The state before each character of `string`, and after the last.
    states: Vec<u32>,
    string: Vec<Symbol>,
    done: bool,
}

impl Set {
    /// Goes through the strings in lexicographic order, O(length × alphabet) for each at most.
    pub fn iter(&self) -> Strings<'_> {
        Strings { set: self, states: vec![self.root()], string: Vec::new(), done: self.is_empty() }
    }
}

impl<'a> IntoIterator for &'a Set {
    type Item = Vec<Symbol>;
    type IntoIter = Strings<'a>;

    fn into_iter(self) -> Strings<'a> {
        self.iter()
    }
}

impl Strings<'_> {
    /// Appends the least character not below `from` that leads on; false if there is none.
    fn push(&mut self, from: usize) -> bool {
        let layer = self.string.len();
        let state = self.states[layer];
        let leads_on = |&symbol: &usize| self.set.step(layer, state, symbol) != NONE;
        let Some(symbol) = (from..self.set.shape().symbols(layer)).find(leads_on) else { return false };
        self.states.push(self.set.step(layer, state, symbol));
        self.string.push(symbol as Symbol);
        true
    }
}

impl Iterator for Strings<'_> {
    type Item = Vec<Symbol>;

    fn next(&mut self) -> Option<Vec<Symbol>> {
        if self.done {
            return None;
        }
        // After a complete string, go back to the last character that can be raised.
        let mut from = 0;
        if self.string.len() == self.set.shape().len() {
            loop {
                let Some(symbol) = self.string.pop() else {
                    self.done = true;
                    return None;
                };
                self.states.pop();
                from = usize::from(symbol) + 1;
                if self.push(from) {
                    break;
                }
            }
            from = 0;
        }
        while self.string.len() < self.set.shape().len() {
            // Every state but the empty one leads on, so this never fails.
            self.push(from);
        }
        Some(self.string.clone())
    }
}

/// A set with the counts of all its states, made by [`Set::ranked`]: strings by rank, ranks of strings, uniform samples.
/// Takes 16 bytes a state.
pub struct Ranked<'a> {
    set: &'a Set,
    /// For each layer and one more, the strings accepted from each state, uniform ones first.
    counts: Vec<Vec<u128>>,
}

impl Set {
    /// Counts the strings below every state.
    ///
    /// # Errors
    /// [`Error::Count`] from 2¹²⁸ − 1 strings.
    pub fn ranked(&self) -> Result<Ranked<'_>, Error> {
        self.count()?;
        let mut counts = vec![vec![0, 1]];
        for layer in (0..self.shape().len()).rev() {
            let above = self.layer_counts(layer, &counts[counts.len() - 1]);
            counts.push(above);
        }
        counts.reverse();
        Ok(Ranked { set: self, counts })
    }
}

impl Ranked<'_> {
    /// How many strings the set has.
    pub fn count(&self) -> u128 {
        self.counts[0][self.set.root() as usize]
    }

    /// The string with so many strings of the set before it in lexicographic order, if there is one.
    pub fn nth(&self, mut rank: u128) -> Option<Vec<Symbol>> {
        if rank >= self.count() {
            return None;
        }
        let mut state = self.set.root();
        let shape = self.set.shape();
        let string = (0..shape.len()).map(|layer| {
            for symbol in 0..shape.symbols(layer) {
                let below = self.set.step(layer, state, symbol);
                let count = self.counts[layer + 1][below as usize];
                if rank < count {
                    state = below;
                    return symbol as Symbol;
                }
                rank -= count;
            }
            unreachable!("the rank is below the count of the state")
        });
        Some(string.collect())
    }

    /// How many strings of the set come before this one; none if it is not in the set.
    pub fn rank(&self, string: &[Symbol]) -> Option<u128> {
        if !self.set.contains(string) {
            return None;
        }
        let mut state = self.set.root();
        let mut rank = 0;
        for (layer, &c) in string.iter().enumerate() {
            for symbol in 0..usize::from(c) {
                rank += self.counts[layer + 1][self.set.step(layer, state, symbol) as usize];
            }
            state = self.set.step(layer, state, usize::from(c));
        }
        Some(rank)
    }

    /// A string of the set, each with the same chance; none if the set is empty.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<Vec<Symbol>> {
        if self.count() == 0 { None } else { self.nth(rng.random_range(0..self.count())) }
    }
}
