//! Sets that are asked where they lie: in a file that is mapped into memory, or in bytes.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::file::{Header, read};
use super::set::{ALL, FIRST, NONE};
use super::{Error, Set, Shape, Symbol};

/// Bytes that several sets may share: in memory, or of a file, whose pages the system brings in when they are looked at. Cheap to clone.
#[derive(Clone)]
pub struct Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl Bytes {
    /// Maps a file, which nobody must change or cut short as long as the bytes are in use. Files that [`Set::save`] writes appear under their
    /// name when they are complete and are not written to again.
    ///
    /// # Errors
    /// [`Error::Io`].
    #[cfg(feature = "mapped")]
    #[allow(unsafe_code, reason = "what a mapped file holds may change, which no type can rule out")]
    pub fn map(path: &Path) -> Result<Self, Error> {
        let file = std::fs::File::open(path)?;
        // SAFETY: the bytes are only ever read as numbers, and every use of these checks its bounds, so other bytes give other answers
        // at worst. That the file is not cut short is asked of the caller.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self(Arc::new(map)))
    }

    /// Reads a file: without the feature `mapped`, what is in it takes memory.
    ///
    /// # Errors
    /// [`Error::Io`].
    #[cfg(not(feature = "mapped"))]
    pub fn map(path: &Path) -> Result<Self, Error> {
        Ok(std::fs::read(path)?.into())
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Bytes({})", self.as_ref().len())
    }
}

/// A set as [`Set::write`] writes it, which can be asked without being loaded: each transition takes as many bits as the states of the next
/// layer need. Cheap to clone.
///
/// ```
/// use ludogen::solver::dfa::{Packed, Set, Shape};
///
/// let shape = Shape::uniform(8, 2).unwrap();
/// let set = Set::cube(&shape, &[(0, vec![1]), (7, vec![0])]).unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("set");
/// set.save(&file).unwrap();
///
/// let packed = Packed::map(&file).unwrap();
/// assert!(packed.contains(&[1, 0, 0, 1, 1, 0, 0, 0]) && !packed.contains(&[1, 0, 0, 1, 1, 0, 0, 1]));
/// assert_eq!(packed.load().unwrap(), set);
/// ```
#[derive(Clone, Debug)]
pub struct Packed {
    shape: Shape,
    root: u32,
    bytes: Bytes,
    place: Range<usize>,
    /// Where the transitions of each layer begin within the place, and how many bits each takes.
    layers: Arc<[(usize, u32)]>,
}

impl Packed {
    /// The set in a part of some bytes, all of which is looked at once, a layer at a time, to see that it is not damaged.
    ///
    /// # Errors
    /// As [`Set::read`].
    pub fn new(bytes: Bytes, place: Range<usize>) -> Result<Self, Error> {
        let part = bytes.as_ref().get(place.clone()).ok_or(Error::File("cut short"))?;
        let Header { shape, root, layers } = read(part, |_| {})?;
        Ok(Self { shape, root, bytes, place, layers: layers.into() })
    }

    /// The set in a file that [`Set::save`] wrote, mapped: see [`Bytes::map`].
    ///
    /// # Errors
    /// As [`Set::read`].
    pub fn map(path: &Path) -> Result<Self, Error> {
        let bytes = Bytes::map(path)?;
        let length = bytes.as_ref().len();
        Self::new(bytes, 0..length)
    }

    /// The set in memory, as an automaton to work with.
    ///
    /// # Errors
    /// As [`Set::read`].
    pub fn load(&self) -> Result<Set, Error> {
        Set::read(self.bytes())
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The set as it is written.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref().get(self.place.clone()).unwrap_or_default()
    }

    /// Whether a string belongs to the set; false if it does not fit the shape. O(length), without loading anything.
    pub fn contains(&self, string: &[Symbol]) -> bool {
        let bytes = self.bytes();
        let step = |state: u32, layer: usize, symbol: Symbol| {
            if state < FIRST {
                return state;
            }
            let (begin, width) = self.layers[layer];
            let number = (state - FIRST) as usize * self.shape.symbols(layer) + usize::from(symbol);
            bits(&bytes[begin.min(bytes.len())..], number as u64 * u64::from(width), width)
        };
        self.shape.check(string).is_ok()
            && (0..).zip(string).fold(self.root, |state, (layer, &symbol)| step(state, layer, symbol)) == ALL
    }

    /// Whether the set has no strings. O(1).
    pub fn is_empty(&self) -> bool {
        self.root == NONE
    }
}

/// The number in `width` bits, 32 at most, from a bit on; bits beyond the end are 0.
fn bits(bytes: &[u8], first: u64, width: u32) -> u32 {
    let mut word = [0; 8];
    let begin = usize::try_from(first / 8).unwrap_or(usize::MAX).min(bytes.len());
    let there = &bytes[begin..bytes.len().min(begin.saturating_add(8))];
    word[..there.len()].copy_from_slice(there);
    (u64::from_le_bytes(word) >> (first % 8) & ((1 << width) - 1)) as u32
}
