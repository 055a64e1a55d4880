//! The symbolic solvers against per-ply tables of positions and automaton states from independent programs.

mod solver_games;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use ludogen::solver::Wdl;
use ludogen::solver::dfa::{self, Limit, Set};
use ludogen::solver::symbolic::layered::{self, Event, Layered, Options};
use ludogen::solver::symbolic::retrograde::Decided;
use ludogen::solver::symbolic::{Error, Problem, indexed, retrograde, timed};
use solver_games::{breakthrough, connect_four, in_a_row, nim};

/// The game that a table is of, from its file's name.
fn game(name: &str) -> Problem {
    let (kind, size) = name.split_once('_').expect("a name and a size");
    let size: Vec<usize> = size.split('x').map(|n| n.parse().expect("a number")).collect();
    match (kind, &size[..]) {
        ("breakthrough", &[width, height]) => breakthrough(width, height, |column, row| row * width + column),
        ("breakthroughcw", &[width, height]) => breakthrough(width, height, |column, row| column * height + row),
        ("connect4", &[width, height]) => connect_four(width, height),
        ("mnk", &[width, height, length]) => in_a_row(width, height, length),
        ("normalnim", &[heaps, objects]) => nim(heaps, objects),
        _ => panic!("no such game: {name}"),
    }
    .expect("a game within limits")
}

/// The rows of a table, without its heading.
fn rows(name: &str) -> Vec<Vec<u128>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solver").join(name);
    let text = std::fs::read_to_string(path).expect("a table");
    text.lines().skip(1).map(|line| line.split(',').map(|n| n.parse().expect("a number")).collect()).collect()
}

fn sizes(sets: &[&Set]) -> Vec<u128> {
    sets.iter().flat_map(|set| [set.states() as u128, set.count().expect("few strings")]).collect()
}

/// A row for each ply.
type Rows = Vec<Vec<u128>>;

/// What was found of a game from the start on, and then backwards.
struct Through {
    /// By ply: states and strings of what is reached.
    reached: Rows,
    /// The same of what is reached, won, lost and drawn, from the last ply back.
    solved: Rows,
    solution: Layered,
}

/// What was found of a game backwards from all ends.
struct Backwards {
    /// By ply and side: states and strings of what is won and lost.
    rows: Rows,
    plies: u32,
    distance: Option<u32>,
}

/// Results by the name of the game, each worked out once for all tests.
struct Once<T>(Mutex<BTreeMap<String, Arc<OnceLock<T>>>>);

impl<T> Once<T> {
    const fn new() -> Self {
        Once(Mutex::new(BTreeMap::new()))
    }

    fn with<R>(&self, name: &str, work: fn(&str) -> T, look: impl FnOnce(&T) -> R) -> R {
        let slot = Arc::clone(self.0.lock().expect("no panic").entry(name.into()).or_default());
        look(slot.get_or_init(|| work(name)))
    }
}

static THROUGH: Once<Through> = Once::new();
static BACKWARDS: Once<Backwards> = Once::new();

fn through(name: &str) -> Through {
    let (mut reached, mut solved) = (Vec::new(), Vec::new());
    let solution = layered::solve(&game(name), &Options::default(), |event| match event {
        Event::Reached(ply, set) => reached.push([vec![u128::from(ply)], sizes(&[set])].concat()),
        Event::Solved(ply, found) => {
            let row = sizes(&[&found.reached, &found.won, &found.lost, &found.drawn]);
            solved.push([vec![u128::from(ply)], row].concat());
        }
    });
    Through { reached, solved, solution: solution.expect("a solution") }
}

fn backwards(name: &str) -> Backwards {
    let mut rows = Vec::new();
    let solution = retrograde::solve(&game(name), Limit::NONE, None, |ply, decided| {
        for (side, decided) in decided.iter().enumerate() {
            rows.push([vec![u128::from(ply), side as u128], sizes(&[&decided.won, &decided.lost])].concat());
        }
    })
    .expect("a solution");
    Backwards { rows, plies: solution.plies, distance: solution.distance }
}

fn check_layered(name: &str) {
    let mut expected = rows(&format!("{name}.mid.csv"));
    THROUGH.with(name, through, |Through { reached, solved, .. }| {
        assert!(reached.iter().zip(&expected).all(|(found, row)| found[..] == row[..3]), "{name}: reached {reached:?}");
        expected.reverse();
        assert_eq!(*solved, expected, "{name}");
    });
}

fn check_retrograde(name: &str) {
    BACKWARDS.with(name, backwards, |found| {
        assert_eq!(found.rows, rows(&format!("{name}.retro.csv")), "{name}");
        assert_eq!(u128::from(found.plies), found.rows[found.rows.len() - 1][0]);
    });
}

#[test]
fn reachable_breakthrough() {
    for size in ["2x4", "2x5", "2x6", "2x7", "2x8", "3x4", "3x5", "3x6", "4x4"] {
        check_layered(&format!("breakthrough_{size}"));
    }
    check_layered("breakthroughcw_3x4");
}

#[test]
fn reachable_breakthrough_of_twenty_cells() {
    check_layered("breakthrough_4x5");
    check_layered("breakthrough_5x4");
}

/// How soon a game solved through is won, against what is found backwards from all ends, or in arrays.
#[test]
fn plies_to_the_win() {
    for name in [
        "breakthrough_2x4",
        "breakthrough_2x6",
        "breakthrough_3x4",
        "breakthrough_3x6",
        "breakthrough_4x4",
        "normalnim_3x7",
        "mnk_4x4x3",
        "mnk_3x3x3",
        "mnk_2x2x2",
    ] {
        let game = game(name);
        THROUGH.with(name, through, |Through { solution, .. }| {
            let count = |sets: &[Set]| sets.iter().map(|set| set.count().expect("a count")).sum::<u128>();
            let mut counts = Vec::new();
            let each = |_, timed: &timed::Timed| {
                counts.push([count(&timed.won), count(&timed.lost)]);
                0
            };
            let found = timed::timed(&game, solution, Limit::NONE, each).expect("a distance");
            let expected = match name.starts_with("mnk") {
                true => indexed::solve(&game, game.shape().len(), Limit::NONE, |_| {}).expect("a solution").distance,
                false => BACKWARDS.with(name, backwards, |found| found.distance),
            };
            assert_eq!((found, found.is_some()), (expected, solution.value != Wdl::Draw), "{name}");
            // As many at each ply as are won and lost at all.
            let plies = solution.all().expect("the plies");
            let counted = |set: &Set| set.count().expect("a count");
            let expected = plies.iter().rev().map(|ply| [counted(&ply.won), counted(&ply.lost)]);
            assert_eq!(counts, expected.collect::<Vec<_>>(), "{name}");
        });
    }
}

/// The positions of each ply, won, lost and drawn.
fn check_indexed(name: &str) {
    let game = game(name);
    let solved = indexed::solve(&game, game.shape().len(), Limit::NONE, |_| {}).expect("a solution");
    let found: Vec<Vec<u128>> = (solved.table.iter())
        .map(|row| [u64::from(row.ply), row.positions, row.won, row.lost, row.drawn].map(u128::from).to_vec())
        .collect();
    let expected: Vec<Vec<u128>> = (rows(&format!("{name}.mid.csv")).iter())
        .map(|row| [0, 2, 4, 6, 8].map(|column| row[column]).to_vec())
        .collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn positions_in_arrays() {
    for name in ["connect4_4x4", "connect4_5x4", "mnk_2x2x2", "mnk_3x3x3", "mnk_4x4x3", "mnk_4x4x4"] {
        check_indexed(name);
    }
    // Captures and steps: a turn need not change how many pieces there are.
    let recurring = indexed::solve(&game("breakthrough_2x4"), 8, Limit::NONE, |_| {});
    assert!(matches!(recurring, Err(Error::Recurring)));
    let few = Limit { states: 1000, ..Limit::NONE };
    assert!(matches!(indexed::solve(&game("mnk_3x3x3"), 9, few, |_| {}), Err(Error::Positions { limit: 1000 })));
    assert!(matches!(
        indexed::solve(&game("mnk_4x4x3"), 16, bytes(100_000), |_| {}),
        Err(Error::Sets(dfa::Error::Memory { .. }))
    ));
}

#[test]
fn all_of_breakthrough() {
    for size in ["2x4", "2x5", "2x6", "2x7", "2x8", "3x4", "3x5", "3x6", "4x4", "4x5", "5x4"] {
        check_retrograde(&format!("breakthrough_{size}"));
    }
}

#[test]
fn connect_four_tables() {
    check_layered("connect4_4x4");
    check_layered("connect4_5x4");
}

#[test]
fn connect_four_of_twenty_five_cells() {
    check_layered("connect4_5x5");
}

#[test]
fn lines_on_small_boards() {
    for size in ["2x2x2", "3x3x3", "4x4x3", "4x4x4"] {
        check_layered(&format!("mnk_{size}"));
    }
}

#[test]
fn all_line_positions() {
    check_retrograde("mnk_3x3x3");
    check_retrograde("mnk_4x4x4");
}

#[test]
fn heaps() {
    check_layered("normalnim_3x7");
    for size in ["2x16", "3x16", "3x7", "4x15"] {
        check_retrograde(&format!("normalnim_{size}"));
    }
}

#[test]
fn totals_are_the_published_ones() {
    let totals = [
        ("breakthrough_3x5", 5_022_978),
        ("breakthrough_3x6", 77_671_164),
        ("breakthrough_4x4", 4_994_625),
        ("connect4_4x4", 161_029),
        ("connect4_5x4", 3_945_711),
    ];
    for (name, expected) in totals {
        let total = THROUGH.with(name, through, |found| found.reached.iter().map(|row| row[2]).sum::<u128>());
        assert_eq!(total, expected, "{name}");
    }
}

/// Bouton (1901): a position is lost when the binary exclusive or of its heaps is zero; and the paper: such sets have few states.
#[test]
fn lost_nim_positions_are_those_with_zero_exclusive_or() {
    for (heaps, objects) in [(1, 5), (2, 9), (3, 7), (3, 12), (4, 6)] {
        let solution =
            retrograde::solve(&nim(heaps, objects).expect("a game"), Limit::NONE, None, |_, _| {}).expect("a solution");
        let lost = &solution.decided[0].lost;
        let all = Set::full(lost.shape());
        for string in &all {
            assert_eq!(lost.contains(&string), string.iter().fold(0, |sum, heap| sum ^ heap) == 0, "{string:?}");
        }
        // Only exclusive ors below the next power of two can be told apart at each heap.
        assert!(lost.states() <= heaps * (objects + 1).next_power_of_two(), "{}", lost.states());
    }
}

/// So much memory.
fn bytes(bytes: usize) -> Limit {
    Limit { bytes, ..Limit::NONE }
}

#[test]
fn a_run_that_was_stopped_goes_on_and_sets_are_spilled() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let problem = breakthrough(3, 4, |column, row| row * 3 + column)?;
    let whole = layered::solve(&problem, &Options::default(), |_| {})?;
    // Too little memory for the widest plies: what is finished stays in the folder.
    let mut options =
        Options { folder: Some(folder.path().into()), limit: bytes(60_000), whole: 100, ..Options::default() };
    assert!(matches!(layered::solve(&problem, &options, |_| {}), Err(Error::Sets(dfa::Error::Memory { .. }))));
    // Enough to work in, too little to keep all sets.
    options.limit = bytes(2_000_000);
    let mut seen = 0;
    let resumed = layered::solve(&problem, &options, |_| seen += 1)?;
    assert_eq!((resumed.value, resumed.plies, seen), (whole.value, whole.plies, 2 * (whole.plies + 1)));
    options.limit = bytes(30_000);
    let loaded = layered::solve(&problem, &options, |_| {})?;
    for ply in 0..=whole.plies {
        let (a, b) = (whole.ply(ply)?.expect("a ply"), loaded.ply(ply)?.expect("a ply"));
        assert_eq!((a.reached, a.won, a.lost, a.drawn), (b.reached, b.won, b.lost, b.drawn));
    }
    assert!(loaded.ply(whole.plies + 1)?.is_none());
    let other = breakthrough(3, 5, |column, row| row * 3 + column)?;
    assert!(matches!(layered::solve(&other, &options, |_| {}), Err(Error::Sets(dfa::Error::File(_)))));
    Ok(())
}

#[test]
fn a_run_backwards_that_was_stopped_goes_on() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let problem = breakthrough(3, 5, |column, row| row * 3 + column)?;
    let few = Limit { states: 40_000, ..Limit::NONE };
    let (mut whole, mut stopped, mut resumed) = (Vec::new(), 0, Vec::new());
    let copy = |decided: &[&Decided; 2]| decided.map(|d| (d.won.clone(), d.lost.clone()));
    let expected = retrograde::solve(&problem, Limit::NONE, None, |_, decided| whole.push(copy(decided)))?;
    let in_folder = |limit, progress: &mut dyn FnMut(u32, &[&Decided; 2])| {
        retrograde::solve(&problem, limit, Some(folder.path()), progress)
    };
    assert!(matches!(in_folder(few, &mut |_, _| stopped += 1), Err(Error::Sets(dfa::Error::States { .. }))));
    assert!(1 < stopped && stopped < whole.len(), "{stopped} of {}", whole.len());
    in_folder(Limit::NONE, &mut |_, _| {})?;
    // With all plies in the folder, little work is left.
    let found = in_folder(Limit { states: 100_000, ..Limit::NONE }, &mut |_, decided| resumed.push(copy(decided)))?;
    assert!(matches!(
        retrograde::solve(&problem, Limit { states: 100_000, ..Limit::NONE }, None, |_, _| {}),
        Err(Error::Sets(dfa::Error::States { .. }))
    ));
    assert!(resumed == whole);
    assert_eq!((found.value, found.plies, found.distance), (expected.value, expected.plies, expected.distance));
    Ok(())
}

/// Work goes on in halves, at once if there are threads for it.
#[test]
fn threads_change_neither_what_is_found_nor_how_far_a_limit_goes() -> Result<(), Error> {
    let problems = [breakthrough(3, 5, |column, row| row * 3 + column)?, connect_four(4, 4)?];
    let on = |threads, work: &(dyn Fn() -> Result<Vec<layered::Ply>, Error> + Sync)| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
    };
    for problem in &problems {
        let solve = |states| {
            let options = Options { limit: Limit { states, ..Limit::NONE }, whole: 100, ..Options::default() };
            Ok(layered::solve(problem, &options, |_| {})?.all()?)
        };
        let sets = |plies: &[layered::Ply]| -> Vec<Set> {
            plies.iter().flat_map(|ply| [&ply.reached, &ply.won, &ply.lost, &ply.drawn]).cloned().collect()
        };
        let alone = sets(&on(1, &|| solve(u64::MAX))?);
        // More states than do not suffice, up to some that do.
        let (mut few, mut enough) = (0_u64, 1 << 22);
        while few + 1 < enough {
            let states = few.midpoint(enough);
            *(if on(1, &|| solve(states)).is_ok() { &mut enough } else { &mut few }) = states;
        }
        for threads in [2, 3, 8] {
            assert!(sets(&on(threads, &|| solve(enough))?) == alone);
            assert!(matches!(on(threads, &|| solve(few)), Err(Error::Sets(dfa::Error::States { .. }))));
        }
    }
    Ok(())
}

#[test]
fn play_that_goes_on_is_refused() -> Result<(), Error> {
    let problem = nim(2, 5)?;
    let options = Options { most_plies: 9, ..Options::default() };
    assert!(matches!(layered::solve(&problem, &options, |_| {}), Err(Error::Endless { plies: 9 })));
    assert!(layered::solve(&problem, &Options { most_plies: 10, ..options }, |_| {}).is_ok());
    Ok(())
}

#[test]
fn limits_of_memory_and_states_end_every_method() -> Result<(), Error> {
    let problem = breakthrough(3, 4, |column, row| row * 3 + column)?;
    let states = |states| Limit { states, ..Limit::NONE };
    let layered =
        |limit| layered::solve(&problem, &Options { limit, ..Options::default() }, |_| {}).map(|solved| solved.value);
    let backwards = |limit| retrograde::solve(&problem, limit, None, |_, _| {}).map(|solved| solved.value);
    for solve in [&layered as &dyn Fn(Limit) -> Result<Wdl, Error>, &backwards] {
        assert!(matches!(solve(states(10_000)), Err(Error::Sets(dfa::Error::States { limit: 10_000 }))));
        assert!(matches!(solve(bytes(40_000)), Err(Error::Sets(dfa::Error::Memory { .. }))));
        assert_eq!(solve(Limit { bytes: 4_000_000, states: 3_000_000 })?, Wdl::Loss);
    }
    Ok(())
}
