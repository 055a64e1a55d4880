//! Counts of games and positions, and games at random.

use super::{fails, fields, file, json, prints, seed};
use serde_json::Value;
use std::path::Path;

#[test]
fn a_turn_without_end_is_no_reason_to_count_without_end() {
    let folder = tempfile::tempdir().unwrap();
    for play in ["(repetition allow)", "(repetition positional)"] {
        let rules = format!(
            "(game Endless (board (tiling square i-nbors) (size 8 8)) (pieces (Man All (moves (move (pre (and (empty to) (connected))) (action (pop) (push)) (post (repeat))))))
                (start (place (Man White) home) (place (Man Black) home)) (play {play}) (end (All win (> (move-number) 999999))))"
        );
        let game = file(&folder, "endless.ludi", &rules);
        let said = fails(1, &["perft", &game, "--depth", "1"]);
        assert!(said.contains("turns that go on and on"), "{said}");
        assert!(prints(&["perft", &game, "--depth", "2", "--per-action"]).starts_with("depth,"));
    }
}

#[test]
fn perft_of_tic_tac_toe_counts_all_255168_games() {
    let text = prints(&["perft", &seed("tic-tac-toe"), "--depth", "9"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().expect("a header"), vec!["depth", "nodes", "first_wins", "second_wins", "draws"]);
    let rows: Vec<[u64; 5]> = reader.deserialize().map(|row| row.expect("numbers")).collect();
    let column = |i: usize| rows.iter().map(move |row| row[i]);
    assert_eq!((column(2).sum(), column(3).sum(), column(4).sum()), (131_184u64, 77_904u64, 46_080u64));
    let wins: Vec<u64> = rows.iter().map(|row| row[2] + row[3]).collect();
    assert_eq!(wins, [0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 81_792]);
    // Finished games have no continuation, all others one for each empty cell.
    for (i, pair) in rows.windows(2).enumerate() {
        let unfinished = pair[0][1] - pair[0][2] - pair[0][3] - pair[0][4];
        assert_eq!(pair[1][1], unfinished * (8 - i as u64));
    }
    let lines = prints(&["perft", &seed("tic-tac-toe"), "--depth", "9", "--json"]);
    assert_eq!(fields(lines.lines().next().expect("a line")), ["depth", "nodes", "first_wins", "second_wins", "draws"]);
    assert_eq!(json(lines.lines().last().expect("a line"))["draws"], 46_080);
}

/// The positions of Connect Four after so many plies, as Tromp counted them (OEIS A212693).
const CONNECT_FOUR: [u64; 11] = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623];

#[test]
fn reach_counts_positions_ply_by_ply_and_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let reach = |plies: &str, more: &[&str]| {
        let game = seed("connect-four");
        let args = [&["reach", &game, "--plies", plies, "--folder", folder], more].concat();
        prints(&args)
    };
    let table = |text: &str, plies: usize| {
        let rows: Vec<Vec<u64>> =
            text.lines().skip(1).map(|row| row.split(',').map(|n| n.parse().unwrap()).collect()).collect();
        let counts: Vec<_> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(counts, CONNECT_FOUR[..=plies]);
        assert!(rows.iter().zip(0..).all(|(row, ply)| row[0] == ply && row[2] > 0));
    };
    let first = reach("6", &[]);
    assert!(first.starts_with("ply,positions,states\n"));
    table(&first, 6);
    let whole = reach("10", &[]);
    table(&whole, 10);
    assert!(whole.starts_with(&first));
    assert_eq!(whole, reach("10", &[]));
    assert_eq!(first, reach("6", &[]));
    let last = reach("10", &["--json"]);
    let last: serde_json::Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert_eq!(last["positions"], 1662623);
    assert!(fails(1, &["reach", &seed("connect-four"), "--states", "10"]).contains("10 states"));
    assert!(fails(1, &["reach", &seed("hex-swap")]).contains("`swap`"));
    // What `reach` has found serves `solve` too.
    let game = seed("connect-four");
    let args = ["solve", &game, "--size", "3", "4", "--method", "layered", "--csv"];
    let folder = tempfile::tempdir().unwrap();
    let folder = ["--folder", folder.path().to_str().unwrap()];
    let counted = prints(&[&["reach", &game, "--size", "3", "4"], &folder[..]].concat());
    let solved = prints(&args);
    assert_eq!(solved, prints(&[&args[..], &folder].concat()));
    let begin = |text: &str| -> Vec<String> {
        text.lines().map(|row| row.split(',').take(3).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(begin(&counted), begin(&solved));
}

/// The published and independently computed counts, as far as they are quick: sizes, turns and actions included.
#[test]
fn perft_agrees_with_the_table() {
    #[derive(serde::Deserialize)]
    struct Row {
        file: String,
        size: String,
        depth: usize,
        nodes: u64,
        unit: String,
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.csv");
    let rows: Vec<Row> =
        csv::Reader::from_path(table).expect("the table").deserialize().map(|r| r.expect("a row")).collect();
    let mut calls = std::collections::BTreeMap::new();
    for row in rows.iter().filter(|row| row.nodes <= 3_000) {
        let call = calls.entry((&row.file, &row.size, &row.unit)).or_insert_with(Vec::new);
        call.push((row.depth, row.nodes));
    }
    assert!(calls.len() > 60);
    for ((file, size, unit), counts) in calls.iter().step_by(4) {
        let (path, depth) = (format!("seed-games/{file}"), counts.iter().map(|c| c.0).max().unwrap_or(1).to_string());
        let mut args = vec!["perft", &path, "--depth", &depth];
        if !size.is_empty() {
            args.push("--size");
            args.extend(size.split_whitespace());
        }
        if *unit == "action" {
            args.push("--per-action");
        }
        let text = prints(&args);
        let nodes: Vec<&str> = text.lines().skip(1).map(|l| l.split(',').nth(1).expect("nodes")).collect();
        for (depth, expected) in counts {
            assert_eq!(nodes[depth - 1], expected.to_string(), "{args:?} at depth {depth}");
        }
    }
}

const PLAYOUT_FIELDS: [&str; 8] =
    ["games", "seconds", "games_per_second", "moves_per_second", "mean_length", "first_wins", "second_wins", "draws"];

#[test]
fn random_tic_tac_toe_is_within_its_interval() {
    let n = 20_000;
    let text = prints(&["playout", &seed("tic-tac-toe"), "--games", &n.to_string(), "--json"]);
    assert_eq!(fields(&text), PLAYOUT_FIELDS);
    let report = json(&text);
    assert_eq!(report["games"], n);
    for (field, share) in [("first_wins", 0.58492), ("second_wins", 0.28810), ("draws", 0.12698f64)] {
        let found = report[field].as_f64().expect("a number") / f64::from(n);
        let error = (share * (1.0 - share) / f64::from(n)).sqrt();
        assert!((found - share).abs() < 4.0 * error, "{field}: {found}, not {share}");
    }
    // Lengths 5 to 9 with the wins at each, and draws: 7.6 on the average.
    let length = report["mean_length"].as_f64().expect("a number");
    assert!((7.5..7.75).contains(&length), "{length}");
    let rate =
        report["moves_per_second"].as_f64().expect("a number") / report["games_per_second"].as_f64().expect("a number");
    assert!((rate - length).abs() < 1e-6);
}

#[test]
fn random_games_do_not_depend_on_the_number_of_threads() {
    for (game, games) in [("tic-tac-toe", "1000"), ("yavalath-swap", "130"), ("lines-of-action", "20")] {
        let with = |threads: &str, seed_: &str| {
            let args = ["playout", &seed(game), "--games", games, "--json", "--threads", threads, "--seed", seed_];
            let mut report = json(&prints(&args));
            let report = report.as_object_mut().expect("an object");
            ["seconds", "games_per_second", "moves_per_second"].iter().for_each(|f| drop(report.remove(*f)));
            Value::Object(report.clone())
        };
        assert_eq!(with("1", "5"), with("2", "5"), "{game}");
        assert_ne!(with("1", "5"), with("1", "6"), "{game}");
    }
}

#[test]
fn playouts_for_a_time_take_that_time() {
    let report = json(&prints(&["playout", &seed("hex"), "--seconds", "0.1", "--size", "3", "3", "--json"]));
    let seconds = report["seconds"].as_f64().expect("a number");
    assert!((0.1..5.0).contains(&seconds), "{seconds}");
    let count = |field: &str| report[field].as_u64().expect("a count");
    assert!(count("games") > 0 && count("draws") == 0);
    assert_eq!(count("first_wins") + count("second_wins"), count("games"));
    let text = prints(&["playout", &seed("mu-torere"), "--games", "3", "--max-plies", "5"]);
    assert!(text.contains("3 of these were given up after 5 moves"), "{text}");
}
