//! The settings of alpha-beta.

use serde::{Deserialize, Serialize};

/// The greatest depth of a search in plies; greater depths in options are cut to it.
pub const MAX_DEPTH: u32 = 255;

/// How an alpha-beta player searches. All fields may be left out in recipes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphaBetaOptions {
    /// Depth to search, in plies: 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// Budget in nodes, that is, moves made in the search. When it runs out the last completed depth counts;
    /// depth 1 is completed in any case, unless finding legal moves takes many times as long. `None`: only the depth limits the search.
    pub nodes: Option<u64>,
    /// Beam width: how many moves to keep at each node with two plies or more to go, the best by static evaluation; `None` keeps
    /// all. A result that rests on pruned moves is never marked exact. At least 1.
    pub beam: Option<u32>,
    /// Size of the transposition table: 2 to this many slots of some 40 bytes; 0 for none, 26 at most.
    pub table_bits: u8,
    /// Size of the cache of static evaluations: 2 to this many slots of 24 bytes; 0 for none, 26 at most.
    pub cache_bits: u8,
    /// Whether captures come early, the most valuable victim by the least valuable attacker first.
    pub captures: bool,
    /// Whether killer moves come early: moves that caused cut-offs elsewhere at the same ply.
    pub killers: bool,
    /// Whether the history heuristic orders moves by the cut-offs that they have caused in the whole search.
    pub history: bool,
    /// Whether moves after the first are searched with a null window first, and with the full window only if they exceed it
    /// (principal variation search, also called NegaScout).
    pub scout: bool,
    /// Half the width of the aspiration window around the value of the last depth; `None`: always the full window.
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
            captures: true,
            killers: true,
            history: true,
            scout: true,
            aspiration: None,
        }
    }
}

impl AlphaBetaOptions {
    /// The same options with depth and beam brought into range.
    pub(super) fn in_range(mut self) -> Self {
        self.depth = self.depth.clamp(1, MAX_DEPTH);
        self.beam = self.beam.map(|width| width.max(1));
        self
    }
}
