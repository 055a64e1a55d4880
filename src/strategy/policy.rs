//! Policies: how much each advisor counts.

use super::advisor::{Advisor, changes_owner, threats_are_quick};
use super::parity::Parity;
use crate::game::rules::{
    Bool, CaptureType, Clause, Cmp, Condition, Coord, EffectKind, Int, MoveDef, Node, Player, Rules, Target, Verdict,
    Who,
};
use crate::language::distance;
use crate::order;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The greatest weight, either sign.
const MAX_WEIGHT: f64 = 1000.0;

/// The weights of the advisors for one player, in the order of [`Advisor::ALL`].
///
/// The weight of an advisor of end conditions says how much these conditions matter; whether they are sought or shunned is for the
/// clauses to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, f64>", into = "BTreeMap<String, f64>")]
pub struct Weights(pub [f64; Advisor::COUNT]);

/// The relative importance of each advisor for a game, by player.
///
/// Written as the names of the advisors that count with their weights:
///
/// ```
/// use ludogen::strategy::{Advisor, Policy};
///
/// let policy: Policy = ron::from_str(r#"(white: {"connection": 0.75, "centrality": -0.25}, black: {"connection": 1})"#).unwrap();
/// assert_eq!(policy.white.get(Advisor::Centrality), -0.25);
/// assert!(ron::from_str::<Policy>(r#"(white: {"conection": 1}, black: {})"#).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// White's weights.
    pub white: Weights,
    /// Black's weights.
    pub black: Weights,
}

/// What is wrong with a policy that was read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// No advisor has the name.
    #[error("there is no advisor `{0}`{guess}; the advisors are {names}", guess = guess(.0), names = Advisor::ALL.map(Advisor::name).join(", "))]
    Unknown(String),
    /// A weight is not a number within bounds.
    #[error("the weight of `{advisor}` is {weight}; weights are numbers from -{MAX_WEIGHT} to {MAX_WEIGHT}")]
    Weight {
        /// Whose weight.
        advisor: Advisor,
        /// The weight found.
        weight: f64,
    },
    /// An advisor is weighed twice.
    #[error("`{0}` is weighed twice")]
    Twice(Advisor),
    /// Something else than an advisor with its weight.
    #[error("expected an advisor with its weight, as in `(mobility 0.1)`, but found `{0}`")]
    Form(String),
    /// Another player than those that there are.
    #[error("expected `(player uct)` or `(player alpha-beta)`, but found `{0}`")]
    Player(String),
}

/// What may have been meant by a name.
fn guess(name: &str) -> String {
    let far = |advisor: &Advisor| distance(name, advisor.name());
    let near = Advisor::ALL.into_iter().min_by_key(far).filter(|advisor| far(advisor) <= 2);
    near.map_or_else(String::new, |advisor| format!(" (did you mean `{}`?)", advisor.name()))
}

impl Weights {
    /// The weight of an advisor.
    pub fn get(&self, advisor: Advisor) -> f64 {
        self.0[advisor as usize]
    }

    /// Sets the weight of an advisor.
    pub fn set(&mut self, advisor: Advisor, weight: f64) {
        self.0[advisor as usize] = weight;
    }

    /// The advisors that count, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (Advisor, f64)> + '_ {
        Advisor::ALL.into_iter().zip(self.0).filter(|(_, w)| *w != 0.0)
    }

    /// Checks that every weight is a number within bounds.
    ///
    /// # Errors
    /// Names the first weight that is not.
    pub fn validate(&self) -> Result<(), PolicyError> {
        match self.iter().find(|(_, w)| !w.is_finite() || w.abs() > MAX_WEIGHT) {
            Some((advisor, weight)) => Err(PolicyError::Weight { advisor, weight }),
            None => Ok(()),
        }
    }

    /// The same proportions with absolute weights that sum to 1; nothing stays nothing.
    #[must_use]
    pub fn normalised(&self) -> Weights {
        let sum: f64 = self.0.iter().map(|w| w.abs()).sum();
        if sum > 0.0 { Weights(self.0.map(|w| w / sum)) } else { *self }
    }

    /// The weights that are of use to a player of these rules, normalised.
    #[must_use]
    pub fn relevant_to(&self, rules: &Rules, player: Player) -> Weights {
        let relevant = Advisor::relevant(rules, player);
        let mut weights = *self;
        weights.0.iter_mut().zip(relevant).filter(|(_, r)| !r).for_each(|(w, _)| *w = 0.0);
        weights.normalised()
    }

    fn default_for(rules: &Rules, player: Player) -> Weights {
        let mut weights = Weights::default();
        let relevant = Advisor::relevant(rules, player);
        // Where own pieces move it decides between equals only.
        weights.set(Advisor::Parity, if Parity::of(rules) == Some(Parity::Forwards) { 0.1 } else { 1.0 });
        weights.set(Advisor::Room, 1.0);
        weights.set(Advisor::MopUp, MOP_UP);
        let goals = || Advisor::ALL.into_iter().filter(|a| a.is_goal() && relevant[*a as usize]);
        if goals().next().is_none() {
            // Without a goal: towards the enemy, with moves to spare.
            weights.set(Advisor::Fight, 0.5);
            weights.set(Advisor::Mobility, 0.5);
            return weights.relevant_to(rules, player);
        }
        goals().for_each(|advisor| weights.set(advisor, 1.0));
        weights.set(Advisor::Mobility, 0.1);
        weights.set(Advisor::Material, worth_of_pieces(rules, player));
        if must_take_to_win(rules, player) {
            // Who must capture has few moves: counting them would give pieces away.
            weights.set(Advisor::Block, FEW);
            weights.set(Advisor::Mobility, 0.0);
        }
        if most_discs_win(rules) {
            // Discs change sides until the end; corners never do, and who has moves chooses.
            weights.set(Advisor::State, FEW);
            weights.set(Advisor::Mobility, 1.0);
            weights.set(Advisor::Corners, 1.0);
        }
        // Where every move must be made to see what it captures, search is worth more than finding threats.
        if threats_are_quick(rules) {
            weights.set(Advisor::Attack, 0.1);
            weights.set(Advisor::Safety, 0.1);
        }
        // The paper found this by tuning: it discourages going round in circles.
        weights.set(Advisor::StackHeight, -0.05);
        weights.relevant_to(rules, player)
    }
}

/// How much more than a goal pieces weigh for a player of games in which they are captured.
///
/// A piece more changes a share of the pieces by a few hundredths only, so it must weigh far more than a goal where goals are reached by
/// having pieces; where the goal is to get rid of them, the other way round. (Measured in `reports/learning`.)
fn worth_of_pieces(rules: &Rules, player: Player) -> f64 {
    let mut worth = 0.3;
    for clause in rules.end.iter().filter(|clause| clause.who.means(Some(player), player)) {
        let wins = clause.verdict == Verdict::Win;
        for part in clause.condition.leaves() {
            let gone = match part {
                _ if clause.verdict == Verdict::Draw => continue,
                Condition::NoMove | Condition::Threatened(_) => player,
                Condition::Eliminate { player: who, .. } if who.means(Some(player), player) => player,
                Condition::Eliminate { .. } | Condition::Capture { .. } => player.opponent(),
                Condition::Reach { .. } if wins => player.opponent(),
                _ => continue,
            };
            if !takes(rules, gone.opponent()) {
                continue;
            }
            if wins == (gone == player) {
                return -PIECES;
            }
            worth = PIECES;
        }
    }
    worth
}

/// Whether a player has moves that take the other's pieces off the board.
fn takes(rules: &Rules, player: Player) -> bool {
    let of_enemy = |pre: &Bool| {
        Node::Bool(pre).any_affirmed(|node| matches!(node, Node::Bool(Bool::Owner(Coord::From, Who::Opponent))))
    };
    let pieces = rules.pieces.iter().filter(|piece| piece.owner.means(Some(player), player));
    pieces.flat_map(|piece| &piece.moves).any(|m| {
        let captures = m.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }));
        captures || m.pops() && !m.pushes() && of_enemy(&m.pre)
    })
}

/// Whether captures come before other moves in a game that is won by having pieces.
fn must_take_to_win(rules: &Rules, player: Player) -> bool {
    captures_come_first(rules) && worth_of_pieces(rules, player) == PIECES
}

/// Whether whole lines change sides in a game that is won by having more pieces in the end.
fn most_discs_win(rules: &Rules) -> bool {
    let mut effects = rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    let lines = effects.any(|e| matches!(e.kind, EffectKind::Convert { how: Some(CaptureType::Line), .. }));
    let own = |number: &Int| matches!(number, Int::Pieces(Target::Pieces(pieces)) if pieces.owner == Some(Who::Mover));
    let more = |end: &Condition| matches!(end, Condition::Compare(Cmp::Gt, a, _) if own(a));
    let wins = |clause: &Clause| clause.verdict == Verdict::Win && clause.condition.leaves().into_iter().any(more);
    lines && rules.end.iter().any(wins)
}

/// What a goal weighs that misleads before the end.
const FEW: f64 = 0.1;

/// What driving a king to the edge weighs: a step of it less than a piece, as it is counted as far as one is ahead.
const MOP_UP: f64 = 1.5;

/// What pieces weigh where a goal weighs 1.
const PIECES: f64 = 3.0;

impl TryFrom<BTreeMap<String, f64>> for Weights {
    type Error = PolicyError;

    fn try_from(named: BTreeMap<String, f64>) -> Result<Self, PolicyError> {
        let mut weights = Weights::default();
        for (name, weight) in named {
            let advisor = Advisor::from_name(&name).ok_or(PolicyError::Unknown(name))?;
            weights.set(advisor, weight);
        }
        weights.validate()?;
        Ok(weights)
    }
}

impl From<Weights> for BTreeMap<String, f64> {
    fn from(weights: Weights) -> Self {
        order::map(weights.iter().map(|(advisor, w)| (advisor.name().to_string(), w)))
    }
}

impl Policy {
    /// The same weights for both players.
    pub fn both(weights: Weights) -> Policy {
        Policy { white: weights, black: weights }
    }

    /// The policy that the rules suggest.
    ///
    /// The advisors of a player's end conditions weigh 1 each, mobility 0.1; where there are captures material 0.3 (3 where
    /// goals are reached by having pieces, −3 by having none) and, if they are quickly found, attack and safety 0.1 each; where
    /// pieces stack, stack height −0.05. Where captures come before other moves and pieces are worth having, having no move weighs 0.1 and
    /// mobility nothing; where lines change sides and most discs win, their number weighs 0.1, mobility and corners 1. Parity weighs 1
    /// (0.1 where each player has pieces that only go forwards), room 1, mop-up 1.5. A player with no end condition to work towards (or away from)
    /// fights or flees: fight 0.5, mobility 0.5. Irrelevant advisors are 0 and the sum of absolute weights is 1.
    pub fn default_for(rules: &Rules) -> Policy {
        let [white, black] = Player::each(|p| Weights::default_for(rules, p));
        Policy { white, black }
    }

    /// A player's weights.
    pub fn of(&self, player: Player) -> &Weights {
        match player {
            Player::White => &self.white,
            Player::Black => &self.black,
        }
    }

    /// Checks that every weight is a number within bounds.
    ///
    /// # Errors
    /// Names the first weight that is not.
    pub fn validate(&self) -> Result<(), PolicyError> {
        self.white.validate()?;
        self.black.validate()
    }

    /// The policy with irrelevant advisors zeroed, normalised.
    #[must_use]
    pub fn relevant_to(&self, rules: &Rules) -> Policy {
        Policy {
            white: self.white.relevant_to(rules, Player::White),
            black: self.black.relevant_to(rules, Player::Black),
        }
    }
}

/// Whether alpha-beta with the policy derived from the rules is likely to be the better player of a game; else UCT is.
///
/// It is in most games (measured in `reports/players`). Playouts are better where the policy has few features: where nothing but a
/// count at the end decides and pieces next to others change sides until then, and where captures come before other moves and who is
/// left without moves wins.
///
/// ```
/// use ludogen::game::lower;
/// use ludogen::language::parse;
/// use ludogen::strategy::suits_alpha_beta;
///
/// // Whoever cannot move wins; captures come before other moves, or do not.
/// let suits = |step: u32| {
///     let jump = "(move (priority 0) (pre (and (empty to) (steps f f) (enemy over))) (action (pop) (push)) (post (capture over)))";
///     let step = format!("(move (priority {step}) (pre (and (empty to) (connected))) (action (pop) (push)))");
///     let pieces = format!("(pieces (Man All (moves {jump} {step}))) (start (place (Man White) home) (place (Man Black) home))");
///     let rules = format!("(game Draughts (board (tiling square) (size 6 6)) {pieces} (end (All win (no-move))))");
///     suits_alpha_beta(&lower(&parse(&rules).unwrap()).unwrap())
/// };
/// assert!(suits(0) && !suits(1));
/// ```
pub fn suits_alpha_beta(rules: &Rules) -> bool {
    let blind = |advisor: Advisor| match advisor {
        Advisor::State => changes_owner(rules) && !most_discs_win(rules),
        Advisor::Block | Advisor::Eliminate => {
            captures_come_first(rules) && !Player::BOTH.into_iter().all(|p| must_take_to_win(rules, p))
        }
        _ => false,
    };
    let goals = |p| {
        let relevant = Advisor::relevant(rules, p);
        Advisor::ALL.into_iter().filter(move |a| a.is_goal() && relevant[*a as usize])
    };
    !Player::BOTH.into_iter().flat_map(goals).all(blind)
}

/// Whether who can capture must.
fn captures_come_first(rules: &Rules) -> bool {
    let moves = || rules.pieces.iter().flat_map(|p| &p.moves);
    // What is jumped over and becomes something else is taken off later.
    let takes = |kind: &EffectKind| {
        matches!(kind, EffectKind::Capture { .. } | EffectKind::Convert { how: Some(CaptureType::Over), .. })
    };
    let captures = |m: &&MoveDef| m.post.iter().any(|e| takes(&e.kind));
    let first = moves().filter(captures).map(|m| m.priority).min();
    first.is_some_and(|first| moves().any(|m| !captures(&m) && m.priority > first))
}

/// The mean of two policies for a game, both normalised first, with advisors irrelevant to the game zeroed.
///
/// ```
/// use ludogen::game::lower;
/// use ludogen::language::parse;
/// use ludogen::strategy::{Advisor, Policy, Weights, hybrid};
///
/// let rules = "(game Row (board (tiling hex) (size 4)) (end (All win (or (in-a-row 4) (connect own-regions)))))";
/// let rules = lower(&parse(rules).unwrap()).unwrap();
/// let policy = |advisor, weight| {
///     let mut weights = Weights::default();
///     weights.set(advisor, weight);
///     Policy::both(weights)
/// };
/// let mean = hybrid(&policy(Advisor::InARow, 8.0), &policy(Advisor::Connection, -2.0), &rules).white;
/// assert_eq!((mean.get(Advisor::InARow), mean.get(Advisor::Connection)), (0.5, -0.5));
/// ```
pub fn hybrid(a: &Policy, b: &Policy, rules: &Rules) -> Policy {
    let mean = |a: &Weights, b: &Weights| {
        let (a, b) = (a.normalised(), b.normalised());
        Weights(std::array::from_fn(|i| (a.0[i] + b.0[i]) / 2.0))
    };
    Policy { white: mean(&a.white, &b.white), black: mean(&a.black, &b.black) }.relevant_to(rules)
}
