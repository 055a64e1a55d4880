//! Work done in parallel, with results admitted strictly in order.

use super::events::Stop;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// The two ends of the work, in one thread: the inputs it is given, and where its outputs go.
pub(crate) trait Pipeline {
    /// What a piece of work is made from.
    type Input: Send;
    /// What comes of it.
    type Output: Send;
    /// Why an output may not be admitted.
    type Error;

    /// The input of piece `number`; `None` while earlier pieces must be admitted first. Asked for until it is there.
    fn input(&mut self, number: u64) -> Option<Self::Input>;

    /// Admits the output of piece `number`; called for consecutive numbers.
    fn admit(&mut self, number: u64, output: Self::Output) -> Result<ControlFlow<Stop>, Self::Error>;
}

/// Works on the pieces `first..=last` (without end for `None`) until the pipeline or `halt` stops it, and returns why it stopped;
/// `None` when the last piece was admitted.
///
/// When `halt` stops it, nothing new is begun, and what is being worked on is finished and admitted. When the pipeline
/// stops it, or fails, nothing more is admitted.
pub(crate) fn run<P: Pipeline>(
    pool: &ThreadPool,
    pipeline: &mut P,
    first: u64,
    last: Option<u64>,
    work: &(dyn Fn(u64, P::Input) -> P::Output + Sync),
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, P::Error> {
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
                let Some(input) = pipeline.input(to_begin) else { break };
                let (number, sender) = (to_begin, sender.clone());
                scope.spawn_fifo(move |_| {
                    let output = (!closing.load(Ordering::Relaxed)).then(|| work(number, input));
                    // The receiver is gone once the pipeline has stopped; the output is then not wanted.
                    let _ = sender.send((number, output));
                });
                to_begin += 1;
                begun += 1;
            }
            if begun == 0 {
                return Ok(stop);
            }
            let Ok((number, output)) = receiver.recv_timeout(Duration::from_millis(100)) else { continue };
            begun -= 1;
            if let Some(output) = output {
                finished.insert(number, output);
            }
            while let Some(output) = finished.remove(&to_admit) {
                match pipeline.admit(to_admit, output) {
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

    impl Pipeline for Numbers {
        type Input = u64;
        type Output = u64;
        type Error = u64;

        fn input(&mut self, number: u64) -> Option<u64> {
            let seen = self.admitted.len() as u64;
            (number <= seen + self.lag).then_some(number * 10)
        }

        fn admit(&mut self, number: u64, output: u64) -> Result<ControlFlow<Stop>, u64> {
            if self.fail_at == Some(number) {
                return Err(number);
            }
            assert_eq!(output, number * 11);
            self.admitted.push(number);
            Ok(if self.enough_at == Some(number) {
                ControlFlow::Break(Stop::Viable)
            } else {
                ControlFlow::Continue(())
            })
        }
    }

    fn work(number: u64, input: u64) -> u64 {
        // Uneven work, so that pieces overtake each other.
        std::thread::sleep(Duration::from_micros(number * 7919 % 13 * 50));
        input + number
    }

    #[test]
    fn pieces_come_in_order_whatever_the_threads_and_the_lag() {
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for lag in [1, 2, 64] {
                let pipeline = || Numbers { admitted: Vec::new(), lag, fail_at: None, enough_at: None };
                let mut all = pipeline();
                assert_eq!(run(&pool, &mut all, 1, Some(200), &work, &|| None), Ok(None));
                assert_eq!(all.admitted, (1..=200).collect::<Vec<_>>());

                let mut failing = Numbers { fail_at: Some(50), ..pipeline() };
                assert_eq!(run(&pool, &mut failing, 1, None, &work, &|| None), Err(50));
                assert_eq!(failing.admitted.len(), 49);

                let mut enough = Numbers { enough_at: Some(50), ..pipeline() };
                assert_eq!(run(&pool, &mut enough, 1, None, &work, &|| None), Ok(Some(Stop::Viable)));
                assert_eq!(enough.admitted.len(), 50);

                let (mut halted, asked) = (pipeline(), Cell::new(0));
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
