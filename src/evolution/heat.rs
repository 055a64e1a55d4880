//! A heat of the last round for one candidate: judged again with more work, and measured from fresh trials.

use super::evaluation::Evaluation;
use super::life::Finalist;
use super::policy;
use super::rows::{read_measurements, rows_of};
use crate::judgement::{Case, Examination, ForcedSettings, JudgeSettings, Knowledge, judge_case};
use crate::language::parse;
use crate::solver::flaws;
use crate::stopwatch::Stopwatch;
use crate::store::Remeasured;
use crate::streams::{self, Purpose};
use crate::trials::{LadderSettings, TrialSettings};

impl Evaluation {
    /// What a heat finds of a candidate. The reduction, the search for forced wins, the trials, the ladder and the solver's checks have `times` the work that the
    /// second evaluation gives them; the slow criteria, which trials do not tell, stay as they were measured there.
    pub fn again(&self, finalist: &Finalist, knowledge: &Knowledge, seed: u64) -> Result<Remeasured, String> {
        let watch = Stopwatch::start();
        let seed = streams::seed(seed, Purpose::LastRound, finalist.heat.into());
        let tree = parse(&finalist.text).map_err(|_| "the rules cannot be read")?;
        let settings = self.heat_settings(finalist.times);
        let case = Case::new(&tree, knowledge, settings.positions, seed).map_err(|e| e.to_string())?;
        let player = policy::read_player(&finalist.policy);
        let opening = case.opening(&player, &settings.forced, seed);
        let examined = Examination { opening, ..Examination::default() };
        let (judgement, measured) = if case.is_variant() || examined.is_decided() {
            (case.judge(examined, self.profile()), Vec::new())
        } else {
            let known = read_measurements(&finalist.measurements);
            judge_case(case, examined.opening, &player, &known, self.profile(), &settings, seed)
        };
        Ok(Remeasured {
            game: finalist.game,
            heat: finalist.heat,
            times: finalist.times,
            judgement: Box::new(judgement),
            measurements: rows_of(&measured),
            milliseconds: watch.stop().as_secs_f64() * 1e3,
        })
    }

    /// What a judgement with so many times the work of the run may take.
    fn heat_settings(&self, times: u32) -> JudgeSettings {
        let recipe = self.recipe();
        let more = |work: u64| work.saturating_mul(times.into());
        let (judging, candidates) = (&recipe.judgement, &recipe.candidates);
        JudgeSettings {
            positions: more(judging.positions),
            trials: recipe.last_round.trials,
            trial_nodes: JudgeSettings::default().trial_nodes,
            play: TrialSettings { work: more(recipe.trials.work), ..self.trial_settings() },
            slow: false,
            choice: recipe.player,
            forced: ForcedSettings {
                start: more(judging.forced.start),
                opening: more(judging.forced.opening),
                openings: judging.forced.openings,
            },
            ladder: LadderSettings { total: more(judging.ladder.total), ..judging.ladder },
            flaws: flaws::Limits { positions: more(candidates.flaw_positions), nodes: more(candidates.flaw_nodes) },
            limits: recipe.viability.limits,
        }
    }
}
