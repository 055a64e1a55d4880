//! Each method, with what it finds in one form.

use std::collections::VecDeque;

use super::failure::Failure;
use super::method::Method;
use super::options::Options;
use super::progress::{Direction, Progress};
use super::solved::Solved;
use crate::game::{Game, Player, Position};
use crate::solver::dfa::{self, Limit, Set};
use crate::solver::encode::Encoding;
use crate::solver::on_sets::OnSets;
use crate::solver::solution::Values;
use crate::solver::symbolic::layered::{self, Layered, Ply};
use crate::solver::symbolic::retrograde::{self, Decided};
use crate::solver::symbolic::timed::{Timed, timed};
use crate::solver::symbolic::{Error, filling, indexed};
use crate::solver::{Budget, PlyRow, SolveError, Value, Wdl, explicit, proof};

/// Plies after which play is taken to be endless.
const MOST_PLIES: u32 = 2_000;

/// One run of the solver.
pub(super) struct Run<'a> {
    pub options: &'a Options,
    pub progress: &'a mut dyn FnMut(Progress),
}

/// The plies to the win of the start; and of each ply from the first on, if values are asked for.
type PliesToTheWin = (Option<u32>, VecDeque<Timed>);

/// How many strings a set has, or the greatest number there is.
fn count(set: &Set) -> u64 {
    set.count().ok().and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX)
}

/// The strings of sets, their states, and the bytes these take.
fn size(sets: &[&Set]) -> [u64; 3] {
    let sum = |f: fn(&Set) -> u64| sets.iter().map(|set| f(set)).fold(0, u64::saturating_add);
    [sum(count), sum(|set| set.states() as u64), sum(|set| set.bytes() as u64)]
}

/// What the start is worth, White being the first.
fn of_start(wdl: Wdl) -> Value {
    Value::of_wdl(wdl, Player::White.index())
}

/// What a method on arrays has done.
fn in_array(event: indexed::Event, of_class: bool) -> Progress {
    let (direction, ply, positions) = match event {
        indexed::Event::Reached(ply, positions) => (Direction::Forward, ply, positions),
        indexed::Event::Solved(row) => (Direction::Backward, row.ply, row.positions),
    };
    Progress::Array { direction, ply, positions, of_class }
}

impl Run<'_> {
    /// All positions that can be reached, one by one.
    pub fn explicit<const W: usize>(&self, game: &Game<W>, budget: &Budget) -> Result<Solved, Failure> {
        let (solution, account) = explicit::solve(game, budget)?;
        let start = solution.start();
        Ok(Solved {
            value: start.value,
            plies: start.plies,
            method: Method::Explicit,
            positions: solution.positions(),
            states: None,
            peak_bytes: account.peak_bytes,
            table: account.table,
            values: self.options.values.then_some(Values::Listed(solution)),
        })
    }

    /// The start alone.
    pub fn proof<const W: usize>(&self, game: &Game<W>, budget: &Budget) -> Result<Solved, Failure> {
        let start = Position::new(game, Player::White);
        let found = proof::value(game, start.state(), budget)?;
        Ok(Solved {
            value: found.value,
            plies: None,
            method: Method::Proof,
            positions: found.nodes,
            states: None,
            peak_bytes: found.peak_bytes,
            table: Vec::new(),
            values: None,
        })
    }

    /// All positions that can be reached, as sets, ply by ply.
    pub fn layered(&mut self, encoding: &Encoding, limit: Limit) -> Result<Solved, Failure> {
        let options = layered::Options {
            most_plies: MOST_PLIES,
            folder: self.options.folder.clone(),
            limit,
            ..layered::Options::default()
        };
        let solved = layered::solve(&encoding.problem, &options, |event| {
            let (direction, ply, [positions, states, bytes]) = match event {
                layered::Event::Reached(ply, set) => (Direction::Forward, ply, size(&[set])),
                layered::Event::Solved(ply, Ply { won, lost, drawn, .. }) => {
                    (Direction::Backward, ply, size(&[won, lost, drawn]))
                }
            };
            (self.progress)(Progress::Sets { direction, ply, positions, states, bytes });
        });
        let solved = solved.map_err(|error| self.stopped(error))?;
        let (distance, kept) =
            if self.options.plies { self.plies_to_the_win(encoding, &solved, limit)? } else { (None, VecDeque::new()) };
        let plies = solved.all()?;
        if encoding.forbids_repetition && encoding.recurs(&plies)? {
            return Err(SolveError::History { rule: "forbid" }.into());
        }
        let mut table = Vec::with_capacity(plies.len());
        let mut peak_bytes = 0;
        for (ply, Ply { reached, won, lost, drawn }) in (0..).zip(&plies) {
            let [_, _, bytes] = size(&[reached, won, lost, drawn]);
            peak_bytes += bytes;
            let states = Some(reached.states() as u64);
            let [positions, won, lost, drawn] = [reached, won, lost, drawn].map(count);
            table.push(PlyRow { ply, positions, states, won, lost, drawn });
        }
        let sets = if self.options.plies { OnSets::timed(kept.into()) } else { OnSets::layered(plies) };
        Ok(Solved {
            value: of_start(solved.value),
            plies: distance,
            method: Method::Layered,
            positions: table.iter().map(|row| row.positions).sum(),
            states: table.iter().filter_map(|row| row.states).max(),
            peak_bytes,
            table,
            values: self.options.values.then(|| Values::OnSets(sets)),
        })
    }

    /// In how many moves the positions are won that `layered` has solved.
    fn plies_to_the_win(
        &mut self,
        encoding: &Encoding,
        solved: &Layered,
        limit: Limit,
    ) -> Result<PliesToTheWin, Failure> {
        let (mut kept, mut kept_bytes) = (VecDeque::new(), 0);
        let found = |ply, timed: &Timed| {
            let (states, bytes) = (timed.sets().map(Set::states).sum::<usize>(), timed.bytes());
            (self.progress)(Progress::Timed { ply, states: states as u64, bytes: bytes as u64 });
            if self.options.values {
                kept_bytes += bytes;
                kept.push_front(timed.clone());
            }
            kept_bytes
        };
        let distance = timed(&encoding.problem, solved, limit, found).map_err(|error| self.stopped(error))?;
        Ok((distance, kept))
    }

    /// All strings, as sets, from the ends backwards.
    pub fn retrograde(&mut self, encoding: &Encoding, limit: Limit) -> Result<Solved, Failure> {
        let mut table: Vec<PlyRow> = Vec::new();
        let mut peak_bytes = 0;
        let mut plies = Vec::new();
        let folder = self.options.folder.as_deref();
        let solved = retrograde::solve(&encoding.problem, limit, folder, |ply, decided| {
            let [first, second] = decided;
            let [won, _, _] = size(&[&first.won, &second.won]);
            let [lost, _, _] = size(&[&first.lost, &second.lost]);
            let [positions, states, bytes] = size(&[&first.won, &first.lost, &second.won, &second.lost]);
            (self.progress)(Progress::Decided { ply, positions, states, bytes });
            peak_bytes = peak_bytes.max(bytes);
            table.push(PlyRow { ply, positions, states: Some(states), won, lost, drawn: 0 });
            if self.options.values {
                plies.push(decided.map(Decided::clone));
            }
        });
        let solved = solved.map_err(|error| self.stopped(error))?;
        let value = of_start(solved.value);
        if encoding.forbids_repetition && (value == Value::Draw || !encoding.repeats_as_strings()) {
            return Err(SolveError::History { rule: "forbid" }.into());
        }
        Ok(Solved {
            value,
            plies: solved.distance,
            method: Method::Retrograde,
            positions: table.last().map_or(0, |row| row.positions),
            states: table.iter().filter_map(|row| row.states).max(),
            peak_bytes,
            table,
            values: self.options.values.then(|| Values::OnSets(OnSets::retrograde(plies))),
        })
    }

    /// So many positions that can be reached at most, in arrays.
    pub fn indexed(&mut self, encoding: &Encoding, most: u64) -> Result<Solved, Failure> {
        let limit = Limit { states: most, ..self.options.limit() };
        let solved = indexed::solve(&encoding.problem, encoding.cells(), limit, |event| {
            (self.progress)(in_array(event, true));
        })?;
        Ok(Solved {
            value: of_start(solved.value),
            plies: solved.distance,
            method: Method::Indexed,
            positions: solved.table.iter().map(|row| row.positions).sum(),
            states: None,
            peak_bytes: solved.peak_bytes,
            table: solved.table,
            values: self.options.values.then_some(Values::OnSets(OnSets::Indexed(solved.values))),
        })
    }

    /// All positions that can be reached, as the bits of one array.
    pub fn filling(&mut self, encoding: &Encoding) -> Result<Solved, Failure> {
        let limit = Limit { states: self.options.budget().positions, ..self.options.limit() };
        let solved = filling::solve(&encoding.problem, limit, |event| (self.progress)(in_array(event, false)))?;
        Ok(Solved {
            value: of_start(solved.value),
            plies: None,
            method: Method::Filling,
            positions: solved.table.iter().map(|row| row.positions).sum(),
            states: None,
            peak_bytes: solved.peak_bytes,
            table: solved.table,
            values: None,
        })
    }

    /// Why a method on sets has stopped, and where what it has done is kept, if it is.
    fn stopped(&self, error: Error) -> Failure {
        match (error, &self.options.folder) {
            (Error::Sets(source @ (dfa::Error::Memory { .. } | dfa::Error::States { .. })), Some(folder)) => {
                Failure::Stopped { folder: folder.clone(), source }
            }
            (error, _) => error.into(),
        }
    }
}
