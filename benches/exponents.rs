//! How the states of automata grow with the positions they hold, for several games at several sizes:
//!
//! `cargo bench --bench exponents`
//!
//! For each board, the set of positions reached after so many plies that has the most states, as section 5.2 of "Compressed Game
//! Solving" (2024) takes it: there, states ≈ positions^0.45 for Breakthrough. Writes `reports/solver/exponents.csv` and prints
//! a table of the exponent of each game, the slope of a line through its boards on logarithmic scales.

mod boards;

use std::error::Error;
use std::fs;
use std::path::Path;

use boards::seed_game;
use ludogen::solver::dfa::{self, Limit, with_limit};
use ludogen::solver::encode::encode;
use ludogen::solver::symbolic::layered::{Event, Options};
use ludogen::solver::symbolic::{self, layered};
use ludogen::with_game;

/// Seed games with the sizes of their boards.
const GAMES: [(&str, &[&str]); 8] = [
    ("breakthrough", &["2 5", "3 5", "4 4", "3 6", "5 4", "4 5"]),
    ("connect-four", &["4 4", "5 4", "4 5", "6 4", "5 5"]),
    ("tic-tac-toe", &["3 3", "4 3", "4 4"]),
    ("konane", &["3 3", "4 4", "5 4", "5 5"]),
    ("clobber", &["3 3", "4 3", "4 4", "5 4"]),
    ("domineering", &["3 3", "4 4", "5 4", "5 5"]),
    ("hex", &["3 3", "4 3", "4 4", "5 4"]),
    ("nogo", &["3 3", "4 3"]),
];
/// What one board may use.
const LIMIT: Limit = Limit { bytes: 4 << 30, states: 60_000_000 };
const MOST_PLIES: u32 = 100;

/// The set of a board with the most states.
#[derive(Clone, Copy, Default)]
struct Peak {
    ply: u32,
    positions: u128,
    states: usize,
}

impl Peak {
    /// The natural logarithms of positions and states.
    fn logarithms(&self) -> (f64, f64) {
        ((self.positions as f64).ln(), (self.states as f64).ln())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benches too, without the flag: then a glance is enough.
    let glance = !std::env::args().any(|argument| argument == "--bench");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = vec!["game,size,ply,positions,states,exponent".to_string()];
    println!("| game | boards | largest set | exponent of the largest | slope |\n|---|---|---|---|---|");
    for (name, sizes) in GAMES.into_iter().take(if glance { 1 } else { GAMES.len() }) {
        let mut peaks = Vec::new();
        for size in sizes.iter().take(if glance { 1 } else { sizes.len() }) {
            let board = size.replace(' ', "×");
            match peak(name, size) {
                Ok(peak) => {
                    let (x, y) = peak.logarithms();
                    lines.push(format!("{name},{board},{},{},{},{:.3}", peak.ply, peak.positions, peak.states, y / x));
                    peaks.push((board, peak));
                }
                Err(error) => eprintln!("{name} {board}: {error}"),
            }
        }
        let points: Vec<_> = peaks.iter().map(|(_, peak)| peak.logarithms()).collect();
        if let Some((_, largest)) = peaks.iter().max_by_key(|(_, peak)| peak.positions) {
            let (x, y) = largest.logarithms();
            let boards: Vec<_> = peaks.iter().map(|(board, _)| board.as_str()).collect();
            let Peak { positions, states, .. } = largest;
            let slope = slope(&points).map_or(String::new(), |slope| format!("{slope:.2}"));
            println!("| {name} | {} | {positions} in {states} states | {:.2} | {slope} |", boards.join(", "), y / x);
        }
    }
    if !glance {
        let folder = root.join("reports/solver");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("exponents.csv"), lines.join("\n") + "\n")?;
    }
    Ok(())
}

fn peak(name: &str, size: &str) -> Result<Peak, Box<dyn Error>> {
    let game = seed_game(name, size)?;
    let encoding = with_limit(LIMIT, || with_game!(&game, game => encode(game)))?;
    let mut peak = Peak::default();
    let mut whole = false;
    let solved = layered::solve(
        &encoding.problem,
        &Options { limit: LIMIT, most_plies: MOST_PLIES, ..Options::default() },
        |event| match event {
            Event::Reached(ply, set) if set.states() > peak.states => {
                peak = Peak { ply, positions: set.count().unwrap_or(u128::MAX), states: set.states() };
            }
            Event::Reached(..) => {}
            Event::Solved(..) => whole = true,
        },
    );
    match solved {
        // What is reached is known when the backward pass begins.
        Ok(_) | Err(symbolic::Error::Sets(dfa::Error::States { .. } | dfa::Error::Memory { .. })) if whole => Ok(peak),
        Ok(_) => Err("it has no plies".into()),
        Err(error) => Err(error.into()),
    }
}

/// The slope of the line through some points with the least squares.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let (above, below) = points.iter().fold((0.0, 0.0), |(above, below), point| {
        (above + (point.0 - x) * (point.1 - y), below + (point.0 - x).powi(2))
    });
    (points.len() > 1 && below > 0.0).then(|| above / below)
}
