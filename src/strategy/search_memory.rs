//! What searches keep of the position valued before, since the next one differs from it by a move or two.

use super::distance_fields::DistanceFields;
use super::line_sums::{LineMemory, LineSums};
use super::shape_sums::ShapeMemory;
use crate::game::{Game, State};
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// How many threads can search with one evaluator before two of them share what is kept.
const THREADS: usize = 16;

/// The conditions that have something to keep.
pub(super) struct SearchParts<const W: usize> {
    /// The conditions on lines, looked at together.
    pub lines: LineSums<W>,
    networks: usize,
    shapes: usize,
}

/// What is kept for each of them.
pub(super) struct SearchMemory<const W: usize> {
    lines: LineMemory<W>,
    pub networks: Vec<RefCell<DistanceFields<W>>>,
    pub shapes: Vec<RefCell<ShapeMemory<W>>>,
}

impl<const W: usize> SearchParts<W> {
    pub fn new() -> Self {
        SearchParts { lines: LineSums::new(), networks: 0, shapes: 0 }
    }

    /// The number of one more network.
    pub fn add_network(&mut self) -> usize {
        self.networks += 1;
        self.networks - 1
    }

    /// The number of one more list of shapes.
    pub fn add_shapes(&mut self) -> usize {
        self.shapes += 1;
        self.shapes - 1
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.networks + self.shapes == 0
    }

    /// What there is to know before the first position.
    pub fn memory(&self) -> SearchMemory<W> {
        SearchMemory {
            lines: self.lines.memory(),
            networks: (0..self.networks).map(|_| RefCell::new(DistanceFields::new())).collect(),
            shapes: (0..self.shapes).map(|_| RefCell::new(ShapeMemory::new())).collect(),
        }
    }
}

impl<const W: usize> SearchMemory<W> {
    /// Works out what conditions look at together.
    pub fn look(&mut self, parts: &SearchParts<W>, game: &Game<W>, state: &State<W>) {
        parts.lines.look(&mut self.lines, game, state);
    }

    /// By slot: how near the conditions on lines are.
    pub fn line_worths(&self) -> &[f64] {
        self.lines.worths()
    }
}

/// A memory for each thread that searches, made when it is first asked for.
pub(super) struct SearchMemories<const W: usize>(Vec<Slot<W>>);

/// Two threads never write to one line of the processor's cache.
#[repr(align(64))]
struct Slot<const W: usize>(Mutex<Option<Box<SearchMemory<W>>>>);

impl<const W: usize> SearchMemories<W> {
    pub fn new() -> Self {
        SearchMemories((0..THREADS).map(|_| Slot(Mutex::new(None))).collect())
    }

    /// The memory of this thread, and nothing if another thread is at it.
    #[inline]
    pub fn of_this_thread(&self) -> Option<MutexGuard<'_, Option<Box<SearchMemory<W>>>>> {
        static THREADS_SEEN: AtomicUsize = AtomicUsize::new(0);
        thread_local! {
            static NUMBER: usize = THREADS_SEEN.fetch_add(1, Ordering::Relaxed);
        }
        let number = NUMBER.with(|number| *number);
        self.0[number % THREADS].0.try_lock().ok()
    }
}
