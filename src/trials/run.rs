//! Self-play trials: both sides play by one policy from a random opening, and every ply is measured.

use super::record::{Ending, PlyRecord, Trial};
use crate::board::CellSet;
use crate::game::{AnyGame, ByOwner, Game, Move, NOWHERE, Outcome, Player, Position, counting_looks};
use crate::parallel;
use crate::players::value::WIN_BOUND;
use crate::players::{AlphaBeta, AlphaBetaOptions};
use crate::strategy::{Evaluator, Policy, SCALE};
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
    /// Search depth in plies (1 to 6, default 2).
    pub depth: u32,
    /// Positions with more moves than this are searched one ply deep (default 40).
    pub wide: u32,
    /// A ply that takes more nodes than this makes the rest of its trial search a ply less deep (default 10,000).
    pub ply_nodes: u64,
    /// The preferred length in plies (default 60, as in the paper); a trial of twice the length is abandoned.
    pub preferred_length: u32,
    /// Whether to search the passed turn of every position too, for coolness; it doubles the cost (default true).
    pub pass_values: bool,
    /// Every so many plies the choice of a one-ply search is judged by a deeper one, for the foul-up factor; 0: never
    /// (default 0).
    pub foul_up_every: u32,
}

impl Default for TrialSettings {
    fn default() -> Self {
        TrialSettings {
            opening: 4,
            depth: 2,
            wide: 40,
            ply_nodes: 10_000,
            preferred_length: 60,
            pass_values: true,
            foul_up_every: 0,
        }
    }
}

/// Times a random opening is drawn again because the game ended within it, before it is shortened by a ply.
const REDRAWS: u32 = 50;

/// Plays trials of one game.
pub struct TrialPlayer<'g, const W: usize> {
    game: &'g Game<W>,
    evaluator: &'g Evaluator<'g, W>,
    /// What a difference of one in the policy's value is worth: see [`squash`].
    kappa: f64,
    settings: TrialSettings,
    search: AlphaBeta<Move>,
    /// The depth in the present trial, lowered where plies took too many nodes.
    depth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
}

impl<'g, const W: usize> TrialPlayer<'g, W> {
    /// A player of trials of `game` by the policy of `evaluator`; `kappa` is its scale, positive.
    pub fn new(game: &'g Game<W>, evaluator: &'g Evaluator<'g, W>, kappa: f64, settings: TrialSettings) -> Self {
        let search = AlphaBeta::new(AlphaBetaOptions {
            depth: settings.depth.clamp(1, 6),
            table_bits: 0,
            cache_bits: 12,
            ..AlphaBetaOptions::default()
        });
        TrialPlayer { game, evaluator, kappa: kappa.max(1e-6), depth: settings.depth, settings, search, nodes: 0 }
    }

    /// Plays one trial. The same seed gives the same trial, whatever was played before.
    pub fn play(&mut self, seed: u64, first: Player) -> Trial {
        let mut rng = streams::generator(seed);
        self.search.clear();
        self.depth = self.settings.depth.clamp(1, 6);
        let (mut position, opening) = self.opening(first, &mut rng);
        let mut trial = Trial {
            seed,
            first_mover: first.index() as u8,
            opening_plies: opening.len() as u32,
            opening_lead: 0.0,
            opening_estimates: self.estimates(&position),
            plies: Vec::new(),
            ending: Ending::Timeout,
            moves: opening,
        };
        let limit = 2 * self.settings.preferred_length;
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
            let long = trial.total_plies() >= limit as u64;
            position.legal(self.game, &mut legal);
            let values = self.values(&mut position, legal.len());
            let Some(best) = values.iter().map(|v| v.1).max() else { return trial };
            let mover = position.state().mover;
            set_lead(&mut trial, sign(mover) * lead_of(best, self.kappa));
            if let Some(last) = trial.plies.last_mut()
                && usize::from(last.mover) != mover.index()
            {
                let safe = values.iter().filter(|v| v.1 > -WIN_BOUND).count();
                last.forced_reply = Some(values.len() >= 2 && safe == 1);
            }
            if long {
                return trial;
            }
            let choices: Vec<Move> = values.iter().filter(|v| v.1 == best).map(|v| v.0).collect();
            let chosen = choices[rng.random_range(0..choices.len() as u32) as usize];
            let mut ply = PlyRecord {
                mover: mover.index() as u8,
                branching: values.len() as u32,
                move_values: values.iter().map(|v| worth(v.1, self.kappa) as f32).collect(),
                ..PlyRecord::default()
            };
            if self.settings.pass_values && values.len() >= 2 {
                ply.pass_value = self.pass_value(&position).map(|v| v as f32);
            }
            let every = self.settings.foul_up_every as usize;
            if every > 0 && trial.plies.len().is_multiple_of(every) {
                ply.shallow_loss = self.shallow_loss(&mut position, values.len()).map(|v| v as f32);
            }
            trial.moves.push(self.game.notation(position.state(), chosen, &legal));
            let opponent = mover.opponent();
            let before = position.state().clone();
            ply.opponent_mobility[0] = self.game.mobility(&before, opponent, position.past());
            position.apply(self.game, chosen);
            ply.opponent_mobility[1] = match position.outcome() {
                None => self.game.mobility(position.state(), opponent, position.past()),
                Some(_) => 0,
            };
            ply.contact = self.contact(&before.owned, &position, mover, chosen);
            ply.estimates = self.estimates(&position);
            trial.plies.push(ply);
        }
    }

    /// A position after random plies that did not end the game, and these plies in notation.
    fn opening(&self, first: Player, rng: &mut Generator) -> (Position<W>, Vec<String>) {
        let mut legal = Vec::new();
        for plies in (1..=self.settings.opening).rev() {
            for _ in 0..REDRAWS {
                let mut position = Position::new(self.game, first);
                let mut moves = Vec::new();
                for _ in 0..plies {
                    position.legal(self.game, &mut legal);
                    if legal.is_empty() {
                        break;
                    }
                    let m = legal[rng.random_range(0..legal.len() as u32) as usize];
                    moves.push(self.game.notation(position.state(), m, &legal));
                    position.apply(self.game, m);
                }
                if position.outcome().is_none() {
                    return (position, moves);
                }
            }
        }
        (Position::new(self.game, first), Vec::new())
    }

    /// How deep a position with so many moves is searched.
    fn depth_for(&self, moves: usize) -> u32 {
        let mut depth = if moves > self.settings.wide as usize { 1 } else { self.depth };
        // With pruning, a search takes about a tenth of the nodes of the full tree.
        while depth > 2 && (moves as f64).powi(depth as i32) > 10.0 * self.settings.ply_nodes as f64 {
            depth -= 1;
        }
        depth
    }

    /// The searched value of every legal move for the mover.
    fn values(&mut self, position: &mut Position<W>, moves: usize) -> Vec<(Move, i32)> {
        let depth = self.depth_for(moves);
        match self.search.root_values(self.game, self.evaluator, position, depth) {
            Some(found) => {
                self.nodes += found.nodes;
                if found.nodes > self.settings.ply_nodes {
                    self.depth = (self.depth - 1).max(1);
                }
                found.values.into_iter().map(|v| (v.mv, v.value)).collect()
            }
            None => Vec::new(),
        }
    }

    /// What the position would be worth to the mover if the turn were passed, searched to the same depth.
    fn pass_value(&mut self, position: &Position<W>) -> Option<f64> {
        let mut passed = position.passed(self.game)?;
        let mover = position.state().mover;
        if let Some(outcome) = passed.outcome() {
            return Some(worth_of(outcome, mover));
        }
        // The pass counts as a ply of the depth.
        self.search.limit(self.depth.saturating_sub(1).max(1), None);
        let found = self.search.search(self.game, self.evaluator, &mut passed)?;
        self.nodes += found.nodes;
        Some(1.0 - worth(found.value, self.kappa))
    }

    /// The loss of value of the move that a one-ply search chooses, by a search one ply deeper than usual.
    fn shallow_loss(&mut self, position: &mut Position<W>, moves: usize) -> Option<f64> {
        let depth = self.depth_for(moves) + 1;
        let shallow = self.search.root_values(self.game, self.evaluator, position, 1)?;
        let choice = (0..shallow.values.len()).max_by_key(|&i| (shallow.values[i].value, std::cmp::Reverse(i)))?;
        // Of the deeper search only two values matter, which takes far fewer nodes than the values of all moves.
        self.search.limit(depth, None);
        let deep = self.search.search(self.game, self.evaluator, position)?;
        self.nodes += shallow.nodes + deep.nodes;
        let mover = position.state().mover;
        position.apply(self.game, shallow.values[choice].mv);
        let chosen = match position.outcome() {
            Some(outcome) => Some(worth_of(outcome, mover)),
            None => {
                self.search.limit(depth - 1, None);
                self.search.search(self.game, self.evaluator, position).map(|found| {
                    self.nodes += found.nodes;
                    let worth = worth(found.value, self.kappa);
                    if position.state().mover == mover { worth } else { 1.0 - worth }
                })
            }
        };
        position.undo();
        Some((worth(deep.value, self.kappa) - chosen?).clamp(0.0, 1.0))
    }

    /// The static estimates of White and Black.
    fn estimates(&self, position: &Position<W>) -> [f64; 2] {
        match position.outcome() {
            Some(Outcome::Win(Player::White)) => [1.0, 0.0],
            Some(Outcome::Win(Player::Black)) => [0.0, 1.0],
            Some(Outcome::Draw) => [0.5, 0.5],
            None => self.evaluator.value(position).map(|v| 1.0 / (1.0 + (-v / self.kappa).exp())),
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

/// A series of trials of one game by one policy, the first mover alternating. A trial depends on the series' seed and its number
/// alone, so a series can be played in parts, and the number of threads does not matter.
pub struct Series<'g, const W: usize> {
    game: &'g Game<W>,
    evaluator: Evaluator<'g, W>,
    kappa: f64,
    settings: TrialSettings,
    seed: u64,
}

impl<'g, const W: usize> Series<'g, W> {
    /// Prepares the policy for the game and finds its scale.
    pub fn new(game: &'g Game<W>, policy: &Policy, settings: TrialSettings, seed: u64) -> Self {
        let evaluator = Evaluator::new(game, policy);
        let kappa = evaluator.kappa(streams::seed(seed, Purpose::Scale, 0));
        Series { game, evaluator, kappa, settings, seed }
    }

    /// Plays the trials of these numbers, on the threads of the current pool, and returns with each the nodes it took, moves made to
    /// test legality included.
    pub fn play(&self, numbers: Range<u32>) -> Vec<(Trial, u64)> {
        let one = |number: u32| {
            let mut player = TrialPlayer::new(self.game, &self.evaluator, self.kappa, self.settings);
            let seed = streams::seed(self.seed, Purpose::Trial, number.into());
            let (trial, looks) = counting_looks(|| player.play(seed, Player::from_index(number as usize)));
            (trial, player.nodes + looks)
        };
        parallel::map(numbers, &one)
    }
}

/// Plays the first `count` trials of a series.
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
pub fn play_trials(game: &AnyGame, policy: &Policy, settings: TrialSettings, seed: u64, count: u32) -> Vec<Trial> {
    let series = with_game!(game, g => Series::new(g, policy, settings, seed).play(0..count));
    series.into_iter().map(|(trial, _)| trial).collect()
}

/// The lead for the mover that a searched value stands for, in [−1, 1].
pub fn lead_of(value: i32, kappa: f64) -> f64 {
    2.0 * worth(value, kappa) - 1.0
}

/// The squash of criteria: a searched value for the mover by the logistic function, in [0, 1]; won and lost positions are 1 and 0.
pub fn worth(value: i32, kappa: f64) -> f64 {
    match value {
        v if v >= WIN_BOUND => 1.0,
        v if v <= -WIN_BOUND => 0.0,
        v => 1.0 / (1.0 + (-(v as f64) / SCALE / kappa).exp()),
    }
}

/// The value of an outcome for a player.
fn worth_of(outcome: Outcome, player: Player) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from((winner == player) as u8),
    }
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
