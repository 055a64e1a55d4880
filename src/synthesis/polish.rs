//! The variations of a game: its rules on other boards, with other numbers, with a trap beside a goal or without one of their parts, one thing changed at a time.
//!
//! What a game is worth often hangs on the size of its board or on a number that chance has set. Breeding changes much at once and seldom the right
//! thing alone, so a share of the children tries these systematically, for the best bred game of a niche.

use super::ablation::{Lacking, lacking_each};
use super::in_full;
use super::lineage::{self, Origin};
use super::outline::{FEWEST_CELLS, MOST_CELLS, Outline, most_sizes, shapes, sizes_of};
use super::repair::repair;
use super::site;
use super::trap;
use super::vocabulary;
use crate::game::lower;
use crate::language::canonical;
use crate::language::print::one_line;
use crate::language::resolve::is_label;
use crate::language::tree::{self, Tree};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How much of breeding goes into variations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Polish {
    /// The share of children that are no crosses but a candidate that is the best of its niche, with its board or one number changed, a trap beside a goal or a part of its rules left out;
    /// 0 to 1, default 0.1. Of 307 such children of three nights 1.6 % are among the first twenty, of 5,693 crosses 1.0 %.
    pub share: f64,
}

impl Default for Polish {
    fn default() -> Self {
        Polish { share: 0.1 }
    }
}

/// What a variation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The size, shape or tiling of the board.
    Board,
    /// A number of the pieces, the play or the ends.
    Number,
    /// A goal with a number has one beside it with the other result and a number next to it.
    Trap,
    /// A part of the rules is left out.
    Simpler,
}

/// A game with one thing changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// What was changed.
    pub kind: Kind,
    /// Its rules in canonical form.
    pub tree: Tree,
    /// What was changed, in words.
    pub words: String,
    /// The origin of every node of the tree in pre-order: the game, or the change as the first mutation.
    pub lineage: Vec<Origin>,
}

/// Tilings that a board may be changed to.
const TILINGS: [&str; 4] = ["square", "hex", "tri", "trunc-square"];

/// Every variation of a game, each once, in a fixed order: sizes, shapes, tilings, numbers, traps, parts left out. Those that would need repair, such as a label that is not on the
/// other board, are left out.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::polish::variations;
///
/// let rules = "(game Row (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";
/// let words: Vec<String> = variations(&parse(rules).unwrap()).into_iter().map(|v| v.words).collect();
/// assert!(words.contains(&"size 6 6".into()) && words.contains(&"tiling hex".into()));
/// assert!(words.contains(&"5 instead of 4 in in-a-row".into()));
/// assert!(words.contains(&"beside it (All lose (in-a-row 3))".into()));
/// ```
pub fn variations(tree: &Tree) -> Vec<Variation> {
    let mut marked = tree.clone();
    lineage::mark(&mut marked, Origin::Template);
    let (marked, known) = in_full::taken(&marked, None);
    let mut seen = BTreeSet::from([crate::language::print(&vocabulary::named(canonical(tree), &known))]);
    let mut found = Vec::new();
    let each = [
        (Kind::Board, boards(&marked)),
        (Kind::Number, numbers(&marked)),
        (Kind::Trap, traps(&marked)),
        (Kind::Simpler, simpler(&marked)),
    ];
    let each =
        each.into_iter().flat_map(|(kind, changed)| changed.into_iter().map(move |(tree, words)| (kind, tree, words)));
    for (kind, tree, words) in each {
        if !repair(tree.clone()).1.is_empty() {
            continue;
        }
        let mut tree = vocabulary::named(canonical(&tree), &known);
        let lineage = lineage::take(&mut tree);
        if seen.insert(crate::language::print(&tree)) {
            found.push(Variation { kind, tree, words, lineage });
        }
    }
    found
}

/// Takes one of the variations out. What kind of thing it changes is drawn first, as a game has many boards and few traps.
pub fn drawn<R: Rng + ?Sized>(left: &mut Vec<Variation>, rng: &mut R) -> Option<Variation> {
    let mut below = |n: usize| (n > 0).then(|| rng.random_range(0..n as u32) as usize);
    let kinds: BTreeSet<Kind> = left.iter().map(|variation| variation.kind).collect();
    let kind = *kinds.iter().nth(below(kinds.len())?)?;
    let of_kind: Vec<usize> = (0..left.len()).filter(|&i| left[i].kind == kind).collect();
    Some(left.swap_remove(of_kind[below(of_kind.len())?]))
}

/// The game on the smallest board of its tiling and shape that has so many cells, and what was changed in words; `None` if it has as many already, or would be
/// another game there: where rows or patterns are asked for, stones are counted, or cells are named. Boards of points and of several levels are what they are.
pub fn roomier(tree: &Tree, cells: u32) -> Option<(Tree, String)> {
    let own = Outline::of(tree)?;
    let sizes = sizes_of(tree)?;
    let wanted = i64::from(cells).min(MOST_CELLS);
    let fixed = ["in-a-row", "pattern", "in-hand", "regions", "without", "boardless"];
    let stays = !TILINGS.contains(&own.tiling) || sizes.len() > 2 || names_cells(tree);
    if own.cells() >= wanted || stays || fixed.iter().any(|word| tree.mentions(word)) {
        return None;
    }
    let larger = (1..wanted).map(|step| sizes.iter().map(|size| size + step).collect::<Vec<i64>>());
    let sizes =
        larger.into_iter().find(|sizes| Outline::new(own.tiling, own.shape, sizes, own.direct).cells() >= wanted)?;
    let roomier = resized(tree, own.tiling, own.shape, &sizes, Origin::Repair)?;
    repair(roomier.clone()).1.is_empty().then(|| (roomier, format!("a board of size {}", listed(&sizes))))
}

/// Whether rules name cells by their labels.
fn names_cells(tree: &Tree) -> bool {
    tree.as_word().is_some_and(is_label) || tree.args().iter().any(names_cells)
}

/// The game on other boards.
fn boards(tree: &Tree) -> Vec<(Tree, String)> {
    let Some(own) = Outline::of(tree) else { return Vec::new() };
    let sizes = sizes_of(tree).unwrap_or_default();
    let mut found = Vec::new();
    let mut add = |board: Option<Tree>, words: String| found.extend(board.map(|board| (board, words)));
    for step in [1, -1, 2, -2] {
        let all: Vec<i64> = sizes.iter().map(|size| size + step).collect();
        add(sized(tree, own.tiling, own.shape, &all), format!("size {}", listed(&all)));
        for place in 0..sizes.len() {
            let mut one = sizes.clone();
            one[place] += step;
            add(sized(tree, own.tiling, own.shape, &one), format!("size {}", listed(&one)));
        }
    }
    let endless = own.shape == "boardless";
    for &shape in shapes(own.tiling).iter().filter(|&&shape| shape != own.shape && !endless && shape != "boardless") {
        let size = like(&own, own.tiling, shape);
        let board = with_child(tree, "shape", Tree::word(shape)).and_then(|t| sized(&t, own.tiling, shape, &size));
        add(board, format!("shape {shape}"));
    }
    for tiling in TILINGS.into_iter().filter(|&tiling| tiling != own.tiling) {
        let shape = if shapes(tiling).contains(&own.shape) { own.shape } else { shapes(tiling)[0] };
        let size = like(&own, tiling, shape);
        let board = with_child(tree, "tiling", Tree::word(tiling))
            .and_then(|t| with_child(&t, "shape", Tree::word(shape)))
            .and_then(|t| sized(&t, tiling, shape, &size));
        add(board, format!("tiling {tiling}"));
    }
    found
}

fn listed(sizes: &[i64]) -> String {
    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The sizes with which a board of that tiling and shape has about as many cells.
fn like(own: &Outline, tiling: &str, shape: &str) -> Vec<i64> {
    let cells = |size: i64| Outline::new(tiling, shape, &[size], own.direct).cells();
    let best = (2..=20).min_by_key(|&size| (cells(size) - own.cells()).abs()).unwrap_or(5);
    vec![best; most_sizes(tiling, shape).min(2)]
}

/// The game with an element of its board replaced, or added.
fn with_child(tree: &Tree, word: &str, arg: Tree) -> Option<Tree> {
    let mut tree = tree.clone();
    let new = lineage::stamp(Tree::element(word, [arg]), Origin::Mutation(0));
    let board = site::child_mut(&mut tree, "board")?;
    match site::child_mut(board, word) {
        Some(old) => *old = new,
        None => site::push_arg(board, new),
    }
    Some(tree)
}

/// The game on a board of that size, if a board may have it.
fn sized(tree: &Tree, tiling: &str, shape: &str, sizes: &[i64]) -> Option<Tree> {
    resized(tree, tiling, shape, sizes, Origin::Mutation(0))
}

/// [`sized`], where the size has this origin.
fn resized(tree: &Tree, tiling: &str, shape: &str, sizes: &[i64], origin: Origin) -> Option<Tree> {
    // The third size of pits says that there are stores.
    if tiling == "pits" && sizes.get(2).is_some_and(|&stores| stores != 2) {
        return None;
    }
    let outline = Outline::new(tiling, shape, sizes, true);
    if sizes.iter().any(|&size| size < 1) || !(FEWEST_CELLS..=MOST_CELLS).contains(&outline.cells()) {
        return None;
    }
    let mut tree = tree.clone();
    let size = site::child_mut(site::child_mut(&mut tree, "board")?, "size")?;
    *size = lineage::stamp(Tree::element("size", sizes.iter().map(|&n| Tree::int(n))), origin);
    Some(tree)
}

/// The game with one number of its pieces, its play or its ends one more or one less.
fn numbers(tree: &Tree) -> Vec<(Tree, String)> {
    let mut paths = Vec::new();
    for (i, section) in tree.items().iter().enumerate() {
        if section.is("pieces") || section.is("play") || section.is("end") {
            places(section, &mut vec![i], &mut paths);
        }
    }
    let mut found = Vec::new();
    for (path, number, word) in paths {
        for step in [1, -1] {
            let mut changed = tree.clone();
            let Some(node) = changed.at_mut(&path) else { continue };
            *node = lineage::stamp(Tree::int(number + step), Origin::Mutation(0));
            found.push((changed, format!("{} instead of {number} in {word}", number + step)));
        }
    }
    found
}

/// The game with a trap beside one of its goals: what wins loses with a number one less or one more, and the other way round. Who wins with four in a row but loses with three
/// has something to look out for in every move.
fn traps(tree: &Tree) -> Vec<(Tree, String)> {
    let Some(end) = tree.items().iter().position(|section| section.is("end")) else { return Vec::new() };
    let mut found = Vec::new();
    for (i, clause) in tree.items()[end].items().iter().enumerate() {
        let Some(turned) = trap::turned(clause) else { continue };
        let mut paths = Vec::new();
        places(clause, &mut Vec::new(), &mut paths);
        for (path, number, _) in paths {
            for step in [-1, 1] {
                let mut beside = lineage::stamp(turned.clone(), Origin::Mutation(0));
                let mut changed = tree.clone();
                let (Some(node), Some(goals)) = (beside.at_mut(&path), changed.at_mut(&[end])) else { continue };
                *node = lineage::stamp(Tree::int(number + step), Origin::Mutation(0));
                let words = format!("beside it {}", one_line(&beside));
                if let Some(items) = site::items_mut(goals) {
                    items.insert(i + 1, beside);
                }
                trap::give_way(goals, [i, i + 1], Origin::Mutation(0));
                found.push((changed, words));
            }
        }
    }
    found
}

/// The game without one part of its pieces, its play or its ends. What is as good with fewer words is the better game.
fn simpler(tree: &Tree) -> Vec<(Tree, String)> {
    let rules = |section: &Tree| section.is("pieces") || section.is("play") || section.is("end");
    let lacking = lacking_each(tree).filter(|found| found.path.first().is_some_and(|&i| rules(&tree.items()[i])));
    let told = |found: &Lacking| format!("without {}", tree.at(&found.path).map_or_else(String::new, one_line));
    let playable = lacking.filter(|found| lower(&found.rest).is_ok());
    playable.map(|found| (found.rest.clone(), told(&found))).collect()
}

/// Where numbers stand below an element, with the word of the element that has them.
fn places(node: &Tree, path: &mut Vec<usize>, found: &mut Vec<(Vec<usize>, i64, String)>) {
    for (i, item) in node.items().iter().enumerate() {
        path.push(i);
        match item.kind {
            tree::Kind::Int(number) => found.push((path.clone(), number, node.head().unwrap_or_default().to_owned())),
            _ => places(item, path, found),
        }
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use crate::language::{normal, parse};

    #[test]
    fn small_boards_grow_where_the_game_stays_the_same() {
        let grown = |board: &str, rules: &str| {
            let tree = parse(&format!("(game A (board {board}) {rules})")).unwrap();
            let (tree, words) = roomier(&tree, 45)?;
            Some((crate::language::print::one_line(tree.child("board")?.child("size")?), words))
        };
        let connect = "(end (All win (connect own-regions)))";
        let size = |text: &str| Some((format!("(size {text})"), format!("a board of size {text}")));
        assert_eq!(grown("(tiling square) (size 5 5)", connect), size("7 7"));
        assert_eq!(grown("(tiling square) (size 3 6)", connect), size("6 9"));
        assert_eq!(grown("(tiling hex) (shape hex) (size 3)", connect), size("5"));
        for (board, rules) in [
            ("(tiling square) (size 7 7)", connect),
            ("(tiling square) (size 3 3 3)", connect),
            ("(tiling alquerque) (size 5 5)", connect),
            ("(tiling square) (size 5 5)", "(end (All win (in-a-row 4)))"),
            ("(tiling square) (size 5 5)", "(end (All win (reach A1)))"),
            ("(tiling square) (size 5 5)", "(start (in-hand (Stone All) 8)) (end (All win (connect own-regions)))"),
            ("(tiling square) (size 5 5) (regions (region White A1) (region Black E5))", connect),
        ] {
            assert_eq!(grown(board, rules), None, "{board} {rules}");
        }
    }

    #[test]
    fn every_variation_of_a_known_game_can_be_played_and_differs_from_the_others() {
        for game in ["yavalath", "hex", "breakthrough", "nine-mens-morris", "amazons", "clobber"] {
            let text = std::fs::read_to_string(format!("seed-games/{game}.ludi")).unwrap();
            let tree = canonical(&parse(&text).unwrap());
            let all = variations(&tree);
            let mut texts: Vec<String> = all.iter().map(|v| crate::language::print(&v.tree)).collect();
            texts.push(crate::language::print(&tree));
            let mut once = texts.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), texts.len(), "{game}");
            let playable = all.iter().filter(|v| lower(&v.tree).is_ok_and(|rules| AnyGame::new(rules).is_ok())).count();
            assert!(4 * playable >= 3 * all.len(), "{game}: {playable} of {}", all.len());
            for v in &all {
                assert_eq!(v.lineage.len(), v.tree.size(), "{game}: {}", v.words);
                let less = v.words.starts_with("without ");
                assert!(less || v.lineage.contains(&Origin::Mutation(0)), "{game}: {}", v.words);
                assert!(!less || v.tree.size() < tree.size(), "{game}: {}", v.words);
            }
        }
    }

    #[test]
    fn yavalath_has_the_neighbours_that_one_expects() {
        let text = std::fs::read_to_string("seed-games/yavalath.ludi").unwrap();
        let words: Vec<String> = variations(&normal(&parse(&text).unwrap())).into_iter().map(|v| v.words).collect();
        for expected in [
            "size 4",
            "size 6",
            "shape rhombus",
            "tiling square",
            "5 instead of 4 in in-a-row",
            "without (All lose (and (in-a-row 3) (not (in-a-row 4))))",
        ] {
            assert!(words.iter().any(|w| w == expected), "{expected}: {words:?}");
        }
    }

    #[test]
    fn yavalath_is_four_in_a_row_with_a_trap() {
        let rules =
            "(game Row (players White Black) (board (tiling hex) (shape hex) (size 5)) (end (All win (in-a-row 4))))";
        let yavalath = parse(&std::fs::read_to_string("seed-games/yavalath.ludi").unwrap()).unwrap();
        let traps = variations(&parse(rules).unwrap()).into_iter().filter(|v| v.kind == Kind::Trap);
        let like: Vec<bool> = traps.map(|v| v.tree.child("end") == canonical(&yavalath).child("end")).collect();
        assert_eq!(like, [true, false]);
    }
}
