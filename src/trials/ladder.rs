//! The ladder of skill: a player against itself with twice the work a move, again and again, and at last the strongest against the weakest.

use super::choice::{ChoiceSettings, Contest, Side, Sum};
use super::player::TrialPlayer;
use super::record::MatchRecord;
use crate::game::{AnyGame, Game, Player};
use crate::parallel;
use crate::strategy::Evaluator;
use crate::streams::{self, Purpose};
use crate::with_game;
use serde::{Deserialize, Serialize};

/// How a ladder is climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LadderSettings {
    /// The work that a move may take the weaker player of the lowest rung (default 125; see [`TrialSettings::work`](super::TrialSettings::work)),
    /// doubled until it suffices to look at every move of the start twice: with less a player does not get to choose.
    pub work: u64,
    /// How many rungs there are, 0 to 20 (default 5). On each the work is double that of the rung below.
    pub rungs: u32,
    /// The games of a rung, half of them with sides changed (default 24). The last match has twice as many.
    pub games: u32,
    /// The work after which no further rung is begun (default 2,000,000).
    pub total: u64,
    /// Random plies before a game (default 4).
    pub opening: u32,
    /// Plies after which a game is broken off and counts as drawn (default 400).
    pub plies: u32,
}

impl Default for LadderSettings {
    fn default() -> Self {
        LadderSettings { work: 125, rungs: 5, games: 24, total: 2_000_000, opening: 4, plies: 400 }
    }
}

/// A match of a player against itself with less work a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// The work a move of the weaker side.
    pub weaker: u64,
    /// The work a move of the stronger side.
    pub stronger: u64,
    /// The result, for the stronger side.
    pub result: MatchRecord,
    /// The games that whoever began has won.
    pub first_wins: u32,
}

/// How much better a player plays who does twice the work, as a ladder tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The difference in Elo points.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
}

/// Elo points that go with a factor of e in the odds of winning.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Skill {
    /// The most likely figure for all matches of a ladder together, each factor of two in the work being worth the same: a logistic regression of points on
    /// doublings. A drawn game at twice the work is counted beside those that were played, so that the figure is finite. `None` of no games.
    ///
    /// ```
    /// use ludogen::trials::{MatchRecord, Rung, Skill};
    ///
    /// // Three quarters of the points.
    /// let result = MatchRecord { wins: 76, draws: 0, games: 100 };
    /// let skill = Skill::of(&[Rung { weaker: 500, stronger: 1000, result, first_wins: 50 }]).unwrap();
    /// assert!((skill.elo - 197.8).abs() < 0.1 && (skill.error - 40.3).abs() < 0.1, "{skill:?}");
    /// ```
    pub fn of(rungs: &[Rung]) -> Option<Skill> {
        let unequal = rungs.iter().filter(|rung| rung.stronger > rung.weaker.max(1));
        let mut matches: Vec<[f64; 3]> = unequal
            .filter_map(|rung| {
                let games = f64::from(rung.result.games);
                Some([(rung.stronger as f64 / rung.weaker.max(1) as f64).log2(), rung.result.score()? * games, games])
            })
            .collect();
        if matches.is_empty() {
            return None;
        }
        matches.push([1.0, 0.5, 1.0]);
        // The slope and the information at odds of `a` a doubling. The logarithm of the likelihood is concave, so small enough steps lead to its maximum.
        let at = |a: f64| {
            matches.iter().fold((0.0, 0.0), |(slope, information), &[doublings, points, games]| {
                let expected = 1.0 / (1.0 + (-a * doublings).exp());
                let each = doublings * doublings * games * expected * (1.0 - expected);
                (slope + doublings * (points - games * expected), information + each)
            })
        };
        let mut a = 0.0f64;
        for _ in 0..STEPS {
            let (slope, information) = at(a);
            a += (slope / information).clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        Some(Skill { elo: a * ELO, error: ELO / at(a).1.sqrt() })
    }
}

/// Newton's method is at rest long before.
const STEPS: u32 = 100;
/// Twenty points at most a step, or it leaps over the maximum.
const LONGEST_STEP: f64 = 0.125;

/// Climbs the ladder of a game, from the weakest players up; the last match, if there is more than one rung, is of the strongest player against the
/// weakest. Depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{LadderSettings, TrialPlayer, ladder};
///
/// let rules = "(game Four (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let player = TrialPlayer::from(&Policy::default_for(game.rules()));
/// let rungs = ladder(&game, &player, &LadderSettings { rungs: 2, games: 4, ..LadderSettings::default() }, 1);
/// assert_eq!(rungs.iter().map(|rung| rung.result.games).collect::<Vec<_>>(), [4, 4, 8]);
/// assert_eq!(rungs.iter().map(|rung| rung.stronger / rung.weaker).collect::<Vec<_>>(), [2, 2, 4]);
/// ```
pub fn ladder(game: &AnyGame, player: &TrialPlayer, settings: &LadderSettings, seed: u64) -> Vec<Rung> {
    with_game!(game, g => climb(g, player, settings, seed))
}

/// A game that takes this part of the work of a whole ladder is broken off.
const GAMES_OF_A_TOTAL: u64 = 4;

/// The work, or the least double of it again and again, with which a player looks at every move of the start twice.
fn least_work<const W: usize>(game: &Game<W>, work: u64) -> u64 {
    let start = game.initial(Player::White);
    let mut moves = Vec::new();
    game.moves(&start, &[game.key(&start)], &mut moves);
    let mut least = work.max(1);
    while game.nodes_for(least) < 2 * moves.len() as u64 {
        least = least.saturating_mul(2);
    }
    least
}

fn climb<const W: usize>(game: &Game<W>, player: &TrialPlayer, settings: &LadderSettings, seed: u64) -> Vec<Rung> {
    let evaluator = Evaluator::new(game, &player.policy);
    let side: Side<W> = (&evaluator, player.method);
    let games = settings.games.max(2).next_multiple_of(2);
    let rules = ChoiceSettings { opening: settings.opening, plies: settings.plies, ..ChoiceSettings::default() };
    let total = game.nodes_for(settings.total);
    let least = least_work(game, settings.work);
    let match_of = |number: u32, games: u32, weaker: u64, stronger: u64| {
        let each = |work| game.nodes_for(work);
        let budgets = [each(stronger), each(weaker)];
        let seed = streams::seed(seed, Purpose::Ladder, number.into());
        let contest = Contest { sides: [side; 2], budgets, settings: &rules, most: total / GAMES_OF_A_TOTAL, seed };
        let played = parallel::map(0..games, &|i| contest.play(i));
        let mut sum = Sum::default();
        sum.add(&played);
        let first_wins = played.iter().filter(|game| game.beginner_won == Some(true)).count() as u32;
        (Rung { weaker, stronger, result: sum.record, first_wins }, sum.nodes)
    };
    let (mut rungs, mut nodes) = (Vec::new(), 0);
    for number in 0..settings.rungs.min(20) {
        if nodes >= total {
            break;
        }
        let weaker = least.saturating_mul(1 << number);
        let (rung, taken) = match_of(number, games, weaker, weaker.saturating_mul(2));
        nodes += taken;
        rungs.push(rung);
    }
    if let [_, .., top] = &rungs[..] {
        let (span, _) = match_of(u32::MAX, 2 * games, least, top.stronger);
        rungs.push(span);
    }
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(doublings: u32, halves: u32, games: u32) -> Rung {
        let result = MatchRecord { wins: halves / 2, draws: halves % 2, games };
        Rung { weaker: 100, stronger: 100 << doublings, result, first_wins: 0 }
    }

    /// The logarithm of the likelihood of the results, and of one draw at twice the work.
    fn likelihood(rungs: &[Rung], elo: f64) -> f64 {
        let of = |doublings: f64, points: f64, games: f64| {
            let expected = 1.0 / (1.0 + 10f64.powf(-elo * doublings / 400.0));
            points * expected.ln() + (games - points) * (1.0 - expected).ln()
        };
        let played = rungs.iter().map(|rung| {
            let points = f64::from(rung.result.wins) + f64::from(rung.result.draws) / 2.0;
            of((rung.stronger as f64 / rung.weaker as f64).log2(), points, f64::from(rung.result.games))
        });
        played.sum::<f64>() + of(1.0, 0.5, 1.0)
    }

    #[test]
    fn skill_is_the_most_likely_figure() {
        let of =
            |results: &[(u32, u32, u32)]| -> Vec<Rung> { results.iter().map(|&(d, h, n)| rung(d, h, n)).collect() };
        for rungs in [
            of(&[(1, 24, 24), (1, 20, 24), (2, 60, 48)]),
            of(&[(1, 48, 24), (1, 48, 24), (1, 48, 24), (1, 48, 24), (1, 48, 24), (5, 96, 48)]),
            of(&[(1, 30, 24), (5, 0, 48)]),
            of(&[(20, 90, 48)]),
        ] {
            let skill = Skill::of(&rungs).unwrap();
            // In tenths of a point.
            let best = (-20_000..20_000)
                .map(|tenths| f64::from(tenths) / 10.0)
                .max_by(|a, b| likelihood(&rungs, *a).total_cmp(&likelihood(&rungs, *b)));
            assert!((best.unwrap() - skill.elo).abs() < 0.11, "{best:?} {skill:?}");
            // The second difference of the logarithm is the information.
            let at = |elo: f64| likelihood(&rungs, elo);
            let information = 2.0 * at(skill.elo) - at(skill.elo + 0.5) - at(skill.elo - 0.5);
            assert!((0.5 / information.sqrt() / skill.error - 1.0).abs() < 0.01, "{skill:?}");
        }
        assert_eq!(Skill::of(&[]), None);
        assert_eq!(Skill::of(&[rung(1, 0, 0)]), None);
    }
}
