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
