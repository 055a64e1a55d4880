//! The whole judgement of one rule file, from reduction to shelf.

use super::forced::{ForcedSettings, Opening};
use super::judge::{Case, Examination, Judgement};
use super::knowledge::Knowledge;
use crate::criticism::verdict::{judge_by, settle};
use crate::criticism::{
    BoardFigures, Conventions, Evidence, Limits, Measured, Measurement, Profile, Score, Tally, Verdict, measure_all,
    score, score_stored,
};
use crate::language::Tree;
use crate::reduction::NotPlayable;
use crate::solver::flaws;
use crate::strategy::Policy;
use crate::streams::{self, Purpose};
use crate::trials::{
    self, ChoiceSettings, Chosen, LadderSettings, SlowSettings, TrialPlayer, TrialSettings, choose_player,
    play_trials_within,
};

/// What a judgement may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgeSettings {
    /// Positions of games that the reduction may look at (default 20,000).
    pub positions: u64,
    /// Trials (default 60).
    pub trials: u32,
    /// The nodes that a trial may take in the mean with the default work, moves made to test legality included (default 20 million, some two seconds: the dearest
    /// known games, Shogi and Slither, take 13 and 9 million, Chess 110,000); with more work as many times more. Of a game that takes more fewer trials are played, and it is not
    /// viable.
    pub trial_nodes: u64,
    /// How they are played.
    pub play: TrialSettings,
    /// Whether the slow criteria are measured, which takes several times as long (default false).
    pub slow: bool,
    /// How the player is chosen.
    pub choice: ChoiceSettings,
    /// The search for forced wins.
    pub forced: ForcedSettings,
    /// The ladder of skill.
    pub ladder: LadderSettings,
    /// The solver's checks.
    pub flaws: flaws::Limits,
    /// What a viable game must keep to.
    pub limits: Limits,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        JudgeSettings {
            positions: 20_000,
            trials: 60,
            trial_nodes: 20_000_000,
            play: TrialSettings::default(),
            slow: false,
            choice: ChoiceSettings::default(),
            forced: ForcedSettings::default(),
            ladder: LadderSettings::default(),
            flaws: flaws::Limits { positions: 20_000, nodes: 2_000 },
            limits: Limits::default(),
        }
    }
}

impl JudgeSettings {
    /// The nodes that so many trials with that work a move may take together.
    fn nodes_for(&self, work: u64, trials: u32) -> u64 {
        let all = self.trial_nodes.saturating_mul(trials.into());
        all.saturating_mul(work) / TrialSettings::default().work
    }
}

/// A game that is not viable is tried again at so many times the work: weak players draw, and lose with the harder side.
const STRONGER: u64 = 4;

/// Judges a game beside the known ones. The rules are reduced, and the reduced rules searched, played, measured and solved; a policy in the rules
/// plays the trials. Depends on the arguments alone.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::judgement::{JudgeSettings, Knowledge, Shelf, judge};
/// use ludogen::language::parse;
///
/// let tree = parse("(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))").unwrap();
/// let judgement = judge(&tree, &Knowledge::of(&[]), &Profile::of_new_games(), &JudgeSettings::default(), 1).unwrap();
/// assert_eq!(judgement.shelf, Shelf::Flawed);
/// assert!(judgement.reasons.iter().any(|reason| reason.starts_with("whoever begins wins in 3 plies")));
/// ```
///
/// # Errors
/// If the rules cannot be played.
pub fn judge(
    tree: &Tree,
    knowledge: &Knowledge,
    profile: &Profile,
    settings: &JudgeSettings,
    seed: u64,
) -> Result<Judgement, NotPlayable> {
    judge_measured(tree, knowledge, profile, settings, seed).map(|(judgement, _)| judgement)
}

/// As [`judge`], with what was measured.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::judgement::{JudgeSettings, Knowledge, judge, judge_measured};
/// use ludogen::language::parse;
///
/// let tree = parse("(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))").unwrap();
/// let (known, profile) = (Knowledge::of(&[]), Profile::of_new_games());
/// let settings = JudgeSettings { trials: 4, ..JudgeSettings::default() };
/// let (judgement, measured) = judge_measured(&tree, &known, &profile, &settings, 1).unwrap();
/// assert_eq!(judgement, judge(&tree, &known, &profile, &settings, 1).unwrap());
/// assert!(!measured.is_empty() && measured.iter().all(|m| m.value.is_finite()));
/// ```
///
/// # Errors
/// If the rules cannot be played.
pub fn judge_measured(
    tree: &Tree,
    knowledge: &Knowledge,
    profile: &Profile,
    settings: &JudgeSettings,
    seed: u64,
) -> Result<(Judgement, Vec<Measurement>), NotPlayable> {
    let case = Case::new(tree, knowledge, settings.positions, seed)?;
    let game = &case.game;
    let chosen = match Chosen::of_game(tree) {
        Some(Ok(chosen)) => chosen,
        _ => {
            let policy = Policy::default_for(game.rules());
            choose_player(game, &policy, &settings.choice, streams::seed(seed, Purpose::Choice, 0))
        }
    };
    let opening = case.opening(&chosen.player, &settings.forced, seed);
    Ok(judge_case(case, opening, &chosen.player, &[], profile, settings, seed))
}

/// Judges a case by trials of a player, after the search from the start; and what it measured. What is `known` of criteria that it does not
/// measure itself counts as it is.
///
/// ```
/// use ludogen::criticism::{Criterion, Measurement, Profile};
/// use ludogen::judgement::{Case, JudgeSettings, Knowledge, Shelf, judge_case};
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::TrialPlayer;
///
/// let tree = parse("(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))").unwrap();
/// let case = Case::new(&tree, &Knowledge::of(&[]), 1_000, 1).unwrap();
/// let player = TrialPlayer::from(&Policy::default_for(case.game.rules()));
/// let settings = JudgeSettings { trials: 4, ..JudgeSettings::default() };
/// let opening = case.opening(&player, &settings.forced, 1);
/// let known = Measurement { criterion: Criterion::PuzzleQuality, value: 0.5, standard_error: 0.0, samples: 9 };
/// let (judgement, measured) = judge_case(case, opening, &player, &[known], &Profile::of_new_games(), &settings, 1);
/// assert!(judgement.shelf == Shelf::Flawed && measured.contains(&known));
/// ```
pub fn judge_case(
    case: Case,
    opening: Opening,
    player: &TrialPlayer,
    known: &[Measurement],
    profile: &Profile,
    settings: &JudgeSettings,
    seed: u64,
) -> (Judgement, Vec<Measurement>) {
    let game = &case.game;
    let mut examined = Examination { opening, ..Examination::default() };
    let within = |play, seed, trials| {
        play_trials_within(game, *player, play, seed, trials, settings.nodes_for(play.work, trials))
    };
    let played = within(settings.play, seed, settings.trials);
    if (played.len() as u32) < settings.trials {
        let (played, trials) = (played.len(), settings.trials);
        examined.not_viable.push(format!("a game takes too much search: {played} of {trials} trials could be played"));
    }
    let limits = settings.limits.of_game(game);
    let mut verdict = settle(&Tally::of(&played), &limits);
    // Stronger players take longer still.
    if matches!(verdict, Verdict::NotViable(_)) && examined.not_viable.is_empty() {
        let stronger = TrialSettings { work: STRONGER * settings.play.work, ..settings.play };
        let seed = streams::seed(seed, Purpose::Strength, 0);
        let tally = Tally::of(&within(stronger, seed, settings.trials));
        // So few trials do not tell 76 of 100 from 74: what they leave open is a sign, and no more.
        verdict = judge_by(&tally, &limits);
        let certain = if let Verdict::NotViable(certain) = &verdict { certain.as_slice() } else { &[] };
        if let Verdict::NotViable(failed) = settle(&tally, &limits) {
            examined.borderline = failed.into_iter().filter(|requirement| !certain.contains(requirement)).collect();
        }
    }
    let slow = settings.slow.then(|| trials::slow(game, &player.policy, &SlowSettings::default(), seed));
    let figures = BoardFigures::of(game.board());
    let evidence = Evidence { rules: Some((&case.tree, figures)), trials: &played, slow: slow.as_ref() };
    let conventions = Conventions { preferred_plies: settings.play.preferred_length, ..Conventions::default() };
    let measured = measure_all(&evidence, &conventions, seed);
    let (score, measurements) = scored(profile, &measured, known);
    examined.add_trials(&played, &verdict, score);
    examined.ladder = trials::ladder(game, player, &settings.ladder, seed);
    examined.checks = flaws::examine(&case.tree, &settings.flaws).unwrap_or_default();
    (case.judge(examined, profile), measurements)
}

/// The score of what was measured, with what is known besides.
fn scored(profile: &Profile, measured: &Measured, known: &[Measurement]) -> (Score, Vec<Measurement>) {
    let mut all = measured.measurements().to_vec();
    all.extend(known.iter().filter(|m| measured.get(m.criterion).is_none()));
    if all.len() == measured.measurements().len() {
        return (score(profile, measured), all);
    }
    all.sort_by_key(|m| m.criterion);
    (score_stored(profile, &all), all)
}
