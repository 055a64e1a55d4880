//! Reading a population, while it is being written or long after.

use super::error::StoreError;
use super::query::{self, Fault, both, both_of, collect, fate, get, positive, score};
use super::record::{
    ChildRecord, Cost, GameId, Measurement, Relative, Remeasured, RunInfo, SeedGame, Step, TrialRow, VerdictRow,
};
use super::rows::{GameRow, Stage};
use super::schema;
use super::survey::{self, ComparisonRow};
use crate::judgement::{Judgement, Shelf};
use crate::order;
use crate::synthesis::Origin;
use crate::synthesis::lineage::UnknownOrigin;
use crate::trials::Ending;
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};

fn shelf(word: Option<String>, fault: Fault<'_>) -> Result<Option<Shelf>, StoreError> {
    let Some(word) = word else { return Ok(None) };
    let shelf = Shelf::ALL.into_iter().find(|shelf| shelf.word() == word);
    shelf.map(Some).ok_or_else(|| fault(format!("`{word}` is not a shelf")))
}

/// A snapshot of a population; what is written later does not show.
///
/// ```
/// use ludogen::store::{Reader, RunInfo, SeedGame, Writer};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// let run = RunInfo {
///     seed: 1,
///     recipe: "()".into(),
///     recipe_source: String::new(),
///     profile: "human-2024".into(),
///     profile_version: String::new(),
///     program: "0.1.0".into(),
///     criteria: vec!["balance".into()],
/// };
/// let seeds = [SeedGame { name: "Hex".into(), text: "(game Hex …)".into() }];
/// Writer::open(&path).unwrap().begin(&run, &seeds).unwrap();
///
/// let reader = Reader::open(&path).unwrap();
/// assert_eq!(reader.run().unwrap(), Some(run));
/// assert!(reader.games().unwrap().is_empty(), "no game has been measured yet");
/// ```
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    path: PathBuf,
}

impl Reader {
    /// Opens the population at `path` for reading. It may be in use, and it may lie where nothing can be written.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        match std::fs::metadata(path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => return Err(StoreError::Foreign { path: path.to_path_buf(), why: "not a file".into() }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Err(StoreError::Missing { path: path.to_path_buf() });
            }
            Err(e) => return Err(StoreError::io(path, e)),
        }
        let connection = match connect(path, false) {
            // With write-ahead logging even a reader makes files beside the database. Where it may not, and no log is
            // waiting to be read, nobody can be writing either, and the file can be taken as it is.
            Err(e)
                if matches!(e.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
                    && std::fs::metadata(with_suffix(path, "-wal")).map_or(0, |wal| wal.len()) == 0 =>
            {
                connect(path, true)
            }
            other => other,
        };
        let connection = connection.map_err(|e| StoreError::sql(path, e))?;
        schema::check(&connection, path)?;
        Ok(Reader { connection, path: path.to_path_buf() })
    }

    /// The run the population belongs to; `None` when it has not begun.
    pub fn run(&self) -> Result<Option<RunInfo>, StoreError> {
        query::run(&self.connection, &self.path)
    }

    /// The seed games as they were given.
    pub fn seeds(&self) -> Result<Vec<SeedGame>, StoreError> {
        query::seeds(&self.connection, &self.path)
    }

    /// Every game of the population, in the order of their numbers.
    pub fn games(&self) -> Result<Vec<GameRow>, StoreError> {
        self.select_games("", [])
    }

    /// The games with numbers above that, in the order of their numbers.
    pub fn games_after(&self, id: GameId) -> Result<Vec<GameRow>, StoreError> {
        self.select_games("WHERE g.id > ?", [id.0.cast_signed()])
    }

    /// How many games there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = self.connection.query_row("SELECT count(*) FROM stored_game", [], |row| row.get::<_, i64>(0));
        count.map(i64::cast_unsigned).map_err(|e| StoreError::sql(&self.path, e))
    }

    /// The game of that number; `None` when there is none.
    pub fn game(&self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        Ok(self.select_games("WHERE g.id = ?", [id.0.cast_signed()])?.pop())
    }

    fn select_games(&self, which: &str, params: impl rusqlite::Params) -> Result<Vec<GameRow>, StoreError> {
        let sql = format!(
            "SELECT g.id, g.child, g.name, g.parent_1, g.parent_2, g.generation, g.fate, g.step, g.reason,
                g.parent_1_distance, g.parent_2_distance, g.nearest, g.nearest_distance,
                coalesce(c.score, g.score), coalesce(c.score_low, g.score_low), coalesce(c.score_high, g.score_high),
                coalesce(c.viable, g.viable), coalesce(c.viability_reasons, g.viability_reasons),
                c.game IS NOT NULL, g.guard_fired OR coalesce(c.guard_fired, 0), g.niche, c.shelf
            FROM stored_game g LEFT JOIN stored_candidate c ON c.game = g.id {which} ORDER BY g.id"
        );
        collect(&self.connection, &self.path, &sql, params, |row, fault| {
            let id = positive(row, 0, fault)?;
            let reasons: String = get(row, 17, fault)?;
            Ok(GameRow {
                id: GameId(id),
                child: get::<Option<i64>>(row, 1, fault)?.map(i64::cast_unsigned),
                name: get(row, 2, fault)?,
                parents: both(get(row, 3, fault)?, get(row, 4, fault)?)
                    .map(|[p, q]: [i64; 2]| [GameId(p.cast_unsigned()), GameId(q.cast_unsigned())]),
                generation: get(row, 5, fault)?,
                fate: fate(&get::<String>(row, 6, fault)?, get(row, 7, fault)?, fault)?,
                reason: get(row, 8, fault)?,
                parent_distances: both(get(row, 9, fault)?, get(row, 10, fault)?),
                nearest: both_of(get::<Option<i64>>(row, 11, fault)?, get(row, 12, fault)?)
                    .map(|(game, distance)| Relative { game: GameId(game.cast_unsigned()), distance }),
                score: score(row, 13, fault)?,
                viable: get(row, 16, fault)?,
                viability_reasons: serde_json::from_str(&reasons)
                    .map_err(|_| fault("the reasons of a viability verdict are not a list".into()))?,
                evaluated_twice: get(row, 18, fault)?,
                guard_fired: get(row, 19, fault)?,
                niche: get(row, 20, fault)?,
                shelf: shelf(get(row, 21, fault)?, fault)?,
            })
        })
    }

    /// The rules of a game as they were printed.
    pub fn text(&self, game: GameId) -> Result<String, StoreError> {
        self.one(game, "SELECT text FROM stored_game WHERE id = ?")
    }

    /// The lines its crossovers, mutations and repairs left.
    pub fn log(&self, game: GameId) -> Result<Vec<String>, StoreError> {
        let text: String = self.one(game, "SELECT log FROM stored_game WHERE id = ?")?;
        serde_json::from_str(&text)
            .map_err(|_| StoreError::damaged(&self.path, format!("game {game}: the log is not a list")))
    }

    /// Where each node of its rules comes from, in pre-order; empty for seed games.
    pub fn lineage(&self, game: GameId) -> Result<Vec<Origin>, StoreError> {
        let text: String = self.one(game, "SELECT lineage FROM stored_game WHERE id = ?")?;
        let origins = text.split_ascii_whitespace().map(str::parse).collect::<Result<_, _>>();
        origins.map_err(|e: UnknownOrigin| StoreError::damaged(&self.path, format!("game {game}: {e}")))
    }

    /// The nodes of a candidate's rules without which the game is the same; `None` when it was not examined.
    pub fn vestigial(&self, game: GameId) -> Result<Option<Vec<u32>>, StoreError> {
        let sql = "SELECT max(vestigial) FROM stored_candidate WHERE game = ?";
        let text: Option<String> = self.one(game, sql)?;
        let nodes = text.map(|text| serde_json::from_str(&text)).transpose();
        nodes.map_err(|_| StoreError::damaged(&self.path, format!("game {game}: the vestigial nodes are not a list")))
    }

    /// What the checks for flaws found in a candidate; empty when it was not examined.
    pub fn verdicts(&self, game: GameId) -> Result<Vec<VerdictRow>, StoreError> {
        let sql = "SELECT flaw, verdict, evidence, budget FROM stored_verdict WHERE game = ? ORDER BY id";
        collect(&self.connection, &self.path, sql, [game.0.cast_signed()], |row, fault| {
            let [flaw, verdict, evidence, budget] =
                [get(row, 0, fault)?, get(row, 1, fault)?, get(row, 2, fault)?, get(row, 3, fault)?];
            Ok(VerdictRow { flaw, verdict, evidence, budget })
        })
    }

    /// What is thought of a game; `None` when nobody judged it.
    pub fn judgement(&self, game: GameId) -> Result<Option<Judgement>, StoreError> {
        let text: Option<String> = self.one(game, "SELECT max(judgement) FROM stored_candidate WHERE game = ?")?;
        let judgement = text.map(|text| serde_json::from_str(&text)).transpose();
        judgement
            .map_err(|e| StoreError::damaged(&self.path, format!("game {game}: the judgement cannot be read: {e}")))
    }

    fn one<T: FromSql>(&self, game: GameId, sql: &str) -> Result<T, StoreError> {
        let found = self.connection.query_row(sql, [game.0.cast_signed()], |row| row.get(0)).optional();
        match found.map_err(|e| StoreError::sql(&self.path, e))? {
            Some(value) => Ok(value),
            None => Err(StoreError::damaged(&self.path, format!("there is no game {game}"))),
        }
    }

    /// The measurements of a stage, game by game, each by criterion.
    pub fn measurements(&self, stage: Stage) -> Result<Vec<(GameId, Measurement)>, StoreError> {
        let sql = "SELECT game, criterion, value, standard_error, samples FROM stored_measurement WHERE stage = ?
            ORDER BY game, criterion";
        collect(&self.connection, &self.path, sql, params![stage as i64], |row, fault| {
            let value: f64 = get(row, 2, fault)?;
            let standard_error: f64 = get(row, 3, fault)?;
            if !value.is_finite() || !standard_error.is_finite() {
                return Err(fault("a measurement is not a number".into()));
            }
            let criterion = get(row, 1, fault)?;
            Ok((
                GameId(positive(row, 0, fault)?),
                Measurement { criterion, value, standard_error, samples: get(row, 4, fault)? },
            ))
        })
    }

    /// The measurements of one game at a stage, by criterion.
    pub fn measured(&self, game: GameId, stage: Stage) -> Result<Vec<Measurement>, StoreError> {
        let sql = "SELECT criterion, value, standard_error, samples FROM stored_measurement
            WHERE game = ? AND stage = ? ORDER BY criterion";
        collect(&self.connection, &self.path, sql, params![game.0.cast_signed(), stage as i64], |row, fault| {
            let (value, standard_error): (f64, f64) = (get(row, 1, fault)?, get(row, 2, fault)?);
            if !value.is_finite() || !standard_error.is_finite() {
                return Err(fault("a measurement is not a number".into()));
            }
            Ok(Measurement { criterion: get(row, 0, fault)?, value, standard_error, samples: get(row, 3, fault)? })
        })
    }

    /// The trials of a game at a stage, in order.
    pub fn trials(&self, game: GameId, stage: Stage) -> Result<Vec<TrialRow>, StoreError> {
        let sql = "SELECT seed, first_mover, ending, moves, leads FROM stored_trial WHERE game = ? AND stage = ?
            ORDER BY number";
        collect(&self.connection, &self.path, sql, params![game.0.cast_signed(), stage as i64], |row, fault| {
            let ending: String = get(row, 2, fault)?;
            let leads: Vec<u8> = get(row, 4, fault)?;
            if !leads.len().is_multiple_of(4) {
                return Err(fault("a lead history is cut short".into()));
            }
            let leads: Vec<f32> = leads.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
            if leads.iter().any(|lead| !lead.is_finite()) {
                return Err(fault("a lead is not a number".into()));
            }
            Ok(TrialRow {
                seed: get::<i64>(row, 0, fault)?.cast_unsigned(),
                first_mover: get(row, 1, fault)?,
                ending: Ending::from_name(&ending).ok_or_else(|| fault(format!("unknown ending `{ending}`")))?,
                moves: get(row, 3, fault)?,
                leads,
            })
        })
    }

    /// The policy of a game at a stage.
    pub fn policy(&self, game: GameId, stage: Stage) -> Result<Vec<(String, f64)>, StoreError> {
        let sql = "SELECT advisor, weight FROM stored_policy WHERE game = ? AND stage = ? ORDER BY position";
        collect(&self.connection, &self.path, sql, params![game.0.cast_signed(), stage as i64], |row, fault| {
            Ok((get(row, 0, fault)?, get(row, 1, fault)?))
        })
    }

    /// What each judged game is worth: its score less what speaks against it, as it was stored with the judgement.
    pub fn worths(&self) -> Result<Vec<(GameId, f64)>, StoreError> {
        let sql = "SELECT game, doubted FROM stored_candidate WHERE doubted IS NOT NULL ORDER BY game";
        collect(&self.connection, &self.path, sql, [], |row, fault| {
            let worth: f64 = get(row, 1, fault)?;
            if !worth.is_finite() {
                return Err(fault("what a game is worth is not a number".into()));
            }
            Ok((GameId(positive(row, 0, fault)?), worth))
        })
    }

    /// What the heats of the last round found, game by game.
    pub fn remeasured(&self) -> Result<Vec<Remeasured>, StoreError> {
        self.remeasured_where("ORDER BY game, heat", [])
    }

    /// What a heat of the last round found of a game, if it was in it.
    pub fn remeasured_in(&self, game: GameId, heat: u32) -> Result<Option<Remeasured>, StoreError> {
        let found = self.remeasured_where("WHERE game = ? AND heat = ?", params![game.0.cast_signed(), heat])?;
        Ok(found.into_iter().next())
    }

    fn remeasured_where(&self, which: &str, params: impl rusqlite::Params) -> Result<Vec<Remeasured>, StoreError> {
        let columns = "SELECT game, heat, times, judgement, measurements, milliseconds FROM stored_remeasured";
        collect(&self.connection, &self.path, &format!("{columns} {which}"), params, |row, fault| {
            let game = GameId(positive(row, 0, fault)?);
            let json =
                |e: serde_json::Error| fault(format!("game {game}: what was measured again cannot be read: {e}"));
            let (judgement, measurements): (String, String) = (get(row, 3, fault)?, get(row, 4, fault)?);
            let measurements: Vec<(u8, f64, f64, u32)> = serde_json::from_str(&measurements).map_err(json)?;
            let measurements = measurements.into_iter().map(|(criterion, value, standard_error, samples)| {
                Measurement { criterion, value, standard_error, samples }
            });
            Ok(Remeasured {
                game,
                heat: get(row, 1, fault)?,
                times: get(row, 2, fault)?,
                judgement: serde_json::from_str(&judgement).map_err(json)?,
                measurements: measurements.collect(),
                milliseconds: get(row, 5, fault)?,
            })
        })
    }

    /// How many results of heats of the last round there are.
    pub fn remeasured_count(&self) -> Result<u64, StoreError> {
        let count = self.connection.query_row("SELECT count(*) FROM stored_remeasured", [], |row| row.get::<_, i64>(0));
        count.map(i64::cast_unsigned).map_err(|e| StoreError::sql(&self.path, e))
    }

    /// Every answer of surveys, in the order in which they came.
    pub fn comparisons(&self) -> Result<Vec<ComparisonRow>, StoreError> {
        survey::comparisons(&self.connection, &self.path)
    }

    /// What the run spent on each step, all games together.
    pub fn costs(&self) -> Result<Vec<Cost>, StoreError> {
        let sql = "SELECT step, total(nodes), total(milliseconds) FROM stored_cost GROUP BY step";
        let mut costs = collect(&self.connection, &self.path, sql, [], |row, fault| {
            let name: String = get(row, 0, fault)?;
            let step = Step::from_name(&name).ok_or_else(|| fault(format!("unknown step `{name}`")))?;
            Ok(Cost { step, nodes: get::<f64>(row, 1, fault)? as u64, milliseconds: get(row, 2, fault)? })
        })?;
        order::sort_by_key(&mut costs, |cost| cost.step);
        Ok(costs)
    }

    /// The nodes that were searched and the moves that were played for each game, both evaluations together.
    pub fn nodes(&self) -> Result<Vec<(GameId, u64)>, StoreError> {
        let sql = "SELECT game, total(nodes) FROM stored_cost GROUP BY game ORDER BY game";
        collect(&self.connection, &self.path, sql, [], |row, fault| {
            Ok((GameId(positive(row, 0, fault)?), get::<f64>(row, 1, fault)? as u64))
        })
    }

    /// The whole record of a game after its first evaluation, as it was given to the writer.
    pub fn record(&self, game: GameId) -> Result<ChildRecord, StoreError> {
        let Some(row) = self.game(game)? else {
            return Err(StoreError::damaged(&self.path, format!("there is no game {game}")));
        };
        let id = game.0.cast_signed();
        let sql = "SELECT fingerprint, score, score_low, score_high, viable, viability_reasons, guard_fired
            FROM stored_game WHERE id = ?";
        let (fingerprint, first_score, viable, reasons, guard_fired) =
            collect(&self.connection, &self.path, sql, [id], |row, fault| {
                let reasons: String = get(row, 5, fault)?;
                let reasons: Vec<String> =
                    serde_json::from_str(&reasons).map_err(|_| fault("viability reasons are not a list".into()))?;
                let fingerprint = get::<i64>(row, 0, fault)?.cast_unsigned();
                Ok((fingerprint, score(row, 1, fault)?, get(row, 4, fault)?, reasons, get(row, 6, fault)?))
            })?
            .pop()
            .ok_or_else(|| StoreError::damaged(&self.path, format!("there is no game {game}")))?;
        let sql = "SELECT criterion, value, standard_error, samples FROM stored_measurement
            WHERE game = ? AND stage = 0 ORDER BY criterion";
        let measurements = collect(&self.connection, &self.path, sql, [id], |row, fault| {
            let (criterion, value) = (get(row, 0, fault)?, get(row, 1, fault)?);
            Ok(Measurement { criterion, value, standard_error: get(row, 2, fault)?, samples: get(row, 3, fault)? })
        })?;
        let sql = "SELECT step, nodes, milliseconds FROM stored_cost WHERE game = ? AND stage = 0 ORDER BY position";
        let costs = collect(&self.connection, &self.path, sql, [id], |row, fault| {
            let name: String = get(row, 0, fault)?;
            let step = Step::from_name(&name).ok_or_else(|| fault(format!("unknown step `{name}`")))?;
            Ok(Cost { step, nodes: get::<i64>(row, 1, fault)?.cast_unsigned(), milliseconds: get(row, 2, fault)? })
        })?;
        Ok(ChildRecord {
            name: row.name,
            text: self.text(game)?,
            fingerprint,
            parents: row.parents,
            generation: row.generation,
            fate: row.fate,
            reason: row.reason,
            log: self.log(game)?,
            lineage: self.lineage(game)?,
            parent_distances: row.parent_distances,
            nearest: row.nearest,
            policy: self.policy(game, Stage::Child)?,
            measurements,
            score: first_score,
            viable,
            viability_reasons: reasons,
            niche: row.niche,
            trials: self.trials(game, Stage::Child)?,
            costs,
            guard_fired,
        })
    }
}

/// The file beside another whose name ends so.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    name.into()
}

/// Opens for reading and holds on to one moment of the database.
fn connect(path: &Path, immutable: bool) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = if immutable {
        let mut uri = String::from("file:");
        for byte in path.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
                _ => uri.push_str(&format!("%{byte:02x}")),
            }
        }
        uri.push_str("?immutable=1");
        Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
    } else {
        Connection::open_with_flags(path, flags)?
    };
    query::harden(&connection)?;
    connection.execute_batch("BEGIN")?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}
