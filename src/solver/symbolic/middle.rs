//! Solving what can be reached from the start: forward ply by ply, then backward.

use super::problem::{Outcome, Parts, Problem};
use crate::solver::dfa::{Error, Image, Set};

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

/// What the forward and backward passes tell as they go.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The positions reached in so many plies.
    Reached(u32, &'a Set),
    /// A ply that is solved.
    Solved(u32, &'a Ply),
}

/// A game solved from its start.
#[derive(Clone, Debug)]
pub struct Middle {
    /// What is reached after 0, 1, … plies; the last has no moves.
    pub plies: Vec<Ply>,
    /// What the start is worth to side 0, which moves first.
    pub value: Outcome,
}

/// Solves all positions that can be reached from the start of a game in which no play is longer than `most_plies`.
///
/// R(i+1) = forward(R(i)), then W(i) = R(i) ∩ reverse(L(i+1)) and L(i) = R(i) \ W(i) from the last ply back, as in the paper's section 3 with
/// everything solved at each ply; drawn positions are those not won with a move to a drawn one.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2³¹ states in a layer; [`Error::Endless`] if positions are left after `most_plies`.
pub fn solve(problem: &Problem, most_plies: u32, mut progress: impl FnMut(Event)) -> Result<Middle, Error> {
    let mut reached = Vec::new();
    let mut next = problem.start().clone();
    while !next.is_empty() {
        let ply = reached.len();
        if ply > most_plies as usize {
            return Err(Error::Endless { plies: most_plies });
        }
        progress(Event::Reached(ply as u32, &next));
        let parts = problem.parts(ply % 2, &next)?;
        let after = problem.side(ply % 2).after(&parts.open)?;
        reached.push((next, parts));
        next = after;
    }
    let mut plies: Vec<Ply> = Vec::new();
    while let Some((reached_now, parts)) = reached.pop() {
        let ply = reached.len();
        let solved = solve_ply(problem, ply, reached_now, parts, plies.last())?;
        progress(Event::Solved(ply as u32, &solved));
        plies.push(solved);
    }
    plies.reverse();
    let start = &plies[0];
    let value = if !start.won.is_empty() {
        Outcome::Win
    } else if !start.lost.is_empty() {
        Outcome::Loss
    } else {
        Outcome::Draw
    };
    Ok(Middle { plies, value })
}

fn solve_ply(problem: &Problem, ply: usize, reached: Set, parts: Parts, next: Option<&Ply>) -> Result<Ply, Error> {
    let Parts { mut won, mut lost, mut drawn, open } = parts;
    if let Some(next) = next {
        let side = problem.side(ply % 2);
        let Image { hit, miss } = side.before(&next.lost, &open)?;
        won = won.union(&hit)?;
        let Image { hit, miss } = if next.drawn.is_empty() {
            Image { hit: Set::empty(problem.shape()), miss }
        } else {
            side.before(&next.drawn, &miss)?
        };
        drawn = drawn.union(&hit)?;
        lost = lost.union(&miss)?;
    }
    Ok(Ply { reached, won, lost, drawn })
}
