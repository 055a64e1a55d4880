//! Moves as text: `c3`, `b2-b3`, `b2xc3`, `-c3` (taken off), `pass`, `swap`; with the piece in front (`Queen@c3`), what was chosen behind
//! (`Pawn@a7xb8#queen`: the label of the move), and the number of the variant (`c3#2`) where these are needed to tell moves apart.

use super::Game;
use super::compiled::Class;
use super::definition::Kernel;
use super::position::Position;
use super::state::{Move, NOWHERE, State};
use crate::board::CellId;
use std::collections::HashMap;

/// A move that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No legal move is written like this.
    #[error("`{text}` is not a legal move here; legal are {legal}")]
    Illegal {
        /// What was written.
        text: String,
        /// Some of the legal moves.
        legal: String,
    },
}

/// What the brief notation of a move tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Swap,
    Pass,
    /// Put on a cell.
    To(CellId),
    /// Taken off a cell.
    Off(CellId),
    /// From one cell to another.
    Between(CellId, CellId),
}

impl<const W: usize> Game<W> {
    /// A legal move in notation, short but unambiguous among the legal moves `among`.
    pub fn notation(&self, state: &State<W>, m: Move, among: &[Move]) -> String {
        let form = self.form(state, m);
        let short = self.brief(state, m);
        let same = |n: &&Move| self.form(state, **n) == form;
        let rivals: Vec<&Move> = among.iter().filter(same).collect();
        if rivals.len() <= 1 {
            return short;
        }
        let long = self.with_piece(m, &short);
        let rivals: Vec<&Move> = rivals.into_iter().filter(|n| self.with_piece(**n, &short) == long).collect();
        if rivals.len() <= 1 {
            return long;
        }
        let full = self.with_label(m, &long);
        let rivals: Vec<&Move> = rivals.into_iter().filter(|n| self.with_label(**n, &long) == full).collect();
        if rivals.len() <= 1 {
            return full;
        }
        let index = rivals.iter().position(|n| **n == m).unwrap_or(0);
        format!("{full}#{}", index + 1)
    }

    /// All legal moves in notation, as [`notation`](Game::notation) has each, in one go.
    pub fn notations(&self, state: &State<W>, legal: &[Move]) -> Vec<String> {
        let count = |words: &[String]| {
            let mut times: HashMap<String, usize> = HashMap::new();
            words.iter().for_each(|word| *times.entry(word.clone()).or_default() += 1);
            times
        };
        let short: Vec<String> = legal.iter().map(|&m| self.brief(state, m)).collect();
        let times = count(&short);
        let lengthen = |(word, &m): (&String, &Move)| match times[word] {
            1 => word.clone(),
            _ => self.with_piece(m, word),
        };
        let mut words: Vec<String> = short.iter().zip(legal).map(lengthen).collect();
        let times = count(&words);
        for (word, &m) in words.iter_mut().zip(legal).filter(|(word, _)| times[*word] > 1) {
            *word = self.with_label(m, word);
        }
        let times = count(&words);
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for word in words.iter_mut().filter(|word| times[*word] > 1) {
            let number = numbers.entry(word.clone()).or_default();
            *number += 1;
            *word = format!("{word}#{number}");
        }
        words
    }

    /// With the label of the move, which tells what was chosen, if it has one that is not a number: `a7xb8#queen`.
    fn with_label(&self, m: Move, long: &str) -> String {
        let moves = |class: &Class| self.rules.pieces[class.piece].moves.get(class.definition);
        let class = self.classes.get(m.class as usize);
        let label = class.and_then(moves).and_then(|def| def.label.as_deref()).unwrap_or_default();
        // Blanks and commas separate moves.
        let words: Vec<&str> = label.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        match words.first() {
            Some(first) if !first.starts_with(|c: char| c.is_ascii_digit()) => format!("{long}#{}", words.join("-")),
            _ => long.to_string(),
        }
    }

    fn with_piece(&self, m: Move, short: &str) -> String {
        match self.classes.get(m.class as usize) {
            Some(class) => format!("{}@{short}", self.rules.pieces[class.piece].name),
            None => short.to_string(),
        }
    }

    /// What the brief notation tells of a move; two moves are written alike exactly if this is the same.
    fn form(&self, state: &State<W>, m: Move) -> Form {
        if m == Move::SWAP {
            return Form::Swap;
        }
        if m.to == NOWHERE {
            return Form::Pass;
        }
        if m.from == NOWHERE {
            return Form::To(m.to);
        }
        let def = self.sides[state.mover].def_of(m);
        if def.is_some_and(|d| matches!(d.kernel, Kernel::Remove { .. })) {
            return Form::Off(m.to);
        }
        Form::Between(m.from, m.to)
    }

    fn brief(&self, state: &State<W>, m: Move) -> String {
        let label = |c| self.board.label(c).to_lowercase();
        match self.form(state, m) {
            Form::Swap => "swap".into(),
            Form::Pass => "pass".into(),
            Form::To(to) => label(to),
            Form::Off(to) => format!("-{}", label(to)),
            Form::Between(from, to) => {
                let enemy = state.owned[state.mover.opponent()].contains(to);
                format!("{}{}{}", label(from), if enemy { 'x' } else { '-' }, label(to))
            }
        }
    }

    /// The legal move that a text stands for, ignoring case.
    ///
    /// # Errors
    /// If no legal move is written like this; the error lists some that are.
    pub fn read_move(&self, position: &Position<W>, text: &str) -> Result<Move, MoveError> {
        let mut legal = Vec::new();
        position.legal(self, &mut legal);
        let wanted = text.trim();
        let written = self.notations(position.state(), &legal);
        match written.iter().position(|w| w.eq_ignore_ascii_case(wanted)) {
            Some(i) => Ok(legal[i]),
            None => {
                let mut some = written.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(" ");
                if written.len() > 12 {
                    some += " …";
                }
                Err(MoveError::Illegal { text: wanted.chars().take(40).collect(), legal: some })
            }
        }
    }
}
