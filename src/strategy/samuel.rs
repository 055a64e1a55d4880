//! Learning by generalisation: weights that follow backed-up values (Samuel 1959).
//!
//! Alpha, whose weights change, plays Beta, whose weights are fixed: the best so far. Where Alpha moves, the value that its search backs up to a position is
//! better founded than the static value of that position, so its weights are moved to make the second more like the first. When Alpha wins a match, Beta
//! takes over its weights. Proven wins and losses, and the ends of games, fix the
//! scale.

use super::advisor::Advisor;
use super::evaluator::{Evaluator, SCALE};
use super::policy::{Policy, Weights};
use super::tune::{Match, SharedRote, Tuned, opening, play_match, searcher};
use crate::game::{AnyGame, Game, Player as Colour};
use crate::parallel;
use crate::players::value::WIN_BOUND;
use crate::players::{Player, Recall, Rote};
use crate::streams::{self, Purpose};
use crate::with_game;

/// How weights are learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct SamuelSettings {
    /// How many times the learner plays and learns from the best policy so far, and then meets it in a match.
    pub rounds: u32,
    /// How many games it learns from in a round.
    pub games: u32,
    /// How far one position moves the weights: the share of its error that they take up.
    pub rate: f64,
    /// How the learner meets the best so far, in matches and in the games that it learns from.
    pub contest: Match,
}

impl Default for SamuelSettings {
    fn default() -> Self {
        SamuelSettings { rounds: 50, games: 10, rate: 0.1, contest: Match { games: 10, ..Match::default() } }
    }
}

/// After so many rounds in a row without a win the learner starts again from the best policy, its greatest weight set to
/// zero: Samuel's "drastic and essentially arbitrary change".
const PATIENCE: u32 = 3;

/// A position of a learner's game: what each term says of it (White's lead), and White's value by search from −1 to 1 or, if
/// that is not proven, in the units of the evaluation.
struct Lesson {
    terms: Vec<f64>,
    target: Target,
}

enum Target {
    /// How it ends: 1 White wins, −1 Black wins, 0 a draw.
    Proven(f64),
    /// The lead that search finds, under normalised weights.
    Lead(f64),
}

/// One weight that is learnt: an advisor's for White, for Black, or for both alike.
#[derive(Clone, Copy)]
struct Term {
    advisor: Advisor,
    players: [bool; 2],
}

/// Learns the weights of a policy from self-play. Players with the same weights and the same use for advisors keep the same
/// weights. Depends on the arguments alone, not on the number of threads. A memory is used and grows as in [`tune`](super::tune()).
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::{Match, Policy, SamuelSettings, contest, learn};
///
/// let rules = "(game Hex (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (connect own-regions))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let shallow = Match { games: 10, depth: 1, ..Match::default() };
/// let settings = SamuelSettings { rounds: 4, contest: shallow.clone(), ..SamuelSettings::default() };
/// let learnt = learn(&game, &Policy::default(), &settings, None, 1);
/// assert!(learnt.accepted > 0);
/// assert!(contest(&game, &learnt.policy, &Policy::default(), &shallow, 2).score() > 0.5);
/// ```
pub fn learn(game: &AnyGame, start: &Policy, settings: &SamuelSettings, memory: Option<&mut Rote>, seed: u64) -> Tuned {
    with_game!(game, g => learn_game(g, start, settings, memory, seed))
}

fn learn_game<const W: usize>(
    game: &Game<W>,
    start: &Policy,
    settings: &SamuelSettings,
    memory: Option<&mut Rote>,
    seed: u64,
) -> Tuned {
    let rules = game.rules();
    let policy = start.relevant_to(rules);
    let mut tuned = Tuned { policy, accepted: 0, sigma: 0.0 };
    let mut memory = SharedRote::of(memory);
    let mut best = Evaluator::new(game, &policy);
    let terms = terms(game, &policy);
    let units: Vec<Evaluator<W>> = terms.iter().map(|t| best.with_policy(&single(*t))).collect();
    let gain = 1.0 / best.kappa(streams::seed(seed, Purpose::Scale, 0));
    let mut weights: Vec<f64> = terms.iter().map(|t| gain * weight(&policy, *t)).collect();
    let mut failures = 0;
    for round in 0..settings.rounds {
        let (policy, scale) = policy_of(&terms, &weights);
        let learner = best.with_policy(&policy);
        let of_round = streams::seed(seed, Purpose::Lesson, round.into());
        let lessons = lessons(game, [&learner, &best], &units, settings, memory.known(), of_round);
        study(&mut weights, scale, &lessons, settings.rate);
        let (policy, _) = policy_of(&terms, &weights);
        let challenger = best.with_policy(&policy);
        let of_match = streams::seed(seed, Purpose::Match, round.into());
        let result = play_match(game, [&challenger, &best], &settings.contest, memory.known(), of_match);
        if memory.keep(result).score() > 0.5 {
            (tuned.policy, best) = (policy, challenger);
            tuned.accepted += 1;
            failures = 0;
            continue;
        }
        failures += 1;
        if failures == PATIENCE {
            failures = 0;
            weights = terms.iter().map(|t| gain * weight(&tuned.policy, *t)).collect();
            let greatest = (0..weights.len()).max_by(|&a, &b| weights[a].abs().total_cmp(&weights[b].abs()));
            if let Some(i) = greatest {
                weights[i] = 0.0;
            }
        }
    }
    tuned
}

/// The weights that can be learnt.
fn terms<const W: usize>(game: &Game<W>, policy: &Policy) -> Vec<Term> {
    let [white, black] = Colour::each(|p| Advisor::relevant(game.rules(), p));
    if policy.white == policy.black && white == black {
        let both = |advisor| Term { advisor, players: [true; 2] };
        return Advisor::ALL.into_iter().filter(|a| white[*a as usize]).map(both).collect();
    }
    let of = |relevant: [bool; Advisor::COUNT], players| {
        Advisor::ALL.into_iter().filter(move |a| relevant[*a as usize]).map(move |advisor| Term { advisor, players })
    };
    of(white, [true, false]).chain(of(black, [false, true])).collect()
}

/// The policy that counts one term alone.
fn single(term: Term) -> Policy {
    let mut policy = Policy::default();
    let [white, black] = term.players;
    policy.white.set(term.advisor, f64::from(white as u8));
    policy.black.set(term.advisor, f64::from(black as u8));
    policy
}

fn weight(policy: &Policy, term: Term) -> f64 {
    let weights = if term.players[0] { &policy.white } else { &policy.black };
    weights.get(term.advisor)
}

/// The policy of some weights, normalised, and what they were divided by.
fn policy_of(terms: &[Term], weights: &[f64]) -> (Policy, f64) {
    let mut policy = Policy::default();
    for (term, &weight) in terms.iter().zip(weights) {
        let of = |here: bool, weights: &mut Weights| {
            if here {
                weights.set(term.advisor, weight);
            }
        };
        of(term.players[0], &mut policy.white);
        of(term.players[1], &mut policy.black);
    }
    // Both by the same factor, or a search would compare values on two scales.
    let sum = |weights: &Weights| weights.0.iter().map(|w| w.abs()).sum::<f64>();
    let scale = sum(&policy.white).max(sum(&policy.black));
    if scale > 0.0 {
        for weights in [&mut policy.white, &mut policy.black] {
            weights.0.iter_mut().for_each(|w| *w /= scale);
        }
    }
    (policy, scale)
}

/// Games of the learner with the best so far, sides changed after each, and what is to be learnt from each position in which the learner moves.
fn lessons<const W: usize>(
    game: &Game<W>,
    [learner, best]: [&Evaluator<W>; 2],
    units: &[Evaluator<W>],
    settings: &SamuelSettings,
    memory: &Rote,
    seed: u64,
) -> Vec<Lesson> {
    let play = |number: u32| {
        let mut rng = streams::stream(seed, Purpose::Game, number.into());
        let mut position = opening(game, settings.contest.opening, &mut rng);
        let player = |inner| Player::new(&searcher(&settings.contest), Recall { inner, memory });
        let mut players = [player(learner), player(best)];
        let learns = Colour::from_index(number as usize);
        let mut lessons = Vec::new();
        while position.state().move_number < settings.contest.max_plies {
            let is_learner = position.state().mover == learns;
            let Some(choice) = players[usize::from(!is_learner)].choose(game, &position, &mut rng) else { break };
            if !is_learner {
                position.apply(game, choice.mv);
                continue;
            }
            let (value, state) = (choice.value.unwrap_or(0.0), position.state());
            // Searches value a position for the colour that has the move.
            let white = if state.mover == Colour::White { 1.0 } else { -1.0 };
            let target = match choice.exact || value.abs() >= f64::from(WIN_BOUND) {
                true if value == 0.0 => Target::Proven(0.0),
                true => Target::Proven(white * value.signum()),
                false => Target::Lead(white * value / SCALE),
            };
            lessons.push(Lesson { terms: units.iter().map(|unit| unit.lead(state)).collect(), target });
            position.apply(game, choice.mv);
        }
        lessons
    };
    parallel::map(0..settings.games, &play).into_iter().flatten().collect()
}

/// Moves the weights towards what the lessons say, one after the other: the least mean squares rule, each term on a scale of its
/// own, for chances squashed by the hyperbolic tangent.
///
/// Leads were found under weights divided by `scale`.
fn study(weights: &mut [f64], scale: f64, lessons: &[Lesson], rate: f64) {
    let count = lessons.len().max(1) as f64;
    let powers: Vec<f64> = (0..weights.len())
        .map(|i| lessons.iter().map(|lesson| lesson.terms[i] * lesson.terms[i]).sum::<f64>() / count)
        .collect();
    let of_use = powers.iter().filter(|&&power| power > 0.0).count().max(1) as f64;
    for lesson in lessons {
        let static_value: f64 = weights.iter().zip(&lesson.terms).map(|(w, x)| w * x).sum::<f64>().tanh();
        let backed_up = match lesson.target {
            Target::Proven(value) => value,
            Target::Lead(lead) => (scale * lead).tanh(),
        };
        let step = rate * (backed_up - static_value) * (1.0 - static_value * static_value) / of_use;
        for ((weight, x), power) in weights.iter_mut().zip(&lesson.terms).zip(&powers) {
            if *power > 0.0 {
                *weight += step * x / power;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn weights_that_explain_the_lessons_are_found() {
        let planted = [2.0, -1.0, 0.5, 0.0];
        let mut rng = streams::generator(5);
        let lesson = |scales: &[f64; 4]| {
            let terms: Vec<f64> = scales.iter().map(|s| s * (rng.random::<f64>() * 2.0 - 1.0)).collect();
            let value: f64 = planted.iter().zip(&terms).map(|(w, x)| w * x).sum();
            Lesson { terms, target: Target::Proven(value.tanh()) }
        };
        let scales = [1.0, 0.3, 2.0, 1.0];
        let lessons: Vec<Lesson> = std::iter::repeat_n(&scales, 4000).map(lesson).collect();
        let mut weights = [0.1; 4];
        (0..20).for_each(|_| study(&mut weights, 1.0, &lessons, 0.05));
        for (found, wanted) in weights.iter().zip(planted) {
            assert!((found - wanted).abs() < 0.1, "{weights:?}");
        }
    }

    #[test]
    fn a_value_that_search_confirms_leaves_the_weights() {
        let mut weights = [0.6, -0.2];
        // Normalised, the weights are 3/4 and −1/4, so the lead is 0.65/0.8.
        let lesson = Lesson { terms: vec![1.0, -0.25], target: Target::Lead(0.65 / 0.8) };
        study(&mut weights, 0.8, &[lesson], 0.5);
        assert!((weights[0] - 0.6).abs() < 1e-12 && (weights[1] + 0.2).abs() < 1e-12, "{weights:?}");
    }
}
