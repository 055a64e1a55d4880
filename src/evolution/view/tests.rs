use super::*;
use crate::store::Step;
use crate::streams;
use crate::synthesis::Parsimony;
use proptest::prelude::*;

fn row(id: u64, score: f64, fate: Fate) -> MemberRow {
    MemberRow {
        id: GameId(id),
        child: None,
        name: format!("g{id}"),
        fate,
        text: format!("(game g{id})"),
        fingerprint: id,
        generation: 0,
        score,
        spread: 0.0,
        feasible: true,
        niche: ["", "a", "b", "c"][id as usize % 4].into(),
        policy: Vec::new(),
    }
}

proptest! {
    #[test]
    fn views_stay_as_they_were(lives in prop::collection::vec((0u8..4, any::<bool>()), 0..60)) {
        let mut growing = Growing::default();
        let mut views = vec![growing.view()];
        for (i, &(score, member)) in lives.iter().enumerate() {
            let fate = if member { Fate::Admitted } else { Fate::Rejected(Step::Safety) };
            growing.add(row(i as u64 + 1, f64::from(score), fate));
            views.push(growing.view());
        }
        for (n, view) in views.iter().enumerate() {
            // The reference: sort what had been admitted by then.
            let mut expected: Vec<(u8, u64)> = lives[..n]
                .iter()
                .enumerate()
                .filter(|(_, (_, member))| *member)
                .map(|(i, &(score, _))| (score, i as u64 + 1))
                .collect();
            expected.sort_by_key(|&(score, id)| (std::cmp::Reverse(score), id));
            let ranked: Vec<(u8, u64)> = view.members().map(|m| (m.score as u8, m.id.0)).collect();
            prop_assert_eq!(&ranked, &expected);
            // The first of each niche in that order is its elite.
            let elites: Vec<u64> = view.elites().map(|m| m.id.0).collect();
            let first = |niche: u64| expected.iter().map(|e| e.1).find(|id| id % 4 == niche);
            prop_assert_eq!(elites, [1, 2, 3].into_iter().filter_map(first).collect::<Vec<_>>());
            for i in 1..=lives.len() {
                prop_assert_eq!(view.is_taken(&format!("g{i}")), i <= n);
            }
        }
    }
}

#[test]
fn the_archive_gives_every_pair_of_elites_alike() {
    let mut growing = Growing::default();
    let mut rng = streams::generator(5);
    let breeding = Breeding { selection: Selection::Archive, known: 0.0, ..Breeding::default() };
    assert!(growing.view().parents(&breeding, &mut rng).is_none());
    // Games 4 and 8 have no niche; 5, 6 and 7 are better than 1, 2 and 3.
    for id in 1..=8 {
        growing.add(row(id, id as f64, Fate::Admitted));
    }
    let view = growing.view();
    let mut drawn = BTreeMap::new();
    for _ in 0..6_000 {
        let pair = view.parents(&breeding, &mut rng).unwrap().map(|m| m.id.0);
        *drawn.entry(pair).or_insert(0) += 1;
    }
    let pairs: Vec<_> = drawn.keys().copied().collect();
    assert_eq!(pairs, [[5, 6], [5, 7], [6, 5], [6, 7], [7, 5], [7, 6]]);
    // 1,000 each, with a standard deviation of 29.
    assert!(drawn.values().all(|count| (850..1_150).contains(count)), "{drawn:?}");
    let ranked = view.parents(&Breeding { selection: Selection::Rank, ..breeding }, &mut rng).unwrap();
    assert_ne!(ranked[0].id, ranked[1].id);
}

/// A row of a game with so many clauses of the same niche, whose score has an interval.
fn long(id: u64, score: f64, spread: f64, clauses: usize) -> MemberRow {
    let text = format!("(game g{id} (board (tiling square) (size 3 3)) (end{}))", " (All win (full))".repeat(clauses));
    let row = row(id, score, Fate::Admitted);
    MemberRow { text, spread, niche: "a".into(), generation: u32::from(id > 1), feasible: true, ..row }
}

#[test]
fn the_shorter_of_two_games_whose_scores_are_tied_stands_for_the_niche() {
    let elite = |ties: bool, rows: &[MemberRow]| {
        let parsimony = Parsimony { ties, ..Parsimony::default() };
        let mut growing = Growing::new(&Breeding { parsimony, patience: 0, ..Breeding::default() });
        rows.iter().for_each(|row| drop(growing.add(row.clone())));
        growing.view().elites().next().unwrap().id.0
    };
    let first = long(1, 6.0, 0.2, 3);
    // Tied and shorter; tied and longer; shorter, but its own interval or the other's excludes the score.
    assert_eq!(elite(true, &[first.clone(), long(2, 5.9, 0.2, 2)]), 2);
    assert_eq!(elite(true, &[first.clone(), long(2, 6.1, 0.2, 4)]), 1);
    assert_eq!(elite(true, &[first.clone(), long(2, 5.9, 0.05, 2)]), 1);
    assert_eq!(elite(true, &[first.clone(), long(2, 5.7, 0.9, 2)]), 1);
    // Better without a tie, longer or not; as long, and better within a tie; the older one of equals.
    assert_eq!(elite(true, &[first.clone(), long(2, 6.3, 0.2, 4)]), 2);
    assert_eq!(elite(true, &[first.clone(), long(2, 6.1, 0.2, 3)]), 2);
    assert_eq!(elite(true, &[first.clone(), long(2, 6.0, 0.2, 3)]), 1);
    assert_eq!(elite(false, &[first, long(2, 5.9, 0.2, 2)]), 1);
}

#[test]
fn what_is_no_candidate_stands_for_a_niche_until_one_comes() {
    let mut growing = Growing::new(&Breeding { patience: 2, ..Breeding::default() });
    let mut add = |id: u64, score: f64, feasible: bool| {
        growing.add(MemberRow { generation: 1, feasible, ..row(4 * id + 1, score, Fate::Admitted) });
        growing.view().elites().next().unwrap().id.0 / 4
    };
    let of = [add(0, 6.0, false), add(1, 7.0, false), add(2, 5.0, true), add(3, 8.0, false), add(4, 8.0, false)];
    assert_eq!(of, [0, 1, 2, 2, 2]);
    assert_eq!([add(5, 4.0, true), add(6, 5.5, true)], [5, 6], "candidates may give their places to each other");
}

#[test]
fn children_that_are_no_candidates_are_parents_less_often() {
    let mut growing = Growing::default();
    for (id, generation) in [(1, 0), (2, 0), (3, 1)] {
        let row = row(id, 5.0, Fate::Admitted);
        growing.add(MemberRow { generation, feasible: id < 3, niche: format!("n{id}"), ..row });
    }
    let view = growing.view();
    let drawn = |infeasible: f64| {
        let parsimony = Parsimony { brevity: 0.0, ..Parsimony::default() };
        let breeding = Breeding { parsimony, infeasible, known: 0.0, ..Breeding::default() };
        let mut rng = streams::generator(7);
        (0..6_000).filter(|_| view.parents(&breeding, &mut rng).unwrap().iter().any(|m| m.id.0 == 3)).count()
    };
    // Two of three pairs; with a quarter of the chance, 0.5 of 1.5. A standard deviation is 37.
    assert!((3_850..4_150).contains(&drawn(1.0)), "{}", drawn(1.0));
    assert!((1_850..2_150).contains(&drawn(0.25)), "{}", drawn(0.25));
}

#[test]
fn templates_are_viable_known_games_as_often_as_the_settings_say() {
    let mut growing = Growing::default();
    // Two known games, of which one is viable, share a niche with a better candidate; another candidate has one of its own.
    for (id, generation, feasible, score) in
        [(1, 0, true, 4.0), (2, 0, false, 4.0), (3, 1, true, 5.0), (4, 1, true, 5.0)]
    {
        let niche = if id < 4 { "a" } else { "b" }.into();
        growing.add(MemberRow { generation, feasible, niche, ..row(id, score, Fate::Admitted) });
    }
    let view = growing.view();
    let parsimony = Parsimony { brevity: 0.0, ..Parsimony::default() };
    let breeding = |known: f64| Breeding { parsimony: parsimony.clone(), known, ..Breeding::default() };
    let mut rng = streams::generator(5);
    let mut drawn = |known: f64| {
        let mut ids = || view.parents(&breeding(known), &mut rng).unwrap().map(|member| member.id.0);
        let pairs: Vec<[u64; 2]> = (0..4_000).map(|_| ids()).collect();
        assert!(pairs.iter().all(|[template, donor]| template != donor && *donor > 2), "donors come from the archive");
        pairs.iter().filter(|[template, _]| *template == 1).count()
    };
    assert_eq!((drawn(0.0), drawn(1.0)), (0, 4_000));
    // A standard deviation is 29.
    assert!((1_070..1_330).contains(&drawn(0.3)));
}

#[test]
fn an_elite_that_many_fall_short_of_gives_its_place_to_the_best_of_these() {
    let elites = |patience: u32, scores: &[f64]| {
        let mut growing = Growing::new(&Breeding { patience, ..Breeding::default() });
        let mut elites = Vec::new();
        for (i, &score) in scores.iter().enumerate() {
            let row = row(4 * i as u64 + 1, score, Fate::Admitted);
            growing.add(row);
            elites.push(growing.view().elites().next().unwrap().score);
        }
        elites
    };
    let scores = [5.0, 3.0, 4.0, 2.0, 1.0, 6.0, 5.0];
    assert_eq!(elites(0, &scores), [5.0, 5.0, 5.0, 5.0, 5.0, 6.0, 6.0]);
    // Three fall short; the best of them, 4, takes the place; then 2 and 1 do not count any more.
    assert_eq!(elites(3, &scores), [5.0, 5.0, 5.0, 4.0, 4.0, 6.0, 6.0]);
    assert_eq!(elites(1, &scores), [5.0, 3.0, 4.0, 2.0, 1.0, 6.0, 5.0]);
}

#[test]
fn games_of_long_rules_are_parents_less_often() {
    let mut growing = Growing::default();
    // Known games of 1 and 15 clauses, and a candidate of 15, in niches of their own.
    for (id, clauses, generation) in [(1, 1, 0), (2, 15, 0), (3, 15, 1)] {
        let row = long(id, 5.0, 0.1, clauses);
        growing.add(MemberRow { generation, niche: format!("n{id}"), ..row });
    }
    let view = growing.view();
    let share = |brevity: f64| {
        let parsimony = Parsimony { brevity, ..Parsimony::default() };
        let breeding = Breeding { parsimony, known: 0.0, ..Breeding::default() };
        let mut rng = streams::generator(6);
        let mut drawn = [0u32; 4];
        for _ in 0..6_000 {
            view.parents(&breeding, &mut rng).unwrap().iter().for_each(|m| drawn[m.id.0 as usize] += 1);
        }
        drawn
    };
    let even = share(0.0);
    assert!(even[1..].iter().all(|n| (3_800..4_200).contains(n)), "{even:?}");
    // Each comes as often as the chances of its pairs say.
    let median = view.known_length(0.5);
    let usual = Parsimony { brevity: 1.0, ..Parsimony::default() };
    let [a, b, c] = [1, 2, 3].map(|id| usual.parenthood(view.get(GameId(id)).unwrap().length, median));
    let (pairs, brief) = ([a * b, a * c, b * c], share(1.0));
    let sum: f64 = pairs.iter().sum();
    let expected = [(pairs[0] + pairs[1]) / sum, (pairs[0] + pairs[2]) / sum, (pairs[1] + pairs[2]) / sum];
    for (n, share) in brief[1..].iter().zip(expected) {
        assert!((f64::from(*n) - 6_000.0 * share).abs() < 200.0, "{brief:?} {expected:?}");
    }
    assert!(brief[2] < brief[1] && brief[3] < brief[1]);
}

#[test]
fn taken_names_get_the_first_free_number() {
    let mut growing = Growing::default();
    growing.add(row(1, 0.0, Fate::Seed));
    assert_eq!(growing.free_name("g2"), "g2");
    assert_eq!(growing.free_name("g1"), "g1-2");
    growing.add(MemberRow { name: "g1-2".into(), ..row(2, 0.0, Fate::Seed) });
    assert_eq!(growing.free_name("g1"), "g1-3");
}

#[test]
fn what_is_derived_is_derived_once() {
    let mut growing = Growing::default();
    let member = growing.add(row(1, 0.0, Fate::Seed)).unwrap();
    assert_eq!(member.derived(|m| m.text.len()), Some(&9));
    assert_eq!(member.derived(|_| unreachable!() as usize), Some(&9));
    assert_eq!(member.derived(|_| String::new()), None);
}
