//! What a set is divided into.

use super::Set;

/// A set divided by membership in an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<S = Set> {
    /// The strings of the set that are in the image.
    pub hit: S,
    /// The strings of the set that are not.
    pub miss: S,
}
