//! The answers of a survey, written beside a run that may be going on.

use super::error::StoreError;
use super::query::{self, collect, get};
use super::record::GameId;
use super::schema;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::path::{Path, PathBuf};

/// A pair of games that a subject was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPair {
    /// Its number in the population.
    pub id: i64,
    /// Its place among the subject's pairs, from 1.
    pub number: u32,
    /// The game on the left and that on the right.
    pub games: [GameId; 2],
    /// Whether the subject has answered.
    pub answered: bool,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of the pair in the population.
    pub pair: i64,
    /// Whether the left game (0) or the right one (1) is the more interesting; `None` if the subject could not decide.
    pub preferred: Option<usize>,
    /// How many moves the subject made in each.
    pub moves: [u32; 2],
    /// How long the pair was on the screen, in seconds.
    pub seconds: f64,
    /// Why, in the subject's words; may be empty.
    pub reason: String,
    /// The date, as text.
    pub date: String,
}

/// An answer as rankings know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparisonRow {
    /// Who answered.
    pub subject: String,
    /// The preferred game.
    pub preferred: String,
    /// The other.
    pub other: String,
    /// Whether the subject could not decide.
    pub draw: bool,
    /// The date, if it is known.
    pub date: String,
}

/// A population opened for the answers of a survey. Games are written by [`Writer`](super::Writer) alone; the two may write in turns.
///
/// ```
/// # use ludogen::store::{Survey, StoreError};
/// let nowhere = Survey::open("none.db".as_ref());
/// assert!(matches!(nowhere, Err(StoreError::Missing { .. })));
/// ```
#[derive(Debug)]
pub struct Survey {
    connection: Connection,
    path: PathBuf,
}

impl Survey {
    /// Opens the population at `path`, which must be there and have this program's format.
    ///
    /// # Errors
    /// If there is none, or it cannot be written.
    pub fn open(path: &Path) -> Result<Survey, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing { path: path.to_path_buf() });
        }
        let sql = |e| StoreError::sql(path, e);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(sql)?;
        query::harden(&connection).map_err(sql)?;
        schema::check(&connection, path)?;
        if connection.is_readonly(rusqlite::MAIN_DB).map_err(sql)? {
            return Err(StoreError::ReadOnly { path: path.to_path_buf(), why: "the file is read-only".into() });
        }
        // A copy is no file that can be read and written at once, unless somebody makes it one while nobody reads it.
        let _ = connection.pragma_update(None, "journal_mode", "wal");
        connection.pragma_update(None, "synchronous", "normal").map_err(sql)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(sql)?;
        Ok(Survey { connection, path: path.to_path_buf() })
    }

    fn sql(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |e| StoreError::sql(&path, e)
    }

    /// Enters a subject.
    ///
    /// # Errors
    /// If the code is taken, or the population cannot be written.
    pub fn enter(&self, code: &str, seed: u64, date: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO stored_subject VALUES (?, ?, ?)";
        self.connection.execute(sql, params![code, seed.cast_signed(), date]).map(|_| ()).map_err(self.sql())
    }

    /// The seed of the subject of that code; `None` if there is none.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn subject(&self, code: &str) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT seed FROM stored_subject WHERE code = ?";
        let seed = self.connection.query_row(sql, [code], |row| row.get::<_, i64>(0)).optional();
        seed.map(|seed| seed.map(i64::cast_unsigned)).map_err(self.sql())
    }

    /// The pairs that a subject was shown, in order.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn pairs(&self, code: &str) -> Result<Vec<ShownPair>, StoreError> {
        let sql = "SELECT p.id, p.number, p.left_game, p.right_game, EXISTS (SELECT 1 FROM stored_comparison c WHERE c.pair = p.id)
            FROM stored_pair p WHERE p.subject = ? ORDER BY p.number";
        collect(&self.connection, &self.path, sql, [code], |row, fault| {
            Ok(ShownPair {
                id: get(row, 0, fault)?,
                number: get(row, 1, fault)?,
                games: [query::positive(row, 2, fault)?, query::positive(row, 3, fault)?].map(GameId),
                answered: get(row, 4, fault)?,
            })
        })
    }

    /// Notes which pair a subject is shown next: the game on the left, and that on the right.
    ///
    /// # Errors
    /// If the subject or a game is not there, that number has been shown already, or the population cannot be written.
    pub fn show(&self, code: &str, number: u32, games: [GameId; 2]) -> Result<ShownPair, StoreError> {
        let [left, right] = games.map(|game| game.0.cast_signed());
        let sql = "INSERT INTO stored_pair (subject, number, left_game, right_game) VALUES (?, ?, ?, ?)";
        self.connection.execute(sql, params![code, number, left, right]).map_err(self.sql())?;
        Ok(ShownPair { id: self.connection.last_insert_rowid(), number, games, answered: false })
    }

    /// Stores the answer of a subject. Returns whether it is new: whoever answers twice is heard once.
    ///
    /// # Errors
    /// If the population cannot be written, or the pair is not the subject's.
    pub fn answer(&mut self, code: &str, answer: &Answer) -> Result<bool, StoreError> {
        let sql = self.sql();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&sql)?;
        let found = transaction
            .query_row(
                "SELECT left_game, right_game FROM stored_pair WHERE id = ? AND subject = ?",
                params![answer.pair, code],
                |row| Ok([row.get::<_, i64>(0)?, row.get::<_, i64>(1)?]),
            )
            .optional()
            .map_err(&sql)?;
        let Some(games) = found else {
            return Err(StoreError::damaged(&self.path, format!("pair {} was not shown to this subject", answer.pair)));
        };
        let preferred = usize::from(answer.preferred == Some(1));
        let stored = transaction
            .execute(
                "INSERT OR IGNORE INTO stored_comparison
                    (subject, preferred, other, draw, date, pair, left_moves, right_moves, seconds, reason)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    code,
                    games[preferred],
                    games[1 - preferred],
                    answer.preferred.is_none(),
                    answer.date,
                    answer.pair,
                    answer.moves[0],
                    answer.moves[1],
                    answer.seconds,
                    answer.reason
                ],
            )
            .map_err(&sql)?;
        transaction.commit().map_err(&sql)?;
        Ok(stored > 0)
    }

    /// Every answer, in the order in which they came.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn comparisons(&self) -> Result<Vec<ComparisonRow>, StoreError> {
        comparisons(&self.connection, &self.path)
    }
}

/// Every answer, in the order in which they came.
pub(super) fn comparisons(connection: &Connection, path: &Path) -> Result<Vec<ComparisonRow>, StoreError> {
    let sql = "SELECT c.subject, p.name, o.name, c.draw, coalesce(c.date, '') FROM stored_comparison c
        JOIN stored_game p ON p.id = c.preferred JOIN stored_game o ON o.id = c.other ORDER BY c.id";
    collect(connection, path, sql, [], |row, fault| {
        Ok(ComparisonRow {
            subject: get(row, 0, fault)?,
            preferred: get(row, 1, fault)?,
            other: get(row, 2, fault)?,
            draw: get(row, 3, fault)?,
            date: get(row, 4, fault)?,
        })
    })
}
