//! Policies against each other, and the (1+1) evolution strategy that improves one by self-play.

use super::advisor::Advisor;
use super::evaluator::Evaluator;
use super::policy::{Policy, Weights};
use crate::game::{AnyGame, Game, Player as Colour, Position, Rules, counting_looks};
use crate::parallel;
use crate::players::{AlphaBetaOptions, Arena, Outcome, Player, PlayerKind, Recall, Recollection, Rote};
use crate::streams::{self, Generator, Purpose};
use crate::with_game;
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

/// How a match between two policies is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Match {
    /// How many games; each opening is played twice, with sides changed, so an odd number is rounded up.
    pub games: u32,
    /// Plies searched by both.
    pub depth: u32,
    /// Moves that either may make in one search; `None`: only the depth limits it.
    pub nodes: Option<u64>,
    /// Random plies before the players take over.
    pub opening: u32,
    /// A game of more plies is broken off.
    pub max_plies: u32,
}

impl Default for Match {
    fn default() -> Self {
        Match { games: 20, depth: 2, nodes: Some(2000), opening: 2, max_plies: 200 }
    }
}

/// The result of a match, for the first of the two policies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// Games won by the first.
    pub wins: u32,
    /// Games won by the second.
    pub losses: u32,
    /// Games nobody won.
    pub draws: u32,
    /// Games broken off.
    pub unfinished: u32,
}

impl Contest {
    /// How many games were played.
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws + self.unfinished
    }

    /// The share of the points won by the first policy, 0 to 1: 1 for a win, ½ for a draw or a game broken off. ½ without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            n => (self.wins as f64 + (self.draws + self.unfinished) as f64 / 2.0) / n as f64,
        }
    }
}

/// Plays a match between two policies. The result depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::{Match, Policy, contest};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let (derived, blank) = (Policy::default_for(game.rules()), Policy::default());
/// let result = contest(&game, &derived, &blank, &Match { games: 10, ..Match::default() }, 1);
/// assert_eq!(result.games(), 10);
/// assert!(result.score() > 0.5);
/// ```
pub fn contest(game: &AnyGame, first: &Policy, second: &Policy, settings: &Match, seed: u64) -> Contest {
    with_game!(game, g => {
        let first = Evaluator::new(g, first);
        let second = first.with_policy(second);
        play_match(g, [&first, &second], settings, &Rote::default(), seed).contest
    })
}

/// A player in a match.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The kind of player.
    pub kind: PlayerKind,
    /// The policy that alpha-beta evaluates with.
    pub policy: Policy,
}

/// Plays a match between two players of any kind; of the settings only games, opening and length count. The result is for the
/// first, and depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::players::{AlphaBetaOptions, PlayerKind};
/// use ludogen::strategy::{Contender, Match, Policy, duel};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let policy = Policy::default_for(game.rules());
/// let alpha_beta = AlphaBetaOptions { depth: 2, ..AlphaBetaOptions::default() };
/// let searcher = Contender { kind: PlayerKind::AlphaBeta(alpha_beta), policy };
/// let dreamer = Contender { kind: PlayerKind::Random, policy };
/// let result = duel(&game, [&searcher, &dreamer], &Match { games: 20, ..Match::default() }, 1);
/// assert!(result.games() == 20 && result.wins > result.losses);
/// ```
pub fn duel(game: &AnyGame, [first, second]: [&Contender; 2], settings: &Match, seed: u64) -> Contest {
    with_game!(game, g => {
        let evaluator = Evaluator::new(g, &first.policy);
        let other = evaluator.with_policy(&second.policy);
        play(g, [(&first.kind, &evaluator), (&second.kind, &other)], settings, &Rote::default(), seed).contest
    })
}

/// The result of a match, and the values that its searches proved, by the hash of the position.
pub(super) struct Played {
    pub contest: Contest,
    pub proven: Vec<(u64, Recollection)>,
    /// What the games took, in nodes, what rules ask to be looked ahead for included.
    pub work: u64,
}

/// As [`contest`], between prepared evaluators, by players who remember positions.
pub(super) fn play_match<const W: usize>(
    game: &Game<W>,
    policies: [&Evaluator<W>; 2],
    settings: &Match,
    memory: &Rote,
    seed: u64,
) -> Played {
    let kind = searcher(settings);
    play(game, policies.map(|policy| (&kind, policy)), settings, memory, seed)
}

/// A kind of player and its evaluation.
type Side<'a, 'g, const W: usize> = (&'a PlayerKind, &'a Evaluator<'g, W>);

fn play<const W: usize>(game: &Game<W>, sides: [Side<W>; 2], settings: &Match, memory: &Rote, seed: u64) -> Played {
    let games = settings.games.div_ceil(2) * 2;
    let results = parallel::map(0..games, &|i| {
        let (played, looks) = counting_looks(|| play_game(game, sides, settings, memory, seed, i));
        Played { work: played.work + looks, ..played }
    });
    let mut sum = Played { contest: Contest::default(), proven: Vec::new(), work: 0 };
    for Played { contest, proven, work } in results {
        sum.contest = Contest {
            wins: sum.contest.wins + contest.wins,
            losses: sum.contest.losses + contest.losses,
            draws: sum.contest.draws + contest.draws,
            unfinished: sum.contest.unfinished + contest.unfinished,
        };
        sum.proven.extend(proven);
        sum.work += work;
    }
    sum
}

/// The remembered positions of those who tune; empty if none are kept.
pub(super) struct SharedRote<'m> {
    kept: Option<&'m mut Rote>,
    empty: Rote,
}

impl<'m> SharedRote<'m> {
    pub fn of(kept: Option<&'m mut Rote>) -> Self {
        SharedRote { kept, empty: Rote::default() }
    }

    pub fn known(&self) -> &Rote {
        self.kept.as_deref().unwrap_or(&self.empty)
    }

    /// Remembers the proven values of a match. Other values hold for one policy only, and tuning changes policies.
    pub fn keep(&mut self, played: Played) -> Contest {
        if let Some(memory) = &mut self.kept {
            played.proven.into_iter().for_each(|(hash, found)| memory.learn(hash, found));
        }
        played.contest
    }
}

fn play_game<const W: usize>(
    game: &Game<W>,
    sides: [Side<W>; 2],
    settings: &Match,
    memory: &Rote,
    seed: u64,
    number: u32,
) -> Played {
    // Both games of a pair have the same opening.
    let mut rng = streams::stream(seed, Purpose::Pair, u64::from(number / 2));
    let mut position = opening(game, settings.opening, &mut rng);
    let first_person = (number % 2) as usize;
    // By person: the first side begins the even games.
    let each = |person| {
        let (kind, inner) = sides[person ^ first_person];
        Player::new(kind, Recall { inner, memory })
    };
    let mut players = [each(0), each(1)];
    let (mut proven, mut work) = (Vec::new(), 0);
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break Some(outcome);
        }
        if position.state().move_number >= settings.max_plies {
            break None;
        }
        match players[game.mover(&position)].choose(game, &position, &mut rng) {
            Some(choice) => {
                work += choice.nodes;
                let found = players[game.mover(&position)].recollection(game, &choice);
                proven.extend(found.filter(|f| f.exact).map(|f| (game.hash(&position), f)));
                position.apply(game, choice.mv);
            }
            None => break game.outcome(&position),
        }
    };
    let mut result = Contest::default();
    match outcome {
        Some(Outcome::Win(person)) if person == first_person => result.wins = 1,
        Some(Outcome::Win(_)) => result.losses = 1,
        Some(Outcome::Draw) => result.draws = 1,
        None => result.unfinished = 1,
    }
    Played { contest: result, proven, work }
}

/// The position after some random moves.
pub(super) fn opening<const W: usize>(game: &Game<W>, plies: u32, rng: &mut Generator) -> Position<W> {
    let mut position = Position::new(game, Colour::White);
    let mut moves = Vec::new();
    for _ in 0..plies {
        position.legal(game, &mut moves);
        if moves.is_empty() {
            break;
        }
        position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
    }
    position
}

/// The player of a match.
pub(super) fn searcher(settings: &Match) -> PlayerKind {
    PlayerKind::AlphaBeta(AlphaBetaOptions {
        depth: settings.depth,
        nodes: settings.nodes,
        table_bits: 12,
        cache_bits: 12,
        ..AlphaBetaOptions::default()
    })
}

/// How a policy is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneSettings {
    /// How many challengers are tried.
    pub iterations: u32,
    /// The first step: the standard deviation by which each weight changes, the absolute weights summing to 1.
    pub sigma: f64,
    /// The chance that a challenger drops or takes up an advisor, 0 to 1.
    pub toggle: f64,
    /// How a challenger meets the policy so far.
    pub contest: Match,
    /// No further challenger is tried after the matches have taken so many nodes, what rules ask to be looked ahead for included; `None`: no bound.
    pub total: Option<u64>,
}

impl Default for TuneSettings {
    fn default() -> Self {
        TuneSettings { iterations: 50, sigma: 0.2, toggle: 0.1, contest: Match::default(), total: None }
    }
}

/// A tuned policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuned {
    /// The best policy found.
    pub policy: Policy,
    /// How many challengers took over.
    pub accepted: u32,
    /// The step at the end of an evolution strategy; 0 for another method.
    pub sigma: f64,
}

/// Improves a policy by self-play with a (1+1) evolution strategy: a mutated challenger takes over if it wins more than half of
/// the points against the policy so far, and the step follows the rule of one success in five.
///
/// Players with the same weights and the same use for advisors keep the same weights. Depends on the arguments alone.
///
/// With remembered positions, the players use their values (see [`Recall`]), and values proven in the games are added.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::{Match, Policy, TuneSettings, contest, tune};
///
/// let rules = "(game Hex (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (connect own-regions))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// // From nothing: each challenger takes up an advisor or drops one.
/// let shallow = Match { games: 10, depth: 1, ..Match::default() };
/// let settings = TuneSettings { iterations: 8, toggle: 1.0, contest: shallow.clone(), ..TuneSettings::default() };
/// let tuned = tune(&game, &Policy::default(), &settings, None, 1);
/// assert!(tuned.accepted > 0);
/// assert!(contest(&game, &tuned.policy, &Policy::default(), &shallow, 2).score() > 0.5);
/// ```
pub fn tune(game: &AnyGame, start: &Policy, settings: &TuneSettings, memory: Option<&mut Rote>, seed: u64) -> Tuned {
    with_game!(game, g => tune_game(g, start, settings, memory, seed))
}

/// The step grows by this factor on success and shrinks by its fourth root otherwise, so that it stays where one challenger in five
/// succeeds.
const GROWTH: f64 = 1.5;

fn tune_game<const W: usize>(
    game: &Game<W>,
    start: &Policy,
    settings: &TuneSettings,
    memory: Option<&mut Rote>,
    seed: u64,
) -> Tuned {
    let rules = game.rules();
    let mut rng = streams::generator(seed);
    let policy = start.relevant_to(rules);
    let mut tuned = Tuned { policy, accepted: 0, sigma: settings.sigma.clamp(0.0, 1.0) };
    let seeds = |iteration: u32| streams::seed(seed, Purpose::Match, iteration.into());
    let mut memory = SharedRote::of(memory);
    let mut champion = Evaluator::new(game, &policy);
    let mut work = 0;
    for iteration in 0..settings.iterations {
        if settings.total.is_some_and(|most| work > most) {
            break;
        }
        let policy = mutate(&tuned.policy, rules, tuned.sigma, settings.toggle, &mut rng);
        let challenger = champion.with_policy(&policy);
        let played = play_match(game, [&challenger, &champion], &settings.contest, memory.known(), seeds(iteration));
        work += played.work;
        if memory.keep(played).score() > 0.5 {
            (tuned.policy, champion) = (policy, challenger);
            tuned.accepted += 1;
            tuned.sigma = (tuned.sigma * GROWTH).min(1.0);
        } else {
            tuned.sigma = (tuned.sigma / GROWTH.powf(0.25)).max(0.01);
        }
    }
    tuned
}

/// A changed policy, normalised.
fn mutate(policy: &Policy, rules: &Rules, sigma: f64, toggle: f64, rng: &mut Generator) -> Policy {
    let [white, black] = Colour::each(|p| Advisor::relevant(rules, p));
    let changed = mutate_weights(&policy.white, &white, sigma, toggle, rng);
    if policy.white == policy.black && white == black {
        return Policy::both(changed);
    }
    Policy { white: changed, black: mutate_weights(&policy.black, &black, sigma, toggle, rng) }
}

fn mutate_weights(
    weights: &Weights,
    relevant: &[bool; Advisor::COUNT],
    sigma: f64,
    toggle: f64,
    rng: &mut Generator,
) -> Weights {
    let step = |rng: &mut Generator| -> f64 {
        let z: f64 = StandardNormal.sample(rng);
        z * sigma
    };
    let mut changed = *weights;
    for weight in changed.0.iter_mut().filter(|w| **w != 0.0) {
        *weight += step(rng);
    }
    if rng.random_bool(toggle.clamp(0.0, 1.0)) {
        let choices: Vec<usize> = (0..Advisor::COUNT).filter(|&i| relevant[i]).collect();
        if !choices.is_empty() {
            let i = choices[rng.random_range(0..choices.len() as u32) as usize];
            changed.0[i] = if changed.0[i] == 0.0 { step(rng) } else { 0.0 };
        }
    }
    if changed.0.iter().all(|w| *w == 0.0) { *weights } else { changed.normalised() }
}
