//! The records of a game that a child's life, the database and the report exchange.

use crate::criticism::Score;
use crate::judgement::{Judgement, Shelf};
use crate::synthesis::Origin;
use crate::trials::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a game in its population: the seed games first, from 1, then the children in the order of their making.
///
/// Rejected children have a number too, so child *k* of a population of *n* seed games is always game *n + k*.
/// The default, 0, is no game's number: it stands before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameId(pub u64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A step of a child's life, in the order in which they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Two parents are drawn from the population.
    Parents,
    /// Elements of one parent cross over onto the other.
    Recombination,
    /// Elements are added, changed and removed.
    Mutation,
    /// Obvious errors are repaired.
    Repair,
    /// The child gets its name.
    Naming,
    /// Rules longer than those of most known games are rejected with a chance that grows with their length.
    Parsimony,
    /// The checker tests whether the rules are valid.
    Validity,
    /// Goals that no symmetry of the board keeps are rejected.
    Form,
    /// The rules are compiled and played at random with every internal invariant on.
    Safety,
    /// Search at rising depth tests whether a move is found within the budget.
    Speed,
    /// Members are tested for being too close to the child.
    Inbreeding,
    /// The default policy, the parents' policies and their hybrids play a round robin.
    Policy,
    /// Self-play trials, criteria and the score.
    Measurement,
    /// The game is tested for being drawish, unbalanced or endless at a greater strength.
    Viability,
    /// The second evaluation, of viable children alone.
    Candidate,
    /// Every ludeme of a candidate is left out in turn, to see whether the game stays the same. Nothing is rejected here.
    Ablation,
    /// Reduction, comparison with known games, search from the start, the ladder of skill. Nothing is rejected here.
    Judgement,
}

impl Step {
    /// Every step, in the order of a child's life.
    pub const ALL: [Step; 17] = [
        Step::Parents,
        Step::Recombination,
        Step::Mutation,
        Step::Repair,
        Step::Naming,
        Step::Parsimony,
        Step::Validity,
        Step::Form,
        Step::Safety,
        Step::Speed,
        Step::Inbreeding,
        Step::Policy,
        Step::Measurement,
        Step::Viability,
        Step::Candidate,
        Step::Ablation,
        Step::Judgement,
    ];

    /// The step's name in the database and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Step::Parents => "parents",
            Step::Recombination => "recombination",
            Step::Mutation => "mutation",
            Step::Repair => "repair",
            Step::Naming => "naming",
            Step::Parsimony => "parsimony",
            Step::Validity => "validity",
            Step::Form => "form",
            Step::Safety => "safety",
            Step::Speed => "speed",
            Step::Inbreeding => "inbreeding",
            Step::Policy => "policy",
            Step::Measurement => "measurement",
            Step::Viability => "viability",
            Step::Candidate => "candidate",
            Step::Ablation => "ablation",
            Step::Judgement => "judgement",
        }
    }

    /// The step of that name, if there is one. `baptism`, the name of [`Step::Naming`] in earlier versions, is accepted.
    pub fn from_name(name: &str) -> Option<Step> {
        let name = if name == "baptism" { "naming" } else { name };
        Step::ALL.into_iter().find(|step| step.name() == name)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game's life went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// One of the known games the population began with; a member.
    Seed,
    /// A child that passed every test; a member, viable or not.
    Admitted,
    /// Ended at that step. Stored with its reason, but no member: it never becomes a parent.
    Rejected(Step),
}

impl Fate {
    /// Whether the game belongs to the population and may become a parent.
    pub fn is_member(self) -> bool {
        !matches!(self, Fate::Rejected(_))
    }

    /// `seed`, `admitted` or `rejected`.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Seed => "seed",
            Fate::Admitted => "admitted",
            Fate::Rejected(_) => "rejected",
        }
    }

    /// The step at which the game was rejected.
    pub fn step(self) -> Option<Step> {
        match self {
            Fate::Rejected(step) => Some(step),
            _ => None,
        }
    }
}

/// One criterion of one game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The criterion's number, 0 to 56.
    pub criterion: u8,
    /// Its value; finite.
    pub value: f64,
    /// The standard error of the value; 0 for what is computed from the rules alone.
    pub standard_error: f64,
    /// How many trials, positions or games it rests on; 0 for what is computed from the rules alone.
    pub samples: u32,
}

/// One game of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRow {
    /// The trial's own stream.
    pub seed: u64,
    /// Who moved first: 0 White, 1 Black.
    pub first_mover: u8,
    /// How it ended.
    pub ending: Ending,
    /// The moves, in the notation of the command line, separated by blanks.
    pub moves: String,
    /// White's estimate minus Black's, in [−1, 1]: before the first measured ply, then after each.
    pub leads: Vec<f32>,
}

/// What a step cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The step.
    pub step: Step,
    /// Nodes searched and plies played: the same on every machine.
    pub nodes: u64,
    /// Milliseconds of processors of this machine: for profiling a run, never part of a report.
    pub milliseconds: f64,
}

/// The nearest relative found by the test for inbreeding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relative {
    /// Which member.
    pub game: GameId,
    /// Its distance, in [0, 1].
    pub distance: f64,
}

/// Everything the population remembers of a seed game or a child up to its admission or rejection.
///
/// What a life that ended early never reached is left empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChildRecord {
    /// The name; may be empty when the child was rejected before it had one.
    pub name: String,
    /// The rules as the printer prints them.
    pub text: String,
    /// A hash of the rules that does not depend on the name.
    pub fingerprint: u64,
    /// The parents, template first; `None` for seed games.
    pub parents: Option<[GameId; 2]>,
    /// 0 for seed games, else one more than the higher of the parents'.
    pub generation: u32,
    /// How its life went.
    pub fate: Fate,
    /// Why it was rejected; else empty.
    pub reason: String,
    /// One line for each crossover, mutation and repair.
    pub log: Vec<String>,
    /// Where each node of the rules comes from, in pre-order; empty for seed games.
    pub lineage: Vec<Origin>,
    /// The distances to the two parents, in [0, 1].
    pub parent_distances: Option<[f64; 2]>,
    /// The nearest member.
    pub nearest: Option<Relative>,
    /// The chosen policy: advisor and weight; then who was chosen to measure the game, as in `player:uct`, and its share of the points in
    /// matches against the others.
    pub policy: Vec<(String, f64)>,
    /// The fast criteria.
    pub measurements: Vec<Measurement>,
    /// The aesthetic score by the run's profile; needed by members.
    pub score: Option<Score>,
    /// Whether the game is viable; `None` when it was not measured.
    pub viable: Option<bool>,
    /// What makes it non-viable.
    pub viability_reasons: Vec<String>,
    /// The cell of behaviour it falls into; empty when it was not measured.
    pub niche: String,
    /// The self-play trials.
    pub trials: Vec<TrialRow>,
    /// What each step cost.
    pub costs: Vec<Cost>,
    /// Whether the wall-clock guard against runaways fired, so that the outcome may differ on another machine.
    pub guard_fired: bool,
}

impl ChildRecord {
    /// A record with nothing in it but a name and rules, to be filled in as the life goes on.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        ChildRecord {
            name: name.into(),
            text: text.into(),
            fingerprint: 0,
            parents: None,
            generation: 0,
            fate: Fate::Admitted,
            reason: String::new(),
            log: Vec::new(),
            lineage: Vec::new(),
            parent_distances: None,
            nearest: None,
            policy: Vec::new(),
            measurements: Vec::new(),
            score: None,
            viable: None,
            viability_reasons: Vec::new(),
            niche: String::new(),
            trials: Vec::new(),
            costs: Vec::new(),
            guard_fired: false,
        }
    }

    /// Ends the life at that step: what was measured is dropped, what it cost is kept.
    pub fn reject(&mut self, step: Step, reason: impl Into<String>) {
        self.fate = Fate::Rejected(step);
        self.reason = reason.into();
        self.measurements.clear();
        self.score = None;
        self.viable = None;
        self.viability_reasons.clear();
        self.niche.clear();
        self.trials.clear();
    }
}

/// What a check for one flaw found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictRow {
    /// The flaw, by name.
    pub flaw: String,
    /// `fatal`: the game has the flaw and is not worth playing; `flawed`, `sound`, or `open` if the budget did not suffice.
    pub verdict: String,
    /// What a person can replay (JSON).
    pub evidence: String,
    /// The budget it was reached under (JSON).
    pub budget: String,
}

impl VerdictRow {
    /// The verdict on a flaw that makes a game not worth playing.
    pub const FATAL: &str = "fatal";

    /// Whether the game is not worth playing.
    pub fn is_fatal(&self) -> bool {
        self.verdict == Self::FATAL
    }
}

/// What stands before the name of the player that was chosen to measure a game, among the advisors of its policy.
pub const PLAYER: &str = "player:";

/// The second evaluation, of a viable child: tuned policy, slow criteria, fresh trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// The tuned policy, and who measured the game, as in [`ChildRecord::policy`].
    pub policy: Vec<(String, f64)>,
    /// All criteria, the slow ones too.
    pub measurements: Vec<Measurement>,
    /// The score by the run's profile.
    pub score: Score,
    /// Whether the child is viable at the greater strength too. Only then is it ranked.
    pub viable: bool,
    /// What makes it non-viable at that strength.
    pub viability_reasons: Vec<String>,
    /// The nodes of the rules, numbered in pre-order from 0, without which the game is the same; `None` when it was not examined.
    pub vestigial: Option<Vec<u32>>,
    /// Whether it is trivially solved, flaw by flaw; empty when it was not examined.
    pub verdicts: Vec<VerdictRow>,
    /// What is thought of it; `None` when nobody judged.
    #[serde(default)]
    pub judgement: Option<Box<Judgement>>,
    /// Fresh trials under the tuned policy.
    pub trials: Vec<TrialRow>,
    /// What it cost.
    pub costs: Vec<Cost>,
    /// Whether the wall-clock guard fired.
    pub guard_fired: bool,
}

impl CandidateRecord {
    /// Whether it is ranked: viable, and judged to be a candidate if it was judged.
    pub fn is_candidate(&self) -> bool {
        self.viable && self.judgement.as_ref().is_none_or(|judgement| judgement.shelf == Shelf::Candidate)
    }

    /// What it is worth as a parent: the score less what speaks against it takes.
    pub fn worth(&self) -> f64 {
        self.judgement.as_ref().and_then(|judgement| judgement.doubted).unwrap_or(self.score.value)
    }
}

/// A candidate measured again in a heat of the last round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remeasured {
    /// Which game.
    pub game: GameId,
    /// The heat, from 1.
    pub heat: u32,
    /// Its work as a multiple of that of the run.
    pub times: u32,
    /// What is thought of the game now.
    pub judgement: Box<Judgement>,
    /// The criteria, measured from fresh trials where trials tell; empty if there was nothing left to measure.
    pub measurements: Vec<Measurement>,
    /// Milliseconds of processors of this machine: for profiling a run, never part of a report.
    pub milliseconds: f64,
}

impl Remeasured {
    /// Whether it is a candidate still.
    pub fn is_candidate(&self) -> bool {
        self.judgement.shelf == Shelf::Candidate
    }

    /// The score less what speaks against it takes; the least there is where it has none.
    pub fn worth(&self) -> f64 {
        self.judgement.doubted.unwrap_or(f64::MIN)
    }

    /// The score with its interval, if it was measured.
    pub fn score(&self) -> Option<Score> {
        let Judgement { score, score_low, score_high, .. } = *self.judgement;
        Some(Score { value: score?, low: score_low?, high: score_high? })
    }
}

/// One game as it is stored, in one transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number.
    pub id: GameId,
    /// The number of the child from 1 on; `None` for seed games.
    pub child: Option<u64>,
    /// The life.
    pub record: ChildRecord,
    /// The second evaluation, if there was one.
    pub candidate: Option<CandidateRecord>,
}

/// What defines a run: the same definition and the same seed games give the same population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The run's seed.
    pub seed: u64,
    /// The recipe with every field spelled out (RON).
    pub recipe: String,
    /// The recipe as its author wrote it; empty when defaults were used.
    pub recipe_source: String,
    /// The name of the profile that turns criteria into the score.
    pub profile: String,
    /// Its version or date.
    pub profile_version: String,
    /// The version of the program that began the run.
    pub program: String,
    /// The criteria's names, by number.
    pub criteria: Vec<String>,
}

/// A known game to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedGame {
    /// Its name: unique among the seed games.
    pub name: String,
    /// Its rule file.
    pub text: String,
}
