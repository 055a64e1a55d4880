//! The threads of the current pool; without the feature `threads`, the calling thread alone.
//!
//! Work arrives as `&dyn Fn`, so that the machinery of threads is compiled once for each kind of result.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// How many threads there are.
#[cfg(feature = "threads")]
pub fn count() -> usize {
    rayon::current_num_threads()
}

/// How many threads there are.
#[cfg(not(feature = "threads"))]
pub fn count() -> usize {
    1
}

/// What `work` makes of the numbers below `count`, in order.
#[cfg(feature = "threads")]
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().map(work).collect()
}

/// What `work` makes of the numbers below `count`, in order.
#[cfg(not(feature = "threads"))]
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).map(work).collect()
}

/// As [`map`], begun in the order of the numbers: the last jobs may be small ones.
#[cfg(feature = "threads")]
pub fn map_in_turn<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut done: Vec<Option<T>> = (0..count).map(|_| None).collect();
    rayon::scope_fifo(|scope| {
        done.iter_mut().enumerate().for_each(|(i, done)| scope.spawn_fifo(move |_| *done = Some(work(i))));
    });
    done.into_iter().flatten().collect()
}

/// As [`map`].
#[cfg(not(feature = "threads"))]
pub fn map_in_turn<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    map(count, work)
}

/// Hands over the pieces of two slices, so many items long, together.
#[cfg(feature = "threads")]
pub fn for_pieces<T: Send + Sync>(new: &mut [T], old: &[T], size: usize, work: &(dyn Fn(&mut [T], &[T]) + Sync)) {
    new.par_chunks_mut(size).zip(old.par_chunks(size)).for_each(|(new, old)| work(new, old));
}

/// Hands over the pieces of two slices, so many items long, together.
#[cfg(not(feature = "threads"))]
pub fn for_pieces<T: Send + Sync>(new: &mut [T], old: &[T], size: usize, work: &(dyn Fn(&mut [T], &[T]) + Sync)) {
    new.chunks_mut(size).zip(old.chunks(size)).for_each(|(new, old)| work(new, old));
}
