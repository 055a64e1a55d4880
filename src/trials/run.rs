//! Self-play trials: one player plays both sides from a random opening, and every ply is measured.

use super::player::{Method, Search, TrialPlayer};
use super::record::{Ending, PlyRecord, Trial};
use crate::board::CellSet;
use crate::game::{
    AnyGame, ByOwner, Game, LOOKS_A_NODE, Move, NOWHERE, Outcome, Player, Position, counting_looks, looks,
};
use crate::parallel;
use crate::strategy::Evaluator;
use crate::streams::{self, Generator, Purpose};
use crate::with_game;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How trials are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrialSettings {
    /// Random plies before the measured play (0 to 40, default 4). They are not measured.
    pub opening: u32,
    /// The work that a move may take, in nodes of the cheapest games (default 3,000); games with dearer nodes get
    /// [fewer](Game::nodes_for).
    pub work: u64,
    /// The deepest search in plies (default 40, which is no bound in practice). The paper's players look two or three plies ahead
    /// whatever that takes.
    pub depth: u32,
    /// The preferred length in turns (default 60, as in the paper). A trial is abandoned after twice that and twice as many turns as the
    /// board has cells, or where it takes three times the nodes of the dearest known game.
    pub preferred_length: u32,
    /// Whether to search the passed turn of every position too, for coolness; it doubles the cost (default true).
    pub pass_values: bool,
}

impl Default for TrialSettings {
    fn default() -> Self {
        TrialSettings { opening: 4, work: 3_000, depth: 40, preferred_length: 60, pass_values: true }
    }
}

/// The mean number of plies in a turn beyond which a trial is abandoned.
const MOST_ACTIONS: u64 = 4;

/// The nodes, with what looking ahead takes, beyond which a trial with the default work is abandoned: those of the dearest known game take 13 million.
const MOST_NODES: u64 = 40_000_000;

/// Times a random opening is drawn again because the game ended within it, before it is shortened by a ply.
const REDRAWS: u32 = 50;

/// Plays trials of one game.
struct Runner<'g, const W: usize> {
    game: &'g Game<W>,
    settings: TrialSettings,
    search: Search<'g, W>,
}

impl<'g, const W: usize> Runner<'g, W> {
    /// A runner of trials of the evaluator's game by its policy; `kappa` is the policy's scale, positive.
    fn new(evaluator: &'g Evaluator<'g, W>, method: Method, kappa: f64, settings: TrialSettings) -> Self {
        let game = evaluator.game();
        let budget = game.nodes_for(settings.work);
        let search = Search::new(evaluator, method, kappa.max(1e-6), settings.depth, budget);
        Runner { game, settings, search }
    }

    /// Plays one trial. The same seed gives the same trial, whatever was played before.
    fn play(&mut self, seed: u64, first: Player) -> Trial {
        let mut rng = streams::generator(seed);
        self.search.clear();
        let (mut position, opening, turns) = opening(self.game, first, self.settings.opening, &mut rng);
        let mut trial = Trial {
            seed,
            first_mover: first.index() as u8,
            opening_plies: opening.len() as u32,
            opening_turns: turns,
            opening_lead: 0.0,
            opening_estimates: self.search.estimates(&position),
            plies: Vec::new(),
            ending: Ending::Timeout,
            moves: opening,
        };
        let limit = 2 * (u64::from(self.settings.preferred_length) + self.game.board().len() as u64);
        let most = (MOST_NODES / TrialSettings::default().work)
            .saturating_mul(self.settings.work.max(TrialSettings::default().work));
        let (looks_before, nodes_before) = (looks(), self.search.nodes);
        let mut turns = u64::from(turns);
        let mut legal = Vec::new();
        loop {
            if let Some(outcome) = position.outcome() {
                let (ending, lead) = match outcome {
                    Outcome::Win(Player::White) => (Ending::White, 1.0),
                    Outcome::Win(Player::Black) => (Ending::Black, -1.0),
                    Outcome::Draw => (Ending::Draw, 0.0),
                };
                trial.ending = ending;
                set_lead(&mut trial, lead);
                return trial;
            }
            // A turn may be many plies, but not without end.
            let taken = self.search.nodes - nodes_before + (looks() - looks_before) / LOOKS_A_NODE;
            let long = turns >= limit || trial.total_plies() >= MOST_ACTIONS * limit || taken > most;
            position.legal(self.game, &mut legal);
            let Some(found) = self.search.look(&mut position, &mut rng) else { return trial };
            let best = found.moves[found.best];
            let mover = position.state().mover;
            set_lead(&mut trial, sign(mover) * (2.0 * best.worth - 1.0));
            if let Some(last) = trial.plies.last_mut()
                && usize::from(last.mover) != mover.index()
            {
                let safe = found.moves.iter().filter(|m| !m.lost).count();
                last.forced_reply = Some(found.moves.len() >= 2 && safe == 1);
            }
            if long {
                return trial;
            }
            let chosen = best.mv;
            let mut ply = PlyRecord {
                mover: mover.index() as u8,
                branching: found.moves.len() as u32,
                move_values: found.moves.iter().map(|m| m.worth as f32).collect(),
                ..PlyRecord::default()
            };
            if self.settings.pass_values && found.moves.len() >= 2 {
                ply.pass_value = self.search.pass_worth(&position, found.depth, &mut rng).map(|v| v as f32);
            }
            ply.shallow_loss = Some((best.worth - found.moves[found.hasty].worth) as f32);
            trial.moves.push(self.game.notation(position.state(), chosen, &legal));
            let opponent = mover.opponent();
            let before = position.state().clone();
            ply.opponent_mobility[0] = self.game.mobility(&before, opponent, position.past());
            position.apply(self.game, chosen);
            // A move that ends the game changes what the other could do no more than any other of its kind does.
            ply.opponent_mobility[1] = self.game.mobility(position.state(), opponent, position.past());
            ply.contact = self.contact(&before.owned, &position, mover, chosen);
            ply.estimates = self.search.estimates(&position);
            turns += u64::from(trial.plies.last().is_none_or(|last| last.mover != ply.mover));
            trial.plies.push(ply);
        }
    }

    /// Whether a ply took, turned or moved an enemy piece, or ended next to one.
    fn contact(&self, before: &ByOwner<CellSet<W>>, after: &Position<W>, mover: Player, m: Move) -> bool {
        let enemy = mover.opponent();
        if before[enemy] != after.state().owned[enemy] {
            return true;
        }
        m.to != NOWHERE && self.game.board().adjacent(m.to).iter().any(|&c| before[enemy].contains(c))
    }
}

/// A position after random plies that did not end the game, these plies in notation, and how many whole turns they are.
pub(super) fn opening<const W: usize>(
    game: &Game<W>,
    first: Player,
    most: u32,
    rng: &mut Generator,
) -> (Position<W>, Vec<String>, u32) {
    let mut legal = Vec::new();
    for plies in (1..=most).rev() {
        for _ in 0..REDRAWS {
            let mut position = Position::new(game, first);
            // Of a game that is over before it begins there is nothing to draw.
            if position.outcome().is_some() {
                return (position, Vec::new(), 0);
            }
            let (mut moves, mut turns) = (Vec::new(), 0);
            for _ in 0..plies {
                position.legal(game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let m = legal[rng.random_range(0..legal.len() as u32) as usize];
                let mover = position.state().mover;
                moves.push(game.notation(position.state(), m, &legal));
                position.apply(game, m);
                turns += u32::from(position.state().mover != mover);
            }
            if position.outcome().is_none() {
                return (position, moves, turns);
            }
        }
    }
    (Position::new(game, first), Vec::new(), 0)
}

/// A series of trials of one game by one player, the first mover alternating where both players can begin. A trial depends on the series' seed and its number
/// alone, so a series can be played in parts, and the number of threads does not matter.
pub struct Series<'g, const W: usize> {
    evaluator: Evaluator<'g, W>,
    method: Method,
    kappa: f64,
    settings: TrialSettings,
    /// Whether Black can begin too.
    alternates: bool,
    seed: u64,
}

impl<'g, const W: usize> Series<'g, W> {
    /// Prepares the player for the game and finds the scale of its policy.
    pub fn new(game: &'g Game<W>, player: impl Into<TrialPlayer>, settings: TrialSettings, seed: u64) -> Self {
        let TrialPlayer { method, policy } = player.into();
        let evaluator = Evaluator::new(game, &policy);
        let kappa = evaluator.kappa(streams::seed(seed, Purpose::Scale, 0));
        let alternates = game.may_begin(Player::Black);
        Series { evaluator, method, kappa, settings, alternates, seed }
    }

    /// Plays the trials of these numbers, on the threads of the current pool, and returns with each the nodes it took, moves made to
    /// test legality included.
    pub fn play(&self, numbers: Range<u32>) -> Vec<(Trial, u64)> {
        let one = |number: u32| {
            let mut runner = Runner::new(&self.evaluator, self.method, self.kappa, self.settings);
            let first = Player::from_index(if self.alternates { number as usize } else { 0 });
            let seed = streams::seed(self.seed, Purpose::Trial, number.into());
            let (trial, looks) = counting_looks(|| runner.play(seed, first));
            (trial, runner.search.nodes + looks)
        };
        parallel::map(numbers, &one)
    }
}

/// Plays the first `count` trials of a series, by a player or by alpha-beta with a policy.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{TrialSettings, play_trials};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let trials = play_trials(&game, &Policy::default_for(game.rules()), TrialSettings::default(), 1, 4);
/// assert!(trials.iter().all(|trial| trial.plies.len() <= 9));
/// ```
pub fn play_trials(
    game: &AnyGame,
    player: impl Into<TrialPlayer>,
    settings: TrialSettings,
    seed: u64,
    count: u32,
) -> Vec<Trial> {
    let player = player.into();
    let series = with_game!(game, g => Series::new(g, player, settings, seed).play(0..count));
    series.into_iter().map(|(trial, _)| trial).collect()
}

/// How many trials are played whatever they take.
const FEWEST: u32 = 2;

/// As [`play_trials`], but no more trials than so many nodes allow, moves made to test legality included: the first two, and then as many as these let
/// expect, never more than there have been. Which are played depends on the arguments alone.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{TrialSettings, play_trials, play_trials_within};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let (policy, settings) = (Policy::default_for(game.rules()), TrialSettings { work: 100, ..TrialSettings::default() });
/// let all = play_trials(&game, &policy, settings, 1, 5);
/// assert_eq!(play_trials_within(&game, &policy, settings, 1, 5, u64::MAX), all);
/// assert_eq!(play_trials_within(&game, &policy, settings, 1, 5, 0), all[..2]);
/// ```
pub fn play_trials_within(
    game: &AnyGame,
    player: impl Into<TrialPlayer>,
    settings: TrialSettings,
    seed: u64,
    count: u32,
    nodes: u64,
) -> Vec<Trial> {
    let player = player.into();
    with_game!(game, g => {
        let series = Series::new(g, player, settings, seed);
        let (mut trials, mut taken, mut played) = (Vec::new(), 0u64, 0);
        loop {
            let expected = nodes.saturating_sub(taken) / (taken / u64::from(played.max(1))).max(1);
            let next = if played == 0 { FEWEST } else { played.min(expected.min(u32::MAX.into()) as u32) };
            let next = next.min(count - played);
            if next == 0 {
                return trials;
            }
            for (trial, took) in series.play(played..played + next) {
                taken = taken.saturating_add(took);
                trials.push(trial);
            }
            played += next;
        }
    })
}

fn sign(mover: Player) -> f64 {
    match mover {
        Player::White => 1.0,
        Player::Black => -1.0,
    }
}

/// Notes the lead of White after the last ply, or after the opening.
fn set_lead(trial: &mut Trial, lead: f64) {
    match trial.plies.last_mut() {
        Some(ply) => ply.lead = lead,
        None => trial.opening_lead = lead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;
    use crate::strategy::Policy;
    use crate::synthesis::random_game;

    fn seed_game(name: &str) -> AnyGame {
        let text = std::fs::read_to_string(format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"))).unwrap();
        AnyGame::new(lower(&parse(&text).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn fewer_trials_are_played_where_they_take_too_much() {
        let game = seed_game("yavalath");
        let (policy, settings) =
            (Policy::default_for(game.rules()), TrialSettings { work: 100, ..TrialSettings::default() });
        let all = play_trials(&game, &policy, settings, 3, 12);
        let within = |nodes| play_trials_within(&game, &policy, settings, 3, 12, nodes);
        assert_eq!(within(u64::MAX), all);
        assert_eq!(within(0), all[..2]);
        let taken: u64 =
            with_game!(&game, g => Series::new(g, &policy, settings, 3).play(0..12)).iter().map(|(_, n)| n).sum();
        let half = within(taken / 2);
        assert!((3..=9).contains(&half.len()) && half == all[..half.len()], "{}", half.len());
        assert_eq!(play_trials_within(&game, &policy, settings, 3, 1, 0), all[..1]);
    }

    #[test]
    fn no_position_of_any_rules_takes_more_than_twice_its_work() {
        let settings = TrialSettings { work: 200, ..TrialSettings::default() };
        let mut played = 0;
        for seed in 0..2_000 {
            let mut rng = streams::generator(seed);
            let Ok(rules) = lower(&random_game(&mut rng)) else { continue };
            let Ok(game) = AnyGame::new(rules) else { continue };
            let policy = Policy::default_for(game.rules());
            with_game!(&game, game => {
                let evaluator = Evaluator::new(game, &policy);
                let mut runner = Runner::new(&evaluator, Method::AlphaBeta, 1.0, settings);
                let mut position = Position::new(game, Player::White);
                for _ in 0..4 {
                    let before = runner.search.nodes;
                    let Some(found) = runner.search.look(&mut position, &mut rng) else { break };
                    let budget = game.nodes_for(settings.work);
                    assert!(runner.search.nodes - before <= 2 * budget, "seed {seed}: {} of {budget}", runner.search.nodes - before);
                    position.apply(game, found.moves[rng.random_range(0..found.moves.len())].mv);
                    played += 1;
                }
            });
        }
        assert!(played > 4_000, "{played} positions");
    }

    #[test]
    fn a_turn_of_two_moves_is_one_turn() {
        let trials = play_trials(&seed_game("amazons"), &Policy::default(), TrialSettings::default(), 1, 1);
        let plies = trials[0].total_plies();
        assert!((plies / 2..=plies / 2 + 1).contains(&trials[0].turns()), "{plies} plies, {} turns", trials[0].turns());
    }

    #[test]
    fn black_begins_where_the_rules_have_a_first_move_for_black() {
        let first = |name: &str, number: u32| {
            with_game!(&seed_game(name), game => {
                let settings = TrialSettings { work: 1, ..TrialSettings::default() };
                Series::new(game, &Policy::default(), settings, 1).play(number..number + 1)[0].0.first_mover
            })
        };
        assert_eq!((first("clobber", 0), first("clobber", 1)), (0, 1));
        assert_eq!((first("konane", 0), first("konane", 1)), (0, 0));
    }
}
