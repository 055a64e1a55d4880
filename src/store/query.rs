//! What reading and writing share: the settings of a connection, queries with errors that name the database, and the queries that
//! going on with a run needs.

use super::error::StoreError;
use super::record::{Fate, GameId, RunInfo, SeedGame, Step};
use super::rows::MemberRow;
use crate::criticism::Score;
use rusqlite::config::DbConfig;
use rusqlite::types::FromSql;
use rusqlite::{Connection, Row};
use std::path::Path;
use std::time::Duration;

/// Settings for untrusted files: nothing in a file makes SQLite do more than read and write its rows.
pub(super) fn harden(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "mmap_size", 0)
}

/// Makes the error for a row that holds something else than it should.
pub(super) type Fault<'a> = &'a dyn Fn(String) -> StoreError;

pub(super) fn get<T: FromSql>(row: &Row<'_>, column: usize, fault: Fault<'_>) -> Result<T, StoreError> {
    row.get(column).map_err(|e| fault(e.to_string()))
}

pub(super) fn positive(row: &Row<'_>, column: usize, fault: Fault<'_>) -> Result<u64, StoreError> {
    let number: i64 = get(row, column, fault)?;
    u64::try_from(number).ok().filter(|&n| n > 0).ok_or_else(|| fault(format!("{number} is not a game's number")))
}

pub(super) fn both<T>(a: Option<T>, b: Option<T>) -> Option<[T; 2]> {
    Some([a?, b?])
}

pub(super) fn both_of<T, U>(a: Option<T>, b: Option<U>) -> Option<(T, U)> {
    Some((a?, b?))
}

pub(super) fn fate(name: &str, step: Option<String>, fault: Fault<'_>) -> Result<Fate, StoreError> {
    match (name, step.as_deref()) {
        ("seed", None) => Ok(Fate::Seed),
        ("admitted", None) => Ok(Fate::Admitted),
        ("rejected", Some(step)) => {
            Step::from_name(step).map(Fate::Rejected).ok_or_else(|| fault(format!("unknown step `{step}`")))
        }
        _ => Err(fault(format!("unknown fate `{name}`"))),
    }
}

pub(super) fn score(row: &Row<'_>, column: usize, fault: Fault<'_>) -> Result<Option<Score>, StoreError> {
    let Some(value) = get(row, column, fault)? else { return Ok(None) };
    let score = Score { value, low: get(row, column + 1, fault)?, high: get(row, column + 2, fault)? };
    if !score.is_sound() {
        return Err(fault("a score lies outside its interval".into()));
    }
    Ok(Some(score))
}

/// Runs a query and converts each row; errors name the database.
pub(super) fn collect<T>(
    connection: &Connection,
    path: &Path,
    sql: &str,
    params: impl rusqlite::Params,
    mut make: impl FnMut(&Row<'_>, Fault<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let broken = |e| StoreError::sql(path, e);
    let fault = |why: String| StoreError::damaged(path, why);
    let mut statement = connection.prepare_cached(sql).map_err(broken)?;
    let mut rows = statement.query(params).map_err(broken)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next().map_err(broken)? {
        all.push(make(row, &fault)?);
    }
    Ok(all)
}

/// The run of a population; `None` when it has not begun.
pub(super) fn run(connection: &Connection, path: &Path) -> Result<Option<RunInfo>, StoreError> {
    let sql = "SELECT seed, recipe, recipe_source, profile, profile_version, program FROM stored_run";
    let runs = collect(connection, path, sql, [], |row, fault| {
        let seed: String = get(row, 0, fault)?;
        Ok(RunInfo {
            seed: seed.parse().map_err(|_| fault(format!("`{seed}` is not a seed")))?,
            recipe: get(row, 1, fault)?,
            recipe_source: get(row, 2, fault)?,
            profile: get(row, 3, fault)?,
            profile_version: get(row, 4, fault)?,
            program: get(row, 5, fault)?,
            criteria: Vec::new(),
        })
    })?;
    let Some(mut run) = runs.into_iter().next() else { return Ok(None) };
    let sql = "SELECT number, name FROM stored_criterion ORDER BY number";
    for (number, name) in collect(connection, path, sql, [], |row, fault| {
        Ok((get::<i64>(row, 0, fault)?, get::<String>(row, 1, fault)?))
    })? {
        if number != run.criteria.len() as i64 {
            return Err(StoreError::damaged(path, "the criteria are not numbered from 0 on"));
        }
        run.criteria.push(name);
    }
    Ok(Some(run))
}

/// The seed games as they were given.
pub(super) fn seeds(connection: &Connection, path: &Path) -> Result<Vec<SeedGame>, StoreError> {
    let sql = "SELECT name, text FROM stored_seed ORDER BY id";
    collect(connection, path, sql, [], |row, fault| {
        Ok(SeedGame { name: get(row, 0, fault)?, text: get(row, 1, fault)? })
    })
}

/// The games made so far, in order.
pub(super) fn members(connection: &Connection, path: &Path) -> Result<Vec<MemberRow>, StoreError> {
    let sql = "SELECT g.id, g.child, g.name, g.fate, g.step, iif(g.fate = 'rejected', '', g.text), g.fingerprint,
            g.generation, coalesce(c.doubted, c.score, g.score, 0.0),
            iif(g.child IS NULL, coalesce(g.viable, 0), coalesce(c.viable, 0) AND coalesce(c.shelf, 'candidate') = 'candidate'),
            iif(g.fate = 'rejected', '', g.niche),
            coalesce((c.score_high - c.score_low) / 2.0, (g.score_high - g.score_low) / 2.0, 0.0)
        FROM stored_game g LEFT JOIN stored_candidate c ON c.game = g.id ORDER BY g.id";
    let mut members = collect(connection, path, sql, [], |row, fault| {
        let (score, spread): (f64, f64) = (get(row, 8, fault)?, get(row, 11, fault)?);
        if !score.is_finite() || !spread.is_finite() {
            return Err(fault("a score is not a number".into()));
        }
        let (id, generation) = (positive(row, 0, fault)?, get(row, 7, fault)?);
        if u64::from(generation) >= id {
            return Err(fault(format!("game {id} cannot be of generation {generation}")));
        }
        Ok(MemberRow {
            id: GameId(id),
            child: get::<Option<i64>>(row, 1, fault)?.map(i64::cast_unsigned),
            name: get(row, 2, fault)?,
            fate: fate(&get::<String>(row, 3, fault)?, get(row, 4, fault)?, fault)?,
            text: get(row, 5, fault)?,
            fingerprint: get::<i64>(row, 6, fault)?.cast_unsigned(),
            generation,
            score,
            spread,
            feasible: get(row, 9, fault)?,
            niche: get(row, 10, fault)?,
            policy: Vec::new(),
        })
    })?;
    let sql = "SELECT game, advisor, weight FROM stored_policy p
        WHERE stage = (SELECT max(stage) FROM stored_policy q WHERE q.game = p.game) ORDER BY game, position";
    // Each goes where it belongs at once: there are dozens for every game.
    collect(connection, path, sql, [], |row, fault| {
        let weight: f64 = get(row, 2, fault)?;
        if !weight.is_finite() {
            return Err(fault("a weight of a policy is not a number".into()));
        }
        let game = GameId(positive(row, 0, fault)?);
        if let Ok(i) = members.binary_search_by_key(&game, |member: &MemberRow| member.id) {
            members[i].policy.push((get(row, 1, fault)?, weight));
        }
        Ok(())
    })?;
    Ok(members)
}
