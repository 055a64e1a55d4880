//! Work on the threads of the current pool; on the calling thread alone without the feature `threads`, with the same results.
//!
//! What is done arrives as `&dyn Fn`, and results go to slots of their own, so that the machinery of threads is compiled once, not once
//! more for each kind of result or size of board. That costs nothing beside a game or a search, for which these functions are meant;
//! loops whose rounds take less than a microsecond are to be handed over in pieces.

#[cfg(feature = "threads")]
use crate::stopwatch::Part;
#[cfg(feature = "threads")]
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// Calls `one` with each number, on whichever thread and in whichever order.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// let sum = AtomicU32::new(0);
/// ludogen::parallel::for_each(1..5, &|n| {
///     sum.fetch_add(n, Ordering::Relaxed);
/// });
/// assert_eq!(sum.into_inner(), 10);
/// ```
#[cfg(feature = "threads")]
pub fn for_each(numbers: Range<u32>, one: &(dyn Fn(u32) + Sync)) {
    let part = Part::of_present();
    numbers.into_par_iter().for_each(|i| part.run(|| one(i)));
}

/// Calls `one` with each number.
#[cfg(not(feature = "threads"))]
pub fn for_each(numbers: Range<u32>, one: &(dyn Fn(u32) + Sync)) {
    numbers.for_each(one);
}

/// What `one` makes of each number, in the order of the numbers, whichever thread made it.
///
/// ```
/// assert_eq!(ludogen::parallel::map(1..5, &|n| n * n), [1, 4, 9, 16]);
/// ```
pub fn map<T: Send>(numbers: Range<u32>, one: &(dyn Fn(u32) -> T + Sync)) -> Vec<T> {
    let made: Vec<Mutex<Option<T>>> = numbers.clone().map(|_| Mutex::new(None)).collect();
    for_each(0..made.len() as u32, &|i| {
        let result = one(numbers.start + i);
        *made[i as usize].lock().unwrap() = Some(result);
    });
    made.into_iter().filter_map(|slot| slot.into_inner().unwrap()).collect()
}

/// Hands each of the items over to `work`.
///
/// ```
/// use std::{collections::BTreeSet, sync::Mutex};
///
/// let found = Mutex::new(BTreeSet::new());
/// ludogen::parallel::hand_out(vec!["Hex", "Go"], &|game| {
///     found.lock().unwrap().insert(game);
/// });
/// assert!(found.into_inner().unwrap().into_iter().eq(["Go", "Hex"]));
/// ```
pub fn hand_out<T: Send>(items: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    for_each(0..items.len() as u32, &|i| {
        let item = items[i as usize].lock().unwrap().take();
        item.into_iter().for_each(work);
    });
}

/// What `work` returns on each thread of the current pool; a thread that is busy begins when it is free.
///
/// ```
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let threads = pool.install(|| ludogen::parallel::on_each_thread(&|| std::thread::current().id()));
/// assert!(threads.len() == 2 && threads[0] != threads[1]);
/// ```
#[cfg(feature = "threads")]
pub fn on_each_thread<T: Send>(work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    rayon::broadcast(|_| work())
}

/// What `work` returns on the one thread that there is.
#[cfg(not(feature = "threads"))]
pub fn on_each_thread<T: Send>(work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    vec![work()]
}
