//! The format of a population database and how older formats become newer ones.

use super::error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// Migration *i* turns format *i* into format *i + 1*; format 0 is an empty file.
const MIGRATIONS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
];

/// The format this program writes.
pub const FORMAT: i64 = MIGRATIONS.len() as i64;

/// Tells our files from other SQLite databases: `ludo` in ASCII.
const APPLICATION: i64 = 0x6c75_646f;

fn pragma(connection: &Connection, path: &Path, name: &str) -> Result<i64, StoreError> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|e| StoreError::sql(path, e))
}

/// Whether the database has nothing in it at all.
fn is_empty(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    let objects: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|e| StoreError::sql(path, e))?;
    Ok(objects == 0)
}

/// Brings a database up to [`FORMAT`], all migrations in one transaction, and checks the outcome.
pub fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    migrate_with(connection, path, MIGRATIONS)?;
    check(connection, path)
}

fn migrate_with(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<(), StoreError> {
    let sql = |e| StoreError::sql(path, e);
    let known = migrations.len() as i64;
    // Immediate, so that what is looked at cannot change before it is written.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    let found = pragma(&transaction, path, "user_version")?;
    if is_empty(&transaction, path)? {
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(sql)?;
    } else {
        identify(&transaction, path)?;
    }
    if found > known {
        return Err(StoreError::Newer { path: path.to_path_buf(), found, known });
    }
    for migration in &migrations[found.clamp(0, known) as usize..] {
        transaction.execute_batch(migration).map_err(sql)?;
    }
    transaction.pragma_update(None, "user_version", known).map_err(sql)?;
    transaction.commit().map_err(sql)
}

/// Refuses files of other programs, and accepts ours and empty ones: to be asked before anything is changed.
pub fn recognise(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    if is_empty(connection, path)? { Ok(()) } else { identify(connection, path) }
}

/// Whether this is one of our files.
fn identify(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    if pragma(connection, path, "application_id")? == APPLICATION {
        return Ok(());
    }
    // A process killed while it began a population leaves an empty database behind.
    if is_empty(connection, path)? {
        return Err(StoreError::Missing { path: path.to_path_buf() });
    }
    Err(StoreError::Foreign { path: path.to_path_buf(), why: "an SQLite database of another program".into() })
}

/// Checks that a database is ours, of this format, and laid out exactly as we lay it out.
///
/// The layout is compared word by word: a file from elsewhere must not smuggle in a view where we expect a table, or a
/// trigger that fires when we write. Tables and views that users added for themselves are none of our business.
pub fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    identify(connection, path)?;
    let found = pragma(connection, path, "user_version")?;
    if found > FORMAT {
        return Err(StoreError::Newer { path: path.to_path_buf(), found, known: FORMAT });
    }
    if found < FORMAT {
        return Err(StoreError::Older { path: path.to_path_buf(), found, known: FORMAT });
    }
    let model = Connection::open_in_memory().and_then(|model| {
        MIGRATIONS.iter().try_for_each(|sql| model.execute_batch(sql))?;
        layout(&model)
    });
    let model = model.map_err(|e| StoreError::sql(path, e))?;
    let layout = layout(connection).map_err(|e| StoreError::sql(path, e))?;
    for object in &model {
        if !layout.contains(object) {
            return Err(StoreError::damaged(path, format!("the {} `{}` is missing or altered", object.0, object.1)));
        }
    }
    for object in &layout {
        let user_made = matches!(object.0.as_str(), "table" | "view") && !object.1.starts_with("stored_");
        if !model.contains(object) && !user_made {
            return Err(StoreError::damaged(path, format!("unexpected {} `{}`", object.0, object.1)));
        }
    }
    Ok(())
}

/// Kind, name, table and definition of everything in the database.
type Object = (String, String, String, Option<String>);

fn layout(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let mut statement =
        connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> &'static Path {
        Path::new("test.db")
    }

    #[test]
    fn an_empty_database_becomes_ours_and_stays_as_it_is() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, path()).unwrap();
        let before = layout(&connection).unwrap();
        migrate(&mut connection, path()).unwrap();
        assert_eq!(before, layout(&connection).unwrap());
        let views =
            ["run", "game", "measurement", "trial", "policy", "verdict", "comparison", "ranking", "cost", "remeasured"];
        for view in views {
            connection.prepare(&format!("SELECT * FROM {view}")).unwrap();
        }
    }

    #[test]
    fn old_formats_are_brought_up_to_date_all_or_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        let first = "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (7);";
        migrate_with(&mut connection, path(), &[first]).unwrap();
        let broken = "ALTER TABLE a ADD COLUMN y INTEGER; CREATE NONSENSE;";
        assert!(migrate_with(&mut connection, path(), &[first, broken]).is_err());
        assert_eq!(pragma(&connection, path(), "user_version").unwrap(), 1);
        assert!(connection.prepare("SELECT y FROM a").is_err(), "the half-done step must be undone");
        migrate_with(&mut connection, path(), &[first, "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 3;"])
            .unwrap();
        let row: (i64, i64) =
            connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(row, (7, 3));
        assert!(matches!(migrate_with(&mut connection, path(), &[first]), Err(StoreError::Newer { found: 2, .. })));
    }

    #[test]
    fn answers_from_before_surveys_are_kept() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate_with(&mut connection, path(), &MIGRATIONS[..3]).unwrap();
        let game = |id: u32| {
            format!(
                "INSERT INTO stored_game VALUES ({id}, NULL, 'g{id}', '', {id}, NULL, NULL, 0, 'seed', NULL, '', '[]', NULL, NULL, \
                 NULL, NULL, 1.0, 1.0, 1.0, 1, '[]', 0, '', '');"
            )
        };
        let answer = "INSERT INTO stored_comparison VALUES (1, 'anna', 2, 1, 0, '2024-05-01')";
        connection.execute_batch(&format!("{}{}{answer}", game(1), game(2))).unwrap();
        migrate(&mut connection, path()).unwrap();
        let row: (String, String, String, Option<String>) = connection
            .query_row("SELECT subject, preferred, date, reason FROM comparison", [], |r| {
                Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))
            })
            .unwrap();
        assert_eq!(row, ("anna".into(), "g2".into(), "2024-05-01".into(), None));
    }

    #[test]
    fn foreign_and_altered_databases_are_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
        assert!(matches!(migrate(&mut connection, path()), Err(StoreError::Foreign { .. })));

        for harm in [
            "DROP VIEW game",
            "DROP VIEW policy; DROP TABLE stored_policy; CREATE VIEW stored_policy AS SELECT 1",
            "CREATE TRIGGER t AFTER INSERT ON stored_game BEGIN DELETE FROM stored_run; END",
            "CREATE INDEX i ON stored_game (score)",
        ] {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate(&mut connection, path()).unwrap();
            connection.execute_batch("CREATE TABLE my_notes (x TEXT)").unwrap();
            check(&connection, path()).unwrap();
            connection.execute_batch(harm).unwrap();
            assert!(matches!(check(&connection, path()), Err(StoreError::Damaged { .. })), "{harm}");
        }
    }
}
