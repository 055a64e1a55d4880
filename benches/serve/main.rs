//! The studio under load: `cargo bench --bench serve`.
//!
//! A population of bred games is made first, then served by the program in a process of its own. Readers come back again and again on
//! connections of their own, each with a pause to look at what it got; others watch the event stream; and the population grows meanwhile, as
//! in a night. Everything happens on this machine's own address and ends by itself.
//!
//! Options, with their defaults: `--games 10000`, `--readers 1000`, `--streams 50`, `--seconds 600`, `--pause 5` (seconds between two views of a
//! reader, on average), `--population FILE` (kept, and used again if it is there), `--growing 2` (children a second). Run as a test,
//! without `--bench`, it is small and holds nothing against the clock.

#[path = "../arguments/mod.rs"]
mod arguments;
mod client;
mod population;

use client::{Kind, Sample};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a request may take, 99 times of a hundred.
const GOAL: Duration = Duration::from_millis(50);
/// How much the server's memory may grow after the first fifth of the time, beside what the population grows.
const GROWTH: f64 = 0.05;

/// What is done.
#[derive(Clone, Debug)]
struct Plan {
    games: u64,
    readers: usize,
    streams: usize,
    seconds: u64,
    pause: f64,
    growing: f64,
    population: Option<PathBuf>,
    judged: bool,
}

impl Plan {
    fn of(mut arguments: Vec<String>) -> Result<Plan, String> {
        let full = arguments.iter().any(|argument| argument == "--bench");
        arguments.retain(|argument| argument != "--bench");
        let mut number = |name: &str, full_size: f64, small: f64| -> Result<f64, String> {
            match arguments::option(&mut arguments, name)? {
                Some(text) => text.parse().map_err(|_| format!("{name} takes a number")),
                None => Ok(if full { full_size } else { small }),
            }
        };
        let plan = Plan {
            games: number("--games", 10_000.0, 300.0)? as u64,
            readers: number("--readers", 1_000.0, 20.0)? as usize,
            streams: number("--streams", 50.0, 4.0)? as usize,
            seconds: number("--seconds", 600.0, 3.0)? as u64,
            pause: number("--pause", 5.0, 0.5)?,
            growing: number("--growing", 2.0, 10.0)?,
            population: arguments::option(&mut arguments, "--population")?.map(PathBuf::from),
            judged: full,
        };
        // So that a slip of the hand is no flood.
        let bounded = plan.readers <= 1_900 && plan.streams <= 100 && plan.seconds <= 3_600 && plan.games <= 1_000_000;
        if bounded { Ok(plan) } else { Err("at most 1900 readers, 100 streams, 3600 seconds and 1000000 games".into()) }
    }
}

/// The program serving a population; it is ended when this is dropped.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Served {
    fn begin(population: &Path, engine: &Path) -> Result<(Served, SocketAddr), String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
        command.arg("serve").arg(population).args(["--port", "0", "--engine"]).arg(engine).stdout(Stdio::piped());
        let mut served = Served(command.spawn().map_err(|e| e.to_string())?);
        let output = served.0.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(|e| e.to_string())?;
        let address = line.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let address = address.parse().map_err(|_| format!("the server said `{line}`"))?;
        Ok((served, address))
    }

    /// Processor seconds used, and bytes held, as Linux tells; zeros elsewhere.
    fn usage(&self) -> (f64, u64) {
        let read = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", self.0.id())).unwrap_or_default();
        let stat = read("stat");
        let fields: Vec<u64> =
            stat.rsplit(')').next().unwrap_or("").split_whitespace().map(|f| f.parse().unwrap_or(0)).collect();
        let ticks = fields.get(11).unwrap_or(&0) + fields.get(12).unwrap_or(&0);
        let status = read("status");
        let held = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse().ok());
        (ticks as f64 / 100.0, held.unwrap_or(0u64) * 1024)
    }
}

fn main() -> ExitCode {
    let plan = match Plan::of(std::env::args().skip(1).collect()) {
        Ok(plan) => plan,
        Err(words) => {
            eprintln!("{words}");
            return ExitCode::from(2);
        }
    };
    match run(&plan) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(words) => {
            eprintln!("{words}");
            ExitCode::FAILURE
        }
    }
}

fn run(plan: &Plan) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = plan.population.clone().unwrap_or_else(|| folder.path().join("bench.db"));
    let begun = Instant::now();
    population::grow(&path, plan.games, 0.0, &Arc::default())?;
    let size = path.metadata().map_or(0, |data| data.len());
    println!("{} games, {:.1} MB, made in {:.0} s", plan.games, size as f64 / 1e6, begun.elapsed().as_secs_f64());
    // What the readers play with is not measured here: any module will do.
    let engine = folder.path().join("engine.wasm");
    std::fs::write(&engine, b"\0asm\x01\0\0\0").map_err(|e| e.to_string())?;
    let (served, address) = Served::begin(&path, &engine)?;
    let stop = Arc::new(AtomicBool::new(false));
    let growing = {
        let (stop, path, more) = (Arc::clone(&stop), path.clone(), plan.growing);
        let most = plan.games + (plan.seconds as f64 * more) as u64 + 10;
        std::thread::spawn(move || if more > 0.0 { population::grow(&path, most, more, &stop) } else { Ok(()) })
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|e| e.to_string())?;
    let load = client::Load { address, readers: plan.readers, streams: plan.streams, pause: plan.pause };
    let (samples, memory, used) = runtime.block_on(async {
        let time = Duration::from_secs(plan.seconds);
        let readers = tokio::spawn(client::read(load, time));
        let mut memory = Vec::new();
        let begun = Instant::now();
        let before = served.usage().0;
        while begun.elapsed() < time {
            tokio::time::sleep(Duration::from_millis(1_000)).await;
            memory.push((begun.elapsed().as_secs_f64(), served.usage().1));
        }
        let used = served.usage().0 - before;
        (readers.await, memory, used)
    });
    stop.store(true, Ordering::Relaxed);
    growing.join().map_err(|_| "the population stopped growing")??;
    let result = samples.map_err(|e| e.to_string())?;
    Ok(report(plan, &result, &memory, used))
}

/// Prints the tables; whether the goals are met.
fn report(plan: &Plan, result: &client::Result, memory: &[(f64, u64)], used: f64) -> bool {
    let seconds = plan.seconds as f64;
    println!(
        "{} readers, {} event streams, {seconds} s: {} requests ({:.0} a second), {:.1} MB a second; the server used {:.0} % of a core",
        plan.readers,
        plan.streams,
        result.samples.len(),
        result.samples.len() as f64 / seconds,
        result.bytes as f64 / seconds / 1e6,
        100.0 * used / seconds,
    );
    println!("{} events heard, {} streams open to the end; {} failures", result.events, result.open, result.failures);
    println!("| request | count | median ms | p90 | p99 | p99.9 | most |\n|---|--:|--:|--:|--:|--:|--:|");
    for kind in Kind::ALL {
        let of = |sample: &&Sample| sample.kind == kind;
        row(kind.words(), &mut result.samples.iter().filter(of).map(|s| s.time).collect::<Vec<_>>());
    }
    let mut all: Vec<Duration> = result.samples.iter().map(|s| s.time).collect();
    row("all", &mut all);
    let p99 = quantile(&all, 0.99);
    let mean = |from: f64, to: f64| {
        let part: Vec<f64> = memory
            .iter()
            .filter(|(at, _)| (from * seconds..=to * seconds).contains(at))
            .map(|(_, b)| *b as f64 / 1e6)
            .collect();
        part.iter().sum::<f64>() / part.len().max(1) as f64
    };
    let parts: Vec<String> = (0..5).map(|n| format!("{:.1}", mean(n as f64 / 5.0, (n + 1) as f64 / 5.0))).collect();
    println!("memory of the server in MB, fifth by fifth: {}", parts.join(", "));
    if !plan.judged {
        return result.failures == 0 && result.open == plan.streams;
    }
    let growth = mean(0.8, 1.0) / mean(0.2, 0.4).max(1e-9) - 1.0;
    // What there is more of in the population is held.
    let more = plan.growing * seconds * 0.6 / plan.games as f64;
    println!(
        "p99 {:.1} ms (goal: under {} ms); memory grew by {:.1} % while the population grew by {:.1} %",
        millis(p99),
        GOAL.as_millis(),
        100.0 * growth,
        100.0 * more
    );
    p99 < GOAL && growth < GROWTH + more && result.failures == 0 && result.open == plan.streams
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn quantile(sorted: &[Duration], part: f64) -> Duration {
    let place = (sorted.len() as f64 * part) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn row(words: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |part| millis(quantile(times, part));
    println!(
        "| {words} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
