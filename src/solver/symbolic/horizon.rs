//! In how many plies a game is won that has been solved through.

use super::middle::Middle;
use super::problem::{Outcome, Problem};
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
