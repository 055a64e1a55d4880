//! How far a method is.

use std::fmt;

/// Which way a method goes through the plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the start on.
    Forward,
    /// From the ends back.
    Backward,
}

/// What a method has done last. Displayed as a line for whoever waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The positions of a ply as sets: reached, or solved.
    Sets {
        /// Reached on the way forward, solved on the way backward.
        direction: Direction,
        /// The ply.
        ply: u32,
        /// Its positions.
        positions: u64,
        /// States of its automata.
        states: u64,
        /// Bytes that these take.
        bytes: u64,
    },
    /// A ply of which it is known in how many moves its positions are won.
    Timed {
        /// The ply.
        ply: u32,
        /// States of its automata.
        states: u64,
        /// Bytes that these take.
        bytes: u64,
    },
    /// What is decided within so many plies of the end.
    Decided {
        /// The plies.
        ply: u32,
        /// Positions decided.
        positions: u64,
        /// States of their automata.
        states: u64,
        /// Bytes that these take.
        bytes: u64,
    },
    /// Positions in an array: reached, or solved.
    Array {
        /// Reached on the way forward, solved on the way backward.
        direction: Direction,
        /// The ply.
        ply: u32,
        /// Its positions; of one class, if the method takes one class after the other.
        positions: u64,
        /// Whether they are those of one class.
        of_class: bool,
    },
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        })
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Progress::Sets { direction, ply, positions, states, bytes } => {
                write!(f, "{direction}, ply {ply}: {positions} positions in {states} states, {bytes} bytes")
            }
            Progress::Timed { ply, states, bytes } => {
                write!(f, "plies to the win, ply {ply}: {states} states, {bytes} bytes")
            }
            Progress::Decided { ply, positions, states, bytes } => {
                write!(f, "ply {ply}: {positions} positions decided in {states} states, {bytes} bytes")
            }
            Progress::Array { direction, ply, positions, of_class } => {
                write!(
                    f,
                    "{direction}, ply {ply}: {positions} positions{}",
                    if *of_class { " of one class" } else { "" }
                )
            }
        }
    }
}
