//! Policies: defaults, mixtures, text, tuning.

use crate::{game, seed_game};
use ludogen::game::lower;
use ludogen::language::{Tree, parse, print};
use ludogen::strategy::{
    Advisor, Evaluator, Match, OpponentKind, Policy, PolicyError, TuneSettings, Weights, contest, hybrid,
    player_of_game, suits_alpha_beta, tune,
};
use proptest::prelude::*;

fn weights(pairs: &[(Advisor, f64)]) -> Weights {
    let mut weights = Weights::default();
    pairs.iter().for_each(|(a, w)| weights.set(*a, *w));
    weights
}

#[test]
fn defaults_follow_the_rules() {
    for (name, expected) in [
        ("tic-tac-toe", weights(&[(Advisor::InARow, 1.0)])),
        ("hex", weights(&[(Advisor::Connection, 1.0)])),
        ("havannah", weights(&[(Advisor::Connection, 0.5), (Advisor::Pattern, 0.5)])),
        (
            "breakthrough",
            weights(&[
                (Advisor::Reach, 1.0 / 5.3),
                (Advisor::Eliminate, 1.0 / 5.3),
                (Advisor::Mobility, 0.1 / 5.3),
                (Advisor::Material, 3.0 / 5.3),
                (Advisor::Attack, 0.1 / 5.3),
                (Advisor::Safety, 0.1 / 5.3),
            ]),
        ),
        (
            "towers",
            weights(&[
                (Advisor::Stack, 1.0 / 2.15),
                (Advisor::Block, 1.0 / 2.15),
                (Advisor::Mobility, 0.1 / 2.15),
                (Advisor::StackHeight, -0.05 / 2.15),
            ]),
        ),
    ] {
        let policy = Policy::default_for(seed_game(name, None).rules());
        for side in [policy.white, policy.black] {
            for advisor in Advisor::ALL {
                assert!((side.get(advisor) - expected.get(advisor)).abs() < 1e-12, "{name}: {policy:?}");
            }
        }
    }
}

#[test]
fn pieces_are_worth_what_the_goal_makes_of_them() {
    // Against mobility, which weighs a tenth of a goal everywhere.
    for (name, expected) in [
        ("chess", 3.0),
        ("nine-mens-morris", 3.0),
        ("losing-draughts", -3.0),
        ("losing-chess", -3.0),
        ("lines-of-action", 0.3),
        // Musketeers win when they cannot capture or nobody is left, but nobody captures them.
        ("three-musketeers", 0.3),
    ] {
        let white = Policy::default_for(seed_game(name, None).rules()).white;
        let worth = white.get(Advisor::Material) / white.get(Advisor::Mobility) / 10.0;
        assert!((worth - expected).abs() < 1e-12, "{name}: {worth}");
    }
}

#[test]
fn moves_and_discs_count_little_where_they_mislead() {
    let white = |name| Policy::default_for(seed_game(name, None).rules()).white;
    for name in ["english-draughts", "fanorona", "thai-draughts"] {
        let white = white(name);
        assert_eq!(white.get(Advisor::Mobility), 0.0, "{name}");
        assert!(white.get(Advisor::Material) > 20.0 * white.get(Advisor::Block), "{name}");
    }
    for (name, more) in [("reversi", true), ("hexothello", true), ("anti-reversi", false), ("ataxx", false)] {
        let white = white(name);
        assert_eq!(white.get(Advisor::Corners) > white.get(Advisor::State), more, "{name}");
    }
}

#[test]
fn a_player_without_an_aim_fights_or_flees() {
    let policy = Policy::default_for(seed_game("three-musketeers", None).rules());
    assert_eq!(policy.black, weights(&[(Advisor::Fight, 0.5), (Advisor::Mobility, 0.5)]));
    // Three goals, one of them that no guard is left, have ten parts of 36 each.
    for advisor in [Advisor::Reach, Advisor::Block] {
        assert!((policy.white.get(advisor) - 10.0 / 36.0).abs() < 1e-12, "{advisor:?}: {policy:?}");
    }
    assert_eq!(policy.white.get(Advisor::Fight), 0.0);
}

/// The evolved games of the paper's second appendix.
#[test]
fn default_policies_of_the_papers_games() {
    let text: Vec<String> = [
        "yavalath",
        "ndengrod",
        "teiglith",
        "elrostir",
        "lammothm",
        "gorodrui",
        "pentalath",
        "valion",
        "hexade",
        "spots",
        "susan",
    ]
    .into_iter()
    .filter(|name| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seed-games/{name}.ludi")).exists())
    .map(|name| format!("{name}: {}", print(&Policy::default_for(seed_game(name, None).rules()).to_tree())))
    .collect();
    insta::assert_snapshot!("defaults", text.join("\n"));
}

#[test]
fn hybrids_are_means_without_what_is_irrelevant() {
    let rules = seed_game("hex", None);
    let a = Policy::both(weights(&[(Advisor::Connection, 1.0), (Advisor::Centrality, 1.0)]));
    let b = Policy::both(weights(&[(Advisor::Connection, 2.0), (Advisor::InARow, 2.0)]));
    // Half of each, less the quarter for lines: a half and a quarter remain.
    let mixed = hybrid(&a, &b, rules.rules());
    let expected = weights(&[(Advisor::Connection, 2.0 / 3.0), (Advisor::Centrality, 1.0 / 3.0)]);
    for advisor in Advisor::ALL {
        assert!((mixed.white.get(advisor) - expected.get(advisor)).abs() < 1e-12);
    }
    assert_eq!(mixed.white, mixed.black);
}

#[test]
fn policies_are_read_with_care() {
    let read = |text: &str| Policy::from_tree(&ludeme(text));
    assert_eq!(read("(advisors (in-a-row 1) (mobility -0.25))").map(|p| p.white.get(Advisor::Mobility)), Ok(-0.25));
    let sided = read("(advisors (black (fight 0.5)) (white (reach 1)))").expect("a policy");
    assert_eq!((sided.white.get(Advisor::Reach), sided.black.get(Advisor::Fight)), (1.0, 0.5));
    assert_eq!(read("(advisors (nonsense 1))"), Err(PolicyError::Unknown("nonsense".into())));
    assert_eq!(read("(advisors (group 1) (group 2))"), Err(PolicyError::Twice(Advisor::Group)));
    assert!(matches!(read("(advisors (group 9999))"), Err(PolicyError::Weight { .. })));
    assert_eq!(read("(advisors (player uct) (group 1))"), read("(advisors (group 1))"));
    for text in ["(advisors (player robot))", "(advisors (player))", "(advisors (player uct 3) (group 1))"] {
        assert!(matches!(read(text), Err(PolicyError::Player(_))), "{text}");
    }
    for kind in [OpponentKind::Uct, OpponentKind::AlphaBeta] {
        let said = sided.to_tree_for(kind);
        let game = Tree::element("game", [Tree::word("A"), said.clone()]);
        assert_eq!(Policy::from_tree(&said), Ok(sided));
        assert_eq!(player_of_game(&game), (kind == OpponentKind::Uct).then_some(kind));
    }
    for text in [
        "(advisors group)",
        "(advisors (group))",
        "(advisors (group 1 2))",
        "(advisors 7)",
        "(advisors (white (group 1)) (fight 1))",
        "(advisors (white) (white))",
    ] {
        assert!(matches!(read(text), Err(PolicyError::Form(_))), "{text}");
    }
    let bad = [r#"(white: {"group": 1e9}, black: {})"#, r#"(white: {"group": inf}, black: {})"#, r#"(white: {})"#];
    bad.iter().for_each(|text| assert!(ron::from_str::<Policy>(text).is_err(), "{text}"));
}

/// The advisors of a game with this ludeme in its support section.
fn ludeme(text: &str) -> Tree {
    let source = format!(
        "(game Test (players White Black) (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))) (support {text}))"
    );
    let tree = parse(&source).expect("a game");
    tree.child("support").and_then(|s| s.child("advisors")).expect("advisors").clone()
}

proptest! {
    #[test]
    fn text_gives_policies_back(weights in proptest::collection::vec((0..20usize, -1000.0..1000.0f64), 0..6), sided in any::<bool>()) {
        let mut policy = Policy::default();
        weights.iter().for_each(|(i, w)| policy.white.0[*i] = *w);
        if !sided {
            policy.black = policy.white;
        }
        let text = ron::to_string(&policy).expect("text");
        prop_assert_eq!(ron::from_str::<Policy>(&text).expect("a policy"), policy);
        let tree = policy.to_tree();
        prop_assert_eq!(Policy::from_tree(&tree).expect("a policy"), policy);
        prop_assert_eq!(Policy::from_tree(&ludeme(&print(&tree))).expect("a policy"), policy);
    }
}

#[test]
fn the_policy_of_a_game_is_found_in_its_file() {
    let source = |support: &str| {
        format!(
            "(game Test (players White Black) (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))) {support})"
        )
    };
    let of = |support: &str| Policy::of_game(&parse(&source(support)).expect("a game"));
    let wanted = Some(Ok(Policy::both(weights(&[(Advisor::InARow, 1.0)]))));
    assert_eq!(of("(support (advisors (in-a-row 1)))"), wanted);
    assert_eq!(of("(advisors (in-a-row 1))"), wanted);
    assert_eq!(of(""), None);
    assert!(matches!(of("(advisors (no-such 1))"), Some(Err(_))));
    let _ = lower(&parse(&source("")).expect("a game")).map(|_| ()).map_err(|e| panic!("{e:?}"));
}

#[test]
fn values_have_a_scale() {
    let hex = seed_game("hex", Some("5 5"));
    let policy = Policy::default_for(hex.rules());
    let kappa = |policy: &Policy| ludogen::with_game!(&hex, g => Evaluator::new(g, policy).kappa(1));
    let one = kappa(&policy);
    assert!((0.05..1.0).contains(&one), "{one}");
    assert_eq!(one, kappa(&policy));
    // Twice the weights, twice the scale.
    let mut double = policy;
    double.white.0.iter_mut().chain(&mut double.black.0).for_each(|w| *w *= 2.0);
    assert!((kappa(&double) - 2.0 * one).abs() < 1e-9);
    assert_eq!(kappa(&Policy::default()), 1e-6);
}

#[test]
fn contests_and_tuning_follow_from_the_seed() {
    let ttt = seed_game("tic-tac-toe", None);
    let good = Policy::default_for(ttt.rules());
    let bad = Policy::both(weights(&[(Advisor::InARow, -1.0)]));
    let settings = Match { games: 8, opening: 1, ..Match::default() };
    let result = contest(&ttt, &good, &bad, &settings, 5);
    assert_eq!(result.games(), 8);
    assert_eq!(result.unfinished, 0);
    assert!(result.score() > 0.5, "{result:?}");
    let back = contest(&ttt, &bad, &good, &settings, 5);
    assert_eq!(back.games(), 8);
    assert!(back.score() < 0.5, "{back:?}");

    let settings = TuneSettings { iterations: 6, contest: settings, ..TuneSettings::default() };
    let threads = |n: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads");
        pool.install(|| tune(&ttt, &bad, &settings, None, 9))
    };
    let tuned = threads(1);
    assert_eq!(tuned, threads(4));
    tuned.policy.validate().expect("a policy");
    assert_eq!(tuned.policy.white, tuned.policy.black);
    let sum: f64 = tuned.policy.white.0.iter().map(|w| w.abs()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // Steps shrink with failures and grow with successes, by the rule.
    let expected = 0.2 * 1.5f64.powf(tuned.accepted as f64 - (6 - tuned.accepted) as f64 / 4.0);
    assert!((tuned.sigma - expected.clamp(0.01, 1.0)).abs() < 1e-9, "{tuned:?}");
}

#[test]
fn tuning_improves_a_bad_policy() {
    let game = game(
        "(game Line (players White Black) (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))",
    );
    let start = Policy::both(weights(&[(Advisor::InARow, -1.0)]));
    let contest_settings = Match { games: 12, depth: 1, ..Match::default() };
    let settings =
        TuneSettings { iterations: 12, sigma: 0.5, toggle: 0.5, contest: contest_settings.clone(), total: None };
    let tuned = tune(&game, &start, &settings, None, 3);
    assert!(tuned.accepted > 0);
    let result = contest(&game, &tuned.policy, &start, &contest_settings, 4);
    println!("tuned against start: {result:?}");
    assert!(result.score() >= 0.5, "{result:?}");
}

#[test]
fn a_tuned_default_is_reported_against_the_default() {
    let game = seed_game("breakthrough", Some("5 5"));
    let start = Policy::default_for(game.rules());
    let contest_settings = Match { games: 10, depth: 1, ..Match::default() };
    let settings = TuneSettings { iterations: 6, contest: contest_settings.clone(), ..TuneSettings::default() };
    let tuned = tune(&game, &start, &settings, None, 1);
    let result = contest(&game, &tuned.policy, &start, &contest_settings, 2);
    println!("{} challengers accepted; tuned against default: {result:?}", tuned.accepted);
    assert_eq!(result.games(), 10);
    assert_eq!(tuned.accepted == 0, tuned.policy == start.relevant_to(game.rules()));
}

#[test]
fn alpha_beta_plays_where_its_policy_has_something_to_go_by() {
    for (name, suits) in [
        ("yavalath", true),
        ("hex", true),
        ("breakthrough", true),
        ("lines-of-action", true),
        ("konane", true),
        ("go", true),
        ("reversi", true),
        ("english-draughts", true),
        ("losing-draughts", false),
    ] {
        assert_eq!(suits_alpha_beta(seed_game(name, None).rules()), suits, "{name}");
    }
}
