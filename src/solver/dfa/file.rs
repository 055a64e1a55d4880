//! Sets as files.
//!
//! A file is a sequence of blocks: a header, then one for each layer. A block is its length in bytes, the bytes, and a checksum of all
//! bytes up to here; all numbers are little-endian. The header holds the format's name and version, the root, and for each layer its
//! symbols and states. A layer's block holds its transitions, each in as many bits as the states of the next layer need.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use super::set::{ALL, FIRST};
use super::{Error, Set, Shape};

const NAME: &[u8; 12] = b"ludogen set\n";
const VERSION: u32 = 1;
/// The most layers a file may claim to have.
const MOST_LAYERS: usize = 1 << 16;

impl Set {
    /// Writes the set.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let mut blocks = Blocks { stream: writer, hash: START };
        let shape = self.shape();
        let mut header = Vec::new();
        header.extend(NAME);
        header.extend(VERSION.to_le_bytes());
        header.extend(self.root().to_le_bytes());
        for layer in 0..shape.len() {
            header.extend((shape.symbols(layer) as u32).to_le_bytes());
            header.extend((self.layer_states(layer) as u32).to_le_bytes());
        }
        blocks.put(&header)?;
        for layer in 0..shape.len() {
            let below = if layer + 1 < shape.len() { self.layer_states(layer + 1) } else { 0 };
            blocks.put(&pack(self.rows(layer), width(below)))?;
        }
        blocks.stream.flush()
    }

    /// Reads a set that [`Set::write`] wrote.
    ///
    /// # Errors
    /// [`Error::File`] if this is no set file of this version, or a damaged one; [`Error::Io`] for those of the reader.
    pub fn read(reader: impl Read) -> Result<Self, Error> {
        let mut layers = Vec::new();
        let Header { shape, root, .. } = read(reader, |rows| layers.push(rows))?;
        Ok(Self::from_parts(shape, root, layers))
    }

    /// Writes the set to a file, which appears under its name only when it is complete.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let unfinished = path.with_extension("part");
        self.write(BufWriter::new(File::create(&unfinished)?))?;
        Ok(std::fs::rename(unfinished, path)?)
    }

    /// Reads a file that [`Set::save`] wrote.
    ///
    /// # Errors
    /// As [`Set::read`].
    pub fn load(path: &Path) -> Result<Self, Error> {
        Self::read(BufReader::new(File::open(path)?))
    }
}

/// What a file says before its first layer.
pub(super) struct Header {
    pub shape: Shape,
    pub root: u32,
    /// Where the transitions of each layer begin, in bytes, and how many bits each takes.
    pub layers: Vec<(usize, u32)>,
}

/// Reads a set to the end, layer by layer, of which `layer` is told the rows when they have been found good.
pub(super) fn read(reader: impl Read, mut layer: impl FnMut(Vec<u32>)) -> Result<Header, Error> {
    let mut blocks = Blocks { stream: reader, hash: START };
    let header = blocks.get(None)?;
    let Some((name, rest)) = header.split_first_chunk() else { return Err(Error::File("too short")) };
    if name != NAME {
        return Err(Error::File("another kind of file"));
    }
    let words: Vec<u32> =
        rest.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let (&[version, root], sizes) = words.split_first_chunk().ok_or(Error::File("too short"))?;
    if version != VERSION {
        return Err(Error::File("another version of the format"));
    }
    let sizes: Vec<(usize, usize)> = sizes.chunks_exact(2).map(|size| (size[0] as usize, size[1] as usize)).collect();
    if sizes.len() > MOST_LAYERS || rest.len() != 8 + sizes.len() * 8 {
        return Err(Error::File("too many layers"));
    }
    let shape = Shape::new(&sizes.iter().map(|&(symbols, _)| symbols).collect::<Vec<_>>())?;
    let mut expected = (root as usize + 1).saturating_sub(FIRST as usize);
    // A block stands between its length and its checksum.
    let mut begin = header.len() + 3 * size_of::<u64>();
    let mut layers = Vec::with_capacity(sizes.len());
    for (number, &(symbols, states)) in sizes.iter().enumerate() {
        if states != expected {
            return Err(Error::File("states that cannot be reached"));
        }
        let below = sizes.get(number + 1).map_or(0, |&(_, states)| states);
        let bits = states as u64 * symbols as u64 * u64::from(width(below));
        let block = blocks.get(Some(bits.div_ceil(8)))?;
        let rows = unpack(&block, states * symbols, width(below));
        expected = checked(&rows, symbols)?;
        layers.push((begin, width(below)));
        begin += block.len() + 2 * size_of::<u64>();
        layer(rows);
    }
    if expected != 0 {
        return Err(Error::File("a state below the last layer"));
    }
    match blocks.stream.read(&mut [0])? {
        0 => Ok(Header { shape, root, layers }),
        _ => Err(Error::File("more than a set")),
    }
}

/// How many states of the next layer the rows of a layer name, if they are numbered by first visit and no row is uniform.
fn checked(rows: &[u32], symbols: usize) -> Result<usize, Error> {
    let mut seen = 0;
    for row in rows.chunks_exact(symbols) {
        if row[0] <= ALL && row.iter().all(|&state| state == row[0]) {
            return Err(Error::File("a state that is uniform"));
        }
        for &state in row.iter().filter(|&&state| state >= FIRST) {
            match (state - FIRST) as usize {
                next if next == seen => seen += 1,
                known if known < seen => {}
                _ => return Err(Error::File("states out of order")),
            }
        }
    }
    Ok(seen)
}

/// Bits for the number of one of so many states or a uniform one.
fn width(states: usize) -> u32 {
    // A damaged header may name as many states as fit a number.
    (states as u64 + u64::from(FIRST) - 1).ilog2() + 1
}

fn pack(rows: &[u32], width: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity((rows.len() * width as usize).div_ceil(8));
    let (mut word, mut bits) = (0u64, 0);
    for &state in rows {
        word |= u64::from(state) << bits;
        bits += width;
        while bits >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            bits -= 8;
        }
    }
    if bits > 0 {
        bytes.push(word as u8);
    }
    bytes
}

fn unpack(bytes: &[u8], count: usize, width: u32) -> Vec<u32> {
    let mut bytes = bytes.iter();
    let (mut word, mut bits) = (0u64, 0);
    (0..count)
        .map(|_| {
            while bits < width {
                word |= u64::from(bytes.next().copied().unwrap_or(0)) << bits;
                bits += 8;
            }
            let state = word & ((1 << width) - 1);
            word >>= width;
            bits -= width;
            state as u32
        })
        .collect()
}

const START: u64 = 0x6c75_646f_6765_6e31;

/// A stream of blocks, each followed by a checksum of all so far.
struct Blocks<S> {
    stream: S,
    hash: u64,
}

impl<S> Blocks<S> {
    /// Takes bytes into the checksum. For one hash, different words give different hashes, and for one word, different hashes do: so
    /// whatever differs in one word is noticed for certain.
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.hash = (self.hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.hash ^= self.hash >> 32;
        }
    }
}

impl<W: Write> Blocks<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = (bytes.len() as u64).to_le_bytes();
        self.add(&length);
        self.add(bytes);
        self.stream.write_all(&length)?;
        self.stream.write_all(bytes)?;
        self.stream.write_all(&self.hash.to_le_bytes())
    }
}

impl<R: Read> Blocks<R> {
    /// The next block, which must have the length given, or be a header.
    fn get(&mut self, expected: Option<u64>) -> Result<Vec<u8>, Error> {
        let word = self.word()?;
        self.add(&word);
        let length = u64::from_le_bytes(word);
        if expected.map_or(length > 8 * (MOST_LAYERS as u64 + 4), |expected| length != expected) {
            return Err(Error::File("a block of a wrong length"));
        }
        let mut bytes = Vec::new();
        (&mut self.stream).take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(Error::File("cut short"));
        }
        self.add(&bytes);
        if self.word()? != self.hash.to_le_bytes() {
            return Err(Error::File("damaged: the checksum differs"));
        }
        Ok(bytes)
    }

    fn word(&mut self) -> Result<[u8; 8], Error> {
        let mut word = [0; 8];
        match self.stream.read_exact(&mut word) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(Error::File("cut short")),
            result => result.map(|()| word).map_err(Error::Io),
        }
    }
}
