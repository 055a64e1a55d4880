//! `ludogen solve`

use super::options::{Memory, RuleOptions};
use super::{Exit, UsageError, load, output};
use crate::game::{Game, Player, Position};
use crate::language::print;
use crate::solver::dfa::{self, Limit, Set, with_limit};
use crate::solver::encode::{Encoding, encode};
use crate::solver::explicit::PlyRow;
use crate::solver::on_sets::OnSets;
use crate::solver::solution::{Saved, Values};
use crate::solver::symbolic::middle::{Event, Ply};
use crate::solver::symbolic::retrograde::Decided;
use crate::solver::symbolic::timed::{Timed, timed};
use crate::solver::symbolic::{Outcome, filling, indexed, middle, retrograde};
use crate::solver::{self, Budget, SolveError, Value, explicit, proof};
use crate::with_game;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Find the exact value of a game
///
/// The value is who wins if both play as well as possible, `first` being the one who moves first; plies are the moves to the win
/// if the winner is as quick and the loser as slow as possible. Play without end is drawn.
///
/// `explicit` enumerates all positions one by one; `middle` and `retrograde` work on sets of positions as automata, from
/// the start forth and back or from all ends backwards, where the rules can be compiled; `indexed` keeps a byte for each arrangement of
/// the pieces, where every turn changes how many there are of some kind; `filling` keeps a bit and knows no plies, where pieces move and
/// every turn fills one cell for good; `proof` searches for the value of the start alone, without plies. `auto` takes `explicit` for
/// small games, then `middle` and `retrograde` in turn with more and more states, `indexed` and `filling` before the last of these rounds,
/// then `explicit` as far as memory goes, then `proof`.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen solve seed-games/tic-tac-toe.ludi --save tic-tac-toe.solution")]
pub struct Solve {
    /// Rule file; `-` is standard input
    file: String,
    /// How
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,
    /// The most memory to use
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    memory: Memory,
    /// The most positions to enumerate, or nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The most states of automata to look at, pairs and unions of states included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// With `middle`, find in how many moves every position is won: takes several times as long
    #[arg(long)]
    plies: bool,
    /// Save the value of every position, for `ludogen query`; with `middle`, no plies to the win but with --plies
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Write finished plies here; a run of `middle` or `retrograde` that was stopped goes on from them, and `middle` needs less memory
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the positions of each ply as CSV: ply, positions, states, won, lost, drawn, the last three for the side to move
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    rules: RuleOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Method {
    Auto,
    Retrograde,
    Middle,
    Indexed,
    Filling,
    Explicit,
    Proof,
}

impl Method {
    fn word(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Retrograde => "retrograde",
            Method::Middle => "middle",
            Method::Indexed => "indexed",
            Method::Filling => "filling",
            Method::Explicit => "explicit",
            Method::Proof => "proof",
        }
    }
}

/// Positions up to which `auto` enumerates before it tries anything else.
const FEW: u64 = 1_000_000;
/// States up to which `auto` tries the methods on sets, one after the other, before it allows them more.
const ROUNDS: [u64; 3] = [1 << 22, 1 << 25, 1 << 28];
/// Positions up to which `auto` tries arrays: some minutes' work.
const MANY: u64 = 1 << 30;
/// Plies after which `middle` takes play to be endless.
const MOST_PLIES: u32 = 2_000;

/// One ply, as it is printed.
#[derive(Serialize)]
struct Row {
    ply: u32,
    positions: u64,
    /// Of the automaton that holds the positions, if there is one.
    states: Option<u64>,
    won: u64,
    lost: u64,
    drawn: u64,
}

impl From<&indexed::Row> for Row {
    fn from(row: &indexed::Row) -> Row {
        let indexed::Row { ply, positions, won, lost, drawn } = *row;
        Row { ply, positions, states: None, won, lost, drawn }
    }
}

impl From<&PlyRow> for Row {
    fn from(row: &PlyRow) -> Row {
        let PlyRow { ply, positions, won, lost, drawn } = *row;
        Row { ply, positions, states: None, won, lost, drawn }
    }
}

#[derive(Serialize)]
struct Report {
    value: Value,
    plies: Option<u32>,
    method: Method,
    /// Positions reached, or nodes searched.
    positions: u64,
    states: Option<u64>,
    peak_bytes: u64,
    seconds: f64,
    table: Vec<Row>,
    /// The values of all positions, if they are to be saved.
    #[serde(skip)]
    values: Option<Values>,
}

/// How many strings a set has, or the greatest number there is.
fn count(set: &Set) -> u64 {
    set.count().ok().and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX)
}

/// The strings of sets, their states, and the bytes these take.
fn size(sets: &[&Set]) -> [u64; 3] {
    let sum = |f: fn(&Set) -> u64| sets.iter().map(|set| f(set)).fold(0, u64::saturating_add);
    [sum(count), sum(|set| set.states() as u64), sum(|set| set.bytes() as u64)]
}

fn save(file: &str, saved: Saved) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {file}");
    // Who has an earlier solution of this name mapped keeps it: the new one takes its place only when it is complete.
    let special = std::fs::metadata(file).is_ok_and(|data| !data.is_file());
    let unfinished = if special { file.to_string() } else { format!("{file}.part") };
    let mut to = BufWriter::new(File::create(&unfinished).with_context(cannot)?);
    saved.write(&mut to).and_then(|()| to.flush()).with_context(cannot)?;
    if special { Ok(()) } else { std::fs::rename(unfinished, file).with_context(cannot) }
}

/// What the start is worth, White being the first.
fn value(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win => Value::First,
        Outcome::Loss => Value::Second,
        Outcome::Draw => Value::Draw,
    }
}

/// Shows how far a method on arrays is.
fn tell(event: indexed::Event, what: &str, bar: &ProgressBar) {
    let (way, ply, positions) = match event {
        indexed::Event::Reached(ply, positions) => ("forth", ply, positions),
        indexed::Event::Solved(row) => ("back", row.ply, row.positions),
    };
    bar.set_message(format!("{way}, ply {ply}: {positions} positions{what}"));
}

/// What a method on arrays has found; no plies to the win, nor values of positions.
fn in_arrays(method: Method, outcome: Outcome, table: &[indexed::Row], peak_bytes: u64) -> Report {
    Report {
        value: value(outcome),
        plies: None,
        method,
        positions: table.iter().map(|row| row.positions).sum(),
        states: None,
        peak_bytes,
        seconds: 0.0,
        table: table.iter().map(Row::from).collect(),
        values: None,
    }
}

impl Solve {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.save.is_some() && matches!(self.method, Method::Filling | Method::Proof) {
            return Err(UsageError(
                "--save takes what explicit, middle, retrograde and indexed find: of filling and proof the start's value is left".into(),
            )
            .into());
        }
        let in_memory = [Method::Explicit, Method::Indexed, Method::Filling, Method::Proof];
        if self.folder.is_some() && in_memory.contains(&self.method) {
            return Err(
                UsageError("--folder is for middle and retrograde: the others work in memory alone".into()).into()
            );
        }
        let loaded = load::game(&self.file, &self.rules)?;
        let begun = Instant::now();
        let bar = output::progress("solving", None);
        let report = with_game!(&loaded.game, game => self.solve(game, &bar));
        bar.finish_and_clear();
        let mut report = report.map_err(|error| loaded.placed(error))?;
        report.seconds = begun.elapsed().as_secs_f64();
        if let (Some(file), Some(values)) = (&self.save, report.values.take()) {
            save(file, Saved { rules: print(&loaded.tree), values })?;
        }
        self.print(&report, out)?;
        Ok(Exit::Done)
    }

    fn solve<const W: usize>(&self, game: &Game<W>, bar: &ProgressBar) -> anyhow::Result<Report> {
        let budget = Budget { positions: self.positions.unwrap_or(u64::MAX), bytes: self.memory.0 };
        match self.method {
            Method::Proof => self.proof(game, &budget),
            Method::Explicit => self.explicit(game, &budget),
            Method::Middle => self.middle(&self.encoding(game)?, self.limit(), bar),
            Method::Retrograde => self.retrograde(&self.encoding(game)?, self.limit(), bar),
            Method::Indexed => self.indexed(&self.encoding(game)?, self.positions.unwrap_or(u64::MAX), bar),
            Method::Filling => self.filling(&self.encoding(game)?, bar),
            Method::Auto => self.auto(game, &budget, bar),
        }
    }

    /// Small games by enumeration, larger ones by the first method that can.
    fn auto<const W: usize>(&self, game: &Game<W>, budget: &Budget, bar: &ProgressBar) -> anyhow::Result<Report> {
        let few = Budget { positions: budget.positions.min(FEW), ..*budget };
        let out_of_budget = |e: &anyhow::Error| matches!(e.downcast_ref(), Some(SolveError::Budget { .. }));
        match self.explicit(game, &few) {
            Err(e) if out_of_budget(&e) && self.positions.is_none() => self
                .on_sets(game, bar)
                .or_else(|failed| self.explicit(game, budget).map_err(|e| failed.context(e)))
                // A proof is of the start alone, and nothing to save.
                .or_else(|failed| match self.save {
                    Some(_) => Err(failed),
                    None => self.proof(game, budget).map_err(|e| failed.context(e)),
                }),
            Err(e) if out_of_budget(&e) && self.save.is_some() => Err(e),
            Err(e) if out_of_budget(&e) => self.proof(game, budget).map_err(|_| e),
            done => done,
        }
    }

    /// What the methods on sets may use.
    fn limit(&self) -> Limit {
        Limit { bytes: self.memory.0 as usize, states: self.states.unwrap_or(u64::MAX) }
    }

    fn encoding<const W: usize>(&self, game: &Game<W>) -> anyhow::Result<Encoding> {
        Ok(with_limit(self.limit(), || encode(game))?)
    }

    /// The methods on sets in turn: either can be many times faster than the other. What neither does soon may be without structure, and
    /// is tried with arrays.
    fn on_sets<const W: usize>(&self, game: &Game<W>, bar: &ProgressBar) -> anyhow::Result<Report> {
        let most = self.states.unwrap_or(ROUNDS[ROUNDS.len() - 1]);
        let limit = |states| Limit { states, ..self.limit() };
        let encoding = with_limit(limit(most), || encode(game))?;
        let mut failed = [None, None];
        for states in ROUNDS.into_iter().filter(|&states| states < most).chain([most]) {
            if states == most && self.folder.is_none() {
                let arrays = self.indexed(&encoding, MANY, bar).or_else(|failed| match self.save {
                    Some(_) => Err(failed),
                    None => self.filling(&encoding, bar),
                });
                if let Ok(report) = arrays {
                    return Ok(report);
                }
            }
            for (failed, method) in failed.iter_mut().zip([Self::middle, Self::retrograde]) {
                let wants_more = |e: &anyhow::Error| matches!(e.downcast_ref(), Some(dfa::Error::States { .. }));
                if failed.as_ref().is_none_or(wants_more) {
                    match method(self, &encoding, limit(states), bar) {
                        Err(e) => *failed = Some(e),
                        done => return done,
                    }
                }
            }
        }
        let [through, backwards] = failed.map(|e| e.map_or(String::new(), |e| format!("{e:#}")));
        bail!("middle: {through}; retrograde: {backwards}")
    }

    fn middle(&self, encoding: &Encoding, limit: Limit, bar: &ProgressBar) -> anyhow::Result<Report> {
        let options =
            middle::Options { most_plies: MOST_PLIES, folder: self.folder.clone(), limit, ..Default::default() };
        let solved = middle::solve(&encoding.problem, &options, |event| {
            let (way, ply, [positions, states, bytes]) = match event {
                Event::Reached(ply, set) => ("forth", ply, size(&[set])),
                Event::Solved(ply, Ply { won, lost, drawn, .. }) => ("back", ply, size(&[won, lost, drawn])),
            };
            bar.set_message(format!("{way}, ply {ply}: {positions} positions in {states} states, {bytes} bytes"));
        });
        let solved = solved.map_err(|error| self.stopped(error))?;
        let (mut distance, mut kept, mut kept_bytes) = (None, VecDeque::new(), 0);
        if self.plies {
            let found = |ply, timed: &Timed| {
                let (states, bytes) = (timed.sets().map(Set::states).sum::<usize>(), timed.bytes());
                bar.set_message(format!("plies to the win, ply {ply}: {states} states, {bytes} bytes"));
                if self.save.is_some() {
                    kept_bytes += bytes;
                    kept.push_front(timed.clone());
                }
                kept_bytes
            };
            distance = timed(&encoding.problem, &solved, limit, found).map_err(|error| self.stopped(error))?;
        }
        let plies = solved.all()?;
        if encoding.forbids_repetition && encoding.recurs(&plies)? {
            return Err(SolveError::History { rule: "forbid" }.into());
        }
        let mut table = Vec::new();
        let mut peak_bytes = 0;
        for (ply, Ply { reached, won, lost, drawn }) in (0..).zip(&plies) {
            let [_, _, bytes] = size(&[reached, won, lost, drawn]);
            peak_bytes += bytes;
            let states = Some(reached.states() as u64);
            let [positions, won, lost, drawn] = [reached, won, lost, drawn].map(count);
            table.push(Row { ply, positions, states, won, lost, drawn });
        }
        let sets = if self.plies { OnSets::timed(kept.into()) } else { OnSets::through(plies) };
        Ok(Report {
            value: value(solved.value),
            plies: distance,
            method: Method::Middle,
            positions: table.iter().map(|row| row.positions).sum(),
            states: table.iter().filter_map(|row| row.states).max(),
            peak_bytes,
            seconds: 0.0,
            table,
            values: self.save.is_some().then(|| Values::OnSets(sets)),
        })
    }

    fn retrograde(&self, encoding: &Encoding, limit: Limit, bar: &ProgressBar) -> anyhow::Result<Report> {
        let mut table = Vec::new();
        let mut peak_bytes = 0;
        let mut plies = Vec::new();
        let solved = retrograde::solve(&encoding.problem, limit, self.folder.as_deref(), |ply, decided| {
            let [first, second] = decided;
            let [won, _, _] = size(&[&first.won, &second.won]);
            let [lost, _, _] = size(&[&first.lost, &second.lost]);
            let [positions, states, bytes] = size(&[&first.won, &first.lost, &second.won, &second.lost]);
            bar.set_message(format!("ply {ply}: {positions} positions decided in {states} states, {bytes} bytes"));
            peak_bytes = peak_bytes.max(bytes);
            table.push(Row { ply, positions, states: Some(states), won, lost, drawn: 0 });
            if self.save.is_some() {
                plies.push(decided.map(Decided::clone));
            }
        });
        let solved = solved.map_err(|error| self.stopped(error))?;
        let value = value(solved.value);
        if encoding.forbids_repetition && (value == Value::Draw || !encoding.repeats_as_strings()) {
            return Err(SolveError::History { rule: "forbid" }.into());
        }
        Ok(Report {
            value,
            plies: solved.distance,
            method: Method::Retrograde,
            positions: table.last().map_or(0, |row: &Row| row.positions),
            states: table.iter().filter_map(|row| row.states).max(),
            peak_bytes,
            seconds: 0.0,
            table,
            values: self.save.is_some().then(|| Values::OnSets(OnSets::backwards(plies))),
        })
    }

    fn indexed(&self, encoding: &Encoding, most: u64, bar: &ProgressBar) -> anyhow::Result<Report> {
        let limit = Limit { states: most, ..self.limit() };
        let solved =
            indexed::solve(&encoding.problem, encoding.cells(), limit, |event| tell(event, " of one class", bar))?;
        Ok(Report {
            plies: solved.distance,
            values: self.save.is_some().then(|| Values::OnSets(OnSets::Indexed(solved.values))),
            ..in_arrays(Method::Indexed, solved.value, &solved.table, solved.peak_bytes)
        })
    }

    fn filling(&self, encoding: &Encoding, bar: &ProgressBar) -> anyhow::Result<Report> {
        let limit = Limit { states: self.positions.unwrap_or(u64::MAX), ..self.limit() };
        let solved = filling::solve(&encoding.problem, limit, |event| tell(event, "", bar))?;
        Ok(in_arrays(Method::Filling, solved.value, &solved.table, solved.peak_bytes))
    }

    /// What to do when a method on sets has stopped.
    fn stopped(&self, error: dfa::Error) -> anyhow::Error {
        match (&error, &self.folder) {
            (dfa::Error::Memory { .. } | dfa::Error::States { .. }, Some(folder)) => {
                let way = format!("stopped; what is done is kept in {} for a run with more", folder.display());
                anyhow::Error::from(error).context(way)
            }
            _ => error.into(),
        }
    }

    fn explicit<const W: usize>(&self, game: &Game<W>, budget: &Budget) -> anyhow::Result<Report> {
        let (solution, account) = explicit::solve(game, budget)?;
        let start = solution.start();
        Ok(Report {
            value: start.value,
            plies: start.plies,
            method: Method::Explicit,
            positions: solution.positions(),
            states: None,
            peak_bytes: account.peak_bytes,
            seconds: 0.0,
            table: account.table.iter().map(Row::from).collect(),
            values: Some(Values::Listed(solution)),
        })
    }

    fn proof<const W: usize>(&self, game: &Game<W>, budget: &Budget) -> anyhow::Result<Report> {
        let start = Position::new(game, Player::White);
        let found: solver::proof::Proof = proof::value(game, start.state(), budget)?;
        Ok(Report {
            value: found.value,
            plies: None,
            method: Method::Proof,
            positions: found.nodes,
            states: None,
            peak_bytes: found.peak_bytes,
            seconds: 0.0,
            table: Vec::new(),
            values: None,
        })
    }

    fn print(&self, report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.json {
            return Ok(output::json(out, report)?);
        }
        if self.csv {
            return output::csv(out, &report.table);
        }
        let value = match (report.value, report.plies) {
            (Value::Draw, _) => "a draw".to_string(),
            (winner, None) => format!("the {} player wins", winner.word()),
            (winner, Some(1)) => format!("the {} player wins in 1 move", winner.word()),
            (winner, Some(plies)) => format!("the {} player wins in {plies} moves", winner.word()),
        };
        writeln!(out, "value      {value}")?;
        let what = if report.method == Method::Proof { "nodes    " } else { "positions" };
        writeln!(out, "method     {}", report.method.word())?;
        writeln!(out, "{what}  {}", report.positions)?;
        if let Some(states) = report.states {
            writeln!(out, "states     {states} at most in a ply")?;
        }
        writeln!(out, "memory     {:.1} MiB", report.peak_bytes as f64 / (1 << 20) as f64)?;
        writeln!(out, "seconds    {:.2}", report.seconds)?;
        if !report.table.is_empty() {
            writeln!(out, "\n{:>5} {:>12} {:>12} {:>12} {:>12}", "ply", "positions", "won", "lost", "drawn")?;
        }
        for Row { ply, positions, won, lost, drawn, .. } in &report.table {
            writeln!(out, "{ply:>5} {positions:>12} {won:>12} {lost:>12} {drawn:>12}")?;
        }
        Ok(())
    }
}
