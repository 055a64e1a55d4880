//! What holds alike for several directions, words or cells is told once: the cases that a rule file lists one by one are found again.

use super::template::{Bound, Scene};
use super::words::{all_lines, join, list};
use crate::board::Tiling;
use crate::language::schema::{Category, Count, Ludeme, Param, find};
use crate::language::{Kind, Tree};

/// The points of the compass, clockwise, as the lines of a board of squares go.
const EIGHT: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
/// The same on hexagons and triangles.
const SIX: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];
/// What they are called from one of them, clockwise.
const OF_EIGHT: [&str; 8] =
    ["that way", "half right", "right", "hard right", "the other way", "hard left", "left", "half left"];
const OF_SIX: [&str; 6] = ["that way", "half right", "hard right", "the other way", "hard left", "half left"];

/// The circle of directions of a tiling.
pub(super) fn circle(tiling: Tiling) -> &'static [&'static str] {
    match tiling {
        Tiling::Hex | Tiling::Tri => &SIX,
        _ => &EIGHT,
    }
}

/// Several trees told as one.
pub(super) struct Fold {
    /// The tree that stands for them.
    pub tree: Tree,
    /// Which of the trees they are.
    pub members: Vec<usize>,
    /// In which directions it holds, the first being that of `tree`; empty if it is one tree.
    pub ways: Vec<&'static str>,
    /// Whether left and right of that direction are the same to it.
    pub either_side: bool,
    /// A number that differs from way to way.
    pub numbers: Vec<i64>,
}

impl Fold {
    /// One tree.
    pub fn of(tree: Tree, member: usize) -> Self {
        Fold { tree, members: vec![member], ways: Vec::new(), either_side: false, numbers: Vec::new() }
    }
}

/// The first word of a tree that is of a circle.
fn first_way(tree: &Tree, circle: &[&'static str]) -> Option<&'static str> {
    match &tree.kind {
        Kind::List(items) => items.iter().find_map(|t| first_way(t, circle)),
        _ => tree.as_word().and_then(|w| circle.iter().find(|c| **c == w).copied()),
    }
}

/// Whether a tree has a compass word that is not of the circle: nothing is known of how it turns.
fn has_stranger(tree: &Tree, circle: &[&'static str]) -> bool {
    match &tree.kind {
        Kind::List(items) => items.iter().any(|t| has_stranger(t, circle)),
        _ => tree.as_word().is_some_and(|w| EIGHT.contains(&w) && !circle.contains(&w)),
    }
}

/// The tree with every word of the circle changed.
fn changed(tree: &Tree, change: &dyn Fn(&str) -> Option<&'static str>) -> Tree {
    let kind = match &tree.kind {
        Kind::List(items) => {
            let items: Vec<Tree> = items.iter().map(|t| changed(t, change)).collect();
            Kind::List(sorted(items))
        }
        _ => return tree.as_word().and_then(change).map_or_else(|| tree.clone(), Tree::word),
    };
    Tree { kind, span: tree.span }
}

/// Whether the order of what a condition or number of that word is about means nothing.
fn is_free(word: &str) -> bool {
    let free = |l: &Ludeme| {
        let several = |p: &Param| !p.ordered && matches!(p.count, Count::Any | Count::Some);
        l.facts.commutative || matches!(l.params, [only] if several(only))
    };
    let mut found =
        [Category::Bool, Category::Int, Category::Condition].into_iter().filter_map(|c| find(word, c)).peekable();
    found.peek().is_some() && found.all(free)
}

/// The items of an element whose order means nothing, in an order of their own.
fn sorted(mut items: Vec<Tree>) -> Vec<Tree> {
    if items.first().and_then(Tree::as_word).is_some_and(is_free) {
        items[1..].sort_by_cached_key(crate::language::print::one_line);
    }
    items
}

fn turned(tree: &Tree, circle: &'static [&'static str], by: usize) -> Tree {
    changed(tree, &|word| circle.iter().position(|c| *c == word).map(|i| circle[(i + by) % circle.len()]))
}

/// The tree as seen in a mirror along a direction.
fn mirrored(tree: &Tree, circle: &'static [&'static str], along: &str) -> Tree {
    let axis = circle.iter().position(|c| *c == along).unwrap_or(0);
    let of = |i: usize| circle[(2 * axis + circle.len() - i) % circle.len()];
    changed(tree, &|word| circle.iter().position(|c| *c == word).map(of))
}

/// Whether two trees are equal but for a number that `a` has in place of `one`; that number is put into `other`.
fn equal_but_for(a: &Tree, b: &Tree, one: &mut Option<i64>, other: &mut Option<i64>) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::List(x), Kind::List(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| equal_but_for(x, y, one, other))
        }
        (Kind::Int(x), Kind::Int(y)) if x != y => *one.get_or_insert(*x) == *x && *other.get_or_insert(*y) == *y,
        _ => a == b,
    }
}

/// Folds trees that are the same in other directions, and then those that are the same to the other side. Numbers may differ from way to way
/// if `numbered`.
pub(super) fn fold(trees: &[&Tree], circle: &'static [&'static str], numbered: bool) -> Vec<Fold> {
    let plain: Vec<Tree> = trees.iter().map(|t| changed(t, &|_| None)).collect();
    let mut left: Vec<usize> = (0..trees.len()).collect();
    let mut folds: Vec<Fold> = Vec::new();
    while let Some(&i) = left.first() {
        left.remove(0);
        let mut fold = Fold::of(trees[i].clone(), i);
        if let (Some(base), false) = (first_way(trees[i], circle), has_stranger(trees[i], circle)) {
            let at = circle.iter().position(|c| *c == base).unwrap_or(0);
            let mut ways = vec![base];
            let mut numbers = Vec::new();
            let mut own = None;
            for by in 1..circle.len() {
                let image = turned(trees[i], circle, by);
                let mut number = None;
                let found = left.iter().position(|&j| match numbered {
                    true => {
                        let (mut one, mut other) = (own, None);
                        let equal = equal_but_for(&image, &plain[j], &mut one, &mut other);
                        if equal {
                            (own, number) = (one, other);
                        }
                        equal
                    }
                    false => image == plain[j],
                });
                if let Some(found) = found {
                    fold.members.push(left.remove(found));
                    ways.push(circle[(at + by) % circle.len()]);
                    numbers.extend(number);
                }
            }
            if ways.len() > 1 {
                fold.ways = ways;
                if let Some(own) = own.filter(|_| numbers.len() + 1 == fold.ways.len()) {
                    fold.numbers = std::iter::once(own).chain(numbers).collect();
                    represent(&mut fold, trees);
                }
            }
        }
        folds.push(fold);
    }
    fold_sides(folds, circle)
}

/// Has that member stand for a fold whose number stands for nothing else.
fn represent(fold: &mut Fold, trees: &[&Tree]) {
    fn count(tree: &Tree, n: i64) -> usize {
        match &tree.kind {
            Kind::List(items) => items.iter().map(|t| count(t, n)).sum(),
            _ => usize::from(tree.as_int() == Some(n)),
        }
    }
    let uses = |k: &usize| count(trees[fold.members[*k]], fold.numbers[*k]);
    let Some(best) = (0..fold.members.len()).min_by_key(uses) else { return };
    fold.tree = trees[fold.members[best]].clone();
    fold.members.rotate_left(best);
    fold.ways.rotate_left(best);
    fold.numbers.rotate_left(best);
}

/// Folds what is the same to the left and to the right of a direction.
fn fold_sides(folds: Vec<Fold>, circle: &'static [&'static str]) -> Vec<Fold> {
    let mut kept: Vec<Fold> = Vec::new();
    for fold in folds {
        let other = |k: &&mut Fold| {
            k.ways.len() > 2
                && k.ways.len() == fold.ways.len()
                && k.ways[0] == fold.ways[0]
                && !k.either_side
                && mirrored(&k.tree, circle, k.ways[0]) == changed(&fold.tree, &|_| None)
        };
        match kept.iter_mut().find(other) {
            Some(k) => {
                k.either_side = true;
                k.members.extend(fold.members);
            }
            None => kept.push(fold),
        }
    }
    kept
}

/// What the directions of a circle are called from one of them.
pub(super) fn called(circle: &'static [&'static str], base: &str, either_side: bool) -> Vec<(&'static str, String)> {
    let at = circle.iter().position(|c| *c == base).unwrap_or(0);
    let words: &[&str] = if circle.len() == 8 { &OF_EIGHT } else { &OF_SIX };
    let word = |i: usize| match either_side && words[i] != "that way" && words[i] != "the other way" {
        true => words[i].replace("right", "to one side").replace("left", "to the other side"),
        false => words[i].to_string(),
    };
    (0..circle.len()).map(|i| (circle[(at + i) % circle.len()], word(i))).collect()
}

/// Some directions as a set.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ways {
    All,
    Orthogonal,
    Diagonal,
    Some,
}

/// Which set the directions are.
pub(super) fn ways(ways: &[&'static str], circle: &[&'static str]) -> Ways {
    let has = |these: &[&str]| these.len() == ways.len() && these.iter().all(|w| ways.contains(w));
    match () {
        _ if has(circle) => Ways::All,
        _ if circle.len() == 8 && has(&["n", "e", "s", "w"]) => Ways::Orthogonal,
        _ if circle.len() == 8 && has(&["ne", "se", "sw", "nw"]) => Ways::Diagonal,
        _ => Ways::Some,
    }
}

/// The sets of directions in words, after “in some” or “in each”.
pub(super) fn among(ways_: &[&'static str], circle: &[&'static str], quantity: &str, names: &[String]) -> String {
    match ways(ways_, circle) {
        Ways::All => format!("in {quantity} direction"),
        Ways::Orthogonal => format!("in {quantity} orthogonal direction"),
        Ways::Diagonal => format!("in {quantity} diagonal direction"),
        Ways::Some => format!("in {quantity} direction of {}", list(names, "and")),
    }
}

/// The one place in which two trees differ.
fn difference<'t>(a: &'t Tree, b: &'t Tree, path: &mut Vec<usize>) -> Option<()> {
    let cell = |t: &Tree| t.is("step") || t.as_word().is_some();
    let (Kind::List(x), Kind::List(y)) = (&a.kind, &b.kind) else {
        return (!matches!((&a.kind, &b.kind), (Kind::List(_), _) | (_, Kind::List(_))) || cell(a) && cell(b))
            .then_some(());
    };
    if x.first() != y.first() || x.len() != y.len() && !a.is("reach") && !a.is("connect") {
        return None;
    }
    let mut differing = (0..x.len().max(y.len())).filter(|&i| x.get(i) != y.get(i));
    let i = differing.next()?;
    if differing.next().is_some() || x.len() != y.len() {
        // Lists of cells differ as wholes.
        path.push(usize::MAX);
        return (a.is("reach") || a.is("connect")).then_some(());
    }
    path.push(i);
    let sets = a.is("reach") || a.is("connect");
    if sets {
        *path.last_mut()? = usize::MAX;
        return Some(());
    }
    difference(&x[i], &y[i], path)
}

/// Runs of trees that are equal but for one place, the same in all of them: first and last of each run, as indices.
pub(super) fn runs(trees: &[&Tree]) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    while start < trees.len() {
        let mut end = start + 1;
        let mut place: Option<Vec<usize>> = None;
        while end < trees.len() {
            let mut path = Vec::new();
            let found = difference(trees[start], trees[end], &mut path).filter(|()| !path.is_empty());
            if found.is_none() || place.as_ref().is_some_and(|p| *p != path) {
                break;
            }
            place = Some(path);
            end += 1;
        }
        runs.push(start..end);
        start = end;
    }
    runs
}

/// Two texts that say the same of both players, as one.
pub(super) fn of_both(texts: &[String], word: &str) -> Option<String> {
    let [a, b] = texts else { return None };
    for (one, other) in [(a, b), (b, a)] {
        if let (Some(mine), Some(others)) =
            (one.strip_prefix("the mover has "), other.strip_prefix("the opponent has "))
            && mine == others
        {
            return Some(match word {
                "or" => format!("either player has {mine}"),
                _ => format!("both players have {mine}"),
            });
        }
        if let (Some(theirs), Some(others), false) =
            (one.strip_prefix("they have "), other.strip_prefix("the opponent has "), one.contains("their"))
            && theirs == others
        {
            return Some(match word {
                "or" => format!("either player has {theirs}"),
                _ => format!("both players have {theirs}"),
            });
        }
        if let (Some(cell), Some(of_other), "or") =
            (one.strip_suffix(" holds a friendly piece"), other.strip_suffix(" holds an enemy piece"), word)
            && cell == of_other
        {
            return Some(format!("{cell} holds a piece of either player"));
        }
    }
    None
}

/// Whether a text that ends before a set of cells says where one piece or cell is.
fn is_place(before: &str) -> bool {
    let whole = |word: &str| matches!(word, "every" | "all" | "each" | "least" | "most" | "exactly");
    (before.ends_with(" in") || before.ends_with(" on")) && !before.split(' ').any(whole)
}

/// Texts that begin and end alike, as one: “A1, B1 or C1 is empty”. On a board of so many columns and rows all of these have a name together.
pub(super) fn merged(texts: &[String], word: &str, lines: Option<[i64; 2]>) -> Option<String> {
    if let Some(text) = of_both(texts, word) {
        return Some(text);
    }
    let split: Vec<Vec<&str>> = texts.iter().map(|t| t.split(' ').collect()).collect();
    let (head, tail) = common_ends(&split, word)?;
    // Brackets and quotes stay whole.
    let middles: Vec<String> = split.iter().map(|s| s[head..s.len() - tail].join(" ")).collect();
    let (before, after) = (split[0][..head].join(" "), split[0][split[0].len() - tail..].join(" "));
    let whole =
        |t: &str| t.matches('(').count() == t.matches(')').count() && t.matches('“').count() == t.matches('”').count();
    let negated = |t: &str| t.split(' ').any(|w| matches!(w, "not" | "no" | "neither"));
    let counted =
        before.starts_with("there are at") || before.starts_with("there are exactly") || before.contains(" or more");
    let alike = word == "or" && before.ends_with(" flagged");
    if middles.iter().any(String::is_empty)
        || !whole(&before)
        || !whole(&after)
        || head + tail < if word == "and" && head == 0 { 2 } else { 3 }
        || counted && !alike
        || word == "or" && negated(&before)
    {
        return None;
    }
    let middles: Vec<String> = if alike { middles.iter().map(|m| format!("all {m}")).collect() } else { middles };
    let several = middles.iter().any(|m| m.contains(" and ") || m.contains(" or ") || m.contains(','));
    // Sets of sides: “the north and east sides, or the south and west sides”.
    if let (true, "or", Some(verb)) = (several, word, before.strip_suffix(" the").filter(|b| b.ends_with("connects"))) {
        let sets: Vec<String> = middles.iter().map(|m| format!("the {m} {after}").trim_end().to_string()).collect();
        return Some(format!("{verb} {}", sets.join(", or ")));
    }
    let within = |m: &String| {
        if m.contains(" and ") || m.contains(" or ") || m.contains(',') { format!("({m})") } else { m.clone() }
    };
    // So many pieces on one of several sets of cells.
    let counted = before.starts_with("they have at least") && (before.ends_with(" on") || before.ends_with(" in"));
    let alternatives = word == "or" && counted && !before.contains(" a ");
    let middles: Vec<String> = match several {
        true if alternatives => middles.iter().map(within).collect(),
        true => middles.iter().map(|m| format!("({m})")).collect(),
        false => middles,
    };
    let (ranks, others) = match lines.filter(|_| alternatives) {
        Some(lines) => all_lines(&middles, lines),
        None => (Vec::new(), Vec::new()),
    };
    let joined = match (alternatives, middles.len()) {
        (true, _) if !ranks.is_empty() && others.is_empty() => format!("any {}", ranks.join(" or ")),
        (true, _) if !ranks.is_empty() => {
            let ranks = ranks.iter().map(|rank| format!("the {rank}s"));
            format!("any one of {}", list(&ranks.chain(others).collect::<Vec<_>>(), "and"))
        }
        (true, 2) => format!("either {}", join(&middles, "or")),
        (true, _) => format!("any one of {}", list(&middles, "and")),
        // What is on one of several sets of cells is on all of them taken as one; what is said of a whole set, or of each, is not.
        _ if is_place(&before) && (word == "or") != negated(&before) => {
            list(&middles, if negated(&before) { "or" } else { word })
        }
        _ => join(&middles, if negated(&before) { "or" } else { word }),
    };
    let after = match (head, word) {
        (0, "and") => of_several(&after)?,
        _ => after,
    };
    let parts = [before, joined, after];
    Some(parts.iter().filter(|p| !p.is_empty()).cloned().collect::<Vec<_>>().join(" "))
}

/// How many words at their beginning and end are common to texts that are told in one, where these are split at words that may be: lists stay whole. `None` if the texts cannot be told in one.
fn common_ends(split: &[Vec<&str>], word: &str) -> Option<(usize, usize)> {
    let shortest = split.iter().map(Vec::len).min()?;
    let same = |at: &dyn Fn(&Vec<&'_ str>) -> String| split.iter().all(|s| at(s) == at(&split[0]));
    let mut head = (0..shortest).take_while(|&i| same(&|s| s[i].to_string())).count();
    let mut tail =
        (0..shortest.saturating_sub(head)).take_while(|&i| same(&|s| s[s.len() - 1 - i].to_string())).count();
    let first = &split[0];
    let verb = |w: &&str| matches!(*w, "is" | "holds" | "does" | "has" | "exists" | "connects");
    // Lists begin after a comma or “and”, and end before the verb.
    while head > 0
        && (first[head - 1].ends_with(',')
            || matches!(first[head - 1], "and" | "or")
            || head > 1 && matches!(first[head - 2], "and" | "or") && !first[..head - 1].iter().any(verb))
    {
        head -= 1;
    }
    // “half right or half left”
    if head > 0 && matches!(first[head - 1], "half" | "hard") {
        head -= 1;
    }
    let listed = split.iter().any(|s| s[head..s.len() - tail].iter().any(|w| w.ends_with(',') || *w == "and"));
    if tail > 0 && (matches!(first[first.len() - tail], "and" | "or") || listed) {
        let at = (first.len() - tail..first.len()).find(|&i| verb(&first[i]));
        tail = at.map_or(0, |at| first.len() - at);
    }
    // Several subjects that have one thing said of them are whole, too.
    if word == "and" && !first[..head].iter().any(verb) {
        let at = (first.len() - tail..first.len()).find(|&i| verb(&first[i]))?;
        (head, tail) = (0, first.len() - at);
    }
    Some((head, tail))
}

/// What is said of one, said of several; `None` if its verb is not known.
fn of_several(said: &str) -> Option<String> {
    let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
    let verb = match verb {
        "is" => "are",
        "holds" => "hold",
        "does" => "do",
        "has" => "have",
        "exists" => "exist",
        _ => return None,
    };
    Some(format!("{verb} {rest}").trim_end().to_string())
}

/// Moves that are the same but for a word that names a piece, and their labels: the word and what it is in each.
pub(super) fn alternatives<'t>(first: &'t Tree, other: &'t Tree, pieces: &[String]) -> Option<(&'t str, &'t str)> {
    fn search<'t>(a: &'t Tree, b: &'t Tree, found: &mut Option<(&'t str, &'t str)>) -> bool {
        match (&a.kind, &b.kind) {
            (Kind::List(x), Kind::List(y)) if a.is("label") && b.is("label") => x.len() == y.len(),
            (Kind::List(x), Kind::List(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| search(x, y, found)),
            _ if a == b => true,
            _ => match (a.as_word(), b.as_word()) {
                (Some(x), Some(y)) => *found.get_or_insert((x, y)) == (x, y),
                _ => false,
            },
        }
    }
    let mut found = None;
    let alike = search(first, other, &mut found);
    found.filter(|(a, b)| alike && [a, b].iter().all(|w| pieces.iter().any(|p| p == *w)))
}

/// The surroundings in which a fold is told.
pub(super) fn within<'a>(scene: Scene<'a>, called: &'a [(&'static str, String)]) -> Scene<'a> {
    Scene { bound: Bound::Way(called), ..scene }
}
