//! The criteria against values worked out by hand from their definitions, and against laws that must hold for any trials.

use ludogen::criticism::quality::{LeadHistory, lead};
use ludogen::criticism::score::{contributions, missing};
use ludogen::criticism::{Conventions, Criterion, Evidence, LeadSource, Measured, Profile, Term, measure_all, score};
use ludogen::trials::{Ending, MatchRecord, PlyRecord, Puzzle, SlowRecord, Trial};
use proptest::prelude::*;

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

/// Trials of varied strength and length, from a simple recurrence.
fn varied(count: usize, plies: usize, moves: usize) -> Vec<Trial> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let game = |i: usize| {
        let length = plies / 2 + (next() * plies as f64) as usize;
        let mut lead = 0.0f64;
        let leads: Vec<f64> = (0..=length)
            .map(|_| {
                lead = (lead + (next() - 0.5) * 0.5).clamp(-0.95, 0.95);
                lead
            })
            .collect();
        let ending = match next() {
            x if x < 0.45 => WHITE,
            x if x < 0.8 => BLACK,
            x if x < 0.9 => Ending::Draw,
            _ => Ending::Timeout,
        };
        let mut trial = trial(&leads, ending);
        trial.first_mover = (i % 2) as u8;
        for ply in &mut trial.plies {
            ply.branching = 1 + (next() * 40.0) as u32;
            ply.opponent_mobility = [(next() * 40.0) as u32, (next() * 40.0) as u32];
            ply.contact = next() < 0.3;
            ply.move_values = (0..moves).map(|_| next() as f32).collect();
            ply.pass_value = Some(next() as f32);
            ply.forced_reply = Some(next() < 0.2);
        }
        trial
    };
    (0..count).map(game).collect()
}

/// A criterion that is the mean of its values over single trials has the standard error s / √n.
#[test]
fn the_bootstrap_agrees_with_the_standard_error_of_a_mean() {
    let trials = varied(150, 40, 5);
    let measured = measure(&trials);
    for criterion in [Completion, Duration, Branching, KillerMoves, Permanence, LeadChange, Momentum1, ClarityVariance]
    {
        let single: Vec<f64> =
            trials.iter().map(|t| measure(std::slice::from_ref(t)).value(criterion).unwrap()).collect();
        let n = single.len() as f64;
        let mean = single.iter().sum::<f64>() / n;
        let analytic = (single.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        let m = measured.get(criterion).unwrap();
        assert!((m.value - mean).abs() < 1e-9, "{criterion}");
        // 200 resamples know a deviation to one part in twenty.
        assert!((m.standard_error / analytic - 1.0).abs() < 0.2, "{criterion}: {} {analytic}", m.standard_error);
    }
    // Balance is 1 − |2p − 1|, of slope 2: its error is 2 √(p (1 − p) / W) away from p = ½.
    let mut lopsided = vec![trial(&[0.0; 4], WHITE); 80];
    lopsided.extend(vec![trial(&[0.0; 4], BLACK); 20]);
    let m = *measure(&lopsided).get(Balance).unwrap();
    assert!((m.standard_error / 0.08 - 1.0).abs() < 0.2, "{m:?}");
}

#[test]
fn the_score_is_the_weighted_sum() {
    let profile = Profile {
        bias: 0.5,
        terms: vec![
            Term::straight(Completion, 2.0, 0.75, 0.5),
            Term::straight(Duration, -1.0, 0.5, 0.25),
            Term::straight(PuzzleQuality, 3.0, 0.0, 1.0),
        ],
        ..Profile::parse("(format: 1, name: \"p\", criteria: [])").unwrap()
    };
    // 60, 60, 60 and 60 plies, one draw: completion ¾, duration 0.
    let mut trials = vec![trial(&[0.0; 61], WHITE); 4];
    trials[3].ending = Ending::Draw;
    let measured = measure(&trials);
    let scored = score(&profile, &measured);
    // ½ + 2 · 0 − 1 · (0 − ½) / ¼ = 2.5
    assert!((scored.value - 2.5).abs() < 1e-12);
    assert!(scored.low < scored.value && scored.value < scored.high);
    assert_eq!(contributions(&profile, &measured), [(Completion, 0.0), (Duration, 2.0)]);
    assert_eq!(missing(&profile, &measured), [PuzzleQuality]);
}

/// Every trial is won or times out, so completion and timeouts add up to 1 in any sample. Errors taken for independent would
/// not cancel.
#[test]
fn errors_that_criteria_share_stay_together_in_the_score() {
    let mut trials = vec![trial(&[0.0; 9], WHITE); 30];
    trials.extend(vec![trial(&[0.0; 9], Ending::Timeout); 30]);
    let measured = measure(&trials);
    let with = |weight| Profile {
        terms: vec![Term::by_range(Completion, 1.0), Term::by_range(Timeouts, weight)],
        ..Profile::parse("(format: 1, name: \"p\", criteria: [])").unwrap()
    };
    let width = |weight| {
        let s = score(&with(weight), &measured);
        s.high - s.low
    };
    assert!(width(1.0) < 1e-9);
    assert!((width(-1.0) / width(0.0) - 2.0).abs() < 1e-9);
    // 2 · 1.96 · √12 · √(¼ / 60)
    assert!((width(0.0) / (3.92 * 12f64.sqrt() * (0.25f64 / 60.0).sqrt()) - 1.0).abs() < 0.2);
}

#[test]
fn ludi_prefers_the_dramatic_game_to_the_certain_one() {
    let profile = Profile::shipped("ludi").unwrap();
    let dramatic = trial(&[0.0, -0.04, -0.16, -0.36, -0.64, 0.2, 0.5, 1.0], WHITE);
    let certain = trial(&[0.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1.0], WHITE);
    let of = |game: Trial| score(&profile, &measure(&vec![game; 10])).value;
    assert!(of(dramatic) > of(certain));
}

prop_compose! {
    fn any_lead()(lead in prop_oneof![8 => -1.0..=1.0f64, 1 => Just(0.0), 1 => Just(1.0)]) -> f64 { lead }
}

prop_compose! {
    fn any_ply()(
        mover in 0..2u8,
        branching in 0..300u32,
        lead in any_lead(),
        estimates in [0.0..=1.0f64, 0.0..=1.0f64],
        opponent_mobility in [0..300u32, 0..300u32],
        contact: bool,
        move_values in prop::collection::vec(0.0..=1.0f32, 0..6),
        pass_value in prop::option::of(0.0..=1.0f32),
        forced_reply: Option<bool>,
        shallow_loss in prop::option::of(0.0..=1.0f32),
    ) -> PlyRecord {
        PlyRecord {
            mover, branching, lead, estimates, opponent_mobility, contact, move_values, pass_value, forced_reply, shallow_loss,
        }
    }
}

prop_compose! {
    fn any_trial()(
        first_mover in 0..2u8,
        opening_plies in 0..6u32,
        turn in 1..4u32,
        opening_lead in any_lead(),
        opening_estimates in [0.0..=1.0f64, 0.0..=1.0f64],
        plies in prop::collection::vec(any_ply(), 0..30),
        ending in prop_oneof![3 => Just(WHITE), 3 => Just(BLACK), 1 => Just(Ending::Draw), 1 => Just(Ending::Timeout)],
    ) -> Trial {
        let moves = vec!["A1".to_string(); plies.len() + opening_plies as usize];
        let opening_turns = opening_plies / turn;
        Trial { seed: 1, first_mover, opening_plies, opening_turns, opening_lead, opening_estimates, plies, ending, moves }
    }
}

prop_compose! {
    fn any_match()(wins: u32, draws: u32, games in prop_oneof![0..40u32, any::<u32>()]) -> MatchRecord {
        MatchRecord { wins: wins % 50, draws: draws % 50, games }
    }
}

prop_compose! {
    fn any_record()(
        depths in prop::collection::vec(any::<u32>(), 0..10),
        max_depth in 0..6u32,
        deepening in prop::collection::vec(any_match(), 0..4),
        puzzles in prop::collection::vec(
            (any::<u32>(), any::<u32>(), any::<u32>(), any::<bool>()).prop_map(|(length, key_rank, branching, good_defence)| {
                Puzzle { length, key_rank, branching, good_defence }
            }),
            0..5,
        ),
        positions in prop_oneof![0..50u32, any::<u32>()],
        matches in prop::option::of([any_match(), any_match(), any_match()]),
        nodes_per_move in prop::option::of(any::<f64>()),
    ) -> SlowRecord {
        let [versus_random, versus_defensive, versus_obstructive] = matches.map_or([None; 3], |m| m.map(Some));
        SlowRecord {
            depths, max_depth, deepening, puzzles, positions, versus_random, versus_defensive, versus_obstructive, nodes_per_move,
        }
    }
}

/// The same trial with the sides exchanged.
fn swapped(trial: &Trial) -> Trial {
    let mut swapped = trial.clone();
    let exchange = |estimates: &mut [f64; 2]| estimates.reverse();
    swapped.first_mover = 1 - trial.first_mover;
    swapped.opening_lead = -trial.opening_lead;
    exchange(&mut swapped.opening_estimates);
    swapped.ending = match trial.ending {
        Ending::White => Ending::Black,
        Ending::Black => Ending::White,
        even => even,
    };
    for ply in &mut swapped.plies {
        ply.mover = 1 - ply.mover;
        ply.lead = -ply.lead;
        exchange(&mut ply.estimates);
    }
    swapped
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_value_is_finite_and_in_range(
        trials in prop::collection::vec(any_trial(), 0..6),
        record in any_record(),
        seed: u64,
        poison in prop::option::of(prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-7.0)]),
    ) {
        let mut trials = trials;
        // Unsound records must not do harm either.
        if let (Some(poison), Some(trial)) = (poison, trials.first_mut()) {
            trial.opening_lead = poison;
            trial.first_mover = 9;
            (trial.opening_plies, trial.opening_turns) = (u32::MAX, u32::MAX);
            for ply in &mut trial.plies {
                ply.mover = 200;
                ply.lead = poison;
                ply.estimates = [poison; 2];
                ply.branching = u32::MAX;
                ply.move_values.push(poison as f32);
                ply.pass_value = Some(poison as f32);
                ply.shallow_loss = Some(poison as f32);
            }
        }
        let evidence = Evidence { trials: &trials, slow: Some(&record), ..Evidence::default() };
        for leads in [LeadSource::Searched, LeadSource::Static] {
            let measured = measure_all(&evidence, &Conventions { leads, ..Conventions::default() }, seed);
            for m in measured.measurements() {
                let (low, high) = m.criterion.info().range;
                prop_assert!((low..=high).contains(&m.value), "{m:?}");
                prop_assert!(m.standard_error >= 0.0 && m.standard_error <= high - low, "{m:?}");
                for &replicate in measured.replicates(m.criterion).unwrap() {
                    prop_assert!((low..=high).contains(&replicate), "{m:?}");
                }
            }
            let numbers: Vec<_> = measured.measurements().iter().map(|m| m.criterion.number()).collect();
            prop_assert!(numbers.is_sorted_by(|a, b| a < b));
            let s = score(&Profile::default(), &measured);
            prop_assert!(s.value.is_finite() && s.low <= s.value && s.value <= s.high);
        }
    }

    #[test]
    fn criteria_are_blind_to_colour(trials in prop::collection::vec(any_trial(), 0..8)) {
        let exchanged: Vec<_> = trials.iter().map(swapped).collect();
        let (one, other) = (measure(&trials), measure(&exchanged));
        for (a, b) in one.measurements().iter().zip(other.measurements()) {
            prop_assert!((a.value - b.value).abs() < 1e-9, "{a:?} {b:?}");
            prop_assert!((a.standard_error - b.standard_error).abs() < 1e-9, "{a:?} {b:?}");
        }
    }

    #[test]
    fn the_order_of_trials_is_irrelevant(trials in prop::collection::vec(any_trial(), 0..8), turn in 0..8usize) {
        let mut turned = trials.clone();
        turned.rotate_left(turn.min(trials.len()));
        turned.reverse();
        for (a, b) in measure(&trials).measurements().iter().zip(measure(&turned).measurements()) {
            prop_assert!((a.value - b.value).abs() < 1e-9 && a.samples == b.samples, "{a:?} {b:?}");
        }
    }

    #[test]
    fn playing_every_trial_twice_changes_no_value(trials in prop::collection::vec(any_trial(), 0..6)) {
        let twice: Vec<_> = trials.iter().chain(&trials).cloned().collect();
        for (a, b) in measure(&trials).measurements().iter().zip(measure(&twice).measurements()) {
            prop_assert!((a.value - b.value).abs() < 1e-9, "{a:?} {b:?}");
        }
    }

    #[test]
    fn the_seed_decides_the_errors_and_nothing_else(trials in prop::collection::vec(any_trial(), 0..6), seed: u64) {
        let evidence = Evidence { trials: &trials, ..Evidence::default() };
        let of = |seed| measure_all(&evidence, &Conventions::default(), seed);
        prop_assert_eq!(of(seed), of(seed));
        for (a, b) in of(seed).measurements().iter().zip(of(!seed).measurements()) {
            prop_assert_eq!((a.criterion, a.value, a.samples), (b.criterion, b.value, b.samples));
        }
    }

    /// Late uncertainty by integrating each trial afresh, straight from eq. 5.
    #[test]
    fn late_uncertainty_is_equation_5(trials in prop::collection::vec(any_trial(), 1..6)) {
        let usable: Vec<_> = trials.iter().filter(|t| t.plies.len() >= 3).collect();
        let mut sum = 0.0;
        for s in 0..100 {
            let t = s as f64 / 99.0;
            let mut lead = 0.0;
            for trial in &usable {
                let at = |n: usize| match (n, trial.ending.winner()) {
                    (_, None) => 0.0,
                    (n, Some(w)) => {
                        let white = match n {
                            0 => trial.opening_lead,
                            n if n == trial.plies.len() => if w == 0 { 1.0 } else { -1.0 },
                            n => trial.plies[n - 1].lead,
                        };
                        if w == 0 { white } else { -white }
                    }
                };
                let x = t * trial.plies.len() as f64;
                let (below, above) = (x.floor() as usize, x.ceil() as usize);
                lead += at(below) * (1.0 - x.fract()) + at(above) * x.fract();
            }
            sum += f64::min(1.0, t - lead / usable.len() as f64);
        }
        let expected = if usable.is_empty() { 0.5 } else { sum / 100.0 };
        prop_assert!((measure(&trials).value(UncertaintyLate).unwrap() - expected).abs() < 1e-9);
    }
}
