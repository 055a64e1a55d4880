//! Reading a population, while it is being written or long after.

use super::record::{
    ChildRecord, Cost, Fate, GameId, Measurement, Relative, RunInfo, SeedGame, Step, TrialRow, VerdictRow,
};
use super::{StoreError, schema, write};
use crate::criticism::Score;
use crate::synthesis::Origin;
use crate::synthesis::lineage::UnknownOrigin;
use crate::trials::Ending;
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, params};
use std::path::{Path, PathBuf};

/// Which look at a game a row stems from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Stage {
    /// The one every child gets.
    Child = 0,
    /// The closer one that only viable children get.
    Candidate = 1,
}

/// What going on with a run needs to know of a game already made.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberRow {
    /// Its number.
    pub id: GameId,
    /// The number of the child; `None` for seed games.
    pub child: Option<u64>,
    /// Its name.
    pub name: String,
    /// How its life went.
    pub fate: Fate,
    /// The rules; empty for rejected games.
    pub text: String,
    /// The hash of the rules.
    pub fingerprint: u64,
    /// Its generation.
    pub generation: u32,
    /// The score that orders the population: the closer look's where there was one.
    pub score: f64,
    /// Whether it is a viable candidate.
    pub candidate: bool,
    /// The cell of behaviour it falls into; empty for rejected games.
    pub niche: String,
    /// The policy, tuned where it was tuned.
    pub policy: Vec<(String, f64)>,
}

/// A game without its bulk: rules, trials and logs are asked for one by one.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// The number of the child; `None` for seed games.
    pub child: Option<u64>,
    /// Its name, unique in the population.
    pub name: String,
    /// The parents.
    pub parents: Option<[GameId; 2]>,
    /// Its generation.
    pub generation: u32,
    /// How its life went.
    pub fate: Fate,
    /// Why it was rejected; else empty.
    pub reason: String,
    /// The distances to the parents.
    pub parent_distances: Option<[f64; 2]>,
    /// The nearest member when it was made.
    pub nearest: Option<Relative>,
    /// The score, from the closer look where there was one.
    pub score: Option<Score>,
    /// Whether it is viable, by the closer look where there was one.
    pub viable: Option<bool>,
    /// What makes it non-viable.
    pub viability_reasons: Vec<String>,
    /// Whether there was a closer look.
    pub looked_at: bool,
    /// Whether the wall-clock guard fired in its life.
    pub guard_fired: bool,
    /// The cell of behaviour it falls into; empty when it was not measured.
    pub niche: String,
}

impl GameRow {
    /// Whether it is ranked: viable at the first look and at the closer one.
    pub fn is_candidate(&self) -> bool {
        self.looked_at && self.viable == Some(true) && self.fate == Fate::Admitted
    }
}

/// A population as it is at one moment; what is written later does not show.
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
        run(&self.connection, &self.path)
    }

    /// The seed games as they were given.
    pub fn seeds(&self) -> Result<Vec<SeedGame>, StoreError> {
        seeds(&self.connection, &self.path)
    }

    /// Every game of the population, in the order of their numbers.
    pub fn games(&self) -> Result<Vec<GameRow>, StoreError> {
        self.select_games("", [])
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
                c.game IS NOT NULL, g.guard_fired OR coalesce(c.guard_fired, 0), g.niche
            FROM stored_game g LEFT JOIN stored_candidate c ON c.game = g.id {which} ORDER BY g.id"
        );
        collect(&self.connection, &self.path, &sql, params, |row, say| {
            let id = positive(row, 0, say)?;
            let reasons: String = get(row, 17, say)?;
            Ok(GameRow {
                id: GameId(id),
                child: get::<Option<i64>>(row, 1, say)?.map(i64::cast_unsigned),
                name: get(row, 2, say)?,
                parents: both(get(row, 3, say)?, get(row, 4, say)?)
                    .map(|[p, q]: [i64; 2]| [GameId(p.cast_unsigned()), GameId(q.cast_unsigned())]),
                generation: get(row, 5, say)?,
                fate: fate(&get::<String>(row, 6, say)?, get(row, 7, say)?, say)?,
                reason: get(row, 8, say)?,
                parent_distances: both(get(row, 9, say)?, get(row, 10, say)?),
                nearest: both_of(get::<Option<i64>>(row, 11, say)?, get(row, 12, say)?)
                    .map(|(game, distance)| Relative { game: GameId(game.cast_unsigned()), distance }),
                score: score(row, 13, say)?,
                viable: get(row, 16, say)?,
                viability_reasons: serde_json::from_str(&reasons)
                    .map_err(|_| say("the reasons of a viability verdict are not a list".into()))?,
                looked_at: get(row, 18, say)?,
                guard_fired: get(row, 19, say)?,
                niche: get(row, 20, say)?,
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

    /// The nodes of a candidate's rules without which the game is the same; `None` when nobody asked.
    pub fn vestigial(&self, game: GameId) -> Result<Option<Vec<u32>>, StoreError> {
        let sql = "SELECT max(vestigial) FROM stored_candidate WHERE game = ?";
        let text: Option<String> = self.one(game, sql)?;
        let nodes = text.map(|text| serde_json::from_str(&text)).transpose();
        nodes.map_err(|_| StoreError::damaged(&self.path, format!("game {game}: the vestigial nodes are not a list")))
    }

    /// What the checks for flaws found in a candidate; nothing when nobody asked.
    pub fn verdicts(&self, game: GameId) -> Result<Vec<VerdictRow>, StoreError> {
        let sql = "SELECT flaw, verdict, evidence, budget FROM stored_verdict WHERE game = ? ORDER BY id";
        collect(&self.connection, &self.path, sql, [game.0.cast_signed()], |row, say| {
            let [flaw, verdict, evidence, budget] =
                [get(row, 0, say)?, get(row, 1, say)?, get(row, 2, say)?, get(row, 3, say)?];
            Ok(VerdictRow { flaw, verdict, evidence, budget })
        })
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
        collect(&self.connection, &self.path, sql, params![stage as i64], |row, say| {
            let value: f64 = get(row, 2, say)?;
            let standard_error: f64 = get(row, 3, say)?;
            if !value.is_finite() || !standard_error.is_finite() {
                return Err(say("a measurement is not a number".into()));
            }
            let criterion = get(row, 1, say)?;
            Ok((
                GameId(positive(row, 0, say)?),
                Measurement { criterion, value, standard_error, samples: get(row, 4, say)? },
            ))
        })
    }

    /// The trials of a game at a stage, in order.
    pub fn trials(&self, game: GameId, stage: Stage) -> Result<Vec<TrialRow>, StoreError> {
        let sql = "SELECT seed, first_mover, ending, moves, leads FROM stored_trial WHERE game = ? AND stage = ?
            ORDER BY number";
        collect(&self.connection, &self.path, sql, params![game.0.cast_signed(), stage as i64], |row, say| {
            let ending: String = get(row, 2, say)?;
            let leads: Vec<u8> = get(row, 4, say)?;
            if !leads.len().is_multiple_of(4) {
                return Err(say("a lead history is cut short".into()));
            }
            let leads: Vec<f32> = leads.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
            if leads.iter().any(|lead| !lead.is_finite()) {
                return Err(say("a lead is not a number".into()));
            }
            Ok(TrialRow {
                seed: get::<i64>(row, 0, say)?.cast_unsigned(),
                first_mover: get(row, 1, say)?,
                ending: Ending::from_name(&ending).ok_or_else(|| say(format!("unknown ending `{ending}`")))?,
                moves: get(row, 3, say)?,
                leads,
            })
        })
    }

    /// The policy of a game at a stage.
    pub fn policy(&self, game: GameId, stage: Stage) -> Result<Vec<(String, f64)>, StoreError> {
        let sql = "SELECT advisor, weight FROM stored_policy WHERE game = ? AND stage = ? ORDER BY position";
        collect(&self.connection, &self.path, sql, params![game.0.cast_signed(), stage as i64], |row, say| {
            Ok((get(row, 0, say)?, get(row, 1, say)?))
        })
    }

    /// What the run spent on each step, all games together.
    pub fn costs(&self) -> Result<Vec<Cost>, StoreError> {
        let sql = "SELECT step, total(nodes), total(milliseconds) FROM stored_cost GROUP BY step";
        let mut costs = collect(&self.connection, &self.path, sql, [], |row, say| {
            let name: String = get(row, 0, say)?;
            let step = Step::from_name(&name).ok_or_else(|| say(format!("unknown step `{name}`")))?;
            Ok(Cost { step, nodes: get::<f64>(row, 1, say)? as u64, milliseconds: get(row, 2, say)? })
        })?;
        costs.sort_by_key(|cost| cost.step);
        Ok(costs)
    }

    /// The whole record of a game at its first look, as it was given to the writer.
    pub fn record(&self, game: GameId) -> Result<ChildRecord, StoreError> {
        let Some(row) = self.game(game)? else {
            return Err(StoreError::damaged(&self.path, format!("there is no game {game}")));
        };
        let id = game.0.cast_signed();
        let sql = "SELECT fingerprint, score, score_low, score_high, viable, viability_reasons, guard_fired
            FROM stored_game WHERE id = ?";
        let (fingerprint, first_score, viable, reasons, guard_fired) =
            collect(&self.connection, &self.path, sql, [id], |row, say| {
                let reasons: String = get(row, 5, say)?;
                let reasons: Vec<String> =
                    serde_json::from_str(&reasons).map_err(|_| say("viability reasons are not a list".into()))?;
                let fingerprint = get::<i64>(row, 0, say)?.cast_unsigned();
                Ok((fingerprint, score(row, 1, say)?, get(row, 4, say)?, reasons, get(row, 6, say)?))
            })?
            .pop()
            .ok_or_else(|| StoreError::damaged(&self.path, format!("there is no game {game}")))?;
        let sql = "SELECT criterion, value, standard_error, samples FROM stored_measurement
            WHERE game = ? AND stage = 0 ORDER BY criterion";
        let measurements = collect(&self.connection, &self.path, sql, [id], |row, say| {
            let (criterion, value) = (get(row, 0, say)?, get(row, 1, say)?);
            Ok(Measurement { criterion, value, standard_error: get(row, 2, say)?, samples: get(row, 3, say)? })
        })?;
        let sql = "SELECT step, nodes, milliseconds FROM stored_cost WHERE game = ? AND stage = 0 ORDER BY position";
        let costs = collect(&self.connection, &self.path, sql, [id], |row, say| {
            let name: String = get(row, 0, say)?;
            let step = Step::from_name(&name).ok_or_else(|| say(format!("unknown step `{name}`")))?;
            Ok(Cost { step, nodes: get::<i64>(row, 1, say)?.cast_unsigned(), milliseconds: get(row, 2, say)? })
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

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
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
    write::distrust(&connection)?;
    connection.execute_batch("BEGIN")?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// How a row says what is wrong with it.
type Say<'a> = &'a dyn Fn(String) -> StoreError;

fn get<T: FromSql>(row: &Row<'_>, column: usize, say: Say<'_>) -> Result<T, StoreError> {
    row.get(column).map_err(|e| say(e.to_string()))
}

fn positive(row: &Row<'_>, column: usize, say: Say<'_>) -> Result<u64, StoreError> {
    let number: i64 = get(row, column, say)?;
    u64::try_from(number).ok().filter(|&n| n > 0).ok_or_else(|| say(format!("{number} is not a game's number")))
}

fn both<T>(a: Option<T>, b: Option<T>) -> Option<[T; 2]> {
    Some([a?, b?])
}

fn both_of<T, U>(a: Option<T>, b: Option<U>) -> Option<(T, U)> {
    Some((a?, b?))
}

fn fate(name: &str, step: Option<String>, say: Say<'_>) -> Result<Fate, StoreError> {
    match (name, step.as_deref()) {
        ("seed", None) => Ok(Fate::Seed),
        ("admitted", None) => Ok(Fate::Admitted),
        ("rejected", Some(step)) => {
            Step::from_name(step).map(Fate::Rejected).ok_or_else(|| say(format!("unknown step `{step}`")))
        }
        _ => Err(say(format!("unknown fate `{name}`"))),
    }
}

fn score(row: &Row<'_>, column: usize, say: Say<'_>) -> Result<Option<Score>, StoreError> {
    let Some(value) = get(row, column, say)? else { return Ok(None) };
    let score = Score { value, low: get(row, column + 1, say)?, high: get(row, column + 2, say)? };
    if !score.is_sound() {
        return Err(say("a score lies outside its interval".into()));
    }
    Ok(Some(score))
}

/// Runs a query and makes something of each row; errors name the database.
fn collect<T>(
    connection: &Connection,
    path: &Path,
    sql: &str,
    params: impl rusqlite::Params,
    mut make: impl FnMut(&Row<'_>, Say<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let broken = |e| StoreError::sql(path, e);
    let say = |why: String| StoreError::damaged(path, why);
    let mut statement = connection.prepare_cached(sql).map_err(broken)?;
    let mut rows = statement.query(params).map_err(broken)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next().map_err(broken)? {
        all.push(make(row, &say)?);
    }
    Ok(all)
}

pub(super) fn run(connection: &Connection, path: &Path) -> Result<Option<RunInfo>, StoreError> {
    let sql = "SELECT seed, recipe, recipe_source, profile, profile_version, program FROM stored_run";
    let runs = collect(connection, path, sql, [], |row, say| {
        let seed: String = get(row, 0, say)?;
        Ok(RunInfo {
            seed: seed.parse().map_err(|_| say(format!("`{seed}` is not a seed")))?,
            recipe: get(row, 1, say)?,
            recipe_source: get(row, 2, say)?,
            profile: get(row, 3, say)?,
            profile_version: get(row, 4, say)?,
            program: get(row, 5, say)?,
            criteria: Vec::new(),
        })
    })?;
    let Some(mut run) = runs.into_iter().next() else { return Ok(None) };
    let sql = "SELECT number, name FROM stored_criterion ORDER BY number";
    for (number, name) in
        collect(connection, path, sql, [], |row, say| Ok((get::<i64>(row, 0, say)?, get::<String>(row, 1, say)?)))?
    {
        if number != run.criteria.len() as i64 {
            return Err(StoreError::damaged(path, "the criteria are not numbered from 0 on"));
        }
        run.criteria.push(name);
    }
    Ok(Some(run))
}

pub(super) fn seeds(connection: &Connection, path: &Path) -> Result<Vec<SeedGame>, StoreError> {
    let sql = "SELECT name, text FROM stored_seed ORDER BY id";
    collect(connection, path, sql, [], |row, say| Ok(SeedGame { name: get(row, 0, say)?, text: get(row, 1, say)? }))
}

pub(super) fn members(connection: &Connection, path: &Path) -> Result<Vec<MemberRow>, StoreError> {
    let sql = "SELECT g.id, g.child, g.name, g.fate, g.step, iif(g.fate = 'rejected', '', g.text), g.fingerprint,
            g.generation, coalesce(c.score, g.score, 0.0), coalesce(c.viable, 0),
            iif(g.fate = 'rejected', '', g.niche)
        FROM stored_game g LEFT JOIN stored_candidate c ON c.game = g.id ORDER BY g.id";
    let mut members = collect(connection, path, sql, [], |row, say| {
        let score: f64 = get(row, 8, say)?;
        if !score.is_finite() {
            return Err(say("a score is not a number".into()));
        }
        let (id, generation) = (positive(row, 0, say)?, get(row, 7, say)?);
        if u64::from(generation) >= id {
            return Err(say(format!("game {id} cannot be of generation {generation}")));
        }
        Ok(MemberRow {
            id: GameId(id),
            child: get::<Option<i64>>(row, 1, say)?.map(i64::cast_unsigned),
            name: get(row, 2, say)?,
            fate: fate(&get::<String>(row, 3, say)?, get(row, 4, say)?, say)?,
            text: get(row, 5, say)?,
            fingerprint: get::<i64>(row, 6, say)?.cast_unsigned(),
            generation,
            score,
            candidate: get(row, 9, say)?,
            niche: get(row, 10, say)?,
            policy: Vec::new(),
        })
    })?;
    let sql = "SELECT game, advisor, weight FROM stored_policy p
        WHERE stage = (SELECT max(stage) FROM stored_policy q WHERE q.game = p.game) ORDER BY game, position";
    for (game, advisor, weight) in collect(connection, path, sql, [], |row, say| {
        let weight: f64 = get(row, 2, say)?;
        if !weight.is_finite() {
            return Err(say("a weight of a policy is not a number".into()));
        }
        Ok((GameId(positive(row, 0, say)?), get(row, 1, say)?, weight))
    })? {
        if let Ok(i) = members.binary_search_by_key(&game, |member| member.id) {
            members[i].policy.push((advisor, weight));
        }
    }
    Ok(members)
}
