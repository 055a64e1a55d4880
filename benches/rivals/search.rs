//! Plain alpha-beta, on the general engine and on the specialised programs: the same moves in the same order and the same
//! evaluation, so that both look at the same nodes.

use super::Rival;
use ludogen::game::{Game, Move, Outcome, Player, Position};

/// Beyond what any evaluation says.
const WIN: i32 = 1 << 20;
const INFINITE: i32 = 1 << 30;

/// A specialised program that can search.
pub trait Searcher: Rival {
    /// Shows every position that a move leads to, with the outcome if that ends the game, in the order in which the general
    /// engine lists the moves, until `f` says that it has seen enough. Leaves the game as it was.
    fn children(&mut self, f: impl FnMut(&mut Self, Option<Outcome>) -> bool);

    /// Whose turn it is.
    fn mover(&self) -> Player;

    /// How many more pieces the player to move has on the board than the other.
    /// Where a stone is placed each turn, that is one less for Black.
    #[inline]
    fn lead(&self) -> i32 {
        -(self.mover().index() as i32)
    }
}

/// How many more pieces a player has, of the sets of White and Black.
#[inline]
pub fn lead(pieces: [u64; 2], mover: Player) -> i32 {
    let [own, other] = [mover, mover.opponent()].map(|player| pieces[player.index()].count_ones() as i32);
    own - other
}

/// What a search found, and at how many positions it looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub value: i32,
    pub nodes: u64,
}

/// What an outcome is worth to a player, with so many plies to go: the sooner the better.
#[inline]
fn worth(outcome: Outcome, player: Player, depth: u32) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => WIN + depth as i32,
        Outcome::Win(_) => -WIN - depth as i32,
    }
}

/// A window seen by who moves next.
#[inline]
fn window(same: bool, alpha: i32, beta: i32) -> (i32, i32) {
    if same { (alpha, beta) } else { (-beta, -alpha) }
}

/// Searches from the start of the game.
pub fn specialised<G: Searcher>(depth: u32) -> Found {
    let mut nodes = 0;
    let value = descend(&mut G::default(), depth, -INFINITE, INFINITE, &mut nodes);
    Found { value, nodes }
}

fn descend<G: Searcher>(game: &mut G, depth: u32, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return game.lead();
    }
    let (mover, mut best) = (game.mover(), -INFINITE);
    game.children(|after, outcome| {
        *nodes += 1;
        let value = match outcome {
            Some(outcome) => worth(outcome, mover, depth),
            None => {
                let same = after.mover() == mover;
                let (low, high) = window(same, alpha.max(best), beta);
                let value = descend(after, depth - 1, low, high, nodes);
                if same { value } else { -value }
            }
        };
        best = best.max(value);
        best >= beta
    });
    best
}

/// The general engine as a searcher, with its memory.
pub struct General<'g, const W: usize> {
    game: &'g Game<W>,
    position: Position<W>,
    lists: Vec<Vec<Move>>,
}

impl<'g, const W: usize> General<'g, W> {
    /// A searcher at the start of a game.
    pub fn new(game: &'g Game<W>) -> Self {
        General { game, position: Position::new(game, Player::White), lists: Vec::new() }
    }

    /// Searches from the start of the game.
    pub fn search(&mut self, depth: u32) -> Found {
        self.lists.resize(depth as usize, Vec::new());
        let mut lists = std::mem::take(&mut self.lists);
        let mut nodes = 0;
        let value = self.descend(&mut lists, -INFINITE, INFINITE, &mut nodes);
        self.lists = lists;
        Found { value, nodes }
    }

    fn descend(&mut self, lists: &mut [Vec<Move>], alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
        let depth = lists.len() as u32;
        let state = self.position.state();
        let mover = state.mover;
        let Some((list, rest)) = lists.split_first_mut() else {
            let pieces = |player: Player| state.owned[player].len() as i32;
            return pieces(mover) - pieces(mover.opponent());
        };
        let mut best = -INFINITE;
        self.position.legal(self.game, list);
        for &m in list.iter() {
            *nodes += 1;
            self.position.apply(self.game, m);
            let after = self.position.state();
            let value = match after.outcome {
                Some(outcome) => worth(outcome, mover, depth),
                None => {
                    let same = after.mover == mover;
                    let (low, high) = window(same, alpha.max(best), beta);
                    let value = self.descend(rest, low, high, nodes);
                    if same { value } else { -value }
                }
            };
            self.position.undo();
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}
