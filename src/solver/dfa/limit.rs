//! What operations may use, and jobs that share it in parallel.

use std::cell::Cell;

use super::{Error, threads as pool};

thread_local! {
    static SCOPE: Cell<Scope> = const { Cell::new(Scope { limit: Limit::NONE, end: u64::MAX, used: 0, work: 0, alone: false }) };
}

/// What operations on sets may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Bytes of memory to work in.
    pub bytes: usize,
    /// Work: states, pairs of states and unions of states that all operations together may visit. It does not depend on the machine or the
    /// number of threads.
    pub states: u64,
}

impl Limit {
    /// As much as there is.
    pub const NONE: Self = Self { bytes: usize::MAX, states: u64::MAX };
}

impl Default for Limit {
    fn default() -> Self {
        Self::NONE
    }
}

/// What operations on one thread may use, and what they have used.
#[derive(Clone, Copy)]
struct Scope {
    limit: Limit,
    /// The greatest value that `work` may reach.
    end: u64,
    /// Bytes that are worked in now.
    used: usize,
    /// Work done.
    work: u64,
    /// Whether other threads are left alone.
    alone: bool,
}

/// Changes what is known of this thread.
fn update(change: impl FnOnce(&mut Scope)) {
    let mut scope = SCOPE.get();
    change(&mut scope);
    SCOPE.set(scope);
}

/// Runs `work` with operations on sets limited to working in about so many bytes of memory, that of the sets themselves not counted, and to
/// visiting so many states in all; within another such call, what that call has left is not exceeded. An operation that needs more
/// fails with [`Error::Memory`] or [`Error::States`].
///
/// ```
/// use ludogen::solver::dfa::{Error, Limit, Set, Shape, with_limit};
///
/// let shape = Shape::uniform(40, 2).unwrap();
/// let [zeros, ones] = [[0; 40], [1; 40]].map(|string| Set::single(&shape, &string).unwrap());
/// let few = Limit { states: 30, ..Limit::NONE };
/// assert!(matches!(with_limit(few, || zeros.union(&ones)), Err(Error::States { limit: 30 })));
/// assert_eq!(zeros.union(&ones).unwrap().count().unwrap(), 2);
/// ```
pub fn with_limit<T>(limit: Limit, work: impl FnOnce() -> T) -> T {
    let outer = SCOPE.get();
    let end = outer.work.saturating_add(limit.states);
    let states = if end < outer.end { limit.states } else { outer.limit.states };
    let inner = Limit { bytes: limit.bytes.min(outer.limit.bytes), states };
    update(|scope| (scope.limit, scope.end) = (inner, end.min(outer.end)));
    let result = work();
    update(|scope| (scope.limit, scope.end) = (outer.limit, outer.end));
    result
}

/// Runs jobs that work on sets in sessions of their own, in parallel where there are threads for it, and returns what they return, in order.
/// Together they may use what the limit leaves the caller: a job is given its share of the memory, and if that does not suffice, all run
/// once more, one after the other, each with all of it.
///
/// ```
/// use ludogen::solver::dfa::{Error, Limit, Set, Shape, in_parallel, with_limit};
///
/// let shape = Shape::uniform(8, 2).unwrap();
/// let zeros = Set::single(&shape, &[0; 8]).unwrap();
/// // The strings that begin with so many ones and one more, or have none.
/// let job = |more: usize| {
///     let ones: Vec<_> = (0..=more).map(|cell| (cell, vec![1])).collect();
///     Set::cube(&shape, &ones)?.union(&zeros)?.count()
/// };
/// assert_eq!(in_parallel(3, job).unwrap(), [129, 65, 33]);
/// let nothing = Limit { states: 0, ..Limit::NONE };
/// assert!(matches!(with_limit(nothing, || in_parallel(3, job)), Err(Error::States { .. })));
/// ```
///
/// # Errors
/// Those of the jobs, and [`Error::States`] if all jobs together visit more states than the limit allows.
pub fn in_parallel<T: Send>(jobs: usize, job: impl Fn(usize) -> Result<T, Error> + Sync) -> Result<Vec<T>, Error> {
    let threads = threads();
    if threads.min(jobs) < 2 {
        return (0..jobs).map(job).collect();
    }
    let outer = SCOPE.get();
    let share = Scope {
        limit: Limit { bytes: outer.limit.bytes.saturating_sub(outer.used) / threads.min(jobs), ..outer.limit },
        end: outer.end.saturating_sub(outer.work),
        used: 0,
        work: 0,
        // With as many jobs as threads, none needs help.
        alone: jobs >= threads,
    };
    let apart = &|i| {
        // A thread that waits for others may do another job meanwhile.
        let before = SCOPE.replace(share);
        let result = job(i);
        (result, SCOPE.replace(before).work)
    };
    let (results, work): (Vec<_>, Vec<u64>) = pool::map_in_turn(jobs, apart).into_iter().unzip();
    match results.into_iter().collect() {
        Err(Error::Memory { .. }) => (0..jobs).map(job).collect(),
        results => {
            work.into_iter().for_each(add_work);
            check()?;
            results
        }
    }
}

/// Threads that operations on this one may use.
pub(super) fn threads() -> usize {
    if SCOPE.get().alone { 1 } else { pool::count() }
}

/// The work that operations called from this thread have done so far, whatever threads helped: see [`Limit::states`]. The difference
/// between two calls in one job tells how hard was what the job did between them.
///
/// ```
/// use ludogen::solver::dfa::{Set, Shape, work};
///
/// let shape = Shape::uniform(40, 2).unwrap();
/// let [zeros, ones] = [[0; 40], [1; 40]].map(|string| Set::single(&shape, &string).unwrap());
/// let union = || {
///     let before = work();
///     zeros.union(&ones).unwrap();
///     work() - before
/// };
/// assert!(union() > 0);
/// assert_eq!(union(), union());
/// ```
pub fn work() -> u64 {
    SCOPE.get().work
}

/// Takes note of states visited.
pub(super) fn add_work(states: impl TryInto<u64>) {
    let states = states.try_into().unwrap_or(u64::MAX);
    update(|scope| scope.work = scope.work.saturating_add(states));
}

/// Takes note of memory to work in.
pub(super) fn take(bytes: usize) {
    update(|scope| scope.used += bytes);
}

/// Takes note of memory that is given back.
pub(super) fn give(bytes: usize) {
    update(|scope| scope.used = scope.used.saturating_sub(bytes));
}

/// Fails if operations on this thread use more than they may.
pub(super) fn check() -> Result<(), Error> {
    check_with(0)
}

/// Fails if operations on this thread use more than they may when `more` bytes are added.
pub(super) fn check_with(more: usize) -> Result<(), Error> {
    let Scope { limit, end, used, work, .. } = SCOPE.get();
    let used = used.saturating_add(more);
    if used > limit.bytes {
        return Err(Error::Memory { used, limit: limit.bytes });
    }
    if work > end { Err(Error::States { limit: limit.states }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::{Set, Shape};
    use super::*;

    #[test]
    fn a_limit_is_kept_and_ends_with_its_scope() {
        let shape = Shape::uniform(40, 2).unwrap();
        let set = Set::single(&shape, &[0; 40]).unwrap();
        let other = Set::single(&shape, &[1; 40]).unwrap();
        let failed = with_limit(Limit { bytes: 100, ..Limit::NONE }, || set.union(&other));
        assert!(matches!(failed, Err(Error::Memory { limit: 100, .. })));
        let few = Limit { states: 30, ..Limit::NONE };
        assert!(matches!(with_limit(few, || set.union(&other)), Err(Error::States { limit: 30 })));
        // A wider limit within does not widen it.
        let within = with_limit(few, || with_limit(Limit::NONE, || set.union(&other)));
        assert!(matches!(within, Err(Error::States { limit: 30 })));
        assert!(set.union(&set.complement()).unwrap().is_full());
        assert_eq!(SCOPE.get().used, 0);
    }

    /// What jobs that unite sets return, and whether they may, with so many threads.
    fn in_parallel_on(threads: usize, limit: Limit, jobs: usize) -> Result<Vec<usize>, Error> {
        let shape = Shape::uniform(40, 2).unwrap();
        let set = Set::single(&shape, &[0; 40]).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            with_limit(limit, || {
                let outer = SCOPE.get().work;
                let found = in_parallel(jobs, |i| {
                    let other = Set::cube(&shape, &[(i, vec![1])]).unwrap();
                    set.union(&other).map(|set| set.states() + i)
                });
                assert_eq!(SCOPE.get().used, 0);
                assert!(found.is_err() || jobs == 0 || SCOPE.get().work > outer);
                found
            })
        })
    }

    #[test]
    fn jobs_done_in_parallel_return_in_order_and_keep_the_limit_of_all() {
        let alone = in_parallel_on(1, Limit::NONE, 7).unwrap();
        assert!(alone.windows(2).all(|pair| pair[0] != pair[1]));
        let enough = (1..).find(|&states| in_parallel_on(1, Limit { states, ..Limit::NONE }, 7).is_ok()).unwrap();
        for threads in [2, 3, 7, 8] {
            assert_eq!(in_parallel_on(threads, Limit { states: enough, ..Limit::NONE }, 7).unwrap(), alone);
            let few = Limit { states: enough - 1, ..Limit::NONE };
            assert!(matches!(in_parallel_on(threads, few, 7), Err(Error::States { limit }) if limit == enough - 1));
        }
        assert!(in_parallel_on(2, Limit::NONE, 0).unwrap().is_empty());
    }

    #[test]
    fn jobs_that_have_not_memory_enough_in_parallel_run_one_after_the_other() {
        let suffices = |threads, bytes| in_parallel_on(threads, Limit { bytes, ..Limit::NONE }, 3);
        let enough = (0..20).map(|power| 1 << power).find(|&bytes| suffices(1, bytes).is_ok()).unwrap();
        for threads in [2, 3] {
            assert_eq!(suffices(threads, enough).unwrap(), suffices(1, usize::MAX).unwrap());
            assert!(matches!(suffices(threads, enough / 2), Err(Error::Memory { .. })));
        }
    }
}
