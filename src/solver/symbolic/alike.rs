//! Whether two games are one.
//!
//! What can stand where is found first, character by character: all strings of such characters are looked at, of which those that can be reached are
//! a part. If on all of these both games have the same moves and end alike, no play tells them apart. Nothing is enumerated, so that boards of any
//! size can be compared; but games that differ on strings that cannot be reached are not shown to be the same.

use std::collections::BTreeMap;

use super::region::{Patterns, Region};
use crate::game::rules::{ByPlayer, Player};
use crate::solver::dfa::{Error, Event, Root, Session, Set, Shape, Symbol};

/// So many ways in which an event can change a string are told apart, and so many of all events of a player.
const MOST_OF_AN_EVENT: usize = 64;
const MOST: usize = 1 << 16;

/// The symbols that are asked for at some places, in order; all are allowed elsewhere.
type Condition = Vec<(usize, Vec<Symbol>)>;

/// What an event makes of some characters: the symbol before and after, in order of their places.
type Effect = Vec<(usize, Symbol, Symbol)>;

/// When each change can be made, by the kind of turn.
type Changes = BTreeMap<(Option<u16>, Effect), Vec<Condition>>;

/// Some turns of a player.
#[derive(Clone, Copy, Debug)]
pub struct Turns<'e> {
    /// Which turns these are: those of one kind are compared with those of the same kind.
    pub kind: Option<u16>,
    /// The changes that they make.
    pub events: &'e [Event],
}

/// For each player, which symbols may stand where when it is that player's turn; nothing if it never is.
///
/// ```
/// use ludogen::game::rules::ByPlayer;
/// use ludogen::solver::dfa::{Event, Shape};
/// use ludogen::solver::symbolic::{Possible, Turns};
///
/// // A heap of six stones.
/// let shape = Shape::new(&[7]).unwrap();
/// let taking = |takes: &[u8]| -> Vec<Event> {
///     let of = |&k: &u8| (k..7).map(move |n| Event::new().changing(0, n, n - k));
///     takes.iter().flat_map(of).collect()
/// };
/// let (two, also_two, three) = (taking(&[1, 2]), taking(&[2, 1, 1]), taking(&[1, 2, 3]));
/// let [two, also_two, three] = [&two, &also_two, &three].map(|events| [Turns { kind: None, events }]);
/// let first = ByPlayer([true, false]);
///
/// let from_six = Possible::of(&shape, &[6], [&two, &two], first);
/// assert!(from_six.move_alike(&shape, [&two, &two], [&also_two, &also_two]).unwrap());
/// assert!(!from_six.move_alike(&shape, [&two, &two], [&three, &three]).unwrap());
/// // Of two stones nobody takes three.
/// let from_two = Possible::of(&shape, &[2], [&two, &two], first);
/// assert!(from_two.move_alike(&shape, [&two, &two], [&three, &three]).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Possible(ByPlayer<Option<Symbols>>);

/// By place and symbol: whether it may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Symbols(Vec<Vec<bool>>);

impl Possible {
    /// Those that turns of White's and Black's lead to from a position, whoever begins of the players that may, if each symbol may come with each
    /// other. Places and symbols beyond the shape are left out.
    pub fn of(shape: &Shape, start: &[Symbol], turns: [&[Turns]; 2], begins: ByPlayer<bool>) -> Self {
        let at_start = || {
            let places = start.iter().enumerate().take(shape.len());
            Symbols(places.map(|(i, &c)| (0..shape.symbols(i)).map(|s| s == usize::from(c)).collect()).collect())
        };
        let mut possible = ByPlayer::of(|player| begins[player].then(at_start));
        loop {
            let mut grown = false;
            for player in Player::BOTH {
                let Some(before) = possible[player].clone() else { continue };
                let events = turns[player.index()].iter().flat_map(|turns| turns.events);
                let mut after: Option<Symbols> = None;
                for event in events.filter(|event| before.allow(event)) {
                    let after = after.get_or_insert_with(|| before.clone());
                    for (cell, pairs) in event.cells() {
                        let made = pairs.iter().filter(|pair| before.has(*cell, pair.0));
                        made.for_each(|pair| after.add(*cell, pair.1));
                    }
                }
                if let Some(after) = after {
                    grown |= Symbols::grow(&mut possible[player.opponent()], after);
                }
            }
            if !grown {
                return Possible(possible);
            }
        }
    }

    /// Whether White's and Black's turns of two games are shown to be the same in all positions; `false` says that it is not known.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn move_alike(&self, shape: &Shape, a: [&[Turns]; 2], b: [&[Turns]; 2]) -> Result<bool, Error> {
        for player in Player::BOTH {
            if let Some(symbols) = &self.0[player]
                && !symbols.move_alike(shape, a[player.index()], b[player.index()])?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two games are shown to end alike in all positions with a player to move. For each the regions are given where it is won, lost and
    /// drawn. `false` says that it is not known.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn end_alike(&self, shape: &Shape, to_move: Player, a: [&Region; 3], b: [&Region; 3]) -> Result<bool, Error> {
        let Some(symbols) = &self.0[to_move] else { return Ok(true) };
        for (a, b) in a.into_iter().zip(b) {
            if !symbols.same_region(shape, a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Symbols {
    /// Adds what may stand somewhere too; whether that was anything new.
    fn grow(to: &mut Option<Symbols>, more: Symbols) -> bool {
        let Some(known) = to else {
            *to = Some(more);
            return true;
        };
        let mut grown = false;
        for (known, more) in known.0.iter_mut().flatten().zip(more.0.into_iter().flatten()) {
            grown |= more && !*known;
            *known |= more;
        }
        grown
    }

    /// Whether a symbol may stand at a place.
    fn has(&self, cell: usize, symbol: Symbol) -> bool {
        self.0.get(cell).and_then(|symbols| symbols.get(usize::from(symbol))).is_some_and(|may| *may)
    }

    /// Lets a symbol stand at a place.
    fn add(&mut self, cell: usize, symbol: Symbol) {
        if let Some(may) = self.0.get_mut(cell).and_then(|symbols| symbols.get_mut(usize::from(symbol))) {
            *may = true;
        }
    }

    /// Whether an event can happen.
    fn allow(&self, event: &Event) -> bool {
        let can =
            |(cell, pairs): &(usize, Vec<(Symbol, Symbol)>)| pairs.iter().any(|&(before, _)| self.has(*cell, before));
        event.cells().iter().all(can)
    }

    /// All strings of these symbols.
    fn set(&self, shape: &Shape) -> Result<Set, Error> {
        let allowed = |symbols: &Vec<bool>| (0..).zip(symbols).filter(|(_, ok)| **ok).map(|(c, _)| c).collect();
        Set::cube(shape, &self.0.iter().map(allowed).enumerate().collect::<Vec<_>>())
    }

    /// What a condition asks for beyond what holds anyway; `None` if it cannot hold.
    fn asked(&self, condition: impl IntoIterator<Item = (usize, Vec<Symbol>)>) -> Option<Condition> {
        let mut asked = Condition::new();
        for (cell, mut symbols) in condition {
            symbols.retain(|&c| self.has(cell, c));
            symbols.sort_unstable();
            symbols.dedup();
            match symbols.len() {
                0 => return None,
                n if n == self.0[cell].iter().filter(|ok| **ok).count() => {}
                _ => asked.push((cell, symbols)),
            }
        }
        Some(asked)
    }

    /// Whether the turns of a player are the same on all strings of these symbols.
    fn move_alike(&self, shape: &Shape, a: &[Turns], b: &[Turns]) -> Result<bool, Error> {
        let (Some(a), Some(b)) = (self.changes(a), self.changes(b)) else { return Ok(false) };
        let mut session = Session::new(shape)?;
        let within = session.load(&self.set(shape)?)?;
        let none = Vec::new();
        for change in a.keys().chain(b.keys().filter(|change| !a.contains_key(*change))) {
            let [x, y] = [&a, &b].map(|changes| changes.get(change).unwrap_or(&none));
            if x == y {
                continue;
            }
            let here: Condition = change.1.iter().map(|&(cell, before, _)| (cell, vec![before])).collect();
            let here = session.load(&Set::cube(shape, &here)?)?;
            let here = session.intersection(here, within)?;
            if strings(&mut session, here, x)? != strings(&mut session, here, y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// When which change can be made; `None` if there are too many.
    fn changes(&self, turns: &[Turns]) -> Option<Changes> {
        let mut found = Changes::new();
        let mut count = 0;
        for turns in turns {
            for event in turns.events {
                let ways = self.ways(event)?;
                count += ways.len();
                if count > MOST {
                    return None;
                }
                for (effect, condition) in ways {
                    found.entry((turns.kind, effect)).or_default().push(condition);
                }
            }
        }
        for conditions in found.values_mut() {
            conditions.sort_unstable();
            conditions.dedup();
        }
        Some(found)
    }

    /// The changes that an event can make, each with what it asks for besides; `None` if there are too many.
    fn ways(&self, event: &Event) -> Option<Vec<(Effect, Condition)>> {
        let mut ways = vec![(Effect::new(), Condition::new())];
        for (cell, pairs) in event.cells() {
            let kept: Vec<Symbol> = pairs.iter().filter(|(a, b)| a == b).map(|pair| pair.0).collect();
            let kept = self.asked([(*cell, kept)]);
            let changed: Vec<_> = pairs.iter().filter(|&&(a, b)| a != b && self.has(*cell, a)).collect();
            let mut further = Vec::new();
            for (effect, condition) in &ways {
                if let Some(kept) = &kept {
                    further.push((effect.clone(), [&condition[..], kept].concat()));
                }
                for &&(before, after) in &changed {
                    let mut effect = effect.clone();
                    effect.push((*cell, before, after));
                    further.push((effect, condition.clone()));
                }
            }
            ways = further;
            if ways.len() > MOST_OF_AN_EVENT {
                return None;
            }
        }
        Some(ways)
    }

    /// Whether two regions have the same strings of these symbols.
    fn same_region(&self, shape: &Shape, a: &Region, b: &Region) -> Result<bool, Error> {
        if let (Region::Patterns(a), Region::Patterns(b)) = (a, b) {
            let [a, b] = [a, b].map(|patterns| self.patterns(patterns));
            let covered = |of: &[Condition], by: &[Condition]| {
                of.iter().all(|c| by.binary_search(c).is_ok() || by.iter().any(|weaker| implies(c, weaker)))
            };
            return Ok(covered(&a, &b) && covered(&b, &a));
        }
        let mut session = Session::new(shape)?;
        let within = session.load(&self.set(shape)?)?;
        Ok(a.divide(&mut session, within)?.hit == b.divide(&mut session, within)?.hit)
    }

    /// What patterns ask for, in order, each once.
    fn patterns(&self, patterns: &Patterns) -> Vec<Condition> {
        let symbols = |pairs: &[(Symbol, Symbol)]| pairs.iter().map(|pair| pair.0).collect();
        let condition = |event: &Event| self.asked(event.cells().iter().map(|(cell, pairs)| (*cell, symbols(pairs))));
        let mut all: Vec<Condition> = patterns.events().iter().filter_map(condition).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Whether a string of which the one condition holds has the other.
fn implies(stronger: &Condition, weaker: &Condition) -> bool {
    weaker.iter().all(|(cell, allowed)| {
        let asked = stronger.binary_search_by_key(cell, |(cell, _)| *cell).map(|i| &stronger[i].1);
        asked.is_ok_and(|asked| asked.iter().all(|c| allowed.contains(c)))
    })
}

/// The strings of a set of which any of some conditions holds.
fn strings(session: &mut Session, within: Root, conditions: &[Condition]) -> Result<Root, Error> {
    let mut roots = Vec::with_capacity(conditions.len());
    for condition in conditions {
        let cube = Set::cube(session.shape(), condition)?;
        let root = session.load(&cube)?;
        roots.push(session.intersection(root, within)?);
    }
    session.union(&roots)
}
