//! Faults of disks: writes that fail, each in its turn, and power that goes while something is not on the disk yet. What was announced as stored is
//! there afterwards, the population is sound, and the run goes on to the same end.

mod place;
mod synthetic;

use ludogen::evolution::{Event, evolve};
use ludogen::store::{Reader, StoreError, examine};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs;
use std::path::{Path, PathBuf};
use synthetic::{Synthetic, dump, options};

/// Lives with few rows, but with more trials where the log is to grow.
fn small(trials: usize) -> Synthetic {
    Synthetic { toil: 0, trials, ..Synthetic::default() }
}

/// How much more than usual is tried: LUDOGEN_FAULT_TIMES.
fn times() -> u64 {
    std::env::var("LUDOGEN_FAULT_TIMES").map_or(1, |times| times.parse().unwrap())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// The children that a population holds.
fn children(path: &Path) -> u64 {
    match Reader::open(path) {
        Ok(reader) => reader.games().unwrap().iter().filter_map(|game| game.child).max().unwrap_or(0),
        Err(StoreError::Missing { .. }) => 0,
        Err(error) => panic!("{error}"),
    }
}

/// Not a test by itself: what [`whatever_write_fails_nothing_is_lost`] runs where files may not grow.
#[test]
fn a_process_whose_files_may_not_grow() {
    let Ok(path) = std::env::var("LUDOGEN_TEST_CRAMPED") else { return };
    let mut last = 0;
    let found = evolve(&options(Path::new(&path), 1, 60), &small(2), &mut |event| {
        if let Event::Child { child, .. } = event {
            last = *child;
        }
    });
    println!("\nlast {last}\nerror {}", found.err().map_or(String::new(), |error| error.to_string()));
}

#[cfg(unix)]
#[test]
fn whatever_write_fails_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.db");
    evolve(&options(&whole, 1, 60), &small(2), &mut |_| {}).unwrap();
    let wanted = dump(&whole);
    let (mut failed, mut places) = (0, std::collections::BTreeSet::new());
    let steps = 36 * times();
    for step in 0..steps {
        let path = folder.path().join(format!("{step}.db"));
        // Files may grow to so many blocks of 1,024 bytes: more than any file of the run in the last step. The signal that says so is ignored.
        let blocks = step * 1_300 / steps;
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --exact a_process_whose_files_may_not_grow --nocapture"
        );
        // What the process says goes through a pipe, which has no size.
        let output = std::process::Command::new("bash")
            .args(["-c", &script])
            .arg(std::env::current_exe().unwrap())
            .env("LUDOGEN_TEST_CRAMPED", &path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let after = |word: &str| said.lines().find_map(|line| line.strip_prefix(word)).map(str::to_owned);
        let last: u64 = after("last ").unwrap_or_else(|| panic!("{output:?}")).parse().unwrap();
        let error = after("error ").unwrap();
        if !error.is_empty() {
            failed += 1;
            places.insert(last);
            assert!(error.contains(".db"), "{error}");
        }
        let stored = children(&path);
        assert!(stored == last, "{blocks} blocks: {last} children were announced, {stored} are stored ({error})");
        evolve(&options(&path, 1, 60), &small(2), &mut |_| {}).unwrap();
        assert!(dump(&path) == wanted, "{blocks} blocks");
        fs::remove_file(&path).unwrap();
    }
    println!("{failed} of {steps} runs ended early, after {} different children", places.len());
    assert!(failed > steps / 2 && places.len() as u64 > steps / 4, "{failed} {places:?}");
}

/// The files of a population at one moment, and how many children had been announced as stored.
#[derive(Clone)]
struct Moment {
    main: Vec<u8>,
    log: Vec<u8>,
    children: u64,
}

/// A run, with its files after each child.
fn filmed(path: &Path, count: u64) -> Vec<Moment> {
    let mut moments = Vec::new();
    let read = |path: PathBuf| fs::read(path).unwrap_or_default();
    evolve(&options(path, 1, count), &small(60), &mut |event| {
        let children = match event {
            Event::Child { child, .. } => *child,
            Event::SeedGame { .. } => 0,
            _ => return,
        };
        moments.push(Moment { main: read(path.to_path_buf()), log: read(beside(path, "-wal")), children });
    })
    .unwrap();
    moments
}

/// Opens what a power cut has left; it is sound, has no more than was stored, and goes on to the same population. Returns how many children it has.
fn revive(folder: &Path, main: &[u8], log: &[u8], most: u64, count: u64, wanted: &str) -> u64 {
    let path = folder.join("cut.db");
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let _ = fs::remove_file(beside(&path, suffix));
    }
    fs::write(&path, main).unwrap();
    fs::write(beside(&path, "-wal"), log).unwrap();
    let kept = children(&path);
    assert!(kept <= most, "{kept} of {most}");
    // Before the log was written back for the first time there may be nothing at all, which is no fault.
    let found = examine(&path).unwrap();
    assert!(found.faults.is_empty() || kept == 0 && found.games == 0, "{:?}", found.faults);
    evolve(&options(&path, 1, count), &small(60), &mut |_| {}).unwrap();
    assert!(dump(&path) == *wanted, "the power cut changed the population");
    kept
}

#[test]
fn a_power_cut_loses_the_last_children_at_most() {
    const COUNT: u64 = 150;
    /// A page of the log, with what stands before it.
    const FRAME: usize = 4096 + 24;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.db");
    let moments = filmed(&path, COUNT);
    let wanted = dump(&path);
    let cuts = moments.windows(2).filter(|pair| pair[0].main != pair[1].main).count();
    assert!(cuts >= 2, "the log was written back {cuts} times");
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut short, mut tried) = (0, 0);
    // Of the log, which is not on the disk before it is written back, any beginning may be there, and any pages of the rest.
    for _ in 0..60 * times() {
        let at = &moments[rng.random_range(0..moments.len())];
        let mut log = at.log.clone();
        let frames = log.len().saturating_sub(32) / FRAME;
        match rng.random_range(0..4) {
            0 => log.truncate(32 + FRAME * rng.random_range(0..=frames)),
            1 => log.truncate(rng.random_range(0..=log.len())),
            2 if frames > 0 => {
                // A page of the disk that never arrived.
                let page = 4096 * rng.random_range(0..log.len().div_ceil(4096));
                let end = (page + 4096).min(log.len());
                log[page..end].fill(0);
            }
            _ => {
                let page = 4096 * rng.random_range(0..=log.len() / 4096);
                log[page..].iter_mut().for_each(|byte| *byte = rng.random());
            }
        }
        tried += 1;
        let kept = revive(folder.path(), &at.main, &log, at.children, COUNT, &wanted);
        short += u64::from(kept < at.children);
    }
    // While the log is written back, which is on the disk by then, any pages of the file may be there.
    for pair in moments.windows(2).filter(|pair| pair[0].main != pair[1].main) {
        let [before, after] = [&pair[0], &pair[1]];
        for _ in 0..5 * times() {
            let mut main = after.main.clone();
            for page in (0..main.len()).step_by(4096) {
                if rng.random_bool(0.5) {
                    let end = (page + 4096).min(main.len());
                    match before.main.get(page..end) {
                        Some(old) => main[page..end].copy_from_slice(old),
                        None => main[page..end].fill(0),
                    }
                }
            }
            tried += 1;
            let kept = revive(folder.path(), &main, &after.log, after.children, COUNT, &wanted);
            assert_eq!(kept, after.children, "what the log holds is there");
        }
    }
    println!("{tried} power cuts, {short} of which lost children that were not on the disk");
    assert!(short > 10, "{short} of {tried}");
}

#[test]
fn two_processes_and_a_reader_see_whole_populations_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    let whole = folder.path().join("whole.db");
    evolve(&options(&whole, 1, 200), &small(2), &mut |_| {}).unwrap();
    evolve(&options(&path, 1, 5), &small(2), &mut |_| {}).unwrap();
    let (mut refused, mut seen) = (0, 0);
    let other = options(&path, 1, 200);
    evolve(&options(&path, 2, 200), &small(2), &mut |event| {
        let Event::Child { child, .. } = event else { return };
        if child % 10 == 0 {
            // A second run on the same population is told so, and changes nothing.
            let error = evolve(&other, &small(2), &mut |_| {}).unwrap_err();
            assert!(error.to_string().contains("p.db"), "{error}");
            refused += 1;
        }
        // Whoever reads meanwhile sees every child that was announced, and no part of another.
        let reader = Reader::open(&path).unwrap();
        let games = reader.games().unwrap();
        assert_eq!(games.iter().filter_map(|game| game.child).max(), Some(*child));
        assert!(reader.record(games.last().unwrap().id).is_ok());
        seen += 1;
    })
    .unwrap();
    assert!(refused >= 19 && seen >= 195, "{refused} {seen}");
    assert!(dump(&path) == dump(&whole));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_said_does_not_end_a_run() {
    let place = place::Place::new();
    let whole = place.evolve("whole.db", 3, 1).output().unwrap();
    assert!(whole.status.success());
    // Every write to this file fails as on a full disk.
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let status = place.evolve("deaf.db", 3, 1).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    // Events on standard output are asked for: a run that cannot write them ends, and goes on the next time.
    let output = place.evolve("mute.db", 3, 1).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(place.evolve("mute.db", 3, 1).output().unwrap().status.success());
    let wanted = place.report("whole.db");
    for population in ["deaf.db", "mute.db"] {
        assert!(place.report(population) == wanted, "{population}");
    }
}
