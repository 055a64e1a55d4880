//! Alpha-beta against minimax.

use crate::graph::{Graph, Shape, Stored, Wayward};
use crate::minimax::{for_first, minimax};
use crate::subtraction::Subtraction;
use ludogen::players::value::{WIN, WIN_BOUND, plies_to_end};
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Arena, Blind, Evaluate, Outcome};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Every combination of options, table and cache sizes from none over far too small to ample.
fn all_options() -> Vec<AlphaBetaOptions> {
    let mut all = Vec::new();
    for (table_bits, cache_bits) in [(0, 0), (3, 2), (12, 12)] {
        for bits in 0..16 {
            for aspiration in [None, Some(1), Some(300)] {
                all.push(AlphaBetaOptions {
                    table_bits,
                    cache_bits,
                    aspiration,
                    killers: bits & 1 != 0,
                    history: bits & 2 != 0,
                    scout: bits & 4 != 0,
                    captures: bits & 8 != 0,
                    ..AlphaBetaOptions::default()
                });
            }
        }
    }
    all
}

/// Searches roots of the graph at depths 1 to 5, mixed, with one searcher per combination of options that is never cleared,
/// and compares with minimax; how many values differed.
fn disagreements<E: Evaluate<Graph>>(
    graph: &Graph,
    evaluate: &E,
    options: &[AlphaBetaOptions],
    rng: &mut Pcg64Mcg,
) -> usize {
    let open: Vec<u32> = (0..graph.nodes.len() as u32).filter(|&i| graph.outcome(&vec![i]).is_none()).collect();
    let mut cases = Vec::new();
    for depth in 1..=5 {
        for root in [0, *open.choose(rng).expect("the first node is open")] {
            let mut position = vec![root];
            let value = minimax(graph, evaluate, &mut position, depth, 0, None);
            cases.push((depth, root, for_first(graph, &position, value)));
        }
    }
    let mut wrong = 0;
    for options in options {
        let mut searcher = AlphaBeta::new(options.clone());
        cases.shuffle(rng);
        for &(depth, root, value) in &cases {
            let mut position = vec![root];
            searcher.limit(depth, None);
            let found = searcher.search(graph, evaluate, &mut position).expect("open");
            assert_eq!(position, [root], "the position is restored");
            assert!(found.depth == depth || found.exact, "only an exact value ends a search early");
            wrong += usize::from(found.value != value);
        }
    }
    wrong
}

#[test]
fn values_are_those_of_minimax_on_random_acyclic_graphs_with_all_options() {
    let (mut rng, options) = (Pcg64Mcg::seed_from_u64(1), all_options());
    for case in 0..1500 {
        let shape = Shape::random(&mut rng);
        let graph = Graph::random(shape, &mut rng);
        assert_eq!(disagreements(&graph, &Stored, &options, &mut rng), 0, "case {case}, {shape:?}, {graph:?}");
    }
}

#[test]
fn values_are_those_of_minimax_where_lines_can_run_in_circles() {
    let (mut rng, options) = (Pcg64Mcg::seed_from_u64(2), all_options());
    for case in 0..500 {
        let shape = Shape { back: 40, nodes: rng.random_range(4..30), ..Shape::random(&mut rng) };
        let graph = Graph::random(shape, &mut rng);
        assert_eq!(disagreements(&graph, &Stored, &options, &mut rng), 0, "case {case}, {shape:?}, {graph:?}");
    }
}

#[test]
fn under_superko_values_are_right_because_the_table_only_orders_moves() {
    let (mut rng, options) = (Pcg64Mcg::seed_from_u64(3), all_options());
    let mut wrong_if_told_a_lie = 0;
    for case in 0..500 {
        let shape = Shape { back: 40, nodes: rng.random_range(4..30), ..Shape::random(&mut rng) };
        let mut graph = Graph { superko: true, path_dependent: true, ..Graph::random(shape, &mut rng) };
        assert_eq!(disagreements(&graph, &Stored, &options, &mut rng), 0, "case {case}, {shape:?}, {graph:?}");
        assert_eq!(disagreements(&graph, &Wayward, &options, &mut rng), 0, "case {case}, {shape:?}, {graph:?}");
        graph.path_dependent = false;
        wrong_if_told_a_lie += disagreements(&graph, &Stored, &options, &mut rng);
    }
    assert!(wrong_if_told_a_lie > 0, "the graphs do not bring out what the rule is there for");
}

#[test]
fn root_values_are_the_minimax_values_of_the_children() {
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..1000 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let options = all_options();
        let options = options.choose(&mut rng).expect("not empty");
        let mut searcher = AlphaBeta::new(options.clone());
        for depth in 1..=5 {
            let mut position = vec![0];
            let found = searcher.root_values(&graph, &Stored, &mut position, depth).expect("open");
            assert_eq!(position, [0]);
            assert!(found.depth == depth || found.values.iter().all(|v| v.exact));
            let moves: Vec<u32> = found.values.iter().map(|v| v.mv).collect();
            let mut expected_moves = Vec::new();
            graph.moves(&position, &mut expected_moves);
            assert_eq!(moves, expected_moves);
            for value in found.values {
                graph.apply(&mut position, value.mv);
                let expected = minimax(&graph, &Stored, &mut position, depth - 1, 1, None);
                graph.undo(&mut position);
                assert_eq!(for_first(&graph, &position, value.value), expected);
            }
        }
    }
}

#[test]
fn root_values_agree_with_search_and_obey_the_budget() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..300 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let budget = rng.random_range(0..400);
        let mut searcher = AlphaBeta::new(AlphaBetaOptions { nodes: Some(budget), ..Default::default() });
        let found = searcher.root_values(&graph, &Stored, &mut vec![0], 5).expect("open");
        assert!(found.nodes <= budget.max(found.values.len() as u64));
        let options = AlphaBetaOptions { depth: found.depth, ..Default::default() };
        let expected = AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open");
        assert_eq!(found.values.iter().map(|v| v.value).max(), Some(expected.value));
    }
}

#[test]
fn values_within_a_budget_are_the_minimax_values_where_it_suffices() {
    let mut rng = Pcg64Mcg::seed_from_u64(15);
    for _ in 0..500 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        for depth in 1..=5 {
            let mut position = vec![0];
            let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
            let found = searcher.root_values_within(&graph, &Stored, &mut position, depth, u64::MAX).expect("open");
            assert_eq!(position, [0]);
            assert!(found.depth == depth || found.values.iter().all(|v| v.exact));
            for value in found.values {
                graph.apply(&mut position, value.mv);
                let expected = minimax(&graph, &Stored, &mut position, depth - 1, 1, None);
                graph.undo(&mut position);
                let got = for_first(&graph, &position, value.value);
                // A proven value needs no deeper search, which might only have found the same end sooner or later.
                assert!(got == expected || value.exact && got.signum() == expected.signum(), "{got} {expected}");
            }
        }
    }
}

#[test]
fn a_budget_is_kept_and_more_of_it_looks_deeper() {
    let mut rng = Pcg64Mcg::seed_from_u64(16);
    let mut between = 0;
    for _ in 0..300 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let mut depth = 0;
        for budget in [1, 5, 20, 80, 320, 1_280] {
            let mut position = vec![0];
            let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
            let found = searcher.root_values_within(&graph, &Stored, &mut position, 9, budget).expect("open");
            assert_eq!(position, [0], "searches that break off leave the position as it was");
            assert!(found.nodes <= 2 * budget, "{} nodes of {budget}", found.nodes);
            assert!(found.depth >= depth, "{} plies, with less {depth}", found.depth);
            let first = found.values[found.first].value;
            assert!(found.depth != 1 || first <= found.values.iter().map(|v| v.value).max().unwrap());
            depth = found.depth;
            // What was searched in part is worth no less than the whole would be.
            let mut whole = AlphaBeta::new(AlphaBetaOptions::default());
            let next = if found.depth < 2 { 2 } else { found.depth / 2 * 2 + 2 };
            let whole = whole.root_values_within(&graph, &Stored, &mut position, next, u64::MAX).expect("open");
            let differ = found.values.iter().zip(&whole.values).filter(|(a, b)| a.value != b.value).count();
            between += usize::from(0 < differ && differ < found.values.len());
        }
    }
    assert!(between > 0, "no budget ended within a depth");
}

#[test]
fn exact_values_are_the_true_ones_and_whole_games_are_always_exact() {
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    let (mut exact, mut open) = (0, 0);
    for _ in 0..1500 {
        let shape = Shape { finished: rng.random_range(20..70), ..Shape::random(&mut rng) };
        let graph = Graph::random(shape, &mut rng);
        let (truth, longest) = (graph.solve(), graph.longest());
        for table_bits in [0, 4, 12] {
            for depth in [1, 2, 3, 5, 7] {
                let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth, table_bits, ..Default::default() });
                let found = searcher.search(&graph, &Stored, &mut vec![0]).expect("open");
                if found.exact {
                    assert_eq!(for_first(&graph, &vec![0], found.value), truth[0]);
                    exact += 1;
                } else {
                    assert!(longest[0] > depth && plies_to_end(found.value).is_none());
                    assert_eq!(found.depth, depth);
                    open += 1;
                }
            }
        }
    }
    assert!(exact > 1000 && open > 1000, "{exact} {open}");
}

#[test]
fn the_line_leads_to_the_value() {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    for _ in 0..1000 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        for table_bits in [0, 10] {
            let options = AlphaBetaOptions { depth: 4, table_bits, cache_bits: table_bits, ..Default::default() };
            let found = AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open");
            assert_eq!(found.principal_variation.first(), Some(&found.best));
            let mut position = vec![0];
            for &mv in &found.principal_variation {
                assert!(graph.outcome(&position).is_none());
                graph.apply(&mut position, mv);
            }
            if table_bits == 0 {
                assert!(found.principal_variation.len() == found.depth as usize || graph.outcome(&position).is_some());
                let end = minimax(&graph, &Stored, &mut position, 0, found.principal_variation.len() as u32, None);
                assert_eq!(for_first(&graph, &vec![0], found.value), end);
            }
        }
    }
}

#[test]
fn the_budget_is_obeyed_and_the_last_completed_depth_counts() {
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let mut cut_short = 0;
    for _ in 0..1000 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let budget = rng.random_range(0..150);
        let beam: Option<u64> = [None, Some(2)][rng.random_range(0..2)];
        let options = AlphaBetaOptions {
            depth: 6,
            nodes: Some(budget),
            beam: beam.map(|width| width as u32),
            ..Default::default()
        };
        let mut position = vec![0];
        let found = AlphaBeta::new(options.clone()).search(&graph, &Stored, &mut position).expect("open");
        assert_eq!(position, [0]);
        assert!(found.depth >= 1);
        // Depth 1 is searched in any case, and before it a beam judges all moves.
        let least = graph.nodes[0].children.len() as u64 + beam.unwrap_or(0);
        assert!(found.nodes <= budget.max(least), "{} of {budget}", found.nodes);
        let options = AlphaBetaOptions { depth: found.depth, nodes: None, ..options };
        let full = AlphaBeta::new(options).search(&graph, &Stored, &mut vec![0]).expect("open");
        assert_eq!(
            (found.best, found.value, found.principal_variation),
            (full.best, full.value, full.principal_variation)
        );
        cut_short += usize::from(found.depth < 6 && !found.exact);
    }
    assert!(cut_short > 100);
}

#[test]
fn searches_repeat_themselves() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    for _ in 0..100 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let options = AlphaBetaOptions { depth: 5, table_bits: 5, ..Default::default() };
        let mut searcher = AlphaBeta::new(options.clone());
        let first = searcher.search(&graph, &Stored, &mut vec![0]);
        searcher.search(&graph, &Stored, &mut vec![1]);
        searcher.clear();
        assert_eq!(searcher.search(&graph, &Stored, &mut vec![0]), first);
        let seed = rng.random();
        let shuffled = |mut searcher: AlphaBeta<u32>| {
            searcher.search_shuffled(&graph, &Stored, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(seed))
        };
        let result = shuffled(AlphaBeta::new(options.clone()));
        assert_eq!(shuffled(AlphaBeta::new(options)), result);
        assert_eq!(result.map(|r| r.value), first.map(|r| r.value));
    }
}

#[test]
fn shuffling_gives_every_equal_move_its_turn() {
    let graph = Graph::of(&[
        (0, None, 0, &[1, 2, 3, 4]),
        (1, None, -5, &[5]),
        (1, None, -5, &[5]),
        (1, None, -5, &[5]),
        (1, None, 3, &[5]),
        (0, Some(Outcome::Draw), 0, &[]),
    ]);
    let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth: 1, ..Default::default() });
    let mut rng = Pcg64Mcg::seed_from_u64(10);
    let mut counts = [0; 4];
    for _ in 0..300 {
        let found = searcher.search_shuffled(&graph, &Stored, &mut vec![0], &mut rng).expect("open");
        counts[found.best as usize] += 1;
    }
    assert!(counts[..3].iter().all(|&c| c > 60), "{counts:?}");
    assert_eq!(counts[3], 0);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let graph = Graph::of(&[(0, Some(Outcome::Draw), 0, &[])]);
    let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
    assert_eq!(searcher.search(&graph, &Stored, &mut vec![0]), None);
    assert_eq!(searcher.root_values(&graph, &Stored, &mut vec![0], 2), None);
}

#[test]
fn a_win_by_moving_three_times_in_a_row_is_seen_at_depth_three_and_preferred_to_slower_ones() {
    let win = Some(Outcome::Win(0));
    let graph = Graph::of(&[
        (0, None, 0, &[6, 1]),
        (0, None, -9, &[2]),
        (0, None, -9, &[3]),
        (1, win, 0, &[]),
        (0, win, 0, &[]),
        (0, None, 0, &[4]),
        // The slow way: four plies, and well judged by the evaluation.
        (0, None, 9, &[7]),
        (1, None, -9, &[5]),
    ]);
    let search = |depth| {
        let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth, ..Default::default() });
        searcher.search(&graph, &Stored, &mut vec![0]).expect("open")
    };
    assert_eq!((search(1).best, search(1).value), (0, 9));
    assert_eq!((search(2).best, search(2).value), (0, 9));
    let found = search(6);
    assert_eq!((found.best, found.value, found.depth, found.exact), (1, WIN - 3, 3, true));
    assert_eq!(found.principal_variation, [1, 0, 0]);
}

#[test]
fn the_loser_holds_out_as_long_as_he_can_and_takes_a_draw_before_a_loss() {
    let lost = Some(Outcome::Win(1));
    let slow = Graph::of(&[
        (0, None, 0, &[1, 2]),
        (1, lost, 0, &[]),
        (1, None, 0, &[3]),
        (0, None, 0, &[1]),
        (0, Some(Outcome::Draw), 0, &[]),
    ]);
    let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth: 5, ..Default::default() });
    let found = searcher.search(&slow, &Blind, &mut vec![0]).expect("open");
    assert_eq!((found.best, plies_to_end(found.value), found.value < 0), (1, Some(3), true));

    let mut drawn = slow;
    drawn.nodes[0].children.push(4);
    searcher.clear();
    let found = searcher.search(&drawn, &Blind, &mut vec![0]).expect("open");
    assert_eq!((found.best, found.value, found.exact), (2, 0, true));
}

#[test]
fn the_subtraction_game_is_won_and_lost_at_the_distances_of_its_theory() {
    for pile in 1..=21 {
        let game = Subtraction { most: 3 };
        for options in [0, 4, 12] {
            let options = AlphaBetaOptions { depth: 30, table_bits: options, ..Default::default() };
            let found = AlphaBeta::new(options).search(&game, &Blind, &mut game.start(pile)).expect("open");
            // A multiple of 4 is lost in two plies per 4; otherwise the rest is taken first.
            let expected = match (pile / 4, pile % 4) {
                (fours, 0) => -WIN + 2 * fours as i32,
                (fours, _) => WIN - 2 * fours as i32 - 1,
            };
            assert_eq!((found.value, found.exact), (expected, true), "{pile}");
            if pile % 4 != 0 {
                assert_eq!(found.best, pile % 4);
            }
        }
    }
}

#[test]
fn evaluations_beyond_the_bounds_are_not_taken_for_wins() {
    struct Boast;
    impl Evaluate<Graph> for Boast {
        fn evaluate(&self, _: &Graph, position: &Vec<u32>) -> i32 {
            if position.len().is_multiple_of(2) { i32::MIN } else { i32::MAX }
        }
    }
    let graph = Graph::of(&[
        (0, None, 0, &[1]),
        (1, None, 0, &[2]),
        (0, None, 0, &[3]),
        (1, None, 0, &[4]),
        (0, Some(Outcome::Draw), 0, &[]),
    ]);
    for depth in 1..=3 {
        let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth, ..Default::default() });
        let found = searcher.search(&graph, &Boast, &mut vec![0]).expect("open");
        assert_eq!((found.value, found.exact), (WIN_BOUND - 1, false));
    }
}
