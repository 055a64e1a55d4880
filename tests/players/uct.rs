//! UCT against the truth.

use crate::graph::{Graph, Shape, Stored};
use crate::minimax::minimax;
use crate::subtraction::Subtraction;
use ludogen::players::value::WIN_BOUND;
use ludogen::players::{Arena, Outcome, Uct, UctOptions};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn outcome_of(value: i32) -> Outcome {
    match value {
        v if v >= WIN_BOUND => Outcome::Win(0),
        v if v <= -WIN_BOUND => Outcome::Win(1),
        _ => Outcome::Draw,
    }
}

fn small(rng: &mut Pcg64Mcg) -> Shape {
    Shape {
        nodes: rng.random_range(6..40),
        branching: rng.random_range(2..=4),
        reach: rng.random_range(4..20),
        finished: rng.random_range(10..40),
        ..Shape::random(rng)
    }
}

#[test]
fn small_games_are_solved_and_the_move_keeps_the_true_outcome() {
    let mut rng = Pcg64Mcg::seed_from_u64(30);
    let mut seen = [0; 3];
    for case in 0..1000 {
        let graph = Graph::random(small(&mut rng), &mut rng);
        // A tree knows no transpositions: what must be proven is every line of play, not every node.
        if graph.lines()[0] > 3000 {
            continue;
        }
        let truth = graph.solve();
        let mut searcher = Uct::new(UctOptions { playouts: 50_000, ..Default::default() });
        let mut position = vec![0];
        let found = searcher.search(&graph, &mut position, &mut rng).expect("open");
        assert_eq!(position, [0]);
        let expected = outcome_of(truth[0]);
        assert_eq!(found.proven, Some(expected), "case {case}: {graph:?}");
        let child = graph.nodes[0].children[found.best as usize];
        assert_eq!(outcome_of(truth[child as usize]), expected);
        let mover = graph.nodes[0].mover;
        let value = match expected {
            Outcome::Win(winner) => f64::from(u8::from(winner == mover)),
            Outcome::Draw => 0.5,
        };
        assert_eq!(found.value, value);
        seen[match expected {
            Outcome::Win(winner) => usize::from(winner != mover),
            Outcome::Draw => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn what_is_proven_with_few_playouts_is_true() {
    let mut rng = Pcg64Mcg::seed_from_u64(31);
    let mut proven = 0;
    for _ in 0..2000 {
        let graph = Graph::random(Shape::random(&mut rng), &mut rng);
        let options = UctOptions { playouts: rng.random_range(1..300), max_nodes: 200, ..Default::default() };
        let found = Uct::new(options).search(&graph, &mut vec![0], &mut rng).expect("open");
        if let Some(outcome) = found.proven {
            assert_eq!(outcome, outcome_of(graph.solve()[0]));
            proven += 1;
        }
    }
    assert!(proven > 200, "{proven}");
}

#[test]
fn superko_is_minded() {
    let mut rng = Pcg64Mcg::seed_from_u64(32);
    for _ in 0..200 {
        let shape = Shape { back: 40, nodes: rng.random_range(4..10), branching: 2, ..small(&mut rng) };
        let graph = Graph { superko: true, path_dependent: true, ..Graph::random(shape, &mut rng) };
        if graph.outcome(&vec![0]).is_some() {
            continue;
        }
        let mut searcher = Uct::new(UctOptions { playouts: 50_000, ..Default::default() });
        let found = searcher.search(&graph, &mut vec![0], &mut rng).expect("open");
        // No game is longer than the graph has nodes, so this is the whole tree.
        let truth = minimax(&graph, &Stored, &mut vec![0], shape.nodes, 0, None);
        assert_eq!(found.proven, Some(outcome_of(truth)));
    }
}

#[test]
fn the_winning_move_of_the_subtraction_game_is_found() {
    let game = Subtraction { most: 3 };
    let mut rng = Pcg64Mcg::seed_from_u64(33);
    for pile in (1..20).filter(|pile| pile % 4 != 0) {
        let mut searcher = Uct::new(UctOptions { playouts: 30_000, ..Default::default() });
        let found = searcher.search(&game, &mut game.start(pile), &mut rng).expect("open");
        assert_eq!((found.best, found.principal_variation[0]), (pile % 4, pile % 4));
        assert!(found.value > 0.5);
    }
}

#[test]
fn a_forced_loss_is_avoided_even_if_it_looks_good_on_average() {
    // The first move loses by force, though eight of nine replies win; the second draws.
    let (won, lost) = (Some(Outcome::Win(0)), Some(Outcome::Win(1)));
    let graph = Graph::of(&[
        (0, None, 0, &[1, 2]),
        (1, None, 0, &[4, 4, 4, 4, 3, 4, 4, 4, 4]),
        (1, None, 0, &[5]),
        (0, lost, 0, &[]),
        (0, won, 0, &[]),
        (0, Some(Outcome::Draw), 0, &[]),
    ]);
    for seed in 0..20 {
        let mut searcher = Uct::new(UctOptions { playouts: 200, ..Default::default() });
        let found = searcher.search(&graph, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(seed)).expect("open");
        assert_eq!((found.best, found.value, found.proven), (1, 0.5, Some(Outcome::Draw)));
    }
}

#[test]
fn a_sure_draw_is_taken_before_a_poor_chance_but_not_before_a_good_one() {
    for (end, best) in [(Outcome::Win(1), 0), (Outcome::Win(0), 1)] {
        let mut graph = Graph::of(&[(0, None, 0, &[1, 2]), (1, Some(Outcome::Draw), 0, &[])]);
        assert_eq!(graph.add_ladder(40, end), 2);
        let mut searcher = Uct::new(UctOptions { playouts: 300, ..Default::default() });
        let found = searcher.search(&graph, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(35)).expect("open");
        assert_eq!((found.best, found.proven), (best, None));
        assert_eq!(found.value, if best == 0 { 0.5 } else { 1.0 });
    }
}

#[test]
fn lost_playouts_past_a_sure_draw_do_not_count_against_the_way_there() {
    // After the only move the opponent may go left, where player 0 has a draw or a ladder down to defeat, or right, where
    // player 0 wins in the end. With best play it is a draw, though most playouts on the left are lost.
    let mut graph = Graph::of(&[
        (0, None, 0, &[1]),
        (1, None, 0, &[2, 0]),
        (0, None, 0, &[3, 0]),
        (1, Some(Outcome::Draw), 0, &[]),
    ]);
    let down = graph.add_ladder(40, Outcome::Win(1));
    let up = graph.add_ladder(40, Outcome::Win(0));
    graph.nodes[1].children[1] = up;
    graph.nodes[2].children[1] = down;
    let mut searcher = Uct::new(UctOptions { playouts: 1000, ..Default::default() });
    let found = searcher.search(&graph, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(36)).expect("open");
    assert!(found.proven.is_none() && (0.5..0.6).contains(&found.value), "{}", found.value);
}

#[test]
fn playouts_and_nodes_stay_within_their_limits_and_runs_repeat() {
    let mut rng = Pcg64Mcg::seed_from_u64(34);
    let shape = Shape { nodes: 300, branching: 5, reach: 40, finished: 1, ..Shape::random(&mut rng) };
    let graph = Graph::random(shape, &mut rng);
    for (playouts, max_nodes) in [(1, 1), (50, 10), (2000, 300), (2000, 100_000), (0, 0)] {
        let options = UctOptions { playouts, max_nodes, ..Default::default() };
        let run = |searcher: &mut Uct<u32>| {
            searcher.search(&graph, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(7)).expect("open")
        };
        let mut searcher = Uct::new(options);
        let found = run(&mut searcher);
        assert!(found.playouts <= playouts.max(1));
        assert!(found.tree_nodes <= max_nodes.max(1 + graph.nodes[0].children.len() as u32));
        assert_eq!(run(&mut searcher), found);
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let graph = Graph::of(&[(0, Some(Outcome::Draw), 0, &[])]);
    let found = Uct::new(UctOptions::default()).search(&graph, &mut vec![0], &mut Pcg64Mcg::seed_from_u64(0));
    assert_eq!(found, None);
}

#[test]
fn root_values_are_the_truth_where_it_is_proven_and_shares_elsewhere() {
    let mut rng = Pcg64Mcg::seed_from_u64(31);
    let (mut proven, mut open) = (0, 0);
    for _ in 0..600 {
        let graph = Graph::random(small(&mut rng), &mut rng);
        let truth = graph.solve();
        let mover = graph.nodes[0].mover;
        let budget = [20, 200, 2_000][rng.random_range(0..3)];
        let mut searcher = Uct::new(UctOptions { playouts: u32::MAX, ..Default::default() });
        let mut position = vec![0];
        let root = searcher.root_values_within(&graph, &mut position, budget, &mut rng).expect("open");
        assert_eq!(position, [0]);
        assert_eq!(root.values.len(), graph.nodes[0].children.len());
        assert!((0.0..=1.0).contains(&root.mean) && root.early < root.values.len());
        for value in &root.values {
            assert!((0.0..=1.0).contains(&value.value));
            if !value.proven {
                open += 1;
                continue;
            }
            let expected = match outcome_of(truth[graph.nodes[0].children[value.mv as usize] as usize]) {
                Outcome::Win(winner) => f64::from(u8::from(winner == mover)),
                Outcome::Draw => 0.5,
            };
            assert_eq!(value.value, expected);
            proven += 1;
        }
        let best = root.values[root.best];
        assert!(
            !best.proven || best.value > 0.0 || root.values.iter().all(|v| v.visits == 0 || v.proven && v.value == 0.0)
        );
    }
    assert!(proven > 300 && open > 100, "{proven} {open}");
}

#[test]
fn root_values_of_one_player_are_those_of_the_other_turned_round() {
    // The same made-up tree with the players' parts changed: what is a win for one is a loss for the other.
    let mut rng = Pcg64Mcg::seed_from_u64(32);
    for seed in 0..100 {
        let graph = Graph::random(small(&mut rng), &mut rng);
        let mut mirror = graph.clone();
        for node in &mut mirror.nodes {
            node.mover = 1 - node.mover;
            node.outcome = node.outcome.map(|outcome| match outcome {
                Outcome::Win(winner) => Outcome::Win(1 - winner),
                Outcome::Draw => Outcome::Draw,
            });
        }
        let [one, other] = [&graph, &mirror].map(|graph| {
            let mut searcher = Uct::new(UctOptions { playouts: u32::MAX, ..Default::default() });
            searcher.root_values_within(graph, &mut vec![0], 300, &mut Pcg64Mcg::seed_from_u64(seed)).expect("open")
        });
        assert_eq!((one.best, one.early, one.nodes), (other.best, other.early, other.nodes));
        assert!((one.mean - other.mean).abs() < 1e-9);
        for (a, b) in one.values.iter().zip(&other.values) {
            assert_eq!((a.mv, a.visits, a.proven), (b.mv, b.visits, b.proven));
            assert!((a.value - b.value).abs() < 1e-9, "{a:?} {b:?}");
        }
    }
}
