//! A game reduced to sets and relations of strings.

use std::hash::Hasher;
use std::sync::Arc;

use super::region::Region;
use crate::game::rules::{ByPlayer, Player};
use crate::solver::Wdl;
use crate::solver::dfa::{Error, Event, Image, Limit, Relation, Root, Session, Set, Shape, Symbol, with_limit};

/// Some moves of a side.
#[derive(Clone, Debug)]
pub struct Moves {
    events: Arc<[Event]>,
    forward: Relation,
    backward: Relation,
    only_from: Option<Set>,
}

impl Moves {
    /// Moves as changes of the position before, which make the position after with the other side to move.
    ///
    /// # Errors
    /// As [`Relation::new`].
    pub fn new(shape: &Shape, events: &[Event]) -> Result<Self, Error> {
        Ok(Self::related(Relation::new(shape, events)?, events))
    }

    /// The same, for events whose relation is known.
    pub(in crate::solver) fn related(relation: Relation, events: &[Event]) -> Self {
        Self { events: events.into(), backward: relation.inverse(), forward: relation, only_from: None }
    }

    /// The same moves, from positions of a set only. Use this for conditions on cells far from those that change: a condition in the
    /// relation must be carried through all layers between.
    #[must_use]
    pub fn only_from(mut self, set: Set) -> Self {
        self.only_from = Some(set);
        self
    }

    /// What moves are.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// From positions before to positions after.
    pub(super) fn forward(&self) -> &Relation {
        &self.forward
    }

    /// From positions after to positions before.
    pub(super) fn backward(&self) -> &Relation {
        &self.backward
    }

    /// The set that all moves are from, if they are not from all positions.
    pub(super) fn from(&self) -> Option<&Set> {
        self.only_from.as_ref()
    }
}

/// What one of the two players may do and how the game ends with that player to move.
#[derive(Clone, Debug)]
pub struct Side {
    /// The moves: all those of each entry.
    pub moves: Vec<Moves>,
    /// Positions in which the game has ended and the player to move has won.
    pub won: Region,
    /// Positions in which the game has ended and the player to move has lost.
    pub lost: Region,
    /// Positions in which the game has ended in a draw. A position in several regions counts for the first of won, lost, drawn.
    pub drawn: Region,
    /// Whether one that is both won and lost is lost.
    pub lost_first: bool,
    /// What a position without moves that is in none of the regions is worth to the player to move.
    pub no_move: Wdl,
}

impl Side {
    /// Where the game has ended and what that is worth. A position in several regions counts for the first.
    pub(super) fn ends(&self) -> [(&Region, Wdl); 3] {
        let mut ends = [(&self.won, Wdl::Win), (&self.lost, Wdl::Loss), (&self.drawn, Wdl::Draw)];
        if self.lost_first {
            ends.swap(0, 1);
        }
        ends
    }

    /// The positions of `within` one move after those of a set, none of which must be ended.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn after(&self, session: &mut Session, set: Root, within: Root) -> Result<Root, Error> {
        let mut operands = Vec::with_capacity(self.moves.len());
        for Moves { forward, only_from, .. } in &self.moves {
            operands.push((restricted(session, set, only_from.as_ref())?, forward));
        }
        session.image(&operands, within)
    }

    /// The positions of a set with a move into `after`. The rules that end the game play no part.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn before(&self, session: &mut Session, after: Root, set: Root) -> Result<Root, Error> {
        let free: Vec<_> = self.moves.iter().filter(|moves| moves.only_from.is_none()).collect();
        let free: Vec<_> = free.iter().map(|moves| (after, &moves.backward)).collect();
        let mut found = vec![session.image(&free, set)?];
        for Moves { backward, only_from, .. } in &self.moves {
            if only_from.is_some() {
                let set = restricted(session, set, only_from.as_ref())?;
                found.push(session.image(&[(after, backward)], set)?);
            }
        }
        session.union(&found)
    }
}

/// The strings of a set that are in another, if there is one.
fn restricted(session: &mut Session, set: Root, only_from: Option<&Set>) -> Result<Root, Error> {
    match only_from {
        None => Ok(set),
        Some(only_from) => {
            let only_from = session.load(only_from)?;
            session.intersection(only_from, set)
        }
    }
}

/// The positions of a set with one side to move, by how the game stands, in a [`Session`].
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Ended, the player to move has won.
    pub won: Root,
    /// Ended, the player to move has lost.
    pub lost: Root,
    /// Ended in a draw.
    pub drawn: Root,
    /// The others.
    pub open: Root,
}

/// A game of two sides that move in turn.
///
/// ```
/// use ludogen::game::rules::Player;
/// use ludogen::solver::Wdl;
/// use ludogen::solver::dfa::{Event, Limit, Shape};
/// use ludogen::solver::symbolic::{Moves, Problem, Region, Side, retrograde};
///
/// // A heap of six; a move takes one or two, and who takes the last wins.
/// let shape = Shape::new(&[7]).unwrap();
/// let takes = |n: u8| [1, 2].into_iter().filter(move |&k| k <= n).map(move |k| Event::new().changing(0, n, n - k));
/// let events: Vec<Event> = (1..=6).flat_map(takes).collect();
/// let side = Side {
///     moves: vec![Moves::new(&shape, &events).unwrap()],
///     won: Region::Nothing,
///     lost: Region::Nothing,
///     drawn: Region::Nothing,
///     lost_first: false,
///     no_move: Wdl::Loss,
/// };
/// let problem = Problem::new(&shape, &[6], [side.clone(), side]).unwrap();
/// assert!(problem.stuck(Player::White).iter().eq([[0]]));
///
/// // Multiples of three are lost.
/// let solved = retrograde::solve(&problem, Limit::NONE, None, |_, _| {}).unwrap();
/// assert_eq!((solved.value, solved.distance), (Wdl::Loss, Some(4)));
/// assert!(solved.decided[0].lost.iter().eq([[0], [3], [6]]));
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    start: Set,
    sides: ByPlayer<Side>,
    /// For each side, the positions without moves, ended or not.
    stuck: ByPlayer<Set>,
    /// What no move leads out of: the strings that are solved where all are.
    within: Option<Set>,
    /// For each side, the positions with a move that wins at once, if their automaton is small.
    winning_at_once: ByPlayer<Option<Set>>,
    /// For each side, whether the other's moves are known not to lead from an open position to one that has ended and is won for it.
    spared: ByPlayer<bool>,
}

/// States of a set of lost positions up to which the positions one move before them are worked out once and for all.
const SMALL: usize = 256;
/// States visited to find out once and for all what moves never lead to.
const FEW: u64 = 1 << 18;

impl Problem {
    /// A game of White's side and Black's that starts from a position with White to move.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Symbol`] if the start does not fit the shape, [`Error::Mismatch`] if a side's sets and relations are of
    /// another shape, [`Error::TooLarge`] beyond 2³⁰ states in a layer.
    pub fn new(shape: &Shape, start: &[Symbol], sides: [Side; 2]) -> Result<Self, Error> {
        let stuck = |side: &Side| {
            let mut session = Session::new(shape)?;
            let movable = side.before(&mut session, Root::ALL, Root::ALL)?;
            Ok::<_, Error>(session.extract(movable).complement())
        };
        let [white, black] = &sides;
        let stuck = ByPlayer([stuck(white)?, stuck(black)?]);
        let winning_at_once = ByPlayer([winning_at_once(shape, white, black)?, winning_at_once(shape, black, white)?]);
        let spared = ByPlayer([is_spared(shape, white, black)?, is_spared(shape, black, white)?]);
        let start = Set::single(shape, start)?;
        Ok(Self { start, sides: ByPlayer(sides), stuck, within: None, winning_at_once, spared })
    }

    /// The same game, but where all strings would be solved, only those of a set are, which has the start in it and which no move leads out
    /// of.
    #[must_use]
    pub fn within(mut self, set: Set) -> Self {
        self.within = Some(set);
        self
    }

    /// The strings to be solved where all are.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub(super) fn all(&self, session: &mut Session) -> Result<Root, Error> {
        self.within.as_ref().map_or(Ok(Root::ALL), |set| session.load(set))
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        self.start.shape()
    }

    /// The set of the start position alone.
    pub fn start(&self) -> &Set {
        &self.start
    }

    /// The side of a player.
    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player]
    }

    /// The positions from which a player has no moves, whether the game has ended or not.
    pub fn stuck(&self, player: Player) -> &Set {
        &self.stuck[player]
    }

    /// The positions in which a player has a move to one that has ended and is lost for the other, whether the game has ended before or not; none
    /// if their automaton would be large.
    pub(super) fn winning_at_once(&self, player: Player) -> Option<&Set> {
        self.winning_at_once[player].as_ref()
    }

    /// A number that another problem hardly shares.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fingerprint::default();
        self.start.digest(&mut hasher);
        for (side, stuck) in self.sides.iter().zip(self.stuck.iter()) {
            stuck.digest(&mut hasher);
            hasher.write_u8(side.no_move as u8);
            hasher.write_u8(side.lost_first.into());
            hasher.write_usize(side.moves.len());
            for Moves { forward, only_from, .. } in &side.moves {
                forward.digest(&mut hasher);
                only_from.as_ref().unwrap_or(&Set::full(self.shape())).digest(&mut hasher);
            }
            [&side.won, &side.lost, &side.drawn].iter().for_each(|region| region.digest(&mut hasher));
        }
        hasher.finish()
    }

    /// Divides a set of positions with a player to move by how the game stands. What is open has moves, or loses without. Less is to be done if
    /// all of them are known to come `after_moves` from open positions.
    ///
    /// # Errors
    /// Those of a [`Session`].
    pub fn parts(&self, session: &mut Session, mover: Player, set: Root, after_moves: bool) -> Result<Parts, Error> {
        let rules = &self.sides[mover];
        let mut parts = Parts { won: Root::NONE, lost: Root::NONE, drawn: Root::NONE, open: set };
        for (region, outcome) in rules.ends() {
            if outcome == Wdl::Win && after_moves && self.spared[mover] {
                continue;
            }
            let Image { hit, miss } = region.divide(session, parts.open)?;
            parts.open = miss;
            match outcome {
                Wdl::Win => parts.won = hit,
                Wdl::Loss => parts.lost = hit,
                Wdl::Draw => parts.drawn = hit,
            }
        }
        let stuck_part = match rules.no_move {
            Wdl::Win => &mut parts.won,
            Wdl::Draw => &mut parts.drawn,
            Wdl::Loss => return Ok(parts),
        };
        let stuck = session.load(&self.stuck[mover])?;
        let Image { hit: stuck, miss } = session.divide(parts.open, stuck)?;
        *stuck_part = session.union(&[*stuck_part, stuck])?;
        parts.open = miss;
        Ok(parts)
    }
}

/// See [`Problem::winning_at_once`].
fn winning_at_once(shape: &Shape, side: &Side, other: &Side) -> Result<Option<Set>, Error> {
    let lost = match (&other.won, &other.lost) {
        (_, Region::Nothing) => return Ok(Some(Set::empty(shape))),
        (Region::Nothing, Region::Set(lost)) => lost.clone(),
        (Region::Set(_), Region::Set(lost)) if other.lost_first => lost.clone(),
        (Region::Set(won), Region::Set(lost)) => lost.difference(won)?,
        (Region::Patterns(_), _) | (_, Region::Patterns(_)) => return Ok(None),
    };
    if lost.states() > SMALL {
        return Ok(None);
    }
    let mut session = Session::new(shape)?;
    let lost = session.load(&lost)?;
    let winning = side.before(&mut session, lost, Root::ALL)?;
    Ok(Some(session.extract(winning)))
}

/// Whether the moves of `other` are known not to lead from where the game is open to where it has ended and `side` has won.
fn is_spared(shape: &Shape, side: &Side, other: &Side) -> Result<bool, Error> {
    match (&side.won, &other.lost) {
        // It would have ended there before already, with `other` to move and lost.
        (Region::Patterns(won), Region::Patterns(lost)) => {
            let mut events = other.moves.iter().flat_map(Moves::events);
            Ok(won.same(lost) && events.all(|event| !won.may_come_of(event)))
        }
        (Region::Set(won), _) => {
            let found = with_limit(Limit { states: FEW, ..Limit::NONE }, || {
                let mut session = Session::new(shape)?;
                let mut open = Root::ALL;
                for (region, _) in other.ends() {
                    open = region.divide(&mut session, open)?.miss;
                }
                let won = session.load(won)?;
                Ok(other.after(&mut session, open, won)?.is_empty())
            });
            match found {
                Err(Error::States { .. }) => Ok(false),
                found => found,
            }
        }
        _ => Ok(false),
    }
}

/// A hash that is the same in every run and version of the program, on every machine: numbers are hashed as little-endian bytes of fixed size.
#[derive(Default)]
struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 =
                (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(5) ^ 0xcbf2_9ce4_8422_2325;
        }
    }
}
