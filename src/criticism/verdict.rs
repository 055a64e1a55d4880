//! Whether a game is viable: not drawish, not unbalanced, no serious advantage of moving first or second, and ending in reasonable
//! time (paper, section V).
//!
//! A [`Tally`] of plain counts is all that is needed, so the verdict can be computed after every trial. Each limit is judged by a
//! 95 % confidence interval, and is undecided while the interval spans it. Repeated tests make wrong decisions likelier than the
//! 5 % of a single one; a game that is far from its limits is decided early anyway, and one that is near them stays undecided for
//! long. When the budget of trials is spent, [`settle`] decides by the counts.

use super::interval::{upper, wilson};
use crate::game::AnyGame;
use crate::trials::{Ending, Trial};
use crate::with_game;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::fmt;
use std::ops::AddAssign;

/// Counts over trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Trials in all.
    pub games: u64,
    /// Trials that White won.
    pub white_wins: u64,
    /// Trials that Black won.
    pub black_wins: u64,
    /// Won trials that the player won who moved first.
    pub first_mover_wins: u64,
    /// Trials abandoned for their length.
    pub timeouts: u64,
    /// Turns of all trials, openings included.
    pub turns: u64,
    /// The squares of the trials' lengths in turns, added up.
    pub turns_squared: u64,
}

/// What a viable game must keep to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Least completion (criterion 46). Default 0.5.
    pub completion: f64,
    /// Least balance (47). Default 0.5: of the won games neither colour wins less than a quarter.
    pub balance: f64,
    /// Greatest advantage (48). Default 0.5: of the won games neither the first nor the second mover wins less than a quarter.
    pub advantage: f64,
    /// Greatest share of timeouts (50). Default 0.5.
    pub timeouts: f64,
    /// Least balance (47) of a game whose sides are unequal by design, which is played as a match of two games with sides changed.
    /// Default 0.2: neither side wins less than a tenth, so that the better player wins matches often enough.
    pub unequal: f64,
    /// Least mean length in turns. Default 5.
    pub shortest: f64,
    /// Greatest mean length in turns, besides [`per_cell`](Limits::per_cell). Default 120.
    pub longest: f64,
    /// How many turns longer games may be for each cell of the board. Default 1.
    pub per_cell: f64,
    /// Confidence of the intervals. Default 0.95.
    pub confidence: f64,
}

/// What a viable game must fulfil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Requirement {
    /// Somebody wins, often enough.
    Completion,
    /// Both colours win.
    Balance,
    /// Moving first, or second, does not decide.
    Advantage,
    /// Games end by themselves.
    Timeouts,
    /// Games are neither trivial nor endless.
    Length,
}

/// Whether a game is viable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It keeps every requirement.
    Viable,
    /// It certainly fails these.
    NotViable(Vec<Requirement>),
    /// It fails none for certain, and more trials are needed to decide these.
    Undecided(Vec<Requirement>),
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            completion: 0.5,
            balance: 0.5,
            advantage: 0.5,
            timeouts: 0.5,
            unequal: 0.2,
            shortest: 5.0,
            longest: 120.0,
            per_cell: 1.0,
            confidence: 0.95,
        }
    }
}

impl Limits {
    /// The limits for one game: its board sets the greatest length, and of unequal sides less balance is asked. Where only one of them can
    /// begin, the first mover wins as often as that side does, so the advantage may be as great.
    pub fn of_game(&self, game: &AnyGame) -> Limits {
        let (unequal, sides_change) = with_game!(game, g => (g.has_unequal_sides(), g.needs_change_of_sides()));
        let longest = self.longest + self.per_cell * game.board().len() as f64;
        Limits {
            longest,
            per_cell: 0.0,
            balance: if unequal { self.balance.min(self.unequal) } else { self.balance },
            advantage: if sides_change { self.advantage.max(1.0 - self.unequal) } else { self.advantage },
            ..*self
        }
    }
}

impl Requirement {
    /// All requirements.
    pub const ALL: [Requirement; 5] = [
        Requirement::Completion,
        Requirement::Balance,
        Requirement::Advantage,
        Requirement::Timeouts,
        Requirement::Length,
    ];
}

impl fmt::Display for Requirement {
    /// What is wrong with a game that fails it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Requirement::Completion => "too few games are won",
            Requirement::Balance => "one colour wins too often",
            Requirement::Advantage => "the first or the second mover wins too often",
            Requirement::Timeouts => "too many games do not end",
            Requirement::Length => "games are too short or too long",
        })
    }
}

impl Tally {
    /// The counts of some trials.
    pub fn of<'a>(trials: impl IntoIterator<Item = &'a Trial>) -> Self {
        let mut tally = Tally::default();
        for trial in trials {
            tally.add(trial);
        }
        tally
    }

    /// Counts one more trial.
    pub fn add(&mut self, trial: &Trial) {
        let winner = trial.winner();
        let turns = trial.turns();
        *self += Tally {
            games: 1,
            white_wins: u64::from(winner == Some(0)),
            black_wins: u64::from(winner == Some(1)),
            first_mover_wins: u64::from(winner == Some(trial.first_mover)),
            timeouts: u64::from(trial.ending == Ending::Timeout),
            turns,
            turns_squared: turns.saturating_mul(turns),
        };
    }

    /// Won trials.
    pub fn wins(&self) -> u64 {
        self.white_wins.saturating_add(self.black_wins)
    }

    /// Mean length of a trial in turns; 0 without trials.
    pub fn mean_length(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.turns as f64 / self.games as f64 }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in [
            (&mut self.games, other.games),
            (&mut self.white_wins, other.white_wins),
            (&mut self.black_wins, other.black_wins),
            (&mut self.first_mover_wins, other.first_mover_wins),
            (&mut self.timeouts, other.timeouts),
            (&mut self.turns, other.turns),
            (&mut self.turns_squared, other.turns_squared),
        ] {
            *count = count.saturating_add(more);
        }
    }
}

/// The verdict under the default limits, as far as these trials can tell.
///
/// ```
/// use ludogen::criticism::{Requirement, Tally, Verdict, judge};
///
/// let even = |games| Tally {
///     games,
///     white_wins: games / 2,
///     black_wins: games / 2,
///     first_mover_wins: games / 2,
///     turns: games * 30,
///     turns_squared: games * 1000,
///     ..Tally::default()
/// };
/// assert!(matches!(judge(&even(4)), Verdict::Undecided(_)));
/// assert_eq!(judge(&even(100)), Verdict::Viable);
/// let drawish = Tally { white_wins: 5, black_wins: 5, first_mover_wins: 5, ..even(100) };
/// assert_eq!(judge(&drawish), Verdict::NotViable(vec![Requirement::Completion]));
/// ```
pub fn judge(tally: &Tally) -> Verdict {
    judge_by(tally, &Limits::default())
}

/// The verdict under these limits, as far as these trials can tell.
pub fn judge_by(tally: &Tally, limits: &Limits) -> Verdict {
    verdict(limits, &Intervals::of(tally, limits.confidence))
}

/// The verdict by what was counted, without regard to chance; never undecided except without trials. For a game that is still
/// undecided when its trials are used up.
pub fn settle(tally: &Tally, limits: &Limits) -> Verdict {
    if tally.games == 0 {
        return Verdict::Undecided(Requirement::ALL.to_vec());
    }
    verdict(limits, &Intervals::points(tally))
}

/// The confidence interval of each figure.
struct Intervals {
    completion: (f64, f64),
    white_share: (f64, f64),
    first_mover_share: (f64, f64),
    timeouts: (f64, f64),
    length: (f64, f64),
}

impl Intervals {
    fn of(tally: &Tally, confidence: f64) -> Self {
        let wins = tally.wins();
        Intervals {
            completion: wilson(wins, tally.games, confidence),
            white_share: wilson(tally.white_wins, wins, confidence),
            first_mover_share: wilson(tally.first_mover_wins, wins, confidence),
            timeouts: wilson(tally.timeouts, tally.games, confidence),
            length: mean_length(tally, confidence),
        }
    }

    fn points(tally: &Tally) -> Self {
        let share = |part: u64, of: u64, none: f64| {
            let share = if of == 0 { none } else { part as f64 / of as f64 };
            (share, share)
        };
        let wins = tally.wins();
        Intervals {
            completion: share(wins, tally.games, 0.0),
            white_share: share(tally.white_wins, wins, 0.5),
            first_mover_share: share(tally.first_mover_wins, wins, 0.5),
            timeouts: share(tally.timeouts, tally.games, 0.0),
            length: (tally.mean_length(), tally.mean_length()),
        }
    }
}

/// Student's interval for the mean length. A length is no share, so Wilson's does not apply; the deviation is taken to be one turn at
/// least, so that two games of equal length do not give an interval of width 0.
fn mean_length(tally: &Tally, confidence: f64) -> (f64, f64) {
    if tally.games < 2 {
        return (0.0, f64::INFINITY);
    }
    let n = tally.games as f64;
    let mean = tally.mean_length();
    let variance = ((tally.turns_squared as f64 - n * mean * mean) / (n - 1.0)).max(1.0);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).map_or(f64::INFINITY, |t| t.inverse_cdf(upper(confidence)));
    let half = t * (variance / n).sqrt();
    (mean - half, mean + half)
}

fn verdict(limits: &Limits, known: &Intervals) -> Verdict {
    // Balance and advantage are 1 − |2p − 1| and |2p − 1| of a share p of the wins: limits on p to both sides of a half.
    let even = |slack: f64| (0.5 - slack / 2.0, 0.5 + slack / 2.0);
    let (failed, open): (Vec<_>, Vec<_>) = [
        (Requirement::Completion, known.completion, (limits.completion, f64::INFINITY)),
        (Requirement::Balance, known.white_share, even(1.0 - limits.balance)),
        (Requirement::Advantage, known.first_mover_share, even(limits.advantage)),
        (Requirement::Timeouts, known.timeouts, (f64::NEG_INFINITY, limits.timeouts)),
        (Requirement::Length, known.length, (limits.shortest, limits.longest)),
    ]
    .into_iter()
    .filter(|(_, known, allowed)| !(allowed.0 <= known.0 && known.1 <= allowed.1))
    .partition(|(_, known, allowed)| known.1 < allowed.0 || known.0 > allowed.1);
    let names = |list: Vec<(Requirement, _, _)>| list.into_iter().map(|(requirement, ..)| requirement).collect();
    if !failed.is_empty() {
        Verdict::NotViable(names(failed))
    } else if !open.is_empty() {
        Verdict::Undecided(names(open))
    } else {
        Verdict::Viable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fair(games: u64) -> Tally {
        Tally {
            games,
            white_wins: games / 2,
            black_wins: games / 2,
            first_mover_wins: games / 2,
            timeouts: 0,
            turns: games * 30,
            turns_squared: games * 1000,
        }
    }

    /// n = 5 lengths 8, 9, 10, 11, 12: mean 10, variance 10/4 = 2.5, t(4) = 2.776, half-width 2.776 · √0.5 = 1.963.
    #[test]
    fn the_mean_length_has_students_interval() {
        let tally = Tally { games: 5, turns: 50, turns_squared: 64 + 81 + 100 + 121 + 144, ..Tally::default() };
        let (low, high) = mean_length(&tally, 0.95);
        assert!((low - 8.037).abs() < 1e-3 && (high - 11.963).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn a_fair_game_is_undecided_at_first_and_viable_in_the_end() {
        assert_eq!(judge(&Tally::default()), Verdict::Undecided(Requirement::ALL.to_vec()));
        assert!(matches!(judge(&fair(4)), Verdict::Undecided(_)));
        assert_eq!(judge(&fair(100)), Verdict::Viable);
    }

    #[test]
    fn eighteen_draws_of_twenty_are_enough() {
        // Wilson's upper bound for 2 of 20 is 0.30, far below a half.
        let tally = Tally { white_wins: 1, black_wins: 1, first_mover_wins: 1, ..fair(20) };
        assert_eq!(judge(&tally), Verdict::NotViable(vec![Requirement::Completion]));
    }

    #[test]
    fn each_flaw_is_named_alone() {
        let good = fair(100);
        let cases = [
            (Tally { white_wins: 20, black_wins: 15, first_mover_wins: 18, ..good }, Requirement::Completion),
            (Tally { white_wins: 90, black_wins: 10, ..good }, Requirement::Balance),
            (Tally { white_wins: 10, black_wins: 90, ..good }, Requirement::Balance),
            (Tally { first_mover_wins: 92, ..good }, Requirement::Advantage),
            (Tally { first_mover_wins: 8, ..good }, Requirement::Advantage),
            (Tally { turns: 300, turns_squared: 1000, ..good }, Requirement::Length),
        ];
        for (tally, flaw) in cases {
            assert_eq!(judge(&tally), Verdict::NotViable(vec![flaw]), "{tally:?}");
            assert_eq!(settle(&tally, &Limits::default()), Verdict::NotViable(vec![flaw]));
        }
        let endless = Tally { timeouts: 70, white_wins: 15, black_wins: 15, first_mover_wins: 15, ..good };
        assert_eq!(judge(&endless), Verdict::NotViable(vec![Requirement::Completion, Requirement::Timeouts]));
    }

    #[test]
    fn a_game_at_the_limit_stays_undecided_and_is_settled_by_its_counts() {
        // 75 of 100 wins for White: balance is 0.5 exactly.
        let tally = Tally { white_wins: 75, black_wins: 25, ..fair(100) };
        assert_eq!(judge(&tally), Verdict::Undecided(vec![Requirement::Balance]));
        assert_eq!(settle(&tally, &Limits::default()), Verdict::Viable);
        let tally = Tally { white_wins: 76, black_wins: 24, ..tally };
        assert_eq!(settle(&tally, &Limits::default()), Verdict::NotViable(vec![Requirement::Balance]));
        assert!(matches!(settle(&Tally::default(), &Limits::default()), Verdict::Undecided(_)));
    }

    #[test]
    fn absurd_counts_and_limits_do_no_harm() {
        let wild = Tally { games: 1, white_wins: u64::MAX, black_wins: 9, turns_squared: 3, ..Tally::default() };
        judge(&wild);
        let mut sum = wild;
        sum += wild;
        assert_eq!(sum.white_wins, u64::MAX);
        for confidence in [f64::NAN, -1.0, 0.0, 1.0, 7.0] {
            judge_by(&fair(20), &Limits { confidence, ..Limits::default() });
        }
    }

    #[test]
    fn a_larger_board_may_take_longer_and_unequal_sides_need_less_balance() {
        let of = |name: &str| {
            let file = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
            let tree = crate::language::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
            Limits::default().of_game(&AnyGame::new(crate::game::lower(&tree).unwrap()).unwrap())
        };
        let (go, brandub) = (of("go"), of("brandub"));
        assert_eq!((go.longest, go.balance), (120.0 + 81.0, 0.5));
        assert_eq!((brandub.longest, brandub.balance), (120.0 + 49.0, 0.2));
        // Nine wins of ten for one colour: a game of equal sides is not viable, a match of two games is.
        let tally = Tally { white_wins: 18, black_wins: 82, turns: 3_000, turns_squared: 100_000, ..fair(100) };
        assert_eq!(settle(&tally, &go), Verdict::NotViable(vec![Requirement::Balance]));
        assert_eq!(settle(&tally, &brandub), Verdict::Viable);
        // Where only one side can begin, the first mover is that side.
        let (musketeers, tally) = (of("three-musketeers"), Tally { first_mover_wins: 82, ..tally });
        assert_eq!((musketeers.balance, musketeers.advantage, brandub.advantage), (0.2, 0.8, 0.5));
        assert_eq!(settle(&tally, &musketeers), Verdict::Viable);
        assert_eq!(settle(&tally, &brandub), Verdict::NotViable(vec![Requirement::Advantage]));
    }
}
