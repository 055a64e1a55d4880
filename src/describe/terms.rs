//! What has a name in the rules and a phrase to be told by: the phrase where it is used, and once what it means.

use super::book::Book;
use super::template::{Bound, Mood, Scene, Teller};
use super::words::{list, polish};
use crate::language::definitions::{Expansion, Part, Phrased, fold::as_defined, parts_of_phrase};
use crate::language::resolve::{Names, choose, resolve};
use crate::language::schema::{Accepts, Category};
use crate::language::{Kind, Tree};

/// The categories of which elements may have a phrase.
const NAMED: [Category; 5] = [Category::Bool, Category::Condition, Category::Int, Category::Coord, Category::Cells];

/// A cell that no board has stands for a parameter of that number while a definition is told.
fn stand_in(number: usize) -> String {
    format!("ZZ{}", 999 - number)
}

impl<'a> Teller<'a> {
    /// The use of a definition that a node is, if it is told by its phrase. Only cells can be told of in general, so they alone are given.
    pub(super) fn term(&self, tree: &Tree, category: Category) -> Option<Phrased<'a>> {
        let found = self.terms?.phrased(tree).filter(|_| NAMED.contains(&category))?;
        let is_cell = |arg: &Tree| resolve(arg, Category::Coord, self.names).is_some();
        found.args.iter().all(is_cell).then_some(found)
    }

    /// The phrase of a use.
    pub(super) fn phrase(&self, term: &Phrased<'_>, mood: Mood) -> String {
        let told = |arg: &Tree| self.tell(arg, Category::Coord);
        let given: Vec<String> = term.args.iter().map(told).collect();
        phrase(term, &given, mood.contrary)
    }
}

fn phrase(term: &Phrased<'_>, given: &[String], contrary: bool) -> String {
    let parts = parts_of_phrase(term.phrase, &term.definition.params).unwrap_or_default();
    let told = parts.into_iter().map(|part| match part {
        Part::Words(words) => words,
        Part::Param(k) => given.get(k).map_or("", |text| text),
        Part::Choice(yes, no) => {
            if contrary {
                no
            } else {
                yes
            }
        }
    });
    told.collect()
}

/// The first use of each definition that is told by its phrase, with its category.
fn uses<'t>(
    tree: &'t Tree,
    category: Category,
    names: &Names,
    terms: &Expansion,
    found: &mut Vec<(String, &'t Tree, Category)>,
) {
    if let Some(term) = terms.phrased(tree)
        && !found.iter().any(|(name, ..)| *name == term.definition.name)
    {
        found.push((term.definition.name.clone(), tree, category));
    }
    let Some(element) = resolve(tree, category, names) else { return };
    for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
        for arg in slot {
            if let Some(Accepts::Of(category) | Accepts::Only(category, _)) = choose(arg, param.accepts, names) {
                uses(arg, category, names, terms, found);
            }
        }
    }
}

impl Book<'_> {
    /// What the phrases mean, each once.
    pub(super) fn terms(&self) -> Vec<String> {
        let Some(terms) = self.teller.terms else { return Vec::new() };
        let mut found = Vec::new();
        uses(self.tree, Category::Game, self.names, terms, &mut found);
        found.iter().filter_map(|(_, node, category)| self.meaning(terms, node, *category)).collect()
    }

    fn meaning(&self, terms: &Expansion, node: &Tree, category: Category) -> Option<String> {
        let term = self.teller.term(node, category)?;
        let params = &term.definition.params;
        let mut body = as_defined(terms, node, &term);
        stand_for(&mut body, params);
        // Told in full, whatever names its parts have, it would be a sentence of its own; within, they have theirs.
        let scene = Scene { end: category == Category::Condition, bound: Bound::Free, ..self.teller.scene };
        let mut told = self.teller.with(scene).in_full(&body, category);
        for (k, param) in params.iter().enumerate() {
            told = told.replace(&stand_in(k), &format!("the {param}"));
        }
        let given: Vec<String> = params.iter().map(|param| article(param)).collect();
        let said = phrase(&term, &given, false);
        Some(polish(&match category {
            Category::Bool | Category::Condition => format!("{said} if {told}."),
            Category::Cells => format!("{said}: {}.", list(&[told], "and")),
            _ => format!("{said} is {told}."),
        }))
    }
}

fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Puts cells that no board has in the places of the parameters.
fn stand_for(tree: &mut Tree, params: &[String]) {
    if let Some(k) = tree.as_word().and_then(|word| params.iter().position(|p| p == word)) {
        tree.kind = Kind::Word(stand_in(k));
    }
    if let Kind::List(items) = &mut tree.kind {
        items.iter_mut().for_each(|item| stand_for(item, params));
    }
}
