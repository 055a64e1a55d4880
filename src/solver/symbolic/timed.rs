//! In how many plies the positions are won that `layered` has solved.

use super::error::Error;
use super::layered::{Layered, mover};
use super::problem::{Problem, Side};
use crate::solver::dfa::{self, Limit, Session, Set, in_parallel, with_limit};

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

    /// Bytes that they take in memory.
    pub fn bytes(&self) -> usize {
        self.sets().map(Set::bytes).sum()
    }

    /// The fewest plies that a position lasts which is not drawn; none if all are.
    fn fewest(&self) -> Option<u32> {
        let decided = |(_, (won, lost)): &(u32, (&Set, &Set))| !won.is_empty() || !lost.is_empty();
        (0..).zip(self.won.iter().zip(&self.lost)).find(decided).map(|(plies, _)| plies)
    }
}

/// Finds how many plies all positions last that can be reached; returns those of the start, none if it is drawn.
///
/// One pass backward, in which each set of positions that last equally long is followed one move back: a position is won in one more than the
/// fewest plies of the lost ones it leads to, and lost in one more than the most plies of the won ones it leads to. `found` is given each
/// ply with its positions, the last first; it returns how many bytes it keeps of these in all, which count with those the limit allows.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::solver::dfa::Limit;
/// use ludogen::solver::encode::encode;
/// use ludogen::solver::symbolic::{layered, timed::timed};
/// use ludogen::with_game;
///
/// // Whoever begins has two in a row with the second stone.
/// let rules = "(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let problem = with_game!(&game, game => encode(game)).unwrap().problem;
/// let solved = layered::solve(&problem, &layered::Options::default(), |_| {}).unwrap();
/// assert_eq!(timed(&problem, &solved, Limit::NONE, |_ply, _found| 0).unwrap(), Some(3));
/// ```
///
/// # Errors
/// As [`super::layered::solve`], and those of [`Layered::ply`].
pub fn timed(
    problem: &Problem,
    solved: &Layered,
    limit: Limit,
    mut found: impl FnMut(u32, &Timed) -> usize,
) -> Result<Option<u32>, Error> {
    with_limit(limit, || {
        let mut next: Option<Timed> = None;
        let mut kept = 0;
        for ply in (0..=solved.plies).rev() {
            let used = solved.bytes() + next.as_ref().map_or(0, Timed::bytes).max(kept);
            let bytes = limit.bytes.checked_sub(used).ok_or(dfa::Error::Memory { used, limit: limit.bytes })?;
            let here = with_limit(Limit { bytes, ..Limit::NONE }, || time(problem, solved, ply, next.as_ref()))?;
            kept = found(ply, &here);
            next = Some(here);
        }
        Ok(next.as_ref().and_then(Timed::fewest))
    })
}

/// How long the positions of a ply last, given those of the next.
fn time(problem: &Problem, solved: &Layered, ply: u32, next: Option<&Timed>) -> Result<Timed, dfa::Error> {
    let mover = mover(ply);
    let side = problem.side(mover);
    let here = solved.ply(ply)?.ok_or(dfa::Error::File("a ply is missing"))?;
    let mut session = Session::new(problem.shape())?;
    let all = session.load(&here.reached)?;
    let ended = problem.parts(&mut session, mover, all, ply > 0)?;
    // Who has no moves here loses at once: other outcomes of that are not among the open positions.
    let stuck = session.load(problem.stuck(mover))?;
    let stuck = session.intersection(ended.open, stuck)?;
    let ended_lost = session.union(&[ended.lost, stuck])?;
    let (won, lost) = (session.load(&here.won)?, session.load(&here.lost)?);
    let (won_later, lost_later) = (session.difference(won, ended.won)?, session.difference(lost, ended_lost)?);
    let later = [won_later, lost_later].map(|root| session.extract(root));
    let [mut won, mut lost] = [ended.won, ended_lost].map(|root| vec![session.extract(root)]);
    drop(session);
    if let Some(next) = next {
        // The quickest win counts, and the slowest loss.
        let after: [Vec<&Set>; 2] = [next.lost.iter().collect(), next.won.iter().rev().collect()];
        let take_all = |i: usize| {
            let mut left = later[i].clone();
            after[i].iter().map(|after| take(problem, side, after, &mut left)).collect::<Result<Vec<_>, _>>()
        };
        for (all, taken) in [&mut won, &mut lost].into_iter().zip(in_parallel(2, take_all)?) {
            all.extend(taken);
        }
        lost[1..].reverse();
    }
    Ok(Timed { won, lost, drawn: here.drawn })
}

/// Takes the positions with a move into `after` out of a set.
fn take(problem: &Problem, side: &Side, after: &Set, set: &mut Set) -> Result<Set, dfa::Error> {
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
