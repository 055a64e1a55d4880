//! Searches do not allocate per node once they are warm.

mod allocation;

#[path = "players/tic_tac_toe.rs"]
mod tic_tac_toe;

use allocation::counted;
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Uct, UctOptions};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tic_tac_toe::{Board, OpenLines, TicTacToe};

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
