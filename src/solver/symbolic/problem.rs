//! A game reduced to sets and relations of strings.

use crate::solver::dfa::{self, Error, Event, Image, Relation, Set, Shape, Symbol};

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player to move wins.
    Win,
}

/// A set of strings, in the form that costs least.
#[derive(Clone, Debug)]
pub enum Region {
    /// No strings.
    Nothing,
    /// The strings of a set.
    Set(Set),
    /// The strings that have one of some patterns: a relation of events that change nothing. Its automaton, which may be far larger than
    /// what a solver needs of it, is not made unless all strings are asked for.
    Patterns(Relation),
}

impl Region {
    /// The strings that have one of some patterns, each given as (index, symbols allowed there) conditions.
    ///
    /// # Errors
    /// As [`Relation::new`].
    pub fn patterns(shape: &Shape, patterns: &[Vec<(usize, Vec<Symbol>)>]) -> Result<Self, Error> {
        let event = |conditions: &Vec<(usize, Vec<Symbol>)>| {
            conditions.iter().fold(Event::new(), |event, (cell, symbols)| event.keeping(*cell, symbols))
        };
        if patterns.is_empty() {
            return Ok(Self::Nothing);
        }
        Ok(Self::Patterns(Relation::new(shape, &patterns.iter().map(event).collect::<Vec<_>>())?))
    }

    /// Divides a set into what lies in the region and what does not.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if shapes differ, [`Error::TooLarge`] beyond 2³¹ states in a layer.
    pub fn divide(&self, set: &Set) -> Result<Image, Error> {
        match self {
            Self::Nothing => Ok(Image { hit: Set::empty(set.shape()), miss: set.clone() }),
            Self::Set(region) => set.divide(region),
            Self::Patterns(patterns) => dfa::divide(set, &[(set, patterns)]),
        }
    }
}

/// Some moves of a side.
#[derive(Clone, Debug)]
pub struct Moves {
    forward: Relation,
    backward: Relation,
    only_from: Option<Set>,
}

impl Moves {
    /// Moves as a relation between the position before, and the position after with the other side to move.
    pub fn new(relation: Relation) -> Self {
        Self { backward: relation.inverse(), forward: relation, only_from: None }
    }

    /// The same moves, from positions of a set only. Use this for conditions on cells far from those that change: a condition in the
    /// relation must be carried through all layers between.
    #[must_use]
    pub fn only_from(mut self, set: Set) -> Self {
        self.only_from = Some(set);
        self
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
    /// What a position without moves that is in none of the regions is worth to the player to move.
    pub no_move: Outcome,
}

impl Side {
    /// The positions one move away from those of a set, none of which must be ended.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if shapes differ, [`Error::TooLarge`] beyond 2³¹ states in a layer.
    pub fn after(&self, set: &Set) -> Result<Set, Error> {
        let before: Vec<_> = self
            .moves
            .iter()
            .map(|moves| moves.only_from.as_ref().map_or_else(|| Ok(set.clone()), |only| set.intersection(only)))
            .collect::<Result<_, _>>()?;
        match &before[..] {
            [] => Ok(Set::empty(set.shape())),
            _ => dfa::image(
                &before.iter().zip(&self.moves).map(|(set, moves)| (set, &moves.forward)).collect::<Vec<_>>(),
            ),
        }
    }

    /// Divides a set into positions with a move into `after` and those without. The rules that end the game are not looked at.
    ///
    /// # Errors
    /// As [`Side::after`].
    pub fn before(&self, after: &Set, set: &Set) -> Result<Image, Error> {
        let mut image = Image { hit: Set::empty(set.shape()), miss: set.clone() };
        let free: Vec<_> = self.moves.iter().filter(|moves| moves.only_from.is_none()).collect();
        if !free.is_empty() {
            image = dfa::divide(set, &free.iter().map(|moves| (after, &moves.backward)).collect::<Vec<_>>())?;
        }
        for moves in &self.moves {
            if let Some(only_from) = &moves.only_from {
                let possible = image.miss.intersection(only_from)?;
                let found = dfa::image_within(&[(after, &moves.backward)], &possible)?;
                image = Image { hit: image.hit.union(&found)?, miss: image.miss.difference(&found)? };
            }
        }
        Ok(image)
    }
}

/// The positions of a set with one side to move, by how the game stands.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Ended, the player to move has won.
    pub won: Set,
    /// Ended, the player to move has lost.
    pub lost: Set,
    /// Ended in a draw.
    pub drawn: Set,
    /// The others.
    pub open: Set,
}

/// A game of two sides that move in turn.
#[derive(Clone, Debug)]
pub struct Problem {
    start: Set,
    sides: [Side; 2],
    /// For each side, the positions without moves, ended or not.
    stuck: [Set; 2],
}

impl Problem {
    /// A game that starts from a position with side 0 to move.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Symbol`] if the start does not fit the shape, [`Error::Mismatch`] if a side's sets and relations are of
    /// another shape, [`Error::TooLarge`] beyond 2³¹ states in a layer.
    pub fn new(shape: &Shape, start: &[Symbol], sides: [Side; 2]) -> Result<Self, Error> {
        let full = Set::full(shape);
        let stuck = |side: &Side| Ok::<_, Error>(side.before(&full, &full)?.miss);
        let stuck = [stuck(&sides[0])?, stuck(&sides[1])?];
        Ok(Self { start: Set::single(shape, start)?, sides, stuck })
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        self.start.shape()
    }

    /// The set of the start position alone.
    pub fn start(&self) -> &Set {
        &self.start
    }

    /// A side, 0 or 1.
    pub fn side(&self, side: usize) -> &Side {
        &self.sides[side]
    }

    /// Whether a position without moves is a draw for some side, or a side has drawn positions.
    pub fn may_be_drawn_at_once(&self) -> bool {
        self.sides.iter().any(|side| side.no_move == Outcome::Draw || !matches!(side.drawn, Region::Nothing))
    }

    /// Divides a set of positions with a side to move by how the game stands. What is open has moves.
    ///
    /// # Errors
    /// [`Error::Mismatch`] if shapes differ, [`Error::TooLarge`] beyond 2³¹ states in a layer.
    pub fn parts(&self, side: usize, set: &Set) -> Result<Parts, Error> {
        let Side { won, lost, drawn, no_move, .. } = &self.sides[side];
        let Image { hit: mut won, miss } = won.divide(set)?;
        let Image { hit: mut lost, miss } = lost.divide(&miss)?;
        let Image { hit: mut drawn, miss } = drawn.divide(&miss)?;
        let Image { hit: stuck, miss: open } = miss.divide(&self.stuck[side])?;
        if !stuck.is_empty() {
            let part = match no_move {
                Outcome::Win => &mut won,
                Outcome::Loss => &mut lost,
                Outcome::Draw => &mut drawn,
            };
            *part = part.union(&stuck)?;
        }
        Ok(Parts { won, lost, drawn, open })
    }
}
