//! Work on the threads of the current pool; on the calling thread alone without the feature `threads`, with the same results.
//!
//! What is done arrives as `&dyn Fn`, so that the machinery of threads is compiled once for each kind of result and not once more for
//! each size of board. Such a call costs nothing beside a game or a search, for which these functions are meant; loops whose rounds
//! take less than a microsecond are to be handed over in pieces.

use prelude::*;
use std::ops::Range;

#[cfg(not(feature = "threads"))]
#[path = "parallel/alone.rs"]
pub(crate) mod prelude;
#[cfg(feature = "threads")]
pub(crate) use rayon::prelude;

/// What `one` makes of each number, in the order of the numbers, whichever thread made it.
pub fn map<T: Send>(numbers: Range<u32>, one: &(dyn Fn(u32) -> T + Sync)) -> Vec<T> {
    numbers.into_par_iter().map(one).collect()
}

/// What `work` returns on each thread of the current pool; a thread that is busy begins when it is free.
#[cfg(feature = "threads")]
pub fn on_each_thread<T: Send>(work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    rayon::broadcast(|_| work())
}

/// What `work` returns on the one thread that there is.
#[cfg(not(feature = "threads"))]
pub fn on_each_thread<T: Send>(work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    vec![work()]
}
