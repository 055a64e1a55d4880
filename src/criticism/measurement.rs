//! All criteria of a game, each with its standard error.
//!
//! A trial is reduced once to a row of sums (its part of every criterion, whether it counts there, a hundred samples of the
//! winner's lead, who won). A criterion is a function of such a row summed over trials, so a resample costs one weighted sum of
//! rows and measuring again costs nothing.

use super::bootstrap::{self, RESAMPLES};
use super::conventions::Conventions;
use super::criterion::Criterion;
use super::intrinsic::{self, BoardFigures};
use super::quality::decisiveness::{self, Decision};
use super::quality::{LeadHistory, choice, depth, lead, trend, uncertainty};
use super::viability;
use crate::language::Tree;
use crate::order;
use crate::streams::{Generator, Purpose, stream};
use crate::trials::{MatchRecord, PlyRecord, SlowRecord, Trial};
use serde::{Deserialize, Serialize};

/// What a criterion says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Which criterion.
    pub criterion: Criterion,
    /// The value, in the criterion's range; neutral if nothing was usable.
    pub value: f64,
    /// The standard error, by the bootstrap; 0 for what the rules alone decide. It tells little below ten samples and nothing of
    /// one.
    pub standard_error: f64,
    /// How many trials, positions, puzzles or games it rests on; 0 if nothing was usable, 1 for what the rules alone decide.
    pub samples: u32,
}

/// The data that a game is measured by. Criteria without any data are left out of the measurements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    /// The rules and the figures of the board, for the intrinsic criteria.
    pub rules: Option<(&'a Tree, BoardFigures)>,
    /// The standard trials.
    pub trials: &'a [Trial],
    /// The runs beyond the trials.
    pub slow: Option<&'a SlowRecord>,
}

/// The measurements of a game, in the order of the criteria, with their resamples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    measurements: Vec<Measurement>,
    /// For each measurement the value in every resample; empty if it is exact.
    replicates: Vec<Vec<f64>>,
}

impl Measured {
    /// The measurements, in the order of the criteria.
    pub fn measurements(&self) -> &[Measurement] {
        &self.measurements
    }

    /// The measurement of one criterion, if there were data for it.
    pub fn get(&self, criterion: Criterion) -> Option<&Measurement> {
        Some(&self.measurements[self.position(criterion)?])
    }

    /// The value of one criterion.
    pub fn value(&self, criterion: Criterion) -> Option<f64> {
        self.get(criterion).map(|m| m.value)
    }

    /// The value of a criterion in each of the [`RESAMPLES`]; empty if it is exact, `None` if it was not measured.
    pub fn replicates(&self, criterion: Criterion) -> Option<&[f64]> {
        Some(&self.replicates[self.position(criterion)?])
    }

    fn position(&self, criterion: Criterion) -> Option<usize> {
        self.measurements.binary_search_by_key(&criterion, |m| m.criterion).ok()
    }

    fn push(&mut self, criterion: Criterion, value: f64, samples: usize, mut replicates: Vec<f64>) {
        for replicate in &mut replicates {
            *replicate = criterion.bound(*replicate);
        }
        let value = criterion.bound(value);
        let standard_error = bootstrap::spread(&replicates);
        let samples = u32::try_from(samples).unwrap_or(u32::MAX);
        self.measurements.push(Measurement { criterion, value, standard_error, samples });
        self.replicates.push(replicates);
    }
}

/// Measures everything that the evidence allows. The same evidence, conventions and seed give the same result anywhere; the seed
/// decides the resamples only.
///
/// Criteria 20 to 22, 34 and 35 are left out when trials were played but none of their plies carries what they need.
///
/// ```
/// use ludogen::criticism::{BoardFigures, Conventions, Evidence, Profile, measure_all, score};
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{TrialSettings, play_trials};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let tree = parse(rules).unwrap();
/// let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
/// let trials = play_trials(&game, &Policy::default_for(game.rules()), TrialSettings::default(), 1, 10);
/// let evidence = Evidence { rules: Some((&tree, BoardFigures::of(game.board()))), trials: &trials, slow: None };
/// let measured = measure_all(&evidence, &Conventions::default(), 1);
/// let score = score(&Profile::default(), &measured);
/// assert!(score.low <= score.value && score.value <= score.high);
/// ```
pub fn measure_all(evidence: &Evidence, conventions: &Conventions, seed: u64) -> Measured {
    let mut measured = Measured::default();
    if let Some((rules, board)) = evidence.rules {
        for (criterion, value) in Criterion::ALL.into_iter().zip(intrinsic::intrinsic(rules, board)) {
            measured.push(criterion, value, 1, Vec::new());
        }
    }
    measure_trials(&mut measured, evidence.trials, conventions, seed);
    if let Some(record) = evidence.slow {
        measure_slow(&mut measured, record, seed);
    }
    let mut pairs: Vec<_> = measured.measurements.into_iter().zip(measured.replicates).collect();
    order::sort_by_key(&mut pairs, |(m, _)| m.criterion);
    let (measurements, replicates) = pairs.into_iter().unzip();
    Measured { measurements, replicates }
}

/// Where things are in a row of sums: the part of each criterion by its number, whether it counts, then these.
const COUNTED: usize = Criterion::COUNT;
const CURVE: usize = 2 * Criterion::COUNT;
const CURVES: usize = CURVE + uncertainty::SAMPLES;
const WHITE_WINS: usize = CURVES + 1;
const BLACK_WINS: usize = WHITE_WINS + 1;
const FIRST_WINS: usize = BLACK_WINS + 1;
const ROW: usize = FIRST_WINS + 1;

type Sums = [f64; ROW];

/// What the criteria need of one trial.
struct TrialSums {
    sums: Sums,
    decision: Option<Decision>,
}

impl TrialSums {
    fn of(trial: &Trial, conventions: &Conventions) -> Self {
        let mut sums = [0.0; ROW];
        let mut add = |criterion: Criterion, part: Option<f64>| {
            if let Some(part) = part {
                sums[criterion.number()] = part;
                sums[COUNTED + criterion.number()] = 1.0;
            }
        };
        use Criterion::*;
        add(Completion, Some(viability::completion(trial)));
        add(Drawishness, Some(viability::drawishness(trial)));
        add(Timeouts, Some(viability::timeouts(trial)));
        add(Duration, Some(viability::duration(trial, conventions)));
        add(DecisionRate, viability::decision_rate(trial));
        let history = LeadHistory::of(trial, conventions);
        if let Some(history) = &history {
            let level = conventions.level;
            add(Branching, choice::branching(trial));
            add(Convergence, choice::convergence(trial));
            add(InteractionMobility, choice::interaction_mobility(trial));
            add(InteractionContact, choice::interaction_contact(trial));
            add(ClarityNarrowness, choice::clarity_narrowness(trial));
            add(ClarityVariance, choice::clarity_variance(trial));
            add(Coolness, choice::coolness(trial));
            add(DramaAverage, lead::drama_average(history));
            add(DramaMaximum, lead::drama_maximum(history));
            add(KillerMoves, Some(lead::killer_moves(history)));
            add(Permanence, Some(lead::permanence(history)));
            add(LeadChange, Some(lead::lead_change(history, level)));
            add(Stability, Some(lead::stability(history)));
            add(Control, choice::control(trial));
            add(FoulUp, choice::foul_up(trial));
            for (k, criterion) in (1..).zip([Momentum1, Momentum2, Momentum3]) {
                add(criterion, trend::momentum(history, k, level));
            }
            for (k, criterion) in (1..).zip([Correction1, Correction2, Correction3]) {
                add(criterion, trend::correction(history, k, level));
            }
            if history.winner_sign().is_some() || conventions.draws_flat {
                sums[CURVE..CURVES].copy_from_slice(&uncertainty::lead_curve(history));
                sums[CURVES] = 1.0;
            }
        }
        if let Some(winner) = trial.winner() {
            sums[if winner == 0 { WHITE_WINS } else { BLACK_WINS }] = 1.0;
            sums[FIRST_WINS] = f64::from(u8::from(winner == trial.first_mover));
        }
        TrialSums { sums, decision: history.as_ref().and_then(Decision::of) }
    }
}

/// Rows summed, each as often as it counts.
fn total<'a>(rows: impl Iterator<Item = (f64, &'a Sums)>) -> Sums {
    let mut sums = [0.0; ROW];
    for (count, row) in rows.filter(|(count, _)| *count > 0.0) {
        for (sum, part) in sums.iter_mut().zip(row) {
            *sum += count * part;
        }
    }
    sums
}

/// A criterion from the summed rows and the decided trials by rising deficit; `None` if nothing counts.
fn value(criterion: Criterion, sums: &Sums, decisions: &[(f64, &Decision)], threshold: Option<f64>) -> Option<f64> {
    let wins = sums[WHITE_WINS] + sums[BLACK_WINS];
    match criterion {
        Criterion::UncertaintyEarly | Criterion::UncertaintyOverall | Criterion::UncertaintyLate => {
            if sums[CURVES] == 0.0 {
                return None;
            }
            let curve = std::array::from_fn(|s| sums[CURVE + s] / sums[CURVES]);
            Some(match criterion {
                Criterion::UncertaintyEarly => uncertainty::early(&curve),
                Criterion::UncertaintyOverall => uncertainty::overall(&curve),
                _ => uncertainty::late(&curve),
            })
        }
        Criterion::DecisivenessThreshold => threshold,
        Criterion::DecisivenessMoves => decisiveness::moves(decisions, threshold?),
        Criterion::Balance => (wins > 0.0).then(|| viability::balance(sums[WHITE_WINS], sums[BLACK_WINS])),
        Criterion::Advantage => (wins > 0.0).then(|| viability::advantage(sums[FIRST_WINS], wins)),
        _ => {
            let counted = sums[COUNTED + criterion.number()];
            (counted > 0.0).then(|| sums[criterion.number()] / counted)
        }
    }
}

/// How many trials a criterion rests on, from the summed rows.
fn samples(criterion: Criterion, sums: &Sums, decided: usize) -> usize {
    use Criterion::*;
    match criterion {
        UncertaintyEarly | UncertaintyOverall | UncertaintyLate => sums[CURVES] as usize,
        DecisivenessThreshold | DecisivenessMoves => decided,
        Balance | Advantage => (sums[WHITE_WINS] + sums[BLACK_WINS]) as usize,
        _ => sums[COUNTED + criterion.number()] as usize,
    }
}

/// The criteria that are computed from trials, except those whose data these trials lack.
fn computed_from(trials: &[Trial]) -> impl Iterator<Item = Criterion> {
    use Criterion::*;
    let first = Branching.number();
    let criteria = Criterion::ALL[first..].iter().copied().filter(|c| {
        let elsewhere = [DepthDiscernment, DepthAdvantage, PuzzleFrequency, PuzzleQuality];
        let matches = [ResilienceRandom, ResilienceDefensive, ResilienceObstructive, ResponseTime];
        !elsewhere.contains(c) && !matches.contains(c)
    });
    criteria.filter(|criterion| {
        let carried: fn(&PlyRecord) -> bool = match criterion {
            ClarityNarrowness | ClarityVariance => |p| !p.move_values.is_empty(),
            Coolness => |p| p.pass_value.is_some() && !p.move_values.is_empty(),
            Control => |p| p.forced_reply.is_some(),
            FoulUp => |p| p.shallow_loss.is_some(),
            _ => return true,
        };
        trials.is_empty() || trials.iter().flat_map(|t| &t.plies).any(carried)
    })
}

fn measure_trials(measured: &mut Measured, trials: &[Trial], conventions: &Conventions, seed: u64) {
    let summaries: Vec<_> = trials.iter().map(|t| TrialSums::of(t, conventions)).collect();
    let mut ranked: Vec<_> =
        summaries.iter().enumerate().filter_map(|(i, s)| Some((i, s.decision.as_ref()?))).collect();
    order::sort_by(&mut ranked, |(_, a), (_, b)| a.deficit.total_cmp(&b.deficit));
    let draws = bootstrap::draws(trials.len(), stream(seed, Purpose::ResampleTrials, 0));

    let once = vec![1.0; trials.len()];
    let criteria: Vec<_> = computed_from(trials).collect();
    let mut columns = vec![Vec::with_capacity(RESAMPLES + 1); criteria.len()];
    let mut sums = [0.0; ROW];
    // The trials as they are come last, and their sums stay.
    for counts in draws.iter().chain([&once]) {
        sums = total(counts.iter().copied().zip(summaries.iter().map(|s| &s.sums)));
        let decisions: Vec<_> = ranked.iter().map(|&(i, d)| (counts[i], d)).collect();
        let threshold = decisiveness::threshold(&decisions, conventions.threshold_share);
        for (column, &criterion) in columns.iter_mut().zip(&criteria) {
            column.push(value(criterion, &sums, &decisions, threshold).unwrap_or_else(|| criterion.neutral()));
        }
    }
    for (criterion, mut column) in criteria.into_iter().zip(columns) {
        let value = column.pop().unwrap_or_else(|| criterion.neutral());
        measured.push(criterion, value, samples(criterion, &sums, ranked.len()), column);
    }
}

fn measure_slow(measured: &mut Measured, record: &SlowRecord, seed: u64) {
    if !record.depths.is_empty() {
        let parts: Vec<_> = record.depths.iter().map(|&d| depth::discernment(d, record.max_depth)).collect();
        let mean = |counts: &[f64]| {
            let (sum, total) = counts.iter().zip(&parts).fold((0.0, 0.0), |(s, t), (c, p)| (s + c * p, t + c));
            sum / total
        };
        let draws = bootstrap::draws(parts.len(), stream(seed, Purpose::ResampleDepths, 0));
        let replicates = draws.iter().map(|counts| mean(counts)).collect();
        measured.push(Criterion::DepthDiscernment, mean(&vec![1.0; parts.len()]), parts.len(), replicates);
    }
    measure_deepening(measured, &record.deepening, seed);
    measure_puzzles(measured, record, seed);
    let matches = [
        (Criterion::ResilienceRandom, record.versus_random),
        (Criterion::ResilienceDefensive, record.versus_defensive),
        (Criterion::ResilienceObstructive, record.versus_obstructive),
    ];
    for (criterion, played) in matches {
        let score = |played: &MatchRecord| match criterion {
            Criterion::ResilienceRandom => viability::resilience_random(played),
            _ => viability::resilience(played),
        };
        let Some((played, value)) = played.and_then(|m| Some((m, score(&m)?))) else { continue };
        let mut rng = stream(seed, Purpose::ResampleMatches, criterion as u64);
        let replicates = (0..RESAMPLES).filter_map(|_| score(&replay(&played, &mut rng))).collect();
        measured.push(criterion, value, played.games as usize, replicates);
    }
    if let Some(nodes) = record.nodes_per_move.filter(|n| n.is_finite()) {
        measured.push(Criterion::ResponseTime, viability::response_time(nodes), 1, Vec::new());
    }
}

fn measure_deepening(measured: &mut Measured, matches: &[MatchRecord], seed: u64) {
    let Some(value) = depth::advantage(depth::deepening_scores(matches)) else { return };
    let mut rng = stream(seed, Purpose::ResampleMatches, Criterion::DepthAdvantage as u64);
    let resample = |_| {
        let replayed: Vec<_> = matches.iter().map(|m| replay(m, &mut rng)).collect();
        depth::advantage(depth::deepening_scores(&replayed))
    };
    let replicates = (0..RESAMPLES).filter_map(resample).collect();
    let games = matches.iter().map(|m| m.games as usize).sum();
    measured.push(Criterion::DepthAdvantage, value, games, replicates);
}

fn measure_puzzles(measured: &mut Measured, record: &SlowRecord, seed: u64) {
    let Some(frequency) = depth::puzzle_frequency(record) else { return };
    let qualities: Vec<_> = record.puzzles.iter().map(depth::puzzle_quality).collect();
    let neutral = Criterion::PuzzleQuality.neutral();
    let mut rng = stream(seed, Purpose::ResamplePuzzles, 0);
    let (mut frequencies, mut means) = (Vec::with_capacity(RESAMPLES), Vec::with_capacity(RESAMPLES));
    for _ in 0..RESAMPLES {
        // Which puzzles come again, given that so many of the positions drawn are puzzles.
        let found = bootstrap::binomial(record.positions, qualities.len() as f64, &mut rng);
        frequencies.push(f64::from(found) / f64::from(record.positions));
        let drawn = (0..found).filter_map(|_| {
            use rand::seq::IndexedRandom;
            qualities.choose(&mut rng).copied()
        });
        means.push(choice::mean(drawn).unwrap_or(neutral));
    }
    let quality = choice::mean(qualities.iter().copied()).unwrap_or(neutral);
    measured.push(Criterion::PuzzleFrequency, frequency, record.positions as usize, frequencies);
    measured.push(Criterion::PuzzleQuality, quality, qualities.len(), means);
}

/// The match as another sample of as many games might have come out.
fn replay(played: &MatchRecord, rng: &mut Generator) -> MatchRecord {
    let games = played.games;
    let wins = bootstrap::binomial(games, f64::from(played.wins), rng);
    let rest = f64::from(games.saturating_sub(played.wins));
    let share = if rest > 0.0 { f64::from(played.draws) / rest } else { 0.0 };
    let draws = bootstrap::binomial(games - wins, share * f64::from(games - wins), rng);
    MatchRecord { wins, draws, games }
}
