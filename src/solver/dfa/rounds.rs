//! How many items a layer is worked on at a time: by one thread, between two looks at whether tables must grow, in one go at a table.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{limit, threads};

/// Items one task works through.
pub(super) const CHUNK: usize = 1024;
/// Items between two looks at whether the tables must grow.
pub(super) const ROUND: usize = 8 * CHUNK;
/// Records looked for together.
pub(super) const GROUP: usize = 32;
/// Numbers a task takes at once.
const BLOCK: u32 = 32;
/// Numbers of states and keys stay below this, which leaves two bits to mark what a number is of.
pub(super) const LIMIT: usize = 1 << 30;

/// Runs `work` over `range` in chunks, in parallel where it pays, and returns the results in order.
pub(super) fn in_chunks<T: Send>(range: Range<usize>, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let chunks = range.len().div_ceil(CHUNK);
    let chunk = |i: usize| work(range.start + i * CHUNK..range.end.min(range.start + (i + 1) * CHUNK));
    if chunks < 2 || limit::threads() == 1 { (0..chunks).map(chunk).collect() } else { threads::map(chunks, &chunk) }
}

/// Cuts `0..items` into rounds, each with how many items are left when it begins.
pub(super) fn rounds(items: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
    (0..items).step_by(ROUND).map(move |start| (start..items.min(start + ROUND), items - start))
}

/// The most tasks in one round, each of which may leave what it took partly unused.
pub(super) fn tasks() -> usize {
    ROUND / CHUNK
}

/// Numbers that a task has taken from a shared counter, a block at a time, and not used yet.
#[derive(Default)]
pub(super) struct Taken {
    next: u32,
    end: u32,
}

impl Taken {
    /// A number that no other task has.
    #[inline]
    pub fn take(&mut self, counter: &AtomicU32) -> u32 {
        if self.next == self.end {
            self.next = counter.fetch_add(BLOCK, Ordering::Relaxed);
            self.end = self.next + BLOCK;
        }
        self.next += 1;
        self.next - 1
    }

    /// The end of the numbers that may be taken in a round by tasks that need `count` in all.
    pub fn bound(counter: &AtomicU32, count: usize) -> usize {
        counter.load(Ordering::Relaxed) as usize + count + tasks() * BLOCK as usize
    }
}
