//! Work on the threads of the current pool.
//!
//! What is done arrives as `&dyn Fn`, so that the machinery of threads is compiled once for each kind of result and not once more for
//! each size of board. Such a call costs nothing beside a game or a search, for which these functions are meant; loops whose rounds
//! take less than a microsecond are to be handed over in pieces.

use rayon::prelude::*;
use std::ops::Range;

/// What `one` makes of each number, in the order of the numbers, whichever thread made it.
pub fn map<T: Send>(numbers: Range<u32>, one: &(dyn Fn(u32) -> T + Sync)) -> Vec<T> {
    numbers.into_par_iter().map(one).collect()
}

/// What `work` returns on each thread of the current pool; a thread that is busy begins when it is free.
pub fn on_each_thread<T: Send>(work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    rayon::broadcast(|_| work())
}
