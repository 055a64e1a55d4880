//! Scores, and how sure values and scores are.

use super::{BLACK, WHITE, measure, trial};
use ludogen::criticism::Criterion::*;
use ludogen::criticism::score::{contributions, missing};
use ludogen::criticism::{Profile, Term, score};
use ludogen::trials::{Ending, Trial};

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
