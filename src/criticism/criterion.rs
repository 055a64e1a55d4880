//! The 57 criteria: number, name, family, meaning, range and what is known of their weights.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a criterion looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Rules and equipment.
    Intrinsic,
    /// Trends in play.
    Quality,
    /// Outcomes.
    Viability,
}

/// Everything fixed about a criterion.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The criterion.
    pub criterion: Criterion,
    /// Its name in CSV files, databases and profiles. A contract.
    pub name: &'static str,
    /// What it looks at.
    pub family: Family,
    /// Its name for people.
    pub title: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// The least and the greatest value.
    pub range: (f64, f64),
    /// The value when nothing usable was measured.
    pub neutral: f64,
    /// Whether it needs runs beyond the standard trials.
    pub slow: bool,
    /// Its weight in the original's best set of 17, where it is known. The sign carries over to other evaluators, the size does not.
    pub known_weight: Option<f64>,
    /// The error, in per cent, of the original's prediction when the criterion is left out (13.28 with all 17).
    pub ablation: Option<f64>,
}

macro_rules! criteria {
    ($($variant:ident $family:ident $name:literal $title:literal $low:literal .. $high:literal, $neutral:literal
       $([$mark:ident])? $(($weight:literal $($ablation:literal)?))? : $meaning:literal;)*) => {
        /// One of the 57 criteria, in number order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Criterion {
            $(#[doc = $meaning] $variant,)*
        }

        pub(super) const INFO: [Info; Criterion::COUNT] = [$(Info {
            criterion: Criterion::$variant,
            name: $name,
            family: Family::$family,
            title: $title,
            meaning: $meaning,
            range: ($low, $high),
            neutral: $neutral,
            slow: criteria!(@slow $($mark)?),
            known_weight: criteria!(@option $($weight)?),
            ablation: criteria!(@option $($($ablation)?)?),
        }),*];

        impl Criterion {
            /// How many criteria there are.
            pub const COUNT: usize = 57;
            /// All criteria in number order.
            pub const ALL: [Criterion; Criterion::COUNT] = [$(Criterion::$variant),*];
        }
    };
    (@slow) => { false };
    (@slow slow) => { true };
    (@option) => { None };
    (@option $value:literal) => { Some($value) };
}

// variant, family, column, title, range, neutral value, [slow], (weight and ablation in the best 17): meaning
#[rustfmt::skip]
mod table {
    use super::*;
    criteria! {
        RulesComplexity Intrinsic "rules_complexity" "Complexity (rules)" 0.0..1.0, 0.0: "How many ludemes the rules take, in hundreds.";
        BoardComplexity Intrinsic "board_complexity" "Complexity (board)" 0.0..1.0, 0.0: "How many cells and neighbours the board has.";
        GoalConnect Intrinsic "goal_connect" "Goal (connect)" 0.0..1.0, 0.0: "Whether a connection or a ring ends the game.";
        GoalRow Intrinsic "goal_row" "Goal (in-a-row)" 0.0..1.0, 0.0: "Whether a row or a pattern ends the game.";
        GoalReach Intrinsic "goal_reach" "Goal (reach)" 0.0..1.0, 0.0: "Whether reaching a place ends the game.";
        GoalGroup Intrinsic "goal_group" "Goal (group)" 0.0..1.0, 0.0: "Whether forming a group ends the game.";
        GoalStack Intrinsic "goal_stack" "Goal (stack)" 0.0..1.0, 0.0: "Whether a stack ends the game.";
        GoalCapture Intrinsic "goal_capture" "Goal (capture)" 0.0..1.0, 0.0: "Whether capturing or eliminating pieces ends the game.";
        GoalBlock Intrinsic "goal_block" "Goal (block)" 0.0..1.0, 0.0: "Whether having no move ends the game.";
        GoalScore Intrinsic "goal_score" "Goal (score)" 0.0..1.0, 0.0: "Whether a score or a state ends the game.";
        PieceTypes Intrinsic "piece_types" "Piece types" 0.0..1.0, 0.0: "How many types of piece there are beyond the first, in fives.";
        PiecePlacement Intrinsic "piece_placement" "Piece placement" 0.0..1.0, 0.0: "Whether pieces are put on the board.";
        PieceMovement Intrinsic "piece_movement" "Piece movement" 0.0..1.0, 0.0: "Whether pieces move on the board.";
        PieceCapture Intrinsic "piece_capture" "Piece capture" 0.0..1.0, 0.0: "Whether moves capture.";
        PieceConversion Intrinsic "piece_conversion" "Piece conversion" 0.0..1.0, 0.0: "Whether moves change, turn, push or mark pieces.";
        PieceStacking Intrinsic "piece_stacking" "Piece stacking" 0.0..1.0, 0.0: "Whether pieces can come to stand on each other.";

        Branching Quality "branching" "Branching factor" 0.0..1.0, 0.0: "How many moves there are to choose from, on a logarithmic scale up to 200.";
        Convergence Quality "convergence" "Convergence" 0.0..1.0, 0.5: "How strongly the choice of moves tapers off; 0.5 is a constant choice.";
        InteractionMobility Quality "interaction_mobility" "Interaction (mobility)" 0.0..1.0, 0.0: "How much a move changes the opponent's choice of moves.";
        InteractionContact Quality "interaction_contact" "Interaction (contact)" 0.0..1.0, 0.0: "How often a move touches an enemy piece.";
        ClarityNarrowness Quality "clarity_narrowness" "Clarity (narrowness)" 0.0..1.0, 1.0: "The share of the moves that look promising; fewer is clearer.";
        ClarityVariance Quality "clarity_variance" "Clarity (variance)" 0.0..1.0, 0.0 (-0.376): "How much the moves of a position differ in value.";
        Coolness Quality "coolness" "Coolness" 0.0..1.0, 0.0: "How much the obligation to move hurts.";
        UncertaintyEarly Quality "uncertainty_early" "Uncertainty (early)" 0.0..1.0, 1.0: "How open the outcome is, the start weighing most.";
        UncertaintyOverall Quality "uncertainty_overall" "Uncertainty (overall)" 0.0..1.0, 1.0: "How open the outcome is on average.";
        UncertaintyLate Quality "uncertainty_late" "Uncertainty (late)" -0.5..1.0, 0.5 (0.202 48.8): "How far the winner's lead stays below a steady rise to victory.";
        DramaAverage Quality "drama_average" "Drama (average)" 0.0..1.0, 0.0 (0.217 17.1): "How far behind eventual winners are while they are behind.";
        DramaMaximum Quality "drama_maximum" "Drama (maximum)" 0.0..1.0, 0.0: "How far behind eventual winners ever are.";
        KillerMoves Quality "killer_moves" "Killer moves" 0.0..1.0, 0.0 (0.359 23.1): "How much the strongest move of a game swings the lead.";
        Permanence Quality "permanence" "Permanence" 0.0..1.0, 1.0 (0.103 28.1): "How little of what a move gains the reply takes back.";
        LeadChange Quality "lead_change" "Lead change" 0.0..1.0, 0.0 (-0.277 36.5): "How often the lead passes from one player to the other.";
        Stability Quality "stability" "Stability" 0.0..1.0, 1.0: "How little the lead moves from ply to ply.";
        DecisivenessThreshold Quality "decisiveness_threshold" "Decisiveness (threshold)" 0.0..1.0, 0.0 (0.131): "The lead from which hardly anybody came back.";
        DecisivenessMoves Quality "decisiveness_moves" "Decisiveness (moves)" 0.0..1.0, 1.0: "How soon the game ends once that lead is reached.";
        Control Quality "control" "Control" 0.0..1.0, 0.0: "How often a move leaves the opponent one safe reply.";
        FoulUp Quality "foul_up" "Foul-up factor" 0.0..1.0, 0.0 [slow]: "What looking one ply ahead only would cost.";
        Momentum1 Quality "momentum_1" "Momentum (1)" 0.0..1.0, 0.5 (0.124): "How often a change of the lead goes on for 1 ply.";
        Momentum2 Quality "momentum_2" "Momentum (2)" 0.0..1.0, 0.5: "How often a change of the lead goes on over 2 plies.";
        Momentum3 Quality "momentum_3" "Momentum (3)" 0.0..1.0, 0.5: "How often a change of the lead goes on over 3 plies.";
        Correction1 Quality "correction_1" "Correction (1)" 0.0..1.0, 0.5 (0.162): "How often the trailing player catches up in 1 ply.";
        Correction2 Quality "correction_2" "Correction (2)" 0.0..1.0, 0.5: "How often the trailing player catches up in 2 plies.";
        Correction3 Quality "correction_3" "Correction (3)" 0.0..1.0, 0.5: "How often the trailing player catches up in 3 plies.";
        DepthDiscernment Quality "depth_discernment" "Depth (discernment)" 0.0..1.0, 0.0 [slow]: "How deep one must look until the best move is settled.";
        DepthAdvantage Quality "depth_advantage" "Depth (advantage)" 0.0..1.0, 0.0 [slow]: "How surely the player who looks deeper wins.";
        PuzzleFrequency Quality "puzzle_frequency" "Puzzle frequency" 0.0..1.0, 0.0 [slow]: "How often a position has one hidden winning move.";
        PuzzleQuality Quality "puzzle_quality" "Puzzle quality" 0.0..1.0, 0.0 [slow]: "How surprising, long and narrow these puzzles are.";

        Completion Viability "completion" "Completion" 0.0..1.0, 0.0 (0.079 23.1): "The share of games that somebody wins.";
        Balance Viability "balance" "Balance" 0.0..1.0, 1.0: "How evenly the two sides win.";
        Advantage Viability "advantage" "Advantage" 0.0..1.0, 0.0: "How much moving first, or second, decides.";
        Drawishness Viability "drawishness" "Drawishness" 0.0..1.0, 0.0: "The share of games drawn by the rules.";
        Timeouts Viability "timeouts" "Timeouts" 0.0..1.0, 0.0: "The share of games abandoned for their length.";
        Duration Viability "duration" "Duration" 0.0..1.0, 1.0 (-0.091 20.9): "How far the length of games is from 60 plies.";
        ResilienceRandom Viability "resilience_random" "Resilience (random)" 0.0..1.0, 1.0 [slow]: "How surely skill beats random play.";
        ResilienceDefensive Viability "resilience_defensive" "Resilience (defensive)" 0.0..1.0, 1.0 [slow]: "How surely an overly defensive player is beaten in time.";
        ResilienceObstructive Viability "resilience_obstructive" "Resilience (obstructive)" 0.0..1.0, 1.0 [slow]: "How surely a player who only stalls is beaten in time.";
        DecisionRate Viability "decision_rate" "Decision rate" 0.0..1.0, 0.0: "The share of plies that leave the mover a choice.";
        ResponseTime Viability "response_time" "Response time" 0.0..1.0, 0.0: "How long a move takes to find, on a logarithmic scale up to 15 seconds.";
    }
}
pub use table::Criterion;

/// No criterion has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown criterion “{name}”{}", .nearest.map_or(String::new(), |c| format!("; did you mean “{}”?", c.name())))]
pub struct UnknownCriterion {
    /// What was asked for.
    pub name: String,
    /// The criterion whose name is nearest, if any is near.
    pub nearest: Option<Criterion>,
}

impl Criterion {
    /// Everything fixed about it.
    pub fn info(self) -> &'static Info {
        &table::INFO[self as usize]
    }

    /// Its number, 0 to 56.
    pub fn number(self) -> usize {
        self as usize
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The value when nothing usable was measured.
    pub fn neutral(self) -> f64 {
        self.info().neutral
    }

    /// Whether two measurements of the same games correlate with 0.8 at least (`reports/reliability`).
    pub fn is_reliable(self) -> bool {
        use Criterion::*;
        !matches!(self, DepthAdvantage | PuzzleQuality | Balance | ResilienceRandom | ResilienceDefensive)
    }

    /// The criterion of that name in files.
    ///
    /// # Errors
    /// No criterion has the name; the error suggests the nearest one.
    pub fn from_name(name: &str) -> Result<Self, UnknownCriterion> {
        Criterion::ALL.into_iter().find(|c| c.name() == name).ok_or_else(|| {
            let distance = |c: &Criterion| edit_distance(name, c.name());
            let nearest = Criterion::ALL.into_iter().min_by_key(distance).filter(|c| distance(c) <= name.len() / 3);
            UnknownCriterion { name: name.into(), nearest }
        })
    }

    /// The value brought into the criterion's range; what is no number becomes neutral. Only rounding and unsound records need it.
    pub(crate) fn bound(self, value: f64) -> f64 {
        let (low, high) = self.info().range;
        if value.is_nan() { self.neutral() } else { value.clamp(low, high) }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Criterion {
    type Err = UnknownCriterion;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Criterion::from_name(name)
    }
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Criterion::from_name(&name).map_err(serde::de::Error::custom)
    }
}

/// Levenshtein distance in bytes, for suggestions. Long words are cut: nothing that long is a typing error.
fn edit_distance(a: &str, b: &str) -> usize {
    let a = &a.as_bytes()[..a.len().min(64)];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let substituted = diagonal + usize::from(*x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contract of column names, as the design page lists it.
    const NAMES: &str = "rules_complexity board_complexity goal_connect goal_row goal_reach goal_group goal_stack goal_capture \
        goal_block goal_score piece_types piece_placement piece_movement piece_capture piece_conversion piece_stacking \
        branching convergence interaction_mobility interaction_contact clarity_narrowness clarity_variance coolness \
        uncertainty_early uncertainty_overall uncertainty_late drama_average drama_maximum killer_moves permanence \
        lead_change stability decisiveness_threshold decisiveness_moves control foul_up momentum_1 momentum_2 momentum_3 \
        correction_1 correction_2 correction_3 depth_discernment depth_advantage puzzle_frequency puzzle_quality \
        completion balance advantage drawishness timeouts duration resilience_random resilience_defensive \
        resilience_obstructive decision_rate response_time";

    #[test]
    fn names_and_numbers_are_the_contract() {
        let names: Vec<_> = NAMES.split_whitespace().collect();
        assert_eq!(names.len(), Criterion::COUNT);
        for (number, (name, criterion)) in names.into_iter().zip(Criterion::ALL).enumerate() {
            assert_eq!((criterion.name(), criterion.number()), (name, number));
            assert_eq!(criterion.info().criterion, criterion);
            assert_eq!(name.parse(), Ok(criterion));
        }
    }

    /// Fig. 10 of the paper fixes these numbers.
    #[test]
    fn the_numbers_of_figure_10_hold() {
        use Criterion::*;
        let figure = [
            (5, GoalGroup),
            (6, GoalStack),
            (8, GoalBlock),
            (13, PieceCapture),
            (17, Convergence),
            (21, ClarityVariance),
            (25, UncertaintyLate),
            (26, DramaAverage),
            (28, KillerMoves),
            (29, Permanence),
            (30, LeadChange),
            (32, DecisivenessThreshold),
            (36, Momentum1),
            (39, Correction1),
            (45, PuzzleQuality),
            (46, Completion),
            (51, Duration),
        ];
        for (number, criterion) in figure {
            assert_eq!(criterion.number(), number);
        }
    }

    /// The paper counts 16 intrinsic, 30 quality and 11 viability criteria.
    #[test]
    fn the_families_have_the_sizes_of_the_paper() {
        let size = |family| Criterion::ALL.into_iter().filter(|c| c.info().family == family).count();
        assert_eq!([size(Family::Intrinsic), size(Family::Quality), size(Family::Viability)], [16, 30, 11]);
        assert_eq!(Criterion::ALL.iter().filter(|c| c.info().slow).count(), 8);
        assert_eq!(Criterion::ALL.iter().filter(|c| c.info().known_weight.is_some()).count(), 11);
    }

    #[test]
    fn unreliable_are_those_that_measured_again_come_out_otherwise() {
        let measured = std::fs::read_to_string("reports/reliability/criteria.csv").unwrap();
        let rows = measured.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
        let mut known = 0;
        for row in rows {
            let (criterion, r): (Criterion, f64) = (row[0].parse().unwrap(), row[2].parse().unwrap());
            assert_eq!(criterion.is_reliable(), r >= 0.8, "{criterion}: {r}");
            known += 1;
        }
        assert_eq!(known, Criterion::COUNT);
    }

    #[test]
    fn neutral_values_lie_in_range() {
        for c in Criterion::ALL {
            let (low, high) = c.info().range;
            assert!(low < high && (low..=high).contains(&c.neutral()), "{c}");
        }
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest_one() {
        let error = Criterion::from_name("drama_avarage").unwrap_err();
        assert_eq!(error.to_string(), "unknown criterion “drama_avarage”; did you mean “drama_average”?");
        assert_eq!(Criterion::from_name("fun").unwrap_err().to_string(), "unknown criterion “fun”");
        assert!(Criterion::from_name(&"ü".repeat(5000)).is_err());
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
