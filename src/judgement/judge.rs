//! The judgement of a game: everything that is known of it, put together, and the shelf that it belongs on.

use super::forced::{self, ForcedSettings, Opening};
use super::goals;
use super::habits::Habits;
use super::knowledge::{Knowledge, Nearest, Variant};
use super::lint::{lint, unforeseeable};
use super::signs::{self, Flag, Sign};
use super::variety::{AIMLESS, Gist};
use crate::criticism::{Profile, Requirement, Score, Verdict};
use crate::describe::describe;
use crate::game::{AnyGame, lower};
use crate::language::{Tree, parse, print};
use crate::reduction::{self, NotPlayable, Reduced, Trust, reduce};
use crate::solver::flaws::Check;
use crate::streams::{self, Purpose};
use crate::synthesis::form::formless;
use crate::synthesis::{Standing, Surprise};
use crate::trials::{Rung, Trial, TrialPlayer};
use crate::with_game;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Where a game belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shelf {
    /// Nothing speaks against it: worth a look.
    Candidate,
    /// A known game, or one on another board, with another number, or with winning and losing exchanged; in a list of games, one that stands for it there may be a bred game.
    Variant,
    /// Its score could not be measured.
    Unscored,
    /// Something is wrong with it: the reasons say what.
    Flawed,
}

impl Shelf {
    /// Every shelf, in the order in which they are shown.
    pub const ALL: [Shelf; 4] = [Shelf::Candidate, Shelf::Variant, Shelf::Unscored, Shelf::Flawed];

    /// Its word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Shelf::Candidate => "candidate",
            Shelf::Variant => "variant",
            Shelf::Unscored => "unscored",
            Shelf::Flawed => "flawed",
        }
    }

    /// What is said of its games in tables and plots.
    pub fn words(self) -> &'static str {
        match self {
            Shelf::Candidate => "candidates",
            Shelf::Variant => "variants",
            Shelf::Unscored => "not scored",
            Shelf::Flawed => "flawed",
        }
    }
}

/// One thing that was left out of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Removed {
    /// Where it stood: the words of the elements around it.
    pub place: String,
    /// What stood there.
    pub before: String,
    /// What stands there now; empty if nothing does.
    pub after: String,
    /// Why it can go.
    pub why: String,
    /// How sure that is.
    pub evidence: String,
}

/// One check of the solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// What it looked for.
    pub flaw: String,
    /// `flawed`, `sound`, or `not known` within the budget.
    pub verdict: String,
    /// The sizes of the board examined.
    pub board: Vec<u32>,
    /// Whether no game is left because of it.
    pub fatal: bool,
    /// What a person can replay.
    pub evidence: Json,
}

/// Everything that is known of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Its name.
    pub game: String,
    /// Where it belongs.
    pub shelf: Shelf,
    /// Whether it is neither drawish, nor unbalanced, nor endless.
    pub viable: bool,
    /// Why it is on its shelf, in words.
    pub reasons: Vec<String>,
    /// The score by the profile, if it was measured.
    pub score: Option<f64>,
    /// The lower end of its 95 % interval.
    pub score_low: Option<f64>,
    /// The upper end.
    pub score_high: Option<f64>,
    /// What is expected of it by its score and the words of its rules, less what the flags take from that, and less what it takes that nobody wins by a goal: what games are ranked by.
    pub doubted: Option<f64>,
    /// The simplest rules that play the same.
    pub reduced: String,
    /// What was left out to get there.
    pub removed: Vec<Removed>,
    /// How sure it is that the reduced rules play the same.
    pub evidence: String,
    /// The known games that it is, or is a variant of.
    pub variant_of: Vec<Variant>,
    /// The known games nearest to it.
    pub nearest: Nearest,
    /// How surprising the reduced rules are beside those of the known games, in bits a node; `None` if no game is known.
    pub surprise: Option<f64>,
    /// Signs that nobody would play it.
    pub flags: Vec<Flag>,
    /// What the solver found.
    pub flaws: Vec<Checked>,
    /// What search found at the start.
    pub opening: Opening,
    /// Players against themselves with more work, the last of the strongest against the weakest.
    pub ladder: Vec<Rung>,
    /// What the trials are like.
    pub habits: Habits,
    /// The words of its rules in English.
    pub words: usize,
}

/// A game before its judgement: reduced and compiled.
pub struct Case {
    /// The reduced rules.
    pub tree: Tree,
    /// The reduced game.
    pub game: AnyGame,
    reduced: Reduced,
    variants: Vec<Variant>,
    nearest: Nearest,
    surprise: Option<(Surprise, Standing)>,
}

/// What is found out about a game by playing it.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// What search finds at the start.
    pub opening: Opening,
    /// What the trials are like.
    pub habits: Habits,
    /// The requirements that it fails, in words; empty if it is viable.
    pub not_viable: Vec<String>,
    /// The requirements that it may fail: its trials do, and are too few to be certain.
    pub borderline: Vec<Requirement>,
    /// The score of the reduced rules.
    pub score: Option<Score>,
    /// The ladder of skill.
    pub ladder: Vec<Rung>,
    /// What the solver finds.
    pub checks: Vec<Check>,
}

impl Examination {
    /// Whether search has decided the game, so that there is nothing to measure.
    pub fn is_decided(&self) -> bool {
        !signs::fatal_opening(&self.opening).is_empty()
    }

    /// Takes in what trials show.
    pub fn add_trials(&mut self, trials: &[Trial], verdict: &Verdict, score: Score) {
        self.habits = Habits::of(trials);
        self.score = Some(score);
        if let Verdict::NotViable(reasons) = verdict {
            self.not_viable.extend(reasons.iter().map(ToString::to_string));
        }
    }
}

impl Case {
    /// Reduces rules and compares them with the known games. `positions` is how many positions of games the reduction may look at.
    ///
    /// # Errors
    /// If the rules cannot be played.
    pub fn new(tree: &Tree, knowledge: &Knowledge, positions: u64, seed: u64) -> Result<Case, NotPlayable> {
        let options = reduction::Options {
            positions,
            proof: positions / 4,
            seed: streams::seed(seed, Purpose::Reduction, 0),
            trust: Trust::Games,
            ..reduction::Options::default()
        };
        let tree = &crate::language::definitions::plain(tree);
        let reduced = reduce(tree, &options)?;
        let (variants, nearest) = knowledge.place(tree, &reduced.tree);
        let surprise = knowledge.surprise(tree, &reduced.tree);
        let tree = reduced.tree.clone();
        let rules = lower(&tree).map_err(|e| NotPlayable(e.to_string()))?;
        let game = AnyGame::new(rules).map_err(|e| NotPlayable(e.to_string()))?;
        Ok(Case { tree, game, reduced, variants, nearest, surprise })
    }

    /// Whether it is a known game or a variant of one.
    pub fn is_variant(&self) -> bool {
        !self.variants.is_empty()
    }

    /// What search finds at the start.
    pub fn opening(&self, player: &TrialPlayer, settings: &ForcedSettings, seed: u64) -> Opening {
        forced::opening(&self.game, &player.policy, settings, seed)
    }

    /// The judgement from what was found. Scores are by that profile.
    pub fn judge(self, examined: Examination, profile: &Profile) -> Judgement {
        let Examination { opening, habits, not_viable, borderline, score, ladder, checks } = examined;
        let oddities = lint(&self.tree, &self.game);
        let mut flags: Vec<Flag> = oddities.iter().map(|odd| Flag::new(Sign::Lint, odd.text.clone())).collect();
        if habits != Habits::default() {
            flags.extend(signs::of_play(&habits));
        }
        flags.extend(signs::of_viability(&borderline));
        flags.extend(signs::of_openings(&opening));
        flags.extend(signs::of_ladder(&ladder));
        flags.extend(self.surprise.as_ref().and_then(|(surprise, standing)| signs::of_surprise(surprise, standing)));
        let kinds: BTreeSet<Sign> = flags.iter().map(|flag| flag.sign).collect();

        let mut fatal = not_viable.clone();
        fatal.extend(signs::fatal_opening(&opening));
        fatal.extend(signs::fatal_flaws(&checks, &opening));
        // No known game that people like shows two of these signs, and none is so odd. Surprise is one of them beside odd rules alone: a new idea may surprise.
        let surprise_counts = kinds.contains(&Sign::Lint);
        let told = kinds.iter().filter(|&&kind| kind != Sign::Surprise || surprise_counts).count();
        if told > 1 {
            fatal.extend(flags.iter().map(|flag| flag.text.clone()));
        } else if signs::are_fatal(&oddities) {
            fatal.extend(oddities.into_iter().map(|odd| odd.text));
        }
        fatal.extend(unforeseeable(&self.tree));
        fatal.extend(goals::goal_of_one_side(&self.game));
        fatal.extend(formless(&self.game));
        fatal.extend(signs::fatal_habits(&habits));
        fatal.extend(signs::fatal_ladder(&ladder, &habits, with_game!(&self.game, g => g.needs_change_of_sides())));
        let kin = signs::kinship(&self.variants);
        let (shelf, reasons) = if !fatal.is_empty() {
            // What a game is comes before what is wrong with it.
            (Shelf::Flawed, kin.into_iter().chain(fatal).collect())
        } else if self.is_variant() {
            (Shelf::Variant, kin.into_iter().collect())
        } else if score.is_none() {
            (Shelf::Unscored, vec!["it was not measured".into()])
        } else {
            (Shelf::Candidate, flags.iter().map(|flag| flag.text.clone()).collect())
        };
        // What another reason says with more is said once.
        let said_within =
            |reason: &String| reasons.iter().any(|other| other != reason && other.contains(reason.as_str()));
        let mut once = BTreeSet::new();
        let reasons = reasons.iter().filter(|reason| !said_within(reason) && once.insert(*reason)).cloned().collect();
        Judgement {
            game: self.tree.args().first().and_then(Tree::as_word).unwrap_or("Game").to_string(),
            shelf,
            viable: not_viable.is_empty(),
            reasons,
            score: score.map(|s| s.value),
            score_low: score.map(|s| s.low),
            score_high: score.map(|s| s.high),
            doubted: score.map(|s| {
                let signs = signs::weighing(&kinds, &ladder).max(usize::from(shelf == Shelf::Flawed));
                let aimless = !Gist::of_rules(self.game.rules()).has_goal();
                Profile::expected(s.value, profile.rating(&self.tree)) - taken(profile, signs, aimless)
            }),
            reduced: print(&self.tree),
            evidence: self.reduced.evidence().to_string(),
            removed: removed(&self.reduced),
            variant_of: self.variants,
            nearest: self.nearest,
            surprise: self.surprise.map(|(surprise, _)| surprise.mean),
            flags,
            flaws: checks.into_iter().map(checked).collect(),
            opening,
            ladder,
            habits,
            words: words(&self.tree),
        }
    }
}

impl Judgement {
    /// A score of the game by that profile, changed by what the words of its rules say, the signs against it and the lack of a goal; by as much as in the judgement if the profile is not known.
    pub fn doubted(&self, score: Score, profile: Option<&Profile>) -> Score {
        let each = |change: &dyn Fn(f64) -> f64| Score {
            value: change(score.value),
            low: change(score.low),
            high: change(score.high),
        };
        match (profile, self.score, self.doubted) {
            (Some(profile), ..) => {
                let rating = parse(&self.reduced).ok().and_then(|rules| profile.rating(&rules));
                let taken = taken(profile, self.weighing_signs(), !Gist::of(&self.reduced).has_goal());
                each(&|value| Profile::expected(value, rating) - taken)
            }
            (None, Some(score), Some(doubted)) => each(&|value| value - (score - doubted)),
            _ => score,
        }
    }

    /// How many kinds of the signs against it take from what is expected of it; the others are told and no more.
    pub fn weighing_signs(&self) -> usize {
        let kinds: BTreeSet<Sign> = self.flags.iter().map(|flag| flag.sign).collect();
        signs::weighing(&kinds, &self.ladder)
    }
}

/// What is taken from a score: for each kind of sign twice the error of the profile's predictions, since what junk has that games have not is not in the criteria; and
/// [`AIMLESS`] where nobody wins by a goal, unless the profile tells that from the words of rules.
fn taken(profile: &Profile, signs: usize, aimless: bool) -> f64 {
    let lacking = if aimless && profile.words.is_none() { AIMLESS } else { 0.0 };
    2.0 * profile.error() * signs as f64 + lacking
}

/// The words of the rules in English.
///
/// ```
/// use ludogen::judgement::words;
/// use ludogen::language::parse;
///
/// let row = |end: &str| parse(&format!("(game Row (board (tiling hex) (size 4)) (end {end}))")).unwrap();
/// let (short, long) = (row("(All win (in-a-row 4))"), row("(All win (in-a-row 4)) (All lose (in-a-row 3))"));
/// assert!(0 < words(&short) && words(&short) < words(&long));
/// ```
pub fn words(tree: &Tree) -> usize {
    describe(tree).map_or(0, |text| text.split_whitespace().count())
}

fn removed(reduced: &Reduced) -> Vec<Removed> {
    let row = |r: &reduction::Removal| Removed {
        place: r.place.clone(),
        before: r.before.clone(),
        after: r.after.clone(),
        why: r.why.into(),
        evidence: r.evidence.to_string(),
    };
    reduced.removed.iter().map(row).collect()
}

fn checked(check: Check) -> Checked {
    let verdict = match check.verdict {
        crate::solver::flaws::Verdict::Open => "not known",
        verdict => verdict.word(),
    };
    Checked {
        flaw: check.check.name().into(),
        verdict: verdict.into(),
        board: check.board,
        fatal: check.fatal,
        evidence: check.evidence,
    }
}
