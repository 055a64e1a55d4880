//! The definitions that a game writes down, and what is wrong with them.

use super::super::diagnostic::Problem;
use super::super::print::one_line;
use super::super::resolve::is_label;
use super::super::schema::{Head, LUDEMES};
use super::super::tree::{Kind, Span, Tree};
use super::{DEFINE, EACH, is_definition};

/// The most definitions of one game.
const MAX_DEFINITIONS: usize = 64;
/// The most parameters of one definition.
const MAX_PARAMETERS: usize = 16;
/// The longest phrase, in bytes.
const MAX_PHRASE: usize = 320;

/// An element, or several, with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What it is called.
    pub name: String,
    /// The words that stand for what is given with a use.
    pub params: Vec<String>,
    /// How a use reads in English: `{cell}` is what stands for the parameter, `<yes|no>` a choice by negation.
    pub phrase: Option<String>,
    /// What it stands for.
    pub body: Vec<Tree>,
    /// Where it is written.
    pub span: Span,
}

impl Definition {
    /// How a use of it is written.
    pub fn usage(&self) -> String {
        match self.params[..] {
            [] => self.name.clone(),
            _ => format!("({} {})", self.name, self.params.join(" ")),
        }
    }

    /// What it stands for, on one line.
    pub fn text(&self) -> String {
        self.body.iter().map(one_line).collect::<Vec<_>>().join(" ")
    }

    /// Whether the source of the game has a place where it is written.
    pub(super) fn is_written(&self) -> bool {
        self.span != Span::default()
    }

    /// The section that writes it down.
    pub fn section(&self) -> Tree {
        let word = |text: &String| Tree { kind: Kind::Word(text.clone()), span: self.span };
        let params = Tree { kind: Kind::List(self.params.iter().map(word).collect()), span: self.span };
        let mut items = vec![word(&DEFINE.to_string()), word(&self.name), params];
        items.extend(self.phrase.iter().map(|text| Tree { kind: Kind::Text(text.clone()), span: self.span }));
        items.extend(self.body.iter().cloned());
        Tree { kind: Kind::List(items), span: self.span }
    }
}

/// The definitions of the game `tree` in the order in which they are written, or what is wrong with the first that is wrong.
pub(crate) fn definitions_of(tree: &Tree) -> Result<Vec<Definition>, Problem> {
    let mut found: Vec<Definition> = Vec::new();
    for section in tree.args().iter().filter(|t| is_definition(t)) {
        let definition = definition(section)?;
        if let Some(first) = found.iter().find(|d| d.name == definition.name) {
            let problem = Problem::error(format!("the name `{}` is defined twice", first.name), name_span(section))
                .label("this definition needs a name of its own")
                .secondary(first.span, "the first definition");
            return Err(problem);
        }
        if found.len() == MAX_DEFINITIONS {
            let message = format!("there are too many definitions: at most {MAX_DEFINITIONS}");
            return Err(Problem::error(message, name_span(section)).label("one too many"));
        }
        found.push(definition);
    }
    for definition in &found {
        if let Some(param) = definition.params.iter().find(|p| found.iter().any(|d| d.name == **p)) {
            let problem = Problem::error(format!("`{param}` is both a definition and a parameter"), definition.span)
                .label("choose another name for the parameter");
            return Err(problem);
        }
    }
    Ok(found)
}

fn name_span(section: &Tree) -> Span {
    section.args().first().map_or(section.span, |name| name.span)
}

/// The definition that a section is.
pub(super) fn definition(section: &Tree) -> Result<Definition, Problem> {
    let example = "for example `(define Mill (cell) (>= (line-length cell) 3))`, and `(Mill to)` where it is meant";
    let malformed = |what: &str, tree: &Tree| Problem::error(what, tree.span).help(example);
    let [name, params, rest @ ..] = section.args() else {
        return Err(malformed("a definition needs a name, its parameters in brackets and an element", section));
    };
    let Some(word) = name.as_word() else { return Err(malformed("a definition needs a name", name)) };
    let Kind::List(words) = &params.kind else {
        return Err(malformed("the parameters of a definition stand in brackets, `()` if there are none", params));
    };
    free_name(name, "a definition")?;
    let mut names: Vec<String> = Vec::new();
    for param in words {
        free_name(param, "a parameter")?;
        let text = param.as_word().unwrap_or_default();
        if names.iter().any(|n| n == text) || names.len() == MAX_PARAMETERS {
            let what = if names.len() == MAX_PARAMETERS { "one too many" } else { "the second time" };
            return Err(malformed("each parameter has a name of its own, sixteen at most", param).label(what));
        }
        names.push(text.into());
    }
    let (phrase, body) = match rest {
        [Tree { kind: Kind::Text(text), span }, body @ ..] if !body.is_empty() => {
            if let Err(fault) = parts_of_phrase(text, &names) {
                return Err(Problem::error(format!("the phrase {fault}"), *span).help(
                    "a phrase is a clause such as \"{cell} <is|is not> in a mill\", with a parameter in curly brackets",
                ));
            }
            (Some(text.clone()), body)
        }
        body => (None, body),
    };
    if body.is_empty() {
        return Err(malformed("this definition stands for nothing", name).label("an element is missing"));
    }
    for param in words {
        if !body.iter().any(|t| param.as_word().is_some_and(|p| t.mentions(p))) {
            let name = param.as_word().unwrap_or_default();
            let problem = Problem::error(format!("the parameter `{name}` is not used"), param.span)
                .label("nothing in the definition depends on it")
                .help("take it away");
            return Err(problem);
        }
    }
    Ok(Definition { name: word.into(), params: names, phrase, body: body.to_vec(), span: section.span })
}

/// Whether the node is a word that may be given to something by the author.
pub(super) fn free_name(tree: &Tree, what: &str) -> Result<(), Problem> {
    let Some(name) = tree.as_word() else {
        return Err(Problem::error(format!("{what} has one word for a name"), tree.span).label("this is not one word"));
    };
    let taken = name == EACH || LUDEMES.iter().any(|l| l.head == Head::Word && l.word == name);
    if taken || is_label(name) {
        let other = if taken { "is a word of the language" } else { "would be taken for a cell" };
        return Err(Problem::error(format!("`{name}` {other} and cannot be the name of {what}"), tree.span)
            .label("choose another name"));
    }
    Ok(())
}

/// A part of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    /// Words as they are.
    Words(&'a str),
    /// What stands for the parameter of this number.
    Param(usize),
    /// The first, or under a negation the second.
    Choice(&'a str, &'a str),
}

/// The parts of a phrase in order, or what is wrong with it.
pub(crate) fn parts_of_phrase<'a>(phrase: &'a str, params: &[String]) -> Result<Vec<Part<'a>>, String> {
    if phrase.len() > MAX_PHRASE || phrase.chars().any(char::is_control) || phrase.trim().is_empty() {
        return Err(format!("is one line of at most {MAX_PHRASE} characters"));
    }
    let mut parts = Vec::new();
    let mut rest = phrase;
    while let Some(at) = rest.find(['{', '}', '<', '>', '|']) {
        let close = match rest.as_bytes()[at] {
            b'{' => '}',
            b'<' => '>',
            _ => return Err("has a bracket that opens nowhere".into()),
        };
        if at > 0 {
            parts.push(Part::Words(&rest[..at]));
        }
        let inner = &rest[at + 1..];
        let Some(end) = inner.find(close) else { return Err("has a bracket that is not closed".into()) };
        let (inside, after) = (&inner[..end], &inner[end + 1..]);
        if close == '}' {
            match params.iter().position(|p| p == inside) {
                Some(k) => parts.push(Part::Param(k)),
                None => return Err(format!("names `{inside}`, which is no parameter")),
            }
        } else {
            match inside.split_once('|') {
                Some((yes, no)) if !format!("{yes}{no}").contains(['{', '}', '<', '|']) => {
                    parts.push(Part::Choice(yes, no));
                }
                _ => return Err("has a choice that is not of the form `<yes|no>`".into()),
            }
        }
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Words(rest));
    }
    Ok(parts)
}
