//! The examination of a population: what is damaged, what can be mended and what is lost.
//!
//! Children are made from those before them, and come out the same when they are made again. So a population is mended by keeping the games up to the
//! first that cannot be read: going on makes the rest again. Answers of people cannot be made again, and are kept as far as they can be read.

use super::error::StoreError;
use super::lock::Lock;
use super::read::{Reader, with_suffix};
use super::record::GameId;
use super::rows::Stage;
use super::{query, schema};
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params_from_iter};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The most faults of one kind that are listed.
const LISTED: usize = 20;

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// How many games there are.
    pub games: u64,
    /// How many of them, from the first, can be read in every part.
    pub sound: u64,
    /// The format of the file, if it is older than this program's: going on brings it up to date.
    pub older: Option<i64>,
    /// What is wrong, in words; empty if the population is sound.
    pub faults: Vec<String>,
}

/// What was mended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// The games that were kept.
    pub kept: u64,
    /// The games that were dropped, and are made again when the run goes on.
    pub dropped: u64,
    /// What was lost for good, in words.
    pub lost: Vec<String>,
    /// Where the damaged file is now.
    pub damaged: PathBuf,
}

/// Tables whose rows belong to one game, in the order in which they can be filled, with the column that says which.
const OF_GAMES: [(&str, &str); 7] = [
    ("stored_game", "id"),
    ("stored_candidate", "game"),
    ("stored_measurement", "game"),
    ("stored_trial", "game"),
    ("stored_policy", "game"),
    ("stored_cost", "game"),
    ("stored_verdict", "game"),
];

/// Tables that need none of the above but the games they name, with what people or the last round have added, and the columns that name games.
const ADDED: [(&str, &[&str]); 5] = [
    ("stored_subject", &[]),
    ("stored_pair", &["left_game", "right_game"]),
    ("stored_comparison", &["preferred", "other"]),
    ("stored_ranking", &["game"]),
    ("stored_remeasured", &["game"]),
];

fn open(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing { path: path.to_path_buf() });
    }
    let sql = |e| StoreError::sql(path, e);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(sql)?;
    query::harden(&connection).map_err(sql)?;
    schema::recognise(&connection, path)?;
    Ok(connection)
}

/// Examines a population from end to end: the file, its layout, and every part of every game.
///
/// ```
/// use ludogen::store::{Diagnosis, Writer, examine};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// drop(Writer::open(&path).unwrap());
/// assert_eq!(examine(&path).unwrap(), Diagnosis::default(), "nothing there, and nothing wrong");
///
/// // A table is lost that every population has.
/// rusqlite::Connection::open(&path).unwrap().execute("DROP TABLE stored_run", []).unwrap();
/// let found = examine(&path).unwrap();
/// assert!(!found.faults.is_empty(), "{found:?}");
/// ```
///
/// # Errors
/// There is no population, it is another program's file, or somebody is working on it.
pub fn examine(path: &Path) -> Result<Diagnosis, StoreError> {
    let _lock = if path.exists() { Some(Lock::take(path)?) } else { None };
    let connection = open(path)?;
    let mut found = Diagnosis::default();
    let pragma = |name: &str, found: &mut Diagnosis| {
        let rows = connection.prepare(&format!("PRAGMA {name}")).and_then(|mut statement| {
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            rows.take(LISTED).collect::<Result<Vec<_>, _>>()
        });
        match rows {
            Ok(rows) => found.faults.extend(rows.into_iter().filter(|row| row != "ok")),
            Err(error) => found.faults.push(error.to_string()),
        }
    };
    pragma("integrity_check", &mut found);
    pragma("foreign_key_check", &mut found);
    match Reader::open(path) {
        Ok(reader) => read_all(&reader, &mut found),
        Err(StoreError::Older { found: format, .. }) => {
            found.older = Some(format);
            if let Err(error) = read_older(&connection, path, &mut found) {
                found.faults.push(error.to_string());
            }
        }
        Err(error) => found.faults.push(error.to_string()),
    }
    Ok(found)
}

/// Reads a population of an older format: a copy of it is brought up to date and read, and the file stays as it is.
fn read_older(connection: &Connection, path: &Path, found: &mut Diagnosis) -> Result<(), StoreError> {
    let copy = with_suffix(path, ".examined");
    remove(&copy)?;
    let read = copy_to(connection, &copy).and_then(|()| {
        schema::migrate(&mut open(&copy)?, &copy)?;
        read_all(&Reader::open(&copy)?, found);
        Ok(())
    });
    remove(&copy).and(read)
}

/// Removes a database that was made on the way, if it is there.
fn remove(path: &Path) -> Result<(), StoreError> {
    for ending in ["", "-wal", "-shm"] {
        let file = with_suffix(path, ending);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(StoreError::io(&file, error)),
            _ => {}
        }
    }
    Ok(())
}

/// Reads every part of every game.
fn read_all(reader: &Reader, found: &mut Diagnosis) {
    let mut fault = |what: String, error: StoreError| {
        if found.faults.len() < LISTED {
            found.faults.push(format!("{what}: {error}"));
        }
    };
    match reader.run().and_then(|_| reader.seeds()) {
        Ok(_) => {}
        Err(error) => fault("what defines the run".into(), error),
    }
    match reader.count() {
        Ok(count) => found.games = count,
        Err(error) => fault("the games".into(), error),
    }
    let mut sound = 0;
    let mut whole = true;
    for number in 1..=found.games {
        match read_game(reader, GameId(number)) {
            Ok(()) => sound += u64::from(whole),
            Err(error) => {
                whole = false;
                fault(format!("game {number}"), error);
            }
        }
    }
    let rest = [reader.comparisons().map(drop), reader.remeasured().map(drop)];
    for (what, read) in ["the answers of people", "the last round"].into_iter().zip(rest) {
        if let Err(error) = read {
            fault(what.into(), error);
        }
    }
    found.sound = sound;
}

/// Reads every part of a game.
fn read_game(reader: &Reader, game: GameId) -> Result<(), StoreError> {
    if reader.game(game)?.is_none() {
        return Err(StoreError::damaged(Path::new(""), "it is missing"));
    }
    reader.record(game)?;
    reader.lineage(game)?;
    reader.vestigial(game)?;
    reader.verdicts(game)?;
    reader.judgement(game)?;
    reader.trials(game, Stage::Candidate)?;
    reader.policy(game, Stage::Candidate)?;
    reader.measured(game, Stage::Candidate).map(drop)
}

/// Writes a copy of a population to a new file, also while a run is going on.
///
/// ```
/// use ludogen::store::{Reader, RunInfo, Writer, back_up};
///
/// let folder = tempfile::tempdir().unwrap();
/// let [path, copy] = ["population.db", "copy.db"].map(|name| folder.path().join(name));
/// # let run = RunInfo {
/// #     seed: 1,
/// #     recipe: "()".into(),
/// #     recipe_source: String::new(),
/// #     profile: "human-2026".into(),
/// #     profile_version: String::new(),
/// #     program: "0.1.0".into(),
/// #     criteria: vec!["balance".into()],
/// # };
/// Writer::open(&path).unwrap().begin(&run, &[]).unwrap();
/// back_up(&path, &copy).unwrap();
/// assert_eq!(Reader::open(&copy).unwrap().run().unwrap(), Some(run));
/// assert!(back_up(&path, &copy).is_err(), "there is a file of that name");
/// ```
///
/// # Errors
/// There is a file of that name, or it cannot be written.
pub fn back_up(path: &Path, copy: &Path) -> Result<(), StoreError> {
    if copy.exists() {
        return Err(StoreError::Io { path: copy.to_path_buf(), why: "there is a file of that name already".into() });
    }
    copy_to(&open(path)?, copy)
}

fn copy_to(connection: &Connection, copy: &Path) -> Result<(), StoreError> {
    let name = copy.to_string_lossy();
    connection.execute("VACUUM INTO ?", [&name]).map(|_| ()).map_err(|e| StoreError::sql(copy, e))
}

/// Puts a new file with what can be read of a population in its place; the damaged one is kept beside it.
///
/// ```
/// use ludogen::store::{ChildRecord, Entry, GameId, RunInfo, Step, Writer, examine, repair};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// let run = RunInfo {
///     seed: 1,
///     recipe: "()".into(),
///     recipe_source: String::new(),
///     profile: "human-2026".into(),
///     profile_version: String::new(),
///     program: "0.1.0".into(),
///     criteria: vec!["balance".into()],
/// };
/// let mut writer = Writer::open(&path).unwrap();
/// writer.begin(&run, &[]).unwrap();
/// for number in 1..=3 {
///     let mut record = ChildRecord::new(format!("Child{number}"), "(game Lomi …)");
///     record.reject(Step::Safety, "nobody wins");
///     writer.append(&Entry { id: GameId(number), child: Some(number), record, candidate: None }).unwrap();
/// }
/// drop(writer);
///
/// // The second of three children gets lost, so the third must be made again.
/// rusqlite::Connection::open(&path).unwrap().execute("DELETE FROM stored_game WHERE id = 2", []).unwrap();
/// assert_eq!(examine(&path).unwrap().sound, 1);
/// let mended = repair(&path).unwrap();
/// assert_eq!((mended.kept, mended.dropped, mended.damaged.exists()), (1, 2, true));
/// assert!(examine(&path).unwrap().faults.is_empty());
/// ```
///
/// # Errors
/// What defines the run cannot be read, so that nothing can be mended; or files cannot be written.
pub fn repair(path: &Path) -> Result<Repair, StoreError> {
    let _lock = Lock::take(path)?;
    let source = open(path)?;
    let beside = |ending: &str| with_suffix(path, ending);
    let fresh = beside(".mended");
    let io = |e| StoreError::io(path, e);
    remove(&fresh)?;
    let mut most = u64::MAX;
    // What is copied without complaint may still be no game: then once more, up to there.
    let repair = loop {
        let repair = copy(&source, path, &fresh, most)?;
        let mut found = Diagnosis::default();
        read_all(&Reader::open(&fresh)?, &mut found);
        if found.sound >= repair.kept || most == found.sound {
            break repair;
        }
        most = found.sound;
        std::fs::remove_file(&fresh).map_err(io)?;
    };
    drop(source);
    let damaged = (1..).map(|n| beside(&format!(".damaged-{n}"))).find(|name| !name.exists());
    let damaged = damaged.unwrap_or_else(|| beside(".damaged"));
    // What belongs to the damaged file must not be taken for the new one's.
    let mut moved = vec![(path.to_path_buf(), damaged.clone())];
    let logs = ["-wal", "-shm"].map(|ending| (beside(ending), with_suffix(&damaged, ending)));
    moved.extend(logs.into_iter().filter(|(old, _)| old.exists()));
    let mut done = 0;
    let put = moved.iter().try_for_each(|(from, to)| {
        std::fs::rename(from, to)?;
        done += 1;
        Ok(())
    });
    put.and_then(|()| std::fs::rename(&fresh, path)).map_err(|error| {
        // There is a population of this name at any rate.
        for (from, to) in moved[..done].iter().rev() {
            let _ = std::fs::rename(to, from);
        }
        io(error)
    })?;
    Ok(Repair { damaged, ..repair })
}

/// Copies what can be read into a new population, no more than so many games.
fn copy(source: &Connection, path: &Path, fresh: &Path, most: u64) -> Result<Repair, StoreError> {
    let sql = |e| StoreError::sql(fresh, e);
    let mut target = Connection::open(fresh).map_err(sql)?;
    query::harden(&target).map_err(sql)?;
    schema::migrate(&mut target, fresh)?;
    target.pragma_update(None, "foreign_keys", true).map_err(sql)?;
    for table in ["stored_run", "stored_criterion", "stored_seed"] {
        let copied =
            Copying::new(source, &target, table).map_err(Failed::from).and_then(|copying| copying.rows("1", &[]));
        copied.map_err(|failed| match failed {
            Failed::Writing(e) => sql(e),
            Failed::Reading(e) => {
                StoreError::damaged(path, format!("what defines the run cannot be read ({table}: {e})"))
            }
        })?;
    }
    let count: u64 =
        source.query_row("SELECT max(id) FROM stored_game", [], |row| row.get(0)).unwrap_or(i64::MAX) as u64;
    let mut repair = Repair::default();
    let of_games = OF_GAMES.iter().map(|(table, column)| {
        let copying = Copying::new(source, &target, table)?;
        Ok((copying, format!("{column} = ?")))
    });
    // Where not even the layout can be read, there are no games to keep.
    let of_games = of_games.collect::<rusqlite::Result<Vec<_>>>().unwrap_or_default();
    for number in 1..=count.min(most) {
        let transaction = target.unchecked_transaction().map_err(sql)?;
        let id = [Value::from(number.cast_signed())];
        let copied =
            of_games.iter().try_fold(0, |rows, (copying, own)| Ok::<_, Failed>(rows + copying.rows(own, &id)?));
        match copied {
            // What was not written would count as damaged.
            Err(Failed::Writing(e)) => return Err(sql(e)),
            Ok(0) | Err(Failed::Reading(_)) => break,
            Ok(_) => {}
        }
        transaction.commit().map_err(sql)?;
        repair.kept = number;
    }
    repair.dropped = if count == i64::MAX as u64 { 0 } else { count.saturating_sub(repair.kept) };
    for (table, columns) in ADDED {
        let there = columns.iter().map(|column| format!(" AND {column} <= {}", repair.kept)).collect::<String>();
        let there = format!("1{there}");
        let mut rows = Copied::default();
        let copying = Copying::new(source, &target, table).map_err(Failed::from);
        let copied = match copying.and_then(|copying| copying.each(&there, &mut rows)) {
            Ok(()) => Ok(()),
            Err(Failed::Writing(e)) => return Err(sql(e)),
            Err(Failed::Reading(e)) => Err(e),
        };
        if rows.lost > 0 {
            repair.lost.push(format!("{} of {} rows of {table}", rows.lost, rows.lost + rows.kept));
        }
        if let Err(error) = copied {
            repair.lost.push(format!("rows of {table} after {}: {error}", rows.kept));
        }
    }
    Ok(repair)
}

/// Why rows were not copied.
enum Failed {
    /// The damaged file does not have them, or they do not fit.
    Reading(rusqlite::Error),
    /// The disk is full, say.
    Writing(rusqlite::Error),
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        Failed::Reading(error)
    }
}

impl Failed {
    /// What the new file says of a row.
    fn of_row(error: rusqlite::Error) -> Failed {
        match error.sqlite_error_code() {
            None | Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::TooBig) => {
                Failed::Reading(error)
            }
            Some(_) => Failed::Writing(error),
        }
    }
}

/// The statements that copy a table, with the columns that the source has: an older format has fewer.
struct Copying<'c> {
    source: &'c Connection,
    target: &'c Connection,
    table: &'static str,
    columns: String,
    width: usize,
    insert: String,
}

impl<'c> Copying<'c> {
    fn new(source: &'c Connection, target: &'c Connection, table: &'static str) -> rusqlite::Result<Copying<'c>> {
        let mut statement = source.prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let (columns, width) = (names.join(", "), names.len());
        let insert = format!("INSERT INTO {table} ({columns}) VALUES ({})", vec!["?"; width].join(", "));
        Ok(Copying { source, target, table, columns, width, insert })
    }

    fn values(&self, row: &Row) -> rusqlite::Result<Vec<Value>> {
        (0..self.width).map(|at| row.get(at)).collect()
    }

    /// Copies the rows that meet a condition, all or none; how many.
    fn rows(&self, condition: &str, values: &[Value]) -> Result<usize, Failed> {
        let select = format!("SELECT {} FROM {} WHERE {condition}", self.columns, self.table);
        let mut select = self.source.prepare_cached(&select)?;
        let mut insert = self.target.prepare_cached(&self.insert)?;
        let mut rows = select.query(params_from_iter(values))?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            insert.execute(params_from_iter(self.values(row)?)).map_err(Failed::of_row)?;
            count += 1;
        }
        Ok(count)
    }

    /// Copies what can be copied, row by row; of rows that name games, those that are there.
    fn each(&self, there: &str, copied: &mut Copied) -> Result<(), Failed> {
        if self.width == 0 {
            // An older format has no such table.
            return Ok(());
        }
        let mut select = self.source.prepare(&format!("SELECT {}, ({there}) FROM {}", self.columns, self.table))?;
        let mut insert = self.target.prepare(&self.insert)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let wanted = row.get::<_, bool>(self.width).unwrap_or(false);
            let values = self.values(row);
            let inserted = values.ok().filter(|_| wanted).map(|values| insert.execute(params_from_iter(values)));
            match inserted.map(|inserted| inserted.map_err(Failed::of_row)) {
                Some(Ok(_)) => copied.kept += 1,
                Some(Err(failed @ Failed::Writing(_))) => return Err(failed),
                None | Some(Err(Failed::Reading(_))) => copied.lost += 1,
            }
        }
        Ok(())
    }
}

/// What became of the rows of a table.
#[derive(Default)]
struct Copied {
    kept: u64,
    lost: u64,
}
