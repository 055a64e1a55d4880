//! Random playouts a second of the general engine, beside those of programs written by hand for one game each; and nodes a
//! second of plain alpha-beta on both.
//!
//! One process, one thread, turn and turn about, so that whatever else the machine does hits both alike. Playouts draw from the
//! same generator with the same distribution over legal moves, up to the same length. Searches look at the same nodes: the
//! same depth, the same order of moves, the same evaluation.
//!
//! `cargo bench --bench playouts` prints two Markdown tables, with `-- --json` JSON. `-- --profile hex 10000` plays so many
//! games on the general engine and nothing else, for a profiler to watch; `-- --search breakthrough 5` searches to that depth.

mod rivals;

use ludogen::game::{AnyGame, Game, Outcome, Player, Playout, lower};
use ludogen::with_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rivals::search::{self, General, Searcher};
use rivals::{
    Amazons, Breakthrough, Chess, ConnectFour, EnglishDraughts, Go, Gomoku, Havannah, Hex, InternationalDraughts,
    Konane, LinesOfAction, Reversi, Rival, TicTacToe, Yavalath,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Only chess has longer games: of one in fifteen the rest is not played.
const MAX_PLIES: u32 = 1000;

/// How long and how often each side plays.
#[derive(Clone, Copy)]
struct Plan {
    rounds: usize,
    round: Duration,
}

/// Playouts or nodes a second: the least, the median and the greatest of all rounds.
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
    /// Moves a playout, or the depth of the search.
    length: f64,
    general: Speed,
    specialised: Speed,
    /// General over specialised: the median over the rounds of the ratio within one.
    ratio: f64,
}

/// What was done in one go: how many playouts or nodes, and how many moves in all playouts together.
#[derive(Clone, Copy, Default)]
struct Work {
    units: u64,
    moves: u64,
}

/// Works for a while. Returns units a second and moves a unit.
fn time(round: Duration, mut work: impl FnMut() -> Work) -> (f64, f64) {
    let (mut done, mut batch) = (Work::default(), 1u64);
    let start = Instant::now();
    loop {
        for _ in 0..batch {
            let Work { units, moves } = work();
            (done.units, done.moves) = (done.units + units, done.moves + moves);
        }
        let elapsed = start.elapsed();
        if elapsed >= round {
            return (done.units as f64 / elapsed.as_secs_f64(), done.moves as f64 / done.units as f64);
        }
        // About a hundred looks at the clock a round.
        if elapsed < round / 100 {
            batch *= 2;
        }
    }
}

/// Lets both work in turn.
fn race(
    game: &'static str,
    plan: Plan,
    mut general: impl FnMut() -> Work,
    mut specialised: impl FnMut() -> Work,
) -> Row {
    let (mut fast, mut slow, mut ratios, mut length) = (Vec::new(), Vec::new(), Vec::new(), 0.0);
    time(plan.round / 10, &mut general);
    time(plan.round / 10, &mut specialised);
    for _ in 0..plan.rounds {
        let (a, _) = time(plan.round, &mut general);
        let (b, moves) = time(plan.round, &mut specialised);
        slow.push(a);
        fast.push(b);
        ratios.push(a / b);
        length += moves / plan.rounds as f64;
    }
    ratios.sort_unstable_by(f64::total_cmp);
    Row { game, length, general: Speed::of(slow), specialised: Speed::of(fast), ratio: median(&ratios) }
}

fn seed_game(name: &str) -> anyhow::Result<AnyGame> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seed-games/{name}.ludi"));
    let source = std::fs::read_to_string(path)?;
    let tree = ludogen::language::parse(&source).map_err(|problems| anyhow::anyhow!("{problems:?}"))?;
    Ok(AnyGame::new(lower(&tree)?)?)
}

fn playouts<G: Rival>(plan: Plan) -> anyhow::Result<Row> {
    fn run<G: Rival, const W: usize>(game: &Game<W>, plan: Plan) -> Row {
        let mut playout = Playout::new(game);
        let mut rngs = [1, 2].map(Pcg64Mcg::seed_from_u64);
        let [ours, theirs] = &mut rngs;
        let done = |(outcome, plies): (Option<Outcome>, u32)| {
            black_box(outcome);
            Work { units: 1, moves: plies.into() }
        };
        let general = || {
            playout.restart(Player::White);
            done(playout.run(ours, MAX_PLIES))
        };
        race(G::GAME, plan, general, || done(rivals::playout::<G>(theirs, MAX_PLIES)))
    }
    Ok(with_game!(&seed_game(G::GAME)?, game => run::<G, _>(game, plan)))
}

fn searches<G: Searcher>(plan: Plan, depth: u32) -> anyhow::Result<Row> {
    fn run<G: Searcher, const W: usize>(game: &Game<W>, plan: Plan, depth: u32) -> Row {
        let mut searcher = General::new(game);
        assert_eq!(searcher.search(depth), search::specialised::<G>(depth), "{}: the same nodes and value", G::GAME);
        let general = || Work { units: black_box(searcher.search(depth)).nodes, moves: 0 };
        let specialised = || Work { units: black_box(search::specialised::<G>(depth)).nodes, moves: 0 };
        Row { length: depth.into(), ..race(G::GAME, plan, general, specialised) }
    }
    Ok(with_game!(&seed_game(G::GAME)?, game => run::<G, _>(game, plan, depth)))
}

/// A speed, in thousands.
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

fn geometric_mean(rows: &[Row]) -> f64 {
    (rows.iter().map(|r| r.ratio.ln()).sum::<f64>() / rows.len() as f64).exp()
}

fn print(rows: &[Row], length: &str) {
    println!("| game | {length} | general | range | specialised | range | general : specialised |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for r in rows {
        let (general, specialised) = (thousands(&r.general), thousands(&r.specialised));
        let length = format!("{:.1}", r.length);
        let length = length.trim_end_matches(".0");
        println!("| {} | {length} | {general} | {specialised} | 1 : {:.1} |", r.game, 1.0 / r.ratio);
    }
    println!("| geometric mean | | | | | | 1 : {:.1} |", 1.0 / geometric_mean(rows));
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str, default| {
        let at = args.iter().position(|a| a == name)?;
        let game = args.get(at + 1).map_or("hex", String::as_str);
        Some((game, args.get(at + 2).map_or(Ok(default), |n| n.parse())))
    };
    if let Some((game, playouts)) = after("--profile", 1000) {
        return profile(game, playouts?);
    }
    if let Some((game, depth)) = after("--search", 4) {
        let depth = depth?;
        with_game!(&seed_game(game)?, g => println!("{:?}", General::new(g).search(depth)));
        return Ok(());
    }
    // `cargo test` runs benches too, without the flag: then a glance is enough.
    let full = args.iter().any(|a| a == "--bench");
    let plan = if full {
        Plan { rounds: 7, round: Duration::from_millis(300) }
    } else {
        Plan { rounds: 2, round: Duration::from_millis(20) }
    };
    let playouts = [
        playouts::<TicTacToe>(plan)?,
        playouts::<ConnectFour>(plan)?,
        playouts::<Breakthrough>(plan)?,
        playouts::<Yavalath>(plan)?,
        playouts::<Hex>(plan)?,
        playouts::<Gomoku>(plan)?,
        playouts::<Reversi>(plan)?,
        playouts::<LinesOfAction>(plan)?,
        playouts::<Amazons>(plan)?,
        playouts::<EnglishDraughts>(plan)?,
        playouts::<Konane>(plan)?,
        playouts::<Havannah>(plan)?,
        playouts::<Go>(plan)?,
        playouts::<InternationalDraughts>(plan)?,
        playouts::<Chess>(plan)?,
    ];
    let depth = |depth: u32| if full { depth } else { 3 };
    let searches = [
        searches::<TicTacToe>(plan, depth(9))?,
        searches::<ConnectFour>(plan, depth(8))?,
        searches::<Breakthrough>(plan, depth(5))?,
        searches::<Yavalath>(plan, depth(4))?,
        searches::<Hex>(plan, depth(4))?,
        searches::<Gomoku>(plan, depth(4))?,
        searches::<Reversi>(plan, depth(6))?,
        searches::<LinesOfAction>(plan, depth(4))?,
        searches::<Amazons>(plan, depth(4))?,
        searches::<EnglishDraughts>(plan, depth(9))?,
    ];
    if args.iter().any(|a| a == "--json") {
        let means = [geometric_mean(&playouts), geometric_mean(&searches)];
        let json = serde_json::json!({
            "games": playouts, "geometric_mean": means[0],
            "searches": searches, "geometric_mean_of_searches": means[1],
        });
        println!("{json:#}");
        return Ok(());
    }
    println!("Playouts a second on one core, in thousands: median and range of {} rounds.\n", plan.rounds);
    print(&playouts, "moves a game");
    println!("\nNodes of alpha-beta a second on one core, in thousands: median and range of {} rounds.\n", plan.rounds);
    print(&searches, "depth");
    Ok(())
}
