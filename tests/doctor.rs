//! Damaged populations are examined and mended; what goes on from there is what would have been.

mod synthetic;

use ludogen::evolution::evolve;
use ludogen::store::{Answer, GameId, Reader, StoreError, Survey, back_up, examine, repair};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use synthetic::{Synthetic, dump, options};

const CHILDREN: u64 = 120;

fn small() -> Synthetic {
    Synthetic { toil: 0, ..Synthetic::default() }
}

fn breed(path: &Path) {
    evolve(&options(path, 2, CHILDREN), &small(), &mut |_| {}).unwrap();
}

#[test]
fn a_sound_population_is_said_to_be_sound_and_can_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("a.db"), folder.path().join("copy.db"));
    breed(&path);
    let found = examine(&path).unwrap();
    assert_eq!((found.games, found.sound, found.faults.len()), (CHILDREN + 13, CHILDREN + 13, 0));
    back_up(&path, &copy).unwrap();
    assert!(dump(&copy) == dump(&path));
    assert!(matches!(back_up(&path, &copy), Err(StoreError::Io { .. })), "nothing is written over");
    assert!(matches!(examine(&folder.path().join("none.db")), Err(StoreError::Missing { .. })));
    let foreign = folder.path().join("foreign.db");
    fs::write(&foreign, "no database").unwrap();
    assert!(matches!(examine(&foreign), Err(StoreError::Foreign { .. })));
}

#[test]
fn whatever_pages_are_overwritten_what_is_mended_goes_on_to_the_same_population() {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.db");
    breed(&sound);
    let bytes = fs::read(&sound).unwrap();
    let pages = bytes.len() / 4096;
    let (noticed, mended) = (AtomicU32::new(0), AtomicU32::new(0));
    (0..40u64).into_par_iter().for_each(|round| {
        let mut rng = Pcg64Mcg::seed_from_u64(3 + round);
        let path = folder.path().join(format!("{round}.db"));
        let mut damaged = bytes.clone();
        // Not the first page, without which it is no database.
        let page = rng.random_range(1..pages);
        let (from, length) = (page * 4096 + rng.random_range(0..2048), rng.random_range(1..2048));
        damaged[from..from + length].iter_mut().for_each(|byte| *byte = rng.random());
        fs::write(&path, &damaged).unwrap();
        let Ok(found) = examine(&path) else { return };
        if found.faults.is_empty() {
            return;
        }
        noticed.fetch_add(1, Ordering::Relaxed);
        assert!(fs::read(&path).unwrap() == damaged, "an examination changes nothing");
        let Ok(repair) = repair(&path) else { return };
        mended.fetch_add(1, Ordering::Relaxed);
        assert!(repair.kept >= found.sound, "{repair:?} {found:?}");
        assert!(fs::read(&repair.damaged).unwrap() == damaged, "the damaged file is kept");
        assert_eq!(examine(&path).unwrap().faults, Vec::<String>::new(), "page {page}");
        breed(&path);
        let games = Reader::open(&path).unwrap().games().unwrap();
        assert_eq!(games.len() as u64, CHILDREN + 13);
    });
    let (noticed, mended) = (noticed.into_inner(), mended.into_inner());
    assert!(noticed > 20 && mended > 15, "{noticed} noticed, {mended} mended");
}

/// What each format adds to the one before.
const FORMATS: [&str; 5] = [
    include_str!("../src/store/schema.sql"),
    include_str!("../src/store/schema_2.sql"),
    include_str!("../src/store/schema_3.sql"),
    include_str!("../src/store/schema_4.sql"),
    include_str!("../src/store/schema_5.sql"),
];

/// Writes what an older format can hold of a population.
fn in_format(format: usize, path: &Path, older: &Path) {
    let connection = rusqlite::Connection::open(older).unwrap();
    connection.execute_batch(&FORMATS[..format].concat()).unwrap();
    connection.pragma_update(None, "application_id", 0x6c75_646f).unwrap();
    connection.pragma_update(None, "user_version", format as i64).unwrap();
    connection.execute("ATTACH ? AS newer", [path.to_str().unwrap()]).unwrap();
    let names = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    for table in
        names("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name LIKE 'stored_%' ORDER BY rowid")
    {
        let columns = names(&format!(
            "SELECT name FROM pragma_table_info('{table}', 'main') WHERE name IN (SELECT name FROM pragma_table_info('{table}', 'newer'))"
        ))
        .join(", ");
        let sql = format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}");
        connection.execute(&sql, []).unwrap_or_else(|e| panic!("format {format}: {sql}: {e}"));
    }
}

#[test]
fn populations_of_every_older_format_are_sound_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let newest = folder.path().join("newest.db");
    breed(&newest);
    let rules = |path: &Path| -> Vec<(String, String)> {
        let reader = Reader::open(path).unwrap();
        reader.games().unwrap().into_iter().map(|game| (game.name, reader.text(game.id).unwrap())).collect()
    };
    for format in 1..FORMATS.len() {
        let path = folder.path().join(format!("{format}.db"));
        in_format(format, &newest, &path);
        let before = fs::read(&path).unwrap();
        assert!(matches!(Reader::open(&path), Err(StoreError::Older { found, .. }) if found == format as i64));
        let found = examine(&path).unwrap();
        assert_eq!((found.older, found.sound, found.faults), (Some(format as i64), CHILDREN + 13, Vec::new()));
        assert!(fs::read(&path).unwrap() == before, "an examination changes nothing");
        let files = fs::read_dir(folder.path())
            .unwrap()
            .filter(|f| f.as_ref().unwrap().path().display().to_string().contains("examined"));
        assert_eq!(files.count(), 0);
        evolve(&options(&path, 2, CHILDREN + 20), &small(), &mut |_| {}).unwrap();
        let found = examine(&path).unwrap();
        assert_eq!((found.older, found.sound, found.faults), (None, CHILDREN + 33, Vec::new()));
        assert!(rules(&path).starts_with(&rules(&newest)));
    }
}

#[test]
fn a_game_that_makes_no_sense_is_made_again_and_answers_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    breed(&path);
    let wanted = dump(&path);
    {
        let mut survey = Survey::open(&path).unwrap();
        survey.enter("anna", 7, "2026-01-01").unwrap();
        for (number, games) in [(1, [1, 2]), (2, [3, 120])] {
            let pair = survey.show("anna", number, games.map(GameId)).unwrap().id;
            let answer = Answer {
                pair,
                preferred: Some(0),
                moves: [9, 9],
                seconds: 30.0,
                reason: "shorter".into(),
                date: "2026-01-01".into(),
            };
            assert!(survey.answer("anna", &answer).unwrap());
        }
    }
    let answers = Reader::open(&path).unwrap().comparisons().unwrap().len();
    assert_eq!(answers, 2);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE stored_game SET log = 'no list' WHERE id = 100", []).unwrap();
    drop(connection);
    let found = examine(&path).unwrap();
    assert_eq!((found.games, found.sound), (CHILDREN + 13, 99));
    assert!(found.faults[0].contains("game 100"), "{:?}", found.faults);

    let program = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_ludogen")).arg("doctor").arg(&path).args(args).output().unwrap()
    };
    let told = program(&[]);
    assert_eq!(told.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&told.stdout).contains("99 of 133 games"), "{told:?}");
    let mended = program(&["--repair"]);
    assert_eq!(mended.status.code(), Some(0));
    let said = String::from_utf8_lossy(&mended.stdout).into_owned();
    assert!(said.contains("99 games kept, 34 to be made again"), "{said}");
    // The answer about game 120 cannot be kept without it.
    assert!(said.contains("lost: 1 of 2 rows of stored_comparison"), "{said}");
    assert_eq!(program(&["--json"]).status.code(), Some(0));
    breed(&path);
    assert!(dump(&path) == wanted);
    assert_eq!(Reader::open(&path).unwrap().comparisons().unwrap().len(), 1);
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_nothing_is_mended_and_the_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    breed(&path);
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute("UPDATE stored_game SET log = 'no list' WHERE id = 100", [])
        .unwrap();
    let before = dump(&path);
    let blocks = fs::metadata(&path).unwrap().len() / 1024;
    let mut refused = 0;
    for share in 0..12 {
        // The signal that says that a file may not grow is ignored.
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" doctor \"$1\" --repair", blocks * share / 12);
        let binary = env!("CARGO_BIN_EXE_ludogen");
        let output = Command::new("bash").args(["-c", &script, binary]).arg(&path).output().unwrap();
        if output.status.code() == Some(1) {
            refused += 1;
            assert!(!output.stderr.is_empty());
            assert!(dump(&path) == before, "{share}");
        } else {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains("mended: 99 games kept"), "{share}: {said}");
            break;
        }
    }
    assert!(refused > 6, "{refused}");
    assert!(repair(&path).is_ok_and(|repair| repair.kept == 99) || examine(&path).unwrap().faults.is_empty());
}
