//! What a piece of work takes of processors, on whichever threads it is done.
//!
//! Elapsed time says little of a piece of work: while a thread waits for parts done by others it may begin another piece, and machines are
//! shared. So each thread charges its own processor time to the piece that it works on, and parts handed to
//! other threads ([`parallel`](crate::parallel)) are charged to the piece they are parts of. Where there is no clock of a thread's
//! processor time, elapsed time stands for it.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Nanoseconds of processors that a piece of work has taken.
type Account = Arc<AtomicU64>;

/// The piece of work that a thread is at, since when.
#[derive(Default)]
struct Present {
    account: Option<Account>,
    since: Duration,
}

thread_local! {
    static PRESENT: RefCell<Present> = RefCell::default();
}

/// Charges the thread's time until now to what it has been at, and turns to something else. Returns what it was at.
fn turn_to(account: Option<Account>) -> Option<Account> {
    PRESENT.with_borrow_mut(|present| {
        let now = time_of_thread();
        if let Some(account) = &present.account {
            account.fetch_add((now - present.since).as_nanos() as u64, Relaxed);
        }
        present.since = now;
        std::mem::replace(&mut present.account, account)
    })
}

#[cfg(unix)]
fn time_of_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn time_of_thread() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGINNING.elapsed()
}

/// Measures what the thread does from now on, with the parts that it hands to others, until it is read or dropped. A
/// stopwatch started meanwhile takes over: its time does not count for this one.
pub struct Stopwatch {
    account: Account,
    back: Back,
}

impl Stopwatch {
    /// Starts one.
    ///
    /// ```
    /// # use ludogen::stopwatch::Stopwatch;
    /// let watch = Stopwatch::start();
    /// let sum: u64 = std::hint::black_box((1..1_000_000).sum());
    /// assert!(sum > 0 && !watch.stop().is_zero());
    /// ```
    pub fn start() -> Self {
        let account = Account::default();
        let back = Back(turn_to(Some(account.clone())));
        Stopwatch { account, back }
    }

    /// Stops it: the time taken on all threads.
    pub fn stop(self) -> Duration {
        let Stopwatch { account, back } = self;
        drop(back);
        Duration::from_nanos(account.load(Relaxed))
    }
}

/// The piece of work that a thread is at, to go on with it on others.
pub(crate) struct Part(Option<Account>);

impl Part {
    /// A part of what this thread is at.
    pub(crate) fn of_present() -> Self {
        Part(PRESENT.with_borrow(|present| present.account.clone()))
    }

    /// Does the part, on this thread.
    pub(crate) fn run(&self, work: impl FnOnce()) {
        let is_present = PRESENT.with_borrow(|present| match (&present.account, &self.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        });
        if is_present {
            return work();
        }
        let _back = Back(turn_to(self.0.clone()));
        work();
    }
}

/// What a thread was at before, to which it goes back however what it does ends.
struct Back(Option<Account>);

impl Drop for Back {
    fn drop(&mut self) {
        turn_to(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel;

    /// Keeps a processor busy for so many milliseconds of this thread's time.
    fn spin(milliseconds: u64) {
        let begun = time_of_thread();
        while time_of_thread() - begun < Duration::from_millis(milliseconds) {}
    }

    fn is_about(time: Duration, milliseconds: u64) -> bool {
        let measured = time.as_secs_f64() * 1e3;
        measured >= milliseconds as f64 && measured < milliseconds as f64 + 20.0
    }

    #[test]
    fn parts_count_whichever_thread_does_them_and_other_work_does_not() {
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // Three pieces, of three parts each: a thread that waits for its own parts does parts of the others.
            let times = pool.install(|| {
                parallel::map(1..4, &|n| {
                    let watch = Stopwatch::start();
                    parallel::for_each(0..3, &|_| spin(u64::from(10 * n)));
                    watch.stop()
                })
            });
            for (n, time) in (1..).zip(times) {
                assert!(is_about(time, 30 * n), "{threads} threads, {n}: {time:?}");
            }
        }
    }

    #[test]
    fn waiting_takes_nothing_and_a_stopwatch_within_takes_over() {
        let outer = Stopwatch::start();
        spin(10);
        let inner = Stopwatch::start();
        spin(20);
        assert!(is_about(inner.stop(), 20));
        std::thread::sleep(Duration::from_millis(100));
        let time = outer.stop();
        assert!(!cfg!(unix) || is_about(time, 10), "{time:?}");
        assert!(Part::of_present().0.is_none());
    }

    #[test]
    fn what_ends_with_a_panic_is_left_as_well() {
        let outer = Stopwatch::start();
        let panicked = std::panic::catch_unwind(|| {
            let _inner = Stopwatch::start();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(panicked.is_err());
        let part = Part::of_present();
        assert!(part.0.is_some_and(|account| Arc::ptr_eq(&account, &outer.account)));
    }
}
