//! How long it takes to judge a game once its trials are played.

use divan::Bencher;
use ludogen::criticism::{Conventions, Evidence, Profile, measure_all, score};
use ludogen::trials::{Ending, PlyRecord, Trial};

fn main() {
    divan::main();
}

/// Trials of 60 plies with 30 moves a ply, from a simple recurrence.
fn trials(count: usize) -> Vec<Trial> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let mut ply = |i: usize| PlyRecord {
        mover: (i % 2) as u8,
        branching: 30,
        lead: 2.0 * next() - 1.0,
        estimates: [next(), next()],
        opponent_mobility: [30, 29],
        contact: next() < 0.5,
        move_values: (0..30).map(|_| next() as f32).collect(),
        pass_value: Some(next() as f32),
        forced_reply: Some(next() < 0.2),
        shallow_loss: Some(next() as f32),
    };
    let trial = |i: usize| Trial {
        seed: i as u64,
        first_mover: (i % 2) as u8,
        opening_plies: 4,
        opening_turns: 4,
        opening_lead: 0.0,
        opening_estimates: [0.5; 2],
        plies: (0..60).map(&mut ply).collect(),
        ending: [Ending::White, Ending::Black, Ending::Draw][i % 3],
        moves: Vec::new(),
    };
    (0..count).map(trial).collect()
}

/// All criteria of the trials with their standard errors. A hundred trials should stay well under 10 ms.
#[divan::bench(args = [20, 100, 400])]
fn measure(bencher: Bencher, count: usize) {
    let trials = trials(count);
    let evidence = Evidence { trials: &trials, ..Evidence::default() };
    bencher.bench_local(|| measure_all(&evidence, &Conventions::default(), 1));
}

/// The score of what was measured, with its interval.
#[divan::bench]
fn score_measured(bencher: Bencher) {
    let trials = trials(100);
    let measured = measure_all(&Evidence { trials: &trials, ..Evidence::default() }, &Conventions::default(), 1);
    let profile = Profile::default();
    bencher.bench_local(|| score(&profile, &measured));
}
