//! Sorting, compiled once for all that is sorted, and maps without sorting.
//!
//! The sorts of the standard library are some two thousand lines of machine code for each type and each comparison. Where a list is
//! short, or sorted once, numbers are sorted here instead, by a comparison that is passed on; then the items are swapped into their
//! places. Loops in which sorting is a part of the work use the standard library.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Sorts by a comparison; items that are equal stay in order.
///
/// ```
/// let mut words = ["pass", "drop", "move", "swap"];
/// ludogen::order::sort_by(&mut words, |a, b| a.cmp(b));
/// assert_eq!(words, ["drop", "move", "pass", "swap"]);
/// ```
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let places = sorted(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    arrange(places, &mut |a, b| items.swap(a, b));
}

/// Sorts by a key, the smallest first; items of the same key stay in order. The key is worked out at each comparison.
///
/// ```
/// let mut words = ["swap", "or", "pass", "to"];
/// ludogen::order::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["or", "to", "swap", "pass"]);
/// ```
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    let places = sorted(items.len(), &mut |a, b| key(&items[a]).cmp(&key(&items[b])));
    arrange(places, &mut |a, b| items.swap(a, b));
}

/// Sorts, the smallest first.
///
/// ```
/// let mut numbers = [3, 1, 2];
/// ludogen::order::sort(&mut numbers);
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// A map of these pairs, entered one by one; of a key that comes twice the last. Collecting sorts them, with code of its own.
///
/// ```
/// let map = ludogen::order::map([("b", 1), ("a", 2), ("b", 3)].into_iter());
/// assert!(map.into_iter().eq([("a", 2), ("b", 3)]));
/// ```
pub fn map<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    pairs.for_each(|(key, value)| {
        map.insert(key, value);
    });
    map
}

/// The numbers below `len` in the order of a comparison.
fn sorted(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    numbers.sort_by(|&a, &b| compare(a, b));
    numbers
}

/// Brings to each place the item whose number it has, by swaps.
fn arrange(mut from: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for place in 0..from.len() {
        let mut here = place;
        // Along a cycle of the permutation, each place takes its item from the next.
        while from[here] != place {
            let next = std::mem::replace(&mut from[here], here);
            swap(here, next);
            here = next;
        }
        from[here] = here;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_the_standard_library_does(list in prop::collection::vec((0u8..20, any::<u16>()), 0..60)) {
            let (mut ours, mut theirs) = (list.clone(), list.clone());
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(&ours, &theirs);
            sort_by(&mut ours, |a, b| b.1.cmp(&a.1));
            theirs.sort_by_key(|item| std::cmp::Reverse(item.1));
            prop_assert_eq!(&ours, &theirs);
            let (mut ours, mut theirs) = (list.clone(), list);
            sort(&mut ours);
            theirs.sort();
            prop_assert_eq!(ours, theirs);
        }
    }
}
