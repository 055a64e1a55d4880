//! Which player measures a game: the best of several, by matches in which a move may take each of them the same work.
//!
//! The champion is alpha-beta by the policy given. It is challenged by alpha-beta with the policy's advisors weighed anew from the outcomes of
//! fast games, then with all advisors weighed so, then by UCT; whoever wins a match clearly is champion.

use super::player::{Method, Search, TrialPlayer};
use super::record::MatchRecord;
use super::regression::{RegressionSettings, learnt_policies};
use super::run::opening;
use crate::game::{AnyGame, Game, LOOKS_A_NODE, Player, looks};
use crate::language::Tree;
use crate::parallel;
use crate::players::{Arena, Outcome};
use crate::strategy::{Evaluator, OpponentKind, Policy, PolicyError, player_of_game};
use crate::streams::{self, Purpose};
use crate::with_game;
use serde::{Deserialize, Serialize};

/// How the player of a game's trials is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChoiceSettings {
    /// Whether there is a choice at all (default true). Without, alpha-beta plays by the policy given.
    pub on: bool,
    /// The most games of a match, 2 to 10,000 (default 16). Every opening is played twice, with sides changed.
    pub games: u32,
    /// The games that a challenger must play at least to take the champion's place, 2 to `games` (default 6).
    pub least: u32,
    /// How many more games than it loses a challenger must win to take the champion's place at once, 1 to `games` (default 6); when all
    /// games are played, or the work is spent, two thirds of that suffice. A match ends once it is that far ahead, cannot take the place any
    /// more, or is that far behind, and after `least` games if it is behind at all.
    pub lead: u32,
    /// The work that a move may take, 1 to 10¹² (default 1,000; see [`TrialSettings::work`](super::TrialSettings::work)).
    pub work: u64,
    /// The work after which a match has no further games, 1,000 to 10¹² (default 2,000,000).
    pub total: u64,
    /// Random plies before a game, 0 to 100 (default 4).
    pub opening: u32,
    /// Plies after which a game is broken off and counts as drawn, 1 to 10,000 (default 400).
    pub plies: u32,
    /// The games that policies are learnt from.
    pub learning: RegressionSettings,
}

impl Default for ChoiceSettings {
    fn default() -> Self {
        ChoiceSettings {
            on: true,
            games: 16,
            least: 6,
            lead: 6,
            work: 1_000,
            total: 2_000_000,
            opening: 4,
            plies: 400,
            learning: RegressionSettings::default(),
        }
    }
}

/// Who may be chosen to measure a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// Alpha-beta by the policy given.
    Policy,
    /// Alpha-beta by the same advisors, weighed anew from outcomes.
    Reweighted,
    /// Alpha-beta by all advisors of use, weighed from outcomes.
    Learnt,
    /// UCT.
    Uct,
}

impl Candidate {
    /// All candidates, in the order in which they challenge.
    pub const ALL: [Candidate; 4] = [Candidate::Policy, Candidate::Reweighted, Candidate::Learnt, Candidate::Uct];

    /// Its name in tables: `policy`, `reweighted`, `learnt` or `uct`.
    pub fn name(self) -> &'static str {
        match self {
            Candidate::Policy => "policy",
            Candidate::Reweighted => "reweighted",
            Candidate::Learnt => "learnt",
            Candidate::Uct => "uct",
        }
    }

    /// The candidate of that name.
    pub fn from_name(name: &str) -> Option<Candidate> {
        Candidate::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// The player chosen to measure a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// The player.
    pub player: TrialPlayer,
    /// Which of the candidates it is.
    pub candidate: Candidate,
    /// Its share of the points, 0 to 1, against the candidate that came nearest among those it met; `None` where it met nobody. A
    /// champion that is held stays champion, so this may be below a half.
    pub margin: Option<f64>,
    /// The nodes that learning and the matches took, moves made to test legality included.
    pub nodes: u64,
}

impl Chosen {
    /// Alpha-beta by a policy, without a choice.
    pub fn given(policy: &Policy) -> Self {
        Chosen { player: policy.into(), candidate: Candidate::Policy, margin: None, nodes: 0 }
    }

    /// UCT beside a policy, without a choice.
    pub fn uct(policy: &Policy) -> Self {
        let player = TrialPlayer { method: Method::Uct, policy: *policy };
        Chosen { player, candidate: Candidate::Uct, ..Chosen::given(policy) }
    }

    /// The player that a rule file names: its policy, and whether alpha-beta or UCT plays by it; `None` if it says no policy.
    ///
    /// # Errors
    /// If it says one that there is not.
    pub fn of_game(tree: &Tree) -> Option<Result<Self, PolicyError>> {
        let of = |policy: Policy| match player_of_game(tree) {
            Some(OpponentKind::Uct) => Chosen::uct(&policy),
            _ => Chosen::given(&policy),
        };
        Policy::of_game(tree).map(|policy| policy.map(of))
    }
}

/// The best available player of a game. Depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{ChoiceSettings, TrialSettings, choose_player, play_trials};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let chosen = choose_player(&game, &Policy::default_for(game.rules()), &ChoiceSettings::default(), 1);
/// let trials = play_trials(&game, chosen.player, TrialSettings::default(), 1, 4);
/// assert!(chosen.margin.is_some_and(|share| share > 0.25) && trials.len() == 4);
/// ```
pub fn choose_player(game: &AnyGame, start: &Policy, settings: &ChoiceSettings, seed: u64) -> Chosen {
    with_game!(game, g => choose(g, start, settings, seed))
}

/// The candidates for a game, without those of which the games to learn from tell nothing.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{Candidate, ChoiceSettings, candidates};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let found = candidates(&game, &Policy::default_for(game.rules()), &ChoiceSettings::default(), 1);
/// let order: Vec<Candidate> = found.iter().map(|(candidate, _)| *candidate).collect();
/// assert!(order.starts_with(&[Candidate::Policy]) && order.ends_with(&[Candidate::Uct]));
/// ```
pub fn candidates(
    game: &AnyGame,
    start: &Policy,
    settings: &ChoiceSettings,
    seed: u64,
) -> Vec<(Candidate, TrialPlayer)> {
    with_game!(game, g => {
        let ([reweighted, learnt], _) = lessons(&Evaluator::new(g, start), start, settings, seed);
        let learnt = [(Candidate::Reweighted, reweighted), (Candidate::Learnt, learnt)];
        let mut all = vec![(Candidate::Policy, start.into())];
        all.extend(learnt.into_iter().filter_map(|(candidate, policy)| Some((candidate, (&policy?).into()))));
        all.push((Candidate::Uct, TrialPlayer { method: Method::Uct, policy: *start }));
        all
    })
}

/// Plays so many games between two players, at the same work a move; the result is for the first. An odd number is rounded up. Of the settings only
/// those of single games count. Depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{ChoiceSettings, TrialPlayer, play_match};
///
/// let rules = "(game Hex (board (tiling hex) (shape rhombus) (size 5 5)) (end (All win (connect own-regions))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let derived = TrialPlayer::from(&Policy::default_for(game.rules()));
/// let blank = TrialPlayer::from(&Policy::default());
/// let settings = ChoiceSettings { work: 200, ..ChoiceSettings::default() };
/// let result = play_match(&game, [&derived, &blank], &settings, 10, 1);
/// assert!(result.games == 10 && result.score() > Some(0.5));
/// ```
pub fn play_match(
    game: &AnyGame,
    players: [&TrialPlayer; 2],
    settings: &ChoiceSettings,
    games: u32,
    seed: u64,
) -> MatchRecord {
    with_game!(game, g => {
        let first = Evaluator::new(g, &players[0].policy);
        let second = first.with_policy(&players[1].policy);
        let sides = [(&first, players[0].method), (&second, players[1].method)];
        let mut sum = Sum::default();
        let budgets = [g.nodes_for(settings.work); 2];
        let contest = Contest { sides, budgets, settings, most: u64::MAX, seed };
        sum.add(&parallel::map(0..games.next_multiple_of(2), &|i| contest.play(i)));
        sum.record
    })
}

/// The policies learnt from the outcomes of the policy's games, and the nodes of these.
fn lessons<const W: usize>(
    evaluator: &Evaluator<W>,
    start: &Policy,
    settings: &ChoiceSettings,
    seed: u64,
) -> ([Option<Policy>; 2], u64) {
    learnt_policies(evaluator, start, &settings.learning, streams::seed(seed, Purpose::Choice, 0))
}

fn choose<const W: usize>(game: &Game<W>, start: &Policy, settings: &ChoiceSettings, seed: u64) -> Chosen {
    let mut chosen = Chosen::given(start);
    if !settings.on {
        return chosen;
    }
    let mut champion = Evaluator::new(game, start);
    let ([reweighted, learnt], nodes) = lessons(&champion, start, settings, seed);
    chosen.nodes = nodes;
    for candidate in [Candidate::Reweighted, Candidate::Learnt, Candidate::Uct] {
        let player = match candidate {
            Candidate::Policy => None,
            Candidate::Reweighted => reweighted.as_ref().map(TrialPlayer::from),
            Candidate::Learnt => learnt.as_ref().map(TrialPlayer::from),
            Candidate::Uct => Some(TrialPlayer { method: Method::Uct, policy: chosen.player.policy }),
        };
        let Some(player) = player.filter(|player| *player != chosen.player) else { continue };
        let challenger = champion.with_policy(&player.policy);
        let sides = [(&challenger, player.method), (&champion, chosen.player.method)];
        let (result, won) = challenge(sides, settings, streams::seed(seed, Purpose::Choice, 1 + candidate as u64));
        let share = result.record.score().unwrap_or(0.5);
        chosen.nodes += result.nodes;
        if won {
            (chosen.player, chosen.candidate, chosen.margin) = (player, candidate, Some(share));
            champion = challenger;
        } else {
            chosen.margin = Some(chosen.margin.map_or(1.0 - share, |margin| margin.min(1.0 - share)));
        }
    }
    chosen
}

/// A policy prepared for the game, and how its player finds moves.
pub(super) type Side<'a, 'g, const W: usize> = (&'a Evaluator<'g, W>, Method);

/// The games of a match so far, for the first player.
#[derive(Default)]
pub(super) struct Sum {
    pub record: MatchRecord,
    pub nodes: u64,
}

impl Sum {
    pub fn add(&mut self, games: &[Played]) {
        for Played { won, nodes, .. } in games {
            self.record.games += 1;
            self.record.wins += u32::from(*won == Some(true));
            self.record.draws += u32::from(won.is_none());
            self.nodes += nodes;
        }
    }

    fn lead(&self) -> i64 {
        let MatchRecord { games, wins, draws } = self.record;
        2 * i64::from(wins) + i64::from(draws) - i64::from(games)
    }
}

/// How many games are played before the first look at a match.
const FIRST: u32 = 4;

/// Plays until the first player is clearly ahead, cannot be any more, or the match is over; whether it takes the place of the second.
fn challenge<const W: usize>(sides: [Side<W>; 2], settings: &ChoiceSettings, seed: u64) -> (Sum, bool) {
    let most = settings.games.next_multiple_of(2);
    let game = sides[0].0.game();
    let (total, budgets) = (game.nodes_for(settings.total), [game.nodes_for(settings.work); 2]);
    let contest = Contest { sides, budgets, settings, most: total, seed };
    let mut sum = Sum::default();
    let least = settings.least.next_multiple_of(2).clamp(2, most.max(2));
    let mut end = FIRST.min(least);
    loop {
        sum.add(&parallel::map(sum.record.games..end, &|i| contest.play(i)));
        let (lead, left) = (sum.lead(), i64::from(most.saturating_sub(end)));
        let goal = i64::from(settings.lead);
        let enough = |lead: i64| 3 * lead >= 2 * goal;
        if !enough(lead + left) || lead <= -goal || left == 0 {
            return (sum, enough(lead));
        }
        if sum.nodes >= total && (end >= least || lead <= 0) {
            return (sum, enough(lead));
        }
        if end >= least && (lead >= goal || lead < 0) {
            return (sum, lead >= goal);
        }
        end += 2;
    }
}

/// A game of a match.
pub(super) struct Played {
    /// Whether the first player won; `None` if nobody did.
    pub won: Option<bool>,
    /// Whether whoever made the first move won.
    pub beginner_won: Option<bool>,
    /// The nodes that it took.
    pub nodes: u64,
}

/// Two players and how they meet.
pub(super) struct Contest<'a, 'g, const W: usize> {
    pub sides: [Side<'a, 'g, W>; 2],
    /// The nodes that a move may take of each player.
    pub budgets: [u64; 2],
    /// Of these, the opening and the most plies.
    pub settings: &'a ChoiceSettings,
    /// The nodes after which a game is broken off: where there are more moves than a budget suffices to look at, plies do not bound it.
    pub most: u64,
    pub seed: u64,
}

impl<const W: usize> Contest<'_, '_, W> {
    /// Plays the game of that number.
    pub fn play(&self, number: u32) -> Played {
        let Contest { sides, budgets, settings, most, seed } = *self;
        let game = sides[0].0.game();
        let pair = number / 2;
        let mut rng = streams::stream(seed, Purpose::Pair, pair.into());
        let black_begins = game.may_begin(Player::Black) && pair % 2 == 1;
        let begins = if black_begins { Player::Black } else { Player::White };
        // The person who begins as this colour: colours change hands where the rules have a swap.
        let firsts = (number % 2) as usize;
        let (mut position, ..) = opening(game, begins, settings.opening, &mut rng);
        let each = |person| {
            let side = usize::from(person != firsts);
            let (evaluator, method) = sides[side];
            Search::new(evaluator, method, 1.0, u32::MAX, budgets[side])
        };
        let mut players = [each(0), each(1)];
        let begun = looks();
        let mut nodes = 0;
        while position.outcome().is_none() && position.state().move_number < settings.plies && nodes < most {
            let Some(found) = players[game.mover(&position)].look(&mut position, &mut rng) else { break };
            position.apply(game, found.moves[found.best].mv);
            nodes = (looks() - begun) / LOOKS_A_NODE + players.iter().map(|p| p.nodes).sum::<u64>();
        }
        let winner = match game.outcome(&position) {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => None,
        };
        let won_by = |person: usize| winner.map(|winner| winner == person);
        Played { won: won_by(firsts), beginner_won: won_by(begins.index()), nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn seed_game(name: &str) -> AnyGame {
        let text = std::fs::read_to_string(format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"))).unwrap();
        AnyGame::new(lower(&parse(&text).unwrap()).unwrap()).unwrap()
    }

    fn chosen(name: &str) -> Chosen {
        let game = seed_game(name);
        choose_player(&game, &Policy::default_for(game.rules()), &ChoiceSettings::default(), 1)
    }

    #[test]
    fn policies_are_learnt_where_the_derived_one_knows_little() {
        let amazons = chosen("amazons");
        assert!(matches!(amazons.candidate, Candidate::Reweighted | Candidate::Learnt), "{amazons:?}");
        assert!(amazons.margin.is_some_and(|m| m > 0.6), "{amazons:?}");
    }

    #[test]
    fn uct_plays_where_nothing_is_to_be_seen() {
        for name in ["clobber", "spots"] {
            assert_eq!(chosen(name).candidate, Candidate::Uct, "{name}");
        }
    }

    #[test]
    fn a_good_policy_stays() {
        for name in ["susan", "connect-four"] {
            let chosen = chosen(name);
            assert_eq!(chosen.candidate, Candidate::Policy, "{name}: {chosen:?}");
        }
    }

    #[test]
    fn whoever_is_chosen_loses_clearly_to_nobody() {
        let settings = ChoiceSettings::default();
        for name in ["amazons", "clobber", "breakthrough", "connect-four", "dodo"] {
            let game = seed_game(name);
            let start = Policy::default_for(game.rules());
            let chosen = choose_player(&game, &start, &settings, 1);
            for (candidate, player) in candidates(&game, &start, &settings, 1) {
                let result = play_match(&game, [&chosen.player, &player], &settings, 20, 77);
                // Equal players lose so clearly once in 170 matches.
                assert!(
                    result.score().unwrap() > 0.2,
                    "{name}: {candidate:?} {result:?} against {:?}",
                    chosen.candidate
                );
            }
        }
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| chosen("clobber"))
        };
        assert_eq!(on(1), on(4));
    }

    #[test]
    fn without_a_choice_the_policy_given_plays() {
        let game = seed_game("clobber");
        let policy = Policy::default_for(game.rules());
        let settings = ChoiceSettings { on: false, ..ChoiceSettings::default() };
        assert_eq!(choose_player(&game, &policy, &settings, 1), Chosen::given(&policy));
    }

    #[test]
    fn a_match_against_oneself_with_sides_changed_is_even_where_chance_has_no_part() {
        // Every opening is played twice; equal players differ in the ties they break.
        let game = seed_game("breakthrough");
        let player = TrialPlayer::from(&Policy::default_for(game.rules()));
        let result = play_match(&game, [&player, &player], &ChoiceSettings::default(), 40, 3);
        assert!((0.25..=0.75).contains(&result.score().unwrap()), "{result:?}");
        assert_eq!(result.games, 40);
    }
}
