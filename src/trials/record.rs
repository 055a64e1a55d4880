//! The records of trials: plain data, enough for every criterion and for plotting the lead history.
//!
//! Player 0 is White, the first player that the game lists; player 1 is Black. Nothing here refers to the game, so trials can be
//! stored and measured again later. Records read from a file or a database are untrusted: see [`Trial::check`].

pub use crate::strategy::Puzzle;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One measured ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlyRecord {
    /// Who made it: 0 or 1.
    pub mover: u8,
    /// How many legal moves the mover had.
    pub branching: u32,
    /// The searched lead L after the ply, White minus Black, in [-1, 1].
    pub lead: f64,
    /// The static estimates of White and of Black after the ply, each in [0, 1]: the two dots of Figs. 7 and 8.
    pub estimates: [f64; 2],
    /// How many legal moves the mover's opponent has if it were its turn: before the ply and after it.
    pub opponent_mobility: [u32; 2],
    /// Whether the ply captured, converted or displaced an enemy piece, or ended next to one.
    pub contact: bool,
    /// The value of every legal move before the ply, for the mover, each in [0, 1]; empty when not measured.
    pub move_values: Vec<f32>,
    /// What the position before the ply is worth to the mover if the turn could be passed, in [0, 1], searched as deeply as
    /// `move_values`.
    pub pass_value: Option<f32>,
    /// Whether the ply leaves the opponent two replies or more of which exactly one avoids a loss within two plies.
    pub forced_reply: Option<bool>,
    /// The best deep value before the ply less the deep value of the move that a hasty player chooses, in [0, 1]: a search of one ply, or UCT
    /// after an eighth of its budget.
    pub shallow_loss: Option<f32>,
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn by the rules.
    Draw,
    /// Abandoned for its length; counts as a draw.
    Timeout,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 4] = [Ending::White, Ending::Black, Ending::Draw, Ending::Timeout];

    /// The ending's name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Ending::White => "white",
            Ending::Black => "black",
            Ending::Draw => "draw",
            Ending::Timeout => "timeout",
        }
    }

    /// The ending of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }

    /// The winner, 0 for White or 1 for Black, if there is one.
    pub fn winner(self) -> Option<u8> {
        match self {
            Ending::White => Some(0),
            Ending::Black => Some(1),
            Ending::Draw | Ending::Timeout => None,
        }
    }
}

/// One trial: a random opening, then play by the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The seed that reproduces it.
    pub seed: u64,
    /// Who made the very first move, opening included: 0 or 1.
    pub first_mover: u8,
    /// How many random plies came first; they are not measured.
    pub opening_plies: u32,
    /// How many turns they were, a last one that goes on after them not counted.
    #[serde(default)]
    pub opening_turns: u32,
    /// The searched lead after the opening, L(0).
    pub opening_lead: f64,
    /// The static estimates of White and of Black after the opening.
    pub opening_estimates: [f64; 2],
    /// The measured plies, in order.
    pub plies: Vec<PlyRecord>,
    /// How it ended.
    pub ending: Ending,
    /// Every move in notation, opening included.
    pub moves: Vec<String>,
}

/// The result of several games of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// Games that the player under test won.
    pub wins: u32,
    /// Games drawn or abandoned.
    pub draws: u32,
    /// Games in all.
    pub games: u32,
}

/// The results of the slow measurements, which are made for candidates only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SlowRecord {
    /// For each sampled position, the least depth, from 1, from which on the best move does not change.
    pub depths: Vec<u32>,
    /// The greatest depth tried there.
    pub max_depth: u32,
    /// Depth d + 1 against depth d, for d = 1, 2, …; the deeper player is the one under test.
    pub deepening: Vec<MatchRecord>,
    /// The puzzles found.
    pub puzzles: Vec<Puzzle>,
    /// How many positions were searched for puzzles.
    pub positions: u32,
    /// The standard player against a random one.
    pub versus_random: Option<MatchRecord>,
    /// The standard player against one that minimises the opponent's estimate alone.
    pub versus_defensive: Option<MatchRecord>,
    /// The standard player against one that minimises the opponent's mobility and avoids the end.
    pub versus_obstructive: Option<MatchRecord>,
    /// Nodes for one move at depth 3, on average.
    pub nodes_per_move: Option<f64>,
}

/// Why a record is not consistent.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecordError {
    /// A player who is neither 0 nor 1.
    #[error("trial {seed}: no player {player}; players are 0 and 1")]
    Player {
        /// The trial.
        seed: u64,
        /// The number found.
        player: u8,
    },
    /// A number that is not finite or out of its range.
    #[error("trial {seed}, ply {ply}: {what} is {value}, not within {low} and {high}")]
    Range {
        /// The trial.
        seed: u64,
        /// The ply, from 1; 0 is the position after the opening.
        ply: usize,
        /// Which number.
        what: &'static str,
        /// The number found.
        value: f64,
        /// The least it may be.
        low: f64,
        /// The greatest it may be.
        high: f64,
    },
    /// The notation does not cover the plies.
    #[error("trial {seed}: {moves} moves for {plies} plies")]
    Moves {
        /// The trial.
        seed: u64,
        /// How many moves are written down.
        moves: usize,
        /// How many plies were made, opening included.
        plies: usize,
    },
    /// A match with more results than games.
    #[error("{what}: {results} results in {games} games")]
    Match {
        /// Which match.
        what: &'static str,
        /// Wins and draws together.
        results: u64,
        /// Games in all.
        games: u32,
    },
    /// More puzzles than positions.
    #[error("{puzzles} puzzles in {positions} positions")]
    Puzzles {
        /// Puzzles listed.
        puzzles: usize,
        /// Positions searched.
        positions: u32,
    },
}

impl Trial {
    /// Plies in all, opening included.
    pub fn total_plies(&self) -> u64 {
        self.plies.len() as u64 + u64::from(self.opening_plies)
    }

    /// Turns in all, opening included: moves that one player makes in a row are one turn.
    pub fn turns(&self) -> u64 {
        let changes = self.plies.windows(2).filter(|pair| pair[0].mover != pair[1].mover).count() as u64;
        u64::from(self.opening_turns) + changes + u64::from(!self.plies.is_empty())
    }

    /// The winner, 0 or 1, if there is one.
    pub fn winner(&self) -> Option<u8> {
        self.ending.winner()
    }

    /// Checks that the record is consistent. The criteria never fail on an inconsistent record, but their values are then
    /// meaningless, so a reader should check first.
    ///
    /// # Errors
    /// The first number out of its range, player out of two, or mismatch of moves and plies.
    pub fn check(&self) -> Result<(), RecordError> {
        let seed = self.seed;
        let player = |player: u8| if player < 2 { Ok(()) } else { Err(RecordError::Player { seed, player }) };
        let within = |ply, what, value: f64, low, high| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(RecordError::Range { seed, ply, what, value, low, high })
            }
        };
        player(self.first_mover)?;
        within(0, "lead", self.opening_lead, -1.0, 1.0)?;
        for estimate in self.opening_estimates {
            within(0, "estimate", estimate, 0.0, 1.0)?;
        }
        for (n, ply) in (1..).zip(&self.plies) {
            player(ply.mover)?;
            within(n, "lead", ply.lead, -1.0, 1.0)?;
            for estimate in ply.estimates {
                within(n, "estimate", estimate, 0.0, 1.0)?;
            }
            for &value in &ply.move_values {
                within(n, "move value", f64::from(value), 0.0, 1.0)?;
            }
            if let Some(value) = ply.pass_value {
                within(n, "pass value", f64::from(value), 0.0, 1.0)?;
            }
            if let Some(value) = ply.shallow_loss {
                within(n, "shallow loss", f64::from(value), 0.0, 1.0)?;
            }
        }
        let plies = self.total_plies() as usize;
        if self.moves.len() != plies {
            return Err(RecordError::Moves { seed, moves: self.moves.len(), plies });
        }
        Ok(())
    }
}

impl MatchRecord {
    /// Wins and half the draws as a share of the games; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games > 0)
            .then(|| ((f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games)).min(1.0))
    }
}

impl SlowRecord {
    /// Checks that the record is consistent.
    ///
    /// # Errors
    /// A match with more results than games, or more puzzles than positions.
    pub fn check(&self) -> Result<(), RecordError> {
        let named = [
            ("random", self.versus_random),
            ("defensive", self.versus_defensive),
            ("obstructive", self.versus_obstructive),
        ];
        let named = named.into_iter().filter_map(|(what, m)| m.map(|m| (what, m)));
        for (what, m) in named.chain(self.deepening.iter().map(|&m| ("deepening", m))) {
            let results = u64::from(m.wins) + u64::from(m.draws);
            if results > u64::from(m.games) {
                return Err(RecordError::Match { what, results, games: m.games });
            }
        }
        if self.puzzles.len() as u64 > u64::from(self.positions) {
            return Err(RecordError::Puzzles { puzzles: self.puzzles.len(), positions: self.positions });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial() -> Trial {
        Trial {
            seed: 7,
            first_mover: 1,
            opening_plies: 1,
            opening_turns: 1,
            opening_lead: -0.25,
            opening_estimates: [0.4, 0.6],
            plies: vec![PlyRecord {
                mover: 0,
                branching: 2,
                lead: 0.5,
                estimates: [0.7, 0.2],
                opponent_mobility: [3, 2],
                contact: true,
                move_values: vec![0.25, 0.75],
                pass_value: Some(0.5),
                forced_reply: Some(false),
                shallow_loss: None,
            }],
            ending: Ending::White,
            moves: vec!["A1".into(), "A1-B2".into()],
        }
    }

    #[test]
    fn a_trial_survives_json_unchanged() {
        let text = serde_json::to_string(&trial()).unwrap();
        assert_eq!(serde_json::from_str::<Trial>(&text).unwrap(), trial());
    }

    #[test]
    fn a_sound_record_passes_and_each_fault_is_named() {
        assert_eq!(trial().check(), Ok(()));
        let mut bad = trial();
        bad.plies[0].lead = f64::NAN;
        assert!(bad.check().unwrap_err().to_string().starts_with("trial 7, ply 1: lead is NaN"));
        let mut bad = trial();
        bad.first_mover = 2;
        assert_eq!(bad.check(), Err(RecordError::Player { seed: 7, player: 2 }));
        let mut bad = trial();
        bad.plies[0].move_values.push(1.5);
        assert!(bad.check().unwrap_err().to_string().contains("move value is 1.5"));
        let mut bad = trial();
        bad.moves.pop();
        assert_eq!(bad.check(), Err(RecordError::Moves { seed: 7, moves: 1, plies: 2 }));
    }

    #[test]
    fn a_match_scores_draws_half_and_cannot_have_more_results_than_games() {
        let m = MatchRecord { wins: 3, draws: 1, games: 5 };
        assert_eq!(m.score(), Some(0.7));
        assert_eq!(MatchRecord::default().score(), None);
        let record =
            SlowRecord { deepening: vec![m, MatchRecord { wins: 1, draws: 1, games: 1 }], ..SlowRecord::default() };
        assert_eq!(record.check(), Err(RecordError::Match { what: "deepening", results: 2, games: 1 }));
    }
}
