//! What can go wrong with sets and relations.

use super::symbol::Symbol;

/// Why a set or relation could not be made, combined, saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A shape without layers, or a layer without symbols or with more than 256.
    #[error("layer {layer} has {symbols} symbols; between 1 and 256 are accepted, in at least one layer")]
    Shape {
        /// The layer at fault.
        layer: usize,
        /// How many symbols it was to have.
        symbols: usize,
    },
    /// A string of another length than the shape's.
    #[error("a string has {found} characters where {expected} are expected")]
    Length {
        /// Layers of the shape.
        expected: usize,
        /// Characters found.
        found: usize,
    },
    /// A character outside its layer's alphabet.
    #[error("character {symbol} at index {layer} is outside its alphabet of {symbols}")]
    Symbol {
        /// Index in the string.
        layer: usize,
        /// The character found.
        symbol: Symbol,
        /// Size of the alphabet.
        symbols: usize,
    },
    /// An event names a cell beyond the shape.
    #[error("an event names cell {cell}, but strings have {layers} characters")]
    Cell {
        /// The cell named.
        cell: usize,
        /// Layers of the shape.
        layers: usize,
    },
    /// Two operands have different shapes.
    #[error("the operands have different shapes")]
    Mismatch,
    /// An operation on no sets, or on more at once than it can number.
    #[error("an image of {found} sets; between 1 and 128 are accepted")]
    Operands {
        /// How many were given.
        found: usize,
    },
    /// More states (or nodes, or words of bookkeeping) in one layer than can be numbered, or than were said to be enough.
    #[error("too many states in layer {layer}")]
    TooLarge {
        /// The layer at fault.
        layer: usize,
    },
    /// An operation needs more memory than it may work in.
    #[error("an operation on sets works in {used} bytes where {limit} are allowed")]
    Memory {
        /// Bytes in use.
        used: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// Operations visit more states than they may.
    #[error("not done within {limit} states")]
    States {
        /// States allowed.
        limit: u64,
    },
    /// A count of strings beyond 128 bits.
    #[error("the set has more than 2^128 strings")]
    Count,
    /// A file that is not a set, or not one any more.
    #[error("not a valid set file: {0}")]
    File(&'static str),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
