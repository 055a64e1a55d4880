//! Solutions as files, and what they say of positions.
//!
//! A file holds the rules as text, so that it can be asked without them; the code of every position; and its worth. It ends
//! with a checksum of the rest. Numbers are little-endian, those of variable length in groups of seven bits.

use super::code::Coder;
use super::explicit::{Solution, Worth};
use super::graph::Codes;
use super::{Value, code};
use crate::game::{Game, Move, Position, State};
use std::io::{self, Read, Write};

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"ludogen\x1a";
/// The version of the format.
const VERSION: u8 = 1;
/// The method that the solution is of.
const EXPLICIT: u8 = b'e';

/// Why a file is no solution.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is not a solution that ludogen saved")]
    Foreign,
    /// It is of another version.
    #[error("this solution is of format {found}; this program reads format {VERSION}: solve the game again")]
    Version {
        /// Its version.
        found: u8,
    },
    /// Something in it was changed or is missing.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
}

/// A solution with the rules it is of.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The rules, as text.
    pub rules: String,
    /// The values.
    pub solution: Solution,
}

impl Saved {
    /// Writes the solution.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = Summed { inner: out, sum: crc32fast::Hasher::new() };
        let Solution { codes, symbols, worth, open_draws } = &self.solution;
        out.write_all(MAGIC)?;
        out.write_all(&[VERSION, EXPLICIT, *open_draws as u8])?;
        let mut buffer = Vec::new();
        code::put(&mut buffer, self.rules.len() as u64);
        buffer.extend_from_slice(self.rules.as_bytes());
        code::put(&mut buffer, symbols.len() as u64);
        for symbol in symbols {
            code::put(&mut buffer, symbol.len() as u64);
            symbol.iter().for_each(|&n| code::put(&mut buffer, n.into()));
        }
        code::put(&mut buffer, worth.len() as u64);
        for (id, &worth) in (0..).zip(worth) {
            let code = codes.get(id);
            code::put(&mut buffer, code.len() as u64);
            buffer.extend_from_slice(code);
            code::put(&mut buffer, worth.into());
            if buffer.len() > 1 << 16 {
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
        out.write_all(&buffer)?;
        let sum = out.sum.finalize();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// Reads a solution.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or was changed.
    pub fn read(input: &mut impl Read) -> Result<Saved, FileError> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let head = bytes.get(..MAGIC.len() + 3).filter(|h| h.starts_with(MAGIC)).ok_or(FileError::Foreign)?;
        let [version, method, open_draws] = [head[8], head[9], head[10]];
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(FileError::Damaged("it ends early"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        if method != EXPLICIT || open_draws > 1 {
            return Err(FileError::Damaged("it is of a method unknown"));
        }
        Reader { rest: &body[MAGIC.len() + 3..] }
            .saved(open_draws == 1)
            .ok_or(FileError::Damaged("its contents make no sense"))
    }
}

/// Writes through, keeping a checksum.
struct Summed<'a, T> {
    inner: &'a mut T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Write for Summed<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> Option<u64> {
        code::take(&mut self.rest)
    }

    /// A length of things that take a byte at least each.
    fn length(&mut self) -> Option<usize> {
        let n = usize::try_from(self.number()?).ok()?;
        (n <= self.rest.len()).then_some(n)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.length()?;
        let (bytes, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(bytes)
    }

    fn saved(mut self, open_draws: bool) -> Option<Saved> {
        let rules = String::from_utf8(self.bytes()?.to_vec()).ok()?;
        let mut symbols = Vec::new();
        for _ in 0..self.length()? {
            let n = self.length()?;
            let symbol = (0..n).map(|_| u32::try_from(self.number()?).ok()).collect::<Option<Vec<u32>>>()?;
            symbols.push(symbol);
        }
        let mut codes = Codes::default();
        let mut worth = Vec::new();
        for _ in 0..self.length()? {
            let (_, new) = codes.insert(self.bytes()?);
            let packed = u32::try_from(self.number()?).ok()?;
            if !new || Worth::unpack(packed).is_none() {
                return None;
            }
            worth.push(packed);
        }
        let whole = self.rest.is_empty() && !worth.is_empty();
        whole.then_some(Saved { rules, solution: Solution { codes, symbols, worth, open_draws } })
    }
}

/// A solution with its game, ready to be asked.
pub struct Oracle<'a, const W: usize> {
    game: &'a Game<W>,
    solution: &'a Solution,
    coder: Coder<'a, W>,
    code: Vec<u8>,
}

/// A move and the worth of the position it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub m: Move,
    /// The worth of what follows, the plies counted from before the move; `None` if it is not known.
    pub worth: Option<Worth>,
}

impl<'a, const W: usize> Oracle<'a, W> {
    /// Asks `solution`, which is of `game`.
    pub fn new(game: &'a Game<W>, solution: &'a Solution) -> Self {
        Oracle { game, solution, coder: Coder::reading(game, solution.symbols.clone()), code: Vec::new() }
    }

    /// The worth of a position as if nothing had come before it; `None` if it cannot be reached from the start, or has no
    /// value because a rule forbids repetition.
    pub fn worth(&mut self, state: &State<W>) -> Option<Worth> {
        if let Some(outcome) = state.outcome {
            let value = Value::of_outcome(outcome, state.swapped);
            return Some(Worth { value, plies: (value != Value::Draw).then_some(0) });
        }
        self.coder.encode(state, &mut self.code)?;
        let worth = self.solution.worth_of(self.solution.codes.find(&self.code)?);
        let unknown = self.solution.open_draws && worth.value == Value::Draw;
        (!unknown).then_some(worth)
    }

    /// The legal moves of a position with their worth.
    pub fn moves(&mut self, position: &Position<W>) -> Vec<Rated> {
        let mut legal = Vec::new();
        position.legal(self.game, &mut legal);
        let mut after = position.clone();
        let rate = |m| {
            after.apply(self.game, m);
            let worth = self.worth(after.state());
            after.undo();
            Rated { m, worth: worth.map(|w| Worth { plies: w.plies.map(|n| n + 1), ..w }) }
        };
        legal.into_iter().map(rate).collect()
    }
}
