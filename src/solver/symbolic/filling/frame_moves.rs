//! Moves as changes of the frame, and what they ask of the other cells and fill.

use crate::game::rules::Player;
use std::collections::BTreeMap;

use super::frames::{CELLS, Cells, Frame, KINDS, ones};
use crate::solver::dfa::{self, Counting, Event, Symbol};
use crate::solver::symbolic::{Error, Moves, Problem, Side};

/// The most moves of a side, after those with alternatives are told apart.
const MOST_MOVES: usize = 1 << 20;

/// What is asked of the cells, and done to them, beside the change of frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// For each kind, cells on which it must not stand.
    pub without: Frame,
    /// Cells that must not be free.
    pub taken: Cells,
    /// Cells that must not be filled, if they are free.
    pub empty: Cells,
    /// Cells that must not be empty, if they are free.
    pub filled: Cells,
    /// Empty cells that are filled.
    pub fill: Cells,
}

/// A change of the frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FrameChange {
    /// Pieces on cells that change, before and after.
    before: Frame,
    after: Frame,
    /// Cells that are free only before, and those of them that are filled then.
    pub leaving: Cells,
    pub leaving_filled: Cells,
    /// Cells that are free only after.
    pub entering: Cells,
}

/// The moves that change the frame alike.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub change: FrameChange,
    pub terms: Vec<Terms>,
}

/// How a side moves.
pub(super) struct FrameMoves {
    groups: Vec<Group>,
    /// Groups by the first cell that has a piece before, and after; those without such a cell come last.
    from: Vec<Vec<usize>>,
    to: Vec<Vec<usize>>,
}

impl FrameChange {
    /// The frame before, if a frame can be what is after.
    pub fn undone(&self, frame: &Frame) -> Option<Frame> {
        replaced(frame, &self.after, &self.before, self.entering)
    }

    /// The frame after, if a frame can be what is before.
    pub fn done(&self, frame: &Frame) -> Option<Frame> {
        replaced(frame, &self.before, &self.after, self.leaving)
    }
}

/// A frame with some pieces taken away and others put down, if it has the former, and some cells are free.
#[inline]
fn replaced(frame: &Frame, away: &Frame, down: &Frame, free: Cells) -> Option<Frame> {
    let has_all = frame.iter().zip(away).all(|(pieces, away)| pieces & away == *away);
    let is_free = frame.iter().all(|pieces| pieces & free == 0);
    (has_all && is_free).then(|| std::array::from_fn(|kind| frame[kind] & !away[kind] | down[kind]))
}

impl Terms {
    /// Whether a frame has pieces, and none, where it must; the cells that change play no part.
    #[inline]
    pub fn fit(&self, frame: &Frame, free: Cells) -> bool {
        self.taken & free == 0 && frame.iter().zip(&self.without).all(|(pieces, without)| pieces & without == 0)
    }
}

/// What the symbols mean.
pub(super) struct Alphabet {
    filled: Symbol,
    kinds: Vec<Symbol>,
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Nothing, or what fills it.
    Free(bool),
    Piece(usize),
}

impl Alphabet {
    /// The meaning of a game's symbols: one fills cells, those of the start are pieces.
    pub fn new(problem: &Problem) -> Result<Self, Error> {
        let filled = filled_symbol(problem)?;
        let start = problem.start().iter().next().ok_or(dfa::Error::Mismatch)?;
        let symbols = 1..problem.shape().symbols(0) as Symbol;
        let kinds: Vec<Symbol> = symbols.filter(|&symbol| symbol != filled && start.contains(&symbol)).collect();
        if kinds.len() > KINDS {
            return Err(Error::NotFilling("there are more than four kinds of pieces"));
        }
        Ok(Self { filled, kinds })
    }

    /// What a symbol means; none for one that no position has.
    pub fn content(&self, symbol: Symbol) -> Option<Content> {
        if symbol == 0 || symbol == self.filled {
            return Some(Content::Free(symbol != 0));
        }
        self.kinds.iter().position(|&kind| kind == symbol).map(Content::Piece)
    }
}

/// The symbol that every turn brings one more of, at the cost of an empty cell.
fn filled_symbol(problem: &Problem) -> Result<Symbol, Error> {
    let other = || Error::NotFilling("not every turn fills just one cell");
    let counting = Counting::new(problem.shape(), problem.shape().len())?;
    let mut gains = Vec::new();
    for moves in Player::BOTH.into_iter().flat_map(|player| &problem.side(player).moves) {
        gains.extend(counting.gains(moves.forward()).map_err(|_| other())?);
    }
    gains.dedup();
    let [gain] = &gains[..] else { return Err(other()) };
    let changed: Vec<_> = (1..).zip(gain).filter(|&(_, &n)| n != 0).collect();
    if let [(symbol, 1)] = changed[..] { Ok(symbol) } else { Err(other()) }
}

impl FrameMoves {
    /// The moves of a side.
    pub fn new(side: &Side, alphabet: &Alphabet) -> Result<Self, Error> {
        let mut groups: BTreeMap<FrameChange, Vec<Terms>> = BTreeMap::new();
        let mut count = 0;
        for event in side.moves.iter().flat_map(Moves::events) {
            let moves = FrameMove::all(event, alphabet)?;
            count += moves.len();
            if count > MOST_MOVES {
                return Err(Error::NotFilling("there are too many ways to move"));
            }
            for FrameMove { change, terms } in moves {
                groups.entry(change).or_default().push(terms);
            }
        }
        let groups: Vec<Group> = groups.into_iter().map(|(change, terms)| Group { change, terms }).collect();
        let by_first = |frame: fn(&Group) -> &Frame| {
            let mut lists = vec![Vec::new(); CELLS + 1];
            for (number, group) in groups.iter().enumerate() {
                lists[(pieces(frame(group)).trailing_zeros() as usize).min(CELLS)].push(number);
            }
            lists
        };
        Ok(Self { from: by_first(|group| &group.change.before), to: by_first(|group| &group.change.after), groups })
    }

    /// The groups that may fit a frame before.
    pub fn leading_from(&self, frame: &Frame) -> impl Iterator<Item = &Group> {
        self.listed(&self.from, frame)
    }

    /// The groups that may fit a frame after.
    pub fn leading_to(&self, frame: &Frame) -> impl Iterator<Item = &Group> {
        self.listed(&self.to, frame)
    }

    fn listed<'a>(&'a self, lists: &'a [Vec<usize>], frame: &Frame) -> impl Iterator<Item = &'a Group> {
        let cells = ones(pieces(frame)).map(|cell| cell as usize).chain([CELLS]);
        cells.flat_map(|cell| &lists[cell]).map(|&group| &self.groups[group])
    }
}

/// The cells with pieces.
fn pieces(frame: &Frame) -> Cells {
    frame.iter().fold(0, |all, pieces| all | pieces)
}

/// One way to move, without alternatives as to the frame.
#[derive(Clone, Default)]
struct FrameMove {
    change: FrameChange,
    terms: Terms,
}

impl FrameMove {
    /// The moves that an event is the union of.
    fn all(event: &Event, alphabet: &Alphabet) -> Result<Vec<Self>, Error> {
        let mut moves = vec![Self::default()];
        for (cell, pairs) in event.cells() {
            let cell = 1 << cell;
            let mut kept = Vec::new();
            let mut changes = Vec::new();
            for &(before, after) in pairs {
                let (Some(before), Some(after)) = (alphabet.content(before), alphabet.content(after)) else { continue };
                match (before, after) {
                    (Content::Piece(a), Content::Piece(b)) if a == b => kept.push((before, after)),
                    (Content::Free(_), Content::Free(_)) => kept.push((before, after)),
                    _ => changes.push((before, after)),
                }
            }
            let mut alternatives = Vec::new();
            for so_far in moves {
                for &(before, after) in &changes {
                    let mut longer = so_far.clone();
                    match before {
                        Content::Piece(kind) => longer.change.before[kind] |= cell,
                        Content::Free(filled) => {
                            longer.change.leaving |= cell;
                            longer.change.leaving_filled |= if filled { cell } else { 0 };
                        }
                    }
                    match after {
                        Content::Piece(kind) => longer.change.after[kind] |= cell,
                        Content::Free(filled) => {
                            longer.change.entering |= cell;
                            longer.terms.fill |= if filled { cell } else { 0 };
                        }
                    }
                    alternatives.push(longer);
                }
                if !kept.is_empty() {
                    alternatives.push(so_far.keeping(cell, &kept, alphabet.kinds.len())?);
                }
            }
            moves = alternatives;
            if moves.len() > MOST_MOVES {
                return Err(Error::NotFilling("there are too many ways to move"));
            }
        }
        Ok(moves)
    }

    /// The same on the terms that a cell keeps its piece, or stays free.
    fn keeping(mut self, cell: Cells, kept: &[(Content, Content)], kinds: usize) -> Result<Self, Error> {
        let has = |before, after| kept.contains(&(before, after));
        for kind in (0..kinds).filter(|&kind| !has(Content::Piece(kind), Content::Piece(kind))) {
            self.terms.without[kind] |= cell;
        }
        let free = |before, after| has(Content::Free(before), Content::Free(after));
        match [free(false, false), free(true, true), free(false, true), free(true, false)] {
            [false, false, false, false] => self.terms.taken |= cell,
            [true, true, false, false] => {}
            [true, false, false, false] => self.terms.empty |= cell,
            [false, true, false, false] => self.terms.filled |= cell,
            [false, false, true, false] => {
                self.terms.empty |= cell;
                self.terms.fill |= cell;
            }
            _ => return Err(Error::NotFilling("cells are emptied, or filled in more than one way")),
        }
        Ok(self)
    }
}
