//! All that the language can say is told, every parameter of it, in clean English.

use super::describe;
use super::template::{Scene, Teller};
use crate::game::lower;
use crate::language::arbitrary::{element, games};
use crate::language::resolve::resolve;
use crate::language::schema::{Category, LUDEMES};
use crate::language::{Kind, Tree, canonical};
use proptest::prelude::*;

/// Parameters that the engine makes nothing of, so that there is nothing to tell.
const WITHOUT_EFFECT: &[(&str, Category, &str)] = &[
    ("cell-state", Category::Effect, "player"),
    ("piece-state", Category::Effect, "player"),
    ("inc-state", Category::Effect, "player"),
    ("cycle", Category::Condition, "adjacency"),
];

/// What has no place in a sentence, if anything has.
fn blemish(text: &str) -> Option<String> {
    const LEFTOVERS: [&str; 20] = [
        "{", "}", "[", "]", "<", ">", "|", "  ", " ,", " .", " ;", " :", "..", ",.", ",,", "()", "( ", " )", "::",
        "Some(",
    ];
    let doubled = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        words.windows(2).find(|w| w[0] == w[1] && w[0].chars().all(char::is_alphabetic)).map(|w| w.join(" "))
    };
    let leftover = LEFTOVERS.iter().find(|l| text.contains(**l)).map(|l| l.to_string());
    leftover.or_else(|| text.lines().find_map(doubled))
}

/// The tree with harmless words for what the author wrote as text.
fn without_texts(tree: &Tree) -> Tree {
    let kind = match &tree.kind {
        Kind::Text(_) => Kind::Text("words".into()),
        Kind::List(items) => Kind::List(items.iter().map(without_texts).collect()),
        kind => kind.clone(),
    };
    Tree { kind, span: tree.span }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_123),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_has_a_meaning_is_told_in_clean_english(tree in games()) {
        let tree = without_texts(&tree);
        match describe(&tree) {
            Err(_) => prop_assert!(lower(&canonical(&tree)).is_err()),
            Ok(told) => {
                prop_assert_eq!(blemish(&told), None, "{}", told);
                // What is written in two ways is told in one.
                prop_assert_eq!(describe(&canonical(&tree)), Ok(told));
            }
        }
    }
}

#[test]
fn every_ludeme_is_told_with_every_parameter() {
    use Category::*;
    let told = |category: Category| {
        matches!(
            category,
            Bool | Int
                | Coord
                | Target
                | PlayerType
                | PieceRecord
                | RecordItem
                | Effect
                | CaptureType
                | EffectFlag
                | Direction
                | Turtle
                | Condition
                | EndFlag
                | Repetition
                | Cells
                | PlaceFlag
                | TilingFlag
                | Tiling
        )
    };
    let mut untold = Vec::new();
    for ludeme in LUDEMES.iter().filter(|l| told(l.category)) {
        let mut seen = vec![false; ludeme.params.len()];
        for seed in 0..300 {
            let (tree, names) = element(ludeme, seed, 2);
            let scene = Scene { end: ludeme.category == Condition, runs: "runs", ..Scene::default() };
            let teller = Teller { names: &names, scene };
            let text = teller.tell(&tree, ludeme.category);
            assert_eq!(blemish(&text.replace("> ", "").replace("< ", "")), None, "{text}\n{tree:?}");
            assert!(!text.is_empty(), "{tree:?}");
            let Some(whole) = resolve(&tree, ludeme.category, &names) else { continue };
            for (i, slot) in whole.slots.iter().enumerate().filter(|(_, slot)| !slot.is_empty()) {
                let rest = tree.args().iter().filter(|a| !slot.iter().any(|s| std::ptr::eq(*s, *a))).cloned();
                let less = Tree::element(tree.head().unwrap(), rest);
                seen[i] |= teller.tell(&less, ludeme.category) != text;
            }
        }
        let unseen = ludeme.params.iter().zip(seen).filter(|(_, seen)| !seen);
        untold.extend(unseen.map(|(param, _)| (ludeme.word, ludeme.category, param.name)));
    }
    assert_eq!(untold, WITHOUT_EFFECT);
}
