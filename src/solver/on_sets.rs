//! What the methods on sets find, to be asked of single positions.

use super::code;
use super::dfa::Set;
use super::symbolic::Outcome;
use super::symbolic::middle::Ply;
use super::symbolic::retrograde::Decided;

/// The values of positions as sets of strings.
#[derive(Clone, Debug)]
pub enum OnSets {
    /// Those that can be reached in so many plies, won, lost and drawn for the side to move: of the method `middle`. The plies to the end
    /// are not known.
    Through(Vec<[Set; 3]>),
    /// All strings, won and lost within so many plies of the end, for each side to move: of the method `retrograde`. What is in none is
    /// drawn.
    Backwards(Vec<[[Set; 2]; 2]>),
}

impl OnSets {
    /// The plies of `middle`.
    pub fn through(plies: Vec<Ply>) -> OnSets {
        OnSets::Through(plies.into_iter().map(|Ply { won, lost, drawn, .. }| [won, lost, drawn]).collect())
    }

    /// What `retrograde` had decided after each ply.
    pub fn backwards(plies: Vec<[Decided; 2]>) -> OnSets {
        OnSets::Backwards(plies.into_iter().map(|sides| sides.map(|Decided { won, lost }| [won, lost])).collect())
    }

    /// What a string is worth to the side to move, and the plies to the end under best play if they are known; `None` if it cannot be
    /// reached.
    pub fn worth(&self, side: usize, string: &[u8]) -> Option<(Outcome, Option<u32>)> {
        match self {
            OnSets::Through(plies) => plies.iter().skip(side).step_by(2).find_map(|[won, lost, drawn]| {
                let kinds = [(won, Outcome::Win), (lost, Outcome::Loss), (drawn, Outcome::Draw)];
                kinds.into_iter().find(|(set, _)| set.contains(string)).map(|(_, outcome)| (outcome, None))
            }),
            OnSets::Backwards(plies) => {
                let decided = |ply: &[[Set; 2]; 2]| {
                    let [won, lost] = &ply[side];
                    if won.contains(string) {
                        Some(Outcome::Win)
                    } else {
                        lost.contains(string).then_some(Outcome::Loss)
                    }
                };
                // What is decided stays so.
                let ply = plies.partition_point(|ply| decided(ply).is_none());
                let outcome = plies.get(ply).and_then(decided);
                Some(outcome.map_or((Outcome::Draw, None), |outcome| (outcome, Some(ply as u32))))
            }
        }
    }

    /// The letter of the method.
    pub(super) fn letter(&self) -> u8 {
        match self {
            OnSets::Through(_) => b'm',
            OnSets::Backwards(_) => b'r',
        }
    }

    /// All sets in order.
    fn sets(&self) -> Vec<&Set> {
        match self {
            OnSets::Through(plies) => plies.iter().flatten().collect(),
            OnSets::Backwards(plies) => plies.iter().flatten().flatten().collect(),
        }
    }

    /// Appends the sets, each after its length.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        let sets = self.sets();
        code::put(out, sets.len() as u64);
        for set in sets {
            let mut bytes = Vec::new();
            // Writing to memory does not fail.
            if set.write(&mut bytes).is_ok() {
                code::put(out, bytes.len() as u64);
                out.extend(bytes);
            }
        }
    }

    /// The values made of these sets; `None` if the letter is no method's or they do not fit together.
    pub(super) fn of_sets(letter: u8, sets: Vec<Set>) -> Option<OnSets> {
        let same = sets.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
        if sets.is_empty() || !same {
            return None;
        }
        Some(match letter {
            b'm' => OnSets::Through(chunks(sets)?),
            b'r' => {
                let sides: Vec<[Set; 2]> = chunks(sets)?;
                OnSets::Backwards(chunks(sides)?)
            }
            _ => return None,
        })
    }
}

/// The items `N` at a time; `None` if some are left.
fn chunks<T: Clone, const N: usize>(items: Vec<T>) -> Option<Vec<[T; N]>> {
    let (chunks, rest) = items.as_chunks();
    rest.is_empty().then(|| chunks.to_vec())
}
