//! A policy learnt from outcomes: the result of fast games regressed on what the advisors say of their positions.
//!
//! The logistic model gives White's chance in a position as σ(z), where z is linear in what each advisor says of it. The lead of the policy that
//! the games were played by comes in whole and nearly unpenalised, each advisor as a correction with a ridge penalty: where there is
//! little evidence the policy stays what it was.

use crate::game::{AnyGame, Game, Outcome, Player, Position, State, counting_looks};
use crate::linear::{Matrix, add_scaled, dot, largest};
use crate::parallel;
use crate::players::{AlphaBeta, AlphaBetaOptions};
use crate::strategy::{Advisor, Evaluator, Policy, Weights};
use crate::streams::{self, Generator, Purpose};
use crate::with_game;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// How many games a policy is learnt from, and how they are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegressionSettings {
    /// The most games, 1 to 10,000 (default 120).
    pub games: u32,
    /// The work that a move may take, 1 to 10¹² (default 200; see [`TrialSettings::work`](super::TrialSettings::work)).
    pub work: u64,
    /// The work after which there are no further games, 1,000 to 10¹² (default 600,000).
    pub total: u64,
    /// Random plies before, 0 to 100 (default 4).
    pub opening: u32,
    /// The chance of any later ply to be random, 0 to 1 (default 0.1): play that never errs shows few kinds of positions.
    pub random: f64,
    /// Plies after which a game is abandoned, and counts as drawn, 1 to 10,000 (default 200).
    pub plies: u32,
}

impl Default for RegressionSettings {
    fn default() -> Self {
        RegressionSettings { games: 120, work: 200, total: 600_000, opening: 4, random: 0.1, plies: 200 }
    }
}

/// After so many games the work is looked at; the first time after a few, since nobody knows what one takes.
const ROUND: u32 = 20;
const FIRST_ROUND: u32 = 4;
/// The most positions of a game that are looked at, at even distances.
const POSITIONS: usize = 16;
/// How many independent observations a game counts as: its positions share one result.
const OBSERVATIONS: f64 = 6.0;
/// The penalty of the corrections, standardised, in observations.
const RIDGE: f64 = 4.0;
/// The penalty of what is not to be shrunk, for numerical safety only.
const LOOSE: f64 = 1e-3;
/// Newton steps; the model is convex and settles in a few.
const STEPS: usize = 25;
/// Weights are multiples of this.
const GRAIN: f64 = 1e-4;

/// A position of a game by what is known of it before it ends.
struct Observation {
    /// The lead of the policy, the side to move (±1), a constant, then the features.
    features: Vec<f64>,
    /// White's share of the point.
    share: f64,
    weight: f64,
}

/// The policy that predicts best who wins games that `start` plays against itself, each player with the same work; `start` itself if the
/// games tell nothing. Depends on the arguments alone, not on the number of threads.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::{Advisor, Policy};
/// use ludogen::trials::{RegressionSettings, policy_from_outcomes};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let learnt = policy_from_outcomes(&game, &Policy::default_for(game.rules()), &RegressionSettings::default(), 1);
/// assert!(learnt.white.get(Advisor::InARow) > 0.0, "rows win");
/// ```
pub fn policy_from_outcomes(game: &AnyGame, start: &Policy, settings: &RegressionSettings, seed: u64) -> Policy {
    with_game!(game, g => {
        let ([_, learnt], _) = learnt_policies(&Evaluator::new(g, start), start, settings, seed);
        learnt.unwrap_or(*start)
    })
}

/// What the outcomes of one series of games make of a policy, whose evaluator is given: with its own advisors weighed anew, and with all
/// that the rules have a use for. `None` where the games tell nothing. Also the nodes that it took.
pub(super) fn learnt_policies<const W: usize>(
    evaluator: &Evaluator<W>,
    start: &Policy,
    settings: &RegressionSettings,
    seed: u64,
) -> ([Option<Policy>; 2], u64) {
    let terms = Term::all(evaluator.game());
    let features: Vec<Evaluator<W>> = terms.iter().map(|term| evaluator.with_policy(&term.policy())).collect();
    let total = evaluator.game().nodes_for(settings.total);
    let mut observations = Vec::new();
    let (mut played, mut nodes) = (0, 0);
    while played < settings.games && (played == 0 || nodes < total) {
        let end = (played + round(played, nodes, total)).min(settings.games);
        let games = parallel::map(played..end, &|i| {
            let rng = &mut streams::stream(seed, Purpose::Game, i.into());
            counting_looks(|| observe(evaluator, &features, settings, i, rng))
        });
        for ((seen, searched), looks) in games {
            nodes += searched + looks;
            observations.extend(seen);
        }
        played = end;
    }
    let own = |term: &Term| term.players.iter().any(|&p| start.of(p).get(term.advisor) != 0.0);
    let policies = [terms.iter().map(own).collect(), vec![true; terms.len()]].map(|counts: Vec<bool>| {
        let weights = fit(&observations, &counts)?;
        let mut policy = Policy { white: scaled(&start.white, weights[0]), black: scaled(&start.black, weights[0]) };
        for (term, weight) in terms.iter().zip(&weights[1..]) {
            term.add(&mut policy, *weight);
        }
        let policy = Policy { white: rounded(&policy.white), black: rounded(&policy.black) };
        policy.validate().is_ok().then_some(policy)
    });
    (policies, nodes)
}

/// How many games come next, after so many that took so many nodes: no more than are to be expected to stay within the total.
fn round(played: u32, nodes: u64, total: u64) -> u32 {
    if played == 0 {
        return FIRST_ROUND;
    }
    let affordable = total.saturating_sub(nodes) / (nodes / u64::from(played)).max(1);
    affordable.clamp(1, ROUND.into()) as u32
}

/// In the same proportions with absolute weights that sum to 1, of few digits.
fn rounded(weights: &Weights) -> Weights {
    Weights(weights.normalised().0.map(|w| (w / GRAIN).round() * GRAIN))
}

fn scaled(weights: &Weights, by: f64) -> Weights {
    Weights(weights.0.map(|w| w * by))
}

/// An advisor of one player, or of both where they play alike.
struct Term {
    advisor: Advisor,
    players: Vec<Player>,
}

impl Term {
    /// The terms of a game: its relevant advisors, for each player on its own if the sides are unequal.
    fn all<const W: usize>(game: &Game<W>) -> Vec<Term> {
        let rules = game.rules();
        let relevant = |player: Player| Advisor::relevant(rules, player);
        let of = |players: Vec<Player>| {
            let advisors = Advisor::ALL.into_iter();
            let counts = advisors.filter(|&a| players.iter().any(|&p| relevant(p)[a as usize])).collect::<Vec<_>>();
            counts.into_iter().map(move |advisor| Term { advisor, players: players.clone() })
        };
        if game.has_unequal_sides() {
            Player::BOTH.into_iter().flat_map(|p| of(vec![p])).collect()
        } else {
            of(Player::BOTH.to_vec()).collect()
        }
    }

    /// The policy that asks this advisor alone.
    fn policy(&self) -> Policy {
        let mut policy = Policy::default();
        self.add(&mut policy, 1.0);
        policy
    }

    fn add(&self, policy: &mut Policy, weight: f64) {
        for &player in &self.players {
            let weights = match player {
                Player::White => &mut policy.white,
                Player::Black => &mut policy.black,
            };
            weights.set(self.advisor, weights.get(self.advisor) + weight);
        }
    }
}

/// Plays a game and looks at its positions; also the nodes searched.
fn observe<const W: usize>(
    evaluator: &Evaluator<W>,
    features: &[Evaluator<W>],
    settings: &RegressionSettings,
    number: u32,
    rng: &mut Generator,
) -> (Vec<Observation>, u64) {
    let game = evaluator.game();
    let options = AlphaBetaOptions {
        nodes: Some(game.nodes_for(settings.work)),
        table_bits: 10,
        cache_bits: 10,
        ..AlphaBetaOptions::default()
    };
    let mut search = AlphaBeta::new(options);
    let first = Player::from_index(number as usize);
    let mut position = Position::new(game, if game.may_begin(first) { first } else { Player::White });
    let (mut seen, mut legal, mut nodes) = (Vec::<State<W>>::new(), Vec::new(), 0);
    for ply in 0..settings.opening.saturating_add(settings.plies) {
        if position.outcome().is_some() {
            break;
        }
        let random = ply < settings.opening || rng.random_range(0.0..1.0) < settings.random;
        let chosen = if random {
            position.legal(game, &mut legal);
            (!legal.is_empty()).then(|| legal[rng.random_range(0..legal.len() as u32) as usize])
        } else {
            let found = search.search_shuffled(game, evaluator, &mut position, rng);
            nodes += found.as_ref().map_or(0, |f| f.nodes);
            found.map(|f| f.best)
        };
        let Some(chosen) = chosen else { break };
        position.apply(game, chosen);
        if ply >= settings.opening && position.outcome().is_none() {
            seen.push(position.state().clone());
        }
    }
    let share = match position.outcome() {
        Some(Outcome::Win(Player::White)) => 1.0,
        Some(Outcome::Win(Player::Black)) => 0.0,
        _ => 0.5,
    };
    let count = seen.len().min(POSITIONS);
    let look = |i: usize| {
        let state = &seen[i * seen.len() / count];
        let mover = if state.mover == Player::White { 1.0 } else { -1.0 };
        let says = features.iter().map(|f| f.lead(state));
        let features = [evaluator.lead(state), mover, 1.0].into_iter().chain(says).collect();
        Observation { features, share, weight: OBSERVATIONS / count as f64 }
    };
    ((0..count).map(look).collect(), nodes)
}

/// The coefficients of the policy's lead and of each term, 0 for those that do not count; `None` if nothing can be told.
fn fit(observations: &[Observation], counting: &[bool]) -> Option<Vec<f64>> {
    let size = 3 + counting.len();
    let total: f64 = observations.iter().map(|o| o.weight).sum();
    let spread: Vec<f64> = (0..size)
        .map(|j| (observations.iter().map(|o| o.weight * o.features[j].powi(2)).sum::<f64>() / total).sqrt())
        .collect();
    let counts: Vec<bool> =
        spread.iter().enumerate().map(|(j, s)| s.is_finite() && *s > 1e-9 && (j < 3 || counting[j - 3])).collect();
    let row = |o: &Observation| (0..size).map(|j| if counts[j] { o.features[j] / spread[j] } else { 0.0 }).collect();
    let rows: Vec<Vec<f64>> = observations.iter().map(row).collect();
    let penalty: Vec<f64> = (0..size).map(|j| if j < 3 { LOOSE } else { RIDGE }).collect();
    let mut beta = vec![0.0; size];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = beta.iter().zip(&penalty).map(|(b, p)| -(b * p)).collect();
        let mut curvature = Matrix::diagonal(&penalty);
        for (row, o) in rows.iter().zip(observations) {
            let chance = 1.0 / (1.0 + (-dot(row, &beta)).exp());
            add_scaled(&mut gradient, o.weight * (o.share - chance), row);
            curvature.add_outer(o.weight * (chance * (1.0 - chance)).max(1e-6), row);
        }
        let step = curvature.cholesky()?.solve(&gradient);
        // A step of more than a few standard units is left to the next iterations.
        let length = largest(&step);
        add_scaled(&mut beta, if length > 2.0 { 2.0 / length } else { 1.0 }, &step);
        if length < 1e-6 {
            break;
        }
    }
    let weights: Vec<f64> =
        [0].into_iter().chain(3..size).map(|j| if counts[j] { beta[j] / spread[j] } else { 0.0 }).collect();
    weights.iter().any(|w| w.abs() > 1e-9).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of a made-up game: a policy's lead and two features, of which the outcome depends on the first feature and, the other
    /// way round, on the lead. `weights` are the true ones.
    fn observations(weights: [f64; 3], count: u32) -> Vec<Observation> {
        let mut rng = streams::generator(7);
        let one = |_| {
            let features: Vec<f64> = (0..5).map(|_| rng.random_range(-1.0..1.0)).collect();
            let z = weights[0] * features[0] + weights[1] * features[3] + weights[2] * features[4];
            let share = f64::from(u8::from(rng.random_range(0.0..1.0) < 1.0 / (1.0 + (-z).exp())));
            Observation { features, share, weight: 1.0 }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let weights = fit(&observations([-1.0, 3.0, 0.0], 20_000), &[true, true]).unwrap();
        assert!((weights[0] + 1.0).abs() < 0.15 && (weights[1] - 3.0).abs() < 0.15, "{weights:?}");
        assert!(weights[2].abs() < 0.15, "{weights:?}");
        let only = fit(&observations([-1.0, 3.0, 0.0], 20_000), &[false, true]).unwrap();
        assert_eq!(only[1], 0.0, "a term that does not count");
    }

    #[test]
    fn nothing_is_learnt_from_nothing() {
        assert_eq!(fit(&[], &[true]), None);
        let blank: Vec<Observation> =
            (0..50).map(|i| Observation { features: vec![0.0; 4], share: f64::from(i % 2), weight: 1.0 }).collect();
        assert_eq!(fit(&blank, &[true]), None);
        let infinite = [Observation { features: vec![f64::INFINITY; 4], share: 1.0, weight: 1.0 }];
        assert_eq!(fit(&infinite, &[true]), None);
    }

    #[test]
    fn few_observations_change_little() {
        let many = fit(&observations([1.0, 3.0, 0.0], 20_000), &[true, true]).unwrap();
        let few = fit(&observations([1.0, 3.0, 0.0], 8), &[true, true]).unwrap();
        assert!(few[1].abs() < many[1].abs() / 2.0, "{few:?} {many:?}");
    }
}
