//! Measuring from the command line: who plays the trials, and what the table says of it.

use assert_cmd::Command;

/// The table for a game, by column, of a few trials.
fn measured(args: &[&str]) -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["measure", "--trials", "4", "--work", "100"]).args(args);
    let output = command.assert().code(0).get_output().stdout.clone();
    let mut table = csv::Reader::from_reader(&output[..]);
    let head = table.headers().unwrap().clone();
    let row = table.records().next().unwrap().unwrap();
    head.iter().zip(row.iter()).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
}

/// Who played, with the margin: the last columns but that of the work.
fn player(args: &[&str]) -> (String, Option<f64>) {
    let row = measured(args);
    let [.., (player, name), (margin, share), (work, amount)] = &row[..] else { panic!("{row:?}") };
    assert_eq!((player.as_str(), margin.as_str(), work.as_str()), ("player", "margin", "work"));
    assert_eq!(amount, "100");
    assert_eq!(row[0].0, "game");
    (name.clone(), share.parse().ok())
}

#[test]
fn the_best_player_measures_and_is_named() {
    let (name, share) = player(&["seed-games/spots.ludi"]);
    assert_eq!(name, "uct");
    assert!(share.is_some_and(|share| share > 0.5));
    assert_eq!(player(&["seed-games/clobber.ludi", "--player", "policy"]), ("policy".into(), None));
    assert_eq!(player(&["seed-games/tic-tac-toe.ludi", "--player", "uct", "--errors"]), ("uct".into(), None));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let rows = ["1", "3"].map(|threads| measured(&["seed-games/clobber.ludi", "--threads", threads]));
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn the_policy_of_a_rule_file_is_played_as_it_is() {
    let text = std::fs::read_to_string("seed-games/clobber.ludi").unwrap();
    let end = text.rfind(')').unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clobber.ludi");
    std::fs::write(&file, format!("{} (advisors (mobility 1)))\n", &text[..end])).unwrap();
    assert_eq!(player(&[file.to_str().unwrap()]), ("policy".into(), None));
}
