//! Speed of the players on hand-written tic-tac-toe, where the game itself costs next to nothing: what is measured is the
//! search. Items per second are nodes for alpha-beta and playouts for UCT.

#[path = "../tests/players/tic_tac_toe.rs"]
mod tic_tac_toe;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Arena, Uct, UctOptions};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tic_tac_toe::{Board, OpenLines, TicTacToe};

fn main() {
    divan::main();
}

fn bare() -> AlphaBetaOptions {
    AlphaBetaOptions {
        depth: 9,
        table_bits: 0,
        cache_bits: 0,
        killers: false,
        history: false,
        scout: false,
        ..AlphaBetaOptions::default()
    }
}

/// Searches the empty board from scratch.
fn search(bencher: Bencher, options: AlphaBetaOptions) {
    let mut searcher = AlphaBeta::new(options);
    let mut run = || {
        searcher.clear();
        searcher.search(&TicTacToe, &OpenLines, black_box(&mut Board::default())).map_or(0, |found| found.nodes)
    };
    let nodes = run();
    bencher.counter(ItemsCount::new(nodes)).bench_local(run);
}

#[divan::bench]
fn alpha_beta_bare(bencher: Bencher) {
    search(bencher, bare());
}

#[divan::bench]
fn alpha_beta_ordered(bencher: Bencher) {
    search(bencher, AlphaBetaOptions { killers: true, history: true, scout: true, ..bare() });
}

#[divan::bench]
fn alpha_beta_with_memory(bencher: Bencher) {
    search(bencher, AlphaBetaOptions { depth: 9, ..AlphaBetaOptions::default() });
}

#[divan::bench]
fn alpha_beta_two_plies(bencher: Bencher) {
    search(bencher, AlphaBetaOptions { table_bits: 8, cache_bits: 8, ..AlphaBetaOptions::default() });
}

#[divan::bench]
fn uct(bencher: Bencher) {
    let mut searcher = Uct::new(UctOptions { playouts: 1000, ..UctOptions::default() });
    bencher
        .counter(ItemsCount::new(1000u32))
        .bench_local(|| searcher.search(&TicTacToe, black_box(&mut Board::default()), &mut Pcg64Mcg::seed_from_u64(1)));
}

#[divan::bench]
fn random_playout(bencher: Bencher) {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| TicTacToe.random_playout(black_box(&mut Board::default()), &mut rng, 9));
}
