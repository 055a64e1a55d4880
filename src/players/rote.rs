//! Rote learning: positions remembered with what searching them found.
//!
//! A player that meets a remembered position where it would evaluate takes the remembered value, which saw further: with enough
//! memory a search of *d* plies sees what one of *d* and the remembered plies sees (Samuel, "Some Studies in Machine Learning Using
//! the Game of Checkers", 1959). Among wins the quicker has the greater value, among losses the slower, so that a won game is won.

use super::arena::{Arena, Evaluate};
use super::value::{WIN, WIN_BOUND};
use crate::order;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::io::{self, Read, Write};

/// The first bytes of every file, the version of the format among them.
const MAGIC: &[u8; 14] = b"ludogen rote 1";
/// The bytes of one position in a file.
const ENTRY: usize = 18;
/// The most positions that are kept, and that a file may hold.
pub const MAX_POSITIONS: usize = 1 << 22;
/// The most bytes of text that say what the memory is of.
const MAX_TEXT: usize = 1 << 20;

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recollection {
    /// The value for the side to move, on the scale of [`value`](super::value).
    pub value: i32,
    /// How many plies were searched.
    pub depth: u8,
    /// No evaluation had a part in the value: it is right whatever the policy.
    pub exact: bool,
}

impl Recollection {
    /// The value as an evaluation of an unfinished position. Wins and losses lie beyond all that evaluations say of others, the near
    /// ones beyond the far.
    fn evaluation(self) -> i32 {
        let beyond = |plies: i32| WIN_BOUND - 1 - plies.min(WIN - WIN_BOUND);
        match self.value {
            v if v >= WIN_BOUND => beyond(WIN - v),
            v if v <= -WIN_BOUND => -beyond(WIN + v),
            v => v,
        }
    }
}

/// A memory of positions, by their [hash](Arena::hash), that can be kept in a file.
///
/// It holds so many positions and no more. When it is full it forgets an eighth: what was searched least, and of that what
/// was learnt first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rote {
    rules: String,
    policy: String,
    capacity: usize,
    /// With the number under which it was learnt.
    entries: HashMap<u64, (Recollection, u32)>,
    learnt: u32,
}

/// Why a file is no memory of a game.
#[derive(Debug, thiserror::Error)]
pub enum RoteError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, or of another version.
    #[error("this is not a memory of positions that this version of ludogen keeps")]
    Foreign,
    /// Something in it was changed or is missing.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// It is of other rules.
    #[error("the positions are of other rules than these; give each game, size and variant a file of its own")]
    OtherRules,
}

impl Rote {
    /// An empty memory for a game and a policy, both as text, of at most so many positions (1 to [`MAX_POSITIONS`]).
    /// ```
    /// use ludogen::players::Rote;
    ///
    /// let rote = Rote::new("(game …)", "a policy", 100);
    /// let mut bytes = Vec::new();
    /// rote.write(&mut bytes).unwrap();
    /// assert!(Rote::read(&mut &bytes[..], "(game …)", "a policy", 100).is_ok());
    /// ```
    pub fn new(rules: &str, policy: &str, capacity: usize) -> Self {
        Rote {
            rules: rules.to_string(),
            policy: policy.to_string(),
            capacity: capacity.clamp(1, MAX_POSITIONS),
            ..Rote::default()
        }
    }

    /// How many positions are remembered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is remembered of a position.
    pub fn recall(&self, hash: u64) -> Option<Recollection> {
        self.entries.get(&hash).map(|(recollection, _)| *recollection)
    }

    /// Remembers a position, unless more is known of it already.
    pub fn learn(&mut self, hash: u64, found: Recollection) {
        let rank = |r: &Recollection| (r.exact, r.depth);
        if self.recall(hash).is_some_and(|known| rank(&known) > rank(&found)) {
            return;
        }
        self.entries.insert(hash, (found, self.learnt));
        self.learnt = self.learnt.saturating_add(1);
        if self.entries.len() > self.capacity {
            self.forget();
        }
    }

    fn forget(&mut self) {
        let mut ranked: Vec<_> =
            self.entries.iter().map(|(&hash, (r, learnt))| (r.exact, r.depth, *learnt, hash)).collect();
        order::sort(&mut ranked);
        for (.., hash) in ranked.iter().take(self.entries.len().div_ceil(8)) {
            self.entries.remove(hash);
        }
    }

    /// Writes the memory: what it is of, the positions in the order of their hashes, and a checksum. Numbers are little-endian.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        for text in [&self.rules, &self.policy] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        let mut entries: Vec<_> = self.entries.iter().collect();
        order::sort_by_key(&mut entries, |(hash, _)| **hash);
        for (hash, (recollection, learnt)) in entries {
            bytes.extend(hash.to_le_bytes());
            bytes.extend(recollection.value.to_le_bytes());
            bytes.extend([recollection.depth, recollection.exact as u8]);
            bytes.extend(learnt.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        out.write_all(&bytes)
    }

    /// Reads the memory of a game. Of what was found with another policy only what is exact is kept.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, was changed, or is of other rules.
    pub fn read(input: &mut impl Read, rules: &str, policy: &str, capacity: usize) -> Result<Self, RoteError> {
        let limit = MAGIC.len() + 2 * (4 + MAX_TEXT) + 4 + MAX_POSITIONS * ENTRY + 4;
        let mut bytes = Vec::new();
        input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
        if !bytes.starts_with(MAGIC) {
            return Err(RoteError::Foreign);
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(RoteError::Damaged("it ends early"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(RoteError::Damaged("its checksum is wrong"));
        }
        let mut memory = Rote::new(rules, policy, capacity);
        let mut rest = body.get(MAGIC.len()..).unwrap_or_default();
        let senseless = || RoteError::Damaged("its contents make no sense");
        let [of_rules, of_policy] = [text(&mut rest), text(&mut rest)].map(|t| t.ok_or_else(senseless));
        if of_rules? != rules {
            return Err(RoteError::OtherRules);
        }
        let same_policy = of_policy? == policy;
        let count = number(&mut rest).ok_or_else(senseless)? as usize;
        if count.checked_mul(ENTRY) != Some(rest.len()) {
            return Err(senseless());
        }
        let mut entries = Vec::with_capacity(count);
        for entry in rest.chunks_exact(ENTRY) {
            let (hash, entry) = entry.split_first_chunk().ok_or_else(senseless)?;
            let (value, entry) = entry.split_first_chunk().ok_or_else(senseless)?;
            let ([depth, exact], learnt) = entry.split_first_chunk().ok_or_else(senseless)?;
            let learnt: [u8; 4] = learnt.try_into().map_err(|_| senseless())?;
            let value = i32::from_le_bytes(*value);
            if *exact > 1 || !(-WIN..=WIN).contains(&value) {
                return Err(senseless());
            }
            let found = Recollection { value, depth: *depth, exact: *exact == 1 };
            if found.exact || same_policy {
                entries.push((u32::from_le_bytes(learnt), u64::from_le_bytes(*hash), found));
            }
        }
        // In the order in which they were learnt, so that a smaller memory keeps what a memory of its size would have kept.
        order::sort_by_key(&mut entries, |(learnt, hash, _)| (*learnt, *hash));
        entries.into_iter().for_each(|(_, hash, found)| memory.learn(hash, found));
        Ok(memory)
    }
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, tail) = rest.split_first_chunk::<4>()?;
    *rest = tail;
    Some(u32::from_le_bytes(*bytes))
}

fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let length = number(rest)? as usize;
    let (bytes, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    std::str::from_utf8(bytes).ok()
}

/// An evaluation that knows positions by heart, and judges the others as another evaluation does.
///
/// While a search runs the memory stays as it is; searchers remember evaluations, so they are to be
/// [cleared](super::Player::clear) when it has grown.
#[derive(Clone, Debug)]
pub struct Recall<E, R> {
    /// The evaluation of what is not remembered.
    pub inner: E,
    /// What is remembered.
    pub memory: R,
}

impl<A: Arena, E: Evaluate<A>, R: Borrow<Rote>> Evaluate<A> for Recall<E, R> {
    fn evaluate(&self, arena: &A, position: &A::Position) -> i32 {
        let memory = self.memory.borrow();
        let known = if memory.is_empty() { None } else { memory.recall(arena.hash(position)) };
        match known {
            Some(recollection) => recollection.evaluation(),
            None => self.inner.evaluate(arena, position),
        }
    }
}
