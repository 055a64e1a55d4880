//! Positions learnt by heart.

use crate::graph::{Graph, Shape, Stored};
use crate::minimax::{for_first, minimax};
use crate::subtraction::Subtraction;
use ludogen::players::value::{WIN, WIN_BOUND, plies_to_end};
use ludogen::players::{
    AlphaBeta, AlphaBetaOptions, Arena, Blind, Player, PlayerKind, Recall, Recollection, Rote, RoteError, UctOptions,
};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn remembering(graph: &Graph, depth: u32) -> Rote {
    let mut memory = Rote::new("rules", "policy", 10_000);
    for node in 0..graph.nodes.len() as u32 {
        let mut position = vec![node];
        if graph.outcome(&position).is_none() {
            let mut searcher = AlphaBeta::new(AlphaBetaOptions { depth, ..Default::default() });
            let found = searcher.search(graph, &Stored, &mut position).expect("open");
            let found = Recollection { value: found.value, depth: depth as u8, exact: found.exact };
            memory.learn(graph.hash(&position), found);
        }
    }
    memory
}

/// A win that the memory knows of is worth less than one that the search finds itself, the less the farther it is.
fn as_remembered(value: i32, searched: u32) -> i32 {
    match plies_to_end(value) {
        Some(plies) if plies > searched => value.signum() * (WIN_BOUND - 1 - (plies - searched) as i32),
        _ => value,
    }
}

#[test]
fn what_is_remembered_deepens_the_search() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut deeper = 0;
    for _ in 0..300 {
        let graph = Graph::random(Shape { values: 1000, ..Shape::random(&mut rng) }, &mut rng);
        for (remembered, searched) in [(1, 1), (2, 1), (3, 2), (2, 3)] {
            let evaluate = Recall { inner: Stored, memory: remembering(&graph, remembered) };
            for root in 0..3u32.min(graph.nodes.len() as u32) {
                let mut position = vec![root];
                if graph.outcome(&position).is_some() {
                    continue;
                }
                let together = remembered + searched;
                let whole = minimax(&graph, &Stored, &mut position, together, 0, None);
                let alone = minimax(&graph, &Stored, &mut position, searched, 0, None);
                let wanted = as_remembered(for_first(&graph, &position, whole), searched);
                let options = AlphaBetaOptions { depth: searched, ..Default::default() };
                let found = AlphaBeta::new(options).search(&graph, &evaluate, &mut position).expect("open");
                assert_eq!(
                    found.value, wanted,
                    "{searched} plies and {remembered} remembered from {root} of {graph:?}"
                );
                deeper += usize::from(whole != alone);
            }
        }
    }
    assert!(deeper > 500, "{deeper} values were better for it");
}

#[test]
fn more_is_not_forgotten_for_less() {
    let mut memory = Rote::new("", "", 10);
    let found = |value, depth, exact| Recollection { value, depth, exact };
    memory.learn(7, found(5, 4, false));
    memory.learn(7, found(6, 3, false));
    assert_eq!(memory.recall(7), Some(found(5, 4, false)));
    memory.learn(7, found(8, 4, false));
    memory.learn(7, found(WIN - 2, 2, true));
    memory.learn(7, found(9, 9, false));
    assert_eq!(memory.recall(7), Some(found(WIN - 2, 2, true)));
    assert_eq!(memory.recall(8), None);
}

#[test]
fn a_full_memory_forgets_what_was_searched_least() {
    let mut memory = Rote::new("", "", 80);
    for hash in 0..81 {
        memory.learn(hash, Recollection { value: 0, depth: (hash % 3) as u8, exact: false });
    }
    // An eighth of 81, rounded up: the first eleven of those searched least.
    assert_eq!(memory.len(), 70);
    let forgotten: Vec<u64> = (0..81).filter(|&h| memory.recall(h).is_none()).collect();
    assert_eq!(forgotten, (0..11).map(|i| 3 * i).collect::<Vec<u64>>());
}

#[test]
fn only_values_of_alpha_beta_are_worth_remembering() {
    // One takes the last counter and wins: both players are certain, each on its own scale.
    let game = Subtraction { most: 3 };
    let choose = |kind: &PlayerKind| {
        let mut player = Player::new(kind, Blind);
        let choice = player.choose(&game, &game.start(2), &mut Pcg64Mcg::seed_from_u64(1)).expect("a move");
        assert!(choice.exact, "{choice:?}");
        player.recollection(&game, &choice)
    };
    let found = choose(&PlayerKind::AlphaBeta(AlphaBetaOptions::default()));
    assert_eq!(found.map(|f| (f.value, f.exact)), Some((WIN - 1, true)));
    assert_eq!(choose(&PlayerKind::Uct(UctOptions::default())), None);
}

fn memories() -> impl Strategy<Value = Rote> {
    let entry = (any::<u64>(), -WIN..=WIN, any::<u8>(), any::<bool>());
    prop::collection::vec(entry, 0..40).prop_map(|entries| {
        let mut memory = Rote::new("(game A)", "policy", 100);
        for (hash, value, depth, exact) in entries {
            memory.learn(hash, Recollection { value, depth, exact });
        }
        memory
    })
}

fn file(memory: &Rote) -> Vec<u8> {
    let mut bytes = Vec::new();
    memory.write(&mut bytes).expect("memory");
    bytes
}

fn same(a: &Rote, b: &Rote, hashes: impl Iterator<Item = u64>) -> bool {
    a.len() == b.len() && { hashes }.all(|h| a.recall(h) == b.recall(h))
}

proptest! {
    #[test]
    fn a_memory_comes_back_from_its_file(memory in memories(), hashes in prop::collection::vec(any::<u64>(), 20)) {
        let back = Rote::read(&mut &file(&memory)[..], "(game A)", "policy", 100).expect("whole");
        prop_assert!(same(&memory, &back, hashes.into_iter()));
        prop_assert_eq!(file(&memory).len(), file(&back).len());
    }

    #[test]
    fn a_damaged_file_is_refused(memory in memories(), at in any::<prop::sample::Index>(), bit in 0..8u32, cut in any::<bool>()) {
        let mut bytes = file(&memory);
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= 1 << bit }
        let read = Rote::read(&mut &bytes[..], "(game A)", "policy", 100);
        prop_assert!(matches!(read, Err(RoteError::Foreign | RoteError::Damaged(_))));
    }
}

#[test]
fn a_memory_is_of_one_game_and_mostly_of_one_policy() {
    let mut memory = Rote::new("(game A)", "policy", 100);
    memory.learn(1, Recollection { value: 12, depth: 3, exact: false });
    memory.learn(2, Recollection { value: WIN - 3, depth: 3, exact: true });
    let bytes = file(&memory);
    let read = |rules, policy| Rote::read(&mut &bytes[..], rules, policy, 100);
    assert!(matches!(read("(game B)", "policy"), Err(RoteError::OtherRules)));
    let other = read("(game A)", "another").expect("the same game");
    assert_eq!((other.recall(1), other.recall(2).map(|r| r.value)), (None, Some(WIN - 3)));
}
