//! The memory that operations work in, which is kept from one operation to the next.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};

use bytemuck::zeroed_vec;

use super::{limit, threads};

/// Buffers up to this many bytes are kept for the next operation, larger ones are worth their pages.
const KEPT_BUFFER: usize = 1 << 20;
/// Words that a thread copies at a time.
const PIECE: usize = 1 << 15;
/// The most bytes a thread keeps.
const KEPT: usize = 24 << 20;

thread_local! {
    static SPARE: RefCell<Spare> = const { RefCell::new(Spare { words: Vec::new(), slots: Vec::new(), bytes: 0 }) };
}

/// Buffers nobody uses, by class.
struct Spare {
    words: Vec<Vec<Vec<AtomicU32>>>,
    slots: Vec<Vec<Vec<AtomicU32>>>,
    bytes: usize,
}

/// Words that all threads may write. What they hold when new is of no meaning.
#[derive(Default)]
pub(super) struct Words(Vec<AtomicU32>);

impl Words {
    /// Makes the buffer at least so many words long.
    pub fn grow_to(&mut self, length: usize) {
        if length <= self.0.len() {
            return;
        }
        // Twice as long at least, so that a buffer that grows step by step is not copied at each.
        let class = word_class(length.max(self.0.len() * 2));
        let length = words_of(class);
        let mut grown = SPARE
            .with_borrow_mut(|spare| take(&mut spare.words, &mut spare.bytes, class))
            .unwrap_or_else(|| zeroed_vec(length));
        let copy = |new: &mut [AtomicU32], old: &[AtomicU32]| {
            new.iter_mut().zip(old).for_each(|(new, old)| *new.get_mut() = old.load(Ordering::Relaxed));
        };
        if self.0.len() < 4 * PIECE || limit::threads() == 1 {
            copy(&mut grown, &self.0);
        } else {
            threads::for_pieces(&mut grown, &self.0, PIECE, &copy);
        }
        limit::take(size_of_val(&grown[..]));
        drop(std::mem::replace(self, Self(grown)));
    }
}

impl Deref for Words {
    type Target = [AtomicU32];

    fn deref(&self) -> &[AtomicU32] {
        &self.0
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        if !buffer.is_empty() {
            limit::give(size_of_val(&buffer[..]));
            SPARE.with_borrow_mut(|spare| give(&mut spare.words, &mut spare.bytes, word_class(buffer.len()), buffer));
        }
    }
}

/// The slots of a table, all 0 when new; their number is a power of two.
pub(super) struct Slots(Vec<AtomicU32>);

impl Slots {
    /// `1 << class` slots.
    pub fn new(class: usize) -> Self {
        let spare = SPARE.with_borrow_mut(|spare| take(&mut spare.slots, &mut spare.bytes, class));
        let slots = match spare {
            Some(mut slots) => {
                slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
                slots
            }
            None => zeroed_vec(1 << class),
        };
        limit::take(size_of_val(&slots[..]));
        Self(slots)
    }
}

impl Deref for Slots {
    type Target = [AtomicU32];

    fn deref(&self) -> &[AtomicU32] {
        &self.0
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        limit::give(size_of_val(&buffer[..]));
        let class = buffer.len().trailing_zeros() as usize;
        SPARE.with_borrow_mut(|spare| give(&mut spare.slots, &mut spare.bytes, class, buffer));
    }
}

/// A class of word buffers that has at least so many words. Four classes to a power of two, from 16 words.
fn word_class(length: usize) -> usize {
    let units = length.div_ceil(4).max(4);
    // The power of two that has its lower neighbour below `units`, in quarters.
    let power = (units - 1).ilog2() as usize;
    let quarter = (units - 1 - (1 << power)) >> (power.saturating_sub(2));
    if units == 4 { 0 } else { (power - 2) * 4 + quarter + 1 }
}

/// Words in the buffers of a class.
fn words_of(class: usize) -> usize {
    if class == 0 {
        return 16;
    }
    let (power, quarter) = ((class - 1) / 4 + 2, (class - 1) % 4);
    4 * ((1 << power) + ((quarter + 1) << (power - 2)))
}

fn take<T>(spare: &mut [Vec<Vec<T>>], bytes: &mut usize, class: usize) -> Option<Vec<T>> {
    let buffer = spare.get_mut(class)?.pop()?;
    *bytes -= size_of_val(&buffer[..]);
    Some(buffer)
}

fn give<T>(spare: &mut Vec<Vec<Vec<T>>>, bytes: &mut usize, class: usize, buffer: Vec<T>) {
    let size = size_of_val(&buffer[..]);
    if size <= KEPT_BUFFER && *bytes + size <= KEPT {
        if spare.len() <= class {
            spare.resize_with(class + 1, Vec::new);
        }
        *bytes += size;
        spare[class].push(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_they_are_asked_for_and_little_more() {
        for length in 1..5000 {
            let words = words_of(word_class(length));
            assert!(words >= length && (words <= 16 || words * 4 <= length * 5 + 16), "{length} {words}");
            assert_eq!(word_class(words), word_class(length));
        }
    }
}
