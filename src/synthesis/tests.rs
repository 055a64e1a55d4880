//! The laws of breeding, on many children of a dozen games.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::breeding::{Breeding, breed};
use super::crossover::{MOST_NODES, cross};
use super::distance::{distance, distance_below, edit_weight};
use super::genome::Genome;
use super::lineage::Origin;
use super::mutation::{OPERATORS, Operator, mutate};
use super::repair::repair;
use super::{reader, site};
use crate::language::schema::{Accepts, Category, Count};
use crate::language::tree::Span;
use crate::language::{Names, Problem, Tree, canonical, check, resolve};

/// What is wrong with an element, by a walk over `resolve` of its own.
fn faults(tree: &Tree, category: Category, names: &Names, out: &mut Vec<String>) {
    if category == Category::Int && tree.as_int().is_some() {
        return;
    }
    let Some(element) = resolve::resolve(tree, category, names) else {
        out.push(format!("{} is no {category:?}", site::brief(tree)));
        return;
    };
    out.extend(element.surplus.iter().map(|s| format!("surplus {} in {}", site::brief(s), site::brief(tree))));
    out.extend(element.missing().map(|p| format!("missing {} in {}", p.name, site::brief(tree))));
    for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
        if slot.len() > 1 && matches!(param.count, Count::One | Count::Optional) {
            out.push(format!("too many {} in {}", param.name, site::brief(tree)));
        }
        for arg in slot {
            match resolve::choose(arg, param.accepts, names) {
                Some(Accepts::Of(category) | Accepts::Only(category, _)) => faults(arg, category, names, out),
                Some(Accepts::Range(low, high)) if !(low..=high).contains(&arg.as_int().unwrap_or(low - 1)) => {
                    out.push(format!("{} not in {low}..={high}", site::brief(arg)));
                }
                _ => {}
            }
        }
    }
}

pub(super) fn assert_sound(tree: &Tree, story: &dyn Fn() -> String) {
    let mut out = Vec::new();
    let tree = &*crate::language::definitions::plain(tree);
    faults(tree, Category::Game, &Names::of(tree), &mut out);
    assert!(out.is_empty(), "{out:#?}\n{}\n{tree_text}", story(), tree_text = text(tree));
}

/// The whole tree as text.
pub(super) fn text(tree: &Tree) -> String {
    if tree.items().is_empty() {
        site::brief(tree)
    } else {
        format!("({})", tree.items().iter().map(text).collect::<Vec<_>>().join(" "))
    }
}

#[test]
fn the_test_games_are_sound_and_need_no_repair() {
    for game in reader::games() {
        assert_sound(&game, &String::new);
        let (same, log) = repair(game.clone());
        assert_eq!(log, Vec::<String>::new(), "{}", text(&game));
        assert_eq!(same, game);
    }
}

#[test]
fn what_may_stand_once_is_kept_once_and_a_pass_alone() {
    let game = |rest: &str| {
        let text = format!(
            "(game G (players White Black) (board (tiling square) (size 3 3)) \
             (pieces (Stone All (moves (move (pre (empty to)) {rest})))) (end (All win (in-a-row 3))))"
        );
        crate::language::reader::read(&text).0.remove(0)
    };
    for (wrong, right) in [
        ("(action pass (push))", "(action (push))"),
        ("(action (push) pass)", "(action (push))"),
        (
            "(action (push)) (post (capture (if (empty to)) (if (friend to))))",
            "(action (push)) (post (capture (if (empty to))))",
        ),
        ("(action (push)) (action (push))", "(action (push))"),
    ] {
        assert!(check(&game(wrong)).iter().any(Problem::is_error), "{wrong}");
        let (repaired, log) = repair(game(wrong));
        assert_eq!(text(&repaired), text(&game(right)));
        assert_eq!(log.len(), 1, "{log:?}");
        assert_eq!(check(&repaired), []);
    }
}

#[test]
fn five_thousand_children_are_sound_small_and_repaired_for_good() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut population = reader::games();
    let settings = Breeding::default();
    let (mut operators, mut invalid) = (BTreeMap::new(), BTreeMap::new());
    for k in 0..5000 {
        let a = rng.random_range(0..population.len());
        let b = (a + 1 + rng.random_range(0..population.len() - 1)) % population.len();
        let child = breed(&population[a], &population[b], &settings, &mut rng);
        assert_sound(&child.tree, &|| {
            format!("child {k}: {:#?}\n{}\n{}", child.log, text(&population[a]), text(&population[b]))
        });
        assert!(child.tree.size() <= MOST_NODES, "{}", child.tree.size());
        assert_eq!(child.lineage.len(), child.tree.size());
        assert!(child.tree.span == Span::default());
        let full = canonical(&child.tree);
        let (again, log) = repair(full.clone());
        assert_eq!(again, full, "{log:?}");
        assert!(log.is_empty(), "{log:?}\n{}", text(&child.tree));
        let problems: Vec<Problem> = check(&child.tree).into_iter().filter(Problem::is_error).collect();
        let is_valid = problems.is_empty();
        for problem in problems {
            *invalid.entry(problem.message).or_insert(0) += 1;
        }
        for m in &child.mutations {
            *operators.entry(m.operator).or_insert(0) += 1;
        }
        for origin in &child.lineage {
            match *origin {
                Origin::Template(i) => assert!((i as usize) < population[a].size()),
                Origin::Donor(i) => assert!((i as usize) < population[b].size()),
                Origin::Mutation(i) => assert!((i as usize) < child.mutations.len()),
                Origin::Repair => {}
            }
        }
        // Children of children: the population drifts away from the games we know. What the checker refuses is no parent.
        if !is_valid {
            continue;
        }
        if population.len() < 200 {
            population.push(child.tree);
        } else {
            let at = 12 + rng.random_range(0..population.len() - 12);
            population[at] = child.tree;
        }
    }
    // What the checker refuses beyond form is repaired where it is common.
    assert!(invalid.values().sum::<u32>() < 50, "{invalid:?}");
    for operator in OPERATORS {
        assert!(operators.get(&operator).copied().unwrap_or(0) > 100, "{operator:?}: {operators:?}");
    }
    println!("{operators:?}; sizes {:?}", population.iter().map(Tree::size).max());
}

/// The nodes in pre-order.
fn nodes(tree: &Tree) -> Vec<&Tree> {
    let mut all = vec![tree];
    tree.items().iter().for_each(|item| all.extend(nodes(item)));
    all
}

#[test]
fn origins_point_to_the_same_words_in_the_parents() {
    let mut rng = Pcg64Mcg::seed_from_u64(17);
    let games = reader::games();
    let names: HashSet<String> = games
        .iter()
        .flat_map(|game| {
            let Names { players, pieces, flags } = Names::of(game);
            players.into_iter().chain(pieces).chain(flags)
        })
        .collect();
    let (mut checked, mut crossed) = (0, 0);
    for k in 0..1000 {
        let (a, b) = (canonical(&games[k % 12]), canonical(&games[(k * 7 + 1) % 12]));
        let child = breed(&a, &b, &Breeding::default(), &mut rng);
        for (node, origin) in nodes(&child.tree).into_iter().zip(&child.lineage) {
            let source = match *origin {
                Origin::Template(i) => nodes(&a)[i as usize],
                Origin::Donor(i) => {
                    crossed += 1;
                    nodes(&b)[i as usize]
                }
                _ => continue,
            };
            // Names are translated; of an element only the brackets are its own.
            if node.as_word().is_none_or(|word| !names.contains(word)) && node.items().is_empty() {
                assert_eq!(node, source, "child {k}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000 && crossed > 500, "{checked} {crossed}");
}

#[test]
fn the_same_generator_makes_the_same_child() {
    let games = reader::games();
    for seed in 0..100 {
        let make = || {
            breed(
                &games[seed % 12],
                &games[(seed + 5) % 12],
                &Breeding::default(),
                &mut Pcg64Mcg::seed_from_u64(seed as u64),
            )
        };
        assert_eq!(make(), make());
    }
}

#[test]
fn crossover_always_changes_something_and_says_where_from() {
    let games = reader::games();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for (i, a) in games.iter().enumerate() {
        for (j, b) in games.iter().enumerate() {
            for rate in [0.0, 0.1, 1.0] {
                let (child, origins) = cross(a, b, rate, &mut rng);
                assert_eq!(child.args()[0], a.args()[0], "the name stays");
                if i == j {
                    continue;
                }
                assert_ne!(&child, a, "{}", text(b));
                assert!(origins.iter().any(|o| matches!(o, Origin::Donor(_))));
                let replaced =
                    origins.windows(2).filter(|w| matches!(w, [Origin::Template(_), Origin::Donor(_)])).count();
                if rate == 0.0 {
                    assert_eq!(replaced, 1, "exactly one element crosses over when none does by chance");
                }
                assert_sound(&child, &|| format!("{} × {}", text(a), text(b)));
            }
        }
    }
}

#[test]
fn at_rate_one_every_element_that_can_comes_from_the_donor() {
    let (a, b) = (reader::read(reader::GAMES[3]), reader::read(reader::GAMES[0]));
    let (child, _) = cross(&a, &b, 1.0, &mut Pcg64Mcg::seed_from_u64(1));
    let expected = "(game Elrostir (players White Black) (board (tiling hex) (shape trapezium) (size 7 7)) (end (All win (in-a-row 5))))";
    assert_eq!(child, reader::read(expected));
}

#[test]
fn crossover_replaces_elements_as_often_as_the_rate_says() {
    // The donor has one board, one tiling and one size, all different from the template's, so that each meets its like.
    let a = reader::read("(game A (board (tiling square) (size 5 5)) (end (All win (no-move))))");
    let b = reader::read("(game B (board (tiling hex) (shape hex) (size 3 4)) (end (Black lose (full))))");
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    let (n, rate) = (20_000, 0.6);
    let (mut boards, mut tilings) = (0u32, 0u32);
    for _ in 0..n {
        let (child, _) = cross(&a, &b, rate, &mut rng);
        let board = child.child("board").unwrap();
        if board.child("shape").is_some() {
            boards += 1;
        } else if board.child("tiling").unwrap().args()[0].is("hex") {
            tilings += 1;
        }
    }
    // Within a board that stays, the tiling changes as an element (0.6) or else by its word (0.4 · 0.6). Nothing at all changes
    // with probability 0.4 to the power of the nine elements: too rare to be seen here.
    for (seen, p) in [(boards, rate), (tilings, 0.4 * (0.6 + 0.4 * 0.6))] {
        let (mean, deviation) = (f64::from(n) * p, (f64::from(n) * p * (1.0 - p)).sqrt());
        assert!((f64::from(seen) - mean).abs() < 4.0 * deviation, "{seen}, not {mean} ± {deviation}");
    }
}

#[test]
fn names_of_the_donor_are_mapped_and_not_lost() {
    let a = reader::read(
        "(game A (players Red Blue) (board (tiling square) (size 5 5)) (pieces (Disc All (moves (move (pre (empty to)) (action (push)))))) (end (All win (no-move))))",
    );
    let b = reader::read("(game B (players (North n) (South s)) (board (tiling square) (size 5 5)) (pieces (Man All (moves (move (pre (empty to)) (action (push)))))
        (King North (moves (move (pre (is-piece to (Man South))) (action (push)) (post (convert King)))))) (start (in-hand (King North) 3)) (end (North win (in-a-row 4 (King South)))))");
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..500 {
        let (child, _) = cross(&a, &b, 0.3, &mut rng);
        let words = text(&child);
        assert!(!words.contains("North") && !words.contains("South") && !words.contains("Man"), "{words}");
        assert_sound(&child, &String::new);
    }
}

#[test]
fn a_flag_that_crosses_into_a_game_without_pieces_is_declared() {
    let a = reader::read("(game A (board (tiling square) (size 4)) (end (All win (in-a-row 3))))");
    let b = reader::read(
        "(game B (board (tiling square) (size 4)) (pieces (Man All (flags Royal) (moves (move (pre (empty to)) (action (push))))))
           (end (All lose (eliminate (Man (flags Royal))))))",
    );
    let mut declared = 0;
    for seed in 0..50 {
        let child = cross(&a, &b, 0.5, &mut Pcg64Mcg::seed_from_u64(seed)).0;
        assert_sound(&child, &String::new);
        let flags = Names::of(&child).flags;
        declared += usize::from(flags == ["Royal"]);
    }
    assert!(declared > 10, "{declared}");
}

#[test]
fn a_mutation_is_recorded_exactly_when_the_game_changes() {
    let mut rng = Pcg64Mcg::seed_from_u64(6);
    for game in reader::games() {
        assert_eq!(mutate(&game, 0.0, &mut rng), (game.clone(), vec![]));
        for _ in 0..50 {
            let (child, log) = mutate(&game, 0.03, &mut rng);
            assert!(!log.is_empty() || child == game);
            assert_sound(&child, &|| format!("{log:#?}"));
            assert_eq!(child.args()[0], game.args()[0]);
            assert_eq!(child.child("players"), game.child("players"));
            assert_eq!(child.child("description"), game.child("description"));
            if log.len() == 1 {
                assert_ne!(child, game, "{log:?}");
            }
        }
    }
}

#[test]
fn what_is_copied_is_changed_at_once() {
    let game = crate::language::parse(
        "(game Row (players White Black) (board (tiling hex) (shape hex) (size 5)) (end (All win (in-a-row 4))))",
    )
    .unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let (mut copied, mut near) = (0, 0);
    for _ in 0..20_000 {
        let (child, mutations) = mutate(&game, 0.05, &mut rng);
        let [mutation] = &mutations[..] else { continue };
        if mutation.operator == Operator::Duplicate {
            copied += 1;
            for list in nodes(&child) {
                let again = list.args().windows(2).find(|pair| pair[0] == pair[1] && !pair[0].args().is_empty());
                assert!(again.is_none(), "{}: {}", mutation.words, text(&child));
            }
            // A row of four wins, one of three loses: the goal is copied, turned, and its number changed.
            let yavalath = "(All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))";
            near += u32::from(text(&child).contains(yavalath));
        }
    }
    println!("of {copied} copies {near} are the trap below the goal");
    assert!(copied > 300 && near > 10, "{copied} {near}");
}

#[test]
fn numbers_come_next_to_others_of_their_role() {
    let rules = |losing: i64| {
        let end = format!("(end (All win (in-a-row 12)) (All lose (in-a-row {losing})))");
        crate::language::parse(&format!("(game Row (players White Black) (board (tiling hex) (size 14)) {end})"))
            .unwrap()
    };
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let found = (0..20_000).filter(|_| mutate(&rules(3), 0.05, &mut rng).0 == rules(11)).count();
    // Drawn from the whole range it would be one of 97.
    assert!(found > 10, "{found}");
}

#[test]
fn rates_from_outside_do_no_harm() {
    let games = reader::games();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for rate in [f64::NAN, f64::INFINITY, -1.0, 7.0] {
        let settings = Breeding { crossover: rate, mutation: rate, pressure: rate, ..Breeding::default() };
        breed(&games[0], &games[1], &settings, &mut rng);
    }
    for text in ["word", "(game)", "(game X)", "()", "(())", "(board (size 3))", "(game X (pieces) (end) (board))"] {
        let odd = reader::read(text);
        for (a, b) in [(&odd, &games[0]), (&games[0], &odd), (&odd, &odd)] {
            let child = breed(a, b, &Breeding::default(), &mut rng);
            assert_eq!(child.lineage.len(), child.tree.size());
        }
    }
}

/// A population of relatives: the dozen games and children of theirs.
fn relatives(count: usize, seed: u64) -> Vec<Tree> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut population = reader::games();
    while population.len() < count {
        let (a, b) = (rng.random_range(0..population.len()), rng.random_range(0..population.len()));
        let child = breed(&population[a], &population[b], &Breeding::default(), &mut rng);
        population.push(child.tree);
    }
    population
}

#[test]
fn the_distance_is_symmetric_and_its_weight_a_metric() {
    let trees = relatives(60, 21);
    let genomes: Vec<Genome> = trees.iter().map(Genome::new).collect();
    let n = genomes.len();
    let mut weights = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            weights[i][j] = edit_weight(&genomes[i], &genomes[j]);
            let d = distance(&genomes[i], &genomes[j]);
            assert!((0.0..=1.0).contains(&d));
            assert_eq!(d == 0.0, genomes[i].fingerprint() == genomes[j].fingerprint());
            for threshold in [0.0, 0.01, 0.1, 0.3, 0.5, 0.9, 1.1] {
                assert_eq!(distance_below(&genomes[i], &genomes[j], threshold), (d < threshold).then_some(d));
            }
        }
    }
    let mut relative = 0;
    for i in 0..n {
        for j in 0..n {
            assert_eq!(
                weights[i][j].to_bits(),
                weights[j][i].to_bits(),
                "symmetry\n{}\n{}",
                text(&trees[i]),
                text(&trees[j])
            );
            for k in 0..n {
                let (direct, detour) = (weights[i][k], weights[i][j] + weights[j][k]);
                assert!(
                    direct <= detour + 1e-9,
                    "{direct} > {detour}\n{}\n{}\n{}",
                    text(&trees[i]),
                    text(&trees[j]),
                    text(&trees[k])
                );
                let d = |a: usize, b: usize| weights[a][b] / (genomes[a].weight() + genomes[b].weight());
                relative += usize::from(d(i, k) > d(i, j) + d(j, k) + 1e-9);
            }
        }
    }
    println!("triangle inequality of the relative distance fails in {relative} of {} triples", n * n * n);
    assert!(relative * 100 < n * n * n);
}

#[test]
fn pairs_per_second() {
    let genomes: Vec<Genome> = relatives(300, 22).iter().map(Genome::new).collect();
    let pairs = |threshold: f64| {
        let start = std::time::Instant::now();
        let mut close = 0;
        for a in &genomes {
            close += genomes.iter().filter(|b| distance_below(a, b, threshold).is_some()).count();
        }
        (close, (genomes.len() * genomes.len()) as f64 / start.elapsed().as_secs_f64())
    };
    for threshold in [0.02, 0.1, f64::INFINITY] {
        let (close, speed) = pairs(threshold);
        println!("threshold {threshold}: {close} close, {speed:.0} pairs/s");
        assert!(close >= 300);
    }
}

/// Shuffles what is order-free, and gives players, pieces and flags other names.
fn disguise(tree: &Tree, rng: &mut Pcg64Mcg) -> Tree {
    let free = ["and", "or", "end", "board", "start", "+", "max", "=", "dirn", "moves", "pieces", "place"];
    let mut tree = tree.clone();
    let names = Names::of(&tree);
    super::lineage::each(&mut tree, &mut |node| {
        if let crate::language::Kind::List(items) = &mut node.kind
            && items[0].as_word().is_some_and(|h| free.contains(&h))
        {
            // The first argument of `place` is its piece, and a piece's default name comes after its pieces.
            let from = if items[0].is("place") || items[0].is("pieces") { 2 } else { 1 };
            for i in (from + 1..items.len()).rev() {
                let j = rng.random_range(from..=i);
                items.swap(i, j);
            }
        }
    });
    // Without a pieces section the one piece is a `Stone` and nothing else.
    let first = if tree.child("pieces").is_some() { "Alpha" } else { "Stone" };
    let host = Names {
        players: vec!["Zig".into(), "Zag".into()],
        pieces: [first, "Beta", "Gamma", "Delta"].map(String::from).to_vec(),
        flags: names.flags.iter().map(|f| format!("{f}X")).collect(),
    };
    super::reference::translate(&mut tree, &host);
    if tree.child("players").is_none() {
        let players = read_players();
        let at = tree.items().len().min(2);
        site::items_mut(&mut tree).unwrap().insert(at, players);
    }
    tree
}

fn read_players() -> Tree {
    reader::read("(players Zig (Zag s))")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_disguised_game_is_the_same_game(seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let game = super::random_game(&mut rng);
        let other = disguise(&game, &mut rng);
        let (a, b) = (Genome::new(&game), Genome::new(&other));
        prop_assert_eq!(a.fingerprint(), b.fingerprint(), "{}\n{}", text(&game), text(&other));
        prop_assert_eq!(distance(&a, &b), 0.0);
    }

    #[test]
    fn random_games_obey_the_laws_of_distance(seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let games: Vec<Genome> = (0..3).map(|_| Genome::new(&super::random_game(&mut rng))).collect();
        let d = |i: usize, j: usize| edit_weight(&games[i], &games[j]);
        for i in 0..3 {
            prop_assert_eq!(d(i, i), 0.0);
            for j in 0..3 {
                prop_assert_eq!(d(i, j), d(j, i));
                prop_assert_eq!(d(i, j) == 0.0, games[i].fingerprint() == games[j].fingerprint());
                for k in 0..3 {
                    prop_assert!(d(i, k) <= d(i, j) + d(j, k) + 1e-9);
                }
            }
        }
    }

    #[test]
    fn children_of_random_games_are_sound(seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let (a, b) = (super::random_game(&mut rng), super::random_game(&mut rng));
        let settings = Breeding { crossover: 0.2, mutation: 0.2, ..Breeding::default() };
        let again = rng.clone();
        let child = breed(&a, &b, &settings, &mut rng);
        assert_sound(&child.tree, &|| format!("{:#?}\n{}\n{}", child.log, text(&a), text(&b)));
        prop_assert_eq!(&breed(&a, &b, &settings, &mut again.clone()), &child);
        let full = canonical(&child.tree);
        let (same, log) = repair(full.clone());
        prop_assert_eq!(&same, &full, "{:?}", log);
    }

    #[test]
    fn repair_of_a_damaged_game_ends_and_is_final(seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut game = super::random_game(&mut rng);
        let words = ["Ghost", "to", "all", "A9", "home", "win", "region", "size", "push"];
        super::lineage::each(&mut game, &mut |node| {
            if rng.random_bool(0.05) {
                match &mut node.kind {
                    crate::language::Kind::Int(i) => *i = rng.random(),
                    crate::language::Kind::Word(w) => *w = words[rng.random_range(0..words.len())].into(),
                    crate::language::Kind::List(items) => items.truncate(rng.random_range(0..=items.len())),
                    _ => {}
                }
            }
        });
        let (once, _) = repair(game.clone());
        let (twice, log) = repair(once.clone());
        prop_assert_eq!(&twice, &once, "{:?}\n{}", log, text(&game));
        Genome::new(&once);
        breed(&once, &game, &Breeding::default(), &mut rng);
    }
}

#[test]
fn no_child_outgrows_the_limit() {
    let clause = "(All win (and (in-a-row 3) (not (full)) (group 4)))";
    let big =
        |n: usize| reader::read(&format!("(game Big (board (tiling square) (size 5)) (end {}))", clause.repeat(n)));
    let mut rng = Pcg64Mcg::seed_from_u64(41);
    let settings = Breeding { crossover: 0.02, mutation: 0.05, ..Breeding::default() };
    let each = big(2).size() - big(1).size();
    let mut parents = [big(1960 / each), big(1500 / each)];
    assert!(parents[0].size() > 1900 && parents[0].size() <= MOST_NODES);
    let mut largest = 0;
    for k in 0..20 {
        let child = breed(&parents[k % 2], &parents[(k + 1) % 2], &settings, &mut rng);
        assert!(child.tree.size() <= MOST_NODES, "{}", child.tree.size());
        largest = largest.max(child.tree.size());
        parents[k % 2] = child.tree;
    }
    assert!(largest > 1500, "the limit was tried: {largest}");
}
