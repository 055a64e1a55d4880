//! Static evaluation: a policy prepared for the positions of one game.

use super::advisor::{Advisor, threats_are_quick};
use super::context::EvaluationContext;
use super::fixed_point;
use super::goal::Goal;
use super::journey::{Journey, ShortestPath};
use super::mop_up::MopUp;
use super::policy::Policy;
use super::search_memory::{SearchMemories, SearchParts};
use super::spread;
use super::tempo::Tempo;
use crate::board::CellSet;
use crate::game::rules::Player;
use crate::game::{Game, Kind, Position, State, UNLIMITED};
use crate::players::Evaluate;
use std::sync::{Arc, OnceLock};

/// Units of a search value ([`Evaluate::evaluate`]) for 1 of a policy's sum.
pub const SCALE: f64 = 100_000.0;

/// How much an opponent's goals count against a player, in terms of its own.
const CAUTION: f64 = 0.7;

/// Stacks of this height are as high as counts.
const HIGH: f64 = 8.0;

/// What the advisors need to know of a game, whatever the policy.
pub(super) struct Advice<const W: usize> {
    goals: Vec<Goal<W>>,
    /// The conditions of the goals that searches value quickly.
    parts: SearchParts<W>,
    centre: Vec<(CellSet<W>, f64)>,
    diameter: u32,
    corners: CellSet<W>,
    /// Without the corners.
    edges: CellSet<W>,
    /// By player, worked out when first asked for.
    journeys: OnceLock<[Journey; 2]>,
    shortest_paths: OnceLock<[Option<ShortestPath<W>>; 2]>,
    /// The worth of a piece by type.
    values: Vec<f64>,
    threats_are_quick: bool,
    tempo: Tempo<W>,
    mop_up: MopUp,
}

/// Values positions of a game under a policy, for both players or for the side to move.
///
/// The value of a position for a player is the weighted sum of the paper's equation (1): the player's end clauses, each
/// judged by its advisors, added if they win and taken away if they lose, 0.7 times the opponent's the other way round, and the
/// general advisors. A clause judged by several advisors has the mean of their weights. With absolute weights that sum to 1, values
/// of most games are within ±2.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::strategy::{Evaluator, Policy};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
///     let lead = |moves: [&str; 3]| {
///         let mut position = Position::new(game, Player::White);
///         moves.iter().for_each(|m| position.apply(game, game.read_move(&position, m).unwrap()));
///         evaluator.lead(position.state())
///     };
///     // Two stones that a third can join, and two that are of no use to each other.
///     assert!(lead(["a1", "b3", "b1"]) > lead(["a1", "b3", "c2"]));
/// });
/// ```
pub struct Evaluator<'g, const W: usize> {
    game: &'g Game<W>,
    advice: Arc<Advice<W>>,
    /// By goal: the factor in White's and in Black's value, and their difference.
    goals: Vec<[f64; 3]>,
    /// General advisors that count, with their weights for White and for Black.
    general: Vec<(Advisor, [f64; 2])>,
    /// Some advisor with a weight needs threats.
    threats_matter: bool,
    /// What searches keep of the position valued before; none if no goal has anything to keep.
    memories: Option<SearchMemories<W>>,
    /// How far a lead in search units may be off if it is found quickly.
    tolerance: f64,
}

impl<const W: usize> Advice<W> {
    fn new(game: &Game<W>) -> Self {
        let rules = game.rules();
        let board = game.board();
        let values: Vec<f64> = rules.pieces.iter().map(|p| p.value.max(0) as f64).collect();
        let worthless = values.iter().all(|v| *v == 0.0);
        let corners: CellSet<W> = board.corners().iter().copied().collect();
        let (mut goals, mut parts) = (Goal::all(game), SearchParts::new());
        goals.iter_mut().for_each(|goal| goal.prepare(game, &mut parts));
        Advice {
            goals,
            parts,
            centre: spread::centre_layers(&game.topology, board.centre().iter().copied().collect()),
            diameter: board.diameter(),
            corners,
            edges: game.topology.edge.minus(&corners),
            journeys: OnceLock::new(),
            shortest_paths: OnceLock::new(),
            values: if worthless { vec![1.0; values.len()] } else { values },
            threats_are_quick: threats_are_quick(rules),
            tempo: Tempo::new(game),
            mop_up: MopUp::new(rules),
        }
    }

    /// What a general advisor says for both players.
    fn general(&self, advisor: Advisor, context: &EvaluationContext<W>) -> [f64; 2] {
        let (game, state) = (context.game, context.state);
        match advisor {
            Advisor::Mobility => shares(Player::each(|p| context.mobility(p))),
            Advisor::Material => shares(context.material(|| self.material(game, state))),
            Advisor::Attack => {
                let [white, black] = Player::each(|p| self.worth(game, state, context.threatened(p)));
                [white / (1.0 + white + black), black / (1.0 + white + black)]
            }
            Advisor::Safety => Player::each(|p| {
                let own = self.worth(game, state, state.owned[p]);
                let at_risk = self.worth(game, state, context.threatened(p.opponent()));
                if own > 0.0 { (1.0 - at_risk / own).clamp(0.0, 1.0) } else { 1.0 }
            }),
            Advisor::Influence => spread::influence(&game.topology, state),
            Advisor::Territory => spread::territory(state, context.regions(), game.topology.cells),
            Advisor::Fight => spread::fight(&game.topology, state, self.diameter),
            Advisor::Centrality => spread::mean_worth(&self.centre, state),
            Advisor::StackHeight => Player::each(|p| {
                let own = state.owned[p];
                let total: usize = own.iter().map(|c| game.height(state, c)).sum();
                (total as f64 / HIGH / own.len().max(1) as f64).min(1.0)
            }),
            Advisor::Advance => {
                let journeys = self.journeys.get_or_init(|| Player::each(|p| Journey::new(game, p)));
                Player::each(|p| journeys[p.index()].worth(game, state, p))
            }
            Advisor::Path => {
                let paths = self.shortest_paths.get_or_init(|| Player::each(|p| ShortestPath::new(game, p)));
                let each = |p: usize| paths[p].as_ref().map_or(0.0, |path| path.worth(game, state));
                [each(0), each(1)]
            }
            Advisor::Corners => shares(Player::each(|p| (state.owned[p] & self.corners).len() as f64)),
            Advisor::Edges => shares(Player::each(|p| (state.owned[p] & self.edges).len() as f64)),
            Advisor::Parity => {
                let rows = || self.goals.first().map_or(0.0, |goal| goal.worth(context));
                self.tempo.parity(context, rows)
            }
            Advisor::Room => self.tempo.room(context),
            Advisor::MopUp => {
                let material = context.material(|| self.material(game, state));
                self.mop_up.worth(game, state, material, &self.centre, self.diameter)
            }
            _ => [0.0; 2],
        }
    }

    /// The value of the top pieces of some cells.
    fn worth(&self, game: &Game<W>, state: &State<W>, cells: CellSet<W>) -> f64 {
        match &self.values[..] {
            [value] => value * cells.len() as f64,
            values => {
                let each = Kind::first(values.len()).zip(values);
                each.map(|(kind, value)| value * game.of_kind(state, cells, kind).len() as f64).sum()
            }
        }
    }

    /// The value of both players' pieces, buried ones and those in limited hands included.
    fn material(&self, game: &Game<W>, state: &State<W>) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for (player, sum) in Player::BOTH.into_iter().zip(&mut sums) {
            for (value, hand) in self.values.iter().zip(state.hands[player].0) {
                *sum += if hand == UNLIMITED { 0.0 } else { value * hand as f64 };
            }
        }
        if !game.has_stacks() {
            for (player, sum) in Player::BOTH.into_iter().zip(&mut sums) {
                *sum += self.worth(game, state, state.owned[player]);
            }
            return sums;
        }
        for cell in state.occupied() {
            for level in 0..game.height(state, cell) {
                let piece = game.piece_at(state, cell, level);
                if let Some(player) = piece.owner().player() {
                    sums[player.index()] += self.values[piece.kind().index()];
                }
            }
        }
        sums
    }
}

/// Each one's part of the whole; half of nothing.
fn shares([a, b]: [f64; 2]) -> [f64; 2] {
    let whole = a + b;
    if whole > 0.0 { [a / whole, b / whole] } else { [0.5; 2] }
}

impl<'g, const W: usize> Evaluator<'g, W> {
    /// Prepares a policy for a game; what depends on the rules alone is worked out here.
    pub fn new(game: &'g Game<W>, policy: &Policy) -> Self {
        Evaluator::build(game, Arc::new(Advice::new(game)), policy)
    }

    /// The game.
    pub fn game(&self) -> &'g Game<W> {
        self.game
    }

    /// The same game under another policy, without working out again what depends on the rules alone.
    pub fn with_policy(&self, policy: &Policy) -> Self {
        Evaluator::build(self.game, self.advice.clone(), policy)
    }

    fn build(game: &'g Game<W>, advice: Arc<Advice<W>>, policy: &Policy) -> Self {
        let factors = |goal: &Goal<W>| {
            let of = |player: Player| {
                let weights = policy.of(player);
                let count = goal.advisors.len().max(1) as f64;
                let mean = goal.advisors.iter().map(|&a| weights.get(a)).sum::<f64>() / count;
                goal.sign * mean * if player == goal.player { 1.0 } else { -CAUTION }
            };
            let [white, black] = Player::each(of);
            [white, black, white - black]
        };
        let goals: Vec<[f64; 3]> = advice.goals.iter().map(factors).collect();
        let weighed = |advisor: Advisor| (advisor, Player::each(|p| policy.of(p).get(advisor)));
        let general = Advisor::ALL.into_iter().filter(|a| !a.is_goal()).map(weighed);
        let general: Vec<_> = general.filter(|(_, weights)| *weights != [0.0; 2]).collect();
        let counts_captures = advice.threats_are_quick
            && advice
                .goals
                .iter()
                .zip(&goals)
                .any(|(goal, factors)| goal.advisors.contains(&Advisor::Capture) && factors[..2] != [0.0; 2]);
        let threats_matter =
            counts_captures || general.iter().any(|(a, _)| matches!(a, Advisor::Attack | Advisor::Safety));
        let keeps = !advice.parts.is_empty() && goals.iter().any(|factors| factors[2] != 0.0);
        let memories = keeps.then(SearchMemories::new);
        let tolerance = SCALE * fixed_point::ERROR * goals.iter().map(|factors| factors[2].abs()).sum::<f64>();
        Evaluator { game, advice, goals, general, threats_matter, memories, tolerance }
    }

    fn context<'a>(&'a self, state: &'a State<W>, threats_matter: bool) -> EvaluationContext<'a, W> {
        EvaluationContext::new(self.game, state, self.advice.threats_are_quick, threats_matter)
    }

    /// The value of a position for White and for Black, each as the policy's weighted sum. Finished games have no special value.
    pub fn value(&self, position: &Position<W>) -> [f64; 2] {
        self.value_of(position.state())
    }

    /// As [`value`](Evaluator::value).
    pub fn value_of(&self, state: &State<W>) -> [f64; 2] {
        let context = self.context(state, self.threats_matter);
        let mut values = [0.0; 2];
        for (goal, factors) in self.advice.goals.iter().zip(&self.goals) {
            if factors[..2] != [0.0; 2] {
                let worth = goal.worth(&context);
                values[0] += factors[0] * worth;
                values[1] += factors[1] * worth;
            }
        }
        for (advisor, weights) in &self.general {
            let says = self.advice.general(*advisor, &context);
            values[0] += weights[0] * says[0];
            values[1] += weights[1] * says[1];
        }
        values
    }

    /// White's value less Black's: what searches use.
    pub fn lead(&self, state: &State<W>) -> f64 {
        self.lead_in(&self.context(state, self.threats_matter))
    }

    /// The lead in search units, rounded: found quickly from what is known of the position before, and from scratch where an
    /// error could change the rounding.
    fn rounded_lead(&self, state: &State<W>) -> i32 {
        if let Some(mut memory) = self.memories.as_ref().and_then(SearchMemories::of_this_thread) {
            let memory = memory.get_or_insert_with(|| Box::new(self.advice.parts.memory()));
            memory.look(&self.advice.parts, self.game, state);
            let mut context = self.context(state, self.threats_matter);
            context.quick = Some(memory);
            let lead = self.lead_in(&context) * SCALE;
            if ((lead - lead.floor()) - 0.5).abs() > self.tolerance {
                return lead.round() as i32;
            }
        }
        (self.lead(state) * SCALE).round() as i32
    }

    fn lead_in(&self, context: &EvaluationContext<W>) -> f64 {
        let mut lead = 0.0;
        for (goal, factors) in self.advice.goals.iter().zip(&self.goals) {
            if factors[2] != 0.0 {
                lead += factors[2] * goal.worth(context);
            }
        }
        for (advisor, weights) in &self.general {
            let says = self.advice.general(*advisor, context);
            lead += weights[0] * says[0] - weights[1] * says[1];
        }
        lead
    }

    /// What one advisor says of a state for White and for Black, whatever the policy: for an advisor of end conditions the mean
    /// over the clauses that it has a part in, those that lose with a minus; 0 if there are none.
    pub fn advise(&self, advisor: Advisor, state: &State<W>) -> [f64; 2] {
        let context = self.context(state, true);
        if !advisor.is_goal() {
            return self.advice.general(advisor, &context);
        }
        Player::each(|player| {
            let goals = self.advice.goals.iter().filter(|g| g.player == player && g.advisors.contains(&advisor));
            let says: Vec<f64> = goals.map(|g| g.sign * g.worth(&context)).collect();
            says.iter().sum::<f64>() / says.len().max(1) as f64
        })
    }
}

impl<const W: usize> Evaluate<Game<W>> for Evaluator<'_, W> {
    fn evaluate(&self, _: &Game<W>, position: &Position<W>) -> i32 {
        let state = position.state();
        let lead = self.rounded_lead(state);
        match state.mover {
            Player::White => lead,
            Player::Black => -lead,
        }
    }
}
