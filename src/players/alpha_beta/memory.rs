//! What a searcher keeps between nodes and between searches, and the order in which it tries moves.

use super::options::AlphaBetaOptions;
use crate::players::transposition::{EvaluationCache, TranspositionTable};
use std::cmp::Reverse;

/// History counts are halved when one reaches this, which keeps them below the ranks of killers and table moves.
const HISTORY_CAP: u32 = 1 << 30;

/// Captures come before killers and history, after the table move: what their order adds stays below half of this.
const CAPTURE: u32 = 1 << 31;

/// From this move on a node has probably no cut-off, and the rest is sorted at once instead of picked one by one.
const PICKED_SINGLY: usize = 5;

/// The state of a searcher.
pub(super) struct SearchMemory<M> {
    pub options: AlphaBetaOptions,
    pub table: TranspositionTable<M>,
    pub cache: EvaluationCache,
    /// History heuristic: cut-offs by move key and mover, weighted by the square of the depth.
    pub history: Vec<u32>,
    /// Working space by ply.
    pub frames: Vec<Frame<M>>,
}

/// Working space of one ply, kept between nodes so that none of them allocates.
pub(super) struct Frame<M> {
    pub moves: Vec<M>,
    pub ranked: Vec<RankedMove<M>>,
    /// Moves by the static evaluation of their successors, for the beam.
    pub evaluated: Vec<(Reverse<i32>, u32, M)>,
    /// The principal variation from this ply on.
    pub variation: Vec<M>,
    pub killers: [Option<M>; 2],
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            moves: Vec::new(),
            ranked: Vec::new(),
            evaluated: Vec::new(),
            variation: Vec::new(),
            killers: [None, None],
        }
    }
}

/// A move with what decides when it is searched.
pub(super) struct RankedMove<M> {
    rank: u32,
    /// Its index in the move list.
    index: u32,
    pub mv: M,
}

impl<M: Copy + Eq> SearchMemory<M> {
    pub fn new(options: AlphaBetaOptions) -> Self {
        SearchMemory {
            table: TranspositionTable::new(options.table_bits),
            cache: EvaluationCache::new(options.cache_bits),
            history: Vec::new(),
            frames: Vec::new(),
            options,
        }
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.cache.clear();
        self.history.fill(0);
    }

    /// Makes room for a search and forgets what belongs to the last one alone.
    pub fn prepare(&mut self, move_keys: usize) {
        self.table.age();
        self.history.resize(move_keys * 2, 0);
        self.frames.iter_mut().for_each(|frame| frame.killers = [None, None]);
    }

    /// Makes sure that there is a frame for every ply of a search this deep.
    pub fn make_frames(&mut self, depth: u32) {
        if self.frames.len() <= depth as usize {
            self.frames.resize_with(depth as usize + 1, Frame::default);
        }
    }

    /// Ranks the moves of a node: the table move, captures, killer moves, then by history. `slot` is where a move has its history, `capture` its
    /// [order among captures](crate::players::Arena::capture_order).
    pub fn rank_moves(
        &self,
        moves: &[M],
        ranked: &mut Vec<RankedMove<M>>,
        ply: u32,
        table_move: Option<M>,
        slot: impl Fn(M) -> usize,
        capture: impl Fn(M) -> u32,
    ) {
        let SearchMemory { options, history, frames, .. } = self;
        let killers = &frames[ply as usize].killers;
        ranked.clear();
        ranked.extend(moves.iter().zip(0..).map(|(&mv, index)| {
            let order = if options.captures { capture(mv) } else { 0 };
            let rank = match Some(mv) {
                m if m == table_move => u32::MAX,
                _ if order > 0 => CAPTURE + order.min(CAPTURE / 2),
                m if options.killers && m == killers[0] => CAPTURE - 1,
                m if options.killers && m == killers[1] => CAPTURE - 2,
                _ if options.history => *history.get(slot(mv)).unwrap_or(&0),
                _ => 0,
            };
            RankedMove { rank, index, mv }
        }));
    }

    /// Notes that a move caused a cut-off: it becomes a killer move of its ply, and its history counts for more.
    pub fn note_cutoff(&mut self, mv: M, slot: usize, depth: u32, ply: u32) {
        if self.options.killers {
            let killers = &mut self.frames[ply as usize].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.options.history
            && let Some(count) = self.history.get_mut(slot)
        {
            *count += depth * depth;
            if *count >= HISTORY_CAP {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }

    /// Notes that a move stands so many places above the worst of its node.
    pub fn note_rank(&mut self, slot: usize, rank: u32) {
        if let Some(count) = self.history.get_mut(slot) {
            *count = (*count + rank).min(HISTORY_CAP - 1);
        }
    }

    /// Makes the principal variation of a ply: the move, then the variation of the next ply.
    pub fn extend_variation(&mut self, mv: M, ply: u32) {
        if let [here, below, ..] = &mut self.frames[ply as usize..] {
            here.variation.clear();
            here.variation.push(mv);
            here.variation.extend_from_slice(&below.variation);
        }
    }
}

/// Brings the best ranked of the moves from `i` on to place `i`; moves of one rank keep the order of the move list.
///
/// Most nodes are cut off within a few moves, so the first are picked one by one and only the rest is sorted.
pub(super) fn bring_next<M>(ranked: &mut [RankedMove<M>], i: usize) {
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
        PICKED_SINGLY => ranked[i..].sort_unstable_by_key(|m| (Reverse(m.rank), m.index)),
        _ => (),
    }
}
