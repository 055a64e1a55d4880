//! What may stand on a cell, as symbols.

use crate::game::StateId;
use crate::game::{Piece, rules::Player};

/// The most symbols of a cell: beyond it the automata are of no use.
const MOST: usize = 64;

/// One piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Man {
    pub kind: u8,
    /// `None` for a neutral piece.
    pub owner: Option<Player>,
    pub state: StateId,
    pub flags: u8,
    /// Its own facing, if that is not its owner's.
    pub facing: Option<u8>,
}

impl From<Piece> for Man {
    fn from(piece: Piece) -> Man {
        Man {
            kind: piece.kind().index() as u8,
            owner: piece.owner().player(),
            state: piece.state(),
            flags: piece.flags(),
            facing: piece.facing().map(|d| d as u8),
        }
    }
}

/// What stands on a cell, and its state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Content {
    /// From the bottom up.
    pub men: Vec<Man>,
    /// The state of the cell itself.
    pub state: StateId,
}

/// The contents met so far, by symbol; the empty cell is symbol 0.
#[derive(Clone, Debug)]
pub(super) struct Alphabet(Vec<Content>);

impl Alphabet {
    pub fn new() -> Self {
        Alphabet(vec![Content::default()])
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn content(&self, symbol: u8) -> &Content {
        &self.0[symbol as usize]
    }

    pub fn contents(&self) -> impl Iterator<Item = (u8, &Content)> {
        (0..).zip(&self.0)
    }

    pub fn find(&self, content: &Content) -> Option<u8> {
        self.0.iter().position(|c| c == content).map(|i| i as u8)
    }

    /// The symbol of a content, a new one if need be; `None` if there are too many.
    pub fn insert(&mut self, content: &Content) -> Option<u8> {
        if let Some(symbol) = self.find(content) {
            return Some(symbol);
        }
        (self.0.len() < MOST).then(|| {
            self.0.push(content.clone());
            (self.0.len() - 1) as u8
        })
    }
}
