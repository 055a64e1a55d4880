//! In how many plies a game is won that has been solved through.

use super::middle::Middle;
use super::problem::{Outcome, Problem, Side};
use crate::solver::dfa::{Error, Limit, Root, Session, Set, with_limit};

/// Plies to the end from the start if the winner is as quick and the loser as slow as possible; none for a draw. The shortest horizon is
/// looked for within which the win is forced, by halving: one pass backward over the positions up to each horizon tried.
///
/// # Errors
/// As [`super::middle::solve`], and those of [`Middle::ply`].
pub fn plies_to_win(problem: &Problem, solved: &Middle, limit: Limit) -> Result<Option<u32>, Error> {
    let winner = match solved.value {
        Outcome::Win => 0,
        Outcome::Loss => 1,
        Outcome::Draw => return Ok(None),
    };
    with_limit(limit, || {
        // Forced within `high`, not within less than `low`.
        let (mut low, mut high) = (0, solved.plies);
        while low < high {
            let horizon = low + (high - low) / 2;
            if is_forced(problem, solved, winner, horizon)? {
                high = horizon;
            } else {
                low = horizon + 1;
            }
        }
        Ok(Some(high))
    })
}

/// Whether a side can force a win within so many plies of the start.
fn is_forced(problem: &Problem, solved: &Middle, winner: usize, horizon: u32) -> Result<bool, Error> {
    // Of the ply after: where the win is sure, and all that is reached.
    let mut after: Option<[Set; 2]> = None;
    for ply in (0..=horizon).rev() {
        let number = (ply % 2) as usize;
        let side = problem.side(number);
        let reached = solved.reached(ply)?.ok_or(Error::File("a ply is missing"))?;
        let mut session = Session::new(problem.shape())?;
        let all = session.load(&reached)?;
        let parts = problem.parts(&mut session, number, all)?;
        let next = match &after {
            Some([sure, all]) => Some((session.load(sure)?, session.load(all)?)),
            None => None,
        };
        let won = if number == winner {
            let winning = match next {
                Some((sure, _)) => side.before(&mut session, sure, parts.open)?,
                None => Root::NONE,
            };
            session.union(&[parts.won, winning])?
        } else {
            let caught = match next {
                Some((sure, all)) => {
                    let others = session.difference(all, sure)?;
                    let escapes = side.before(&mut session, others, parts.open)?;
                    session.difference(parts.open, escapes)?
                }
                // Who has no moves here loses at once: other outcomes of that are not among the open positions.
                None => {
                    let stuck = session.load(problem.stuck(number))?;
                    session.intersection(parts.open, stuck)?
                }
            };
            session.union(&[parts.lost, caught])?
        };
        after = Some([session.extract(won), reached]);
    }
    Ok(after.is_some_and(|[sure, _]| !sure.is_empty()))
}

/// The positions of a ply by the plies they still last if the winner is as quick and the loser as slow as possible.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Those the player to move wins in exactly so many plies, from none to as many as any play lasts.
    pub won: Vec<Set>,
    /// Those the player to move loses, likewise.
    pub lost: Vec<Set>,
    /// Those nobody wins.
    pub drawn: Set,
}

impl Timed {
    /// All its sets.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        self.won.iter().chain(&self.lost).chain([&self.drawn])
    }

    /// How many plies the positions last if there is one only; none if it is drawn.
    pub fn of_one(&self) -> Option<u32> {
        (0..)
            .zip(self.won.iter().zip(&self.lost))
            .find(|(_, (won, lost))| !won.is_empty() || !lost.is_empty())
            .map(|(plies, _)| plies)
    }
}

/// All positions that can be reached, ply by ply, with the plies they last. One pass backward, in which each set of positions that last equally
/// long is followed one move back: a position is won in one more than the fewest plies of a lost one it leads to, and lost in one more than
/// the most of the won ones it leads to. `progress` is told of each ply, the last first.
///
/// # Errors
/// As [`super::middle::solve`], and those of [`Middle::ply`].
pub fn timed(
    problem: &Problem,
    solved: &Middle,
    limit: Limit,
    mut progress: impl FnMut(u32, &Timed),
) -> Result<Vec<Timed>, Error> {
    let mut plies: Vec<Timed> = Vec::new();
    with_limit(limit, || {
        let mut used = 0;
        for ply in (0..=solved.plies).rev() {
            // What is found stays in memory.
            let left = limit.bytes.checked_sub(used).ok_or(Error::Memory { used, limit: limit.bytes })?;
            let here = with_limit(Limit { bytes: left, ..Limit::NONE }, || time(problem, solved, ply, plies.last()))?;
            used += here.sets().map(Set::bytes).sum::<usize>();
            progress(ply, &here);
            plies.push(here);
        }
        Ok::<_, Error>(())
    })?;
    plies.reverse();
    Ok(plies)
}

/// How long the positions of a ply last, given those of the next.
fn time(problem: &Problem, solved: &Middle, ply: u32, next: Option<&Timed>) -> Result<Timed, Error> {
    let number = (ply % 2) as usize;
    let side = problem.side(number);
    let here = solved.ply(ply)?.ok_or(Error::File("a ply is missing"))?;
    let mut session = Session::new(problem.shape())?;
    let all = session.load(&here.reached)?;
    let ended = problem.parts(&mut session, number, all)?;
    // Who has no moves here loses at once, as in `is_forced`.
    let stuck = session.load(problem.stuck(number))?;
    let stuck = session.intersection(ended.open, stuck)?;
    let ended_lost = session.union(&[ended.lost, stuck])?;
    let (won, lost) = (session.load(&here.won)?, session.load(&here.lost)?);
    let (won_later, lost_later) = (session.difference(won, ended.won)?, session.difference(lost, ended_lost)?);
    let [mut won_later, mut lost_later] = [won_later, lost_later].map(|root| session.extract(root));
    let [mut won, mut lost] = [ended.won, ended_lost].map(|root| vec![session.extract(root)]);
    drop(session);
    if let Some(next) = next {
        for after in &next.lost {
            won.push(take(problem, side, after, &mut won_later)?);
        }
        let latest_first = next.won.iter().rev().map(|after| take(problem, side, after, &mut lost_later));
        let latest_first = latest_first.collect::<Result<Vec<_>, _>>()?;
        lost.extend(latest_first.into_iter().rev());
    }
    Ok(Timed { won, lost, drawn: here.drawn })
}

/// Takes the positions with a move into `after` out of a set.
fn take(problem: &Problem, side: &Side, after: &Set, set: &mut Set) -> Result<Set, Error> {
    if after.is_empty() || set.is_empty() {
        return Ok(Set::empty(problem.shape()));
    }
    let mut session = Session::new(problem.shape())?;
    let (after, all) = (session.load(after)?, session.load(set)?);
    let taken = side.before(&mut session, after, all)?;
    let left = session.difference(all, taken)?;
    *set = session.extract(left);
    Ok(session.extract(taken))
}
