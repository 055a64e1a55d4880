//! Puzzles: positions in which one move is the right one, and it takes some thought to see it.

use super::Evaluator;
use crate::game::{Game, Move, Outcome, Player, Position};
use crate::players::value::{WIN_BOUND, plies_to_end};
use crate::players::{AlphaBeta, AlphaBetaOptions};
use serde::{Deserialize, Serialize};

/// How much greater the chance of winning must be after the best move than after any other.
pub const GAIN: f64 = 0.35;
/// How many plies ahead a gain must be seen.
const SEEN: u32 = 3;

/// A position in which the mover has a proven win in more than one ply by one first move only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Plies to the win under best defence, 3 to 7.
    pub length: u32,
    /// The rank of the winning move in the static ordering, from 1.
    pub key_rank: u32,
    /// How many legal moves there are.
    pub branching: u32,
    /// Whether at most half of the defender's replies to the key move hold out as long as possible.
    pub good_defence: bool,
}

/// A position in which one move is better than any other by far, as a longer search tells and a look at the next position does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// The move.
    pub key: Move,
    /// The plies to the win if it is proven.
    pub plies: Option<u32>,
    /// By how much it is better than the second best, in chances of winning, where nothing is proven.
    pub gain: Option<f64>,
}

/// Who looks for puzzles in a game.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position};
/// use ludogen::language::parse;
/// use ludogen::strategy::{Evaluator, Policy, Puzzler};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
///     let puzzler = Puzzler { game, evaluator: &evaluator, nodes: 10_000, longest: 3 };
///     let mut position = Position::new(game, Player::White);
///     for m in ["a1", "b2", "c3", "a3"] {
///         position.apply(game, game.read_move(&position, m).unwrap());
///     }
///     // It meets one threat and makes two.
///     let (puzzle, key) = puzzler.proven(&mut position).unwrap();
///     assert_eq!((puzzle.length, puzzle.branching), (3, 5));
///     assert_eq!(key, game.read_move(&position, "c1").unwrap());
/// });
/// ```
#[derive(Clone, Copy)]
pub struct Puzzler<'a, const W: usize> {
    /// The game.
    pub game: &'a Game<W>,
    /// What positions are valued by.
    pub evaluator: &'a Evaluator<'a, W>,
    /// The most nodes of each search.
    pub nodes: u64,
    /// The longest puzzle, in plies.
    pub longest: u32,
}

impl<const W: usize> Puzzler<'_, W> {
    fn search(&self, depth: u32) -> AlphaBeta<Move> {
        AlphaBeta::new(AlphaBetaOptions {
            depth,
            nodes: Some(self.nodes),
            table_bits: 12,
            cache_bits: 0,
            ..AlphaBetaOptions::default()
        })
    }

    /// The task in a position: a proven win, as [`proven`](Puzzler::proven) finds it, or a gain of [`GAIN`] at least that a search sees three plies
    /// ahead or more and a search of one ply does not. `chance` is the chance of winning that a search value stands for.
    pub fn task(&self, position: &mut Position<W>, chance: &dyn Fn(i32) -> f64) -> Option<Task> {
        let values = |depth, nodes, p: &mut Position<W>| {
            self.search(depth).root_values_within(self.game, self.evaluator, p, depth, nodes)
        };
        // The best move with its value, the depth, and by how much it is better.
        let best = |depth, nodes, p: &mut Position<W>| {
            let all = values(depth, nodes, p)?;
            let mut order: Vec<_> = all.values.iter().map(|v| (chance(v.value), v.value, v.mv)).collect();
            order.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
            let [first, second, ..] = order.as_slice() else { return None };
            Some((first.2, first.1, all.depth, first.0 - second.0))
        };
        // A win is found by one search sooner than by one that values every move.
        let found = self.search(self.longest).search(self.game, self.evaluator, position)?;
        if found.value >= WIN_BOUND {
            let (puzzle, key) = self.proven(position)?;
            return Some(Task { key, plies: Some(puzzle.length), gain: None });
        }
        let (key, value, depth, gain) = best(self.longest.max(SEEN), self.nodes, position)?;
        if gain < GAIN || value >= WIN_BOUND {
            return None;
        }
        let at_sight = best(1, self.nodes, position)?;
        if depth < SEEN || at_sight.0 == key && at_sight.3 >= GAIN {
            return None;
        }
        // What a longer search no longer finds was none.
        let again = best(self.longest.max(SEEN) + 2, 4 * self.nodes, position)?;
        (again.0 == key && again.3 >= GAIN && again.1 < WIN_BOUND).then_some(Task {
            key,
            plies: None,
            gain: Some(again.3),
        })
    }

    /// The puzzle in a position, with its winning move: a proven win in three plies or more, with one winning first move only.
    pub fn proven(&self, position: &mut Position<W>) -> Option<(Puzzle, Move)> {
        let mut length = None;
        for depth in [1, 3, 5, 7].into_iter().filter(|d| *d <= self.longest) {
            let found = self.search(depth).search(self.game, self.evaluator, position)?;
            if found.value >= WIN_BOUND {
                length = plies_to_end(found.value);
                break;
            }
            if found.depth < depth {
                return None;
            }
        }
        let length = length.filter(|l| (3..=self.longest).contains(l))?;
        let mut legal = Vec::new();
        position.legal(self.game, &mut legal);
        let mut keys = legal.iter().copied().filter(|&m| self.wins_within(position, m, length).is_some());
        let (Some(key), None) = (keys.next(), keys.next()) else { return None };
        let shallow = self.search(1).root_values(self.game, self.evaluator, position, 1)?;
        let worth = shallow.values.iter().find(|v| v.mv == key)?.value;
        let key_rank = 1 + shallow.values.iter().filter(|v| v.value > worth).count() as u32;
        position.apply(self.game, key);
        let mut replies = Vec::new();
        position.legal(self.game, &mut replies);
        // The longest resistance is the best the defender has; few such replies make a good defence.
        let lengths: Vec<u32> = replies.iter().map(|&m| self.resists(position, m, length)).collect();
        position.undo();
        let longest = lengths.iter().max();
        let good_defence = 2 * lengths.iter().filter(|l| Some(*l) == longest).count() <= lengths.len();
        Some((Puzzle { length, key_rank, branching: legal.len() as u32, good_defence }, key))
    }

    /// In how many plies, itself included, a move is a proven win, if in no more than `length`.
    fn wins_within(&self, position: &mut Position<W>, m: Move, length: u32) -> Option<u32> {
        let mover = position.state().mover;
        position.apply(self.game, m);
        let plies = self.proven_win(position, mover, length - 1);
        position.undo();
        plies.map(|p| p + 1)
    }

    /// How many plies the attacker needs after a reply, as far as `length` plies of the whole puzzle tell.
    fn resists(&self, position: &mut Position<W>, reply: Move, length: u32) -> u32 {
        let attacker = position.state().mover.opponent();
        position.apply(self.game, reply);
        let plies = self.proven_win(position, attacker, length.saturating_sub(2));
        position.undo();
        plies.unwrap_or(length)
    }

    /// The plies in which `player` has a proven win, if that is within `depth` and the budget of a search.
    fn proven_win(&self, position: &mut Position<W>, player: Player, depth: u32) -> Option<u32> {
        let mut nodes = self.nodes;
        (0..=depth).find(|&d| self.forces(position, player, d, &mut nodes) == Some(true))
    }

    /// Whether `player` wins within so many plies whatever the other does; `None` if the nodes run out first. A proof search
    /// without evaluation: one defence is enough to refute a move, so most moves take few nodes.
    fn forces(&self, position: &mut Position<W>, player: Player, plies: u32, nodes: &mut u64) -> Option<bool> {
        match position.outcome() {
            Some(outcome) => return Some(outcome == Outcome::Win(player)),
            None if plies == 0 => return Some(false),
            None => {}
        }
        let attacks = position.state().mover == player;
        let mut legal = Vec::new();
        position.legal(self.game, &mut legal);
        for m in legal {
            *nodes = nodes.checked_sub(1)?;
            position.apply(self.game, m);
            let forced = self.forces(position, player, plies - 1, nodes);
            position.undo();
            if forced? == attacks {
                return Some(attacks);
            }
        }
        Some(!attacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use crate::language::parse;
    use crate::strategy::Policy;

    /// Three in a row on 5 × 5 by alternating stones, after some moves.
    fn told(moves: &[&str]) -> Option<(Option<u32>, String)> {
        let text = "(game Three (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";
        let AnyGame::W1(game) = AnyGame::of(&parse(text).expect("rules")).expect("a game") else {
            panic!("a small board")
        };
        let mut position = Position::new(&game, Player::White);
        for m in moves {
            let m = game.read_move(&position, m).expect("a move");
            position.apply(&game, m);
        }
        let policy = Policy::default_for(game.rules());
        let evaluator = Evaluator::new(&game, &policy);
        let puzzler = Puzzler { game: &game, evaluator: &evaluator, nodes: 20_000, longest: 5 };
        let chance = |value: i32| match plies_to_end(value) {
            Some(_) => f64::from(u8::from(value > 0)),
            None => 0.5,
        };
        let task = puzzler.task(&mut position, &chance)?;
        let mut legal = Vec::new();
        position.legal(&game, &mut legal);
        Some((task.plies, game.notation(position.state(), task.key, &legal)))
    }

    #[test]
    fn one_move_that_opens_a_row_at_both_ends_is_a_task() {
        // White has b3 and d3 in the middle row; c3 makes three with both ends open, and wins in three plies. Nothing else does.
        assert_eq!(told(&["b3", "a5", "d3", "e5"]), Some((Some(3), "c3".into())));
        // A win in one is no task, and neither is the empty board.
        assert_eq!(told(&["b3", "a5", "c3", "e5", "d3", "a1"]), None);
        assert_eq!(told(&[]), None);
    }
}
