//! The methods, by name.

use serde::Serialize;

/// A way to find the exact value of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All strings of a game on sets, from the ends backwards: [`crate::solver::symbolic::retrograde`].
    Retrograde,
    /// What the start leads to on sets, forward ply by ply, then backward: [`crate::solver::symbolic::layered`].
    Layered,
    /// What the start leads to in arrays, one class of positions after the other: [`crate::solver::symbolic::indexed`].
    Indexed,
    /// What the start leads to in games that fill a cell in every turn: [`crate::solver::symbolic::filling`].
    Filling,
    /// What the start leads to, one position after the other: [`crate::solver::explicit`].
    Explicit,
    /// The start alone, by search: [`crate::solver::proof`].
    Proof,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 6] =
        [Method::Retrograde, Method::Layered, Method::Indexed, Method::Filling, Method::Explicit, Method::Proof];

    /// Its word on the command line and in every output.
    pub fn word(self) -> &'static str {
        match self {
            Method::Retrograde => "retrograde",
            Method::Layered => "layered",
            Method::Indexed => "indexed",
            Method::Filling => "filling",
            Method::Explicit => "explicit",
            Method::Proof => "proof",
        }
    }

    /// Whether it finds the value of every position, and not that of the start alone.
    pub fn values_all(self) -> bool {
        !matches!(self, Method::Filling | Method::Proof)
    }

    /// Whether it can write finished plies to a folder and go on from there.
    pub fn keeps_checkpoints(self) -> bool {
        matches!(self, Method::Layered | Method::Retrograde)
    }
}
