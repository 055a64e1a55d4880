//! Searches do not allocate per node once they are warm. Alone in its binary, since it counts every allocation there is.
#![allow(unsafe_code)]

#[path = "players/tic_tac_toe.rs"]
mod tic_tac_toe;

use ludogen::players::{AlphaBeta, AlphaBetaOptions, Uct, UctOptions};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use tic_tac_toe::{Board, OpenLines, TicTacToe};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What the work returned, and how many allocations it made.
fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let result = work();
    (result, ALLOCATIONS.load(Ordering::Relaxed) - before)
}

#[test]
fn a_warm_search_allocates_for_its_result_only() {
    let mut board = Board::default();
    for beam in [None, Some(4)] {
        let options = AlphaBetaOptions { depth: 8, beam, table_bits: 10, cache_bits: 6, ..Default::default() };
        let mut searcher = AlphaBeta::new(options);
        searcher.search(&TicTacToe, &OpenLines, &mut board);
        searcher.clear();
        let (found, allocations) = counted(|| searcher.search(&TicTacToe, &OpenLines, &mut board));
        let nodes = found.expect("open").nodes;
        assert!(nodes > 2000 && allocations < 30, "{allocations} allocations for {nodes} nodes");
    }

    let mut searcher = Uct::new(UctOptions { playouts: 300, ..Default::default() });
    searcher.search(&TicTacToe, &mut board, &mut Pcg64Mcg::seed_from_u64(1));
    let (few, base) = counted(|| searcher.search(&TicTacToe, &mut board, &mut Pcg64Mcg::seed_from_u64(1)));
    assert_eq!(few.expect("open").playouts, 300);
    // The playout that the trait provides has a list of moves of its own, which grows once; nothing else allocates.
    assert!(base < 2 * 300 + 30, "{base} allocations for 300 playouts");
}
