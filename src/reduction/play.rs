//! A fingerprint of play: what random games of a set of rules are like, whatever the rules say and however they are written.

use super::view::{Legal, View};
use crate::game::{AnyGame, Game, NOWHERE, Outcome, Player, Position, counting_looks};
use crate::streams::{self, Purpose};
use crate::with_game;
use rand::RngExt;
use serde::Serialize;

/// How many random games make a fingerprint.
const GAMES: u64 = 40;
/// The most plies of each.
const PLIES: usize = 160;
/// The most work for all of them, in positions.
const WORK: u64 = 4_000;

/// What random games are like, in means over games and plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlayPrint {
    /// Plies a game, over the number of cells.
    pub length: f64,
    /// The spread of the length, over its mean.
    pub spread: f64,
    /// The share of games that the first player wins.
    pub first_wins: f64,
    /// The share of games won by nobody, or given up for their length.
    pub no_winner: f64,
    /// The logarithm (base 2) of the number of actions to choose from.
    pub choice: f64,
    /// The share of plies that bring a piece onto the board.
    pub drops: f64,
    /// The share of plies after which fewer pieces are on the board.
    pub captures: f64,
    /// The share of cells that are occupied at the end.
    pub filled: f64,
    /// The share of games that the player wins who moved last.
    pub last_wins: f64,
}

impl PlayPrint {
    /// That of a game: random games that do not depend on how the rules are written.
    pub fn of(game: &AnyGame) -> PlayPrint {
        with_game!(game, g => print_of(g))
    }

    /// The statistics in a fixed order.
    pub fn values(&self) -> [f64; 9] {
        let PlayPrint { length, spread, first_wins, no_winner, choice, drops, captures, filled, last_wins } = *self;
        [length, spread, first_wins, no_winner, choice, drops, captures, filled, last_wins]
    }

    /// How far apart two fingerprints are: 0 for the same play, 1 where statistics differ on average by what they differ by between
    /// known games.
    pub fn distance(&self, other: &PlayPrint) -> f64 {
        /// The standard deviations of the statistics over the known games.
        const SPREADS: [f64; 9] = [1.0, 0.3, 0.2, 0.3, 1.5, 0.45, 0.2, 0.25, 0.3];
        let pairs = self.values().into_iter().zip(other.values()).zip(SPREADS);
        let squares: f64 = pairs.map(|((a, b), spread)| ((a - b) / spread).powi(2)).sum();
        (squares / SPREADS.len() as f64).sqrt()
    }
}

fn print_of<const W: usize>(game: &Game<W>) -> PlayPrint {
    let names: Vec<String> = game.rules().pieces.iter().map(|p| p.name.clone()).collect();
    let view = View::of(game, &names);
    let (mut lengths, mut work) = (Vec::new(), 0);
    let (mut first, mut nobody, mut last) = (0.0, 0.0, 0.0);
    let (mut plies, mut choice, mut drops, mut captures, mut filled) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut legal = Legal::default();
    for (number, view) in (0..GAMES).zip(view.iter().cycle()) {
        if work >= WORK {
            break;
        }
        let mut rng = streams::stream(1, Purpose::Fingerprint, number);
        let mut position = Position::new(game, Player::White);
        let (mut length, mut mover) = (0, Player::White);
        let (_, looks) = counting_looks(|| {
            while position.outcome().is_none() && length < PLIES {
                legal.list(view, game, &position);
                if legal.actions() == 0 {
                    break;
                }
                choice += (legal.actions() as f64).log2();
                let action = rng.random_range(0..legal.actions() as u32) as usize;
                let Some(m) = legal.variants(action).next() else { break };
                mover = position.state().mover;
                let before = position.state().occupied().len();
                position.apply(game, m);
                let after = position.state().occupied().len();
                drops += f64::from(u8::from(m.from == NOWHERE && m.to != NOWHERE));
                captures += f64::from(u8::from(after < before));
                length += 1;
            }
        });
        work += length as u64 + looks;
        plies += length as f64;
        lengths.push(length as f64);
        filled += f64::from(position.state().occupied().len()) / game.board().len() as f64;
        match position.outcome() {
            Some(Outcome::Win(winner)) => {
                let person = winner.index() ^ usize::from(position.state().swapped);
                first += f64::from(u8::from(person == 0));
                last += f64::from(u8::from(winner == mover));
            }
            _ => nobody += 1.0,
        }
    }
    let games = (lengths.len() as f64).max(1.0);
    let mean = plies / games;
    let variance = lengths.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / games;
    let per_ply = |sum: f64| if plies > 0.0 { sum / plies } else { 0.0 };
    PlayPrint {
        length: mean / game.board().len() as f64,
        spread: if mean > 0.0 { variance.sqrt() / mean } else { 0.0 },
        first_wins: first / games,
        no_winner: nobody / games,
        choice: per_ply(choice),
        drops: per_ply(drops),
        captures: per_ply(captures),
        filled: filled / games,
        last_wins: last / games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn print(rules: &str) -> PlayPrint {
        PlayPrint::of(&AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap())
    }

    #[test]
    fn the_same_play_has_one_fingerprint_and_other_play_another() {
        let rules = |pre: &str, end: &str| {
            format!(
                "(game A (board (tiling square i-nbors) (size 4 4)) (pieces (Stone All (moves (move (pre {pre}) (action (push)))))) (end (All win {end})))"
            )
        };
        let plain = print(&rules("(empty to)", "(in-a-row 3)"));
        let fat = print(&rules("(and (empty to) (not (friend to)))", "(or (in-a-row 3) (in-a-row 4))"));
        assert_eq!(plain, fat);
        assert_eq!(plain.distance(&fat), 0.0);
        let other = print(&rules("(empty to)", "(in-a-row 4)"));
        assert!(plain.distance(&other) > 0.1);
        assert!(plain.drops == 1.0 && plain.captures == 0.0 && plain.last_wins > 0.9);
    }
}
