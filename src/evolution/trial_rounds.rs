//! Trials in rounds: as many as a verdict needs, within an allowance.

use crate::criticism::verdict::{judge_by, settle};
use crate::criticism::{Limits, Tally, Verdict};
use crate::game::AnyGame;
use crate::trials::{Series, Trial, TrialPlayer, TrialSettings};
use crate::with_game;

/// After each round of so many trials the verdict is tested.
const ROUND: u32 = 20;

/// Within a round, the budget of nodes is tested after so many.
const STRIDE: u32 = 5;

/// How many times its work a game may take to have its least number of trials: one game must not cost as much as a hundred others.
const OVERDRAFT: u64 = 4;

/// How many trials a game may have.
pub(super) struct Allowance {
    /// The most.
    pub most: u32,
    /// Those it gets even if they take more than that work, up to [`OVERDRAFT`] times as much.
    pub least: u32,
    /// The work after which it gets no more.
    pub work: u64,
}

/// What the trials of a game showed.
pub(super) struct Findings {
    pub trials: Vec<Trial>,
    pub verdict: Verdict,
    pub nodes: u64,
}

/// Plays trials in rounds until `enough` is true of them and the verdict on `limits`, or the allowance is spent.
pub(super) fn play_rounds(
    game: &AnyGame,
    player: &TrialPlayer,
    settings: TrialSettings,
    allowance: &Allowance,
    limits: &Limits,
    seed: u64,
    enough: impl FnMut(&[Trial], &Verdict) -> bool,
) -> Findings {
    with_game!(game, g => {
        let nodes = g.nodes_for(allowance.work);
        rounds(&Series::new(g, *player, settings, seed), allowance, nodes, &limits.of_game(game), enough)
    })
}

fn rounds<const W: usize>(
    series: &Series<W>,
    allowance: &Allowance,
    nodes: u64,
    limits: &Limits,
    mut enough: impl FnMut(&[Trial], &Verdict) -> bool,
) -> Findings {
    let mut findings = Findings { trials: Vec::new(), verdict: Verdict::Undecided(Vec::new()), nodes: 0 };
    let mut tally = Tally::default();
    loop {
        let start = findings.trials.len() as u32;
        let end = (start + STRIDE).min(allowance.most);
        for (trial, taken) in series.play(start..end) {
            tally.add(&trial);
            findings.nodes += taken;
            findings.trials.push(trial);
        }
        let spent = end == allowance.most
            || end >= allowance.least && findings.nodes >= nodes
            || findings.nodes >= nodes.saturating_mul(OVERDRAFT);
        if !end.is_multiple_of(ROUND) && !spent {
            continue;
        }
        findings.verdict = judge_by(&tally, limits);
        if spent || enough(&findings.trials, &findings.verdict) {
            break;
        }
    }
    if matches!(findings.verdict, Verdict::Undecided(_)) {
        findings.verdict = settle(&tally, limits);
    }
    findings
}
