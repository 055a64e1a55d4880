//! Which method solves a game.

use super::failure::Failure;
use super::method::Method;
use super::methods::Run;
use super::options::Options;
use super::progress::Progress;
use super::solved::Solved;
use crate::game::Game;
use crate::solver::Budget;
use crate::solver::dfa::{self, Limit, Set, with_limit};
use crate::solver::encode::encode;
use crate::solver::symbolic::layered;

/// Positions up to which all are enumerated before anything else is tried.
const FEW: u64 = 1_000_000;
/// States up to which the methods on sets are tried, one after the other, before they are allowed more.
const ROUNDS: [u64; 3] = [1 << 22, 1 << 25, 1 << 28];
/// Positions up to which arrays are tried: some minutes' work.
const MANY: u64 = 1 << 30;

/// Solves a game. `progress` is told what is done as it goes.
///
/// Without a method named, small games are solved by enumeration; larger ones by `layered` and `retrograde` in turn with more and more states,
/// as either can be many times faster than the other; before the last of these rounds by `indexed` and `filling`, since what neither does
/// soon may be without structure; then by enumeration as far as memory goes; then by search, unless all values are asked for.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::solver::Value;
/// use ludogen::solver::auto::{Method, Options, solve};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let options = Options { bytes: 1 << 28, ..Options::default() };
/// let any = with_game!(&game, game => solve(game, &options, &mut |_| {})).unwrap();
/// assert_eq!((any.method, any.value), (Method::Explicit, Value::Draw), "few positions are enumerated");
///
/// // As sets they are the same.
/// let layered = Options { method: Some(Method::Layered), ..options };
/// let sets = with_game!(&game, game => solve(game, &layered, &mut |_| {})).unwrap();
/// assert_eq!((sets.value, sets.positions), (any.value, any.positions));
/// ```
///
/// # Errors
/// [`Failure`], with the reasons of all methods that were tried.
pub fn solve<const W: usize>(
    game: &Game<W>,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, Failure> {
    let mut run = Run { options, progress };
    let Some(method) = options.method else { return by_the_first(game, &mut run) };
    let (budget, limit) = (options.budget(), options.limit());
    match method {
        Method::Explicit => return run.explicit(game, &budget),
        Method::Proof => return run.proof(game, &budget),
        _ => {}
    }
    let encoding = with_limit(limit, || encode(game))?;
    match method {
        Method::Layered => run.layered(&encoding, limit),
        Method::Retrograde => run.retrograde(&encoding, limit),
        Method::Indexed => run.indexed(&encoding, budget.positions),
        _ => run.filling(&encoding),
    }
}

/// Small games by enumeration, larger ones by the first method that can.
fn by_the_first<const W: usize>(game: &Game<W>, run: &mut Run) -> Result<Solved, Failure> {
    let options = run.options;
    let budget = options.budget();
    let few = Budget { positions: budget.positions.min(FEW), ..budget };
    let failed = match run.explicit(game, &few) {
        Err(failed) if failed.is_out_of_budget() => failed,
        done => return done,
    };
    if options.positions.is_some() {
        // Enumeration has used all that is allowed. A proof is of the start alone, and has no values of all positions.
        return if options.values { Err(failed) } else { run.proof(game, &budget).map_err(|_| failed) };
    }
    let mut solved = on_sets(game, run);
    if let Err(failed) = solved {
        solved = run.explicit(game, &budget).map_err(|e| e.after(failed));
    }
    match solved {
        Err(failed) if !options.values => run.proof(game, &budget).map_err(|e| e.after(failed)),
        solved => solved,
    }
}

/// The methods on sets in turn, and on arrays before the last round.
fn on_sets<const W: usize>(game: &Game<W>, run: &mut Run) -> Result<Solved, Failure> {
    let options = run.options;
    let most = options.states.unwrap_or(ROUNDS[ROUNDS.len() - 1]);
    let limit = |states| Limit { states, ..options.limit() };
    let encoding = with_limit(limit(most), || encode(game))?;
    let mut layered: Option<Failure> = None;
    let mut retrograde: Option<Failure> = None;
    let goes_on = |failed: &Option<Failure>| failed.as_ref().is_none_or(Failure::wants_states);
    for states in ROUNDS.into_iter().filter(|&states| states < most).chain([most]) {
        // Arrays are kept in memory alone.
        if states == most && options.folder.is_none() {
            match run.indexed(&encoding, MANY) {
                Ok(solved) => return Ok(solved),
                Err(_) if options.values => {}
                Err(_) => {
                    if let Ok(solved) = run.filling(&encoding) {
                        return Ok(solved);
                    }
                }
            }
        }
        if goes_on(&layered) {
            match run.layered(&encoding, limit(states)) {
                Ok(solved) => return Ok(solved),
                Err(failed) => layered = Some(failed),
            }
        }
        if goes_on(&retrograde) {
            match run.retrograde(&encoding, limit(states)) {
                Ok(solved) => return Ok(solved),
                Err(failed) => retrograde = Some(failed),
            }
        }
    }
    match (layered, retrograde) {
        (Some(layered), Some(retrograde)) => {
            Err(Failure::BothOnSets { layered: Box::new(layered), retrograde: Box::new(retrograde) })
        }
        _ => unreachable!("there is a last round, in which each method that has not failed is tried"),
    }
}

/// Finds the positions that can be reached in each number of plies, up to so many, and tells `reached` of them in turn. Of the options, those of
/// limits and the folder count. Returns the greatest number of plies.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::solver::auto::{Options, reach};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let options = Options { bytes: 1 << 28, ..Options::default() };
/// let mut counts = Vec::new();
/// let plies = with_game!(&game, game => reach(game, &options, 3, |_ply, set| {
///     counts.push(set.count()?);
///     Ok(())
/// }));
/// assert_eq!((plies.unwrap(), counts), (3, vec![1, 9, 72, 252]));
/// ```
///
/// # Errors
/// [`Failure::Refusal`] for rules that cannot be compiled; [`Failure::Sets`] beyond the limits, or as `reached` fails.
pub fn reach<const W: usize>(
    game: &Game<W>,
    options: &Options,
    most_plies: u32,
    reached: impl FnMut(u32, &Set) -> Result<(), dfa::Error>,
) -> Result<u32, Failure> {
    let limit = options.limit();
    with_limit(limit, || {
        let problem = encode(game)?.problem;
        let options =
            layered::Options { most_plies, folder: options.folder.clone(), limit, ..layered::Options::default() };
        Ok(layered::reach(&problem, &options, reached)?)
    })
}
