//! Random playouts a second of the general engine, beside those of programs written by hand for one game each.
//!
//! One process, one thread, turn and turn about, so that whatever else the machine does hits both alike. The same generator,
//! the same distribution over legal moves, the same limit on the length.
//!
//! `cargo bench --bench playouts` prints a Markdown table, with `-- --json` JSON. `-- --profile hex 10000` plays so many
//! games on the general engine and nothing else, for a profiler to watch.

mod rivals;

use ludogen::game::{AnyGame, Game, Player, Playout, lower};
use ludogen::with_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rivals::{
    Amazons, Breakthrough, ConnectFour, EnglishDraughts, Gomoku, Hex, LinesOfAction, Reversi, Rival, TicTacToe,
    Yavalath,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// No game here is longer.
const MAX_PLIES: u32 = 1000;

/// How long and how often each side plays.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    round: Duration,
}

/// Playouts a second: the least, the median and the greatest of all rounds.
#[derive(serde::Serialize)]
struct Speed {
    min: f64,
    median: f64,
    max: f64,
}

impl Speed {
    fn of(mut rounds: Vec<f64>) -> Self {
        rounds.sort_unstable_by(f64::total_cmp);
        Speed { min: rounds[0], median: median(&rounds), max: rounds[rounds.len() - 1] }
    }
}

fn median(sorted: &[f64]) -> f64 {
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}

#[derive(serde::Serialize)]
struct Row {
    game: &'static str,
    mean_plies: f64,
    general: Speed,
    specialised: Speed,
    /// General over specialised: the median over the rounds of the ratio within one.
    ratio: f64,
}

/// Plays for a while. Returns playouts a second and plies a playout.
fn time(round: Duration, mut play: impl FnMut() -> u32) -> (f64, f64) {
    let (mut playouts, mut plies, mut batch) = (0u64, 0u64, 1u64);
    let start = Instant::now();
    loop {
        for _ in 0..batch {
            plies += play() as u64;
        }
        playouts += batch;
        let elapsed = start.elapsed();
        if elapsed >= round {
            return (playouts as f64 / elapsed.as_secs_f64(), plies as f64 / playouts as f64);
        }
        // About a hundred looks at the clock a round.
        if elapsed < round / 100 {
            batch *= 2;
        }
    }
}

fn seed_game(name: &str) -> anyhow::Result<AnyGame> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seed-games/{name}.ludi"));
    let source = std::fs::read_to_string(path)?;
    let tree = ludogen::language::parse(&source).map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    Ok(AnyGame::new(lower(&tree)?)?)
}

fn compare<G: Rival>(plan: Plan) -> anyhow::Result<Row> {
    fn run<G: Rival, const W: usize>(game: &Game<W>, plan: Plan) -> Row {
        let mut playout = Playout::new(game);
        let mut rngs = [1, 2].map(Pcg64Mcg::seed_from_u64);
        let [ours, theirs] = &mut rngs;
        let mut general = || {
            playout.restart(Player::White);
            let (outcome, plies) = playout.run(ours, MAX_PLIES);
            black_box(outcome);
            plies
        };
        let mut specialised = || {
            let (outcome, plies) = rivals::playout::<G>(theirs, MAX_PLIES);
            black_box(outcome);
            plies
        };
        let (mut fast, mut slow, mut ratios, mut mean_plies) = (Vec::new(), Vec::new(), Vec::new(), 0.0);
        time(plan.round / 10, &mut general);
        time(plan.round / 10, &mut specialised);
        for _ in 0..plan.rounds {
            let (a, _) = time(plan.round, &mut general);
            let (b, plies) = time(plan.round, &mut specialised);
            slow.push(a);
            fast.push(b);
            ratios.push(a / b);
            mean_plies += plies / plan.rounds as f64;
        }
        ratios.sort_unstable_by(f64::total_cmp);
        Row {
            game: G::GAME,
            mean_plies,
            general: Speed::of(slow),
            specialised: Speed::of(fast),
            ratio: median(&ratios),
        }
    }
    Ok(with_game!(&seed_game(G::GAME)?, game => run::<G, _>(game, plan)))
}

/// A number of playouts, in thousands.
fn thousands(speed: &Speed) -> String {
    let k = |x: f64| {
        let x = x / 1000.0;
        if x < 100.0 { format!("{x:.1}") } else { format!("{x:.0}") }
    };
    format!("{} | {} – {}", k(speed.median), k(speed.min), k(speed.max))
}

fn profile(game: &str, playouts: u32) -> anyhow::Result<()> {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    with_game!(&seed_game(game)?, game => {
        let mut playout = Playout::new(game);
        for _ in 0..playouts {
            playout.restart(Player::White);
            black_box(playout.run(&mut rng, MAX_PLIES));
        }
    });
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(i) = args.iter().position(|a| a == "--profile") {
        let game = args.get(i + 1).map_or("hex", String::as_str);
        return profile(game, args.get(i + 2).map_or(Ok(1000), |n| n.parse())?);
    }
    // `cargo test` runs benches too, without the flag: then a glance is enough.
    let plan = if args.iter().any(|a| a == "--bench") {
        Plan { rounds: 7, round: Duration::from_millis(300) }
    } else {
        Plan { rounds: 2, round: Duration::from_millis(20) }
    };
    let rows = [
        compare::<TicTacToe>(plan)?,
        compare::<ConnectFour>(plan)?,
        compare::<Breakthrough>(plan)?,
        compare::<Yavalath>(plan)?,
        compare::<Hex>(plan)?,
        compare::<Gomoku>(plan)?,
        compare::<Reversi>(plan)?,
        compare::<LinesOfAction>(plan)?,
        compare::<Amazons>(plan)?,
        compare::<EnglishDraughts>(plan)?,
    ];
    let mean = (rows.iter().map(|r| r.ratio.ln()).sum::<f64>() / rows.len() as f64).exp();
    if args.iter().any(|a| a == "--json") {
        println!("{:#}", serde_json::json!({ "games": rows, "geometric_mean": mean }));
        return Ok(());
    }
    println!("Playouts a second on one core, in thousands: median and range of {} rounds.\n", plan.rounds);
    println!("| game | moves a game | general | range | specialised | range | general : specialised |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for r in &rows {
        let (general, specialised) = (thousands(&r.general), thousands(&r.specialised));
        println!("| {} | {:.1} | {general} | {specialised} | 1 : {:.1} |", r.game, r.mean_plies, 1.0 / r.ratio);
    }
    println!("| geometric mean | | | | | | 1 : {:.1} |", 1.0 / mean);
    Ok(())
}
