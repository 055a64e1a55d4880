//! Processor time, elapsed time and memory of the symbolic solver, one board at a time:
//!
//! `cargo bench --bench solver -- [--threads N] [--runs N] [BOARD…]`, with boards of seed games such as `breakthrough-4x5`,
//! `breakthrough-5x4-all` (all strings, retrograde) or `connect-four-5x5`; without any, a list that takes some minutes. Each board runs in
//! processes of its own, so that peak memory is the board's, on one thread and then on two, or on as many as told, and of as many runs as
//! told the quickest counts. Output is CSV.

mod arguments;
mod boards;
mod usage;

use std::process::Command;
use std::time::Instant;

use arguments::option;
use boards::seed_game;
use ludogen::game::AnyGame;
use ludogen::solver::dfa::{Limit, Set};
use ludogen::solver::encode::encode;
use ludogen::solver::symbolic::layered::{self, Event, Options};
use ludogen::solver::symbolic::retrograde;
use ludogen::with_game;

const BOARDS: [&str; 15] = [
    "breakthrough-3x5",
    "breakthrough-4x4",
    "breakthrough-3x6",
    "breakthrough-4x5",
    "breakthrough-3x7",
    "breakthrough-3x8",
    "breakthrough-4x6",
    "breakthrough-5x5",
    "breakthrough-4x5-all",
    "breakthrough-5x4-all",
    "breakthrough-6x4-all",
    "connect-four-5x4",
    "connect-four-4x5",
    "connect-four-5x5",
    "connect-four-6x4",
];

const COLUMNS: [&str; 12] = [
    "board",
    "threads",
    "value",
    "plies",
    "positions",
    "peak_states",
    "states",
    "cpu_s",
    "elapsed_s",
    "peak_memory_mb",
    "bytes_per_state",
    "states_per_cpu_s",
];

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, board, threads] = &arguments[..]
        && flag == "--measure"
    {
        let threads = threads.parse().expect("a number of threads");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| measure(board, threads));
        return;
    }
    let mut option = |name| option(&mut arguments, name).expect("a value for each option");
    let (threads, runs) = (option("--threads"), option("--runs"));
    let threads = threads.as_deref().map_or(vec!["1", "2"], |threads| vec![threads]);
    let runs: u32 = runs.map_or(1, |runs| runs.parse().expect("a number of runs"));
    println!("{}", COLUMNS.join(","));
    let program = std::env::current_exe().expect("the name of this program");
    // `cargo test` runs benches too, without the flag: then a glance is enough.
    let glance = !std::env::args().any(|argument| argument == "--bench");
    let all: Vec<String> = BOARDS.iter().take(if glance { 1 } else { BOARDS.len() }).map(|b| (*b).to_owned()).collect();
    for board in if arguments.is_empty() { &all } else { &arguments } {
        for threads in &threads {
            let row = |_| {
                let run = Command::new(&program).args(["--measure", board, threads]).output().expect("a process");
                let row = String::from_utf8_lossy(&run.stdout).trim().to_owned();
                if row.is_empty() {
                    eprintln!("{board}: {} {}", run.status, String::from_utf8_lossy(&run.stderr));
                }
                Some(row).filter(|row| !row.is_empty())
            };
            let quickest = (0..runs).filter_map(row).min_by(|a, b| elapsed(a).total_cmp(&elapsed(b)));
            quickest.iter().for_each(|row| println!("{row}"));
        }
    }
}

/// The elapsed seconds of a row.
fn elapsed(row: &str) -> f64 {
    let column = COLUMNS.iter().position(|&column| column == "elapsed_s");
    column.and_then(|column| row.split(',').nth(column)?.parse().ok()).unwrap_or(f64::INFINITY)
}

/// What is counted while a board is solved.
#[derive(Default)]
struct Count {
    plies: u32,
    /// Positions reached, summed over plies; or all strings, for retrograde.
    positions: u128,
    /// States of the largest set.
    peak: usize,
    /// States of all sets made.
    states: usize,
}

impl Count {
    fn add(&mut self, set: &Set) {
        self.peak = self.peak.max(set.states());
        self.states += set.states();
    }
}

/// The board of a seed game, and whether all its strings are meant.
fn game(name: &str) -> Option<(AnyGame, bool)> {
    let (name, all) = name.strip_suffix("-all").map_or((name, false), |name| (name, true));
    let (game, size) = name.rsplit_once('-')?;
    Some((seed_game(game, &size.replace('x', " ")).ok()?, all))
}

fn measure(board: &str, threads: usize) {
    let Some((game, all)) = game(board) else {
        eprintln!("{board}: no such board");
        std::process::exit(1);
    };
    let start = Instant::now();
    let problem = with_game!(&game, game => encode(game)).expect("rules that compile").problem;
    let mut count = Count::default();
    let value = if all {
        let solution = retrograde::solve(&problem, Limit::NONE, None, |_, decided| {
            decided.iter().for_each(|decided| [&decided.won, &decided.lost].into_iter().for_each(|set| count.add(set)));
        });
        let solution = solution.expect("a solution");
        count.plies = solution.plies;
        count.positions = Set::full(problem.shape()).count().expect("less than 2^128 strings");
        solution.value
    } else {
        let solution = layered::solve(&problem, &Options::default(), |event| match event {
            Event::Reached(_, set) => {
                count.positions += set.count().expect("less than 2^128 strings");
                count.add(set);
            }
            Event::Solved(_, ply) => [&ply.won, &ply.lost, &ply.drawn].into_iter().for_each(|set| count.add(set)),
        });
        let solution = solution.expect("a solution");
        count.plies = solution.plies;
        solution.value
    };
    let elapsed = start.elapsed().as_secs_f64();
    let (cpu, memory) = usage::usage();
    println!(
        "{board},{threads},{value:?},{},{},{},{},{cpu:.2},{elapsed:.2},{:.1},{:.1},{:.0}",
        count.plies,
        count.positions,
        count.peak,
        count.states,
        memory as f64 / 1e6,
        memory as f64 / count.states as f64,
        count.states as f64 / cpu
    );
}
