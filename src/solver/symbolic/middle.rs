//! Solving what can be reached from the start: forward ply by ply, then backward.

use std::path::PathBuf;

use super::problem::{Outcome, Problem};
use super::shelf::Shelf;
use crate::solver::dfa::{Error, Image, Limit, Session, Set, with_limit};

/// The positions that can be reached in exactly so many plies.
#[derive(Clone, Debug)]
pub struct Ply {
    /// All of them, ended ones included.
    pub reached: Set,
    /// Those the player to move wins.
    pub won: Set,
    /// Those the player to move loses.
    pub lost: Set,
    /// The others.
    pub drawn: Set,
}

/// How far and with what means to solve.
#[derive(Clone, Debug)]
pub struct Options {
    /// No play is longer than this many plies.
    pub most_plies: u32,
    /// Where finished plies are written. A run that was stopped goes on from there, and memory holds only the sets in use.
    pub folder: Option<PathBuf>,
    /// Bytes of memory for sets and for working on them, and states to look at.
    pub limit: Limit,
}

impl Default for Options {
    fn default() -> Self {
        Self { most_plies: u32::MAX, folder: None, limit: Limit::NONE }
    }
}

/// What the forward and backward passes tell as they go.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The positions reached in so many plies.
    Reached(u32, &'a Set),
    /// A ply that is solved.
    Solved(u32, &'a Ply),
}

/// A game solved from its start.
#[derive(Debug)]
pub struct Middle {
    shelf: Shelf,
    /// Plies that some play has; positions at the last have no moves.
    pub plies: u32,
    /// What the start is worth to side 0, which moves first.
    pub value: Outcome,
}

/// Solves all positions that can be reached from the start of a game that always ends.
///
/// R(i+1) = forward(R(i)), then W(i) = R(i) ∩ reverse(L(i+1)) and L(i) = R(i) \ W(i) from the last ply back, as in the paper's section 3 with
/// everything solved at each ply; drawn positions are those not won with a move to a drawn one. Positions won by a move that ends the game
/// are set apart first, and what is left of W(i) goes back to what of L(i+1) has not ended: sets about half as large each, which matters twice
/// over, as the work is on pairs of their states.
///
/// # Errors
/// [`Error::Endless`] if positions are left after the most plies; [`Error::Memory`] if memory does not suffice, after which a run with
/// more and the same folder goes on; likewise [`Error::States`]; [`Error::File`] if the folder holds another problem or damaged files; [`Error::TooLarge`] beyond 2³⁰
/// states in a layer.
pub fn solve(problem: &Problem, options: &Options, mut progress: impl FnMut(Event)) -> Result<Middle, Error> {
    let shelf = Shelf::new(options.folder.as_deref(), options.limit.bytes / 2, problem.fingerprint())?;
    let mut run = Run { problem, options, shelf };
    let (plies, below) = with_limit(options.limit, || {
        let plies = run.forward(&mut progress)?;
        let mut below: Option<Solved> = None;
        for ply in (0..=plies).rev() {
            let solved = run.solved(ply, below.as_ref())?;
            progress(Event::Solved(ply, &solved.ply));
            below = Some(solved);
        }
        Ok::<_, Error>((plies, below))
    })?;
    let value = match below.map(|solved| solved.ply) {
        Some(start) if !start.won.is_empty() => Outcome::Win,
        Some(start) if !start.lost.is_empty() => Outcome::Loss,
        _ => Outcome::Draw,
    };
    Ok(Middle { shelf: run.shelf, plies, value })
}

impl Middle {
    /// The positions of a ply; none beyond the last.
    ///
    /// # Errors
    /// [`Error::File`] or [`Error::Io`] if they are in files that cannot be read.
    pub fn ply(&self, ply: u32) -> Result<Option<Ply>, Error> {
        find(&self.shelf, ply)
    }

    /// Bytes of memory that its sets take.
    pub(super) fn bytes(&self) -> usize {
        self.shelf.used()
    }

    /// The positions of every ply, from the start on.
    ///
    /// # Errors
    /// As [`Middle::ply`].
    pub fn all(&self) -> Result<Vec<Ply>, Error> {
        (0..=self.plies).filter_map(|ply| self.ply(ply).transpose()).collect()
    }
}

/// A solved ply on the shelf.
fn find(shelf: &Shelf, ply: u32) -> Result<Option<Ply>, Error> {
    let get = |kind| shelf.get(&name(kind, ply));
    Ok(match (get("reached")?, get("won")?, get("lost")?, get("drawn")?) {
        (Some(reached), Some(won), Some(lost), Some(drawn)) => Some(Ply { reached, won, lost, drawn }),
        _ => None,
    })
}

fn name(kind: &str, ply: u32) -> String {
    format!("{kind}-{ply:05}")
}

struct Run<'a> {
    problem: &'a Problem,
    options: &'a Options,
    shelf: Shelf,
}

impl Run<'_> {
    /// Runs an operation in the memory that is left.
    fn limited<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        with_limit(Limit { bytes: self.options.limit.bytes - self.shelf.used(), ..Limit::NONE }, work)
    }

    /// Finds what is reached at each ply; returns the last.
    fn forward(&mut self, progress: &mut impl FnMut(Event)) -> Result<u32, Error> {
        let mut reached = self.problem.start().clone();
        for ply in 0.. {
            if ply > self.options.most_plies {
                return Err(Error::Endless { plies: self.options.most_plies });
            }
            progress(Event::Reached(ply, &reached));
            self.shelf.put(name("reached", ply), &reached)?;
            let next = match self.shelf.get(&name("reached", ply + 1))? {
                Some(next) => next,
                None => {
                    let (ended, next) = self.limited(|| advance(self.problem, ply, &reached))?;
                    for (kind, set) in ended.kinds() {
                        self.shelf.put(name(kind, ply), set)?;
                    }
                    next
                }
            };
            if next.is_empty() {
                // So that a later run finds the end too, instead of working it out again.
                self.shelf.put(name("reached", ply + 1), &next)?;
                return Ok(ply);
            }
            reached = next;
        }
        unreachable!("plies are counted until there are no more positions")
    }

    /// What a ply is worth, given the next.
    fn solved(&mut self, ply: u32, next: Option<&Solved>) -> Result<Solved, Error> {
        if let Some(ply) = find(&self.shelf, ply)? {
            return Ok(Solved { ply, later: None });
        }
        let reached = self.shelf.get(&name("reached", ply))?.ok_or(Error::File("a ply is missing"))?;
        let ended = [ENDED_WON, ENDED_DRAWN, OPEN].map(|kind| self.shelf.get(&name(kind, ply)));
        let ended = match ended {
            [Ok(Some(won)), Ok(Some(drawn)), Ok(Some(open))] => Ended { won, drawn, open },
            _ => self.limited(|| advance(self.problem, ply, &reached))?.0,
        };
        for (kind, _) in ended.kinds() {
            self.shelf.forget(&name(kind, ply));
        }
        let next = match next {
            Some(Solved { ply: next, later }) => {
                let lost = match (self.problem.winning_at_once(side_of(ply)), later) {
                    (None, _) => next.lost.clone(),
                    (Some(_), Some(later)) => later.clone(),
                    (Some(_), None) => self.limited(|| not_ended(self.problem, ply + 1, &next.lost))?,
                };
                Some((lost, &next.drawn))
            }
            None => None,
        };
        let solved = self.limited(|| solve_ply(self.problem, ply, reached, &ended, next))?;
        let Ply { won, lost, drawn, .. } = &solved.ply;
        for (kind, set) in [("won", won), ("lost", lost), ("drawn", drawn)] {
            self.shelf.put(name(kind, ply), set)?;
        }
        Ok(solved)
    }
}

/// A solved ply.
struct Solved {
    ply: Ply,
    /// Lost, but not ended; not worked out if nobody needs it, or the ply comes from the shelf.
    later: Option<Set>,
}

/// What of the lost positions of a ply has not ended.
fn not_ended(problem: &Problem, ply: u32, lost: &Set) -> Result<Set, Error> {
    let mut session = Session::new(problem.shape())?;
    let lost = session.load(lost)?;
    let parts = problem.parts(&mut session, side_of(ply), lost)?;
    Ok(session.extract(parts.open))
}

/// The side that moves at a ply.
pub(super) fn side_of(ply: u32) -> usize {
    (ply % 2) as usize
}

/// What of the positions reached at a ply is ended and not lost, and what is open.
struct Ended {
    won: Set,
    drawn: Set,
    open: Set,
}

const ENDED_WON: &str = "ended-won";
const ENDED_DRAWN: &str = "ended-drawn";
const OPEN: &str = "open";

impl Ended {
    fn kinds(&self) -> [(&'static str, &Set); 3] {
        [(ENDED_WON, &self.won), (ENDED_DRAWN, &self.drawn), (OPEN, &self.open)]
    }
}

/// What has ended at a ply, and what is reached at the next.
fn advance(problem: &Problem, ply: u32, reached: &Set) -> Result<(Ended, Set), Error> {
    let side = side_of(ply);
    let mut session = Session::new(problem.shape())?;
    let all = session.load(reached)?;
    let parts = problem.parts(&mut session, side, all)?;
    let next = problem.side(side).after(&mut session, parts.open)?;
    let [won, drawn, open, next] = [parts.won, parts.drawn, parts.open, next].map(|root| session.extract(root));
    Ok((Ended { won, drawn, open }, next))
}

/// The worth of the positions of a ply, given what is lost and drawn at the next. What has ended need not be among the lost where what wins at
/// once is set apart.
fn solve_ply(
    problem: &Problem,
    ply: u32,
    reached: Set,
    ended: &Ended,
    next: Option<(Set, &Set)>,
) -> Result<Solved, Error> {
    let side = problem.side(side_of(ply));
    let mut session = Session::new(problem.shape())?;
    let (mut won, mut drawn) = (session.load(&ended.won)?, session.load(&ended.drawn)?);
    let mut open = session.load(&ended.open)?;
    let mut ended_lost = session.load(&reached)?;
    for part in [won, drawn, open] {
        ended_lost = session.difference(ended_lost, part)?;
    }
    let (next_lost, next_drawn) = next.unzip();
    if let Some(next_lost) = next_lost {
        if let Some(winning) = problem.winning_at_once(side_of(ply)) {
            let winning = session.load(winning)?;
            let Image { hit, miss } = session.divide(open, winning)?;
            won = session.union(&[won, hit])?;
            open = miss;
        }
        let next_lost = session.load(&next_lost)?;
        let winning = side.before(&mut session, next_lost, open)?;
        won = session.union(&[won, winning])?;
        open = session.difference(open, winning)?;
    }
    let won = session.extract(won);
    if let Some(next_drawn) = next_drawn.filter(|drawn| !drawn.is_empty()) {
        // Only what is needed from here on is taken along: the session has made far more states than that.
        let kept = [drawn, open, ended_lost].map(|root| session.extract(root));
        session = Session::new(problem.shape())?;
        for (root, set) in [&mut drawn, &mut open, &mut ended_lost].into_iter().zip(&kept) {
            *root = session.load(set)?;
        }
        let next_drawn = session.load(next_drawn)?;
        let drawing = side.before(&mut session, next_drawn, open)?;
        drawn = session.union(&[drawn, drawing])?;
        open = session.difference(open, drawing)?;
    }
    // What is open still has no moves, or moves to positions won by the other side only.
    let lost = session.union(&[ended_lost, open])?;
    let later = problem.winning_at_once(side_of(ply + 1)).map(|_| session.extract(open));
    let [lost, drawn] = [lost, drawn].map(|root| session.extract(root));
    Ok(Solved { ply: Ply { reached, won, lost, drawn }, later })
}
