//! Conditions about what stands on one cell, as sets of what may be there.

use super::{Logic, Occupant};
use crate::language::Tree;
use crate::language::schema::Category;

/// The states of a cell, a bit each: it is off the board, empty, or a piece of the mover, of the opponent or of nobody is on top.
const OFF: u8 = 1;
const NOTHING: u8 = 2;
const OWN: u8 = 4;
const ENEMY: u8 = 8;
const NEUTRAL: u8 = 16;
const ALL: u8 = OFF | NOTHING | OWN | ENEMY | NEUTRAL;

/// The tests of a cell with the states in which they hold. The last never holds where there are no neutral pieces.
const TESTS: [(&str, u8); 5] =
    [("empty", NOTHING), ("friend", OWN), ("enemy", ENEMY), ("on-board", ALL & !OFF), ("neutral", NEUTRAL)];

/// What a condition says of one cell.
struct Told {
    /// A text that is equal for the same cell.
    key: String,
    cell: Tree,
    /// The states in which it holds.
    states: u8,
}

impl Logic<'_> {
    /// The conjunction or disjunction with its parts about one cell said by one test of that cell, if there is such a test and it is shorter.
    pub fn single_test(&self, tree: &Tree) -> Option<Tree> {
        let parts = tree.args();
        let told: Vec<Option<Told>> = parts.iter().map(|part| self.told(part)).collect();
        told.iter().enumerate().find_map(|(first, one)| {
            let cell = &one.as_ref()?.cell;
            let same = |other: &Option<Told>| other.as_ref().map(|t| &t.key) == one.as_ref().map(|t| &t.key);
            if told[..first].iter().any(same) {
                return None;
            }
            let alike: Vec<u8> = told.iter().filter(|other| same(other)).flatten().map(|told| told.states).collect();
            if alike.len() < 2 {
                return None;
            }
            let test = self.test_of(cell, joined(tree.is("and"), alike.into_iter()))?;
            let others = parts.iter().zip(&told).enumerate();
            let kept: Vec<Tree> = others
                .filter(|(i, (_, told))| *i == first || !same(told))
                .map(|(i, (part, _))| if i == first { test.clone() } else { part.clone() })
                .collect();
            let put = match kept.as_slice() {
                [only] => only.clone(),
                _ => Tree::element(tree.head()?, kept),
            };
            (put.size() < tree.size()).then_some(put)
        })
    }

    /// The shortest test of a cell that holds in these states of those that are possible.
    fn test_of(&self, cell: &Tree, states: u8) -> Option<Tree> {
        let possible = if self.ground.is_some_and(|ground| !ground.neutral) { ALL & !NEUTRAL } else { ALL };
        let test = |word: &str| Tree::element(word, [cell.clone()]);
        let is = |holds: u8| (holds ^ states) & possible == 0;
        TESTS.iter().find_map(|&(word, holds)| {
            let denied = || is(!holds).then(|| Tree::element("not", [test(word)]));
            is(holds).then(|| test(word)).or_else(denied)
        })
    }

    /// What a condition of a move says, if it is about the top of one cell alone.
    fn told(&self, tree: &Tree) -> Option<Told> {
        if !self.look() {
            return None;
        }
        let parts = tree.args();
        match tree.head()? {
            "not" => self.told(parts.first()?).map(|told| Told { states: ALL & !told.states, ..told }),
            "and" | "or" => {
                let told = parts.iter().map(|part| self.told(part)).collect::<Option<Vec<Told>>>()?;
                let states = joined(tree.is("and"), told.iter().map(|told| told.states));
                let first = told.first()?.key.clone();
                let one = told.iter().all(|other| other.key == first);
                one.then(|| told.into_iter().next().map(|told| Told { states, ..told })).flatten()
            }
            _ => {
                let (key, occupant) = self.occupant(tree, Category::Bool)?;
                let states = match occupant {
                    Occupant::Nothing => NOTHING,
                    Occupant::Own => OWN,
                    Occupant::Enemy => ENEMY,
                    Occupant::Neutral => NEUTRAL,
                    Occupant::Piece => OWN | ENEMY | NEUTRAL,
                    Occupant::Cell => ALL & !OFF,
                };
                let cell = self.element(tree, Category::Bool)?.get("cell").cloned();
                Some(Told { key, cell: cell.unwrap_or_else(|| Tree::word("to")), states })
            }
        }
    }
}

/// The states in which all of these hold, or any of them.
fn joined(all: bool, states: impl Iterator<Item = u8>) -> u8 {
    if all { states.fold(ALL, |a, b| a & b) } else { states.fold(0, |a, b| a | b) }
}
