//! The canonical printer: how a rule tree is written.
//!
//! Everything is derived from the schema: the order of sections and parameters, and whether a word without arguments has
//! brackets. Elements that fit are written on one line of at most [`WIDTH`] characters, others one argument to a line.

use super::definitions;
use super::resolve::{Element, Names, choose, resolve};
use super::schema::{self, Accepts, Category, Form};
use super::short;
use super::tree::{Kind, Tree};
use crate::order;

/// The longest line that the printer makes if it can, in characters.
pub const WIDTH: usize = 100;

/// `tree` written in full and in its [normal](normal()) form. A game with definitions and the same game without them have equal canonical
/// forms; if the definitions are wrong, it is the normal form alone.
///
/// ```
/// use ludogen::language::{canonical, normal, parse};
///
/// let named = "(game Row (board (tiling hex) (size 4)) (define Row () (in-a-row 4)) (end (All win (Row))))";
/// let plain = "(game Row (board (tiling hex) (size 4)) (end (All win (in-a-row 4))))";
/// let [named, plain] = [named, plain].map(|rules| parse(rules).unwrap());
/// assert_eq!(canonical(&named), canonical(&plain));
/// assert_ne!(normal(&named), normal(&plain));
/// ```
pub fn canonical(tree: &Tree) -> Tree {
    normal(&definitions::plain(tree))
}

/// `tree` in its normal form: sections, items and arguments in schema order, `game` for `ludeme`, `(end …)` for the short
/// `(win …)` and `(lose …)`, `to` for the cell `current` outside guards, where both are the same cell, and words without arguments bracketed
/// as the schema says.
///
/// Trees without definitions that mean the same by order or spelling alone have equal normal forms. What the schema does not know is kept
/// as it is, after what it knows. Definitions are kept as they are, and where their uses or loops are arguments, so is the order. Spans are
/// kept.
///
/// ```
/// use ludogen::language::{normal, parse};
///
/// let short = parse("(game Row (win (in-a-row 4)) (board (size 5 5) (tiling square)))").unwrap();
/// let usual = parse("(game Row (board (tiling square) (size 5 5)) (end (All win (in-a-row 4))))").unwrap();
/// assert_ne!(short, usual);
/// assert_eq!(normal(&short), normal(&usual));
/// ```
pub fn normal(tree: &Tree) -> Tree {
    // Pieces may be declared by definitions.
    let writer = Writer { names: Names::of(&definitions::plain(tree)), defined: definitions::names_of(tree) };
    let names = &writer.names;
    let mut tree = writer.element(tree, Category::Game, false);
    if let Kind::List(items) = &mut tree.kind {
        if items.first().is_some_and(|head| head.as_word() == Some("ludeme")) {
            items[0] = Tree { kind: Kind::Word("game".into()), span: items[0].span };
        }
        short::full_end(items, &writer.defined);
        let names_end = items.iter().take(2).count();
        order::sort_by_key(&mut items[names_end..], |section| rank(section, Category::Section, names));
    }
    tree
}

/// The place of an element among those of its category, in table order; what is unknown comes last.
fn rank(tree: &Tree, category: Category, names: &Names) -> usize {
    match super::resolve::ludeme(tree, category, names) {
        Some(ludeme) => schema::index(ludeme),
        None => usize::MAX,
    }
}

/// What decides how the elements of a game are written.
struct Writer {
    names: Names,
    /// The names of definitions.
    defined: Vec<String>,
}

impl Writer {
    /// An element of a category; `guarded` if it is part of what an effect asks of the cells that it touches.
    fn element(&self, tree: &Tree, category: Category, guarded: bool) -> Tree {
        let Some(element) = resolve(tree, category, &self.names) else { return tree.clone() };
        let guarded = guarded || category == Category::EffectFlag;
        let mut args: Vec<Tree> = Vec::with_capacity(tree.args().len());
        if tree.args().iter().any(|arg| definitions::stands_for_others(arg, &self.defined)) {
            // What such an argument is shows only when it is written in full.
            args.extend(tree.args().iter().map(|arg| self.in_place(arg, &element, guarded)));
        } else {
            for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
                let from = args.len();
                args.extend(slot.iter().map(|arg| self.argument(arg, param.accepts, guarded)));
                if let [Accepts::Of(category) | Accepts::Only(category, _)] = param.accepts
                    && category.is_record()
                {
                    order::sort_by_key(&mut args[from..], |arg| rank(arg, *category, &self.names));
                }
            }
            args.extend(element.surplus.iter().map(|&arg| arg.clone()));
        }
        let Some(mut word) = tree.head() else { return tree.clone() };
        if category == Category::Coord && word == "current" && !guarded {
            word = "to";
        }
        let span = tree.items().first().map_or(tree.span, |head| head.span);
        let head = Tree { kind: Kind::Word(word.to_string()), span };
        if args.is_empty() && element.ludeme.form == Form::Bare {
            head
        } else {
            Tree { kind: Kind::List(std::iter::once(head).chain(args).collect()), span: tree.span }
        }
    }

    /// An argument beside others that stand for elements.
    fn in_place(&self, arg: &Tree, element: &Element<'_>, guarded: bool) -> Tree {
        if definitions::stands_for_others(arg, &self.defined) {
            return arg.clone();
        }
        let slot = element.slots.iter().position(|slot| slot.iter().any(|t| std::ptr::eq(*t, arg)));
        slot.map_or_else(|| arg.clone(), |i| self.argument(arg, element.ludeme.params[i].accepts, guarded))
    }

    fn argument(&self, arg: &Tree, accepts: &[Accepts], guarded: bool) -> Tree {
        match choose(arg, accepts, &self.names) {
            Some(Accepts::Of(category) | Accepts::Only(category, _)) if arg.as_int().is_none() => {
                self.element(arg, category, guarded)
            }
            _ => arg.clone(),
        }
    }
}

/// Writes the normal form of `tree`, definitions and all, in [short forms](short) as a rule file that ends in a line break.
///
/// Reading the text gives the normal form back, provided that words can be read as words (the checker sees to that).
///
/// ```
/// use ludogen::language::{parse, print};
///
/// let text = print(&parse("(game A (board (tiling square) (size 3 3)) (end (All win (full))))").unwrap());
/// assert_eq!(print(&parse(&text).unwrap()), text);
/// ```
pub fn print(tree: &Tree) -> String {
    let mut text = String::new();
    write(&short::shorten(&normal(tree)), 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes any tree as it is on one line; for messages.
pub fn one_line(tree: &Tree) -> String {
    let mut text = String::new();
    flat(tree, &mut text);
    text
}

fn flat(tree: &Tree, out: &mut String) {
    match &tree.kind {
        Kind::Word(word) => out.push_str(word),
        Kind::Int(value) => out.push_str(&value.to_string()),
        // Debug always writes a fraction or an exponent, so that it is read back as a real.
        Kind::Real(value) if value.is_finite() => out.push_str(&format!("{value:?}")),
        Kind::Real(_) => out.push_str("0.0"),
        Kind::Text(text) => {
            out.push('"');
            for c in text.chars() {
                if matches!(c, '"' | '\\') {
                    out.push('\\');
                }
                out.push(c);
            }
            out.push('"');
        }
        Kind::List(items) => {
            out.push('(');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(' ');
                }
                flat(item, out);
            }
            out.push(')');
        }
    }
}

/// `tail` is how many closing brackets follow on the same line.
fn write(tree: &Tree, depth: usize, tail: usize, out: &mut String) {
    let Kind::List(items) = &tree.kind else { return flat(tree, out) };
    let line = one_line(tree);
    let has_lists = items.iter().any(|t| matches!(t.kind, Kind::List(_)));
    let short = depth > 0 && 2 * depth + line.chars().count() + tail <= WIDTH;
    if short || !has_lists {
        out.push_str(&line);
        return;
    }
    if tree.is("nodes") || tree.is("lines") {
        return fill(items, depth, tail, out);
    }
    out.push('(');
    // The head, and the words and numbers that follow it, stay on the first line.
    let words = items.iter().take_while(|t| !matches!(t.kind, Kind::List(_))).count();
    // So do the parameters of a definition.
    let lead = if definitions::is_definition(tree) { 3 } else { words.max(1) };
    for (i, item) in items.iter().enumerate() {
        if i < lead {
            if i > 0 {
                out.push(' ');
            }
            write(item, depth + 1, 0, out);
        } else {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', 2 * (depth + 1)));
            let last = i + 1 == items.len();
            write(item, depth + 1, if last { tail + 1 } else { 0 }, out);
        }
    }
    out.push(')');
}

/// Writes as many items on a line as fit.
fn fill(items: &[Tree], depth: usize, tail: usize, out: &mut String) {
    out.push('(');
    let mut column = 2 * depth + 1;
    for (i, item) in items.iter().enumerate() {
        let text = one_line(item);
        let closing = if i + 1 == items.len() { tail + 1 } else { 0 };
        let length = text.chars().count();
        if i > 0 && column + 1 + length + closing > WIDTH {
            out.push('\n');
            column = 2 * (depth + 1);
            out.extend(std::iter::repeat_n(' ', column));
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(&text);
        column += length;
    }
    out.push(')');
}
