//! Documents as they are sent: packed, behind what they are.

use crate::packed::{self, Flaw};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes that a document begins with: its kind, and the version of the format.
const HEAD: &[u8; 8] = b"ludowrk\x01";

/// The most that a message may unpack to.
#[cfg(feature = "queue")]
pub(super) const MESSAGE: u64 = 64 << 20;

/// The most that a file of a batch may unpack to.
pub(super) const FILE: u64 = 2 << 30;

/// Why bytes are no document that can be used.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// They do not begin as one.
    #[error("this is no ludogen document, or one of another format")]
    Foreign,
    /// They are damaged.
    #[error("the checksum is wrong: the document is damaged or cut short")]
    Damaged,
    /// They would unpack to too much.
    #[error("the document is larger than {0} bytes")]
    TooLarge(u64),
    /// They hold something else.
    #[error("{0}")]
    Malformed(String),
    /// A piece of another run; says what differs.
    #[error("this belongs to another run: {what} is {theirs} there and {ours} here")]
    OtherRun {
        /// What differs.
        what: &'static str,
        /// In the document.
        theirs: String,
        /// Here.
        ours: String,
    },
    /// The games that a piece is made from are not at hand.
    #[error("the population at hand has {have} of the {wanted} games that the piece is made from, or others")]
    Population {
        /// So many games are at hand.
        have: u64,
        /// So many are wanted.
        wanted: u64,
    },
}

/// A document as bytes.
///
/// ```
/// use ludogen::queue::{pack, unpack};
///
/// let bytes = pack(&vec![1.0, 0.1 + 0.2]).unwrap();
/// assert_eq!(unpack::<Vec<f64>>(&bytes, 1 << 10).unwrap(), [1.0, 0.1 + 0.2]);
/// assert!(unpack::<Vec<f64>>(&bytes[..20], 1 << 10).is_err());
/// assert!(unpack::<Vec<f64>>(&bytes, 3).is_err());
/// ```
///
/// # Errors
/// If it holds what JSON cannot: a number that is not finite.
pub fn pack<T: Serialize>(document: &T) -> Result<Vec<u8>, WireError> {
    let packed = packed::pack(document).map_err(|e| WireError::Malformed(e.to_string()))?;
    Ok([&HEAD[..], &packed].concat())
}

/// The document that was packed, if it unpacks to no more than so many bytes.
///
/// ```
/// use ludogen::queue::{WireError, pack, unpack};
///
/// let bytes = pack(&"Hex").unwrap();
/// assert_eq!(unpack::<String>(&bytes, 100).unwrap(), "Hex");
/// assert!(matches!(unpack::<String>(&bytes, 2), Err(WireError::TooLarge(2))));
/// assert!(matches!(unpack::<String>(b"\"Hex\"", 100), Err(WireError::Foreign)));
/// ```
///
/// # Errors
/// What is wrong with the bytes.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8], limit: u64) -> Result<T, WireError> {
    let rest = bytes.strip_prefix(HEAD).ok_or(WireError::Foreign)?;
    packed::unpack(rest, limit).map_err(|flaw| match flaw {
        Flaw::Damaged => WireError::Damaged,
        Flaw::TooLarge => WireError::TooLarge(limit),
        Flaw::Malformed(e) => WireError::Malformed(e.to_string()),
    })
}

/// A digest of parts, in hexadecimal digits: short enough for names, long enough that no two meet.
pub(super) fn digest(parts: &[&[u8]]) -> String {
    packed::digest(parts.iter().copied(), 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use sha2::{Digest, Sha256};
    use std::io::Write;

    const LIMIT: u64 = 64 << 20;

    #[test]
    fn any_flipped_bit_and_any_cut_is_noticed() {
        let bytes = pack(&("text".repeat(50), 7u64)).unwrap();
        let whole: (String, u64) = unpack(&bytes, LIMIT).unwrap();
        assert_eq!(whole, ("text".repeat(50), 7));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(unpack::<(String, u64)>(&damaged, LIMIT).is_err(), "byte {at}, bit {bit}");
            }
            assert!(unpack::<(String, u64)>(&bytes[..at], LIMIT).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_would_fill_the_memory_is_refused() {
        let bomb = pack(&vec![0u8; 4 << 20]).unwrap();
        assert!(bomb.len() < 100_000);
        assert!(matches!(unpack::<Vec<u8>>(&bomb, 1 << 20), Err(WireError::TooLarge(_))));
        let deep = "[".repeat(100_000);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(deep.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        let bytes = [&HEAD[..], &Sha256::digest(&packed), &packed].concat();
        assert!(matches!(unpack::<serde_json::Value>(&bytes, LIMIT), Err(WireError::Malformed(_))));
    }
}
