use super::*;
use crate::language::{parse, print};
use crate::streams::generator;
use crate::synthesis::in_full::taken;
use crate::synthesis::{Breeding, Child, breed};

const MILLS: &str = "(game Mills
  (define Mill (cell) \"{cell} <is|is not> in a mill\" (or (>= (line-length cell n e) 3) (= (num-nbors cell friend) 4)))
  (board (tiling square) (size 5 5))
  (pieces (Man All (moves
    (move (pre (and (not (continuing)) (empty to))) (action (push)) (post (repeat (if (Mill to)))))
    (move (pre (and (continuing) (enemy from) (not (Mill from)))) (action (pop))))))
  (end (All lose (no-move))))";

const OTHER: &str = "(game Other
  (define Mill (cell) (and (friend cell) (< (num-nbors cell enemy) 2)))
  (define Step () (action (pop) (push)) (post (capture)))
  (board (tiling hex) (shape hex) (size 4))
  (pieces (Piece All (moves
    (move (pre (and (empty to) (connected) (Mill from))) Step)
    (move (pre (and (enemy to) (connected) (not (Mill from)))) Step))))
  (start (place (Piece All) home))
  (end (All win (eliminate enemy))))";

fn game(text: &str) -> Tree {
    normal(&parse(text).expect("rules"))
}

fn children(a: &str, b: &str, settings: &Breeding) -> Vec<Child> {
    (0..120).map(|seed| breed(&game(a), &game(b), settings, &mut generator(seed))).collect()
}

fn settings(crossover: f64, mutation: f64) -> Breeding {
    Breeding { crossover, mutation, ..Breeding::default() }
}

/// The game in full, its definitions and what was done to them, after they were changed with that chance each.
fn varied(original: &Tree, rate: f64, seed: u64) -> (Tree, Vec<Definition>, Vec<Mutation>) {
    let (mut tree, mut known) = taken(original, None);
    let mut mutations = Vec::new();
    vary(&mut tree, &mut known, rate, None, &mut mutations, &mut generator(seed));
    (tree, known, mutations)
}

fn names(child: &Child) -> Vec<String> {
    crate::language::definitions::names_of(&child.tree)
}

#[test]
fn children_with_definitions_are_read_back_as_they_are() {
    for child in children(MILLS, OTHER, &settings(0.2, 0.1)).iter().chain(&children(OTHER, MILLS, &settings(0.2, 0.1)))
    {
        let text = print(&child.tree);
        assert_eq!(parse(&text), Ok(child.tree.clone()), "{text}");
        assert_eq!(child.lineage.len(), child.tree.size(), "{text}");
    }
}

#[test]
fn definitions_cross_over_with_what_uses_them_and_change_no_rule() {
    let (mut both, mut kept, mut crossed) = (0, 0, 0);
    for (seed, child) in children(MILLS, OTHER, &settings(0.05, 0.0)).iter().enumerate() {
        let (a, b) = (canonical(&game(MILLS)), canonical(&game(OTHER)));
        let full = breed(&a, &b, &settings(0.05, 0.0), &mut generator(seed as u64));
        assert_eq!(canonical(&child.tree), full.tree, "{}", print(&child.tree));
        let names = names(child);
        kept += usize::from(names.iter().any(|n| n == "Mill"));
        crossed += usize::from(names.iter().any(|n| n == "Step"));
        // The two mills are two things, so one of them has another name.
        both += usize::from(names.iter().any(|n| n == "Mill2"));
        assert!(names.iter().all(|n| ["Mill", "Mill2", "Step"].contains(&n.as_str())), "{names:?}");
    }
    assert!(kept > 40 && crossed > 5 && both > 2, "{kept} {crossed} {both}");
}

#[test]
fn a_clash_of_names_is_told_by_what_they_stand_for() {
    let all = children(MILLS, OTHER, &settings(0.05, 0.0));
    let two = all.iter().find(|c| names(c).iter().any(|n| n == "Mill2")).expect("a child with both");
    let mill = two.tree.args().iter().find(|t| t.is("define") && t.args()[0].is("Mill2")).expect("the donor's");
    assert!(mill.args()[2].is("and"), "{}", print(&two.tree));
}

#[test]
fn the_same_definition_of_both_parents_is_one() {
    let child = breed(&game(MILLS), &game(MILLS), &settings(0.05, 0.0), &mut generator(1));
    assert_eq!(names(&child), ["Mill"]);
}

#[test]
fn mutation_changes_what_a_definition_stands_for_in_all_uses() {
    let original = game(MILLS);
    let mut changed = 0;
    for seed in 0..60 {
        let (tree, known, mutations) = varied(&original, 1.0, seed);
        if mutations.iter().any(|m| m.operator == Operator::Inline) {
            assert_eq!((known.len(), &tree), (0, &canonical(&original)));
            continue;
        }
        let child = named(tree.clone(), &known);
        assert!(check(&child).is_empty(), "{}", print(&child));
        assert_eq!(canonical(&child), canonical(&tree));
        assert_eq!(print(&child).matches("(Mill ").count(), 2, "{}", print(&child));
        let same = child == original;
        assert_eq!(same, mutations.is_empty(), "{}", print(&child));
        changed += usize::from(!same);
    }
    assert!(changed > 10, "{changed}");
}

const MOVES: &str = "(game Moves
  (define Creep (how) \"move a slug to an adjacent empty cell\" (move (pre (and (empty to) how)) (action (pop) (push)) (post (piece-state to 1))))
  (define Sneak () \"creep by\" (move (pre (and (empty to) (connected) (first-move))) (action (pop) (push)) (post (piece-state to 2))))
  (players White Black)
  (board (tiling square) (size 5 5))
  (pieces (Snail All (moves Sneak)) (Slug All (moves (Creep (connected)) (Creep (connected)))))
  (start (place (Slug All) home) (place (Snail All) (home 2)))
  (end (All lose (no-move))))";

#[test]
fn a_phrase_goes_when_what_it_says_is_changed() {
    let original = game(MOVES);
    let mut changed = 0;
    for seed in 0..200 {
        let (_, before) = taken(&original, None);
        let (_, known, _) = varied(&original, 1.0, seed);
        for definition in &known {
            let old = before.iter().find(|d| d.name == definition.name).expect("one that was known");
            let same = old.body == definition.body;
            assert_eq!(definition.phrase.is_some(), same, "{definition:?}");
            changed += usize::from(!same);
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn a_phrase_goes_where_its_pieces_or_what_it_leaves_unsaid_are_others() {
    let phrase =
        |known: &[Definition], name: &str| known.iter().find(|d| d.name == name).and_then(|d| d.phrase.clone());
    let original = game(MOVES);
    // The slugs of the donor are called as the second piece of the host.
    let host = game(&OTHER.replace("(pieces (Piece", "(pieces (Tile All (moves)) (Piece"));
    let (_, translated) = taken(&original, Some(&Names::of(&host)));
    assert_eq!(phrase(&translated, "Creep"), None);
    assert!(phrase(&translated, "Sneak").is_some());
    let (tree, known) = taken(&original, None);
    let said = unsaid(&tree, &known);
    for (from, to, kept) in
        [("first-move", "first-move", true), ("(empty to) (connected))", "(empty to) (adjacent from to))", false)]
    {
        let plain = print(&tree);
        assert!(plain.contains(from), "{plain}");
        let mut known = known.clone();
        keep_true(&game(&plain.replace(from, to)), &mut known, &said);
        assert_eq!(phrase(&known, "Creep").is_some(), kept, "{to}");
    }
}

#[test]
fn mutation_writes_definitions_out_and_invents_them() {
    let all = children(MILLS, OTHER, &settings(0.0, 0.3));
    let inlined = all.iter().filter(|c| c.mutations.iter().any(|m| m.operator == Operator::Inline));
    assert!(inlined.filter(|c| !names(c).iter().any(|n| n == "Mill")).count() > 0);
    // What is repeated gets a name.
    let plain = print(&canonical(&game(MILLS)));
    let all = children(&plain, &plain, &settings(0.0, 0.3));
    let invented: Vec<&Child> = all.iter().filter(|c| names(c).iter().any(|n| n.starts_with("Rule"))).collect();
    assert!(!invented.is_empty());
    for child in invented {
        assert!(child.mutations.iter().any(|m| m.operator == Operator::Define && m.words.starts_with("Rule")));
        assert!(child.tree.size() < canonical(&child.tree).size(), "{}", print(&child.tree));
    }
}

#[test]
fn seed_games_with_definitions_are_bred_as_in_full() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games");
    let read = |name: &str| game(&std::fs::read_to_string(folder.join(name)).expect("rules"));
    let games =
        ["nine-mens-morris.ludi", "jungle.ludi", "tablut.ludi", "susan.ludi", "abalone.ludi", "hex.ludi"].map(read);
    let mut with_names = 0;
    for seed in 0..30u64 {
        let (a, b) = (&games[seed as usize % 6], &games[(seed as usize * 5 + 1) % 6]);
        let child = breed(a, b, &settings(0.1, 0.1), &mut generator(seed));
        // The checker has the last word, as with any child.
        if let Ok(again) = parse(&print(&child.tree)) {
            assert_eq!(print(&again), print(&child.tree));
        }
        with_names += usize::from(!names(&child).is_empty());
    }
    assert!(with_names > 15, "{with_names}");
}

const SLIDERS: &str = "(game Sliders
  (board (tiling square i-nbors) (size 5 5))
  (pieces
    (Man All (moves (move (dirn f) Step) (move (pre (and (enemy to) All-placed Clear-line)) Take)))
    (King All (moves (move Slide))))
  (start (place Man home) (place King (home 2)))
  (end (All lose (or (no-move) (eliminate friend King)))))";

const DROPPERS: &str = "(game Droppers
  (board (tiling square) (size 6 6))
  (pieces (Step All (moves (move Drop) (move (pre (and (empty to) Clear-line All-placed)) Go))))
  (start (in-hand Step 5))
  (end (All win (in-a-row 4))))";

#[test]
fn what_all_games_share_is_bred_by_name_and_never_written_down() {
    let mut named = 0;
    for (a, b) in [(SLIDERS, DROPPERS), (DROPPERS, SLIDERS)] {
        for child in children(a, b, &settings(0.1, 0.0)) {
            let text = print(&child.tree);
            assert_eq!(parse(&text), Ok(child.tree.clone()), "{text}");
            assert_eq!(child.lineage.len(), child.tree.size(), "{text}");
            // What a shared name stands for comes from where the name was used.
            let repaired = child.log.iter().any(|line| line.contains("repair"));
            assert!(repaired || !child.lineage.contains(&Origin::Repair), "{:?}\n{text}", child.log);
            // A game with a piece called Step has to write down what it calls so otherwise.
            let written = text.matches("(define").count();
            assert!(written == 0 || child.tree.child("pieces").is_some_and(|p| p.mentions("Step")), "{text}");
            named += usize::from(text.contains("Clear-line"));
            assert!(!text.contains("(line) (= (num-between any) 0)"), "{text}");
        }
    }
    assert!(named > 150, "{named}");
}

#[test]
fn a_shared_definition_that_mutation_changes_is_the_games_own() {
    let original = game(SLIDERS);
    let (_, shared) = taken(&original, None);
    assert!(!shared.is_empty() && shared.iter().all(Definition::is_shared));
    let mut changed = 0;
    for seed in 0..200 {
        let (tree, known, _) = varied(&original, 0.5, seed);
        let child = super::named(tree.clone(), &known);
        assert!(check(&child).is_empty(), "{}", print(&child));
        assert_eq!(canonical(&child), canonical(&tree));
        for section in child.args().iter().filter(|t| t.is("define")) {
            changed += 1;
            let name = section.args()[0].as_word().unwrap();
            assert!(crate::language::definitions::shared().iter().all(|d| d.name != name), "{}", print(&child));
        }
    }
    assert!(changed > 5, "{changed}");
}
