//! One character.

/// One character of a string. Layer *i* of a [`Shape`](super::Shape) with *k* symbols reads 0 to *k* − 1.
pub type Symbol = u8;
