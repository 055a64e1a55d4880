//! Solutions as files, and what they say of positions.
//!
//! A file holds the rules as text, so that it can be asked without them, and the code of every position with its worth, or sets of positions
//! by their worth. It ends with a checksum of the rest. Numbers are little-endian, those of variable length in groups of seven bits.

use super::code::Coder;
use super::dfa::{self, Bytes, Limit, with_limit};
use super::encode::{Encoding, Refusal, encode};
use super::explicit::Solution;
use super::graph::Codes;
use super::on_sets::{INDEXED, OnSets};
use super::wire::{Reader, put};
use super::{Value, Worth};
use crate::game::{Game, Move, Position, State};
use crate::language::{Tree, normal, parse, print};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"ludogen\x1a";
/// The version of the format.
const VERSION: u8 = 2;
/// The method that the solution is of.
const EXPLICIT: u8 = b'e';
/// What compiling rules to sets may take, before a file with sets is asked.
const LIMIT: Limit = Limit { bytes: 2 << 30, states: 1 << 28 };
/// Moves of an unfinished turn that are tried to value it.
const MOST_VISITS: u32 = 10_000;

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
///
/// ```
/// use ludogen::game::{AnyGame, Player};
/// use ludogen::language::parse;
/// use ludogen::solver::solution::{FileError, Oracle, Saved, Values};
/// use ludogen::solver::{Budget, Worth, solve};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let (solution, _) = solve(game, &Budget { positions: 10_000, bytes: 1 << 24 }).unwrap();
///     let mut file = Vec::new();
///     Saved { rules: rules.into(), values: Values::Listed(solution) }.write(&mut file).unwrap();
///
///     let saved = Saved::read(&mut &file[..]).unwrap();
///     assert_eq!(saved.rules, rules);
///     assert_eq!(saved.printed(), "(game Three\n  (board (square 3 3 i-nbors))\n  (win (in-a-row 3)))\n");
///     let worth = Oracle::of(game, &saved).unwrap().worth(&game.initial(Player::White));
///     assert_eq!(worth, Some(Worth::DRAW));
///
///     file[100] ^= 1;
///     assert!(matches!(Saved::read(&mut &file[..]), Err(FileError::Damaged(_))));
/// });
/// ```
#[derive(Clone, Debug)]
pub struct Saved {
    /// The rules, as text.
    pub rules: String,
    /// The values.
    pub values: Values,
}

/// The values of a game's positions, as one of the methods finds them.
#[derive(Clone, Debug)]
pub enum Values {
    /// Listed one by one.
    Listed(Solution),
    /// In sets, or in arrays by class.
    OnSets(OnSets),
}

impl Saved {
    /// Whether the rules are these.
    pub fn is_of(&self, tree: &Tree) -> bool {
        parse(&self.rules).is_ok_and(|own| normal(&own) == normal(tree))
    }

    /// The rules as they are printed now, whatever version wrote them.
    pub fn printed(&self) -> String {
        parse(&self.rules).map_or_else(|_| self.rules.clone(), |tree| print(&tree))
    }

    /// Writes the solution.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = Summed { inner: out, sum: crc32fast::Hasher::new() };
        let (method, open_draws) = match &self.values {
            Values::Listed(solution) => (EXPLICIT, solution.open_draws),
            Values::OnSets(sets) => (sets.letter(), false),
        };
        out.write_all(MAGIC)?;
        out.write_all(&[VERSION, method, open_draws as u8])?;
        let mut buffer = Vec::new();
        put(&mut buffer, self.rules.len() as u64);
        buffer.extend_from_slice(self.rules.as_bytes());
        match &self.values {
            Values::Listed(solution) => list(&mut out, &mut buffer, solution)?,
            Values::OnSets(sets) => sets.put(&mut buffer),
        }
        out.write_all(&buffer)?;
        let sum = out.sum.finalize();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// Writes the solution to a file, which appears under its name only when it is complete: whoever has an earlier solution of this name
    /// mapped keeps it. What is no file, such as a pipe, is written to as it is.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let special = std::fs::metadata(path).is_ok_and(|data| !data.is_file());
        let mut unfinished = path.as_os_str().to_owned();
        if !special {
            unfinished.push(".part");
        }
        let mut to = BufWriter::new(File::create(&unfinished)?);
        self.write(&mut to)?;
        to.flush()?;
        if special { Ok(()) } else { std::fs::rename(unfinished, path) }
    }

    /// Reads a solution.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or was changed.
    pub fn read(input: &mut impl Read) -> Result<Saved, FileError> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Self::of(bytes.into())
    }

    /// Maps a file into memory: sets in it are asked where they lie, so that a solution may be larger than memory. The file must not be
    /// changed or cut short meanwhile.
    ///
    /// # Errors
    /// As [`Saved::read`].
    pub fn map(path: &Path) -> Result<Saved, FileError> {
        match Bytes::map(path) {
            Ok(bytes) => Self::of(bytes),
            Err(dfa::Error::Io(error)) => Err(error.into()),
            Err(_) => Err(FileError::Foreign),
        }
    }

    /// The solution in some bytes.
    fn of(shared: Bytes) -> Result<Saved, FileError> {
        let bytes = shared.as_ref();
        let head = bytes.get(..MAGIC.len() + 3).filter(|h| h.starts_with(MAGIC)).ok_or(FileError::Foreign)?;
        let [version, method, open_draws] = [head[8], head[9], head[10]];
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(FileError::Damaged("it ends early"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        if open_draws > 1 {
            return Err(FileError::Damaged("its contents make no sense"));
        }
        let mut reader = Reader::new(bytes, MAGIC.len() + 3..body.len()).ok_or(FileError::Damaged("it ends early"))?;
        let saved = match method {
            EXPLICIT => read_listed(&mut reader, open_draws == 1),
            _ => read_on_sets(&mut reader, &shared, method),
        };
        saved.filter(|_| reader.is_at_the_end()).ok_or(FileError::Damaged("its contents make no sense"))
    }
}

/// Writes the codes and worths of a solution.
fn list(out: &mut impl Write, buffer: &mut Vec<u8>, solution: &Solution) -> io::Result<()> {
    let Solution { codes, symbols, worth, .. } = solution;
    put(buffer, symbols.len() as u64);
    for symbol in symbols {
        put(buffer, symbol.len() as u64);
        symbol.iter().for_each(|&n| put(buffer, n.into()));
    }
    put(buffer, worth.len() as u64);
    for (id, &worth) in (0..).zip(worth) {
        let code = codes.get(id);
        put(buffer, code.len() as u64);
        buffer.extend_from_slice(code);
        put(buffer, worth.into());
        if buffer.len() > 1 << 16 {
            out.write_all(buffer)?;
            buffer.clear();
        }
    }
    Ok(())
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

/// Reads a solution on sets, which stay where they lie, or in arrays.
fn read_on_sets(reader: &mut Reader, shared: &Bytes, method: u8) -> Option<Saved> {
    let rules = reader.text()?;
    if method == INDEXED {
        return Some(Saved { rules, values: Values::OnSets(OnSets::take_indexed(reader)?) });
    }
    let places = (0..reader.length()?).map(|_| reader.place()).collect::<Option<Vec<_>>>()?;
    Some(Saved { rules, values: Values::OnSets(OnSets::at(method, shared, places)?) })
}

/// Reads a solution that lists codes and worths.
fn read_listed(reader: &mut Reader, open_draws: bool) -> Option<Saved> {
    let rules = reader.text()?;
    let mut symbols = Vec::new();
    for _ in 0..reader.length()? {
        let n = reader.length()?;
        let symbol = (0..n).map(|_| u32::try_from(reader.number()?).ok()).collect::<Option<Vec<u32>>>()?;
        symbols.push(symbol);
    }
    let mut codes = Codes::default();
    let mut worth = Vec::new();
    for _ in 0..reader.length()? {
        let (_, new) = codes.insert(reader.bytes()?);
        let packed = u32::try_from(reader.number()?).ok()?;
        if !new || Worth::unpack(packed).is_none() {
            return None;
        }
        worth.push(packed);
    }
    let solution = Solution { codes, symbols, worth, open_draws };
    (!solution.worth.is_empty()).then_some(Saved { rules, values: Values::Listed(solution) })
}

/// A solution with its game, ready to be asked.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::solver::solution::Oracle;
/// use ludogen::solver::{Budget, Worth, solve};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let (solution, _) = solve(game, &Budget { positions: 10_000, bytes: 1 << 24 }).unwrap();
///     let mut position = Position::new(game, Player::White);
///     position.apply(game, game.read_move(&position, "b2").unwrap());
///     let rated = Oracle::new(game, &solution).moves(&position);
///     let good = rated.iter().filter(|rated| rated.worth == Some(Worth::DRAW));
///     let good: Vec<String> = good.map(|rated| game.board().label(rated.m.to)).collect();
///     assert_eq!(good, ["A1", "C1", "A3", "C3"], "the centre is answered in a corner");
/// });
/// ```
pub struct Oracle<'a, const W: usize> {
    game: &'a Game<W>,
    source: Source<'a, W>,
}

enum Source<'a, const W: usize> {
    Listed { solution: &'a Solution, coder: Coder<'a, W>, code: Vec<u8> },
    OnSets { sets: &'a OnSets, encoding: Box<Encoding> },
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
        let coder = Coder::reading(game, solution.symbols.clone());
        Oracle { game, source: Source::Listed { solution, coder, code: Vec::new() } }
    }

    /// Asks what was saved, which is of `game`.
    ///
    /// # Errors
    /// If it was saved as sets, and the rules cannot be compiled to sets, as they could when it was made.
    pub fn of(game: &'a Game<W>, saved: &'a Saved) -> Result<Self, Refusal> {
        match &saved.values {
            Values::Listed(solution) => Ok(Oracle::new(game, solution)),
            Values::OnSets(sets) => {
                let encoding = Box::new(with_limit(LIMIT, || encode(game))?);
                Ok(Oracle { game, source: Source::OnSets { sets, encoding } })
            }
        }
    }

    /// The worth of a position as if nothing had come before it; `None` if it cannot be reached from the start, or has no
    /// value because a rule forbids repetition.
    pub fn worth(&mut self, state: &State<W>) -> Option<Worth> {
        if let Some(outcome) = state.outcome {
            return Some(Worth::of_outcome(outcome, state.swapped));
        }
        match &mut self.source {
            Source::Listed { solution, coder, code } => {
                coder.encode(state, code)?;
                let worth = solution.worth_of(solution.codes.find(code)?);
                let unknown = solution.open_draws && worth.value == Value::Draw;
                (!unknown).then_some(worth)
            }
            Source::OnSets { sets, encoding } => {
                worth_on_sets(self.game, sets, encoding, state, &mut MOST_VISITS.clone())
            }
        }
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

/// The worth of a position by sets. They know positions between turns: within one it is that of the best way to go on.
fn worth_on_sets<const W: usize>(
    game: &Game<W>,
    sets: &OnSets,
    encoding: &Encoding,
    state: &State<W>,
    visits: &mut u32,
) -> Option<Worth> {
    let mover = state.mover.index();
    if !state.continuing {
        let (wdl, plies) = sets.worth(state.mover, &encoding.string(game, state)?)?;
        return Some(Worth { value: Value::of_wdl(wdl, mover), plies });
    }
    let mut legal = Vec::new();
    game.moves(state, &[], &mut legal);
    let mut best: Option<Worth> = None;
    for m in legal {
        *visits = visits.checked_sub(1)?;
        let mut after = state.clone();
        game.apply(&mut after, &mut Vec::new(), m);
        let worth = match after.outcome {
            Some(outcome) => Worth::of_outcome(outcome, false),
            None => worth_on_sets(game, sets, encoding, &after, visits)?,
        };
        if best.is_none_or(|best| best.rank(mover) < worth.rank(mover)) {
            best = Some(worth);
        }
    }
    best
}
