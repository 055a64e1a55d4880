//! The signature of the solver: how much work each method does on a fixed set of small boards.
//!
//! Work is counted in positions enumerated, nodes searched or states of automata visited, none of which depends on the machine or on the
//! number of threads. A change to the solver that leaves these numbers as they are leaves the search as it was; one that changes them
//! replaces the table in `tests/data/solver/signature.txt` by the one that the failing test prints, and says why in its message.

use std::fmt::Write;

use ludogen::game::{AnyGame, Game, Player, Position, lower};
use ludogen::language::parse;
use ludogen::solver::dfa::{Limit, Set, work};
use ludogen::solver::encode::encode;
use ludogen::solver::symbolic::{Problem, filling, indexed, layered, retrograde, timed};
use ludogen::solver::{Budget, PlyRow, explicit, proof};
use ludogen::with_game;

/// Seed games with the sizes of their boards.
const BOARDS: [(&str, &str); 10] = [
    ("breakthrough", "3 4"),
    ("breakthrough", "2 6"),
    ("connect-four", "4 3"),
    ("tic-tac-toe", "3 3"),
    ("hex", "3 3"),
    ("clobber", "3 3"),
    ("konane", "4 3"),
    ("nim", "3 4"),
    ("dodgem", ""),
    ("domineering", "3 3"),
];

/// Amazons for a small board.
const AMAZONS: &str = "(game Amazons (players White Black) (board (tiling square i-nbors) (size 3 3))
    (pieces
        (Amazon All (moves (move (pre (and (not (continuing)) (empty to) (line) (= (num-between any) 0))) (action (pop) (push)) (post (repeat)))))
        (Arrow neutral (moves (move (pre (and (continuing) (empty to) (line last to) (= (num-between any last to) 0))) (action (push))))))
    (start (place (Amazon White) A1 B3) (place (Amazon Black) C1))
    (end (All lose (no-move))))";

/// Plies after which a method that needs an end gives up.
const MOST_PLIES: u32 = 60;

/// The table as it was.
const SIGNATURE: &str = "tests/data/solver/signature.txt";

fn game(text: &str, size: &str) -> AnyGame {
    let mut rules = lower(&parse(text).unwrap_or_else(|p| panic!("{}", p[0].message))).unwrap();
    if !size.is_empty() {
        rules.board.sizes = size.split(' ').map(|n| n.parse().unwrap()).collect();
    }
    AnyGame::new(rules).unwrap()
}

/// What some work returns, and how many states it visits.
fn measured<T>(job: impl FnOnce() -> T) -> (T, u64) {
    let before = work();
    let done = job();
    (done, work() - before)
}

/// Strings and states of some sets.
fn sizes<'a>(sets: impl IntoIterator<Item = &'a Set>) -> (u128, usize) {
    let size = |set: &Set| (set.count().unwrap(), set.states());
    sets.into_iter().map(size).fold((0, 0), |all, set| (all.0 + set.0, all.1 + set.1))
}

fn explicitly<const W: usize>(game: &Game<W>, lines: &mut String) {
    let (solution, account) = explicit::solve(game, &Budget::default()).unwrap();
    let (value, positions) = (solution.start().value, solution.positions());
    writeln!(lines, "  explicit: {value:?}, {positions} positions, {} edges", account.edges).unwrap();
    let budget = Budget { bytes: 1 << 24, ..Budget::default() };
    match proof::value(game, Position::new(game, Player::White).state(), &budget) {
        Ok(found) => writeln!(lines, "  proof: {:?}, {} nodes", found.value, found.nodes).unwrap(),
        Err(_) => lines.push_str("  proof: refused\n"),
    }
}

fn by_layers(problem: &Problem, lines: &mut String) {
    // Each ply in halves, and in one piece.
    for (name, whole) in [("halves", 0), ("whole", usize::MAX)] {
        let options = layered::Options { most_plies: MOST_PLIES, whole, ..layered::Options::default() };
        let (solved, work) = measured(|| layered::solve(problem, &options, |_| {}));
        let solved = match solved {
            Ok(solved) => solved,
            Err(_) => return lines.push_str("  layered: endless\n"),
        };
        let all = solved.all().unwrap();
        let (positions, reached) = sizes(all.iter().map(|ply| &ply.reached));
        let (_, valued) = sizes(all.iter().flat_map(|ply| [&ply.won, &ply.lost, &ply.drawn]));
        let value = solved.value;
        writeln!(
            lines,
            "  layered in {name}: {value:?}, {positions} positions, {reached} states reached, {valued} valued, {work} visited"
        )
        .unwrap();
        let mut states = 0;
        let keep = |_, timed: &timed::Timed| {
            states += timed.sets().map(Set::states).sum::<usize>();
            0
        };
        let (distance, work) = measured(|| timed::timed(problem, &solved, Limit::NONE, keep).unwrap());
        writeln!(lines, "  plies to the win: {distance:?}, {states} states, {work} visited").unwrap();
    }
}

fn backwards(problem: &Problem, lines: &mut String) {
    let mut states = 0;
    let (solved, work) = measured(|| {
        retrograde::solve(problem, Limit::NONE, None, |_, decided| {
            states += sizes(decided.iter().flat_map(|side| [&side.won, &side.lost])).1;
        })
    });
    let (solved, value) = solved.map(|solved| (solved.distance, solved.value)).unwrap();
    writeln!(lines, "  retrograde: {value:?} in {solved:?} plies, {states} states, {work} visited").unwrap();
}

fn in_arrays(problem: &Problem, cells: usize, lines: &mut String) {
    let positions = |table: &[PlyRow]| table.iter().map(|row| row.positions).sum::<u64>();
    match indexed::solve(problem, cells, Limit::NONE, |_| {}) {
        Ok(solved) => {
            let (value, distance, positions) = (solved.value, solved.distance, positions(&solved.table));
            let bytes = solved.peak_bytes;
            writeln!(lines, "  indexed: {value:?} in {distance:?} plies, {positions} positions, {bytes} bytes")
                .unwrap();
        }
        Err(_) => lines.push_str("  indexed: refused\n"),
    }
    if let Ok(solved) = filling::solve(problem, Limit::NONE, |_| {}) {
        let (value, positions, bytes) = (solved.value, positions(&solved.table), solved.peak_bytes);
        writeln!(lines, "  filling: {value:?}, {positions} positions, {bytes} bytes").unwrap();
    }
}

fn signature(name: &str, game: &AnyGame) -> String {
    let mut lines = format!("{name}\n");
    with_game!(game, game => explicitly(game, &mut lines));
    let (encoding, work) = measured(|| with_game!(game, game => encode(game)).unwrap());
    let problem = &encoding.problem;
    // A folder of plies is known by the fingerprint: where it changes, runs that were stopped cannot go on.
    writeln!(lines, "  encode: {work} visited, fingerprint {:016x}", problem.fingerprint()).unwrap();
    by_layers(problem, &mut lines);
    backwards(problem, &mut lines);
    in_arrays(problem, encoding.cells(), &mut lines);
    lines
}

#[test]
fn every_method_does_as_much_work_as_it_did() {
    let mut found = String::new();
    for (name, size) in BOARDS {
        let text = std::fs::read_to_string(format!("seed-games/{name}.ludi")).unwrap();
        found += &signature(format!("{name} {size}").trim_end(), &game(&text, size));
    }
    found += &signature("amazons 3 3", &game(AMAZONS, ""));
    let expected = std::fs::read_to_string(SIGNATURE).unwrap();
    assert!(found == expected, "the signature is now\n{found}");
}
