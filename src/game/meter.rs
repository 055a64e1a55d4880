//! What looking ahead takes, and how much of it rules may ask for.
//!
//! Some rules are looked ahead for: a move is legal only if, after it, no move of the opponent captures. On a board of hundreds of cells
//! a single position may then take minutes. So what is tried is counted here, in units of some ten nanoseconds, and, but for the first ten microseconds
//! of a question, is work of the search that asks. Rules of which a few random moves take too long are refused when they are compiled. Others may turn
//! out to be so dear later: each position has an allowance, what goes beyond it is on the account of the game, and an overdrawn account ends the work
//! with [`TooDear`]. The known games stay far within the allowance, so nothing is ever on their accounts.

use super::definition::{Def, EffectStep};
use super::end::Test;
use super::predicate::{Num, Pred};
use super::rules::{Bool, CaptureType, Condition, EffectKind, Node, Player, Rules};
use super::state::{LOOKS_A_NODE, State, count_looks, looks};
use super::{CompileError, Game, Position};
use crate::streams;
use rand::RngExt;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What one question about a position (its moves, a move made) may take before it is on the account of the game.
const ALLOWANCE: u64 = 1_000_000;
/// What of it does not count as work of whoever asks: some ten microseconds, which is what the dearest of other nodes take. Of the known games Slither,
/// Dvonn, Shogi and Shobu take a hundred times as much or nearly so, at most.
const FREE: u64 = 1_000;
/// What a game may have on its account: a second or so.
const MOST_OF_A_GAME: u64 = 100_000_000;
/// The random moves that rules are tried with when they are compiled, and what these may take in all.
const TRIED_PLIES: u32 = 24;
const MOST_TO_COMPILE: u64 = 30_000_000;
/// Boards of so many cells are tried out even if captures can be told without making moves.
const LARGE_BOARD: usize = 128;

thread_local! {
    /// Units spent on this thread.
    static SPENT: Cell<u64> = const { Cell::new(0) };
    /// Those of them that have been counted as looks.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
    /// How many units and looks there may be on this thread until the end of the question at hand.
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether what is beyond the limit is answered at random instead of ending the work.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The rules ask for more looking ahead than is done for a game. Work on such a game unwinds with this as its payload, where panics unwind.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{TOO_DEAR}")]
pub struct TooDear;

/// What is said of rules that are [`TooDear`].
pub(crate) const TOO_DEAR: &str = "telling which moves are legal takes too long under these rules: for each move, moves that may follow have to be tried";

/// Does work on games from elsewhere.
///
/// ```
/// use ludogen::game::{TooDear, within_means};
///
/// assert_eq!(within_means(|| 6 * 7).unwrap(), 42);
/// assert!(within_means(|| std::panic::panic_any(TooDear)).is_err());
/// ```
///
/// # Errors
/// [`TooDear`] where the work ended because of it, which is possible where panics unwind.
pub fn within_means<T>(work: impl FnOnce() -> T) -> Result<T, TooDear> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<TooDear>() {
        Ok(dear) => *dear,
        Err(other) => resume_unwind(other),
    })
}

/// Does work that must not be ended: what is beyond the means of a game is answered, if wrongly.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = QUIET.replace(true);
    let result = work();
    QUIET.set(before);
    result
}

/// Takes note of units spent.
#[inline]
pub(super) fn spend(units: u64) {
    SPENT.set(SPENT.get() + units);
}

/// Units spent and looks taken on this thread.
pub(super) fn total() -> u64 {
    SPENT.get() + looks()
}

/// Units of looking ahead that are taken for a position looked at.
const UNITS_A_POSITION: u64 = 256;

/// A moment on this thread, to tell what looking ahead takes from then on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Looks that are not counted units.
    looks: u64,
    units: u64,
}

impl Ahead {
    /// This moment.
    pub fn now() -> Ahead {
        Ahead { looks: looks() - COUNTED.get(), units: SPENT.get() }
    }

    /// All that looking ahead has taken on this thread since, the little things too, in positions looked at. It is rounded here and not before, so that it does not
    /// depend on what the thread had done by then.
    pub fn taken(self) -> u64 {
        let now = Ahead::now();
        (now.looks - self.looks) / LOOKS_A_NODE + (now.units - self.units) / UNITS_A_POSITION
    }
}

/// Whether there is nothing left to spend; answers do not count any more then. Where panics unwind, and the caller has not asked for
/// quiet, it does not return.
#[inline]
pub(super) fn is_spent() -> bool {
    let spent = total() > LIMIT.get();
    if spent {
        end_unless_quiet();
    }
    spent
}

fn end_unless_quiet() {
    if cfg!(panic = "unwind") && !QUIET.get() {
        resume_unwind(Box::new(TooDear));
    }
}

/// A question about a position, from its beginning to its end, however it ends.
struct Question<'a> {
    account: &'a AtomicU64,
    begun: u64,
    /// The units spent before.
    spent: u64,
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        LIMIT.set(u64::MAX);
        let used = total() - self.begun;
        let counted = (SPENT.get() - self.spent).saturating_sub(FREE);
        count_looks(counted);
        COUNTED.set(COUNTED.get() + counted);
        if used > ALLOWANCE {
            self.account.fetch_add(used - ALLOWANCE, Relaxed);
        }
    }
}

impl<const W: usize> Game<W> {
    /// Answers a question about a position within what the game may take.
    #[inline]
    pub(super) fn within_account<T>(&self, answer: impl FnOnce() -> T) -> T {
        // A question within another is part of it.
        let question = (self.looks_ahead && LIMIT.get() == u64::MAX).then(|| self.asked());
        // Named once, so that it is compiled into its place.
        let result = answer();
        if question.is_some() {
            drop(question);
            // Several threads may have overdrawn it together: who comes last ends the work, in whatever order they come.
            if self.account.load(Relaxed) > MOST_OF_A_GAME {
                end_unless_quiet();
            }
        }
        result
    }

    /// A question that begins.
    fn asked(&self) -> Question<'_> {
        let begun = total();
        let left = MOST_OF_A_GAME.saturating_sub(self.account.load(Relaxed));
        LIMIT.set(begun + ALLOWANCE + left);
        Question { account: &self.account, begun, spent: SPENT.get() }
    }

    /// What it takes to try a move.
    #[inline]
    pub(super) fn spend_on_try(&self, def: &Def<W>, state: &State<W>) {
        spend(def.weight + state.words() / 64);
    }

    /// What it takes to look back from pieces that may be captured, for one definition of so many ways.
    #[inline]
    pub(super) fn spend_on_ways(ways: usize) {
        spend(1 + (ways * W) as u64 / 2);
    }

    /// The same game, unless it takes too much to find out which moves are legal along a few random ones.
    pub(super) fn affordable(self) -> Result<Self, CompileError> {
        let asks = asks_for_attacks(&self.rules);
        let tried = Player::BOTH.into_iter().any(|p| self.sides[p].attacks.indirect != 0);
        if !self.looks_ahead || self.topology.cells <= LARGE_BOARD && !(asks && tried) {
            return Ok(self);
        }
        let begun = total();
        let (before, quiet) = (LIMIT.replace(begun + MOST_TO_COMPILE), QUIET.replace(true));
        self.try_out(begun);
        LIMIT.set(before);
        QUIET.set(quiet);
        if total() - begun > MOST_TO_COMPILE {
            let word = if asks { first_attack(&self.rules) } else { None };
            return Err(CompileError { message: TOO_DEAR.into(), word: word.map(String::from) });
        }
        Ok(self)
    }

    /// Makes a few random moves, until they have taken too much.
    fn try_out(&self, begun: u64) {
        let mut rng = streams::generator(0);
        let mut position = Position::new(self, Player::White);
        let mut moves = Vec::new();
        for _ in 0..TRIED_PLIES {
            position.legal(self, &mut moves);
            if moves.is_empty() || total() - begun > MOST_TO_COMPILE {
                return;
            }
            position.apply(self, moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Whether what a move leads to decides whether it may be made, or ends or conditions ask what could be captured.
pub(super) fn looks_ahead(rules: &Rules, forbids: bool) -> bool {
    forbids || rules.longest || asks_for_attacks(rules)
}

fn asks_for_attacks(rules: &Rules) -> bool {
    first_attack(rules).is_some()
}

/// The first word that asks what could be captured.
fn first_attack(rules: &Rules) -> Option<&'static str> {
    let mut found = None;
    let mut look = |node: Node| {
        let word = match node {
            Node::Bool(Bool::Attacked(_)) => Some("attacked"),
            Node::Condition(Condition::Threatened(_)) => Some("threatened"),
            _ => None,
        };
        found = found.or(word);
    };
    rules.moves().for_each(|def| Node::Move(def).for_each(&mut look));
    rules.end_conditions().for_each(|condition| Node::Condition(condition).for_each(&mut look));
    found
}

/// What it takes to make a move of a definition: the conditions of its effects.
pub(super) fn weight_of<const W: usize>(post: &[EffectStep<W>]) -> u64 {
    let reap = |effect: &EffectStep<W>| effect.reap.as_ref().map_or(0, |(pred, _)| weight(pred));
    let effect = |effect: &EffectStep<W>| 1 + weight(&effect.guard) + reap(effect) * effect.track.len() as u64;
    1 + post.iter().map(effect).sum::<u64>()
}

/// What an effect takes, in looks; the actions of a move take as much.
const LOOKS_OF_AN_EFFECT: u64 = 4;

/// What it takes to make a move of a definition, in looks: nearly the same for most effects; those that go over the whole board take more, with their
/// conditions.
pub(super) fn looks_of<const W: usize>(post: &[EffectStep<W>], cells: usize) -> u32 {
    let effect = |effect: &EffectStep<W>| {
        let everywhere = Some(CaptureType::Everywhere);
        let places = match effect.kind {
            EffectKind::Capture { how, .. } if Some(how) == everywhere => cells,
            EffectKind::Convert { how, .. } if how == everywhere => cells,
            EffectKind::Capture { .. } | EffectKind::Convert { .. } => MANY,
            EffectKind::SetCellStates(_) => cells,
            EffectKind::Displace { count, .. } => count as usize,
            EffectKind::Sow { .. } => effect.track.len(),
            _ => 1,
        };
        let many = (places as u64).saturating_sub(MANY as u64);
        let asked = weight(&effect.guard).saturating_sub(LONG_GUARD) / 4;
        LOOKS_OF_AN_EFFECT + many * (1 + asked) / 8
    };
    let sum = LOOKS_OF_AN_EFFECT + post.iter().map(effect).sum::<u64>();
    sum.min(u32::MAX.into()) as u32
}

/// As many places as most effects look at, and what a condition takes that most effects ask for, in units.
const MANY: usize = 8;
const LONG_GUARD: u64 = 4;

/// What it takes to test a condition that must never hold.
pub(super) fn weight_of_test<const W: usize>(test: &Test<W>) -> u64 {
    let number = |number: &Num| u64::from(number.cost()) / 4;
    let regions = |count: usize| (count * W) as u64;
    match test {
        Test::Compare(_, a, b) => 1 + number(a) + number(b),
        Test::Connect { regions: all, .. } => 64 + 32 * regions(all.len()),
        Test::Cycle { .. } | Test::Group { .. } | Test::Path { .. } | Test::Pattern { .. } => 64 + 32 * W as u64,
        _ => 8 + 4 * W as u64,
    }
}

/// What it takes to test a condition; looking ahead is counted as it happens.
fn weight<const W: usize>(pred: &Pred<W>) -> u64 {
    match pred {
        Pred::True | Pred::False => 0,
        Pred::And(all) | Pred::Or(all) => all.iter().map(weight).sum(),
        Pred::Not(inner) => weight(inner),
        Pred::Compare(_, a, b) => 1 + u64::from(a.cost() + b.cost()) / 8,
        Pred::Captures(..) => 10,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame, Move, counting_looks};
    use crate::language::parse;
    use crate::{parallel, with_game};

    fn read(text: &str) -> Result<AnyGame, String> {
        AnyGame::of(&parse(text).expect("rules")).map_err(|problem| problem.message)
    }

    /// The most that one question takes along a random game.
    fn most_of_a_question<const W: usize>(game: &Game<W>) -> u64 {
        let mut rng = streams::generator(1);
        let mut position = Position::new(game, Player::White);
        let (mut moves, mut most) = (Vec::new(), 0);
        let mut asked = |ask: &mut dyn FnMut()| {
            let before = total();
            ask();
            most = most.max(total() - before);
        };
        for _ in 0..100 {
            asked(&mut || position.legal(game, &mut moves));
            let other = position.state().mover.opponent();
            asked(&mut || _ = game.mobility(position.state(), other, position.past()));
            if moves.is_empty() {
                break;
            }
            let m: Move = moves[rng.random_range(0..moves.len())];
            asked(&mut || position.apply(game, m));
        }
        most
    }

    #[test]
    fn known_games_stay_within_what_a_position_may_take() {
        let (mut games, mut looking) = (0, 0);
        for folder in ["seed-games", "seed-games/long"] {
            let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).expect("seed games").map(|file| file.expect("a file").path());
            for path in files.filter(|path| path.extension().is_some_and(|e| e == "ludi")) {
                let game = read(&std::fs::read_to_string(&path).expect("a text")).expect("a game");
                let most = with_game!(&game, game => most_of_a_question(game));
                assert!(most < ALLOWANCE / 2, "{}: {most}", path.display());
                assert_eq!(with_game!(&game, game => game.account.load(Relaxed)), 0, "{}", path.display());
                games += 1;
                looking += u32::from(most > 1_000);
            }
        }
        assert!(games > 200 && looking > 5, "{looking} of {games} games look ahead much");
    }

    /// Chess with pieces that capture at a distance, on a large board: whether a move is legal takes all answers to it.
    fn far(size: u32) -> String {
        format!(
            "(game Far (board (tiling tri) (shape square) (size {size} {size})) (pieces (Man All (moves (move (dirn all) \
            (pre (and (connected) (not (friend to)) (not (attacked to)))) (action (pop) (push)) (post (capture approach any))) \
            (move (pre (empty to)) (action (push)) (post (capture surround)))))) (play (never (threatened))) \
            (end (All win (in-a-row 5))))"
        )
    }

    #[test]
    fn rules_of_which_a_few_moves_take_too_long_are_refused_by_name() {
        assert!(read(&far(4)).is_ok());
        let tree = parse(&far(14)).expect("rules");
        let problem = AnyGame::of(&tree).expect_err("too dear");
        assert_eq!(problem.message, TOO_DEAR);
        assert_eq!(&far(14)[problem.span.start as usize..problem.span.end as usize], "attacked");
        // What was refused leaves nothing behind.
        assert!(read(&far(4)).is_ok() && !is_spent());
    }

    #[test]
    fn what_a_question_takes_is_work_of_whoever_asks() {
        let game = match read(&far(4)).expect("a game") {
            AnyGame::W1(game) => game,
            game => panic!("{} cells", game.board().len()),
        };
        let begun = Ahead::now();
        let ((), nodes) = counting_looks(|| game.within_account(|| spend(FREE)));
        assert_eq!(nodes, 0);
        // A question within another counts once, and looks taken in it count as looks alone.
        let ((), nodes) = counting_looks(|| {
            game.within_account(|| {
                game.within_account(|| spend(3_200));
                count_looks(32);
            });
        });
        assert_eq!(nodes, (3_200 - FREE + 32) / LOOKS_A_NODE);
        // Rounded once for looks and once for units.
        let taken = 1 + (FREE + 3_200) / UNITS_A_POSITION;
        assert!((taken..=taken + 2).contains(&(begun.taken())));
    }

    #[test]
    fn an_overdrawn_account_ends_the_work_or_is_answered_where_quiet_is_asked_for() {
        let read = || match read(&far(4)).expect("a game") {
            AnyGame::W1(game) => game,
            game => panic!("{} cells", game.board().len()),
        };
        let again = |units| {
            (0..4).fold(false, |_, _| {
                spend(units);
                is_spent()
            })
        };
        let ask = |game: &Game<1>, units| game.within_account(|| again(units));
        let game = read();
        assert!(within_means(|| ask(&game, ALLOWANCE / 8)).is_ok());
        assert_eq!(game.account.load(Relaxed), 0);
        assert!(within_means(|| ask(&game, MOST_OF_A_GAME)).is_err());
        assert!(game.account.load(Relaxed) >= MOST_OF_A_GAME);
        // It stays so; other games are not concerned.
        assert!(within_means(|| ask(&game, ALLOWANCE)).is_err());
        assert!(quietly(|| ask(&game, ALLOWANCE)));
        assert!(within_means(|| ask(&read(), ALLOWANCE / 8)).is_ok());
        // The work of several threads counts together, whichever is the last.
        let game = read();
        let share = |_: u32| ask(&game, MOST_OF_A_GAME / 16);
        assert!(within_means(|| parallel::map(0..3, &share)).is_ok());
        assert!(within_means(|| parallel::map(0..3, &share)).is_err());
    }
}
