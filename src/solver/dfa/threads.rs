//! The threads of the current pool; without the feature `threads`, the calling thread alone.
//!
//! Work arrives as `&dyn Fn`, and results go to slots of their own, so that the machinery of threads is compiled once.

#[cfg(feature = "threads")]
use rayon::prelude::*;
#[cfg(feature = "threads")]
use std::sync::Mutex;

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
    in_slots(count, work, |count, one| (0..count).into_par_iter().for_each(one))
}

/// What `work` makes of the numbers below `count`, in order, when `all` hands these out.
#[cfg(feature = "threads")]
fn in_slots<T: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> T + Sync),
    all: fn(usize, &(dyn Fn(usize) + Sync)),
) -> Vec<T> {
    let done: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    all(count, &|i| {
        let result = work(i);
        *done[i].lock().unwrap() = Some(result);
    });
    done.into_iter().filter_map(|slot| slot.into_inner().unwrap()).collect()
}

/// What `work` makes of the numbers below `count`, in order.
#[cfg(not(feature = "threads"))]
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).map(work).collect()
}

/// As [`map`], begun in the order of the numbers: the last jobs may be small ones.
#[cfg(feature = "threads")]
pub fn map_in_turn<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    in_slots(count, work, |count, one| {
        rayon::scope_fifo(|scope| (0..count).for_each(|i| scope.spawn_fifo(move |_| one(i))));
    })
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
