//! Solving all strings, from the end of the game backwards.

use super::problem::{Outcome, Parts, Problem};
use crate::solver::dfa::{Error, Set};

/// What is decided for one side to move, within some number of plies.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Positions the player to move wins.
    pub won: Set,
    /// Positions the player to move loses.
    pub lost: Set,
}

/// All strings solved. What is neither won nor lost is drawn.
#[derive(Clone, Debug)]
pub struct Retrograde {
    /// For each side to move, what is decided in the end.
    pub decided: [Decided; 2],
    /// The plies after which nothing more was decided.
    pub plies: u32,
    /// What the start is worth to side 0.
    pub value: Outcome,
    /// Plies from the start to the end under best play, where the winner hurries and the loser delays; none for a draw.
    pub distance: Option<u32>,
}

/// What is known of one side while it is worked on.
struct Front {
    decided: Decided,
    /// Neither won nor lost yet, and not ended.
    open: Set,
    /// Newly decided in the last ply.
    fresh: Decided,
}

/// Solves all strings of a problem. After each ply, the first being 0 (ended games), `progress` is told the ply and what is decided within
/// it for each side to move.
///
/// W(i+1) = W(0) ∪ reverse(L(i)) and L(i+1) = L(0) ∪ (open \ reverse(not W(i))), as in the paper's section 2. Only what the last ply added is
/// stepped back from: a position that becomes won has a move to a newly lost one, and one that becomes lost has a move to a newly won
/// one.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2³¹ states in a layer.
pub fn solve(problem: &Problem, mut progress: impl FnMut(u32, &[&Decided; 2])) -> Result<Retrograde, Error> {
    let mut fronts = [front(problem, 0)?, front(problem, 1)?];
    let mut distance = None;
    let mut value = Outcome::Draw;
    let mut ply = 0;
    loop {
        progress(ply, &[&fronts[0].decided, &fronts[1].decided]);
        if distance.is_none() {
            let (won, lost) = (
                problem.start().is_subset(&fronts[0].decided.won)?,
                problem.start().is_subset(&fronts[0].decided.lost)?,
            );
            if won || lost {
                value = if won { Outcome::Win } else { Outcome::Loss };
                distance = Some(ply);
            }
        }
        let news = [step(problem, 0, &fronts)?, step(problem, 1, &fronts)?];
        if news.iter().all(|news| news.won.is_empty() && news.lost.is_empty()) {
            let [a, b] = fronts.map(|front| front.decided);
            return Ok(Retrograde { decided: [a, b], plies: ply, value, distance });
        }
        for (front, news) in fronts.iter_mut().zip(news) {
            front.decided.won = front.decided.won.union(&news.won)?;
            front.decided.lost = front.decided.lost.union(&news.lost)?;
            front.open = front.open.difference(&news.won)?.difference(&news.lost)?;
            front.fresh = news;
        }
        ply += 1;
    }
}

/// Ended games.
fn front(problem: &Problem, side: usize) -> Result<Front, Error> {
    let Parts { won, lost, open, .. } = problem.parts(side, &Set::full(problem.shape()))?;
    let decided = Decided { won, lost };
    Ok(Front { fresh: decided.clone(), decided, open })
}

/// What the next ply decides for a side.
fn step(problem: &Problem, side: usize, fronts: &[Front; 2]) -> Result<Decided, Error> {
    let (own, other) = (&fronts[side], &fronts[1 - side]);
    let moves = problem.side(side);
    let (won, open) = if other.fresh.lost.is_empty() {
        (Set::empty(problem.shape()), own.open.clone())
    } else {
        let image = moves.before(&other.fresh.lost, &own.open)?;
        (image.hit, image.miss)
    };
    let lost = if other.fresh.won.is_empty() {
        Set::empty(problem.shape())
    } else {
        let near = moves.before(&other.fresh.won, &open)?.hit;
        moves.before(&other.decided.won.complement(), &near)?.miss
    };
    Ok(Decided { won, lost })
}
