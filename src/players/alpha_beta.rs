//! Alpha-beta: negamax with iterative deepening, transpositions, move ordering and an optional beam.
//!
//! The search keeps one promise above all: without a beam, the value of a search completed to depth *d* *is* the minimax
//! value at depth *d*, whatever the options and whatever was searched before. Measurements lean on it. It is why the
//! table answers only with values of exactly the depth asked for, or with values that rest on finished games alone and
//! are therefore right at any depth; the usual "at least this deep" would make values depend on the table's contents.
//!
//! A beam (the paper's "beam width reduction", III.B) keeps at each node the *k* moves whose successors look best to the static
//! evaluation, ties going to the move listed first. That choice depends on nothing but the position, so values are still those of
//! plain minimax on the narrowed tree.

use super::arena::{Arena, Evaluate, Outcome};
use super::table::{Bound, Entry, EvaluationCache, Table};
use super::value::{WIN, WIN_BOUND, from_root, plies_to_end, to_root};
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::mem::take;

/// The greatest depth of a search in plies; greater depths in options are cut to it.
pub const MAX_DEPTH: u32 = 255;

/// Beyond every value.
const INFINITE: i32 = WIN + 1;

/// History counts are halved when one reaches this, which leaves room above for killers and table moves.
const HISTORY_CAP: u32 = 1 << 30;

/// From this move on a node has probably no cut-off, and the rest is sorted at once instead of picked one by one.
const PICKED_SINGLY: usize = 5;

/// How an alpha-beta player searches. All fields may be left out in recipes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphaBetaOptions {
    /// Depth to search, in plies: 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// Budget in nodes, that is, moves made in the search. When it runs out the last completed depth counts;
    /// depth 1 is completed in any case. `None`: only the depth limits the search.
    pub nodes: Option<u64>,
    /// How many moves to keep at each node with two plies or more to go, the best by static evaluation; `None` keeps all.
    /// A result that rests on forgotten moves is never marked exact. At least 1.
    pub beam: Option<u32>,
    /// Size of the transposition table: 2 to this many slots of some 40 bytes; 0 for none, 26 at most.
    pub table_bits: u8,
    /// Size of the cache of static evaluations: 2 to this many slots of 24 bytes; 0 for none, 26 at most.
    pub cache_bits: u8,
    /// Whether moves that caused cut-offs elsewhere at the same ply come early.
    pub killers: bool,
    /// Whether moves come in the order of their past success in the whole search.
    pub history: bool,
    /// Whether moves after the first are first asked, with a window of no width, only whether they are better.
    pub scout: bool,
    /// Half the width of the window around the last depth's value that a depth is tried with first; `None`: always the full window.
    pub aspiration: Option<u32>,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        AlphaBetaOptions {
            depth: 2,
            nodes: None,
            beam: None,
            table_bits: 16,
            cache_bits: 16,
            killers: true,
            history: true,
            scout: true,
            aspiration: None,
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best move.
    pub best: M,
    /// The value of the position for its mover: an evaluation, 0 for a draw, or a win or loss with its distance
    /// (see [`plies_to_end`]).
    pub value: i32,
    /// The depth completed, in plies. Less than asked for when the budget ran out or the value was exact before.
    pub depth: u32,
    /// Moves made in the search.
    pub nodes: u64,
    /// The expected line of play, `best` first. It may be cut short where the table knew the rest.
    pub line: Vec<M>,
    /// The value is the true value of the position under perfect play: no evaluation had a part in it.
    pub exact: bool,
}

/// The value of one move at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RootValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: i32,
    /// Whether the value is the true one under perfect play.
    pub exact: bool,
}

/// The values of all moves of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootValues<M> {
    /// One value for each legal move, in the order of the game's move list.
    pub values: Vec<RootValue<M>>,
    /// The depth completed, the move itself being the first ply.
    pub depth: u32,
    /// Moves made in the search.
    pub nodes: u64,
}

/// An alpha-beta searcher with its memory.
///
/// One searcher serves one game and one evaluation; [`clear`](AlphaBeta::clear) it before it turns to others. What it
/// remembers never changes a value, but it can change which of several equal moves is returned: clear it as well where a
/// result must not depend on earlier searches.
pub struct AlphaBeta<M> {
    options: AlphaBetaOptions,
    table: Table<M>,
    cache: EvaluationCache,
    /// Successes by mover and move key.
    history: Vec<u32>,
    /// Working space by ply.
    frames: Vec<Frame<M>>,
}

/// A move with what decides when it is searched.
struct Ranked<M> {
    rank: u32,
    /// Its place in the move list.
    place: u32,
    mv: M,
}

/// Working space of one ply, kept between nodes so that none of them allocates.
struct Frame<M> {
    moves: Vec<M>,
    ranked: Vec<Ranked<M>>,
    judged: Vec<(Reverse<i32>, u32, M)>,
    line: Vec<M>,
    killers: [Option<M>; 2],
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame { moves: Vec::new(), ranked: Vec::new(), judged: Vec::new(), line: Vec::new(), killers: [None, None] }
    }
}

/// The value of a node for its mover, exact or a bound as the window has it.
#[derive(Debug, Clone, Copy)]
struct Reached {
    value: i32,
    /// No evaluation had a part in the value.
    resolved: bool,
}

impl Reached {
    /// What a search returns that ran out of nodes; never looked at.
    const NOTHING: Reached = Reached { value: 0, resolved: false };
    const WORST: Reached = Reached { value: -INFINITE, resolved: false };
    const DRAW: Reached = Reached { value: 0, resolved: true };
}

impl<M: Copy + Eq> AlphaBeta<M> {
    /// A searcher with these options; out-of-range options are brought into range.
    pub fn new(mut options: AlphaBetaOptions) -> Self {
        options.depth = options.depth.clamp(1, MAX_DEPTH);
        options.beam = options.beam.map(|width| width.max(1));
        AlphaBeta {
            table: Table::new(options.table_bits),
            cache: EvaluationCache::new(options.cache_bits),
            history: Vec::new(),
            frames: Vec::new(),
            options,
        }
    }

    /// The options in use.
    pub fn options(&self) -> &AlphaBetaOptions {
        &self.options
    }

    /// Changes the limits of the searches to come (see [`AlphaBetaOptions`]); what is remembered stays and is of use.
    pub fn limit(&mut self, depth: u32, nodes: Option<u64>) {
        self.options.depth = depth.clamp(1, MAX_DEPTH);
        self.options.nodes = nodes;
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.cache.clear();
        self.history.fill(0);
    }

    /// Searches a position; `None` if the game is over there. Among equal moves the one listed first at the root
    /// is preferred if nothing speaks against it. The position is unchanged afterwards.
    pub fn search<A, E>(&mut self, arena: &A, evaluate: &E, position: &mut A::Position) -> Option<SearchResult<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
    {
        Search::new(self, arena, &evaluate, position).deepen(&mut |_| ())
    }

    /// As [`search`](AlphaBeta::search), but the moves at the root are shuffled first, so that equal moves all have their turn.
    pub fn search_shuffled<A, E, R>(
        &mut self,
        arena: &A,
        evaluate: &E,
        position: &mut A::Position,
        rng: &mut R,
    ) -> Option<SearchResult<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
        R: Rng,
    {
        Search::new(self, arena, &evaluate, position).deepen(&mut |moves| moves.shuffle(rng))
    }

    /// The value of every legal move at the given depth (1 to [`MAX_DEPTH`] plies, the move itself the first), each
    /// searched with the full window; `None` if the game is over. The beam, if any, narrows all nodes but the root. If the budget in
    /// nodes runs out, the values are those of the last depth completed, at least 1.
    pub fn root_values<A, E>(
        &mut self,
        arena: &A,
        evaluate: &E,
        position: &mut A::Position,
        depth: u32,
    ) -> Option<RootValues<M>>
    where
        A: Arena<Move = M>,
        E: Evaluate<A> + ?Sized,
    {
        Search::new(self, arena, &evaluate, position).root_values(depth.clamp(1, MAX_DEPTH))
    }

    /// Makes room for a search and forgets what belongs to the last one alone.
    fn prepare(&mut self, move_keys: usize) {
        self.table.age();
        self.history.resize(move_keys * 2, 0);
        self.frames.iter_mut().for_each(|frame| frame.killers = [None, None]);
    }

    /// Makes sure that there is a frame for every ply of a search this deep.
    fn make_frames(&mut self, depth: u32) {
        if self.frames.len() <= depth as usize {
            self.frames.resize_with(depth as usize + 1, Frame::default);
        }
    }
}

/// One search under way. The evaluation is called through a table, which costs nothing beside an evaluation, so that the search is
/// compiled once for each kind of position and not once more for each kind of evaluation.
struct Search<'s, A: Arena> {
    arena: &'s A,
    evaluate: &'s dyn Evaluate<A>,
    position: &'s mut A::Position,
    memory: &'s mut AlphaBeta<A::Move>,
    path_dependent: bool,
    nodes: u64,
    limit: u64,
    /// The budget ran out: unwind, and believe nothing that is returned.
    stopped: bool,
}

impl<'s, A: Arena> Search<'s, A> {
    fn new(
        memory: &'s mut AlphaBeta<A::Move>,
        arena: &'s A,
        evaluate: &'s dyn Evaluate<A>,
        position: &'s mut A::Position,
    ) -> Self {
        memory.prepare(arena.move_keys());
        let path_dependent = arena.path_dependent();
        Search { arena, evaluate, position, memory, path_dependent, nodes: 0, limit: u64::MAX, stopped: false }
    }

    /// The legal moves of the root, none if the game is over.
    fn root_moves(&self) -> Vec<A::Move> {
        let mut moves = Vec::new();
        if self.arena.outcome(self.position).is_none() {
            self.arena.moves(self.position, &mut moves);
        }
        moves
    }

    /// Iterative deepening.
    fn deepen(mut self, arrange: &mut dyn FnMut(&mut [A::Move])) -> Option<SearchResult<A::Move>> {
        let mut moves = self.root_moves();
        let mut result =
            SearchResult { best: *moves.first()?, value: 0, depth: 0, nodes: 0, line: vec![], exact: false };
        self.memory.make_frames(1);
        let whole = !self.narrow(&mut moves, self.memory.options.depth, 0);
        arrange(&mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for depth in 1..=self.memory.options.depth {
            self.memory.make_frames(depth);
            let (mut alpha, mut beta) = self.window(depth, result.value);
            let (best, reached) = loop {
                let (best, reached) = self.root(&moves, whole, depth, alpha, beta, &mut values);
                let widest = (alpha, beta) == (-INFINITE, INFINITE);
                if self.stopped || widest || (alpha < reached.value && reached.value < beta) {
                    break (best, reached);
                }
                (alpha, beta) = (-INFINITE, INFINITE);
            };
            if self.stopped {
                break;
            }
            result.best = moves[best];
            (result.value, result.exact, result.depth) = (reached.value, reached.resolved, depth);
            result.line.clone_from(&self.memory.frames[0].line);
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
            self.limit = self.memory.options.nodes.unwrap_or(u64::MAX);
        }
        result.nodes = self.nodes;
        Some(result)
    }

    /// The window that a depth is tried with first.
    fn window(&self, depth: u32, last: i32) -> (i32, i32) {
        match self.memory.options.aspiration {
            Some(half) if depth > 1 && last.abs() < WIN_BOUND => {
                let half = half.clamp(1, WIN_BOUND as u32) as i32;
                (last - half, last + half)
            }
            _ => (-INFINITE, INFINITE),
        }
    }

    /// Searches the root's moves in order; the index of the best and its value. `values` is what each move returned.
    fn root(
        &mut self,
        moves: &[A::Move],
        whole: bool,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        values: &mut Vec<i32>,
    ) -> (usize, Reached) {
        let mover = self.arena.mover(self.position);
        let (mut best, mut best_index, mut all_resolved) = (Reached::WORST, 0, whole);
        self.memory.frames[0].line.clear();
        values.clear();
        for (i, &mv) in moves.iter().enumerate() {
            let child = self.try_move(mv, mover, depth, 0, alpha, beta, i > 0);
            if self.stopped {
                break;
            }
            values.push(child.value);
            all_resolved &= child.resolved;
            if child.value > best.value {
                (best, best_index) = (child, i);
                if child.value > alpha {
                    alpha = child.value;
                    self.extend_line(mv, 0);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best.resolved &= all_resolved || best.value >= WIN_BOUND;
        (best_index, best)
    }

    fn root_values(mut self, depth: u32) -> Option<RootValues<A::Move>> {
        let moves = self.root_moves();
        let mover = self.arena.mover(self.position);
        let budget = self.memory.options.nodes;
        // Shallow passes order the moves for the deep one and are the fallback of a tight budget; two plies need neither.
        let first = if depth <= 2 && budget.is_none() { depth } else { 1 };
        let mut result = RootValues { values: Vec::with_capacity(moves.len()), depth: 0, nodes: 0 };
        let mut pass = Vec::with_capacity(moves.len());
        moves.first()?;
        for depth in first..=depth {
            self.memory.make_frames(depth);
            pass.clear();
            for &mv in &moves {
                let child = self.try_move(mv, mover, depth, 0, -INFINITE, INFINITE, false);
                if self.stopped {
                    break;
                }
                pass.push(RootValue { mv, value: child.value, exact: child.resolved });
            }
            if self.stopped {
                break;
            }
            result.values.clone_from(&pass);
            result.depth = depth;
            if pass.iter().all(|v| v.exact) {
                break;
            }
            self.limit = budget.unwrap_or(u64::MAX);
        }
        result.nodes = self.nodes;
        Some(result)
    }

    /// Makes a move at a node with `depth` plies to go and searches what follows; the value is for `mover`.
    #[allow(clippy::too_many_arguments)]
    fn try_move(
        &mut self,
        mv: A::Move,
        mover: usize,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        later: bool,
    ) -> Reached {
        if self.nodes >= self.limit {
            self.stopped = true;
            return Reached::NOTHING;
        }
        self.nodes += 1;
        self.arena.apply(self.position, mv);
        let same = self.arena.mover(self.position) == mover;
        let mut reached = Reached::NOTHING;
        let mut settled = false;
        if later && self.memory.options.scout && beta - alpha > 1 {
            reached = self.view(same, depth - 1, ply + 1, alpha, alpha + 1);
            settled = self.stopped || reached.value <= alpha || reached.value >= beta;
        }
        if !settled {
            reached = self.view(same, depth - 1, ply + 1, alpha, beta);
        }
        self.arena.undo(self.position);
        reached
    }

    /// Visits a node and returns its value for the player who moved there: his own if he moves again, else turned round.
    fn view(&mut self, same: bool, depth: u32, ply: u32, alpha: i32, beta: i32) -> Reached {
        if same {
            return self.visit(depth, ply, alpha, beta);
        }
        let reached = self.visit(depth, ply, -beta, -alpha);
        Reached { value: -reached.value, ..reached }
    }

    fn visit(&mut self, depth: u32, ply: u32, alpha: i32, beta: i32) -> Reached {
        let frame = &mut self.memory.frames[ply as usize];
        frame.line.clear();
        let mover = self.arena.mover(self.position);
        if let Some(outcome) = self.arena.outcome(self.position) {
            return Reached { value: worth(outcome, mover, ply), resolved: true };
        }
        if depth == 0 {
            return Reached { value: self.static_value(), resolved: false };
        }
        let key = self.arena.hash(self.position);
        let entry = self.memory.table.get(key);
        let remembered = entry.and_then(|e| e.best);
        if let Some(entry) = entry
            && let Some(reached) = self.recall(&entry, depth, ply, alpha, beta)
        {
            self.memory.frames[ply as usize].line.extend(remembered);
            return reached;
        }

        let frame = &mut self.memory.frames[ply as usize];
        let mut moves = take(&mut frame.moves);
        let mut ranked = take(&mut frame.ranked);
        moves.clear();
        self.arena.moves(self.position, &mut moves);
        let whole = !self.narrow(&mut moves, depth, ply);
        self.rank(&moves, &mut ranked, mover, ply, remembered);
        let reached = if self.stopped {
            Reached::NOTHING
        } else if ranked.is_empty() {
            Reached::DRAW
        } else {
            self.search_moves(&mut ranked, whole, key, mover, depth, ply, alpha, beta)
        };
        let frame = &mut self.memory.frames[ply as usize];
        (frame.moves, frame.ranked) = (moves, ranked);
        reached
    }

    /// Searches the moves of a node, the most promising first, and stores what was found.
    #[allow(clippy::too_many_arguments)]
    fn search_moves(
        &mut self,
        ranked: &mut [Ranked<A::Move>],
        whole: bool,
        key: u64,
        mover: usize,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Reached {
        let floor = alpha;
        let (mut best, mut best_move, mut all_resolved) = (Reached::WORST, None, whole);
        for i in 0..ranked.len() {
            bring_next(ranked, i);
            let mv = ranked[i].mv;
            let child = self.try_move(mv, mover, depth, ply, alpha, beta, i > 0);
            if self.stopped {
                return Reached::NOTHING;
            }
            all_resolved &= child.resolved;
            if child.value > best.value {
                best = child;
                if child.value > alpha {
                    alpha = child.value;
                    best_move = Some(mv);
                    self.extend_line(mv, ply);
                }
                if alpha >= beta {
                    self.credit(mv, mover, depth, ply);
                    break;
                }
            }
        }
        // One child is enough to prove that the value is beyond beta, or a win: a faster one would have been seen.
        best.resolved &= all_resolved || best.value >= beta || best.value >= WIN_BOUND;
        let bound = match best.value {
            v if v >= beta => Bound::Lower,
            v if v <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        self.memory.table.put(Entry {
            key,
            best: best_move,
            value: from_root(best.value, ply),
            depth: depth as u8,
            bound,
            resolved: best.resolved,
            generation: 0,
        });
        best
    }

    /// What the table knows, if it settles the node: see the module's promise.
    fn recall(&self, entry: &Entry<A::Move>, depth: u32, ply: u32, alpha: i32, beta: i32) -> Option<Reached> {
        let stored = u32::from(entry.depth);
        // A resolved value holds deeper down too, and in a shallower search if its win is within reach there. With a
        // beam neither is certain: nodes with one ply to go are not narrowed, deeper ones are.
        let holds = stored == depth
            || (entry.resolved
                && self.memory.options.beam.is_none()
                && (stored < depth || plies_to_end(entry.value).is_some_and(|n| n <= depth)));
        if self.path_dependent || !holds {
            return None;
        }
        let value = to_root(entry.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(Reached { value, resolved: entry.resolved })
    }

    /// Keeps the moves of the beam, in their old order; whether any had to go.
    fn narrow(&mut self, moves: &mut Vec<A::Move>, depth: u32, ply: u32) -> bool {
        let Some(width) = self.memory.options.beam else { return false };
        // With one ply to go all successors are valued anyhow.
        if depth < 2 || moves.len() <= width as usize {
            return false;
        }
        let mover = self.arena.mover(self.position);
        let mut judged = take(&mut self.memory.frames[ply as usize].judged);
        judged.clear();
        for (i, &mv) in moves.iter().enumerate() {
            if self.nodes >= self.limit {
                self.stopped = true;
                break;
            }
            self.nodes += 1;
            self.arena.apply(self.position, mv);
            let next = self.arena.mover(self.position);
            let value = match self.arena.outcome(self.position) {
                Some(outcome) => worth(outcome, mover, 0),
                None if next == mover => self.static_value(),
                None => -self.static_value(),
            };
            self.arena.undo(self.position);
            judged.push((Reverse(value), i as u32, mv));
        }
        if !self.stopped {
            keep_best(&mut judged, width as usize);
            moves.clear();
            moves.extend(judged.iter().map(|&(_, _, mv)| mv));
        }
        self.memory.frames[ply as usize].judged = judged;
        true
    }

    /// The evaluation of the position for its mover, remembered where that is sound.
    fn static_value(&mut self) -> i32 {
        let compute = || self.evaluate.evaluate(self.arena, self.position).clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        if self.path_dependent || self.memory.cache.is_off() {
            return compute();
        }
        self.memory.cache.get_or(self.arena.hash(self.position), compute)
    }

    /// Gives every move its rank for the order of search.
    fn rank(
        &self,
        moves: &[A::Move],
        ranked: &mut Vec<Ranked<A::Move>>,
        mover: usize,
        ply: u32,
        remembered: Option<A::Move>,
    ) {
        let AlphaBeta { options, history, frames, .. } = &*self.memory;
        let killers = &frames[ply as usize].killers;
        ranked.clear();
        ranked.extend(moves.iter().zip(0..).map(|(&mv, place)| {
            let rank = match Some(mv) {
                m if m == remembered => u32::MAX,
                m if options.killers && m == killers[0] => u32::MAX - 1,
                m if options.killers && m == killers[1] => u32::MAX - 2,
                _ if options.history => *history.get(self.history_slot(mv, mover)).unwrap_or(&0),
                _ => 0,
            };
            Ranked { rank, place, mv }
        }));
    }

    fn history_slot(&self, mv: A::Move, mover: usize) -> usize {
        self.arena.move_key(mv) * 2 + (mover & 1)
    }

    /// Notes that a move refuted the line that led here.
    fn credit(&mut self, mv: A::Move, mover: usize, depth: u32, ply: u32) {
        if self.memory.options.killers {
            let killers = &mut self.memory.frames[ply as usize].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.memory.options.history {
            let slot = self.history_slot(mv, mover);
            if let Some(count) = self.memory.history.get_mut(slot) {
                *count += depth * depth;
                if *count >= HISTORY_CAP {
                    self.memory.history.iter_mut().for_each(|count| *count /= 2);
                }
            }
        }
    }

    /// Makes the line of a ply: the move, then the line below.
    fn extend_line(&mut self, mv: A::Move, ply: u32) {
        if let [here, below, ..] = &mut self.memory.frames[ply as usize..] {
            here.line.clear();
            here.line.push(mv);
            here.line.extend_from_slice(&below.line);
        }
    }
}

/// The value of a finished game for a player, `ply` plies below the root.
fn worth(outcome: Outcome, player: usize, ply: u32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
    }
}

/// Sorts moves by their values, the greatest first; moves of one value keep their order. Apart from the search, which is compiled for
/// each size of board, as sorting need not be.
fn sort_by_value(order: &mut [usize], values: &[i32]) {
    order.sort_by_key(|&i| Reverse(values[i]));
}

/// Keeps so many of the judged moves, the best, in the order of the move list.
fn keep_best<M>(judged: &mut Vec<(Reverse<i32>, u32, M)>, width: usize) {
    judged.sort_unstable_by_key(|&(value, i, _)| (value, i));
    judged.truncate(width);
    judged.sort_unstable_by_key(|&(_, i, _)| i);
}

/// Brings the best ranked of the moves from `i` on to place `i`; moves of one rank keep the order of the move list.
///
/// Most nodes are cut off within a few moves, so the first are picked one by one and only the rest is sorted.
fn bring_next<M>(ranked: &mut [Ranked<M>], i: usize) {
    match i {
        0..PICKED_SINGLY => {
            let mut best = i;
            for j in i + 1..ranked.len() {
                if ranked[j].rank > ranked[best].rank {
                    best = j;
                }
            }
            ranked[i..=best].rotate_right(1);
        }
        PICKED_SINGLY => ranked[i..].sort_unstable_by_key(|m| (Reverse(m.rank), m.place)),
        _ => (),
    }
}
