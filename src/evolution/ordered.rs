//! Work done in parallel, with results admitted strictly in order.

use super::events::Stop;
use rayon::{ScopeFifo, ThreadPool};
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

/// Who works on the pieces: threads of this process, or workers elsewhere.
///
/// What a piece of work gives is a function of its input, so it does not matter who does it, nor whether it is done twice.
pub trait Hands<I, O, E> {
    /// How many pieces may be under way at once.
    fn most(&self) -> usize;

    /// Begins piece `number`.
    ///
    /// # Errors
    /// If it cannot be begun, now or later.
    fn begin(&mut self, number: u64, input: I) -> Result<(), E>;

    /// The next piece that is finished, in any order, waiting for one no longer than so; without an output if it was given up because the hands
    /// are [closed](Self::close).
    ///
    /// # Errors
    /// If no piece can be finished any more.
    fn finished(&mut self, wait: Duration) -> Result<Option<(u64, Option<O>)>, E>;

    /// The output of piece `number` is stored, and need not be kept for it.
    ///
    /// # Errors
    /// Those of whoever kept it.
    fn admitted(&mut self, _number: u64) -> Result<(), E> {
        Ok(())
    }

    /// No output is wanted any more but of what has been begun in earnest; the rest may be given up.
    fn close(&mut self);
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
    let closing = AtomicBool::new(false);
    pool.in_place_scope_fifo(|scope| {
        // One more than there are threads, so that none of them waits for this one.
        let most = pool.current_num_threads() + 1;
        let mut threads = Threads { scope, most, work, closing: &closing, channel: mpsc::channel() };
        drive(&mut threads, pipeline, first, last, halt)
    })
}

/// The threads of a pool.
struct Threads<'a, 'scope, I, O> {
    scope: &'a ScopeFifo<'scope>,
    most: usize,
    work: &'scope (dyn Fn(u64, I) -> O + Sync),
    closing: &'scope AtomicBool,
    channel: Channel<O>,
}

/// Where finished pieces go, and where they come from.
type Channel<O> = (mpsc::Sender<(u64, Option<O>)>, mpsc::Receiver<(u64, Option<O>)>);

impl<'scope, I: Send + 'scope, O: Send + 'scope, E> Hands<I, O, E> for Threads<'_, 'scope, I, O> {
    fn most(&self) -> usize {
        self.most
    }

    fn begin(&mut self, number: u64, input: I) -> Result<(), E> {
        let (work, closing, sender) = (self.work, self.closing, self.channel.0.clone());
        self.scope.spawn_fifo(move |_| {
            let output = (!closing.load(Ordering::Relaxed)).then(|| work(number, input));
            // The receiver is gone once the pipeline has stopped; the output is then not wanted.
            let _ = sender.send((number, output));
        });
        Ok(())
    }

    fn finished(&mut self, wait: Duration) -> Result<Option<(u64, Option<O>)>, E> {
        Ok(self.channel.1.recv_timeout(wait).ok())
    }

    fn close(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}

/// [`run`], by whatever hands.
pub(crate) fn drive<P: Pipeline, H: Hands<P::Input, P::Output, P::Error> + ?Sized>(
    hands: &mut H,
    pipeline: &mut P,
    first: u64,
    last: Option<u64>,
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, P::Error> {
    let ended = admit_in_order(hands, pipeline, first, last, halt);
    hands.close();
    ended
}

fn admit_in_order<P: Pipeline, H: Hands<P::Input, P::Output, P::Error> + ?Sized>(
    hands: &mut H,
    pipeline: &mut P,
    first: u64,
    last: Option<u64>,
    halt: &dyn Fn() -> Option<Stop>,
) -> Result<Option<Stop>, P::Error> {
    let mut finished = BTreeMap::new();
    let (mut to_begin, mut to_admit, mut begun) = (first, first, 0);
    let mut stop = None;
    loop {
        if stop.is_none() {
            stop = halt();
            if stop.is_some() {
                hands.close();
            }
        }
        while stop.is_none() && begun < hands.most() && last.is_none_or(|last| to_begin <= last) {
            let Some(input) = pipeline.input(to_begin) else { break };
            hands.begin(to_begin, input)?;
            to_begin += 1;
            begun += 1;
        }
        if begun == 0 {
            return Ok(stop);
        }
        let Some((number, output)) = hands.finished(Duration::from_millis(100))? else { continue };
        begun -= 1;
        if let Some(output) = output {
            finished.insert(number, output);
        }
        while let Some(output) = finished.remove(&to_admit) {
            let go_on = pipeline.admit(to_admit, output)?;
            hands.admitted(to_admit)?;
            to_admit += 1;
            if let ControlFlow::Break(why) = go_on {
                return Ok(Some(why));
            }
        }
    }
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
