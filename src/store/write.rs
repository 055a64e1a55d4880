//! The one writer of a population.

use super::error::StoreError;
use super::lock::Lock;
use super::record::{Cost, Entry, Measurement, Remeasured, RunInfo, SeedGame, TrialRow};
use super::rows::{MemberRow, Stage};
use super::{query, schema};
use crate::synthesis::Origin;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};

/// An open population, locked against other writers.
///
/// ```
/// use ludogen::store::{ChildRecord, Entry, GameId, Reader, RunInfo, SeedGame, Step, StoreError, Writer};
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
/// assert!(matches!(Writer::open(&path), Err(StoreError::InUse { .. })), "there is one writer at a time");
/// writer.begin(&run, &[SeedGame { name: "Hex".into(), text: "(game Hex …)".into() }]).unwrap();
/// let mut record = ChildRecord::new("Lomi", "(game Lomi …)");
/// record.reject(Step::Safety, "nobody wins");
/// writer.append(&Entry { id: GameId(1), child: Some(1), record: record.clone(), candidate: None }).unwrap();
///
/// let reader = Reader::open(&path).unwrap();
/// assert_eq!(reader.record(GameId(1)).unwrap(), record);
/// ```
#[derive(Debug)]
pub struct Writer {
    // Declared before the lock, so that it is closed before the lock is given up.
    connection: Connection,
    path: PathBuf,
    _lock: Lock,
}

impl Writer {
    /// Opens the population at `path`, or begins one there. A new one is empty until [`begin`](Writer::begin).
    ///
    /// Older formats are brought up to date. The file is checked from end to end first, so that nothing is ever appended
    /// to a damaged population.
    pub fn open(path: &Path) -> Result<Writer, StoreError> {
        let lock = Lock::take(path)?;
        let sql = |e| StoreError::sql(path, e);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(sql)?;
        query::harden(&connection).map_err(sql)?;
        if connection.is_readonly(rusqlite::MAIN_DB).map_err(sql)? {
            return Err(StoreError::ReadOnly { path: path.to_path_buf(), why: "the file is read-only".into() });
        }
        schema::recognise(&connection, path)?;
        connection.pragma_update(None, "journal_mode", "wal").map_err(sql)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(sql)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(sql)?;
        schema::migrate(&mut connection, path)?;
        let verdict: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0)).map_err(sql)?;
        if verdict != "ok" {
            return Err(StoreError::damaged(path, verdict));
        }
        Ok(Writer { connection, path: path.to_path_buf(), _lock: lock })
    }

    /// The run this population belongs to; `None` when it has not begun.
    pub fn run(&self) -> Result<Option<RunInfo>, StoreError> {
        query::run(&self.connection, &self.path)
    }

    /// The seed games the run began with, in order.
    pub fn seeds(&self) -> Result<Vec<SeedGame>, StoreError> {
        query::seeds(&self.connection, &self.path)
    }

    /// The games made so far, in order, as far as going on needs to know them.
    pub fn members(&self) -> Result<Vec<MemberRow>, StoreError> {
        query::members(&self.connection, &self.path)
    }

    /// Begins the run: what defines it, and the games to begin with.
    pub fn begin(&mut self, run: &RunInfo, seeds: &[SeedGame]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let sql = |e| StoreError::sql(&path, e);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
        insert_run(&transaction, run, seeds).map_err(sql)?;
        transaction.commit().map_err(sql)
    }

    /// Stores what a heat of the last round found of a game, in place of what it found before.
    pub fn remeasure(&mut self, found: &Remeasured) -> Result<(), StoreError> {
        let sql = |e| StoreError::sql(&self.path, e);
        let written = |e: serde_json::Error| StoreError::damaged(&self.path, e.to_string());
        let judgement = serde_json::to_string(&found.judgement).map_err(written)?;
        let rows: Vec<_> =
            found.measurements.iter().map(|m| (m.criterion, m.value, m.standard_error, m.samples)).collect();
        let measurements = serde_json::to_string(&rows).map_err(written)?;
        let statement = "INSERT OR REPLACE INTO stored_remeasured VALUES (?, ?, ?, ?, ?, ?)";
        let row =
            params![found.game.0.cast_signed(), found.heat, found.times, judgement, measurements, found.milliseconds];
        self.connection.execute(statement, row).map(|_| ()).map_err(sql)
    }

    /// Stores one game with all that belongs to it. Either everything is stored or nothing.
    pub fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let path = &self.path;
        let sql = |e| StoreError::sql(path, e);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
        insert_entry(&transaction, entry).map_err(sql)?;
        transaction.commit().map_err(sql)
    }
}

fn insert_run(transaction: &Transaction<'_>, run: &RunInfo, seeds: &[SeedGame]) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO stored_run VALUES (1, ?, ?, ?, ?, ?, ?)",
        params![run.seed.to_string(), run.recipe, run.recipe_source, run.profile, run.profile_version, run.program],
    )?;
    for (number, name) in run.criteria.iter().enumerate() {
        transaction.execute("INSERT INTO stored_criterion VALUES (?, ?)", params![number as i64, name])?;
    }
    for (i, seed) in seeds.iter().enumerate() {
        transaction.execute("INSERT INTO stored_seed VALUES (?, ?, ?)", params![i as i64 + 1, seed.name, seed.text])?;
    }
    Ok(())
}

fn insert_entry(transaction: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let record = &entry.record;
    let id = entry.id.0.cast_signed();
    transaction
        .prepare_cached(
            "INSERT INTO stored_game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id,
            entry.child.map(u64::cast_signed),
            record.name,
            record.text,
            record.fingerprint.cast_signed(),
            record.parents.map(|p| p[0].0.cast_signed()),
            record.parents.map(|p| p[1].0.cast_signed()),
            record.generation,
            record.fate.name(),
            record.fate.step().map(|step| step.name()),
            record.reason,
            lines(&record.log),
            record.parent_distances.map(|d| d[0]),
            record.parent_distances.map(|d| d[1]),
            record.nearest.map(|n| n.game.0.cast_signed()),
            record.nearest.map(|n| n.distance),
            record.score.map(|s| s.value),
            record.score.map(|s| s.low),
            record.score.map(|s| s.high),
            record.viable,
            lines(&record.viability_reasons),
            record.guard_fired,
            words(&record.lineage),
            record.niche,
        ])?;
    let parts = (&record.policy, &record.measurements, &record.trials, &record.costs);
    insert_parts(transaction, id, Stage::Child, parts)?;
    if let Some(candidate) = &entry.candidate {
        transaction.prepare_cached("INSERT INTO stored_candidate VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?.execute(
            params![
                id,
                candidate.score.value,
                candidate.score.low,
                candidate.score.high,
                candidate.viable,
                lines(&candidate.viability_reasons),
                candidate.guard_fired,
                candidate.vestigial.as_deref().map(|nodes| serde_json::Value::from(nodes).to_string()),
                candidate.judgement.as_ref().map(|j| j.shelf.word()),
                candidate.judgement.as_ref().and_then(|j| j.doubted),
                candidate.judgement.as_ref().and_then(|j| serde_json::to_string(j).ok()),
            ],
        )?;
        let mut statement = transaction.prepare_cached(
            "INSERT INTO stored_verdict (game, flaw, verdict, evidence, budget) VALUES (?, ?, ?, ?, ?)",
        )?;
        for v in &candidate.verdicts {
            statement.execute(params![id, v.flaw, v.verdict, v.evidence, v.budget])?;
        }
        let parts = (&candidate.policy, &candidate.measurements, &candidate.trials, &candidate.costs);
        insert_parts(transaction, id, Stage::Candidate, parts)?;
    }
    Ok(())
}

/// What both stages of a life leave behind.
type Parts<'a> = (&'a Vec<(String, f64)>, &'a Vec<Measurement>, &'a Vec<TrialRow>, &'a Vec<Cost>);

fn insert_parts(transaction: &Transaction<'_>, id: i64, stage: Stage, parts: Parts<'_>) -> rusqlite::Result<()> {
    let (policy, measurements, trials, costs) = parts;
    let stage = stage as i64;
    let mut statement = transaction.prepare_cached("INSERT INTO stored_policy VALUES (?, ?, ?, ?, ?)")?;
    for (i, (advisor, weight)) in policy.iter().enumerate() {
        statement.execute(params![id, stage, i as i64, advisor, weight])?;
    }
    let mut statement = transaction.prepare_cached("INSERT INTO stored_measurement VALUES (?, ?, ?, ?, ?, ?)")?;
    for m in measurements {
        statement.execute(params![id, stage, m.criterion, m.value, m.standard_error, m.samples])?;
    }
    let mut statement = transaction.prepare_cached("INSERT INTO stored_trial VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
    for (i, t) in trials.iter().enumerate() {
        let leads: Vec<u8> = t.leads.iter().flat_map(|lead| lead.to_le_bytes()).collect();
        let seed = t.seed.cast_signed();
        statement.execute(params![id, stage, i as i64, seed, t.first_mover, t.ending.name(), t.moves, leads])?;
    }
    let mut statement = transaction.prepare_cached("INSERT INTO stored_cost VALUES (?, ?, ?, ?, ?, ?)")?;
    for (i, cost) in costs.iter().enumerate() {
        let nodes = i64::try_from(cost.nodes).unwrap_or(i64::MAX);
        statement.execute(params![id, stage, i as i64, cost.step.name(), nodes, cost.milliseconds])?;
    }
    Ok(())
}

fn words(lineage: &[Origin]) -> String {
    lineage.iter().map(Origin::to_string).collect::<Vec<_>>().join(" ")
}

fn lines(lines: &[String]) -> String {
    serde_json::Value::from(lines).to_string()
}
