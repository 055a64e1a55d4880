//! UCT: Monte Carlo tree search with upper confidence bounds (Kocsis & Szepesvári 2006) and proven values.
//!
//! Beside its statistics every node keeps bounds on its true value, backed up exactly (score-bounded search, Cazenave &
//! Saffidine 2010, which extends the MCTS solver of Winands, Björnsson & Saito 2008 to draws). So forced wins are found and
//! forced losses avoided, given playouts enough; a move that cannot be better than another's sure result is tried no more.

use super::arena::{Arena, Outcome, SideWork};
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// How a UCT player searches. All fields may be left out in recipes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UctOptions {
    /// Budget in playouts, at least 1. A search ends earlier when the position's value is proven.
    pub playouts: u32,
    /// Budget in nodes, that is, moves made in the tree and in playouts; `None`: only playouts are counted. At least one
    /// playout is made in any case.
    pub nodes: Option<u64>,
    /// The constant *c* of UCB1, `mean + c * sqrt(ln N / n)` with means in 0..1; 0 or more. Greater values explore more.
    pub exploration: f64,
    /// The most nodes that the tree may have (some 48 bytes each). A full tree is searched on without growing.
    pub max_nodes: u32,
    /// A playout that is not finished after this many plies counts as drawn.
    pub playout_plies: u32,
}

impl Default for UctOptions {
    fn default() -> Self {
        UctOptions { playouts: 1000, nodes: None, exploration: 0.7, max_nodes: 500_000, playout_plies: 1000 }
    }
}

/// What a UCT search found.
#[derive(Debug, Clone, PartialEq)]
pub struct UctResult<M> {
    /// The best move: proven won if there is one; else the most visited that is not proven lost, unless it
    /// promises less than a sure draw.
    pub best: M,
    /// Expected score of that move for the player who makes it, 0 (loss) to 1 (win).
    pub value: f64,
    /// The true outcome of the position under perfect play, if it was proven.
    pub proven: Option<Outcome>,
    /// Playouts made, counting visits to finished or proven positions.
    pub playouts: u32,
    /// Nodes of the tree.
    pub tree_nodes: u32,
    /// The principal variation, `best` first, as far as the tree was visited.
    pub principal_variation: Vec<M>,
}

/// What a UCT search found of every move of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct UctRoot<M> {
    /// One value for each legal move, in an order that depends on chance.
    pub values: Vec<UctValue<M>>,
    /// The index of the best move (see [`UctResult::best`]).
    pub best: usize,
    /// The index of the move that was the best after an eighth of the budget.
    pub early: usize,
    /// The mean score of all playouts for the player to move, within proven bounds, 0 to 1.
    pub mean: f64,
    /// Nodes: moves made in the tree and in playouts, and what finding legal moves took (see [`Arena::side_work`]).
    pub nodes: u64,
}

/// What a UCT search found of one move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UctValue<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u32,
    /// Expected score for the player who makes it, 0 (loss) to 1 (win): the mean of its playouts and one drawn one, within proven bounds.
    pub value: f64,
    /// Whether the value is the true one under perfect play.
    pub proven: bool,
}

struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    /// The player to move; known once the node has children.
    mover: u8,
    /// Children are stored together: where they start and how many there are.
    first: u32,
    count: u32,
    visits: u32,
    /// The sum of the results for player 0, in half points. One player's view serves all nodes, alternating or not.
    score: u64,
    /// Bounds of the true value for player 0, in half points: 0 a loss, 1 a draw, 2 a win.
    low: u8,
    high: u8,
}

/// A win in half points.
const WIN: u8 = 2;

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Node { mv, mover: 0, first: 0, count: 0, visits: 0, score: 0, low: 0, high: WIN }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    fn is_proven(&self) -> bool {
        self.low == self.high
    }

    /// Bounds in half points for a player: what he is sure of, and the best he can hope for.
    fn bounds_for(&self, player: u8) -> (u8, u8) {
        if player == 0 { (self.low, self.high) } else { (WIN - self.high, WIN - self.low) }
    }

    /// The mean result for a player, 0 to 1, within the bounds.
    fn mean_for(&self, player: u8) -> f64 {
        let halves = self.score as f64 / f64::from(self.visits.max(1));
        let mean = halves.clamp(self.low.into(), self.high.into()) / f64::from(WIN);
        if player == 0 { mean } else { 1.0 - mean }
    }

    /// As [`mean_for`](Node::mean_for), with one drawn playout more.
    fn cautious_mean_for(&self, player: u8) -> f64 {
        let halves = (self.score as f64 + 1.0) / (f64::from(self.visits) + 1.0);
        let mean = halves.clamp(self.low.into(), self.high.into()) / f64::from(WIN);
        if player == 0 { mean } else { 1.0 - mean }
    }

    fn proven(&self) -> Option<Outcome> {
        self.is_proven().then_some(match self.low {
            0 => Outcome::Win(1),
            1 => Outcome::Draw,
            _ => Outcome::Win(0),
        })
    }
}

/// A UCT searcher. It remembers nothing between searches but keeps its memory for the next.
pub struct Uct<M> {
    options: UctOptions,
    tree: Vec<Node<M>>,
    path: Vec<usize>,
    moves: Vec<M>,
}

impl<M: Copy + Eq> Uct<M> {
    /// A searcher with these options; out-of-range options are brought into range.
    pub fn new(mut options: UctOptions) -> Self {
        options.playouts = options.playouts.max(1);
        options.exploration = if options.exploration.is_finite() { options.exploration.max(0.0) } else { 0.0 };
        Uct { options, tree: Vec::new(), path: Vec::new(), moves: Vec::new() }
    }

    /// The options in use.
    pub fn options(&self) -> &UctOptions {
        &self.options
    }

    /// Searches a position; `None` if the game is over there. The result depends on nothing but the position, the
    /// options and the generator's state. The position is unchanged afterwards.
    ///
    /// ```
    /// use ludogen::game::{AnyGame, Player, Position, lower};
    /// use ludogen::language::parse;
    /// use ludogen::players::{Uct, UctOptions};
    /// use ludogen::{streams, with_game};
    ///
    /// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    /// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    /// with_game!(&game, game => {
    ///     let mut uct = Uct::new(UctOptions { playouts: 2_000, ..UctOptions::default() });
    ///     let found = uct.search(game, &mut Position::new(game, Player::White), &mut streams::generator(1)).expect("a move");
    ///     assert_eq!(game.board().label(found.best.to), "B2", "the centre");
    /// });
    /// ```
    pub fn search<A, R>(&mut self, arena: &A, position: &mut A::Position, rng: &mut R) -> Option<UctResult<M>>
    where
        A: Arena<Move = M>,
        R: Rng,
    {
        let mut scratch = self.plant(arena, position, rng)?;
        let (mut playouts, mut nodes) = (0, 0);
        while playouts < self.options.playouts
            && self.options.nodes.is_none_or(|most| nodes < most || playouts == 0)
            && !self.tree[0].is_proven()
        {
            nodes += self.one_playout(arena, position, &mut scratch, rng);
            playouts += 1;
        }
        let mut principal_variation = Vec::new();
        let mut node = 0;
        while let Some(best) = self.best_child(node) {
            principal_variation.extend(self.tree[best].mv);
            node = best;
        }
        let best = &self.tree[self.best_child(0)?];
        Some(UctResult {
            best: best.mv?,
            value: best.mean_for(self.tree[0].mover),
            proven: self.tree[0].proven(),
            playouts,
            tree_nodes: self.tree.len() as u32,
            principal_variation,
        })
    }

    /// Searches a position for the values of all its moves, within so many nodes and [the most playouts](UctOptions::playouts); `None` if the
    /// game is over. One playout may pass the budget. What a move that was never tried is worth is not known; it has the value of
    /// a draw within its bounds.
    ///
    /// ```
    /// use ludogen::game::{AnyGame, Player, Position, lower};
    /// use ludogen::language::parse;
    /// use ludogen::players::{Uct, UctOptions};
    /// use ludogen::{streams, with_game};
    ///
    /// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    /// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    /// with_game!(&game, game => {
    ///     let mut uct = Uct::new(UctOptions { playouts: u32::MAX, ..UctOptions::default() });
    ///     let mut start = Position::new(game, Player::White);
    ///     let root = uct.root_values_within(game, &mut start, 20_000, &mut streams::generator(1)).expect("moves");
    ///     assert_eq!(root.values.len(), 9);
    ///     assert!(root.values.iter().all(|v| (0.0..=1.0).contains(&v.value) && v.visits > 0));
    /// });
    /// ```
    pub fn root_values_within<A, R>(
        &mut self,
        arena: &A,
        position: &mut A::Position,
        most: u64,
        rng: &mut R,
    ) -> Option<UctRoot<M>>
    where
        A: Arena<Move = M>,
        R: Rng,
    {
        let side_work = SideWork::new(arena);
        let mut scratch = self.plant(arena, position, rng)?;
        let (mut playouts, mut moves, mut nodes) = (0, 0, 0);
        let mut early = None;
        while playouts < self.options.playouts && (nodes < most || playouts == 0) && !self.tree[0].is_proven() {
            moves += self.one_playout(arena, position, &mut scratch, rng);
            nodes = moves + side_work.nodes(arena);
            playouts += 1;
            if early.is_none() && nodes >= most / 8 {
                early = self.best_child(0);
            }
        }
        let best = self.best_child(0)?;
        let root = &self.tree[0];
        let value = |node: &Node<M>| {
            let value = node.cautious_mean_for(root.mover);
            node.mv.map(|mv| UctValue { mv, visits: node.visits, value, proven: node.is_proven() })
        };
        let first = root.first as usize;
        Some(UctRoot {
            values: self.tree[root.children()].iter().filter_map(value).collect(),
            best: best - first,
            early: early.unwrap_or(best) - first,
            mean: root.cautious_mean_for(root.mover),
            nodes,
        })
    }

    /// A tree of the root and its moves, and a position to play out on; `None` if the game is over.
    fn plant<A, R>(&mut self, arena: &A, position: &A::Position, rng: &mut R) -> Option<A::Position>
    where
        A: Arena<Move = M>,
        R: Rng,
    {
        self.tree.clear();
        self.tree.push(Node::new(None));
        self.path.clear();
        self.path.push(0);
        let open = arena.outcome(position).is_none() && self.expand(0, arena, position, rng);
        open.then(|| position.clone())
    }

    /// One iteration: selection down the tree, expansion, a random playout, backpropagation. Returns how many moves were made.
    fn one_playout<A, R>(
        &mut self,
        arena: &A,
        position: &mut A::Position,
        scratch: &mut A::Position,
        rng: &mut R,
    ) -> u64
    where
        A: Arena<Move = M>,
        R: Rng,
    {
        self.path.clear();
        self.path.push(0);
        let (mut at, mut played) = (0, 0);
        let mut result = loop {
            if self.tree[at].is_proven() {
                break self.tree[at].low;
            }
            if self.tree[at].count == 0 {
                let first_visit = self.tree[at].visits == 0;
                if first_visit && let Some(outcome) = arena.outcome(position) {
                    self.prove(outcome);
                    break half_points(Some(outcome));
                }
                // A node is expanded on its second visit; earlier, the tree would take much memory for little information.
                if first_visit || !self.expand(at, arena, position, rng) {
                    if self.tree[at].is_proven() {
                        break self.tree[at].low;
                    }
                    scratch.clone_from(position);
                    let (outcome, moves) = arena.random_playout(scratch, rng, self.options.playout_plies);
                    played = moves;
                    break half_points(outcome);
                }
            }
            at = self.select(at);
            self.path.push(at);
            if let Some(mv) = self.tree[at].mv {
                arena.apply(position, mv);
            }
        };
        for &node in self.path.iter().rev() {
            let node = &mut self.tree[node];
            // A player with a proven draw would not have chosen the moves that lost this playout.
            result = result.clamp(node.low, node.high);
            node.visits += 1;
            node.score += u64::from(result);
        }
        (1..self.path.len()).for_each(|_| arena.undo(position));
        (self.path.len() - 1) as u64 + u64::from(played)
    }

    /// Expansion: gives a node its children, in random order; false if there is no room for them or there are none, which is a
    /// draw.
    fn expand<A, R>(&mut self, node: usize, arena: &A, position: &A::Position, rng: &mut R) -> bool
    where
        A: Arena<Move = M>,
        R: Rng,
    {
        self.moves.clear();
        arena.moves(position, &mut self.moves);
        if self.moves.is_empty() {
            self.prove(Outcome::Draw);
            return false;
        }
        // The root must have its children, whatever the cap.
        if node != 0 && self.tree.len() + self.moves.len() > self.options.max_nodes as usize {
            return false;
        }
        self.moves.shuffle(rng);
        self.tree[node].mover = (arena.mover(position) & 1) as u8;
        self.tree[node].first = self.tree.len() as u32;
        self.tree[node].count = self.moves.len() as u32;
        self.tree.extend(self.moves.iter().map(|&mv| Node::new(Some(mv))));
        true
    }

    /// Selection: of the children that may still be better than the proven lower bound, one never visited, else the one with the
    /// greatest upper confidence bound. A node that is not proven has such a child.
    fn select(&self, node: usize) -> usize {
        let parent = &self.tree[node];
        let sure = parent.bounds_for(parent.mover).0;
        let log = ln(parent.visits.max(1));
        let mut best = (f64::NEG_INFINITY, parent.first as usize);
        for i in parent.children() {
            let child = &self.tree[i];
            if child.bounds_for(parent.mover).1 <= sure {
                continue;
            }
            if child.visits == 0 {
                return i;
            }
            let bound =
                child.mean_for(parent.mover) + self.options.exploration * (log / f64::from(child.visits)).sqrt();
            if bound > best.0 {
                best = (bound, i);
            }
        }
        best.1
    }

    /// Sets the bounds of the last node of the path to its outcome and backs them up exactly.
    fn prove(&mut self, outcome: Outcome) {
        let Some((&leaf, above)) = self.path.split_last() else { return };
        let value = half_points(Some(outcome));
        (self.tree[leaf].low, self.tree[leaf].high) = (value, value);
        for &node in above.iter().rev() {
            let parent = &self.tree[node];
            let bounds = self.tree[parent.children()].iter().map(|child| (child.low, child.high));
            let bounds = match parent.mover {
                0 => bounds.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))),
                _ => bounds.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))),
            };
            match bounds {
                Some(bounds) if bounds != (parent.low, parent.high) => {
                    (self.tree[node].low, self.tree[node].high) = bounds;
                }
                _ => return,
            }
        }
    }

    /// The child to play (see [`UctResult::best`]); `None` if none was visited.
    fn best_child(&self, node: usize) -> Option<usize> {
        let parent = &self.tree[node];
        let bounds = |i: usize| self.tree[i].bounds_for(parent.mover);
        // The last maximum of the reversed range is the first of the range.
        let visited = || parent.children().rev().filter(|&i| self.tree[i].visits > 0);
        let sure = visited().max_by_key(|&i| (bounds(i).0, self.tree[i].visits))?;
        let hoped = visited().filter(|&i| bounds(i).1 > bounds(sure).0).max_by_key(|&i| self.tree[i].visits);
        match (bounds(sure).0, hoped) {
            (0, Some(hoped)) => Some(hoped),
            (_, Some(hoped)) if self.tree[hoped].mean_for(parent.mover) > 0.5 => Some(hoped),
            _ => Some(sure),
        }
    }
}

/// The result for player 0 in half points; an unfinished game counts as drawn.
fn half_points(outcome: Option<Outcome>) -> u8 {
    match outcome {
        Some(Outcome::Win(0)) => WIN,
        Some(Outcome::Win(_)) => 0,
        Some(Outcome::Draw) | None => 1,
    }
}

/// The natural logarithm of a count, from basic operations only: the system's own may differ in the last digit from
/// machine to machine, and with it the tree.
fn ln(n: u32) -> f64 {
    let exponent = n.max(1).ilog2();
    let mantissa = f64::from(n) / f64::from(1u32 << exponent);
    // ln m = 2 artanh((m - 1) / (m + 1)), and (m - 1) / (m + 1) < 1/3.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = (0..16).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * z * series
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_logarithm_agrees_with_the_systems() {
        for n in (1..2000).chain([65_535, 65_536, 1_000_003, u32::MAX / 2, u32::MAX]) {
            let expected = f64::from(n).ln();
            assert!((ln(n) - expected).abs() <= 1e-14 * expected.max(1.0), "ln({n}) = {} not {expected}", ln(n));
        }
    }
}
