//! Databases from elsewhere, broken, locked away or out of room: a clear error, and nothing lost.

mod synthetic;

use ludogen::evolution::{Event, EvolveError, evolve, stored_run};
use ludogen::report::{Renderers, report};
use ludogen::store::{Reader, Stage, StoreError, Writer};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use synthetic::{Synthetic, dump, options};

fn small() -> Synthetic {
    Synthetic { toil: 0, ..Synthetic::default() }
}

/// Reads everything there is to read. Errors are fine; panics, hangs and greed are not.
fn read_all(path: &Path) -> Result<usize, StoreError> {
    let reader = Reader::open(path)?;
    reader.run()?;
    reader.seeds()?;
    reader.costs()?;
    reader.measurements(Stage::Child)?;
    reader.measurements(Stage::Candidate)?;
    let games = reader.games()?;
    for game in games.iter().take(50) {
        reader.record(game.id)?;
        reader.trials(game.id, Stage::Candidate)?;
    }
    Ok(games.len())
}

#[test]
fn mutilated_databases_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.db");
    evolve(&options(&sound, 2, 60), &small(), &mut |_| {}).unwrap();
    assert_eq!(read_all(&sound).unwrap(), 73);
    let bytes = std::fs::read(&sound).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let path = folder.path().join("broken.db");
    let (mut failed, mut messages) = (0, std::collections::BTreeSet::new());
    for round in 0..1_000 {
        let mut bytes = bytes.clone();
        match round % 4 {
            0 => bytes.truncate(rng.random_range(0..bytes.len())),
            1 => {
                for _ in 0..rng.random_range(1..40) {
                    let at = rng.random_range(0..bytes.len());
                    bytes[at] ^= 1 << rng.random_range(0..8);
                }
            }
            2 => {
                // The header and the layout of tables are on the first pages.
                let at = rng.random_range(0..bytes.len().min(16_384));
                bytes[at] = rng.random();
            }
            _ => {
                let at = rng.random_range(0..bytes.len());
                let end = (at + rng.random_range(1..5_000)).min(bytes.len());
                bytes[at..end].fill(rng.random());
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        if let Err(error) = read_all(&path) {
            failed += 1;
            let message = error.to_string();
            assert!(message.contains("broken.db"), "{message}");
            messages.insert(message.split(": ").nth(2).unwrap_or_default().to_owned());
        }
        if round % 5 == 0 {
            let out = folder.path().join("out");
            let _ = report(&path, &out, &Renderers::default());
            // Going on with it either works or is refused; it never appends to what is broken.
            let before = std::fs::read(&path).unwrap();
            if let Err(error) = evolve(&options(&path, 1, 62), &small(), &mut |_| {}) {
                let damaged =
                    matches!(error, EvolveError::Store(StoreError::Damaged { .. } | StoreError::Foreign { .. }));
                if damaged && !before.is_empty() {
                    assert!(read_all(&path).is_err() || dump_fails_or_same(&path, &before), "{error}");
                }
            }
        }
        for suffix in ["-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(folder.path().join(format!("broken.db{suffix}")));
        }
    }
    assert!(failed > 400, "{failed}");
    assert!(messages.len() >= 3, "{messages:?}");
}

/// Whether a refused database has kept its games.
fn dump_fails_or_same(path: &Path, before: &[u8]) -> bool {
    let games = |path: &Path| Reader::open(path).and_then(|reader| reader.games()).map(|games| games.len()).ok();
    let copy = path.with_extension("copy");
    std::fs::write(&copy, before).unwrap();
    games(path) >= games(&copy)
}

#[test]
fn other_files_are_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "not a database, but long enough to look like one ".repeat(50)).unwrap();
    let cats = folder.path().join("cats.db");
    rusqlite::Connection::open(&cats).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
    for path in [&text, &cats] {
        let before = std::fs::read(path).unwrap();
        assert!(matches!(Reader::open(path), Err(StoreError::Foreign { .. })));
        assert!(matches!(Writer::open(path), Err(StoreError::Foreign { .. })));
        assert!(std::fs::read(path).unwrap() == before);
    }
    assert!(matches!(Reader::open(folder.path()), Err(StoreError::Foreign { .. })));
    assert!(matches!(Reader::open(&folder.path().join("none.db")), Err(StoreError::Missing { .. })));
    assert!(!folder.path().join("none.db").exists(), "looking must not make a file");
    let newer = folder.path().join("newer.db");
    drop(Writer::open(&newer).unwrap());
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(Reader::open(&newer).unwrap_err().to_string().contains("newer ludogen"));
    assert!(matches!(Writer::open(&newer), Err(StoreError::Newer { found: 99, .. })));
    // An empty file is a population not yet begun: what a process killed at its first step leaves.
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert_eq!(stored_run(&empty).unwrap(), None);
    evolve(&options(&empty, 1, 3), &small(), &mut |_| {}).unwrap();
}

#[test]
fn gaps_in_the_row_of_children_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    for harm in [
        "DELETE FROM stored_game WHERE child = 7",
        "UPDATE stored_game SET child = 1000 WHERE child = 20",
        "UPDATE stored_game SET fate = 'seed', step = NULL, score = 1, score_low = 1, score_high = 1 WHERE child = 20",
        "UPDATE stored_game SET step = 'boredom', fate = 'rejected' WHERE child = 3",
        "DELETE FROM stored_seed",
        "UPDATE stored_game SET generation = 4000000000 WHERE id = 5",
        "UPDATE stored_game SET score = 9e999 WHERE id = 3",
        "UPDATE stored_policy SET weight = -9e999 WHERE game = 3",
        "UPDATE stored_run SET recipe = '(lag: 0)'",
        "UPDATE stored_run SET seed = 'seven'",
    ] {
        let path = folder.path().join("a.db");
        evolve(&options(&path, 2, 20), &small(), &mut |_| {}).unwrap();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {harm}")).unwrap();
        drop(connection);
        let error = evolve(&options(&path, 1, 30), &small(), &mut |_| {}).unwrap_err();
        assert!(matches!(error, EvolveError::Store(StoreError::Damaged { .. })), "{harm}: {error}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn nothing_is_lost_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    // Where even root cannot make files.
    let nowhere = Path::new("/proc/ludogen/a.db");
    if Path::new("/proc/self").exists() {
        let error = evolve(&options(nowhere, 1, 3), &small(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("/proc/ludogen/a.db"), "{error}");
    }
    let path = folder.path().join("home").join("a.db");
    evolve(&options(&path, 2, 20), &small(), &mut |_| {}).unwrap();
    let home = path.parent().unwrap();
    let expected = dump(&path);
    let writable = |yes: bool| {
        for path in [path.as_path(), home] {
            let mut permissions = std::fs::metadata(path).unwrap().permissions();
            if !yes {
                permissions.set_readonly(true);
            } else {
                #[allow(clippy::permissions_set_readonly_false)]
                permissions.set_readonly(false);
            }
            std::fs::set_permissions(path, permissions).unwrap();
        }
    };
    writable(false);
    let out = folder.path().join("out");
    assert_eq!(report(&path, &out, &Renderers::default()).unwrap().children, 20);
    // Permissions do not bind the superuser.
    if std::fs::write(home.join("probe"), "").is_err() {
        let error = evolve(&options(&path, 1, 30), &small(), &mut |_| {}).unwrap_err();
        assert!(matches!(error, EvolveError::Store(StoreError::ReadOnly { .. })), "{error}");
    }
    writable(true);
    assert_eq!(dump(&path), expected);
    evolve(&options(&path, 1, 30), &small(), &mut |_| {}).unwrap();
}

/// Not a test by itself: what [`a_full_disk_loses_nothing`] runs where files may not grow.
#[test]
fn a_process_short_of_room() {
    let Ok(path) = std::env::var("LUDOGEN_TEST_CRAMPED") else { return };
    let mut last = 0;
    let error = evolve(&options(Path::new(&path), 2, 400), &small(), &mut |event| {
        if let Event::Child { child, .. } = event {
            last = *child;
        }
    })
    .unwrap_err();
    println!("\nlast {last}\nerror {error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cramped) = (folder.path().join("whole.db"), folder.path().join("cramped.db"));
    evolve(&options(&whole, 2, 400), &small(), &mut |_| {}).unwrap();
    // Files may grow to 6,000 blocks of 512 or 1,024 bytes, depending on the shell; the signal that says so is ignored.
    let script = "trap '' XFSZ; ulimit -f 6000; exec \"$0\" --exact a_process_short_of_room --nocapture";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env("LUDOGEN_TEST_CRAMPED", &cramped)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let after = |word: &str| said.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_default().to_owned();
    let last: u64 = after("last ").parse().unwrap_or_else(|_| panic!("{output:?}"));
    assert!(last > 0 && last < 400, "{said}");
    assert!(after("error ").contains("cramped.db: the disk refuses to store more"), "{said}");
    let stored = Reader::open(&cramped).unwrap().games().unwrap().iter().filter_map(|game| game.child).max();
    assert_eq!(stored, Some(last), "everything that was announced is stored");
    evolve(&options(&cramped, 2, 400), &small(), &mut |_| {}).unwrap();
    assert!(dump(&cramped) == dump(&whole));
}
