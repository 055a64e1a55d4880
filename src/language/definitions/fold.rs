//! From a game written in full back to one with definitions.
//!
//! Breeding works on games in full. [`patterns`] takes from an expanded game what its definitions stand for there, [`fold`] finds the places
//! of a child that are still the same, or became the same, and writes the names there again.

use super::super::schema::{self, Category};
use super::super::tree::{Kind, Tree};
use super::collect::Definition;
use super::expand::{Expansion, Phrased};
use super::marks::Role;
use super::write_down;
use crate::order;

/// The fewest nodes of what is worth a name.
const LEAST: usize = 4;

/// Sections in which nothing stands for other elements.
fn is_apart(section: &Tree) -> bool {
    section.head().and_then(|head| schema::find(head, Category::Section)).is_none_or(|section| section.facts.cosmetic)
}

/// The sections of a game in which elements may stand for others.
fn open_sections(game: &mut Tree) -> impl Iterator<Item = &mut Tree> {
    let items: &mut [Tree] = match &mut game.kind {
        Kind::List(items) => items,
        _ => &mut [],
    };
    items.iter_mut().skip(2).filter(|section| !is_apart(section))
}

/// The definitions of an expansion in the form in which `game`, made of its tree by putting it into normal form or by renaming, has them: each
/// as it is at its first use. Those are left out that `game` shows nowhere whole.
pub fn patterns(expansion: &Expansion, game: &Tree) -> Vec<Definition> {
    let all = expansion.definitions.iter().enumerate();
    let mut found: Vec<Definition> = all
        .filter_map(|(k, definition)| {
            let body = first_use(expansion, k, game)?;
            let is_given = |p: &String| body.iter().any(|t| t.mentions(p));
            definition.params.iter().all(is_given).then(|| Definition { body, ..definition.clone() })
        })
        .collect();
    for definition in &mut found {
        definition.body.iter_mut().for_each(|tree| expansion.settle(tree));
        // One that no file writes down comes from where it was used.
        if let (true, Some(first)) = (!definition.is_written(), definition.body.first()) {
            definition.span = first.span;
        }
    }
    found
}

fn first_use(expansion: &Expansion, number: usize, tree: &Tree) -> Option<Vec<Tree>> {
    let definition = &expansion.definitions[number];
    let marks = &expansion.marks;
    let use_of = |t: &Tree| {
        let mut roots = marks.chain(t.span).filter(|mark| mark.role == Role::Root);
        roots.find(|mark| marks.uses[mark.of].definition == Some(number)).map(|mark| mark.of)
    };
    let items = tree.items();
    for (i, item) in items.iter().enumerate() {
        if let Some(of) = use_of(item) {
            let run = items[i..].iter().take_while(|t| use_of(t) == Some(of)).count();
            let elsewhere = items.iter().filter(|t| use_of(t) == Some(of)).count() != run;
            if run != definition.body.len() || elsewhere {
                continue;
            }
            return Some(items[i..i + run].iter().map(|t| with_holes(expansion, of, t)).collect());
        }
    }
    items.iter().find_map(|item| first_use(expansion, number, item))
}

/// A node that is a use of a definition with a phrase, with the parameters for what was given.
pub(crate) fn as_defined(expansion: &Expansion, node: &Tree, phrased: &Phrased<'_>) -> Tree {
    with_holes(expansion, phrased.of, node)
}

/// The elements of a use with the parameters for what was given.
fn with_holes(expansion: &Expansion, of: usize, tree: &Tree) -> Tree {
    let chain: Vec<_> = expansion.marks.chain(tree.span).collect();
    let hole = chain.iter().find_map(|mark| match mark.role {
        Role::Argument(k) if mark.of == of => Some(k),
        _ => None,
    });
    let definition = expansion.marks.uses[of].definition.map(|k| &expansion.definitions[k]);
    if let (Some(k), Some(definition)) = (hole, definition) {
        return Tree { kind: Kind::Word(definition.params[k].clone()), span: tree.span };
    }
    let kind = match &tree.kind {
        Kind::List(items) => Kind::List(items.iter().map(|item| with_holes(expansion, of, item)).collect()),
        other => other.clone(),
    };
    Tree { kind, span: tree.span }
}

/// Writes the names of definitions wherever their elements stand in `game`, which has none, and adds the definitions that are used, with those
/// that they use themselves. What all games share is not written down. The game in full stays what it is.
pub fn fold(game: &mut Tree, definitions: &[Definition]) {
    let size = |d: &Definition| d.body.iter().map(Tree::size).sum::<usize>();
    let mut known: Vec<Definition> =
        definitions.iter().filter(|d| size(d) >= LEAST && is_element(d)).cloned().collect();
    order::sort_by_key(&mut known, |d| usize::MAX - size(d));
    for k in 0..known.len() {
        let definition = known[k].clone();
        for section in open_sections(game) {
            replace(section, &definition);
        }
        // A longer definition may use this one; a shorter one cannot.
        for other in known[..k].iter_mut().filter(|other| !other.is_shared()) {
            let mut body = Tree::list(std::mem::take(&mut other.body));
            replace_in(&mut body, &definition, 0);
            if let Kind::List(items) = body.kind {
                other.body = items;
            }
        }
    }
    let mut used: Vec<bool> = vec![false; known.len()];
    // From the longest on: whoever uses one stands before it.
    for k in 0..known.len() {
        let name = &known[k].name;
        let in_rules = open_sections(game).any(|section| section.mentions(name));
        let in_longer = (0..k).any(|i| used[i] && known[i].body.iter().any(|tree| tree.mentions(name)));
        used[k] = in_rules || in_longer;
    }
    let sections: Vec<Tree> = definitions
        .iter()
        .filter_map(|d| known.iter().position(|k| k.name == d.name))
        .filter(|&k| used[k] && !known[k].is_shared())
        .map(|k| known[k].section())
        .collect();
    write_down(game, sections);
}

/// A name for bare words would take every such word for itself.
fn is_element(definition: &Definition) -> bool {
    definition
        .body
        .iter()
        .any(|t| matches!(t.kind, Kind::List(_)) && t.head().is_some_and(|h| !definition.params.iter().any(|p| p == h)))
}

fn replace(tree: &mut Tree, definition: &Definition) {
    replace_in(tree, definition, 1);
}

/// Replaces among the items from number `from` on, and below.
fn replace_in(tree: &mut Tree, definition: &Definition, from: usize) {
    let Kind::List(items) = &mut tree.kind else { return };
    let length = definition.body.len();
    let mut i = from;
    while i < items.len() {
        let fits = i + length <= items.len();
        let args = fits.then(|| matches(definition, &items[i..i + length])).flatten();
        if let Some(args) = args {
            // A definition that no file writes down comes from where its elements come from.
            let span = if definition.is_shared() { items[i].span } else { definition.span };
            let head = Tree { kind: Kind::Word(definition.name.clone()), span };
            let found = match args.is_empty() {
                true => head,
                false => Tree { kind: Kind::List(std::iter::once(head).chain(args).collect()), span },
            };
            items.splice(i..i + length, [found]);
        }
        replace_in(&mut items[i], definition, 1);
        i += 1;
    }
}

/// What stands for the parameters, if the trees are the elements of the definition.
fn matches(definition: &Definition, trees: &[Tree]) -> Option<Vec<Tree>> {
    let mut given: Vec<Option<&Tree>> = vec![None; definition.params.len()];
    let same = definition.body.iter().zip(trees).all(|(pattern, tree)| agrees(pattern, tree, definition, &mut given));
    same.then(|| given.into_iter().map(|tree| tree.cloned()).collect()).flatten()
}

fn agrees<'a>(pattern: &Tree, tree: &'a Tree, definition: &Definition, given: &mut [Option<&'a Tree>]) -> bool {
    if let Some(k) = pattern.as_word().and_then(|word| definition.params.iter().position(|p| p == word)) {
        return match given[k] {
            Some(earlier) => earlier == tree,
            None => {
                given[k] = Some(tree);
                true
            }
        };
    }
    match (&pattern.kind, &tree.kind) {
        (Kind::List(a), Kind::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b, definition, given))
        }
        (Kind::List(_), _) | (_, Kind::List(_)) => false,
        _ => pattern == tree,
    }
}

/// An element that stands several times in the rules of `game` and is long enough to be worth a name, the one that shortens the rules most.
pub fn repeated(game: &Tree) -> Option<Tree> {
    let mut found: Vec<(&Tree, usize)> = Vec::new();
    let mut seen: std::collections::HashMap<&Tree, usize> = std::collections::HashMap::new();
    fn each<'a>(tree: &'a Tree, visit: &mut impl FnMut(&'a Tree)) {
        for item in tree.args() {
            if matches!(item.kind, Kind::List(_)) {
                visit(item);
                each(item, visit);
            }
        }
    }
    for section in game.args().iter().filter(|section| !is_apart(section)) {
        each(section, &mut |element| match seen.get(element) {
            Some(&at) => found[at].1 += 1,
            None => {
                seen.insert(element, found.len());
                found.push((element, 1));
            }
        });
    }
    // A name costs a definition of four words, and a word for each use.
    let saved = |&(element, times): &(&Tree, usize)| (element.size() * (times - 1)).saturating_sub(times + 4);
    let best = found.into_iter().filter(|&(element, times)| times > 1 && element.size() >= 2 * LEAST);
    // The first of those that save most.
    let best = best.fold(None, |best: Option<(&Tree, usize)>, one| match best {
        Some(other) if saved(&other) >= saved(&one) => Some(other),
        _ => Some(one),
    });
    best.filter(|one| saved(one) > 0).map(|(element, _)| element.clone())
}
