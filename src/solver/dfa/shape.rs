//! The length of strings and the alphabet of each character.

use std::sync::Arc;

use super::Error;
use super::symbol::Symbol;

/// How many symbols each character of a string may take, from 1 to 256. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    symbols: Arc<[u16]>,
}

impl Shape {
    /// A shape with the given number of symbols for each character.
    ///
    /// # Errors
    /// [`Error::Shape`] without characters, or if one has no symbols or more than 256.
    pub fn new(symbols: &[usize]) -> Result<Self, Error> {
        if symbols.is_empty() {
            return Err(Error::Shape { layer: 0, symbols: 0 });
        }
        match symbols.iter().position(|&k| !(1..=256).contains(&k)) {
            Some(layer) => Err(Error::Shape { layer, symbols: symbols[layer] }),
            None => Ok(Self { symbols: symbols.iter().map(|&k| k as u16).collect() }),
        }
    }

    /// `length` characters of `symbols` symbols each.
    ///
    /// # Errors
    /// As [`Shape::new`].
    pub fn uniform(length: usize, symbols: usize) -> Result<Self, Error> {
        Self::new(&vec![symbols; length])
    }

    /// Characters in a string, which is the number of layers.
    #[allow(clippy::len_without_is_empty, reason = "a shape is never empty")]
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Size of the alphabet of one layer.
    pub fn symbols(&self, layer: usize) -> usize {
        usize::from(self.symbols[layer])
    }

    /// Checks that a string has the right length and alphabet.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Symbol`].
    pub fn check(&self, string: &[Symbol]) -> Result<(), Error> {
        if string.len() != self.len() {
            return Err(Error::Length { expected: self.len(), found: string.len() });
        }
        match string.iter().zip(&*self.symbols).position(|(&c, &k)| u16::from(c) >= k) {
            Some(layer) => Err(Error::Symbol { layer, symbol: string[layer], symbols: self.symbols(layer) }),
            None => Ok(()),
        }
    }
}
