//! What the methods on sets and on arrays find, to be asked of single positions.

use std::borrow::Cow;
use std::ops::Range;

use super::dfa::{self, Bytes, Classes, Counting, Packed, Set, Shape};
use super::symbolic::indexed;
use super::symbolic::layered::Ply;
use super::symbolic::retrograde::Decided;
use super::symbolic::timed::Timed;
use super::wdl::Wdl;
use super::wire::{Reader, put};
use crate::game::rules::Player;

/// The letter of the method `indexed`.
pub(super) const INDEXED: u8 = b'i';

/// A set, in memory or as it lies in a file.
#[derive(Clone, Debug)]
pub enum StoredSet {
    /// As an automaton.
    Set(Set),
    /// As it is written.
    Packed(Packed),
}

impl StoredSet {
    fn contains(&self, string: &[u8]) -> bool {
        match self {
            StoredSet::Set(set) => set.contains(string),
            StoredSet::Packed(set) => set.contains(string),
        }
    }

    fn shape(&self) -> &Shape {
        match self {
            StoredSet::Set(set) => set.shape(),
            StoredSet::Packed(set) => set.shape(),
        }
    }
}

/// The positions of one ply by the plies to the end.
#[derive(Clone, Debug)]
pub struct ByPlies {
    /// Those won and lost in so many plies for the side to move, from none on.
    decided: Vec<[StoredSet; 2]>,
    drawn: StoredSet,
}

/// The values of positions as sets of strings, or as arrays.
#[derive(Clone, Debug)]
pub enum OnSets {
    /// Those that can be reached in so many plies, won, lost and drawn for the side to move: of the method `layered`. The plies to the end
    /// are not known.
    Layered(Vec<[StoredSet; 3]>),
    /// The same with the plies to the end.
    Timed(Vec<ByPlies>),
    /// All strings, won and lost within so many plies of the end, for each side to move: of the method `retrograde`. What is in none is
    /// drawn.
    Retrograde(Vec<[[StoredSet; 2]; 2]>),
    /// Those that can be reached, class by class: of the method `indexed`.
    Indexed(indexed::Values),
}

impl OnSets {
    /// The plies of `layered`.
    pub fn layered(plies: Vec<Ply>) -> OnSets {
        OnSets::Layered(
            plies.into_iter().map(|Ply { won, lost, drawn, .. }| [won, lost, drawn].map(StoredSet::Set)).collect(),
        )
    }

    /// The plies of `layered` with the plies to the end, from the first.
    pub fn timed(plies: Vec<Timed>) -> OnSets {
        let kept = |Timed { won, lost, drawn }| ByPlies {
            decided: won.into_iter().zip(lost).map(|(won, lost)| [won, lost].map(StoredSet::Set)).collect(),
            drawn: StoredSet::Set(drawn),
        };
        OnSets::Timed(plies.into_iter().map(kept).collect())
    }

    /// What `retrograde` had decided after each ply.
    pub fn retrograde(plies: Vec<[Decided; 2]>) -> OnSets {
        OnSets::Retrograde(
            plies.into_iter().map(|sides| sides.map(|Decided { won, lost }| [won, lost].map(StoredSet::Set))).collect(),
        )
    }

    /// What a string is worth to the side to move, and the plies to the end under best play if they are known; `None` if it cannot be
    /// reached.
    pub fn worth(&self, mover: Player, string: &[u8]) -> Option<(Wdl, Option<u32>)> {
        match self {
            OnSets::Layered(plies) => plies.iter().skip(mover.index()).step_by(2).find_map(|[won, lost, drawn]| {
                let kinds = [(won, Wdl::Win), (lost, Wdl::Loss), (drawn, Wdl::Draw)];
                kinds.into_iter().find(|(set, _)| set.contains(string)).map(|(_, outcome)| (outcome, None))
            }),
            OnSets::Timed(plies) => plies.iter().skip(mover.index()).step_by(2).find_map(|ply| {
                let worth = |(plies, sets)| Some((decided(sets, string)?, Some(plies)));
                let worth = (0..).zip(&ply.decided).find_map(worth);
                worth.or_else(|| ply.drawn.contains(string).then_some((Wdl::Draw, None)))
            }),
            OnSets::Retrograde(plies) => {
                // What is decided stays so.
                let ply = plies.partition_point(|sides| decided(&sides[mover.index()], string).is_none());
                let outcome = plies.get(ply).and_then(|sides| decided(&sides[mover.index()], string));
                Some(outcome.map_or((Wdl::Draw, None), |outcome| (outcome, Some(ply as u32))))
            }
            OnSets::Indexed(values) => values.worth(mover, string),
        }
    }

    /// The letter of the method.
    pub(super) fn letter(&self) -> u8 {
        match self {
            OnSets::Layered(_) => b'm',
            OnSets::Timed(_) => b't',
            OnSets::Retrograde(_) => b'r',
            OnSets::Indexed(_) => INDEXED,
        }
    }

    /// All sets in order.
    fn sets(&self) -> Vec<&StoredSet> {
        match self {
            OnSets::Layered(plies) => plies.iter().flatten().collect(),
            OnSets::Timed(plies) => {
                plies.iter().flat_map(|ply| ply.decided.iter().flatten().chain([&ply.drawn])).collect()
            }
            OnSets::Retrograde(plies) => plies.iter().flatten().flatten().collect(),
            OnSets::Indexed(_) => Vec::new(),
        }
    }

    /// Appends the sets, each after its length; of arrays, the strings' shape, how many of their characters are counted, the classes,
    /// and for each side and class the words of bits and the bytes, each after their length.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        if let OnSets::Indexed(values) = self {
            let (classes, parts) = values.parts();
            let counting = classes.counting();
            let shape = counting.shape();
            put(out, shape.len() as u64);
            (0..shape.len()).for_each(|layer| put(out, shape.symbols(layer) as u64));
            put(out, counting.counted() as u64);
            put(out, classes.len() as u64);
            classes.list().into_iter().flatten().for_each(|&n| put(out, n.into()));
            for (words, bytes) in parts {
                put(out, size_of_val(words) as u64);
                words.iter().for_each(|word| out.extend(word.to_le_bytes()));
                put(out, bytes.len() as u64);
                out.extend_from_slice(bytes);
            }
            return;
        }
        let sets = self.sets();
        put(out, sets.len() as u64);
        for set in sets {
            let bytes = match set {
                StoredSet::Set(set) => {
                    let mut bytes = Vec::new();
                    // Writing to memory does not fail.
                    set.write(&mut bytes).map(|()| Cow::Owned(bytes)).unwrap_or_default()
                }
                StoredSet::Packed(set) => Cow::Borrowed(set.bytes()),
            };
            put(out, bytes.len() as u64);
            out.extend_from_slice(&bytes);
        }
    }

    /// Reads arrays; `None` if they do not fit together.
    pub(super) fn take_indexed(reader: &mut Reader) -> Option<OnSets> {
        let layers = reader.length()?;
        let symbols: Option<Vec<usize>> = (0..layers).map(|_| usize::try_from(reader.number()?).ok()).collect();
        let shape = Shape::new(&symbols?).ok()?;
        let counting = Counting::new(&shape, usize::try_from(reader.number()?).ok()?).ok()?;
        let count = reader.length()?;
        let class = |reader: &mut Reader| {
            let counts = (0..counting.counts()).map(|_| u16::try_from(reader.number()?).ok());
            counts.collect::<Option<Vec<u16>>>().filter(|class| counting.has(class))
        };
        let list: Option<Vec<_>> = (0..count).map(|_| class(reader)).collect();
        let classes = Classes::new(&counting, &list?).ok().filter(|classes| classes.len() == count)?;
        let part = |reader: &mut Reader| {
            let (words, []) = reader.bytes()?.as_chunks() else { return None };
            let words = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
            Some((words, reader.bytes()?.to_vec()))
        };
        let side = |reader: &mut Reader| (0..count).map(|_| part(reader)).collect::<Option<Vec<_>>>();
        let parts = [side(reader)?, side(reader)?];
        indexed::Values::new(classes, parts).map(OnSets::Indexed)
    }

    /// The values in sets that lie in these places; `None` if the letter is no method's, or they are no sets or do not fit together.
    pub(super) fn at(letter: u8, bytes: &Bytes, places: Vec<Range<usize>>) -> Option<OnSets> {
        let sets: Result<Vec<StoredSet>, dfa::Error> =
            places.into_iter().map(|place| Packed::new(bytes.clone(), place).map(StoredSet::Packed)).collect();
        let sets = sets.ok()?;
        let same = sets.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
        if sets.is_empty() || !same {
            return None;
        }
        Some(match letter {
            b'm' => OnSets::Layered(chunks(sets)?),
            b't' => OnSets::Timed(by_plies(sets)?),
            b'r' => {
                let sides: Vec<[StoredSet; 2]> = chunks(sets)?;
                OnSets::Retrograde(chunks(sides)?)
            }
            _ => return None,
        })
    }
}

/// Whether a string is among the won or the lost.
fn decided([won, lost]: &[StoredSet; 2], string: &[u8]) -> Option<Wdl> {
    if won.contains(string) { Some(Wdl::Win) } else { lost.contains(string).then_some(Wdl::Loss) }
}

/// The sets of [`OnSets::Timed`] in order; `None` if they are too few or many. Of as many plies as there are, the first may last as many, each
/// later one a ply less.
fn by_plies(sets: Vec<StoredSet>) -> Option<Vec<ByPlies>> {
    let count = (sets.len() + 1).isqrt() - 1;
    let mut sets = sets.into_iter();
    let ply = |lasts: usize| {
        let decided = (0..lasts).map(|_| Some([sets.next()?, sets.next()?])).collect::<Option<_>>()?;
        Some(ByPlies { decided, drawn: sets.next()? })
    };
    let plies = (1..=count).rev().map(ply).collect::<Option<_>>()?;
    sets.next().is_none().then_some(plies)
}

/// The items `N` at a time; `None` if some are left.
fn chunks<T: Clone, const N: usize>(items: Vec<T>) -> Option<Vec<[T; N]>> {
    let (chunks, rest) = items.as_chunks();
    rest.is_empty().then(|| chunks.to_vec())
}
