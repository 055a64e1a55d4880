//! What is being written: the game, the tables that it asks for, and what cannot be said.

use crate::board::Board;
use crate::game::AnyGame;
use crate::game::rules::Rules;
use crate::language::Span;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What cannot be said in the other language, or not so that it means the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The ludeme, or what of it is meant.
    pub ludeme: String,
    /// Where it stands in the rules, if it does.
    pub span: Option<Span>,
}

impl std::fmt::Display for Unsaid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` cannot be said in the language of Ludii", self.ludeme)
    }
}

impl std::error::Error for Unsaid {}

/// The ludeme that cannot be said.
pub(in crate::export) fn unsaid<T>(ludeme: impl Into<String>) -> Result<T, Unsaid> {
    Err(Unsaid { ludeme: ludeme.into(), span: None })
}

/// A game that is being written.
pub(in crate::export) struct Writer<'a> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    /// Whether lines are what lies straight, as they are there.
    pub straight: bool,
    /// The names of the pieces there.
    pub names: Vec<String>,
    /// How many of each type each player holds at the start.
    pub hands: Vec<[u8; 2]>,
    /// The tables that what is said so far asks for.
    pub tables: Tables,
    /// The moves that a turn goes on with, by player, once they are said.
    pub going_on: [OnceCell<String>; 2],
    /// The game as it is played, if it can be.
    pub game: Option<&'a AnyGame>,
}

/// The most pairs of a table.
const MOST_PAIRS: usize = 6_000;

/// Tables from numbers to numbers, by name; writers of the same game share them.
#[derive(Clone, Default)]
pub(in crate::export) struct Tables(Rc<RefCell<BTreeMap<String, BTreeMap<u32, u32>>>>);

impl Tables {
    /// The name under which a table stands: the one given, or that with something behind it where another table has it.
    pub(super) fn name(&self, name: &str, pairs: BTreeMap<u32, u32>) -> Result<String, Unsaid> {
        if pairs.len() > MOST_PAIRS {
            return unsaid("size of so large a board");
        }
        let mut tables = self.0.borrow_mut();
        let mut name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        while tables.get(&name).is_some_and(|other| *other != pairs) {
            name.push('x');
        }
        tables.insert(name.clone(), pairs);
        Ok(name)
    }

    /// The tables as equipment.
    pub fn text(&self) -> String {
        let table = |(name, pairs): (&String, &BTreeMap<u32, u32>)| {
            let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("(pair {key} {value})")).collect();
            format!("    (map \"{name}\" {{{}}})\n", pairs.join(" "))
        };
        self.0.borrow().iter().map(table).collect()
    }
}

/// Cells as numbers.
pub(in crate::export) fn sites(cells: &[u16]) -> String {
    let numbers: Vec<String> = cells.iter().map(u16::to_string).collect();
    format!("(sites {{{}}})", numbers.join(" "))
}
