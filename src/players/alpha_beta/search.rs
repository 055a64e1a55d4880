//! One alpha-beta search: iterative deepening, the root, and the nodes below it.

use super::memory::{RankedMove, SearchMemory, bring_next};
use super::result::{RootValue, RootValues, SearchResult};
use super::window::{NodeValue, Window, outcome_value};
use crate::players::arena::{Arena, Evaluate, SIDE_WORK_A_NODE, SideWork};
use crate::players::transposition::{Bound, Entry};
use crate::players::value::{WIN_BOUND, from_root, plies_to_end, to_root};
use std::cmp::Reverse;
use std::mem::take;

/// What finding legal moves may take besides a budget of so many nodes: known games of few nodes stay far below it.
fn most_side_work(nodes: u64) -> u64 {
    let few = nodes.min(4_096);
    (256 * few).saturating_add((nodes - few).saturating_mul(16)).saturating_mul(SIDE_WORK_A_NODE)
}

/// What every move of the root may take of a budget that comes to its end: the move itself and a few replies to it.
const LEAST_SHARE: u64 = 4;

/// A node below the root: who moves there, how many plies are left to search, how many were made since the root.
#[derive(Clone, Copy)]
struct Place {
    mover: usize,
    depth: u32,
    ply: u32,
}

/// One search under way. The evaluation is a trait object, so that the search is compiled once for each kind of position and not once
/// more for each kind of evaluation; a virtual call costs nothing beside an evaluation.
pub(super) struct Search<'s, A: Arena> {
    arena: &'s A,
    evaluate: &'s dyn Evaluate<A>,
    position: &'s mut A::Position,
    memory: &'s mut SearchMemory<A::Move>,
    path_dependent: bool,
    nodes: u64,
    limit: u64,
    /// The budget ran out: unwind, and use nothing that is returned unless it is a [beam](Search::root_values_within)'s.
    stopped: bool,
    /// What finding legal moves has taken, what it may take, and the nodes of it that are counted, if it counts as nodes too.
    side_work: SideWork,
    most_side_work: u64,
    counted: Option<u64>,
    /// Whether a node that runs out of nodes below the root returns what its moves so far come to, and whether one did.
    beam: Beam,
}

/// What becomes of a reply's search that runs out of nodes: see [`Search::root_values_within`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beam {
    Off,
    On,
    /// What was returned is the value of the replies searched.
    Used,
}

impl<'s, A: Arena> Search<'s, A> {
    pub fn new(
        memory: &'s mut SearchMemory<A::Move>,
        arena: &'s A,
        evaluate: &'s dyn Evaluate<A>,
        position: &'s mut A::Position,
    ) -> Self {
        memory.prepare(arena.move_keys());
        let path_dependent = arena.path_dependent();
        Search {
            arena,
            evaluate,
            position,
            memory,
            path_dependent,
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
            side_work: SideWork::new(arena),
            most_side_work: u64::MAX,
            counted: None,
            beam: Beam::Off,
        }
    }

    /// The legal moves of the root, none if the game is over.
    fn root_moves(&self) -> Vec<A::Move> {
        let mut moves = Vec::new();
        if self.arena.outcome(self.position).is_none() {
            self.arena.moves(self.position, &mut moves);
        }
        moves
    }

    /// Iterative deepening. `arrange` orders the moves of the root before the first iteration.
    pub fn deepen(mut self, arrange: &mut dyn FnMut(&mut [A::Move])) -> Option<SearchResult<A::Move>> {
        let mut moves = self.root_moves();
        let best = *moves.first()?;
        let mut result = SearchResult { best, value: 0, depth: 0, nodes: 0, principal_variation: vec![], exact: false };
        self.memory.make_frames(1);
        let complete = !self.narrow(&mut moves, self.memory.options.depth, 0);
        arrange(&mut moves);
        let nodes = self.memory.options.nodes;
        self.most_side_work = nodes.map_or(u64::MAX, most_side_work);
        let mut values = Vec::with_capacity(moves.len());
        for depth in 1..=self.memory.options.depth {
            self.memory.make_frames(depth);
            let mut window = self.aspiration_window(depth, result.value);
            let (best, found) = loop {
                let (best, found) = self.root(&moves, complete, depth, window, &mut values);
                if self.stopped || window == Window::FULL || window.contains(found.value) {
                    break (best, found);
                }
                window = Window::FULL;
            };
            if self.stopped {
                break;
            }
            result.best = moves[best];
            (result.value, result.exact, result.depth) = (found.value, found.proven, depth);
            result.principal_variation.clone_from(&self.memory.frames[0].variation);
            if result.exact {
                break;
            }
            if depth == 1 {
                // Leaves are valued exactly whatever the window, so one ply gives a first order of all moves.
                let mut order: Vec<usize> = (0..moves.len()).collect();
                sort_by_value(&mut order, &values);
                moves = order.into_iter().map(|i| moves[i]).collect();
            } else {
                moves[..=best].rotate_right(1);
            }
            self.limit = nodes.unwrap_or(u64::MAX);
        }
        result.nodes = self.nodes;
        Some(result)
    }

    /// The window that a depth is tried with first, around the value of the last depth.
    fn aspiration_window(&self, depth: u32, last: i32) -> Window {
        match self.memory.options.aspiration {
            Some(half) if depth > 1 && last.abs() < WIN_BOUND => {
                let half = half.clamp(1, WIN_BOUND as u32) as i32;
                Window { alpha: last - half, beta: last + half }
            }
            _ => Window::FULL,
        }
    }

    /// Searches the root's moves in order; the index of the best and its value. `values` is what each move returned,
    /// `complete` says that no move is missing.
    fn root(
        &mut self,
        moves: &[A::Move],
        complete: bool,
        depth: u32,
        mut window: Window,
        values: &mut Vec<i32>,
    ) -> (usize, NodeValue) {
        let node = Place { mover: self.arena.mover(self.position), depth, ply: 0 };
        let (mut best, mut best_index, mut all_proven) = (NodeValue::WORST, 0, complete);
        self.memory.frames[0].variation.clear();
        values.clear();
        for (i, &mv) in moves.iter().enumerate() {
            let child = self.search_move(mv, node, window, i > 0);
            if self.stopped {
                break;
            }
            values.push(child.value);
            all_proven &= child.proven;
            if child.value > best.value {
                (best, best_index) = (child, i);
                if child.value > window.alpha {
                    window.alpha = child.value;
                    self.memory.extend_variation(mv, 0);
                }
                if window.alpha >= window.beta {
                    break;
                }
            }
        }
        best.proven &= all_proven || best.value >= WIN_BOUND;
        (best_index, best)
    }

    /// The value of every move of the root, each searched with the full window.
    pub fn root_values(mut self, depth: u32) -> Option<RootValues<A::Move>> {
        let moves = self.root_moves();
        let mover = self.arena.mover(self.position);
        let budget = self.memory.options.nodes;
        // Shallow passes order the moves for the deep one and are the fallback of a tight budget; two plies need neither.
        let first = if depth <= 2 && budget.is_none() { depth } else { 1 };
        let mut result = RootValues { values: Vec::with_capacity(moves.len()), first: 0, depth: 0, nodes: 0 };
        let mut pass = Vec::with_capacity(moves.len());
        moves.first()?;
        for depth in first..=depth {
            self.memory.make_frames(depth);
            pass.clear();
            for &mv in &moves {
                let child = self.search_move(mv, Place { mover, depth, ply: 0 }, Window::FULL, false);
                if self.stopped {
                    break;
                }
                pass.push(RootValue { mv, value: child.value, exact: child.proven });
            }
            if self.stopped {
                break;
            }
            result.values.clone_from(&pass);
            result.depth = depth;
            if depth == first {
                result.first = best_of(&pass);
            }
            if pass.iter().all(|v| v.exact) {
                break;
            }
            self.limit = budget.unwrap_or(u64::MAX);
        }
        result.nodes = self.nodes;
        Some(result)
    }

    /// The value of every move of the root as deep as a budget allows. One ply is looked at for all moves, then even depths, so that
    /// values of positions are comparable whatever their depths. When the budget comes to its end each move gets an equal share of
    /// what is left, within which as many replies to it are searched as fit, the most promising first: a beam whose width
    /// is the budget's. Which are promising the replies to the first move tell, all of which are searched. So there is no number of moves or nodes at which strength jumps.
    pub fn root_values_within(mut self, depth: u32, nodes: u64) -> Option<RootValues<A::Move>> {
        let moves = self.root_moves();
        let mover = self.arena.mover(self.position);
        moves.first()?;
        self.memory.history.fill(0);
        (self.side_work, self.counted) = (SideWork::new(self.arena), Some(0));
        let static_value = self.static_value();
        let unknown = |&mv| RootValue { mv, value: static_value, exact: false };
        let mut result = RootValues { values: moves.iter().map(unknown).collect(), first: 0, depth: 0, nodes: 0 };
        let mut order = evenly_spread(moves.len());
        let deepest = depth;
        let mut depth = 1;
        loop {
            self.memory.make_frames(depth);
            self.beam = if depth > 1 { Beam::On } else { Beam::Off };
            let mut whole = true;
            for (done, &i) in order.iter().enumerate() {
                if result.values[i].exact {
                    continue;
                }
                // A look at every move comes before the budget, but for positions of more moves than twice that.
                let (left, most) = (nodes.saturating_sub(self.nodes), nodes.saturating_mul(2).max(1));
                let share = match (depth, done) {
                    (1, _) => most,
                    (2, 0) => left / 2,
                    _ => left / (order.len() - done) as u64,
                };
                self.limit = self.nodes.saturating_add(share.max(LEAST_SHARE)).min(most);
                let child = self.search_move(moves[i], Place { mover, depth, ply: 0 }, Window::FULL, false);
                whole &= !self.stopped;
                // Replies that were not tried are worth something too: as much as what is known already says.
                let most = if self.beam == Beam::Used { result.values[i].value } else { i32::MAX };
                if !self.stopped || self.beam == Beam::Used {
                    result.values[i] = RootValue { mv: moves[i], value: child.value.min(most), exact: child.proven };
                }
                self.stopped = false;
                if depth == 1 {
                    // Evaluations look for moves too.
                    self.weigh();
                }
                if self.beam == Beam::Used {
                    self.beam = Beam::On;
                }
            }
            if whole {
                result.depth = depth;
            }
            if depth == 1 {
                result.first = best_of(&result.values);
                order.sort_unstable();
            }
            if !whole || depth >= deepest || self.nodes >= nodes || result.values.iter().all(|v| v.exact) {
                break;
            }
            depth = (depth / 2 * 2 + 2).min(deepest);
            sort_by_value(&mut order, &result.values.iter().map(|v| v.value).collect::<Vec<_>>());
        }
        result.nodes = self.nodes - self.counted.unwrap_or(0);
        Some(result)
    }

    /// Makes a move at a node and searches what follows; the value is for the mover of the node. A `later` move, one that is not
    /// the first, is searched with the null window first, and again only if its value lies within the window.
    fn search_move(&mut self, mv: A::Move, node: Place, window: Window, later: bool) -> NodeValue {
        if self.nodes >= self.limit || node.ply == 0 && self.is_overworked() {
            self.stopped = true;
            return NodeValue::NOTHING;
        }
        self.nodes += 1;
        self.arena.apply(self.position, mv);
        let same_mover = self.arena.mover(self.position) == node.mover;
        let mut found = NodeValue::NOTHING;
        let mut settled = false;
        if later && self.memory.options.scout && !window.is_null() {
            found = self.search_child(same_mover, node, window.null());
            settled = self.stopped || !window.contains(found.value);
        }
        if !settled {
            found = self.search_child(same_mover, node, window);
        }
        self.arena.undo(self.position);
        found
    }

    /// Searches the position after a move at `node`. The value is for the mover of `node`: negated unless the same player
    /// moves again.
    fn search_child(&mut self, same_mover: bool, node: Place, window: Window) -> NodeValue {
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        if same_mover {
            return self.search_node(depth, ply, window);
        }
        let found = self.search_node(depth, ply, window.negated());
        NodeValue { value: -found.value, ..found }
    }

    /// Negamax: the value of the present position for its mover.
    fn search_node(&mut self, depth: u32, ply: u32, window: Window) -> NodeValue {
        self.memory.frames[ply as usize].variation.clear();
        let mover = self.arena.mover(self.position);
        if let Some(outcome) = self.arena.outcome(self.position) {
            return NodeValue { value: outcome_value(outcome, mover, ply), proven: true };
        }
        if depth == 0 {
            return NodeValue { value: self.static_value(), proven: false };
        }
        let node = Place { mover, depth, ply };
        let key = self.arena.hash(self.position);
        let entry = self.memory.table.get(key);
        let table_move = entry.and_then(|e| e.best);
        if let Some(entry) = entry
            && let Some(found) = self.table_cutoff(&entry, node, window)
        {
            self.memory.frames[ply as usize].variation.extend(table_move);
            return found;
        }

        let frame = &mut self.memory.frames[ply as usize];
        let mut moves = take(&mut frame.moves);
        let mut ranked = take(&mut frame.ranked);
        moves.clear();
        self.arena.moves(self.position, &mut moves);
        self.weigh();
        self.stopped |= self.is_overworked();
        let complete = !self.narrow(&mut moves, depth, ply);
        let capture = |mv| self.arena.capture_order(self.position, mv);
        self.memory.rank_moves(&moves, &mut ranked, ply, table_move, |mv| self.history_slot(mv, mover), capture);
        let found = if self.stopped {
            NodeValue::NOTHING
        } else if ranked.is_empty() {
            NodeValue::DRAW
        } else {
            self.search_moves(&mut ranked, complete, key, node, window)
        };
        let frame = &mut self.memory.frames[ply as usize];
        (frame.moves, frame.ranked) = (moves, ranked);
        found
    }

    /// Counts what finding legal moves has taken, if it counts.
    fn weigh(&mut self) {
        if let Some(counted) = &mut self.counted {
            let now = self.side_work.nodes(self.arena);
            self.nodes += now - *counted;
            *counted = now;
        }
    }

    /// Whether finding legal moves has taken more than it may.
    fn is_overworked(&self) -> bool {
        self.side_work.taken(self.arena) > self.most_side_work
    }

    /// Searches the moves of a node, the most promising first, and stores what was found.
    fn search_moves(
        &mut self,
        ranked: &mut [RankedMove<A::Move>],
        complete: bool,
        key: u64,
        node: Place,
        mut window: Window,
    ) -> NodeValue {
        let floor = window.alpha;
        let (mut best, mut best_move, mut all_proven) = (NodeValue::WORST, None, complete);
        let in_beam = self.beam == Beam::On && node.ply == 1;
        if in_beam {
            self.memory.frames[1].evaluated.clear();
        }
        for i in 0..ranked.len() {
            bring_next(ranked, i);
            let mv = ranked[i].mv;
            let child = self.search_move(mv, node, window, i > 0);
            if self.stopped {
                if in_beam && i > 0 {
                    self.beam = Beam::Used;
                    self.note_reply(best_move, node);
                    return NodeValue { proven: best.proven && best.value >= WIN_BOUND, ..best };
                }
                return NodeValue::NOTHING;
            }
            all_proven &= child.proven;
            if in_beam && node.depth == 1 {
                self.memory.frames[1].evaluated.push((Reverse(child.value), i as u32, mv));
            }
            if child.value > best.value {
                best = child;
                if child.value > window.alpha {
                    window.alpha = child.value;
                    best_move = Some(mv);
                    self.memory.extend_variation(mv, node.ply);
                }
                if window.alpha >= window.beta {
                    let slot = self.history_slot(mv, node.mover);
                    self.memory.note_cutoff(mv, slot, node.depth, node.ply);
                    break;
                }
            }
        }
        if in_beam {
            self.note_reply(best_move, node);
            self.note_order(node.mover);
        }
        // One child is enough to prove that the value is beyond beta, or a win: a faster one would have been seen.
        best.proven &= all_proven || best.value >= window.beta || best.value >= WIN_BOUND;
        let bound = match best.value {
            v if v >= window.beta => Bound::Lower,
            v if v <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        self.memory.table.put(Entry {
            key,
            best: best_move,
            value: from_root(best.value, node.ply),
            depth: node.depth as u8,
            bound,
            proven: best.proven,
            generation: 0,
        });
        best
    }

    /// Notes the best reply to a move of the root, so that it is tried early against others: with the full window nothing is cut off
    /// there.
    fn note_reply(&mut self, reply: Option<A::Move>, node: Place) {
        if let Some(mv) = reply {
            let slot = self.history_slot(mv, node.mover);
            self.memory.note_cutoff(mv, slot, node.depth, node.ply);
        }
    }

    /// Notes in which order replies to a move of the root stand, all of them searched: good replies to one move are good against others.
    fn note_order(&mut self, mover: usize) {
        let mut evaluated = take(&mut self.memory.frames[1].evaluated);
        best_first(&mut evaluated);
        for (rank, &(_, _, mv)) in evaluated.iter().rev().enumerate() {
            let slot = self.history_slot(mv, mover);
            self.memory.note_rank(slot, rank as u32);
        }
        self.memory.frames[1].evaluated = evaluated;
    }

    /// What the transposition table knows, if it settles the node: see the promise in the documentation of the module.
    fn table_cutoff(&self, entry: &Entry<A::Move>, node: Place, window: Window) -> Option<NodeValue> {
        let stored = u32::from(entry.depth);
        // A proven value holds in deeper searches too, and in a shallower one if its win is within reach there. With a
        // beam neither is certain: nodes with one ply to go are not narrowed, deeper ones are.
        let holds = stored == node.depth
            || (entry.proven
                && self.memory.options.beam.is_none()
                && (stored < node.depth || plies_to_end(entry.value).is_some_and(|n| n <= node.depth)));
        if self.path_dependent || !holds {
            return None;
        }
        let value = to_root(entry.value, node.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        settles.then_some(NodeValue { value, proven: entry.proven })
    }

    /// Keeps the moves of the beam, in their old order; whether any had to go.
    fn narrow(&mut self, moves: &mut Vec<A::Move>, depth: u32, ply: u32) -> bool {
        let Some(width) = self.memory.options.beam else { return false };
        // With one ply to go all successors are valued anyhow.
        if depth < 2 || moves.len() <= width as usize {
            return false;
        }
        let mover = self.arena.mover(self.position);
        let mut evaluated = take(&mut self.memory.frames[ply as usize].evaluated);
        evaluated.clear();
        for (i, &mv) in moves.iter().enumerate() {
            if self.nodes >= self.limit {
                self.stopped = true;
                break;
            }
            self.nodes += 1;
            self.arena.apply(self.position, mv);
            let next = self.arena.mover(self.position);
            let value = match self.arena.outcome(self.position) {
                Some(outcome) => outcome_value(outcome, mover, 0),
                None if next == mover => self.static_value(),
                None => -self.static_value(),
            };
            self.arena.undo(self.position);
            evaluated.push((Reverse(value), i as u32, mv));
        }
        if !self.stopped {
            keep_best(&mut evaluated, width as usize);
            moves.clear();
            moves.extend(evaluated.iter().map(|&(_, _, mv)| mv));
        }
        self.memory.frames[ply as usize].evaluated = evaluated;
        true
    }

    /// The evaluation of the position for its mover, cached unless it depends on the path.
    fn static_value(&mut self) -> i32 {
        let compute = || self.evaluate.evaluate(self.arena, self.position).clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        if self.path_dependent || self.memory.cache.is_off() {
            return compute();
        }
        self.memory.cache.get_or(self.arena.hash(self.position), compute)
    }

    /// Where the history heuristic keeps its count for a move.
    fn history_slot(&self, mv: A::Move, mover: usize) -> usize {
        self.arena.move_key(mv) * 2 + (mover & 1)
    }
}

/// The numbers below `n` in such an order that any first part of it is spread evenly: by the fractional parts of multiples of the golden section. A
/// budget that does not suffice for all moves of a position is not spent on one side of the board, which would be one player's front and
/// the other's back.
fn evenly_spread(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_unstable_by_key(|&i| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    order
}

/// Sorts moves by their values, the greatest first; moves of one value keep their order. A function of its own, so that sorting is not
/// compiled again with the search for each size of board.
fn sort_by_value(order: &mut [usize], values: &[i32]) {
    order.sort_by_key(|&i| Reverse(values[i]));
}

/// The index of the greatest value, the first of equals.
fn best_of<M>(values: &[RootValue<M>]) -> usize {
    let best = values.iter().enumerate().reduce(|best, v| if v.1.value > best.1.value { v } else { best });
    best.map_or(0, |(i, _)| i)
}

/// Sorts evaluated moves, the best first; of equals the one that comes first in the list.
fn best_first<M>(evaluated: &mut [(Reverse<i32>, u32, M)]) {
    evaluated.sort_unstable_by_key(|&(value, i, _)| (value, i));
}

/// Keeps so many of the evaluated moves, the best, in the order of the move list.
fn keep_best<M>(evaluated: &mut Vec<(Reverse<i32>, u32, M)>, width: usize) {
    best_first(evaluated);
    evaluated.truncate(width);
    evaluated.sort_unstable_by_key(|&(_, i, _)| i);
}

#[cfg(test)]
mod tests {
    use super::evenly_spread;

    #[test]
    fn every_first_part_is_spread_evenly() {
        for n in 1..200 {
            let order = evenly_spread(n);
            for part in 1..=n {
                let lower = order[..part].iter().filter(|&&i| 2 * i < n).count();
                assert!(lower.abs_diff(part - lower) <= 4, "{n} {part} {lower}");
            }
            let mut sorted = order;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n));
        }
    }
}
