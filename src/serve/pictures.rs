//! Pictures of boards, kept from one request to the next.

use crate::web::picture;
use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Pictures of boards that were drawn before.
#[derive(Debug, Default)]
pub struct Pictures(Mutex<Drawn>);

/// By a digest of the rules, with the bytes that they take in all; `None` where rules cannot be played.
#[derive(Debug, Default)]
struct Drawn {
    pictures: HashMap<[u8; 32], Option<Picture>>,
    bytes: usize,
}

/// A picture, and the tag by which a browser knows it.
type Picture = (Bytes, String);

impl Pictures {
    /// The most bytes that are kept.
    const MOST: usize = 24 << 20;

    /// The board of the game with these rules at its start; `None` if they cannot be played.
    pub fn of(&self, text: &str) -> Option<Picture> {
        let digest: [u8; 32] = Sha256::digest(text).into();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().pictures.get(&digest) {
            return known.clone();
        }
        // Two who ask at once both draw it.
        let drawn = picture::board(text).map(|svg| {
            let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(svg.as_bytes()), svg.len());
            (Bytes::from(svg), tag)
        });
        let mut held = lock();
        let size = drawn.as_ref().map_or(0, |(svg, _)| svg.len()) + 200;
        if held.bytes + size > Self::MOST {
            *held = Drawn::default();
        }
        held.bytes += size;
        held.pictures.insert(digest, drawn.clone());
        drawn
    }
}
