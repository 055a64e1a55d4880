//! What a unit of work costs, game by game: the processor time of choosing a player and of its trials, by the work they take.
//!
//! Work is what all budgets are told in, so that one game is measured about as fast as another. `cargo bench --bench work` prints CSV, the
//! dearest first, and then how far the costs spread; `-- --games DIR` takes other games than the known ones, `-- --work N` plays with so
//! much work a move (1,000), `-- --trials N` so many trials (4).

mod arguments;

use arguments::option;
use ludogen::game::{AnyGame, lower};
use ludogen::language::parse;
use ludogen::strategy::Policy;
use ludogen::trials::{ChoiceSettings, Series, TrialSettings, choose_player};
use ludogen::with_game;
use std::error::Error;
use std::path::PathBuf;

/// What was measured of one game.
struct Row {
    game: String,
    player: &'static str,
    work: f64,
    seconds: f64,
}

/// Processor seconds of this thread, as Linux tells.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Chooses a player and plays trials with it.
fn measure(name: String, text: &str, work: u64, trials: u32) -> Result<Row, Box<dyn Error>> {
    let rules = lower(&parse(text).map_err(|problems| problems[0].message.clone())?)?;
    let game = AnyGame::new(rules)?;
    let policy = Policy::default_for(game.rules());
    let choice = ChoiceSettings { work, ..ChoiceSettings::default() };
    let begun = processor();
    let chosen = choose_player(&game, &policy, &choice, 1);
    let settings = TrialSettings { work, ..TrialSettings::default() };
    let (nodes, unit) = with_game!(&game, g => {
        let series = Series::new(g, chosen.player, settings, 1);
        let nodes: u64 = series.play(0..trials).iter().map(|(_, nodes)| nodes).sum();
        (nodes + chosen.nodes, 1e6 / g.nodes_for(1_000_000) as f64)
    });
    let seconds = processor() - begun;
    Ok(Row { game: name, player: chosen.candidate.name(), work: nodes as f64 * unit, seconds })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test` runs benches too, without the flag: then one game is enough.
    let (most, work) = if arguments.iter().any(|a| a == "--bench") { (usize::MAX, 1_000) } else { (1, 10) };
    let work: u64 = option(&mut arguments, "--work")?.map_or(Ok(work), |n| n.parse())?;
    let trials: u32 = option(&mut arguments, "--trials")?.map_or(Ok(4), |n| n.parse())?;
    let folder =
        option(&mut arguments, "--games")?.unwrap_or_else(|| format!("{}/seed-games", env!("CARGO_MANIFEST_DIR")));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|e| e == "ludi"));
    files.sort();
    // One thread, so that its processor time is all there is.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut rows = Vec::new();
    for file in files.iter().take(most) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file)?;
        rows.push(pool.install(|| measure(name, &text, work, trials).map_err(|e| e.to_string()))?);
    }
    let cost = |row: &Row| 1e9 * row.seconds / row.work;
    rows.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
    println!("game,player,work,seconds,ns_a_unit");
    for row in &rows {
        println!("{},{},{:.0},{:.3},{:.0}", row.game, row.player, row.work, row.seconds, cost(row));
    }
    let at = |share: usize| cost(&rows[(rows.len() - 1) * share / 100]);
    println!(
        "# ns a unit: dearest {:.0}, a tenth above {:.0}, median {:.0}, a tenth below {:.0}",
        at(0),
        at(10),
        at(50),
        at(90)
    );
    Ok(())
}
