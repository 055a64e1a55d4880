//! Solving what can be reached from the start, layer by layer: forward ply by ply, then backward.
//!
//! The forward pass is reachability by images (breadth-first search on sets); the backward pass is retrograde analysis, by preimages, of what the
//! forward pass has found. Searching from both ends so is known as meet in the middle.

use std::path::PathBuf;

use super::checkpoint::Checkpoint;
use super::error::Error;
use super::problem::Problem;
use super::split_heuristic::{Split, SplitHeuristic};
use crate::game::rules::Player;
use crate::solver::Wdl;
use crate::solver::dfa::{self, Image, Limit, Root, Session, Set, in_parallel, with_limit, work};

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
    /// Bytes of memory for sets and for working on them, and states to visit.
    pub limit: Limit,
    /// States of open positions up to which the next ply is worked on in one piece, and not in halves.
    pub whole: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { most_plies: u32::MAX, folder: None, limit: Limit::NONE, whole: 4096 }
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
pub struct Layered {
    checkpoint: Checkpoint,
    /// Plies that some play has; positions at the last have no moves.
    pub plies: u32,
    /// What the start is worth to side 0, which moves first.
    pub value: Wdl,
}

/// Solves all positions that can be reached from the start of a game that always ends.
///
/// R(i+1) = forward(R(i)), then W(i) = R(i) ∩ reverse(L(i+1)) and L(i) = R(i) \ W(i) from the last ply back, as in the paper's section 3 with
/// everything solved at each ply; drawn positions are those not won with a move to a drawn one. Positions won by a move that ends the game
/// are set apart first, and what is left of W(i) goes back to what of L(i+1) has not ended: sets about half as large each, which matters twice
/// over, as the work is on pairs of their states.
///
/// A ply with many states is worked on in two halves, told apart by how often some symbol is read in the first half of a string, which need all
/// of the next ply but nothing of each other: in parallel on two threads, and in less memory on one. Its sets are put together from their halves
/// while the next to be solved is worked on. In the backward pass it is divided anew if that is uneven work otherwise. How plies are
/// divided, and so how much work counts towards a limit of states, does not depend on the threads.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::solver::Wdl;
/// use ludogen::solver::encode::encode;
/// use ludogen::solver::symbolic::layered::{Options, solve};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let problem = with_game!(&game, game => encode(game)).unwrap().problem;
/// let solved = solve(&problem, &Options::default(), |_| {}).unwrap();
/// assert_eq!((solved.value, solved.plies), (Wdl::Draw, 9));
/// let second = solved.ply(2).unwrap().unwrap();
/// assert_eq!((second.reached.count().unwrap(), second.lost.is_empty()), (72, true));
/// ```
///
/// # Errors
/// [`Error::Endless`] if positions are left after the most plies; [`dfa::Error::Memory`] if memory does not suffice, after which a run with
/// more and the same folder goes on; likewise [`dfa::Error::States`]; [`dfa::Error::File`] if the folder holds another problem or damaged
/// files; [`dfa::Error::TooLarge`] beyond 2³⁰ states in a layer.
pub fn solve(problem: &Problem, options: &Options, mut progress: impl FnMut(Event)) -> Result<Layered, Error> {
    let mut run = Run::new(problem, options, true)?;
    let (plies, value) = with_limit(options.limit, || {
        let plies = run.forward(&mut |ply, set| {
            progress(Event::Reached(ply, set));
            Ok(())
        })?;
        Ok::<_, Error>((plies, run.backward(plies, &mut progress)?))
    })?;
    Ok(Layered { checkpoint: run.checkpoint, plies, value })
}

/// Finds the positions that can be reached in each number of plies, without solving them: the forward pass of [`solve`], with which it may share
/// its folder. Returns the greatest number; ends at the most plies. Without a folder no set is kept that is not needed for the next.
///
/// # Errors
/// As [`solve`], and what `reached` fails with, which ends the run.
pub fn reach(
    problem: &Problem,
    options: &Options,
    mut reached: impl FnMut(u32, &Set) -> Result<(), dfa::Error>,
) -> Result<u32, Error> {
    let mut run = Run::new(problem, options, false)?;
    with_limit(options.limit, || run.forward(&mut reached))
}

impl Layered {
    /// The positions of a ply; none beyond the last.
    ///
    /// # Errors
    /// [`dfa::Error::File`] or [`dfa::Error::Io`] if they are in files that cannot be read.
    pub fn ply(&self, ply: u32) -> Result<Option<Ply>, dfa::Error> {
        find(&self.checkpoint, ply)
    }

    /// Bytes of memory that its sets take.
    pub(super) fn bytes(&self) -> usize {
        self.checkpoint.used()
    }

    /// The positions of every ply, from the start on.
    ///
    /// # Errors
    /// As [`Layered::ply`].
    pub fn all(&self) -> Result<Vec<Ply>, dfa::Error> {
        (0..=self.plies).filter_map(|ply| self.ply(ply).transpose()).collect()
    }
}

/// A solved ply from the checkpoint.
fn find(checkpoint: &Checkpoint, ply: u32) -> Result<Option<Ply>, dfa::Error> {
    let get = |kind| checkpoint.get(&name(kind, ply));
    Ok(match (get("reached")?, get("won")?, get("lost")?, get("drawn")?) {
        (Some(reached), Some(won), Some(lost), Some(drawn)) => Some(Ply { reached, won, lost, drawn }),
        _ => None,
    })
}

fn name(kind: &str, ply: u32) -> String {
    format!("{kind}-{ply:05}")
}

fn name_of_half(kind: &str, ply: u32, half: usize) -> String {
    format!("{}-{half}", name(kind, ply))
}

const MISSING: dfa::Error = dfa::Error::File("a ply is missing");

/// What is ended, and what is open, of half of the positions reached at a ply.
struct Ended {
    won: Set,
    lost: Set,
    drawn: Set,
    open: Set,
}

/// Half of the positions reached at a ply.
struct Half {
    reached: Set,
    ended: Ended,
}

/// What half of the positions of a ply is worth.
struct Solved {
    won: Set,
    lost: Set,
    drawn: Set,
    /// The lost ones whose preimage the ply before takes: not those into which it wins at once, where these are set apart.
    targets: Set,
}

impl Ended {
    /// In the order of [`ENDED`].
    fn kinds(&self) -> [&Set; 4] {
        [&self.won, &self.lost, &self.drawn, &self.open]
    }
}

impl Solved {
    /// In the order of [`WORTH`].
    fn kinds(&self) -> [&Set; 3] {
        [&self.won, &self.lost, &self.drawn]
    }
}

/// What must be known of a ply to solve the one before it.
struct Next {
    /// Positions that are lost for the player to move, a move into which wins.
    targets: Vec<Set>,
    drawn: Vec<Set>,
}

/// What is done in parallel: half of a ply, or a set put together.
enum Done<T> {
    Half(T),
    Whole(Set),
}

/// The passes.
const FORWARD: usize = 0;
const BACKWARD: usize = 1;

const REACHED: &str = "reached";
const WINDOW: &str = "window";
const ENDED: [&str; 4] = ["ended-won", "ended-lost", "ended-drawn", "open"];
const WORTH: [&str; 3] = ["won", "lost", "drawn"];

/// A run of the solver. Each ply is worked on in two halves, which need nothing of each other, while the sets of the ply worked on before are
/// put together from their halves.
struct Run<'a> {
    problem: &'a Problem,
    options: &'a Options,
    checkpoint: Checkpoint,
    /// Whether there will be a backward pass, for which to keep sets.
    solves: bool,
    /// What either pass has taught: forward, backward.
    heuristics: [SplitHeuristic; 2],
}

impl<'a> Run<'a> {
    fn new(problem: &'a Problem, options: &'a Options, solves: bool) -> Result<Self, dfa::Error> {
        let checkpoint = Checkpoint::new(options.folder.as_deref(), options.limit.bytes / 2, problem.fingerprint())?;
        Ok(Self { problem, options, checkpoint, solves, heuristics: Default::default() })
    }

    /// Does both halves of a ply and puts sets together, all in parallel, in the memory that is left when these are held.
    fn in_parallel<T: Send>(
        &self,
        half: impl Fn(usize) -> Result<T, dfa::Error> + Sync,
        wholes: &[Vec<&Set>],
    ) -> Result<(Vec<T>, Vec<Set>), dfa::Error> {
        let held = wholes.iter().flatten().map(|set| set.bytes()).sum();
        let bytes = self.options.limit.bytes.saturating_sub(self.checkpoint.used()).saturating_sub(held);
        let done = with_limit(Limit { bytes, ..Limit::NONE }, || {
            in_parallel(2 + wholes.len(), |i| match i.checked_sub(2) {
                None => half(i).map(Done::Half),
                Some(i) => Set::union_of(self.problem.shape(), &wholes[i]).map(Done::Whole),
            })
        })?;
        let (mut halves, mut sets) = (Vec::new(), Vec::new());
        for done in done {
            match done {
                Done::Half(half) => halves.push(half),
                Done::Whole(set) => sets.push(set),
            }
        }
        Ok((halves, sets))
    }

    /// Puts sets together, likewise.
    fn united(&self, wholes: &[Vec<&Set>]) -> Result<Vec<Set>, dfa::Error> {
        Ok(self.in_parallel(|_| Ok(()), wholes)?.1)
    }

    /// What tells the halves of a ply apart: some sets are to be divided well, by a new split, or by that of an earlier run, so that its halves fit.
    fn windows(&mut self, ply: u32, sets: &[Set]) -> Result<([Set; 2], Option<Split>), dfa::Error> {
        let name = name(WINDOW, ply);
        if let Some(first) = self.checkpoint.get(&name)? {
            return Ok(([first.clone(), first.complement()], None));
        }
        let shape = self.problem.shape();
        let split = if self.whole(sets) { None } else { self.heuristics[FORWARD].best(shape, mover(ply), sets)? };
        let windows =
            split.as_ref().map_or_else(|| Ok([Set::full(shape), Set::empty(shape)]), |split| split.halves(shape))?;
        self.checkpoint.put(name, &windows[0])?;
        Ok((windows, split))
    }

    /// Whether some sets are not worth dividing.
    fn whole(&self, sets: &[Set]) -> bool {
        sets.iter().map(Set::states).sum::<usize>() <= self.options.whole
    }

    /// Both halves of a ply all of which is known.
    fn halves(&mut self, ply: u32, all: &Set) -> Result<Vec<Half>, dfa::Error> {
        let (windows, _) = self.windows(ply, std::slice::from_ref(all))?;
        let part = |i: usize| {
            half(self.problem, ply, &windows[i], |session, window| {
                let all = session.load(all)?;
                session.intersection(all, window)
            })
        };
        Ok(self.in_parallel(part, &[])?.0)
    }

    /// Finds what is reached at each ply; returns the last.
    fn forward(&mut self, tell: &mut impl FnMut(u32, &Set) -> Result<(), dfa::Error>) -> Result<u32, Error> {
        let mut all = self.problem.start().clone();
        let mut halves: Option<Vec<Half>> = None;
        for ply in 0.. {
            if ply > self.options.most_plies {
                return Err(Error::Endless { plies: self.options.most_plies });
            }
            if ply == self.options.most_plies && !self.solves {
                let last = match &halves {
                    Some(halves) => self.united(&[reached(halves)])?,
                    None => vec![all],
                };
                last.iter().try_for_each(|all| self.reached(ply, all, tell))?;
                return Ok(ply);
            }
            // As far as an earlier run has come.
            if let Some(next) = self.checkpoint.get(&name(REACHED, ply + 1))? {
                self.reached(ply, &all, tell)?;
                if next.is_empty() {
                    return Ok(ply);
                }
                all = next;
                continue;
            }
            let here = halves.map_or_else(|| self.halves(ply, &all), Ok)?;
            for (i, half) in here.iter().enumerate().filter(|_| self.solves) {
                for (kind, set) in ENDED.iter().zip(half.ended.kinds()) {
                    self.checkpoint.put(name_of_half(kind, ply, i), set)?;
                }
            }
            let open: Vec<_> = here.iter().map(|half| half.ended.open.clone()).collect();
            let (windows, split) = self.windows(ply + 1, &open)?;
            let next = |i: usize| {
                half(self.problem, ply + 1, &windows[i], |session, window| {
                    let open = session.load_all(&open)?;
                    self.problem.side(mover(ply)).after(session, open, window)
                })
            };
            let (next, all) = self.in_parallel(measured(&next), &[reached(&here)])?;
            let next = self.learnt(FORWARD, split, next);
            all.iter().try_for_each(|all| self.reached(ply, all, tell))?;
            if next.iter().all(|half| half.reached.is_empty()) {
                // So that a later run finds the end too, instead of working it out again.
                self.checkpoint.put(name(REACHED, ply + 1), &Set::empty(self.problem.shape()))?;
                return Ok(ply);
            }
            halves = Some(next);
        }
        unreachable!("plies are counted until there are no more positions")
    }

    /// Puts aside what is reached at a ply, and tells of it.
    fn reached(
        &mut self,
        ply: u32,
        reached: &Set,
        tell: &mut impl FnMut(u32, &Set) -> Result<(), dfa::Error>,
    ) -> Result<(), dfa::Error> {
        self.checkpoint.put(name(REACHED, ply), reached)?;
        if !self.solves {
            self.checkpoint.forget(&name(REACHED, ply));
        }
        tell(ply, reached)
    }

    /// Finds what each ply is worth, from the last back to the start, whose worth it returns.
    fn backward(&mut self, plies: u32, progress: &mut impl FnMut(Event)) -> Result<Wdl, dfa::Error> {
        // The ply solved last: from an earlier run, or in halves that are not put together yet.
        let mut found: Option<Ply> = None;
        let mut solved: Vec<Solved> = Vec::new();
        for ply in (0..=plies).rev() {
            if let Some(here) = find(&self.checkpoint, ply)? {
                let sets = self.united(&wholes(&std::mem::take(&mut solved)))?;
                self.solved(ply + 1, sets, progress)?;
                progress(Event::Solved(ply, &here));
                found = Some(here);
                continue;
            }
            let next = match found.take() {
                Some(next) => self.next(ply, next)?,
                None => Next {
                    targets: solved.iter().map(|half| half.targets.clone()).collect(),
                    drawn: solved.iter().map(|half| half.drawn.clone()).collect(),
                },
            };
            let ended = self.ended(ply)?;
            let (split, windows) = self.split_again(ply, &ended, &next)?;
            let half = |i: usize| {
                let part = match &windows {
                    Some(windows) => Part { of: &ended, window: Some(&windows[i]) },
                    None => Part { of: &ended[i..=i], window: None },
                };
                solve_half(self.problem, ply, &part, (ply < plies).then_some(&next))
            };
            let (here, sets) = self.in_parallel(measured(&half), &wholes(&solved))?;
            self.solved(ply + 1, sets, progress)?;
            solved = self.learnt(BACKWARD, split, here);
        }
        let sets = self.united(&wholes(&solved))?;
        let start = self.solved(0, sets, progress)?.or(found);
        Ok(match start {
            Some(start) if !start.won.is_empty() => Wdl::Win,
            Some(start) if !start.lost.is_empty() => Wdl::Loss,
            _ => Wdl::Draw,
        })
    }

    /// What must be known of the ply after one.
    fn next(&mut self, ply: u32, next: Ply) -> Result<Next, dfa::Error> {
        let targets = match self.problem.winning_at_once(mover(ply)) {
            Some(_) => self.halves(ply + 1, &next.lost)?.into_iter().map(|half| half.ended.open).collect(),
            None => vec![next.lost],
        };
        Ok(Next { targets, drawn: vec![next.drawn] })
    }

    /// The halves of a ply whose positions are known.
    fn ended(&mut self, ply: u32) -> Result<Vec<Ended>, dfa::Error> {
        let mut halves = Vec::new();
        for i in 0..2 {
            let names = ENDED.map(|kind| name_of_half(kind, ply, i));
            if let [Ok(Some(won)), Ok(Some(lost)), Ok(Some(drawn)), Ok(Some(open))] =
                names.each_ref().map(|name| self.checkpoint.get(name))
            {
                halves.push(Ended { won, lost, drawn, open });
            }
            names.iter().for_each(|name| self.checkpoint.forget(name));
        }
        if halves.len() == 2 {
            return Ok(halves);
        }
        let reached = self.checkpoint.get(&name(REACHED, ply))?.ok_or(MISSING)?;
        Ok(self.halves(ply, &reached)?.into_iter().map(|half| half.ended).collect())
    }

    /// How a ply is divided in the backward pass, and windows to divide it by anew, if that would be uneven work where reaching was not.
    fn split_again(
        &self,
        ply: u32,
        ended: &[Ended],
        next: &Next,
    ) -> Result<(Option<Split>, Option<[Set; 2]>), dfa::Error> {
        let sets: Vec<_> =
            ended.iter().map(|half| &half.open).chain(&next.targets).chain(&next.drawn).cloned().collect();
        if self.whole(&sets) {
            return Ok((None, None));
        }
        let before = self.checkpoint.get(&name(WINDOW, ply))?.ok_or(MISSING)?;
        let shape = self.problem.shape();
        let (split, again) = self.heuristics[BACKWARD].again(shape, mover(ply), &before, &sets)?;
        let windows = split.as_ref().filter(|_| again).map(|split| split.halves(shape)).transpose()?;
        Ok((split, windows))
    }

    /// Both halves, of which is learnt how much work they were.
    fn learnt<T>(&mut self, pass: usize, split: Option<Split>, halves: Vec<(T, u64)>) -> Vec<T> {
        let (halves, work): (_, Vec<u64>) = halves.into_iter().unzip();
        if let (Some(split), Ok(work)) = (split, work.try_into()) {
            self.heuristics[pass].learn(&split, work);
        }
        halves
    }

    /// Puts aside what a ply is worth, if its sets are there, and tells of it.
    fn solved(
        &mut self,
        ply: u32,
        sets: Vec<Set>,
        progress: &mut impl FnMut(Event),
    ) -> Result<Option<Ply>, dfa::Error> {
        let Ok([won, lost, drawn]) = <[Set; 3]>::try_from(sets) else { return Ok(None) };
        let reached = self.checkpoint.get(&name(REACHED, ply))?.ok_or(MISSING)?;
        for (kind, set) in WORTH.iter().zip([&won, &lost, &drawn]) {
            self.checkpoint.put(name(kind, ply), set)?;
        }
        let solved = Ply { reached, won, lost, drawn };
        progress(Event::Solved(ply, &solved));
        Ok(Some(solved))
    }
}

/// Part of the positions of a ply.
struct Part<'a> {
    /// What they are among.
    of: &'a [Ended],
    /// What they are within; none for all.
    window: Option<&'a Set>,
}

impl Part<'_> {
    /// Those of a kind.
    fn load(&self, session: &mut Session, kind: impl Fn(&Ended) -> &Set) -> Result<Root, dfa::Error> {
        let all = session.load_all(&self.of.iter().map(kind).collect::<Vec<_>>())?;
        let Some(window) = self.window else { return Ok(all) };
        let window = session.load(window)?;
        session.intersection(all, window)
    }
}

/// A job that also tells how much work it was.
fn measured<T>(
    job: &(impl Fn(usize) -> Result<T, dfa::Error> + Sync),
) -> impl Fn(usize) -> Result<(T, u64), dfa::Error> + Sync {
    move |i| {
        let before = work();
        let done = job(i)?;
        Ok((done, work() - before))
    }
}

/// What is reached, to be put together.
fn reached(halves: &[Half]) -> Vec<&Set> {
    halves.iter().map(|half| &half.reached).collect()
}

/// What won, lost and drawn are put together from.
fn wholes(halves: &[Solved]) -> Vec<Vec<&Set>> {
    if halves.is_empty() {
        return Vec::new();
    }
    (0..WORTH.len()).map(|kind| halves.iter().map(|half| half.kinds()[kind]).collect()).collect()
}

/// Who moves at a ply.
pub(super) fn mover(ply: u32) -> Player {
    Player::from_index(ply as usize)
}

/// The positions reached at a ply that are in a window, which `reached` is given, by how the game stands.
fn half(
    problem: &Problem,
    ply: u32,
    window: &Set,
    reached: impl FnOnce(&mut Session, Root) -> Result<Root, dfa::Error>,
) -> Result<Half, dfa::Error> {
    let mut session = Session::new(problem.shape())?;
    let window = session.load(window)?;
    let reached = if window.is_empty() { window } else { reached(&mut session, window)? };
    let parts = problem.parts(&mut session, mover(ply), reached, ply > 0)?;
    let [reached, won, lost, drawn, open] =
        [reached, parts.won, parts.lost, parts.drawn, parts.open].map(|root| session.extract(root));
    Ok(Half { reached, ended: Ended { won, lost, drawn, open } })
}

/// What half of the positions of a ply is worth, given what is known of the next.
fn solve_half(problem: &Problem, ply: u32, part: &Part, next: Option<&Next>) -> Result<Solved, dfa::Error> {
    let side = problem.side(mover(ply));
    let mut session = Session::new(problem.shape())?;
    let mut won = part.load(&mut session, |ended| &ended.won)?;
    let mut drawn = part.load(&mut session, |ended| &ended.drawn)?;
    let mut open = part.load(&mut session, |ended| &ended.open)?;
    let next = next.filter(|_| !open.is_empty());
    if let Some(next) = next {
        if let Some(winning) = problem.winning_at_once(mover(ply)) {
            let winning = session.load(winning)?;
            let Image { hit, miss } = session.divide(open, winning)?;
            won = session.union(&[won, hit])?;
            open = miss;
        }
        let targets = session.load_all(&next.targets)?;
        let winning = side.before(&mut session, targets, open)?;
        won = session.union(&[won, winning])?;
        open = session.difference(open, winning)?;
    }
    let won = session.extract(won);
    if let Some(next) = next.filter(|next| next.drawn.iter().any(|drawn| !drawn.is_empty())) {
        // Only what is needed from here on is taken along: the session has made far more states than that.
        let kept = [drawn, open].map(|root| session.extract(root));
        session = Session::new(problem.shape())?;
        for (root, set) in [&mut drawn, &mut open].into_iter().zip(&kept) {
            *root = session.load(set)?;
        }
        let next_drawn = session.load_all(&next.drawn)?;
        let drawing = side.before(&mut session, next_drawn, open)?;
        drawn = session.union(&[drawn, drawing])?;
        open = session.difference(open, drawing)?;
    }
    // What is open still has no moves, or moves to positions won by the other side only.
    let ended_lost = part.load(&mut session, |ended| &ended.lost)?;
    let lost = session.union(&[ended_lost, open])?;
    let [lost, drawn] = [lost, drawn].map(|root| session.extract(root));
    let targets = match problem.winning_at_once(mover(ply + 1)) {
        Some(_) => session.extract(open),
        None => lost.clone(),
    };
    Ok(Solved { won, lost, drawn, targets })
}
