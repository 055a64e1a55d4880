//! Published values and counts.

use crate::games::seed;
use ludogen::game::{Player, Position};
use ludogen::solver::{Budget, PlyRow, SolveError, Value, explicit, proof};
use ludogen::with_game;

#[derive(serde::Deserialize)]
struct Row {
    file: String,
    size: String,
    end: String,
    value: i32,
}

/// Every value within a limit of positions, by enumeration and by proof. `LUDOGEN_SOLVER_LIMIT=20000000 cargo test --release`
/// reaches them all.
#[test]
fn every_published_value_is_found() {
    let limit: u64 = std::env::var("LUDOGEN_SOLVER_LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(60_000);
    let budget = Budget { positions: limit, bytes: 8 << 30 };
    let (mut enumerated, mut proven, mut left) = (0, 0, Vec::new());
    for row in csv::Reader::from_path("tests/data/values.csv").unwrap().deserialize() {
        let row: Row = row.unwrap();
        let expected = [Value::Second, Value::Draw, Value::First][(row.value + 1) as usize];
        let name = format!("{} {} {}", row.file, row.size, row.end);
        let game = seed(&row.file, &row.size, &row.end);
        let (a, b) = with_game!(&game, game => {
            let start = Position::new(game, Player::White);
            let a = explicit::solve(game, &budget).map(|(solution, _)| solution.start().value);
            (a, proof::value(game, start.state(), &budget).map(|p| p.value))
        });
        for (found, count) in [(&a, &mut enumerated), (&b, &mut proven)] {
            match found {
                Ok(value) => {
                    assert_eq!(*value, expected, "{name}");
                    *count += 1;
                }
                Err(SolveError::Budget { .. } | SolveError::Limit(_)) => {}
                Err(e) => panic!("{name}: {e}"),
            }
        }
        if a.is_err() && b.is_err() {
            left.push(name);
        }
    }
    println!("{enumerated} enumerated, {proven} proven, beyond the limit: {left:#?}");
    assert!(enumerated >= 20 && proven >= 20 && left.len() <= 20, "{enumerated} {proven} {left:?}");
}

#[test]
fn noughts_and_crosses_has_5478_positions() {
    let game = seed("tic-tac-toe.ludi", "", "");
    let (solution, account) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    assert_eq!(solution.positions(), 5478);
    let by_ply: Vec<u64> = account.table.iter().map(|row| row.positions).collect();
    assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    // Won, lost and drawn for the side to move, as the minimal automata of an independent program count them.
    let split = |row: &PlyRow| (row.won, row.lost, row.drawn);
    assert_eq!(split(&account.table[2]), (48, 0, 24));
    assert_eq!(split(&account.table[3]), (50, 64, 138));
    assert_eq!(solution.start().value, Value::Draw);
    assert_eq!(solution.start().plies, None);
}

#[test]
fn a_budget_that_does_not_suffice_is_named() {
    let game = seed("tic-tac-toe.ludi", "", "");
    for budget in [Budget { positions: 5477, bytes: 1 << 30 }, Budget { positions: u64::MAX, bytes: 10_000 }] {
        let error = with_game!(&game, game => explicit::solve(game, &budget)).map(|_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Budget { .. }), "{error}");
    }
    let enough = Budget { positions: 5478, bytes: 1 << 30 };
    assert!(with_game!(&game, game => explicit::solve(game, &enough)).is_ok());
}

#[test]
fn play_without_end_is_drawn_and_superko_is_not_guessed_at() {
    // Good play in Mu Torere never ends.
    let game = seed("mu-torere.ludi", "", "");
    let (solution, _) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    assert_eq!(solution.start().value, Value::Draw);
    // With positions forbidden to come again, nobody knows from the graph alone.
    let text = std::fs::read_to_string("seed-games/mu-torere.ludi").unwrap();
    let game = crate::games::of_text(&text.replace("(repetition allow)", "(repetition forbid)"), "");
    let error = with_game!(&game, game => explicit::solve(game, &Budget::default())).map(|_| ()).unwrap_err();
    assert_eq!(error, SolveError::History { rule: "forbid" });
}
