//! The niche of a game: its cell in an archive that keeps the best game of each (MAP-Elites; Mouret & Clune 2015).

use crate::board::{Board, Shape, Tiling};
use crate::criticism::{Criterion, Measured};
use crate::trials::Trial;

/// The borders between the bins of mean length, in plies.
const LENGTHS: [u32; 3] = [15, 30, 60];

/// The borders between the bins of mean branching, in moves.
const BRANCHINGS: [u32; 3] = [8, 20, 50];

/// The criteria that tell goals, with their families.
const GOALS: [(Criterion, &str); 8] = [
    (Criterion::GoalConnect, "connect"),
    (Criterion::GoalRow, "row"),
    (Criterion::GoalReach, "reach"),
    (Criterion::GoalGroup, "group"),
    (Criterion::GoalStack, "stack"),
    (Criterion::GoalCapture, "capture"),
    (Criterion::GoalBlock, "block"),
    (Criterion::GoalScore, "score"),
];

/// The niche of a game: its board, its goal, how long it is and how much choice there is, as in `hex/row/15-30/20-50`. Games with
/// several goals are `mixed`, games without any that is known `other`.
pub(super) fn niche(board: &Board, measured: &Measured, trials: &[Trial]) -> String {
    let plies: u64 = trials.iter().map(Trial::turns).sum();
    let choices = trials.iter().flat_map(|t| &t.plies).map(|p| u64::from(p.branching));
    let (made, choice) = choices.fold((0, 0), |(made, sum), moves| (made + 1, sum + moves));
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    format!(
        "{}/{}/{}/{}",
        family(board),
        goal(measured),
        bin(mean(plies, trials.len() as u64), &LENGTHS),
        bin(mean(choice, made), &BRANCHINGS)
    )
}

fn family(board: &Board) -> &'static str {
    let spec = board.spec();
    match (spec.shape, spec.tiling) {
        (Shape::Boardless, _) => "boardless",
        (_, Tiling::Square) if board.levels() > 1 => "cube",
        (_, tiling) => tiling.word(),
    }
}

fn goal(measured: &Measured) -> &'static str {
    let mut goals = GOALS.iter().filter(|(criterion, _)| measured.value(*criterion).is_some_and(|v| v > 0.0));
    match (goals.next(), goals.next()) {
        (None, _) => "other",
        (Some((_, goal)), None) => goal,
        _ => "mixed",
    }
}

/// The bin between two borders that a value falls into, in words: the lower border belongs to it, the upper does not.
fn bin(value: f64, borders: &[u32]) -> String {
    match borders.partition_point(|&border| f64::from(border) <= value) {
        0 => format!("0-{}", borders[0]),
        n if n == borders.len() => format!("{}-", borders[n - 1]),
        n => format!("{}-{}", borders[n - 1], borders[n]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criticism::{BoardFigures, Conventions, Evidence, measure_all};
    use crate::game::{AnyGame, lower};
    use crate::language::parse;
    use crate::strategy::Policy;
    use crate::trials::{TrialSettings, play_trials};

    fn of(file: &str) -> String {
        let tree = parse(&std::fs::read_to_string(format!("seed-games/{file}.ludi")).unwrap()).unwrap();
        let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
        let settings = TrialSettings { depth: 1, ..TrialSettings::default() };
        let trials = play_trials(&game, &Policy::default_for(game.rules()), settings, 1, 10);
        let rules = Some((&tree, BoardFigures::of(game.board())));
        let evidence = Evidence { rules, trials: &trials, slow: None };
        niche(game.board(), &measure_all(&evidence, &Conventions::default(), 1), &trials)
    }

    #[test]
    fn known_games_fall_where_they_belong() {
        // At most nine plies, of which the measured ones have five choices or fewer.
        assert_eq!(of("tic-tac-toe"), "square/row/0-15/0-8");
        assert!(of("yavalath").starts_with("hex/row/"), "{}", of("yavalath"));
        assert!(of("hex").starts_with("hex/connect/"), "{}", of("hex"));
        assert!(of("breakthrough-no-elimination").starts_with("square/reach/"));
        assert!(of("breakthrough").starts_with("square/mixed/"), "{}", of("breakthrough"));
    }

    #[test]
    fn bins_have_their_lower_border() {
        for (value, expected) in [(0.0, "0-15"), (14.9, "0-15"), (15.0, "15-30"), (59.9, "30-60"), (60.0, "60-")] {
            assert_eq!(bin(value, &LENGTHS), expected);
        }
    }
}
