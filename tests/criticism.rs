//! The criteria against values worked out by hand from their definitions, and against laws that must hold for any trials.

#[path = "criticism/laws.rs"]
mod laws;
#[path = "criticism/scores.rs"]
mod scores;

use ludogen::criticism::quality::{LeadHistory, lead};
use ludogen::criticism::{Conventions, Criterion, Evidence, LeadSource, Measured, measure_all};
use ludogen::trials::{Ending, MatchRecord, PlyRecord, Puzzle, SlowRecord, Trial};

const WHITE: Ending = Ending::White;
const BLACK: Ending = Ending::Black;

/// A trial with these leads L(0), L(1), …; White makes the first ply. The last lead only says how many plies there are: its
/// value follows from the ending.
fn trial(leads: &[f64], ending: Ending) -> Trial {
    let plies = leads[1..].iter().enumerate().map(|(i, &lead)| PlyRecord {
        mover: (i % 2) as u8,
        branching: 10,
        lead,
        estimates: [(1.0 + lead) / 2.0, (1.0 - lead) / 2.0],
        opponent_mobility: [10, 10],
        ..PlyRecord::default()
    });
    Trial {
        seed: 0,
        first_mover: 0,
        opening_plies: 0,
        opening_turns: 0,
        opening_lead: leads[0],
        opening_estimates: [(1.0 + leads[0]) / 2.0, (1.0 - leads[0]) / 2.0],
        plies: plies.collect(),
        ending,
        moves: leads[1..].iter().map(|_| "A1".to_string()).collect(),
    }
}

/// A trial of three plies, changed ply by ply.
fn with_plies(change: impl Fn(usize, &mut PlyRecord)) -> Trial {
    let mut trial = trial(&[0.0; 4], WHITE);
    for (i, ply) in trial.plies.iter_mut().enumerate() {
        change(i, ply);
    }
    trial
}

fn measure(trials: &[Trial]) -> Measured {
    measure_by(trials, &Conventions::default())
}

fn measure_by(trials: &[Trial], conventions: &Conventions) -> Measured {
    measure_all(&Evidence { trials, ..Evidence::default() }, conventions, 1)
}

fn measure_record(record: &SlowRecord) -> Measured {
    measure_all(&Evidence { slow: Some(record), ..Evidence::default() }, &Conventions::default(), 1)
}

#[track_caller]
fn assert_values(measured: &Measured, expected: &[(Criterion, f64)]) {
    for &(criterion, value) in expected {
        let found = measured.value(criterion).unwrap_or_else(|| panic!("{criterion} was not measured"));
        assert!((found - value).abs() < 1e-9, "{criterion} is {found}, not {value}");
    }
}

use Criterion::*;

/// Like Fig. 7: White falls behind, ply by ply, then comes back and wins.
#[test]
fn the_dramatic_game() {
    // N = 6; the changes are −.04 −.12 −.20 −.28 +.84 +.30, made by White and Black in turn.
    let measured = measure(&[trial(&[0.0, -0.04, -0.16, -0.36, -0.64, 0.2, 0.5, 1.0], WHITE)]);
    assert_values(
        &measured,
        &[
            (DramaAverage, 0.5),           // (√.04 + √.16 + √.36 + √.64) / 4 = (.2 + .4 + .6 + .8) / 4
            (DramaMaximum, 0.8),           // √.64
            (KillerMoves, 0.84),           // gains −.04 +.12 −.20 +.28 +.84 −.30
            (Permanence, 0.62),            // 1 − (.08 + .08 + .08 + 1.12 + .54) / 5 = 1 − 1.90 / 5
            (LeadChange, 0.2),             // once, at ply 5, in plies 2 to 6
            (Stability, 1.0 - 0.89 / 6.0), // 1 − (.04 + .12 + .20 + .28 + .84 + .30) / 6 / 2
            (DecisivenessThreshold, 0.64),
            (DecisivenessMoves, 1.0), // the leads .2 and .5 do not reach .64, the seventh ply of seven does: 1 − 0/7
            (Momentum1, 0.8),         // plies 1 to 5: yes yes yes no yes
            (Momentum2, 0.5),         // plies 1 to 4, L(n+2) − L(n) = −.32 −.48 +.56 +1.14 after falls: yes yes no no
            (Momentum3, 1.0 / 3.0),   // plies 1 to 3, L(n+3) − L(n) = −.60 +.36 +.86 after falls: yes no no
            (Correction1, 0.2),       // plies 1 to 5: only −.64 → +.2
            (Correction2, 0.5),       // plies 1 to 4: no no yes yes
            (Correction3, 2.0 / 3.0), // plies 1 to 3: no yes yes
        ],
    );
}

/// Like Fig. 8(a): level until the last ply.
#[test]
fn the_uncertain_game() {
    // With 99 plies the hundred samples fall on L(0) … L(99) exactly.
    let mut leads = [0.0; 100];
    leads[99] = 1.0;
    let measured = measure(&[trial(&leads, WHITE)]);
    assert_values(
        &measured,
        &[
            (UncertaintyEarly, 1.0),    // the only lead has weight 1 − t = 0
            (UncertaintyOverall, 0.99), // 1 − 1/100
            (UncertaintyLate, 0.49),    // mean t is ½; minus 1/100
            (DramaAverage, 0.0),
            (DramaMaximum, 0.0),
            (KillerMoves, 0.0),
            (Permanence, 1.0),
            (LeadChange, 0.0),
            (Stability, 1.0),
            (Momentum1, 0.5),   // no ply changed the lead
            (Correction1, 0.5), // nobody led
            (DecisivenessThreshold, 0.0),
            (DecisivenessMoves, 1.0 / 99.0), // every lead is at least 0, so all is decided at ply 1: 1 − 98/99
        ],
    );
}

/// Like Fig. 8(b): Black takes a large lead at once and keeps it.
#[test]
fn the_certain_game() {
    let mut leads = [-0.9; 100];
    leads[0] = 0.0;
    let measured = measure(&[trial(&leads, BLACK)]);
    assert_values(
        &measured,
        &[
            // c = 0, .9 (98 times), 1: sum 89.2
            (UncertaintyLate, 0.5 - 0.892),
            (UncertaintyOverall, 1.0 - 0.892),
            // The weights 1 − s/99 sum to 50; those of s = 1 … 98 to 49: 1 − .9 · 49/50
            (UncertaintyEarly, 1.0 - 0.882),
            (DramaAverage, 0.0),
            (KillerMoves, 0.0),                  // White's first ply loses .9, and no ply gains
            (Stability, 1.0 - 0.9 / 98.0 / 2.0), // one change of .9 in 98 plies
            (Permanence, 1.0 - 0.9 / 97.0),      // 97 differences, of which the first is .9
            (LeadChange, 0.0),
            (DecisivenessThreshold, 0.0),
            (DecisivenessMoves, 1.0 / 99.0),
            (Correction1, 0.0),
            (Momentum1, 0.0), // one change, and after it the lead stays
        ],
    );
}

#[test]
fn a_lead_that_rises_steadily_is_the_line_that_late_uncertainty_measures_from() {
    // c(t) = t whatever the number of plies, by interpolation; Σt = 50, Σt² = 99·100·199 / 6 / 99² = 328350 / 9801.
    for plies in [3usize, 7, 100, 120] {
        let leads: Vec<f64> = (0..=plies).map(|n| n as f64 / plies as f64).collect();
        let measured = measure(&[trial(&leads, WHITE)]);
        let early = 1.0 - (50.0 - 328_350.0 / 9801.0) / 50.0;
        assert_values(&measured, &[(UncertaintyLate, 0.0), (UncertaintyOverall, 0.5), (UncertaintyEarly, early)]);
    }
}

#[test]
fn late_uncertainty_is_cut_off_at_one_after_averaging_over_games() {
    let behind = |lead: f64, ending| {
        let mut leads = [lead; 100];
        leads[99] = 0.0;
        trial(&leads, ending)
    };
    // White wins from −.5: t + .5 up to s = 49, then 1, and 0 at the end: (1225/99 + 25 + 49 + 0) / 100.
    let late = (1225.0 / 99.0 + 74.0) / 100.0;
    assert_values(&measure(&[behind(-0.5, WHITE)]), &[(UncertaintyLate, late)]);
    // A winner from −.5 and one from +.5 are level on average: as the uncertain game, which no mean of both values gives.
    let pair = [behind(-0.5, WHITE), behind(0.5, WHITE)];
    assert_values(&measure(&pair), &[(UncertaintyLate, 0.49), (UncertaintyOverall, 0.99)]);
}

#[test]
fn drawn_trials_are_flat_in_uncertainty_or_skipped() {
    let mut leads = [0.0; 100];
    leads[99] = 1.0;
    let trials = [trial(&leads, WHITE), trial(&[0.7; 100], Ending::Draw)];
    let flat = measure(&trials);
    assert_values(&flat, &[(UncertaintyLate, 0.495), (UncertaintyOverall, 0.995)]); // c(1) = ½
    assert_eq!(flat.get(UncertaintyLate).unwrap().samples, 2);
    let skipped = measure_by(&trials, &Conventions { draws_flat: false, ..Conventions::default() });
    assert_values(&skipped, &[(UncertaintyLate, 0.49), (UncertaintyOverall, 0.99)]);
    assert_eq!(skipped.get(UncertaintyLate).unwrap().samples, 1);
}

#[test]
fn a_constant_lead() {
    let measured = measure(&[trial(&[0.5; 6], WHITE)]);
    assert_values(
        &measured,
        &[
            (DramaAverage, 0.0),
            (KillerMoves, 0.0),
            (Permanence, 1.0),
            (LeadChange, 0.0),
            (Stability, 1.0),
            (Momentum1, 0.5),   // nothing changed
            (Correction1, 0.0), // White led and nobody caught up
            (Correction3, 0.0),
            (DecisivenessThreshold, 0.0),
            (DecisivenessMoves, 0.2), // 1 − 4/5
        ],
    );
    // The same lead, but its owner loses at the last ply.
    let measured = measure(&[trial(&[0.5; 6], BLACK)]);
    assert_values(
        &measured,
        &[
            (DramaAverage, 0.5f64.sqrt()),
            (DramaMaximum, 0.5f64.sqrt()),
            (DecisivenessThreshold, 0.5),
            (DecisivenessMoves, 1.0), // Black has .5 only when it has won
        ],
    );
}

#[test]
fn an_alternating_lead() {
    // N = 5; every ply moves the lead by 1 to the mover.
    let measured = measure(&[trial(&[-0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5], WHITE)]);
    assert_values(
        &measured,
        &[
            (LeadChange, 1.0),
            (KillerMoves, 1.0),
            (Permanence, 0.0), // 1 − 2 is below 0
            (Stability, 0.5),
            (DramaAverage, 0.5f64.sqrt()), // behind after plies 2 and 4
            (DecisivenessThreshold, 0.5),
            (DecisivenessMoves, 1.0 / 6.0), // .5 is reached at ply 1: 1 − 5/6
            (Momentum1, 0.0),
            (Momentum2, 0.0), // after two plies the lead is back where it was
            (Momentum3, 0.0),
            (Correction1, 1.0),
            (Correction2, 0.0),
            (Correction3, 1.0),
        ],
    );
}

#[test]
fn a_tiny_lead_belongs_to_whoever_led_before() {
    let changes = |leads: &[f64]| measure(&[trial(leads, WHITE)]).value(LeadChange).unwrap();
    // N = 4, plies 2 to 4: + − −.
    assert_eq!(changes(&[0.0, 0.2, 0.0001, -0.3, -0.0001, 0.0]), 1.0 / 3.0);
    // The first lead, at ply 3, changes nothing.
    assert_eq!(changes(&[0.0, 0.0, 0.0, -0.3, -0.2, 0.0]), 0.0);
    // A change at ply 1 is not looked at; White had the lead before the level position of ply 1.
    assert_eq!(changes(&[0.4, -0.2, -0.2, -0.3, -0.2, 0.0]), 0.0);
    assert_eq!(changes(&[0.4, 0.0, -0.2, -0.3, -0.2, 0.0]), 1.0 / 3.0);
}

/// The opening is not the players' doing: L(0) is only what the first measured ply is compared with.
#[test]
fn the_lead_after_the_opening_is_no_part_of_the_history() {
    let measured = measure(&[trial(&[-0.9, 0.4, 0.5, 0.6, 0.0], WHITE)]);
    assert_values(
        &measured,
        &[
            (DramaMaximum, 0.0),
            (DecisivenessThreshold, 0.0),
            (Correction1, 0.0), // plies 1 and 2, where White only gains
            (LeadChange, 0.0),
            (KillerMoves, 1.0), // the first ply gains 1.3
        ],
    );
    // In late uncertainty it is where the curve begins: c(t) = 1.9 t − .9 gives t − c = .9 (1 − t), mean .45.
    let straight: Vec<f64> = (0..=19).map(|n| -0.9 + 0.1 * f64::from(n)).collect();
    assert_values(&measure(&[trial(&straight, WHITE)]), &[(UncertaintyLate, 0.45)]);
}

#[test]
fn a_one_ply_game_says_nothing_of_quality() {
    let measured = measure(&[trial(&[0.0, 1.0], WHITE)]);
    for m in measured.measurements().iter().filter(|m| m.criterion < Completion) {
        assert_eq!((m.value, m.samples), (m.criterion.neutral(), 0), "{}", m.criterion);
    }
    assert_values(
        &measured,
        &[
            (Completion, 1.0),
            (Balance, 0.0),   // White won all
            (Advantage, 1.0), // the first mover won all
            (Duration, 59.0 / 60.0),
            (DecisionRate, 1.0), // ten moves to choose from
        ],
    );
}

#[test]
fn a_game_that_is_always_drawn() {
    let measured = measure(&vec![trial(&[0.0, 0.3, -0.3, 0.3, 0.0], Ending::Draw); 5]);
    for criterion in [DramaAverage, DramaMaximum, DecisivenessThreshold, DecisivenessMoves, Balance, Advantage] {
        let m = measured.get(criterion).unwrap();
        assert_eq!((m.value, m.samples), (criterion.neutral(), 0), "{criterion}");
    }
    assert_values(
        &measured,
        &[
            (Completion, 0.0),
            (Drawishness, 1.0),
            (Timeouts, 0.0),
            (UncertaintyLate, 0.5), // nobody ever leads: mean t
            (UncertaintyOverall, 1.0),
            (UncertaintyEarly, 1.0),
            (KillerMoves, 0.6), // from +.3 to −.3 by Black, or back by White
            (LeadChange, 1.0),  // N = 3: plies 2 and 3
        ],
    );
    assert_eq!(measured.get(KillerMoves).unwrap().samples, 5);
}

#[test]
fn without_trials_everything_is_neutral() {
    let measured = measure(&[]);
    // 16 intrinsic, 4 of depth, 3 of resilience and the response time have no trials to come from.
    assert_eq!(measured.measurements().len(), 57 - 16 - 4 - 3 - 1);
    for m in measured.measurements() {
        assert_eq!((m.value, m.standard_error, m.samples), (m.criterion.neutral(), 0.0, 0), "{}", m.criterion);
    }
}

#[test]
fn the_lead_may_be_read_from_the_static_estimates() {
    let mut game = trial(&[0.0; 5], WHITE);
    game.plies[0].estimates = [0.3, 0.7]; // −.4, then 0: behind once
    let conventions = Conventions { leads: LeadSource::Static, ..Conventions::default() };
    assert_values(&measure_by(&[game.clone()], &conventions), &[(DramaMaximum, 0.4f64.sqrt())]);
    assert_values(&measure(&[game]), &[(DramaMaximum, 0.0)]);
}

#[test]
fn branching_and_convergence() {
    let with_moves = |moves: [u32; 3]| measure(&[with_plies(|i, ply| ply.branching = moves[i])]);
    // The mean of 2, 4, 6 is 4.
    assert_values(&with_moves([2, 4, 6]), &[(Branching, 4f64.ln() / 200f64.ln())]);
    assert_values(&with_moves([500, 500, 500]), &[(Branching, 1.0), (Convergence, 0.5)]);
    // As shares of the maximum 1, 2/3, 1/3 at 1/3, 2/3, 1: slope −1. Turned round: slope 1.
    assert_values(&with_moves([3, 2, 1]), &[(Convergence, 1.0)]);
    assert_values(&with_moves([1, 2, 3]), &[(Convergence, 0.0)]);
    // 1, 1, ½ at −1/3, 0, 1/3 from the centre: (−1/3 + 1/6) / (2/9) = −3/4, and (1 + 3/4) / 2.
    assert_values(&with_moves([4, 4, 2]), &[(Convergence, 0.875)]);
    assert_values(&with_moves([1, 1, 1]), &[(Convergence, 0.5), (Branching, 0.0)]);
}

#[test]
fn interaction() {
    let mobility = [[4, 2], [0, 3], [10, 10]];
    let game = with_plies(|i, ply| {
        ply.opponent_mobility = mobility[i];
        ply.contact = i != 1;
    });
    // 2/4, 3/1 cut to 1, 0/10; and two plies of three.
    assert_values(&measure(&[game]), &[(InteractionMobility, 0.5), (InteractionContact, 2.0 / 3.0)]);
}

#[test]
fn clarity() {
    let values = [vec![0.0, 0.0, 0.0, 1.0], vec![0.5, 0.5], vec![1.0]];
    let measured = measure(&[with_plies(|i, ply| ply.move_values = values[i].clone())]);
    assert_values(
        &measured,
        &[
            // Above ¼ + ¾ · ¾ = .8125: one of four; all of two equal ones; one move is no choice.
            (ClarityNarrowness, (0.25 + 1.0) / 2.0),
            // 4 · (3 · (¼)² + (¾)²) / 4 = ¾, and 0.
            (ClarityVariance, 0.375),
        ],
    );
}

#[test]
fn coolness_control_and_foul_up() {
    let pass = [Some(0.75), Some(0.25), None];
    let best = [0.5, 0.5, 0.5];
    let game = with_plies(|i, ply| {
        ply.pass_value = pass[i];
        ply.move_values = vec![0.0, best[i]];
        ply.forced_reply = Some(i != 1);
        ply.shallow_loss = Some([0.25, 0.5, 1.0][i]);
    });
    assert_values(
        &measure(&[game]),
        &[
            (Coolness, 0.125), // .25 and nothing; the third ply was not measured
            (Control, 0.5),    // yes, no; the last ply has no reply
            (FoulUp, 0.375),   // (.25 + .5) / 2
        ],
    );
}

#[test]
fn what_the_plies_do_not_carry_is_left_out() {
    let measured = measure(&[trial(&[0.0; 5], WHITE)]);
    for criterion in [ClarityNarrowness, ClarityVariance, Coolness, Control, FoulUp, PuzzleQuality, ResilienceRandom] {
        assert_eq!(measured.get(criterion), None, "{criterion}");
    }
    // Measured, but without a choice ever: neutral.
    let measured = measure(&[with_plies(|_, ply| ply.move_values = vec![0.5])]);
    assert_eq!(measured.get(ClarityNarrowness).map(|m| (m.value, m.samples)), Some((1.0, 0)));
}

#[test]
fn harmful_moves_are_the_other_reading_of_coolness() {
    // Gains of the movers, N = 4: −.1, −.2, +.3, 0.
    let game = trial(&[0.0, -0.1, 0.1, 0.4, 0.4, 0.0], WHITE);
    let history = LeadHistory::of(&game, &Conventions::default()).unwrap();
    assert_eq!(lead::harmful_moves(&history, 1e-3), 0.5);
}

#[test]
fn the_decisive_lead_covers_nineteen_trials_of_twenty() {
    let with_deficit = |lead: f64| trial(&[0.0, -lead, 0.0, 0.0, 0.0], WHITE);
    let threshold = |trials: usize, share| {
        let mut all = vec![with_deficit(0.1); trials - 1];
        all.push(with_deficit(0.9));
        let conventions = Conventions { threshold_share: share, ..Conventions::default() };
        measure_by(&all, &conventions).value(DecisivenessThreshold).unwrap()
    };
    assert_eq!(threshold(20, 0.95), 0.1); // 19 of 20 are 95 %
    assert_eq!(threshold(19, 0.95), 0.9); // 18 of 19 are 94.7 %
    assert_eq!(threshold(100, 1.0), 0.9); // the original's maximum
    // Three leads that were let slip; by half of the trials the middle one.
    let trials: Vec<_> = [0.4, 0.2, 0.6].map(with_deficit).into();
    let conventions = Conventions { threshold_share: 0.5, ..Conventions::default() };
    assert_values(&measure_by(&trials, &conventions), &[(DecisivenessThreshold, 0.4), (DecisivenessMoves, 1.0)]);
}

#[test]
fn quality_is_a_mean_over_trials_not_over_plies() {
    // Drama .8 in one ply of a long game, .2 in each of five plies of another: mean of .8 and .2.
    let long = trial(&[0.0, -0.64, 0.1, 0.1, 0.1, 0.1, 0.1, 0.0], WHITE);
    let steady = trial(&[0.0, -0.04, -0.04, -0.04, -0.04, -0.04, 0.0], WHITE);
    assert_values(&measure(&[long, steady]), &[(DramaAverage, 0.5)]);
}

#[test]
fn outcomes() {
    let outcome = |first_mover, plies: usize, ending| {
        let mut trial = trial(&vec![0.0; plies - 3], ending);
        trial.first_mover = first_mover;
        (trial.opening_plies, trial.opening_turns) = (4, 4);
        trial
    };
    let mut trials = [
        outcome(0, 60, WHITE),
        outcome(1, 30, WHITE),
        outcome(0, 90, BLACK),
        outcome(1, 121, Ending::Timeout),
        outcome(0, 60, Ending::Draw),
    ];
    trials[0].plies.truncate(2); // for the decision rate
    (trials[0].opening_plies, trials[0].opening_turns) = (58, 58);
    trials[0].plies[0].branching = 1;
    assert_values(
        &measure(&trials),
        &[
            (Completion, 0.6),
            (Balance, 2.0 / 3.0),   // 1 − |2 − 1| / 3
            (Advantage, 1.0 / 3.0), // of 3 wins the first mover has 1: |1 − 1.5| / 1.5
            (Drawishness, 0.2),
            (Timeouts, 0.2),
            (Duration, 0.4),     // (0 + ½ + ½ + 1 + 0) / 5
            (DecisionRate, 0.9), // (½ + 1 + 1 + 1 + 1) / 5
        ],
    );
}

#[test]
fn depth_and_puzzles() {
    let puzzle = |length, key_rank, good_defence| Puzzle { length, key_rank, branching: 10, good_defence };
    let deeper = |wins, draws| MatchRecord { wins, draws, games: 20 };
    let record = SlowRecord {
        depths: vec![1, 2, 4, 4],
        max_depth: 4,
        deepening: vec![deeper(15, 0), deeper(12, 4), deeper(10, 0)],
        puzzles: vec![puzzle(3, 1, true), puzzle(7, 10, false)],
        positions: 40,
        ..SlowRecord::default()
    };
    let measured = measure_record(&record);
    assert_values(
        &measured,
        &[
            (DepthDiscernment, 7.0 / 12.0), // (0 + 1/3 + 1 + 1) / 4
            (DepthAdvantage, 0.3),          // scores .75, .70, .50: mean .65, 2 · .15
            (PuzzleFrequency, 0.05),
            (PuzzleQuality, 7.0 / 12.0), // (0 + 0 + 1)/3 and (1 + 1 + ½)/3: mean of 4/12 and 10/12
        ],
    );
    let found = |criterion| measured.get(criterion).unwrap();
    assert_eq!([found(DepthDiscernment).samples, found(DepthAdvantage).samples], [4, 60]);
    assert_eq!([found(PuzzleFrequency).samples, found(PuzzleQuality).samples], [40, 2]);
    // A share p of n: √(p (1 − p) / n).
    let expected = (0.05f64 * 0.95 / 40.0).sqrt();
    assert!((found(PuzzleFrequency).standard_error / expected - 1.0).abs() < 0.2);
    // The mean of three scores of 20 games each, times 2: variances 3/16, then .6 + .2/4 − .49 = .16, then ¼, each over 20.
    let expected = 2.0 / 3.0 * ((0.1875f64 + 0.16 + 0.25) / 20.0).sqrt();
    assert!((found(DepthAdvantage).standard_error / expected - 1.0).abs() < 0.2);
    // No puzzle: the quality is 0.
    let none = measure_record(&SlowRecord { positions: 40, ..SlowRecord::default() });
    assert_values(&none, &[(PuzzleFrequency, 0.0), (PuzzleQuality, 0.0)]);
    assert_eq!(none.get(DepthAdvantage), None);
}

#[test]
fn resilience_and_response_time() {
    let played = |wins, draws| Some(MatchRecord { wins, draws, games: 20 });
    let record = SlowRecord {
        versus_random: played(18, 1),
        versus_defensive: played(15, 5),
        versus_obstructive: played(20, 0),
        nodes_per_move: Some(99_900.0),
        ..SlowRecord::default()
    };
    let measured = measure_record(&record);
    assert_values(
        &measured,
        &[
            (ResilienceRandom, 0.925),
            (ResilienceDefensive, 0.75), // draws do not count
            (ResilienceObstructive, 1.0),
            (ResponseTime, 3.0 / 15_001f64.log10()), // 999 ms
        ],
    );
    assert_eq!(measured.get(ResilienceObstructive).unwrap().standard_error, 0.0);
    let slow = measure_record(&SlowRecord { nodes_per_move: Some(1e9), ..SlowRecord::default() });
    assert_values(&slow, &[(ResponseTime, 1.0)]);
}
