//! Habits of play that games worth playing do not have, told from trials: games over before they begin, turn after turn on one cell, moves
//! back and forth, lengths without a measure.

use crate::trials::Trial;
use serde::{Deserialize, Serialize};

/// What trials are like, as shares and numbers of turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habits {
    /// The mean length of a game in turns.
    pub turns: f64,
    /// The coefficient of variation of the length.
    pub variation: f64,
    /// The share of plies that end on the cell on which the two plies before them ended.
    pub same_cell: f64,
    /// The share of plies that are the move that the mover made two of its plies before.
    pub repeated: f64,
}

impl Habits {
    /// Those of trials; all 0 without trials.
    pub fn of(trials: &[Trial]) -> Habits {
        let lengths: Vec<f64> = trials.iter().map(|t| t.turns() as f64).collect();
        let n = lengths.len().max(1) as f64;
        let mean = lengths.iter().sum::<f64>() / n;
        let variance = lengths.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let (mut plies, mut same, mut repeated) = (0u32, 0u32, 0u32);
        for trial in trials {
            let cells: Vec<Option<&str>> = trial.moves.iter().map(|m| last_cell(m)).collect();
            plies += trial.moves.len() as u32;
            same += cells.windows(3).filter(|w| w[0].is_some() && w[0] == w[1] && w[1] == w[2]).count() as u32;
            repeated += trial.moves.windows(5).filter(|w| w[0] == w[4] && last_cell(&w[0]).is_some()).count() as u32;
        }
        let share = |part: u32| f64::from(part) / f64::from(plies.max(1));
        Habits {
            turns: mean,
            variation: if mean > 0.0 { variance.sqrt() / mean } else { 0.0 },
            same_cell: share(same),
            repeated: share(repeated),
        }
    }
}

/// The last cell that a move in notation names: letters and a number.
fn last_cell(notation: &str) -> Option<&str> {
    let bytes = notation.as_bytes();
    let mut end = bytes.len();
    while end > 0 {
        // A number after letters is a cell; one after anything else, such as the type of a piece, is not.
        let digits = bytes[..end].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let letters = bytes[..end - digits].iter().rev().take_while(|b| b.is_ascii_lowercase()).count();
        if digits > 0 && (1..=2).contains(&letters) {
            return Some(&notation[end - digits - letters..end]);
        }
        end -= (digits + letters).max(1);
    }
    None
}
