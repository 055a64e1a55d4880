//! The two evaluations of a game by self-play: the first gives trials, criteria, score and viability at the standard strength; the
//! second, of viable children alone, a greater strength, a tuned policy, the slow criteria, fresh trials, and a search for flaws.

use super::ablation::vestigial;
use super::niche::niche;
use super::policy;
use super::recipe::Recipe;
use super::rows::{cost, measurement_rows, trial_row, verdict_rows};
use super::subject::Subject;
use super::trial_rounds::{Allowance, Findings, play_rounds};
use crate::criticism::{
    BoardFigures, Conventions, Criterion, Evidence, Measured, Profile, Verdict, measure_all, score,
};
use crate::judgement::{Case, Examination, Habits, Knowledge};
use crate::language::parse;
use crate::solver::flaws::{self, Check};
use crate::stopwatch::Stopwatch;
use crate::store::{CandidateRecord, ChildRecord, Step};
use crate::strategy::{self, Policy};
use crate::streams::{self, Purpose};
use crate::trials::{self, Chosen, Method, SlowRecord, SlowSettings, Trial, TrialPlayer, TrialSettings};
use crate::with_game;

/// How many trials are kept of a game that is not viable: a sample that shows why.
const SAMPLE: usize = 4;

/// Evaluates games by a recipe and a profile.
pub(super) struct Evaluation {
    recipe: Recipe,
    profile: Profile,
    conventions: Conventions,
    /// The profile weighs a criterion that needs the values of passed turns.
    pass_values: bool,
}

impl Evaluation {
    pub fn new(recipe: Recipe, profile: Profile) -> Self {
        let conventions = Conventions { preferred_plies: recipe.trials.preferred_length, ..Conventions::default() };
        let pass_values = profile.weighed().any(|c| c == Criterion::Coolness);
        Evaluation { recipe, profile, conventions, pass_values }
    }

    /// Everything but game and seed that [`player`](Self::player) and [`first`](Self::first) depend on, as text.
    pub fn settings(&self) -> String {
        let Evaluation { recipe, profile, conventions: _, pass_values: _ } = self;
        format!("{:?}", (&recipe.player, &recipe.trials, &recipe.viability.limits, profile))
    }

    pub(super) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    pub(super) fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(super) fn trial_settings(&self) -> TrialSettings {
        let t = &self.recipe.trials;
        TrialSettings {
            opening: t.opening,
            work: t.work,
            depth: t.depth,
            preferred_length: t.preferred_length,
            pass_values: self.pass_values,
        }
    }

    fn play(
        &self,
        subject: &Subject,
        player: &TrialPlayer,
        settings: TrialSettings,
        allowance: &Allowance,
        seed: u64,
        enough: impl FnMut(&[Trial], &Verdict) -> bool,
    ) -> Findings {
        play_rounds(&subject.game, player, settings, allowance, &self.recipe.viability.limits, seed, enough)
    }

    fn criteria(&self, subject: &Subject, trials: &[Trial], slow: Option<&SlowRecord>, seed: u64) -> Measured {
        let figures = BoardFigures::of(subject.game.board());
        let evidence = Evidence { rules: Some((&subject.tree, figures)), trials, slow };
        measure_all(&evidence, &self.conventions, streams::seed(seed, Purpose::Criteria, 0))
    }

    /// The player that measures a game: the best that there is, beginning with alpha-beta by a policy.
    pub fn player(&self, subject: &Subject, policy: &Policy, seed: u64) -> Chosen {
        let seed = streams::seed(seed, Purpose::Choice, 0);
        trials::choose_player(&subject.game, policy, &self.recipe.player, seed)
    }

    /// The first evaluation: trials, criteria, score and viability at the standard strength go into the record.
    pub fn first(&self, subject: &Subject, chosen: &Chosen, seed: u64, record: &mut ChildRecord) {
        let watch = Stopwatch::start();
        // A game that certainly fails needs no exact score: it orders the population and nothing else.
        let t = &self.recipe.trials;
        let allowance = Allowance { most: t.games, least: t.least, work: t.total };
        let trials_seed = streams::seed(seed, Purpose::Trials, 0);
        let (player, settings) = (&chosen.player, self.trial_settings());
        let findings = self.play(subject, player, settings, &allowance, trials_seed, |_, verdict| {
            matches!(verdict, Verdict::NotViable(_))
        });
        let measured = self.criteria(subject, &findings.trials, None, seed);
        record.policy = policy::write_chosen(chosen);
        record.measurements = measurement_rows(&measured);
        record.score = Some(score(&self.profile, &measured));
        record.niche = niche(subject.game.board(), &measured, &findings.trials);
        (record.viable, record.viability_reasons) = match &findings.verdict {
            Verdict::Viable | Verdict::Undecided(_) => (Some(true), Vec::new()),
            Verdict::NotViable(reasons) => (Some(false), reasons.iter().map(|r| r.to_string()).collect()),
        };
        let kept = if record.viable == Some(true) { findings.trials.len() } else { SAMPLE };
        record.trials = findings.trials.iter().take(kept).map(trial_row).collect();
        record.costs.push(cost(Step::Measurement, findings.nodes, watch));
    }

    /// What the profile's predictions are off by.
    pub fn error(&self) -> f64 {
        self.profile.error()
    }

    /// The second evaluation, of a viable child; with what is known of other games, it is judged.
    pub fn second(&self, record: &ChildRecord, knowledge: Option<&Knowledge>, seed: u64) -> CandidateRecord {
        let mut found = unevaluated(record);
        let Some(Ok(bred)) = parse(&record.text).ok().map(Subject::of) else {
            found.viability_reasons.push("the rules cannot be read".into());
            return found;
        };
        let player = policy::read_player(&record.policy);
        let Some(knowledge) = knowledge else {
            if self.is_viable_at_greater_strength(&bred, &player, seed, &mut found) {
                self.measure_again(&bred, &bred, player, seed, &mut found);
            }
            return found;
        };
        let watch = Stopwatch::start();
        let case = Case::new(&bred.tree, knowledge, self.recipe.judgement.positions, seed);
        let reduced = case.as_ref().ok().and_then(|case| Subject::of(case.tree.clone()).ok());
        let (Ok(case), Some(reduced)) = (case, reduced) else {
            found.viability_reasons.push("the rules cannot be reduced".into());
            return found;
        };
        found.costs.push(cost(Step::Judgement, 0, watch));
        let mut examined = Examination { score: record.score, ..Examination::default() };
        // A variant is no candidate, whatever is measured. Most games that fail, fail at the greater strength, and then need nothing more.
        if !case.is_variant() {
            if !self.is_viable_at_greater_strength(&bred, &player, seed, &mut found) {
                return found;
            }
            let watch = Stopwatch::start();
            examined.opening = case.opening(&player, &self.recipe.judgement.forced, seed);
            found.costs.push(cost(Step::Judgement, examined.opening.nodes, watch));
        }
        if case.is_variant() || examined.is_decided() {
            found.viable = true;
        } else {
            let again = self.measure_again(&reduced, &bred, player, seed, &mut found);
            examined.habits = again.habits;
            examined.score = Some(found.score);
            examined.not_viable.clone_from(&found.viability_reasons);
            examined.checks = again.checks;
            let watch = Stopwatch::start();
            examined.ladder = trials::ladder(&reduced.game, &player, &self.recipe.judgement.ladder, seed);
            found.costs.push(cost(Step::Judgement, 0, watch));
        }
        found.judgement = Some(Box::new(case.judge(examined, &self.profile)));
        found
    }

    /// Policy tuning, slow criteria and fresh trials of the rules that are shown; if the game is still viable, which elements of the rules as they
    /// were bred do nothing, and a search for flaws.
    fn measure_again(
        &self,
        subject: &Subject,
        bred: &Subject,
        player: TrialPlayer,
        seed: u64,
        found: &mut CandidateRecord,
    ) -> MeasuredAgain {
        let watch = Stopwatch::start();
        let tuned = self.tuned(subject, player, seed);
        let chosen = policy::player_row(&found.policy).cloned();
        found.policy = policy::write(&tuned.policy);
        found.policy.extend(chosen);
        let slow = self.recipe.candidates.slow.then(|| self.slow(subject, &tuned.policy, seed));
        let findings = self.fresh_trials(subject, &tuned, slow.as_ref(), seed);
        let measured = self.criteria(subject, &findings.trials, slow.as_ref(), seed);
        found.measurements = measurement_rows(&measured);
        found.score = score(&self.profile, &measured);
        match &findings.verdict {
            Verdict::NotViable(reasons) => found.viability_reasons = reasons.iter().map(|r| r.to_string()).collect(),
            Verdict::Viable | Verdict::Undecided(_) => found.viable = true,
        }
        found.trials = findings.trials.iter().map(trial_row).collect();
        found.costs.push(cost(Step::Candidate, findings.nodes, watch));
        let mut checks = Vec::new();
        if found.viable {
            let watch = Stopwatch::start();
            found.vestigial = Some(vestigial(&bred.tree, &bred.game, &findings.trials, seed));
            found.costs.push(cost(Step::Ablation, 0, watch));
            let settings = &self.recipe.candidates;
            if settings.flaw_positions > 0 {
                let limits = flaws::Limits { positions: settings.flaw_positions, nodes: settings.flaw_nodes };
                // The rules have been played, so they can be examined.
                checks = flaws::examine(&subject.tree, &limits).unwrap_or_default();
                found.verdicts = verdict_rows(&checks);
            }
        }
        MeasuredAgain { habits: Habits::of(&findings.trials), checks }
    }

    /// Whether the game is viable for stronger players too; else the reasons and a sample of trials go into the record.
    fn is_viable_at_greater_strength(
        &self,
        subject: &Subject,
        player: &TrialPlayer,
        seed: u64,
        found: &mut CandidateRecord,
    ) -> bool {
        let watch = Stopwatch::start();
        let v = &self.recipe.viability;
        let stronger = TrialSettings { work: v.work, depth: v.depth, pass_values: false, ..self.trial_settings() };
        let allowance = Allowance { most: v.trials, least: v.least, work: v.total };
        let strength_seed = streams::seed(seed, Purpose::Strength, 0);
        let strong = self.play(subject, player, stronger, &allowance, strength_seed, |_, verdict| {
            !matches!(verdict, Verdict::Undecided(_))
        });
        found.costs.push(cost(Step::Viability, strong.nodes, watch));
        let Verdict::NotViable(reasons) = &strong.verdict else { return true };
        found.viability_reasons = reasons.iter().map(|r| format!("at a work of {}: {r}", v.work)).collect();
        found.trials = strong.trials.iter().take(SAMPLE).map(trial_row).collect();
        false
    }

    /// The player with its policy tuned. UCT asks the policy nothing, and stays as it is.
    fn tuned(&self, subject: &Subject, player: TrialPlayer, seed: u64) -> TrialPlayer {
        if player.method == Method::Uct {
            return player;
        }
        let settings = &self.recipe.candidates;
        let nodes_for = |work| with_game!(&subject.game, g => g.nodes_for(work));
        let tuning = strategy::TuneSettings {
            iterations: settings.tuning,
            contest: strategy::Match {
                games: settings.tuning_games,
                depth: self.recipe.policy.depth,
                nodes: Some(nodes_for(self.recipe.policy.nodes)),
                opening: self.recipe.trials.opening,
                max_plies: self.recipe.policy.plies,
            },
            total: Some(nodes_for(settings.total / 2)),
            ..strategy::TuneSettings::default()
        };
        let seed = streams::seed(seed, Purpose::Tuning, 0);
        let policy = strategy::tune(&subject.game, &player.policy, &tuning, None, seed).policy;
        TrialPlayer { policy, ..player }
    }

    fn slow(&self, subject: &Subject, policy: &Policy, seed: u64) -> SlowRecord {
        let settings = SlowSettings {
            opening: self.recipe.trials.opening,
            plies: self.recipe.policy.plies,
            ..SlowSettings::default()
        };
        trials::slow(&subject.game, policy, &settings, streams::seed(seed, Purpose::Slow, 0))
    }

    /// Trials by the tuned player, until the interval of the score is narrow enough.
    fn fresh_trials(&self, subject: &Subject, tuned: &TrialPlayer, slow: Option<&SlowRecord>, seed: u64) -> Findings {
        let settings = &self.recipe.candidates;
        let full = TrialSettings { pass_values: true, ..self.trial_settings() };
        let allowance = Allowance { most: settings.most_trials, least: settings.least, work: settings.total };
        let mut next_check = settings.trials as usize;
        let trials_seed = streams::seed(seed, Purpose::Trials, 0);
        self.play(subject, tuned, full, &allowance, trials_seed, |trials, verdict| {
            if matches!(verdict, Verdict::NotViable(_)) {
                return true;
            }
            if trials.len() < next_check {
                return false;
            }
            // The interval narrows with the root of the number of trials, which tells when it is worth measuring again.
            let measured = self.criteria(subject, trials, slow, seed);
            let ratio = score(&self.profile, &measured).width() / settings.interval;
            next_check = (trials.len() as f64 * ratio * ratio) as usize;
            ratio <= 1.0
        })
    }
}

/// What the second measurement shows besides what is stored.
struct MeasuredAgain {
    habits: Habits,
    checks: Vec<Check>,
}

/// The record of a candidate before its second evaluation: what the first found.
fn unevaluated(record: &ChildRecord) -> CandidateRecord {
    CandidateRecord {
        policy: record.policy.clone(),
        measurements: record.measurements.clone(),
        score: record.score.unwrap_or_default(),
        viable: false,
        viability_reasons: Vec::new(),
        vestigial: None,
        verdicts: Vec::new(),
        judgement: None,
        trials: Vec::new(),
        costs: Vec::new(),
        guard_fired: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Every number of a section of a recipe, each changed alone.
    fn changed(section: &Value, change: &mut dyn FnMut(Value)) {
        let Value::Object(fields) = section else { return };
        for (name, value) in fields {
            let mut put = |value: Value| {
                let mut section = fields.clone();
                section.insert(name.clone(), value);
                change(Value::Object(section));
            };
            match value {
                Value::Number(n) if n.is_u64() => put(Value::from(n.as_u64().unwrap_or(0) + 1)),
                Value::Number(n) => put(Value::from(n.as_f64().unwrap_or(0.0) + 0.5)),
                Value::Bool(b) => put(Value::from(!b)),
                Value::Object(_) => changed(value, &mut put),
                _ => {}
            }
        }
    }

    #[test]
    fn whatever_the_first_evaluation_reads_is_among_its_settings() {
        let of = |recipe: Recipe| Evaluation::new(recipe, Profile::default()).settings();
        let plain = of(Recipe::default());
        let whole = serde_json::to_value(Recipe::default()).unwrap();
        let mut count = 0;
        for section in ["player", "trials", "viability"] {
            changed(&whole[section], &mut |value| {
                let limits = value.get("limits") != whole[section].get("limits");
                let mut recipe = whole.clone();
                recipe[section] = value;
                let recipe = serde_json::from_value(recipe).unwrap();
                count += 1;
                // The work of the stronger players is no matter of the first evaluation.
                assert_eq!(of(recipe) != plain, section != "viability" || limits);
            });
        }
        assert!(count > 20, "{count}");
        assert_ne!(Evaluation::new(Recipe::default(), Profile::shipped("ludi").unwrap()).settings(), plain);
    }
}
