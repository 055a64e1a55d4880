//! Alpha-beta: negamax with iterative deepening, principal variation search (null windows), a transposition table, killer
//! moves, the history heuristic, aspiration windows and an optional beam.
//!
//! One promise comes before all others: without a beam, the value of a search completed to depth *d* *is* the minimax value at
//! depth *d*, whatever the options and whatever was searched before, because measurements are taken from these values. Hence the
//! transposition table answers only with values of exactly the depth asked for, or with proven values, which rest on finished
//! games alone and hold at any depth; the usual "at least this deep" would make values depend on the contents of the table. For
//! the same reason there is no quiescence search, no null-move pruning and no late-move reduction.
//!
//! A beam (the paper's "beam width reduction", III.B) keeps at each node the *k* moves whose successors have the best static
//! evaluation, ties going to the move listed first. That choice depends on nothing but the position, so values are still those of
//! plain minimax on the narrowed tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | the settings |
//! | `result` | what a search returns |
//! | `memory` | what is kept between nodes and searches; the order of moves |
//! | `search` | one search: iterative deepening, root, nodes |
//! | `window` | windows, the values of nodes |
//! | `searcher` | [`AlphaBeta`], the public face |

mod memory;
mod options;
mod result;
mod search;
mod searcher;
mod window;

pub use options::{AlphaBetaOptions, MAX_DEPTH};
pub use result::{RootValue, RootValues, SearchResult};
pub use searcher::AlphaBeta;
