//! Move-sequence counts against independent systems: every row of `tests/data/perft.csv` whose count is within a limit.
//!
//! The limit keeps the suite quick; `LUDOGEN_PERFT_LIMIT=50000000 cargo test --release --test perft` checks every row, and with
//! `LUDOGEN_PERFT_SLOW=1` those of `perft_slow.csv` too.

use ludogen::game::{AnyGame, lower, perft};
use ludogen::language::parse;
use ludogen::with_game;
use std::collections::BTreeMap;

#[derive(serde::Deserialize)]
struct Row {
    file: String,
    size: String,
    source_note: String,
    depth: u32,
    nodes: u64,
    unit: String,
}

fn game(file: &str, size: &str) -> AnyGame {
    let text = std::fs::read_to_string(format!("seed-games/{file}")).unwrap();
    let tree = parse(&text).unwrap_or_else(|p| panic!("{file}: {}", p[0].message));
    let mut rules = lower(&tree).unwrap_or_else(|e| panic!("{file}: {e}"));
    if !size.is_empty() {
        rules.board.sizes = size.split_whitespace().map(|n| n.parse().unwrap()).collect();
    }
    AnyGame::new(rules).unwrap_or_else(|e| panic!("{file} {size}: {e}"))
}

#[test]
fn every_count_agrees_with_the_independent_systems() {
    let limit: u64 = std::env::var("LUDOGEN_PERFT_LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(60_000);
    let mut files = vec!["tests/data/perft.csv"];
    if std::env::var("LUDOGEN_PERFT_SLOW").is_ok() {
        files.push("tests/data/perft_slow.csv");
    }
    let mut groups: BTreeMap<(String, String, String), Vec<Row>> = BTreeMap::new();
    for file in files {
        for row in csv::Reader::from_path(file).unwrap().deserialize() {
            let row: Row = row.unwrap();
            groups.entry((row.file.clone(), row.size.clone(), row.unit.clone())).or_default().push(row);
        }
    }
    let mut checked = 0;
    let mut wrong = Vec::new();
    for ((file, size, unit), mut rows) in groups {
        rows.retain(|r| r.nodes <= limit);
        rows.sort_by_key(|r| r.depth);
        // Deep rows of narrow games come after wide ones that are left out; stop where the total exceeds the limit.
        let mut total = 0;
        rows.retain(|r| {
            total += r.nodes;
            total <= 4 * limit
        });
        let Some(deepest) = rows.last().map(|r| r.depth) else { continue };
        let started = std::time::Instant::now();
        // A wrong engine may count far more; start shallow so that it is caught early.
        let game = game(&file, &size);
        let shallow = rows[rows.len() / 2].depth;
        for depth in [shallow, deepest] {
            let counted = with_game!(&game, g => perft(g, depth, unit == "action"));
            let bad = rows
                .iter()
                .filter(|r| r.depth <= depth && counted[r.depth as usize - 1].nodes != r.nodes)
                .min_by_key(|r| r.depth);
            if let Some(r) = bad {
                let got = counted[r.depth as usize - 1].nodes;
                wrong.push(format!(
                    "{file} {size} ({unit}) depth {}: {got}, not {} [{}]",
                    r.depth, r.nodes, r.source_note
                ));
                break;
            }
        }
        checked += rows.len();
        if std::env::var("LUDOGEN_PERFT_TIMES").is_ok() {
            eprintln!("{file} {size} {unit}: {deepest} in {:.2} s", started.elapsed().as_secs_f64());
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 400, "only {checked} rows were within the limit");
}
