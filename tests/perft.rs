//! Move-sequence counts against independent systems: every row of `tests/data/perft.csv` whose count is within a limit.
//!
//! The limit keeps the suite quick; `LUDOGEN_PERFT_LIMIT=50000000 cargo test --release --test perft` checks every row. Those of
//! `perft_slow.csv`, up to 7,775,153,971,200 sequences, are counted with positions merged: `LUDOGEN_PERFT_SLOW=1` checks them too.

use ludogen::game::{AnyGame, Game, Player, Position, lower, perft, perft_merged};
use ludogen::language::parse;
use ludogen::synthesis::random_game;
use ludogen::with_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
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

/// The rows of a table by game, size and unit.
fn groups(file: &str) -> BTreeMap<(String, String, String), Vec<Row>> {
    let mut groups: BTreeMap<(String, String, String), Vec<Row>> = BTreeMap::new();
    for row in csv::Reader::from_path(file).unwrap().deserialize() {
        let row: Row = row.unwrap();
        groups.entry((row.file.clone(), row.size.clone(), row.unit.clone())).or_default().push(row);
    }
    groups
}

#[test]
fn every_count_agrees_with_the_independent_systems() {
    let limit: u64 = std::env::var("LUDOGEN_PERFT_LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(60_000);
    let mut checked = 0;
    let mut wrong = Vec::new();
    for ((file, size, unit), mut rows) in groups("tests/data/perft.csv") {
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

#[test]
fn long_sequences_are_counted_with_positions_merged() {
    let slow = std::env::var("LUDOGEN_PERFT_SLOW").is_ok();
    let mut checked = 0;
    for ((file, size, unit), mut rows) in groups("tests/data/perft_slow.csv") {
        // What does not take long without optimisation either.
        rows.retain(|_| slow || size == "2 6" || file == "lines-of-action.ludi");
        let Some(depth) = rows.iter().map(|row| row.depth).max() else { continue };
        // This system calls a game drawn at the second time of a position, ours at the third.
        let second_time = rows.iter().all(|row| row.source_note.contains("drawn at the second time"));
        let counted: Vec<u64> = with_game!(&game(&file, &size), g => match second_time {
            true => ended_by_repetition(g, depth),
            false => {
                let counted = perft_merged(g, depth, unit == "action", 1 << 30).unwrap();
                counted.iter().map(|row| row.nodes).collect()
            }
        });
        for row in &rows {
            assert_eq!(counted[row.depth as usize - 1], row.nodes, "{file} {size} ({unit}) depth {}", row.depth);
        }
        checked += rows.len();
    }
    assert!(checked >= if slow { 132 } else { 10 }, "{checked}");
}

/// Counts the sequences of moves up to `depth` none of which goes on from a position that was there before.
fn ended_by_repetition<const W: usize>(game: &Game<W>, depth: u32) -> Vec<u64> {
    fn count<const W: usize>(game: &Game<W>, position: &mut Position<W>, past: &mut Vec<u64>, counts: &mut [u64]) {
        let key = game.key(position.state());
        if past.contains(&key) {
            return;
        }
        let Some((count_here, deeper)) = counts.split_first_mut() else { return };
        let mut moves = Vec::new();
        position.legal(game, &mut moves);
        *count_here += moves.len() as u64;
        // The last moves need not be made.
        if deeper.is_empty() {
            return;
        }
        past.push(key);
        for &m in &moves {
            position.apply(game, m);
            count(game, position, past, deeper);
            position.undo();
        }
        past.pop();
    }
    let mut counts = vec![0; depth as usize];
    count(game, &mut Position::new(game, Player::White), &mut Vec::new(), &mut counts);
    counts
}

/// Counts with and without merging, and with hardly any room to merge in.
fn merging_makes_no_difference(game: &AnyGame, per_action: bool, name: &str) {
    with_game!(game, g => {
        // As deep as near two thousand sequences go.
        let (mut depth, mut before, mut nodes) = (1, 1, perft(g, 1, per_action)[0].nodes);
        while depth < 12 && nodes * nodes.div_ceil(before) < 2_000 && nodes > 0 {
            depth += 1;
            (before, nodes) = (nodes, perft(g, depth, per_action)[depth as usize - 1].nodes);
        }
        let expected = perft(g, depth, per_action);
        for memory in [0, 2_000, 1 << 28] {
            assert_eq!(perft_merged(g, depth, per_action, memory).as_ref(), Some(&expected), "{name}, {memory} bytes");
        }
    });
}

#[test]
fn merged_counts_are_those_of_single_sequences() {
    let mut seeds = 0;
    for entry in std::fs::read_dir("seed-games").unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if file.ends_with(".ludi") {
            let game = game(&file, "");
            merging_makes_no_difference(&game, false, &file);
            merging_makes_no_difference(&game, true, &file);
            seeds += 1;
        }
    }
    assert!(seeds >= 150);
    let mut random = 0;
    for seed in 0..600 {
        let tree = random_game(&mut Pcg64Mcg::seed_from_u64(seed));
        let Some(game) = lower(&tree).ok().and_then(|rules| AnyGame::new(rules).ok()) else { continue };
        // By actions, as a turn of nobody's rules may go on and on.
        merging_makes_no_difference(&game, true, &format!("rule set {seed}"));
        random += 1;
    }
    assert!(random > 300, "{random}");
}

#[test]
fn too_many_sequences_are_no_number() {
    let text = std::fs::read_to_string("seed-games/three-mens-morris.ludi").unwrap();
    let tree = parse(&text.replace("(repetition draw)", "(repetition allow)")).unwrap();
    let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
    let counted = |depth| with_game!(&game, g => perft_merged(g, depth, false, 1 << 26));
    let rows = counted(20).unwrap();
    assert!(rows[19].nodes > 1 << 40, "{rows:?}");
    assert_eq!(counted(60), None);
}
