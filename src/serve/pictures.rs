//! What pages show of games by their rules alone, kept from one request to the next: boards as pictures, and what a page plays with.

use crate::web::picture;
use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Pictures and openings that were made before.
#[derive(Debug, Default)]
pub struct Pictures {
    boards: Kept,
    openings: Kept,
}

impl Pictures {
    /// The board of the game with these rules at its start; `None` if they cannot be played.
    pub fn board(&self, text: &str) -> Option<Made> {
        self.boards.of(text, picture::board)
    }

    /// The rules, and what the engine says of them, as JSON; `None` if they cannot be played.
    pub fn opening(&self, text: &str) -> Option<Made> {
        self.openings.of(text, picture::opening)
    }
}

/// What was made, and the tag by which a browser knows it.
pub type Made = (Bytes, String);

/// Things made from rules, within a number of bytes.
#[derive(Debug, Default)]
struct Kept(Mutex<Drawn>);

/// By a digest of the rules, with the bytes that they take in all; `None` where rules cannot be played.
#[derive(Debug, Default)]
struct Drawn {
    made: HashMap<[u8; 32], Option<Made>>,
    bytes: usize,
}

impl Kept {
    /// The most bytes that are kept.
    const MOST: usize = 24 << 20;

    fn of(&self, text: &str, make: fn(&str) -> Option<String>) -> Option<Made> {
        let digest: [u8; 32] = Sha256::digest(text).into();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().made.get(&digest) {
            return known.clone();
        }
        // Two who ask at once both make it.
        let made = make(text).map(|made| {
            let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(made.as_bytes()), made.len());
            (Bytes::from(made), tag)
        });
        let mut held = lock();
        let size = made.as_ref().map_or(0, |(made, _)| made.len()) + 200;
        if held.bytes + size > Self::MOST {
            *held = Drawn::default();
        }
        held.bytes += size;
        held.made.insert(digest, made.clone());
        made
    }
}
