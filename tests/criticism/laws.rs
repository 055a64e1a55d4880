//! Laws that hold for any trials.

use super::{BLACK, WHITE, measure};
use ludogen::criticism::Criterion::UncertaintyLate;
use ludogen::criticism::{Conventions, Evidence, LeadSource, Profile, measure_all, score};
use ludogen::trials::{Ending, MatchRecord, PlyRecord, Puzzle, SlowRecord, Trial};
use proptest::prelude::*;

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
