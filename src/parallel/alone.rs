//! What the solver asks of rayon, by the same names, on the calling thread: for targets without threads.

use std::slice::{Chunks, IterMut};

/// Iterators that rayon would share out.
pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
    /// The items, one after the other.
    fn into_par_iter(self) -> Self::IntoIter {
        self.into_iter()
    }
}

impl<I: IntoIterator> IntoParallelIterator for I {}

/// Slices that rayon would share out.
pub(crate) trait ParallelSlice<T> {
    /// The slice in pieces of so many items.
    fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
    /// The items, to be changed.
    fn par_iter_mut(&mut self) -> IterMut<'_, T>;
}

impl<T> ParallelSlice<T> for [T] {
    fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
        self.chunks(size)
    }

    fn par_iter_mut(&mut self) -> IterMut<'_, T> {
        self.iter_mut()
    }
}

/// What can be done with the items beside what iterators can.
pub(crate) trait ParallelIterator: Iterator + Sized {
    /// One thread has all the items anyhow.
    fn with_min_len(self, _: usize) -> Self {
        self
    }

    /// Maps the items with something that is made once.
    fn map_init<S, T>(self, make: impl Fn() -> S, map: impl Fn(&mut S, Self::Item) -> T) -> impl Iterator<Item = T> {
        let mut made = make();
        self.map(move |item| map(&mut made, item))
    }
}

impl<I: Iterator> ParallelIterator for I {}
