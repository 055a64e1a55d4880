//! Outcomes in parts, since a broker takes no large messages, and put together again.

use super::super::wire::{MESSAGE, WireError, digest};
use std::collections::BTreeMap;

/// The most parts of one outcome.
const MOST_PARTS: u32 = 1_024;

/// The most outcomes that are incomplete at once; of more, the oldest are forgotten, and come again.
const MOST_OPEN: usize = 256;

/// Which part of which whole a message is, as its header says: `PIECE WHOLE 2/5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The piece of work.
    pub piece: String,
    /// The digest of the whole.
    pub whole: String,
    /// From 1.
    pub part: u32,
    /// How many there are.
    pub of: u32,
}

impl Label {
    /// The name of its header.
    pub const HEADER: &str = "Ludogen-Part";

    /// The label in a header.
    pub fn read(text: &str) -> Option<Label> {
        let mut words = text.split(' ');
        let (piece, whole, of) = (words.next()?, words.next()?, words.next()?);
        let (part, of) = of.split_once('/')?;
        let (part, of) = (part.parse().ok()?, of.parse().ok()?);
        let fits = |name: &str| name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let fine = fits(piece) && fits(whole) && (1..=of).contains(&part) && of <= MOST_PARTS && words.next().is_none();
        fine.then(|| Label { piece: piece.into(), whole: whole.into(), part, of })
    }

    /// It as a header.
    pub fn print(&self) -> String {
        format!("{} {} {}/{}", self.piece, self.whole, self.part, self.of)
    }
}

/// The bytes of an outcome in parts of at most so many.
///
/// # Errors
/// If there would be too many.
pub fn split(piece: &str, bytes: &[u8], most: usize) -> Result<Vec<(Label, Vec<u8>)>, WireError> {
    let whole = digest(&[bytes]);
    let chunks = bytes.chunks(most.max(1));
    let of = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
    if of > MOST_PARTS {
        return Err(WireError::TooLarge(u64::from(MOST_PARTS) * most as u64));
    }
    let label = |part| Label { piece: piece.into(), whole: whole.clone(), part, of };
    Ok(chunks.zip(1..).map(|(chunk, part)| (label(part), chunk.to_vec())).collect())
}

/// Outcomes of which parts have come.
#[derive(Debug)]
pub struct Parts<T> {
    /// By the order in which their first parts came.
    open: Vec<Open<T>>,
}

#[derive(Debug)]
struct Open<T> {
    piece: String,
    whole: String,
    of: u32,
    parts: BTreeMap<u32, (Vec<u8>, T)>,
}

impl<T> Parts<T> {
    /// None.
    pub fn new() -> Parts<T> {
        Parts { open: Vec::new() }
    }

    /// How many parts wait for others.
    pub fn len(&self) -> usize {
        self.open.iter().map(|open| open.parts.len()).sum()
    }

    /// Adds a part, with what acknowledges it; the whole, if this was what was missing, and everything that acknowledges it. A part that has come
    /// before takes the place of itself.
    pub fn add(&mut self, label: &Label, bytes: Vec<u8>, acker: T) -> Option<(Vec<u8>, Vec<T>)> {
        let same = |open: &Open<T>| open.whole == label.whole && open.piece == label.piece && open.of == label.of;
        let at = self.open.iter().position(same).unwrap_or_else(|| {
            if self.open.len() >= MOST_OPEN {
                self.open.remove(0);
            }
            let (piece, whole) = (label.piece.clone(), label.whole.clone());
            self.open.push(Open { piece, whole, of: label.of, parts: BTreeMap::new() });
            self.open.len() - 1
        });
        let open = &mut self.open[at];
        open.parts.insert(label.part, (bytes, acker));
        let total: usize = open.parts.values().map(|(bytes, _)| bytes.len()).sum();
        if total as u64 > MESSAGE {
            self.open.remove(at);
            return None;
        }
        if open.parts.len() < open.of as usize {
            return None;
        }
        let (chunks, ackers): (Vec<_>, Vec<_>) = self.open.remove(at).parts.into_values().unzip();
        Some((chunks.concat(), ackers))
    }

    /// Forgets the parts of a piece, which another has done meanwhile; what acknowledges them.
    pub fn drop_piece(&mut self, piece: &str) -> Vec<T> {
        let (gone, open) = std::mem::take(&mut self.open).into_iter().partition(|open| open.piece == piece);
        self.open = open;
        let gone: Vec<Open<T>> = gone;
        gone.into_iter().flat_map(|open| open.parts.into_values().map(|(_, acker)| acker)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn piece(n: u32) -> String {
        format!("{n:032x}")
    }

    proptest! {
        #[test]
        fn parts_come_together_in_any_order_and_however_often(
            bytes in prop::collection::vec(any::<u8>(), 1..400), most in 1usize..60, order in any::<prop::sample::Index>(), other in any::<bool>()
        ) {
            let mut sent = split(&piece(1), &bytes, most).unwrap();
            if other {
                // Another worker has done the same piece, and died before its last part.
                let again: Vec<u8> = bytes.iter().map(|b| b ^ 1).collect();
                let mut again = split(&piece(1), &again, most).unwrap();
                again.pop();
                sent.splice(0..0, again);
            }
            let middle = order.index(sent.len());
            sent.rotate_left(middle);
            let mut parts = Parts::new();
            let mut wholes = Vec::new();
            for (label, chunk) in sent.iter().chain(&sent) {
                prop_assert_eq!(&Label::read(&label.print()).unwrap(), label);
                wholes.extend(parts.add(label, chunk.clone(), label.part));
            }
            prop_assert!(!wholes.is_empty());
            prop_assert!(wholes.iter().all(|(whole, ackers)| *whole == bytes && !ackers.is_empty()));
            parts.drop_piece(&piece(1));
            prop_assert!(parts.open.is_empty());
        }
    }

    #[test]
    fn labels_that_are_none_are_refused_and_memory_is_bounded() {
        let good = Label { piece: piece(1), whole: piece(2), part: 1, of: 2 };
        assert_eq!(Label::read(&good.print()), Some(good.clone()));
        for wrong in [String::new(), "a b 1/2".into(), format!("{} {} 3/2", piece(1), piece(2)), good.print() + " x"] {
            assert_eq!(Label::read(&wrong), None, "{wrong}");
        }
        let mut parts = Parts::new();
        for n in 0..1_000 {
            assert!(parts.add(&Label { piece: piece(n), ..good.clone() }, vec![0; 10], ()).is_none());
        }
        assert_eq!(parts.open.len(), MOST_OPEN);
        assert!(split(&piece(1), &vec![0; 2_000], 1).is_err());
    }
}
