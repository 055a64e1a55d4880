//! Work done in parallel, results taken in strictly in order.

use super::events::Stop;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// What stands at the two ends of the work, in one thread.
pub(crate) trait Line {
    /// What a piece of work needs.
    type Order: Send;
    /// What comes of it.
    type Good: Send;
    /// What may go wrong when it is taken in.
    type Error;

    /// What piece `number` needs, asked for once it can be had; `None` when earlier pieces must be taken in first.
    fn order(&mut self, number: u64) -> Option<Self::Order>;

    /// Takes in piece `number`; called for consecutive numbers.
    fn admit(&mut self, number: u64, good: Self::Good) -> Result<ControlFlow<Stop>, Self::Error>;
}

/// Works on the pieces `first..=last` (without end for `None`) until the line or `halt` says stop, and says why it stopped;
/// `None` when the last piece was taken in.
///
/// When `halt` asks for it, nothing new is begun, and what is being worked on is finished and taken in. When the line
/// asks for it, or fails, nothing more is taken in.
pub(crate) fn run<L: Line>(
    pool: &ThreadPool,
    line: &mut L,
    first: u64,
    last: Option<u64>,
    work: &(dyn Fn(u64, L::Order) -> L::Good + Sync),
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, L::Error> {
    // One more than there are threads, so that none of them waits for this one.
    let most = pool.current_num_threads() + 1;
    let closing = AtomicBool::new(false);
    let closing = &closing;
    pool.in_place_scope_fifo(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut finished = BTreeMap::new();
        let (mut to_begin, mut to_admit, mut begun) = (first, first, 0);
        let mut stop = None;
        loop {
            if stop.is_none() {
                stop = halt();
            }
            if stop.is_some() {
                closing.store(true, Ordering::Relaxed);
            }
            while stop.is_none() && begun < most && last.is_none_or(|last| to_begin <= last) {
                let Some(order) = line.order(to_begin) else { break };
                let (number, sender) = (to_begin, sender.clone());
                scope.spawn_fifo(move |_| {
                    let good = (!closing.load(Ordering::Relaxed)).then(|| work(number, order));
                    // Nobody listens any more when the line has stopped.
                    let _ = sender.send((number, good));
                });
                to_begin += 1;
                begun += 1;
            }
            if begun == 0 {
                return Ok(stop);
            }
            let Ok((number, good)) = receiver.recv_timeout(Duration::from_millis(100)) else { continue };
            begun -= 1;
            if let Some(good) = good {
                finished.insert(number, good);
            }
            while let Some(good) = finished.remove(&to_admit) {
                match line.admit(to_admit, good) {
                    Ok(ControlFlow::Continue(())) => to_admit += 1,
                    Ok(ControlFlow::Break(why)) => {
                        closing.store(true, Ordering::Relaxed);
                        return Ok(Some(why));
                    }
                    Err(error) => {
                        closing.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    struct Numbers {
        admitted: Vec<u64>,
        lag: u64,
        fail_at: Option<u64>,
        enough_at: Option<u64>,
    }

    impl Line for Numbers {
        type Order = u64;
        type Good = u64;
        type Error = u64;

        fn order(&mut self, number: u64) -> Option<u64> {
            let seen = self.admitted.len() as u64;
            (number <= seen + self.lag).then_some(number * 10)
        }

        fn admit(&mut self, number: u64, good: u64) -> Result<ControlFlow<Stop>, u64> {
            if self.fail_at == Some(number) {
                return Err(number);
            }
            assert_eq!(good, number * 11);
            self.admitted.push(number);
            Ok(if self.enough_at == Some(number) {
                ControlFlow::Break(Stop::Viable)
            } else {
                ControlFlow::Continue(())
            })
        }
    }

    fn work(number: u64, order: u64) -> u64 {
        // Uneven work, so that pieces overtake each other.
        std::thread::sleep(Duration::from_micros(number * 7919 % 13 * 50));
        order + number
    }

    #[test]
    fn pieces_come_in_order_whatever_the_threads_and_the_lag() {
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for lag in [1, 2, 64] {
                let line = || Numbers { admitted: Vec::new(), lag, fail_at: None, enough_at: None };
                let mut all = line();
                assert_eq!(run(&pool, &mut all, 1, Some(200), &work, &|| None), Ok(None));
                assert_eq!(all.admitted, (1..=200).collect::<Vec<_>>());

                let mut failing = Numbers { fail_at: Some(50), ..line() };
                assert_eq!(run(&pool, &mut failing, 1, None, &work, &|| None), Err(50));
                assert_eq!(failing.admitted.len(), 49);

                let mut enough = Numbers { enough_at: Some(50), ..line() };
                assert_eq!(run(&pool, &mut enough, 1, None, &work, &|| None), Ok(Some(Stop::Viable)));
                assert_eq!(enough.admitted.len(), 50);

                let (mut halted, asked) = (line(), Cell::new(0));
                let halt = || {
                    asked.set(asked.get() + 1);
                    (asked.get() > 30).then_some(Stop::Interrupted)
                };
                assert_eq!(run(&pool, &mut halted, 1, None, &work, &halt), Ok(Some(Stop::Interrupted)));
                assert!(halted.admitted.len() >= 20 && halted.admitted.is_sorted());
            }
        }
    }
}
