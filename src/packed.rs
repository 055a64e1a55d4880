//! Documents as bytes: JSON, deflated, behind its checksum. What comes in is bounded before it is looked at.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};

/// The bytes of the checksum, which come first.
pub(crate) const SUM: usize = 32;

/// Why bytes are no document.
#[derive(Debug)]
pub(crate) enum Flaw {
    /// The checksum is another, or they cannot be unpacked.
    Damaged,
    /// They would unpack to too much.
    TooLarge,
    /// They hold something else.
    Malformed(serde_json::Error),
}

/// A document as bytes.
///
/// # Errors
/// If it holds what JSON cannot: a number that is not finite.
pub(crate) fn pack<T: Serialize>(document: &T) -> io::Result<Vec<u8>> {
    let mut packer = DeflateEncoder::new(vec![0; SUM], Compression::fast());
    packer.write_all(&serde_json::to_vec(document)?)?;
    let mut bytes = packer.finish()?;
    let sum = Sha256::digest(&bytes[SUM..]);
    bytes[..SUM].copy_from_slice(&sum);
    Ok(bytes)
}

/// The document that was packed, if it unpacks to no more than so many bytes.
///
/// # Errors
/// What is wrong with the bytes.
pub(crate) fn unpack<T: DeserializeOwned>(bytes: &[u8], limit: u64) -> Result<T, Flaw> {
    let (sum, packed) = bytes.split_at_checked(SUM).ok_or(Flaw::Damaged)?;
    if Sha256::digest(packed)[..] != *sum {
        return Err(Flaw::Damaged);
    }
    let mut text = Vec::new();
    let read = DeflateDecoder::new(packed).take(limit.saturating_add(1)).read_to_end(&mut text);
    read.map_err(|_| Flaw::Damaged)?;
    if text.len() as u64 > limit {
        return Err(Flaw::TooLarge);
    }
    serde_json::from_slice(&text).map_err(Flaw::Malformed)
}

/// A digest of parts, each told from the next: the first so many bytes of it in hexadecimal digits.
pub(crate) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>, bytes: usize) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    hex(&digest.finalize()[..bytes.min(SUM)])
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
