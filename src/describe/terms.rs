//! What has a name in the rules and a phrase to be told by: the phrase where it is used, and once what it means.

use super::book::Book;
use super::template::{Bound, Mood, Scene, Teller};
use super::words::{list, number, ordinal, polish};
use crate::language::definitions::{Expansion, Part, Phrased, fold::as_defined, parts_of_phrase};
use crate::language::resolve::{choose, resolve};
use crate::language::schema::{Accepts, Category};
use crate::language::{Kind, Tree};

/// The categories of which elements may have a phrase.
const NAMED: [Category; 6] =
    [Category::Bool, Category::Condition, Category::Int, Category::Coord, Category::Cells, Category::Move];
/// What may be given with a use and told in its phrase.
const GIVEN: [Category; 3] = [Category::Coord, Category::Direction, Category::Int];

/// What stands for a parameter while a definition is told: a cell that no board has, or a number that no rules have. How it is written, and how it is told.
fn stand_in(parameter: usize, category: Category) -> Option<(Tree, String)> {
    match category {
        Category::Coord => {
            let label = format!("ZZ{}", 999 - parameter);
            Some((Tree::word(label.clone()), label))
        }
        Category::Int => {
            let value = 987_654_300 + parameter as i64;
            Some((Tree::int(value), number(value)))
        }
        _ => None,
    }
}

impl<'a> Teller<'a> {
    /// The use of a definition that a node is, if it is told by its phrase: if what the phrase names are cells, directions and numbers.
    pub(super) fn term(&self, tree: &Tree, category: Category) -> Option<Phrased<'a>> {
        let found = self.terms?.phrased(tree).filter(|_| NAMED.contains(&category))?;
        let parts = parts_of_phrase(found.phrase, &found.definition.params).ok()?;
        let told = |part: &Part| match part {
            Part::Param(k) => found.args.get(*k).is_some_and(|arg| self.given(arg).is_some()),
            Part::Words(_) | Part::Choice(..) => true,
        };
        parts.iter().all(told).then_some(found)
    }

    /// What is given with a use: of which category it is.
    fn given(&self, arg: &Tree) -> Option<Category> {
        match arg.kind {
            Kind::Int(_) => Some(Category::Int),
            // The values of a loop, `(n e s w)`, are no direction.
            _ => GIVEN
                .into_iter()
                .find(|&category| resolve(arg, category, self.names).is_some_and(|found| found.surplus.is_empty())),
        }
    }

    /// The phrase of a use.
    pub(super) fn phrase(&self, term: &Phrased<'_>, mood: Mood) -> String {
        phrase(term, &self.told_args(term), mood.contrary)
    }

    /// What is given with a use, told; nothing for what the phrase does not name.
    pub(super) fn told_args(&self, term: &Phrased<'_>) -> Vec<String> {
        let named = parts_of_phrase(term.phrase, &term.definition.params).unwrap_or_default();
        let told = |(k, arg): (usize, &Tree)| match self.given(arg).filter(|_| named.contains(&Part::Param(k))) {
            Some(category) => self.tell(arg, category),
            None => String::new(),
        };
        term.args.iter().enumerate().map(told).collect()
    }
}

/// The phrase of a use with what is given for its parameters.
pub(super) fn phrase(term: &Phrased<'_>, given: &[String], contrary: bool) -> String {
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

/// An element that is told by a phrase somewhere.
struct Use<'t> {
    name: String,
    node: &'t Tree,
    category: Category,
}

/// The uses of definitions that are told by their phrases and explained beside, in order. Within what a phrase says all of nothing is told.
fn uses<'t>(tree: &'t Tree, category: Category, teller: &Teller, found: &mut Vec<Use<'t>>) {
    if let Some(term) = teller.term(tree, category) {
        if term.says_all {
            return;
        }
        // What a move is, its phrase says; what it speaks of is explained.
        if category != Category::Move {
            found.push(Use { name: term.definition.name.clone(), node: tree, category });
        }
    }
    let Some(element) = resolve(tree, category, teller.names) else { return };
    for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
        for arg in slot {
            if let Some(Accepts::Of(category) | Accepts::Only(category, _)) = choose(arg, param.accepts, teller.names) {
                uses(arg, category, teller, found);
            }
        }
    }
}

impl Book<'_> {
    /// What the phrases mean, each once. The phrase of a move says all about it.
    pub(super) fn terms(&self) -> Vec<String> {
        let Some(terms) = self.teller.terms else { return Vec::new() };
        let mut found = Vec::new();
        uses(self.tree, Category::Game, &self.teller, &mut found);
        let mut told: Vec<String> = Vec::new();
        for first in (0..found.len()).filter(|&k| found[..k].iter().all(|u| u.name != found[k].name)) {
            let same = || found[first..].iter().filter(|u| u.name == found[first].name);
            if let Some(text) = self.meaning(terms, &found[first], &mut same()) {
                told.push(text);
                continue;
            }
            // What cannot be told in general is told of each use.
            for text in same().filter_map(|one| self.meaning_here(one)) {
                if !told.contains(&text) {
                    told.push(text);
                }
            }
        }
        told
    }

    /// What the uses of a definition have in common, if its parameters are cells and numbers.
    fn meaning(&self, terms: &Expansion, of: &Use, same: &mut dyn Iterator<Item = &Use>) -> Option<String> {
        let term = self.teller.term(of.node, of.category)?;
        let params = &term.definition.params;
        let stand_ins = term.args.iter().enumerate().map(|(k, arg)| stand_in(k, self.teller.given(arg)?));
        let stand_ins: Vec<(Tree, String)> = stand_ins.collect::<Option<_>>()?;
        let categories: Vec<Option<Category>> = term.args.iter().map(|arg| self.teller.given(arg)).collect();
        let nouns = nouns(params, &categories);
        let mut body = as_defined(terms, of.node, &term);
        stand_for(&mut body, params, &stand_ins);
        let mut told = self.body(&body, of.category);
        for (noun, (_, text)) in nouns.iter().zip(&stand_ins) {
            told = told.replace(text, &format!("the {noun}"));
        }
        let given: Vec<String> = nouns.iter().map(|noun| article(noun)).collect();
        let mut text = said(&phrase(&term, &given, false), told, of.category);
        text.pop();
        // Numbers that the phrase does not name are told beside it.
        let named = parts_of_phrase(term.phrase, params).unwrap_or_default();
        let same: Vec<Phrased> = same.filter_map(|one| self.teller.term(one.node, one.category)).collect();
        for (k, noun) in nouns.iter().enumerate().filter(|(k, _)| !named.contains(&Part::Param(*k))) {
            let mut values: Vec<String> = Vec::new();
            for arg in same.iter().filter_map(|one| one.args.get(k)) {
                let value = self.teller.tell(arg, self.teller.given(arg)?);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            text.push_str(&format!("; the {noun} is {}", list(&values, "or")));
        }
        Some(polish(&format!("{text}.")))
    }

    /// What one use means.
    fn meaning_here(&self, of: &Use) -> Option<String> {
        let term = self.teller.term(of.node, of.category)?;
        let told = self.body(of.node, of.category);
        Some(polish(&said(&self.teller.phrase(&term, Mood::default()), told, of.category)))
    }

    /// An element in full, whatever name it has; what it is made of has its names.
    fn body(&self, tree: &Tree, category: Category) -> String {
        let scene = Scene { end: category == Category::Condition, bound: Bound::Free, ..self.teller.scene };
        self.teller.with(scene).in_full(tree, category)
    }
}

fn said(phrase: &str, told: String, category: Category) -> String {
    match category {
        Category::Bool | Category::Condition => format!("{phrase} if {told}."),
        Category::Cells => format!("{phrase}: {}.", list(&[told], "and")),
        _ => format!("{phrase} is {told}."),
    }
}

/// What parameters are called: cells are cells, which the board may have other words for, and what breeding numbers a name with is left out.
fn nouns(params: &[String], categories: &[Option<Category>]) -> Vec<String> {
    let is_cell = |k: usize| categories.get(k) == Some(&Some(Category::Coord));
    let cells: Vec<usize> = (0..params.len()).filter(|&k| is_cell(k)).collect();
    let plain = |name: &str| match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        // What a name that is too short for a number becomes.
        "Piece" | "" => "number".to_string(),
        stem => stem.to_string(),
    };
    let told = |k: usize| match (is_cell(k), cells.len()) {
        (true, 1) => "cell".to_string(),
        (true, _) => format!("{} cell", ordinal(cells.iter().position(|&c| c == k).unwrap_or(0) as i64 + 1)),
        // Two of one stem need their numbers.
        _ if (0..params.len()).any(|j| j != k && !is_cell(j) && plain(&params[j]) == plain(&params[k])) => {
            params[k].clone()
        }
        _ => plain(&params[k]),
    };
    (0..params.len()).map(told).collect()
}

fn article(noun: &str) -> String {
    // One of several cells is that one.
    if noun.ends_with(" cell") {
        return format!("the {noun}");
    }
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Puts what stands for the parameters in their places.
fn stand_for(tree: &mut Tree, params: &[String], stand_ins: &[(Tree, String)]) {
    let found = tree.as_word().and_then(|word| params.iter().position(|p| p == word));
    if let Some((stand_in, _)) = found.and_then(|k| stand_ins.get(k)) {
        tree.kind = stand_in.kind.clone();
    }
    if let Kind::List(items) = &mut tree.kind {
        items.iter_mut().for_each(|item| stand_for(item, params, stand_ins));
    }
}
