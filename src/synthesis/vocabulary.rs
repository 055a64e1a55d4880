//! The definitions of a child.
//!
//! Breeding crosses, mutates and repairs games in full. The definitions of both parents go along as what they stand for: an element that crosses
//! over is whole, and where the child still has it, it gets its name back, so that a definition is never lost with what uses it, nor does a
//! name mean something else in another game. Mutation may change what a definition stands for, everywhere at once, may write one out, and may
//! give a name to what is repeated.

use rand::{Rng, RngExt};

use super::lineage::{self, Origin};
use super::mutation::{Mutation, Operator, mutate_at};
use super::site::{self, Site};
use super::steering::{Course, probability};
use crate::describe::speaks_of;
use crate::language::definitions::{Definition, expand, fold};
use crate::language::resolve::Names;
use crate::language::tree::{Kind, Tree};
use crate::language::{canonical, check, normal};

/// What a new definition is called, with a number.
const NEW_NAME: &str = "Rule";

/// The definitions of both parents under names that no other word of the child has.
pub(super) fn joined(own: Vec<Definition>, others: Vec<Definition>, child: &Tree) -> Vec<Definition> {
    let mut all: Vec<Definition> = Vec::new();
    for mut definition in own.into_iter().chain(others) {
        let alike = |d: &Definition| d.params.len() == definition.params.len() && in_order(d) == in_order(&definition);
        if all.iter().any(alike) {
            continue;
        }
        let is_taken = |name: &str, all: &[Definition]| {
            child.mentions(name) || all.iter().any(|d| d.name == name || d.body.iter().any(|t| t.mentions(name)))
        };
        if is_taken(&definition.name, &all) {
            definition.name = site::fresh(&definition.name, |name| is_taken(name, &all));
        }
        for k in 0..definition.params.len() {
            let old = definition.params[k].clone();
            if is_taken(&old, &all) || definition.name == old {
                let new = site::fresh(&old, |name| is_taken(name, &all) || definition.params.iter().any(|p| p == name));
                definition.body.iter_mut().for_each(|tree| rename(tree, &old, &new));
                definition.phrase = definition.phrase.map(|p| p.replace(&format!("{{{old}}}"), &format!("{{{new}}}")));
                definition.params[k] = new;
            }
        }
        all.push(definition);
    }
    all
}

fn rename(tree: &mut Tree, old: &str, new: &str) {
    lineage::each(tree, &mut |node| {
        if node.as_word() == Some(old) {
            node.kind = Kind::Word(new.into());
        }
    });
}

/// The elements with their parameters called by number, so that equal definitions are equal.
fn in_order(definition: &Definition) -> Vec<Tree> {
    let mut body = definition.body.clone();
    for (k, param) in definition.params.iter().enumerate() {
        // No word of a file has such a character.
        body.iter_mut().for_each(|tree| rename(tree, param, &format!("\u{1}{k}")));
    }
    body
}

/// Changes definitions with that chance each: what one stands for, in all its uses in the child at once, or it is written out. What was done
/// goes to the mutations.
pub(super) fn vary<R: Rng + ?Sized>(
    child: &mut Tree,
    known: &mut Vec<Definition>,
    rate: f64,
    course: Option<Course<'_>>,
    mutations: &mut Vec<Mutation>,
    rng: &mut R,
) {
    let rate = probability(rate);
    for k in (0..known.len()).rev() {
        if rng.random_bool(rate / 2.0) {
            // Nothing is gained by writing out what all games share.
            if known[k].is_shared() {
                continue;
            }
            let name = known.remove(k).name;
            mutations.push(Mutation { operator: Operator::Inline, words: format!("{name} is written out") });
        } else if rng.random_bool(rate)
            && let Some(words) = change(child, known, k, course, mutations.len() as u32, rng)
        {
            let operator = Operator::Define;
            mutations.push(Mutation { operator, words: format!("in the definition of {}: {words}", known[k].name) });
        }
    }
}

/// Mutates the first use of definition number `k`, and all others with it.
fn change<R: Rng + ?Sized>(
    child: &mut Tree,
    known: &mut [Definition],
    k: usize,
    course: Option<Course<'_>>,
    number: u32,
    rng: &mut R,
) -> Option<String> {
    let mut own = known[k].clone();
    let [pattern] = &own.body[..] else { return None };
    if own.is_shared() {
        // What all games share stays what it is; the child gets one of its own.
        let taken = |name: &str| {
            child.mentions(name) || known.iter().any(|d| d.name == name || d.params.iter().any(|p| p == name))
        };
        own.name = site::fresh(&own.name, taken);
    }
    let mut folded = child.clone();
    fold::fold(&mut folded, std::slice::from_ref(&own));
    // The definition stands in front of the sections of rules.
    let use_at = find(&folded, &|t| t.head() == Some(&own.name) && !t.is("define"), 3)?;
    let path: Vec<usize> = use_at.iter().enumerate().map(|(i, &k)| if i == 0 { k - 1 } else { k }).collect();
    let names = Names::of(child);
    let sites: Vec<Site> = site::sites(child, &names).into_iter().filter(|s| s.path.starts_with(&path)).collect();
    let place = sites.get(rng.random_range(0..sites.len().max(1) as u32) as usize)?;
    let mut changed = child.clone();
    let words = mutate_at(&mut changed, place, &names, Origin::Mutation(number), course, rng)?.words;
    let new = rebuilt(pattern, child.at(&path)?, changed.at(&path)?, &own)?;
    let kept = |param: &String| new.mentions(param);
    if new == *pattern || new.as_word().is_some() || !own.params.iter().all(kept) {
        return None;
    }
    // Its phrase said what it was.
    let other = Definition { body: vec![new], phrase: None, ..own.clone() };
    *folded.at_mut(&[2])? = other.section();
    let expansion = expand(&folded).ok()?;
    let mut expanded = normal(&expansion.tree);
    if expanded == *child || check(&expanded).iter().any(|problem| problem.is_error()) {
        return None;
    }
    known[k] = fold::patterns(&expansion, &expanded).pop()?;
    expansion.settle(&mut expanded);
    *child = expanded;
    Some(words)
}

/// The path of the first node that is wanted, among the items from number `from` on.
fn find(tree: &Tree, wanted: &dyn Fn(&Tree) -> bool, from: usize) -> Option<Vec<usize>> {
    tree.items().iter().enumerate().skip(from).find_map(|(i, item)| {
        if wanted(item) {
            return Some(vec![i]);
        }
        find(item, wanted, 1).map(|below| std::iter::once(i).chain(below).collect())
    })
}

/// The pattern as its use has become; `None` if what was given for a parameter has changed.
fn rebuilt(pattern: &Tree, old: &Tree, new: &Tree, definition: &Definition) -> Option<Tree> {
    if pattern.as_word().is_some_and(|word| definition.params.iter().any(|p| p == word)) {
        return (old == new).then(|| pattern.clone());
    }
    if old == new {
        return Some(pattern.clone());
    }
    match (&pattern.kind, &old.kind, &new.kind) {
        (Kind::List(p), Kind::List(a), Kind::List(b)) if a.len() == b.len() && p.len() == a.len() => {
            let items = p.iter().zip(a).zip(b).map(|((p, a), b)| rebuilt(p, a, b, definition));
            Some(Tree { kind: Kind::List(items.collect::<Option<_>>()?), span: new.span })
        }
        // Whatever is here now stands without parameters, unless it is what was there with something around, before or after it.
        (Kind::List(p), Kind::List(a), Kind::List(b)) => {
            let part = |item: &Tree| a.iter().position(|t| t == item).map_or_else(|| item.clone(), |i| p[i].clone());
            let whole = |item: &Tree| if *item == *old { pattern.clone() } else { part(item) };
            Some(Tree { kind: Kind::List(b.iter().map(whole).collect()), span: new.span })
        }
        (_, _, Kind::List(b)) => {
            let whole = |item: &Tree| if *item == *old { pattern.clone() } else { item.clone() };
            Some(Tree { kind: Kind::List(b.iter().map(whole).collect()), span: new.span })
        }
        _ => Some(new.clone()),
    }
}

/// With that chance, gives a name to an element that the child repeats.
pub(super) fn invent<R: Rng + ?Sized>(
    child: &Tree,
    known: &mut Vec<Definition>,
    rate: f64,
    mutations: &mut Vec<Mutation>,
    rng: &mut R,
) {
    let mut folded = child.clone();
    fold::fold(&mut folded, known);
    let Some(element) = fold::repeated(&folded) else { return };
    if !rng.random_bool(probability(rate)) || known.iter().any(|d| element.mentions(&d.name)) {
        return;
    }
    let name =
        site::fresh(&format!("{NEW_NAME}1"), |name| child.mentions(name) || known.iter().any(|d| d.name == name));
    let span = Origin::Mutation(mutations.len() as u32).span();
    mutations.push(Mutation { operator: Operator::Define, words: format!("{name} for {}", site::brief(&element)) });
    known.push(Definition { name, params: Vec::new(), phrase: None, body: vec![element], span });
}

/// What is given with a use of a move that has a phrase, and not said by it: for the parameters that the phrase does not name, and the piece, if the
/// phrase speaks of pieces.
pub(super) type Unsaid = (String, Vec<Tree>);

/// What the phrases of moves leave unsaid in a game in full.
pub(super) fn unsaid(game: &Tree, known: &[Definition]) -> Vec<Unsaid> {
    let pieces = Names::of(game).pieces;
    let moves: Vec<(&Definition, Vec<usize>, bool)> = known
        .iter()
        .filter(|d| matches!(&d.body[..], [only] if only.is("move")))
        .filter_map(|d| {
            let phrase = d.phrase.as_ref()?;
            let silent = (0..d.params.len()).filter(|&k| !phrase.contains(&format!("{{{}}}", d.params[k])));
            Some((d, silent.collect(), pieces.iter().any(|piece| speaks_of(phrase, piece))))
        })
        .collect();
    if moves.is_empty() {
        return Vec::new();
    }
    let mut folded = game.clone();
    fold::fold(&mut folded, known);
    let mut found = Vec::new();
    for piece in folded.child("pieces").map_or(&[][..], Tree::args) {
        for (definition, silent, speaks) in &moves {
            let mut stack: Vec<&Tree> = piece.args().iter().collect();
            while let Some(node) = stack.pop() {
                if node.is(&definition.name) {
                    let given = silent.iter().filter_map(|&k| node.args().get(k).cloned());
                    let of = speaks.then(|| piece.head().map(Tree::word)).flatten();
                    found.push((definition.name.clone(), given.chain(of).collect()));
                }
                stack.extend(node.args());
            }
        }
    }
    found
}

/// Takes the phrases off moves that are used in the child with something unsaid that no parent has.
pub(super) fn keep_true(child: &Tree, known: &mut [Definition], said: &[Unsaid]) {
    for (name, given) in unsaid(child, known) {
        let heard = said.iter().any(|(other, also)| *other == name && *also == given);
        for definition in known.iter_mut().filter(|d| !heard && d.name == name) {
            definition.phrase = None;
        }
    }
}

/// The child with its definitions; in full, if they do not say the same.
pub(super) fn named(child: Tree, known: &[Definition]) -> Tree {
    if known.is_empty() {
        return child;
    }
    let mut folded = child.clone();
    fold::fold(&mut folded, known);
    let folded = normal(&folded);
    if canonical(&folded) == child { folded } else { child }
}

#[cfg(test)]
mod tests;
