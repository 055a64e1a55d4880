//! `ludogen playout`

use super::exit::Exit;
use super::options::{ChanceOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::trials::{Amount, random_games};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Play games at random, all legal moves being equally likely
///
/// With --games the games depend on the seed alone, whatever the number of threads.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("amount").required(true)))]
#[command(after_help = "Example: ludogen playout seed-games/hex.ludi --games 1000 --json")]
pub struct Playout {
    /// Rule file; `-` is standard input
    file: String,
    /// Play so many games
    #[arg(long, value_name = "N", group = "amount", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Play for so many seconds
    #[arg(long, value_name = "S", group = "amount", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Give up games after so many moves; they count as draws
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if !(0.0..=1e6).contains(&seconds) {
        return Err("not between 0 and 1,000,000".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[derive(Serialize)]
struct Report {
    games: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
    mean_length: f64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
}

impl Playout {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let pool = self.threads.pool()?;
        let amount = match (self.games, self.seconds) {
            (Some(games), _) => Amount::Games(games),
            (None, time) => Amount::Time(time.unwrap_or_default()),
        };
        let bar = output::progress("playing", self.games);
        let begun = Instant::now();
        let told = |games| bar.inc(games);
        let tally = pool.install(|| random_games(&loaded.game, amount, self.chance.seed, self.max_plies, &told));
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        bar.finish_and_clear();
        let report = Report {
            games: tally.games,
            seconds,
            games_per_second: tally.games as f64 / seconds,
            moves_per_second: tally.plies as f64 / seconds,
            mean_length: tally.plies as f64 / tally.games.max(1) as f64,
            first_wins: tally.wins[0],
            second_wins: tally.wins[1],
            draws: tally.draws + tally.abandoned,
        };
        if self.json {
            output::json(out, &report)?;
            return Ok(Exit::Done);
        }
        let share = |n: u64| 100.0 * n as f64 / tally.games.max(1) as f64;
        writeln!(out, "{} games of {:.1} moves in {seconds:.2} s", report.games, report.mean_length)?;
        writeln!(out, "{:.0} games and {:.0} moves per second", report.games_per_second, report.moves_per_second)?;
        for (what, count) in [("first player wins", tally.wins[0]), ("second player wins", tally.wins[1])] {
            writeln!(out, "{what:20} {count:>12} {:>6.2} %", share(count))?;
        }
        writeln!(out, "{:20} {:>12} {:>6.2} %", "draws", report.draws, share(report.draws))?;
        if tally.abandoned > 0 {
            writeln!(out, "{} of these were given up after {} moves", tally.abandoned, self.max_plies)?;
        }
        Ok(Exit::Done)
    }
}
