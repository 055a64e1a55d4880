//! Solving all strings, from the end of the game backwards: retrograde analysis on sets.

use std::path::Path;

use super::checkpoint::Checkpoint;
use super::error::Error;
use super::problem::{Parts, Problem};
use crate::game::rules::Player;
use crate::solver::Wdl;
use crate::solver::dfa::{self, Limit, Session, Set, in_parallel, with_limit};

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
    pub value: Wdl,
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

impl Front {
    /// The same side when this is decided. What is open and fresh is worked out only if it is the last that is known.
    fn with(self, decided: Decided, last: bool) -> Result<Front, dfa::Error> {
        if !last {
            return Ok(Front { decided, ..self });
        }
        let fresh = Decided {
            won: decided.won.difference(&self.decided.won)?,
            lost: decided.lost.difference(&self.decided.lost)?,
        };
        let open = self.open.difference(&decided.won)?.difference(&decided.lost)?;
        Ok(Front { decided, open, fresh })
    }

    /// Bytes of its sets.
    fn bytes(&self) -> usize {
        let Self { decided, open, fresh } = self;
        [&decided.won, &decided.lost, open, &fresh.won, &fresh.lost].iter().map(|set| set.bytes()).sum()
    }
}

/// Solves all strings of a problem. After each ply, the first being 0 (ended games), `progress` is told the ply and what is decided within
/// it for each side to move.
///
/// W(i+1) = W(0) ∪ reverse(L(i)) and L(i+1) = L(0) ∪ (open \ reverse(not W(i))), as in the paper's section 2. Only what the last ply added is
/// stepped back from: a position that becomes won has a move to a newly lost one, and one that becomes lost has a move to a newly won
/// one.
///
/// `limit` is for memory for sets and for working on them, and states to visit. What is decided after each ply is written to the `folder`,
/// if there is one, and a run that was stopped goes on from there.
///
/// # Errors
/// [`dfa::Error::Memory`] and [`dfa::Error::States`] beyond the limit, [`dfa::Error::TooLarge`] beyond 2³⁰ states in a layer; [`dfa::Error::File`] if the folder
/// holds another problem or damaged files.
pub fn solve(
    problem: &Problem,
    limit: Limit,
    folder: Option<&Path>,
    mut progress: impl FnMut(u32, &[&Decided; 2]),
) -> Result<Retrograde, Error> {
    let mut kept = DecidedPlies::new(folder, problem)?;
    let start = problem.start().iter().next().unwrap_or_default();
    with_limit(limit, || {
        let mut fronts = both(|player| front(problem, player))?;
        let mut distance = None;
        let mut value = Wdl::Draw;
        let mut ply = 0;
        // What an earlier run decided after the next ply.
        let mut stored = kept.find(1)?;
        loop {
            progress(ply, &[&fronts[0].decided, &fronts[1].decided]);
            if distance.is_none() {
                let Decided { won, lost } = &fronts[0].decided;
                let found = [(won, Wdl::Win), (lost, Wdl::Loss)].into_iter().find(|(set, _)| set.contains(&start));
                if let Some((_, outcome)) = found {
                    (value, distance) = (outcome, Some(ply));
                }
            }
            fronts = match stored.take() {
                Some([first, second]) => {
                    stored = kept.find(ply + 2)?;
                    let last = stored.is_none();
                    let [white, black] = fronts;
                    [white.with(first, last)?, black.with(second, last)?]
                }
                None => {
                    let held = fronts[0].bytes() + fronts[1].bytes();
                    let left = Limit { bytes: limit.bytes.saturating_sub(held), ..Limit::NONE };
                    let next = with_limit(left, || both(|player| step(problem, player, &fronts)))?;
                    kept.put(ply + 1, next.each_ref().map(|front| &front.decided))?;
                    next
                }
            };
            if fronts.iter().all(|front| front.fresh.won.is_empty() && front.fresh.lost.is_empty()) {
                let [a, b] = fronts.map(|front| front.decided);
                return Ok(Retrograde { decided: [a, b], plies: ply, value, distance });
            }
            ply += 1;
        }
    })
}

/// What is decided after each ply, in files if there is a folder for them. Of earlier plies nothing is needed in memory.
struct DecidedPlies(Option<Checkpoint>);

impl DecidedPlies {
    fn new(folder: Option<&Path>, problem: &Problem) -> Result<Self, dfa::Error> {
        Ok(DecidedPlies(folder.map(|folder| Checkpoint::new(Some(folder), 0, problem.fingerprint())).transpose()?))
    }

    fn put(&mut self, ply: u32, decided: [&Decided; 2]) -> Result<(), dfa::Error> {
        let Some(checkpoint) = &mut self.0 else { return Ok(()) };
        for (mover, Decided { won, lost }) in Player::BOTH.into_iter().zip(decided) {
            checkpoint.put(name("won", mover, ply), won)?;
            checkpoint.put(name("lost", mover, ply), lost)?;
        }
        Ok(())
    }

    /// A ply of which all sets are there.
    fn find(&self, ply: u32) -> Result<Option<[Decided; 2]>, dfa::Error> {
        let Some(checkpoint) = &self.0 else { return Ok(None) };
        let decided = |mover| {
            let (won, lost) = (checkpoint.get(&name("won", mover, ply))?, checkpoint.get(&name("lost", mover, ply))?);
            Ok::<_, dfa::Error>(won.zip(lost).map(|(won, lost)| Decided { won, lost }))
        };
        let [white, black] = Player::each(decided);
        Ok(white?.zip(black?).map(|(white, black)| [white, black]))
    }
}

fn name(kind: &str, mover: Player, ply: u32) -> String {
    format!("decided-{kind}-{}-{ply:05}", mover.index())
}

/// What is known with each player to move: in parallel, as neither needs what becomes known of the other.
fn both(known: impl Fn(Player) -> Result<Front, dfa::Error> + Sync) -> Result<[Front; 2], dfa::Error> {
    let fronts = in_parallel(2, |index| known(Player::from_index(index)))?;
    Ok(<[Front; 2]>::try_from(fronts).unwrap_or_else(|_| unreachable!("two were asked for")))
}

/// Ended games, those without moves among them.
fn front(problem: &Problem, mover: Player) -> Result<Front, dfa::Error> {
    let mut session = Session::new(problem.shape())?;
    let all = problem.all(&mut session)?;
    let Parts { won, lost, open, .. } = problem.parts(&mut session, mover, all, false)?;
    let stuck = session.load(problem.stuck(mover))?;
    let stuck = session.intersection(stuck, open)?;
    let lost = session.union(&[lost, stuck])?;
    let open = session.difference(open, stuck)?;
    let decided = Decided { won: session.extract(won), lost: session.extract(lost) };
    Ok(Front { fresh: decided.clone(), decided, open: session.extract(open) })
}

/// What is known with a player to move one ply later.
fn step(problem: &Problem, mover: Player, fronts: &[Front; 2]) -> Result<Front, dfa::Error> {
    let (own, other) = (&fronts[mover.index()], &fronts[mover.opponent().index()]);
    let moves = problem.side(mover);
    let mut session = Session::new(problem.shape())?;
    let mut load = |set| session.load(set);
    let (open, won, lost) = (load(&own.open)?, load(&own.decided.won)?, load(&own.decided.lost)?);
    let (other_lost, other_won) = (load(&other.fresh.lost)?, load(&other.fresh.won)?);
    let newly_won = moves.before(&mut session, other_lost, open)?;
    let open = session.difference(open, newly_won)?;
    let near = moves.before(&mut session, other_won, open)?;
    let newly_lost = if near.is_empty() {
        near
    } else {
        let not_won = session.load(&other.decided.won.complement())?;
        let safe = moves.before(&mut session, not_won, near)?;
        session.difference(near, safe)?
    };
    let open = session.difference(open, newly_lost)?;
    let (won, lost) = (session.union(&[won, newly_won])?, session.union(&[lost, newly_lost])?);
    let extract = |won, lost| Decided { won: session.extract(won), lost: session.extract(lost) };
    Ok(Front { decided: extract(won, lost), fresh: extract(newly_won, newly_lost), open: session.extract(open) })
}
