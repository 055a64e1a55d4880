//! The beam: plain minimax on a tree narrowed by the static evaluation.

use crate::graph::{Graph, Shape, Stored};
use crate::minimax::{for_first, minimax};
use ludogen::players::value::WIN_BOUND;
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Outcome};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn values_with_a_beam_are_those_of_minimax_on_the_narrowed_tree() {
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    let (mut narrowed, mut exact) = (0, 0);
    for case in 0..1500 {
        let back = if case % 3 == 0 { 30 } else { 0 };
        let shape = Shape {
            branching: rng.random_range(2..=6),
            finished: rng.random_range(0..60),
            values: [1, 6, 1000][case % 3],
            back,
            ..Shape::random(&mut rng)
        };
        let graph = Graph::random(shape, &mut rng);
        for width in 1..=4 {
            for table_bits in [0, 4, 12] {
                for depth in 1..=5 {
                    let options = AlphaBetaOptions {
                        depth,
                        beam: Some(width),
                        table_bits,
                        scout: case % 2 == 0,
                        ..Default::default()
                    };
                    let found = AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open");
                    let value = for_first(&graph, &vec![0], found.value);
                    if found.depth == depth {
                        let beam = Some(width as usize);
                        assert_eq!(value, minimax(&graph, &Stored, &mut vec![0], depth, 0, beam), "case {case}");
                        narrowed += usize::from(value != minimax(&graph, &Stored, &mut vec![0], depth, 0, None));
                    }
                    if found.exact && back == 0 {
                        // A win may be proven and yet not be the fastest: a quicker one may have left the beam.
                        let truth = graph.solve()[0];
                        assert!(value == truth || (value.abs() >= WIN_BOUND && value.signum() == truth.signum()));
                        exact += 1;
                    }
                    assert!(found.depth == depth || found.exact);
                }
            }
        }
    }
    assert!(narrowed > 1000 && exact > 1000, "{narrowed} {exact}");
}

#[test]
fn a_win_that_leaves_the_opponent_unlooked_at_moves_is_not_called_exact() {
    // Player 1's second move escapes, but his evaluation of it is worse, so a beam of one forgets it.
    let graph = Graph::of(&[
        (0, None, 0, &[1]),
        (1, None, 0, &[2, 3]),
        (0, None, -9, &[4]),
        (0, None, 9, &[5]),
        (0, Some(Outcome::Win(0)), 0, &[]),
        (0, Some(Outcome::Win(1)), 0, &[]),
    ]);
    let search = |beam| {
        let options = AlphaBetaOptions { depth: 3, beam, ..Default::default() };
        AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open")
    };
    assert!(search(Some(1)).value >= WIN_BOUND && !search(Some(1)).exact);
    assert!(search(None).value <= -WIN_BOUND && search(None).exact);
}

#[test]
fn a_draw_found_with_one_ply_to_go_counts_no_more_where_the_beam_forgets_it() {
    // Node 2 has a sure draw, which refutes it at depth 2. At depth 3 its two better looking moves push the draw out of the beam,
    // and both are bad: what the table knows from depth 2 must not be used.
    let draw = Some(Outcome::Draw);
    let graph = Graph::of(&[
        (0, None, 0, &[1, 2]),
        (1, None, -1, &[3]),
        (1, None, 0, &[7, 5, 6]),
        (0, None, 1, &[4]),
        (1, None, -1, &[7]),
        (0, None, -9, &[8]),
        (0, None, -9, &[8]),
        (0, draw, 0, &[]),
        (1, None, -100, &[7]),
    ]);
    let options = AlphaBetaOptions { depth: 3, beam: Some(2), ..Default::default() };
    let found = AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open");
    assert_eq!((found.best, found.value), (1, 100));
    assert_eq!(minimax(&graph, &Stored, &mut vec![0], 3, 0, Some(2)), 100);
}
