//! Nodes a second of alpha-beta under the policy derived from the rules, over 24 games of all kinds, beside those of another
//! version.
//!
//! Each measurement is one call of the program, `search --nodes N --json`, from the first position and from two positions of seeded random
//! games; versions take turns, so that whatever else the machine does hits both alike. The best round counts.
//!
//! `cargo bench --bench search` prints a Markdown table; `-- --against PATH` compares with the program of another version, `-- --rounds N`
//! measures so often (3), `-- --nodes N` searches so many nodes where a game is fast (100,000), `-- --json` prints JSON.

mod arguments;

use arguments::option;
use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::language::parse;
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::error::Error;
use std::process::Command;
use std::time::Instant;

/// Games with the nodes that are searched of each 100 where a game is fast.
const GAMES: [(&str, u64); 24] = [
    ("connect-four", 100),
    ("clobber", 100),
    ("breakthrough", 100),
    ("y", 100),
    ("reversi", 100),
    ("amazons", 100),
    ("yavalath", 100),
    ("english-draughts", 100),
    ("nine-mens-morris", 100),
    ("lines-of-action", 100),
    ("hex", 100),
    ("gomoku", 100),
    ("ndengrod", 50),
    ("hnefatafl", 50),
    ("go", 50),
    ("santorini", 50),
    ("towers", 50),
    ("international-draughts", 50),
    ("pente", 50),
    ("konane", 20),
    ("fanorona", 20),
    ("havannah", 20),
    ("chess", 20),
    ("quoridor", 2),
];

/// After so many random moves positions are searched too.
const LATER: [usize; 2] = [8, 20];

/// What was measured of one game: nodes a second of this version and the other.
#[derive(serde::Serialize)]
struct Row {
    game: &'static str,
    nodes_per_second: f64,
    other: Option<f64>,
}

/// The positions of a game as lists of moves in notation.
fn positions<const W: usize>(game: &Game<W>) -> Vec<String> {
    let mut found = vec![String::new()];
    for (seed, plies) in LATER.into_iter().enumerate() {
        let mut rng = Pcg64Mcg::seed_from_u64(seed as u64);
        let (mut position, mut moves, mut words) = (Position::new(game, Player::White), Vec::new(), Vec::new());
        for _ in 0..plies {
            position.legal(game, &mut moves);
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1) as u32) as usize) else { break };
            words.push(game.notation(position.state(), mv, &moves));
            position.apply(game, mv);
        }
        if position.outcome().is_none() {
            found.push(words.join(","));
        }
    }
    found
}

/// Nodes a second of one program over the positions of a game.
fn measure(program: &str, file: &str, positions: &[String], nodes: u64) -> Result<f64, Box<dyn Error>> {
    let (mut searched, mut seconds) = (0.0, 0.0);
    for moves in positions {
        let start = Instant::now();
        let output = Command::new(program)
            .args(["search", file, "--json", "--nodes", &nodes.to_string(), &format!("--moves={moves}")])
            .output()?;
        let elapsed = start.elapsed().as_secs_f64();
        if !output.status.success() {
            return Err(format!("{program}: {file}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let found: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let nodes = found["nodes"].as_f64().ok_or("the search tells no nodes")?;
        // The program tells its own speed, without what it takes to start.
        let own = found["nodes_per_second"].as_f64().filter(|&speed| speed > 0.0).map(|speed| nodes / speed);
        searched += nodes;
        seconds += own.unwrap_or(elapsed);
    }
    Ok(searched / seconds)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test` runs benches too, without the flag: then a glance is enough.
    let (rounds, nodes) = if arguments.iter().any(|a| a == "--bench") { (3, 100_000) } else { (1, 200) };
    let against = option(&mut arguments, "--against")?;
    let rounds: usize = option(&mut arguments, "--rounds")?.map_or(Ok(rounds), |n| n.parse())?;
    let nodes: u64 = option(&mut arguments, "--nodes")?.map_or(Ok(nodes), |n| n.parse())?;
    let json = arguments.iter().any(|a| a == "--json");
    let mut rows = Vec::new();
    for (game, percent) in GAMES {
        let file = format!("{}/seed-games/{game}.ludi", env!("CARGO_MANIFEST_DIR"));
        let rules = lower(&parse(&std::fs::read_to_string(&file)?).map_err(|problems| problems[0].message.clone())?)?;
        let positions = with_game!(&AnyGame::new(rules)?, game => positions(game));
        let (mut own, mut other) = (0f64, against.as_ref().map(|_| 0f64));
        for _ in 0..rounds {
            let nodes = (nodes * percent / 100).max(1);
            own = own.max(measure(env!("CARGO_BIN_EXE_ludogen"), &file, &positions, nodes)?);
            if let (Some(program), Some(best)) = (&against, &mut other) {
                *best = best.max(measure(program, &file, &positions, nodes)?);
            }
        }
        rows.push(Row { game, nodes_per_second: own, other });
    }
    if json {
        println!("{}", serde_json::to_string(&rows)?);
    } else {
        print_table(&rows);
    }
    Ok(())
}

fn print_table(rows: &[Row]) {
    println!("| game | nodes/s | other | ratio |");
    println!("|---|--:|--:|--:|");
    let mut logarithms = Vec::new();
    for Row { game, nodes_per_second, other } in rows {
        let (theirs, ratio) = match other {
            Some(other) => {
                logarithms.push((nodes_per_second / other).ln());
                (format!("{other:.0}"), format!("{:.2}", nodes_per_second / other))
            }
            None => (String::new(), String::new()),
        };
        println!("| {game} | {nodes_per_second:.0} | {theirs} | {ratio} |");
    }
    if !logarithms.is_empty() {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        println!("| geometric mean | | | {mean:.2} |");
    }
}
